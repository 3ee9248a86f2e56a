"""One large page on many sheets, to be cut and glued together."""

from __future__ import annotations

from typing import NamedTuple

from zinegen.errors import ImpositionError
from zinegen.impose.marks import how_to_print
from zinegen.impose.sheet import Box, Cell, Job, Line, Note, Sheet, Side, Size, fold, paper_size
from zinegen.units import MM_PER_INCH
from zinegen.words import word

EDGE_MM = 8.0
"""What no printer needs to reach on any side of a sheet."""
FOOT_MM = 14.0
"""The same at the foot, where the ruler and the note stand."""

MOST_SHEETS = 5000


class Tiling(NamedTuple):
    """How a page is cut."""

    paper: Size
    columns: int
    rows: int
    step: Size
    """From one tile to the next."""
    window: Size
    """What one tile shows."""


@fold(duplex=False)
def poster(job: Job) -> list[Sheet]:
    """Each page in tiles at its own size (or --scale times that), with overlaps to glue and an inch to check by.

    Cut each tile along its left and upper dashes where another lies there, and glue it over the strip of its
    neighbour.
    """
    scale = job.scale or 1.0
    paper = paper_size(job.paper or "a4")
    larges = [(size[0] * scale, size[1] * scale) for size in job.sizes]
    cuts = [tiling(large, paper, job.overlap) for large in larges]
    if (count := sum(cut.columns * cut.rows for cut in cuts)) > MOST_SHEETS:
        raise ImpositionError(
            f"--fold poster would take {count:,} sheets; at most {MOST_SHEETS:,} can be made: "
            "take a larger --paper, a smaller --scale or a smaller --overlap"
        )
    sheets = []
    for page, (large, cut) in enumerate(zip(larges, cuts, strict=True), 1):
        for row in range(cut.rows):
            for column in range(cut.columns):
                sheets.append(Sheet(cut.paper, _tile(job, page, large, cut, column, row)))
    return sheets


def tiling(size: Size, paper: Size, overlap: float) -> Tiling:
    """The tiling of a page with the fewest sheets, upright or lying."""
    return min((_tiling(size, way, overlap) for way in (paper, paper[::-1])), key=lambda cut: cut.columns * cut.rows)


def _tiling(size: Size, paper: Size, overlap: float) -> Tiling:
    window = (paper[0] - 2 * EDGE_MM, paper[1] - EDGE_MM - FOOT_MM)
    step = (window[0] - overlap, window[1] - overlap)
    counts = [1 + max(0, -int(-(length - room - 0.01) // by)) if length > room else 1
              for length, room, by in zip(size, window, step, strict=True)]  # fmt: skip
    # Cut evenly: else the last column or row would be what is left over, a sliver as likely as not.
    even = [(length + (count - 1) * overlap) / count for length, count in zip(size, counts, strict=True)]
    return Tiling(paper, counts[0], counts[1], (even[0] - overlap, even[1] - overlap), (even[0], even[1]))


def tile_name(column: int, row: int) -> str:
    """ "B3": the column as a letter, the row as a number."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


def _tile(job: Job, page: int, size: Size, cut: Tiling, column: int, row: int) -> Side:
    left, top = column * cut.step[0], row * cut.step[1]
    shown = Box(EDGE_MM, EDGE_MM, min(cut.window[0], size[0] - left), min(cut.window[1], size[1] - top))
    cell = Cell(page, Box(EDGE_MM - left, EDGE_MM - top, *size), shown)
    if not job.marks:
        return Side((cell,))
    return Side((cell,), tuple(_lines(job, shown, cut, column, row)), tuple(_notes(job, page, cut, column, row)))


def _lines(job: Job, shown: Box, cut: Tiling, column: int, row: int) -> list[Line]:
    """Where to cut (left and above, over a neighbour's strip), where the neighbour comes to lie, and the ruler."""
    lines: list[Line] = []
    half = job.overlap / 2
    if column:
        lines.append(Line(shown.x + half, shown.y - 3, shown.x + half, shown.bottom + 3, "cut"))
    if row:
        lines.append(Line(shown.x - 3, shown.y + half, shown.right + 3, shown.y + half, "cut"))
    if column < cut.columns - 1:
        x = shown.right - half
        lines += [Line(x, shown.y - 4, x, shown.y), Line(x, shown.bottom, x, shown.bottom + 3)]
    if row < cut.rows - 1:
        y = shown.bottom - half
        lines += [Line(shown.x - 4, y, shown.x, y), Line(shown.right, y, shown.right + 4, y)]
    return [*lines, *ruler(cut.paper)]


def ruler(paper: Size) -> list[Line]:
    """An inch, in quarters, in the lower right corner."""
    x, y = paper[0] - EDGE_MM - MM_PER_INCH, paper[1] - 6.5
    ticks = [Line(x + MM_PER_INCH * part / 4, y, x + MM_PER_INCH * part / 4, y - (2.4 if part % 4 == 0 else 1.3))
             for part in range(5)]  # fmt: skip
    return [Line(x, y, x + MM_PER_INCH, y), *ticks]


def inch_note(paper: Size) -> Note:
    """What the ruler is."""
    return Note(paper[0] - EDGE_MM - MM_PER_INCH - 1.5, paper[1] - 6.5, word("press", "inch"), "end")


def _notes(job: Job, page: int, cut: Tiling, column: int, row: int) -> list[Note]:
    name = tile_name(column, row)
    told = word("press", "tile", tile=name, columns=cut.columns, rows=cut.rows)
    if job.count > 1:
        told = f"{word('press', 'page', n=page, of=job.count)} · {told}"
    return [Note(EDGE_MM, cut.paper[1] - 6.5, f"{told} · {how_to_print(None)}"), inch_note(cut.paper)]
