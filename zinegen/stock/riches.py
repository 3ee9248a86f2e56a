"""Riches for the taking: hoards that lie open come in; one too large for that, and nobody's, is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zinegen.stock.closets import Closets
from zinegen.stock.draft import World
from zinegen.stock.heaps import Hoard
from zinegen.stock.hoards import hide_again
from zinegen.stock.treasure import total
from zinegen.stock.walks import come_to

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
    """The unguarded areas that one comes to from the entrance through nothing but such areas and passages."""
    guarded = {draft.id for draft in world.drafts.values() if draft.groups or draft.hazards}
    seen = come_to(world, lambda way: not (way.secret or way.lock), stops=guarded)
    return {id_ for id_ in seen - guarded if id_ in world.drafts}
