"""What borders are made of: each motif is one repeat of a strip, drawn from a few pieces; a premise has its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import shapely

from zinegen.draw.picture import Part, Points, box, circle, line, ring

Kind = Literal["tube", "body", "hole", "vein"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Parts drawn alike: a tube is a line with a width and two edges; a body a closed figure; a hole shows the
    ground through a body; a vein is a thin line on it."""

    kind: Kind
    parts: tuple[Part, ...]
    width: float = 0.1
    """Of a tube, in heights of the strip."""


@dataclass(frozen=True, slots=True)
class Motif:
    """One repeat of a strip: x along it from 0 to `wide`, y across from 0, the outer edge, to 1; and what stands in
    its corners, in a square from 0 to 1."""

    wide: float
    pieces: tuple[Piece, ...]
    corner: tuple[Piece, ...]


def tube(width: float, *runs: Sequence[Sequence[float]] | Points) -> Piece:
    """Lines with a width."""
    return Piece("tube", tuple(line(run) for run in runs), width)


def body(*parts: Part) -> Piece:
    """Closed figures that do not lie over one another."""
    return Piece("body", parts)


def hole(*parts: Part) -> Piece:
    """Closed figures in the colour of the ground."""
    return Piece("hole", parts)


def vein(*runs: Sequence[Sequence[float]] | Points) -> Piece:
    """Thin lines on a body."""
    return Piece("vein", tuple(line(run) for run in runs))


def wave(wide: float, middle: float, swing: float, phase: float = 0.0, waves: float = 1.0, steps: int = 14) -> Points:
    """A sine along a repeat; `phase` in turns."""
    t = np.linspace(0, 1, steps + 1)
    return np.stack([wide * t, middle + swing * np.sin(math.tau * (waves * t + phase))], axis=1)


def spun(x: float, y: float, r0: float, r1: float, from_: float, to: float, steps: int = 18) -> Points:
    """A spiral about x, y; angles in turns, 0 pointing along the strip, growing clockwise."""
    t = np.linspace(0, 1, steps + 1)
    r, a = r0 + (r1 - r0) * t, math.tau * (from_ + (to - from_) * t)
    return np.stack([x + r * np.cos(a), y + r * np.sin(a)], axis=1)


def rounded(points: Sequence[Sequence[float]], rounds: int = 2) -> Part:
    """A closed figure with its corners cut until they are round."""
    at = np.asarray(points, dtype=float)
    for _ in range(rounds):
        after = np.roll(at, -1, axis=0)
        at = np.stack([0.75 * at + 0.25 * after, 0.25 * at + 0.75 * after], axis=1).reshape(-1, 2)
    return Part("ring", at)


def leaf(x: float, y: float, length: float, turn: float, fat: float = 0.32) -> tuple[Part, Points]:
    """A leaf from its stalk at x, y, and its rib; `turn` in turns."""
    along = np.array([0, 0.18, 0.42, 0.7, 1, 0.7, 0.42, 0.18]) * length
    across = np.array([0, 0.7, 1, 0.62, 0, -0.62, -1, -0.7]) * fat * length
    c, s = math.cos(math.tau * turn), math.sin(math.tau * turn)
    at = np.stack([x + along * c - across * s, y + along * s + across * c], axis=1)
    rib = np.array([(x, y), (x + 0.72 * length * c, y + 0.72 * length * s)])
    return rounded(at.tolist(), 1), rib


def spiked(x: float, y: float, outer: float, inner: float, points: int, turn: float = -0.25) -> Part:
    """A star."""
    n = np.arange(2 * points)
    r = np.where(n % 2 == 0, outer, inner)
    a = math.tau * (turn + n / (2 * points))
    return Part("ring", np.stack([x + r * np.cos(a), y + r * np.sin(a)], axis=1))


def toothed(x: float, y: float, r: float, teeth: int, deep: float) -> Part:
    """A cogwheel's outline."""
    n = np.arange(4 * teeth)
    radius = np.where((n % 4) < 2, r, r - deep)
    shift = np.array([0.12, -0.12, -0.12, 0.12])[n % 4]
    a = math.tau * (n + shift) / (4 * teeth)
    return Part("ring", np.stack([x + radius * np.cos(a), y + radius * np.sin(a)], axis=1))


def bone(x: float, y: float, length: float, turn: float, r: float = 0.085) -> Part:
    """A bone about its middle; `turn` in turns."""
    c, s = math.cos(math.tau * turn), math.sin(math.tau * turn)

    def at(u: float, v: float) -> tuple[float, float]:
        return x + u * c - v * s, y + u * s + v * c

    half = length / 2 - r
    knobs = [shapely.Point(at(u, v)).buffer(1.25 * r, 3) for u in (-half, half) for v in (-r, r)]
    shaft = shapely.LineString([at(-half, 0), at(half, 0)]).buffer(0.72 * r, 1)
    return Part("ring", np.asarray(shapely.union_all([shaft, *knobs]).exterior.coords)[:-1])


