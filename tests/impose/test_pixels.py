"""Every fold, folded back from pictures of what is printed, reads 1..n."""

from __future__ import annotations

from functools import cache
from typing import Any

import pypdfium2
import pytest
from impose.pages import barred, read_bars
from impose.test_folds import FLIPS, Point, read_booklet, read_minizine, turned_over

from zinegen.impose import Imposed, impose
from zinegen.impose.saddle import gatherings
from zinegen.impose.sheet import Sheet
from zinegen.units import PT_PER_MM

DOTS_MM = 1.0
MOST = 64


@cache
def pages(count: int, size: tuple[float, float]) -> bytes:
    """Pages that bear their number."""
    return barred([size] * count)


class Printed:
    """Pictures of sheets that are divided evenly; what stands at a point is read off them, not off the plan."""

    def __init__(self, made: Imposed, columns: int, rows: int, edge: float = 0.0) -> None:
        self.sheets = list(made.sheets)
        self.grid = (columns, rows, edge)
        document = pypdfium2.PdfDocument(made.data)
        shown = iter(
            [page.render(scale=DOTS_MM / PT_PER_MM, grayscale=True).to_pil().convert("L") for page in document]
        )
        self.pictures = [(next(shown), next(shown) if sheet.back else None) for sheet in made.sheets]
        assert next(shown, None) is None

    def at(self, sheet: Sheet, side: str, point: Point) -> tuple[int, int]:
        """The page at a point of a side as it comes out of the printer, and its turn; 0 where nothing is printed."""
        picture: Any = self.pictures[next(n for n, one in enumerate(self.sheets) if one is sheet)][side == "back"]
        columns, rows, edge = self.grid
        wide, high = (sheet.paper[0] - 2 * edge) / columns, (sheet.paper[1] - 2 * edge) / rows
        box = (edge + (point[0] - edge) // wide * wide, edge + (point[1] - edge) // high * high, wide, high)
        seen = []
        for turn in (0, 180):
            try:
                seen.append((read_bars(picture, box, turn, DOTS_MM), turn))
            except AssertionError:  # the number is not that way up
                continue
        assert len(seen) == 1 or seen == [(0, 0), (0, 180)]
        return seen[0]


@pytest.mark.parametrize("signature", [0, 4])
@pytest.mark.parametrize("flip", FLIPS)
def test_a_printed_booklet_folded_back_reads_1_to_n(flip: str, signature: int) -> None:
    for count in range(1, MOST + 1):
        data = pages(count, (74.0, 105.0))
        made = impose(data, "saddle", paper="a6", flip=flip, signature=signature, marks=False, caliper=0.01)
        printed, read = Printed(made, 2, 1), []
        sheets = iter(made.sheets)

        def at(
            sheet: Sheet, side: str, point: Point, printed: Printed = printed, flip: str = flip
        ) -> tuple[int, int]:
            """As it is printed; an empty page stands whichever way up."""
            page, turn = printed.at(sheet, side, point)
            blank_turn = 180 if side == "back" and flip == "long" else 0
            return page, turn if page else blank_turn

        for part in gatherings(len(made.sheets), signature):
            read += read_booklet([next(sheets) for _ in range(part)], flip, at)
        assert [page for page in read if page] == list(range(1, count + 1))
        assert len(read) == -(-count // 4) * 4 and (count == 1 or read[-1] == count)


def test_a_printed_mini_zine_folded_back_reads_1_to_n() -> None:
    for count in range(1, MOST + 1):
        made = impose(pages(count, (37.0, 52.5)), "minizine", paper="a5", marks=False)
        printed = Printed(made, 4, 2)

        def at(sheet: Sheet, side: str, point: Point, printed: Printed = printed) -> tuple[int, int]:
            """As it is printed; an empty page stands whichever way up."""
            page, turn = printed.at(sheet, side, point)
            return page, turn if page else 180 if point[1] < sheet.paper[1] / 2 else 0

        read = [page for sheet in made.sheets for page in read_minizine(sheet, at)]
        assert [page for page in read if page] == list(range(1, count + 1))
        assert len(read) == -(-count // 8) * 8 and (count == 1 or read[-1] == count)


@pytest.mark.parametrize("flip", FLIPS)
def test_printed_pages_side_by_side_read_on(flip: str) -> None:
    """A back is looked at as the sheet comes out, turned over along that edge."""
    for count in range(1, MOST + 1):
        made = impose(pages(count, (44.5, 66.0)), "nup", paper="a6", flip=flip, grid=(2, 2), marks=False)
        printed, read = Printed(made, 2, 2, 8.0), []
        for sheet in made.sheets:
            for side in ("front", "back") if sheet.back else ("front",):
                read += [turned(printed, sheet, side, (x, y), flip) for y in (0.25, 0.75) for x in (0.25, 0.75)]
        assert [page for page in read if page] == list(range(1, count + 1))


def turned(printed: Printed, sheet: Sheet, side: str, part: Point, flip: str) -> int:
    """The page at a part of a side as a reader sees it who turns the sheet like the page of a book."""
    wide, high = sheet.paper
    point = (part[0] * wide, part[1] * high)
    if side == "back":  # through the paper: the reader's left is the front's right
        point = turned_over((wide - point[0], point[1]), sheet, flip)
    page, turn = printed.at(sheet, side, point)
    upright = 180 if side == "back" and flip == "short" else 0
    assert not page or turn == upright
    return page


@pytest.mark.parametrize("flip", FLIPS)
def test_behind_every_printed_card_is_its_back(flip: str) -> None:
    for count in range(2, MOST + 1):
        data = pages(count, (44.5, 66.0))
        made = impose(data, "cards", paper="a6", flip=flip, backs=True, marks=False)
        printed, read = Printed(made, 2, 2, 8.0), []
        for sheet in made.sheets:
            wide, high = sheet.paper
            for point in [(x * wide, y * high) for y in (0.25, 0.75) for x in (0.25, 0.75)]:
                read.append(printed.at(sheet, "front", point)[0])
                read.append(printed.at(sheet, "back", turned_over(point, sheet, flip))[0])
        assert [page for page in read if page] == list(range(1, count + 1))
