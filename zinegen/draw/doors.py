"""Portals as symbols, in the frame of the doorway: x along the wall, y through it, the second area at +y.

A door is drawn over an unbroken wall; jambs thicken the wall beside it. A secret door leaves the wall as it is: only
its S, a text, tells of it.
"""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw.brush import Brush, disc, rect
from zinegen.draw.picture import Part, line, ring

LEAF = 0.32
"""Half the depth of a leaf."""
LARGE_K = 0.4
"""Pens scaled by no more than this draw squares of a centimetre and more."""


def leaf_width(width: int, kind: str) -> float:
    """How wide a leaf is in a portal so many squares wide."""
    if kind in ("double", "false") and width >= 2:
        return min(2.1, width - 0.3) if width < 4 else 2.6
    return {1: 0.96, 2: 1.4, 3: 1.9}.get(width, 2.4)


def draw_portal(b: Brush, kind: str, width: int) -> None:
    """The symbol of a portal; nothing for an open one."""
    if kind in ("arch", "portcullis", "curtain"):
        _GAPS[kind](b, width)
    elif kind != "open":
        leaf = leaf_width(width, kind)
        _jambs(b, leaf, width)
        _LEAVES[kind](b, leaf)


def _jambs(b: Brush, leaf: float, width: int) -> None:
    """Thickened wall from the leaf to a little past the passage."""
    end, half = max(width / 2, leaf / 2) + 0.3, 0.17 * max(b.pens.k, 0.8)
    _posts(b, *(rect(end - leaf / 2, 2 * half, side * (end + leaf / 2) / 2, 0) for side in (-1, 1)))


def _posts(b: Brush, *posts: Part) -> None:
    """What stands on both sides of a doorway, black; on a battle map outlined, or it took half of a sheet's ink."""
    if b.pens.k > LARGE_K:
        b.ink(*posts)
    else:
        for post in posts:
            b.shape(post)


def _door(b: Brush, w: float) -> None:
    b.shape(rect(w, 2 * LEAF))


def _double(b: Brush, w: float) -> None:
    _door(b, w)
    b.lines("mid", (0, -LEAF, 0, LEAF))


def _locked(b: Brush, w: float) -> None:
    b.ink(rect(w + b.pens.mid, 2 * LEAF + b.pens.mid))
    b.light(disc(0.14, 0, -0.07), ring([(-0.05, 0), (0.05, 0), (0.1, 0.22), (-0.1, 0.22)]))


def _barred(b: Brush, w: float) -> None:
    _door(b, w)
    b.lines("thick", (-w / 2 - 0.16, 0.58, w / 2 + 0.16, 0.58))
    b.lines("thin", (-w / 4, LEAF, -w / 4, 0.58), (w / 4, LEAF, w / 4, 0.58))


def _reinforced(b: Brush, w: float) -> None:
    _door(b, w)
    b.lines("thin", (-w / 2, 0, w / 2, 0), *((x * w, -LEAF, x * w, LEAF) for x in (-0.3, -0.1, 0.1, 0.3)))


def _stuck(b: Brush, w: float) -> None:
    _door(b, w)
    b.lines("thin", (-w / 2, LEAF, w / 2, -LEAF))


def _false(b: Brush, w: float) -> None:
    _door(b, w)
    b.lines("thin", (-w / 2, LEAF, w / 2, -LEAF), (-w / 2, -LEAF, w / 2, LEAF))


def _arch(b: Brush, width: int) -> None:
    reach = 0.42 if width == 1 else 0.55
    _posts(b, *(rect(reach, 0.42, side * (width / 2 + 0.12 - reach / 2 + 0.1), 0) for side in (-1, 1)))
    inner = width / 2 + 0.22 - reach
    dashes = max(1, round(inner * 2 / 0.42))
    pitch = 2 * inner / dashes
    for n in range(dashes):
        x = -inner + (n + 0.5) * pitch
        b.lines("thin", (x - 0.1, 0, x + 0.1, 0))


def _portcullis(b: Brush, width: int) -> None:
    count = {1: 3, 2: 5}.get(width, round(width * 2.2))
    inner = width / 2 - 0.1
    b.lines("thin", (-inner, 0, inner, 0))
    b.ink(*(disc(0.125, -inner + (n + 0.5) * 2 * inner / count, 0) for n in range(count)))


def _curtain(b: Brush, width: int) -> None:
    x = np.linspace(-width / 2 + 0.08, width / 2 - 0.08, 9 * width + 1)
    b.stroke("mid", line(np.stack([x, 0.17 * np.sin(x * math.tau * 1.5)], axis=1)))


def draw_trap_mark(b: Brush) -> None:
    """The black triangle beside a trapped door."""
    b.paper(ring([(-0.55, 0.42), (0.55, 0.42), (0, -0.6)]))
    b.ink(ring([(-0.38, 0.3), (0.38, 0.3), (0, -0.38)]))
    b.light(rect(0.08, 0.26, 0, 0.02), disc(0.05, 0, 0.22))


def draw_one_way(b: Brush) -> None:
    """The arrow of a door that opens one way: it points along +y."""
    b.paper(ring([(-0.52, -0.46), (0.52, -0.46), (0, 0.62)]))
    b.ink(ring([(-0.38, -0.34), (0.38, -0.34), (0, 0.42)]))


_LEAVES = {
    "door": _door, "double": _double, "locked": _locked, "barred": _barred, "reinforced": _reinforced,
    "stuck": _stuck, "false": _false,
}  # fmt: skip
_GAPS = {"arch": _arch, "portcullis": _portcullis, "curtain": _curtain}
