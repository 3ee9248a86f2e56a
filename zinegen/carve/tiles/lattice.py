"""The lattice: where on the ground each place of the board lies. Its lines are uneven, so that no board shows.

Every column and row has a spine, a line of squares that all ways across its edges can use; a corridor is two squares
wide and covers it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from zinegen.carve.plan import Box
from zinegen.carve.tiles.board import Place
from zinegen.dice import Stream

WIDTHS = (7, 7, 8, 8, 9)
"""Squares from line to line."""
MIDDLE = 11
"""The width of the first column and the height of the first row, where the start is."""


@dataclass(slots=True)
class Line:
    """One column or row: its first square, its width, its spine."""

    first: int
    width: int
    spine: int

    @property
    def end(self) -> int:
        """The first square of the next."""
        return self.first + self.width


@dataclass(slots=True)
class Lattice:
    """Columns and rows; those of all levels are the same, so that stairs come out where they went in."""

    stream: Stream
    dx: int = 0
    dy: int = 0
    """Where the first square of column 0 and row 0 lies in the frame."""
    _lines: dict[tuple[str, int], Line] = field(default_factory=dict)

    def column(self, x: int) -> Line:
        """A column, in the frame."""
        line = self._line("column", x)
        return Line(line.first + self.dx, line.width, line.spine + self.dx)

    def row(self, y: int) -> Line:
        """A row, in the frame."""
        line = self._line("row", y)
        return Line(line.first + self.dy, line.width, line.spine + self.dy)

    @property
    def spine(self) -> tuple[int, int]:
        """The spines of column 0 and row 0, from their own first squares."""
        return self._line("column", 0).spine, self._line("row", 0).spine

    def box(self, place: Place) -> Box:
        """The squares of a place."""
        column, row = self.column(place[1]), self.row(place[2])
        return column.first, row.first, column.width, row.width

    def stairs_box(self, x: int, y: int, size: int = 2) -> Box:
        """The squares of stairs (or of one trapdoor) at a place."""
        return self.column(x).spine - 1, self.row(y).spine - 1, size, size

    def _line(self, kind: str, at: int) -> Line:
        known = self._lines.get((kind, at))
        if known is not None:
            return known
        stream = self.stream.child(kind, at)
        width = stream.choice(WIDTHS) if at else MIDDLE
        if at == 0:
            first = 0
        elif at > 0:
            first = self._line(kind, at - 1).end
        else:
            first = self._line(kind, at + 1).first - width
        line = Line(first, width, first + (stream.between(3, width - 4) if at else MIDDLE // 2))
        self._lines[kind, at] = line
        return line
