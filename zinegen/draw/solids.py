"""Signed distances of plane shapes on a raster: negative inside, in the raster's own units, y downwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from zinegen.draw.noise import Floats

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Solid:
    """One layer of an emblem: its distances; how far its edge is rounded (0: flat); its tone, 0 paper to 1 ink."""

    d: Floats
    bevel: float = 0.25
    tone: float = 0.25


@dataclass(frozen=True, slots=True)
class Field:
    """The places of a raster."""

    x: Floats
    y: Floats

    def moved(self, dx: float, dy: float, scale: float = 1.0, turn_deg: float = 0.0) -> Field:
        """The same raster as a shape sees it that was scaled, turned clockwise and then moved by dx, dy."""
        x, y = (self.x - dx) / scale, (self.y - dy) / scale
        c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        return Field(x * c + y * s, -x * s + y * c)

    def mirrored(self) -> Field:
        """Both halves seen as the right one."""
        return Field(np.abs(self.x), self.y)


def disc(f: Field, x: float, y: float, r: float) -> Floats:
    """A circle."""
    return np.hypot(f.x - x, f.y - y) - r


def oval(f: Field, x: float, y: float, a: float, b: float) -> Floats:
    """An ellipse, nearly: exact on its edge, scaled away from it."""
    k = np.hypot((f.x - x) / a, (f.y - y) / b)
    return (k - 1.0) * min(a, b)


def slab(f: Field, x: float, y: float, w: float, h: float, r: float = 0.0) -> Floats:
    """A rectangle by middle and half sizes, its corners rounded by r."""
    qx, qy = np.abs(f.x - x) - (w - r), np.abs(f.y - y) - (h - r)
    return np.asarray(np.hypot(np.maximum(qx, 0), np.maximum(qy, 0)) + np.minimum(np.maximum(qx, qy), 0) - r)


def rod(f: Field, a: Point, b: Point, r: float, r2: float | None = None) -> Floats:
    """A stick with round ends; its radius goes from r to r2."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = np.clip(((f.x - a[0]) * dx + (f.y - a[1]) * dy) / (dx * dx + dy * dy), 0, 1)
    return np.asarray(np.hypot(f.x - a[0] - t * dx, f.y - a[1] - t * dy) - (r + ((r if r2 is None else r2) - r) * t))


def chain(f: Field, points: Sequence[Point], r: float, r2: float | None = None) -> Floats:
    """Sticks end to end, thinning from r to r2."""
    end = r if r2 is None else r2
    n = len(points) - 1
    out = np.full_like(f.x, np.inf)
    for k in range(n):
        out = np.minimum(out, rod(f, points[k], points[k + 1], r + (end - r) * k / n, r + (end - r) * (k + 1) / n))
    return out


def shape(f: Field, points: Sequence[Point]) -> Floats:
    """A polygon."""
    far = np.full_like(f.x, np.inf)  # squared: one root at the end is quicker than one an edge
    inside = np.zeros(f.x.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(points, [points[-1], *points[:-1]], strict=True):
        ex, ey = bx - ax, by - ay
        wx, wy = f.x - ax, f.y - ay
        t = np.clip((wx * ex + wy * ey) / max(ex * ex + ey * ey, 1e-12), 0, 1)
        np.minimum(far, (wx - ex * t) ** 2 + (wy - ey * t) ** 2, out=far)
        left = ex * wy > ey * wx
        inside ^= (left & (wy >= 0) & (f.y < by)) | ~(left | (wy >= 0) | (f.y < by))
    d = np.sqrt(far)
    return np.where(inside, -d, d)


def turned(f: Field, half: Sequence[Point], rounds: int = 2) -> Floats:
    """A body turned on a lathe: the right half of its outline from top to foot, smoothed."""
    points = list(half)
    for _ in range(rounds):
        fresh = [points[0]]
        for a, b in pairwise(points):
            fresh += [
                (a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25),
                (a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75),
            ]
        points = [*fresh, points[-1]]
    return shape(f, points + [(-x, y) for x, y in reversed(points)])


def both(*parts: Floats) -> Floats:
    """All parts together."""
    return np.asarray(np.minimum.reduce(parts))


def cut(a: Floats, *holes: Floats) -> Floats:
    """The first less the others."""
    return np.asarray(np.maximum.reduce([a, *(-h for h in holes)]))


def common(*parts: Floats) -> Floats:
    """What lies in every part."""
    return np.asarray(np.maximum.reduce(parts))


def blend(a: Floats, b: Floats, k: float) -> Floats:
    """Two parts run together as wax."""
    h = np.clip(0.5 + 0.5 * (b - a) / k, 0, 1)
    return np.asarray(b + (a - b) * h - k * h * (1 - h))


def star(f: Field, x: float, y: float, r: float, points: int = 5, inner: float = 0.42) -> Floats:
    """A star with one point up."""
    turns = [math.pi * n / points for n in range(2 * points)]
    return shape(
        f,
        [
            (x + (r if n % 2 == 0 else r * inner) * math.sin(t), y - (r if n % 2 == 0 else r * inner) * math.cos(t))
            for n, t in enumerate(turns)
        ],
    )
