"""What people and time leave in rooms, as symbols: furniture, wells, bones, rubble. Each draws in its own frame."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw.brush import Brush, disc, rect, star
from zinegen.draw.picture import Part, line, ring


def statue(b: Brush, w: float, h: float) -> None:
    """A star in a circle."""
    r = w / 2
    b.shape(disc(r))
    b.ink(star(5, 0.74 * r, 0.3 * r))


def altar(b: Brush, w: float, h: float) -> None:
    """A slab with a rim."""
    b.shape(rect(w, h))
    b.stroke("thin", rect(w - 0.36, h - 0.36))
    b.ink(disc(0.1))


def throne(b: Brush, w: float, h: float) -> None:
    """A seat seen from above, its back towards -y."""
    s = min(max(w, h, 1.0), 1.3)
    b.shape(rect(s * 0.6, s * 0.56, 0, s * 0.1))
    for side in (-1, 1):
        b.shape(rect(s * 0.17, s * 0.62, side * s * 0.38, s * 0.08), "thin")
    back = [(-0.5, -0.12), (-0.5, -0.3), (-0.2, -0.36), (0, -0.56), (0.2, -0.36), (0.5, -0.3), (0.5, -0.12)]
    b.ink(ring([(x * s, y * s) for x, y in back]))


def dais(b: Brush, w: float, h: float) -> None:
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


def tomb(b: Brush, w: float, h: float) -> None:
    """A coffin with a cross."""
    a, c = w / 2, h / 2
    b.shape(ring([(-a, -c * 0.55), (-a * 0.45, -c), (a, -c * 0.6), (a, c * 0.6), (-a * 0.45, c), (-a, c * 0.55)]))
    b.lines("thin", (-a * 0.62, 0, a * 0.5, 0), (-a * 0.25, -c * 0.42, -a * 0.25, c * 0.42))


def bed(b: Brush, w: float, h: float) -> None:
    """A bed, its pillow at -x."""
    b.shape(rect(w, h))
    b.stroke("thin", rect(w * 0.2, h * 0.66, -w / 2 + w * 0.17, 0))
    b.lines("thin", (-w * 0.16, -h / 2, -w * 0.16, h / 2))


STOOLS = 0.56
"""What stools add to a side of a table."""


def table(b: Brush, w: float, h: float) -> None:
    """A table with stools on both long sides."""
    table_by_wall(b, w, h)
    for x, y in stools(w, h):
        b.shape(disc(0.2, x, -y), "thin")


def table_by_wall(b: Brush, w: float, h: float) -> None:
    """A table with stools at +y only."""
    bare_table(b, w, h)
    for x, y in stools(w, h):
        b.shape(disc(0.2, x, y), "thin")


def bare_table(b: Brush, w: float, h: float) -> None:
    """A table without stools."""
    b.shape(rect(w, h))


def stools(w: float, h: float) -> list[tuple[float, float]]:
    """Where stools stand along +y of a table."""
    count = max(1, round(w / 1.1))
    return [((n + 0.5) / count * w - w / 2, h / 2 + 0.36) for n in range(count)]


def chest(b: Brush, w: float, h: float) -> None:
    """A chest with its lock."""
    b.shape(rect(w, h))
    b.lines("thin", (-w / 2, -h * 0.1, w / 2, -h * 0.1))
    b.ink(rect(0.22, 0.24, 0, -h * 0.06))


def brazier(b: Brush, w: float, h: float) -> None:
    """A fire with rays."""
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


def bones(b: Brush, w: float, h: float) -> None:
    """Two crossed bones."""
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


def rubble(b: Brush, w: float, h: float) -> None:
    """A few stones."""
    for x, y, r, corners, turn in _STONES:
        t = [turn + math.tau * n / corners for n in range(corners)]
        b.shape(ring([(x * w + r * math.cos(a), y * h + r * 0.85 * math.sin(a)) for a in t]), "thin")


def web(b: Brush, w: float, h: float) -> None:
    """A web in the corner at its north-west."""
    r, x, y = w, -w / 2, -h / 2
    b.lines("thin", *((x, y, x + r * math.cos(t), y + r * math.sin(t)) for t in (0.06, 0.42, 0.79, 1.15, 1.51)))
    spokes = ((0.06, 1.0), (0.24, 0.9), (0.42, 1.0), (0.6, 0.9), (0.79, 1.0), (0.97, 0.9), (1.15, 1.0), (1.33, 0.9))
    for part in (0.35 * r, 0.62 * r, 0.88 * r):
        b.stroke(
            "thin",
            line([(x + part * f * math.cos(t), y + part * f * math.sin(t)) for t, f in (*spokes, (1.51, 1.0))]),
        )


def key(b: Brush, w: float, h: float) -> None:
    """A key, lying."""
    b.stroke(
        "mid",
        disc(0.19, -0.36, 0),
        line([(-0.17, 0), (0.58, 0)]),
        line([(0.34, 0), (0.34, 0.24)]),
        line([(0.55, 0), (0.55, 0.28)]),
    )


def well(b: Brush, w: float, h: float) -> None:
    """A ring of stones round dark water."""
    r = w / 2
    b.shape(disc(r))
    b.shade(disc(0.62 * r))
    b.stroke("mid", disc(0.62 * r))
    turns = [math.tau * n / 10 for n in range(10)]
    b.lines(
        "thin", *((0.62 * r * math.sin(t), 0.62 * r * math.cos(t), r * math.sin(t), r * math.cos(t)) for t in turns)
    )


def fountain(b: Brush, w: float, h: float) -> None:
    """A basin with a jet."""
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


def column(b: Brush, w: float, h: float) -> None:
    """A pillar."""
    b.ink(disc(min(max(w, 0.6), 1.2) / 2))


def boat(b: Brush, w: float, h: float) -> None:
    """A rowing boat, bow at -y."""
    hull = Part("loop", np.array([
        (0, -h / 2), (w * 0.75, -h * 0.2), (w * 0.62, h * 0.38), (w * 0.2, h / 2), (w * 0.1, h / 2),
        (-w * 0.1, h / 2), (-w * 0.2, h / 2), (-w * 0.62, h * 0.38), (-w * 0.75, -h * 0.2), (0, -h / 2),
    ]))  # fmt: skip
    b.shape(hull)
    b.lines("thin", (-w * 0.42, -h * 0.05, w * 0.42, -h * 0.05), (-w * 0.36, h * 0.25, w * 0.36, h * 0.25))
