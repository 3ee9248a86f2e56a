"""Which passages of a level are cut out in one piece, and what a piece is called."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from zinegen.dungeon.model import Area, Level
from zinegen.words import word

MOST = (7, 10)
"""Squares: what is joined still goes on any sheet."""
FULL = 0.6
"""How much of the box round it joined passages fill at least: what bends takes less paper in two pieces."""
NAMED = 3
"""The most rooms after which a passage is called."""


def joined(level: Level) -> list[tuple[str, ...]]:
    """The areas without a key, by id, those in one piece that run into each other without a door and straight on."""
    bare = {area.id: area for area in level.areas if area.key is None}
    groups: dict[str, tuple[str, ...]] = {id_: (id_,) for id_ in bare}
    for portal in level.portals:
        a, b = portal.between
        if portal.kind != "open" or a not in bare or b not in bare or groups[a] == groups[b]:
            continue
        both = tuple(id_ for id_ in bare if id_ in groups[a] + groups[b])
        if _is_compact([bare[id_] for id_ in both]):
            groups |= dict.fromkeys(both, both)
    return list(dict.fromkeys(groups.values()))


def _is_compact(areas: Sequence[Area]) -> bool:
    whole = shapely.union_all([shapely.Polygon(area.outline) for area in areas])
    x0, y0, x1, y1 = whole.bounds
    sides = sorted((x1 - x0, y1 - y0))
    return bool(sides[0] <= MOST[0] and sides[1] <= MOST[1] and whole.area >= FULL * sides[0] * sides[1])


def label_of(level: Level, areas: Sequence[Area]) -> str:
    """What a piece is called: a room by its number, a passage by the rooms that it joins."""
    if areas[0].key is not None:
        return areas[0].id
    ids = {area.id for area in areas}
    beyond = {id_ for portal in level.portals if ids & set(portal.between) for id_ in portal.between} - ids
    rooms = sorted(
        (area for area in level.areas if area.id in beyond and area.key is not None), key=lambda a: a.key or 0
    )
    names = ", ".join(area.id for area in rooms[:NAMED])
    return word("press", "battlemap", "way", rooms=names) if names else word("press", "battlemap", "passage")
