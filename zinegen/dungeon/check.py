"""Integrity: a Dungeon comes in, every contradiction in it goes out as a Finding.

It looks for whatever a person can do to a dungeon.json with an editor, so that `print` never meets it. Whether the
dungeon is fair is another question (`fairness`).
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator

import msgspec

from zinegen.dungeon.checkkeys import key_findings
from zinegen.dungeon.checkplan import plan_findings
from zinegen.dungeon.finding import Finding
from zinegen.dungeon.model import SURFACE, Area, Dungeon, Level, Link, level_of

__all__ = ["Finding", "integrity"]

PRINTED = ("layout", "paper", "ink", "keys", "products")
"""Keys of the recipe that printing needs."""
LONGEST_SEED = 200
_STEPLESS = ("teleporter", "chasm_sight")
"""Links whose ends need not lie one over the other."""
_FORBIDDEN = re.compile(rb"(?<!\\)(?:\\\\)*\\(?:b|f|u00[0-9a-f]{2})|\xef\xbf[\xbe\xbf]")
"""Characters that no page can hold, as JSON writes them."""


def integrity(dungeon: Dungeon) -> list[Finding]:
    """Every contradiction in a dungeon, in the order of the file; none in a sound one."""
    return [
        *_head(dungeon),
        *_ids(dungeon),
        *_levels(dungeon),
        *(finding for level in dungeon.levels for finding in plan_findings(level)),
        *(finding for level in dungeon.levels for finding in _flow(level)),
        *_links(dungeon),
        *_locks(dungeon),
        *key_findings(dungeon),
        *_characters(dungeon),
    ]


def _is_day(text: str) -> bool:
    """Whether it is a day that exists, as YYYY-MM-DD."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _head(dungeon: Dungeon) -> Iterator[Finding]:
    """Title, seed, date, recipe, entrance and goal."""
    if not dungeon.title.strip():
        yield Finding("title", "title", "is empty: give the dungeon a name")
    if not 1 <= len(dungeon.seed) <= LONGEST_SEED:
        yield Finding("seed", "seed", f"has {len(dungeon.seed)} characters: 1 to {LONGEST_SEED} are allowed")
    if dungeon.date is not None and not _is_day(dungeon.date):
        yield Finding("date", "date", f"{dungeon.date!r} is no date: write a day that exists as YYYY-MM-DD, or null")
    for key in PRINTED:
        if key not in dungeon.recipe:
            yield Finding("recipe", "recipe", f"lacks {key!r}, which printing needs: put it back")
    areas = {area.id for level in dungeon.levels for area in level.areas}
    for what, id_ in (("entrance", dungeon.entrance), ("goal", dungeon.goal)):
        if id_ not in areas:
            yield Finding(
                what, what, f"there is no area {id_}: name one that exists, such as {min(areas, default='1-1')}"
            )


def _ids(dungeon: Dungeon) -> Iterator[Finding]:
    """Every id once, across areas, portals, links, locks, key items and factions."""
    seen: dict[str, str] = {}
    things: list[tuple[str, Iterable[str]]] = [
        *(("area", (a.id for a in level.areas)) for level in dungeon.levels),
        *(("closet", (c.area.id for c in level.reserved)) for level in dungeon.levels),
        *(("portal", (p.id for p in level.portals)) for level in dungeon.levels),
        *(("portal", (c.portal.id for c in level.reserved)) for level in dungeon.levels),
        *(("cycle", (c.id for c in level.flow.cycles)) for level in dungeon.levels),
        ("link", (link.id for link in dungeon.links)),
        ("lock", (lock.id for lock in dungeon.locks)),
        ("key item", (item.id for item in dungeon.key_items)),
        ("faction", (faction.id for faction in dungeon.factions)),
    ]
    for what, ids in things:
        for id_ in ids:
            if not id_:
                yield Finding("id", what, f"a {what} has an empty id: give it one")
            elif id_ in seen or id_ == SURFACE:
                yield Finding("id", id_, f"the id of two things ({seen.get(id_, 'the surface')}, {what}): rename one")
            seen[id_] = what


