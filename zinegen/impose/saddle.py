"""Folded once and stapled through the fold: a booklet of one gathering or several."""

from __future__ import annotations

from zinegen.impose.marks import crop_marks, fold_ticks, note, sheet_note, staples
from zinegen.impose.sheet import (
    Box,
    Cell,
    Job,
    Sheet,
    Side,
    Size,
    fold,
    lying,
    natural_paper,
    paper_size,
    place,
    scale_into,
    shape,
    turn_to_fit,
    turned_size,
    upside_down,
    with_blanks,
)
from zinegen.words import word

FRONT = "-1  +1"
BACK = "+2  -2"
"""The outermost sheet: +1 is the first page of what is left of the gathering, -1 the last."""
PAGES_A_SHEET = 4


@fold(duplex=True)
def saddle(job: Job) -> list[Sheet]:
    """A booklet: two pages beside each other on each side, folded in the middle, one sheet inside the other.

    Inner sheets are pushed out by those round them, each by the thickness of a leaf, so their pages are moved towards
    the spine by as much. Missing pages are left blank before the last one, which is the back cover.
    """
    paper, room = _paper(job)
    scale = min(1.0, scale_into(job.page, room))
    trim = (job.page[0] * scale, job.page[1] * scale)
    pages = with_blanks(job.count, PAGES_A_SHEET)
    parts = gatherings(len(pages) // PAGES_A_SHEET, job.signature)
    sheets: list[Sheet] = []
    total, first = sum(parts), 0
    for number, part in enumerate(parts, 1):
        gathering = word("press", "gathering", n=number, of=len(parts)) if len(parts) > 1 else ""
        mine = pages[first : first + part * PAGES_A_SHEET]
        for depth in range(part):
            kept = mine[2 * depth : len(mine) - 2 * depth]
            press = _Press(job, paper, trim, scale, depth * job.caliper)
            notes = [sheet_note(job, len(sheets) + 1, total, side, gathering=gathering) for side in ("front", "back")]
            front = press.side(FRONT, kept, notes[0], staple=not depth)
            back = press.side(BACK, kept, notes[1], staple=False)
            sheets.append(Sheet(paper, front, back._replace(turned=upside_down(paper, job.flip))))
        first += part * PAGES_A_SHEET
    return sheets


def gatherings(sheets: int, most: int) -> list[int]:
    """Sheets shared out to gatherings of at most so many, as evenly as they go: 9 by 4 is 3, 3, 3."""
    count = -(-sheets // most) if most > 0 else 1
    return [sheets // count + (number < sheets % count) for number in range(count)]


def _paper(job: Job) -> tuple[Size, Size]:
    """The sheet, lying or standing as the pages are larger on it, and the room for a page."""
    wide, high = job.page
    size = paper_size(job.paper or natural_paper((2 * wide, high)))
    ways = [lying(size), lying(size)[::-1]]
    best = max(ways, key=lambda way: min(1.0, scale_into(job.page, (way[0] / 2, way[1]))))
    return best, (best[0] / 2, best[1])


class _Press:
    """Lays two pages on a side."""

    def __init__(self, job: Job, paper: Size, trim: Size, scale: float, creep: float) -> None:
        self.job, self.paper, self.scale, self.creep = job, paper, scale, creep
        self.middle = paper[0] / 2
        self.trim = Box(self.middle - trim[0], (paper[1] - trim[1]) / 2, 2 * trim[0], trim[1])

    def side(self, picture: str, pages: list[int], text: str, *, staple: bool) -> Side:
        """A side by its picture."""
        half = Box(0.0, 0.0, self.middle, self.paper[1])
        (row,) = shape(picture)
        cells = [
            self._cell(pages, name, half.moved(self.middle * at), left=at == 0) for at, (name, _) in enumerate(row)
        ]
        if not self.job.marks:
            return Side(tuple(cells))
        lines = [*crop_marks(self.trim, self.paper), *fold_ticks(self.middle, self.trim, self.paper)]
        lines += staples(self.middle, self.trim) if staple else []
        return Side(tuple(cells), tuple(lines), tuple(note(text, self.trim, self.paper)))

    def _cell(self, pages: list[int], name: str, half: Box, *, left: bool) -> Cell:
        place_ = int(name)
        page = pages[place_ - 1 if place_ > 0 else place_]
        spine = 1.0 if left else 0.0
        room = Box(self.trim.x if left else self.middle, self.trim.y, self.trim.width / 2, self.trim.height)
        if not page:
            return Cell(page, room, half)
        size = self.job.sizes[page - 1]
        turn = turn_to_fit(size, (room.width, room.height))
        scale = min(self.scale, scale_into(turned_size(size, turn), (room.width, room.height)))
        whole = abs(size[0] * scale - room.width) < 1 or turn
        at = place(size, room, scale, turn=turn, hug=spine if whole and not turn else 0.5)
        return Cell(page, at.moved(self.creep if left else -self.creep), half, turn)
