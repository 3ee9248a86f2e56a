"""The twelve cycles as data, and files of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from zinegen.carve.cycles import CycleType, cycle_types, house_cycles, load_cycle, theme_pairs
from zinegen.errors import TableError
from zinegen.rolltable import table

BY_NAME = {one.id: one for one in house_cycles()}


def arcs(name: str) -> list[tuple[str, str, str]]:
    return [(arc.from_, arc.to, arc.length) for arc in BY_NAME[name].arcs]


def test_the_files_and_the_roll_table_name_the_same_twelve() -> None:
    rolled = [table("cycle_type").at(face)["cycle"] for face in range(1, 13)]
    assert rolled == [one.id for one in house_cycles()]


def test_every_one_of_the_twelve_has_two_insertion_points() -> None:
    assert {one.id: one.diamonds for one in house_cycles()} == dict.fromkeys(BY_NAME, 2)


def test_those_that_are_no_rings_are_the_four_drawn_open() -> None:
    no_rings = {one.id for one in house_cycles() if not one.ring}
    assert no_rings == {"foreshadowing_loop", "false_goal", "simple_lock_and_key", "gambit"}


def test_alternative_paths_are_two_long_ones() -> None:  # X003-01
    assert arcs("two_alternative_paths") == [("start", "goal", "long")] * 2


def test_the_hidden_shortcut_is_short_and_secret() -> None:  # X003-02
    long, short = BY_NAME["hidden_shortcut"].arcs
    assert (long.length, long.secret, long.danger) == ("long", "", 1)
    assert (short.length, short.secret, short.danger) == ("short", "always", 0)


def test_the_foreshadowed_goal_is_seen_and_reached_by_one_long_way() -> None:  # X003-04
    assert arcs("foreshadowing_loop") == [("start", "goal", "long"), ("start", "goal", "sight")]


def test_the_key_lies_at_the_end_of_the_long_way_back() -> None:  # X003-05
    one = BY_NAME["lock_and_key_cycle"]
    assert arcs(one.id) == [("start", "goal", "short"), ("goal", "start", "long")]
    assert one.arcs[1].at[-1] == "key" and one.arcs[1].one_way == "last"
    assert one.lock is not None and one.lock.keys == 1


def test_two_keys_lie_half_way_along_two_long_arcs() -> None:  # X003-08
    one = BY_NAME["two_keys"]
    assert one.lock is not None and one.lock.keys == 2
    assert [(arc.length, arc.at, arc.middle) for arc in one.arcs] == [("long", ("key_diamond",), True)] * 2


@pytest.mark.parametrize(
    ("name", "bounds"), [("two_alternative_paths", (6, 8)), ("dangerous_route", (5, 7)), ("monster_patrol", (4, 4))]
)
def test_rooms_of_a_cycle_without_sub_cycles(name: str, bounds: tuple[int, int]) -> None:  # X003-13, X003-14
    assert BY_NAME[name].bounds() == bounds


def test_every_theme_has_one_opposite() -> None:
    words = [word for pair in theme_pairs() for word in pair]
    assert len(words) == len(set(words)) >= 6
    assert {"monsters", "traps"} in [set(pair) for pair in theme_pairs()]


# ----------------------------------------------------------------------------------------------- the user's own files

OWN = """\
face = 13
title = "Three Doors"

[[arcs]]
from = "start"
to = "goal"
length = "long"
rooms = [2, 3]
at = ["diamond"]

[[arcs]]
from = "start"
to = "well"
length = "short"

[[arcs]]
from = "well"
to = "goal"
length = "short"
rooms = [1, 1]

