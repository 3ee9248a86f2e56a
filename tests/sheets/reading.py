"""Making sheets for tests, and reading them."""

from __future__ import annotations

import io
from collections.abc import Callable

import pikepdf

from zinegen.dungeon.model import Dungeon
from zinegen.typeset.sheets.bind import desk_of
from zinegen.typeset.sheets.form import Desk
from zinegen.work import Made, PrintOptions, Shop

Product = Callable[..., list[Made]]


def desk(dungeon: Dungeon, paper: str = "a4") -> Desk:
    """What sheets of a dungeon are made with, no booklet printed."""
    return desk_of(dungeon, PrintOptions(paper=paper), {})


def pdf_of(product: Product, dungeon: Dungeon, paper: str = "a4", workers: int = 1, booklet: bytes = b"") -> bytes:
    """A product's only file."""
    others = [Made("booklet.pdf", booklet)] if booklet else []
    with Shop(workers) as shop:
        made = product(dungeon, PrintOptions(paper=paper), shop, lambda: others)
    assert len(made) == 1
    return made[0].data


def fields(data: bytes) -> dict[str, str]:
    """The kind of every field of a form by its name: "/Tx" or "/Btn"."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return {str(one.T): str(one.FT) for one in pdf.Root.AcroForm.Fields}
