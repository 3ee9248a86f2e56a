"""Small boards for tests: tiles by their edges, laid where a picture says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zinegen.carve.tiles.board import Board, Place, Segment
from zinegen.tileset import Tile, TileSet

START = Tile(id="gateway", kind="start", edges="ppp-")
GATE = Tile(id="gate", kind="gate", edges="????")
STAIRS = Tile(id="stairs", kind="chamber", edges="pppp", holds="stairs", count=3)


def tile(edges: str, id_: str = "", count: int = 1) -> Tile:
    """A tile with these edges."""
    return Tile(
        id=id_ or edges.replace("-", "b"), edges=edges, kind="corridor" if "c" in edges else "chamber", count=count
    )


def board(*tiles: Tile, levels: Sequence[int] = (1, 2, 3), **laid: str) -> Board:
    """A board with a container of these tiles; laid: L1_0_m2=... the edges that lie at (1, 0, -2)."""
    made = Board(TileSet(tiles=(START, GATE, *tiles)), list(levels))
    for name, edges in laid.items():
        made.laid[place(name)] = Segment(edges, tile(edges))
    return made


def place(name: str) -> Place:
    """The place that a name such as L1_0_m2 stands for."""
    level, x, y = (int(part.replace("m", "-")) for part in name[1:].split("_"))
    return level, x, y


def draws(*ids: str) -> Callable[[Sequence[Tile]], Tile]:
    """Draws from the container in this order; what was put back may be drawn again, but is not."""
    left = list(ids)

    def draw(tiles: Sequence[Tile]) -> Tile:
        id_ = left.pop(0)
        return next(one for one in tiles if one.id == id_)

    return draw
