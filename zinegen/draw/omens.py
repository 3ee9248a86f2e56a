"""Emblems that were met: skull, eye, tower, well, serpent, hand, moon, spider."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw.relics import INK, lines
from zinegen.draw.solids import Field, Solid, blend, both, chain, common, cut, disc, oval, rod, shape, slab, star


def skull(f: Field) -> list[Solid]:
    """A skull with a spark in its sockets."""
    head = blend(disc(f, 0, -0.22, 0.58), slab(f, 0, 0.34, 0.3, 0.3, 0.14), 0.22)
    m = f.mirrored()
    eyes = oval(m, 0.245, -0.06, 0.17, 0.155)
    nose = shape(f, [(0, 0.1), (0.09, 0.28), (0.03, 0.26), (0, 0.29), (-0.03, 0.26), (-0.09, 0.28)])
    teeth = lines(f, [(x, 0.42, x, 0.62) for x in (-0.2, -0.12, -0.04, 0.04, 0.12, 0.2)], 0.011)
    gap = rod(f, (-0.25, 0.51), (0.25, 0.51), 0.013)
    cheek = chain(m, [(0.42, 0.12), (0.36, 0.26), (0.3, 0.3)], 0.02, 0.008)
    crack = chain(f, [(-0.12, -0.8), (-0.06, -0.62), (-0.14, -0.52), (-0.05, -0.4)], 0.014, 0.006)
    dark = both(eyes, nose, teeth, gap, cheek, common(crack, head))
    spark = both(disc(f, -0.245, -0.05, 0.035), disc(f, 0.245, -0.05, 0.035))
    return [Solid(head, 0.5, 0.1), Solid(dark, 0, INK), Solid(spark, 0, 0.0)]


def eye(f: Field) -> list[Solid]:
    """An open eye."""
    almond = common(disc(f, 0, 0.62, 1.1), disc(f, 0, -0.62, 1.1))
    iris = common(disc(f, 0, 0, 0.36), almond + 0.02)
    turn = np.arctan2(f.y, f.x)
    spokes = np.where(np.cos(turn * 26) > 0.25, disc(f, 0, 0, 0.33), 1.0)
    lids = np.abs(almond) - 0.035
    brow = common(np.abs(disc(f, 0, 0.66, 1.3)) - 0.022, slab(f, 0, -0.5, 0.62, 0.3))
    under = common(np.abs(disc(f, 0, -0.62, 1.24)) - 0.016, slab(f, 0, 0.56, 0.4, 0.12))
    return [
        Solid(almond, 0.35, 0.02),
        Solid(both(lids, brow, under), 0, INK),
        Solid(iris, 0, 0.62),
        Solid(common(spokes, cut(iris, disc(f, 0, 0, 0.17))), 0, 0.15),
        Solid(np.abs(disc(f, 0, 0, 0.35)) - 0.02, 0, INK),
        Solid(disc(f, 0, 0, 0.17), 0, INK),
        Solid(disc(f, 0.11, -0.12, 0.055), 0, 0.0),
    ]


def tower(f: Field) -> list[Solid]:
    """A tower on a rock."""
    rock = shape(
        f,
        [(-0.95, 1.0), (-0.6, 0.72), (-0.45, 0.78), (-0.3, 0.62), (0.3, 0.66), (0.5, 0.82), (0.72, 0.76), (1.0, 1.0)],
    )
    body = shape(f, [(-0.3, -0.5), (0.3, -0.5), (0.36, 0.8), (-0.36, 0.8)])
    head = both(
        slab(f, 0, -0.58, 0.4, 0.13), *(slab(f, x, -0.76, 0.065, 0.08) for x in (-0.335, -0.112, 0.112, 0.335))
    )
    courses = lines(f, [(-0.4, y, 0.4, y) for y in (-0.36, -0.2, -0.04, 0.12, 0.28, 0.44, 0.6)], 0.008)
    joints = lines(
        f,
        [
            (x + s * 0.07, y, x + s * 0.07, y + 0.16)
            for s, y in enumerate((-0.36, -0.2, -0.04, 0.12, 0.28, 0.44))
            for x in (-0.33, -0.12, 0.1)
        ],
        0.007,
    )
    door = both(slab(f, 0, 0.66, 0.11, 0.12), disc(f, 0, 0.54, 0.11))
    panes = both(slab(f, 0, -0.08, 0.04, 0.09), disc(f, 0, -0.17, 0.04), slab(f, -0.14, 0.26, 0.028, 0.06))
    flag = both(rod(f, (0, -1.12), (0, -0.7), 0.014), shape(f, [(0.01, -1.12), (0.32, -1.03), (0.01, -0.94)]))
    return [
        Solid(flag, 0, 0.1),
        Solid(body, 0.34, 0.2),
        Solid(common(both(courses, joints), body), 0, 0.72),
        Solid(head, 0.1, 0.16),
        Solid(both(door, panes), 0, INK),
        Solid(rock, 0.18, 0.55),
    ]


def well(f: Field) -> list[Solid]:
    """A well under a roof."""
    wall = both(slab(f, 0, 0.5, 0.62, 0.32), oval(f, 0, 0.82, 0.62, 0.15))
    rim = oval(f, 0, 0.18, 0.7, 0.2)
    mouth = oval(f, 0, 0.18, 0.54, 0.13)
    m = f.mirrored()
    posts = slab(m, 0.6, -0.28, 0.05, 0.46)
    roof = shape(f, [(0, -1.1), (0.92, -0.62), (0.92, -0.54), (-0.92, -0.54), (-0.92, -0.62)])
    tiles = common(lines(f, [(-0.9, y, 0.9, y) for y in (-0.98, -0.86, -0.74, -0.62)], 0.01), roof + 0.02)
    rope = rod(f, (0, -0.5), (0, -0.12), 0.018)
    pail = shape(f, [(-0.14, -0.12), (0.14, -0.12), (0.1, 0.12), (-0.1, 0.12)])
    courses = common(
        both(
            lines(f, [(-0.62, y, 0.62, y) for y in (0.44, 0.62, 0.8)], 0.01),
            lines(
                f,
                [
                    (x, y, x, y + 0.18)
                    for y, s in ((0.28, 0), (0.44, 0.11), (0.62, 0))
                    for x in (-0.5 + s, -0.27 + s, -0.04 + s, 0.19 + s, 0.42 + s)
                ],
                0.008,
            ),
        ),
        wall + 0.01,
    )
    return [
        Solid(wall, 0.4, 0.2),
        Solid(courses, 0, 0.8),
        Solid(rim, 0.07, 0.12),
        Solid(mouth, 0, INK),
        Solid(rope, 0, 0.05),
        Solid(pail, 0.1, 0.25),
        Solid(posts, 0.05, 0.2),
        Solid(roof, 0.12, 0.22),
        Solid(tiles, 0, 0.8),
    ]


def serpent(f: Field) -> list[Solid]:
    """A snake that bites its own tail."""
    r = np.hypot(f.x, f.y)
    turn = np.mod(np.arctan2(f.x, -f.y) + 0.12, math.tau)  # 0 at the top, clockwise; the head lies there
    along = turn / math.tau
    width = 0.035 + 0.135 * np.sin(np.clip(1.06 - along, 0, 1) * math.pi * 0.62) ** 0.9 * (1 - along) ** 0.25
    body = np.abs(r - 0.68) - width
    scales = np.where(
        np.cos(along * 150 + (r - 0.68) * 26) * np.cos(along * 150 - (r - 0.68) * 26) > 0.18, body + 0.02, 1.0
    )
    belly = common(np.abs(r - 0.68 + 0.55 * width) - 0.012, body)
    head = f.moved(-0.1, -0.68, 1.0, -8)
    skull = blend(oval(head, -0.02, -0.02, 0.24, 0.15), oval(head, -0.2, 0.02, 0.16, 0.1), 0.08)
    jaw = rod(head, (-0.36, 0.06), (-0.08, 0.07), 0.012)
    eye = disc(head, -0.1, -0.06, 0.04)
    horn = both(
        shape(head, [(0.06, -0.13), (0.22, -0.27), (0.16, -0.08)]),
        shape(head, [(-0.08, -0.13), (0.04, -0.27), (0.04, -0.1)]),
    )
    sun = star(f, 0, 0.02, 0.4, 12, 0.55)
    return [
        Solid(sun, 0.1, 0.05),
        Solid(disc(f, 0, 0.02, 0.17), 0.15, 0.3),
        Solid(body, 0.12, 0.2),
        Solid(scales, 0, 0.66),
        Solid(belly, 0, 0.05),
        Solid(horn, 0.04, 0.2),
        Solid(skull, 0.13, 0.15),
        Solid(jaw, 0, INK),
        Solid(eye, 0, INK),
        Solid(disc(head, -0.112, -0.072, 0.013), 0, 0.0),
    ]


def hand(f: Field) -> list[Solid]:
    """An open hand with an eye in its palm."""
    palm = slab(f, 0.0, 0.24, 0.29, 0.31, 0.15)
    fingers = (
        ((-0.22, 0.02), (-0.36, -0.47), 0.085, 0.062),
        ((-0.08, -0.05), (-0.125, -0.72), 0.09, 0.065),
        ((0.08, -0.05), (0.115, -0.7), 0.09, 0.063),
        ((0.22, 0.02), (0.33, -0.42), 0.08, 0.055),
    )
    whole = palm
    for a, b, r, r2 in fingers:
        whole = blend(whole, rod(f, a, b, r, r2), 0.035)
    whole = blend(whole, rod(f, (0.2, 0.36), (0.6, 0.0), 0.125, 0.075), 0.1)
    whole = blend(whole, slab(f, 0, 0.62, 0.19, 0.2), 0.1)
    creases = both(
        *(
            lines(
                f,
                [
                    (
                        a[0] + (b[0] - a[0]) * t - r2,
                        a[1] + (b[1] - a[1]) * t,
                        a[0] + (b[0] - a[0]) * t + r2,
                        a[1] + (b[1] - a[1]) * t,
                    )
                ],
                0.009,
            )
            for a, b, r, r2 in fingers
            for t in (0.38, 0.7)
        )
    )
    almond = common(disc(f, 0, 0.42, 0.28), disc(f, 0, 0.06, 0.28))
    cuff = both(slab(f, 0, 0.86, 0.3, 0.12, 0.03), slab(f, 0, 1.3, 0.42, 0.36))
    rim = slab(f, 0, 0.78, 0.33, 0.05, 0.03)
    return [
        Solid(whole, 0.13, 0.12),
        Solid(creases, 0, 0.8),
        Solid(np.abs(almond) - 0.016, 0, INK),
        Solid(disc(f, 0, 0.24, 0.085), 0, INK),
        Solid(disc(f, 0.025, 0.215, 0.024), 0, 0.0),
        Solid(cuff, 0.2, 0.6),
        Solid(rim, 0.05, 0.2),
    ]


def moon(f: Field) -> list[Solid]:
    """A crescent with a star in its arms."""
    crescent = cut(disc(f, -0.05, 0, 0.76), disc(f, 0.3, -0.1, 0.62))
    pits = both(
        disc(f, -0.58, 0.2, 0.07),
        disc(f, -0.46, 0.44, 0.045),
        disc(f, -0.62, -0.12, 0.035),
        disc(f, -0.2, 0.6, 0.05),
        disc(f, -0.5, -0.4, 0.05),
    )
    stars = both(
        star(f, 0.3, -0.12, 0.2, 5),
        star(f, 0.66, 0.3, 0.09, 4, 0.3),
        star(f, 0.1, 0.24, 0.07, 4, 0.3),
        star(f, 0.62, -0.46, 0.08, 4, 0.3),
    )
    return [Solid(crescent, 0.26, 0.05), Solid(common(np.abs(pits) - 0.012, crescent), 0, 0.7), Solid(stars, 0, 0.0)]


def spider(f: Field) -> list[Solid]:
    """A spider on its thread."""
    m = f.mirrored()
    legs = both(
        chain(m, [(0.12, -0.2), (0.42, -0.52), (0.56, -0.98)], 0.036, 0.014),
        chain(m, [(0.14, -0.14), (0.6, -0.34), (0.9, -0.66)], 0.036, 0.014),
        chain(m, [(0.14, -0.06), (0.62, 0.02), (0.92, 0.4)], 0.036, 0.014),
        chain(m, [(0.12, 0.0), (0.48, 0.3), (0.62, 0.86)], 0.036, 0.014),
    )
    belly, head = oval(f, 0, 0.34, 0.32, 0.4), oval(f, 0, -0.16, 0.19, 0.2)
    mark = both(shape(f, [(-0.1, 0.2), (0.1, 0.2), (0, 0.36)]), shape(f, [(-0.1, 0.52), (0.1, 0.52), (0, 0.36)]))
    eyes = both(disc(m, 0.06, -0.26, 0.03), disc(m, 0.11, -0.2, 0.02), disc(m, 0.035, -0.2, 0.018))
    fangs = chain(m, [(0.06, -0.33), (0.08, -0.42), (0.04, -0.46)], 0.025, 0.01)
    return [
        Solid(rod(f, (0, -2.6), (0, -0.2), 0.012), 0, 0.0),
        Solid(legs, 0.035, 0.35),
        Solid(fangs, 0.02, 0.3),
        Solid(head, 0.18, 0.4),
        Solid(belly, 0.3, 0.4),
        Solid(mark, 0, 0.0),
        Solid(eyes, 0, 0.0),
    ]
