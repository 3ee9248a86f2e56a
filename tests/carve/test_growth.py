"""Worked examples of the procedure: faces go in, what is dug and waits comes out."""

from __future__ import annotations

import pytest

from tests.carve.grounds import Scripted, growth_of, picture, room, same, sound
from zinegen.carve.chambers import dig_chamber, roll_chamber
from zinegen.carve.entrance import open_entrance
from zinegen.carve.exits import exit_count, place_exit
from zinegen.carve.forms import EAST, NORTH, SOUTH, WEST, rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Front, Growth
from zinegen.carve.labyrinth.events import Tip, check
from zinegen.carve.labyrinth.runs import run, step
from zinegen.carve.labyrinth.secrets import check_dead_ends
from zinegen.carve.pieces import Gate, Piece
from zinegen.carve.waters import cross_passage, fill_waters
from zinegen.dungeon.floorplan import ring_area
from zinegen.dungeon.model import Rolled


def passage_north(faces: list[int], width: int = 2) -> tuple[Growth, Tip, Piece]:
    """A passage that goes north in the middle of much rock, and its tip."""
    ground = Ground(60, 60)
    growth = growth_of(ground, faces)
    strip = ground.dig("passage", rectangle(width, 6, "strip"), 30, 30)
    strip.heading = NORTH
    return growth, Tip(strip, NORTH, 30, 30, width, 0), strip


def waiting(growth: Growth) -> list[tuple[str, int, int]]:
    """Kind, side and length of every front that waits."""
    return [(front.kind, front.side, front.length) for front in growth.agenda]


# ----------------------------------------------------------------------------------------------------- step 18 ff.


def test_doors_left_and_right_and_the_passage_goes_on_for_30_ft() -> None:
    growth, tip, _ = passage_north([8, 12, 3])
    check(growth, tip)
    assert sorted(waiting(growth)) == [("door", EAST, 6), ("door", WEST, 6), ("open", NORTH, 6)]


def test_a_door_on_one_side() -> None:
    growth, tip, _ = passage_north([8, 12, 4])
    check(growth, tip)
    doors = [front for front in growth.agenda if front.kind == "door"]
    assert len(doors) == 1
    assert doors[0].side in (EAST, WEST)
    assert ("open", NORTH, 6) in waiting(growth)


def test_a_door_ahead_ends_the_passage() -> None:
    growth, tip, _ = passage_north([8, 13])
    check(growth, tip)
    assert waiting(growth) == [("door", NORTH, 6)]


def test_straight_on_for_50_ft() -> None:
    growth, tip, _ = passage_north([4])
    check(growth, tip)
    assert waiting(growth) == [("open", NORTH, 10)]


def test_a_wandering_monster_is_kept_and_the_table_rolled_again_for_its_place() -> None:
    growth, tip, strip = passage_north([20, 5])
    check(growth, tip)
    assert [roll.rolled for roll in strip.rolls] == [(20,), (5,)]
    assert growth.dead == [strip], "at a dead end, to be checked for secret doors"


@pytest.mark.parametrize(
    ("faces", "sides"),
    [
        ([11, 2], [NORTH, WEST]),  # left
        ([11, 6], [NORTH, EAST]),  # right
        ([12, 12], [EAST, WEST]),  # T: the way ahead ends
        ([12, 17], [NORTH, EAST, WEST]),  # four ways
        ([16, 9], [WEST]),  # turns
        ([16, 11], [EAST]),
    ],
)
def test_branches_and_turns_of_90_degrees(faces: list[int], sides: list[int]) -> None:
    growth, tip, _ = passage_north(faces)
    check(growth, tip)
    assert sorted(front.side for front in growth.agenda) == sorted(sides)


@pytest.mark.parametrize(
    ("faces", "mouths"),
    [([16, 10, 3], 1), ([16, 10, 4], 1), ([12, 9, 1], 2), ([12, 14], 2), ([12, 20], 4), ([16, 20, 6], 1)],
)
def test_diagonals_and_junctions_open_a_front_at_each_end(faces: list[int], mouths: int) -> None:
    growth, tip, _ = passage_north(faces)
    check(growth, tip)
    assert len(growth.agenda) == mouths
    junction = growth.agenda[0].piece
    assert junction.form.shape in ("diagonal", "polygon")
    assert junction.kind == ("junction" if mouths > 1 else "passage")
    sound(growth.ground)


def test_a_y_junction_behind_a_passage_as_a_picture() -> None:
    growth, tip, _ = passage_north([12, 14], width=1)
    check(growth, tip)
    same(
        picture(growth.ground),
        """
        22.....22
        222...222
        .222.222.
        ..22222..
        ...222...
        ....1....
        ....1....
        ....1....
        ....1....
        ....1....
        ....1....
        """,
    )


