"""Numbers, level tags and marks: figures and areas come in, texts that nothing covers or crosses go out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import shapely
from shapely import box

from zinegen.draw.board import Board, Spot
from zinegen.draw.brush import Well, disc
from zinegen.draw.faces import advance
from zinegen.draw.figures import Figure, Passing
from zinegen.draw.ground import Doorway, Ground
from zinegen.draw.pens import BLACK, WHITE, Pens
from zinegen.draw.picture import Part, Path, Text, line, ring
from zinegen.dungeon.model import Area
from zinegen.words import word

DIGIT_HIGH = 0.7
"""Height of a figure, in parts of its size."""
HALO = 0.32
PUSHES = 3
"""How often marks that lie over each other are pushed apart: the push may bring one over a third."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text with the box it was given; `leader` runs from the box to its area where it stands outside."""

    text: Text
    box: tuple[float, float, float, float]
    leader: tuple[tuple[float, float], tuple[float, float]] | None = None
    triangle: Part | None = None


def number_size(text: str, size: float) -> tuple[float, float]:
    """Width and height of a number's box in squares."""
    return advance("number", text) * size + 0.2, DIGIT_HIGH * size + 0.3


def number(board: Board, area: Area, shape: Any, solid: Any, pens: Pens) -> Label:
    """An area's number: within it where it fits, if need be a little smaller; else outside with a leader line.

    Args: shape: the area's polygon. solid: all that is not rock.
    """
    text, middle = str(area.key), _wish(shape)
    for part in (1.0, 0.8):
        label = number_within(board, area, shape, pens, size=max(part * pens.number, pens.least))
        if label is not None:
            return label
    for part, far in ((1.0, 5.0), (0.8, 9.0)):
        size = max(part * pens.number, pens.least)
        spot = beside(board, shape, solid, number_size(text, size), middle, far)
        if spot is not None:
            return _label(board, text, spot, size, pens, BLACK, leader(board, spot, shape, middle))
    size = max(0.6 * pens.number, pens.least)
    label = number_within(board, area, shape, pens, size=size)
    return label or _label(board, text, Spot(*middle, *number_size(text, size)), size, pens, BLACK)


def number_within(
    board: Board, area: Area, shape: Any, pens: Pens, *, size: float = 0, fill: str = BLACK
) -> Label | None:
    """An area's number within a shape, or None where it does not fit."""
    text, size = str(area.key), size or pens.number
    inner = shape.buffer(-0.2)
    if inner.is_empty:
        return None
    mask, where = board.cells_of(inner)
    for wet in (False, True):
        spot = board.find(mask, where, number_size(text, size), _wish(shape), wet=wet)
        if spot is not None:
            return _label(board, text, spot, size, pens, fill)
    return None


def _wish(shape: Any) -> tuple[float, float]:
    middle = shape.centroid
    if not shape.contains(middle):
        middle = shape.representative_point()
    return middle.x, middle.y


def beside(
    board: Board, shape: Any, solid: Any, size: tuple[float, float], wish: tuple[float, float], far: float
) -> Spot | None:
    """A place for a box in the rock, at most `far` squares from a shape."""
    x0, y0, x1, y1 = shape.bounds
    rock = box(x0 - far, y0 - far, x1 + far, y1 + far).difference(solid.buffer(0.42, quad_segs=2))
    if rock.is_empty:  # all about it is floor
        return None
    mask, where = board.cells_of(rock)
    if not mask.size:
        return None
    return board.find(mask, where, size, wish, reach=0.25, pull=1.0)


