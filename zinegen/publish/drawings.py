"""The drawings of a site, each a job for a worker: what to draw comes in, its form for the web goes out."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from zinegen.dungeon.model import Dungeon, Place
from zinegen.publish.png import card_png, form_png

if TYPE_CHECKING:
    from zinegen.draw.picture import Path, Picture
    from zinegen.typeset.layouts import Layout

ROCK = "rock"
"""The layer that the hatching is in."""
COVER_MM = (60.0, 85.0)
COVER_PX = 400
UNITS_PER_MM = 10
"""How fine drawings within a page are: a tenth of a mm is a twentieth of a square, less than a line is thick."""
SIDE_MM = 180.0
"""How wide the side view is..."""
STOREY_MM = 22.0
"""...and how high for each level, three at the least, with the ground above."""
SKY_MM = 50.0
LEGEND_MM = 78.0
"""The width of a legend; narrow, so that its letters are large where it fills a column."""
CHART_MM = (150.0, 158.0)
"""A level's flowchart: what the pane of a level's page has room for."""
SHAFT_MM = 128.0
"""How wide the chart of the levels is..."""
SHAFT_STOREY_MM = 26.0
"""...and how high for each level..."""
SHAFT_MORE_MM = 34.0
"""...and for the surface and the legend."""


class Job(msgspec.Struct, frozen=True):
    """A drawing that is wanted."""

    dungeon: Dungeon
    what: Literal["level", "elevation", "cover", "flow", "shaft"]
    ink: str = "full"
    level: int = 0
    view: Literal["gm", "player"] = "gm"
    most: int = 0
    """Bytes that the SVG may have; 0: as many as it takes. Of a map that takes more, the hatching is thinned."""
    manner: str = ""
    """The ornament that a cover shows; empty for the engraving."""


class Drawing(msgspec.Struct, frozen=True):
    """A drawing for a page, in the forms that pages want of it."""

    width: float
    """In mm, as its height and its spots are."""
    height: float
    svg: str = ""
    """To stand within a page; empty where only a file is wanted."""
    file: str = ""
    """The same as an SVG file of its own, with a margin and its letters; empty where none is wanted."""
    png: bytes = b""
    """The cover, or the picture that a link to a map is shown with."""
    desc: str = ""
    spots: dict[str, tuple[Place, ...]] = {}
    """Area id (or level-N) -> its outline on the drawing."""
    legend: Drawing | None = None
    """The signs on a level's map, as a file; None where it has none."""


def cover_job(dungeon: Dungeon, layout: Layout, ink: str) -> Job:
    """The cover of what has no booklet, in the manner of its layout."""
    from zinegen.typeset.covers import PICTURES

    return Job(dungeon, "cover", ink, manner=PICTURES.get(layout.ornaments.cover, ""))


def draw(job: Job) -> Drawing:
    """Make one drawing. A module's own function, so that a worker can be sent it."""
    return _DRAW[job.what](job)


def _level(job: Job) -> Drawing:
    from zinegen.draw.map import legend_of, level_map
    from zinegen.draw.pdfops import to_form
    from zinegen.draw.svgfile import to_svg_file

    picture = level_map(job.dungeon, job.level, view=job.view, ink=job.ink, cartouche=False, legend=False)
    legend = legend_of(job.dungeon, job.level, view=job.view, ink=job.ink, width_mm=LEGEND_MM)
    public = job.view == "player"
    return Drawing(
        picture.width_mm,
        picture.height_mm,
        svg=_svg(_thinned(picture, f"m{job.level}", job.most), f"m{job.level}"),
        file=to_svg_file(picture, id_prefix=f"player-{job.level}-") if public else "",
        png=card_png(to_form(picture)) if public else b"",
        desc=picture.desc,
        spots=_rings(picture),
        legend=_file(legend, f"signs-{job.level}-") if legend else None,
    )


def _flow(job: Job) -> Drawing:
    from zinegen.draw.flowchart import level_flow

    width, height = CHART_MM
    picture = level_flow(job.dungeon, job.level, width_mm=width, height_mm=height, ink=job.ink, title=False)
    return _file(picture, f"flow-{job.level}-")


