"""Squares and outlines: runs and rings of an area come in, squares, areas, middles and owners go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot

from zinegen.dungeon.model import STEP, Area, Level, Place, Portal, Run

Square = tuple[int, int]
"""(x, y), the square whose north-west corner is that grid crossing."""

# A square is cut by its two diagonals into four quarters, one at each side; bit s of a quarter mask is side s in the
# order north, east, south, west. A whole square is 15. Every outline at 45 degrees is a union of quarters.
WHOLE = 15
_AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))
_CORNERS = ((0, 0), (2, 0), (2, 2), (0, 2))


def squares_of(runs: Iterable[Run]) -> Iterator[Square]:
    """Every square of some runs, row by row."""
    for y, x0, x1 in runs:
        for x in range(x0, x1):
            yield x, y


def runs_of(squares: Iterable[Square]) -> tuple[Run, ...]:
    """The runs of some squares, from the top row down, each row from west to east."""
    out: list[Run] = []
    for x, y in sorted(set(squares), key=lambda square: (square[1], square[0])):
        if out and out[-1][0] == y and out[-1][2] == x:
            out[-1] = (y, out[-1][1], x + 1)
        else:
            out.append((y, x, x + 1))
    return tuple(out)


def runs_of_rows(rows: Sequence[int], left: int, top: int) -> tuple[Run, ...]:
    """The runs of row masks (bit x of rows[y] is square x, y), moved by left and top."""
    out: list[Run] = []
    for y, row in enumerate(rows, top):
        mask, x = row, left
        while mask:
            gap = (mask & -mask).bit_length() - 1
            mask >>= gap
            length = (~mask & (mask + 1)).bit_length() - 1
            out.append((y, x + gap, x + gap + length))
            mask >>= length
            x += gap + length
    return tuple(out)


def owners(level: Level) -> dict[Square, str]:
    """Square -> the id of the area that owns it."""
    return {square: area.id for area in level.areas for square in squares_of(area.squares)}


def ring_area(ring: Sequence[Place]) -> float:
    """The area of a ring in squares; positive when it runs clockwise on paper."""
    twice = 0.0
    ax, ay = ring[-1]
    for bx, by in ring:
        twice += ax * by - bx * ay
        ax, ay = bx, by
    return twice / 2


def inside(place: Place, ring: Sequence[Place]) -> bool:
    """True when the place lies inside the ring."""
    x, y = place
    within = False
    ax, ay = ring[-1]
    for bx, by in ring:
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            within = not within
        ax, ay = bx, by
    return within


def box_of(ring: Iterable[Place]) -> tuple[float, float, float, float]:
    """West, north, east and south bound of some places."""
    xs, ys = zip(*ring, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def middle_of(area: Area) -> Place:
    """The mean place of an area's squares."""
    count = sum(x1 - x0 for _, x0, x1 in area.squares)
    x = sum((x1 - x0) * (x0 + x1) / 2 for _, x0, x1 in area.squares)
    y = sum((x1 - x0) * (y + 0.5) for y, x0, x1 in area.squares)
    return x / count, y / count


def faces_of(portal: Portal) -> list[tuple[Square, Square]]:
    """The pairs of squares that a portal joins: of its first area, of its second."""
    dx, dy = STEP[portal.side]
    x, y = portal.at
    along = [(x + i, y) if dy else (x, y + i) for i in range(portal.width)]
    return [((ax, ay), (ax + dx, ay + dy)) for ax, ay in along]


def doorway(portal: Portal) -> tuple[Place, Place]:
    """The two ends of the piece of wall that a portal takes."""
    x, y = portal.at
    if portal.side in ("north", "south"):
        wall = y + (portal.side == "south")
        return (x, wall), (x + portal.width, wall)
    wall = x + (portal.side == "east")
    return (wall, y), (wall, y + portal.width)


def trace(quarters: Mapping[Square, int]) -> tuple[Place, ...]:
    """The outer outline of some squares and parts of squares, clockwise on paper, without points on straight lines.

    Args:    quarters: square -> quarter mask (see WHOLE).
    """
    ahead: dict[Square, list[Square]] = {}  # in half squares, so that the middle of a square is a whole number too
    for (x, y), mask in quarters.items():
        middle = (2 * x + 1, 2 * y + 1)
        for side in range(4):
            if not mask >> side & 1:
                continue
            ax, ay = _CORNERS[side]
            bx, by = _CORNERS[(side + 1) & 3]
            start, end = (2 * x + ax, 2 * y + ay), (2 * x + bx, 2 * y + by)
            dx, dy = _AROUND[side]
            if not quarters.get((x + dx, y + dy), 0) >> ((side + 2) & 3) & 1:
                ahead.setdefault(start, []).append(end)
            if not mask >> ((side + 1) & 3) & 1:
                ahead.setdefault(end, []).append(middle)
            if not mask >> ((side + 3) & 3) & 1:
                ahead.setdefault(middle, []).append(start)
    rings = []
    while ahead:
        rings.append(_follow(ahead, min(ahead, key=lambda place: (place[1], place[0]))))
    ring = max(rings, key=ring_area)
    return tuple((x / 2, y / 2) for x, y in straightened(ring))


def _follow(ahead: dict[Square, list[Square]], start: Square) -> list[Square]:
    """Take one closed ring out of the edges; where two ways part, the one that keeps to the same square."""
    ring, here, way = [start], start, (1, 0)
    while True:
        ends = ahead[here]
        best = 0
        if len(ends) > 1:
            best = max(range(len(ends)), key=lambda i: _turn(way, (ends[i][0] - here[0], ends[i][1] - here[1])))
        there = ends.pop(best)
        if not ends:
            del ahead[here]
        way = (there[0] - here[0], there[1] - here[1])
        if there == start:
            return ring
        ring.append(there)
        here = there


def _turn(way: Square, to: Square) -> float:
    """How far right a turn goes, in a measure that grows from full left (-1) over straight (0) to full right (1)."""
    cross, dot = way[0] * to[1] - way[1] * to[0], way[0] * to[0] + way[1] * to[1]
    part = (1 - dot / (hypot(*way) * hypot(*to))) / 2
    return part if cross > 0 else -part


def straightened(ring: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A ring without doubled points and points on straight lines."""
    points = [point for i, point in enumerate(ring) if point != ring[i - 1]]
    out = []
    for i, (bx, by) in enumerate(points):
        (ax, ay), (cx, cy) = points[i - 1], points[(i + 1) % len(points)]
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > 1e-9:
            out.append((bx, by))
    return out
