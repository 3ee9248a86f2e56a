"""The pictures of a document: what is wanted goes to `draw`, perhaps in a worker; a finished PDF form comes back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from zinegen.dungeon.model import Dungeon
from zinegen.typeset.pages import Drawn
from zinegen.typeset.pdf import forms_work

if TYPE_CHECKING:
    from zinegen.draw.picture import Picture
    from zinegen.draw.styles import Style


THINNINGS = 3
"""How often a map is drawn anew with thinner hatching."""
SCRAP = re.compile(r"\bzg:(scrap-[\w.-]+)")
"""A piece of paper, as a style sheet asks for it."""


class Wanted(NamedTuple):
    """A picture that a plan wants; lengths in mm."""

    name: str
    kind: Literal[
        "level", "crop", "elevation", "cover", "flow", "inset", "levels", "player", "unexplored", "ornament"
    ]  # fmt: skip
    width: float
    height: float
    ink: str = "full"
    level: int = 0
    areas: tuple[str, ...] = ()
    scale: float = 3.2
    """mm a square; of a whole level: at most."""
    legend: bool = True
    ink_most: float = 0.0
    """The most ink a map may take, in square mm of black: its hatching is thinned to that; 0 for any."""
    what: str = ""
    """Which ornament."""
    accent: str = "#000000"
    """The colour of what a rubricator would draw of it."""


def draw_picture(dungeon: Dungeon, wanted: Wanted) -> Drawn:
    """Draw one picture and press it into a form."""
    from zinegen.draw.inked import can_thin, ink_mm2, thinner
    from zinegen.draw.pdfops import to_form
    from zinegen.draw.styles import style_of
    from zinegen.draw.svg import to_svg

    style = style_of(wanted.ink)
    picture = _picture(dungeon, wanted, style)
    form = to_form(picture)
    for _ in range(THINNINGS):
        used = ink_mm2(form) if wanted.ink_most else 0.0
        if used <= wanted.ink_most or not can_thin(style):
            break
        style = thinner(style, wanted.ink_most / used)
        picture = _picture(dungeon, wanted, style)
        form = to_form(picture)
    spots = {area: _box(ring) for area, ring in picture.spots.items() if ring}
    shown = form if forms_work() else to_svg(picture, id_prefix=wanted.name)
    return Drawn(picture.width_mm, picture.height_mm, picture.title, spots, shown)


def _picture(dungeon: Dungeon, wanted: Wanted, style: Style) -> Picture:
    """What is wanted, a map in the given style."""
    from zinegen.draw import cover, elevation, flowchart, map, ornaments, players

    match wanted.kind:
        case "level":
            picture = map.level_map(
                dungeon, wanted.level, view="gm", ink=style, mm_per_square=wanted.scale, cartouche=False,
                legend=wanted.legend, max_width_mm=wanted.width, max_height_mm=wanted.height,
            )  # fmt: skip
        case "crop":
            picture = map.local_map(
                dungeon, wanted.areas, mm_per_square=wanted.scale, max_width_mm=wanted.width,
                max_height_mm=wanted.height, view="gm", ink=style, fill=True,
            )  # fmt: skip
        case "flow" | "inset":
            picture = flowchart.level_flow(
                dungeon, wanted.level, width_mm=wanted.width, height_mm=wanted.height, ink=wanted.ink, title=False,
                names=wanted.kind == "flow",
            )  # fmt: skip
        case "levels":
            picture = flowchart.dungeon_flow(
                dungeon, width_mm=wanted.width, height_mm=wanted.height, ink=wanted.ink, title=False
            )
        case "elevation":
            picture = elevation.elevation(dungeon, width_mm=wanted.width, height_mm=wanted.height, ink=wanted.ink)
        case "cover":
            picture = cover.cover(dungeon, width_mm=wanted.width, height_mm=wanted.height, ink=wanted.ink)
        case "ornament":
            picture = ornaments.ornament(
                dungeon, wanted.what, width_mm=wanted.width, height_mm=wanted.height, ink=wanted.ink,
                level=wanted.level, accent=wanted.accent,
            )  # fmt: skip
        case "player" | "unexplored":
            draw = players.player_map if wanted.kind == "player" else players.unexplored
            picture = draw(
                dungeon, wanted.level, width_mm=wanted.width, height_mm=wanted.height, ink=wanted.ink
            )  # fmt: skip
            picture = replace(picture, spots={})  # a player's page leads nowhere
    return picture


def scraps_in(texts: Iterable[str], seed: str) -> dict[str, Any]:
    """The pieces of paper that templates and style sheets ask for as `zg:scrap-...`, pressed into forms, by name."""
    names = sorted({name for text in texts for name in SCRAP.findall(text)})
    return {name: _scrap(name, seed, forms_work()) for name in names}


@lru_cache(maxsize=512)
def _scrap(name: str, seed: str, pressed: bool) -> Any:
    """One of them: every part of a document wants all of its style sheet."""
    from zinegen.draw.pdfops import to_form
    from zinegen.draw.scraps import scrap
    from zinegen.draw.svg import to_svg

    drawn = scrap(name, seed)
    return to_form(drawn) if pressed else to_svg(drawn, id_prefix=name)


def _box(ring: tuple[tuple[float, float], ...]) -> tuple[float, float, float, float]:
    """Left, top, width and height of a ring."""
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
