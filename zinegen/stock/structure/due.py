"""How much the structure will have to say in each key: a settled dungeon comes in, words by area go out.

So that nothing is put into a room for which its key has no room left when locks, keys and cycles have been told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from zinegen.dungeon.model import Cycle, Level, level_of
from zinegen.stock import leveltable
from zinegen.stock.draft import World
from zinegen.stock.structure.settle import LITERAL, grown, is_portal, lock_area

PRIZE, GATE = 62, 40
"""The prize with what shows it off and what stands by it; the gate by which one leaves."""
LOCK, DOOR, KEY, SECRET, NOTE = 52, 14, 18, 22, 12
"""A lock that is a thing; a locked door; what a key hangs on; the sign of a secret door; a rule of a way."""
SIGHT, SEEN = 28, 10
"""What is looked through; that one is seen."""
BARRIER, OBJECTIVE, ALTERED, FORK, REWARD, ROUND = 26, 48, 55, 24, 24, 14
CROSSING, RULE = 20, 25
"""How one gets across what runs through; what a magic pool does."""
CLUE, CLUES_EACH, CLUES_GOAL = 20, 2, 3
"""A clue; how many there are to each lock and secret and in letters, and how many to the prize."""
CROSSED = ("river", "stream", "chasm", "gallery")


def due(world: World) -> Counter[str]:
    """About how many words locks, keys, cycles, sights, secrets and waters will add to the key of each area."""
    out: Counter[str] = Counter()
    clues = {level.number: _clues(world, level) for level in world.dungeon.levels}
    goal = world.drafts.get(world.dungeon.goal)
    if goal is not None:
        out[goal.id] += PRIZE + GATE * leveltable.has_gate(world, goal)
    for lock in world.dungeon.locks:
        out[lock_area(world, lock)] += DOOR if lock.kind == LITERAL and is_portal(world, lock.guards) else LOCK
    for item in world.dungeon.key_items:
        out[item.in_] += KEY
    for level in world.dungeon.levels:
        for area, words in _ways(level):
            out[area] += words
        forks = {arc.cycle for arc in level.flow.arcs if arc.theme or arc.danger > 1}
        for cycle in grown(level):
            out[cycle.start or ""] += FORK * (cycle.id in forks)
            for area, words in _cycle(cycle):
                out[area] += words
    for draft in world.drafts.values():
        out[draft.id] += CROSSING * len({f.kind for f in draft.area.features if f.kind in CROSSED})
        out[draft.id] += clues[draft.level] + RULE * (draft.area.water == "magic")
    return out


def _clues(world: World, level: Level) -> int:
    """What clues will take of a key, in the mean of a level."""
    drafts = [draft for draft in world.on(level.number) if not draft.area.hidden]
    told = sum(portal.secret for portal in level.portals) + 1
    told += sum(level_of(lock_area(world, lock) or "0-0") == level.number for lock in world.dungeon.locks)
    count = CLUES_EACH * told + sum("trap" in draft.area.contents for draft in drafts)
    count += CLUES_GOAL * (level_of(world.dungeon.goal) == level.number)
    return CLUE * count // max(1, len(drafts))


def _ways(level: Level) -> Iterator[tuple[str, int]]:
    """What is told of ways: signs of secret doors, what opens a door, what is seen from afar."""
    for portal in level.portals:
        for end in portal.between:
            yield end, SECRET if portal.secret else NOTE if portal.open_by else 0
    for sight in level.sights:
        yield sight.from_, SIGHT
        yield sight.to, SEEN


def _cycle(cycle: Cycle) -> Iterator[tuple[str, int]]:
    """What a cycle says in its start, its goal and its other places."""
    start, goal = cycle.start or "", cycle.goal or ""
    if cycle.barrier:
        yield goal, BARRIER
        yield cycle.marks.get("barrier", ""), BARRIER
    if cycle.kind == "blocked_retreat" and "objective" in cycle.marks:
        yield goal, OBJECTIVE
        yield cycle.marks["objective"], REWARD
    if cycle.altered:
        yield start, ALTERED
    if "reward" in cycle.marks:
        yield cycle.marks["reward"], REWARD
        yield goal, NOTE
    if "false_goal" in cycle.marks:
        yield cycle.marks["false_goal"], BARRIER
    if cycle.patrol:
        yield from ((area, ROUND) for area in cycle.route or cycle.areas)
