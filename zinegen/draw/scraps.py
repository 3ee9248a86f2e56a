"""A name such as `scrap-bar-60x8-2` and a seed -> a piece of paper, or a copier's trace, to lay behind a text.

A layout's style sheets ask for them by name, `background: url(zg:scrap-bar-60x8-2)`: the kind, its width and height
in mm, and a number that tells one of a kind from the next. What a piece looks like hangs on seed, kind and number.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from zinegen.draw.noise import Floats, scatter, seed_number
from zinegen.draw.pens import BLACK, WHITE
from zinegen.draw.picture import Layer, Part, Path, Picture, line, ring
from zinegen.errors import LayoutError

NAME = re.compile(r"scrap-([a-z]+)-(\d{1,3}(?:\.\d{1,17})?)x(\d{1,3}(?:\.\d{1,17})?)-(\d{1,9})", re.ASCII)
"""Of a size as many decimals as a number of ours may have: a width on letter paper is 126.69999999999999."""
LEAST_MM = 1.0
TOOTH_MM, BITE_MM = 1.9, 0.5
"""From tooth to tooth of a torn edge, and how far it strays."""
EDGE_MM = 0.36
"""The shadow that a torn edge throws on the copier's glass."""
SHADE_MM = 0.55
"""The shadow of a strip of paper, below and to the right."""
SPECKS_CM2 = 0.42
"""Specks of dust to a square centimetre."""


class Hand:
    """A hand that is never quite steady: numbers in -1..1 from a seed."""

    def __init__(self, seed: int) -> None:
        self._seed, self._at = seed, 0

    def many(self, count: int) -> Floats:
        """So many numbers."""
        at = np.arange(self._at, self._at + count, dtype=np.int64)
        self._at += count
        return 2 * scatter(at, np.full_like(at, 7), self._seed) - 1

    def __call__(self, most: float = 1.0) -> float:
        return float(self.many(1)[0]) * most


def scrap(name: str, seed: str) -> Picture:
    """The piece of that name. Raises: LayoutError for a kind that is not there, and for a size that is none."""
    match = NAME.fullmatch(name)
    if match is None or match[1] not in KINDS or min(float(match[2]), float(match[3])) < LEAST_MM:
        raise LayoutError(
            f"zg:{name} is no piece of paper; write scrap-KIND-WIDTHxHEIGHT-NUMBER, 1 to 999 mm, KIND one of "
            f"{', '.join(sorted(KINDS))}"
        )
    kind, width, height, number = match[1], float(match[2]), float(match[3]), int(match[4])
    hand = Hand(seed_number(seed, "scrap", kind, number))
    return Picture(width, height, 1.0, (0.0, 0.0), (Layer(kind, tuple(KINDS[kind](hand, width, height))),))


# ------------------------------------------------------------------------------------------------------- cut edges


def _cut(hand: Hand, w: float, h: float, stray: float) -> Floats:
    """A strip cut by eye: no corner is square, and the scissors were set anew once on each long side."""
    top, bottom, at = hand.many(3) * stray, hand.many(3) * stray, hand.many(2) * 0.2 * w
    lean = hand.many(4) * min(stray * 1.6, w / 8)
    return np.array([
        (max(lean[0], 0), stray + top[0]), (w / 2 + at[0], stray + top[1]), (w - max(lean[1], 0), stray + top[2]),
        (w - max(lean[2], 0), h - stray + bottom[0]), (w / 2 + at[1], h - stray + bottom[1]),
        (max(lean[3], 0), h - stray + bottom[2]),
    ])  # fmt: skip


def _bar(hand: Hand, w: float, h: float) -> list[Path]:
    """A strip of black paper."""
    return [Path((Part("ring", _cut(hand, w, h, 0.06 * h)),), fill=BLACK)]


def _blot(hand: Hand, w: float, h: float) -> list[Path]:
    """A little square of it, further from square."""
    return [Path((Part("ring", _cut(hand, w, h, 0.09 * h)[[0, 2, 3, 5]]),), fill=BLACK)]


