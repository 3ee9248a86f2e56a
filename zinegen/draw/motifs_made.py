"""Motifs of what is made: gears, chains, ropes, coins, knots, key pattern, arcade, ribbons, stars, eyes."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw.motifs import (
    Motif,
    body,
    cog,
    hole,
    lozenge,
    motif,
    rosette,
    rounded,
    spiked,
    spun,
    sun,
    target,
    toothed,
    tube,
    vein,
    wave,
)  # fmt: skip
from zinegen.draw.picture import circle, ring


@motif
def _gears() -> Motif:
    """Cogwheels, large and small."""
    spokes = [spun(0.42, 0.5, 0.1, 0.25, n / 5, n / 5, 1) for n in range(5)]
    return Motif(1.26, (body(toothed(0.42, 0.5, 0.43, 12, 0.09)), hole(circle(0.42, 0.5, 0.24)), tube(0.05, *spokes),
                        body(circle(0.42, 0.5, 0.12)), body(toothed(1.05, 0.5, 0.22, 8, 0.07)),
                        hole(circle(0.42, 0.5, 0.05), circle(1.05, 0.5, 0.06))), cog())  # fmt: skip


@motif
def _chains() -> Motif:
    """Links, one flat, one on edge."""
    turns = np.linspace(0, math.tau, 25)
    x = np.sign(np.cos(turns)) * np.abs(np.cos(turns)) ** 0.75
    flat = np.stack([0.5 + 0.43 * x, 0.5 + 0.27 * np.sin(turns)], axis=1)
    edge = rounded([(0.82, 0.41), (1.48, 0.41), (1.48, 0.59), (0.82, 0.59)])
    return Motif(1.3, (tube(0.12, flat), body(edge), vein([(0.92, 0.5), (1.38, 0.5)])), target())


@motif
def _ropes() -> Motif:
    """A rope laid of strands."""
    strand = rounded([(0.0, 0.74), (0.1, 0.52), (0.36, 0.26), (0.5, 0.26), (0.42, 0.48), (0.16, 0.74)])
    fibre = [[(0.12, 0.64), (0.24, 0.5), (0.38, 0.36)]]
    return Motif(0.34, (body(strand), vein(*fibre)), target())


@motif
def _coins() -> Motif:
    """Coins, struck with a ring and a star."""
    return Motif(0.86, (body(circle(0.43, 0.5, 0.37)), vein(spun(0.43, 0.5, 0.3, 0.3, 0, 1, 24)),
                        hole(spiked(0.43, 0.5, 0.2, 0.08, 5)),
                        body(circle(0.0, 0.24, 0.05), circle(0.0, 0.76, 0.05))), target())  # fmt: skip


@motif
def _knots() -> Motif:
    """Two cords plaited, a bead in each loop."""
    wide, swing = 1.16, 0.28
    one, two = wave(wide, 0.5, swing, steps=20), wave(wide, 0.5, swing, 0.5, steps=20)
    over = np.concatenate([one[-3:] - (wide, 0), one[1:3]])
    beads = (circle(wide / 4, 0.5, 0.075), circle(3 * wide / 4, 0.5, 0.075))
    return Motif(wide, (tube(0.13, one), tube(0.13, two), tube(0.13, over), body(*beads)), rosette(4))


@motif
def _meander() -> Motif:
    """The key pattern, which is a labyrinth too."""
    run = [(0, 0.86), (0.14, 0.86), (0.14, 0.14), (0.94, 0.14), (0.94, 0.64), (0.5, 0.64), (0.5, 0.42), (0.7, 0.42)]
    back = [(0.14, 0.86), (1.14, 0.86)]
    return Motif(1.14, (tube(0.1, run, back),), lozenge())


@motif
def _arcade() -> Motif:
    """Pointed arches on columns."""
    wide = 0.86
    t = np.linspace(0, 1, 7)
    left = np.stack([0.1 + 0.33 * t**0.6, 0.5 - 0.4 * t**1.25], axis=1)
    arch = np.concatenate([left, (left * (-1, 1) + (0.86, 0))[::-1][1:]])
    columns = [ring([(x - 0.055, 0.52), (x + 0.055, 0.52), (x + 0.055, 0.86), (x - 0.055, 0.86)]) for x in (0.0,)]
    caps = [ring([(x - 0.1, 0.44), (x + 0.1, 0.44), (x + 0.07, 0.53), (x - 0.07, 0.53)]) for x in (0.0,)]
    feet = [ring([(x - 0.1, 0.94), (x + 0.1, 0.94), (x + 0.07, 0.85), (x - 0.07, 0.85)]) for x in (0.0,)]
    light = [ring([(0.43, 0.32), (0.52, 0.5), (0.43, 0.62), (0.34, 0.5)])]
    trefoil = (circle(0.0, 0.22, 0.075), circle(-0.07, 0.12, 0.05), circle(0.07, 0.12, 0.05))
    return Motif(wide, (tube(0.07, arch), body(*columns, *caps, *feet), body(*light, circle(0.43, 0.78, 0.07)),
                        body(*trefoil)), rosette(4, 0.44))  # fmt: skip


@motif
def _ribbons() -> Motif:
    """Swags of cloth hung from rosettes."""
    wide = 1.5
    t = np.linspace(0, 1, 11)

    def swag(sag: float, inset: float) -> np.ndarray:
        return np.stack([inset + (wide - 2 * inset) * t, 0.2 + sag * (1 - (2 * t - 1) ** 2)], axis=1)

    cloth = np.concatenate([swag(0.62, 0.06), swag(0.12, 0.1)[::-1]])
    tassel = ring([(-0.07, 0.32), (0.07, 0.32), (0.13, 0.88), (-0.13, 0.88)])
    return Motif(wide, (body(ring(cloth)), vein(swag(0.27, 0.16), swag(0.4, 0.13), swag(0.52, 0.1)), body(tassel),
                        vein([(0, 0.44), (0, 0.88)], [(-0.05, 0.5), (-0.07, 0.88)], [(0.05, 0.5), (0.07, 0.88)]),
                        body(circle(0, 0.22, 0.14)), hole(circle(0, 0.22, 0.05))), rosette(8))  # fmt: skip


@motif
def _stars() -> Motif:
    """Stars of five and of four points, and the small ones between."""
    small = (circle(0.0, 0.2, 0.045), circle(0.0, 0.8, 0.045), circle(0.62, 0.14, 0.03), circle(0.62, 0.86, 0.03))
    return Motif(1.3, (body(spiked(0.34, 0.5, 0.38, 0.15, 5)), body(spiked(0.95, 0.5, 0.33, 0.08, 4)), body(*small)),
                 sun(16))  # fmt: skip


@motif
def _eyes() -> Motif:
    """Open eyes, a lash over each."""
    lid = rounded([(0.04, 0.54), (0.36, 0.2), (0.74, 0.2), (1.06, 0.54), (0.74, 0.86), (0.36, 0.86)], 2)
    lashes = [
        [(0.55 + 0.3 * u, 0.2 + 0.1 * u * u), (0.55 + 0.42 * u, 0.05 + 0.16 * u * u)] for u in (-1, -0.5, 0, 0.5, 1)
    ]
    return Motif(1.2, (tube(0.04, *lashes), body(lid), vein(spun(0.55, 0.53, 0.24, 0.24, 0, 1, 18)),
                       hole(circle(0.55, 0.53, 0.15)), body(circle(0.61, 0.47, 0.05)), body(circle(1.15, 0.24, 0.05),
                       circle(1.15, 0.82, 0.05))), sun(8))  # fmt: skip
