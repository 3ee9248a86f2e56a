"""A graph in the order of its map -> the same graph with round loops, spread over a sheet.

The drawing begins as the map itself, where passages do not cross, and is relaxed in small steps that let no knot
pass over a way: chart and map lie alike, and what is a loop becomes a ring.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from zinegen.draw.flow_clear import cleared
from zinegen.draw.flow_extras import sight_line
from zinegen.draw.flow_faces import Run, bridges, rings
from zinegen.draw.flow_forces import Faces, Ints, apart, clearances, held, springs
from zinegen.draw.flow_graph import Graph
from zinegen.draw.flow_sketch import FORK, Drawn, Sketch, smooth
from zinegen.draw.flow_web import Web
from zinegen.draw.picture import Points

ROUNDS = 220


def relaxed_sketch(graph: Graph, width: float, height: float) -> Sketch:
    """The chart of a level's loops, spread over a sheet of so many mm."""
    keyed = sum(knot.area is not None for knot in graph.knots.values())
    radius = min(max(0.075 * math.sqrt(width * height / max(keyed, 1)) + 2.0, 3.3), 4.6)
    radii: dict[str, float] = {id_: FORK if knot.area is None else radius for id_, knot in graph.knots.items()}
    for id_, knot in graph.knots.items():
        radii[id_] += 1.6 if knot.locks else 0.0
    web = cleared(_filling(relax(web_of(graph, radii), width, height), width, height))
    at = {name: (float(web.at[n][0]), float(web.at[n][1])) for n, name in enumerate(web.names)}
    shapes = {id_: "fork" if knot.area is None else "circle" for id_, knot in graph.knots.items()}
    sketch = Sketch(graph, at, radii, shapes)  # type: ignore[arg-type]
    lone = bridges(web.runs)
    for n, (way, run) in enumerate(zip(graph.ways, web.runs, strict=True)):
        sketch.drawn.append(Drawn(way, smooth(web.at[list(run)])))
        if n not in lone:
            sketch.bands.append(sketch.drawn[-1].line)
    sketch.locks_in = {id_: list(dict.fromkeys(knot.locks)) for id_, knot in graph.knots.items() if knot.locks}
    sketch.sights = [sight_line(sketch, a, b) for a, b in graph.sights]
    sketch.outward = {id_: _freest(id_, at, sketch) for id_ in at}
    return sketch


def _filling(web: Web, width: float, height: float) -> Web:
    """The drawing as large as the sheet allows, in its middle."""
    low, high = (web.at - web.radii[:, None]).min(axis=0), (web.at + web.radii[:, None]).max(axis=0)
    rim = np.array([9.0, 5.0])
    scale = float(np.clip(((np.array([width, height]) - 2 * rim) / np.maximum(high - low, 1)).min(), 0.5, 1.35))
    at = (web.at - (low + high) / 2) * scale + (width / 2, height / 2)
    return Web(np.asarray(at), web.radii, web.runs, web.names)


def _freest(id_: str, at: dict[str, tuple[float, float]], sketch: Sketch) -> tuple[float, float]:
    """The direction from a knot that is farthest from the ways that leave it."""
    leave = []
    for one in sketch.drawn:
        for end, line in ((one.way.a, one.line), (one.way.b, one.line[::-1])):
            if end == id_:
                place = line[min(4, len(line) - 1)]
                leave.append(np.arctan2(place[1] - at[id_][1], place[0] - at[id_][0]))
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    if not leave:
        return 1.0, 0.0
    apart = np.abs((turns[:, None] - np.array(leave)[None, :] + np.pi) % (2 * np.pi) - np.pi).min(axis=1)
    best = turns[int(np.argmax(apart + 0.25 * np.abs(np.cos(turns))))]
    return float(np.cos(best)), float(np.sin(best))