def _paper(hand: Hand, w: float, h: float) -> list[Path]:
    """A strip of white paper, with the shadow that it threw when it was copied."""
    edge = _cut(hand, w - SHADE_MM, h - SHADE_MM, min(0.04 * h, 0.42))
    shadow = Part("ring", edge + SHADE_MM * (0.75 + 0.25 * hand.many(2)))
    return [
        Path((shadow,), fill=BLACK), Path((Part("ring", edge),), fill=WHITE, stroke=BLACK, width=0.14, join="miter"),
    ]  # fmt: skip


def _tape(hand: Hand, w: float, h: float) -> list[Path]:
    """A bit of clear tape: its edges, its toothed ends, a crease or two."""
    teeth = max(round(h / 0.9), 3)
    y = np.linspace(0.1, h - 0.1, 2 * teeth + 1)
    bite = np.where(np.arange(len(y)) % 2, 0.45, 0.1)
    left = np.stack([bite, y], axis=1)
    right = np.stack([w - bite, y], axis=1)[::-1]
    creases = [line([(w * (0.3 + 0.2 * n + hand(0.1)), 0.3), (w * (0.3 + 0.2 * n + hand(0.15)), h - 0.3)])
               for n in range(3)]  # fmt: skip
    return [
        Path((Part("ring", np.concatenate([left, right])),), fill=WHITE, stroke=BLACK, width=0.16, join="miter"),
        Path(tuple(creases), stroke=BLACK, width=0.09),
    ]


# ------------------------------------------------------------------------------------------------------- torn edges


def _torn_side(hand: Hand, a: Floats, b: Floats) -> Floats:
    """A torn edge from a to b, without b itself."""
    along = b - a
    length = float(np.hypot(*along))
    count = max(round(length / TOOTH_MM), 3)
    t = (np.arange(count) + np.where(np.arange(count) > 0, 0.42 * hand.many(count), 0)) / count
    off = BITE_MM * hand.many(count) * (0.55 + 0.45 * np.abs(hand.many(count)))
    across = np.array((-along[1], along[0])) / length
    return np.asarray(a + along * t[:, None] + across * off[:, None])


