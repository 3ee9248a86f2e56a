"""The drawings of a site, each a job for a worker: what to draw comes in, its form for the web goes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import msgspec

from zinegen.dungeon.model import Dungeon, Place
from zinegen.publish.png import form_png

if TYPE_CHECKING:
    from zinegen.draw.picture import Picture

COVER_MM = (60.0, 85.0)
COVER_PX = 400
SIDE_MM = 180.0
"""How wide the side view is..."""
STOREY_MM = 22.0
"""...and how high for each level, three at the least, with the ground above."""
SKY_MM = 50.0
LEGEND_MM = 78.0
"""The width of a legend; narrow, so that its letters are large where it fills a column."""


class Job(msgspec.Struct, frozen=True):
    """A drawing that is wanted."""

    dungeon: Dungeon
    what: Literal["level", "elevation", "cover"]
    ink: str = "full"
    level: int = 0
    view: Literal["gm", "player"] = "gm"


class Drawing(msgspec.Struct, frozen=True):
    """A drawing for a page: its SVG, or for the cover its PNG."""

    width: float
    """In mm, as its height and its spots are."""
    height: float
    svg: str = ""
    png: bytes = b""
    desc: str = ""
    spots: dict[str, tuple[Place, ...]] = {}
    """Area id -> its outline on the drawing."""
    legend: str = ""
    """The signs on a level's map, as SVG; empty where it has none."""


def draw(job: Job) -> Drawing:
    """Make one drawing. A module's own function, so that a worker can be sent it."""
    return _DRAW[job.what](job)


def _level(job: Job) -> Drawing:
    from zinegen.draw.map import legend_of, level_map

    picture = level_map(job.dungeon, job.level, view=job.view, ink=job.ink, cartouche=False, legend=False)
    legend = legend_of(job.dungeon, job.level, view=job.view, ink=job.ink, width_mm=LEGEND_MM)
    rings = {area: tuple((x, y) for x, y in ring) for area, ring in picture.spots.items()}
    return Drawing(
        picture.width_mm,
        picture.height_mm,
        svg=_svg(picture, f"m{job.level}"),
        desc=picture.desc,
        spots=rings,
        legend=_svg(legend, f"s{job.level}") if legend else "",
    )


def _elevation(job: Job) -> Drawing:
    from zinegen.draw.elevation import elevation

    high = STOREY_MM * max(len(job.dungeon.levels), 3) + SKY_MM
    picture = elevation(job.dungeon, width_mm=SIDE_MM, height_mm=high, ink=job.ink)
    return Drawing(picture.width_mm, picture.height_mm, svg=_svg(picture, "side"))


def _cover(job: Job) -> Drawing:
    from zinegen.draw.cover import cover
    from zinegen.draw.pdfops import to_form

    picture = cover(job.dungeon, width_mm=COVER_MM[0], height_mm=COVER_MM[1], ink=job.ink)
    return Drawing(picture.width_mm, picture.height_mm, png=form_png(to_form(picture), width_px=COVER_PX))


def _svg(picture: Picture, prefix: str) -> str:
    """A picture as an element of a page: what only a file of its own begins with is left out."""
    from zinegen.draw.svg import to_svg

    return re.sub(r"^<\?xml[^>]*\?>\s*|<!DOCTYPE[^>]*>\s*", "", to_svg(picture, id_prefix=prefix))


_DRAW = {"level": _level, "elevation": _elevation, "cover": _cover}
