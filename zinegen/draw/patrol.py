"""The way that a patrol walks over a level's floor: areas in order come in, a line from door to door goes out."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence

import numpy as np
import shapely

from zinegen.draw.picture import Points
from zinegen.dungeon.model import STEP, Level

Square = tuple[int, int]
BY_WALL = 0.7
"""What a square beside a wall costs more than one amid the floor."""
IN_WATER = 4.0
ROUND = 0.75
"""How near its bends a line is rounded, in squares."""
WET = frozenset({"chasm", "river", "stream", "pool", "lake"})
_STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Floor:
    """The squares of a level, whose they are and where one may step from one area to another."""

    def __init__(self, level: Level) -> None:
        self.owner = {(x, y): a.id for a in level.areas for y, x0, x1 in a.squares for x in range(x0, x1)}
        self.keyed = {a.id for a in level.areas if a.key is not None}
        self.doors: set[tuple[Square, Square]] = set()
        for portal in level.portals:
            if portal.kind == "false":
                continue
            dx, dy = STEP[portal.side]
            for n in range(portal.width):
                here = (portal.at[0] + n * abs(dy), portal.at[1] + n * abs(dx))
                there = (here[0] + dx, here[1] + dy)
                self.doors |= {(here, there), (there, here)}
        self.dear = {s: BY_WALL for s in self.owner if self._by_wall(s)}
        for area in level.areas:
            for feature in area.features:
                if feature.kind in WET and len(feature.outline) > 2:
                    self._wet(feature.outline)

    def _by_wall(self, square: Square) -> bool:
        mine = self.owner[square]
        return any(self.owner.get((square[0] + dx, square[1] + dy)) != mine for dx, dy in _STEPS)

    def _wet(self, outline: Iterable[Sequence[float]]) -> None:
        shape = shapely.Polygon(list(outline)).buffer(0)
        x0, y0, x1, y1 = (int(v) for v in shape.bounds)
        for x in range(x0, x1 + 1):
            for y in range(y0, y1 + 1):
                if (x, y) in self.owner and shapely.contains_xy(shape, x + 0.5, y + 0.5):
                    self.dear[x, y] = IN_WATER

    def _next(self, here: Square, allowed: frozenset[str]) -> Iterable[tuple[Square, float]]:
        mine = self.owner[here]
        for dx, dy in _STEPS:
            there = (here[0] + dx, here[1] + dy)
            other = self.owner.get(there)
            if other is None or (other not in allowed and other in self.keyed):
                continue
            if other == mine:
                beside = ((here[0] + dx, here[1]), (here[0], here[1] + dy))
                if all(self.owner.get(s) == mine for s in beside):
                    yield there, math.hypot(dx, dy) * (1 + self.dear.get(there, 0.0))
            elif (here, there) in self.doors:
                yield there, 1.0 + self.dear.get(there, 0.0)

    def path(self, start: Square, goal: Square, allowed: frozenset[str]) -> list[Square]:
        """The cheapest way from square to square through some keyed areas and any passages; empty: there is none."""
        edge: list[tuple[float, Square]] = [(0.0, start)]
        cost, before = {start: 0.0}, {start: start}
        while edge:
            far, here = heapq.heappop(edge)
            if here == goal:
                out = [here]
                while before[out[-1]] != out[-1]:
                    out.append(before[out[-1]])
                return out[::-1]
            if far > cost[here]:
                continue
            for there, step in self._next(here, allowed):
                if far + step < cost.get(there, math.inf) - 1e-9:
                    cost[there], before[there] = far + step, here
                    heapq.heappush(edge, (far + step, there))
        return []

    def middle(self, area: str) -> Square:
        """The square of an area that lies nearest to its middle."""
        mine = sorted(s for s, owner in self.owner.items() if owner == area)
        x, y = (sum(s[k] for s in mine) / len(mine) for k in (0, 1))
        return min(mine, key=lambda s: ((s[0] - x) ** 2 + (s[1] - y) ** 2, s))


def patrol_line(level: Level, route: Sequence[str]) -> list[Points]:
    """The line of a patrol, in squares: closed, in the direction of its route; in parts where no way leads on.

    It goes from door to door through each room, not by its middle, where the number stands.
    """
    floor = Floor(level)
    stops = [area for area in route if area in floor.keyed]
    if len(stops) < 2:
        return []
    pairs = list(zip(stops, [*stops[1:], stops[0]], strict=True))
    legs = [floor.path(floor.middle(a), floor.middle(b), frozenset((a, b))) for a, b in pairs]
    legs = [_from_door(floor, leg, *pair) for leg, pair in zip(legs, pairs, strict=True)]
    runs: list[list[Square]] = [[]]
    for n, leg in enumerate(legs):
        last = legs[n - 1]
        if not leg or not last:
            runs.append(list(leg))
            continue
        area = stops[n]
        runs[-1] += (floor.path(last[-1], leg[0], frozenset((area,))) or [last[-1], leg[0]]) if n or last else []
        runs[-1] += leg
    return [_rounded(run, closed=len(runs) == 1) for run in runs if len(run) > 2]


def _from_door(floor: Floor, leg: list[Square], a: str, b: str) -> list[Square]:
    """The part of a leg from its last square in one area to its first in the other."""
    if not leg:
        return []
    first = max(n for n, s in enumerate(leg) if floor.owner[s] == a)
    last = min((n for n, s in enumerate(leg) if n > first and floor.owner[s] == b), default=len(leg) - 1)
    return leg[first : last + 1]


def _rounded(squares: list[Square], *, closed: bool) -> Points:
    """A line through the middles of squares with few bends, each a little rounded."""
    points = np.array(squares, dtype=float) + 0.5
    points = points[np.r_[True, np.any(np.diff(points, axis=0) != 0, axis=1)]]
    if closed and not np.array_equal(points[0], points[-1]):
        points = np.vstack([points, points[:1]])
    corners = shapely.get_coordinates(shapely.LineString(points).simplify(0.42))
    out = [corners[0]]
    for before, at, after in zip(corners[:-2], corners[1:-1], corners[2:], strict=True):
        ends = []
        for other in (before, after):
            far = float(np.hypot(*(other - at)))
            ends.append(at + (other - at) * min(ROUND / far, 0.5))
        out += [(1 - t) ** 2 * ends[0] + 2 * t * (1 - t) * at + t**2 * ends[1] for t in np.linspace(0, 1, 5)]
    return np.array([*out, corners[-1]])