def web_of(graph: Graph, radii: dict[str, float]) -> Web:
    """The drawing as the map has it, in squares; bends only where they are needed."""
    names = list(graph.knots)
    at = [graph.knots[name].at for name in names]
    number = {name: n for n, name in enumerate(names)}
    runs = []
    for way in graph.ways:
        inner = []
        for place in way.line[1:-1]:
            inner.append(len(at))
            at.append(place)
        runs.append((number[way.a], *inner, number[way.b]))
    points = np.array(at, dtype=float).reshape(-1, 2)
    thick = np.array([radii[name] for name in names] + [FORK] * (len(points) - len(names)))
    return _straightened(Web(points, thick, runs, names))


def _straightened(web: Web, *, final: bool = False) -> Web:
    """Without the bends that may go: those with nothing in the corner they cut off, the flattest first.

    final: only those that make a way wind to and fro; the others make it round.
    """
    keep = np.ones(len(web.at), dtype=bool)
    runs = [list(run) for run in web.runs]
    ends = [frozenset((run[0], run[-1])) for run in runs]
    for n, run in enumerate(runs):
        least = 1 if ends.count(ends[n]) > 1 else 0
        while len(run) - 2 > least and not (final and _one_turn(web.at[run])):
            flat = sorted((abs(_corner(web.at[run[i - 1 : i + 2]])), i) for i in range(1, len(run) - 1))
            for _, i in flat:
                if _may_go(web, keep, run, i):
                    keep[run[i]] = False
                    del run[i]
                    break
            else:
                break
    order = np.flatnonzero(keep)
    place = {int(old): new for new, old in enumerate(order)}
    return Web(web.at[order], web.radii[order], [tuple(place[v] for v in run) for run in runs], web.names)


def _may_go(web: Web, keep: NDArray[np.bool_], run: list[int], i: int) -> bool:
    three = run[i - 1 : i + 2]
    others = np.flatnonzero(keep)
    return not _inside(web.at[others[~np.isin(others, three)]], web.at[three]).any()


def _one_turn(points: Points) -> bool:
    """Whether a run turns to one hand only."""
    turns = [_corner(points[i - 1 : i + 2]) for i in range(1, len(points) - 1)]
    return all(t >= -0.5 for t in turns) or all(t <= 0.5 for t in turns)


def _corner(three: Points) -> float:
    """Twice the area of a corner, positive where it turns clockwise on paper."""
    (ax, ay), (bx, by), (cx, cy) = three.tolist()
    return float((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))


def _inside(points: Points, three: Points) -> NDArray[np.bool_]:
    signs = []
    for i in range(3):
        a, b = three[i], three[(i + 1) % 3]
        signs.append((b[0] - a[0]) * (points[:, 1] - a[1]) - (b[1] - a[1]) * (points[:, 0] - a[0]))
    s = np.stack(signs)
    return np.asarray((s >= -1e-9).all(axis=0) | (s <= 1e-9).all(axis=0), dtype=bool)


def relax(web: Web, width: float, height: float) -> Web:
    """Spread a drawing over a sheet of so many mm, its loops as round as they can be together."""
    web = _bent(_fitted(web, width, height))
    at, n, knots = web.at, len(web.at), len(web.names)
    faces = Faces.of(rings(at, web.runs))
    a, b = _segments(web.runs)
    if not len(a):
        return web
    unit = _unit(web, width, height)
    ends = np.array([(run[0], run[-1]) for run in web.runs], dtype=np.int64).reshape(-1, 2)
    leaf = np.bincount(ends.ravel(), minlength=knots)[ends].min(axis=1) == 1
    rest = _rest(web, unit) * np.where(leaf, 0.72, 1.0)
    gap = web.radii[:knots, None] + web.radii[None, :knots] + 5.0
    np.fill_diagonal(gap, 0.0)
    far = np.maximum(gap, 0.9 * unit * _both(web.radii[:knots] > FORK))
    beside = (np.arange(n)[:, None] == a) | (np.arange(n)[:, None] == b)
    clear = web.radii[:, None] + 2.2
    bends, stiff = _bends(web.runs)
    low, high = _rim(web, width, height)
    for turn in range(ROUNDS):
        push = 0.35 * faces.rounding(at)
        push += 0.16 * springs(at, ends[:, 0], ends[:, 1], rest)
        push[bends[:, 1]] += stiff[:, None] * ((at[bends[:, 0]] + at[bends[:, 2]]) / 2 - at[bends[:, 1]])
        push[:knots] += 0.30 * apart(at[:knots], gap) + 0.05 * apart(at[:knots], far)
        dx, dy, near, t = clearances(at, a, b, beside)
        lack = np.maximum(clear - near, 0.0) / np.maximum(near, 1e-6)
        for axis, away in enumerate((dx, dy)):
            shove = away * lack
            push[:, axis] += 0.30 * shove.sum(axis=1)
            push[:, axis] -= 0.15 * np.bincount(a, (shove * (1 - t)).sum(axis=0), n)
            push[:, axis] -= 0.15 * np.bincount(b, (shove * t).sum(axis=0), n)
        push += 0.5 * (np.clip(at, low, high) - at)
        at = at + held(push * (1.0 - 0.6 * turn / ROUNDS), near, a, b)
    return _straightened(Web(at, web.radii, web.runs, web.names), final=True)


