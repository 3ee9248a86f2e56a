"""The prize: the goal's area comes in; what the dungeon is about is laid there, and what its story promised.

The prize is in sight, so the first line names it; the thing beside it is what the hook and the rumours speak of.
"""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.stock.draft import Draft, World
from zinegen.stock.grammar import definite
from zinegen.stock.lexis import goal_homes, stage
from zinegen.stock.treasure import prize, total


def set_prize(world: World) -> None:
    """Lay the prize in the goal's area, on a thing that shows it off. A pinned goal keeps what it has."""
    draft = world.drafts.get(world.dungeon.goal)
    if draft is None:
        return
    richest = max((total(d.treasure) for d in world.drafts.values() if d is not draft), default=0.0)
    _set_stage(world, draft)
    heads = world.heads_near(draft)
    entry = world.bag.take(
        goal_homes(), lambda one: one.id, world.bag.salt("goalhome"),
        weight=lambda one: 0.01 if one.head in heads else 1.0,
    )  # fmt: skip
    assert entry is not None
    thing = draft.place(entry.thing(lambda text: world.clause(text, prize=definite(world.slots["goal"]))), first=True)
    thing.shows = True
    draft.treasure.insert(0, replace(prize(world, f"{draft.id}-t0", richest), where=thing.id))


def _set_stage(world: World, draft: Draft) -> None:
    """What the story promised of this room, in the place of the furniture it had."""
    kept = {one.where for one in draft.treasure} | {one.on for one in draft.hazards}
    kept |= {one.inside for one in draft.things}
    spare = [t for t in draft.things if not t.fixed and t.level == "landmark" and t.id not in kept]
    for thing in spare:
        draft.things.remove(thing)
    thing = draft.place(stage(world.themes[0], world.event["id"]).thing(world.clause), first=True)
    thing.told = True