def test_stairs_end_a_passage_and_a_trapdoor_does_not() -> None:
    growth, tip, strip = passage_north([15, 1])
    check(growth, tip)
    assert not growth.agenda
    stair = growth.ground.stairs[0]
    assert (stair.kind, stair.down, stair.levels, stair.way) == ("stairs", True, 1, NORTH)
    assert stair.piece is not strip
    growth, tip, strip = passage_north([15, 15])
    check(growth, tip)
    assert waiting(growth) == [("open", NORTH, 6)]
    assert growth.ground.stairs[0].piece is strip


def test_stairs_into_a_hall_and_a_shaft_two_levels_down() -> None:
    growth, tip, _ = passage_north([15, 18])
    check(growth, tip)
    assert growth.ground.stairs[0].into == "hall"
    growth, tip, _ = passage_north([15, 14])
    check(growth, tip)
    shaft = growth.ground.stairs[0]
    assert (shaft.kind, shaft.down, shaft.levels) == ("shaft", True, 2)
    assert waiting(growth) == [("open", NORTH, 6)]


def test_a_passage_at_the_frame_turns() -> None:
    ground = Ground(60, 60)
    strip = ground.dig("passage", rectangle(2, 6, "strip"), 30, 1)
    strip.heading = NORTH
    growth = growth_of(ground, [4] * 8)
    check(growth, Tip(strip, NORTH, 30, 1, 2, 0))
    assert growth.agenda[0].side in (EAST, WEST)
    assert strip.rolls[-1].bend == "forced"


# --------------------------------------------------------------------------------------------------- steps 2 and 5


def test_a_circle_with_a_shaft_of_4500_square_feet() -> None:
    ask = roll_chamber(growth_of(Ground(60, 60), [19, 4, 9, 17, 16, 10]), "room")
    assert (ask.kind, ask.shape, ask.area_sqft) == ("room", "circle", 4500)
    assert [roll.table for roll in ask.rolls] == [
        "room_size", "special_shape", "circular_feature", "special_area", "special_area", "special_area",
    ]  # fmt: skip


def test_a_special_room_may_be_a_cave() -> None:
    ask = roll_chamber(growth_of(Ground(80, 80), [19, 1, 9]), "room")
    assert (ask.kind, ask.area_sqft, ask.chambers) == ("cave", 4500, [(12, 12), (6, 6)])


@pytest.mark.parametrize(
    ("area", "face", "exits", "unusual"),
    [(1000, 11, 0, False), (1200, 11, 1, False), (1500, 14, 0, False), (1600, 14, 1, False), (1600, 20, 1, True)],
)
def test_exits_by_area(area: int, face: int, exits: int, unusual: bool) -> None:
    ground = Ground(40, 40)
    piece = room(ground, 10, 10, 6, 6)
    piece.area_sqft = area
    assert exit_count(growth_of(ground, [face]), piece) == (exits, unusual)


def test_a_room_behind_a_door_slides_its_middle_onto_it() -> None:
    ground = Ground(40, 40)
    hall = room(ground, 10, 20, 8, 6, "hall")
    growth = growth_of(ground, [5])
    assert dig_chamber(growth, Front(hall, NORTH, 13, 20, 2, "door", "room"), "room")
    made = ground.gates[0].b
    assert (made.form.width, made.form.height, made.kind) == (6, 6, "room")
    assert made.x <= 12 <= made.x + 2
    assert ground.gates[0].kind == "door"
    sound(ground)


# --------------------------------------------------------------------------------------------------------- exits


def blocked(face: int) -> tuple[Growth, Piece]:
    """A chamber whose left (western) wall faces another closely; an exit is rolled into that wall."""
    ground = Ground(40, 40)
    piece = room(ground, 15, 15, 6, 6, heading=NORTH)
    room(ground, 6, 12, 8, 12)
    growth = growth_of(ground, [face])
    place_exit(growth, piece, WEST, True)
    return growth, piece


def test_an_exit_into_known_ground_moves_to_the_opposite_wall() -> None:
    growth, _ = blocked(10)
    assert [(front.side, front.secret, front.one_way) for front in growth.agenda] == [(EAST, False, False)]


@pytest.mark.parametrize(("face", "secret", "one_way"), [(11, True, False), (15, True, False), (16, False, True)])
def test_or_it_stays_secret_or_one_way(face: int, secret: bool, one_way: bool) -> None:
    growth, _ = blocked(face)
    front = growth.agenda[0]
    assert (front.side, front.secret, front.one_way) == (WEST, secret, one_way)
    assert step(growth, front), "two rooms that hang on nothing else: the walk is endless, so they are joined"
    gate = growth.ground.gates[0]
    assert gate.secret is secret
    assert (gate.toward is not None) is one_way


