"""Digging: one level of a laid board comes in, chambers, corridors and passages in the ground go out."""

from __future__ import annotations

from dataclasses import dataclass, field

from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH, WEST
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Gate, Piece, strip_box, strip_form
from zinegen.carve.plan import Box
from zinegen.carve.tiles.board import Board, Place, Segment, beside
from zinegen.carve.tiles.corridors import WIDE, Corridors, roll_of
from zinegen.carve.tiles.lattice import Lattice, Line
from zinegen.carve.tiles.rooms import Room, way_in
from zinegen.dice import Stream
from zinegen.dungeon.model import Feature, PortalKind, Rolled
from zinegen.tileset import PASSAGE

HALL = 36
"""A chamber of so many squares is a hall."""
LEAF = 0.8
"""How many passages have a door."""
TRIES = 8
APART = 1.6
"""How far a passage's mouth is from the next in a chamber, at least."""


@dataclass(slots=True)
class Digger:
    """Digs one level."""

    ground: Ground
    board: Board
    lattice: Lattice
    level: int
    rooms: dict[Place, Room]
    stream: Stream
    pieces: dict[Place, Piece] = field(default_factory=dict)
    """The piece of each chamber."""

    @property
    def places(self) -> list[tuple[Place, Segment]]:
        return sorted((place, segment) for place, segment in self.board.laid.items() if place[0] == self.level)

    def dig(self) -> bool:
        """Dig everything. False where a passage found no way, which a very uneven lattice may bring about."""
        for place, segment in self.places:
            if place in self.rooms:
                self._room(place, segment)
        Corridors(self).dig()
        return all(self._passage(place, side) for place, side in self.edges(PASSAGE))

    # ------------------------------------------------------------------------------------------------------ chambers

    def _room(self, place: Place, segment: Segment) -> None:
        room = self.rooms[place]
        hall = room.form.count >= HALL or room.stairs is not None or (segment.tile and segment.tile.kind == "gate")
        kind = "cave" if segment.collapsed else "hall" if hall else "room"
        piece = self.ground.dig(kind, room.form, room.x, room.y, [roll_of(segment)])  # type: ignore[arg-type]
        piece.width_ft, piece.length_ft = (5 * n for n in sorted((room.form.width, room.form.height)))
        piece.area_sqft = 25 * room.form.count
        piece.fixed = True
        self.pieces[place] = piece

    # ------------------------------------------------------------------------------------------------------ passages

    def edges(self, kind: str) -> list[tuple[Place, int]]:
        """Every edge of a kind between two segments, once: the place west or north of it, and its side."""
        return [
            (place, side)
            for place, segment in self.places
            for side in (EAST, SOUTH)
            if segment.edges[side] == kind and beside(place, side) in self.board.laid
        ]

    def _passage(self, place: Place, side: int) -> bool:
        """Dig a passage of one square's width across an edge."""
        there = beside(place, side)
        line = self._line(place, side)
        stream = self.stream.child("passage", *place, side)
        spots = [stream.between(line.first, line.end - 2) for _ in range(TRIES)]
        for at in [*(spots if stream.chance(0.6) else ()), line.spine, *spots, *range(line.first, line.end - 1)]:
            ends = self._hit(place, side, at), self._hit(there, (side + 2) & 3, at)
            if None in ends:
                continue
            (x, y, a), (bx, by, b) = ends  # type: ignore[misc]
            length = abs(bx - x) + abs(by - y) - 1
            box = strip_box(x + DX[side], y + DY[side], side, 1, length)
            if length < 1 or not self._alone(box, side, a, b):
                continue
            self._open(box, side, a, b, stream)
            return True
        return (
            self._fallen(place, side)
            if self.board.laid[place].collapsed or self.board.laid[there].collapsed
            else False
        )

    def _line(self, place: Place, side: int) -> Line:
        return self.lattice.row(place[2]) if side == EAST else self.lattice.column(place[1])

    def _hit(self, place: Place, side: int, at: int) -> tuple[int, int, Piece] | None:
        """The square of a segment that one comes to first, straight in from one of its edges."""
        x, y, wide, high = self.lattice.box(place)
        square = {EAST: (x + wide - 1, at), WEST: (x, at), NORTH: (at, y), SOUTH: (at, y + high - 1)}[side]
        for _ in range(wide if side in (EAST, WEST) else high):
            piece = self.ground.owner(*square)
            if piece is not None:
                mine = piece.keyed or min(piece.form.width, piece.form.height) >= WIDE
                return (*square, piece) if mine and self._may(piece, side, *square) else None
            square = (square[0] - DX[side], square[1] - DY[side])
        return None

    def _may(self, piece: Piece, side: int, x: int, y: int) -> bool:
        """Whether a passage may come into a piece by that wall: not beside a corner, nor beside another gate."""
        inner = way_in(piece.form, side)
        if inner is None:
            return False
        low, high = inner
        across, along = (x - piece.x, y - piece.y) if side in (NORTH, SOUTH) else (y - piece.y, x - piece.x)
        if not low <= across < high:
            return False
        if not piece.keyed:
            return True
        near = all(abs(g.middle[0] - x - 0.5) + abs(g.middle[1] - y - 0.5) > APART for g in piece.gates)
        return near and along == piece.form.faces[side][0]  # type: ignore[index]

    def _alone(self, box: Box, side: int, a: Piece, b: Piece) -> bool:
        """Whether a passage keeps a square of rock to everything but its ends."""
        x, y, wide, high = box
        grown = (x - 1, y, wide + 2, high) if side in (NORTH, SOUTH) else (x, y - 1, wide, high + 2)
        for j in range(grown[1], grown[1] + grown[3]):
            for i in range(grown[0], grown[0] + grown[2]):
                owner = self.ground.owner(i, j)
                if owner is not None and (owner not in (a, b) or (i, j) in ((x, y),)):
                    return False
        return True

    def _open(self, box: Box, side: int, a: Piece, b: Piece, stream: Stream) -> None:
        piece = self.ground.dig("passage", strip_form(box), box[0], box[1], [Rolled(table="tile", bend="passage")])
        length = max(box[2], box[3])
        piece.heading, piece.width_ft, piece.length_ft, piece.fixed = side, 5, 5 * length, True
        sx, sy = strip_box(box[0], box[1], side, 1, 1)[:2] if side in (EAST, SOUTH) else (box[0], box[1])
        ex, ey = sx + DX[side] * (length - 1), sy + DY[side] * (length - 1)
        leafy = [one for one in (a, b) if one.keyed]
        leaf = stream.choice(leafy) if leafy and stream.chance(LEAF) else None
        for one, gx, gy, way in ((a, sx, sy, (side + 2) & 3), (b, ex, ey, side)):
            kind: PortalKind = "door" if one is leaf else "arch" if one.keyed else "open"
            self.ground.open(Gate(piece, one, gx, gy, way, 1, kind))

    def _fallen(self, place: Place, side: int) -> bool:
        """A passage that ends in fallen rock, where the segment beyond it has collapsed."""
        if self.board.laid[place].collapsed and place not in self.rooms:
            place, side = beside(place, side), (side + 2) & 3
        line = self._line(place, side) if side in (EAST, SOUTH) else self._line(beside(place, side), (side + 2) & 3)
        for at in (line.spine, *range(line.first, line.end - 1)):
            found = self._hit(place, side, at)
            if found is None:
                continue
            x, y, a = found
            edge = self.lattice.box(place)
            out = {
                EAST: edge[0] + edge[2] - x,
                WEST: x - edge[0] + 1,
                SOUTH: edge[1] + edge[3] - y,
                NORTH: y - edge[1] + 1,
            }
            length = out[side] + 1
            box = strip_box(x + DX[side], y + DY[side], side, 1, length)
            if not self._alone(box, side, a, a):
                continue
            piece = self.ground.dig(
                "passage", strip_form(box), box[0], box[1], [Rolled(table="tile", bend="collapsed")]
            )
            piece.heading, piece.width_ft, piece.length_ft, piece.fixed = side, 5, 5 * length, True
            self.ground.open(Gate(a, piece, x, y, side, 1, "arch" if a.keyed else "open"))
            end = (x + 0.5 + DX[side] * (length - 0.1), y + 0.5 + DY[side] * (length - 0.1))
            piece.features.append(Feature(kind="rubble", at=end, size=(0.9, 0.9)))
            return True
        return False
