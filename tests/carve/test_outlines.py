"""Squaring off: a gate's squares are united with a round, slanted or natural outline."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely import Polygon, box

from zinegen.carve.caves import cave, smoothed
from zinegen.carve.forms import EAST, NORTH, SOUTH, Form, special_forms
from zinegen.carve.outlines import square_off
from zinegen.dice import Stream

SHAPES = ("circle", "oval", "hexagon", "octagon", "trapezoid", "triangle", "cave")


def squared(form: Form, side: int, at: int, width: int) -> tuple[Polygon, Polygon]:
    """The outline squared off for a gate, and what it should be."""
    face = form.faces[side]
    assert face is not None
    x, y = (at, face[0]) if side in (NORTH, SOUTH) else (face[0], at)
    found = Polygon(square_off(list(form.outline), x, y, side, width))
    wide, tall = (width, 1) if side in (NORTH, SOUTH) else (1, width)
    return found, Polygon(form.outline).union(box(x, y, x + wide, y + tall))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SHAPES), st.integers(16, 170), st.integers(0, 3), st.data())
@example("circle", 100, 1, None)
@example("cave", 36, 0, None)
def test_it_is_the_union_with_the_squares(shape: str, squares: int, side: int, data: st.DataObject | None) -> None:
    if shape == "cave":
        stream = Stream("outline", squares)
        form = smoothed(stream, cave(stream, [(6 + squares % 9, 6 + squares % 7)]))
    else:
        form = special_forms(shape, squares)[0][0]
    face = form.faces[side]
    if face is None:
        return
    _, low, high = face
    width = 1 if data is None else data.draw(st.integers(1, min(2, high - low)))
    at = low if data is None else data.draw(st.integers(low, high - width))
    found, wanted = squared(form, side, at, width)
    assert found.is_valid
    assert found.covers(box(*_gate_box(form, side, at, width)).buffer(-1e-6))
    tolerance = 0.9 if shape == "cave" else 1e-6  # in a cave the strait between gate and floor may be filled too
    assert found.area == pytest.approx(wanted.area, abs=tolerance)


def _gate_box(form: Form, side: int, at: int, width: int) -> tuple[int, int, int, int]:
    face = form.faces[side]
    assert face is not None
    line = face[0]
    return (at, line, at + width, line + 1) if side in (NORTH, SOUTH) else (line, at, line + 1, at + width)


def test_a_straight_wall_stays_as_it_is() -> None:
    form = special_forms("octagon", 100)[0][0]
    face = form.faces[EAST]
    assert face is not None
    found, _ = squared(form, EAST, face[1] + 2, 2)
    assert found.equals(Polygon(form.outline))