def rosette(petals: int, long: float = 0.4) -> tuple[Piece, ...]:
    """A flower in the middle of a corner."""
    leaves = [leaf(0.5, 0.5, long, n / petals - 0.25, 0.3) for n in range(petals)]
    return (body(*(one for one, _ in leaves)), vein(*(rib for _, rib in leaves)), body(circle(0.5, 0.5, 0.1)),
            hole(circle(0.5, 0.5, 0.04)))  # fmt: skip


def skull() -> tuple[Piece, ...]:
    """A skull in a corner."""
    head = rounded([(0.5, 0.1), (0.86, 0.16), (0.9, 0.55), (0.7, 0.68), (0.68, 0.9), (0.32, 0.9), (0.3, 0.68),
                    (0.1, 0.55), (0.14, 0.16)])  # fmt: skip
    nose = ring([(0.5, 0.52), (0.55, 0.64), (0.45, 0.64)])
    teeth = [[(x, 0.74), (x, 0.88)] for x in (0.41, 0.5, 0.59)]
    return (body(head), hole(circle(0.35, 0.46, 0.105, 0.1), circle(0.65, 0.46, 0.105, 0.1), nose),
            vein(*teeth, [(0.34, 0.74), (0.66, 0.74)]))  # fmt: skip


def sun(points: int = 12) -> tuple[Piece, ...]:
    """A star with a ring about its middle."""
    return (body(spiked(0.5, 0.5, 0.43, 0.26, points)), hole(circle(0.5, 0.5, 0.19)), body(circle(0.5, 0.5, 0.1)))


def target() -> tuple[Piece, ...]:
    """Rings in one another."""
    return (body(circle(0.5, 0.5, 0.38)), hole(circle(0.5, 0.5, 0.27)), body(circle(0.5, 0.5, 0.15)))


def lozenge() -> tuple[Piece, ...]:
    """A cut stone."""
    outer = [(0.5, 0.08), (0.92, 0.5), (0.5, 0.92), (0.08, 0.5)]
    inner = [(0.5, 0.27), (0.73, 0.5), (0.5, 0.73), (0.27, 0.5)]
    facets = [[a, b] for a, b in zip(outer, inner, strict=True)]
    return body(ring(outer)), vein([*inner, inner[0]], *facets)


def curl() -> tuple[Piece, ...]:
    """A spiral."""
    return (tube(0.11, spun(0.5, 0.5, 0.03, 0.37, 0.0, 2.1, 30)),)


def cog() -> tuple[Piece, ...]:
    """A cogwheel with spokes."""
    spokes = [spun(0.5, 0.5, 0.12, 0.3, n / 6, n / 6, 1) for n in range(6)]
    return (body(toothed(0.5, 0.5, 0.44, 12, 0.1)), hole(circle(0.5, 0.5, 0.26)), tube(0.06, *spokes),
            body(circle(0.5, 0.5, 0.12)), hole(circle(0.5, 0.5, 0.05)))  # fmt: skip


Builder = Callable[[], Motif]
_BUILDERS: dict[str, Builder] = {}


def motif(build: Builder) -> Builder:
    """Register what builds a motif; its name is the function's."""
    _BUILDERS[build.__name__.strip("_")] = build
    return build


@cache
def motif_named(name: str) -> Motif:
    """A motif by its name. Raises KeyError."""
    _load()
    return _BUILDERS[name]()


def motif_names() -> tuple[str, ...]:
    """All motifs."""
    _load()
    return tuple(sorted(_BUILDERS))


def _load() -> None:
    from zinegen.draw import motifs_grown, motifs_made  # noqa: F401


PREMISES: dict[str, tuple[str, ...]] = {
    "apiary": ("comb", "leaves"), "bathhouse": ("waves", "scales", "arcade"), "caves": ("crystals", "roots", "ropes"),
    "cellar": ("eyes", "stars", "knots"), "cistern": ("waves", "chains", "meander"),
    "crypt": ("bones", "thorns", "arcade"), "embassy": ("meander", "ribbons", "knots"),
    "foundry": ("flames", "gears", "chains"), "hold": ("knots", "crystals", "gears"),
    "lazaret": ("thorns", "arcade", "bones"), "lighthouse": ("waves", "ropes", "scales"),
    "mill": ("gears", "leaves", "ropes"), "mine": ("crystals", "ropes", "chains"),
    "mint": ("coins", "meander", "gears"), "observatory": ("stars", "eyes", "gears"),
    "priory": ("arcade", "leaves", "flames"), "prison": ("chains", "thorns", "bones"),
    "temple": ("scales", "flames", "waves"), "theatre": ("ribbons", "stars", "eyes"),
    "university": ("meander", "eyes", "stars", "leaves"),
}  # fmt: skip
"""Theme of a premise -> the motifs that suit it; for a theme that is not here, any does."""


def motifs_for(theme: str) -> tuple[str, ...]:
    """The motifs that suit a premise's theme."""
    return PREMISES.get(theme, motif_names())


__all__ = ["Motif", "Piece", "box", "circle", "line", "motif", "motif_named", "motif_names", "motifs_for", "ring"]
