"""Caves: exact in area, natural in outline."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from zinegen.carve.caves import SHARE, cave, smoothed
from zinegen.carve.forms import Form
from zinegen.dice import Stream
from zinegen.dungeon.floorplan import inside, ring_area


def squares(form: Form) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(form.rows) for x in range(form.width) if row >> x & 1}


def in_one_piece(cells: set[tuple[int, int]]) -> bool:
    edge = [min(cells)]
    seen = set(edge)
    while edge:
        x, y = edge.pop()
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if there in cells and there not in seen:
                seen.add(there)
                edge.append(there)
    return seen == cells


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=5), st.integers(6, 20), st.integers(6, 20))
def test_a_cave_fills_its_share_of_the_rectangle(seed: str, width: int, height: int) -> None:
    form = cave(Stream(seed), [(width, height)])
    assert form.width <= width
    assert form.height <= height
    assert 0.55 * SHARE <= form.count / (width * height) <= SHARE + 0.12
    assert in_one_piece(squares(form))


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=5), st.booleans())
@example("3", False)
def test_the_outline_runs_close_to_the_squares_and_never_crosses_itself(seed: str, double: bool) -> None:
    stream = Stream(seed, "cave")
    form = smoothed(stream, cave(stream, [(12, 12), (6, 6)] if double else [(10, 15)]))
    assert 0.9 <= ring_area(form.outline) / form.count <= 1.02
    cells = squares(form)
    for y in range(form.height):
        for x in range(form.width):
            assert inside((x + 0.5, y + 0.5), form.outline) == ((x, y) in cells)


def test_two_chambers_are_joined_by_a_neck() -> None:
    for seed in range(20):
        form = cave(Stream("neck", seed), [(12, 12), (6, 6)])
        assert in_one_piece(squares(form))
        assert max(form.width, form.height) >= 18
