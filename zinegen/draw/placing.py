"""What whole maps and crops have in common: the level asked for, a board with all that is drawn, links over areas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import shapely
from shapely.affinity import translate

from zinegen.draw.board import Board
from zinegen.draw.figures import Figure, door_boxes
from zinegen.draw.ground import Ground
from zinegen.draw.scene import Scene
from zinegen.draw.symbols import SYMBOLS
from zinegen.dungeon.model import Dungeon, Level
from zinegen.errors import DungeonError

Window = tuple[float, float, float, float]
"""x0, y0, x1, y1 in squares."""


def level_of_dungeon(dungeon: Dungeon, number: int) -> Level:
    """The level with a number. Raises DungeonError where there is none."""
    for level in dungeon.levels:
        if level.number == number:
            return level
    raise DungeonError(f"there is no level {number}; this dungeon has {len(dungeon.levels)}")


def prepared_board(scene: Scene, drawn: Sequence[Figure], window: Window | None = None) -> tuple[Board, list[Figure]]:
    """A board on which all that is drawn has taken its place, and the figures, moved where they stood in a wall.

    Marks (start, goal, trap) are left for `place_marks`.
    """
    ground = scene.ground
    x0, y0, x1, y1 = ground.bounds
    board = Board(window or (x0 - 5, y0 - 5, x1 + 5, y1 + 5))
    for doorway in ground.doorways:
        for covered in door_boxes(doorway, scene.pens):
            board.block(covered.bounds)
    for covered in (scene.waters.water, *scene.waters.galleries):
        board.soften(covered)
    board.block_shape(scene.waters.chasm)
    things = [f for f in drawn if not SYMBOLS[f.symbol].mark]
    settled = [_nudged(f, ground) for f in things if not _movable(f)]
    for figure in settled:
        _cover(board, figure)
    for figure in things:
        if _movable(figure):
            settled.append(_settle(board, ground, figure, (1.0, 0.8)))
            _cover(board, settled[-1])
    return board, settled


SMALL = 17.0
"""Squares below which a mark comes before the number and goes into a corner: both would want the middle."""


def place_marks(board: Board, ground: Ground, drawn: Sequence[Figure], *, small: bool) -> list[Figure]:
    """Start, goal and trap marks, each as near to its place as what stands there allows.

    small: those of small areas only, to be placed before the numbers; else those of the others, after them.
    """
    out = []
    for figure in drawn:
        shape = ground.shapes[figure.area]
        if SYMBOLS[figure.symbol].mark and (shape.area < SMALL) == small:
            if small:
                x0, y0, x1, _ = shape.bounds
                corner = (x0 if figure.x < (x0 + x1) / 2 + 0.1 else x1, y0)
                moved = replace(figure, x=corner[0], y=corner[1])
                found = _settle(board, ground, moved, (0.65, 0.5))
                figure = replace(figure, w=0.5 * figure.w, h=0.5 * figure.h) if found is moved else found
            else:
                figure = _settle(board, ground, figure, (1.0, 0.8, 0.65, 0.5, 0.4))
            out.append(figure)
            _cover(board, figure)
    return out


def _movable(figure: Figure) -> bool:
    return SYMBOLS[figure.symbol].fixed is not None and figure.passing is None


def _nudged(figure: Figure, ground: Ground) -> Figure:
    """Furniture that reaches into a wall, pushed off it a little."""
    symbol = SYMBOLS[figure.symbol]
    if symbol.fixed or symbol.flat or figure.symbol in ("bridge", "web", "niche", "stairs", "boat"):
        return figure
    floor = ground.shapes[figure.area].buffer(-0.15)
    foot = figure.footprint
    if floor.covers(foot):
        return figure
    for far in (0.15, 0.3, 0.45, 0.6):
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (0.7, 0.7), (0.7, -0.7), (-0.7, 0.7), (-0.7, -0.7)):
            if floor.covers(translate(foot, far * dx, far * dy)):
                return replace(figure, x=figure.x + far * dx, y=figure.y + far * dy)
    return figure


def _cover(board: Board, figure: Figure) -> None:
    if SYMBOLS[figure.symbol].flat:
        board.soften(figure.footprint)
    else:
        board.block_shape(figure.footprint.buffer(0.14))


def _settle(board: Board, ground: Ground, figure: Figure, sizes: Sequence[float]) -> Figure:
    """A figure where it neither stands in a wall nor on another, at the largest size that finds a place."""
    shape = ground.shapes[figure.area]
    floor = shape.buffer(-0.2)
    mask, where = board.cells_of(floor) if not floor.is_empty else board.cells_of(shape)
    foot = figure.footprint
    if floor.covers(foot) and not board.hits(foot.bounds):
        return figure
    for size in sizes:
        w, h = figure.w * size, figure.h * size
        spot = board.find(mask, where, (w, h), (figure.x, figure.y), reach=0.25, pull=1.0, wet=True)
        if spot is not None:
            return replace(figure, x=spot.x, y=spot.y, w=w, h=h)
    return figure


def spots_of(
    ground: Ground, mm: float, left: float, top: float, only: Iterable[str] | None = None
) -> dict[str, tuple[tuple[float, float], ...]]:
    """The keyed areas as polygons in mm of the picture."""
    out = {}
    for id_, area in ground.areas.items():
        if area.key is not None and (only is None or id_ in only):
            ring = shapely.get_coordinates(ground.shapes[id_].simplify(0.1).exterior)[:-1]
            out[id_] = tuple((round((x - left) * mm, 2), round((y - top) * mm, 2)) for x, y in ring.tolist())
    return out