def _levels(dungeon: Dungeon) -> Iterator[Finding]:
    """Levels count down from 1; areas are numbered as their ids say."""
    if not dungeon.levels:
        yield Finding("level", "levels", "there are none: a dungeon has one at least")
    for number, level in enumerate(dungeon.levels, 1):
        if level.number != number:
            yield Finding(
                "level", f"level {level.number}", f"stands in place {number}: levels count 1, 2, 3 downwards"
            )
        if not level.areas:
            yield Finding("level", f"level {level.number}", "has no areas: add one, or take the level out")
        keys: dict[int, str] = {}
        for area in level.areas:
            yield from _number(level, area)
            if area.key is not None:
                if area.key in keys:
                    yield Finding("key", area.id, f"has the number {area.key}, as {keys[area.key]} has: change one")
                keys.setdefault(area.key, area.id)


def _number(level: Level, area: Area) -> Iterator[Finding]:
    if area.key is not None:
        if area.key < 1:
            yield Finding("key", area.id, f"has the number {area.key}: keys count from 1")
        elif area.id != f"{level.number}-{area.key}":
            yield Finding(
                "key", area.id, f"is key {area.key} of level {level.number}: its id must be {level.number}-{area.key}"
            )
    elif not re.fullmatch(rf"{level.number}-.*[^\d].*", area.id):
        yield Finding("key", area.id, f"has no key: give it an id such as {level.number}-a1, with a letter in it")


def _flow(level: Level) -> Iterator[Finding]:
    """Sights, cycles and arcs name areas of their level."""
    areas = {area.id for area in level.areas}
    cycles = {cycle.id for cycle in level.flow.cycles}
    named: list[tuple[str, str, Iterable[str | None]]] = [
        *(("sight", f"{s.from_} to {s.to}", (s.from_, s.to)) for s in level.sights),
        *(("cycle", c.id, (*c.areas, c.start, c.goal, *c.route, *c.marks.values())) for c in level.flow.cycles),
        *(("arc", f"arc of {a.cycle}", (a.from_, a.to, *a.areas)) for a in level.flow.arcs),
    ]
    for code, where, ids in named:
        for id_ in ids:
            if id_ is not None and id_ not in areas:
                yield Finding(code, where, f"names {id_}, which is no area of level {level.number}: name one that is")
    portals = {portal.id for portal in level.portals}
    doors = [("cycle", c.id, c.barrier_at) for c in level.flow.cycles if c.barrier_at]
    doors += [("arc", f"arc of {a.cycle}", door) for a in level.flow.arcs for door in a.doors]
    for code, where, id_ in doors:
        if id_ not in portals:
            yield Finding(code, where, f"names {id_}, which is no portal of level {level.number}: name one that is")
    parents = [(c.id, c.parent) for c in level.flow.cycles if c.parent is not None]
    for where, id_ in (*parents, *((f"arc of {a.cycle}", a.cycle) for a in level.flow.arcs)):
        if id_ not in cycles:
            yield Finding(
                "cycle", where, f"there is no cycle {id_} on level {level.number}: name one, or take it out"
            )


# ------------------------------------------------------------------------------------------------- links and locks


def _links(dungeon: Dungeon) -> Iterator[Finding]:
    """Links join areas that exist, at places inside them, one over the other; symbols of links belong to links."""
    areas = {area.id: area for level in dungeon.levels for area in level.areas}
    links = {link.id: link for link in dungeon.links}
    for link in dungeon.links:
        yield from _link(link, areas)
    for area in areas.values():
        for feature in area.features:
            if feature.link is None:
                continue
            link_ = links.get(feature.link)
            if link_ is None:
                said = f"its {feature.kind} belongs to {feature.link}, which is no link: name one, or null"
                yield Finding("feature", area.id, said)
            elif area.id not in (link_.from_.area, link_.to.area):
                yield Finding(
                    "feature", area.id, f"its {feature.kind} belongs to {link_.id}, which does not end here"
                )


