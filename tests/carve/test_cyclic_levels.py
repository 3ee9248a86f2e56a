"""Laid-out cyclic levels: the map is the flow, no more and no less; short is short, seen is seen, fair is fair."""

from __future__ import annotations

import time
from functools import cache
from itertools import pairwise
from statistics import median

import pytest
from msgspec.structs import replace

from zinegen.carve.compact import Block, compact
from zinegen.carve.cycles import house_cycles
from zinegen.carve.cyclic import levels, niches
from zinegen.carve.cyclic.dig import Dug
from zinegen.carve.cyclic.flow import Flow
from zinegen.carve.cyclic.kinds import Kind, roll_kinds
from zinegen.carve.cyclic.levels import carve_level, depth_of
from zinegen.carve.cyclic.mega import stack_of
from zinegen.carve.descent import descend
from zinegen.carve.embed import Sketch, embed
from zinegen.carve.forms import rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.plan import LevelPlan
from zinegen.carve.score import bounds
from zinegen.dice import Faces, Stream
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.floorplan import owners
from zinegen.dungeon.model import SURFACE, Dungeon, Level, Link, Lock, level_of
from zinegen.dungeon.store import encode
from zinegen.errors import RecipeError
from zinegen.recipe import SIZES, Recipe

FEW = {"small": 8, "medium": 6, "large": 3}


@cache
def dungeon(seed: int, size: str = "medium", levels: int = 2) -> Dungeon:
    return descend(Recipe(seed=f"cyclic {seed}", size=size, levels=levels, system=("cyclic",)))


def plan_of(seed: str, size: str = "medium", **asked: object) -> LevelPlan:
    least, most = SIZES[size]
    target = (least + most) // 2
    return LevelPlan(seed, 1, 1, 160, 160, least, most, target, 0, **asked)  # type: ignore[arg-type]


def neighbours(level: Level) -> set[frozenset[str]]:
    """Pairs of keyed areas and landings that a portal or one way of passages joins."""
    passages = {area.id for area in level.areas if area.kind == "passage"}
    group = {passage: passage for passage in passages}
    for portal in level.portals:
        if passages.issuperset(portal.between):
            kept, gone = (group[end] for end in portal.between)
            group = {one: kept if root == gone else root for one, root in group.items()}
    out = set()
    ends: dict[str, set[str]] = {}
    for portal in level.portals:
        inner = [end for end in portal.between if end in passages]
        if not inner:
            out.add(frozenset(portal.between))
        for passage in inner:
            ends.setdefault(group[passage], set()).update(set(portal.between) - passages)
    assert all(len(rooms) == 2 for rooms in ends.values()), "a way joins two rooms, and none crosses another"
    return out | {frozenset(rooms) for rooms in ends.values()}


def hold_to_the_flow(made: Dungeon, size: str) -> None:
    assert integrity(made) == []
    assert judge(made).findings == ()
    low, high = SIZES[size]
    for level in made.levels:
        assert low <= sum(area.key is not None for area in level.areas) <= high
        _nothing_touches(level)
        _arcs_are_ways(level)
        _sights_are_free(level)
        lengths = [(arc.cycle, {arc.from_, arc.to}, arc.kind, arc.length_squares) for arc in level.flow.arcs]
        for cycle, ends, kind, length in lengths:
            for other, other_ends, other_kind, longer in lengths:
                if (cycle, ends) == (other, other_ends) and (kind, other_kind) == ("short", "long"):
                    assert length < longer
        loops = len(level.portals) - len(level.areas) + 1
        assert loops >= 1


def _nothing_touches(level: Level) -> None:
    """Areas that touch, even at a corner, are joined."""
    owned = owners(level)
    joined = {frozenset(portal.between) for portal in level.portals}
    near: dict[str, set[str]] = {}
    for portal in level.portals:
        for here, there in (portal.between, portal.between[::-1]):
            near.setdefault(here, set()).add(there)
    passages = {area.id for area in level.areas if area.kind in ("passage", "junction")}
    for (x, y), one in owned.items():
        for there in ((x + 1, y), (x, y + 1), (x + 1, y + 1), (x - 1, y + 1)):
            other = owned.get(there, one)
            bend = x != there[0] and y != there[1] and {one, other} <= passages and near[one] & near[other]
            assert other == one or frozenset((one, other)) in joined or bend


