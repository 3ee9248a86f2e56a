"""The display list: what a picture is before it is written, as SVG or as PDF operators.

A picture is a few layers; a layer is a few paths, each merged from many parts, and texts. Coordinates are the
picture's own units (squares for a map, mm for a cover); `scale` says how many mm a unit is. No type of a drawing
library appears here, so that both writers share one geometry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Places in picture units, shape (n, 2)."""

PartKind = Literal["line", "ring", "curve", "loop", "ticks"]


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of a path.

    line: an open run of n points; ring: a closed one. curve: cubic Béziers, 1 + 3k points; loop: the same, closed.
    ticks: n separate straight strokes, shape (n, 2, 2).
    """

    kind: PartKind
    points: Points


@dataclass(frozen=True, slots=True)
class Path:
    """Parts that share one style. Widths and dashes are in picture units, colours `#rrggbb`."""

    parts: tuple[Part, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    evenodd: bool = False
    cap: Literal["round", "butt"] = "round"
    join: Literal["round", "miter"] = "round"


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, its baseline at y. `halo` is the width of a rim in paper colour, drawn before all texts."""

    x: float
    y: float
    text: str
    size: float
    face: str = "label"
    """A name from `faces.FACES`."""
    anchor: Literal["start", "middle", "end"] = "middle"
    fill: str = "#000000"
    halo: float = 0.0


@dataclass(frozen=True, slots=True)
class Layer:
    """What is drawn together; its name becomes the class `ly-NAME` of an SVG group."""

    name: str
    paths: tuple[Path, ...] = ()
    texts: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture, ready for a writer."""

    width_mm: float
    height_mm: float
    scale: float
    """mm to a picture unit."""
    origin: tuple[float, float]
    """The place in picture units of the north-west corner."""
    layers: tuple[Layer, ...]
    title: str = ""
    desc: str = ""
    spots: dict[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    """Area id -> a polygon in mm from the north-west corner of the picture, for links over it."""
    paper: str = "#ffffff"

    @property
    def width(self) -> float:
        """Width in mm, as `spots` are."""
        return self.width_mm

    @property
    def height(self) -> float:
        """Height in mm."""
        return self.height_mm


def line(points: Iterable[Sequence[float]]) -> Part:
    """An open run of points."""
    return Part("line", np.asarray(list(points), dtype=float))


def ring(points: Iterable[Sequence[float]]) -> Part:
    """A closed run of points, the first not repeated."""
    return Part("ring", np.asarray(list(points), dtype=float))


def box(x0: float, y0: float, x1: float, y1: float) -> Part:
    """A rectangle."""
    return ring(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


_K = 0.5522847498
_CIRCLE = np.array(
    [(1, 0), (1, _K), (_K, 1), (0, 1), (-_K, 1), (-1, _K), (-1, 0), (-1, -_K), (-_K, -1), (0, -1), (_K, -1), (1, -_K),
     (1, 0)],
    dtype=float,
)  # fmt: skip


def circle(x: float, y: float, rx: float, ry: float | None = None) -> Part:
    """A circle or ellipse, as four cubic curves."""
    return Part("loop", _CIRCLE * (rx, rx if ry is None else ry) + (x, y))


def moved(part: Part, matrix: Points, x: float, y: float) -> Part:
    """A part turned or stretched by a 2 x 2 matrix, then shifted."""
    return Part(part.kind, part.points @ matrix.T + (x, y))
