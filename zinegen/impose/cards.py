"""Cards to cut out: every page at its own size, as many as a sheet holds."""

from __future__ import annotations

from zinegen.errors import ImpositionError
from zinegen.impose.marks import crop_marks, note, sheet_note
from zinegen.impose.sheet import (
    Box,
    Cell,
    Job,
    Sheet,
    Side,
    Size,
    bounded,
    fold,
    paper_size,
    place,
    scale_into,
    upside_down,
)

EDGE_MM = 8.0
"""Round all cards: for the printer's own margin and the crop marks."""


@fold(duplex=True)
def cards(job: Job) -> list[Sheet]:
    """Cards edge to edge at their own size, with crop marks; with --backs every second page is a back.

    Backs lie mirrored, so that each comes to stand behind its front.
    """
    paper, (columns, rows) = _grid(job)
    wide, high = job.page
    pages = list(range(1, job.count + 1))
    step = 2 if job.backs else 1
    fronts = pages[::step]
    places = columns * rows
    bounded(job, places)
    if job.repeat:
        fronts = [page for page in fronts for _ in range(places)]
    total = -(-len(fronts) // places)
    block = Box((paper[0] - columns * wide) / 2, (paper[1] - rows * high) / 2, columns * wide, rows * high)
    sheets = []
    for number in range(total):
        mine = fronts[number * places : (number + 1) * places]
        front: list[Cell] = []
        back: list[Cell] = []
        for n, page in enumerate(mine):
            x, y = n % columns, n // columns
            front.append(_cell(job, page, Box(block.x + x * wide, block.y + y * high, wide, high)))
            if job.backs and page < job.count:
                room = Box(block.x + (columns - 1 - x) * wide, block.y + y * high, wide, high)
                back.append(_cell(job, page + 1, room))
        sides = [_side(job, paper, cells, block, sheet_note(job, number + 1, total, side))
                 for cells, side in ((front, "front"), (back, "back"))]  # fmt: skip
        reverse = sides[1]._replace(turned=upside_down(paper, job.flip)) if job.backs else None
        sheets.append(Sheet(paper, sides[0], reverse))
    return sheets


def _cell(job: Job, page: int, room: Box) -> Cell:
    size = job.sizes[page - 1]
    scale = min(1.0, scale_into(size, (room.width, room.height)))
    return Cell(page, place(size, room, scale), room)


def _side(job: Job, paper: Size, cells: list[Cell], block: Box, text: str) -> Side:
    if not job.marks:
        return Side(tuple(cells))
    lines = [line for cell in cells for line in crop_marks(cell.clip, paper) if not _inside(line.x0, line.y0, block)]
    return Side(tuple(cells), tuple(dict.fromkeys(lines)), tuple(note(text, block, paper)))


def _inside(x: float, y: float, block: Box) -> bool:
    """Whether a mark would stand on a card, or on the edge of one."""
    return block.x - 0.1 < x < block.right + 0.1 and block.y - 0.1 < y < block.bottom + 0.1


def _grid(job: Job) -> tuple[Size, tuple[int, int]]:
    """The sheet, standing or lying, and how many columns and rows of cards it holds."""
    size = paper_size(job.paper or "a4")

    def grid(paper: Size) -> tuple[int, int]:
        if job.grid:
            return job.grid
        return int((paper[0] - 2 * EDGE_MM + 0.5) / job.page[0]), int((paper[1] - 2 * EDGE_MM + 0.5) / job.page[1])

    ways = [(paper, grid(paper)) for paper in (size, size[::-1])]
    best = max(ways, key=lambda way: way[1][0] * way[1][1])
    columns, rows = best[1]
    if columns < 1 or rows < 1 or columns * job.page[0] > best[0][0] + 0.5 or rows * job.page[1] > best[0][1] + 0.5:
        raise ImpositionError(
            f"{job.page[0]:.0f} x {job.page[1]:.0f} mm is too large for a card on that sheet; take a larger --paper, "
            "or --fold nup, which makes pages smaller"
        )
    return best
