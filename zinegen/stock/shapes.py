"""How an entry of each list of the lexicon is shaped: its fields, and which of them must be there."""

from __future__ import annotations

from typing import Literal

import msgspec

Klass = Literal["guard", "sleep", "eat", "work", "study", "worship", "store", "tomb", "cell", "water", "pass", "any"]
Carrier = Literal["", "paper", "wall", "floor", "view"]
Kinds = Literal["room", "hall", "cave", "passage"]
CLANS = ("folk", "undead", "construct", "ooze", "plant", "spirit", "demon", "vermin", "beast", "giant")


class _Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry; what is not named here is refused."""


class D6(_Shape, frozen=True, kw_only=True):
    """A creature in the dialect of document 001."""

    attribute: int
    reaction: int
    category: int


class Tiles(_Shape, frozen=True, kw_only=True):
    """A creature in the dialect of document 004."""

    strength: str
    agility: int
    unwilling: int
    treasure: str
    experience: int


class Creature(_Shape, frozen=True, kw_only=True):
    """A creature, in three dialects."""

    name: str
    plural: str
    level: tuple[int, int]
    number: int
    hd: str
    ac: int
    move_ft: int
    morale: int
    attacks: str
    damage: str
    tags: tuple[str, ...]
    reacts: tuple[Literal["hostile", "wary", "trade", "flee", "ignores"], ...]
    pose: tuple[str, ...]
    wants: tuple[str, ...]
    noise: str
    spoor: str
    doing: dict[Klass, tuple[str, ...]]
    d6: D6
    labyrinth: Tiles
    special: str = ""


class Item(_Shape, frozen=True, kw_only=True):
    """A thing in a room."""

    id: str
    what: str
    n: Literal["", "pl", "mass"] = ""
    look: str = ""
    find: str = ""
    do: str = ""
    hide: str = ""
    sym: str = ""
    carries: Carrier = ""
    dry: bool = False
    level: Literal["landmark", "hidden", "secret"] = "landmark"


class Find(Item, frozen=True, kw_only=True):
    """A thing that fits rooms of many functions."""

    klass: tuple[Klass, ...] = ()
    kinds: tuple[Kinds, ...] = ("room", "hall")
    themes: tuple[str, ...] = ()
    wet: bool = False


class Trace(Item, frozen=True, kw_only=True):
    """A thing that shows what went wrong."""

    event: str = ""


class Danger(_Shape, frozen=True, kw_only=True):
    """A trap, hazard or trick of a whole room."""

    id: str
    name: str
    called: Literal["", "pl", "mass"] = ""
    """The grammar of its name; `n` is that of the thing it sits on."""
    what: str
    n: Literal["", "pl", "mass"] = ""
    look: str
    sign: str
    trigger: str
    effect: str
    remedy: str
    sym: str = ""
    dry: bool = False
    kinds: tuple[Kinds, ...] = ()


class Obstacle(_Shape, frozen=True, kw_only=True):
    """What stands in a way and costs something to pass; it shuts nobody in or out."""

    id: str
    what: str
    n: Literal["", "pl", "mass"] = ""
    look: str
    find: str
    past: str
    kinds: tuple[Kinds, ...] = ("room", "hall", "passage", "cave")
    dry: bool = False


class Magic(_Shape, frozen=True, kw_only=True):
    """A magic thing."""

    id: str
    what: str
    effect: str
    sign: str
    alt: bool = False


class Good(_Shape, frozen=True, kw_only=True):
    """A thing of worth that is no coin and no magic."""

    id: str
    what: str
    value: float
    weight: float = 1.0


class Hiding(_Shape, frozen=True, kw_only=True):
    """A way in which a hoard is hidden."""

    id: str
    says: str
    find: str
    what: str = ""
    n: Literal["", "pl", "mass"] = ""
    look: str = ""
    box: str = ""
    lb: float = 1e9
    lid: bool = False
    raw: bool = False
    built: bool = False


class Letter(_Shape, frozen=True, kw_only=True):
    """A paper or an inscription that the players may hold in their hands."""

    id: str
    what: str
    on: Literal["paper", "wall"] = "paper"
    title: str
    text: str
    about: Literal["goal", "event", "secret", "key", "faction", "trap", "prisoner", "none"] = "event"
    themes: tuple[str, ...] = ()


class Person(_Shape, frozen=True, kw_only=True):
    """Somebody to talk to."""

    id: str
    name: str
    plural: str
    pose: str
    doing: str
    wants: str
    secret: str
    special: str = ""
    captive: bool = False
    reacts: Literal["wary", "trade", "flee", "ignores"] = "wary"
    themes: tuple[str, ...] = ()


class Lucky(_Shape, frozen=True, kw_only=True):
    """A lucky find."""

    id: str
    what: str
    n: Literal["", "pl", "mass"] = ""
    look: str = ""
    find: str
    gives: str
    value: float
    weight: float = 1.0


class ClueText(_Shape, frozen=True, kw_only=True):
    """The words of a clue."""

    on: Literal["paper", "wall", "floor", "view", "object", "any"]
    text: str


class Room(_Shape, frozen=True, kw_only=True):
    """What stands at the head of a function's file, above its things."""

    names: tuple[str, ...]
    kinds: tuple[Literal[Kinds, "junction", "landing"], ...]
    size: tuple[int, int]
    klass: Klass
    zone: float
    themes: tuple[str, ...]
    air: tuple[str, ...]
    entrance: bool = False
    goal: bool = False
    wet: bool = False


class ContainerTrap(_Shape, frozen=True, kw_only=True):
    """A trap on a chest."""

    sign: str
    trigger: str
    effect: str
    remedy: str


class Prize(_Shape, frozen=True, kw_only=True):
    """What a dungeon is entered for."""

    what: str
    kind: str
    value: float
    weight: float


class Stage(_Shape, frozen=True, kw_only=True):
    """The thing in the goal's room that keeps the promise of the hook."""

    what: str
    n: Literal["", "pl", "mass"] = ""
    look: str
    find: str
    do: str = ""
    sym: str = ""


class Event(_Shape, frozen=True, kw_only=True):
    """What went wrong in a place."""

    id: str
    who: tuple[str, ...]
    sex: Literal["", "m", "f"] = ""
    hook: str
    goal: Prize
    true: tuple[str, ...]
    false: tuple[str, ...]
    stage: Stage
    traces: tuple[Item, ...]
    titles: tuple[str, ...] = ()
    subtitles: tuple[str, ...] = ()


class Storey(_Shape, frozen=True, kw_only=True):
    """What a level of a place is called and like."""

    title: str
    text: str


class Theme(_Shape, frozen=True, kw_only=True):
    """What a dungeon was."""

    place: str
    emblems: tuple[str, ...]
    tags: tuple[str, ...]
    titles: tuple[str, ...]
    subtitles: tuple[str, ...]
    goal_rooms: tuple[str, ...]
    levels: tuple[Storey, ...]
    events: tuple[Event, ...]
