"""Floor -> walls as a pen would draw them: filled rings of uneven width, shaken by place."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from zinegen.draw.ground import rings_of
from zinegen.draw.noise import Floats, wobble
from zinegen.draw.picture import Part


def wall_shape(floor: Any, width: float) -> Any:
    """The wall round a floor, a little more outside than inside."""
    outer = floor.buffer(0.55 * width, join_style="mitre", mitre_limit=2.5)
    return outer.difference(floor.buffer(-0.45 * width, join_style="mitre", mitre_limit=2.5))


def resampled(ring: Floats, step: float) -> Floats:
    """A ring (n, 2) with points between its corners, at most `step` apart; the corners stay."""
    after = np.roll(ring, -1, axis=0)
    length = np.hypot(*(after - ring).T)
    parts = np.maximum(np.ceil(length / step - 0.2).astype(np.int64), 1)
    which = np.repeat(np.arange(len(ring)), parts)
    t = (np.arange(len(which)) - np.repeat(np.cumsum(parts) - parts, parts)) / parts[which]
    return np.asarray(ring[which] + (after - ring)[which] * t[:, None])


def pen_rings(shape: Any, step: float, amplitude: float, seed: int) -> tuple[Part, ...]:
    """The rings of a shape, shaken. Each ring shakes on its own, so a wall is nowhere quite of one width."""
    rings = [resampled(r, step) for r in rings_of(shape) if len(r) >= 3]
    if not rings:
        return ()
    sizes = [len(r) for r in rings]
    shaken = wobble(np.concatenate(rings), amplitude, seed)
    return tuple(Part("ring", r) for r in np.split(shaken, np.cumsum(sizes)[:-1]))


def shaken_shape(shape: Any, step: float, amplitude: float, seed: int) -> Any:
    """A polygon with shaken edges, such as the bank of a river."""
    parts = [p.points for p in pen_rings(shape, step, amplitude, seed)]
    polygons = [shapely.Polygon(p).buffer(0) for p in parts]
    if not polygons:
        return shapely.Polygon()
    out = polygons[0]
    for p in polygons[1:]:
        out = out.symmetric_difference(p)  # rings of one shape: holes fall out, islands stay
    return out
