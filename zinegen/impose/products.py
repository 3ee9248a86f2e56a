"""The products that are sheets: a dungeon's finished pages come in, what is to be printed goes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zinegen.work import Made, PrintOptions, Shop

if TYPE_CHECKING:
    from zinegen.dungeon.model import Dungeon

BOOKLET = "booklet.pdf"


def booklet_to_print(
    dungeon: Dungeon, options: PrintOptions, shop: Shop, others: Callable[[], list[Made]]
) -> list[Made]:
    """The booklet on sheets, as `booklet-print.pdf`; it is set here only where it is not made anyway."""
    from zinegen.impose import impose
    from zinegen.typeset.products import booklet

    ready = [made for made in others() if made.name == BOOKLET] or booklet(dungeon, options, shop)
    made = impose(ready[0].data, "saddle", name=BOOKLET, paper=options.paper)
    return [Made("booklet-print.pdf", made.data, made.sides)]


def minizine(dungeon: Dungeon, options: PrintOptions, shop: Shop) -> list[Made]:
    """The mini-zine of every level, eight pages on a sheet, as `minizine.pdf`."""
    from zinegen.impose import impose
    from zinegen.typeset.small import minizine_pages

    made = impose(minizine_pages(dungeon, options, shop), "minizine", name="the mini-zine", paper=options.paper)
    return [Made("minizine.pdf", made.data, made.sides)]
