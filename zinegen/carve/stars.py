"""Diagonals and junctions: a block of passage with arms along the axes and legs at 45 degrees, as one piece.

A leg joins two blocks of w x w squares whose middles lie on one diagonal; its walls run through the corners of both,
so that every square is whole or exactly half, and its clear width is 7 ft for a 5-ft passage, 14 ft for a 10-ft one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from zinegen.carve.forms import Form, from_quarters
from zinegen.dungeon.floorplan import WHOLE, Square

_QUARTER = {"ahead": 1, "right": 2, "behind": 4, "left": 8}
LEGS: dict[str, tuple[bool, bool]] = {
    "left_front": (True, False),
    "right_front": (False, False),
    "left_back": (True, True),
    "right_back": (False, True),
}
"""Leg -> (goes left, goes back)."""


@dataclass(frozen=True, slots=True)
class Mouth:
    """An end block of a star: the north-west square of its w x w squares, from the star's own corner."""

    x: int
    y: int
    ways: tuple[int, ...]
    """The sides that a passage may go on to."""
    leg: bool


@dataclass(frozen=True, slots=True)
class Star:
    """A junction as a form; placed so that its block lies straight ahead of the passage."""

    form: Form
    block: Square
    """Where the north-west square of its block lies, from the form's own corner."""
    mouths: tuple[Mouth, ...]


def reach(width: int) -> int:
    """How many squares a leg goes along each axis."""
    return width + 3


@lru_cache(maxsize=1024)
def star(side: int, width: int, arms: tuple[str, ...], legs: tuple[str, ...], shorter: int = 0) -> Star:
    """A star for a passage that goes towards `side`.

    Args:    arms: of "ahead", "left", "right". legs: of LEGS. shorter: squares by which its legs are shorter.
    """
    size, arm = reach(width) - shorter, width + 2
    cells: dict[Square, int] = {(i, j): WHOLE for i in range(width) for j in range(width)}
    mouths: list[tuple[Square, tuple[int, ...], bool]] = []
    for name in arms:
        di, dj = {"ahead": (0, 1), "left": (-1, 0), "right": (1, 0)}[name]
        for step in range(1, arm + 1):
            cells.update(((i + di * step, j + dj * step), WHOLE) for i in range(width) for j in range(width))
        way = (side + {"ahead": 0, "left": 3, "right": 1}[name]) & 3
        mouths.append(((di * arm, dj * arm), (way,), False))
    for name in legs:
        left, back = LEGS[name]
        for square, mask in _leg(width, size, left, back).items():
            if not (back and square[1] < 0 <= square[0] < width):  # those belong to the passage that came in
                cells[square] = cells.get(square, 0) | mask
        ways = ((side + (2 if back else 0)) & 3, (side + (3 if left else 1)) & 3)
        mouths.append(((-size if left else size, -size if back else size), ways, True))
    world = {place_of(side, i, j): _mask(side, mask) for (i, j), mask in cells.items()}
    straight = not legs
    form, x, y = from_quarters("polygon" if straight or len(mouths) > 1 else "diagonal", world, "")
    corner = corner_of(side, (0, 0), width)
    return Star(
        form,
        (corner[0] - x, corner[1] - y),
        tuple(Mouth(*less_of(corner_of(side, at, width), (x, y)), ways, leg) for at, ways, leg in mouths),
    )


def _leg(width: int, size: int, left: bool, back: bool) -> dict[Square, int]:
    """The squares of a leg with both its blocks: i to the right, j ahead, the first block at 0, 0."""
    out: dict[Square, int] = {}
    for i in range(size + width):
        for j in range(max(0, i - width), min(size + width, i + width + 1)):
            mask = WHOLE
            if i - j == width:
                mask = _QUARTER["ahead"] | _QUARTER["left"]
            elif j - i == width:
                mask = _QUARTER["behind"] | _QUARTER["right"]
            a, b = i, j
            if left:
                a, mask = width - 1 - i, _swap(mask, "left", "right")
            if back:
                b, mask = width - 1 - j, _swap(mask, "ahead", "behind")
            out[(a, b)] = mask
    return out


def _swap(mask: int, one: str, other: str) -> int:
    a, b = _QUARTER[one], _QUARTER[other]
    return mask & ~(a | b) | (b if mask & a else 0) | (a if mask & b else 0)


def place_of(side: int, i: int, j: int) -> Square:
    """Right and ahead of the way -> east and south."""
    return ((i, -j), (j, i), (-i, j), (-j, -i))[side]


def _mask(side: int, mask: int) -> int:
    """Quarters named from the way -> by the compass."""
    return (mask << side | mask >> (4 - side)) & WHOLE


def corner_of(side: int, at: Square, width: int) -> Square:
    """The north-west square of the block whose square nearest to left and behind is `at`."""
    spots = [place_of(side, at[0] + i, at[1] + j) for i in (0, width - 1) for j in (0, width - 1)]
    return min(x for x, _ in spots), min(y for _, y in spots)


def less_of(a: Square, b: Square) -> Square:
    return a[0] - b[0], a[1] - b[1]
