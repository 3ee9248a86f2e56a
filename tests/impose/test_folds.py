"""Every fold, folded back by geometry, reads 1..n (`test_pixels` does the same with what is printed)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.errors import ImpositionError
from zinegen.impose import FOLDS
from zinegen.impose.poster import tile_name, tiling
from zinegen.impose.saddle import gatherings
from zinegen.impose.sheet import Box, Cell, Job, Sheet, shape, with_blanks

A5 = (148.0, 210.0)
FLIPS = ("short", "long")

Point = tuple[float, float]
At = Callable[[Sheet, str, Point], tuple[int, int]]
"""The page at a point of a sheet's front or back, and its turn."""


def turned_over(point: Point, sheet: Sheet, flip: str) -> Point:
    """Where on the printed back of a sheet a point of its front lies, when a printer turns it over along an edge."""
    (wide, high), (x, y) = sheet.paper, point
    upright_edge_is_long = high >= wide
    about_upright_edge = (flip == "long") == upright_edge_is_long
    return (wide - x, y) if about_upright_edge else (x, high - y)


def on_paper(cell: Cell, sheet: Sheet, *, turned: bool) -> tuple[Box, int]:
    """Where a page of a side comes to lie on the printed page, and how it is turned there."""
    if not turned:
        return cell.clip, cell.turn
    (wide, high), box = sheet.paper, cell.clip
    return Box(wide - box.right, high - box.bottom, box.width, box.height), (cell.turn + 180) % 360


def page_at(sheet: Sheet, side: str, point: Point) -> tuple[int, int]:
    """The page printed at a point of a side, and its turn."""
    found = sheet.front if side == "front" else sheet.back
    assert found is not None
    for cell in found.cells:
        box, turn = on_paper(cell, sheet, turned=found.turned)
        if box.x <= point[0] <= box.right and box.y <= point[1] <= box.bottom:
            return cell.page, turn
    raise AssertionError(f"nothing at {point}")


