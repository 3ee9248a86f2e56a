"""The law over all levels: a carved dungeon comes in; one goes out that can be won, and in which nobody is shut in.

Each carver minds its own level. What one level makes one-way and another locks can shut in whoever comes by it, and a
secret that one level can do without may be needed where its other way in comes from a level beyond. So the whole is
judged: one-way doors, falls and teleporters that the judge names can be taken both ways, secrets become plain doors.
"""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.dungeon.fairness import judge
from zinegen.dungeon.model import Dungeon, Level, Rolled
from zinegen.rolltable import table

MOST = 40
"""So often the whole is judged again, at most."""
SHUTS = ("F2", "F3")


def open_traps(dungeon: Dungeon) -> Dungeon:
    """Open what would shut somebody in, or keep the prize from whoever finds no secret that nothing tells of."""
    for _ in range(MOST):
        found = judge(dungeon).findings
        both = {one.where for one in found if one.code in SHUTS}
        plain = {one.where for one in found if one.code == "secret"}
        links = tuple(
            replace(link, one_way=link.one_way and link.id not in both, secret=link.secret and link.id not in plain)
            for link in dungeon.links
        )
        passed = {link.id for link, now in zip(dungeon.links, links, strict=True) if link.one_way and not now.one_way}
        levels = tuple(_told(_opened(level, both, plain), passed) for level in dungeon.levels)
        opened = replace(dungeon, levels=levels, links=links)
        if opened == dungeon:
            break
        dungeon = opened
    return dungeon


def _told(level: Level, passed: set[str]) -> Level:
    """A level whose rolls for what leads one way are "rolled, not drawn" where it can now be passed both ways."""
    areas = tuple(
        replace(area, rolls=tuple(replace(r, drawn=False) if _one_way(r) else r for r in area.rolls))
        if any(feature.link in passed for feature in area.features)
        else area
        for area in level.areas
    )
    return level if areas == level.areas else replace(level, areas=areas)


def _one_way(roll: Rolled) -> bool:
    """Whether a roll gave a teleporter that leads one way."""
    return roll.table == "passage_misfit" and table(roll.table).at(roll.rolled[0]).get("with") == "one_way_teleport"


def _opened(level: Level, both: set[str], plain: set[str]) -> Level:
    """A level with those portals to be passed both ways, and those plain, with what lies right behind them."""
    shown = {area for portal in level.portals if portal.id in plain for area in portal.between}
    portals = tuple(
        replace(p, one_way=None if p.id in both else p.one_way, secret=p.secret and p.id not in plain)
        if p.id in both | plain else p
        for p in level.portals
    )  # fmt: skip
    areas = tuple(replace(area, hidden=False) if area.id in shown and area.hidden else area for area in level.areas)
    return replace(level, portals=portals, areas=areas)
