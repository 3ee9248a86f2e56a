"""Digging: one level of a laid board comes in, chambers, corridors and passages in the ground go out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH, WEST
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Gate, Piece, strip_box, strip_form
from zinegen.carve.plan import Box
from zinegen.carve.tiles.board import Board, Place, Segment, beside
from zinegen.carve.tiles.lattice import Lattice, Line
from zinegen.carve.tiles.rooms import Room, way_in
from zinegen.dice import Stream
from zinegen.dungeon.model import Feature, PortalKind, Rolled
from zinegen.tileset import CORRIDOR, PASSAGE, SIDES

WIDE = 2
"""The width of a corridor."""
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
        self._corridors()
        return all(self._passage(place, side) for place, side in self._edges(PASSAGE))

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

    # ----------------------------------------------------------------------------------------------------- corridors

    def _corridors(self) -> None:
        """Corridors are strips, as long as they are straight; where one meets another there is a gate."""
        upright: list[Box] = []
        level: list[Box] = []
        lanes = self._lanes()
        rolls: dict[Place, Rolled] = {}
        for place, segment in self.places:
            if place in self.rooms:
                continue
            rolls[place] = roll_of(segment)
            if segment.collapsed:
                continue
            for arm, flat in self._arms(place, segment, *lanes[place]):
                (level if flat else upright).append(arm)
        for place, side in self._edges(CORRIDOR):
            for here, way in ((place, side), (beside(place, side), (side + 2) & 3)):
                if here in lanes and here not in self.rooms and not self.board.laid[here].collapsed:
                    continue
                lane = lanes[beside(here, way)]
                box = self._reach(here, way, lane[0] if way in (NORTH, SOUTH) else lane[1])
                if box is not None:
                    (level if way in (EAST, WEST) else upright).append(box)
        boxes = [*((box, EAST) for box in _merged(level, 0)), *((box, NORTH) for box in _merged(upright, 1))]
        dug = []
        for box, heading in sorted(boxes):
            mine = [rolls[place] for place in rolls if _inside(self.lattice.box(place), box)]
            piece = self.ground.dig("passage", strip_form(box), box[0], box[1], mine)
            piece.heading, piece.width_ft, piece.length_ft = heading, 5 * min(box[2:]), 5 * max(box[2:])
            piece.fixed = True
            dug.append(piece)
        for piece in dug:
            for side in (EAST, SOUTH):
                self._meet(piece, side)
        for room in self.pieces.values():
            for side in (EAST, SOUTH):
                self._meet(room, side)
        self._rubble(dug)

    def _lanes(self) -> dict[Place, tuple[int, int]]:
        """For each place with a corridor the first squares of its upright and of its level lane."""
        out: dict[Place, tuple[int, int]] = {}
        for place, segment in self.places:
            if segment.chamber or CORRIDOR not in segment.edges + CORRIDOR:
                continue
            out[place] = self._lane(place, NORTH), self._lane(place, WEST)
        return out

    def _lane(self, place: Place, back: int) -> int:
        """The lane of the straight corridor through a place: the same in all its segments."""
        first = place
        while self.board.laid[first].edges[back] == CORRIDOR and beside(first, back) in self.board.laid:
            first = beside(first, back)
            if self.board.laid[first].chamber:
                break
        line = self.lattice.column(place[1]) if back == NORTH else self.lattice.row(place[2])
        return line.spine - self.stream.child("lane", *first, back).below(WIDE)

    def _arms(self, place: Place, segment: Segment, cx: int, cy: int) -> Iterator[tuple[Box, bool]]:
        """The strips of one segment: its lanes from edge to edge, the shorter one up to the longer."""
        column, row = self.lattice.column(place[1]), self.lattice.row(place[2])
        arms = [segment.edges[side] == CORRIDOR for side in SIDES]
        flat = (arms[EAST] and arms[WEST]) or ((arms[EAST] or arms[WEST]) and not (arms[NORTH] or arms[SOUTH]))
        west = column.first if arms[WEST] else cx
        east = column.end if arms[EAST] else cx + WIDE
        north = row.first if arms[NORTH] else cy
        south = row.end if arms[SOUTH] else cy + WIDE
        if flat:
            yield (west, cy, east - west, WIDE), True
            if arms[NORTH]:
                yield (cx, north, WIDE, cy - north), False
            if arms[SOUTH]:
                yield (cx, cy + WIDE, WIDE, south - cy - WIDE), False
            return
        yield (cx, north, WIDE, south - north), False
        if arms[WEST]:
            yield (west, cy, cx - west, WIDE), True
        if arms[EAST]:
            yield (cx + WIDE, cy, east - cx - WIDE, WIDE), True

    def _reach(self, place: Place, side: int, lane: int) -> Box | None:
        """The strip by which a corridor goes on up to a chamber's wall, or a little way into fallen rock."""
        x, y, wide, high = self.lattice.box(place)
        room = self.rooms.get(place)
        if room is None:
            deep = self.stream.child("fall", *place).between(2, 3)
        elif side == WEST:
            deep = room.x - x
        elif side == NORTH:
            deep = room.y - y
        elif side == EAST:
            deep = x + wide - room.x - room.form.width
        else:
            deep = y + high - room.y - room.form.height
        if deep <= 0:
            return None
        return {
            WEST: (x, lane, deep, WIDE), EAST: (x + wide - deep, lane, deep, WIDE),
            NORTH: (lane, y, WIDE, deep), SOUTH: (lane, y + high - deep, WIDE, deep),
        }[side]  # fmt: skip

    def _meet(self, piece: Piece, side: int) -> None:
        """Open the gates by which a corridor, or a chamber, meets what touches its wall on one side."""
        met: dict[int, list[tuple[int, int]]] = {}
        face = piece.face(side)
        if face is None:
            return
        line, low, high = face
        for at in range(low, high):
            x, y = (at, line) if side in (NORTH, SOUTH) else (line, at)
            other = self.ground.owner(x + DX[side], y + DY[side])
            if other is not None:
                met.setdefault(other.number, []).append((x, y))
        for number, squares in met.items():
            other = self.ground.pieces[number]
            kind: PortalKind = "open" if not piece.keyed and not other.keyed else "arch"
            self.ground.open(Gate(piece, other, *squares[0], side, len(squares), kind))

    def _rubble(self, dug: list[Piece]) -> None:
        """Fallen rock at the ends of corridors that lead on to nothing."""
        for piece in dug:
            if len(piece.gates) != 1:
                continue
            gate = piece.gates[0]
            mx, my = piece.middle
            dx, dy = mx - gate.middle[0], my - gate.middle[1]
            half = max(piece.form.width, piece.form.height) / 2 - 0.9
            if abs(dx) > abs(dy):
                at = (mx + (half if dx > 0 else -half), my)
            else:
                at = (mx, my + (half if dy > 0 else -half))
            piece.features.append(Feature(kind="rubble", at=at, size=(1.6, 1.6)))
            piece.rolls.append(Rolled(table="tile", bend="collapsed"))

    # ------------------------------------------------------------------------------------------------------ passages

    def _edges(self, kind: str) -> list[tuple[Place, int]]:
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


def roll_of(segment: Segment) -> Rolled:
    """What is remembered of the draw behind a segment."""
    if segment.tile is None:
        return Rolled(table="tile", bend="collapsed")
    return Rolled(table="tile", rolled=(segment.turns,), bend=segment.tile.id)


def _merged(boxes: list[Box], axis: int) -> list[Box]:
    """Boxes of one lane that touch end to end, as one."""
    out: list[Box] = []
    for box in sorted(boxes, key=lambda one: (one[1 - axis], one[axis])):
        last = out[-1] if out else None
        if last and last[1 - axis] == box[1 - axis] and last[axis] + last[2 + axis] == box[axis]:
            long = last[2 + axis] + box[2 + axis]
            out[-1] = (last[0], last[1], long, last[3]) if axis == 0 else (last[0], last[1], last[2], long)
        else:
            out.append(box)
    return out


def _inside(place: Box, strip: Box) -> bool:
    """Whether the middle of a place's box lies near a strip."""
    mx, my = place[0] + place[2] / 2, place[1] + place[3] / 2
    x, y, wide, high = strip
    return x - place[2] / 2 < mx < x + wide + place[2] / 2 and y - place[3] / 2 < my < y + high + place[3] / 2
