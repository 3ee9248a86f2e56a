"""The signs of a flowchart: padlocks, keys and what they bear, arrows, barriers, danger, eyes. All in mm."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw.brush import Brush, arc, disc, rect, star
from zinegen.draw.picture import Part, line, moved, ring

LOCK_SIZE = (4.0, 4.9)
"""Width and height of a padlock."""
KEY_SIZE = (7.0, 3.2)


def _triangle(r: float) -> list[Part]:
    return [ring([(0, -r), (0.95 * r, 0.68 * r), (-0.95 * r, 0.68 * r)])]


def _turned(r: float) -> list[Part]:
    return [ring([(0, r), (0.95 * r, -0.68 * r), (-0.95 * r, -0.68 * r)])]


def _lozenge(r: float) -> list[Part]:
    return [ring([(0, -1.1 * r), (0.8 * r, 0), (0, 1.1 * r), (-0.8 * r, 0)])]


def _cross(r: float) -> list[Part]:
    return [rect(2 * r, 0.66 * r), rect(0.66 * r, 2 * r)]


def _saltire(r: float) -> list[Part]:
    c = math.sqrt(0.5)
    long, thick = 1.15 * r, 0.33 * r
    arms = []
    for s in (1, -1):
        corners = ((-long, -thick), (long, -thick), (long, thick), (-long, thick))
        arms.append(ring([(c * (x - s * y), c * (s * x + y)) for x, y in corners]))
    return arms


def _bars(r: float) -> list[Part]:
    return [rect(0.62 * r, 1.8 * r, -0.6 * r), rect(0.62 * r, 1.8 * r, 0.6 * r)]


def _moon(r: float) -> list[Part]:
    outer = [(r * math.cos(t), r * math.sin(t)) for t in np.linspace(0.25 * math.pi, 1.75 * math.pi, 17)]
    inner = [
        (0.42 * r + 0.72 * r * math.cos(t), 0.72 * r * math.sin(t))
        for t in np.linspace(1.65 * math.pi, 0.35 * math.pi, 13)
    ]
    return [ring([*outer, *inner])]


def _half(r: float) -> list[Part]:
    return [ring([(r * math.cos(t), 0.45 * r - r * math.sin(t)) for t in np.linspace(0, math.pi, 13)])]


MARKS = (
    _triangle, lambda r: [rect(1.7 * r, 1.7 * r)], lambda r: [disc(r)], lambda r: [star(5, 1.15 * r, 0.5 * r)],
    _lozenge, _cross, _turned, _moon, _bars, _saltire, _half, lambda r: [star(4, 1.25 * r, 0.4 * r)],
)  # fmt: skip
"""What tells one lock and its keys from others, the plainest first."""


def mark(b: Brush, number: int, r: float, x: float = 0.0, y: float = 0.0) -> None:
    """The mark of a lock; when all shapes are used up they come again, smaller, over one bar more."""
    again = number // len(MARKS)
    shapes = MARKS[number % len(MARKS)](r if not again else 0.7 * r)
    bars = [rect(1.5 * r, 0.22 * r, 0, (0.85 + 0.4 * n) * r) for n in range(again)]
    lift = -0.3 * r if again else 0.0
    b.ink(*(moved(part, _ONE, x, y + lift) for part in [*shapes, *bars]))


_ONE = np.eye(2)


def padlock(b: Brush, number: int) -> None:
    """A padlock with its mark, about its middle."""
    bow = arc(1.1, 180, 360, 10, 0, -1.3)
    b.stroke("mid", line([(-1.1, -0.9), (-1.1, -1.3)]), line([(1.1, -0.9), (1.1, -1.3)]), bow)
    b.shape(rect(3.9, 3.2, 0, 0.75))
    mark(b, number, 0.95, 0.0, 0.8)


def key(b: Brush, number: int, *, to_left: bool = False) -> None:
    """A key with its mark in the bow, about its middle; its bit lies to the right or to the left."""
    s = -1 if to_left else 1
    b.stroke("mid", *(line([(s * x0, y0), (s * x1, y1)]) for x0, y0, x1, y1 in _KEY))
    b.shape(disc(1.55, -1.9 * s, 0))
    mark(b, number, 0.95, -1.9 * s, 0.0)


_KEY = ((-0.4, 0, 3.3, 0), (2.2, 0, 2.2, 1.0), (3.2, 0, 3.2, 1.2))
"""Shaft and bit."""


def arrow(b: Brush) -> None:
    """An arrow head that points along +x, about its middle."""
    b.ink(ring([(1.7, 0), (-1.3, -1.25), (-0.7, 0), (-1.3, 1.25)]))


def barrier(b: Brush) -> None:
    """Two bars across a way along x."""
    b.paper(rect(1.9, 3.6))
    b.ink(rect(0.75, 3.7, -0.75), rect(0.75, 3.7, 0.75))


def danger(b: Brush) -> None:
    """A black triangle with a call in it."""
    b.paper(ring([(0, -2.3), (2.4, 1.8), (-2.4, 1.8)]))
    b.ink(ring([(0, -1.75), (1.9, 1.4), (-1.9, 1.4)]))
    b.light(rect(0.42, 1.3, 0, -0.1), disc(0.27, 0, 0.95))


def eye(b: Brush) -> None:
    """An eye."""
    t = np.linspace(0, math.pi, 13)
    lids = [(-2.0 * math.cos(v), -1.15 * math.sin(v)) for v in t] + [
        (2.0 * math.cos(v), 1.15 * math.sin(v)) for v in t[1:-1]
    ]
    b.paper(disc(2.6))
    b.shape(ring(lids), "thin")
    b.ink(disc(0.62))


CHANGED_SIZE = (3.6, 3.6)


def changed(b: Brush, _: float = 0.0) -> None:
    """A disc, half of it black: another place when one comes back."""
    turns = np.linspace(-math.pi / 2, math.pi / 2, 13)
    b.shape(disc(1.6))
    b.ink(ring([(1.6 * math.cos(t), 1.6 * math.sin(t)) for t in turns]))


def stairs(b: Brush, way: int) -> None:
    """What stands before the number of another level: way 1 down, -1 up, 0 on the same level."""
    if way:
        b.ink(ring([(-1.05, -0.85 * way), (1.05, -0.85 * way), (0, 0.95 * way)]))
    else:
        b.ink(ring([(1.0, 0), (-0.8, -0.95), (-0.8, 0.95)]))