def _sheet(hand: Hand, w: float, h: float, inset: float) -> Floats:
    """A torn sheet."""
    corners = np.array([(inset, inset), (w - inset, inset), (w - inset, h - inset), (inset, h - inset)])
    corners = corners + hand.many(8).reshape(4, 2) * 0.4
    return np.concatenate(
        [_torn_side(hand, a, b) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    )


def _torn(hand: Hand, w: float, h: float) -> list[Path]:
    """The shadow of uneven width that the edge of a torn sheet throws; nothing within it."""
    edge = _sheet(hand, w, h, BITE_MM + EDGE_MM)
    width = EDGE_MM * (1.1 + 0.5 * hand.many(2 * len(edge)).reshape(-1, 2))
    inner = edge + width * np.sign((w / 2, h / 2) - edge)
    return [Path((Part("ring", edge), Part("ring", inner)), fill=BLACK, evenodd=True)]


# -------------------------------------------------------------------------------------------------- a copier's traces


def _specks(hand: Hand, w: float, h: float, density: float) -> list[Part]:
    """Specks of dust on the glass: three-cornered, thicker towards the edges of the page."""
    count = round(w * h / 100 * density * 2)
    x, y, size, keep = (hand.many(count) for _ in range(4))
    near = np.maximum(np.abs(x), np.abs(y))
    kept = (keep + 1) / 2 < 0.18 + 0.82 * near**5
    px, py, side = (x[kept] + 1) * w / 2, (y[kept] + 1) * h / 2, 0.045 + 0.085 * np.abs(size[kept]) ** 2.5
    turns = hand.many(6 * len(px)).reshape(-1, 3, 2)
    base = np.array([(0.0, -1.0), (0.9, 0.6), (-0.9, 0.6)])
    return [Part("ring", np.array((a, b)) + s * (base + 0.5 * turn)) for a, b, s, turn in
            zip(px, py, side, turns, strict=True)]  # fmt: skip


def _hairs(hand: Hand, w: float, h: float) -> list[Part]:
    """A hair or two that lay on the glass, near the foot or the head."""
    found = []
    for n in range(2):
        x, y = w * (0.5 + hand(0.42)), h * (0.982 if n else 0.014) + hand(1)
        way = hand.many(6).reshape(3, 2) * (1.1, 1.5) + np.array(((1.6, 0.0), (3.6, 0.0), (5.4, 0.0)))
        found.append(Part("curve", np.array([(x, y), *(np.array((x, y)) + way)])))
    return found


def _fringe(hand: Hand, w: float, h: float, side: int) -> Part:
    """The dark edge where the page did not lie flat: along the left (0) or the right side."""
    y = np.linspace(h * (0.05 + hand(0.04)), h * (0.93 + hand(0.05)), 46)
    swell = np.sin(np.linspace(0, np.pi, len(y))) ** 0.6
    depth = swell * (0.3 + 0.4 * np.abs(hand()) + 0.4 * hand.many(len(y)) + 0.5 * np.sin(y / 17 + hand(3)))
    x = np.maximum(depth, 0.05)
    inner = np.stack([x if side == 0 else w - x, y], axis=1)
    outer = 0.0 if side == 0 else w
    return ring([*inner, (outer, y[-1]), (outer, y[0])])


def _ghost(hand: Hand, w: float, h: float, side: int) -> tuple[Part, ...]:
    """The broken line that the edge of the pasted original leaves: along the foot and the outer side."""
    x = w - 3.4 + hand(0.5) if side else 3.4 + hand(0.5)
    y = h - 4.2 + hand(0.5)
    runs = []
    for start, end in (((x, 5.0), (x + hand(0.7), h - 6)), ((6.0, y), (w - 6.0, y + hand(0.7)))):
        a, b = np.array(start), np.array(end)
        cuts = np.sort((hand.many(14) + 1) / 2)
        runs += [
            line([a + (b - a) * s, a + (b - a) * t])
            for s, t in zip(cuts[::2], cuts[1::2], strict=True)
            if t - s > 0.012
        ]
    return tuple(runs)


def _dust(hand: Hand, w: float, h: float, side: int) -> list[Path]:
    """What a copier adds to a page: dust, a hair, the ghost of the original's edge, a dark edge outside."""
    return [
        Path((*_specks(hand, w, h, SPECKS_CM2), _fringe(hand, w, h, side)), fill=BLACK),
        Path(tuple(_hairs(hand, w, h)), stroke=BLACK, width=0.09),
        Path(_ghost(hand, w, h, side), stroke=BLACK, width=0.11, cap="butt"),
    ]


def _left(hand: Hand, w: float, h: float) -> list[Path]:
    """The traces on a left page."""
    return _dust(hand, w, h, 0)


def _right(hand: Hand, w: float, h: float) -> list[Path]:
    """The traces on a right page."""
    return _dust(hand, w, h, 1)


def _black(hand: Hand, w: float, h: float) -> list[Path]:
    """A black ground up to a torn edge, where toner did not take everywhere."""
    sheet = _sheet(hand, w, h, BITE_MM + 0.2)
    drops = [Part("ring", part.points) for part in _specks(hand, w, h, SPECKS_CM2 * 3)]
    return [Path((Part("ring", sheet),), fill=BLACK), Path(tuple(drops), fill=WHITE)]


def _staples(hand: Hand, w: float, h: float) -> list[Path]:
    """Two staples side by side, each with its shadow."""
    legs, shades = [], []
    for x in (0.16 * w, 0.84 * w):
        a, b = (x - 4.6, h / 2 + hand(0.5)), (x + 4.6, h / 2 + hand(0.5))
        legs.append(line([(a[0] + 0.1, a[1] + 0.9), a, b, (b[0] - 0.1, b[1] + 0.9)]))
        shades.append(line([(a[0] + 0.5, a[1] + 0.75), (b[0] - 0.3, b[1] + 0.75)]))
    return [Path(tuple(shades), stroke=BLACK, width=0.12), Path(tuple(legs), stroke=BLACK, width=0.5)]


KINDS: dict[str, Callable[[Hand, float, float], list[Path]]] = {
    "bar": _bar, "blot": _blot, "paper": _paper, "tape": _tape, "torn": _torn, "black": _black, "left": _left,
    "right": _right, "staples": _staples,
}  # fmt: skip
"""Kind -> how it is drawn, given a hand and its size in mm."""