def _sights_are_free(level: Level) -> None:
    """One looks straight ahead, from wall to wall, through rock that nothing else is in or along one passage."""
    owned = owners(level)
    keyed = {area.id for area in level.areas if area.key is not None}
    for sight in level.sights:
        (ax, ay), (bx, by) = sight.line
        assert (ax == bx) != (ay == by)
        far = round(abs(ax - bx) + abs(ay - by))
        middles = [(ax + (bx - ax) * (i + 0.5) / far, ay + (by - ay) * (i + 0.5) / far) for i in range(far)]
        between = {owned.get((int(x), int(y))) for x, y in middles}
        assert len(between) == 1 and not between & keyed
        step = (bx - ax) / far, (by - ay) / far
        ends = [
            (middles[0][0] - step[0], middles[0][1] - step[1]),
            (middles[-1][0] + step[0], middles[-1][1] + step[1]),
        ]
        assert [owned.get((int(x), int(y))) for x, y in ends] == [sight.from_, sight.to]


def _arcs_are_ways(level: Level) -> None:
    """From one area of an arc to the next there is a way on the map, but across a cycle that stands on the arc."""
    near = neighbours(level)
    across = {frozenset((cycle.start, cycle.goal)) for cycle in level.flow.cycles}
    for arc in level.flow.arcs:
        rooms = (arc.from_, *arc.areas, arc.to)
        steps = [frozenset(pair) for pair in pairwise(rooms)]
        if arc.kind == "sight":
            back = any(portal.one_way == arc.from_ for portal in level.portals)  # a way home from the goal
            assert back or not near & set(steps), "seen, not reached"
        else:
            assert all(step in near or step in across for step in steps)


@pytest.mark.parametrize("size", sorted(SIZES))
def test_the_map_is_the_flow(size: str) -> None:
    for seed in range(FEW[size]):
        hold_to_the_flow(dungeon(seed, size), size)


def test_rooms_of_many_shapes_wide_and_narrow_ways_and_more_than_the_cycles_ask_for() -> None:
    made = [dungeon(seed) for seed in range(12)]
    levels = [level for one in made for level in one.levels]
    keyed = [area for level in levels for area in level.areas if area.key is not None]
    assert {"rectangle", "cave", "circle", "polygon"} <= {area.shape for area in keyed}
    assert {area.kind for area in keyed} == {"room", "hall", "cave"}
    ways = [area.width_ft for level in levels for area in level.areas if area.kind == "passage"]
    sides = []
    assert set(ways) == {5, 10} and 0.2 < ways.count(5) / len(ways) < 0.8
    for level in levels:
        told = {id_ for cycle in level.flow.cycles for id_ in (*cycle.areas, *cycle.marks.values())}
        level_side = [area for area in level.areas if area.key is not None and area.id not in told]
        sides.append(sum(not area.hidden for area in level_side))
    assert sum(sides) > len(levels), "side rooms"
    assert any(area.hidden for area in keyed), "secret rooms"
    assert any(sum(SURFACE in (k.from_.area, k.to.area) for k in one.links) > 1 for one in made), "a second way in"


NICHES = """
................
................
................
..aaaa..c.......
..aaaacccccc....
.aaaaa..c.......
.aaaaa..........
..aaaa...bbb....
.........bbb....
................
................
"""


def test_niches_are_cut_where_rock_is_left_round_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(niches, "CHANCE", {"hall": 1, "passage": 1})
    ground = Ground(16, 11)
    hall = ground.dig("hall", rectangle(4, 5), 2, 3)
    ground.dig("room", rectangle(3, 2), 9, 7)
    ground.dig("passage", rectangle(6, 1, "strip"), 6, 4)
    assert niches.cut_niches(Dug(ground, Flow()), Stream("niches 4")) == 3
    assert "".join("." if not at else "abc"[at - 1] for at in ground.own) == NICHES.replace("\n", "")
    assert niches.cut_niches(Dug(ground, Flow()), Stream("again")) == 0 and hall.form.width == 5


def test_a_seed_says_all() -> None:
    assert encode(descend(Recipe(seed="cyclic 1", levels=2, system=("cyclic",)))) == encode(dungeon(1))


def test_levels_hang_together_however_many() -> None:
    made = dungeon(3, "small", 8)
    hold_to_the_flow(made, "small")
    assert all(link.from_.at == link.to.at for link in made.links)


