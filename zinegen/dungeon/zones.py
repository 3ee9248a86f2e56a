"""Zones to search: a Dungeon comes in, each passage and hall that is searched once goes out, named by what is near.

A passage has no number of its own, so that a game master finds it by the keyed areas at its ends.
"""

from __future__ import annotations

from collections import deque
from typing import Literal

import msgspec

from zinegen.dungeon.model import Area, Dungeon, Level

NEAREST = 3
"""So many keyed areas name a passage at most."""


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A passage or hall that may be searched once for secret doors."""

    level: int
    area: str
    key: int | None
    """Its number, where it has one."""
    near: tuple[str, ...]
    """The keyed areas that its ways lead to, the nearest first; empty where it has a number itself."""
    kind: str
    """As areas are: "hall", "passage", "junction"."""
    brings: Literal["nothing", "secret_door", "wandering_monster"]
    """What the search brings; the dice for it have been rolled."""


def zones(dungeon: Dungeon) -> tuple[Zone, ...]:
    """Every zone of every level in the order of the file: those with a number first; none where a system has none."""
    return tuple(_zone(level, area) for level in dungeon.levels for area in level.areas if area.search)


def _zone(level: Level, area: Area) -> Zone:
    assert area.search
    near = () if area.key is not None else _near(level, area.id)
    return Zone(level=level.number, area=area.id, key=area.key, near=near, kind=area.kind, brings=area.search)


def _near(level: Level, start: str) -> tuple[str, ...]:
    """The keyed areas that a passage leads to, by passages alone and by no secret door."""
    keyed = {area.id for area in level.areas if area.key is not None}
    seen, queue, found = {start}, deque([start]), list[str]()
    while queue and len(found) < NEAREST:
        here = queue.popleft()
        for portal in level.portals:
            if here not in portal.between or portal.secret or portal.kind == "false":
                continue
            other = portal.between[portal.between[0] == here]
            if other in seen:
                continue
            seen.add(other)
            (found if other in keyed else queue).append(other)
    return tuple(found[:NEAREST])