def _shaft(job: Job) -> Drawing:
    from zinegen.draw.flowchart import dungeon_flow

    high = SHAFT_STOREY_MM * len(job.dungeon.levels) + SHAFT_MORE_MM
    picture = dungeon_flow(job.dungeon, width_mm=SHAFT_MM, height_mm=high, ink=job.ink, title=False)
    return _file(picture, "flow-")


def _file(picture: Picture, prefix: str) -> Drawing:
    """A drawing as a file of its own; its spots lie within the margin that the file has."""
    from zinegen.draw.svgfile import framed, to_svg_file

    sheet = framed(picture)
    file = to_svg_file(picture, id_prefix=prefix)
    return Drawing(sheet.width_mm, sheet.height_mm, file=file, desc=picture.desc, spots=_rings(sheet))


def _elevation(job: Job) -> Drawing:
    from zinegen.draw.elevation import elevation

    high = STOREY_MM * max(len(job.dungeon.levels), 3) + SKY_MM
    picture = elevation(job.dungeon, width_mm=SIDE_MM, height_mm=high, ink=job.ink)
    return Drawing(picture.width_mm, picture.height_mm, svg=_svg(picture, "side"))


def _cover(job: Job) -> Drawing:
    from zinegen.draw.cover import cover
    from zinegen.draw.ornaments import ornament
    from zinegen.draw.pdfops import to_form

    width, height = COVER_MM
    if job.manner:
        picture = ornament(job.dungeon, job.manner, width_mm=width, height_mm=height, ink=job.ink)
    else:
        picture = cover(job.dungeon, width_mm=width, height_mm=height, ink=job.ink)
    return Drawing(picture.width_mm, picture.height_mm, png=form_png(to_form(picture), width_px=COVER_PX))


def _rings(picture: Picture) -> dict[str, tuple[Place, ...]]:
    return {name: tuple((x, y) for x, y in ring) for name, ring in picture.spots.items()}


def _svg(picture: Picture, prefix: str) -> str:
    """A picture as an element of a page: what only a file of its own begins with is left out."""
    from zinegen.draw.svg import to_svg

    text = to_svg(_snaked(picture), id_prefix=prefix, per_mm=UNITS_PER_MM)
    return re.sub(r"^<\?xml[^>]*\?>\s*|<!DOCTYPE[^>]*>\s*", "", text)


def _thinned(picture: Picture, prefix: str, most: int) -> Picture:
    """A map with as many strokes of its hatching left out, evenly, as it has bytes too many; a third stays."""
    over = len(_svg(picture, prefix).encode()) - most if most else 0
    rock = next((layer for layer in picture.layers if layer.name == ROCK), None)
    if over <= 0 or rock is None:
        return picture
    whole = len(_svg(replace(picture, layers=(rock,)), prefix).encode())
    share = max(1 / 3, 1 - over / whole)
    thin = replace(rock, paths=tuple(_sparser(path, share) for path in rock.paths))
    return replace(picture, layers=tuple(thin if layer is rock else layer for layer in picture.layers))


def _sparser(path: Path, share: float) -> Path:
    """A path with a share of its strokes."""
    from zinegen.draw.picture import Part

    parts = []
    for part in path.parts:
        at = np.arange(len(part.points))
        kept = np.floor((at + 1) * share) > np.floor(at * share)
        parts.append(Part("ticks", part.points[kept]) if part.kind == "ticks" else part)
    return replace(path, parts=tuple(parts))


def _snaked(picture: Picture) -> Picture:
    """The same with every undashed stroke of a hatching begun at the end that is nearer to the last.

    Half the bytes of a map are the ways from stroke to stroke.
    """
    layers = tuple(
        replace(layer, paths=tuple(path if path.dash else _nearer(path) for path in layer.paths))
        for layer in picture.layers
    )
    return replace(picture, layers=layers)


def _nearer(path: Path) -> Path:
    from zinegen.draw.picture import Part

    parts = []
    for part in path.parts:
        if part.kind == "ticks":
            strokes, last = part.points.tolist(), None
            for at, (a, b) in enumerate(strokes):
                if last is not None and math.dist(last, b) < math.dist(last, a):
                    strokes[at] = [b, a]
                last = strokes[at][1]
            part = Part("ticks", np.array(strokes, dtype=float).reshape(-1, 2, 2))
        parts.append(part)
    return replace(path, parts=tuple(parts))


_DRAW = {"level": _level, "elevation": _elevation, "cover": _cover, "flow": _flow, "shaft": _shaft}
