"""What whole maps and crops have in common: the level asked for, a board with all that is drawn, links over areas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely

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


def prepared_board(scene: Scene, drawn: Sequence[Figure], window: Window | None = None) -> Board:
    """A board on which all that is drawn has taken its place."""
    x0, y0, x1, y1 = scene.ground.bounds
    board = Board(window or (x0 - 5, y0 - 5, x1 + 5, y1 + 5))
    for doorway in scene.ground.doorways:
        for covered in door_boxes(doorway, scene.pens):
            board.block(covered.bounds)
    for figure in drawn:
        if not SYMBOLS[figure.symbol].flat:
            board.block_shape(figure.footprint.buffer(0.14))
        else:
            board.soften(figure.footprint)
    for covered in (scene.waters.water, scene.waters.chasm, *scene.waters.galleries):
        board.soften(covered)
    board.block_shape(scene.waters.chasm)
    return board


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