@pytest.mark.parametrize("systems", [("cyclic", "labyrinth", "cyclic"), ("labyrinth", "cyclic")])
def test_systems_mix(systems: tuple[str, ...]) -> None:
    for seed in range(3):
        made = descend(Recipe(seed=f"mixed {seed}", size="small", levels=3, system=systems))
        assert integrity(made) == [] and judge(made).findings == ()


def test_what_a_cycle_needs_is_in_its_record() -> None:
    kinds = set()
    for seed in range(8):
        made = dungeon(seed)
        locks = {lock.id: lock for lock in made.locks}
        keys = {item.id: item.in_ for item in made.key_items}
        for cycle in (cycle for level in made.levels for cycle in level.flow.cycles):
            kinds.add(cycle.kind)
            if cycle.kind in ("two_keys", "lock_and_key_cycle", "simple_lock_and_key"):
                assert cycle.lock is not None
                wanted = {keys[key] for key in locks[cycle.lock].keys}
                assert wanted == {area for mark, area in cycle.marks.items() if mark.startswith("key")}
            if cycle.kind == "blocked_retreat":
                assert cycle.barrier and cycle.marks["barrier"] in cycle.areas
            if cycle.kind == "gambit":
                assert "reward" in cycle.marks
            if cycle.kind == "monster_patrol":  # X003-16
                assert cycle.patrol and {cycle.start, cycle.goal} <= set(cycle.areas)
    assert len(kinds) >= 10


def test_a_lock_laid_on_the_way_in_is_caught() -> None:
    caught = 0
    for seed in range(8):
        made = dungeon(seed)
        for number, level in enumerate(made.levels):
            for cycle in level.flow.cycles:
                if cycle.kind != "lock_and_key_cycle":
                    continue
                key = next(i.id for i in made.key_items if i.in_ == cycle.marks["key"])
                ways = [p for p in level.portals if cycle.goal in p.between and p.lock is None and p.one_way is None]
                locks = tuple(Lock(id=f"bad-{p.id}", hardness="hard", keys=(key,), guards=p.id) for p in ways)
                shut = {lock.guards: lock.id for lock in locks}
                portals = tuple(replace(p, lock=shut.get(p.id, p.lock)) for p in level.portals)
                levels = list(made.levels)
                levels[number] = replace(level, portals=portals)
                broken = replace(made, levels=tuple(levels), locks=(*made.locks, *locks))
                assert not judge(broken).fair
                caught += 1
    assert caught >= 2


def test_one_more_one_way_door_is_caught() -> None:
    caught = 0
    for seed in range(8):
        made = dungeon(seed, "small", 1)
        (level,) = made.levels
        ends = {end.area for link in made.links for end in (link.from_, link.to)}
        for portal in level.portals:
            inner = [end for end in portal.between if sum(end in other.between for other in level.portals) == 1]
            if not inner or inner[0] in ends:
                continue
            shut = tuple(replace(p, one_way=inner[0]) if p is portal else p for p in level.portals)
            verdict = judge(replace(made, levels=(replace(level, portals=shut),)))
            assert {"F3"} <= {finding.code for finding in verdict.findings}
            assert any(finding.where == portal.id for finding in verdict.findings)
            caught += 1
    assert caught >= 8


def test_a_key_that_nobody_can_come_to_is_caught() -> None:
    caught = 0
    for seed in range(8):
        made = dungeon(seed)
        for lock in made.locks:
            where = {item.id: item.in_ for item in made.key_items}
            portal = next((p for level in made.levels for p in level.portals if p.id == lock.guards), None)
            if portal is None:
                continue
            level = made.levels[level_of(portal.id) - 1]
            beyond = next(end for end in portal.between if end != lock.area)
            around = [p for p in level.portals if beyond in p.between and p is not portal]
            if len(around) != 1 or beyond in {e.area for k in made.links for e in (k.from_, k.to)}:
                continue
            far = next(end for end in around[0].between if end != beyond)
            if where[lock.keys[0]] == far:
                continue
            moved = tuple(replace(i, in_=beyond) if i.id == lock.keys[0] else i for i in made.key_items)
            sealed = tuple(replace(p, one_way=far) if p is around[0] else p for p in level.portals)
            levels = tuple(replace(one, portals=sealed) if one is level else one for one in made.levels)
            assert not judge(replace(made, levels=levels, key_items=moved)).fair
            caught += 1
    assert caught >= 2


