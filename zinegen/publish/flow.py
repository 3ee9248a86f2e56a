"""The flowcharts as files: a dungeon comes in; an SVG of each level and one of how the levels join go out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from zinegen.typeset.layouts import find_layout
from zinegen.work import Made, PrintOptions, Shop

if TYPE_CHECKING:
    from zinegen.dungeon.model import Dungeon

SHEET_MM = (128.0, 178.0)
"""What a page of A5 has room for within its margins."""


def flow(dungeon: Dungeon, options: PrintOptions, shop: Shop) -> list[Made]:
    """Draw flow/level-N.svg and flow/dungeon.svg; of one level alone where options say so."""
    numbers: list[int | None] = [level.number for level in dungeon.levels if options.level in (None, level.number)]
    if options.level is None:
        numbers.append(None)
    ink = find_layout(options.layout).drawn_in(options.ink)
    return shop.map(partial(_draw, dungeon, ink), numbers)


def _draw(dungeon: Dungeon, ink: str, number: int | None) -> Made:
    """One chart, drawn and written as SVG; number None: that of the levels."""
    from zinegen.draw.flowchart import dungeon_flow, level_flow
    from zinegen.draw.svgfile import to_svg_file

    width, height = SHEET_MM
    if number is None:
        name, picture = "dungeon", dungeon_flow(dungeon, width_mm=width, height_mm=height, ink=ink)
    else:
        name, picture = f"level-{number}", level_flow(dungeon, number, width_mm=width, height_mm=height, ink=ink)
    return Made(f"flow/{name}.svg", to_svg_file(picture, id_prefix=f"flow-{name}-").encode())
