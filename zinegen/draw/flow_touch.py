"""Which rings of a chart must grow: rings with places come in, those on which things touch go out."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw.flow_cycles import Ring
from zinegen.draw.flow_sketch import Sketch

KNOTS, WAYS, LINES = 2.0, 1.6, 2.4
"""What stays free between two knots, a knot and a way, and the lines of two rings, in mm."""


def touching(top: Ring, sketch: Sketch) -> list[Ring]:
    """The innermost ring round each two things that touch, each once."""
    owner: dict[str, Ring] = {}
    for ring in top.walk():
        for item in ring.items:
            owner[item.first] = owner[item.last] = item.ring or ring
    return list(dict.fromkeys([*_knots(sketch, owner), *_over(top, sketch, owner), *_crossed(top, sketch)]))


def _knots(sketch: Sketch, owner: dict[str, Ring]) -> list[Ring]:
    ids = [id_ for id_ in sketch.at if id_ in owner]
    places = np.array([sketch.at[id_] for id_ in ids])
    radii = np.array([sketch.radii[id_] for id_ in ids])
    near = np.hypot(*(places[:, None] - places[None, :]).transpose(2, 0, 1)) - radii[:, None] - radii[None, :]
    pairs = np.argwhere(np.triu(near < KNOTS, 1)).tolist()
    return [_common(owner[ids[i]], owner[ids[j]]) for i, j in pairs]


def _over(top: Ring, sketch: Sketch, owner: dict[str, Ring]) -> list[Ring]:
    """Rings on which a way, or what is seen along a ring, runs over a knot."""
    ids = [id_ for id_ in sketch.at if id_ in owner]
    places = np.array([sketch.at[id_] for id_ in ids])
    radii = np.array([sketch.radii[id_] for id_ in ids])
    runs = [(one.way.a, one.way.b, one.line) for one in sketch.drawn]
    for ring in top.walk():
        for k, join in enumerate(ring.joins):
            if join.sight:
                after = ring.items[(k + 1) % len(ring.items)]
                runs.append((ring.items[k].last, after.first, ring.arc(*ring.stretch(k))))
    hurt = []
    for a, b, line in runs:
        end = a if a in owner else b
        near = np.hypot(places[:, None, 0] - line[None, :, 0], places[:, None, 1] - line[None, :, 1])
        for i in np.flatnonzero(near.min(axis=1) < radii + WAYS).tolist():
            if ids[i] not in (a, b) and end in owner:
                hurt.append(_common(owner[ids[i]], owner[end]))
    return hurt


def _crossed(top: Ring, sketch: Sketch) -> list[Ring]:
    """Rings whose lines come too near to those of another ring, away from the knots that they share."""
    rings = list(top.walk())
    lines = [[ring.arc(*ring.stretch(k)) for k, join in enumerate(ring.joins) if not join.open] for ring in rings]
    hurt = []
    for n, one in enumerate(rings):
        for m in range(n + 1, len(rings)):
            other = rings[m]
            apart = math.hypot(one.x - other.x, one.y - other.y)
            if apart > one.radius + other.radius + LINES or not lines[n] or not lines[m]:
                continue
            a, b = np.vstack(lines[n]), np.vstack(lines[m])
            near = (np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1]) < LINES).any(axis=1)
            ends = [sketch.at[i] for r in (one, other) for item in r.items for i in (item.first, item.last)]
            shared = [p for p in ends if _on(p, one) and _on(p, other)]
            if any(all(math.dist(p, q) > 5.5 for q in shared) for p in a[near].tolist()):
                hurt.append(_common(one, other))
    return hurt


def _on(place: tuple[float, float], ring: Ring) -> bool:
    return abs(math.hypot(place[0] - ring.x, place[1] - ring.y) - ring.radius) < 0.5


def _common(a: Ring, b: Ring) -> Ring:
    above = []
    at: Ring | None = a
    while at is not None:
        above.append(at)
        at = at.parent
    at = b
    while at is not None and at not in above:
        at = at.parent
    return at or above[-1]
