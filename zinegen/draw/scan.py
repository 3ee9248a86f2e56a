"""Parallel lines cut to a shape: crossings with its edges, sorted along each line and paired; all lines at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from zinegen.draw.ground import rings_of
from zinegen.draw.noise import Floats


def scan(shape: Any, normal: tuple[float, float], step: float) -> Floats:
    """Strokes (n, 2, 2) of the lines with x * normal[0] + y * normal[1] a multiple of `step`, within polygons.

    A line through a corner counts the edge above it only, so crossings always come in pairs.
    """
    rings = rings_of(shape)
    if not rings:
        return np.zeros((0, 2, 2))
    a = np.concatenate(rings)
    b = np.concatenate([np.roll(r, -1, axis=0) for r in rings])
    n = np.array(normal)
    va, vb = a @ n / step, b @ n / step
    first = np.ceil(np.minimum(va, vb)).astype(np.int64)
    count = np.ceil(np.maximum(va, vb)).astype(np.int64) - first
    edge = np.repeat(np.arange(len(a)), count)
    line = first[edge] + np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count)
    t = (line - va[edge]) / (vb - va)[edge]
    at = a[edge] + (b - a)[edge] * t[:, None]
    along = at @ (-n[1], n[0])
    order = np.lexsort((along, line))
    return np.asarray(at[order].reshape(-1, 2, 2))
