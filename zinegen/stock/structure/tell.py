"""What the structure says in the keys, when all have names: locks, sights, barriers, rounds, forks and ends."""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.dungeon.model import KeyItem, Lock, Portal
from zinegen.stock.draft import World
from zinegen.stock.structure import ends, locks, rounds, sights
from zinegen.stock.structure.settle import grown


def tell(
    world: World, portals: Sequence[Portal], items: tuple[KeyItem, ...]
) -> tuple[tuple[Lock, ...], tuple[KeyItem, ...]]:
    """Write into the keys what opens what and where it lies, what is only seen, what closes, who walks round.

    Args:    portals: of all levels, with their names; items: the keys, each with its name and its place.
    Returns: the locks with what they are called, the keys with what they open.
    """
    told = locks.tell_locks(world, {portal.id: portal for portal in portals}, items)
    for level in world.dungeon.levels:
        for cycle in grown(level):
            ends.tell_cycle(world, level, cycle)
            rounds.tell_patrol(world, cycle)
    for level in world.dungeon.levels:
        sights.tell_sights(world, level)
    sights.tell_chasms(world)
    return told
