"""Outlines at gates: where a wall is round, slanted or natural, the squares of a gate are squared off."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import Polygon, box
from shapely.geometry.polygon import orient

from zinegen.carve.forms import EAST, NORTH, SOUTH
from zinegen.dungeon.floorplan import straightened
from zinegen.dungeon.model import Place


def square_off(ring: Sequence[Place], x: int, y: int, side: int, width: int) -> list[Place]:
    """Unite a ring with the squares of a gate, up to their wall.

    Args:    ring: clockwise on paper. x, y: the first square of the gate. side: its wall; the ring lies within it.
    """
    low = x if side in (NORTH, SOUTH) else y
    wall = {NORTH: y, EAST: x + 1, SOUTH: y + 1}.get(side, x)
    local = [_local(place, side, wall) for place in ring]
    forward = side in (NORTH, EAST)  # a clockwise ring runs along these walls the way the coordinates grow
    first, last = (low, low + width) if forward else (low + width, low)
    enter, leave = _end(local, first, last, True, forward), _end(local, first, last, False, not forward)
    if enter is None or leave is None:
        return list(ring)
    (i, inward), (j, outward) = enter, leave
    new = [*_between(local, j, i), *inward, (float(first), 0.0), (float(last), 0.0), *outward[::-1]]
    return straightened([_back(place, side, wall) for place in new])


def take_in(ring: Sequence[Place], x: int, y: int, side: int, width: int) -> list[Place]:
    """Unite a ring with the squares of a gate as areas; the greater part where they do not touch."""
    wide, deep = (width, 1) if side in (NORTH, SOUTH) else (1, width)
    whole = Polygon(ring).buffer(0).union(box(x, y, x + wide, y + deep))
    part = max(getattr(whole, "geoms", [whole]), key=lambda one: one.area)
    clockwise = orient(Polygon(part.exterior), 1.0)  # on paper, where y runs down
    return straightened([(float(px), float(py)) for px, py in clockwise.exterior.coords[:-1]])


def _end(
    ring: Sequence[Place], first: int, last: int, entering: bool, upper: bool
) -> tuple[int, tuple[Place, ...]] | None:
    """Where one end of a gate meets the ring: the index of the ring's next point, and the points down to the wall.

    Mostly the end's own line meets the ring within its square; where the ring hugs that line, meeting it or not, the
    gate's square is left by its inner side.
    """
    at = first if entering else last
    found = _crossing(ring, at, upper)
    low, high = min(first, last), max(first, last)
    best: tuple[float, int, float] | None = None
    for i, (bx, by) in enumerate(ring):
        ax, ay = ring[i - 1]
        if (ay >= 1.0 > by) if entering else (ay < 1.0 <= by):
            along = ax + (1.0 - ay) * (bx - ax) / (by - ay)
            if low <= along <= high and (best is None or abs(along - at) < best[0]):
                best = (abs(along - at), i, along)
    if best is not None and low < best[2] < high:
        return best[1], ((best[2], 1.0), (float(at), 1.0))
    return None if found is None else (found[0], ((float(at), found[1]),))


def _local(place: Place, side: int, wall: int) -> Place:
    """Along the wall, and how far in from it."""
    x, y = place
    if side in (NORTH, SOUTH):
        return x, (y - wall if side == NORTH else wall - y)
    return y, (wall - x if side == EAST else x - wall)


def _back(place: Place, side: int, wall: int) -> Place:
    along, deep = place
    if side in (NORTH, SOUTH):
        return along, (wall + deep if side == NORTH else wall - deep)
    return (wall - deep if side == EAST else wall + deep), along


def _crossing(ring: Sequence[Place], at: float, upper: bool) -> tuple[int, float] | None:
    """Where the ring crosses a line nearest to the wall: the edge's index (of its second point) and how deep.

    A point on the line counts with those of greater coordinate (`upper`: of smaller).
    """
    best: tuple[int, float] | None = None
    for i, (bx, by) in enumerate(ring):
        ax, ay = ring[i - 1]
        over = (ax <= at) != (bx <= at) if upper else (ax < at) != (bx < at)
        if not over:
            continue
        deep = ay + (at - ax) * (by - ay) / (bx - ax)
        if best is None or deep < best[1]:
            best = (i, deep)
    return best


def _between(ring: Sequence[Place], start: int, end: int) -> list[Place]:
    """The points from index start on, round the ring, before index end."""
    if start >= end:
        return [*ring[start:], *ring[:end]]
    return list(ring[start:end])
