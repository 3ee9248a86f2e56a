"""A dungeon.json, looked up: what laws of facts are written with.

Nothing here knows how a dungeon is made: it reads the file, and the word lists where a name must be looked up.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any

from zinegen.words import lexicon

Json = dict[str, Any]
REF = re.compile(r"\((\d+(?:-\d+)?)(?:, hidden)?\)")
WET = {"pool", "lake", "well", "fountain", "river", "stream"}
SLOT = re.compile(r"\{\w+\}")


class Facts:
    """A dungeon, looked up."""

    def __init__(self, dungeon: Json) -> None:
        self.dungeon = dungeon
        self.all = {area["id"]: area for level in dungeon["levels"] for area in level["areas"]}
        self.areas = {id_: area for id_, area in self.all.items() if area["key"] is not None}
        self.portals = {p["id"]: p for level in dungeon["levels"] for p in level["portals"]}
        self.links = {link["id"]: link for link in dungeon["links"]}
        self.items = {item["id"]: item for item in dungeon["key_items"]}
        self.locks = {lock["id"]: lock for lock in dungeon["locks"]}
        self.levels = {area: int(area.split("-")[0]) for area in self.all}

    def ids(self, area: Json) -> set[str]:
        """What can be pointed at in an area."""
        return {d["id"] for d in area["text"]["details"]} | {one["id"] for one in area["inhabitants"]}

    def home(self, id_: str) -> set[str]:
        """The areas that an id means."""
        if id_ in self.all:
            return {id_}
        if id_ in self.portals:
            return set(self.portals[id_]["between"])
        if id_ in self.links:
            return {self.links[id_][end]["area"] for end in ("from", "to")}
        if id_ in self.items:
            return {self.items[id_]["in"]}
        if id_ in self.locks:
            return {self.locks[id_]["area"]} if self.locks[id_]["area"] else self.home(self.locks[id_]["guards"])
        for area in self.areas.values():
            things = (*area["hazards"], *area["treasure"], *area["inhabitants"], *area["text"]["details"])
            if any(one["id"] == id_ for one in things) and id_.startswith(area["id"]):
                return {area["id"]}
        return set()

    @property
    def ways(self) -> list[tuple[str, str, str, str]]:
        """Portals and links as they can be walked: from, to, id, lock."""
        out = []
        for one in (*self.portals.values(), *self.links.values()):
            a, b = one["between"] if "between" in one else (one["from"]["area"], one["to"]["area"])
            lock = one["lock"] or ""
            if one["kind"] in ("false", "chasm_sight"):
                continue
            one_way = one["one_way"]
            if one_way != a:
                out.append((a, b, one["id"], lock))
            if one_way is None or one_way is False or one_way == a:
                out.append((b, a, one["id"], lock))
        return out

    def reach(self, *, without: frozenset[str] = frozenset(), shut: frozenset[str] = frozenset()) -> set[str]:
        """The areas one comes to from the entrance; `without` locks, with `shut` ways out of use."""
        seen, edge = {self.dungeon["entrance"]}, deque([self.dungeon["entrance"]])
        steps: dict[str, list[tuple[str, str, str]]] = {}
        for a, b, id_, lock in self.ways:
            steps.setdefault(a, []).append((b, id_, lock))
        while edge:
            for b, id_, lock in steps.get(edge.popleft(), ()):
                if b not in seen and id_ not in shut and lock not in without:
                    seen.add(b)
                    edge.append(b)
        return seen


def clues_of(facts: Facts) -> Iterator[tuple[str, Json]]:
    """Every clue with the area that it lies in."""
    for id_, area in facts.areas.items():
        for clue in area["clues"]:
            yield id_, clue


def wet(area: Json, *, but: frozenset[str] = frozenset()) -> bool:
    """Whether an area has water in it, some kinds of it not counted."""
    return bool(area["water"]) or any(one["kind"] in WET - but for one in area["features"])


def said(area: Json) -> Iterator[str]:
    """Every text of a key that may name another area by its number."""
    yield from area["text"]["notes"]
    yield from (detail[part] for detail in area["text"]["details"] for part in ("look", "find", "result"))
    yield from (one[part] for one in area["inhabitants"] for part in ("doing", "wants", "special", "secret"))
    yield from (hazard[part] for hazard in area["hazards"] for part in ("sign", "trigger", "effect", "remedy"))


def full(area: str, ref: str) -> str:
    """The id of the area that a text means by a number: "(4)" in 2-7 is 2-4."""
    return ref if "-" in ref else f"{area.split('-')[0]}-{ref}"


@cache
def tags(creature: str) -> frozenset[str]:
    """What the bestiary says a creature is."""
    return frozenset(lexicon("bestiary").get(creature, {}).get("tags", ()))


@cache
def _functions() -> dict[str, str]:
    """The name of a room -> what it was built for."""
    return {name.replace("'", "’"): id_ for id_, words in lexicon("rooms").items() for name in words["names"]}


def function_of(name: str) -> str:
    """What a room was built for, by its name or the end of it ("Lower Larder"); empty where nothing tells."""
    words = name.split()
    ends = (" ".join(words[n:]) for n in range(len(words)))
    return next((_functions()[end] for end in ends if end in _functions()), "")
