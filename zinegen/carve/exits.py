"""Contents and exits: a chamber that was just dug comes in; what it holds is rolled, its exits become fronts."""

from __future__ import annotations

from typing import Any

from zinegen.carve.forms import EAST, NORTH, SOUTH, WEST
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Piece
from zinegen.carve.stairways import point_stair, stairs_inside
from zinegen.carve.tables import bent, throw
from zinegen.dice import roll_faces
from zinegen.dungeon.model import Rolled
from zinegen.rolltable import table


def furnish(growth: Growth, piece: Piece) -> None:
    """Roll what a chamber holds (step 8) and where one may leave it (steps 5 and 6)."""
    contents = throw(growth.stream, "chamber_contents", piece.rolls)
    if "stairs" in contents["contents"] and not stairs_inside(growth, piece):
        bent(piece.rolls, "rerolled")
        contents = {"contents": []}
    dig_shaft(growth, piece)
    piece.contents = tuple({"trick_or_trap": "trap"}.get(word, word) for word in contents["contents"])
    roll_exits(growth, piece)


def dig_shaft(growth: Growth, piece: Piece) -> None:
    """The shaft of a circular room, where its feature is one; where it cannot be the circle has no feature."""
    for i, roll in enumerate(piece.rolls):
        if roll.table != "circular_feature" or table(roll.table).at(roll.rolled[0]).get("feature") != "shaft":
            continue
        result = throw(growth.stream, "shaft_direction", piece.rolls)
        down, levels = result["direction"] == "down", int(result["levels"])
        x, y = (int(place - 0.5) for place in piece.middle)
        if not growth.possible(down, levels, "") or not point_stair(growth, piece, "shaft", down, levels, (x, y)):
            piece.rolls[i] = Rolled(table=roll.table, rolled=roll.rolled, bend="no room", drawn=False)


def roll_exits(growth: Growth, piece: Piece) -> None:
    """Roll how many exits a chamber has and in which walls; each becomes a front."""
    count, unusual = exit_count(growth, piece)
    if count == 0:
        growth.dead.append(piece)
    door = (piece.kind == "room") != unusual
    for _ in range(min(count, 5)):
        word = throw(growth.stream, "exit_wall", piece.rolls)["wall"]
        side = (piece.heading + {"left": 3, "opposite": 0, "right": 1, "same": 2}[word]) & 3
        place_exit(growth, piece, side, door)


def exit_count(growth: Growth, piece: Piece) -> tuple[int, bool]:
    """Roll a chamber's number of exits; also whether it is an unusual one."""
    result: dict[str, Any] = throw(growth.stream, "exit_count", piece.rolls)
    exits = result["exits"]
    if isinstance(exits, str):
        faces, count = roll_faces(exits, growth.stream)
        last = piece.rolls[-1]
        piece.rolls[-1] = Rolled(table=last.table, rolled=(*last.rolled, *faces), bend=last.bend)
    else:
        count = int(exits) + (piece.area_sqft > result.get("plus_one_if_area_over_sqft", 10**9))
    return count, bool(result.get("unusual_exit"))


def place_exit(growth: Growth, piece: Piece, side: int, door: bool) -> None:
    """Put an exit into a wall; one that would lead into known ground moves, or stays secret or one-way (step 6)."""
    rolls: list[Rolled] = []
    for _ in range(4):
        spot = wall_spot(growth, piece, side, door)
        if spot is not None and spot[2]:
            growth.push(
                Front(piece, side, spot[0], spot[1], spot[3], "door" if door else "open", "beyond", rolls=rolls)
            )
            return
        result = throw(growth.stream, "exit_blocked", rolls)
        if result["action"] == "stay":
            if spot is not None:
                front = Front(
                    piece, side, spot[0], spot[1], spot[3], "door", "run", passage=spot[3], length=4, rolls=rolls
                )
                front.secret, front.one_way = result["door"] == "secret", result["door"] == "one_way"
                growth.push(front)
            return
        side = (side + 2) & 3


def wall_spot(growth: Growth, piece: Piece, side: int, door: bool) -> tuple[int, int, bool, int] | None:
    """A place for a gate in a wall: x and y of its first square, whether there is room behind, and its width.

    The middle of the wall comes first; gates of one wall keep two squares between them.
    """
    face = piece.face(side)
    if face is None:
        return None
    line, low, high = face
    if piece.form.plain and high - low > 4:
        low, high = low + 1, high - 1
    width = 2 if high - low >= (4 if door else 2) and high - low != 3 else 1
    taken = [_span(gate.x, gate.y, gate.width, side) for gate in piece.gates if gate.a is piece and gate.side == side]
    taken += [
        _span(gate.x + (side == WEST) - (side == EAST), gate.y, gate.width, side)
        for gate in piece.gates
        if gate.b is piece and gate.side == (side + 2) & 3
    ]
    taken += [_span(f.x, f.y, f.width, side) for f in growth.agenda if f.piece is piece and f.side == side]
    places = [at for at in range(low, high - width + 1) if all(at + width + 2 <= a or at >= b + 2 for a, b in taken)]
    middle = (low + high - width) / 2
    places.sort(key=lambda at: (abs(at - middle), at))
    if len(places) > 3 and growth.stream.chance(0.3):
        places = growth.stream.shuffled(places)
    first: tuple[int, int, bool, int] | None = None
    for at in places[:6]:
        x, y = (at, line) if side in (NORTH, SOUTH) else (line, at)
        clear = growth.ahead(x, y, side, width, 4, piece) >= 4
        if clear:
            return x, y, True, width
        first = first or (x, y, False, width)
    return first


def _span(x: int, y: int, width: int, side: int) -> tuple[int, int]:
    low = x if side in (NORTH, SOUTH) else y
    return low, low + width
