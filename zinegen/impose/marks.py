"""The marks beside the pages: crop marks, fold ticks, and notes that say how a sheet is to be printed."""

from __future__ import annotations

from zinegen.impose.sheet import Box, Flip, Job, Line, Note, Size
from zinegen.words import word

OFFSET_MM = 2.5
"""Between the trim and a mark: what bleed is kept stays clear of it."""
LONG_MM = 5.0
ROOM_MM = 6.0
"""The least room beside the trim in which a note is printed: printers leave the outer 4 mm blank."""
EDGE_MM = 4.5


def crop_marks(trim: Box, paper: Size) -> list[Line]:
    """Lines off the four corners of a trim, where there is room for them."""
    lines = []
    for x in (trim.x, trim.right):
        lines += _upright(x, trim, paper, "mark")
    for y in (trim.y, trim.bottom):
        if (room := trim.x) > OFFSET_MM + 1:
            lines.append(Line(trim.x - OFFSET_MM, y, trim.x - min(room, OFFSET_MM + LONG_MM), y))
        if (room := paper[0] - trim.right) > OFFSET_MM + 1:
            lines.append(Line(trim.right + OFFSET_MM, y, trim.right + min(room, OFFSET_MM + LONG_MM), y))
    return lines


def fold_ticks(x: float, trim: Box, paper: Size) -> list[Line]:
    """Dashes above and below a trim, on an upright fold."""
    return _upright(x, trim, paper, "fold")


def _upright(x: float, trim: Box, paper: Size, look: str) -> list[Line]:
    lines = []
    if (room := trim.y) > OFFSET_MM + 1:
        lines.append(Line(x, trim.y - OFFSET_MM, x, trim.y - min(room, OFFSET_MM + LONG_MM), look))  # type: ignore[arg-type]
    if (room := paper[1] - trim.bottom) > OFFSET_MM + 1:
        lines.append(Line(x, trim.bottom + OFFSET_MM, x, trim.bottom + min(room, OFFSET_MM + LONG_MM), look))  # type: ignore[arg-type]
    return lines


def staples(x: float, trim: Box) -> list[Line]:
    """Two hairlines as wide as a staple on the spine, a quarter of its height from each end."""
    return [Line(x, trim.y + trim.height * part - 5.5, x, trim.y + trim.height * part + 5.5) for part in (0.25, 0.75)]


def note(text: str, trim: Box, paper: Size) -> list[Note]:
    """A note outside the trim: below it, beside it or above it, wherever there is room; none where there is not."""
    if paper[1] - trim.bottom >= ROOM_MM:
        y = min(paper[1] - EDGE_MM, trim.bottom + OFFSET_MM + 2.0)
        return [Note(trim.x + OFFSET_MM, y, text)]
    if paper[0] - trim.right >= ROOM_MM:
        return [Note(max(trim.right + 1.0, paper[0] - EDGE_MM - 2.0), trim.y + OFFSET_MM, text, turn=90)]
    if trim.y >= ROOM_MM:
        return [Note(trim.x + OFFSET_MM, max(EDGE_MM + 2.0, trim.y - OFFSET_MM), text)]
    return []


def how_to_print(flip: Flip | None, *, scaled: bool = True) -> str:
    """What is to be chosen in the printer's dialog."""
    way = word("press", "flip", flip) if flip else word("press", "one_side")
    return f"{way} · {word('press', 'actual_size')}" if scaled else way


def sheet_note(job: Job, number: int, of: int, side: str, *, gathering: str = "") -> str:
    """ "Sheet 2 of 8, front · both sides, flip on the short edge · actual size (100 %)"."""
    name = word("press", "sheet", n=number, of=of, side=word("press", "side", side))
    return " · ".join(part for part in (name, gathering, how_to_print(job.flip)) if part)
