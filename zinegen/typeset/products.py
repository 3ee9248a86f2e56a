"""The printed products: a dungeon and what is asked for come in, finished PDFs go out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from zinegen.dungeon.model import Dungeon, level_of
from zinegen.errors import DungeonError
from zinegen.typeset.broadside import OnePage
from zinegen.typeset.layouts import Layout, find_layout
from zinegen.typeset.pages import Sheet
from zinegen.typeset.plan import Plan, Seen
from zinegen.typeset.setting import Shopish, set_document
from zinegen.typeset.writer import printable
from zinegen.typeset.zine import Booklet
from zinegen.work import Made, PrintOptions


def booklet(dungeon: Dungeon, options: PrintOptions, shop: Shopish) -> list[Made]:
    """The booklet to read: A5 from A4 paper, half-letter from letter."""
    layout = find_layout(options.layout)
    whole = printable(dungeon, layout.letters)
    clean = _asked(whole, options)
    extents = _Extents(dungeon)

    def planner(seen: Seen) -> Booklet:
        return Booklet(clean, layout, options, extents, seen, whole)

    sheet = _sheet(layout, "booklet", clean, options)
    data, plan = set_document(dungeon, layout, sheet, planner, shop, spreads=True)
    return [Made("booklet.pdf", data, len(plan.pages))]


def onepage(dungeon: Dungeon, options: PrintOptions, shop: Shopish) -> list[Made]:
    """Each level on one side of paper; a level of more than a dozen areas may take two."""
    layout = find_layout(options.layout)
    whole = printable(dungeon, layout.letters)
    clean = _asked(whole, options)

    def planner(seen: Seen) -> OnePage:
        return OnePage(clean, layout, options, seen, whole=whole)

    sheet = _sheet(layout, "onepage", clean, options)
    data, plan = set_document(dungeon, layout, sheet, planner, shop, spreads=False)
    return [Made("onepage.pdf", data, len(plan.pages))]


def _asked(dungeon: Dungeon, options: PrintOptions) -> Dungeon:
    """The dungeon with only the level that is asked for, where one is, and what wanders there.

    Raises: DungeonError for a level that is not there.
    """
    if options.level is None:
        return dungeon
    levels = tuple(level for level in dungeon.levels if level.number == options.level)
    if not levels:
        known = ", ".join(str(level.number) for level in dungeon.levels)
        raise DungeonError(f"--level {options.level}: the dungeon has no such level; take one of {known}")
    wandering = tuple(one for one in dungeon.wandering if one.level == options.level)
    return msgspec.structs.replace(dungeon, levels=levels, wandering=wandering)


def _sheet(layout: Layout, name: str, dungeon: Dungeon, options: PrintOptions) -> Callable[[Plan], Sheet]:
    """What the templates of a product are given."""
    levels = tuple(level.number for level in dungeon.levels)

    def sheet(plan: Plan) -> Sheet:
        values = {"author": "", "date": dungeon.date or "", "description": dungeon.premise.subtitle,
                  "look": layout.look, "product": layout.products[name], "ink": options.ink}  # fmt: skip
        return Sheet(layout, layout.products[name], name, levels, values, seed=dungeon.seed)

    return sheet


class _Extents:
    """The sizes of pictures: of local maps in squares, asked once for each set of areas; of the side view in mm."""

    def __init__(self, dungeon: Dungeon) -> None:
        from zinegen.draw.elevation import elevation_height
        from zinegen.draw.map import Boxes

        boxes = {level.number: Boxes(level) for level in dungeon.levels}

        def box(area: str) -> Boxes:
            return boxes[level_of(area)]

        self.side = lambda width, height: elevation_height(dungeon, width_mm=width, height_mm=height)
        self.full = cache(lambda areas: _size(box(areas[0]).full(areas)))
        self.core = cache(lambda areas: _size(box(areas[0]).core(areas)))
        self.level = cache(lambda area: _size(box(area).level))
        self.middle = cache(lambda area: box(area).middle(area))


def _size(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]
