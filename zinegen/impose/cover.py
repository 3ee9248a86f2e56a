"""Which sheets a floor needs: squares with floor come in, rectangles of squares that cover them go out.

Their edges lie on lines of the grid, so that no square is cut in two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from zinegen.dungeon.model import Area

Span = tuple[float, float]
LEAST = 0.03
"""Less of a square than this is no floor to stand on."""
SHEET = 1000.0
"""What a rectangle costs; what little it holds costs less than another rectangle."""


class Rect(NamedTuple):
    """Squares from x0 to x1 and y0 to y1, the latter not included."""

    x0: int
    y0: int
    x1: int
    y1: int


class Cover(NamedTuple):
    """Bands of rectangles that lie edge to edge, across or down."""

    bands: tuple[tuple[Rect, ...], ...]
    way: tuple[int, int]
    """The most squares a rectangle may be wide and high."""

    @property
    def rects(self) -> tuple[Rect, ...]:
        """All of them, band by band."""
        return tuple(rect for band in self.bands for rect in band)


class Seam(NamedTuple):
    """Where a rectangle meets others: a stretch of one of its sides, in squares."""

    side: str
    start: int
    end: int


def floor_of(areas: Iterable[Area]) -> tuple[NDArray[np.bool_], tuple[int, int]]:
    """The squares on which any of the areas has floor, and the place of the first of them, its x and y."""
    shapes = [shapely.Polygon(area.outline) for area in areas]
    x0, y0, x1, y1 = (int(f(v)) for f, v in zip(
        (np.floor, np.floor, np.ceil, np.ceil), shapely.union_all(shapes).bounds, strict=True))  # fmt: skip
    ys, xs = np.mgrid[y0:y1, x0:x1]
    squares = shapely.box(xs, ys, xs + 1, ys + 1)
    floor = np.zeros(xs.shape, dtype=np.bool_)
    for shape in shapes:
        left, top, right, bottom = shape.bounds
        near = np.s_[math.floor(top) - y0 : math.ceil(bottom) - y0, math.floor(left) - x0 : math.ceil(right) - x0]
        floor[near] |= shapely.area(shapely.intersection(squares[near], shape)) > LEAST
    return floor, (x0, y0)


def cover(areas: Iterable[Area], ways: Sequence[tuple[int, int]]) -> Cover:
    """The fewest rectangles that hold all floor of some areas; of as few, those of which none is a sliver.

    They lie in bands, across the floor or down it; each begins where there is floor, so bands need not line up.

    Args: ways: the most squares that a rectangle may be wide and high, one choice after another.
    """
    floor, (left, top) = floor_of(areas)
    best: tuple[float, Cover] | None = None
    for way in ways:
        for down in (False, True):
            cost, bands = _bands(floor.T, way[::-1]) if down else _bands(floor, way)
            if best is None or cost < best[0] - 1e-9:
                turned = [[Rect(r.y0, r.x0, r.y1, r.x1) for r in band] for band in bands] if down else bands
                moved = tuple(tuple(Rect(r.x0 + left, r.y0 + top, r.x1 + left, r.y1 + top) for r in band)
                              for band in turned)  # fmt: skip
                best = cost, Cover(moved, way)
    assert best is not None
    return best[1]


def _bands(floor: NDArray[np.bool_], way: tuple[int, int]) -> tuple[float, list[list[Rect]]]:
    """Bands across, by dynamic programming: for each row, what it costs to cover all from there on.

    The rectangles of every band that there might be are counted at once: `row[y, h - 1]` is the band of h rows that
    begins at row y, `before[y, h - 1, x]` the floor in it to the left of column x.
    """
    rows, columns = floor.shape
    wide, high = way
    total = np.zeros((rows + 1, columns + 1))
    total[1:, 1:] = floor.cumsum(axis=0).cumsum(axis=1)
    first = np.arange(rows)[:, None]
    before = total[np.minimum(first + np.arange(1, high + 1), rows)] - total[first]
    rest = np.zeros((columns + 1, rows, high))
    taken = np.zeros((columns + 1, rows, high), dtype=int)
    for x in range(columns - 1, -1, -1):
        spans = np.arange(1, min(wide, columns - x) + 1)
        held = before[:, :, x + spans] - before[:, :, x, None]
        costs = SHEET + 1 / np.maximum(held, 1) + rest[x + spans].transpose(1, 2, 0)
        least = costs.argmin(axis=2)
        bare = held[:, :, 0] == 0
        rest[x] = np.where(bare, rest[x + 1], np.take_along_axis(costs, least[:, :, None], 2)[:, :, 0])
        taken[x] = np.where(bare, 0, least + 1)
    below, deep = np.zeros(rows + 1), [0] * rows
    for y in range(rows - 1, -1, -1):
        costs = rest[0, y, : min(high, rows - y)] + below[y + 1 : y + 1 + min(high, rows - y)]
        deep[y] = int(costs.argmin()) + 1
        below[y] = costs[deep[y] - 1]
    return float(below[0]), _read_back(deep, taken)


def _read_back(deep: Sequence[int], taken: NDArray[np.int_]) -> list[list[Rect]]:
    """The bands that were chosen; those without floor are left out."""
    bands, y = [], 0
    while y < len(deep):
        band, x = [], 0
        while x < len(taken) - 1:
            span = int(taken[x, y, deep[y] - 1])
            if span:
                band.append(Rect(x, y, x + span, y + deep[y]))
            x += max(span, 1)
        bands.append(band)
        y += deep[y]
    return [band for band in bands if band]


def seams(rect: Rect, rects: Sequence[Rect]) -> list[Seam]:
    """Where others lie at a rectangle's sides; stretches that touch are one."""
    found: list[Seam] = []
    for side, (at, a, b), opposite in (
        ("left", (rect.x0, rect.y0, rect.y1), lambda r: (r.x1, r.y0, r.y1)),
        ("right", (rect.x1, rect.y0, rect.y1), lambda r: (r.x0, r.y0, r.y1)),
        ("top", (rect.y0, rect.x0, rect.x1), lambda r: (r.y1, r.x0, r.x1)),
        ("bottom", (rect.y1, rect.x0, rect.x1), lambda r: (r.y0, r.x0, r.x1)),
    ):
        spans = sorted(
            (max(a, start), min(b, end)) for edge, start, end in map(opposite, rects)
            if edge == at and max(a, start) < min(b, end)
        )  # fmt: skip
        for start, end in spans:
            if found and found[-1].side == side and found[-1].end >= start:
                found[-1] = found[-1]._replace(end=max(end, found[-1].end))
            else:
                found.append(Seam(side, start, end))
    return found
