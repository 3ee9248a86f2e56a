"""Rock round a floor: clump hatching, cut from one sheet that repeats; and slanted ticks for thin ink.

The sheet is made once a process: Poisson-disc points on a torus, their Voronoi cells, in each cell strokes of one
direction unlike its neighbours'. A map takes the cells near its walls, whole, which gives the ragged outer edge for
nothing and makes the hatching depend on place alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import shapely
from shapely import MultiPoint, Polygon

from zinegen.dice import Stream
from zinegen.draw.ground import rings_of
from zinegen.draw.noise import Floats, scatter
from zinegen.draw.scan import scan

SPAN = 22
"""Side of the sheet, in distances between clumps."""
RATIO = 0.263
"""Gap between strokes, in the same unit."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Clumps on a torus of side SPAN; strokes (n, 2, 2) ordered by clump, clump c having first[c]..first[c+1]-1."""

    centres: Floats
    strokes: Floats
    first: Any
    dense: Floats
    dense_first: Any


def _points(stream: Stream) -> list[tuple[float, float]]:
    """Poisson-disc points on the torus, no two nearer than 1, by darts over a grid of cells of side 1."""
    grid: dict[tuple[int, int], list[tuple[float, float]]] = {}
    out: list[tuple[float, float]] = []
    for _ in range(14 * SPAN * SPAN):
        x, y = stream.random() * SPAN, stream.random() * SPAN
        cx, cy = int(x), int(y)
        near = [
            q for dx in (-1, 0, 1) for dy in (-1, 0, 1) for q in grid.get(((cx + dx) % SPAN, (cy + dy) % SPAN), ())
        ]
        if all(_apart(x - a, y - b) >= 1 for a, b in near):
            grid.setdefault((cx, cy), []).append((x, y))
            out.append((x, y))
    return out


def _apart(dx: float, dy: float) -> float:
    """Squared distance on the torus."""
    dx, dy = abs(dx), abs(dy)
    dx, dy = min(dx, SPAN - dx), min(dy, SPAN - dy)
    return dx * dx + dy * dy


def _angles(points: list[tuple[float, float]], stream: Stream) -> list[float]:
    """A direction for each clump: of eight random ones, that which differs most from its neighbours'."""
    at = np.array(points)
    gap = np.abs(at[:, None, :] - at[None, :, :])
    gap = np.minimum(gap, SPAN - gap)
    near = (gap**2).sum(axis=2) < 1.7**2
    angles = np.full(len(points), np.nan)
    for n in range(len(points)):
        known = angles[near[n] & ~np.isnan(angles)]
        tries = np.array([stream.random() * math.pi for _ in range(8)])
        if len(known):
            best = np.abs(np.sin(tries[:, None] - known[None, :])).min(axis=1).argmax()
            angles[n] = tries[best]
        else:
            angles[n] = tries[0]
    return [float(a) for a in angles]


def _cells(points: list[tuple[float, float]]) -> list[Floats]:
    """The Voronoi cell of each point, its neighbours across the seams counted."""
    shifts = [(0, 0), *((i, j) for i in (-SPAN, 0, SPAN) for j in (-SPAN, 0, SPAN) if i or j)]
    every = [(x + i, y + j) for i, j in shifts for x, y in points]
    kept = [p for p in every if -4 < p[0] < SPAN + 4 and -4 < p[1] < SPAN + 4]
    cells = shapely.get_parts(shapely.voronoi_polygons(MultiPoint(kept)))
    tree = shapely.STRtree(cells)
    found = tree.query(shapely.points(points), predicate="intersects")
    owner = dict(zip(found[0].tolist(), found[1].tolist(), strict=True))
    return [shapely.get_coordinates(cells[owner[n]].exterior)[:-1] for n in range(len(points))]


