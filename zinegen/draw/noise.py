"""Numbers that look random but depend on place and seed alone.

The same wall gets the same wobble on a full map, on a crop and on a player's map, so a picture tells nothing of what
was left out of it, and a crop agrees with its level.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zinegen.dice import Stream

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def seed_number(seed: str, *purpose: str | int) -> int:
    """A whole number for `scatter`, from a named stream."""
    return Stream(seed, "draw", *purpose).below(1 << 31)


def scatter(x: Ints, y: Ints, seed: int) -> Floats:
    """A number in [0, 1) for each pair of whole numbers: a hash, alike on every machine."""
    h = x.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + y.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
    h = h + np.uint64((seed & 0xFFFFFFFF) * 0x165667B19E3779F9 & 0xFFFFFFFFFFFFFFFF)
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    h = h ^ (h >> np.uint64(31))
    return np.asarray((h >> np.uint64(11)).astype(np.float64) / float(1 << 53), dtype=np.float64)


def smooth_noise(points: Floats, cell: float, seed: int) -> Floats:
    """Smooth noise in -1..1 at each of n places (n, 2); `cell` is the size of its waves."""
    at = points / cell
    low = np.floor(at)
    t = at - low
    t = t * t * (3 - 2 * t)
    ix, iy = low[:, 0].astype(np.int64), low[:, 1].astype(np.int64)
    one = np.int64(1)
    top = scatter(ix, iy, seed) * (1 - t[:, 0]) + scatter(ix + one, iy, seed) * t[:, 0]
    bottom = scatter(ix, iy + one, seed) * (1 - t[:, 0]) + scatter(ix + one, iy + one, seed) * t[:, 0]
    return np.asarray(2 * (top * (1 - t[:, 1]) + bottom * t[:, 1]) - 1, dtype=np.float64)


def wobble(points: Floats, amplitude: float, seed: int, coarse: float = 0.9, fine: float = 0.32) -> Floats:
    """Places shaken as by a hand: two octaves, each axis for itself. Shape (n, 2) in and out."""
    shift = np.empty_like(points)
    for axis in (0, 1):
        slow = smooth_noise(points, coarse, seed + 2 * axis)
        quick = smooth_noise(points, fine, seed + 2 * axis + 1)
        shift[:, axis] = 0.65 * slow + 0.35 * quick
    return points + 1.6 * amplitude * shift
