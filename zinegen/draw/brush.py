"""A brush that lays symbols in their own frame, and the well that merges them into a few paths."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from zinegen.draw.pens import WHITE, Pens
from zinegen.draw.picture import Part, Path, box, circle, line, moved, ring

ORDER = ("paper", "shade", "ink", "thin", "mid", "thick", "light")
"""What is drawn first to last: paper-coloured ground, water shade, solid ink, three pens, paper colour over ink."""


class Well:
    """Collects the parts of many symbols, by kind of ink; `paths` merges each kind into one path."""

    def __init__(self, pens: Pens, colour: str) -> None:
        self.pens, self.colour = pens, colour
        self._parts: dict[str, list[Part]] = {kind: [] for kind in ORDER}

    def add(self, kind: str, parts: Iterable[Part]) -> None:
        """Add parts in the picture's frame to one kind of ink."""
        self._parts[kind] += parts

    def paths(self) -> tuple[Path, ...]:
        """One path for each kind of ink in use."""
        style = {
            "paper": {"fill": WHITE},
            "shade": {"fill": self.pens.shade},
            "ink": {"fill": self.colour},
            "thin": {"stroke": self.colour, "width": self.pens.thin},
            "mid": {"stroke": self.colour, "width": self.pens.mid},
            "thick": {"stroke": self.colour, "width": self.pens.thick, "cap": "butt"},
            "light": {"fill": WHITE},
        }
        return tuple(Path(tuple(self._parts[k]), **style[k]) for k in ORDER if self._parts[k])  # type: ignore[arg-type]


class Brush:
    """Draws in a frame of its own: x to the right, y down, turned clockwise and put at a place of the picture."""

    def __init__(self, well: Well, x: float, y: float, turn_deg: float = 0.0, scale: float = 1.0) -> None:
        c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        self.well, self._x, self._y = well, x, y
        self._matrix = np.array([[c, -s], [s, c]]) * scale
        self.pens = well.pens

    def _add(self, kind: str, *parts: Part) -> None:
        self.well.add(kind, [moved(p, self._matrix, self._x, self._y) for p in parts])

    def shape(self, part: Part, pen: str = "mid") -> None:
        """A closed shape: paper inside, outlined with a pen."""
        self._add("paper", part)
        self._add(pen, part)

    def ink(self, *parts: Part) -> None:
        """Solid ink."""
        self._add("ink", *parts)

    def shade(self, *parts: Part) -> None:
        """Filled as water is."""
        self._add("shade", *parts)

    def light(self, *parts: Part) -> None:
        """Paper colour over ink."""
        self._add("light", *parts)

    def paper(self, *parts: Part) -> None:
        """Paper colour under the symbol."""
        self._add("paper", *parts)

    def stroke(self, pen: str, *parts: Part) -> None:
        """Lines with the thin, mid or thick pen."""
        self._add(pen, *parts)

    def lines(self, pen: str, *ends: Sequence[float]) -> None:
        """Straight lines, each given as x0, y0, x1, y1."""
        self._add(pen, *(line(((a, b), (c, d))) for a, b, c, d in ends))


def rect(w: float, h: float, x: float = 0.0, y: float = 0.0) -> Part:
    """A rectangle by size and middle."""
    return box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)


def star(points: int, outer: float, inner: float, x: float = 0.0, y: float = 0.0) -> Part:
    """A star with one point up."""
    turns = [math.pi * n / points for n in range(2 * points)]
    radii = [outer, inner] * points
    return ring([(x + r * math.sin(t), y - r * math.cos(t)) for t, r in zip(turns, radii, strict=True)])


def disc(r: float, x: float = 0.0, y: float = 0.0) -> Part:
    """A circle by radius and middle."""
    return circle(x, y, r)


def arc(r: float, from_deg: float, to_deg: float, steps: int = 10, x: float = 0.0, y: float = 0.0) -> Part:
    """A stretch of a circle, 0 pointing east, turning clockwise on paper."""
    turns = np.radians(np.linspace(from_deg, to_deg, steps + 1))
    return line(np.stack([x + r * np.cos(turns), y + r * np.sin(turns)], axis=1))
