"""Emblems that were made: bell, key, crown, chalice, lantern, sword, candle, gate."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw.noise import Floats
from zinegen.draw.solids import (
    Field,
    Solid,
    blend,
    both,
    chain,
    common,
    cut,
    disc,
    oval,
    rod,
    shape,
    slab,
    star,
    turned,
)

INK = 0.97


def lines(f: Field, ends: list[tuple[float, float, float, float]], r: float = 0.014) -> Floats:
    """Thin straight strokes, each given by its ends."""
    return both(*(rod(f, (a, b), (c, d), r) for a, b, c, d in ends))


def bell(f: Field) -> list[Solid]:
    """A bell on a rope, cracked."""
    body = turned(
        f,
        [
            (0, -0.6),
            (0.2, -0.6),
            (0.31, -0.42),
            (0.35, -0.1),
            (0.4, 0.16),
            (0.52, 0.38),
            (0.66, 0.52),
            (0.66, 0.6),
            (0, 0.6),
        ],
    )
    loop = np.abs(disc(f, 0, -0.74, 0.13)) - 0.045
    rope = rod(f, (0, -2.6), (0, -0.86), 0.035)
    bands = common(both(slab(f, 0, 0.3, 1, 0.022), slab(f, 0, -0.36, 1, 0.022)), body + 0.01)
    crack = chain(f, [(0.2, 0.62), (0.16, 0.44), (0.23, 0.34), (0.17, 0.18)], 0.018, 0.006)
    return [
        Solid(rope, 0.04, 0.2),
        Solid(loop, 0.05, 0.2),
        Solid(disc(f, 0, 0.66, 0.12), 0.12, 0.35),
        Solid(body, 0.4, 0.22),
        Solid(bands, 0, 0.02),
        Solid(common(crack, body), 0, INK),
    ]


def key(f: Field) -> list[Solid]:
    """A key with a threefold bow."""
    bow = both(*(np.abs(disc(f, x, y, 0.19)) - 0.055 for x, y in ((0, -0.78), (-0.2, -0.5), (0.2, -0.5))))
    shaft = both(
        slab(f, 0, 0.22, 0.062, 0.66, 0.03), slab(f, 0, -0.26, 0.13, 0.05, 0.03), slab(f, 0, -0.13, 0.1, 0.035, 0.02)
    )
    bit = cut(slab(f, 0.2, 0.62, 0.17, 0.2, 0.015), slab(f, 0.3, 0.56, 0.08, 0.03), slab(f, 0.2, 0.83, 0.035, 0.1))
    return [Solid(both(shaft, bit), 0.07, 0.18), Solid(bow, 0.06, 0.15), Solid(disc(f, 0.2, 0.62, 0.05), 0, INK)]


def crown(f: Field) -> list[Solid]:
    """A crown of five points."""
    tips = [(-0.78, -0.42), (-0.4, -0.56), (0.0, -0.74), (0.4, -0.56), (0.78, -0.42)]
    low = [(-0.58, 0.02), (-0.2, -0.04), (0.2, -0.04), (0.58, 0.02)]
    zigzag = [p for pair in zip(tips, [*low, (0.62, 0.3)], strict=True) for p in pair]
    points = [(-0.62, 0.3), *zigzag]
    body = shape(f, points)
    band = blend(slab(f, 0, 0.4, 0.66, 0.13, 0.06), oval(f, 0, 0.5, 0.62, 0.1), 0.05)
    balls = both(*(disc(f, x, y - 0.05, 0.075) for x, y in tips))
    gems = both(*(oval(f, x, 0.4, 0.06, 0.075) for x in (-0.44, 0.0, 0.44)))
    pearls = both(*(disc(f, x, 0.4, 0.035) for x in (-0.22, 0.22)))
    inlay = both(*(star(f, x, y, 0.09, 4) for x, y in ((0, -0.3), (-0.38, -0.14), (0.38, -0.14))))
    return [
        Solid(body, 0.12, 0.16),
        Solid(inlay, 0, 0.85),
        Solid(balls, 0.07, 0.08),
        Solid(band, 0.1, 0.16),
        Solid(gems, 0.05, 0.7),
        Solid(pearls, 0.03, 0.05),
    ]


def chalice(f: Field) -> list[Solid]:
    """A cup with wine in it."""
    cup = turned(
        f,
        [
            (0, -0.7),
            (0.54, -0.7),
            (0.55, -0.4),
            (0.46, -0.1),
            (0.2, 0.1),
            (0.07, 0.17),
            (0.07, 0.24),
            (0.15, 0.3),
            (0.07, 0.36),
            (0.07, 0.58),
            (0.2, 0.68),
            (0.44, 0.76),
            (0.46, 0.84),
            (0, 0.84),
        ],
    )
    mouth = oval(f, 0, -0.68, 0.52, 0.1)
    wine = common(oval(f, 0, -0.655, 0.46, 0.07), mouth)
    band = common(slab(f, 0, -0.36, 1, 0.07), cup + 0.012)
    gems = both(*(oval(f, x, -0.36, 0.05, 0.05) for x in (-0.36, -0.12, 0.12, 0.36)))
    knop = oval(f, 0, 0.3, 0.15, 0.075)
    return [
        Solid(cup, 0.36, 0.16),
        Solid(mouth, 0, 0.12),
        Solid(wine, 0, INK),
        Solid(band, 0, 0.5),
        Solid(gems, 0.05, 0.0),
        Solid(knop, 0.07, 0.2),
    ]


def lantern(f: Field) -> list[Solid]:
    """A lantern, lit."""
    ring = np.abs(disc(f, 0, -0.92, 0.14)) - 0.03
    roof = shape(
        f,
        [
            (-0.07, -0.76),
            (0.07, -0.76),
            (0.16, -0.6),
            (0.5, -0.4),
            (0.5, -0.33),
            (-0.5, -0.33),
            (-0.5, -0.4),
            (-0.16, -0.6),
        ],
    )
    glass = slab(f, 0, 0.12, 0.37, 0.48)
    m = f.mirrored()
    bars = both(slab(m, 0.37, 0.12, 0.035, 0.48), slab(f, 0, 0.12, 0.022, 0.48), slab(f, 0, 0.12, 0.37, 0.02))
    foot = both(slab(f, 0, 0.64, 0.46, 0.06, 0.02), slab(f, 0, 0.74, 0.36, 0.05, 0.02))
    flame = both(disc(f, 0, 0.3, 0.12), shape(f, [(-0.115, 0.26), (0.0, -0.16), (0.115, 0.26)]))
    core = both(disc(f, 0, 0.32, 0.05), shape(f, [(-0.045, 0.3), (0.0, 0.1), (0.045, 0.3)]))
    return [
        Solid(ring, 0.03, 0.3),
        Solid(glass, 0, 0.1),
        Solid(np.abs(flame) - 0.012, 0, 0.6),
        Solid(flame, 0, 0.0),
        Solid(np.abs(core) - 0.008, 0, 0.5),
        Solid(bars, 0.03, 0.6),
        Solid(roof, 0.1, 0.5),
        Solid(foot, 0.06, 0.5),
    ]


def sword(f: Field) -> list[Solid]:
    """A sword, point down."""
    blade = shape(f, [(-0.085, -0.45), (0.085, -0.45), (0.075, 0.72), (0, 0.98), (-0.075, 0.72)])
    dark_half = common(blade, slab(f, 0.1, 0.3, 0.1, 0.9))
    fuller = rod(f, (0, -0.4), (0, 0.4), 0.014)
    guard = both(
        chain(f, [(-0.42, -0.42), (-0.3, -0.5), (0.3, -0.5), (0.42, -0.42)], 0.05), slab(f, 0, -0.5, 0.12, 0.07, 0.02)
    )
    grip = slab(f, 0, -0.72, 0.05, 0.2)
    wrap = common(
        lines(f, [(-0.06, y + 0.03, 0.06, y - 0.03) for y in np.arange(-0.88, -0.55, 0.065).tolist()], 0.012), grip
    )
    pommel = disc(f, 0, -0.97, 0.1)
    return [
        Solid(blade, 0.06, 0.06),
        Solid(dark_half, 0, 0.5),
        Solid(fuller, 0, 0.85),
        Solid(grip, 0.05, 0.45),
        Solid(wrap, 0, 0.9),
        Solid(guard, 0.05, 0.15),
        Solid(pommel, 0.1, 0.15),
        Solid(disc(f, 0, -0.97, 0.035), 0, 0.9),
    ]


def candle(f: Field) -> list[Solid]:
    """A candle in a dish."""
    wax = both(
        slab(f, 0, 0.36, 0.17, 0.46, 0.03),
        rod(f, (-0.16, -0.02), (-0.17, 0.34), 0.035),
        rod(f, (0.15, 0.0), (0.17, 0.2), 0.035),
        rod(f, (0.05, -0.04), (0.07, 0.12), 0.04),
    )
    top = oval(f, 0, -0.09, 0.16, 0.04)
    wick = chain(f, [(0, -0.09), (0.01, -0.2), (0.03, -0.25)], 0.016)
    flame = both(disc(f, 0, -0.4, 0.13), shape(f, [(-0.125, -0.43), (0.02, -0.86), (0.125, -0.43)]))
    core = both(disc(f, 0, -0.36, 0.06), shape(f, [(-0.055, -0.38), (0.0, -0.6), (0.055, -0.38)]))
    dish = both(oval(f, 0, 0.84, 0.5, 0.11), slab(f, 0, 0.9, 0.3, 0.06, 0.03))
    cup = slab(f, 0, 0.76, 0.22, 0.08, 0.03)
    loop = np.abs(disc(f, 0.56, 0.74, 0.13)) - 0.035
    return [
        Solid(loop, 0.04, 0.35),
        Solid(dish, 0.09, 0.35),
        Solid(wax, 0.17, 0.06),
        Solid(cup, 0.08, 0.35),
        Solid(top, 0, 0.02),
        Solid(wick, 0, INK),
        Solid(np.abs(flame) - 0.012, 0, 0.55),
        Solid(flame, 0, 0.0),
        Solid(np.abs(core) - 0.01, 0, 0.5),
        Solid(wick + 0.006, 0, INK),
    ]


def gate(f: Field) -> list[Solid]:
    """A portcullis in an arch, something burning behind it."""
    hole = both(slab(f, 0, 0.45, 0.52, 0.65), disc(f, 0, -0.2, 0.52))
    wall = both(slab(f, 0, 0.45, 0.78, 0.65), disc(f, 0, -0.2, 0.78))
    turns = [math.pi * k / 9 for k in range(10)]
    radial = lines(
        f,
        [
            (-0.52 * math.cos(t), -0.2 - 0.52 * math.sin(t), -0.78 * math.cos(t), -0.2 - 0.78 * math.sin(t))
            for t in turns
        ],
        0.014,
    )
    m = f.mirrored()
    stones = lines(m, [(0.52, y, 0.78, y) for y in (0.02, 0.24, 0.46, 0.68, 0.9)], 0.014)
    bars = lines(f, [(x, -0.72, x, 0.5) for x in (-0.39, -0.26, -0.13, 0, 0.13, 0.26, 0.39)], 0.022)
    cross = lines(f, [(-0.5, y, 0.5, y) for y in (-0.42, -0.16, 0.1, 0.36)], 0.018)
    spikes = both(
        *(
            shape(f, [(x - 0.035, 0.48), (x + 0.035, 0.48), (x, 0.6)])
            for x in (-0.39, -0.26, -0.13, 0, 0.13, 0.26, 0.39)
        )
    )
    keystone = shape(f, [(-0.1, -0.7), (0.1, -0.7), (0.14, -1.04), (-0.14, -1.04)])
    sill = both(slab(f, 0, 1.06, 0.9, 0.07), slab(f, 0, 1.22, 1.06, 0.09))
    glow = common(disc(f, 0, 0.3, 0.34), hole)
    grate = common(both(bars, cross, spikes), hole)
    return [
        Solid(cut(wall, hole), 0.1, 0.22),
        Solid(common(both(radial, stones), cut(wall, hole)), 0, 0.85),
        Solid(hole, 0, 0.93),
        Solid(glow, 0, 0.75),
        Solid(disc(f, 0, 0.34, 0.2), 0, 0.45),
        Solid(disc(f, 0, 0.36, 0.09), 0, 0.05),
        Solid(grate, 0.02, 0.12),
        Solid(keystone, 0.06, 0.16),
        Solid(sill, 0.05, 0.3),
    ]