def leader(
    board: Board, spot: Spot, shape: Any, middle: tuple[float, float]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """A line from the edge of a number's box to a free place in its small area, the nearest one."""
    inner = shape.buffer(-0.3) if not shape.buffer(-0.3).is_empty else shape
    mask, where = board.cells_of(inner)
    end = board.nearest(mask, where, (spot.x, spot.y)) or middle
    run = shapely.linestrings([(spot.x, spot.y), end])
    start = shapely.get_coordinates(shapely.difference(run, box(*spot.box)))
    begin = start[0] if len(start) else np.array((spot.x, spot.y))
    return (float(begin[0]), float(begin[1])), end


def _label(
    board: Board, text: str, spot: Spot, size: float, pens: Pens, fill: str,
    leader: tuple[tuple[float, float], tuple[float, float]] | None = None,
) -> Label:  # fmt: skip
    board.block(spot.box)
    drawn = Text(spot.x, spot.y + DIGIT_HIGH / 2 * size, text, size, "number", fill=fill, halo=HALO * pens.k)
    return Label(drawn, spot.box, leader)


def tag_text(passing: Passing, here: int) -> tuple[str, int]:
    """What a link's tag says, and the way of its triangle: 1 down, -1 up, 0 none."""
    if passing.level == here:
        return word("legend", "tag", "same_level", key=passing.area.split("-", 1)[1]), 0
    if passing.level == 0:
        return word("legend", "tag", "surface"), -1
    return str(passing.level), 1 if passing.level > here else -1


def tag(board: Board, figure: Figure, ground: Ground, pens: Pens, fill: str = BLACK) -> Label | None:
    """The tag that says to which level a link leads, beside its symbol."""
    if figure.passing is None:
        return None
    text, way = tag_text(figure.passing, ground.level.number)
    size = pens.tag
    sign = 0.82 * size if way else 0.0
    w, h = advance("strong", text) * size + sign + 0.2, DIGIT_HIGH * size + 0.22
    x0, y0, x1, y1 = figure.footprint.bounds
    around = box(x0 - w - 0.5, y0 - h - 0.6, x1 + w + 0.5, y1 + h + 0.6)
    shape = ground.shapes[figure.area].buffer(-0.16).intersection(around)
    wish = (figure.x, figure.y)
    spot = None
    if not shape.is_empty:
        mask, where = board.cells_of(shape)
        spot = board.find(mask, where, (w, h), wish, reach=0, pull=1.0, wet=True)
    if spot is None:
        rock = around.difference(ground.solid.buffer(0.3, quad_segs=2))
        mask, where = board.cells_of(rock)
        spot = board.find(mask, where, (w, h), wish, reach=0, pull=1.0) if mask.size else None
    if spot is None:
        return None
    board.block(spot.box)
    left, base = spot.x - w / 2 + 0.1, spot.y + DIGIT_HIGH / 2 * size
    drawn = Text(left + sign, base, text, size, "strong", "start", fill, HALO * pens.k)
    return Label(drawn, spot.box, None, triangle(left, spot.y, size, way) if way else None)


def triangle(left: float, y: float, size: float, way: int) -> Part:
    """The sign before a level's number: way 1 points down, -1 up."""
    half, high = 0.33 * size, 0.3 * size * way
    return ring([(left, y - high), (left + 2 * half, y - high), (left + half, y + high)])


def secret_marks(doorways: Iterable[Doorway], pens: Pens, fill: str = BLACK) -> list[Text]:
    """The S over the unbroken wall of each secret door; one S where two stand in one breath."""
    places: list[tuple[float, float]] = []
    for d in doorways:
        if not d.portal.secret:
            continue
        twin = next((n for n, (x, y) in enumerate(places) if abs(x - d.x) + abs(y - d.y) < 1.3), None)
        if twin is None:
            places.append((d.x, d.y))
        else:
            places[twin] = ((places[twin][0] + d.x) / 2, (places[twin][1] + d.y) / 2)
    size, mark = 1.22 * pens.tag, word("legend", "tag", "secret")
    return apart(
        [Text(x, y + DIGIT_HIGH / 2 * size, mark, size, "number", fill=fill, halo=HALO * pens.k) for x, y in places]
    )


def apart(marks: list[Text]) -> list[Text]:
    """Marks so near each other that one would lie over the other, pushed off along the shorter way; others as is."""
    marks = list(marks)
    for _ in range(PUSHES):
        for n, m in combinations(range(len(marks)), 2):
            a, b = marks[n], marks[m]
            lack_x = (advance(a.face, a.text) + advance(b.face, b.text)) * (a.size + b.size) / 4 + a.halo
            lack_y = DIGIT_HIGH * (a.size + b.size) / 2 + a.halo
            lack_x, lack_y = (lack_x - abs(a.x - b.x)) / 2, (lack_y - abs(a.y - b.y)) / 2
            if min(lack_x, lack_y) <= 1e-6:
                continue
            dx, dy = (lack_x, 0.0) if lack_x <= lack_y else (0.0, lack_y)
            dx, dy = (dx if a.x <= b.x else -dx), (dy if a.y <= b.y else -dy)
            marks[n], marks[m] = replace(a, x=a.x - dx, y=a.y - dy), replace(b, x=b.x + dx, y=b.y + dy)
    return marks


def label_paths(labels: Iterable[Label], pens: Pens) -> tuple[Path, ...]:
    """Leader lines, their dots, the rims of triangles and the triangles."""
    labels = list(labels)
    lines = tuple(line(la.leader) for la in labels if la.leader)
    well = Well(pens, BLACK)
    well.add("ink", [disc(0.16 * max(pens.k, 0.7), *la.leader[1]) for la in labels if la.leader])
    signs = tuple(la.triangle for la in labels if la.triangle)
    paths: list[Path] = []
    if lines:
        paths += [Path(lines, stroke=WHITE, width=0.34 * pens.k), Path(lines, stroke=BLACK, width=0.09 * pens.k)]
    if signs:
        paths.append(Path(signs, stroke=WHITE, width=HALO * pens.k))
        well.add("ink", signs)
    return (*paths, *well.paths())
