"""What a sheet is made of: cells with words or a field to fill in, rows that are shared out over pages.

Records only, and their measuring. Lengths in mm; the templates print them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from zinegen import __version__
from zinegen.dungeon.fights import one_name
from zinegen.dungeon.model import Dungeon, Inhabitant, KeyItem, Lock
from zinegen.typeset.blocks import Para, Run
from zinegen.typeset.index import Index
from zinegen.typeset.layouts import Layout
from zinegen.typeset.measure import Ruler
from zinegen.typeset.sheets.boxes import boxes_height, strips
from zinegen.typeset.sheets.words import cut
from zinegen.typeset.writer import short_id
from zinegen.units import PAPERS_MM, PT_PER_MM
from zinegen.words import word

CELL, HEAD, NOTE, FOOT, SUBHEAD = "sheetcell", "sheethead", "sheetnote", "sheetfoot", "sheetsub"
PAD_X, PAD_Y = 1.2, 0.7
"""The room inside a cell."""
ROW = 8.0
"""The least height of a row that is written in."""
HEADLINE = 17.0
"""The height of a sheet's title with the line below it."""
SPARES = (0.97, 0.93, 0.88)
"""How much of a page is planned for, in turn until all fits: lines are reckoned, not measured."""
WORD_MOST = (0.4, 0.3, 0.22, 0.16)
"""The share of a table's width that one word may claim: the first of these with which all columns have theirs."""
BORDER, SIDE = 0.22, 0.13
"""What the lines between two rows take, and of a cell's width those beside it."""
HEAD_BORDER, LEVEL_PAD = 0.2, 0.7
"""What the line under a table's head takes beyond that, and the room over a level's name beyond a cell's."""


def s(*keys: str, **slots: Any) -> str:
    """A text of lexicon/en/sheets.toml, its {slots} filled."""
    return word("sheets", *keys, **slots)


class Field(NamedTuple):
    """A place to fill in."""

    name: str
    """Unique in the document, without dots."""
    label: str
    """What it is for, for who cannot see it."""
    kind: str = "text"
    """"text", "lines" (several) or "tick"."""


class Cell(NamedTuple):
    """A cell of a table: words, or fields, or a row of hit point boxes."""

    runs: tuple[Run, ...] = ()
    fields: tuple[Field, ...] = ()
    align: str = "l"
    span: int = 1
    look: str = ""
    """A class for the style sheet."""
    boxes: tuple[tuple[str, int], ...] = ()
    """Label and number of little boxes to cross off."""


class Row(NamedTuple):
    """A row of a table."""

    cells: tuple[Cell, ...]
    look: str = ""
    """"sum", "level" or nothing."""
    least: float = ROW
    keep: bool = False
    """Stays with the row after it."""


class Column(NamedTuple):
    """A column: what stands over it and its share of the width."""

    head: str
    share: float
    align: str = "l"