def _bends(runs: list[Run]) -> tuple[Ints, Points]:
    """Each bend with its two neighbours, and how much it wants to lie between them."""
    lone = bridges(runs)
    found = [
        (run[i - 1], run[i], run[i + 1], 0.5 if k in lone else 0.12)
        for k, run in enumerate(runs)
        for i in range(1, len(run) - 1)
    ]
    return np.array([x[:3] for x in found], dtype=np.int64).reshape(-1, 3), np.array([x[3] for x in found])


def _rim(web: Web, width: float, height: float) -> tuple[Points, Points]:
    r = np.minimum(web.radii + 1.0, 7.0)[:, None]
    return np.hstack([r, r]), np.hstack([width - r, height - r])


def _both(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(mask[:, None] & mask[None, :] & ~np.eye(len(mask), dtype=bool), dtype=bool)


def _fitted(web: Web, width: float, height: float) -> Web:
    """The drawing scaled to the sheet, each axis for itself within reason."""
    low, high = web.at.min(axis=0), web.at.max(axis=0)
    size = np.maximum(high - low, 1.0)
    scale = np.array([0.84 * width, 0.84 * height]) / size
    scale = np.minimum(scale, 1.6 * scale.min())
    at = (web.at - (low + high) / 2) * scale + (width / 2, height / 2)
    return Web(at, web.radii, web.runs, web.names)


def _bent(web: Web) -> Web:
    """With bends enough that a way can be round: one more in the middle of each long stretch without any."""
    at, runs = web.at.tolist(), []
    for run in web.runs:
        if len(run) == 2:
            (ax, ay), (bx, by) = at[run[0]], at[run[1]]
            thirds = 1 if web.radii[run[0]] <= FORK or web.radii[run[1]] <= FORK else 2
            new = []
            for k in range(thirds):
                t = (k + 1) / (thirds + 1)
                new.append(len(at))
                at.append([ax + (bx - ax) * t, ay + (by - ay) * t])
            runs.append((run[0], *new, run[1]))
        else:
            runs.append(run)
    radii = np.concatenate([web.radii, np.full(len(at) - len(web.at), FORK)])
    return Web(np.array(at), radii, runs, web.names)


def _segments(runs: list[Run]) -> tuple[Ints, Ints]:
    pairs = [(x, y) for run in runs for x, y in pairwise(run)]
    both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]


def _unit(web: Web, width: float, height: float) -> float:
    """How long a way is, where there is room, in mm from middle to middle."""
    weight = float((web.radii[: len(web.names)] > FORK).sum()) + 0.4 * float(
        (web.radii <= FORK)[: len(web.names)].sum()
    )
    return float(np.clip(1.0 * (width * height / max(weight, 1)) ** 0.5, 15.0, 34.0))


def _rest(web: Web, unit: float) -> Points:
    """How far the ends of each run would like to be from each other."""
    forks = [sum(web.radii[v] <= FORK for v in (run[0], run[-1])) for run in web.runs]
    return np.array([unit * (1.0, 0.62, 0.3)[n] for n in forks])
