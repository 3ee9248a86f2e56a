"""Riches for the taking: hoards that lie open come in; one too large for that, and nobody's, is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zinegen.stock.closets import Closets
from zinegen.stock.draft import World
from zinegen.stock.heaps import Hoard
from zinegen.stock.hoards import hide_again
from zinegen.stock.treasure import total

WEALTH = 0.13
"""The share of all treasure that may lie where one comes to it past nobody, no danger, no lock and no secret."""


def hide_riches(world: World, open_: Iterable[Hoard], closets: Mapping[int, Closets]) -> None:
    """Hide the hoards that are worth more than their share and lie on an unguarded way."""
    most = WEALTH * sum(total(draft.treasure) for draft in world.drafts.values())
    free = _free(world)
    for hoard in open_:
        draft = hoard.draft
        lies = total(item for item in draft.treasure if not item.hidden and not item.hazard)
        if lies > most and draft.id in free:
            hide_again(world, hoard, closets[draft.level])


def _free(world: World) -> set[str]:
    """The unguarded areas that one comes to from the entrance through nothing but such areas."""
    seen, edge = {world.dungeon.entrance}, [world.dungeon.entrance]
    while edge:
        draft = world.drafts.get(edge.pop())
        if draft is None or draft.groups or draft.hazards:
            continue
        ways = [way for exit_ in draft.exits if not (exit_.secret or exit_.lock) for way in exit_.ways]
        near = {way.to for way in ways if not (way.secret or way.locks)} - seen
        seen |= near
        edge += sorted(near)
    return {
        id_ for id_ in seen if id_ in world.drafts and not (world.drafts[id_].groups or world.drafts[id_].hazards)
    }
