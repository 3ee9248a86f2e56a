"""What a roll of document 002 has to show for itself on a finished level: used by the tests of passages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from zinegen.dungeon.model import SURFACE, Area, Dungeon, Level, Link, Portal, Rolled, level_of
from zinegen.rolltable import table

NOT_TAKEN = ("rerolled", "misfit", "no_room", "unlocked")
"""Bends of rolls that something else came of."""
ROOMS = ("room", "cave")
"""What may lie behind a door: a room of special shape may be a cave."""
DOORS = {44: "barred", 45: "locked", 46: "reinforced"}


def taken(dungeon: Dungeon) -> Iterator[tuple[Level, Area, Rolled]]:
    """Every roll of the levels of passages that was taken and drawn."""
    for level in dungeon.levels:
        if level.system == "passages":
            for area in level.areas:
                for roll in area.rolls:
                    if roll.drawn and roll.bend not in NOT_TAKEN:
                        yield level, area, roll


def drawn(dungeon: Dungeon) -> Counter[str]:
    """How often each entry, alternate and misfit outcome stands drawn in a dungeon.

    Raises: AssertionError for a roll that is said to be drawn and has nothing to show for itself.
    """
    seen: Counter[str] = Counter()
    for level, area, roll in taken(dungeon):
        if roll.table == "passages_d66":
            name = f"{roll.rolled[0]}{' out of a room' if roll.bend == 'leaving_room' else ''}"
            assert _entry(dungeon, level, area, roll), (dungeon.seed, area.id, name)
        elif roll.table == "passage_misfit":
            name = f"misfit {roll.rolled[0]}{' trapdoor' if roll.bend == 'trapdoor' else ''}"
            assert _misfit(dungeon, level, area, roll), (dungeon.seed, area.id, name)
        elif roll.table == "misfit_stairwell":
            name = "misfit 2 " + ("ladder" if roll.rolled[0] <= 2 else "stairs")
        elif roll.table == "niche":
            name = f"niche {roll.rolled[0]}"
        elif roll.table == "secret_door_search":
            name = f"search {area.search or 'forgotten'}"
            assert area.search == table("secret_door_search").at(roll.rolled[0]).get("outcome", "nothing")
        else:
            continue
        seen[name] += 1
    return seen


def _around(level: Level, area: Area) -> list[Portal]:
    return [portal for portal in level.portals if area.id in portal.between]


def _links(dungeon: Dungeon, area: Area) -> list[tuple[Link, int]]:
    """The links of an area, with the level at the other end (0: the surface)."""
    out = []
    for link in dungeon.links:
        ends = [link.from_.area, link.to.area]
        if area.id in ends:
            other = ends[1 - ends.index(area.id)]
            out.append((link, 0 if other == SURFACE else level_of(other)))
    return out


def _entry(dungeon: Dungeon, level: Level, area: Area, roll: Rolled) -> bool:
    """Whether an entry of the list of passages can be seen where it was rolled."""
    face = roll.rolled[0]
    result = table("passages_d66").at(face)
    alternate = roll.bend == "leaving_room"
    entry = result["from_room"] if alternate else result
    portals, links = _around(level, area), _links(dungeon, area)
    beyond = {p.kind for p in portals}
    match entry["kind"]:
        case "room":
            return area.kind in ROOMS
        case "hall":
            doors = entry.get("doors", ())
            ways = len(entry.get("exits", doors))
            rooms = sum(_kind(level, p, area) in ROOMS for p in portals)
            return area.kind == "hall" and (area.hidden or (len(portals) >= ways and rooms >= len(doors)))
        case "stairs":
            down = entry["direction"] == "down"
            return area.kind == "landing" and any((to > level.number) == down for _, to in links)
        case "door":
            if face not in DOORS:
                return area.kind != "room" and any(_kind(level, p, area) in ROOMS for p in portals)
            return area.hidden or DOORS[face] in beyond
        case "gate":
            return "portcullis" in beyond
        case "passage" if "content" in entry or "niches" in entry:
            words = {"trap_or_hazard": "trap", "encounter": "monster", "feature": "feature"}
            if "niches" in entry:
                return area.shape == "polygon" and sum(r.table == "niche" for r in area.rolls) == 2
            return area.key is not None and words[entry["content"]] in area.contents
        case "lucky_find":
            return area.key is not None and "lucky_find" in area.contents
        case "passage_end":
            return sum(_kind(level, p, area) in ROOMS for p in portals) >= 2
        case "t_junction" | "crossroads":
            return area.kind != "room" and len(portals) > len(entry["exits"])
        case "u_turn":
            return area.shape == "polygon" and len(portals) == 2
        case "y_junction":
            return area.shape in ("polygon", "diagonal") and len(portals) == 3
        case "dead_end":
            return area.kind != "room"
        case _:  # a passage ahead, a turn
            ways = 0 if entry["exits"] == ["ahead"] else len(entry["exits"])
            return area.kind in ("passage", "junction") and (not alternate or len(portals) > ways)


def _narrow(level: Level, area: str) -> bool:
    """Whether an area is a passage of one square's width."""
    one = next(one for one in level.areas if one.id == area)
    return one.kind == "passage" and one.width_ft == 5


def _kind(level: Level, portal: Portal, area: Area) -> str:
    other = portal.between[1] if portal.between[0] == area.id else portal.between[0]
    return next(one.kind for one in level.areas if one.id == other)


def _misfit(dungeon: Dungeon, level: Level, area: Area, roll: Rolled) -> bool:
    """Whether an outcome of the misfit table can be seen where it was rolled."""
    portals = _around(level, area)
    beside = [p.between[1] if p.between[0] == area.id else p.between[0] for p in portals]
    match roll.rolled[0]:
        case 1:
            return "trap" in area.contents and area.key is not None
        case 2:
            near = [one for one in level.areas if one.id == area.id or one.id in beside]
            return any(to != level.number for one in near for _, to in _links(dungeon, one))
        case 3:
            return any(_narrow(level, id_) for id_ in beside)
        case 5 if roll.bend == "trapdoor":
            return any(link.kind == "trapdoor" for link, _ in _links(dungeon, area))
        case 5:
            return any(_kind(level, p, area) in ROOMS for p in portals)
        case 6:
            return any(link.kind == "teleporter" and link.one_way for link, _ in _links(dungeon, area))
        case _:
            return area.kind != "room"
