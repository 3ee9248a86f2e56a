"""The maps as files: a dungeon comes in; an SVG of each level, for master and players, and a side view go out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from zinegen.dungeon.visible import without_secrets
from zinegen.typeset.layouts import find_layout
from zinegen.work import Made, PrintOptions, Shop

if TYPE_CHECKING:
    from zinegen.dungeon.model import Dungeon

ELEVATION_MM = (180.0, 240.0)
"""The sheet that the side view is drawn for."""


class Sheet(NamedTuple):
    """One map to draw: a level's, or (number None) the side view."""

    name: str
    number: int | None
    view: Literal["gm", "player"] = "gm"


def maps(dungeon: Dungeon, options: PrintOptions, shop: Shop) -> list[Made]:
    """Draw maps/level-N.svg, maps/level-N-player.svg and maps/elevation.svg; of one level where options say so."""
    shown = {level.number for level in without_secrets(dungeon).levels}  # a level may be a secret as a whole
    sheets = []
    for level in dungeon.levels:
        if options.level in (None, level.number):
            sheets.append(Sheet(f"maps/level-{level.number}.svg", level.number))
            if level.number in shown:
                sheets.append(Sheet(f"maps/level-{level.number}-player.svg", level.number, "player"))
    if options.level is None:
        sheets.append(Sheet("maps/elevation.svg", None))
    ink = find_layout(options.layout).drawn_in(options.ink)
    return shop.map(partial(_draw, dungeon, ink), sheets)


def _draw(dungeon: Dungeon, ink: str, sheet: Sheet) -> Made:
    """One map, drawn and written as SVG."""
    from zinegen.draw.elevation import elevation
    from zinegen.draw.map import level_map
    from zinegen.draw.svgfile import to_svg_file

    if sheet.number is None:
        width, height = ELEVATION_MM
        picture = elevation(dungeon, width_mm=width, height_mm=height, ink=ink)
    else:
        picture = level_map(dungeon, sheet.number, view=sheet.view, ink=ink)
    name = sheet.name.removeprefix("maps/").removesuffix(".svg")
    return Made(sheet.name, to_svg_file(picture, id_prefix=f"{name}-").encode())
