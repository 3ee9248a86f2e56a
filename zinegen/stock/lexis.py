"""The word lists of stocking as records: loaded once, checked, in the order of the files.

A field that a list lacks or has too many is a LexiconError that names the list and the entry.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from zinegen.errors import LexiconError
from zinegen.stock.draft import Kind, Thing, head
from zinegen.stock.grammar import polish, word_count
from zinegen.stock.shapes import Danger, Item
from zinegen.words import home_of, lexicon, pool, remembered, told

S = TypeVar("S", bound=msgspec.Struct)
ONE_EVENT = 4.0
"""How much rather a trace is drawn that is of one story of its theme, not of any."""
IN_WATER = 10.0
"""How much rather a thing is drawn that needs water, where there is water."""
FEW_THEMES, SELDOM = 3, 3.0
"""How much rather a thing of a room stays that so few themes have, or of a room of water."""
ANY_USE = 3
"""What fits rooms of every use counts as fitting so many."""


class Entry(Item, frozen=True, kw_only=True):
    """A thing that can stand in a room; `id` holds the list's name too: "kitchen.oven"."""

    words: int = 0
    """How many words it takes in a key: its noun stands there twice."""
    rare: float = 1.0
    """How much rather it is drawn where it fits, since it fits seldom."""

    def thing(self, say: Any) -> Thing:
        """As a thing of a room. say: what makes clauses of texts."""
        return Thing(
            id=self.id.rsplit(".", 1)[-1], what=say(self.what), grammar=self.n, level=self.level,
            look=say(self.look), find=say(self.find), result=say(self.do), symbol=self.sym,
            hide=say(self.hide), carries=self.carries, rare=self.rare,
        )  # fmt: skip

    @property
    def head(self) -> str:
        """Its last word."""
        return head(self.what)


