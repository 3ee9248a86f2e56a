"""Features as symbols: each kind draws itself in its own frame, and says how much room it takes.

Icons (statue, trapdoor, shaft...) have one size, for below 1.75 mm a symbol is guesswork; furniture (table, tomb,
bridge...) has the size that the feature says.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from zinegen.draw import furniture as things
from zinegen.draw.brush import Brush, arc, disc, rect, star
from zinegen.draw.picture import Part, line, ring

Draw = Callable[[Brush, float, float], None]


@dataclass(frozen=True, slots=True)
class Symbol:
    """How a feature is drawn: `draw(brush, w, h)` with its width and depth in squares."""

    draw: Draw
    fixed: tuple[float, float] | None = None
    """Width and depth of an icon; None where the feature's own size counts."""
    upright: bool = True
    """An icon that is never turned."""
    flat: bool = False
    """It lies on the floor (dais, gallery): numbers may stand on it."""
    mark: bool = False
    """A mark for the game master, not a thing in the room."""
    legend: str = ""
    """The symbol that stands for it in the legend, where that is another."""


def _start(b: Brush, w: float, h: float) -> None:
    """A way in: an arrow through an opening. It lies level and has no circle, so that nobody takes it for north."""
    u = w / 1.8
    b.shape(rect(w, 0.94 * w), "thin")
    frame = [(-0.06, -0.64), (0.68, -0.64), (0.68, 0.64), (-0.06, 0.64), (-0.06, 0.44), (0.46, 0.44), (0.46, -0.44)]
    arrow = [(-0.7, -0.14), (-0.18, -0.14), (-0.18, -0.42), (0.34, 0), (-0.18, 0.42), (-0.18, 0.14), (-0.7, 0.14)]
    b.ink(*(ring([(x * u, y * u) for x, y in part]) for part in ([*frame, (-0.06, -0.44)], arrow)))


def _goal(b: Brush, w: float, h: float) -> None:
    b.ink(disc(w / 2))
    b.light(star(5, 0.36 * w, 0.145 * w))


def _stairs(b: Brush, w: float, h: float) -> None:
    top, bottom = 0.46 * w, 0.19 * w
    y0, y1 = h / 2, -h / 2
    treads = max(3, round(h / 0.38))
    b.lines("thin", (-top, y0, -bottom, y1), (top, y0, bottom, y1))
    for n in range(treads + 1):
        t = n / treads
        half = top + (bottom - top) * t
        b.lines("thin", (-half, y0 + (y1 - y0) * t, half, y0 + (y1 - y0) * t))


def _spiral(b: Brush, w: float, h: float) -> None:
    r = w / 2
    b.shape(disc(r))
    turns = [math.tau * n / 12 for n in range(12)]
    b.lines("thin", *((0, 0, r * math.sin(t), -r * math.cos(t)) for t in turns))
    b.ink(ring([(0, 0), *((r * math.sin(t), -r * math.cos(t)) for t in np.linspace(0, math.tau / 12, 4))]))
    b.ink(disc(0.14 * r / 0.95))


def _ladder(b: Brush, w: float, h: float) -> None:
    half, rungs = w / 2, max(3, round(h / 0.36))
    b.paper(rect(w, h))
    b.lines("mid", (-half, -h / 2, -half, h / 2), (half, -h / 2, half, h / 2))
    b.lines("thin", *((-half, y, half, y) for y in (np.arange(rungs) + 0.5) / rungs * h - h / 2))


def _shaft(b: Brush, w: float, h: float) -> None:
    """A shaft going down: black, with a white arrow."""
    r = w / 2
    b.ink(disc(r))
    b.light(_arrow(r, 1))


def _shaft_up(b: Brush, w: float, h: float) -> None:
    """A shaft from above: white, with a black arrow."""
    r = w / 2
    b.shape(disc(r))
    b.ink(_arrow(r, -1))


def _hole_above(b: Brush, w: float, h: float) -> None:
    """An opening in the ceiling: a broken ring."""
    b.stroke("mid", *(arc(w / 2, n * 45, n * 45 + 26, 4) for n in range(8)))
    b.stroke(
        "thin",
        line([(-0.18 * w, 0.04 * w), (0, -0.2 * w), (0.18 * w, 0.04 * w)]),
        line([(0, -0.18 * w), (0, 0.22 * w)]),
    )


def _arrow(r: float, way: int) -> Part:
    """A block arrow within a disc, down for way 1, up for -1."""
    s, a = 0.16 * r, 0.46 * r
    points = [
        (-s, -0.62 * r),
        (s, -0.62 * r),
        (s, 0.02 * r),
        (a, 0.02 * r),
        (0, 0.68 * r),
        (-a, 0.02 * r),
        (-s, 0.02 * r),
    ]
    return ring([(x, way * y) for x, y in points])


def _trapdoor(b: Brush, w: float, h: float) -> None:
    b.shape(rect(w, w))
    b.stroke("thin", rect(w * 0.62, w * 0.62))
    b.ink(disc(0.09, w * 0.18, 0))


