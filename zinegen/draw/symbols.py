"""Features as symbols: each kind draws itself in its own frame, and says how much room it takes.

Icons (statue, trapdoor, shaft...) have one size, for below 1.75 mm a symbol is guesswork; furniture (table, tomb,
bridge...) has the size that the feature says.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

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


def _start(b: Brush, w: float, h: float) -> None:
    b.shape(disc(w / 2))
    b.ink(
        ring(
            [
                (0, -0.6 * w / 1.8),
                (0.42 * w / 1.8, 0.5 * w / 1.8),
                (0, 0.24 * w / 1.8),
                (-0.42 * w / 1.8, 0.5 * w / 1.8),
            ]
        )
    )


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


def _column(b: Brush, w: float, h: float) -> None:
    b.ink(disc(min(max(w, 0.6), 1.2) / 2))


def _bridge(b: Brush, w: float, h: float) -> None:
    """Planks across its width; the way over it runs along its depth."""
    b.paper(rect(w, h))
    planks = max(2, round(h / 0.4))
    b.lines("thin", *((-w / 2, y, w / 2, y) for y in (np.arange(planks + 1)) / planks * h - h / 2))
    b.lines("mid", (-w / 2, -h / 2 - 0.15, -w / 2, h / 2 + 0.15), (w / 2, -h / 2 - 0.15, w / 2, h / 2 + 0.15))


def _boat(b: Brush, w: float, h: float) -> None:
    hull = Part("loop", np.array([
        (0, -h / 2), (w * 0.75, -h * 0.2), (w * 0.62, h * 0.38), (w * 0.2, h / 2), (w * 0.1, h / 2),
        (-w * 0.1, h / 2), (-w * 0.2, h / 2), (-w * 0.62, h * 0.38), (-w * 0.75, -h * 0.2), (0, -h / 2),
    ]))  # fmt: skip
    b.shape(hull)
    b.lines("thin", (-w * 0.42, -h * 0.05, w * 0.42, -h * 0.05), (-w * 0.36, h * 0.25, w * 0.36, h * 0.25))


def _narrows(b: Brush, w: float, h: float) -> None:
    """Two chevrons that pinch the way."""
    b.stroke("mid", *(line([(s * w * 0.34, -0.3), (s * w * 0.14, 0), (s * w * 0.34, 0.3)]) for s in (-1, 1)))


def _well(b: Brush, w: float, h: float) -> None:
    r = w / 2
    b.shape(disc(r))
    b.shade(disc(0.62 * r))
    b.stroke("mid", disc(0.62 * r))
    turns = [math.tau * n / 10 for n in range(10)]
    b.lines(
        "thin", *((0.62 * r * math.sin(t), 0.62 * r * math.cos(t), r * math.sin(t), r * math.cos(t)) for t in turns)
    )


def _fountain(b: Brush, w: float, h: float) -> None:
    r = w / 2
    b.shape(disc(r))
    b.shade(disc(0.8 * r))
    b.stroke("thin", disc(0.8 * r), disc(0.3 * r))
    b.ink(disc(0.1 * r))
    turns = [math.tau * n / 8 for n in range(8)]
    b.lines(
        "thin",
        *(
            (0.4 * r * math.sin(t), 0.4 * r * math.cos(t), 0.6 * r * math.sin(t), 0.6 * r * math.cos(t))
            for t in turns
        ),
    )


def _statue(b: Brush, w: float, h: float) -> None:
    r = w / 2
    b.shape(disc(r))
    b.ink(star(5, 0.74 * r, 0.3 * r))


def _altar(b: Brush, w: float, h: float) -> None:
    b.shape(rect(w, h))
    b.stroke("thin", rect(w - 0.36, h - 0.36))
    b.ink(disc(0.1))


def _throne(b: Brush, w: float, h: float) -> None:
    """A seat seen from above, its back towards -y."""
    s = min(max(w, h, 1.0), 1.3)
    b.shape(rect(s * 0.6, s * 0.56, 0, s * 0.1))
    for side in (-1, 1):
        b.shape(rect(s * 0.17, s * 0.62, side * s * 0.38, s * 0.08), "thin")
    back = [(-0.5, -0.12), (-0.5, -0.3), (-0.2, -0.36), (0, -0.56), (0.2, -0.36), (0.5, -0.3), (0.5, -0.12)]
    b.ink(ring([(x * s, y * s) for x, y in back]))


def _dais(b: Brush, w: float, h: float) -> None:
    """Two steps before a wall: its back is towards -y."""
    for grow in (0.0, 0.3):
        half, low = w / 2 - grow, h / 2 - grow
        b.stroke(
            "thin",
            line(
                [
                    (-half, -h / 2),
                    (-half, low - 0.5),
                    (-half + 0.5, low),
                    (half - 0.5, low),
                    (half, low - 0.5),
                    (half, -h / 2),
                ]
            ),
        )


def _tomb(b: Brush, w: float, h: float) -> None:
    a, c = w / 2, h / 2
    b.shape(ring([(-a, -c * 0.55), (-a * 0.45, -c), (a, -c * 0.6), (a, c * 0.6), (-a * 0.45, c), (-a, c * 0.55)]))
    b.lines("thin", (-a * 0.62, 0, a * 0.5, 0), (-a * 0.25, -c * 0.42, -a * 0.25, c * 0.42))


def _bed(b: Brush, w: float, h: float) -> None:
    b.shape(rect(w, h))
    b.stroke("thin", rect(w * 0.2, h * 0.66, -w / 2 + w * 0.17, 0))
    b.lines("thin", (-w * 0.16, -h / 2, -w * 0.16, h / 2))


def _table(b: Brush, w: float, h: float) -> None:
    b.shape(rect(w, h))
    stools = max(1, round(w / 1.1))
    for n in range(stools):
        x = (n + 0.5) / stools * w - w / 2
        for y in (-h / 2 - 0.36, h / 2 + 0.36):
            b.shape(disc(0.2, x, y), "thin")


def _chest(b: Brush, w: float, h: float) -> None:
    b.shape(rect(w, h))
    b.lines("thin", (-w / 2, -h * 0.1, w / 2, -h * 0.1))
    b.ink(rect(0.22, 0.24, 0, -h * 0.06))


def _brazier(b: Brush, w: float, h: float) -> None:
    r = 0.26 * w / 0.9
    turns = [math.tau * n / 8 for n in range(8)]
    b.lines(
        "thin",
        *(
            (1.25 * r * math.sin(t), 1.25 * r * math.cos(t), 1.8 * r * math.sin(t), 1.8 * r * math.cos(t))
            for t in turns
        ),
    )
    b.shape(disc(r))
    b.ink(disc(0.42 * r))


def _bones(b: Brush, w: float, h: float) -> None:
    s = w / 1.1
    for turn in (32.0, -38.0):
        t = math.radians(turn)
        ux, uy = math.cos(t) * 0.42 * s, math.sin(t) * 0.42 * s
        b.lines("mid", (-ux, -uy, ux, uy))
        for e in (-1, 1):
            nx, ny = -math.sin(t) * 0.1 * s, math.cos(t) * 0.1 * s
            b.ink(
                disc(0.1 * s, e * ux * 1.08 + nx, e * uy * 1.08 + ny),
                disc(0.1 * s, e * ux * 1.08 - nx, e * uy * 1.08 - ny),
            )


_STONES = (
    (-0.38, -0.12, 0.24, 5, 0.3), (0.12, -0.3, 0.17, 4, 0.9), (0.36, 0.1, 0.22, 6, 0.1), (-0.06, 0.14, 0.15, 5, 1.2),
    (-0.3, 0.36, 0.12, 4, 0.5), (0.16, 0.4, 0.14, 5, 0.2), (-0.02, -0.08, 0.09, 4, 0.4),
)  # fmt: skip


def _rubble(b: Brush, w: float, h: float) -> None:
    for x, y, r, corners, turn in _STONES:
        t = [turn + math.tau * n / corners for n in range(corners)]
        b.shape(ring([(x * w + r * math.cos(a), y * h + r * 0.85 * math.sin(a)) for a in t]), "thin")


def _web(b: Brush, w: float, h: float) -> None:
    """A web in the corner at its north-west."""
    r, x, y = w, -w / 2, -h / 2
    b.lines("thin", *((x, y, x + r * math.cos(t), y + r * math.sin(t)) for t in (0.06, 0.42, 0.79, 1.15, 1.51)))
    spokes = ((0.06, 1.0), (0.24, 0.9), (0.42, 1.0), (0.6, 0.9), (0.79, 1.0), (0.97, 0.9), (1.15, 1.0), (1.33, 0.9))
    for part in (0.35 * r, 0.62 * r, 0.88 * r):
        b.stroke(
            "thin",
            line([(x + part * f * math.cos(t), y + part * f * math.sin(t)) for t, f in (*spokes, (1.51, 1.0))]),
        )


def _key(b: Brush, w: float, h: float) -> None:
    b.stroke(
        "mid",
        disc(0.19, -0.36, 0),
        line([(-0.17, 0), (0.58, 0)]),
        line([(0.34, 0), (0.34, 0.24)]),
        line([(0.55, 0), (0.55, 0.28)]),
    )


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
    "column": Symbol(_column),
    "bridge": Symbol(_bridge, upright=False),
    "boat": Symbol(_boat, upright=False),
    "narrows": Symbol(_narrows, (1.6, 0.7), upright=False),
    "well": Symbol(_well),
    "fountain": Symbol(_fountain),
    "statue": Symbol(_statue, (1.2, 1.2)),
    "altar": Symbol(_altar, upright=False),
    "throne": Symbol(_throne, upright=False),
    "dais": Symbol(_dais, upright=False, flat=True),
    "tomb": Symbol(_tomb, upright=False),
    "bed": Symbol(_bed, upright=False),
    "table": Symbol(_table, upright=False),
    "chest": Symbol(_chest, (0.98, 0.7), upright=False),
    "brazier": Symbol(_brazier, (0.95, 0.95)),
    "bones": Symbol(_bones, (1.15, 1.0)),
    "rubble": Symbol(_rubble),
    "web": Symbol(_web, upright=False),
    "key": Symbol(_key, (1.25, 0.6)),
    "pit": Symbol(_pit, (1.3, 1.3)),
    "trap": Symbol(_trap, (1.25, 1.1), mark=True),
    "niche": Symbol(_niche, upright=False),
}
"""Symbol id -> symbol. What has an outline instead (river, lake, chasm, gallery...) is in `waters`."""
