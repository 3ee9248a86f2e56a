"""Corridors: corridor segments come in; strips as long as they are straight go out, joined by gates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH, WEST
from zinegen.carve.pieces import Gate, Piece, strip_form
from zinegen.carve.plan import Box
from zinegen.carve.tiles.board import Place, Segment, beside
from zinegen.dungeon.model import Feature, PortalKind, Rolled
from zinegen.tileset import CORRIDOR, SIDES

if TYPE_CHECKING:
    from zinegen.carve.tiles.dig import Digger

WIDE = 2
"""The width of a corridor."""


class Corridors:
    """Digs the corridors of one level."""

    def __init__(self, digger: Digger) -> None:
        self.digger = digger

    def dig(self) -> None:
        """Corridors are strips, as long as they are straight; where one meets another there is a gate."""
        upright: list[Box] = []
        level: list[Box] = []
        lanes = self._lanes()
        rolls: dict[Place, Rolled] = {}
        for place, segment in self.digger.places:
            if place in self.digger.rooms:
                continue
            rolls[place] = roll_of(segment)
            if segment.collapsed:
                continue
            for arm, flat in self._arms(place, segment, *lanes[place]):
                (level if flat else upright).append(arm)
        for place, side in self.digger.edges(CORRIDOR):
            for here, way in ((place, side), (beside(place, side), (side + 2) & 3)):
                if here in lanes and here not in self.digger.rooms and not self.digger.board.laid[here].collapsed:
                    continue
                lane = lanes.get(beside(here, way)) or lanes.get(here) or self._both_lanes(place)
                box = self._reach(here, way, lane[0] if way in (NORTH, SOUTH) else lane[1])
                if box is not None:
                    (level if way in (EAST, WEST) else upright).append(box)
        boxes = [*((box, EAST) for box in _merged(level, 0)), *((box, NORTH) for box in _merged(upright, 1))]
        dug = []
        for box, heading in sorted(boxes):
            mine = [rolls[place] for place in rolls if _inside(self.digger.lattice.box(place), box)]
            piece = self.digger.ground.dig("passage", strip_form(box), box[0], box[1], mine)
            piece.heading, piece.width_ft, piece.length_ft = heading, 5 * min(box[2:]), 5 * max(box[2:])
            piece.fixed = True
            dug.append(piece)
        for piece in dug:
            for side in (EAST, SOUTH):
                self._meet(piece, side)
        for room in self.digger.pieces.values():
            for side in (EAST, SOUTH):
                self._meet(room, side)
        self._rubble(dug)

    def _lanes(self) -> dict[Place, tuple[int, int]]:
        """For each place with a corridor the first squares of its upright and of its level lane."""
        out: dict[Place, tuple[int, int]] = {}
        for place, segment in self.digger.places:
            if segment.chamber or CORRIDOR not in segment.edges + CORRIDOR:
                continue
            out[place] = self._both_lanes(place)
        return out

    def _both_lanes(self, place: Place) -> tuple[int, int]:
        return self._lane(place, NORTH), self._lane(place, WEST)

    def _lane(self, place: Place, back: int) -> int:
        """The lane of the straight corridor through a place: the same in all its segments."""
        first = place
        while self.digger.board.laid[first].edges[back] == CORRIDOR and beside(first, back) in self.digger.board.laid:
            first = beside(first, back)
            if self.digger.board.laid[first].chamber:
                break
        line = self.digger.lattice.column(place[1]) if back == NORTH else self.digger.lattice.row(place[2])
        return line.spine - self.digger.stream.child("lane", *first, back).below(WIDE)

    def _arms(self, place: Place, segment: Segment, cx: int, cy: int) -> Iterator[tuple[Box, bool]]:
        """The strips of one segment: its lanes from edge to edge, the shorter one up to the longer."""
        column, row = self.digger.lattice.column(place[1]), self.digger.lattice.row(place[2])
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
        x, y, wide, high = self.digger.lattice.box(place)
        room = self.digger.rooms.get(place)
        if room is None:
            deep = self.digger.stream.child("fall", *place).between(2, 3)
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
            other = self.digger.ground.owner(x + DX[side], y + DY[side])
            if other is not None:
                met.setdefault(other.number, []).append((x, y))
        for number, squares in met.items():
            other = self.digger.ground.pieces[number]
            kind: PortalKind = "open" if not piece.keyed and not other.keyed else "arch"
            self.digger.ground.open(Gate(piece, other, *squares[0], side, len(squares), kind))

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
