"""The law over all levels: a carved dungeon comes in; one goes out in which no one-way door or fall shuts anybody in.

Each carver minds its own level. What one level makes one-way and another locks can shut in whoever comes by it, so
the whole is judged, and each one-way door, fall or teleporter that the judge names can be taken both ways.
"""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.dungeon.fairness import judge
from zinegen.dungeon.model import Dungeon

MOST = 40
"""So often the whole is judged again, at most."""
SHUTS = ("F2", "F3")


def open_traps(dungeon: Dungeon) -> Dungeon:
    """Let those one-way ways be taken both ways that would shut somebody in."""
    for _ in range(MOST):
        found = {one.where for one in judge(dungeon).findings if one.code in SHUTS}
        links = {link.id for link in dungeon.links if link.one_way} & found
        portals = {p.id for level in dungeon.levels for p in level.portals if p.one_way is not None} & found
        if not links and not portals:
            break
        levels = tuple(
            replace(
                level, portals=tuple(replace(p, one_way=None) if p.id in portals else p for p in level.portals)
            )
            for level in dungeon.levels
        )  # fmt: skip
        ways = tuple(replace(link, one_way=False) if link.id in links else link for link in dungeon.links)
        dungeon = replace(dungeon, levels=levels, links=ways)
    return dungeon