def test_a_dead_end_finds_the_secret_door_in_its_third_section_of_wall() -> None:
    ground = Ground(40, 40)
    strip = ground.dig("passage", rectangle(6, 2, "strip"), 10, 10)
    strip.heading = EAST
    room(ground, 8, 13, 10, 5)
    growth = growth_of(ground, [26, 80, 25])
    growth.dead.append(strip)
    check_dead_ends(growth)
    throat = list(ground.pieces.values())[-1]
    assert throat.hidden
    assert [gate.secret for gate in throat.gates] == [True, True]
    assert growth.ground.gates[0].x == 14, "the first two sections begin at 10 and 12"


def test_else_it_stays_a_dead_end() -> None:
    ground = Ground(40, 40)
    strip = ground.dig("passage", rectangle(6, 2, "strip"), 10, 10)
    strip.heading = EAST
    room(ground, 8, 13, 10, 5)
    growth = growth_of(ground, [26, 80, 90])
    growth.dead.append(strip)
    check_dead_ends(growth)
    assert len(ground.pieces) == 2


# ------------------------------------------------------------------------------------------------ passages and water


def test_a_river_without_a_bridge_and_a_boat_on_the_far_bank() -> None:
    ground = Ground(40, 40)
    hall = room(ground, 5, 15, 6, 6, "hall")
    growth = growth_of(ground, [1, 20, 17, 14, 10])
    front = Front(hall, EAST, 10, 17, 2, "open", "beyond")
    assert step(growth, front)
    piece = ground.gates[0].b
    assert piece.kind == "passage", "a width of 20 ft is rolled again where water crosses"
    ground.gates.clear()
    piece.gates.clear()
    cross_passage(ground, piece, Scripted([51, 50, 51]))
    kinds = [feature.kind for feature in piece.features]
    assert kinds == ["river", "boat"]
    river, boat = piece.features
    assert boat.at[0] > river.at[0], "one comes from the west"


def test_a_chasm_on_the_only_way_is_bridged_if_it_cannot_be_jumped() -> None:
    ground = Ground(40, 40)
    strip = ground.dig("passage", rectangle(12, 2, "strip"), 10, 10)
    strip.heading = EAST
    strip.rolls.append(Rolled(table="passage_width_special", rolled=(20,)))
    one, two = room(ground, 4, 8, 6, 6), room(ground, 22, 8, 6, 6)
    ground.open(Gate(one, strip, 9, 10, EAST, 2))
    ground.open(Gate(strip, two, 21, 10, EAST, 2))
    cross_passage(ground, strip, Scripted([51, 51]))
    assert [feature.kind for feature in strip.features] == ["chasm", "bridge"]


@pytest.mark.parametrize(("face", "water"), [(1, "plain"), (3, "monster"), (6, "monster_treasure"), (8, "magic")])
def test_the_pool_of_a_circular_room(face: int, water: str) -> None:
    ground = Ground(40, 40)
    piece = room(ground, 10, 10, 9, 9)
    piece.rolls.append(Rolled(table="circular_feature", rolled=(3,)))
    fill_waters(ground, piece, Scripted([face]))
    assert piece.water == water
    (pool,) = piece.features
    assert pool.kind == "pool"
    assert ring_area(pool.outline) > 4
    assert ("magic_pool" in [roll.table for roll in piece.rolls]) == (water == "magic")


def test_a_wide_passage_is_a_hall_with_a_number() -> None:
    ground = Ground(60, 60)
    hall = room(ground, 20, 30, 6, 6, "hall")
    growth = growth_of(ground, [1, 15])
    assert step(growth, Front(hall, NORTH, 22, 30, 2, "open", "beyond"))
    gallery = ground.gates[0].b
    assert (gallery.kind, gallery.form.width, gallery.form.height) == ("hall", 4, 8)


@pytest.mark.parametrize("face", range(1, 7))
def test_every_entrance_area_opens_with_its_stairs_and_exits(face: int) -> None:
    ground = Ground(60, 70)
    growth = growth_of(ground, [face])
    piece = open_entrance(growth)
    assert ground.stairs[0].surface
    assert any(feature.kind == "start" for feature in piece.features)
    assert len(growth.agenda) >= 3
    assert all(front.todo == "beyond" for front in growth.agenda)
    sound(ground)


def test_a_run_of_30_ft_as_a_picture() -> None:
    ground = Ground(40, 40)
    hall = room(ground, 10, 10, 4, 4, "hall")
    growth = growth_of(ground, [5])
    assert run(growth, Front(hall, SOUTH, 11, 13, 2, "open", "run"))
    same(
        picture(ground),
        """
        1111
        1111
        1111
        1111
        .22.
        .22.
        .22.
        .22.
        .22.
        .22.
        """,
    )
