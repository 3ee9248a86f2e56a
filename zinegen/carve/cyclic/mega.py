"""Mega-dungeons: a dungeon of more than three cyclic levels comes in, a cycle of levels goes out.

Document 003 draws first a chart whose rooms are levels. Here the first level is its start and the last its goal; two
arcs of levels lead from one to the other, past each other: their stairs pass by the levels of the other arc. What the
cycle needs beside that (a lock whose keys lie on the arcs, a secret way) is laid over the finished record.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from zinegen.carve.cycles import CycleType, house_cycles
from zinegen.carve.cyclic.kinds import roll_kinds
from zinegen.dice import Stream
from zinegen.dungeon.model import Dungeon, KeyItem, Link, Lock, Rolled, level_of
from zinegen.recipe import Recipe

LEAST = 4
"""Fewer levels make no cycle."""


@dataclass(slots=True)
class Stack:
    """How the levels of a dungeon hang together."""

    kind: CycleType
    rolls: list[Rolled]
    arcs: tuple[list[int], list[int]]
    """The levels between the first and the last, by arc; the second is the shorter one, and may be empty."""
    downs: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Level -> how many levels each of its ways down goes."""


def stack_of(recipe: Recipe) -> Stack | None:
    """The cycle of levels of a dungeon; None where it has too few levels, or some that are not cyclic."""
    last = recipe.levels
    if last < LEAST or any(recipe.system_of(number) != "cyclic" for number in range(1, last + 1)):
        return None
    stream = Stream(recipe.seed, "levels", "cycle")
    top = roll_kinds(house_cycles(), 0, stream)
    between = list(range(2, last))
    long = sum(arc.length == "long" for arc in top.type.arcs)
    count = len(between) // 2 if long == 2 else 1
    short = sorted(stream.shuffled(between)[:count]) if top.type.ring else []
    stack = Stack(top.type, top.rolls, ([level for level in between if level not in short], short))
    for arc in stack.arcs:
        for here, there in zip([1, *arc], [*arc, last], strict=True):
            if arc:
                stack.downs[here] = (*stack.downs.get(here, ()), there - here)
    return stack


def finish(dungeon: Dungeon, stack: Stack) -> Dungeon:
    """Lay over a dungeon what its cycle of levels needs beside its stairs."""
    first = dungeon.levels[0]
    dungeon = replace(dungeon, levels=(replace(first, rolls=(*first.rolls, *stack.rolls)), *dungeon.levels[1:]))
    if stack.kind.lock is not None:
        dungeon = _lock(dungeon, stack)
    if any(arc.secret == "always" for arc in stack.kind.arcs):
        dungeon = replace(dungeon, links=tuple(_secret(link, stack) for link in dungeon.links))
    return dungeon


def _lock(dungeon: Dungeon, stack: Stack) -> Dungeon:
    """The goal's prize is locked; its keys lie in the goals of levels half way along the arcs."""
    assert stack.kind.lock is not None
    goals = {level.number: level.flow.cycles[0].goal for level in dungeon.levels}
    arcs = [arc for arc in stack.arcs if arc]
    where = [goals[arc[len(arc) // 2]] for arc in (arcs if stack.kind.lock.keys > 1 else arcs[:1])]
    keys = tuple(KeyItem(id=f"key-deep-{i}", in_=area) for i, area in enumerate(where, 1) if area is not None)
    lock = Lock(
        id="lock-deep", kind="feature_or_npc_and_item", hardness="hard",
        keys=tuple(key.id for key in keys), guards=dungeon.goal,
    )  # fmt: skip
    return replace(dungeon, locks=(*dungeon.locks, lock), key_items=(*dungeon.key_items, *keys))


def _secret(link: Link, stack: Stack) -> Link:
    """The short arc begins with a secret way."""
    ends = [link.from_.area, link.to.area]
    if "surface" in ends or not stack.arcs[1]:
        return link
    levels = sorted(level_of(area) for area in ends)
    return replace(link, secret=True) if levels == [1, stack.arcs[1][0]] else link
