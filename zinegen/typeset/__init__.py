"""Typeset: a dungeon comes in, printed pages go out. Cheap to import: WeasyPrint comes in when a page is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zinegen.dungeon.model import Dungeon
    from zinegen.typeset.setting import Shopish
    from zinegen.work import Made, PrintOptions


def booklet(dungeon: Dungeon, options: PrintOptions, shop: Shopish) -> list[Made]:
    """The booklet to read, with its maps, bookmarks and links, as `booklet.pdf`."""
    from zinegen.typeset import products

    return products.booklet(dungeon, options, shop)


def onepage(dungeon: Dungeon, options: PrintOptions, shop: Shopish) -> list[Made]:
    """Each level on one side of paper, or two, as `onepage.pdf`."""
    from zinegen.typeset import products

    return products.onepage(dungeon, options, shop)