class Function(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an area was built for, or what a cave is like."""

    id: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    size: tuple[int, int]
    klass: str
    zone: float
    themes: tuple[str, ...]
    air: tuple[str, ...]
    things: tuple[Entry, ...]
    entrance: bool = False
    goal: bool = False
    wet: bool = False

    @property
    def seldom(self) -> bool:
        """Whether it is a room of water, or one that few themes have."""
        return self.wet or ("any" not in self.themes and len(self.themes) <= FEW_THEMES)


def entries(list_: str, prefix: str, raw: Any) -> tuple[Entry, ...]:
    """Things of a list; `prefix` goes before their ids. list_: the file, or the folder, that they stand in."""
    read = (_read({**one, "id": f"{prefix}.{one.get('id', '')}"}, Entry, list_) for one in raw)
    return tuple(msgspec.structs.replace(one, words=_words(one)) for one in read)


def _words(one: Entry) -> int:
    return word_count(f"{one.what} {one.what} {one.look} {one.find} {one.do}")


def _read(raw: dict[str, Any], shape: type[S], list_: str) -> S:
    """An entry as a record. Raises LexiconError that names file and entry."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as fault:
        name = raw.get("id", "")
        path = home_of(list_) or home_of(f"{list_}/{name.split('.')[0]}")
        where = told(path) if path else list_
        raise LexiconError(f"{where}, {name}: {fault}; write it as docs/words.md shows") from None


@remembered
def functions() -> dict[str, Function]:
    """Every function by its id."""
    out: dict[str, Function] = {}
    for id_, raw in lexicon("rooms").items():
        out[id_] = _read({**raw, "id": id_, "things": ()}, Function, f"rooms/{id_}")
        things = [{**one, "rare": SELDOM if out[id_].seldom else 1.0} for one in raw["things"]]
        out[id_] = msgspec.structs.replace(out[id_], things=entries(f"rooms/{id_}", id_, things))
    return out


@remembered
def kinds() -> dict[str, Kind]:
    """Every creature by its id."""
    return {
        id_: Kind(id_, _named(raw), frozenset(raw["tags"]), hit_dice(raw["hd"]))
        for id_, raw in lexicon("bestiary").items()
    }


def _named(raw: dict[str, Any]) -> dict[str, Any]:
    """A creature with its name and plural as they are printed."""
    return {**raw, "name": polish(raw["name"]), "plural": polish(raw["plural"])}


@remembered
def leavings() -> dict[str, tuple[Entry, ...]]:
    """Class of creature -> what it leaves in a room it lives in."""
    return {clan: entries(f"leavings/{clan}", clan, raw["entries"]) for clan, raw in lexicon("leavings").items()}


@remembered
def traces(theme: str, event: str) -> tuple[Entry, ...]:
    """What a theme's event left behind."""
    raw = next(one for one in lexicon("themes")[theme]["events"] if one["id"] == event)
    own = entries(f"themes/{theme}", f"{theme}.{event}", [{**one, "rare": ONE_EVENT} for one in raw["traces"]])
    more = [one for one in lexicon("traces").get(theme, {}).get("entries", ()) if one.get("event", event) == event]
    plain = [{**_own(one, Entry), "rare": ONE_EVENT if "event" in one else 1.0} for one in more]
    return own + entries(f"traces/{theme}", f"{theme}.any", plain)


@remembered
def stage(theme: str, event: str) -> Entry:
    """What of an event's story stands in the goal's room."""
    raw = next(one for one in lexicon("themes")[theme]["events"] if one["id"] == event)
    return entries(f"themes/{theme}", theme, [{**raw["stage"], "id": event}])[0]


@remembered
def goal_homes() -> tuple[Entry, ...]:
    """What can hold the prize of a dungeon."""
    return entries("stocking", "goal_home", lexicon("stocking")["goal_home"]["things"])


@remembered
def finds(klass: str, kind: str, theme: str, wet: bool) -> tuple[Entry, ...]:
    """What fits rooms of many functions: of such a use and kind, in such a theme."""
    fit = [
        one
        for one in pool("finds")
        if klass in one.get("klass", ()) or not one.get("klass")
        if kind in one.get("kinds", ("room", "hall"))
        if theme in one.get("themes", ()) or not one.get("themes")
        if wet or not one.get("wet")
    ]
    return entries("finds", "finds", [{**_own(one, Entry), "rare": _rarity(one)} for one in fit])


def _rarity(one: dict[str, Any]) -> float:
    """How much rather a find is drawn: the fewer uses of a room it fits, the more; most of all one of water."""
    uses = len(one.get("klass", ())) or (1 if "cave" in one.get("kinds", ()) else ANY_USE)
    return float(uses**-1.5 * (IN_WATER if one.get("wet") else 1.0))


@remembered
def opposed(theme: str) -> tuple[Entry, ...]:
    """What dresses a way of a theme, where a cycle has two opposed ones."""
    raw = [_own(one, Entry) for one in pool("opposed") if one["file"] == theme]
    return entries(f"opposed/{theme}", "opposed", raw)


@remembered
def traps(list_: str) -> tuple[Danger, ...]:
    """The `hazards` or the `tricks`."""
    return tuple(_read(_own(one, Danger) | {"id": one["id"].split(".", 1)[1]}, Danger, f"{list_}/{one['file']}")
                 for one in pool(list_))  # fmt: skip


@remembered
def danger_grammar() -> dict[str, str]:
    """The name of each trap, hazard and trick -> "pl" or "mass", where it takes no article."""
    named = [(one["name"], one.get("called", "")) for one in (*pool("hazards"), *pool("tricks"))]
    named += [(one["name"], one.get("called", "")) for one in lexicon("container_traps").values()]
    named += [(one["what"], one.get("n", "")) for one in pool("locks")]
    return {polish(name): grammar for name, grammar in named}


def _own(raw: dict[str, Any], shape: type[msgspec.Struct]) -> dict[str, Any]:
    """Those fields of an entry that a shape has."""
    return {key: value for key, value in raw.items() if key in shape.__struct_fields__}


def hit_dice(text: str) -> float:
    """Hit dice as a number: "1/2" 0.5, "1-1" 0.75, "3+1" 3.25."""
    if text == "1/2":
        return 0.5
    for sign, share in (("-", -0.25), ("+", 0.25)):
        if sign in text:
            whole, more = text.split(sign)
            return int(whole) + share * min(int(more), 3)
    return float(text)
