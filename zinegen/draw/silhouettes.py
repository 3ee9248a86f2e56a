"""An emblem as shapes of black: cut as for a poster, drawn with outlines, or drawn and hatched."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
import shapely

from zinegen.draw.emblems import EMBLEMS
from zinegen.draw.noise import Floats
from zinegen.draw.pens import BLACK
from zinegen.draw.picture import Part, Path
from zinegen.draw.solids import Field, Solid

REACH = 1.32
"""From the middle of the raster to its edge, in the emblem's frame, where it reaches to 1."""
CELLS, MANY_CELLS = 200, 400
"""Places of the raster along an edge: what is finer than its distances show is lost. Many where it is seen large."""
BLACKEST = 0.9
DARK = 0.5
"""A flat layer of this tone is black."""

THIN = 0.006
"""Dark layers are made wider by so much, for lines that a raster would break."""

FINEST = 1.7
"""No line is finer than so many places."""
SLACK, LITTLE_SLACK = 0.14, 0.03
"""By how many places a line may leave its shape; by fewer where it is seen large, or circles have corners."""
CRUMB = 0.42
"""A ring with less area to its length than this, in places of the raster, is left out."""

Cut = Literal["poster", "outline", "hatched"]


def silhouette(
    emblem: str, x: float, y: float, size: float, cut: Cut = "poster", line: float = 0.4, *, large: bool = False
) -> Path:
    """An emblem about x, y, `size` mm high, as one black path with holes.

    Args:   line: of outlines, in mm. large: whether it fills a page, so that its curves must be smooth.
    Raises: KeyError for an emblem that is not known.
    """
    cells = MANY_CELLS if large else CELLS
    at = np.linspace(-REACH, REACH, cells)
    field = Field(*np.meshgrid(at, at))
    unit = size / 2
    step = 2 * REACH / (cells - 1)
    edge = np.maximum(np.abs(field.x), np.abs(field.y)) - (REACH - 2 * step)  # what runs on beyond is cut off there
    solids = [replace(solid, d=np.maximum(solid.d, edge)) for solid in EMBLEMS[emblem](field)]
    ink = _INKED[cut](solids, field, max(line / unit, FINEST * step))
    rings = []
    for ring in contours(ink):
        if len(ring) > 3 and not _crumb(ring):
            slack = LITTLE_SLACK if large else SLACK
            slim = shapely.get_coordinates(shapely.simplify(shapely.linearrings(ring), slack))[:-1]
            if len(slim) > 2:
                rings.append(Part("ring", (slim * step - REACH) * unit + (x, y)))
    return Path(tuple(rings), fill=BLACK, evenodd=True)


def _crumb(ring: Floats) -> bool:
    """Whether a ring is so thin that a raster made it, and no hand."""
    after = np.roll(ring, -1, axis=0)
    area = abs(float(np.sum(ring[:, 0] * after[:, 1] - ring[:, 1] * after[:, 0]))) / 2
    return area < CRUMB * float(np.sum(np.hypot(*(after - ring).T)))


def fitted(
    emblem: str, x: float, y: float, width: float, height: float, cut: Cut = "poster", line: float = 0.4,
    *, large: bool = False,
) -> Path:  # fmt: skip
    """An emblem as large as a room of width and height about x, y lets it be."""
    path = silhouette(emblem, 0.0, 0.0, 2.0, cut, 2 * line / min(width, height), large=large)
    at = np.concatenate([part.points for part in path.parts])
    low, high = at.min(axis=0), at.max(axis=0)
    scale = float(min(width / (high[0] - low[0]), height / (high[1] - low[1])))
    middle = (low + high) / 2
    return replace(
        path, parts=tuple(Part("ring", (part.points - middle) * scale + np.array((x, y))) for part in path.parts)
    )


def _poster(solids: list[Solid], field: Field, line: float) -> Floats:
    """Bodies black, apart by a white line; what is flat turns black to white and white to black.

    What is flat and quite dark is black beside bodies even where it lies twice.
    """
    ink, bodies = np.full_like(field.x, 1.0), np.full_like(field.x, 1.0)
    for solid in solids:
        if solid.bevel:
            ink = np.minimum(np.maximum(ink, line - solid.d), solid.d)
            bodies = np.minimum(bodies, solid.d)
            continue
        d = solid.d - THIN
        beside = np.maximum(d, -bodies) if solid.tone > BLACKEST else np.full_like(d, 1.0)
        ink = np.minimum(np.maximum(ink, -np.maximum(d, ink)), np.minimum(np.maximum(d, -ink), beside))
    return ink


