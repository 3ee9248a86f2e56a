"""The six entrance areas (step 1): the document's drawings are lost, these are our own, drawn as text.

`#` floor, `<` the stairs from the surface, `o` floor with a column; `a b c d` squares cut in half, whose
north-west, north-east, south-east, south-west corner is rock; `n e s w` floor with an open exit in that wall,
`N E S W` with a door.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from zinegen.carve.caves import smoothed
from zinegen.carve.forms import EAST, NORTH, SOUTH, WEST, Form, from_quarters, turned
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Piece
from zinegen.carve.stairways import put_stair
from zinegen.carve.tables import throw
from zinegen.dungeon.floorplan import WHOLE, Square
from zinegen.dungeon.model import Feature, FeatureKind, Rolled

PICTURES: dict[int, tuple[str, ...]] = {
    1: (  # a vestibule
        "##nn##",
        "######",
        "W####E",
        "######",
        "######",
        "######",
        "..<<..",
        "..<<..",
        "..<<..",
    ),
    2: (  # a nave on two rows of columns
        "###nn###",
        "########",
        "##o##o##",
        "W######E",
        "########",
        "##o##o##",
        "########",
        "########",
        "##o##o##",
        "W######E",
        "########",
        "...<<...",
        "...<<...",
        "...<<...",
    ),
    3: (  # an octagon round a well
        "..annb..",
        ".a####b.",
        "a######b",
        "w######e",
        "w######e",
        "d######c",
        ".d####c.",
        "..d##c..",
        "...<<...",
        "...<<...",
        "...<<...",
    ),
    4: (  # a cross
        "...#nn#...",
        "...####...",
        "...####...",
        "##########",
        "w########e",
        "w########e",
        "##########",
        "...####...",
        "...####...",
        "....<<....",
        "....<<....",
        "....<<....",
    ),
    5: (  # a gallery before a row of doors
        "##N###nn###N##",
        "##############",
        "W############E",
        "##############",
        "......<<......",
        "......<<......",
        "......<<......",
    ),
    6: (  # the mouth of a cave
        "...#nn#...",
        "..######..",
        ".########.",
        "w########.",
        "w#########",
        "#########e",
        ".########e",
        ".#######..",
        "..#####...",
        "...<<.....",
        "...<<.....",
        "...<<.....",
    ),
}
_CUT = {"a": 2 | 4, "b": 4 | 8, "c": 8 | 1, "d": 1 | 2}
_MIDDLES: dict[int, tuple[FeatureKind, float, float, float]] = {3: ("well", 4.0, 4.0, 2.2)}
_SIDES = {"n": NORTH, "e": EAST, "s": SOUTH, "w": WEST}


@dataclass(frozen=True, slots=True)
class Entrance:
    """An entrance area, turned."""

    form: Form
    exits: tuple[tuple[int, int, int, int, bool], ...]
    """x, y, side, width, whether it has a door."""
    stairs: tuple[int, int, int, int]
    way: int
    """Towards down: into the area."""
    features: tuple[tuple[FeatureKind, float, float, float], ...]
    start: tuple[float, float]


@cache
def entrance_area(variant: int, turns: int) -> Entrance:
    """An entrance area by its number, turned clockwise by quarter turns.

    The outline of the cave's mouth (6) follows the grid here; `open_entrance` gives it a natural one.
    """
    cells: dict[Square, str] = {
        (x, y): mark for y, line in enumerate(PICTURES[variant]) for x, mark in enumerate(line) if mark != "."
    }
    quarters = {square: _CUT.get(mark, WHOLE) for square, mark in cells.items()}
    upright = from_quarters("polygon", quarters)[0]
    width, height = upright.width, upright.height
    exits = []
    for (x, y), mark in cells.items():
        word = mark.lower()
        if word in _SIDES:
            dx, dy = (1, 0) if word in "ns" else (0, 1)
            if cells.get((x - dx, y - dy)) == mark:
                continue
            wide = 2 if cells.get((x + dx, y + dy)) == mark else 1
            exits.append((*_turned_exit(x, y, _SIDES[word], wide, width, height, turns), mark.isupper()))
    treads = [square for square, mark in cells.items() if mark == "<"]
    x0, y0 = min(treads)
    wide, tall = max(treads)[0] - x0 + 1, max(treads)[1] - y0 + 1
    features: list[tuple[FeatureKind, float, float, float]] = [
        ("column", *_turned_place(x + 0.5, y + 0.5, width, height, turns), 0.7)
        for (x, y), m in cells.items()
        if m == "o"
    ]
    if variant in _MIDDLES:
        kind, mx, my, size = _MIDDLES[variant]
        features.append((kind, *_turned_place(mx, my, width, height, turns), size))
    return Entrance(
        turned(upright, turns),
        tuple(exits),
        _turned_box(x0, y0, wide, tall, width, height, turns),
        turns,
        tuple(features),
        _turned_place(x0 + wide / 2, y0 - 1.0, width, height, turns),
    )


def _turned_place(x: float, y: float, width: int, height: int, turns: int) -> tuple[float, float]:
    for _ in range(turns):
        x, y, width, height = height - y, x, height, width
    return x, y


def _turned_box(
    x: int, y: int, wide: int, tall: int, width: int, height: int, turns: int
) -> tuple[int, int, int, int]:
    for _ in range(turns):
        x, y, wide, tall, width, height = height - y - tall, x, tall, wide, height, width
    return x, y, wide, tall


def _turned_exit(
    x: int, y: int, side: int, wide: int, width: int, height: int, turns: int
) -> tuple[int, int, int, int]:
    across = (wide, 1) if side in (NORTH, SOUTH) else (1, wide)
    bx, by, _, _ = _turned_box(x, y, *across, width, height, turns)
    return bx, by, (side + turns) & 3, wide


def open_entrance(growth: Growth) -> Piece:
    """Roll the entrance area, put it near an edge of the frame, and let its exits wait."""
    stream, ground = growth.stream, growth.ground
    rolls: list[Rolled] = []
    variant = int(throw(stream, "entrance_area", rolls)["variant"])
    turns = stream.weighted((0, 1, 2, 3), (5, 2, 1, 2))
    area = entrance_area(variant, turns)
    x, y = _spot(growth, area)
    form = area.form
    if variant == 6:
        form = smoothed(stream, replace(form, shape="cave", plain=False))
    piece = ground.dig("cave" if variant == 6 else "hall", form, x, y, rolls)
    piece.heading, piece.fixed, piece.area_sqft = area.way, True, form.count * 25
    put_entrance_stairs(ground, piece, area, x, y)
    growth.origins.append(piece.middle)
    for ex, ey, side, wide, door in area.exits:
        growth.push(Front(piece, side, ex + x, ey + y, wide, "door" if door else "open", "beyond"))
    return piece


def put_entrance_stairs(ground: Ground, piece: Piece, area: Entrance, x: int, y: int) -> None:
    """The stairs to the surface and what else stands in the entrance area."""
    sx, sy, wide, tall = area.stairs
    stair = put_stair(ground, piece, "stairs", False, 1, (sx + x, sy + y, wide, tall), area.way)
    stair.surface = True
    piece.features.append(Feature(kind="start", at=(area.start[0] + x, area.start[1] + y), size=(1.8, 1.8)))
    for kind, fx, fy, size in area.features:
        piece.features.append(Feature(kind=kind, at=(fx + x, fy + y), size=(size, size)))


def _spot(growth: Growth, area: Entrance) -> tuple[int, int]:
    """Near the edge of the frame that the stairs point away from, in its middle half."""
    ground, stream = growth.ground, growth.stream
    along, inset = stream.uniform(0.3, 0.7), stream.uniform(0.04, 0.25)
    far = {NORTH: (along, 1 - inset), EAST: (inset, along), SOUTH: (along, inset), WEST: (1 - inset, along)}[area.way]
    free_x, free_y = ground.width - area.form.width - 2, ground.height - area.form.height - 2
    return 1 + round(free_x * far[0]), 1 + round(free_y * far[1])