class Grid(NamedTuple):
    """A table of one page."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass
class Page:
    """A finished page of a sheet, as its template is told of it."""

    title: str
    aside: str = ""
    """What stands at the right of the title."""
    blocks: list[dict[str, Any]] = field(default_factory=list)
    mark: str = ""
    """Its bookmark, where it is the first of a sheet."""
    wide: bool = False
    """Landscape."""


@dataclass(frozen=True)
class Desk:
    """What every sheet is made with."""

    dungeon: Dungeon
    index: Index
    layout: Layout
    ruler: Ruler
    paper: str
    booklet: dict[str, int]
    """Area id -> page of the booklet."""
    margins: tuple[float, float, float, float]
    """Top, right, bottom, left."""
    spare: float = SPARES[0]
    """The share of a page's height that is planned for."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper, upright."""
        return PAPERS_MM[self.paper]

    @property
    def short_title(self) -> str:
        """The dungeon's title as it stands in a head or a foot, on one line."""
        return cut(self.dungeon.title, 48)

    @property
    def imprint(self) -> str:
        """The title, the licence, whole, and what made it."""
        return s("foot", title=self.short_title, licence=self.dungeon.licence, version=__version__)

    @property
    def locks(self) -> list[Lock]:
        """The locks of the levels that are printed."""
        return [lock for level in self.dungeon.levels for lock in self.index.locks_of(level)]

    @property
    def key_items(self) -> list[KeyItem]:
        """The keys that lie on them."""
        return [item for item in self.dungeon.key_items if item.in_ in self.index.areas]

    @cached_property
    def creatures(self) -> dict[str, Inhabitant]:
        """What one of each kind of creature is called -> the first group of it, by name."""
        groups = [
            group for level in self.dungeon.levels for area in self.index.keyed(level) for group in area.inhabitants
        ]
        seen: dict[str, Inhabitant] = {}
        for group in [*groups, *(one.inhabitant for one in self.dungeon.wandering)]:
            seen.setdefault(one_name(group), group)
        return dict(sorted(seen.items()))

    @cached_property
    def foot(self) -> str:
        """The line at the foot of a page: its imprint, with a hint where that is still no more than two lines."""
        hint = s("foot_hint", foot=self.imprint)
        return hint if self._foot_height(hint) <= 2 * self._foot_height("1") + 0.01 else self.imprint

    def _foot_height(self, words: str) -> float:
        return self.tall((Run(words),), self.size[0] - self.margins[1] - self.margins[3], FOOT)

    def room(self, *, wide: bool = False) -> tuple[float, float]:
        """Width and height between the margins, below the title and above what the foot has beyond one line."""
        width, height = self.size[::-1] if wide else self.size
        top, right, bottom, left = self.margins
        more = self._foot_height(self.foot) - self._foot_height("1")
        return width - left - right, height - top - bottom - HEADLINE - more

    # ------------------------------------------------------------------------------------------------- references

    def ref(self, area: str, level: int = 0) -> tuple[Run, ...]:
        """An area's number and its page in the booklet, where known: "2-4 p. 17"."""
        number = Run(short_id(area, level), "b")
        page = self.booklet.get(area)
        return (number, Run(" " + s("page", n=page).replace(" ", "\u00a0"), "s")) if page else (number,)

    # -------------------------------------------------------------------------------------------------- measuring

    def tall(self, runs: tuple[Run, ...], width: float, style: str = CELL) -> float:
        """The height of a paragraph of that width."""
        return self.ruler.part(Para(style, runs), width * PT_PER_MM) / PT_PER_MM

    def row_height(self, row: Row, columns: Sequence[Column], width: float) -> float:
        """The height of a row: that of its highest cell."""
        heights, at = [row.least], 0
        for cell in row.cells:
            wide = sum(column.share for column in columns[at : at + cell.span]) * width - 2 * PAD_X - SIDE
            at += cell.span
            if cell.runs:
                more = LEVEL_PAD if row.look == "level" else 0.0
                heights.append(self.tall(_reckoned(cell), wide) + 2 * PAD_Y + more)
            if cell.boxes:
                heights.append(boxes_height(cell.boxes, wide) + 2 * PAD_Y)
        return max(heights) + BORDER

    def head_height(self, columns: Sequence[Column], width: float) -> float:
        """The height of a table's head."""
        tall = (self.tall((Run(c.head),), c.share * width - 2 * PAD_X, HEAD) for c in columns if c.head)
        return max(tall, default=0.0) + 2 * PAD_Y + HEAD_BORDER

    def fitted(self, columns: tuple[Column, ...], rows: Sequence[Row], width: float) -> tuple[Column, ...]:
        """Columns, each wide enough for the longest word in its head and cells; the others give what it lacks."""
        need = [self._word((Run(column.head),), HEAD) for column in columns]
        for row in rows:
            at = 0
            for cell in row.cells:
                if cell.span == 1:
                    need[at] = max(need[at], self._word(_reckoned(cell), CELL))
                at += cell.span
        words, have = need, [column.share * width for column in columns]
        for most in WORD_MOST:
            need = [min(most * width, word + 2 * PAD_X + 0.3) for word in words]
            lack = sum(max(0.0, n - h) for n, h in zip(need, have, strict=True))
            spare = sum(max(0.0, h - n) for n, h in zip(need, have, strict=True))
            if lack <= spare:
                break
        if not lack or lack > spare:
            return columns
        wide = [n + (h - n) * (1 - lack / spare) if h > n else n for n, h in zip(need, have, strict=True)]
        return tuple(c._replace(share=round(w / width, 5)) for c, w in zip(columns, wide, strict=True))

    def _word(self, runs: tuple[Run, ...], style: str) -> float:
        """The width of the longest word, in mm."""
        return self.ruler.longest(runs, self.ruler.style(style)) / PT_PER_MM


def _reckoned(cell: Cell) -> tuple[Run, ...]:
    """A cell's words as they are measured: figures at the right of their column are all as wide as a nought."""
    if cell.align != "r":
        return cell.runs
    return tuple(run._replace(text=re.sub(r"\d", "0", run.text)) for run in cell.runs)


def share_out(
    desk: Desk, columns: tuple[Column, ...], rows: Sequence[Row], first: float, later: float, width: float
) -> list[Grid]:
    """Rows in pages.

    Args: first, later: the height that the first page and those after it have for the table.
    """
    pages: list[list[Row]] = [[]]
    columns = desk.fitted(columns, rows, width)
    head = desk.head_height(columns, width)
    free = first * desk.spare - head
    at = 0
    while at < len(rows):
        group = [rows[at]]
        while group[-1].keep and at + len(group) < len(rows):
            group.append(rows[at + len(group)])
        tall = sum(desk.row_height(row, columns, width) for row in group)
        if tall > free and (pages[-1] or free < later * desk.spare - head):
            pages.append([])
            free = later * desk.spare - head
        pages[-1] += group
        free -= tall
        at += len(group)
    return [Grid(columns, tuple(page)) for page in pages]


def left_over(desk: Desk, grid: Grid, height: float, width: float) -> float:
    """The height that a table leaves free."""
    taken = sum(desk.row_height(row, grid.columns, width) for row in grid.rows)
    return height * desk.spare - desk.head_height(grid.columns, width) - taken


def bold(words: str) -> tuple[Run, ...]:
    """One run in bold."""
    return (Run(words, "b"),) if words else ()


def table(grid: Grid, width: float) -> dict[str, Any]:
    """A table for the template."""
    return {"kind": "table", "columns": grid.columns, "rows": grid.rows, "width": round(width, 2),
            "strips": strips, "pad": PAD_X}  # fmt: skip


def para(runs: tuple[Run, ...], style: str = NOTE, tag: str = "p") -> dict[str, Any]:
    """A paragraph for the template."""
    return {"kind": "para", "runs": runs, "style": style, "tag": tag}
