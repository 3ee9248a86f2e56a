"""A dungeon seen from the side: which areas show as boxes on each level, and where the links between levels run.

Every area and link stands at its true east-west place. Areas that would hide each other give way: those with a link
come first, then entrance and goal, then the larger.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from zinegen.dungeon.model import SURFACE, Area, Dungeon, Level, Link, level_of

LEAST = 3.0
"""The narrowest box, in squares; it holds a number."""
APART = 1.2
"""Passage between two boxes."""
SPREAD = 2.7
"""Between the middles of two links that run side by side."""
HALF = {"stairs": 1.0, "spiral_stairs": 0.95, "chasm_sight": 1.3, "chute": 0.6, "trapdoor": 0.5}
"""Half the width of a link seen from the side; 0.75 for the others."""


@dataclass(frozen=True, slots=True)
class Box:
    """An area seen from the side, from x0 to x1."""

    area: Area
    x0: float
    x1: float


@dataclass(frozen=True, slots=True)
class Run:
    """A link seen from the side; level 0 is the surface."""

    link: Link
    x: float
    upper: int
    lower: int

    @property
    def half(self) -> float:
        """Half its width."""
        return HALF.get(self.link.kind, 0.75)


@dataclass(frozen=True, slots=True)
class Profile:
    """What a side view shows: boxes by level number, runs, and the span of each level's passages."""

    boxes: dict[int, tuple[Box, ...]]
    runs: tuple[Run, ...]
    spans: dict[int, tuple[float, float]]


def profile(dungeon: Dungeon) -> Profile:
    """The side view of a dungeon from the south."""
    runs = _spread([r for link in dungeon.links if (r := _run(link)) is not None])
    boxes: dict[int, tuple[Box, ...]] = {}
    spans: dict[int, tuple[float, float]] = {}
    for level in dungeon.levels:
        touching = [r for r in runs if level.number in (r.upper, r.lower)]
        boxes[level.number] = _boxes(level, touching, (dungeon.entrance, dungeon.goal))
        xs = [x for b in boxes[level.number] for x in (b.x0, b.x1)] + [
            r.x + s * (r.half + 0.8) for r in touching for s in (-1, 1)
        ]
        spans[level.number] = (min(xs, default=0.0), max(xs, default=4.0))
    return Profile(boxes, tuple(runs), spans)


def _run(link: Link) -> Run | None:
    """A link as a run; None for one that stays on its level or has no place in a side view."""
    ends = sorted(((0 if e.area == SURFACE else level_of(e.area)), e.at[0]) for e in (link.from_, link.to))
    if ends[0][0] == ends[1][0]:
        return None
    return Run(link, ends[1][1], ends[0][0], ends[1][0])


def _spread(runs: list[Run]) -> list[Run]:
    """Runs that share a storey, pushed apart until none covers another."""
    runs = sorted(runs, key=lambda r: (r.x, r.link.id))
    for _ in range(12):
        moved = False
        for n, right in enumerate(runs):
            for m in range(n):
                left = runs[m]
                gap = right.x - left.x
                if left.upper < right.lower and right.upper < left.lower and gap < SPREAD - 1e-6:
                    push = (SPREAD - gap) / 2
                    runs[m], runs[n] = replace(left, x=left.x - push), replace(right, x=right.x + push)
                    right, moved = runs[n], True
        if not moved:
            break
        runs.sort(key=lambda r: (r.x, r.link.id))
    return runs


def _boxes(level: Level, runs: list[Run], famous: tuple[str, str]) -> tuple[Box, ...]:
    """The areas of a level that show, west to east."""
    keyed = {a.id: a for a in level.areas if a.key is not None and a.outline}
    ends: dict[str, list[Run]] = {}
    for r in runs:
        for end in (r.link.from_, r.link.to):
            if end.area != SURFACE and level_of(end.area) == level.number:
                ends.setdefault(end.area, []).append(r)
    kept = [(r.x - r.half - 0.5, r.x + r.half + 0.5) for i, rs in ends.items() if i not in keyed for r in rs]
    shown: list[Box] = []
    for id_ in sorted((i for i in ends if i in keyed), key=lambda i: min(r.x for r in ends[i])):
        shown.append(_around(keyed[id_], ends[id_], runs, shown))
    rest = [a for a in keyed.values() if a.id not in ends]
    for area in sorted(rest, key=lambda a: (a.id not in famous, -_width(a), a.key or 0)):
        x0, x1 = _extent(area)
        free = _largest_free(x0, x1, [*kept, *((b.x0 - APART, b.x1 + APART) for b in shown)])
        if free is not None:
            shown.append(Box(area, *free))
    return tuple(sorted(shown, key=lambda b: b.x0))


def _extent(area: Area) -> tuple[float, float]:
    xs = [p[0] for p in area.outline]
    return min(xs), max(xs)


def _width(area: Area) -> float:
    x0, x1 = _extent(area)
    return x1 - x0


def _around(area: Area, own: list[Run], runs: Iterable[Run], shown: list[Box]) -> Box:
    """A box that holds its own links and no others, and keeps clear of the boxes before it."""
    low, high = min(r.x - r.half for r in own) - 0.6, max(r.x + r.half for r in own) + 0.6
    x0, x1 = _extent(area)
    x0, x1 = min(x0, low), max(x1, high)
    for r in runs:
        if r not in own:
            if r.x < low:
                x0 = max(x0, r.x + r.half + 0.7)
            elif r.x > high:
                x1 = min(x1, r.x - r.half - 0.7)
    for b in shown:
        if b.x1 <= low + 1:
            x0 = max(x0, b.x1 + 0.7)
    return Box(area, min(x0, low), max(x1, high))


def _largest_free(x0: float, x1: float, taken: Iterable[tuple[float, float]]) -> tuple[float, float] | None:
    """The widest part of a stretch that nothing has taken, if wide enough for a box."""
    best: tuple[float, float] | None = None
    at = x0
    for a, b in sorted([*taken, (x1, x1)]):
        end = min(a, x1)
        if end - at >= LEAST and (best is None or end - at > best[1] - best[0]):
            best = (at, end)
        at = max(at, b)
        if at >= x1:
            break
    return best
