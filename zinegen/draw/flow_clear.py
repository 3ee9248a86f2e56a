"""A relaxed chart -> the same, with no way running into a knot that it does not end at.

Relaxing sees ways as straight stretches between bends; what is drawn is a curve through them, which may swing into a
knot beside it. Here curve and knot are moved apart, in steps too small for one to pass over the other.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from zinegen.draw.flow_faces import Run
from zinegen.draw.flow_forces import apart
from zinegen.draw.flow_sketch import FORK, smooth
from zinegen.draw.flow_web import Web
from zinegen.draw.picture import Points

ROUNDS = 40
AIR, AIR_OF_FORKS = 2.2, 1.0
"""Between a way and a knot's rim, in mm."""
KNOTS_AIR = 3.0
"""Between the rims of two knots."""
STEP = 0.6
"""The farthest that anything is moved in a round, in mm."""


def cleared(web: Web) -> Web:
    """The drawing with its ways clear of its knots, as far as they can be; the best that came of it."""
    at, best = web.at, (np.inf, web.at)
    knots = len(web.names)
    gap = web.radii[:knots, None] + web.radii[None, :knots] + KNOTS_AIR
    np.fill_diagonal(gap, 0.0)
    for _ in range(ROUNDS):
        push, lacks = np.zeros_like(at), 0.0
        for run in web.runs:
            for knot, away, lack in _touched(web, at, run):
                lacks += lack
                push[knot] += 0.5 * lack * away
                push[_bend(at, run, at[knot])] -= 0.7 * lack * away
        if lacks < best[0]:
            best = lacks, at
        if lacks == 0.0:
            break
        push[:knots] += 0.3 * apart(at[:knots], gap)
        long = np.maximum(np.hypot(push[:, 0], push[:, 1]), 1e-9)
        at = at + push * np.minimum(1.0, STEP / long)[:, None]
    return Web(best[1], web.radii, web.runs, web.names)


def _touched(web: Web, at: Points, run: Run) -> Iterator[tuple[int, Points, float]]:
    """The knots that a run's curve comes too near to, the direction away from it, and by how much."""
    line = smooth(at[list(run)])
    knots, radii = at[: len(web.names)], web.radii[: len(web.names)]
    off = knots[:, None] - line[None, :]
    far = np.hypot(off[..., 0], off[..., 1])
    lack = radii + np.where(radii <= FORK, AIR_OF_FORKS, AIR) - far.min(axis=1)
    for knot in np.flatnonzero(lack > 0).tolist():
        if knot not in (run[0], run[-1]):
            i = int(far[knot].argmin())
            yield knot, off[knot, i] / max(float(far[knot, i]), 1e-6), float(lack[knot])


def _bend(at: Points, run: Run, place: Points) -> int:
    """The vertex of a run that is nearest to a place: a bend, where it has any."""
    inner = run[1:-1] or run
    return int(min(inner, key=lambda v: (float(np.hypot(*(at[v] - place))), v)))
