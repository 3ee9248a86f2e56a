"""Worked examples of document 002: faces go in at a tip or behind a door, what is dug and waits comes out."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.carve.grounds import Scripted, picture, room, same, sound
from zinegen.carve.forms import EAST, NORTH, SOUTH, WEST, rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Front
from zinegen.carve.passages.misfits import misfit
from zinegen.carve.passages.runs import at_tip, step
from zinegen.carve.passages.searches import search
from zinegen.carve.passages.warren import Warren
from zinegen.carve.pieces import Piece
from zinegen.carve.plan import LevelPlan
from zinegen.carve.tips import Tip
from zinegen.dungeon.model import Rolled


def warren_of(ground: Ground, faces: Iterable[int], number: int = 1) -> Warren:
    plan = LevelPlan("seed", number, 3, ground.width, ground.height, 1, 99, 99, 0)
    warren = Warren(ground, Scripted(faces), plan, caves=0.0)
    warren.origins.append((ground.width / 2, ground.height / 2))
    return warren


def passage(faces: list[int], width: int = 2, number: int = 1) -> tuple[Warren, Tip, Piece]:
    """A passage that goes north in the middle of much rock, and its tip; d66 is two dice."""
    ground = Ground(80, 80)
    warren = warren_of(ground, faces, number)
    strip = ground.dig("passage", rectangle(width, 6, "strip"), 40, 40)
    strip.heading = NORTH
    return warren, Tip(strip, NORTH, 40, 40, width, 0), strip


def out_of_a_room(faces: list[int]) -> tuple[Warren, Piece]:
    """What lies behind the north door of a room is rolled."""
    ground = Ground(80, 80)
    warren = warren_of(ground, faces)
    start = room(ground, 38, 40, 6, 6)
    step(warren, Front(start, NORTH, 40, 40, 2, "door", "beyond"))
    sound(ground)
    return warren, start


def sides(warren: Warren) -> list[int]:
    return sorted(front.side for front in warren.agenda)


def dug(warren: Warren) -> Piece:
    return warren.ground.pieces[warren.ground.last]


# ------------------------------------------------------------------------------------------------------ in a passage


@pytest.mark.parametrize(
    ("faces", "ways"),
    [
        ([3, 3], [NORTH]), ([6, 3], [NORTH]), ([6, 5], [NORTH]),
        ([3, 1], [WEST]), ([6, 1], [WEST]), ([3, 2], [EAST]), ([6, 2], [EAST]),
        ([5, 1], [EAST, WEST]), ([5, 2], [NORTH, WEST]), ([5, 3], [NORTH, EAST]), ([2, 3], [NORTH, EAST, WEST]),
    ],
)  # fmt: skip
def test_where_passages_go_on(faces: list[int], ways: list[int]) -> None:
    warren, tip, _ = passage(faces)
    at_tip(warren, tip)
    assert sides(warren) == ways


def test_a_dead_end_leads_nowhere() -> None:
    warren, tip, strip = passage([1, 3])
    at_tip(warren, tip)
    assert not warren.agenda and warren.dead == [strip]


@pytest.mark.parametrize(("face", "squares"), [(1, 5), (2, 6), (3, 7), (4, 8)])
def test_a_passage_runs_five_to_eight_squares(face: int, squares: int) -> None:
    warren, tip, _ = passage([3, 3, face])
    at_tip(warren, tip)
    step(warren, warren.agenda.pop())
    strip = warren.ground.pieces[2]
    assert (strip.form.width, strip.form.height, strip.length_ft) == (2, squares, 5 * squares)


@pytest.mark.parametrize(
    ("faces", "contents"),
    [([1, 1], "trap"), ([1, 2], "monster"), ([3, 6], "feature"), ([5, 5], "lucky_find")],
)
def test_what_lies_in_a_passage_has_a_number(faces: list[int], contents: str) -> None:
    warren, tip, _ = passage([*faces, 2])
    at_tip(warren, tip)
    step(warren, warren.agenda.pop())
    strip = warren.ground.pieces[2]
    assert contents in strip.contents and strip.numbered
    assert warren.ground.keyed >= 1
    assert bool(strip.features) == (contents == "feature")


@pytest.mark.parametrize(
    ("faces", "side", "kind", "locked"),
    [
        ([4, 1], NORTH, "door", False), ([4, 2], WEST, "door", False), ([4, 3], EAST, "door", False),
        ([4, 4, 5], EAST, "barred", False), ([4, 5, 3], WEST, "locked", True), ([4, 6, 2], NORTH, "reinforced", True),
    ],
)  # fmt: skip
def test_a_door_ends_the_passage_and_a_room_lies_behind(faces: list[int], side: int, kind: str, locked: bool) -> None:
    warren, tip, strip = passage([*faces, 5])  # the room measures 30 x 30 ft
    at_tip(warren, tip)
    gate = strip.gates[-1]
    assert (gate.side, gate.kind, gate.locked, gate.b.kind) == (side, kind, locked, "room")
    assert gate.b.area_sqft == 900
    assert all(front.piece is gate.b for front in warren.agenda), "nothing else leads on from the passage"
    assert ("extra_loot" in gate.b.contents) == (kind == "reinforced")


@pytest.mark.parametrize(("face", "ways", "size"), [(4, [NORTH], 16), (5, [EAST, WEST], 24), (6, [0, 1, 3], 48)])
@pytest.mark.parametrize(("hundred", "somebody"), [(33, True), (34, False)])
def test_halls(face: int, ways: list[int], size: int, hundred: int, somebody: bool) -> None:
    warren, tip, _ = passage([2, face, hundred])
    at_tip(warren, tip)
    hall = dug(warren)
    assert (hall.kind, hall.form.count, sides(warren)) == ("hall", size, ways)
    assert hall.contents == (("monster",) if somebody else ())


@pytest.mark.parametrize(("hundred", "width"), [(50, 1), (51, 2)])
def test_half_of_the_passages_out_of_a_hall_are_narrow(hundred: int, width: int) -> None:
    warren, tip, _ = passage([2, 4, 90, hundred, 3, 3, 1])
    at_tip(warren, tip)
    step(warren, warren.agenda.pop())
    assert warren.ground.pieces[3].form.width == width


def test_a_small_hall_with_a_door_on_each_side_and_a_passage_with_two() -> None:
    for faces in ([5, 6], [6, 6]):
        warren, tip, strip = passage([*faces, 2, 1, 11, 2, 1, 11])  # rooms of 20 x 20 ft, empty, no further exit
        at_tip(warren, tip)
        rooms = [piece for piece in warren.ground.pieces.values() if piece.kind == "room"]
        assert len(rooms) == 2
        holder = strip if faces == [6, 6] else warren.ground.pieces[2]
        doors = [gate for gate in holder.gates if gate.kind == "door"]
        assert sorted(gate.side for gate in doors) == [EAST, WEST]


def test_a_gate_across_the_passage() -> None:
    warren, tip, strip = passage([5, 4, 2])
    at_tip(warren, tip)
    step(warren, warren.agenda.pop())
    gate = strip.gates[0]
    assert (gate.kind, gate.locked, gate.width) == ("portcullis", True, 2)


def test_stairs_down_and_up() -> None:
    warren, tip, _ = passage([1, 4])
    at_tip(warren, tip)
    stair = warren.ground.stairs[0]
    assert (stair.down, stair.levels, stair.into) == (True, 1, "")
    warren, tip, _ = passage([1, 5])
    at_tip(warren, tip)
    stair = warren.ground.stairs[0]
    assert (stair.down, stair.into) == (False, ""), "on the first level they go up to the surface"


def test_a_u_turn_as_a_picture() -> None:
    warren, tip, _ = passage([3, 4], width=1)
    at_tip(warren, tip)
    same(
        picture(warren.ground),
        """
        22222
        2...2
        2...2
        ....1
        ....1
        ....1
        ....1
        ....1
        ....1
        """,
    )
    assert sides(warren) == [SOUTH]


def test_a_u_bend_to_the_right_and_one_path_ahead_as_a_picture() -> None:
    warren, tip, _ = passage([2, 2], width=1)
    at_tip(warren, tip)
    same(
        picture(warren.ground),
        """
        2....
        2....
        22222
        2...2
        2...2
        1....
        1....
        1....
        1....
        1....
        1....
        """,
    )
    assert sides(warren) == [NORTH, SOUTH]


def test_a_path_that_splits_ahead() -> None:
    warren, tip, _ = passage([1, 6])
    at_tip(warren, tip)
    assert dug(warren).kind == "junction" and len(warren.agenda) == 2


def test_two_niches_as_a_picture_with_a_roll_each() -> None:
    warren, tip, _ = passage([6, 4, 1, 6, 2, 1, 3], width=1)
    at_tip(warren, tip)
    step(warren, warren.agenda.pop())
    niched = warren.ground.pieces[2]
    assert niched.contents == ("treasure",), "treasure in the one, nothing in the other"
    assert [roll.rolled for roll in niched.rolls if roll.table == "niche"] == [(6,), (2,)]
    same(
        picture(warren.ground),
        """
        .2.
        .2.
        222
        .2.
        .2.
        .1.
        .1.
        .1.
        .1.
        .1.
        .1.
        """,
    )


@pytest.mark.parametrize(("faces", "who"), [([1, 2], "zombie"), ([1, 3], "wight"), ([4], "living_statue")])
def test_who_stands_in_a_niche(faces: list[int], who: str) -> None:
    warren, tip, _ = passage([6, 4, 1, *faces, 2])
    at_tip(warren, tip)
    step(warren, warren.agenda.pop())
    assert warren.ground.pieces[2].contents == ("monster", who)


# ------------------------------------------------------------------------------------------------------ out of a room


@pytest.mark.parametrize(
    ("faces", "ways"),
    [([4, 2], [EAST, WEST]), ([4, 3], [WEST]), ([4, 4], [EAST])],
)
def test_passages_that_run_along_right_behind_the_door(faces: list[int], ways: list[int]) -> None:
    warren, _ = out_of_a_room([90, *faces])
    assert sides(warren) == ways
    stub = warren.ground.pieces[2]
    assert stub.length_ft == 15 and stub.rolls[-1].bend == "leaving_room"


@pytest.mark.parametrize("face", [1, 5])
def test_passage_ahead_out_of_a_room(face: int) -> None:
    warren, start = out_of_a_room([90, 4, face, 3, 1, 3])
    ahead = warren.ground.pieces[2]
    assert (ahead.kind, ahead.length_ft, ahead.gates[0].kind) == ("passage", 35, "door")
    assert not any(gate.locked for gate in start.gates)


def test_another_room_out_of_a_room() -> None:
    _, start = out_of_a_room([90, 4, 6, 5])
    other = start.gates[0].b
    assert other.kind == "room" and start.gates[0].kind == "door"
    assert "extra_loot" not in other.contents


# ------------------------------------------------------------------------------------------------ what does not fit


def stuck(faces: list[int], number: int = 1) -> tuple[Warren, Piece]:
    """A passage that cannot go on, and the table rolled."""
    warren, tip, strip = passage(faces, number=number)
    misfit(warren, tip, [])
    return warren, strip


def test_dead_ends_with_and_without_a_trap() -> None:
    _, strip = stuck([1])
    assert strip.contents == ("trap",) and strip.numbered
    warren, strip = stuck([4])
    assert strip.contents == () and warren.dead == [strip]


def test_a_stairwell() -> None:
    warren, strip = stuck([2, 2])
    ladder = warren.ground.stairs[0]
    assert (ladder.kind, ladder.surface, ladder.secret, ladder.piece) == ("ladder", True, True, strip)
    warren, _ = stuck([2, 3])
    assert (warren.ground.stairs[0].kind, warren.ground.stairs[0].down) == ("stairs", True)


def test_a_narrow_passage_to_a_secret_door_into_what_is_near() -> None:
    warren, tip, strip = passage([3])
    near = room(warren.ground, 38, 30, 6, 5)
    misfit(warren, tip, [])
    narrow = strip.gates[0].other(strip)
    assert min(narrow.form.width, narrow.form.height) == 1
    assert [gate.secret for gate in near.gates] == [True]
    warren, strip = stuck([3])
    assert warren.dead == [strip] and not strip.gates, "with nothing to reach it is a dead end"


def test_a_door_where_there_is_room_else_a_trapdoor() -> None:
    warren, strip = stuck([5, 5])
    assert strip.gates[0].kind == "door" and strip.gates[0].b.kind == "room"
    warren, tip, strip = passage([5])
    for x, y, wide, high in ((20, 36, 19, 3), (36, 40, 3, 6), (43, 40, 3, 6), (40, 36, 6, 3)):
        warren.ground.block(x, y, wide, high)
    misfit(warren, tip, [])
    trapdoor = warren.ground.stairs[0]
    assert (trapdoor.kind, trapdoor.down, trapdoor.into) == ("trapdoor", True, "room")


def test_a_teleporter_that_leads_one_way_to_another_level() -> None:
    warren, strip = stuck([6])
    teleporter = warren.ground.stairs[0]
    assert (teleporter.kind, teleporter.one_way, teleporter.down, teleporter.piece) == (
        "teleporter",
        True,
        True,
        strip,
    )


# ------------------------------------------------------------------------------------------------------ searches


@pytest.mark.parametrize(("face", "found"), [(10, "secret_door"), (5, "nothing"), (1, "wandering_monster")])
def test_a_passage_is_searched_once(face: int, found: str) -> None:
    faces = [face, 4, 1, 4, 1, 5] if face == 10 else [face]
    warren, _, strip = passage(faces)
    search(warren)
    assert strip.search == found
    rolls = list(strip.rolls)
    search(warren)
    assert strip.rolls == rolls, "and not again"


def test_behind_a_secret_door_a_narrow_passage_leads_to_a_room_that_has_no_other_way_in() -> None:
    warren, _, strip = passage([10, 4, 4, 1, 5])
    search(warren)
    secret = next(gate for gate in strip.gates if gate.secret)
    narrow = secret.other(strip)
    assert min(narrow.form.width, narrow.form.height) == 1
    rooms = [piece for piece in warren.ground.pieces.values() if piece.kind == "room"]
    assert [one.hidden for one in rooms] == [True]
    assert len(rooms[0].gates) == 1 and rooms[0].gates[0].secret and not warren.agenda


def test_a_narrow_passage_that_meets_what_is_known_opens_by_a_secret_door() -> None:
    for at in (30, 46):  # to the west or to the east of the passage, whichever side is tried
        warren, _, strip = passage([10, 4])
        met = room(warren.ground, at, 36, 5, 16)
        far = room(warren.ground, 46 if at == 30 else 30, 36, 5, 16)
        search(warren)
        narrow = next(gate for gate in strip.gates if gate.secret).other(strip)
        assert narrow.hidden and all(gate.secret for gate in narrow.gates)
        assert {gate.other(narrow) for gate in narrow.gates} <= {strip, met, far}


def test_rolls_that_trimming_takes_an_end_from_are_not_drawn() -> None:
    warren, tip, strip = passage([5, 1])
    at_tip(warren, tip)
    warren.settle()
    assert strip.rolls == [Rolled(table="passages_d66", rolled=(51,), drawn=False)]