def _chute(b: Brush, w: float, h: float) -> None:
    b.shape(ring([(-w / 2, -h / 2), (w / 2, -h / 2), (w / 3, h / 2), (-w / 3, h / 2)]))
    for t in (0.22, 0.5, 0.78):
        y = -h / 2 + t * h
        b.stroke("mid", line([(-w * 0.24, y - 0.16), (0, y + 0.1), (w * 0.24, y - 0.16)]))


def _teleporter(b: Brush, w: float, h: float) -> None:
    r = w / 2
    b.shape(disc(r))
    tips = [(0.86 * r * math.sin(t), -0.86 * r * math.cos(t)) for t in (math.tau * 2 * n / 5 for n in range(5))]
    b.stroke("thin", ring(tips), disc(0.86 * r))


def _bridge(b: Brush, w: float, h: float) -> None:
    """Planks across its width; the way over it runs along its depth."""
    b.paper(rect(w, h))
    planks = max(2, round(h / 0.4))
    b.lines("thin", *((-w / 2, y, w / 2, y) for y in (np.arange(planks + 1)) / planks * h - h / 2))
    b.lines("mid", (-w / 2, -h / 2 - 0.15, -w / 2, h / 2 + 0.15), (w / 2, -h / 2 - 0.15, w / 2, h / 2 + 0.15))


def _narrows(b: Brush, w: float, h: float) -> None:
    """Two chevrons that pinch the way."""
    b.stroke("mid", *(line([(s * w * 0.34, -0.3), (s * w * 0.14, 0), (s * w * 0.34, 0.3)]) for s in (-1, 1)))


def _pit(b: Brush, w: float, h: float) -> None:
    s = w / 2
    b.shape(rect(w, w))
    b.lines("thin", (-s, -s, s, s), (-s, s, s, -s))


def _trap(b: Brush, w: float, h: float) -> None:
    b.shape(ring([(0, -0.56), (0.62, 0.46), (-0.62, 0.46)]))
    b.ink(rect(0.13, 0.42, 0, 0.0), disc(0.085, 0, 0.33))


def _niche(b: Brush, w: float, h: float) -> None:
    """A recess in the wall, open towards +y: its back is drawn into the wall."""
    back = [(-w / 2, h / 2), (-w / 2, -0.1 * h), *_bow(w / 2, h * 0.6), (w / 2, -0.1 * h), (w / 2, h / 2)]
    b.paper(ring(back))
    b.stroke("mid", line(back))


def _bow(r: float, high: float) -> list[tuple[float, float]]:
    return [(-r * math.cos(t), -high * math.sin(t)) for t in np.linspace(0, math.pi, 7)[1:-1]]


SYMBOLS: dict[str, Symbol] = {
    "start": Symbol(_start, (1.8, 1.8), mark=True),
    "goal": Symbol(_goal, (1.8, 1.8), mark=True),
    "stairs": Symbol(_stairs, upright=False),
    "spiral_stairs": Symbol(_spiral, (1.9, 1.9)),
    "ladder": Symbol(_ladder, (0.6, 1.6), upright=False),
    "shaft": Symbol(_shaft, (1.5, 1.5)),
    "shaft_up": Symbol(_shaft_up, (1.5, 1.5)),
    "hole_above": Symbol(_hole_above, (1.3, 1.3)),
    "trapdoor": Symbol(_trapdoor, (1.15, 1.15)),
    "chute": Symbol(_chute, (1.15, 1.9), upright=False),
    "teleporter": Symbol(_teleporter, (1.9, 1.9)),
    "column": Symbol(things.column),
    "bridge": Symbol(_bridge, upright=False),
    "boat": Symbol(things.boat, upright=False),
    "narrows": Symbol(_narrows, (1.6, 0.7), upright=False),
    "well": Symbol(things.well),
    "fountain": Symbol(things.fountain),
    "statue": Symbol(things.statue, (1.2, 1.2)),
    "altar": Symbol(things.altar, upright=False),
    "throne": Symbol(things.throne, upright=False),
    "dais": Symbol(things.dais, upright=False, flat=True),
    "tomb": Symbol(things.tomb, upright=False),
    "bed": Symbol(things.bed, upright=False),
    "table": Symbol(things.table, upright=False),
    "table_by_wall": Symbol(things.table_by_wall, upright=False, legend="table"),
    "bare_table": Symbol(things.bare_table, upright=False, legend="table"),
    "chest": Symbol(things.chest, (0.98, 0.7), upright=False),
    "brazier": Symbol(things.brazier, (0.95, 0.95)),
    "bones": Symbol(things.bones, (1.15, 1.0)),
    "rubble": Symbol(things.rubble),
    "web": Symbol(things.web, upright=False),
    "key": Symbol(things.key, (1.25, 0.6)),
    "pit": Symbol(_pit, (1.3, 1.3)),
    "trap": Symbol(_trap, (1.4, 1.25), mark=True),
    "niche": Symbol(_niche, upright=False),
}
"""Symbol id -> symbol. What has an outline instead (river, lake, chasm, gallery...) is in `waters`."""
