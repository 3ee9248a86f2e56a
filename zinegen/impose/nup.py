"""Several pages on each side, in the order of reading; or one page again and again."""

from __future__ import annotations

from zinegen.impose.marks import crop_marks, sheet_note
from zinegen.impose.sheet import (
    Box,
    Cell,
    Job,
    Note,
    Sheet,
    Side,
    Size,
    bounded,
    fold,
    paper_size,
    place,
    scale_into,
    turned_size,
    upside_down,
)

EDGE_MM = 8.0
"""Round the pages: for the printer's own margin, and for the note."""
GRIDS = ((1, 2), (2, 1), (2, 2))
"""What is tried where no grid is asked for: the fewest pages that are not made smaller win."""


@fold(duplex=True)
def nup(job: Job) -> list[Sheet]:
    """Two, four or more pages on a side, from left to right and downwards; with --repeat one page fills a side."""
    paper, grid = _grid(job)
    places = grid[0] * grid[1]
    bounded(job, places)
    pages = list(range(1, job.count + 1))
    sides = [[page] * places for page in pages] if job.repeat else [
        pages[first : first + places] for first in range(0, len(pages), places)]  # fmt: skip
    total = -(-len(sides) // 2)
    made = []
    for number, mine in enumerate(sides):
        cells = lay(job, paper, grid, mine)
        lines = [line for cell in cells for line in crop_marks(cell.at, paper)] if job.repeat and job.marks else []
        text = sheet_note(job, number // 2 + 1, total, "back" if number % 2 else "front")
        notes = [Note(EDGE_MM + 8.0, paper[1] - 4.6, text)] if job.marks else []
        made.append(Side(tuple(cells), tuple(dict.fromkeys(lines)), tuple(notes)))
    backs = [side._replace(turned=upside_down(paper, job.flip)) for side in made[1::2]]
    return [Sheet(paper, front, backs[n] if n < len(backs) else None) for n, front in enumerate(made[::2])]


def lay(job: Job, paper: Size, grid: tuple[int, int], pages: list[int]) -> list[Cell]:
    """Pages in a grid, each as large as its place lets it, none larger than it is."""
    columns, rows = grid
    wide, high = (paper[0] - 2 * EDGE_MM) / columns, (paper[1] - 2 * EDGE_MM) / rows
    cells = []
    for number, page in enumerate(pages):
        size = job.sizes[page - 1]
        room = Box(EDGE_MM + number % columns * wide, EDGE_MM + number // columns * high, wide, high)
        turn = 270 if scale_into(turned_size(size, 90), (wide, high)) > 1.1 * scale_into(size, (wide, high)) and (
            scale_into(size, (wide, high)) < 1) else 0  # fmt: skip
        scale = min(1.0, scale_into(turned_size(size, turn), (wide, high)))
        at = place(size, room, scale, turn=turn)
        cells.append(Cell(page, at, at if job.repeat else room, turn))
    return cells


def _grid(job: Job) -> tuple[Size, tuple[int, int]]:
    """The sheet as it lies, and its columns and rows: those asked for, else those that shrink pages least."""
    size = paper_size(job.paper or "a4")
    grids = (job.grid,) if job.grid else GRIDS
    ways = [(paper, grid) for grid in grids for paper in (size, size[::-1])]

    def worth(way: tuple[Size, tuple[int, int]]) -> tuple[float, int]:
        paper, (columns, rows) = way
        room = ((paper[0] - 2 * EDGE_MM) / columns, (paper[1] - 2 * EDGE_MM) / rows)
        return round(min(1.0, scale_into(job.page, room)), 3), columns * rows

    return max(ways, key=worth)
