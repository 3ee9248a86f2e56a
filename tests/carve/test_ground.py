"""Ground: what may be dug where, how far a strip goes, what it meets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.carve.grounds import growth_of, picture, room, same, sound
from zinegen.carve.forms import EAST, NORTH, SOUTH, WEST, rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Front
from zinegen.carve.labyrinth.runs import run
from zinegen.carve.pieces import Gate, strip_box
from zinegen.carve.strips import join_strip
from zinegen.carve.trim import merge, shorten, trim


def test_one_square_of_rock_stays_to_all_but_what_is_joined() -> None:
    ground = Ground(20, 20)
    one = room(ground, 5, 5, 4, 4)
    assert not ground.fits(rectangle(3, 3), 9, 5)
    assert ground.fits(rectangle(3, 3), 10, 5)
    assert ground.fits(rectangle(3, 3), 9, 5, one)
    assert not ground.fits(rectangle(3, 3), 8, 5, one), "but not on top of it"
    assert not ground.fits(rectangle(3, 3), 0, 5), "nor at the frame"


def test_a_strip_goes_until_a_square_before_the_next_wall() -> None:
    ground = Ground(30, 30)
    one = room(ground, 5, 5, 4, 4)
    room(ground, 18, 4, 4, 4)
    assert ground.clear(9, 6, EAST, 2, 20, one) == 8
    assert ground.clear(9, 6, EAST, 2, 5, one) == 5
    assert ground.clear(6, 9, SOUTH, 2, 99, one) == 20
    assert ground.clear(6, 4, NORTH, 2, 99, one) == 4
    assert ground.clear(4, 6, WEST, 2, 99, one) == 4


@given(st.integers(0, 3), st.integers(1, 3), st.integers(1, 9), st.integers(0, 6), st.integers(0, 6))
def test_what_is_clear_fits(side: int, width: int, most: int, dx: int, dy: int) -> None:
    ground = Ground(40, 40)
    one = room(ground, 18, 18, 4, 4)
    room(ground, 18 + dx * 2 - 6, 8, 3, 3)
    room(ground, 26, 12 + dy * 2, 3, 3)
    start = {NORTH: (18, 17), EAST: (22, 18), SOUTH: (18, 22), WEST: (17, 18)}[side]
    length = ground.clear(*start, side, width, most, one)
    if length:
        x, y, wide, long = strip_box(*start, side, width, length)
        assert ground.fits(rectangle(wide, long), x, y, one)
    if length < most:
        x, y, wide, long = strip_box(*start, side, width, length + 1)
        assert not ground.fits(rectangle(wide, long), x, y, one)


def test_a_passage_that_meets_known_ground_far_by_foot_opens_into_it() -> None:
    ground = Ground(40, 20)
    one, two = room(ground, 3, 5, 4, 4), room(ground, 13, 5, 4, 4, "hall")
    growth = growth_of(ground)
    front = Front(one, EAST, 6, 6, 2, "door", "run")
    assert run(growth, front)
    same(
        picture(ground),
        """
        1111......2222
        11113333332222
        11113333332222
        1111......2222
        """,
    )
    assert [(gate.kind, gate.width) for gate in ground.gates] == [("door", 2), ("arch", 2)]
    assert ground.gates[1].b is two
    sound(ground)


def test_no_second_way_where_the_first_is_short() -> None:
    ground = Ground(40, 20)
    one, two = room(ground, 3, 5, 4, 4), room(ground, 13, 5, 4, 4)
    strip = ground.dig("passage", rectangle(6, 1, "strip"), 7, 5)
    strip.heading = EAST
    ground.open(Gate(one, strip, 6, 5, EAST))
    ground.open(Gate(strip, two, 12, 5, EAST))
    assert not join_strip(growth_of(ground), Front(one, EAST, 6, 7, 1, "open", "run", passage=1), 7, 7, 1, 6)
    assert len(two.gates) == 1


def test_a_strip_is_cut_back_to_its_gates() -> None:
    ground = Ground(40, 20)
    one, two = room(ground, 3, 8, 4, 4), room(ground, 14, 13, 4, 4)
    strip = ground.dig("passage", rectangle(16, 2, "strip"), 7, 9)
    strip.heading = EAST
    side = ground.dig("passage", rectangle(2, 2, "strip"), 15, 11)
    side.heading = SOUTH
    ground.open(Gate(one, strip, 6, 9, EAST, 2))
    ground.open(Gate(strip, side, 15, 10, SOUTH, 2))
    ground.open(Gate(side, two, 15, 12, SOUTH, 2))
    assert shorten(ground, strip)
    same(
        picture(ground),
        """
        1111...........
        11113333333333.
        11113333333333.
        1111........44.
        ............44.
        ...........2222
        ...........2222
        ...........2222
        ...........2222
        """,
    )
    assert (strip.x, strip.form.width) == (7, 10)
    sound(ground)


def test_dead_passages_are_filled_in_and_their_rolls_kept() -> None:
    ground = Ground(40, 20)
    one = room(ground, 3, 8, 4, 4)
    strip = ground.dig("passage", rectangle(8, 2, "strip"), 7, 9)
    ground.open(Gate(one, strip, 6, 9, EAST, 2))
    growth = growth_of(ground)
    trim(growth)
    assert list(ground.pieces.values()) == [one]
    assert not one.gates
    sound(ground)


def test_straight_passages_become_one() -> None:
    ground = Ground(40, 20)
    pieces = []
    for x in (4, 10):
        piece = ground.dig("passage", rectangle(6, 2, "strip"), x, 5)
        piece.heading = EAST
        pieces.append(piece)
    ground.open(Gate(*pieces, 9, 5, EAST, 2))
    merge(ground)
    assert len(ground.pieces) == 1
    assert pieces[0].form.width == 12
    assert not ground.gates
    sound(ground)


def test_a_one_way_door_into_a_passage_that_became_one_with_another_leads_there() -> None:
    """Found by seed: the door went on leading to the half that was gone."""
    ground = Ground(40, 20)
    near, far = (ground.dig("passage", rectangle(6, 2, "strip"), x, 5) for x in (4, 10))
    near.heading = far.heading = EAST
    ground.open(Gate(near, far, 9, 5, EAST, 2))
    ground.open(Gate(far, room(ground, 16, 4, 4, 4), 15, 5, EAST, 2, kind="door", toward=far))
    merge(ground)
    assert [gate.toward for gate in ground.gates] == [near]


def test_a_short_strip_touches_nothing_from_behind_but_what_it_joins() -> None:
    """Found by seed: a passage 10 ft wide behind a gate of 5 ft, beside another passage from the same corner."""
    ground = Ground(40, 40)
    one, two = room(ground, 20, 20, 4, 4), room(ground, 16, 12, 8, 7, "hall")
    strip = ground.dig("passage", rectangle(6, 1, "strip"), 14, 20)
    strip.heading = WEST
    ground.open(Gate(one, strip, 20, 20, WEST))
    growth = growth_of(ground)
    assert not join_strip(growth, Front(one, NORTH, 20, 20, 1, "open", "run"), 19, 19, 2, 1)
    assert join_strip(growth, Front(one, NORTH, 21, 20, 2, "open", "run"), 21, 19, 2, 1)
    assert len(two.gates) == 1
