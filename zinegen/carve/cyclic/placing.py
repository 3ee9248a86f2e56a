"""Placing: the ears of a flow come in, laid-out levels that fit into the frame go out, the best first."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from zinegen.carve.cyclic.dig import Layout, lay_out
from zinegen.carve.cyclic.flow import Flow
from zinegen.carve.cyclic.order import Order, Rows
from zinegen.carve.cyclic.stairs import treads
from zinegen.carve.embed import Sketch, embed
from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH
from zinegen.carve.landings import FLOOR
from zinegen.carve.pieces import Piece
from zinegen.carve.score import bounds
from zinegen.carve.stairways import inner_spots
from zinegen.dice import Stream

Bar = tuple[int, int, int, int]
"""A straight corridor: its near and far side across, its first and last end along."""
SKETCHES = 8
"""So many sketches are weighed against each other."""
MOST_SKETCHES = 60
STRAY = 0.1
"""How much each square counts that a way down lies beside the first level, where levels are a cycle."""
SPREAD, OUTWARD = 1.2, 1.0
"""How much it counts that levels lie one over the other."""
NARROWEST, WIDEST = 0.72, 1.05
"""Width by height of a level that stands well on an upright page."""
BESIDE, NEAR, LONG = 0.08, 3, 6
"""How much it counts that corridors run side by side, with so many squares of rock between, for longer than that."""


def layouts(order: Order, path: list[int], rows: Rows) -> Iterator[tuple[Layout, int, int]]:
    """Layouts that fit, the best first; then, one by one, any more that fit."""
    found: list[tuple[float, int, tuple[Layout, int, int]]] = []
    for attempt in range(MOST_SKETCHES):
        stream = order.stream.child("sketch", attempt)
        sketch = embed(path, rows, stream)
        for turned in _turns(order, sketch, stream) if sketch is not None else ():
            placed = _placed(order, turned, stream)
            if placed is not None:
                found.append((_cost(order, *placed), len(found), placed))
        if len(found) >= SKETCHES or (attempt >= 3 * SKETCHES and found):
            found.sort(key=lambda one: one[:2])
            yield from (one[2] for one in found)
            found = []


def _placed(order: Order, sketch: Sketch, stream: Stream) -> tuple[Layout, int, int] | None:
    """A sketch turned as it must be, laid out, and moved to where one comes in; None where it does not fit."""
    layout = lay_out(order.flow, order.rooms, sketch, stream)
    if not straight(order.flow, layout):
        return None
    x0, y0, x1, y1 = layout.bounds()
    if order.main is None:
        dx = (order.plan.width - (x1 - x0)) // 2 - x0
        dy = (order.plan.height - (y1 - y0)) // 2 - y0
    else:
        spot = _entry(order, layout, stream)
        if spot is None:
            return None
        dx, dy = order.main.box[0] - spot[0], order.main.box[1] - spot[1]
    inside = x0 + dx >= 2 and y0 + dy >= 2 and x1 + dx <= order.plan.width - 2 and y1 + dy <= order.plan.height - 2
    return (layout, dx, dy) if inside else None


def straight(flow: Flow, layout: Layout) -> bool:
    """Whether everything that is seen is seen straight ahead."""
    lanes = [
        layout.plan.runs.get((way.a, way.b)) or layout.plan.runs.get((way.b, way.a)) for way in flow.ways if way.sight
    ]
    return all(lane is not None and len(lane) == 1 for lane in lanes)


def _turns(order: Order, sketch: Sketch, stream: Stream) -> Iterator[Sketch]:
    """A sketch turned so that stairs go on the way they came, both mirror images; else upright."""
    if order.main is not None and order.up is not None:
        for mirrored in (False, True):
            turned = sketch.turned(0, mirrored)
            path = turned.ways.get((order.flow.start, order.up)) or turned.ways[order.up, order.flow.start][::-1]
            (ax, ay), (bx, by) = path[-1], path[-2]
            side = next(s for s in range(4) if (DX[s], DY[s]) == (bx - ax, by - ay))
            yield turned.turned((order.main.stair.way - side) & 3, False)
        return
    xs, ys = [x for x, _ in sketch.at.values()], [y for _, y in sketch.at.values()]
    lying = max(xs) - min(xs) > max(ys) - min(ys)
    mirrored, half = stream.chance(0.5), 2 * stream.below(2)
    yield sketch.turned(half + lying, mirrored)
    if order.main is not None:
        yield sketch.turned(half + 2 + lying, mirrored)
        yield sketch.turned(half + lying, not mirrored)
        yield sketch.turned(half + 2 + lying, not mirrored)


def _entry(order: Order, layout: Layout, stream: Stream) -> tuple[int, int] | None:
    """Where in a layout the squares lie that must come to lie on those of the stairs from above."""
    assert order.main is not None
    if order.up is not None:
        return treads(layout.box(order.up), order.main.stair.way, FLOOR)
    form, _ = layout.forms[order.flow.start]
    spots = inner_spots(Piece(0, "hall", form, 0, 0), order.main.box[2])
    if not spots:
        return None
    (x, y), (dx, dy) = stream.choice(spots), layout.plan.rooms[order.flow.start]
    return x + dx, y + dy


def _cost(order: Order, layout: Layout, dx: int, dy: int) -> float:
    """How bad a layout is: not compact, not upright, not over the levels above, with long corridors."""
    x0, y0, x1, y1 = layout.bounds()
    floor: int = sum(form.count for form, _ in layout.forms.values())
    corridor = sum(layout.length(way) for way in layout.plan.runs)
    longest = max(layout.length(way) for way in layout.plan.runs)
    wide, tall = x1 - x0, y1 - y0
    lean = max(wide / tall / WIDEST, NARROWEST * tall / wide, 1.0)
    cost = (
        wide * tall / floor * lean * sqrt(lean)
        + 1.5 * corridor / floor
        + 0.03 * longest
        + BESIDE * _side_by_side(layout)
    )
    for ground in order.plan.above:
        ax0, ay0, ax1, ay1 = bounds(ground)
        union = (max(x1 + dx, ax1) - min(x0 + dx, ax0)) * (max(y1 + dy, ay1) - min(y0 + dy, ay0))
        cost += SPREAD * union / max(wide * tall, (ax1 - ax0) * (ay1 - ay0)) / len(order.plan.above)
    return cost + _outward(order, layout) + _astray(order, layout, dx, dy)


def _astray(order: Order, layout: Layout, dx: int, dy: int) -> float:
    """How far levels of a cycle of levels stray from under the first: its arcs are to meet again."""
    if not order.plan.down_to or not order.plan.above:
        return 0.0
    ax0, ay0, ax1, ay1 = bounds(order.plan.above[0])
    x, y, width, height = layout.box(order.flow.goal if order.down is None else order.down)
    off = abs(x + dx + width / 2 - (ax0 + ax1) / 2) + abs(y + dy + height / 2 - (ay0 + ay1) / 2)
    return STRAY * max(0.0, off - (ax1 - ax0 + ay1 - ay0) / 2)


def _side_by_side(layout: Layout) -> int:
    """For how many squares corridors run side by side, those of each pair beyond a few."""
    bars: tuple[list[Bar], list[Bar]] = ([], [])
    for runs in layout.plan.runs.values():
        for x, y, wide, tall in runs:
            if max(wide, tall) > LONG:
                bars[wide < tall].append((x, x + wide, y, y + tall) if wide < tall else (y, y + tall, x, x + wide))
    far = 0
    for one in bars:
        one.sort()
        for i, (_, right, top, bottom) in enumerate(one):
            for left, _, up, down in one[i + 1 :]:
                if left - right > NEAR:
                    break
                far += max(0, min(bottom, down) - max(top, up) - LONG)
    return far


def _outward(order: Order, layout: Layout) -> float:
    """How far the next level would lie beside this one: stairs down should lead back under it."""
    x0, y0, x1, y1 = layout.bounds()
    if order.spiral:
        x, y, width, height = layout.box(order.flow.goal)
        off = abs(x + width / 2 - (x0 + x1) / 2) / (x1 - x0) + abs(y + height / 2 - (y0 + y1) / 2) / (y1 - y0)
        return OUTWARD * off
    if order.down is None:
        return 0.0
    x, y, width, height = layout.box(order.down)
    way = (next(side for side in layout.leaves(order.down)) + 2) & 3
    ahead = {NORTH: y - y0, EAST: x1 - x - width, SOUTH: y1 - y - height}.get(way, x - x0)
    return OUTWARD * (1 - ahead / ((y1 - y0) if way in (NORTH, SOUTH) else (x1 - x0)))
