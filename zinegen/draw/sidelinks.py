"""What shows the kind of a link in a side view: steps, rungs, chevrons."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from zinegen.draw.brush import Brush, Well, disc, star
from zinegen.draw.picture import line
from zinegen.draw.profile import Run

PASSAGE = 1.7
"""Height of a passage."""


def furnish(well: Well, run: Run, top: float, low: float, behind: Iterable[float]) -> None:
    """Draw a link from the floor `top` to the floor `low`; `behind` are the floors of the levels it passes."""
    b, h, kind = Brush(well, run.x, 0), run.half, run.link.kind
    if kind == "stairs":
        _zigzag(b, h, top, low, 2.0)
    elif kind == "spiral_stairs":
        _zigzag(b, h, top, low, 1.0)
        b.lines("mid", (0, top, 0, low - 0.1))
    elif kind == "chute":
        _chevrons(b, top, low)
    elif kind == "teleporter":
        for y in np.arange(top + 0.5, low - PASSAGE, 0.6).tolist():
            b.ink(disc(0.09, 0, y))
        for y in (top - 0.75, low - 0.75):
            b.ink(star(5, 0.5, 0.2, 0, y))
    elif kind == "chasm_sight":
        b.stroke("thin", *(line([(0, y), (0, y + 0.5)]) for y in np.arange(top + 0.2, low - 0.8, 0.9).tolist()))
    else:
        _ladder(b, top, low - (1.5 if kind in ("trapdoor", "shaft") else 0.1))
        if kind == "trapdoor":
            b.lines("thick", (-h - 0.3, top - 0.02, h + 0.3, top - 0.02))
    if kind != "teleporter":
        for floor in behind:
            _crossing(b, h, floor)


def sway(y: float, top: float, low: float) -> float:
    """How far a chute swings aside at a height."""
    return 0.85 * math.sin((y - top) / (low - top) * math.tau)


def _chevrons(b: Brush, top: float, low: float) -> None:
    for y in np.arange(top + 0.9, low - PASSAGE, 1.5).tolist():
        x = sway(y, top, low)
        b.stroke("mid", line([(x - 0.24, y - 0.16), (x, y + 0.12), (x + 0.24, y - 0.16)]))


def _crossing(b: Brush, half: float, floor: float) -> None:
    """Where a link passes behind a level, its sides are broken lines."""
    for s in (-1, 1):
        marks = np.arange(floor - PASSAGE, floor - 0.1, 0.55).tolist()
        b.lines("thin", *((s * half, y, s * half, y + 0.3) for y in marks))


def _zigzag(b: Brush, half: float, top: float, low: float, flight: float) -> None:
    """Flights of steps to and fro in a stairwell, ending on the lower floor."""
    flights = max(2, round((low - top) / flight))
    rise = (low - top) / flights
    for n in range(flights):
        side = 1 if n % 2 == 0 else -1
        steps = max(3, round(rise / 0.45))
        run = []
        for s in range(steps):
            x = side * (-half + 2 * half * s / steps)
            y = top + rise * (n + s / steps)
            run += [(x, y), (x + side * 2 * half / steps, y)]
        run.append((side * half, top + rise * (n + 1)))
        b.stroke("thin", line(run))


def _ladder(b: Brush, top: float, low: float) -> None:
    b.lines("thin", (-0.3, top - 0.5, -0.3, low), (0.3, top - 0.5, 0.3, low))
    b.lines("thin", *((-0.3, y, 0.3, y) for y in np.arange(top - 0.3, low, 0.42).tolist()))
