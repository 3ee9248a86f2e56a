"""A level's flow as rings without places: cycles, what stands on them in order, and which ways join it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from zinegen.draw.flow_graph import Graph, Way
from zinegen.draw.flow_sketch import FORK
from zinegen.draw.picture import Points
from zinegen.dungeon.model import Arc, Cycle

KNOT, DIAMOND = 4.3, 4.9
LOCKED = 5.9
"""Of a knot with a padlock in it."""
CLEAR, MARKED = 7.5, 10.5
"""The least length of line that is seen between two knots, without and with a mark on it."""


@dataclass(slots=True, eq=False)
class Join:
    """What lies between two neighbours on a ring."""

    ways: list[Way] = field(default_factory=list)
    """Turned to run on round the ring; more than one where passages fork."""
    sight: bool = False
    length: float = CLEAR

    @property
    def open(self) -> bool:
        return not self.ways and not self.sight


@dataclass(slots=True, eq=False)
class Item:
    """What stands on a ring: a knot, or a ring in its place, with the knot where one comes to it and leaves it."""

    first: str
    last: str
    ring: Ring | None = None


@dataclass(slots=True, eq=False)
class Ring:
    """A cycle on its way to a circle. Angles in radians, clockwise on paper."""

    cycle: Cycle
    items: list[Item] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)
    """joins[n] lies between items[n] and the one after it."""
    parent: Ring | None = None
    radius: float = 0.0
    x: float = 0.0
    y: float = 0.0
    growth: float = 1.0
    angles: list[tuple[float, float]] = field(default_factory=list)
    """Of each item's first and last knot; they increase with the items."""
    exit: int = 0
    """The item at which one leaves the ring: its goal, as a rule."""
    turn: int = 1
    """1: drawn clockwise; -1: the other way round."""

    def walk(self) -> Iterator[Ring]:
        yield self
        for item in self.items:
            if item.ring is not None:
                yield from item.ring.walk()

    def place(self, angle: float) -> tuple[float, float]:
        """The place on the circle at an angle."""
        return self.x + self.radius * math.cos(angle), self.y + self.radius * math.sin(angle)

    def arc(self, a: float, b: float) -> Points:
        """The circle from one of its items' angles to another, as a line."""
        steps = max(3, int(abs(b - a) * self.radius / 1.2))
        turns = self.turn * np.linspace(a, b, steps + 1)
        return np.stack([self.x + self.radius * np.cos(turns), self.y + self.radius * np.sin(turns)], axis=1)

    def stretch(self, n: int) -> tuple[float, float]:
        """The angles between which joins[n] lies."""
        after = (n + 1) % len(self.items)
        return self.angles[n][1], self.angles[after][0] + (math.tau if after == 0 else 0.0)


def grown(graph: Graph) -> bool:
    """Whether a level has cycles that a chart of rings can be drawn of."""
    tops = [c for c in graph.level.flow.cycles if c.kind != "loop" and c.parent is None]
    return len(tops) == 1 and all(
        c.start in graph.knots and c.goal in graph.knots and all(a in graph.knots for a in c.areas)
        for c in graph.level.flow.cycles
        if c.kind != "loop"
    )


