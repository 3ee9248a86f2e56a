"""What is being stocked: a key as it grows, and the dungeon round it with all that its parts must agree on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zinegen.dice import Stream
from zinegen.dungeon.model import (
    Area,
    Clue,
    Detail,
    Dungeon,
    Feature,
    Hazard,
    Rolled,
    Treasure,
    level_of,
)
from zinegen.dungeon.ways import Exit
from zinegen.recipe import Recipe
from zinegen.stock.choose import Bag
from zinegen.stock.dialect import in_dialect
from zinegen.stock.grammar import clause, definite, fill, polish, suits

WETS = ("pool", "lake", "well", "river", "stream")


def head(what: str) -> str:
    """The last word of what a thing is called: "case of gloves" is a case."""
    return what.split(" of ")[0].rsplit(" ", 1)[-1]


@dataclass(slots=True)
class Thing:
    """A detail of a key while it is written. Texts are clauses."""

    id: str
    what: str
    grammar: str = ""
    """"" for one thing, "pl" or "mass"."""
    level: str = "landmark"
    look: str = ""
    find: str = ""
    result: str = ""
    inside: str | None = None
    symbol: str = ""
    hide: str = ""
    """Where something can be hidden in it, as printed; empty where nothing can."""
    carries: str = ""
    fixed: bool = False
    """True for what carve drew: a stair, a pool."""
    keeps: bool = False
    """True when a key hangs on it."""
    shows: bool = False
    """True when what it bears is in sight, so that the first line must say its look."""
    told: bool = False
    """True when the hook or a rumour speaks of it, or it shows on which way one is, so that it must stay."""
    looked: bool = False
    """True when the first line says its look."""
    rare: float = 1.0
    """How much rather it stays in a long key than others, since it comes up seldom."""

    @property
    def head(self) -> str:
        """Its last word, by which two things of one room must differ."""
        return head(self.what)

    def detail(self) -> Detail:
        """The finished record."""
        return Detail(
            id=self.id, what=self.what, level=self.level,  # type: ignore[arg-type]
            look="" if self.looked else self.look, find=self.find, result=self.result, inside=self.inside,
        )  # fmt: skip


@dataclass(slots=True)
class Group:
    """An inhabitant while it is written."""

    id: str
    kind: Kind
    count: int
    hp: tuple[int, ...]
    pose: str = ""
    doing: str = ""
    wants: str = ""
    reaction: str = "wary"
    visible: bool = True
    faction: str | None = None
    home: bool = False
    secret: str = ""
    captive: str = ""
    """The id of the group that holds it."""
    bound: bool = False
    """Whether what it does is given: it walks a round, or is a lock."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A creature of the bestiary."""

    id: str
    words: dict[str, Any]
    tags: frozenset[str]
    hit_dice: float

    @property
    def name(self) -> str:
        return str(self.words["name"])

    @property
    def plural(self) -> str:
        return str(self.words["plural"])

    @property
    def hunts(self) -> bool:
        """Whether it lives on what it kills, or would; not what grazes."""
        return "grazes" not in self.tags

    @property
    def hands(self) -> bool:
        """Whether it has something to hold things with."""
        return "handless" not in self.tags

    @property
    def speaks(self) -> bool:
        """Whether it has a mouth to speak with."""
        return "mute" not in self.tags

    @property
    def sees(self) -> bool:
        """Whether it has eyes to read and aim with."""
        return "blind" not in self.tags

    def apt(self, texts: Iterable[str], count: int, *, wet: bool = True) -> list[str]:
        """The texts that suit so many of it, without their marks."""
        able = {"hunts": self.hunts, "hands": self.hands, "speaks": self.speaks, "sees": self.sees}
        fit = (suits(raw, count, wet=wet, **able) for raw in texts)
        return [text for text in fit if text is not None]

    @property
    def clan(self) -> str:
        """The class that its generic doings and leavings come from."""
        for clan in ("folk", "undead", "construct", "ooze", "plant", "spirit", "demon", "vermin", "beast", "giant"):
            if clan in self.tags:
                return clan
        return "beast"


@dataclass(slots=True)
class Draft:
    """A key while it is written."""

    area: Area
    level: int = field(init=False)
    depth: float
    """0 at the entrance of its level .. 1 at the farthest area."""
    steps: int
    """Keyed areas between it and the way into its level."""
    exits: tuple[Exit, ...]
    rooms: tuple[str, ...] = ()
    """The keyed areas next to it, each once."""
    function: str = ""
    klass: str = ""
    name: str = ""
    air: str = ""
    things: list[Thing] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    treasure: list[Treasure] = field(default_factory=list)
    hazards: list[Hazard] = field(default_factory=list)
    clues: list[Clue] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asides: list[str] = field(default_factory=list)
    """Notes that a key does without where it has grown long: what is heard, who comes."""
    features: list[Feature] = field(default_factory=list)
    rolls: list[Rolled] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.level = level_of(self.area.id)

    @property
    def id(self) -> str:
        return self.area.id

    @property
    def squares(self) -> int:
        return sum(x1 - x0 for _, x0, x1 in self.area.squares)

    @property
    def wet(self) -> bool:
        """Whether there is water in it."""
        return bool(self.area.water) or any(f.kind in WETS for f in self.area.features)

    @property
    def idle(self) -> bool:
        """Whether it holds no creature, no trap, no treasure and no clue."""
        return not (self.groups or self.hazards or self.treasure or self.clues)

    def fresh_id(self, base: str) -> str:
        """An id that no thing of it has."""
        taken = {thing.id for thing in self.things}
        return base if base not in taken else next(f"{base}-{n}" for n in range(2, 99) if f"{base}-{n}" not in taken)

    def thing(self, id_: str) -> Thing | None:
        """A thing by its id."""
        return next((thing for thing in self.things if thing.id == id_), None)

    def place(self, thing: Thing, *, first: bool = False) -> Thing:
        """Put a thing into the room, under an id of its own."""
        thing.id, thing.what = self.fresh_id(thing.id), polish(thing.what)
        self.things.insert(0 if first else len(self.things), thing)
        return thing


