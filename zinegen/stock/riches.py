"""Riches for the taking: hoards that lie open come in; one too large for that, and nobody's, is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zinegen.dungeon.model import Link, Portal
from zinegen.stock.closets import Closets
from zinegen.stock.draft import World
from zinegen.stock.heaps import Hoard
from zinegen.stock.hoards import hide_again
from zinegen.stock.treasure import total

WEALTH = 0.13
"""The share of all treasure that may lie where one comes to it past nobody, no danger, no lock and no secret."""

NO_WAYS = ("false", "chasm_sight")
"""Portals that nobody passes."""


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
    """The unguarded areas that one comes to from the entrance through nothing but such areas and passages."""
    ways: list[tuple[tuple[str, str], Portal | Link]] = [
        (portal.between, portal) for level in world.dungeon.levels for portal in level.portals
    ]
    ways += [((link.from_.area, link.to.area), link) for link in world.dungeon.links]
    near: dict[str, set[str]] = {}
    for ends, way in ways:
        if not (way.secret or way.lock or way.kind in NO_WAYS):
            for end, other in (ends, ends[::-1]):
                near.setdefault(end, set()).add(other)
    guarded = {draft.id for draft in world.drafts.values() if draft.groups or draft.hazards}
    seen, edge = {world.dungeon.entrance}, [world.dungeon.entrance]
    while edge:
        here = edge.pop()
        if here not in guarded:
            edge += sorted(near.get(here, set()) - seen)
            seen |= near.get(here, set())
    return {id_ for id_ in seen - guarded if id_ in world.drafts}
