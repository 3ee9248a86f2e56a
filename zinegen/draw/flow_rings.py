"""A level's flow -> a chart of rings: each cycle a circle, one in an insertion point opens its parent's.

The circle of an inner cycle has its middle on the circle of the outer one; where the two cross stand its start and
its goal, and the outer circle goes on between them as a ghost. Circles grow until nothing touches.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from zinegen.draw.flow_cycles import Item, Join, Nest, Ring, closes, on_arc
from zinegen.draw.flow_extras import hang_extras
from zinegen.draw.flow_graph import Graph
from zinegen.draw.flow_sketch import Drawn, Sketch
from zinegen.draw.flow_touch import touching
from zinegen.draw.picture import Points
from zinegen.dungeon.model import Arc
from zinegen.words import lexicon, word

ROUNDS = 60
CROWDED = 6
"""So often rings grow to make room for side rooms."""


def ring_sketch(graph: Graph) -> Sketch:
    """The chart of a level with grown cycles, with places round the middle of its outermost circle."""
    return _Rings(graph).sketch()


class _Rings:
    def __init__(self, graph: Graph) -> None:
        self.graph, self.flow = graph, graph.level.flow
        self.nest = Nest(graph)
        self.top, self.radii, self.crowd = self.nest.top, self.nest.radii, self.nest.crowd

    # ------------------------------------------------------------------------------------------------- measures

    def _width(self, item: Item) -> float:
        """How much of its ring an item takes, in mm."""
        a, b = self.radii[item.first], self.radii[item.last]
        return a + b + (2.05 * item.ring.radius if item.ring is not None else 0.0)

    def _sides(self, ring: Ring) -> tuple[list[int], list[int]]:
        n = len(ring.items)
        return list(range(1, ring.exit)), list(range(ring.exit + 1, n))

    def _demand(self, ring: Ring, side: list[int], first: int) -> float:
        """How long the stretch of a ring with these items is at the least, from middle to middle of its ends."""
        ends = 0.0
        for n in (ring.items[0], ring.items[ring.exit]):
            ends += self._width(n) / 2
        joins = range(first, first + len(side) + 1)
        return ends + sum(self._width(ring.items[n]) for n in side) + sum(ring.joins[n].length for n in joins)

    def _size(self, ring: Ring) -> None:
        for item in ring.items:
            if item.ring is not None:
                self._size(item.ring)
        one, two = self._sides(ring)
        long = self._demand(ring, one, 0), self._demand(ring, two, ring.exit)
        if ring.parent is None:
            share = min(max(long[0] / sum(long), 0.36), 0.64)
            ring.radius = max(long[0] / (math.tau * share), long[1] / (math.tau * (1 - share)), 16.0)
        else:
            outer, inner = max(long), min(long)
            ring.radius = max(outer / (math.pi + 0.5), inner / (math.pi - 0.5), 8.5 * self.crowd)
        ring.radius *= ring.growth

    def _put(self, ring: Ring) -> None:
        """Give the items of a ring their angles, and the rings on it their places."""
        one, two = self._sides(ring)
        long = self._demand(ring, one, 0), self._demand(ring, two, ring.exit)
        if ring.parent is None:
            share = min(max(long[0] / sum(long), 0.36), 0.64)
            begin, reach = math.pi / 2, math.tau * share
        else:
            begin, reach = self._mouth(ring, long[0] >= long[1])
        angle: dict[int, float] = {0: begin, ring.exit: begin + reach}
        self._spread(ring, one, 0, begin, reach, angle)
        self._spread(ring, two, ring.exit, begin + reach, math.tau - reach, angle)
        ring.angles = []
        for n, item in enumerate(ring.items):
            at = angle[n]
            if item.ring is None:
                ring.angles.append((at, at))
                continue
            half = 2 * math.asin(min(item.ring.radius / (2 * ring.radius), 0.95))
            ring.angles.append((at - half, at + half))
            middle = ring.place(ring.turn * at)
            item.ring.x, item.ring.y = middle
            self._put(item.ring)

    def _mouth(self, ring: Ring, first_outside: bool) -> tuple[float, float]:
        """Where an inner ring's start stands, and how far round its goal is; its longer side lies outside."""
        parent = ring.parent
        assert parent is not None
        item = next(n for n, i in enumerate(parent.items) if i.ring is ring)
        first, last = _crossing(parent, ring)
        if parent.items[item].first != ring.cycle.start:
            first, last = last, first
        a = math.atan2(first[1] - ring.y, first[0] - ring.x)
        b = math.atan2(last[1] - ring.y, last[0] - ring.x)
        out = math.atan2(ring.y - parent.y, ring.x - parent.x)
        clockwise_outside = (out - a) % math.tau < (b - a) % math.tau
        ring.turn = 1 if clockwise_outside == first_outside else -1
        return ring.turn * a, (ring.turn * (b - a)) % math.tau

    def _spread(
        self, ring: Ring, side: list[int], first: int, begin: float, reach: float, angle: dict[int, float]
    ) -> None:
        """Space the items of one side evenly, by the lengths that they and the ways between them want."""
        joins = [ring.joins[n] for n in range(first, first + len(side) + 1)]
        ends = (
            self._width(ring.items[first]) / 2,
            self._width(ring.items[(first + len(side) + 1) % len(ring.items)]) / 2,
        )
        wanted = self._demand(ring, side, first)
        spare = reach * ring.radius - wanted
        weights = [(2.2 if join.open else 1.0) * join.length for join in joins]
        at = ends[0]
        for n, join, weight in zip([*side, -1], joins, weights, strict=True):
            at += join.length + spare * weight / sum(weights)
            if n >= 0:
                half = self._width(ring.items[n]) / 2
                angle[n] = begin + (at + half) / ring.radius
                at += 2 * half

    # ---------------------------------------------------------------------------------------------- to a sketch

    def sketch(self) -> Sketch:
        """The chart with rings as small as can be."""
        rest = [n for n in range(len(self.graph.ways)) if n not in self.nest.used]
        best: tuple[int, Sketch] | None = None
        tries = 0
        for _ in range(ROUNDS):
            self._size(self.top)
            self._put(self.top)
            sketch = self._drawn()
            hurt = touching(self.top, sketch)
            for ring in hurt:
                ring.growth *= 1.06
            if hurt:
                continue
            crowded = hang_extras(sketch, rest)
            if best is None or len(crowded) < best[0]:
                best = (len(crowded), sketch)
            tries += 1
            if not crowded or tries == CROWDED:
                return best[1]
            for ring in self.top.walk():
                if any(item.first in crowded or item.last in crowded for item in ring.items):
                    ring.growth *= 1.09
        if best is None:
            hang_extras(sketch, rest)
            return sketch
        return best[1]

    def _drawn(self) -> Sketch:
        sketch = Sketch(self.graph, locks_in=self.nest.locks_in, radii=dict(self.radii))
        sketch.start, sketch.goal = self.top.cycle.start, self.top.cycle.goal
        inner = {x for c in self.flow.cycles if c.parent is not None for x in (c.start, c.goal)}
        sketch.shapes = {
            id_: "fork" if knot.area is None else "diamond" if id_ in inner else "circle"
            for id_, knot in self.graph.knots.items()
        }
        for ring in self.top.walk():
            self._draw_ring(sketch, ring)
        return sketch

    def _draw_ring(self, sketch: Sketch, ring: Ring) -> None:
        for item, (first, last) in zip(ring.items, ring.angles, strict=True):
            for id_, angle in ((item.first, first), (item.last, last)):
                if id_ not in sketch.at or ring.parent is None:
                    sketch.at[id_] = ring.place(ring.turn * angle)
                    sketch.outward[id_] = (math.cos(ring.turn * angle), math.sin(ring.turn * angle))
        covered: list[tuple[float, float]] = []
        for k, join in enumerate(ring.joins):
            a, b = ring.stretch(k)
            if join.sight:
                sketch.sights.append(ring.arc(a, b))
            elif not join.open:
                covered.append((a, b))
                self._draw_join(sketch, ring, join, a, b)
        for k, item in enumerate(ring.items):
            if item.ring is not None:
                covered.append(ring.angles[k])
        sketch.bands += [ring.arc(a, b) for a, b in covered]
        self._say(sketch, ring)

    def _draw_join(self, sketch: Sketch, ring: Ring, join: Join, a: float, b: float) -> None:
        steps = len(join.ways)
        for m, way in enumerate(join.ways):
            lo, hi = a + (b - a) * m / steps, a + (b - a) * (m + 1) / steps
            if m:
                sketch.at[way.a] = ring.place(ring.turn * lo)
                sketch.outward[way.a] = (math.cos(ring.turn * lo), math.sin(ring.turn * lo))
            one = Drawn(way, ring.arc(lo, hi))
            arcs = [
                arc
                for arc in self.flow.arcs
                if arc.cycle == ring.cycle.id and on_arc(arc, join.ways[0].a, join.ways[-1].b)
            ]
            one.danger = m == 0 and any(arc.danger > 1 and _middle_step(arc, join) for arc in arcs)
            one.barrier = closes(ring.cycle, way)
            sketch.drawn.append(one)

    def _say(self, sketch: Sketch, ring: Ring) -> None:
        arcs = [arc for arc in self.flow.arcs if arc.cycle == ring.cycle.id and arc.kind in ("short", "long")]
        cycle = ring.cycle
        sketch.roles |= {
            area: role_words(role) for role, area in cycle.marks.items() if area in sketch.at and role_words(role)
        }
        sketch.changed += [cycle.start] if cycle.altered and cycle.start in sketch.at else []
        self._themes(sketch, ring, arcs)
        if ring.cycle.patrol:
            sketch.patrols.append(_patrol_of(ring))
        if ring.parent is None and {arc.kind for arc in arcs} == {"short", "long"}:
            for arc in arcs:
                steps = [d for d in sketch.drawn if on_arc(arc, d.way.a, d.way.b)]
                if steps:
                    sketch.sayings.append((word("flow", arc.kind), steps[len(steps) // 2].line))

    def _themes(self, sketch: Sketch, ring: Ring, arcs: list[Arc]) -> None:
        """The two sides of a ring, where each has a theme of its own."""
        themed = [arc for arc in arcs if arc.theme]
        if len(themed) != 2 or not 0 < ring.exit < len(ring.items):
            return
        first = ring.joins[0]
        if first.ways and not on_arc(themed[0], first.ways[0].a, first.ways[-1].b):
            themed.reverse()
        start, goal = (sum(ring.angles[n]) / 2 for n in (0, ring.exit))
        for (a, b), arc in zip(((start, goal), (goal, start + math.tau)), themed, strict=True):
            sketch.halves.append((theme_word(arc.theme), ring.arc(a, b)))


def role_words(role: str) -> str:
    """What an area is to its cycle, in words; empty for what has a sign of its own."""
    if role.startswith("key") or role == "barrier":
        return ""
    return str(lexicon("flow")["role"].get(role, role.replace("_", " ")))


def theme_word(theme: str) -> str:
    """What a theme is called."""
    return str(lexicon("flow")["theme"].get(theme, theme.replace("_", " ")))


def _patrol_of(ring: Ring) -> Points:
    """Just within a ring, all the way round in the direction of its items."""
    inner = ring.radius - 1.9
    turns = ring.turn * np.linspace(ring.angles[0][0], ring.angles[0][0] + math.tau, 120)
    return np.stack([ring.x + inner * np.cos(turns), ring.y + inner * np.sin(turns)], axis=1)


def _crossing(parent: Ring, ring: Ring) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where an inner ring crosses its parent: first in the parent's order, then last."""
    out = math.atan2(ring.y - parent.y, ring.x - parent.x)
    half = parent.turn * 2 * math.asin(min(ring.radius / (2 * parent.radius), 0.95))
    return parent.place(out - half), parent.place(out + half)


def _middle_step(arc: Arc, join: Join) -> bool:
    """Whether a join is the middle one of an arc, where the arc's sign stands."""
    steps = list(pairwise([arc.from_, *arc.areas, arc.to]))
    return set(steps[(len(steps) - 1) // 2]) == {join.ways[0].a, join.ways[-1].b}
