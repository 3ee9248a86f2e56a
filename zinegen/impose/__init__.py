"""Impose: finished pages come in, sheets to print, fold, cut and staple go out. Works on anyone's PDF."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from zinegen.errors import ImpositionError
from zinegen.impose import cards, minizine, nup, poster, saddle
from zinegen.impose.sheet import BLANK, FOLDS, Fold, Job, Sheet, Sides, fold, sides_of

__all__ = ["FOLDS", "Fold", "Imposed", "cards", "fold", "impose", "minizine", "nup", "poster", "saddle"]

MOST_PAGES = 5000


class Imposed(NamedTuple):
    """Sheets, ready to print."""

    data: bytes
    """The PDF."""
    sheets: tuple[Sheet, ...]
    sides: int
    """How many pages the PDF has."""
    pages: int
    """How many pages it was made of."""
    blanks: int
    paper: tuple[float, float]
    """In mm."""
    mended: bool
    """Whether the PDF was damaged, so that pages may be missing."""


def impose(data: bytes, fold: str, *, name: str = "the PDF", sides: Sides = "both", **asked: Any) -> Imposed:
    """Lay the pages of a PDF on sheets of paper.

    Args:    fold: a name of FOLDS. name: what messages call the PDF. sides: both, or the fronts (odd) or backs (even)
             alone, for printers that print one side. asked: more fields of `Job`: paper, flip, caliper...
    Raises:  ImpositionError for a PDF that is broken, locked or empty, and for what the fold cannot do.
    """
    from zinegen.impose.pdf import Source, print_sheets

    if fold not in FOLDS:
        raise ImpositionError(f"--fold {fold}: there is no such fold; take one of {', '.join(FOLDS)}")
    with Source(data, name) as source:
        if len(source.sizes) > MOST_PAGES:
            raise ImpositionError(f"{name} has {len(source.sizes):,} pages; at most {MOST_PAGES:,} can be imposed")
        job = replace(Job(sizes=source.sizes), **asked)
        sheets = FOLDS[fold].make(job)
        flip = job.flip if FOLDS[fold].duplex and any(sheet.back for sheet in sheets) else None
        chosen = sides_of(sheets, sides)
        pdf = print_sheets(source, chosen, flip if sides == "both" else None)
    every = [side for sheet in sheets for side in (sheet.front, sheet.back) if side is not None]
    blanks = sum(cell.page == BLANK for side in every for cell in side.cells)
    return Imposed(pdf, tuple(sheets), len(chosen), job.count, blanks, sheets[0].paper, source.mended)
