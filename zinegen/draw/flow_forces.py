"""What moves a drawing that is being relaxed: roundness, springs, elbow room; and what holds it back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zinegen.draw.picture import Points

Ints = NDArray[np.int64]


@dataclass(slots=True)
class Faces:
    """All loops at once: their vertices one loop after the other, and where each loop begins."""

    flat: Ints
    begins: Ints
    of_face: Ints
    after: Ints
    """For each entry of `flat` the entry that is next on its loop."""

    @classmethod
    def of(cls, found: list[list[int]]) -> Faces:
        sizes = np.array([len(ring) for ring in found], dtype=np.int64)
        begins = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64) if found else np.zeros(0, np.int64)
        of_face = np.repeat(np.arange(len(found)), sizes)
        after = np.arange(int(sizes.sum())) + 1
        if found:
            after[begins + sizes - 1] = begins
        return cls(np.array([v for ring in found for v in ring], dtype=np.int64), begins, of_face, after)

    def rounding(self, at: Points) -> Points:
        """From each vertex to its place on the circles that fit its loops best; each loop has one voice."""
        out = np.zeros_like(at)
        if not len(self.begins):
            return out
        points, f = at[self.flat], self.of_face
        count = np.bincount(f).astype(float)
        lengths = np.hypot(*(points[self.after] - points).T)
        steps = 0.5 * self._sum(lengths)[f] / count[f] + 0.5 * lengths
        whole = self._sum(steps)
        run = np.cumsum(steps) - steps
        turn = (run - run[self.begins][f]) / whole[f] * 2 * np.pi
        mx, my = np.cos(turn), np.sin(turn)
        mx, my = mx - (self._sum(mx) / count)[f], my - (self._sum(my) / count)[f]
        cx, cy = self._sum(points[:, 0]) / count, self._sum(points[:, 1]) / count
        ox, oy = points[:, 0] - cx[f], points[:, 1] - cy[f]
        square = np.maximum(self._sum(mx**2 + my**2), 1e-9)
        c, s = self._sum(mx * ox + my * oy) / square, self._sum(mx * oy - my * ox) / square
        px, py = c[f] * mx - s[f] * my - ox, s[f] * mx + c[f] * my - oy
        times = np.maximum(np.bincount(self.flat, minlength=len(at)), 1)
        for axis, part in enumerate((px, py)):
            out[:, axis] = np.bincount(self.flat, part, len(at)) / times
        return out

    def _sum(self, values: Points) -> Points:
        return np.asarray(np.add.reduceat(values, self.begins))


def springs(at: Points, a: Ints, b: Ints, rest: Points) -> Points:
    out = np.zeros_like(at)
    way = at[b] - at[a]
    length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-6)
    pull = way * ((length - rest) / length)[:, None]
    np.add.at(out, a, pull)
    np.add.at(out, b, -pull)
    return out


def apart(at: Points, gap: Points) -> Points:
    off = at[:, None] - at[None, :]
    near = np.maximum(np.hypot(off[..., 0], off[..., 1]), 1e-6)
    lack = np.maximum(gap - near, 0.0)
    return np.asarray((off * (lack / near)[..., None]).sum(axis=1))


def clearances(at: Points, a: Ints, b: Ints, beside: NDArray[np.bool_]) -> tuple[Points, Points, Points, Points]:
    """For each vertex and stretch: the way from stretch to vertex (x, y), its length, and where on it that begins."""
    sx, sy = at[a, 0], at[a, 1]
    wx, wy = at[b, 0] - sx, at[b, 1] - sy
    square = np.maximum(wx * wx + wy * wy, 1e-9)
    ox, oy = at[:, 0, None] - sx, at[:, 1, None] - sy
    t = np.clip((ox * wx + oy * wy) / square, 0.0, 1.0)
    dx, dy = ox - t * wx, oy - t * wy
    near = np.sqrt(dx * dx + dy * dy)
    near[beside] = 1e9
    return dx, dy, near, t


def held(push: Points, near: Points, a: Ints, b: Ints) -> Points:
    """Steps cut short so that no vertex passes over a stretch: none goes beyond a third of what lies between."""
    most = np.minimum(near.min(axis=1), 15.0)
    by_stretch = near.min(axis=0)
    np.minimum.at(most, a, by_stretch)
    np.minimum.at(most, b, by_stretch)
    length = np.maximum(np.hypot(push[:, 0], push[:, 1]), 1e-9)
    return np.asarray(push * np.minimum(1.0, np.minimum(most / 3, 3.0) / length)[:, None])