@dataclass(slots=True)
class Structure:
    """What the cycles and locks of the dungeon ask of its words."""

    locks: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Lock id -> its entry of the lexicon; a plain locked door has none."""
    key_names: dict[str, str] = field(default_factory=dict)
    way_names: dict[str, str] = field(default_factory=dict)
    """Portal id -> what it is called."""
    themes: dict[str, str] = field(default_factory=dict)
    """Area id -> the theme of the way it lies on."""
    busy: set[str] = field(default_factory=set)
    """Areas in which a thing stands for the sake of the structure."""
    dangers: set[str] = field(default_factory=set)
    """Areas whose lock is a trap or a hazard."""
    due: Counter[str] = field(default_factory=Counter)
    """Area id -> about how many words the structure will add to its key."""
    patrols: dict[str, str] = field(default_factory=dict)
    """Cycle id -> the group that walks round it."""


@dataclass(slots=True)
class World:
    """The dungeon being stocked, and what all its keys share."""

    dungeon: Dungeon
    recipe: Recipe
    bag: Bag
    themes: dict[int, str] = field(default_factory=dict)
    """Level number -> the id of its theme."""
    slots: dict[str, str] = field(default_factory=dict)
    """Names that belong to this dungeon: family, given, town, saint, god, goal."""
    event: dict[str, Any] = field(default_factory=dict)
    drafts: dict[str, Draft] = field(default_factory=dict)
    """Area id -> its draft, in the order of levels and keys; pinned areas have none."""
    known_names: set[str] = field(default_factory=set)
    structure: Structure = field(default_factory=Structure)

    def stream(self, *purpose: str | int) -> Stream:
        """The dice of one purpose."""
        marks = self.bag.again.marks(purpose) if self.bag.again else ()
        return Stream(self.dungeon.seed, "stock", *purpose, *marks)

    def on(self, level: int) -> list[Draft]:
        """The drafts of a level."""
        return [draft for draft in self.drafts.values() if draft.level == level]

    def say(self, words: str, **more: str) -> str:
        """A text with its slots filled, in the terms of the recipe's dialect."""
        return in_dialect(self.recipe.dialect, fill(words, {**self.slots, **more} if more else self.slots))

    def clause(self, words: str, **more: str) -> str:
        """A text with its slots filled, as a clause."""
        names = (self.slots["family"], self.slots["given"], self.slots["town"], self.slots["saint"])
        return clause(self.say(words, **more), names)

    def unsaid(self, texts: Sequence[str], *purpose: str | int) -> str:
        """A clause that no key has yet; empty when all are said."""
        fresh = [text for text in texts if not self.bag.used[text]]
        return self.clause(self.bag.text(fresh, *purpose)) if fresh else ""

    def the(self, name: str) -> str:
        """A room's name in a sentence: "the Buttery", but "Osric's Cell"."""
        own = tuple(polish(f"{self.slots[key]}'s ") for key in ("family", "given", "saint"))
        return name if name.startswith(own) else definite(name)

    def room(self, area: str) -> str:
        """An area's name in a sentence, of a pinned one too; empty where it has none."""
        draft = self.drafts.get(area)
        name = draft.name if draft else next((a.text.name for lv in self.dungeon.levels for a in lv.areas
                                              if a.id == area), "")  # fmt: skip
        return self.the(name) if name else ""

    def ref(self, area: str, level: int) -> str:
        """How a key of a level refers to an area: "9", or "2-9" on another level."""
        return area.split("-", 1)[1] if level_of(area) == level else area

    def heads_near(self, draft: Draft) -> set[str]:
        """The nouns of what stands in a room, and of what was put, or will be for the story, into those beside it."""
        near = [self.drafts[room] for room in draft.rooms if room in self.drafts]
        heads = {thing.head for thing in draft.things}
        if self.dungeon.goal in (draft.id, *draft.rooms):
            heads.add(head(self.event["stage"]["what"]))
        return heads.union(*({thing.head for thing in one.things if not thing.fixed} for one in near))

    def danger(self, level: int) -> int:
        """How dangerous a level is: its number, raised for a party of higher level."""
        return level + self.recipe.party_level - 1