def _link(link: Link, areas: dict[str, Area]) -> Iterator[Finding]:
    ends = (link.from_, link.to)
    missing = [end.area for end in ends if end.area != SURFACE and end.area not in areas]
    for id_ in missing:
        yield Finding("link", link.id, f"leads to {id_}, which does not exist: name an area, or {SURFACE!r}")
    if missing:
        return
    if link.from_.area == link.to.area:
        yield Finding("link", link.id, f"leads from {link.from_.area} to itself: name another area")
        return
    for end in ends:
        if end.area != SURFACE and not _stands_in(end.at, areas[end.area]):
            yield Finding(
                "link",
                link.id,
                f"its end at {_place(end.at)} is not inside {end.area}: move it, or name another area",
            )
    if link.kind not in _STEPLESS and SURFACE not in (link.from_.area, link.to.area):
        if max(abs(a - b) for a, b in zip(link.from_.at, link.to.at, strict=True)) > 0.01:
            yield Finding(
                "link",
                link.id,
                f"goes in at {_place(link.from_.at)} and comes out at {_place(link.to.at)}: make them one",
            )
        if level_of(link.from_.area) == level_of(link.to.area):
            yield Finding("link", link.id, "both its ends are on one level: only a teleporter may do that")


def _stands_in(place: tuple[float, float], area: Area) -> bool:
    """Whether a place is on a square of an area, or on the edge of one."""
    x, y = place
    return any(row - 0.01 <= y <= row + 1.01 and x0 - 0.01 <= x <= x1 + 0.01 for row, x0, x1 in area.squares)


def _place(at: tuple[float, float]) -> str:
    return f"[{at[0]:g}, {at[1]:g}]"


def _locks(dungeon: Dungeon) -> Iterator[Finding]:
    """Locks guard what names them, have keys that lie somewhere, and keys open something."""
    locks = {lock.id: lock for lock in dungeon.locks}
    areas = {area.id for level in dungeon.levels for area in level.areas}
    doors = {p.id: p.lock for level in dungeon.levels for p in level.portals} | {k.id: k.lock for k in dungeon.links}
    items = {item.id for item in dungeon.key_items}
    for id_, lock_id in doors.items():
        if lock_id is not None and lock_id not in locks:
            yield Finding(
                "lock", id_, f"has the lock {lock_id}, which does not exist: add it to locks, or write null"
            )
        elif lock_id is not None and locks[lock_id].guards != id_:
            yield Finding(
                "lock", id_, f"has the lock {lock_id}, which guards {locks[lock_id].guards}: make them agree"
            )
    for lock in dungeon.locks:
        if lock.guards not in doors and lock.guards not in areas:
            yield Finding("lock", lock.id, f"guards {lock.guards}, which is no portal, link or area: name one")
        elif lock.guards in doors and doors[lock.guards] != lock.id:
            yield Finding(
                "lock", lock.id, f"guards {lock.guards}, whose lock is {doors[lock.guards]}: make them agree"
            )
        if lock.area and lock.area not in areas:
            yield Finding("lock", lock.id, f"stands in {lock.area}, which does not exist: name an area, or nothing")
        if lock.hardness == "hard" and not lock.keys:
            yield Finding("lock", lock.id, "is hard and has no key: give it one, or make it soft")
        for key in lock.keys:
            if key not in items:
                yield Finding("lock", lock.id, f"its key {key} does not exist: add it to key_items")
    cycles = [cycle for flow in (dungeon.flow, *(lv.flow for lv in dungeon.levels)) for cycle in flow.cycles]
    for cycle in cycles:
        if cycle.lock is not None and cycle.lock not in locks:
            yield Finding("cycle", cycle.id, f"its goal holds {cycle.lock}, which is no lock: name one, or null")
    wanted = {key for lock in dungeon.locks for key in lock.keys}
    for item in dungeon.key_items:
        if item.id not in wanted:
            yield Finding("key item", item.id, "opens no lock: add it to the keys of one, or take it out")
        if item.in_ not in areas:
            yield Finding("key item", item.id, f"lies in {item.in_}, which does not exist: name an area")


# ------------------------------------------------------------------------------------------------------ characters


def _characters(dungeon: Dungeon) -> Iterator[Finding]:
    """No text holds a character that a page cannot hold, such as NUL."""
    if _FORBIDDEN.search(msgspec.json.encode(dungeon)) is None:
        return
    for where, text in _texts(msgspec.to_builtins(dungeon), ""):
        found = _FORBIDDEN.search(msgspec.json.encode(text))
        if found:
            yield Finding("character", where, f"holds a character that cannot be printed ({text!r:.40}): take it out")


def _texts(value: object, where: str) -> Iterator[tuple[str, str]]:
    """Every text of a tree, with its place."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _texts(part, f"{where}.{key}" if where else str(key))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _texts(part, f"{where}[{number}]")
