"""The fairness law: against a walker that tries every play, and on dungeons broken on purpose."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from itertools import pairwise

import pytest
from dungeon.walker import broken
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.dungeon.fairness import ensure_fair, judge
from zinegen.dungeon.model import Area, Clue, Dungeon, End, KeyItem, Level, Link, Lock, Portal
from zinegen.dungeon.proof import walked
from zinegen.dungeon.textmap import text_to_dungeon
from zinegen.errors import UnfairError


def codes(dungeon: Dungeon) -> set[str]:
    return {finding.code for finding in judge(dungeon).findings}


@st.composite
def mazes(draw: st.DrawFn) -> Dungeon:
    """A small dungeon without floor plan: areas, portals of all kinds, links to the surface, locks, keys, clues."""
    n = draw(st.integers(2, 6))
    keys = [f"key-{i}" for i in range(draw(st.integers(0, 3)))]
    ids = [f"1-{i + 1}" for i in range(n)]
    portals, locks = [], []
    for i in range(draw(st.integers(n - 1, n + 4))):
        a = ids[i + 1] if i < n - 1 else draw(st.sampled_from(ids))
        b = ids[draw(st.integers(0, i))] if i < n - 1 else draw(st.sampled_from(ids))
        if a == b:
            continue
        look = draw(st.sampled_from(["plain", "plain", "plain", "one-way", "one-way", "secret", "false", "both"]))
        portals.append(
            Portal(
                id=f"1-p{i}", kind="false" if look == "false" else "door", between=(a, b), at=(0, 0), side="north",
                secret=look in ("secret", "both"),
                one_way=draw(st.sampled_from([a, b])) if look in ("one-way", "both") else None,
            )
        )  # fmt: skip
    guarded = [p.id for p in portals] + ids
    for i in range(draw(st.integers(0, 3)) if guarded else 0):
        wanted = draw(st.lists(st.sampled_from([*keys, "key-9"]), max_size=2, unique=True)) if keys else []
        hardness = draw(st.sampled_from(["hard", "soft"])) if wanted else "soft"
        locks.append(
            Lock(id=f"lock-{i}", hardness=hardness, keys=tuple(wanted), guards=draw(st.sampled_from(guarded)))
        )  # type: ignore[arg-type]
    links = tuple(
        Link(
            id=f"link-{i}", kind="stairs", one_way=draw(st.booleans()),
            from_=End(area=draw(st.sampled_from(ids)), at=(0, 0)), to=End(area="surface", at=(0, 0)),
        )
        for i in range(draw(st.integers(0, 1)))
    )  # fmt: skip
    items = [KeyItem(id=k, in_=draw(st.sampled_from(ids)), hidden=draw(st.integers(0, 4)) == 0) for k in keys]
    about = [p.id for p in portals] + keys + [lock.id for lock in locks] + ids
    clues = {id_: draw(st.lists(st.sampled_from(about), max_size=1)) for id_ in ids}
    areas = tuple(
        Area(
            id=id_, key=i + 1, kind="room", shape="rectangle", outline=(), squares=(),
            clues=tuple(Clue(id="c", about=a, text="") for a in clues[id_]),
        )
        for i, id_ in enumerate(ids)
    )  # fmt: skip
    level = Level(number=1, system="test", size=(9, 9), areas=areas, portals=tuple(portals))
    return Dungeon(
        zinegen="0", title="Maze", seed="maze", entrance=ids[0], goal=draw(st.sampled_from(ids)), levels=(level,),
        links=links, locks=tuple(locks), key_items=tuple(items),
    )  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(mazes())
def test_the_law_agrees_with_a_walker_who_tries_every_play(dungeon: Dungeon) -> None:
    assert codes(dungeon) - {"level"} == broken(dungeon)


@settings(max_examples=100, deadline=None)
@given(mazes())
def test_what_is_fair_is_proved_by_a_walk(dungeon: Dungeon) -> None:
    if judge(dungeon).findings:
        return
    way = walked(dungeon)
    assert way[0] == dungeon.entrance and way[-1] == dungeon.goal
    steps = {(a, b) for p in dungeon.levels[0].portals for a, b in (p.between, p.between[::-1]) if p.one_way != a}
    steps |= {(link.from_.area, "surface") for link in dungeon.links} | {("surface", dungeon.entrance)}
    steps |= {("surface", link.from_.area) for link in dungeon.links if not link.one_way}
    assert all(step in steps for step in pairwise(way))


# ------------------------------------------------------------------------------------------ broken on purpose


LOCKED = "1 1+2 2L3 3\n+   \n4 4"


def locked(key_in: str, hardness: str = "soft", **more: object) -> Dungeon:
    dungeon = text_to_dungeon(LOCKED, goal="1-3")
    door = next(p.id for p in dungeon.levels[0].portals if p.kind == "locked")
    lock = Lock(id="lock-1", hardness=hardness, keys=("key-1",), guards=door)  # type: ignore[arg-type]
    return replace(dungeon, locks=(lock,), key_items=(KeyItem(id="key-1", in_=key_in, **more),))  # type: ignore[arg-type]


@pytest.mark.parametrize("hardness", ["soft", "hard"])
def test_a_key_before_its_lock_is_fair_and_one_behind_it_is_not(hardness: str) -> None:
    assert codes(locked("1-4", hardness)) == set()
    findings = judge(locked("1-3", hardness)).findings
    assert {f.code for f in findings} == {"F1", "unreachable"}
    assert "stays locked for want of key-1 in 1-3" in findings[0].text


def test_a_lock_on_the_way_in_is_found() -> None:
    dungeon = locked("1-3")
    first = dungeon.levels[0].portals[0].id
    assert "F1" in codes(replace(dungeon, locks=(replace(dungeon.locks[0], guards=first),)))


def test_a_lock_on_the_prize_wants_its_key() -> None:
    dungeon = locked("1-4")
    prize = (*dungeon.locks, Lock(id="lock-2", hardness="hard", keys=("key-2",), guards="1-3"))
    key = KeyItem(id="key-2", in_="1-3")
    assert codes(replace(dungeon, locks=prize, key_items=(*dungeon.key_items, key))) == {"F1", "F5"}
    assert codes(replace(dungeon, locks=prize, key_items=(*dungeon.key_items, replace(key, in_="1-2")))) == set()


def test_locks_without_keys_and_keys_without_locks() -> None:
    dungeon = locked("1-4")
    assert codes(replace(dungeon, key_items=())) == {"F1", "F4", "unreachable"}
    assert codes(replace(dungeon, locks=())) == {"F4"}
    forced = replace(dungeon.locks[0], keys=())
    assert codes(replace(dungeon, locks=(forced,), key_items=())) == set()
    assert codes(replace(dungeon, locks=(replace(forced, hardness="hard"),), key_items=())) >= {"F1", "F4"}


@pytest.mark.parametrize(
    ("picture", "found"),
    [
        ("1+2>3+4", {"F3"}),
        ("1+2>3+4\n^     =\na a a a", set()),
        ("1+2>3+4\nS     =\na a a a", {"F3"}),  # a way back that nobody may find
        ("1+2»3+4\nS     =\na a a a", {"secret"}),  # but there the way in is a secret too
        ("1<2+3+4", {"F1", "level", "unreachable"}),
        ("1+2S3+4", {"secret"}),
        ("1+2x3+4", {"F1", "unreachable"}),
        ("1+2+3+4S5", set()),  # what nobody needs may be as secret as it likes
    ],
)
def test_one_way_and_secret_doors(picture: str, found: set[str]) -> None:
    assert codes(text_to_dungeon(picture, goal="1-4")) == found - {"level"}


def test_a_trap_for_everybody_is_told_once() -> None:
    found = judge(text_to_dungeon("1+2>3+4\n+\na aS5", goal="1-4")).findings
    assert [f.code for f in found] == ["F3"] and "secret" not in found[0].text
    found = judge(text_to_dungeon("1+2>3+4\nS     =\na a a a", goal="1-4")).findings
    assert [f.code for f in found] == ["F3"] and "unless a secret is found" in found[0].text


def test_a_clue_in_reach_makes_a_secret_fair() -> None:
    dungeon = text_to_dungeon("1+2S3+4", goal="1-4")
    secret = next(p.id for p in dungeon.levels[0].portals if p.secret)

    def with_clue(area: str) -> Dungeon:
        level = dungeon.levels[0]
        clue = (Clue(id="c", about=secret, text="A draught."),)
        areas = tuple(replace(a, clues=clue if a.id == area else ()) for a in level.areas)
        return replace(dungeon, levels=(replace(level, areas=areas),))

    assert codes(with_clue("1-1")) == set()
    assert codes(with_clue("1-3")) == {"secret"}
    assert judge(dungeon).findings[0].where == secret


def test_a_hidden_key_wants_a_clue_too() -> None:
    assert codes(locked("1-4", hidden=True)) == {"secret"}


def test_a_level_that_nothing_leads_to() -> None:
    assert codes(text_to_dungeon("1+2", "1+2", goal="1-2")) == {"level"}
    sight = Link(id="link-1", kind="chasm_sight", from_=End(area="1-1", at=(0, 0)), to=End(area="2-1", at=(0, 0)))
    assert codes(text_to_dungeon("1+2", "1+2", goal="1-2", links=(sight,))) == {"level"}
    assert codes(text_to_dungeon("1+2", "1+2", goal="2-2", links=(replace(sight, kind="ladder"),))) == set()


def test_an_entrance_or_goal_that_is_not_there() -> None:
    findings = judge(text_to_dungeon("1+2", goal="1-9")).findings
    assert [(f.code, f.where) for f in findings] == [("F1", "goal")]


def test_the_exact_walk_knows_what_the_quick_check_does_not() -> None:
    """Two one-way doors that lead home only together with a key from either: fair, but not by the quick check."""
    picture = "1>2\n+ L\n3 4"
    dungeon = text_to_dungeon(picture, goal="1-2")
    lock = Lock(
        id="lock-1", keys=("key-1",), guards=next(p.id for p in dungeon.levels[0].portals if p.kind == "locked")
    )
    level = dungeon.levels[0]
    back = Portal(id="1-p9", kind="door", between=("1-4", "1-1"), at=(1, 1), side="west")
    stuck = replace(
        dungeon, levels=(replace(level, portals=(*level.portals, back)),), locks=(lock,),
        key_items=(KeyItem(id="key-1", in_="1-3"),),
    )  # fmt: skip
    assert codes(stuck) == {"F3"}  # whoever goes to 2 before 3 stands before a locked door
    assert codes(replace(stuck, key_items=(KeyItem(id="key-1", in_="1-1"),))) == set()


# -------------------------------------------------------------------------------------------------- the sample


def test_the_sample_is_fair_and_tells_why() -> None:
    verdict = judge(sample_dungeon())
    assert verdict.fair
    text = "\n".join(verdict.proof)
    assert "The locked door between 2-8 and the passage to 2-7 opens by the bell-metal key in 2-6." in text
    assert "level 2: 2-2 (down the ladder); 2-7 (by the secret door between 2-7 and the passage to 2-2)" in text
    assert "All 60 areas (25 of them keyed) and 2 levels can be come to." in text
    assert "a way back from the one-way secret door from the passage to 1-6 to 1-3, " in text
    assert "the trapdoor from 1-10 to 2-6, the chute from 1-14 to 2-4, with no secret found as well." in text
    assert not re.search(r"[a-z]+-\d|\d-[a-z]", text)  # no id that is on no printed page
    ensure_fair(sample_dungeon())


def test_an_unfair_dungeon_is_refused_with_its_seed() -> None:
    with pytest.raises(UnfairError, match=r"seed 'SAMPLE-1349': unfair at level 1: no way leads to this level"):
        ensure_fair(replace(sample_dungeon(), entrance="2-7", links=()))


def test_every_one_way_door_more_is_judged_as_the_walker_judges() -> None:
    dungeon = sample_dungeon()
    for number, level in enumerate(dungeon.levels):
        for i, portal in enumerate(level.portals[::6]):
            turned = replace(portal, one_way=portal.between[i % 2])
            portals = tuple(turned if p.id == portal.id else p for p in level.portals)
            levels = list(dungeon.levels)
            levels[number] = replace(level, portals=portals)
            changed = replace(dungeon, levels=tuple(levels))
            assert bool(codes(changed)) == bool(broken(changed)), portal.id


def test_it_is_quick() -> None:
    dungeon = sample_dungeon()
    best = 1.0
    for _ in range(5):
        start = time.process_time()
        for _ in range(20):
            ensure_fair(dungeon)
        best = min(best, (time.process_time() - start) / 20)
    assert best < 0.001  # 0.09 ms on a quiet machine


def test_many_keys_are_judged_in_good_time() -> None:
    """A chain of forty locked doors, each key before its door, on one level."""
    ids = [f"1-{n}" for n in range(1, 43)]
    areas = tuple(
        Area(id=i, key=n, kind="room", shape="rectangle", outline=(), squares=()) for n, i in enumerate(ids, 1)
    )  # fmt: skip
    portals = tuple(
        Portal(id=f"p{n}", kind="locked", between=(ids[n], ids[n + 1]), at=(0, 0), side="north") for n in range(41)
    )
    back = tuple(
        Portal(id=f"b{n}", kind="door", between=(ids[n], ids[n - 2]), at=(0, 0), side="north", one_way=ids[n - 2])
        for n in range(2, 42, 4)
    )
    dungeon = Dungeon(
        zinegen="0", title="", seed="", entrance="1-1", goal="1-42",
        levels=(Level(number=1, system="t", size=(9, 9), areas=areas, portals=portals + back),),
        locks=tuple(Lock(id=f"l{n}", hardness="hard", keys=(f"k{n}",), guards=f"p{n}") for n in range(41)),
        key_items=tuple(KeyItem(id=f"k{n}", in_=ids[n // 2]) for n in range(41)),
    )  # fmt: skip
    start = time.process_time()
    verdict = judge(dungeon)
    assert verdict.fair and time.process_time() - start < 1.0
    assert walked(dungeon)[-1] == "1-42"


def test_two_one_way_doors_are_each_others_way_back_however_many_keys_lie_about() -> None:
    """A ring of two one-way doors behind either of two locked ones, and more keys than there is time to try."""
    count = 20

    def door(name: str, a: int, b: int, *, locked: bool = False, one_way: bool = False) -> Portal:
        kind = "locked" if locked else "door"
        way = f"1-{b}" if one_way else None
        return Portal(id=name, kind=kind, between=(f"1-{a}", f"1-{b}"), at=(0, 0), side="north", one_way=way)  # type: ignore[arg-type]

    areas = tuple(
        Area(id=f"1-{n}", key=n, kind="room", shape="rectangle", outline=(), squares=())
        for n in range(1, 2 * count + 4)
    )
    portals = [door("ring-a", 2, 3, one_way=True), door("ring-b", 3, 2, one_way=True)]
    for n in range(count):
        portals.append(door(f"to-key-{n}", 1, 4 + n))
        portals.append(door(f"locked-{n}", 1, 2 if n < 2 else 4 + count + n - 2, locked=True))
    dungeon = Dungeon(
        zinegen="0", title="", seed="", entrance="1-1", goal="1-3",
        levels=(Level(number=1, system="t", size=(9, 9), areas=areas[: 2 * count + 1], portals=tuple(portals)),),
        locks=tuple(Lock(id=f"l{n}", hardness="hard", keys=(f"k{n}",), guards=f"locked-{n}") for n in range(count)),
        key_items=tuple(KeyItem(id=f"k{n}", in_=f"1-{4 + n}") for n in range(count)),
    )  # fmt: skip
    assert codes(dungeon) == set()
    (level,) = dungeon.levels
    cut = replace(level, portals=tuple(p for p in level.portals if p.id != "ring-b"))
    assert codes(replace(dungeon, levels=(cut,))) != set()


def test_it_knows_nothing_of_how_a_dungeon_is_made() -> None:
    code = (
        "import sys, zinegen.dungeon.fairness, zinegen.dungeon.proof;"
        "print([m for m in sys.modules if m.startswith(('zinegen.carve', 'zinegen.stock', 'zinegen.draw', 'numpy'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
