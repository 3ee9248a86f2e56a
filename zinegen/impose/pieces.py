"""Pieces to cut out and glue: what each shows and where it meets its neighbours comes in; sheets of them go out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import rectpack

from zinegen.impose.cover import Rect, seams
from zinegen.impose.poster import EDGE_MM, FOOT_MM
from zinegen.impose.sheet import Box, Cell, Line, Note, Size
from zinegen.units import MM_PER_INCH

GAP_MM = 1.5
"""Between pieces on a sheet."""
LABEL_MM = 3.4
"""Over each piece, for its name."""
TICK_MM = 3.0
PER_MM = 10
"""Pieces are packed in tenths of a millimetre, for whole numbers know no rounding."""
_WAYS = [(algorithm, order) for algorithm in (rectpack.MaxRectsBl, rectpack.MaxRectsBaf, rectpack.MaxRectsBssf)
         for order in (rectpack.SORT_AREA, rectpack.SORT_LSIDE, rectpack.SORT_SSIDE)]  # fmt: skip
"""None of them is always the best."""

Point = tuple[float, float]


class Piece(NamedTuple):
    """A part of a picture, an inch to a square."""

    page: int
    """The picture, as a page from 1."""
    size: Size
    """The whole picture, in mm."""
    shown: Box
    """The part, in mm from the picture's corner."""
    label: str
    cuts: tuple[tuple[Point, Point], ...] = ()
    """Where to cut, to lay it over a neighbour: stretches in mm from the picture's corner."""
    meets: tuple[tuple[Point, Point], ...] = ()
    """Where a neighbour's cut edge comes to lie, the same way."""


class Spot(NamedTuple):
    """Where a piece lies on a sheet; turned: a quarter clockwise."""

    piece: Piece
    at: Box
    turned: bool = False

    def place(self, point: Point) -> Point:
        """A point of the picture on the sheet."""
        u, v = point[0] - self.piece.shown.x, point[1] - self.piece.shown.y
        return (self.at.right - v, self.at.y + u) if self.turned else (self.at.x + u, self.at.y + v)


def piece_of(
    page: int, size: Size, corner: Point, rect: Rect, rects: Sequence[Rect], round_mm: Size, label: str
) -> Piece:
    """The piece that shows a rectangle and a strip round it, which is what its neighbours are glued on.

    Args: corner: the place of the picture's corner, in squares. rects: all that the picture is cut into.
    """

    def mm(x: float, y: float) -> Point:
        return (x - corner[0]) * MM_PER_INCH, (y - corner[1]) * MM_PER_INCH

    (x0, y0), (x1, y1) = mm(rect.x0, rect.y0), mm(rect.x1, rect.y1)
    left, top = max(0.0, x0 - round_mm[0]), max(0.0, y0 - round_mm[1])
    shown = Box(left, top, min(size[0], x1 + round_mm[0]) - left, min(size[1], y1 + round_mm[1]) - top)
    cuts: list[tuple[Point, Point]] = []
    meets: list[tuple[Point, Point]] = []
    for side, start, end in seams(rect, rects):
        if side in ("left", "right"):
            x, a, b = mm(getattr(rect, "x0" if side == "left" else "x1"), 0)[0], mm(0, start)[1], mm(0, end)[1]
            stretch = (x, max(shown.y, a - round_mm[1])), (x, min(shown.bottom, b + round_mm[1]))
        else:
            y, a, b = mm(0, getattr(rect, "y0" if side == "top" else "y1"))[1], mm(start, 0)[0], mm(end, 0)[0]
            stretch = (max(shown.x, a - round_mm[0]), y), (min(shown.right, b + round_mm[0]), y)
        (cuts if side in ("left", "top") else meets).append(stretch)
    return Piece(page, size, shown, label, tuple(cuts), tuple(meets))


def printed(spot: Spot) -> Cell:
    """The piece itself on the sheet: the picture, of which nothing is printed outside the piece."""
    piece, at = spot.piece, spot.at
    a, b = spot.place((0.0, 0.0)), spot.place(piece.size)
    whole = Box(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1]))
    return Cell(piece.page, whole, at, 90 if spot.turned else 0)


def marks(spot: Spot, *, out: float) -> list[Line]:
    """Dashes to cut along, and ticks where a neighbour's edge comes to lie.

    Args: out: how far a mark may reach out of the piece, in mm.
    """
    lines = [Line(*spot.place(a), *spot.place(b), "cut") for a, b in _reaching(spot.piece, spot.piece.cuts, out)]
    for a, b in _reaching(spot.piece, spot.piece.meets, out):
        long = math.dist(a, b)
        step = [(q - p) / long * (TICK_MM + out) for p, q in zip(a, b, strict=True)]
        lines.append(Line(*spot.place(a), *spot.place((a[0] + step[0], a[1] + step[1]))))
        lines.append(Line(*spot.place((b[0] - step[0], b[1] - step[1])), *spot.place(b)))
    return [_ordered(line) for line in lines]


