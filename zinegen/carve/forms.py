"""Forms: a shape and its size come in; its squares as row masks, its true outline and its faces go out.

A form lies at the origin; placing it is adding x and y. `rows[j]` has bit i set where square (i, j) belongs to it,
and `halo` is the form with one square of rock around it, for rows -1..height and columns -1..width, bit 0 being
column -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt

from zinegen.dungeon.floorplan import WHOLE, Square, inside, trace
from zinegen.dungeon.model import Place, Shape

NORTH, EAST, SOUTH, WEST = range(4)
DX = (0, 1, 0, -1)
DY = (-1, 0, 1, 0)
Face = tuple[int, int, int]
"""(line, low, high): where gates may be on one side: squares low..high-1 of row (north, south) or column `line`."""


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """The form of a piece."""

    shape: Shape
    width: int
    height: int
    rows: tuple[int, ...]
    halo: tuple[int, ...]
    outline: tuple[Place, ...]
    faces: tuple[Face | None, Face | None, Face | None, Face | None]
    plain: bool
    """True when every wall lies on a grid line."""
    count: int
    """How many squares."""


def halo_of(rows: Sequence[int]) -> tuple[int, ...]:
    """Row masks with one square around them, moved by one square east and south."""
    wide = [0, 0, *(row | row << 1 | row << 2 for row in rows), 0, 0]
    body = [0, 0, *(row << 1 for row in rows), 0, 0]
    return tuple(wide[i] | wide[i + 1] | wide[i + 2] | body[i + 1] for i in range(len(rows) + 2))


def make_form(shape: Shape, rows: Sequence[int], outline: Sequence[Place], faces: str = "all") -> Form:
    """A form from its row masks and outline.

    Args:    faces: "all"; or the sides that may have gates, such as "ns"; "" for none.
    """
    height, width = len(rows), max(row.bit_length() for row in rows)
    inset = int(shape in ("cave", "trapezoid", "triangle"))  # a gate in a sharp corner could not be squared off
    found = [
        _face(rows, side, width, inset) if faces == "all" or "nesw"[side] in faces else None for side in range(4)
    ]
    plain = shape in ("rectangle", "strip") or (
        all(x == int(x) and y == int(y) for x, y in outline) and _square(outline)
    )
    count = sum(row.bit_count() for row in rows)
    rows = tuple(rows)
    return Form(
        shape,
        width,
        height,
        rows,
        halo_of(rows),
        tuple(outline),
        (found[0], found[1], found[2], found[3]),
        plain,
        count,
    )


def _square(outline: Sequence[Place]) -> bool:
    return all(x == outline[i - 1][0] or y == outline[i - 1][1] for i, (x, y) in enumerate(outline))


def _face(rows: Sequence[int], side: int, width: int, inset: int) -> Face | None:
    """The longest run of squares on the outermost line of one side, `inset` squares off the corners of the box."""
    line = (0, width - 1, len(rows) - 1, 0)[side]
    mask = rows[line] if side in (NORTH, SOUTH) else sum(((row >> line) & 1) << y for y, row in enumerate(rows))
    if inset:
        mask &= ((1 << ((width if side in (NORTH, SOUTH) else len(rows)) - 1)) - 1) & ~1
    best: Face | None = None
    at = 0
    while mask >> at:
        at += ((mask >> at) & -(mask >> at)).bit_length() - 1
        length = (~(mask >> at) & ((mask >> at) + 1)).bit_length() - 1
        if best is None or length > best[2] - best[1]:
            best = (line, at, at + length)
        at += length
    return best


@lru_cache(maxsize=2048)
def rectangle(width: int, height: int, shape: Shape = "rectangle", faces: str = "all") -> Form:
    """A rectangle of squares."""
    rows = [(1 << width) - 1] * height
    return make_form(shape, rows, ((0, 0), (width, 0), (width, height), (0, height)), faces)


def from_quarters(shape: Shape, quarters: Mapping[Square, int], faces: str = "all") -> tuple[Form, int, int]:
    """A form from quarter masks (see floorplan.trace), with the x and y of its own corner in their frame."""
    left, top = min(x for x, _ in quarters), min(y for _, y in quarters)
    rows = [0] * (max(y for _, y in quarters) - top + 1)
    for x, y in quarters:
        rows[y - top] |= 1 << (x - left)
    ring = tuple((x - left, y - top) for x, y in trace(quarters))
    return make_form(shape, rows, ring, faces), left, top


def from_rows(shape: Shape, rows: Sequence[int], faces: str = "all") -> Form:
    """A form of whole squares whose outline follows the grid."""
    quarters = {(x, y): WHOLE for y, row in enumerate(rows) for x in range(row.bit_length()) if row >> x & 1}
    return from_quarters(shape, quarters, faces)[0]


def turned(form: Form, times: int, mirrored: bool = False) -> Form:
    """The form turned clockwise by quarter turns, after mirroring it east to west if asked."""
    rows, ring = list(form.rows), list(form.outline)
    width, height = form.width, form.height
    sides = [form.faces[side] is not None for side in range(4)]
    if mirrored:
        rows = [sum((row >> x & 1) << (width - 1 - x) for x in range(width)) for row in rows]
        ring = [(width - x, y) for x, y in reversed(ring)]
        sides[EAST], sides[WEST] = sides[WEST], sides[EAST]
    for _ in range(times):
        rows = [sum((rows[height - 1 - x] >> y & 1) << x for x in range(height)) for y in range(width)]
        ring = [(height - y, x) for x, y in ring]
        width, height = height, width
        sides = [sides[(side + 3) & 3] for side in range(4)]
    return make_form(form.shape, rows, ring, "".join("nesw"[side] for side in range(4) if sides[side]))


# ------------------------------------------------------------------------------------------------ round and slanted


def _round(shape: Shape, width: int, height: int) -> Form:
    """A circle or an oval; a square belongs to it when at least half of it is covered."""
    a, b = width / 2, height / 2
    rows = []
    for y in range(height):
        cover = [0.0] * width
        for part in range(16):
            half = a * sqrt(max(0.0, 1 - ((y + (part + 0.5) / 16 - b) / b) ** 2))
            for x in range(width):
                cover[x] += max(0.0, min(x + 1.0, a + half) - max(float(x), a - half))
        rows.append(sum(1 << x for x in range(width) if cover[x] >= 8))
    steps = 4 * max(8, round(1.6 * max(width, height)))
    ring = []
    for i in range(steps):
        angle = 2 * pi * i / steps
        ring.append((round(a + a * sin(angle), 3), round(b - b * cos(angle), 3)))
    return make_form(shape, rows, ring)


def _polygon(shape: Shape, points: Sequence[tuple[int, int]], faces: str = "all") -> Form:
    """A polygon of grid lines and square diagonals; half squares belong to it."""
    width, height = max(x for x, _ in points), max(y for _, y in points)
    rows = []
    for y in range(height):
        row = 0
        for x in range(width):
            spots = ((x + 0.5, y + 0.2), (x + 0.8, y + 0.5), (x + 0.5, y + 0.8), (x + 0.2, y + 0.5))
            row |= (sum(inside(spot, points) for spot in spots) >= 2) << x
        rows.append(row)
    return make_form(shape, rows, points, faces)


def _nearest(squares: float, sizes: Iterable[tuple[float, float, Sequence[int]]]) -> Sequence[int]:
    """Of (area, how odd it looks, size) the size whose area is nearest; oddness decides among near ones."""
    return min(sizes, key=lambda size: abs(size[0] - squares) / squares + size[1])[2]


def circle(squares: float) -> Form:
    """A circle of about so many squares."""
    (side,) = _nearest(squares, ((pi * d * d / 4, 0.0, (d,)) for d in range(3, 40)))
    return _round("circle", side, side)


def oval(squares: float) -> Form:
    """An oval of about so many squares, half as long again as it is wide."""
    sizes = [(w, h) for h in range(3, 30) for w in range(h + 1, 45) if 1.25 <= w / h <= 1.75]
    width, height = _nearest(squares, ((pi * w * h / 4, abs(w / h - 1.5) / 8, (w, h)) for w, h in sizes))
    return _round("oval", width, height)


def hexagon(squares: float) -> Form:
    """A hexagon with two walls on the grid and four at 45 degrees."""
    sizes = [(t, h) for h in range(4, 30, 2) for t in range(2, 24)]
    t, h = _nearest(squares, ((t * h + h * h / 2, abs(t / h - 0.7) / 8, (t, h)) for t, h in sizes))
    c = h // 2
    return _polygon("hexagon", ((c, 0), (c + t, 0), (h + t, c), (c + t, h), (c, h), (0, c)))


def octagon(squares: float) -> Form:
    """An octagon with corners of 45 degrees."""
    sizes = [(w, max(1, round(0.29 * w))) for w in range(4, 32)]
    w, c = _nearest(squares, ((w * w - 2 * c * c, 0.0, (w, c)) for w, c in sizes))
    return _polygon("octagon", ((c, 0), (w - c, 0), (w, c), (w, w - c), (w - c, w), (c, w), (0, w - c), (0, c)))


def trapezoid(squares: float) -> Form:
    """A trapezoid with flanks at 45 degrees, the long side in the south."""
    sizes = [(t, h) for h in range(3, 20) for t in range(2, 24)]
    t, h = _nearest(squares, (((t + h) * h, abs(t / h - 1.0) / 8, (t, h)) for t, h in sizes))
    return _polygon("trapezoid", ((h, 0), (h + t, 0), (2 * h + t, h), (0, h)), "ns")


def triangle(squares: float) -> Form:
    """A triangle with its right angle in the north."""
    (h,) = _nearest(squares, ((h * h, 0.0, (h,)) for h in range(3, 30)))
    return _polygon("triangle", ((h, 0), (2 * h, h), (0, h)), "ns")


def corner_triangle(squares: float) -> Form:
    """A triangle with its right angle in the south-west."""
    (a,) = _nearest(squares, ((a * a / 2, 0.0, (a,)) for a in range(5, 40)))
    return _polygon("triangle", ((0, 0), (a, a), (0, a)), "sw")


_SPECIAL: dict[str, tuple[Callable[[float], Form], ...]] = {
    "circle": (circle,),
    "oval": (oval,),
    "hexagon": (hexagon,),
    "octagon": (octagon,),
    "trapezoid": (trapezoid,),
    "triangle": (triangle, corner_triangle),
}


@lru_cache(maxsize=512)
def special_forms(shape: str, squares: int) -> tuple[tuple[Form, ...], ...]:
    """Every way to lay out a special shape of so many squares: for each sort of it, its turns and mirrors."""
    ways = []
    for build in _SPECIAL[shape]:
        form = build(squares)
        turns = {"circle": 1, "octagon": 1, "oval": 2, "hexagon": 2}.get(shape, 4)
        ways.append(tuple(turned(form, times) for times in range(turns)))
    return tuple(ways)
