"""The drawings of a site, each a job for a worker: what to draw comes in, its form for the web goes out."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from zinegen.dungeon.model import Dungeon, Place
from zinegen.publish.png import form_png

COVER_MM = (60.0, 85.0)
COVER_PX = 400
SIDE_MM = (180.0, 120.0)


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


def draw(job: Job) -> Drawing:
    """Make one drawing. A module's own function, so that a worker can be sent it."""
    if job.what == "cover":
        return _cover(job)
    if job.what == "elevation":
        from zinegen.draw.elevation import elevation

        picture = elevation(job.dungeon, width_mm=SIDE_MM[0], height_mm=SIDE_MM[1], ink=job.ink)
        prefix = "side"
    else:
        from zinegen.draw.map import level_map

        picture = level_map(job.dungeon, job.level, view=job.view, ink=job.ink, cartouche=False, legend=False)
        prefix = f"m{job.level}"
    from zinegen.draw.svg import to_svg

    svg = re.sub(r"^<\?xml[^>]*\?>\s*|<!DOCTYPE[^>]*>\s*", "", to_svg(picture, id_prefix=prefix))
    rings = {area: tuple((x, y) for x, y in ring) for area, ring in picture.spots.items()}
    return Drawing(picture.width_mm, picture.height_mm, svg=svg, desc=picture.desc, spots=rings)


def _cover(job: Job) -> Drawing:
    from zinegen.draw.cover import cover
    from zinegen.draw.pdfops import to_form

    picture = cover(job.dungeon, width_mm=COVER_MM[0], height_mm=COVER_MM[1], ink=job.ink)
    return Drawing(picture.width_mm, picture.height_mm, png=form_png(to_form(picture), width_px=COVER_PX))