def _reaching(piece: Piece, stretches: Iterable[tuple[Point, Point]], out: float) -> list[tuple[Point, Point]]:
    """The stretches, each end that lies on the piece's edge moved out of it."""
    shown = piece.shown
    low, high = (shown.x, shown.y), (shown.right, shown.bottom)
    found = []
    for a, b in stretches:
        axis = 0 if a[1] == b[1] else 1
        before = out if abs(a[axis] - low[axis]) < 0.01 else 0.0
        behind = out if abs(b[axis] - high[axis]) < 0.01 else 0.0
        if axis:
            found.append(((a[0], a[1] - before), (b[0], b[1] + behind)))
        else:
            found.append(((a[0] - before, a[1]), (b[0] + behind, b[1])))
    return found


def _ordered(line: Line) -> Line:
    """Left to right, or downwards, as scissors are drawn."""
    return line if (line.x0, line.y0) <= (line.x1, line.y1) else Line(line.x1, line.y1, line.x0, line.y0, line.look)


def border(spot: Spot) -> tuple[list[Line], Note]:
    """Dashes round a piece, and its name over its own upper edge."""
    at = spot.at
    lines = [
        Line(at.x, at.y, at.right, at.y, "fold"), Line(at.x, at.bottom, at.right, at.bottom, "fold"),
        Line(at.x, at.y, at.x, at.bottom, "fold"), Line(at.right, at.y, at.right, at.bottom, "fold"),
    ]  # fmt: skip
    if spot.turned:
        return lines, Note(at.right + 1.0, at.y + 0.5, spot.piece.label, turn=90)
    return lines, Note(at.x + 0.5, at.y - 1.0, spot.piece.label)


def room(paper: Size) -> Size:
    """What of a sheet can be printed on, in mm."""
    return paper[0] - 2 * EDGE_MM, paper[1] - EDGE_MM - FOOT_MM


def fits(size: Size, paper: Size) -> bool:
    """Whether a piece of a size finds room on a sheet, turned if need be."""
    wide, high = size[0], size[1] + LABEL_MM
    across, down = room(paper)
    return (wide <= across and high <= down) or (high <= across and wide <= down)


def packed(pieces: Sequence[Piece], paper: Size) -> list[list[Spot]]:
    """Pieces on as few sheets as may be, each of which fits; the sheets in the order of the first piece on each."""
    best: list[list[Spot]] | None = None
    for algorithm, order in _WAYS:
        sheets = _packed(pieces, paper, algorithm, order)
        if best is None or len(sheets) < len(best):
            best = sheets
    return best or []


def _packed(pieces: Sequence[Piece], paper: Size, algorithm: type, order: Callable[..., object]) -> list[list[Spot]]:
    packer = rectpack.newPacker(rectpack.PackingMode.Offline, rectpack.PackingBin.BBF, algorithm, order, True)
    sizes = [
        (math.ceil((one.shown.width + GAP_MM) * PER_MM), math.ceil((one.shown.height + LABEL_MM) * PER_MM))
        for one in pieces
    ]
    for number, size in enumerate(sizes):
        packer.add_rect(*size, number)
    across, down = room(paper)
    # What lies at the right or lower edge needs no gap behind it; a label stands over its piece, or right of it.
    packer.add_bin(int((across + GAP_MM) * PER_MM) + 1, int((down + GAP_MM) * PER_MM) + 1, count=len(pieces) or 1)
    packer.pack()
    sheets: dict[int, list[tuple[int, Spot]]] = {}
    for sheet, x, y, wide, high, number in packer.rect_list():
        piece = pieces[number]
        turned = (wide, high) != sizes[number]
        size = (piece.shown.height, piece.shown.width) if turned else (piece.shown.width, piece.shown.height)
        at = Box(EDGE_MM + x / PER_MM, EDGE_MM + y / PER_MM + (0.0 if turned else LABEL_MM), *size)
        sheets.setdefault(sheet, []).append((number, Spot(piece, at, turned)))
    found = sorted((sorted(sheet, key=lambda one: one[0]) for sheet in sheets.values()), key=lambda s: s[0][0])
    return [[spot for _, spot in sheet] for sheet in found]
