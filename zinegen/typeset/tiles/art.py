"""The face of a tile: its edges and what it holds come in, floor, walls, hatching and symbols go out.

A tile is a square of nine units. Corridors and passages leave it in the middle of its edges, so that any two that may
lie side by side join up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import shapely
from shapely import Polygon, box

from zinegen.draw.brush import Brush, Well
from zinegen.draw.ground import rings_of
from zinegen.draw.pens import Pens, pens_for
from zinegen.draw.picture import Part
from zinegen.draw.rock import clumps, slanted
from zinegen.draw.symbols import SYMBOLS
from zinegen.draw.walls import wall_shape
from zinegen.tileset import BLANK, CORRIDOR

SIDE = 9.0
"""Units a tile."""
TILE_MM = 30.0
CORRIDOR_WIDE, PASSAGE_WIDE = 3.0, 1.3
BEYOND = 2.0
"""The floor runs on so far beyond an edge, so that no wall closes it."""
STYLES = 3
"""So many faces one kind of tile has."""
HELD = {
    "stairs": ("spiral_stairs", 2.4), "trapdoor": ("trapdoor", 1.6), "statue": ("statue", 1.6),
    "well": ("well", 2.2), "fountain": ("fountain", 2.4), "altar": ("altar", 2.2),
}  # fmt: skip
"""What a tile holds -> its symbol and size."""


@dataclass(frozen=True, slots=True)
class Face:
    """A drawn tile, from its own north-west corner."""

    floor: tuple[Part, ...]
    walls: tuple[Part, ...]
    hatch: tuple[Part, ...]


def pens(ink: str) -> Pens:
    """The pens for tiles at their true size."""
    return pens_for(ink, TILE_MM / SIDE)


@cache
def face(edges: str, chamber: bool, style: int, ink: str, rough: bool = False) -> Face:
    """Floor, walls and hatching of a tile.

    Args: edges: north, east, south, west. chamber: whether it has a room. style: 0 .. STYLES-1. rough: collapsed.
    """
    square = box(0, 0, SIDE, SIDE)
    floor = _floor(edges, chamber, style, rough)
    inked = pens(ink)
    walls = wall_shape(floor, inked.wall).intersection(square)
    rock = square.buffer(-0.02)
    if inked.ink == "lines":
        strokes = slanted(floor, keep=rock)
    else:
        strokes = clumps(
            floor, gap=0.36 if inked.ink == "full" else 0.5, band=1.35, seed=7919 * style + 13, keep=rock
        )
        strokes = _clipped(strokes, square)
    ground = tuple(Part("ring", ring) for ring in rings_of(floor.intersection(square)))
    ring = tuple(Part("ring", ring) for ring in rings_of(walls))
    return Face(ground, ring, (Part("ticks", strokes),) if len(strokes) else ())


def _clipped(strokes: Any, square: Any) -> Any:
    """Strokes cut at the tile's edge."""
    return np.clip(strokes, 0.03, SIDE - 0.03) if len(strokes) else strokes


def _floor(edges: str, chamber: bool, style: int, rough: bool) -> Any:
    """The floor, running on beyond the edges."""
    middle = SIDE / 2
    parts: list[Any] = []
    for side, edge in enumerate(edges):
        if edge == BLANK:
            continue
        half = (CORRIDOR_WIDE if edge == CORRIDOR else PASSAGE_WIDE) / 2
        arm = box(middle - half, -BEYOND, middle + half, middle)
        parts.append(shapely.affinity.rotate(arm, 90 * side, origin=(middle, middle)))
    corridors = edges.count(CORRIDOR)
    if chamber:
        parts.append(_room(style, rough))
    elif corridors > 1:
        half = CORRIDOR_WIDE / 2
        parts.append(box(middle - half, middle - half, middle + half, middle + half))
    return shapely.union_all(parts)


def _room(style: int, rough: bool) -> Any:
    """A chamber: square, eight-sided or round; a rough hollow where the rock came down."""
    middle, half = SIDE / 2, 2.9
    if rough:
        ring = []
        for n in range(14):
            far = half * (0.72 + 0.28 * abs(np.sin(2.7 * n + 1.9 * style)))
            ring.append((middle + far * np.sin(n * np.pi / 7), middle - far * np.cos(n * np.pi / 7)))
        return Polygon(ring).buffer(0.3).buffer(-0.1)
    if style == 0:
        return box(middle - half, middle - half, middle + half, middle + half)
    if style == 1:
        cut = 1.5
        low, high = middle - half, middle + half
        return Polygon([
            (low + cut, low), (high - cut, low), (high, low + cut), (high, high - cut),
            (high - cut, high), (low + cut, high), (low, high - cut), (low, low + cut),
        ])  # fmt: skip
    return shapely.Point(middle, middle).buffer(half + 0.1)


def put_symbol(well: Well, holds: str, kind: str, x: float, y: float) -> None:
    """What stands in a tile whose north-west corner is at x, y."""
    middle = SIDE / 2
    if holds == "pillars":
        for dx in (-1.4, 1.4):
            for dy in (-1.4, 1.4):
                SYMBOLS["column"].draw(Brush(well, x + middle + dx, y + middle + dy), 0.8, 0.8)
    elif holds in HELD:
        symbol, size = HELD[holds]
        SYMBOLS[symbol].draw(Brush(well, x + middle, y + middle), size, size if holds != "altar" else size / 2)
    elif kind in ("gate", "start"):
        SYMBOLS["goal" if kind == "gate" else "start"].draw(Brush(well, x + middle, y + middle), 2.6, 2.6)


def put_rubble(well: Well, x: float, y: float) -> None:
    """Fallen rock in the middle of a collapsed segment."""
    SYMBOLS["rubble"].draw(Brush(well, x + SIDE / 2, y + SIDE / 2), 2.4, 2.4)