def _outline(solids: list[Solid], field: Field, line: float) -> Floats:
    """Every layer paper with a black edge; dark ones black."""
    ink = np.full_like(field.x, 1.0)
    for solid in solids:
        if not solid.bevel and solid.tone >= DARK:
            ink = np.minimum(ink, solid.d - THIN)
        else:
            ink = np.maximum(ink, -solid.d)
            if solid.bevel or solid.tone > 0.08:
                ink = np.minimum(ink, np.abs(solid.d) - line / 2)
    return ink


def _hatched(solids: list[Solid], field: Field, line: float) -> Floats:
    """The same, the side away from the light hatched."""
    ink = np.full_like(field.x, 1.0)
    pitch = 3.0 * line
    along = np.mod((0.45 * field.x + 0.9 * field.y) / pitch, 1.0)
    for solid in solids:
        if not solid.bevel and solid.tone >= DARK:
            ink = np.minimum(ink, solid.d - THIN)
            continue
        ink = np.maximum(ink, -solid.d)
        if solid.bevel:
            shade = _shade(solid)
            stroke = (np.abs(along - 0.5) - 0.5 * np.clip(shade, 0.0, 0.85)) * pitch + 0.02 * pitch
            ink = np.minimum(ink, np.maximum(np.where(shade > 0.12, stroke, 1.0), solid.d))
        if solid.bevel or solid.tone > 0.08:
            ink = np.minimum(ink, np.abs(solid.d) - line / 2)
    return ink


def _shade(solid: Solid) -> Floats:
    """How dark a rounded body is, lit from the upper left: 0 to 1."""
    rim = np.clip(-solid.d / solid.bevel, 0, 1)
    high = np.sqrt(1 - (1 - rim) ** 2) * solid.bevel
    down, right = np.gradient(high, 2 * REACH / (len(high) - 1))
    flat = 1 / np.sqrt(right**2 + down**2 + 1)
    light = (0.44 * right + 0.5 * down + 0.75) * flat
    return np.asarray(np.clip(1.5 * (0.8 - light), 0, 1))


_INKED = {"poster": _poster, "outline": _outline, "hatched": _hatched}


def contours(values: Floats) -> list[Floats]:
    """The closed lines round what is below 0 in a raster, in places of the raster: column, row; marching squares."""
    rows, columns = values.shape[0] + 2, values.shape[1] + 2
    padded = np.full((rows, columns), max(float(values.max()), 1e-6))
    padded[1:-1, 1:-1] = np.where(values == 0, 1e-9, values)
    inside = padded < 0
    code = (inside[:-1, :-1] + 2 * inside[:-1, 1:] + 4 * inside[1:, 1:] + 8 * inside[1:, :-1]).astype(np.int64)
    total = rows * columns  # edges are numbered: those to the right of a place, then those below it
    r, c = np.nonzero((code > 0) & (code < 15))
    here, kind = r * columns + c, code[r, c]
    edges = np.stack([here, total + here + 1, here + columns, total + here], axis=1)  # top, right, bottom, left
    follow: dict[int, int] = {}
    for case, pairs in _CASES.items():
        found = edges[kind == case]
        for a, b in pairs:
            follow.update(zip(found[:, a].tolist(), found[:, b].tolist(), strict=True))
    flat = padded.ravel()
    out = []
    while follow:
        first, edge = follow.popitem()
        run = [first]
        while edge != first:
            run.append(edge)
            edge = follow.pop(edge)
        out.append(_places(np.array(run), flat, columns, total) - 1)
    return out


def _places(run: Floats, flat: Floats, columns: int, total: int) -> Floats:
    """Where a line crosses edges of the raster."""
    upright = run >= total
    a = np.where(upright, run - total, run)
    b = a + np.where(upright, columns, 1)
    share = flat[a] / (flat[a] - flat[b])
    return np.stack([a % columns + np.where(upright, 0, share), a // columns + np.where(upright, share, 0)], axis=1)


_CASES = {
    1: ((3, 0),), 2: ((0, 1),), 3: ((3, 1),), 4: ((1, 2),), 5: ((3, 0), (1, 2)), 6: ((0, 2),), 7: ((3, 2),),
    8: ((2, 3),), 9: ((2, 0),), 10: ((0, 1), (2, 3)), 11: ((2, 1),), 12: ((1, 3),), 13: ((1, 0),), 14: ((0, 3),),
}  # fmt: skip
"""Corners inside, as bits from the upper left clockwise -> the edges a line comes in and goes out by."""
