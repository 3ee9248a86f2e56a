"""The loops of a plane drawing: vertices with places and the runs between them come in, the rings inside go out."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zinegen.draw.picture import Points

Run = tuple[int, ...]
"""Vertices from one knot to another, the bends between among them."""


def bridges(runs: Sequence[Run]) -> set[int]:
    """The runs that lie on no loop, by their place in the list."""
    next_to: dict[int, list[tuple[int, int]]] = {}
    for n, run in enumerate(runs):
        next_to.setdefault(run[0], []).append((run[-1], n))
        next_to.setdefault(run[-1], []).append((run[0], n))
    seen: dict[int, int] = {}
    low: dict[int, int] = {}
    out: set[int] = set()
    for root in next_to:
        if root in seen:
            continue
        stack = [(root, -1, iter(next_to[root]))]
        seen[root] = low[root] = len(seen)
        while stack:
            here, came, ways = stack[-1]
            for there, n in ways:
                if n == came:
                    continue
                if there in seen:
                    low[here] = min(low[here], seen[there])
                    continue
                seen[there] = low[there] = len(seen)
                stack.append((there, n, iter(next_to[there])))
                break
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[here])
                    if low[here] > seen[stack[-1][0]]:
                        out.add(came)
    return out


def rings(at: Points, runs: Sequence[Run]) -> list[list[int]]:
    """The inner faces of the drawing, each as its vertices in clockwise order on paper."""
    on_loop = [n for n in range(len(runs)) if n not in bridges(runs)]
    darts = [run for n in on_loop for run in (runs[n], runs[n][::-1])]
    leave: dict[int, list[tuple[float, int]]] = {}
    for d, dart in enumerate(darts):
        dx, dy = at[dart[1]] - at[dart[0]]
        leave.setdefault(dart[0], []).append((math.atan2(dy, dx), d))
    after: dict[int, int] = {}
    for found in leave.values():
        found.sort()
        for n, (_, d) in enumerate(found):
            after[d ^ 1] = found[n - 1][1]  # turn as sharply as can be, always to the same hand
    out, seen = [], set()
    for first in range(len(darts)):
        if first in seen:
            continue
        ring: list[int] = []
        d = first
        while d not in seen:
            seen.add(d)
            ring += darts[d][:-1]
            d = after[d]
        if len(set(ring)) == len(ring) and len(ring) > 2 and _area(at[ring]) > 0:
            out.append(ring)
    return out


def _area(points: Points) -> float:
    x, y = points[:, 0], points[:, 1]
    return float((x * _next(y) - _next(x) * y).sum()) / 2


def _next(values: Points) -> Points:
    out: Points = values.copy()
    out[:-1], out[-1] = values[1:], values[0]
    return out
