"""Roll tables: reading and checking a file, following where a result sends to, amounts, faces given by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zinegen import rolltable
from zinegen.dice import Faces, Stream
from zinegen.errors import TableError
from zinegen.rolltable import Amount, Roll, Table, load_table, roll_table, roll_times, table, to_builtin

GOOD = """
dice = "1d6"
source = { document = "own" }
rows = [
  { faces = "1-3", result = { weather = "rain" } },
  { faces = [4, "5"], result = { weather = "fog", see = "room_size" } },
  { faces = "6+", result = { dice = "2d4", weather = "hail" } },
]
[keys]
weather = ["fog", "hail", "rain"]
see = "table"
dice = "amount"
"""


def write(folder: Path, text: str, name: str = "weather") -> Table:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return load_table(path)


def by_hand(name: str, *faces: str | int, level: int = 1, guarded: bool = False) -> Roll:
    """A roll whose faces are all given: too few fail here, too many in `roll_times`."""
    (roll,) = roll_times(name, faces, _NoMore("none"), level=level, guarded=guarded)
    return roll


class _NoMore(Stream):
    def die(self, sides: int) -> int:
        raise AssertionError(f"a d{sides} was rolled that no face was given for")


def tree(roll: Roll | Amount) -> object:
    """The shape of a roll: table and faces, and what hangs on it."""
    if isinstance(roll, Amount):
        return f"{roll.dice}={roll.total}"
    own = f"{roll.table} {','.join(map(str, roll.rolled))}"
    return [own, *map(tree, roll.nested)] if roll.nested else own


# ------------------------------------------------------------------------------------------- reading a file


def test_a_table_of_the_users_is_read(tmp_path: Path) -> None:
    weather = write(tmp_path, GOOD)
    assert weather.id == "weather"
    assert [weather.at(face)["weather"] for face in (1, 3, 4, 5, 6, 7, 99)] == ["rain", "rain", "fog", "fog"] + [
        "hail"
    ] * 3
    with pytest.raises(TableError, match="weather: no row for 0; it has 1 to 6"):
        weather.at(0)


def test_a_table_of_the_users_sends_to_ours_and_to_its_neighbours(tmp_path: Path) -> None:
    weather = write(tmp_path, GOOD)
    assert tree(roll_table(weather, Faces(["4", "13"], Stream("x")))) == ["weather 4", "room_size 13"]
    snow = write(tmp_path, GOOD.replace('"room_size"', '"weather"'), "snow")
    assert tree(roll_table(snow, Faces(["5", "4", "13"], Stream("x")))) == ["snow 5", ["weather 4", "room_size 13"]]


FAULTS = {
    "a gap": ('"1-3"', '"1-2"', r"weather\.toml: no row for face 3 of 1d6"),
    "an overlap": ('"1-3"', '"1-4"', r"weather\.toml, row 2 \(faces \[4, '5'\]\): face 4 stands in row 1 already"),
    "a face the die lacks": ('"5"', '"5-7"', r"row 2 .*: 1d6 has no such faces"),
    "faces backwards": ('"1-3"', '"3-1"', r"row 1 .*: 1d6 has no such faces"),
    "no faces": ('"1-3"', '"a-c"', r"row 1 .*: 'a-c' are no faces; write such as 5"),
    "a dead reference": (
        '"room_size"',
        '"rome_size"',
        r"row 2 .*: sends to rome_size, and there is no rome_size\.toml",
    ),
    "a reference out of the folder": ('"room_size"', '"../../etc"', r"row 2 .*: sends to \.\./\.\./etc"),
    "an unknown key": (
        '{ weather = "rain"',
        '{ wether = "rain"',
        r"row 1 .*: unknown key 'wether'; \[keys\] has dice, see",
    ),
    "an unknown word": (
        '{ weather = "rain"',
        '{ weather = "sun"',
        r"row 1 .*: weather = 'sun': unknown word; one of fog",
    ),
    "a wrong type": ('see = "room_size"', "see = 4", r"row 2 .*: see = 4: must be table"),
    "a wrong amount": ('"2d4"', '"2d"', r"row 3 .*: dice = '2d': no dice notation"),
    "a wrong die": ('"1d6"', '"1dd6"', r"weather\.toml: dice: '1dd6' is no dice notation"),
    "no die for a table": ('"1d6"', '"±d6"', r"weather\.toml: dice: ±d6 is no die for a table"),
    "a die too large": ('"1d6"', '"900d900"', r"weather\.toml: dice: 900d900 has more than 10000 faces"),
    "an unknown field": ("result = { weather", "reslt = { weather", r"weather\.toml: .*row 1"),
    "a wrong type of keys": ('see = "table"', 'see = "tabel"', r"row 2 .*\[keys\] says 'tabel'"),
    "no source": ('source = { document = "own" }', "", r"weather\.toml: .*source"),
    "no rows": ("rows = [", "rows = []\nmore = [", r"weather\.toml: .*more"),
    "a wrong step": ('see = "room_size" }', 'see = "room_size" }, then = []', r"row 2 .*`then` leaves out room_size"),
    "no TOML": ("rows = [", "rows = [[", r"weather\.toml: "),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_named_with_file_and_row(what: str, tmp_path: Path) -> None:
    old, new, message = FAULTS[what]
    assert old in GOOD
    with pytest.raises(TableError, match=message) as fault:
        write(tmp_path, GOOD.replace(old, new, 1))
    assert "\n" not in str(fault.value) or what == "no TOML"


@pytest.mark.parametrize(
    ("result", "message"),
    [("see = 4", "see = 4: must be table"), ('dice = "2d"', "no dice notation"), ('count = "x"', "must be number")],
)
def test_without_keys_the_keys_with_a_meaning_are_still_checked(result: str, message: str, tmp_path: Path) -> None:
    text = f'dice = "1d2"\nsource = {{ document = "own" }}\nrows = [{{ faces = "1-2", result = {{ {result} }} }}]'
    with pytest.raises(TableError, match=rf"weather\.toml, row 1 \(faces 1-2\): .*{message}"):
        write(tmp_path, text)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"none\.toml: cannot be read: No such file"):
        load_table(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TableError, match=r"bytes\.toml: "):
        load_table(tmp_path / "bytes.toml")


@st.composite
def split_die(draw: st.DrawFn) -> tuple[int, list[int]]:
    sides = draw(st.integers(2, 100))
    return sides, sorted(draw(st.sets(st.integers(1, sides - 1), max_size=12)) | {sides})


@settings(deadline=None)
@given(split_die(), st.data())
def test_rows_cover_each_face_once_or_the_load_says_which(
    tmp_path_factory: pytest.TempPathFactory, die: tuple[int, list[int]], data: st.DataObject
) -> None:
    sides, ends = die
    folder = tmp_path_factory.mktemp("die")

    def file(spans: list[tuple[int, int]]) -> str:
        rows = ",".join(
            f'{{ faces = "{low:02}-{high:02}", result = {{ row = {n} }} }}' for n, (low, high) in enumerate(spans)
        )
        return f'dice = "1d{sides}"\nsource = {{ document = "own" }}\nrows = [{rows}]'

    spans = [(low + 1, high) for low, high in zip([0, *ends], ends, strict=False)]
    whole = write(folder, file(spans))
    assert [whole.at(face)["row"] for face in range(1, sides + 1)] == [
        n for n, (low, high) in enumerate(spans) for _ in range(low, high + 1)
    ]
    at = data.draw(st.integers(0, len(spans) - 1))
    with pytest.raises(TableError, match=rf"weather\.toml: no row for faces? {spans[at][0]}\b|no rows"):
        write(folder, file(spans[:at] + spans[at + 1 :]))
    if at:
        with pytest.raises(TableError, match=rf"row {at + 1} .*: face {spans[at][0] - 1} stands in row {at} already"):
            write(folder, file([*spans[:at], (spans[at][0] - 1, spans[at][1]), *spans[at + 1 :]]))


def test_dice_summed_and_d66_have_their_own_faces(tmp_path: Path) -> None:
    text = 'dice = "2d6*10"\nsource = { document = "own" }\nrows = [{ faces = "20-120", result = { a = 1 } }]'
    assert write(tmp_path, text).faces == tuple(range(20, 121, 10))
    rows = 'rows = [{ faces = "11-36", result = {} }, { faces = "41-66", result = {} }]'
    d66 = f'dice = "d66"\nsource = {{ document = "own" }}\n{rows}'
    assert len(write(tmp_path, d66).faces) == 36
    with pytest.raises(TableError, match=r"row 1 .*d66 has no such faces"):
        write(tmp_path, d66.replace("11-36", "11-37"))


def test_tables_that_only_send_to_one_another_stop(tmp_path: Path) -> None:
    text = 'dice = "1d2"\nsource = { document = "own" }\nrows = [{ faces = "1-2", result = { see = "weather" } }]'
    with pytest.raises(TableError, match="weather: more than 200 tables send to one another"):
        roll_table(write(tmp_path, text), Stream("round"))


# ------------------------------------------------------------------------------------------------- one roll


def test_one_roll_follows_nothing() -> None:
    one = table("room_size").roll(Faces([19], _NoMore("none")))
    assert (one.table, one.dice, one.rolled, one.nested) == ("room_size", "1d20", (19,), ())
    assert one.result["kind"] == "special"
    one.result["kind"] = "changed"
    one.source["lines"] = []
    assert table("room_size").at(19)["kind"] == "special"
    assert table("room_size").source["lines"] == [33, 44]


def test_the_shape_that_scripts_read() -> None:
    assert to_builtin(by_hand("room_size", 13)) == {
        "table": "room_size",
        "dice": "1d20",
        "rolled": [13],
        "result": {"kind": "standard", "width_ft": 20, "length_ft": 30, "area_sqft": 600},
        "source": {"document": "000", "lines": [33, 44]},
        "nested": [],
    }
    source = {"document": "000", "lines": [79, 87]}
    inner = {"table": "special_area", "dice": "1d20", "rolled": [10], "result": {"area_sqft": 2500}}
    assert to_builtin(by_hand("special_area", 17, 10)) == {
        "table": "special_area",
        "dice": "1d20",
        "rolled": [17],
        "result": {"reroll": True, "add_sqft": 1000},
        "source": source,
        "nested": [{**inner, "source": source, "nested": []}],
    }
    amount = to_builtin(by_hand("treasure", 1, 10, 3))["nested"]
    assert amount == [{"dice": "2d10*100", "rolled": [10, 3], "total": 1300}]
    json.dumps([to_builtin(roll_table(name, Stream(name))) for name in rolltable.ids()])


# The dice in the order in which the rules roll them; every face is given, so one die more or fewer fails.
FOLLOWED: dict[str, tuple[str, object]] = {
    "room_size 20,2,7,1": (
        "special room",
        ["room_size 20", ["special_shape 2", "circular_feature 7"], "special_area 1"],
    ),
    "hall_size 18,18,15": ("special hall", ["hall_size 18", "special_shape 18", "special_area 15"]),
    "room_size 19,1,9": ("a cave has no area roll", ["room_size 19", ["special_shape 1", "cave_size 9"]]),
    "room_size 19,13,16,20,15": (
        "area rerolled twice",
        ["room_size 19", "special_shape 13", ["special_area 16", ["special_area 20", "special_area 15"]]],
    ),
    "cave_size 12,20": ("a cave with no water", ["cave_size 12", "water 20"]),
    "cave_size 10,8,18,13": (
        "a cave with a small magical water",
        ["cave_size 10", ["water 8", ["magic_pool 18", "magic_pool_teleport 13"]]],
    ),
    "cave_size 19,8,20,5,1,1": (
        "a large magical water holds guarded treasure",
        ["cave_size 19", ["water 8", "treasure 20", ["treasure 5", "2d10*100=200"]]],
    ),
    "water 8,1,12": ("alchemy", ["water 8", ["magic_pool 1", "magic_pool_alchemy 12"]]),
    "water 5,17,5,3,13,4": (
        "a monster and what it guards",
        ["water 5", ["treasure 17", ["treasure_18 5", "1d3=3"]], ["treasure 13", "1d4*100=400"]],
    ),
    "magic_pool 16,13,9": ("wish", ["magic_pool 16", "magic_pool_wish_alignment 13", "1d20=9"]),
    "magic_pool 9,50,3": ("attribute", ["magic_pool 9", "magic_pool_attribute_sign 50", "magic_pool_attribute 3"]),
    "chamber_contents 18,15": ("stairs in a chamber", ["chamber_contents 18", "stairs 15"]),
    "chamber_contents 20,13,8,8": ("unguarded: one roll", ["chamber_contents 20", ["treasure 13", "2d8*100=1600"]]),
    "exit_count 16,3": ("exits", ["exit_count 16", "1d4=3"]),
    "beyond_exit_open 9,1": ("the passage behind an exit", ["beyond_exit_open 9", "passage_width 1"]),
    "beyond_exit_door 18,1": ("a room behind a door", ["beyond_exit_door 18", "room_size 1"]),
    "passage_width 20,12,51": (
        "no columns",
        ["passage_width 20", ["passage_width_special 12", "passage_columns 51"]],
    ),
    "passage_width_special 1,50,50": (
        "a single row bears no gallery",
        ["passage_width_special 1", ["passage_columns 50", "passage_columns_rows 50"]],
    ),
    "passage_columns 50,51,10": (
        "a gallery",
        ["passage_columns 50", "passage_columns_rows 51", "passage_columns_gallery 10"],
    ),
    "passage_width_special 13,2,76": ("stream", ["passage_width_special 13", "passage_width 2", "stream_bridge 76"]),
    "passage_width_special 16,2,50": ("bridged", ["passage_width_special 16", "passage_width 2", "river_bridge 50"]),
    "passage_width_special 16,2,51,51": (
        "no boat",
        ["passage_width_special 16", "passage_width 2", "river_bridge 51", "river_boat 51"],
    ),
    "passage_width 19,20,19,13,20,16,19,1,99,51,50": (
        "stream and river do not count as widths, a wide passage keeps its columns",
        [
            "passage_width 19",
            [
                "passage_width_special 20",
                ["passage_width 19", ["passage_width_special 1", "passage_columns 99"]],
                "chasm_bridge 51",
                "chasm_jump 50",
            ],
        ],
    ),
    "passage_check 20,20,20,16,10,4": (
        "more wandering monsters do not count",
        ["passage_check 20", ["passage_check 16", ["turn 10", "turn_10 4"]]],
    ),
    "passage_check 5,25": ("dead end", ["passage_check 5", "secret_door_check 25"]),
    "passage_check 1,19,7,1": (
        "a special hall on the way",
        ["passage_check 1", ["hall_size 19", "special_shape 7", "special_area 1"]],
    ),
    "passage_check 8,12,4": ("door", ["passage_check 8", ["door_location 12", "door_location_side 4"]]),
    "side_passage 9,4": ("45 degrees", ["side_passage 9", "side_passage_09 4"]),
    "turn 20,3": ("45 degrees", ["turn 20", "turn_20 3"]),
    "passages_d66 64,6,2": ("two niches", ["passages_d66 64", "niche 6", "niche 2"]),
    "passages_d66 45,3": ("where the door is", ["passages_d66 45", "door_direction 3"]),
    "passage_misfit 6,13": ("where the teleport comes out", ["passage_misfit 6", "passages_d66 13"]),
}


@pytest.mark.parametrize("rolled", FOLLOWED, ids=lambda rolled: f"{rolled}: {FOLLOWED[rolled][0]}")
def test_what_follows_a_roll(rolled: str) -> None:
    name, faces = rolled.split(" ")
    assert tree(by_hand(name, *faces.split(","))) == FOLLOWED[rolled][1]


def test_guarded_adds_one_and_only_to_treasure() -> None:
    guarded = by_hand("treasure", 13, 4, guarded=True)
    assert guarded.rolled == (13,)
    assert guarded.result == {"dice": "1d4", "multiply": 100, "coin": "gold"}
    assert by_hand("treasure", 20, guarded=True).result == {"count": 1, "item": "magic_item"}
    assert by_hand("treasure", 17, 5, 2, guarded=True).find("treasure_18").result["item"] == "gem"  # type: ignore[union-attr]
    assert by_hand("room_size", 13, guarded=True).result["area_sqft"] == 600


def test_the_level_multiplies_dice_and_counts() -> None:
    assert by_hand("treasure", 13, *[8] * 6, level=3).result == {"dice": "6d8", "multiply": 100, "coin": "electrum"}
    assert by_hand("treasure", 20, level=5).result == {"count": 5, "item": "magic_item"}
    assert by_hand("treasure_19", 5, level=5).result == {"count": 0}
    assert by_hand("treasure_container", "0", level=5).result == {"loose": True}
    assert by_hand("treasure_trap", 20, level=5).result["distance_ft"] == 6
    assert by_hand("labyrinth_level", level=2).result == {"strength_add": 2, "treasure_shift": 1}
    for level in (0, -1, 101):
        with pytest.raises(TableError, match=f"--level {level}: levels go from 1 to 100"):
            by_hand("treasure", 1, 1, 1, level=level)


def test_the_level_multiplies_what_a_table_of_the_users_adds(tmp_path: Path) -> None:
    text = 'dice = "1d1000"\nper_level = true\nsource = { document = "own" }\n'
    hoard = write(tmp_path, text + 'rows = [{ faces = "1-1000", result = { dice = "1d4+2", multiply = 10 } }]')
    roll = roll_table(hoard, Faces([7, 1, 2, 3], _NoMore("none")), level=3)
    assert roll.result["dice"] == "3d4+6"
    assert roll.amounts[0].total == (1 + 2 + 3 + 6) * 10


def test_several_rolls_share_the_faces_given() -> None:
    rolls = roll_times("secret_door_check", [26, 80, 25], _NoMore("none"), times=3)
    assert [roll.result["secret_door"] for roll in rolls] == [False, False, True]
    some = roll_times("room_size", [1], Stream("rest"), times=3)
    assert some[0].rolled == (1,)
    assert some[1:] == roll_times("room_size", [], Stream("rest"), times=2)
    with pytest.raises(TableError, match="--times 0"):
        roll_times("room_size", [], Stream("rest"), times=0)


@pytest.mark.parametrize(
    ("name", "faces", "message"),
    [
        ("room_size", "21", "--dice '21': a d20 has no such face; give 1 to 20"),
        ("room_size", "0", "--dice '0': a d20"),
        ("room_size", "13,2", "--dice: room_size needs fewer faces; left over: 2"),
        ("treasure", "1,11", "--dice '11': a d10"),
        ("passages_d66", "17", "--dice '17': a d66 has no such face; give two digits of 1 to 6, such as 13"),
        ("romm_size", "1", "there is no roll table 'romm_size'; did you mean room_size?"),
        ("../dice", "1", "there is no roll table '../dice'"),
        ("Room_Size", "1", "there is no roll table 'Room_Size'; did you mean room_size?"),
        ("x" * 5000, "1", "there is no roll table 'xxx"),
        ("", "1", "there is no roll table ''; `zinegen roll --list` names them all"),
        ("labyrinth_level", "4", "--dice '4': a d3"),
    ],
)
def test_what_cannot_be_rolled_is_named(name: str, faces: str, message: str) -> None:
    with pytest.raises(TableError) as fault:
        roll_times(name, faces.split(","), Stream("x"))
    assert str(fault.value).startswith(message)


def test_rolling_needs_no_heavy_library() -> None:
    code = (
        "import sys; from zinegen import rolltable, rules; from zinegen.dice import Stream\n"
        "print(rolltable.describe(rolltable.roll_table('treasure', Stream('x'), level=3)))\n"
        "print(sorted({'numpy', 'weasyprint', 'shapely', 'jinja2', 'pikepdf'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == "[]"


def test_the_list_names_each_table_with_its_die_and_place() -> None:
    rows = rolltable.listing()
    assert ("room_size", "1d20", "000:33-44") in rows
    assert ("circular_feature", "1d20", "000:88") in rows
    assert sorted(name for name, _, _ in rows) == rolltable.ids()
    assert [place.split(":")[0] for _, _, place in rows] == sorted(place.split(":")[0] for _, _, place in rows)


# ----------------------------------------------------------------------------------------------- one readable line


@pytest.mark.parametrize(
    ("name", "faces", "line"),
    [
        ("room_size", "13", "room_size 13: 20 ft wide, 30 ft long, 600 sq ft"),
        ("treasure_18", "6", "treasure_18 6: 1 piece of jewellery"),
        ("treasure_container", "0", "treasure_container 10: loose, in no container"),
        ("chamber_contents", "7", "chamber_contents 7: empty"),
        ("circular_feature", "12", "circular_feature 12: nothing"),
        (
            "special_area",
            "17,16,10",
            (
                "special_area 17: roll again, plus 1000 sq ft; special_area 16: roll again, plus 1000 sq ft; "
                "special_area 10: 2500 sq ft; 4500 sq ft in all"
            ),
        ),
        (
            "magic_pool_wish_alignment",
            "13",
            "magic_pool_wish_alignment 13: chaotic good, a misprint, play it as chaotic evil",
        ),
        (
            "passage_width",
            "19,17,14,51,50,51",
            (
                "passage_width 19: see passage_width_special; passage_width_special 17: river, across the passage; "
                "passage_width 14: 20 ft wide; river_bridge 51: no bridge; river_boat 50: a boat; "
                "river_boat_side 51: on the far bank"
            ),
        ),
    ],
)
def test_a_roll_reads_as_one_line(name: str, faces: str, line: str) -> None:
    assert rolltable.describe(by_hand(name, *faces.split(","))) == line


def test_a_guarded_treasure_says_what_was_added() -> None:
    assert rolltable.describe(by_hand("treasure", 13, 2, 1, 3, level=3, guarded=True)) == (
        "treasure 13+1: 3d4*100 = 600 gold pieces"
    )