def _strokes(cell: Floats, angle: float, gap: float, stream: Stream) -> list[list[tuple[float, float]]]:
    """Strokes across a convex cell, evened over its width, their ends a little past or short of its edge."""
    ux, uy = math.cos(angle), math.sin(angle)
    u, v = cell @ (ux, uy), cell @ (-uy, ux)
    low, high = float(v.min()), float(v.max())
    count = max(2, round((high - low) / gap))
    out = []
    for n in range(count):
        level = low + (n + 0.5) * (high - low) / count + (stream.random() - 0.5) * 0.06
        cut = _cut(u, v, level)
        if cut is None:
            continue
        a = cut[0] - (stream.random() * 1.6) * 0.063
        b = cut[1] + (stream.random() * 1.6 - 0.4) * 0.063
        if b - a >= 0.26:
            tilt = (stream.random() - 0.5) * 0.05
            ends = ((a, level - tilt), (b, level + tilt))
            out.append([(s * ux - t * uy, s * uy + t * ux) for s, t in ends])
    return out


def _cut(u: Floats, v: Floats, level: float) -> tuple[float, float] | None:
    """Where the line v = level crosses a convex ring, as u from and to."""
    hits = []
    for n in range(len(u)):
        a, b = v[n - 1] - level, v[n] - level
        if (a < 0) != (b < 0):
            hits.append(float(u[n - 1] + (u[n] - u[n - 1]) * a / (a - b)))
    return (min(hits), max(hits)) if len(hits) >= 2 else None


@cache
def sheet() -> Sheet:
    """The sheet of rock that every map is cut from."""
    stream = Stream("rock", "sheet")
    points = _points(stream)
    angles = _angles(points, stream)
    plain, dense = [], []
    for cell, angle in zip(_cells(points), angles, strict=True):
        plain.append(_strokes(cell, angle, RATIO * 1.06, stream))
        dense.append(_strokes(cell, angle, RATIO * 0.86, stream))
    return Sheet(np.array(points), *_flat(plain), *_flat(dense))


def _flat(groups: list[list[list[tuple[float, float]]]]) -> tuple[Floats, Any]:
    first = np.concatenate([[0], np.cumsum([len(g) for g in groups])])
    return np.array([stroke for g in groups for stroke in g], dtype=float), first


