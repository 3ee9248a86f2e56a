"""Forms: squares, outlines and faces of every shape."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.carve.grounds import form_of_text
from zinegen.carve import forms
from zinegen.carve.entrance import PICTURES, entrance_area
from zinegen.carve.forms import Form, special_forms, turned
from zinegen.dungeon.floorplan import inside, ring_area

SHAPES = ("circle", "oval", "hexagon", "octagon", "trapezoid", "triangle")


def text(form: Form) -> list[str]:
    return ["".join("#" if row >> x & 1 else "." for x in range(form.width)) for row in form.rows]


@pytest.mark.parametrize(("squares", "owned"), [(20, 21), (40, 37), (60, 69), (100, 97), (160, 156)])
def test_a_circle_owns_the_squares_it_half_covers(squares: int, owned: int) -> None:
    assert forms.circle(squares).count == owned


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("squares", [20, 40, 60, 100, 130, 160])
def test_a_special_shape_has_nearly_the_area_rolled(shape: str, squares: int) -> None:
    tolerance = {"circle": 0.07, "octagon": 0.16, "triangle": 0.21, "oval": 0.07}.get(shape, 0.06)
    for way in special_forms(shape, squares):
        for form in way:
            assert abs(ring_area(form.outline) - squares) / squares <= tolerance


def test_a_small_octagon_as_a_picture() -> None:
    assert text(forms.octagon(40)) == [".#####.", *["#######"] * 5, ".#####."]


def test_a_trapezoid_as_a_picture() -> None:
    form = forms.trapezoid(20)
    assert text(form) == ["..######..", ".########.", "##########"]
    assert form.outline == ((3, 0), (7, 0), (10, 3), (0, 3))


@given(st.sampled_from(SHAPES), st.integers(16, 180))
def test_outline_and_squares_agree(shape: str, squares: int) -> None:
    for way in special_forms(shape, squares):
        for form in way:
            assert ring_area(form.outline) > 0, "clockwise on paper"
            for y in range(form.height):
                for x in range(form.width):
                    corners = [inside((x + dx, y + dy), form.outline) for dx in (0.3, 0.7) for dy in (0.3, 0.7)]
                    if all(corners):
                        assert form.rows[y] >> x & 1
                    if not any(corners):
                        assert not form.rows[y] >> x & 1


@given(st.sampled_from(SHAPES), st.integers(16, 180), st.integers(0, 3), st.booleans())
def test_a_turned_form_keeps_its_area_and_fits_its_box(shape: str, squares: int, times: int, mirrored: bool) -> None:
    form = special_forms(shape, squares)[0][0]
    other = turned(form, times, mirrored)
    assert other.count == form.count
    assert ring_area(other.outline) == pytest.approx(ring_area(form.outline))
    assert (other.width, other.height) == ((form.width, form.height) if times % 2 == 0 else (form.height, form.width))
    xs, ys = [x for x, _ in other.outline], [y for _, y in other.outline]
    assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=0.01)
    assert (max(xs), max(ys)) == pytest.approx((other.width, other.height), abs=0.01)


def test_faces_are_the_longest_runs_on_the_outermost_lines() -> None:
    form = form_of_text("""
        ..####..
        ..####..
        ########
        ########
        """)
    assert form.faces == ((0, 2, 6), (7, 2, 4), (3, 0, 8), (0, 2, 4))
    assert form.plain
    assert ring_area(form.outline) == form.count == 24


def test_the_halo_is_one_square_around() -> None:
    form = forms.rectangle(2, 1)
    assert form.halo == (0b1111, 0b1111, 0b1111)


@pytest.mark.parametrize("variant", sorted(PICTURES))
@pytest.mark.parametrize("turns", range(4))
def test_an_entrance_area_is_whole_in_every_turn(variant: int, turns: int) -> None:
    area = entrance_area(variant, turns)
    x, y, width, height = area.stairs
    for j in range(y, y + height):
        for i in range(x, x + width):
            assert area.form.rows[j] >> i & 1, "the stairs stand inside"
    assert len(area.exits) >= 3
    for ex, ey, side, wide, _ in area.exits:
        dx, dy = forms.DX[side], forms.DY[side]
        for i in range(wide):
            sx, sy = ex + i * (dx == 0), ey + i * (dy == 0)
            assert area.form.rows[sy] >> sx & 1
            ox, oy = sx + dx, sy + dy
            beyond = 0 <= oy < area.form.height and ox >= 0 and area.form.rows[oy] >> ox & 1
            assert not beyond, "an exit leads out"
    assert area.way == turns
