"""The fewest sheets that hold a floor: worked by hand, and by a search through every way there is."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zinegen.dungeon.model import Area
from zinegen.impose.cover import Cover, Rect, Seam, cover, floor_of, seams
from zinegen.impose.passages import joined, label_of
from zinegen.impose.pieces import Piece, fits, packed
from zinegen.impose.poster import tiling
from zinegen.impose.sheet import Box
from zinegen.units import PAPERS_MM


def areas_of(picture: str) -> list[Area]:
    """A square room for each `#` of a picture."""
    return [
        Area(id=f"1-{y * 100 + x + 1}", key=1, kind="room", shape="rectangle", squares=((y, x, x + 1),),
             outline=((x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)))
        for y, row in enumerate(picture.split()) for x, mark in enumerate(row) if mark == "#"
    ]  # fmt: skip


def covered(picture: str, *ways: tuple[int, int]) -> Cover:
    return cover(areas_of(picture), ways)


def test_a_grid_that_is_shifted_saves_sheets() -> None:
    """Four rooms of 2 x 2, a square of rock between: four sheets that hold nothing else."""
    found = covered("##.## ##.## ..... ##.## ##.##", (3, 3))
    assert sorted(found.rects) == [(0, 0, 2, 2), (0, 3, 2, 5), (3, 0, 5, 2), (3, 3, 5, 5)]


def test_bands_need_not_line_up() -> None:
    """The second band begins one square to the right; columns that run through both would take three sheets."""
    found = covered("###. ###. .### .###", (3, 2))
    assert found.rects == ((0, 0, 3, 2), (1, 2, 4, 4))


def test_a_sheet_lies_where_that_saves_one() -> None:
    assert covered("#### ####", (2, 4), (4, 2)) == Cover(((Rect(0, 0, 4, 2),),), (4, 2))


def test_no_sheet_holds_a_sliver_where_none_need_be() -> None:
    """Five squares on sheets of four are 3 and 2 or 2 and 3, not 4 and 1."""
    assert sorted(r.x1 - r.x0 for r in covered("#####", (4, 9)).rects) == [2, 3]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=4), st.integers(1, 3),
       st.integers(1, 3))  # fmt: skip
def test_all_floor_is_covered_once_and_no_bands_do_with_less(rows: list[list[bool]], wide: int, high: int) -> None:
    floor = np.array(rows)
    if not floor.any():
        return
    picture = " ".join("".join("#" if one else "." for one in row) for row in rows)
    found = covered(picture, (wide, high)).rects
    seen = np.zeros((9, 9), dtype=int)
    for x0, y0, x1, y1 in found:
        assert 0 < x1 - x0 <= wide and 0 < y1 - y0 <= high
        seen[y0:y1, x0:x1] += 1
    assert seen.max() == 1 and (seen[: len(rows), :4] >= floor).all()
    assert len(found) == min(_fewest(floor, wide, high), _fewest(floor.T, high, wide))


def _fewest(floor: np.ndarray, wide: int, high: int) -> int:
    """By trying every way to part the rows into bands; in a band each sheet begins at the next floor."""
    best = floor.size
    for parts in itertools.product(range(1, high + 1), repeat=len(floor)):
        y = count = 0
        for deep in parts:
            if y >= len(floor):
                break
            columns, x = floor[y : y + deep].any(axis=0), 0
            while x < len(columns):
                count += bool(columns[x])
                x += wide if columns[x] else 1
            y += deep
        best = min(best, count)
    return best


def test_a_circle_has_floor_wherever_it_reaches() -> None:
    """Squares of which the rim takes a corner count, though nobody can stand there."""
    outline = tuple((3 + 3 * np.cos(a), 3 + 3 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 60, endpoint=False))
    round_ = Area(id="1-1", key=1, kind="room", shape="circle", outline=outline, squares=((1, 1, 5),))
    floor, corner = floor_of([round_])
    assert corner == (0, 0) and floor.shape == (6, 6) and floor.sum() == 32


def test_seams_are_where_others_lie_and_touching_stretches_are_one() -> None:
    a, b, c, d = Rect(0, 0, 2, 2), Rect(2, 0, 4, 2), Rect(4, 0, 6, 2), Rect(1, 2, 5, 4)
    every = (a, b, c, d)
    assert seams(d, every) == [Seam("top", 1, 5)]
    assert seams(b, every) == [Seam("left", 0, 2), Seam("right", 0, 2), Seam("bottom", 2, 4)]
    assert seams(a, (a, c)) == []


@given(st.lists(st.tuples(st.floats(10, 260), st.floats(10, 260)), min_size=1, max_size=14),
       st.sampled_from(["a4", "letter", "a3"]))  # fmt: skip
@settings(deadline=None, max_examples=40)
def test_packed_pieces_lie_on_the_paper_and_never_on_each_other(sizes: list[tuple[float, float]], paper: str) -> None:
    sheet = PAPERS_MM[paper]
    pieces = [Piece(n, size, Box(0, 0, *size), str(n)) for n, size in enumerate(sizes) if fits(size, sheet)]
    sheets = packed(pieces, sheet)
    assert sorted(spot.piece.page for spots in sheets for spot in spots) == [piece.page for piece in pieces]
    firsts = [spots[0].piece.page for spots in sheets]
    assert firsts == sorted(firsts), "sheets come in the order of what is on them"
    assert sheets == packed(pieces, sheet)
    for spots in sheets:
        for n, one in enumerate(spots):
            at = one.at
            assert at.x >= 8 and at.y >= 8 and at.right <= sheet[0] - 6.4 and at.bottom <= sheet[1] - 12
            assert (at.width, at.height) == (one.piece.size[::-1] if one.turned else one.piece.size)
            for other in spots[:n]:
                b = other.at
                assert at.x >= b.right or b.x >= at.right or at.y >= b.bottom - 0.01 or b.y >= at.bottom - 0.01


def test_a_room_of_seven_by_ten_fits_an_a4() -> None:
    inch = 25.4
    assert fits((7.5 * inch, 10.5 * inch), PAPERS_MM["a4"]) and fits((10.5 * inch, 7.5 * inch), PAPERS_MM["a4"])
    assert not fits((8.5 * inch, 8.5 * inch), PAPERS_MM["a4"])


@pytest.mark.parametrize("length", [200.0, 400.0, 500.0])
def test_a_poster_has_no_sliver(length: float) -> None:
    """Its tiles are of one size: 200 mm on sheets that show 194 are two of 106, not 194 and 18."""
    cut = tiling((length, 100.0), PAPERS_MM["a4"], 12.0)
    assert cut.step[0] * cut.columns + 12 == pytest.approx(length)


def test_passages_that_run_on_are_one_piece_and_those_that_bend_are_two() -> None:
    from zinegen.dungeon.model import Level, Portal

    def strip(number: int, x0: int, y0: int, x1: int, y1: int, key: int | None = None) -> Area:
        return Area(id=f"1-{number}" if key else f"1-a{number}", key=key, kind="passage", shape="strip",
                    outline=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), squares=((y0, x0, x1),))  # fmt: skip

    areas = (
        strip(1, 0, 0, 3, 1),
        strip(2, 3, 0, 6, 1),
        strip(3, 5, 1, 6, 6),
        strip(4, 6, 0, 9, 1),
        strip(5, 9, 0, 12, 3, key=5),
    )
    ways = (("1-a1", "1-a2", "open"), ("1-a2", "1-a3", "open"), ("1-a2", "1-a4", "door"), ("1-a4", "1-5", "arch"))
    portals = tuple(Portal(id=f"1-p{n}", kind=kind, between=(a, b), at=(0, 0), side="east")  # type: ignore[arg-type]
                    for n, (a, b, kind) in enumerate(ways))  # fmt: skip
    level = Level(number=1, system="labyrinth", size=(12, 6), areas=areas, portals=portals)
    assert joined(level) == [("1-a1", "1-a2"), ("1-a3",), ("1-a4",)]
    assert label_of(level, areas[3:4]) == "passage at 1-5"
    assert label_of(level, areas[:2]) == "passage" and label_of(level, areas[4:]) == "1-5"
