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
CORNERS = np.array([(0, 0), (1, 0), (0, 1), (1, 1)])


def seed_number(seed: str, *purpose: str | int) -> int:
    """A whole number for `scatter`, from a named stream."""
    return Stream(seed, "draw", *purpose).below(1 << 31)


def scatter(x: Ints, y: Ints, seed: int | Ints) -> Floats:
    """A number in [0, 1) for each pair of whole numbers: a hash, alike on every machine."""
    h = x.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + y.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
    h = h + (np.atleast_1d(seed) & 0xFFFFFFFF).astype(np.uint64) * np.uint64(0x165667B19E3779F9)
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    h = h ^ (h >> np.uint64(31))
    return np.asarray((h >> np.uint64(11)).astype(np.float64) / float(1 << 53), dtype=np.float64)


def smooth_noise(points: Floats, cell: float, seed: int) -> Floats:
    """Smooth noise in -1..1 at each of n places (n, 2); `cell` is the size of its waves."""
    return np.asarray(_smooth(points, np.array([cell]), [seed])[0])


def _smooth(points: Floats, cells: Floats, seeds: list[int]) -> Floats:
    """Several smooth noises at once, each of its own cell and seed: (m, n)."""
    at = points[None, :, :] / cells[:, None, None]
    low = np.floor(at)
    t = at - low
    t = t * t * (3 - 2 * t)
    corners = low.astype(np.int64)[None] + CORNERS[:, None, None, :]
    near = scatter(corners[..., 0], corners[..., 1], np.array(seeds)[:, None])
    across, down = t[..., 0], t[..., 1]
    top = near[0] * (1 - across) + near[1] * across
    bottom = near[2] * (1 - across) + near[3] * across
    return np.asarray(2 * (top * (1 - down) + bottom * down) - 1, dtype=np.float64)


def wobble(points: Floats, amplitude: float, seed: int, coarse: float = 0.9, fine: float = 0.32) -> Floats:
    """Places shaken as by a hand: two octaves, each axis for itself. Shape (n, 2) in and out."""
    waves = _smooth(points, np.array([coarse, fine, coarse, fine]), [seed, seed + 1, seed + 2, seed + 3])
    shift = (0.65 * waves[::2] + 0.35 * waves[1::2]).T
    return np.asarray(points + 1.6 * amplitude * shift)
