"""Eight pages on one side of one sheet, folded three times, with one cut."""

from __future__ import annotations

from zinegen.impose.sheet import (
    Box,
    Cell,
    Job,
    Line,
    Sheet,
    Side,
    fold,
    lying,
    paper_size,
    place,
    scale_into,
    shape,
    turn_to_fit,
    turned_size,
    with_blanks,
)

SHEET = """
    5v  4v  3v  2v
    6   7   8   1
"""
PAGES_A_SHEET = 8
CUT = (1, 3)
"""The cut runs along the middle, from the end of the first column to that of the third."""


@fold(duplex=False)
def minizine(job: Job) -> list[Sheet]:
    """An eight-page zine on one side of a sheet, the folds and the one cut drawn on it.

    Pages are made larger or smaller until they fill an eighth of the sheet; more than eight make more zines.
    """
    paper = lying(paper_size(job.paper or "a4"))
    rows = shape(SHEET)
    wide, high = paper[0] / len(rows[0]), paper[1] / len(rows)
    pages = with_blanks(job.count, PAGES_A_SHEET)
    sheets = []
    for first in range(0, len(pages), PAGES_A_SHEET):
        mine = pages[first : first + PAGES_A_SHEET]
        cells = []
        for y, row in enumerate(rows):
            for x, (name, turn) in enumerate(row):
                page, room = mine[int(name) - 1], Box(x * wide, y * high, wide, high)
                cells.append(_cell(job, page, room, turn))
        sheets.append(Sheet(paper, Side(tuple(cells), guide(paper) if job.marks else ())))
    return sheets


def _cell(job: Job, page: int, room: Box, turn: int) -> Cell:
    if not page:
        return Cell(page, room, room, turn)
    size = job.sizes[page - 1]
    turn = turn_to_fit(size, (room.width, room.height), turn)
    scale = scale_into(turned_size(size, turn), (room.width, room.height))
    return Cell(page, place(size, room, scale, turn=turn), room, turn)


def guide(paper: tuple[float, float]) -> tuple[Line, ...]:
    """Dashes on the folds; the cut in black with a pair of scissors (`pdf` draws them at its beginning)."""
    wide, middle = paper[0] / 4, paper[1] / 2
    folds = [Line(x * wide, 0.0, x * wide, paper[1], "fold") for x in (1, 2, 3)]
    folds += [Line(a * wide, middle, b * wide, middle, "fold") for a, b in ((0, CUT[0]), (CUT[1], 4))]
    return (*folds, Line(CUT[0] * wide, middle, CUT[1] * wide, middle, "cut"))
