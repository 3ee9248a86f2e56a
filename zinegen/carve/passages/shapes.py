"""Shapes of passage that are no plain strips: U-turns, and passages with niches in their walls."""

from __future__ import annotations

from functools import lru_cache

from zinegen.carve.forms import from_quarters
from zinegen.carve.stars import Mouth, Star, corner_of, less_of, place_of
from zinegen.dungeon.floorplan import WHOLE, Square

BETWEEN = 3
"""Squares of rock between the two arms of a U-turn."""
ARM = 2
"""Squares that its arms are longer than its bend is wide."""


@lru_cache(maxsize=64)
def u_bend(side: int, width: int, left: bool, ahead: bool) -> Star:
    """A U-turn for a passage that goes towards `side`; `ahead`: a passage goes straight on as well."""
    shift = BETWEEN + width
    cells = _block(0, 0, width, ARM + width) | _block(-shift, ARM, shift, width) | _block(-shift, 0, width, ARM)
    mouths: list[tuple[Square, int]] = [((-shift, 0), 2)]
    if ahead:
        cells |= _block(0, ARM + width, width, ARM)
        mouths.append(((0, ARM + width + ARM - width), 0))
    if not left:
        cells = {(width - 1 - i, j) for i, j in cells}
        mouths = [((-i, j), way) for (i, j), way in mouths]
    return _shape(side, width, cells, mouths)


@lru_cache(maxsize=64)
def niched(side: int, width: int, length: int) -> Star:
    """A straight passage with a niche in each wall, halfway."""
    at = length // 2
    cells = _block(0, 0, width, length) | {(-1, at), (width, at)}
    return _shape(side, width, cells, [((0, length - width), 0)])


def niche_squares(side: int, width: int, length: int) -> tuple[Square, Square]:
    """Where the two niches of `niched` lie, from the north-west square of the passage's first block."""
    first = corner_of(side, (0, 0), width)
    left, right = (less_of(place_of(side, i, length // 2), first) for i in (-1, width))
    return left, right


def _block(i: int, j: int, wide: int, long: int) -> set[Square]:
    """Squares to the right from i on and ahead from j on."""
    return {(i + a, j + b) for a in range(wide) for b in range(long)}


def _shape(side: int, width: int, cells: set[Square], mouths: list[tuple[Square, int]]) -> Star:
    """A shape from its squares (right, ahead) and the blocks at its ends with their ways, both as one walks in."""
    world = {place_of(side, i, j): WHOLE for i, j in cells}
    form, x, y = from_quarters("polygon", world, "")
    return Star(
        form,
        less_of(corner_of(side, (0, 0), width), (x, y)),
        tuple(Mouth(*less_of(corner_of(side, at, width), (x, y)), ((side + way) & 3,), False) for at, way in mouths),
    )
