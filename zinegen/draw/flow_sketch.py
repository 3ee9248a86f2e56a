"""What a flowchart's layout hands to its drawing: knots with places, ways with their lines, and what lies between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from zinegen.draw.flow_graph import Graph, Way
from zinegen.draw.picture import Points

FORK = 1.2
"""The room that a fork of passages takes, in mm."""
RIM = 1.2
"""Between the two rings of a start or goal."""
KnotShape = Literal["circle", "diamond", "fork"]


@dataclass(slots=True)
class Drawn:
    """A way with its line in mm, from its first knot's middle to its second's."""

    way: Way
    line: Points
    danger: bool = False
    barrier: bool = False


@dataclass(slots=True)
class Sketch:
    """A chart with places, in mm."""

    graph: Graph
    at: dict[str, tuple[float, float]] = field(default_factory=dict)
    radii: dict[str, float] = field(default_factory=dict)
    shapes: dict[str, KnotShape] = field(default_factory=dict)
    drawn: list[Drawn] = field(default_factory=list)
    bands: list[Points] = field(default_factory=list)
    """The pale rings under the cycles."""
    sights: list[Points] = field(default_factory=list)
    halves: list[tuple[str, Points]] = field(default_factory=list)
    """The two sides of a cycle with opposed themes: what each is called, and its arc; every other one is tinted."""
    patrols: list[Points] = field(default_factory=list)
    """In the direction of the patrol."""
    locks_in: dict[str, list[str]] = field(default_factory=dict)
    """Knot -> the locks that are drawn in it and not on a way."""
    outward: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Where a knot's name stands best, as a direction."""
    sayings: list[tuple[str, Points]] = field(default_factory=list)
    """Words that stand beside a line."""
    roles: dict[str, str] = field(default_factory=dict)
    """Knot -> what it is to its cycle, in words."""
    changed: list[str] = field(default_factory=list)
    """Knots that are other places when one comes back."""
    start: str | None = None
    goal: str | None = None

    def edge(self, id_: str) -> float:
        """How far a knot reaches, its outer ring with it."""
        return self.radii[id_] + (RIM if id_ in (self.start, self.goal) else 0.0)

    def moved(self, scale: float, turn_deg: float, x: float, y: float, size: float) -> None:
        """Turn about the origin, scale, shift; radii are scaled by `size`."""
        turn = np.radians(turn_deg)
        c, s = np.cos(turn) * scale, np.sin(turn) * scale
        matrix = np.array([[c, s], [-s, c]])

        def to(points: Points) -> Points:
            return np.asarray(points @ matrix + (x, y))

        for id_, place in self.at.items():
            px, py = to(np.array([place]))[0].tolist()
            self.at[id_] = (px, py)
        for id_, way in self.outward.items():
            dx, dy = (np.array([way]) @ matrix)[0].tolist()
            self.outward[id_] = (dx, dy)
        self.radii = {id_: r * size if self.shapes[id_] != "fork" else r for id_, r in self.radii.items()}
        for one in self.drawn:
            one.line = to(one.line)
        self.bands = [to(line) for line in self.bands]
        self.sights = [to(line) for line in self.sights]
        self.halves = [(word, to(line)) for word, line in self.halves]
        self.patrols = [to(line) for line in self.patrols]
        self.sayings = [(word, to(line)) for word, line in self.sayings]


def smooth(points: Points, step: float = 1.2) -> Points:
    """A curve through places, sampled about every `step` mm (centripetal Catmull-Rom)."""
    if len(points) < 3:
        n = max(2, int(np.hypot(*(points[-1] - points[0])) / step) + 1)
        return np.asarray(points[0] + np.linspace(0, 1, n)[:, None] * (points[-1] - points[0]))
    p = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.concatenate([[0.0], np.cumsum(np.maximum(np.hypot(*np.diff(p, axis=0).T), 1e-6) ** 0.5)])
    out = []
    for i in range(1, len(p) - 2):
        n = max(2, int(np.hypot(*(p[i + 1] - p[i])) / step) + 1)
        u = np.linspace(t[i], t[i + 1], n, endpoint=i == len(p) - 3)[:, None]
        a = [_between(p[k], p[k + 1], t[k], t[k + 1], u) for k in (i - 1, i, i + 1)]
        b = [_between(a[k], a[k + 1], t[i - 1 + k], t[i + 1 + k], u) for k in (0, 1)]
        out.append(_between(b[0], b[1], t[i], t[i + 1], u))
    return np.asarray(np.vstack(out))


def _between(p: Points, q: Points, s: float, t: float, u: Points) -> Points:
    return np.asarray((t - u) / (t - s) * p + (u - s) / (t - s) * q)


def reach(line: Points) -> Points:
    """How far along a line each of its points lies, in mm."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])


def along(line: Points, far: float) -> tuple[float, float, float]:
    """The place so many mm along a line, and the direction there in degrees."""
    run = reach(line)
    x, y = (float(np.interp(far, run, line[:, k])) for k in (0, 1))
    i = int(np.clip(np.searchsorted(run, far), 1, len(line) - 1))
    a, b = line[max(i - 2, 0)], line[min(i + 1, len(line) - 1)]
    return x, y, float(np.degrees(np.arctan2(b[1] - a[1], b[0] - a[0])))


def trimmed(points: Points, first: float, last: float) -> Points:
    """A line without so many mm at its ends; at least its middle stays."""
    run = reach(points)
    total = float(run[-1])
    if first + last > total - 0.4:
        share = (total - 0.4) / max(first + last, 1e-6)
        first, last = max(first * share, 0.0), max(last * share, 0.0)
    inner = (run > first) & (run < total - last)
    ends = [[float(np.interp(d, run, points[:, k])) for k in (0, 1)] for d in (first, total - last)]
    return np.vstack([ends[0], points[inner], ends[1]])


def beside(points: Points, far: float) -> Points:
    """A line that runs beside another."""
    way = np.gradient(points, axis=0)
    way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    return np.asarray(points + far * np.stack([-way[:, 1], way[:, 0]], axis=1))
