"""Revival: when no front is left before the level is done, a new exit is broken where there is room."""

from __future__ import annotations

from zinegen.carve.chambers import wall_spot
from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH, WEST
from zinegen.carve.ground import Piece
from zinegen.carve.growth import Front, Growth
from zinegen.carve.passages import close_run
from zinegen.dungeon.model import Rolled

ROOM = 6
"""Squares of rock that a new exit needs ahead of it."""


def revive(growth: Growth) -> bool:
    """Break a new exit into the rock, where it keeps the level compact. False when there is no room anywhere."""
    growth.revived += 1
    if growth.revived > 6 * growth.plan.target:
        return False
    for room in (ROOM, 4):
        found = _candidates(growth, room)
        if found:
            front = min(found, key=lambda pair: pair[0])[1]
            front.rolls.append(Rolled(table="exit_wall", bend="revived"))
            growth.agenda.append(front)
            return True
    return False


def _candidates(growth: Growth, room: int) -> list[tuple[float, Front]]:
    ground, stream = growth.ground, growth.stream
    pieces = list(ground.pieces.values())
    count = len(pieces)
    cx = sum(piece.middle[0] for piece in pieces) / count
    cy = sum(piece.middle[1] for piece in pieces) / count
    counts = dict.fromkeys(range(len(growth.origins)), 0)
    for piece in pieces:
        if piece.keyed:
            counts[piece.family] += 1
    out = []
    for piece in pieces:
        if piece.keyed and len(piece.gates) < 6:
            fronts = _chamber_fronts(growth, piece, room)
        elif piece.form.shape == "strip" and piece.kind == "passage":
            fronts = _passage_fronts(growth, piece, room)
        else:
            continue
        for front in fronts:
            tx, ty = front.x + DX[front.side] * 4, front.y + DY[front.side] * 4
            worth = abs(tx - cx) + 0.8 * abs(ty - cy) + stream.uniform(0, 8) + 30 * counts[piece.family]
            out.append((worth + 3 * len(piece.gates), front))
    return out


def _chamber_fronts(growth: Growth, piece: Piece, room: int) -> list[Front]:
    door = piece.kind == "room"
    out = []
    for side in range(4):
        spot = wall_spot(growth, piece, side, door)
        if spot is not None and spot[2] and growth.ahead(spot[0], spot[1], side, spot[3], room, piece) >= room:
            out.append(Front(piece, side, spot[0], spot[1], spot[3], "door" if door else "open", "beyond"))
    return out


def _passage_fronts(growth: Growth, piece: Piece, room: int) -> list[Front]:
    """Doors in the side walls of a passage, not at its ends and not near its other gates."""
    upright = piece.heading in (NORTH, SOUTH)
    low, length = (piece.y, piece.form.height) if upright else (piece.x, piece.form.width)
    out = []
    for side in (EAST, WEST) if upright else (NORTH, SOUTH):
        edge = (
            (piece.form.width - 1 if side == EAST else 0)
            if upright
            else (piece.form.height - 1 if side == SOUTH else 0)
        )
        line = (piece.x if upright else piece.y) + edge
        for at in (low + length // 2, low + length - 2, low + 1):
            if not low < at < low + length - 1 or any(_near(gate.middle, line, at, upright) for gate in piece.gates):
                continue
            x, y = (line, at) if upright else (at, line)
            if growth.ahead(x, y, side, 1, room, piece) >= room:
                out.append(Front(piece, side, x, y, 1, "door", "beyond", passage=1))
                break
    return out


def _near(place: tuple[float, float], line: int, at: int, upright: bool) -> bool:
    across, along = place if upright else (place[1], place[0])
    return abs(along - at - 0.5) < 2.5 and abs(across - line - 0.5) < 2.5


def close_fronts(growth: Growth) -> None:
    """What still waits when the level is done opens into known ground straight ahead, or was never there."""
    while growth.agenda:
        front = growth.agenda.pop(0)
        if not close_run(growth, front):
            growth.ground.undrawn(front.rolls)
