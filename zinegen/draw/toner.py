"""Rock as a copier prints it: a broad black band with a rough edge, specks of toner beside it, drop-outs within."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from zinegen.draw.noise import scatter
from zinegen.draw.picture import Part
from zinegen.draw.walls import shaken_shape

CLOSE = 4.0
"""Squares: what lies nearer than twice this to floor on all sides is black as well."""
SPREAD = 1.6
"""How far from the rock specks fall."""
CELL = 0.8
"""Squares a side: each holds one speck at most."""
MOST_SPECKS = 0.22
"""The share of cells with a speck right beside the rock."""


def thin_rock(solid: Any, band: float, seed: int) -> Any:
    """A narrow black band round a floor, a polygon with the floor in it; only gaps narrower than it are filled."""
    wide = solid.buffer(1.5 * band, quad_segs=3).buffer(-0.5 * band, quad_segs=3)
    return shaken_shape(wide, 0.35, 0.14 * band, seed)


def toner_rock(solid: Any, band: float, seed: int) -> Any:
    """The black round a floor, as a polygon with the floor in it."""
    wide = solid.buffer(band, quad_segs=3)
    closed = solid.buffer(CLOSE, quad_segs=3).buffer(band - CLOSE + 0.1 - 0.2, quad_segs=3)
    joined = shapely.union(wide, closed)
    filled = shapely.union_all([shapely.Polygon(p.exterior) for p in shapely.get_parts(joined)])
    return shaken_shape(filled, 0.35, 0.3, seed)


def specks(rock: Any, solid: Any, seed: int) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Black specks beside the rock and white ones within it, as small squares."""
    x0, y0, x1, y1 = rock.buffer(SPREAD).bounds
    x, y = (a.ravel() for a in np.meshgrid(np.arange(int(x0 / CELL) - 1, int(x1 / CELL) + 1),
                                           np.arange(int(y0 / CELL) - 1, int(y1 / CELL) + 1)))  # fmt: skip
    px, py = ((a + scatter(x, y, seed + n)) * CELL for n, a in enumerate((x, y), 1))
    size, chance = (scatter(x, y, seed + n) for n in (3, 4))
    shapely.prepare(rock)
    within = shapely.contains_xy(rock, px, py)
    black = ~within & (chance < MOST_SPECKS)  # the others need not be told how far they are
    far = shapely.distance(shapely.points(px[black], py[black]), rock)
    black[black] = chance[black] < MOST_SPECKS * (1 - far / SPREAD)
    inner = rock.buffer(-0.2).difference(solid.buffer(0.3))
    white = within & (chance < 0.12) & shapely.contains_xy(inner, px, py)
    return _squares(px[black], py[black], 0.04 + 0.09 * size[black]), _squares(
        px[white], py[white], 0.04 + 0.07 * size[white]
    )


def _squares(x: Any, y: Any, side: Any) -> tuple[Part, ...]:
    half = side / 2
    corners = np.stack([np.stack([x + a * half, y + b * half], axis=1) for a, b in
                        ((-1, -1), (1, -1), (1, 1), (-1, 1))], axis=1)  # fmt: skip
    return tuple(Part("ring", one) for one in corners)
