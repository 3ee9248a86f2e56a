"""What stands above a side view: the ground line, grass, trees, and a ruin over the entrance."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from zinegen.draw.brush import Brush, Well
from zinegen.draw.noise import scatter, smooth_noise
from zinegen.draw.pens import BLACK, Pens
from zinegen.draw.picture import Layer, Part, Path, line, ring


def landscape(
    span: tuple[float, float], gaps: Sequence[tuple[float, float]], entrance: float | None, pens: Pens, seed: int
) -> Layer:
    """The ground at height 0, open over `gaps` (x0, x1), a ruin beside the entrance, trees where there is room."""
    x0, x1 = span[0] - 0.4, span[1] + 0.4
    well = Well(pens, BLACK)
    ground = []
    at = x0
    for a, b in sorted(gaps):
        if a > at:
            ground.append(_ground(at, a, seed))
        at = max(at, b)
    if x1 > at:
        ground.append(_ground(at, x1, seed))
    taken = [(a - 0.8, b + 0.8) for a, b in gaps]
    if entrance is not None:
        side = -1 if entrance - x0 > 6 else 1
        x = entrance + side * 2.6
        _ruin(Brush(well, x, 0))
        taken.append((x - 2.2, x + 2.2))
    for n, x in enumerate(np.arange(x0 + 2, x1 - 2, 3.4).tolist()):
        spin = scatter(np.array([n]), np.array([7]), seed)[0]
        x += 2.2 * (spin - 0.5)
        if spin < 0.62 and not any(a - 1.2 < x < b + 1.2 for a, b in taken):
            _tree(Brush(well, x, 0), 0.8 + 0.45 * float(scatter(np.array([n]), np.array([8]), seed)[0]), seed + n)
    for n, x in enumerate(np.arange(x0 + 0.5, x1 - 0.3, 1.15).tolist()):
        x += 0.5 * float(scatter(np.array([n]), np.array([9]), seed)[0])
        if not any(a - 0.1 < x < b + 0.1 for a, b in gaps):
            Brush(well, x, 0).lines("thin", (0, 0, 0, -0.42), (0, 0, -0.2, -0.32), (0, 0, 0.2, -0.32))
    soil = Path(tuple(ground), stroke=BLACK, width=pens.wall * 0.8)
    return Layer("ground", (*well.paths(), soil))


def _ground(x0: float, x1: float, seed: int) -> Part:
    """A stretch of ground, level at its ends."""
    x = np.linspace(x0, x1, max(3, round((x1 - x0) / 0.9)))
    y = 0.16 * smooth_noise(np.stack([x, np.zeros_like(x)], axis=1), 3.1, seed)
    return Part("line", np.stack([x, y], axis=1))


def _tree(b: Brush, size: float, seed: int) -> None:
    turns = np.linspace(0, math.tau, 15)[:-1]
    r = 0.92 * size * (1 + 0.16 * smooth_noise(np.stack([np.cos(turns) * 9, np.sin(turns) * 9], axis=1), 2.0, seed))
    crown = np.stack([r * np.cos(turns), -2.5 * size + 1.1 * r * np.sin(turns)], axis=1)
    b.stroke("mid", line([(0, 0.05), (0, -1.9 * size)]))
    b.shape(Part("ring", crown), "thin")
    b.lines("thin", (0, -1.4 * size, 0, -2.6 * size), (0, -1.9 * size, 0.3 * size, -2.4 * size))


def _ruin(b: Brush) -> None:
    """A broken tower."""
    outline = [(-1.2, 0.05), (-1.2, -2.9), (-0.8, -2.9), (-0.8, -3.4), (-0.3, -3.4), (-0.3, -3.0), (0.15, -3.0),
               (0.4, -3.9), (0.9, -3.6), (1.15, -2.7), (1.3, 0.05)]  # fmt: skip
    b.shape(ring(outline))
    b.ink(ring([(-0.3, 0.02), (-0.3, -0.9), (0, -1.2), (0.3, -0.9), (0.3, 0.02)]))
    for y, x in ((-0.7, -0.9), (-1.3, 0.5), (-1.7, -0.7), (-2.2, 0.2), (-2.6, -0.9), (-2.9, 0.5), (-0.5, 0.75)):
        b.lines("thin", (x - 0.2, y, x + 0.25, y))
