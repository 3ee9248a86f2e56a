"""Blind ends of passages: a passage and what is seen in it come in, its plan without the needless end goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor

from msgspec.structs import replace

from zinegen.dungeon.floorplan import Square, box_of, inside, ring_area, runs_of, squares_of, trace
from zinegen.dungeon.model import Area, Feature, Place, Run

Plan = tuple[tuple[Place, ...], tuple[Run, ...], list[Feature]]
"""Outline, squares and features of an area."""
_QUARTERS = ((0.5, 1 / 6), (5 / 6, 0.5), (0.5, 5 / 6), (1 / 6, 0.5))
"""The middles of the four quarters of a square."""


def cut_back(area: Area, blind: set[Square], needed: set[Square], features: list[Feature]) -> Plan:
    """Cut a passage off behind the last square that is needed, at each end where a blind square lies.

    A passage whose outline is no union of squares and quarters of squares stays as it is.

    Args:    blind: squares at things that are not seen; needed: squares at things that are.
    Returns: what is left of its outline and squares, and of its features those that stand there.
    """
    quarters = _quarters(area.outline)
    size = sum(mask.bit_count() for mask in quarters.values()) / 4
    if abs(size - abs(ring_area(area.outline))) > 0.01:
        return area.outline, area.squares, features
    left = quarters
    wide = _width(area)
    while True:
        gone = max((part for part in _ends(left, wide) if part & blind and not part & needed), key=len, default=set())
        if not gone:
            break
        left = {square: mask for square, mask in left.items() if square not in gone}
    if left is quarters:
        return area.outline, area.squares, features
    outline = trace(left)
    kept = [_clipped(f, outline) for f in features if inside(f.at, outline)]
    return outline, runs_of(square for square in squares_of(area.squares) if square in left), kept


def squares_under(feature: Feature) -> set[Square]:
    """The squares that a feature touches, roughly: the box of its outline or of its size."""
    if feature.outline:
        x0, y0, x1, y1 = box_of(feature.outline)
    else:
        w, h = feature.size
        if 45 < feature.turn_deg % 180 < 135:
            w, h = h, w
        (x, y) = feature.at
        x0, y0, x1, y1 = x - w / 2, y - h / 2, x + w / 2, y + h / 2
    slack = 0.1
    return {
        (x, y) for x in range(floor(x0 + slack), ceil(x1 - slack)) for y in range(floor(y0 + slack), ceil(y1 - slack))
    }


def _quarters(ring: tuple[Place, ...]) -> dict[Square, int]:
    """The squares in a ring, each with the mask of its quarters that lie inside."""
    x0, y0, x1, y1 = box_of(ring)
    out = {}
    for y in range(floor(y0), ceil(y1)):
        for x in range(floor(x0), ceil(x1)):
            mask = sum(1 << i for i, (dx, dy) in enumerate(_QUARTERS) if inside((x + dx, y + dy), ring))
            if mask:
                out[x, y] = mask
    return out


def _width(area: Area) -> int:
    """The longest cut across a passage, in squares; a slanting passage is crossed by longer ones."""
    x0, y0, x1, y1 = box_of(area.outline)
    wide = max(1, area.width_ft // 5) if area.width_ft else 2
    if area.shape == "strip":
        return min(wide, round(x1 - x0), round(y1 - y0)) if area.width_ft else round(min(x1 - x0, y1 - y0))
    return 2 * wide


def _ends(squares: dict[Square, int], wide: int) -> Iterator[set[Square]]:
    """What each straight cut of at most `wide` squares would part from a passage: both parts, one after the other."""
    for dx, dy in ((1, 0), (0, 1)):
        for start in squares:
            cut = list(_cut(squares, start, dx, dy))
            if not cut or len(cut) > wide:
                continue
            barred = {(square, (square[0] + dx, square[1] + dy)) for square in cut}
            part = _flood(squares, cut[0], barred)
            if (cut[0][0] + dx, cut[0][1] + dy) not in part:
                yield part
                yield set(squares) - part


def _cut(squares: dict[Square, int], start: Square, dx: int, dy: int) -> Iterator[Square]:
    """The squares along one cut: from `start` on, as long as they and those beyond the cut are in the passage."""

    def crossed(x: int, y: int) -> bool:
        return (x, y) in squares and (x + dx, y + dy) in squares

    x, y = start
    if crossed(x - dy, y - dx):
        return  # the cut begins further up
    while crossed(x, y):
        yield x, y
        x, y = x + dy, y + dx


def _flood(squares: dict[Square, int], start: Square, barred: set[tuple[Square, Square]]) -> set[Square]:
    """The squares that hang together with `start` when the barred steps are not taken."""
    part, todo = {start}, [start]
    while todo:
        here = todo.pop()
        x, y = here
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if there in squares and there not in part and (here, there) not in barred and (there, here) not in barred:
                part.add(there)
                todo.append(there)
    return part


def _clipped(feature: Feature, outline: tuple[Place, ...]) -> Feature:
    """A feature whose own outline is cut to the box of what is left of its passage."""
    if not feature.outline:
        return feature
    x0, y0, x1, y1 = box_of(outline)
    ring = list(feature.outline)
    for axis, bound, sign in ((0, x0, 1), (0, x1, -1), (1, y0, 1), (1, y1, -1)):
        ring = _half(ring, axis, bound, sign)
    return replace(feature, outline=tuple(ring))


def _half(ring: Iterable[Place], axis: int, bound: float, sign: int) -> list[Place]:
    """The part of a ring on one side of a line along an axis (Sutherland and Hodgman)."""
    points = list(ring)
    out: list[Place] = []
    for i, b in enumerate(points):
        a = points[i - 1]
        from_a, from_b = sign * (a[axis] - bound), sign * (b[axis] - bound)
        if (from_a < 0) != (from_b < 0):
            t = from_a / (from_a - from_b)
            out.append((round(a[0] + t * (b[0] - a[0]), 3), round(a[1] + t * (b[1] - a[1]), 3)))
        if from_b >= 0:
            out.append(b)
    return out