def read_booklet(sheets: list[Sheet], flip: str, at: At = page_at) -> list[int]:
    """Lay the sheets of one gathering front down on each other, the first below; fold; leaf through."""
    rectos: list[tuple[int, int]] = []
    versos: list[tuple[int, int]] = []
    for sheet in sheets:
        wide, high = sheet.paper
        right, left = (wide * 0.75, high / 2), (wide * 0.25, high / 2)
        for point, leaves in ((right, rectos), (left, versos)):
            front, turn = at(sheet, "front", point)
            assert turn == 0
            back, back_turn = at(sheet, "back", turned_over(point, sheet, flip))
            # The back's top must lie where the front's top is.
            above = turned_over((point[0], point[1] - high / 4), sheet, flip)
            below = turned_over(point, sheet, flip)
            assert back_turn == (0 if above[1] < below[1] else 180)
            leaves.append((front, back))
    first = [page for front, back in rectos for page in (front, back)]
    last = [page for front, back in reversed(versos) for page in (back, front)]
    return first + last


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("count", range(1, 65))
def test_a_booklet_folded_back_reads_1_to_n(count: int, flip: str) -> None:
    for signature in (0, 4):
        job = Job(sizes=(A5,) * count, flip=flip, signature=signature)  # type: ignore[arg-type]
        sheets = FOLDS["saddle"].make(job)
        read: list[int] = []
        first = 0
        for part in gatherings(len(sheets), signature):
            read += read_booklet(sheets[first : first + part], flip)
            first += part
        assert [page for page in read if page] == list(range(1, count + 1))
        assert len(read) == -(-count // 4) * 4
        if count > 1:
            assert read[-1] == count, "the last page is the back cover"


def read_minizine(sheet: Sheet, at: At = page_at) -> list[int]:
    """Fold the sheet along, push it into a cross, wrap it round: each leaf is two panels that lie back to back.

    Along the fold the upper panels come to lie behind the lower ones. The ends stay whole and become leaves; in the
    middle, where it is cut, the lower two close on each other, and so do the upper two.
    """
    wide, high = sheet.paper[0] / 4, sheet.paper[1] / 2

    def panel(column: int, row: int) -> int:
        page, turn = at(sheet, "front", ((column + 0.5) * wide, (row + 0.5) * high))
        assert turn == (180 if row == 0 else 0), "heads lie at the fold along the middle"
        return page

    leaves = [((3, 1), (3, 0)), ((2, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 1), (2, 1))]
    for (_, behind), (ahead, _) in pairwise(leaves):  # an opened spread is one piece of paper
        assert abs(behind[0] - ahead[0]) + abs(behind[1] - ahead[1]) == 1
    return [panel(*side) for leaf in leaves for side in leaf]


@pytest.mark.parametrize("count", range(1, 65))
def test_a_mini_zine_folded_back_reads_1_to_n(count: int) -> None:
    sheets = FOLDS["minizine"].make(Job(sizes=((74.25, 105.0),) * count))
    read = [page for sheet in sheets for page in read_minizine(sheet)]
    assert [page for page in read if page] == list(range(1, count + 1))
    assert len(sheets) == -(-count // 8)
    assert count < 2 or read[-1] == count


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("count", range(1, 65))
def test_pages_side_by_side_read_on_from_left_to_right(count: int, flip: str) -> None:
    sheets = FOLDS["nup"].make(Job(sizes=(A5,) * count, flip=flip, grid=(2, 2)))  # type: ignore[arg-type]
    read = []
    for sheet in sheets:
        for side in (sheet.front, sheet.back):
            if side is not None:
                cells = sorted(side.cells, key=lambda cell: (round(cell.at.y), cell.at.x))
                read += [cell.page for cell in cells]
    assert read == list(range(1, count + 1))


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("count", [2, 9, 18, 19, 37, 64])
def test_the_back_of_every_card_lies_behind_its_front(count: int, flip: str) -> None:
    sheets = FOLDS["cards"].make(Job(sizes=((63.0, 88.0),) * count, flip=flip, backs=True))  # type: ignore[arg-type]
    read = []
    for sheet in sheets:
        assert sheet.back is not None
        for cell in sheet.front.cells:
            middle = (cell.clip.x + cell.clip.width / 2, cell.clip.y + cell.clip.height / 2)
            read.append(cell.page)
            if cell.page < count:
                page, _ = page_at(sheet, "back", turned_over(middle, sheet, flip))
                read.append(page)
    assert sorted(read) == list(range(1, count + 1))
    assert all(b == a + 1 for a, b in zip(read[::2], read[1::2], strict=False))


@given(
    st.tuples(st.floats(20, 1500), st.floats(20, 1500)), st.sampled_from(["a4", "letter", "a3"]), st.floats(0, 25),
    st.sampled_from([0.5, 1.0, 2.0]),
)  # fmt: skip
def test_a_poster_glued_together_shows_all_of_its_page_once(
    size: tuple[float, float], paper: str, overlap: float, scale: float
) -> None:
    sheets = FOLDS["poster"].make(Job(sizes=(size,), paper=paper, overlap=overlap, scale=scale))
    shown = []
    for sheet in sheets:
        (cell,) = sheet.front.cells
        assert (cell.at.width, cell.at.height) == pytest.approx((size[0] * scale, size[1] * scale))
        assert cell.clip.x >= 8 and cell.clip.right <= sheet.paper[0] - 8 + 0.01
        assert cell.clip.bottom <= sheet.paper[1] - 14 + 0.01
        shown.append((cell.clip.x - cell.at.x, cell.clip.y - cell.at.y, cell.clip.width, cell.clip.height))
    columns, rows = sorted({round(x, 3) for x, *_ in shown}), sorted({round(y, 3) for _, y, *_ in shown})
    assert len(shown) == len(columns) * len(rows)
    for starts, lengths, whole in (
        (columns, {round(x, 3): w for x, _, w, _ in shown}, size[0] * scale),
        (rows, {round(y, 3): h for _, y, _, h in shown}, size[1] * scale),
    ):
        assert starts[0] == 0
        for a, b in pairwise(starts):
            assert a + lengths[a] - b == pytest.approx(overlap, abs=0.01)
        assert starts[-1] + lengths[starts[-1]] == pytest.approx(whole, abs=0.02)


def test_creep_moves_inner_pages_towards_the_spine_by_the_thickness_of_a_leaf() -> None:
    sheets = FOLDS["saddle"].make(Job(sizes=(A5,) * 16, caliper=0.12))
    for depth, sheet in enumerate(sheets):
        assert sheet.back is not None
        for side in (sheet.front, sheet.back):
            left, right = side.cells
            assert left.at.right == pytest.approx(148.5 + depth * 0.12)
            assert right.at.x == pytest.approx(148.5 - depth * 0.12)
            assert (left.clip.right, right.clip.x) == (148.5, 148.5), "nothing is printed over the spine"


@pytest.mark.parametrize(
    ("size", "paper", "sheet", "scale"),
    [
        ((148, 210), "", (297, 210), 1),  # A5 on A4
        ((139.7, 215.9), "", (279.4, 215.9), 1),  # half-letter on letter
        ((105, 148), "", (210, 148), 1),  # A6 on A5
        ((210, 297), "", (420, 297), 1),  # A4 on A3
        ((210, 297), "a4", (297, 210), 0.7071),  # A4 made smaller
        ((105, 148), "a4", (297, 210), 1),  # A6 with crop marks
        ((148, 210), "letter", (279.4, 215.9), 0.9439),
    ],
)
def test_a_booklet_takes_the_paper_that_suits_it(
    size: tuple[float, float], paper: str, sheet: tuple[float, float], scale: float
) -> None:
    (made,) = FOLDS["saddle"].make(Job(sizes=(size,) * 4, paper=paper))
    assert made.paper == pytest.approx(sheet)
    cell = made.front.cells[1]
    assert cell.at.width / size[0] == pytest.approx(scale, abs=0.001)
    assert cell.at.x == pytest.approx(sheet[0] / 2)


def test_marks_and_notes_stay_off_the_pages() -> None:
    for paper in ("a4", "letter", "a3"):
        (sheet,) = FOLDS["saddle"].make(Job(sizes=((105.0, 148.0),) * 4, paper=paper))
        for side in (sheet.front, sheet.back):
            assert side is not None and len(side.lines) >= 10
            assert [note.text for note in side.notes if "flip on the short edge" in note.text]
            pages = [cell.at for cell in side.cells]
            spine = pages[0].right
            for line in side.lines:
                if line.x0 == line.x1 == spine:
                    continue  # the fold and its staples
                for box in pages:
                    outside = max(line.x0, line.x1) < box.x or min(line.x0, line.x1) > box.right
                    assert outside or max(line.y0, line.y1) < box.y or min(line.y0, line.y1) > box.bottom
            assert all(note.y > pages[0].bottom or note.x > pages[1].right for note in side.notes)


def test_a_sheet_that_is_all_page_bears_no_marks_but_the_staples() -> None:
    outer, inner = FOLDS["saddle"].make(Job(sizes=(A5,) * 8))
    assert len(outer.front.lines) == 2 and all(line.x0 == line.x1 == 148.5 for line in outer.front.lines)
    assert inner.front.lines == ()


def test_small_things() -> None:
    assert shape("1v 2\n3 4") == [[("1", 180), ("2", 0)], [("3", 0), ("4", 0)]]
    assert with_blanks(5, 4) == [1, 2, 3, 4, 0, 0, 0, 5]
    assert with_blanks(1, 4) == [1, 0, 0, 0]
    assert gatherings(9, 4) == [3, 3, 3] and gatherings(9, 0) == [9] and gatherings(10, 4) == [4, 3, 3]
    assert [tile_name(c, 0) for c in (0, 25, 26, 51, 52)] == ["A1", "Z1", "AA1", "AZ1", "BA1"]
    assert tiling((190, 270), (210.0, 297.0), 10).columns == 1


def test_a_card_larger_than_the_sheet_is_refused() -> None:
    with pytest.raises(ImpositionError, match="too large for a card"):
        FOLDS["cards"].make(Job(sizes=((300.0, 400.0),)))


@pytest.mark.parametrize(
    ("name", "job", "said"),
    [
        (
            "poster",
            Job(sizes=((1500.0, 2100.0),), scale=20, overlap=60.0, paper="a6"),
            r"take [\d,]{7} sheets; at most 5,000",
        ),
        ("nup", Job(sizes=(A5,) * 500, grid=(99, 99), repeat=True), "fill 4,900,500 places; at most 50,000"),
        ("cards", Job(sizes=((1.0, 1.0),) * 5, repeat=True), r"fill [\d,]{7} places; at most 50,000"),
    ],
)
def test_more_than_a_press_can_do_is_refused_before_it_begins(name: str, job: Job, said: str) -> None:
    with pytest.raises(ImpositionError, match=said):
        FOLDS[name].make(job)


@pytest.mark.parametrize("size", [(63.0, 88.0), (90.0, 50.0)])
def test_the_marks_of_cards_stand_beside_them(size: tuple[float, float]) -> None:
    (sheet,) = FOLDS["cards"].make(Job(sizes=(size,) * 6))
    cells = [cell.clip for cell in sheet.front.cells]
    assert sheet.front.lines
    for line in sheet.front.lines:
        for x, y in ((line.x0, line.y0), (line.x1, line.y1)):
            assert not any(box.x < x < box.right and box.y < y < box.bottom for box in cells)