def clumps(solid: Any, *, gap: float, band: float, seed: int, keep: Any = None, pockets: bool = True) -> Floats:
    """Strokes (n, 2, 2) round a floor.

    Args: solid: what is not rock. gap: between strokes, in squares. band: how far the hatching reaches. keep: a
    polygon; clumps outside it are left out. pockets: fill small unhatched ones, which else look like dirt.
    """
    rock, d = sheet(), gap / RATIO
    side = SPAN * d
    x0, y0, x1, y1 = (keep if keep is not None else solid.buffer(band * 1.25)).bounds
    off = (seed % 1009 / 1009 * side, seed // 1009 % 1013 / 1013 * side)
    columns = np.arange(math.floor((x0 - off[0]) / side), math.floor((x1 - off[0]) / side) + 1)
    rows = np.arange(math.floor((y0 - off[1]) / side), math.floor((y1 - off[1]) / side) + 1)
    tiles = np.array([(i * side + off[0], j * side + off[1]) for j in rows for i in columns])
    at = (rock.centres[None, :, :] * d + tiles[:, None, :]).reshape(-1, 2)
    cell = np.tile(np.arange(len(rock.centres)), len(tiles))
    tile = np.repeat(np.arange(len(tiles)), len(rock.centres))
    inside = (at[:, 0] > x0) & (at[:, 0] < x1) & (at[:, 1] > y0) & (at[:, 1] < y1)
    at, cell, tile = at[inside], cell[inside], tile[inside]
    near, chosen = _near_walls(at, solid, d, band, seed, keep, pockets)
    strokes = []
    for lines, first, mask in (
        (rock.dense, rock.dense_first, near & chosen),
        (rock.strokes, rock.first, ~near & chosen),
    ):
        count = (first[1:] - first[:-1])[cell[mask]]
        base = np.repeat(first[cell[mask]] - np.concatenate([[0], np.cumsum(count)[:-1]]), count)
        picked = lines[base + np.arange(int(count.sum()))] * d
        strokes.append(picked + np.repeat(tiles[tile[mask]], count, axis=0)[:, None, :])
    return _outside(np.concatenate(strokes), solid)


def _near_walls(
    at: Floats, solid: Any, d: float, band: float, seed: int, keep: Any, pockets: bool
) -> tuple[Any, Any]:
    """Which clumps lie close to the wall, and which are drawn; dear questions are asked last, of the fewest."""
    x, y = at[:, 0], at[:, 1]
    deep = solid.buffer(-0.9 * d, quad_segs=2)
    chosen = ~_within(deep, x, y)
    if keep is not None:
        chosen &= _within(keep, x, y)
    asked = chosen.copy()
    if pockets:
        asked &= ~_within(solid.buffer(band + 0.75, quad_segs=3).buffer(-0.9, quad_segs=3), x, y)
    reach = band * (0.78 + 0.44 * scatter(np.rint(x * 64).astype(np.int64), np.rint(y * 64).astype(np.int64), seed))
    shapely.prepare(solid)
    chosen[asked] = shapely.dwithin(shapely.points(at[asked]), solid, reach[asked])
    near = np.zeros(len(at), dtype=bool)
    near[chosen] = shapely.dwithin(shapely.points(at[chosen]), solid, 0.45)
    return near, chosen


def _within(area: Any, x: Floats, y: Floats) -> Any:
    """Which of many places lie in a polygon."""
    shapely.prepare(area)
    return shapely.contains_xy(area, x, y)


def _outside(strokes: Floats, solid: Any) -> Floats:
    """Strokes without those that the floor would cover whole."""
    if not len(strokes):
        return strokes
    ends = np.stack([strokes[:, 0], strokes.mean(axis=1), strokes[:, 1]], axis=1)
    covered = shapely.contains_xy(solid, ends[..., 0], ends[..., 1])
    return np.asarray(strokes[~covered.all(axis=1)])


def slanted(solid: Any, *, gap: float = 0.3, reach: float = 0.62, keep: Any = None) -> Floats:
    """Short strokes at 45 degrees in a narrow ring round a floor.

    Along walls that slant the same way the strokes would run into long lines, so there they lean to the other side.
    """
    ring = solid.buffer(reach, join_style="mitre", mitre_limit=1.5).difference(solid.buffer(0.1))
    if keep is not None:
        ring = ring.intersection(keep)
    along = _parallel_walls(solid, reach + 0.05)
    parts = [(ring, 1)] if along.is_empty else [(ring.difference(along), 1), (ring.intersection(along), -1)]
    strokes = [scan(part, (1, slope), gap * math.sqrt(2)) for part, slope in parts if not part.is_empty]
    every = np.concatenate([*strokes, np.zeros((0, 2, 2))])
    length = _length(every)
    return np.asarray(every[(length > 0.12) & (length < 1.5)])


def _parallel_walls(solid: Any, reach: float) -> Any:
    """The neighbourhood of walls that run with the first strokes, from south-west to north-east."""
    runs = []
    for ring in rings_of(solid):
        step = np.roll(ring, -1, axis=0) - ring
        size = np.hypot(*step.T)
        lean = np.abs(step[:, 0] + step[:, 1]) / np.maximum(size, 1e-9) / math.sqrt(2)
        chosen = (lean < 0.42) & (size > 0)
        runs.append(np.stack([ring, ring + step], axis=1)[chosen])
    ends = np.concatenate([*runs, np.zeros((0, 2, 2))])
    return (
        shapely.union_all(shapely.buffer(shapely.linestrings(ends), reach, quad_segs=1)) if len(ends) else Polygon()
    )


def _length(strokes: Floats) -> Any:
    return np.hypot(*(strokes[:, 1] - strokes[:, 0]).T) if len(strokes) else np.zeros(0)
