"""Sheets that are tables under a title: rows come in, pages go out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zinegen.dungeon.model import Level
from zinegen.typeset.blocks import Run
from zinegen.typeset.sheets.form import (
    NOTE,
    SUBHEAD,
    Cell,
    Column,
    Desk,
    Field,
    Page,
    Row,
    bold,
    left_over,
    para,
    s,
    share_out,
    table,
)


class Part(NamedTuple):
    """A table with the words above it."""

    sheet: str
    """Its words in the lexicon."""
    columns: tuple[Column, ...]
    rows: Sequence[Row]
    intro: str = ""


def tables(desk: Desk, *parts: Part) -> list[Page]:
    """Tables under their titles, over as many pages as they take; one that fits whole under another stands there.

    One without rows is left out: nobody needs a page that says there is nothing.
    """
    width, height = desk.room()
    pages: list[Page] = []
    free = 0.0
    for part in (one for one in parts if one.rows):
        title, lead = s(part.sheet, "title"), (Run(part.intro),) if part.intro else ()
        tall = desk.tall(lead, width, NOTE) if lead else 0.0
        above = [para(lead)] if lead else []
        head = para(bold(title), SUBHEAD, "h2")
        need = tall + desk.tall(head["runs"], width, SUBHEAD)
        grids = share_out(desk, part.columns, part.rows, max(free - need, 1.0), height - tall, width)
        if pages and len(grids) == 1 and left_over(desk, grids[0], free - need, width) >= 0:
            pages[-1].blocks += [head, *above, table(grids[0], width)]
            free = left_over(desk, grids[0], free - need, width)
            continue
        grids = share_out(desk, part.columns, part.rows, height - tall, height - tall, width)
        pages += [Page(title, desk.short_title, [*above, table(grid, width)], "" if n else title)
                  for n, grid in enumerate(grids)]  # fmt: skip
        free = left_over(desk, grids[-1], height - tall, width)
    return pages


def columns_of(sheet: str, **shares: float) -> tuple[Column, ...]:
    """Columns with their heads in the lexicon and their shares of the width; `tick` has the same head everywhere."""
    return tuple(Column(s(sheet, name) if name != "tick" else s("tick"), share) for name, share in shares.items())


def level_head(level: Level, span: int) -> Row:
    """A row that says on which level the rows below it are."""
    return Row((Cell(bold(s("level", n=level.number, title=level.title)), span=span),), "level", 6.5, keep=True)


def tick_of(name: str, label: str) -> Cell:
    """A cell with a box to tick."""
    return Cell(fields=(Field(name, label, "tick"),), align="c")
