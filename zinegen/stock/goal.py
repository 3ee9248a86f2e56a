"""The prize: the goal's area comes in; what the dungeon is about is laid there, richer than any other hoard."""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.stock.draft import World
from zinegen.stock.lexis import goal_homes
from zinegen.stock.treasure import prize, total


def set_prize(world: World) -> None:
    """Lay the prize in the goal's area, on a thing that shows it off. A pinned goal keeps what it has."""
    draft = world.drafts.get(world.dungeon.goal)
    if draft is None:
        return
    richest = max((total(d.treasure) for d in world.drafts.values() if d is not draft), default=0.0)
    entry = world.bag.take(goal_homes(), lambda one: one.id, world.bag.salt("goalhome"))
    assert entry is not None
    thing = draft.place(entry.thing(world.clause), first=True)
    draft.treasure.insert(0, replace(prize(world, f"{draft.id}-t0", richest), where=thing.id))
