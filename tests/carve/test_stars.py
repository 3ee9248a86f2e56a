"""Diagonals and junctions as pictures."""

from __future__ import annotations

import pytest

from tests.carve.grounds import same
from zinegen.carve.forms import EAST, NORTH
from zinegen.carve.stars import LEGS, star
from zinegen.dungeon.floorplan import ring_area


def text(side: int, width: int, arms: tuple[str, ...], legs: tuple[str, ...]) -> str:
    form = star(side, width, arms, legs).form
    return "\n".join("".join("#" if row >> x & 1 else "." for x in range(form.width)) for row in form.rows)


def test_a_turn_of_45_degrees_of_a_5_ft_passage() -> None:
    same(
        text(NORTH, 1, (), ("right_front",)),
        """
        ...##
        ..###
        .###.
        ###..
        ##...
        """,
    )


def test_a_y_junction_going_east() -> None:
    same(
        text(EAST, 1, (), ("left_front", "right_front")),
        """
        ...##
        ..###
        .###.
        ###..
        ##...
        ###..
        .###.
        ..###
        ...##
        """,
    )


def test_a_five_way_junction_has_two_passages_along_each_axis_and_a_diagonal() -> None:
    shape = star(NORTH, 1, ("ahead", "left", "right"), ("right_front",))
    same(
        text(NORTH, 1, ("ahead", "left", "right"), ("right_front",)),
        """
        ......##
        ...#.###
        ...####.
        ...###..
        #######.
        """,
    )
    assert len(shape.mouths) == 4, "and the way in"
    assert [mouth.leg for mouth in shape.mouths] == [False, False, False, True]


@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize("leg", sorted(LEGS))
def test_half_squares_are_half(width: int, leg: str) -> None:
    """The outline's area is that of whole squares and halves, whatever the way."""
    areas = {ring_area(star(side, width, (), (leg,)).form.outline) for side in range(4)}
    assert len(areas) == 1
    assert (areas.pop() * 2) % 1 == 0


def test_a_leg_may_go_on_to_the_opposite_heading_which_is_a_u_turn() -> None:
    shape = star(NORTH, 1, (), ("right_back",))
    assert set(shape.mouths[0].ways) == {2, 1}
