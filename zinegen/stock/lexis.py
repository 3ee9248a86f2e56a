"""The word lists of stocking as records: loaded once, checked, in the order of the files.

A field that a list lacks or has too many is a LexiconError that names the list and the entry.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from zinegen.errors import LexiconError
from zinegen.stock.draft import Kind, Thing
from zinegen.stock.grammar import polish
from zinegen.words import lexicon, pool


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A thing that can stand in a room; `id` holds the list's name too: "kitchen.oven"."""

    id: str
    what: str
    n: str = ""
    look: str = ""
    find: str = ""
    do: str = ""
    hide: str = ""
    sym: str = ""
    carries: str = ""
    dry: bool = False
    level: str = "landmark"

    def thing(self, say: Any) -> Thing:
        """As a thing of a room. say: what makes clauses of texts."""
        return Thing(
            id=self.id.rsplit(".", 1)[-1], what=say(self.what), grammar=self.n, level=self.level,
            look=say(self.look), find=say(self.find), result=say(self.do), symbol=self.sym,
            hide=say(self.hide), carries=self.carries,
        )  # fmt: skip

    @property
    def head(self) -> str:
        """Its last word."""
        return self.what.split(" of ")[0].rsplit(" ", 1)[-1]


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


class Trap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A trap or trick of a whole room."""

    id: str
    name: str
    what: str
    n: str = ""
    look: str
    sign: str
    trigger: str
    effect: str
    remedy: str
    sym: str = ""
    dry: bool = False
    kinds: tuple[str, ...] = ()
    file: str = ""


def entries(list_: str, prefix: str, raw: Any) -> tuple[Entry, ...]:
    """Things of a list; `prefix` goes before their ids."""
    try:
        return tuple(msgspec.convert({**one, "id": f"{prefix}.{one['id']}"}, Entry) for one in raw)
    except (msgspec.ValidationError, KeyError) as fault:
        raise LexiconError(f"lexicon/en/{list_}.toml, {prefix}: {fault}") from None


@cache
def functions() -> dict[str, Function]:
    """Every function by its id."""
    out: dict[str, Function] = {}
    for id_, raw in lexicon("rooms").items():
        try:
            out[id_] = msgspec.convert({**raw, "id": id_, "things": ()}, Function)
        except msgspec.ValidationError as fault:
            raise LexiconError(f"lexicon/en/rooms/{id_}.toml: {fault}") from None
        out[id_] = msgspec.structs.replace(out[id_], things=entries(f"rooms/{id_}", id_, raw["things"]))
    return out


@cache
def kinds() -> dict[str, Kind]:
    """Every creature by its id."""
    return {
        id_: Kind(id_, _named(raw), frozenset(raw["tags"]), hit_dice(raw["hd"]))
        for id_, raw in lexicon("bestiary").items()
    }


def _named(raw: dict[str, Any]) -> dict[str, Any]:
    """A creature with its name and plural as they are printed."""
    return {**raw, "name": polish(raw["name"]), "plural": polish(raw["plural"])}


@cache
def leavings() -> dict[str, tuple[Entry, ...]]:
    """Class of creature -> what it leaves in a room it lives in."""
    return {clan: entries(f"leavings/{clan}", clan, raw["entries"]) for clan, raw in lexicon("leavings").items()}


@cache
def traces(theme: str, event: str) -> tuple[Entry, ...]:
    """What a theme's event left behind."""
    raw = next(one for one in lexicon("themes")[theme]["events"] if one["id"] == event)
    own = entries(f"themes/{theme}", f"{theme}.{event}", raw["traces"])
    more = [one for one in lexicon("traces").get(theme, {}).get("entries", ()) if one.get("event", event) == event]
    plain = [{key: value for key, value in one.items() if key != "event"} for one in more]
    return own + entries(f"traces/{theme}", f"{theme}.any", plain)


@cache
def stage(theme: str, event: str) -> Entry:
    """What of an event's story stands in the goal's room."""
    raw = next(one for one in lexicon("themes")[theme]["events"] if one["id"] == event)
    return entries(f"themes/{theme}", theme, [{**raw["stage"], "id": event}])[0]


@cache
def goal_homes() -> tuple[Entry, ...]:
    """What can hold the prize of a dungeon."""
    return entries("stocking", "goal_home", lexicon("stocking")["goal_home"]["things"])


@cache
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
    raw = [{k: v for k, v in one.items() if k in Entry.__struct_fields__} for one in fit]
    return entries("finds", "finds", raw)


@cache
def opposed(theme: str) -> tuple[Entry, ...]:
    """What dresses a way of a theme, where a cycle has two opposed ones."""
    raw = [{k: v for k, v in one.items() if k in Entry.__struct_fields__} for one in pool("opposed")
           if one["file"] == theme]  # fmt: skip
    return entries(f"opposed/{theme}", "opposed", raw)


@cache
def traps(list_: str) -> tuple[Trap, ...]:
    """The `hazards` or the `tricks`."""
    out = []
    for one in pool(list_):
        try:
            out.append(msgspec.convert({**one, "id": one["id"].split(".", 1)[1]}, Trap))
        except msgspec.ValidationError as fault:
            raise LexiconError(f"lexicon/en/{list_}/{one['file']}.toml, {one['id']}: {fault}") from None
    return tuple(out)


def hit_dice(text: str) -> float:
    """Hit dice as a number: "1/2" 0.5, "1-1" 0.75, "3+1" 3.25."""
    if text == "1/2":
        return 0.5
    for sign, share in (("-", -0.25), ("+", 0.25)):
        if sign in text:
            whole, more = text.split(sign)
            return int(whole) + share * min(int(more), 3)
    return float(text)
