"""Motifs of what grows, flows and lies about: waves, bones, roots, leaves, thorns, flames, crystals, scales, comb."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw.motifs import (
    Motif,
    body,
    bone,
    curl,
    hole,
    leaf,
    lozenge,
    motif,
    rosette,
    rounded,
    skull,
    spun,
    sun,
    tube,
    vein,
    wave,
)  # fmt: skip
from zinegen.draw.picture import circle, ring


@motif
def _waves() -> Motif:
    """Rollers that break one behind the other, spray above them."""
    roller = spun(0.5, 0.5, 0.05, 0.33, 1.55, 0.25, 22)
    spray = (circle(0.93, 0.2, 0.055), circle(0.05, 0.34, 0.035))
    return Motif(1.0, (tube(0.11, roller, [(0.0, 0.83), (1.0, 0.83)]), body(*spray)), curl())


@motif
def _bones() -> Motif:
    """Crossed bones, a knuckle between."""
    knuckles = (circle(0.0, 0.3, 0.07), circle(0.0, 0.7, 0.07))
    return Motif(
        1.12, (body(bone(0.56, 0.5, 0.98, 0.09)), body(bone(0.56, 0.5, 0.98, -0.09)), body(*knuckles)), skull()
    )


@motif
def _roots() -> Motif:
    """A root that winds along, with rootlets."""
    wide = 1.7
    main = wave(wide, 0.5, 0.2, steps=18)
    fine = [
        spun(0.62, 0.66, 0.34, 0.05, 0.62, 1.3, 12),
        spun(1.32, 0.36, 0.32, 0.05, 0.1, 0.78, 12),
    ]
    hairs = [[(0.28, 0.67), (0.2, 0.86), (0.26, 0.94)], [(1.1, 0.36), (1.0, 0.2), (1.05, 0.08)]]
    return Motif(wide, (tube(0.035, *hairs), tube(0.06, *fine), tube(0.13, main),
                        body(circle(0.62, 0.66, 0.06), circle(1.32, 0.36, 0.06))), rosette(4, 0.42))  # fmt: skip


@motif
def _leaves() -> Motif:
    """A vine with leaves on both sides, and berries."""
    wide = 1.6
    leaves = [leaf(0.36, 0.66, 0.6, -0.13), leaf(1.16, 0.34, 0.6, 0.13), leaf(0.1, 0.56, 0.34, 0.2, 0.36),
              leaf(0.9, 0.44, 0.34, -0.2, 0.36)]  # fmt: skip
    berries = (
        circle(0.62, 0.82, 0.065),
        circle(0.75, 0.72, 0.05),
        circle(1.42, 0.18, 0.065),
        circle(1.55, 0.28, 0.05),
    )
    return Motif(wide, (tube(0.055, wave(wide, 0.5, 0.19, steps=18)), body(*(one for one, _ in leaves)),
                        vein(*(rib for _, rib in leaves)), body(*berries)), rosette(6))  # fmt: skip


@motif
def _thorns() -> Motif:
    """Two briars twined, thorns outward."""
    wide = 1.3
    spikes = [
        ring([(x - 0.07, y), (x + 0.09, y), (x + 0.1, tip)])
        for x, y, tip in ((0.24, 0.32, 0.05), (0.5, 0.4, 0.16), (0.9, 0.32, 0.05), (1.16, 0.4, 0.16),
                          (0.4, 0.68, 0.95), (0.14, 0.6, 0.84), (1.02, 0.68, 0.95), (0.78, 0.6, 0.84))
    ]  # fmt: skip
    under, over = wave(wide, 0.5, 0.17, steps=16), wave(wide, 0.5, 0.17, 0.5, steps=16)
    return Motif(
        wide, (body(*spikes), tube(0.085, under), tube(0.085, over), tube(0.085, under[6:11])), rosette(8, 0.4)
    )


@motif
def _flames() -> Motif:
    """Tongues of fire, a spark between."""
    outer = [(0.1, 0.9), (0.02, 0.62), (0.2, 0.44), (0.28, 0.06), (0.46, 0.28), (0.44, 0.46), (0.56, 0.34),
             (0.7, 0.62), (0.6, 0.9)]  # fmt: skip
    core = [(0.27, 0.88), (0.22, 0.7), (0.32, 0.5), (0.38, 0.62), (0.45, 0.6), (0.47, 0.88)]
    sparks = (circle(0.76, 0.24, 0.045), circle(0.06, 0.3, 0.03))
    return Motif(0.82, (body(rounded(outer)), hole(rounded(core)), body(*sparks)), sun(10))


@motif
def _crystals() -> Motif:
    """Clusters of long crystals, each with its edge."""
    shards, edges = [], []
    for x, y, wide, high, lean in (
        (0.2, 0.92, 0.2, 0.62, -0.1),
        (0.78, 0.92, 0.22, 0.56, 0.12),
        (0.48, 0.94, 0.27, 0.84, 0.02),
    ):
        half, shoulder = wide / 2, y - 0.7 * high
        shards.append(ring([(x - half, y), (x - half + lean * 0.7, shoulder), (x + lean, y - high),
                            (x + half + lean * 0.7, shoulder), (x + half, y)]))  # fmt: skip
        edges.append([(x + 0.2 * half, y), (x + 0.2 * half + lean * 0.7, shoulder + 0.03), (x + lean, y - high)])
    chips = (ring([(0.02, 0.3), (0.1, 0.2), (0.13, 0.34)]), ring([(0.95, 0.24), (1.02, 0.14), (1.06, 0.26)]))
    return Motif(1.1, (body(*shards[:2]), vein(*edges[:2]), body(shards[2]), vein(edges[2]), body(*chips)), lozenge())


@motif
def _scales() -> Motif:
    """Rows of scales, each over the next."""

    def scale(x: float, y: float) -> list[tuple[float, float]]:
        turns = np.linspace(0, math.pi, 9)
        return [(x + 0.25 * math.cos(t), y + 0.29 * math.sin(t)) for t in turns.tolist()]

    rows = []
    for y, shift in ((0.62, 0.0), (0.42, 0.25), (0.22, 0.0), (0.04, 0.25)):
        rows.append(body(ring(scale(0.25 + shift, y))))
        rows.append(vein([(0.25 + shift, y + 0.09), (0.25 + shift, y + 0.2)]))
    return Motif(0.5, tuple(rows), curl())


@motif
def _comb() -> Motif:
    """Cells of wax, some of them full."""
    r = 0.3
    wide = math.sqrt(3) * r

    def cell(x: float, y: float, size: float) -> list[tuple[float, float]]:
        return [(x + size * math.sin(n * math.pi / 3), y - size * math.cos(n * math.pi / 3)) for n in range(6)]

    at = [(wide * 0.5, 0.27), (wide * 1.5, 0.27), (wide, 0.73), (wide * 2, 0.73)]
    full = (at[1], at[2])
    return Motif(2 * wide, (body(*(ring(cell(x, y, r * 0.9)) for x, y in at)),
                            hole(*(ring(cell(x, y, r * 0.6)) for x, y in full)),
                            body(*(circle(x, y, r * 0.24) for x, y in full)),
                            vein(*([*cell(x, y, r * 0.55), cell(x, y, r * 0.55)[0]] for x, y in (at[0], at[3])))),
                 rosette(6, 0.4))  # fmt: skip