class Nest:
    """The rings of a level, one in another, the size of its knots, and what of its graph they use up."""

    def __init__(self, graph: Graph) -> None:
        self.graph, self.flow = graph, graph.level.flow
        self.used: set[int] = set()
        """The ways that lie on rings, by their place in the graph."""
        self.crowd: float = min(1.0, float(22 / max(len(graph.knots), 1)) ** 0.5)
        """What the sizes of knots and gaps are scaled by, where there are many."""
        self.locks_in = self._locks_in()
        self.inner = {lock for locks in self.locks_in.values() for lock in locks}
        self.radii = {id_: self._radius(id_) for id_ in graph.knots}
        self.top = self._ring(next(c for c in self.flow.cycles if c.kind != "loop" and c.parent is None), None)

    def _ring(self, cycle: Cycle, parent: Ring | None) -> Ring:
        """A cycle with all that stands on it."""
        ring = Ring(cycle, parent=parent)
        order = list(dict.fromkeys(cycle.areas))
        if cycle.start in order:
            at = order.index(cycle.start)
            order = order[at:] + order[:at]
        inner = {c.start: c for c in self.flow.cycles if c.parent == cycle.id and c.start and c.start != cycle.start}
        by_goal = {c.goal: c for c in inner.values()}
        while order:
            here = order.pop(0)
            sub = inner.get(here) or by_goal.get(here)
            if sub is None:
                ring.items.append(Item(here, here))
                continue
            other = str(sub.goal if here == sub.start else sub.start)
            if order[:1] == [other]:
                order.pop(0)
            below = self._ring(sub, ring)
            ring.items.append(Item(here, other, below))
        for item, after in zip(ring.items, [*ring.items[1:], ring.items[0]], strict=True):
            ring.joins.append(self._join(cycle, item.last, after.first))
        ends = [n for n, item in enumerate(ring.items) if cycle.goal in (item.first, item.last)]
        ring.exit = ends[0] if ends else len(ring.items) // 2
        return ring

    def _join(self, cycle: Cycle, a: str, b: str) -> Join:
        if a == b:
            return Join()
        path = self._path(a, b)
        if path:
            marks = sum(bool(w.secret) + bool(w.to) + len(set(w.locks) - self.inner) for w in path)
            marks += any(arc.cycle == cycle.id and arc.danger > 1 and on_arc(arc, a, b) for arc in self.flow.arcs)
            marks += any(closes(cycle, w) for w in path)
            marks += {a, b} in [set(s) for s in self.graph.sights]
            length = (MARKED + 5.0 * (marks - 1) if marks else CLEAR) * self.crowd
            return Join(path, False, length + 3 * (len(path) - 1))
        return Join([], {a, b} in [set(s) for s in self.graph.sights], 14.0)

    def _path(self, a: str, b: str) -> list[Way]:
        """The ways from a to b that pass through forks alone; each way is used once."""
        edge: list[tuple[str, list[int]]] = [(a, [])]
        seen = {a}
        while edge:
            here, path = edge.pop(0)
            for n, way in enumerate(self.graph.ways):
                if n in self.used or here not in (way.a, way.b):
                    continue
                there = way.other(here)
                if there == b:
                    found, out, at = [*path, n], [], a
                    self.used.update(found)
                    for i in found:
                        out.append(self.graph.ways[i] if self.graph.ways[i].a == at else self.graph.ways[i].turned())
                        at = out[-1].b
                    return out
                if there not in seen and self.graph.knots[there].area is None:
                    seen.add(there)
                    edge.append((there, [*path, n]))
        return []

    def _locks_in(self) -> dict[str, list[str]]:
        """Knot -> the locks in it: its own, and those of a way that leaves a cycle by a door of the cycle's goal."""
        out = {id_: list(knot.locks) for id_, knot in self.graph.knots.items()}
        stands = {lock.id: lock.area for lock in self.graph.locks if lock.area in out}
        for way in self.graph.ways:
            for lock in way.locks:
                if lock in stands:
                    out[stands[lock]].append(lock)
        goals = {c.goal for c in self.flow.cycles if c.kind != "loop"}
        doors = {p.id: p.between for p in self.graph.level.portals}
        for way in self.graph.ways:
            for end, portal in ((way.a, way.portals[0]), (way.b, way.portals[-1])):
                if end in goals and end in doors[portal]:
                    out[end] += [lock for lock in way.locks if lock not in stands]
                    break
        return {id_: list(dict.fromkeys(locks)) for id_, locks in out.items() if locks}

    def _radius(self, id_: str) -> float:
        knot = self.graph.knots[id_]
        if knot.area is None:
            return FORK
        if id_ in self.locks_in:
            return LOCKED * self.crowd
        tops = {x for c in self.flow.cycles if c.parent is None for x in (c.start, c.goal)}
        inner = {x for c in self.flow.cycles if c.parent is not None for x in (c.start, c.goal)}
        return (DIAMOND if id_ in inner | tops else KNOT) * self.crowd


def closes(cycle: Cycle, way: Way) -> bool:
    """Whether the barrier of a cycle closes on a way."""
    if cycle.barrier_at:
        return cycle.barrier_at in way.portals
    return bool(cycle.barrier) and cycle.goal in (way.a, way.b) and bool(way.to)


def on_arc(arc: Arc, a: str, b: str) -> bool:
    """Whether two areas are neighbours on an arc."""
    return any({x, y} == {a, b} for x, y in pairwise([arc.from_, *arc.areas, arc.to]))
