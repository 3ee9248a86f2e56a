"""Contact sheets: every page of some PDFs small beside the others, each under its name, for a glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zinegen.impose.pdf import Source, join, print_sheets
from zinegen.impose.sheet import Box, Cell, Line, Note, Side, Size, place, scale_into

PAPER: Size = (420.0, 297.0)
GRID = (10, 4)
EDGE_MM = 6.0
NAME_MM = 4.0
"""Under each page, for its name."""
GAP_MM = 1.5


class Printed(NamedTuple):
    """A PDF to be shown."""

    name: str
    data: bytes


def contact_sheets(files: Sequence[Printed]) -> tuple[bytes, int]:
    """Contact sheets as a PDF of A3 pages, and how many pages they show.

    Raises: ImpositionError for a file that is no PDF or that holds a damaged page.
    """
    names: list[str] = []
    called: list[str] = []
    for one in files:
        with Source(one.data, one.name) as source:
            stem = one.name.removesuffix(".pdf")
            numbers = range(1, len(source.sizes) + 1)
            names += [f"{stem} {number}" for number in numbers]
            called += [source.page(number) for number in numbers]
    with Source(join([one.data for one in files]), "the proof", called) as source:
        on_one = GRID[0] * GRID[1]
        sides = [
            (PAPER, _side(names[first : first + on_one], source.sizes[first : first + on_one], first))
            for first in range(0, len(names), on_one)
        ]
        return print_sheets(source, sides, None), len(names)


def _side(names: Sequence[str], sizes: Sequence[Size], first: int) -> Side:
    wide, high = (PAPER[0] - 2 * EDGE_MM) / GRID[0], (PAPER[1] - 2 * EDGE_MM) / GRID[1]
    cells, lines, notes = [], [], []
    for number, (name, size) in enumerate(zip(names, sizes, strict=True)):
        x, y = EDGE_MM + number % GRID[0] * wide, EDGE_MM + number // GRID[0] * high
        room = Box(x + GAP_MM, y + GAP_MM, wide - 2 * GAP_MM, high - 2 * GAP_MM - NAME_MM)
        at = place(size, room, min(1.0, scale_into(size, (room.width, room.height))))
        cells.append(Cell(first + number + 1, at, at))
        lines += [Line(at.x, at.y, at.right, at.y), Line(at.x, at.bottom, at.right, at.bottom),
                  Line(at.x, at.y, at.x, at.bottom), Line(at.right, at.y, at.right, at.bottom)]  # fmt: skip
        notes.append(Note(x + wide / 2, at.bottom + 3.0, name, "middle", size=2.1))
    return Side(tuple(cells), tuple(lines), tuple(notes))
