"""A laid labyrinth: what its levels share while they are dug one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.carve.ground import Ground
from zinegen.carve.tiles.board import Board, Place
from zinegen.carve.tiles.lattice import Lattice
from zinegen.carve.tiles.rooms import Room


@dataclass(slots=True)
class Labyrinth:
    """A laid labyrinth."""

    board: Board
    lattice: Lattice
    start: Place
    rooms: dict[Place, Room]
    gate: Place | None
    ground: Ground | None = None
    """The level that was dug last: where it was moved to, the next one follows."""
    corner: tuple[int, int, int] = (0, 0, 0)
    """Of that level a piece and where it was dug."""
