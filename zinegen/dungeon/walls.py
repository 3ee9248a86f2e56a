"""Walls without their hidden doors: an area and the doors to close come in, its outline as if they had never been.

A slanted, round or natural wall is squared off where a door stands in it. Left as it is, that step would tell a
player where to search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zinegen.dungeon.checkplan import LEAST, coverage, crossing_of
from zinegen.dungeon.floorplan import doorway, runs_of, squares_of, straightened
from zinegen.dungeon.model import Area, Place, Portal, Run

_SQUARED = frozenset({"circle", "oval", "hexagon", "octagon", "trapezoid", "triangle", "cave"})
"""Shapes whose walls are squared off for doors."""
_STEP = 1.001
"""How deep such a step is at most, in squares."""


def closed_up(area: Area, portals: Iterable[Portal]) -> tuple[tuple[Place, ...], tuple[Run, ...]]:
    """The outline and squares of an area whose walls run on where some of its portals stand."""
    if area.shape not in _SQUARED:
        return area.outline, area.squares
    ring = list(area.outline)
    for portal in portals:
        ring = _closed(ring, portal)
    if ring == list(area.outline) or crossing_of(ring):
        return area.outline, area.squares
    covered = coverage(ring)
    squares = runs_of(square for square in squares_of(area.squares) if covered.get(square, 0.0) >= LEAST)
    return tuple(ring), squares


def _closed(ring: list[Place], portal: Portal) -> list[Place]:
    """A ring without the step that was made for a portal: a corner at one or both of its ends, with a leg inwards."""
    ends = doorway(portal)
    upright = portal.side in ("east", "west")
    for turned in (ring, ring[::-1]):
        for i, here in enumerate(turned):
            far = ends[0] if _same(here, ends[1]) else ends[1] if _same(here, ends[0]) else None
            if far is None or not _is_leg(turned[i - 1], here, upright):
                continue
            rest = turned[i + 1 :] + turned[:i]  # from along the wall round to the foot of the leg
            if _same(rest[0], far) and _is_leg(rest[1], far, upright):
                del rest[0]
                tip = _meeting(rest[-2], rest[-1], rest[1], rest[0])
            elif _same(rest[0], far):
                tip = None
            elif abs(rest[0][not upright] - here[not upright]) > 0.01:
                continue  # no part of this wall
            else:  # the wall goes on beyond the doorway
                tip = _meeting(rest[-2], rest[-1], rest[0], here) or far
            if tip and _beside(tip, (*ends, turned[i - 1], rest[0] if _is_leg(rest[0], far, upright) else far)):
                rest.append(tip)
            return straightened(rest if turned is ring else rest[::-1])
    return ring


def _same(a: Place, b: Place) -> bool:
    return abs(a[0] - b[0]) < 0.01 and abs(a[1] - b[1]) < 0.01


def _is_leg(a: Place, corner: Place, upright: bool) -> bool:
    """Whether the edge to a corner of the doorway runs straight into the wall that the doorway stands in."""
    along, across = (1, 0) if upright else (0, 1)
    return abs(a[along] - corner[along]) < 0.01 and 0.0 < abs(a[across] - corner[across]) <= _STEP


def _meeting(a: Place, b: Place, c: Place, d: Place) -> Place | None:
    """Where the line from a on through b meets the line from c on through d, ahead of both; else None."""
    (px, py), (qx, qy) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    turn = px * qy - py * qx
    if abs(turn) < 1e-9:
        return None
    t = ((d[0] - b[0]) * qy - (d[1] - b[1]) * qx) / turn
    s = ((d[0] - b[0]) * py - (d[1] - b[1]) * px) / turn
    if t <= 1e-6 or s <= 1e-6:
        return None
    return round(b[0] + t * px, 3), round(b[1] + t * py, 3)


def _beside(tip: Place, places: Sequence[Place]) -> bool:
    """Whether a tip lies in the box of some places."""
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    return min(xs) - 0.01 <= tip[0] <= max(xs) + 0.01 and min(ys) - 0.01 <= tip[1] <= max(ys) + 0.01