[points.well]
"""


def own(folder: Path, text: str, name: str = "three_doors.toml") -> CycleType:
    (folder / name).write_text(text, encoding="utf-8")
    return load_cycle(folder / name)


def test_a_file_of_the_users_own_is_rolled_with_the_twelve(tmp_path: Path) -> None:
    own(tmp_path, OWN)
    types = cycle_types(tmp_path)
    assert len(types) == 13 and types[12].id == "three_doors" and types[12].title == "Three Doors"


def test_a_file_of_the_users_own_takes_the_place_of_one_of_the_twelve(tmp_path: Path) -> None:
    own(tmp_path, OWN.replace("face = 13", "face = 5"))
    types = cycle_types(tmp_path)
    assert len(types) == 12 and types[4].id == "three_doors"


BAD = [
    ('to = "well"', 'to = "wall"', r"line 11 \(arc 2\): leads to 'wall', which is no point; there are goal, start"),
    ("rooms = [2, 3]", "rooms = [0, 3]", r"line 4 \(arc 1\): 1 things stand on it, so it needs 1 rooms at least"),
    ("rooms = [2, 3]", "rooms = [3, 2]", r"line 4 \(arc 1\): rooms = \[3, 2\] cannot be; fewest first, 0 to 9"),
    ("rooms = [2, 3]", 'rooms = "two"', r"line 4 \(arc 1\): Expected `array`, got `str` \(at rooms\)"),
    ('length = "long"', 'length = "longish"', r"line 4 \(arc 1\): 'longish' will not do; there is: .*long, sight"),
    ("rooms = [2, 3]", "rooms = [2, 3]\ntheme = 0", "opposed = true goes with arcs of theme"),
    ("face = 13", "face = 13\nopposed = true", r"line 2: opposed = true goes with arcs of theme"),
    ("rooms = [2, 3]", "rooms = [2, 3]\nwidth = 2", r"line 4 \(arc 1\): Object contains unknown field `width`"),
    ("face = 13", 'face = "x"', r"line 1: Expected `int`, got `str` \(at face\)"),
    ("face = 13", "face = 0", "line 1: face 0 cannot be"),
    ("[points.well]", "[points.well]\n[lock]\nkeys = 1", r"line 23: its lock has keys = 1, .* hold 0; let them"),
    ('at = ["diamond"]', 'at = ["diamond"]\none_way = "last"', ""),
    ("[points.well]", "[points.well]\n[points.attic]", "no arc leads from the start to attic; add one"),
    ("face = 13", "face 13", "is no TOML"),
    ("rooms = [2, 3]\nat = [\"diamond\"]", "rooms = [0, 0]\n[[arcs]]\nfrom=\"goal\"\nto=\"start\"\nlength=\"short\"",
     r"line 9 \(arc 2\): joins goal and start without a room between, as an arc before it does"),
    ("[points.well]", '[[arcs]]\nfrom="start"\nto="well"\nlength="long"\nrooms=[2,2]\n' * 2 + "[points.well]",
     r"line 27 \(arc 5\): is arc number 4 at start, which has room for 3; take one away"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), BAD)
def test_a_wrong_file_is_refused_by_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in OWN
    text = OWN.replace(old, new, 1)
    if not told:  # one arc may be one-way: the other leads back
        assert own(tmp_path, text).arcs[0].one_way == "last"
        return
    with pytest.raises(TableError, match=r"^three_doors\.toml.*" + told) as fault:
        own(tmp_path, text)
    assert "\n" not in str(fault.value)


def test_a_theme_needs_its_opposite(tmp_path: Path) -> None:
    text = OWN.replace("face = 13", "face = 13\nopposed = true").replace(
        "rooms = [2, 3]", "rooms = [2, 3]\ntheme = 1"
    )
    with pytest.raises(
        TableError,
        match=r"line \d+ \(arc \d\): a theme without an opposite; give one arc theme = 0",
    ):
        own(tmp_path, text)


def test_nobody_is_shut_in_by_the_arcs_themselves(tmp_path: Path) -> None:
    inward = 'to = "well"\nlength = "short"'
    outward = 'from = "well"\nto = "goal"\nlength = "short"'
    text = OWN.replace(inward, inward + '\none_way = "first"')
    text = text.replace(outward, 'from = "goal"\nto = "well"\nlength = "short"\none_way = "last"')
    with pytest.raises(TableError, match="no arc leads back from well; add one, or make one two-way"):
        own(tmp_path, text)


def test_faces_leave_no_gap(tmp_path: Path) -> None:
    own(tmp_path, OWN.replace("face = 13", "face = 15"))
    with pytest.raises(TableError, match=r"three_doors\.toml: has face 15, and no cycle has face 13; take that"):
        cycle_types(tmp_path)