def test_a_depth_without_room_is_refused() -> None:
    with pytest.raises(
        RecipeError, match="depth 2: cycles nested so deep need 22 areas on a level, and level 1 has 20"
    ):
        depth_of(plan_of("s", depth=2))
    assert [depth_of(plan_of("s", size)) for size in ("small", "medium", "large")] == [0, 1, 2]
    assert depth_of(plan_of("s", "large", depth=1)) == 1


# ------------------------------------------------------------------------------------------- embedding, compaction


def test_an_ear_is_led_round_what_stands() -> None:
    for seed in range(30):
        sketch = embed([0, 1, 2], [((0, 3, 4, 2), False), ((4, 5), True)], Stream(f"ear {seed}"))
        if sketch is None:
            continue
        inner = [cell for path in sketch.ways.values() for cell in path[1:-1]]
        assert len(set(sketch.at.values())) == 6
        assert len(inner) == len(set(inner)) and not set(inner) & set(sketch.at.values())
        for path in sketch.ways.values():
            assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(path))


def test_rooms_are_pushed_together_up_to_one_square_of_rock() -> None:
    sketch = Sketch({0: (0, 0), 1: (1, 0)}, {(0, 1): [(0, 0), (1, 0)]})
    plan = compact(sketch, {0: Block(4, 4, {1: 1}), 1: Block(5, 3, {3: 1})}, {(0, 1): 1})
    (x0, y0), (x1, y1) = plan.rooms[0], plan.rooms[1]
    assert (x1 - x0, y1 - y0) == (5, 0)
    assert plan.runs == {(0, 1): [(x0 + 4, y0 + 1, 1, 1)]}


# ------------------------------------------------------------------------------------------------------------ soak


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_10000_levels_of_depth_1(part: int) -> None:
    for seed in range(500 * part, 500 * part + 500):
        hold_to_the_flow(descend(Recipe(seed=f"soak {seed}", levels=1, system=("cyclic",))), "medium")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_2000_levels_of_depth_2(part: int) -> None:
    for seed in range(200 * part, 200 * part + 200):
        hold_to_the_flow(descend(Recipe(seed=f"soak {seed}", size="large", levels=1, system=("cyclic",))), "large")


