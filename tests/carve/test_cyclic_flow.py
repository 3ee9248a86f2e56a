"""Flows: dice to cycles, cycles to rooms and ways, and the law on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from zinegen.carve.cycles import house_cycles
from zinegen.carve.cyclic.ears import ears_of
from zinegen.carve.cyclic.flow import Flow, Way
from zinegen.carve.cyclic.grow import grow
from zinegen.carve.cyclic.kinds import Kind, roll_kinds
from zinegen.carve.cyclic.law import fair, plain_enough
from zinegen.dice import Faces, Stream

FACE = {one.id: one.face for one in house_cycles()}
MOST = (12, 20, 36)


def kinds(*faces: int, depth: int = 1, reroll: bool = True) -> Kind:
    return roll_kinds(house_cycles(), depth, Faces(faces, Stream("rest")), reroll_repeats=reroll)


def single(name: str, seed: str = "one", most: int = 12) -> Flow:
    return grow(kinds(FACE[name], depth=0), Stream(seed), most)


def flow_of(seed: int, depth: int) -> Flow:
    stream = Stream(f"flow {seed}", depth)
    return grow(roll_kinds(house_cycles(), depth, stream), stream, MOST[depth])


# -------------------------------------------------------------------------------------------------------------- dice


def test_a_repeat_is_rolled_again() -> None:  # X003-11
    top = kinds(7, 7, 3, 9)
    assert [top.type.face, *(sub.type.face for sub in top.subs)] == [7, 3, 9]
    assert [(roll.rolled, roll.bend, roll.drawn) for roll in top.subs[0].rolls] == [
        ((7,), "rerolled", False), ((3,), "", True),
    ]  # fmt: skip


def test_a_repeat_may_stand() -> None:  # X003-11
    top = kinds(7, 7, 3, 9, reroll=False)
    assert [top.type.face, *(sub.type.face for sub in top.subs)] == [7, 7, 3]


def test_depth_is_how_deep_cycles_stand_in_cycles() -> None:
    assert [len(kinds(depth=depth).walk()) for depth in range(4)] == [1, 3, 7, 15]


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_flow_keeps_to_the_rooms_it_may_have(depth: int) -> None:
    counts = [len(flow_of(seed, depth).nodes) for seed in range(60)]
    assert max(counts) <= MOST[depth] and min(counts) >= (4, 10, 22)[depth]


# ------------------------------------------------------------------------------------------------------ each cycle


def test_the_lock_lies_in_the_goal_and_the_key_behind_it() -> None:  # X003-05
    flow = single("lock_and_key_cycle")
    (bolt,) = flow.bolts
    assert bolt.guards is None and not any(way.lock for way in flow.ways), "the way in is open"
    back = next(way for way in flow.ways if way.one_way)
    assert (back.a, back.b) == (bolt.keys[0].node, flow.start)


def test_a_sub_cycles_lock_guards_the_way_out_of_its_goal() -> None:
    flow = grow(kinds(FACE["two_alternative_paths"], FACE["lock_and_key_cycle"], FACE["gambit"]), Stream("s"), 20)
    sub = flow.cycles[1]
    (locked,) = [way for way in flow.ways if way.lock]
    assert locked.a == sub.goal and locked.b not in sub.nodes


def test_each_key_of_two_keys_is_needed() -> None:  # X003-08
    flow = single("two_keys")
    assert fair(flow) and len(flow.bolts[0].keys) == 2
    for gone in (0, 1):
        broken = single("two_keys")
        here = broken.bolts[0].keys[gone].node
        broken.ways = [way for way in broken.ways if here not in (way.a, way.b)]
        assert not fair(broken)


@pytest.mark.parametrize("hidden", [True, False])
def test_a_key_is_hidden_one_time_in_four(hidden: bool) -> None:  # X003-10
    seeds = [single("lock_and_key_cycle", f"k{n}") for n in range(40)]
    for flow in seeds:
        key = flow.bolts[0].keys[0]
        (roll,) = [roll for roll in flow.nodes[key.node].rolls if roll.table == "key_hidden"]
        assert key.hidden == (roll.rolled == (1,))
    assert any(flow.bolts[0].keys[0].hidden is hidden for flow in seeds)


def test_the_way_to_the_true_goal_is_secret_on_one_and_two() -> None:  # X003-07
    for n in range(30):
        flow = single("false_goal", f"f{n}")
        seeming = flow.nodes[flow.cycles[0].points["false_goal"]]
        (roll,) = [roll for roll in seeming.rolls if roll.table == "false_goal_path_secret"]
        secret = [way for way in flow.ways if way.secret]
        assert [way.a for way in secret] == ([seeming.id] if roll.rolled[0] <= 2 else [])


def test_short_arcs_have_fewer_rooms_than_long_ones() -> None:
    for name in ("hidden_shortcut", "dangerous_route", "lock_and_key_cycle", "blocked_retreat"):
        for n in range(20):
            (grown,) = single(name, f"{name} {n}").cycles
            rooms = {lace.type.length: len(lace.nodes) for lace in grown.laces}
            assert rooms["short"] < rooms["long"]


def test_the_barrier_closes_behind_whoever_leaves_the_goal() -> None:
    flow = single("blocked_retreat")
    (grown,) = flow.cycles
    (way,) = [way for way in flow.ways if way.one_way]
    assert way.a == flow.goal and way.b == grown.barrier_node and way.barrier == grown.barrier != ""


def test_a_themed_cycle_has_two_opposed_ways() -> None:
    themes = [lace.theme for lace in single("two_alternative_paths").cycles[0].laces]
    assert len(set(themes)) == 2 and all(themes)


def test_every_level_has_a_loop() -> None:
    for name in ("false_goal", "simple_lock_and_key", "gambit", "foreshadowing_loop"):
        flow = single(name)
        assert flow.loops() == 1 and fair(flow)
        assert any(way.arc is None and way.one_way and way.b == flow.start for way in flow.ways)


# ------------------------------------------------------------------------------------------------------- ears, law


def covered(path: Sequence[int], ears: Sequence[Sequence[int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for row in (path, *ears) for pair in pairwise(row)}


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_ears_draw_every_way_once_from_what_stands(depth: int) -> None:
    for seed in range(40):
        flow = flow_of(seed, depth)
        path, ears = ears_of(flow)
        drawn = set(path)
        for ear in ears:
            inner = set(ear.nodes[1:] if ear.open else ear.nodes[1:-1])
            assert ear.nodes[0] in drawn and not inner & drawn
            assert ear.open or ear.nodes[-1] in drawn
            drawn |= inner
        assert drawn == {node.id for node in flow.nodes}
        ways = {frozenset((way.a, way.b)) for way in flow.ways}
        assert covered(path, [ear.nodes for ear in ears]) == ways


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_flows_are_fair(depth: int) -> None:
    assert all(plain_enough(flow_of(seed, depth)) for seed in range(60))


def test_a_lock_on_the_way_in_is_found() -> None:
    for name in ("lock_and_key_cycle", "simple_lock_and_key"):
        for seed in range(20):
            flow = single(name, f"bad {seed}")
            into = [way for way in flow.ways if way.b == flow.goal]
            into[0].lock = flow.bolts[0]
            assert not fair(flow), "its key lies behind it"


def test_one_more_one_way_door_is_found() -> None:
    flow = single("dangerous_route")
    pit = flow.node(0, "side")
    flow.ways.append(Way(flow.start, pit.id, one_way=True))
    assert not fair(flow)


def test_a_secret_that_shuts_in_is_made_plain() -> None:
    flow = single("blocked_retreat")
    (way,) = [way for way in flow.ways if way.b == flow.start]
    way.secret = True
    assert not fair(flow)
    assert plain_enough(flow) and not way.secret


def test_whoever_comes_in_by_another_way_can_leave_by_it() -> None:
    flow = single("lock_and_key_cycle", "two ways in")
    key = flow.bolts[0].keys[0]
    inner = next(way for way in flow.ways if way.b == key.node)
    inner.secret = True
    assert fair(flow) and not fair(flow, [key.node]), "back to the key's room there is a secret only"


@pytest.mark.soak
@pytest.mark.parametrize("reroll", [True, False])
def test_every_triple_of_cycles_occurs(reroll: bool) -> None:
    seen = set()
    for seed in range(30_000):
        top = roll_kinds(house_cycles(), 1, Stream(f"triple {seed}"), reroll_repeats=reroll)
        seen.add((top.type.face, *(sub.type.face for sub in top.subs)))
    assert len(seen) == (12 * 11 * 10 if reroll else 12**3)
