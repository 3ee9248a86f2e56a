"""Water, chasms and galleries: features with outlines of their own -> banks, ripples, hachures and railings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely import Polygon

from zinegen.draw.ground import Ground, rings_of
from zinegen.draw.noise import scatter
from zinegen.draw.picture import Part, Points
from zinegen.draw.walls import resampled, shaken_shape

FLOWING = ("river", "stream", "lake", "pool")


@dataclass(frozen=True, slots=True)
class Waters:
    """Polygons of a map: all water, all chasms, the galleries; empty where there is none."""

    water: Any
    chasm: Any
    galleries: tuple[Any, ...]
    kerbs: Any
    """The outer edges of built pools."""


def outlined(feature: Any) -> Any:
    """The polygon of a feature with an outline, or an ellipse of its size where it has none."""
    if len(feature.outline) >= 3:
        shape = Polygon(feature.outline)
        return shape if shape.is_valid else shape.buffer(0)
    turn = math.radians(feature.turn_deg)
    t = np.linspace(0, math.tau, 25)[:-1]
    x, y = feature.size[0] / 2 * np.cos(t), feature.size[1] / 2 * np.sin(t)
    xs, ys = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    return Polygon(np.stack([xs + feature.at[0], ys + feature.at[1]], axis=1))


def gather(ground: Ground, seed: int) -> Waters:
    """The waters of a ground: clipped to their areas, joined across open portals, their banks uneven."""
    found: dict[str, list[Any]] = {"water": [], "chasm": [], "gallery": []}
    for area in ground.areas.values():
        for feature in area.features:
            kind = "water" if feature.kind in FLOWING else feature.kind
            if kind in found:
                found[kind].append(outlined(feature).intersection(ground.shapes[area.id]))
    pools = [
        outlined(f).buffer(0.2, join_style="mitre").intersection(ground.shapes[a.id])
        for a in ground.areas.values()
        for f in a.features
        if f.kind == "pool" and a.kind != "cave"
    ]
    banks = {}
    for kind in ("water", "chasm"):
        if not found[kind]:
            banks[kind] = Polygon()
            continue
        joined = shapely.union_all(found[kind]).buffer(0.02, join_style="mitre").buffer(-0.02, join_style="mitre")
        smooth = joined.buffer(-0.18).buffer(0.36).buffer(-0.18) if kind == "water" else joined
        banks[kind] = shaken_shape(smooth, 0.55, 0.07, seed).intersection(ground.solid)
    chasm = banks["chasm"].difference(banks["water"])
    galleries = tuple(g for g in found["gallery"] if not g.is_empty)
    return Waters(banks["water"], chasm, galleries, shapely.union_all(pools) if pools else Polygon())


def outline_parts(shape: Any, region: Any = None) -> tuple[Part, ...]:
    """The edges of polygons as rings, or what of them lies in a region as lines."""
    if region is None:
        return tuple(Part("ring", r) for r in rings_of(shape))
    cut = shapely.get_parts(shape.boundary.intersection(region))
    return tuple(Part("line", shapely.get_coordinates(c)) for c in cut if c.geom_type == "LineString")


def fills(shape: Any) -> tuple[Part, ...]:
    """Polygons as rings to be filled by the even-odd rule."""
    return tuple(Part("ring", r) for r in rings_of(shape))


def ripples(water: Any, seed: int, k: float, clear: Points) -> tuple[Part, ...]:
    """Small waves here and there on water; none within a box of `clear` (n, 4)."""
    if water.is_empty:
        return ()
    deep = water.buffer(-0.26)
    if deep.is_empty:
        return ()
    cell = np.array([1.5, 0.62]) * max(k, 0.62)
    x0, y0, x1, y1 = deep.bounds
    grid = np.meshgrid(
        np.arange(math.floor(x0 / cell[0]), math.ceil(x1 / cell[0])),
        np.arange(math.floor(y0 / cell[1]), math.ceil(y1 / cell[1])),
    )
    ix, iy = grid[0].ravel(), grid[1].ravel()
    x = (ix + (iy % 2) * 0.5 + 0.3 * scatter(ix, iy, seed)) * cell[0]
    y = (iy + 0.2 + 0.6 * scatter(ix, iy, seed + 1)) * cell[1]
    long = (0.5 + 0.35 * scatter(ix, iy, seed + 2)) * cell[0]
    shapely.prepare(deep)
    inside = shapely.contains_xy(deep, x, y) & shapely.contains_xy(deep, x + long, y)
    inside &= shapely.contains_xy(deep, x + long / 2, y) & (scatter(ix, iy, seed + 3) < 0.82)
    for bx0, by0, bx1, by1 in clear:
        inside &= ~((x + long > bx0) & (x < bx1) & (y + 0.1 > by0) & (y - 0.1 < by1))
    wave = np.array([(0, 0), (0.15, -0.5), (0.35, -0.5), (0.5, 0), (0.65, 0.5), (0.85, 0.5), (1, 0)])
    high = 0.2 * max(k, 0.62)
    return tuple(
        Part("curve", wave * (length, high) + (a, b))
        for a, b, length in zip(x[inside].tolist(), y[inside].tolist(), long[inside].tolist(), strict=True)
    )


def hachures(chasm: Any, floor: Any, k: float, seed: int) -> Points:
    """Strokes (n, 2, 2) from the edges of a chasm down into it; none along walls."""
    strokes = [np.zeros((0, 2, 2))]
    step = 0.3 * max(k, 0.6)
    for ring in rings_of(shapely.orient_polygons(chasm, exterior_cw=False)):
        at = resampled(ring, step)
        along = np.roll(at, -1, axis=0) - np.roll(at, 1, axis=0)
        along /= np.maximum(np.hypot(*along.T), 1e-9)[:, None]
        inward = np.stack([-along[:, 1], along[:, 0]], axis=1)  # a ring against the clock has its inside to the left
        grid = np.rint(at * 16).astype(np.int64)
        deep = (0.28 + 0.5 * scatter(grid[:, 0], grid[:, 1], seed)) * max(k, 0.6)
        strokes.append(np.stack([at + 0.03 * inward, at + inward * deep[:, None]], axis=1))
    every = np.concatenate(strokes)
    rim = floor.boundary
    shapely.prepare(rim)
    return np.asarray(every[~shapely.dwithin(shapely.points(every[:, 0]), rim, 0.3)])


def lip(cave: Any, floor: Any, seed: int, k: float) -> list[Part]:
    """Broken lines a little inside the walls of a cave, as the foot of its slope."""
    rim = cave.buffer(-0.45, quad_segs=3)
    open_floor = floor.buffer(-0.3, quad_segs=2)
    out = []
    for ring in rings_of(rim):
        at = resampled(ring, 0.35)
        if len(at) < 8:
            continue
        grid = np.rint(at * 8).astype(np.int64)
        drawn = (np.cumsum(scatter(grid[:, 0], grid[:, 1], seed)) / 2.2 % 1.0 < 0.62) & shapely.contains_xy(
            open_floor, at[:, 0], at[:, 1]
        )
        for run in np.split(at, np.flatnonzero(~drawn)):
            if len(run) > 3:
                out.append(Part("line", run[1:]))
    return out


def railings(gallery: Any, floor: Any) -> tuple[list[Part], Points]:
    """The inner edge of a gallery as lines, and the posts (n, 2, 2) between its two rails."""
    wall = floor.boundary.buffer(0.3)
    lines, posts = [], [np.zeros((0, 2, 2))]
    for inset in (0.0, 0.22):
        edge = gallery.buffer(-inset, join_style="mitre").boundary.difference(wall)
        edge = shapely.line_merge(edge)
        for run in shapely.get_parts(edge):
            if run.length < 0.5:
                continue
            lines.append(Part("line", shapely.get_coordinates(run)))
            if inset:
                continue
            marks = np.arange(0.25, run.length, 0.5)
            at = shapely.get_coordinates(shapely.line_interpolate_point(run, marks))
            ahead = shapely.get_coordinates(shapely.line_interpolate_point(run, np.minimum(marks + 0.05, run.length)))
            along = ahead - at
            along /= np.maximum(np.hypot(*along.T), 1e-9)[:, None]
            side = np.stack([-along[:, 1], along[:, 0]], axis=1)
            inner = gallery.contains(shapely.points(at[0] + 0.1 * side[0])) if len(at) else True
            posts.append(np.stack([at, at + side * (0.22 if inner else -0.22)], axis=1))
    return lines, np.concatenate(posts)
