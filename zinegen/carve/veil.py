"""Second thoughts about secret doors: a carved dungeon comes in, one whose secrets keep themselves goes out.

A passage that can be walked into and then ends at a secret door gives that door away, so its near end becomes secret
too. A secret door that leads back to where one stands, or beside an open way to the same place, is worth no search:
the passage behind the one is taken away, the other is a plain door.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from zinegen.dungeon.model import SURFACE, Dungeon, Level, Portal

CORRIDORS = ("passage", "junction", "landing")
TWIN_STEPS = 2
"""Pieces of passage between two areas that make a secret door between them pointless."""
PLAIN = ("open", "arch", "door", "double", "stuck", "curtain")
"""The portals that may turn out to be secret doors."""


def veil(dungeon: Dungeon) -> Dungeon:
    """Hide the near ends of passages that only secret doors explain; leave no secret that is worth no search."""
    bound = {end.area for link in dungeon.links for end in (link.from_, link.to)} - {SURFACE}
    bound |= {dungeon.entrance, dungeon.goal} | {item.in_ for item in dungeon.key_items}
    held = {lock.guards for lock in dungeon.locks}
    levels = tuple(
        _without_rings(_veiled(_without_twins(level, held), bound, held), bound)
        if level.system == "labyrinth"
        else level
        for level in dungeon.levels
    )
    return replace(dungeon, levels=levels)


def _without_twins(level: Level, held: set[str]) -> Level:
    """Make a plain door of each secret one between two areas that lie a few steps apart by open passages."""
    around = _neighbours(p for p in level.portals if not p.secret and p.one_way is None)
    corridors = {area.id for area in level.areas if area.key is None}
    return replace(
        level,
        portals=tuple(
            replace(p, secret=False) if p.secret and p.id not in held and _near(around, corridors, *p.between) else p
            for p in level.portals
        ),
    )


def _without_rings(level: Level, bound: set[str]) -> Level:
    """Take away hidden passages that lead from an area to nothing but itself."""
    corridors = {area.id for area in level.areas if area.hidden and area.key is None}
    around = _neighbours(level.portals)
    seen: set[str] = set()
    gone: set[str] = set()
    for start in sorted(corridors):
        if start in seen:
            continue
        part, edge, todo = {start}, set(), [start]
        while todo:
            for other in around.get(todo.pop(), ()):
                if other not in corridors:
                    edge.add(other)
                elif other not in part:
                    part.add(other)
                    todo.append(other)
        seen |= part
        if len(edge) == 1 and not part & bound:
            gone |= part
    return _without(level, gone) if gone else level


def _without(level: Level, areas: set[str]) -> Level:
    """A level less some areas and all their portals; what was rolled for them stays on record."""
    portals = {p.id for p in level.portals if areas & set(p.between)}
    rolls = [replace(roll, drawn=False) for area in level.areas if area.id in areas for roll in area.rolls]
    cycles = tuple(cycle for cycle in level.flow.cycles if not areas & set(cycle.areas))
    return replace(
        level,
        areas=tuple(area for area in level.areas if area.id not in areas),
        portals=tuple(p for p in level.portals if p.id not in portals),
        flow=replace(level.flow, cycles=cycles),
        rolls=(*level.rolls, *rolls),
    )


def _veiled(level: Level, bound: set[str], held: set[str]) -> Level:
    """Make the near end of each passage secret that leads nowhere but to secret doors."""
    secret = {p.id for p in level.portals if p.secret}
    hidden: set[str] = set()
    while True:
        stubs = [
            area.id
            for area in level.areas
            if area.key is None and area.kind in CORRIDORS and area.id not in bound | hidden
            and _is_stub(area.id, level.portals, secret, hidden, held)
        ]  # fmt: skip
        if not stubs:
            break
        for stub in stubs:
            hidden.add(stub)
            secret |= {p.id for p in level.portals if stub in p.between and not set(p.between) <= hidden}
    inner = {p.id for p in level.portals if set(p.between) <= hidden and not p.secret}
    return replace(
        level,
        areas=tuple(replace(a, hidden=True) if a.id in hidden else a for a in level.areas),
        portals=tuple(
            replace(p, secret=True, kind="arch" if p.kind == "open" else p.kind)
            if p.id in secret - inner and not p.secret
            else p
            for p in level.portals
        ),
    )


def _is_stub(area: str, portals: tuple[Portal, ...], secret: set[str], hidden: set[str], held: set[str]) -> bool:
    mine = [p for p in portals if area in p.between]
    ways = [p for p in mine if p.id not in secret and not set(p.between) & (hidden - {area})]
    beyond = any(p.id in secret for p in mine)
    return beyond and len(ways) == 1 and ways[0].id not in held and ways[0].kind in PLAIN and not ways[0].one_way


def _neighbours(portals: Iterable[Portal]) -> dict[str, set[str]]:
    around: dict[str, set[str]] = {}
    for portal in portals:
        one, other = portal.between
        around.setdefault(one, set()).add(other)
        around.setdefault(other, set()).add(one)
    return around


def _near(around: dict[str, set[str]], corridors: set[str], one: str, other: str) -> bool:
    """Whether two areas are joined by at most TWIN_STEPS areas of open passage."""
    reached = {one}
    edge = {one}
    for _ in range(TWIN_STEPS + 1):
        edge = {b for a in edge for b in around.get(a, ()) if b not in reached}
        if other in edge:
            return True
        edge &= corridors
        reached |= edge
    return False