@pytest.mark.soak
@pytest.mark.parametrize("top", range(1, 13))
def test_every_triple_of_cycles_becomes_a_level(top: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for first in range(1, 13):
        for second in range(1, 13):
            faces = Faces([top, first, second], Stream("rest"))
            kind = roll_kinds(house_cycles(), 1, faces, reroll_repeats=False)
            monkeypatch.setattr(levels, "roll_kinds", lambda *_, kind=kind, **__: kind)
            made = descend(Recipe(seed=f"triple {top} {first} {second}", levels=1, system=("cyclic",)))
            assert [cycle.kind for cycle in made.levels[0].flow.cycles] == [one.type.id for one in _tree(kind)]
            hold_to_the_flow(made, "medium")


def _tree(kind: Kind) -> list[Kind]:
    """A cycle, then each within it with those within that."""
    return [kind, *(one for sub in kind.subs for one in _tree(sub))]


@pytest.mark.soak
def test_levels_are_compact_and_quick() -> None:
    took, dense, lean = [], [], []
    for seed in range(300):
        start = time.process_time()
        ground = carve_level(plan_of(f"bench {seed}"))
        took.append(time.process_time() - start)
        x0, y0, x1, y1 = bounds(ground)
        dense.append(sum(row.bit_count() for row in ground.rows) / ((x1 - x0) * (y1 - y0)))
        lean.append(max((x1 - x0) / (y1 - y0), (y1 - y0) / (x1 - x0)))
    assert median(dense) >= 0.35 and median(lean) <= 1.35
    assert median(took) < 0.035


# ---------------------------------------------------------------------------------------------------- mega-dungeons


def ways_of(made: Dungeon) -> list[Link]:
    """The ways between levels."""
    return [k for k in made.links if k.from_.area != SURFACE and k.kind != "chasm_sight"]


def levels_of(link: Link) -> tuple[int, int]:
    """The two levels that a way joins, the upper first."""
    a, b = level_of(link.from_.area), level_of(link.to.area)
    return min(a, b), max(a, b)


def joined(made: Dungeon) -> set[tuple[int, int]]:
    """Pairs of levels that a way joins, the upper first."""
    return {levels_of(link) for link in ways_of(made)}


def test_three_levels_are_no_cycle_and_four_are_one() -> None:
    assert stack_of(Recipe(seed="m", levels=3, system=("cyclic",))) is None
    assert stack_of(Recipe(seed="m", levels=4, system=("cyclic", "labyrinth"))) is None
    for seed in range(40):
        stack = stack_of(Recipe(seed=f"m {seed}", levels=7, system=("cyclic",)))
        assert stack is not None
        (ring,) = stack.rings
        inner = [level for strand in ring.strands for level in strand.levels]
        assert sorted({*inner, *ring.points.values()}) == [1, 2, 3, 4, 5, 6, 7]
        assert len(inner) + len(ring.points) == 7, "no level stands twice"
        short = [len(strand.levels) for strand in ring.strands if strand.type.length == "short"]
        long = [len(strand.levels) for strand in ring.strands if strand.type.length == "long"]
        assert not (short and long) or max(short) < min(long)
        ends = [step.ends for step in stack.steps]
        assert len(set(ends)) == len(ends) == sum(len(strand.levels) + 1 for strand in ring.strands)


def test_deep_dungeons_have_cycles_of_levels_in_their_cycle() -> None:
    for seed in range(40):
        for last in (10, 15, 20):
            stack = stack_of(Recipe(seed=f"deep {seed}", levels=last, system=("cyclic",)))
            assert stack is not None
            assert {end for step in stack.steps for end in step.ends} == set(range(1, last + 1))
            assert len(stack.rings) > 1
            assert len({step.ends for step in stack.steps}) == len(stack.steps)
            assert all(ring.parent is not None for ring in stack.rings[1:])


@pytest.mark.soak
@pytest.mark.parametrize("size", ["small", "medium"])
@pytest.mark.parametrize("last", [4, 5, 7, 10, 14, 20])
def test_levels_by_the_dozen_are_whole_and_fair(size: str, last: int) -> None:
    for seed in range(40):
        order = Recipe(seed=f"mega {seed}", levels=last, size=size, system=("cyclic",))
        made, stack = descend(order), stack_of(order)
        assert stack is not None
        hold_to_the_flow(made, size)
        assert joined(made) == {step.ends for step in stack.steps}
        assert sum(cycle.lock is not None for cycle in made.flow.cycles) == sum(
            ring.type.lock is not None for ring in stack.rings
        )


def test_levels_of_a_mega_dungeon_are_a_cycle() -> None:
    rings = 0
    for seed in ("mega 0", "mega 1", "mega 2", "mega 3", "sight7"):
        order = Recipe(seed=seed, levels=6, size="small", system=("cyclic",))
        made, stack = descend(order), stack_of(order)
        assert stack is not None
        assert integrity(made) == [] and judge(made).findings == ()
        assert joined(made) == {step.ends for step in stack.steps}
        (ring,) = stack.rings
        rings += ring.type.ring
        (cycle,) = made.flow.cycles
        assert cycle.kind == ring.type.id and cycle.goal == f"level-{stack.goal}" and cycle.start == "level-1"
        assert level_of(made.goal) == stack.goal
        if ring.type.lock is not None:
            (deep,) = [lock for lock in made.locks if lock.id == cycle.lock]
            keys = [item for item in made.key_items if item.id in deep.keys]
            assert deep.guards == made.goal and len(keys) == ring.type.lock.keys
            marked = {at for mark, at in cycle.marks.items() if mark.startswith("key")}
            assert {f"level-{level_of(item.in_)}" for item in keys} == marked
        for step in stack.steps:
            (way,) = [one for one in ways_of(made) if levels_of(one) == step.ends]
            assert way.one_way == step.one_way
            assert not way.one_way or level_of(way.from_.area) == step.a
        for arc in ring.type.arcs:
            if arc.length == "sight" or arc.seen:
                (eye,) = [one for one in made.links if one.kind == "chasm_sight"]
                assert level_of(eye.from_.area) == ring.points[arc.from_]
                assert level_of(eye.to.area) == ring.points[arc.to]
    assert rings
