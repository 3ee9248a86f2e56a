"""What a chart of rings has beside its rings: side rooms are hung on their hosts, further ways drawn as bows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from zinegen.draw.flow_sketch import Drawn, Sketch
from zinegen.draw.picture import Points

ARMS = (6.5, 9.0, 12.0, 16.0, 21.0, 27.0)
"""How long a way to a side room may be, in mm between the rims."""
TURNS = 30
STEPS = 20
"""Places on a way that are looked at: so near each other that no line slips through between them."""
BOWS = (0.0, 0.18, 0.32, 0.48, 0.7, 0.95, 1.25)
"""How far a way may bow, in parts of its length."""
AIR = 2.0
FEW = 12
"""Places for a side room that are looked at together, the likeliest first."""


def hang_extras(sketch: Sketch, rest: list[int]) -> set[str]:
    """Add the ways that lie on no ring, and the knots that only they lead to; returns the hosts that had no room.

    Args: rest: places of ways in the list of the graph.
    """
    ways = [sketch.graph.ways[n] for n in rest]
    crowded: set[str] = set()
    while True:
        way = next((w for w in ways if (w.a in sketch.at) != (w.b in sketch.at)), None)
        if way is None:
            break
        ways.remove(way)
        host, guest = (way.a, way.b) if way.a in sketch.at else (way.b, way.a)
        place, free = _arm(sketch, host, guest, any(guest in (w.a, w.b) for w in ways))
        if not free:
            crowded.add(host)
        sketch.at[guest] = place
        (hx, hy), far = sketch.at[host], math.dist(place, sketch.at[host])
        sketch.outward[guest] = ((place[0] - hx) / far, (place[1] - hy) / far)
        a, b = np.array(sketch.at[way.a]), np.array(sketch.at[way.b])
        sketch.drawn.append(Drawn(way, np.asarray(a + np.linspace(0, 1, max(3, int(far)))[:, None] * (b - a))))
    _strays(sketch)
    for way in ways:
        line, cost = _bow(sketch, way.a, way.b)
        if cost >= 100:
            crowded.add(way.a)
        sketch.drawn.append(Drawn(way, line))
    known = [{_end(sketch, line[0]), _end(sketch, line[-1])} for line in sketch.sights]
    sketch.sights += [sight_line(sketch, a, b) for a, b in sketch.graph.sights if {a, b} not in known]
    return crowded


def _end(sketch: Sketch, place: Points) -> str:
    """The knot at a place."""
    return min(sketch.at, key=lambda id_: (math.dist(sketch.at[id_], place.tolist()), id_))


def sight_line(sketch: Sketch, a: str, b: str) -> Points:
    """The line from a knot to one that is seen from it; beside the way where one also leads there."""
    joined = any({a, b} == {one.way.a, one.way.b} for one in sketch.drawn)
    far = math.dist(sketch.at[a], sketch.at[b])
    return _bow(sketch, a, b, min(19.0 / max(far, 1.0), 1.2) if joined else 0.0)[0]


def _strays(sketch: Sketch) -> None:
    """Knots that nothing joins to the start stand in a row below."""
    low = max((y for _, y in sketch.at.values()), default=0.0) + 16
    left = min((x for x, _ in sketch.at.values()), default=0.0)
    for n, id_ in enumerate([id_ for id_ in sketch.graph.knots if id_ not in sketch.at]):
        sketch.at[id_] = (left + 14.0 * n, low)
        sketch.outward[id_] = (0.0, 1.0)


def _discs(sketch: Sketch, without: tuple[str, ...]) -> tuple[Points, Points]:
    ids = [id_ for id_ in sketch.at if id_ not in without]
    return np.array([sketch.at[id_] for id_ in ids]).reshape(-1, 2), np.array([sketch.radii[id_] for id_ in ids])


def _nearest(points: Points, others: Points, less: Points | float = 0.0) -> Points:
    """For each of many points the way to the nearest of others, less the radius of each."""
    if not len(others):
        return np.full(len(points), 99.0)
    across, down = points[:, None, 0] - others[None, :, 0], points[:, None, 1] - others[None, :, 1]
    squares = across * across + down * down
    if isinstance(less, float):
        return np.asarray(np.sqrt(squares.min(axis=1)) - less)
    return np.asarray((np.sqrt(squares) - less).min(axis=1))


def _arm(sketch: Sketch, host: str, guest: str, busy: bool) -> tuple[tuple[float, float], bool]:
    """A place for a side room beside its host, and whether it is free.

    busy: more hangs on it, so that it wants elbow room.
    """
    places, radii = _discs(sketch, (host,))
    center, inner, radius = np.array(sketch.at[host]), sketch.radii[host], sketch.radii[guest]
    lines = np.vstack([line[::2] for line in (*(one.line for one in sketch.drawn), *sketch.sights)])
    lines = lines[np.hypot(*(lines - center).T) > inner + 1.5]
    turns = np.tile(np.arange(TURNS) * math.tau / TURNS, len(ARMS))
    arms = np.repeat(ARMS, TURNS)
    u = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    at = center + (inner + radius + arms)[:, None] * u
    knots, ways = _nearest(at, places, radii) - radius, _nearest(at, lines) - radius
    room = np.minimum(np.minimum(knots, ways), 16.0 if busy else 8.0)
    away = u @ sketch.outward.get(host, (0.0, -1.0))
    t = np.linspace(0, 1, STEPS)

    def costs(lack: Points, some: Any) -> Points:
        cost = 60.0 * (lack > 0) + 20 * lack + 0.6 * arms[some] - 0.35 * room[some] - 2.2 * away[some]
        return np.asarray(np.round(cost, 6))

    def with_leg(some: Any) -> Points:
        """What some places lack, with what lies on the way to them."""
        legs = inner + 2.0 + t[None, :, None] * (radius + arms[some] - 2.0)[:, None, None]
        leg = (center + legs * u[some][:, None, :]).reshape(-1, 2)
        over = _nearest(leg, places, radii).reshape(-1, STEPS).min(axis=1)
        cross = _nearest(leg, lines).reshape(-1, STEPS).min(axis=1)
        return np.asarray(lack[some] + (np.maximum(AIR - over, 0) + 3 * np.maximum(1.6 - cross, 0)))

    lack = np.maximum(AIR + 1 - knots, 0) + np.maximum(AIR - ways, 0)
    least = costs(lack, slice(None))
    order = np.argsort(least, kind="stable")
    best = (math.inf, 0, 0.0)
    for first in range(0, len(order), FEW):  # the way there only adds: what costs more without it is not looked at
        some = order[first : first + FEW]
        if least[some[0]] > best[0]:
            break
        whole = with_leg(some)
        best = min(best, *zip(costs(whole, some).tolist(), some.tolist(), whole.tolist(), strict=True))
    _, n, lacking = best
    return (float(at[n, 0]), float(at[n, 1])), lacking == 0


def _bow(sketch: Sketch, a: str, b: str, least: float = 0.0) -> tuple[Points, float]:
    """The line between two knots that goes least over others, and how bad it is: 100 for every knot it goes over."""
    places, radii = _discs(sketch, (a, b))
    p, q = np.array(sketch.at[a]), np.array(sketch.at[b])
    far = math.dist(p, q)
    across = np.array([-(q - p)[1], (q - p)[0]])
    t = np.linspace(0, 1, max(8, int(far / 1.2)))[:, None]
    best: tuple[float, Points] | None = None
    for bow in [s * b for b in sorted({max(b, least) for b in BOWS}) for s in (1, -1)]:
        middle = (p + q) / 2 + bow * across
        line = np.asarray((1 - t) ** 2 * p + 2 * t * (1 - t) * middle + t**2 * q)
        over = np.maximum(1.8 - _nearest(places, line) + radii, 0.0) if len(places) else np.zeros(0)
        seen = (np.hypot(*(line - p).T) > sketch.radii[a] + 1) & (np.hypot(*(line - q).T) > sketch.radii[b] + 1)
        crossed = sum(bool((_nearest(one.line, line[seen]) < 0.9).any()) for one in sketch.drawn) if seen.any() else 0
        cost = 100.0 * float((over > 0).sum()) + 30.0 * float(over.sum()) + 12.0 * crossed + 9.0 * abs(bow)
        if best is None or cost < best[0] - 1e-9:
            best = (cost, line)
    assert best is not None
    return best[1], best[0]
