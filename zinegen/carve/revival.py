"""Revival: when no front is left before the level is done, a new exit is broken where there is room."""

from __future__ import annotations

from zinegen.carve.exits import wall_spot
from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Piece
from zinegen.dungeon.model import Rolled

ROOM = 6
"""Squares of rock that a new exit needs ahead of it."""
CRAMPED = 4
"""Squares that must do where there is no such room anywhere."""
CHOICE = 5
"""Among so many of the nearest places one is chosen."""


def revive(growth: Growth) -> bool:
    """Break a new exit into the rock, where it keeps the level compact. False when there is no room anywhere."""
    growth.revived += 1
    if growth.revived > 6 * growth.plan.target:
        return False
    for room in (ROOM, CRAMPED):
        front = _best(growth, room)
        if front is not None:
            front.rolls.append(Rolled(table="exit_wall", bend="revived"))
            growth.agenda.append(front)
            return True
    return False


def _best(growth: Growth, room: int) -> Front | None:
    """The new front that keeps the level compact, its families even and its pieces from having too many gates."""
    walls = _walls(growth)
    found: list[tuple[float, Front]] = []
    for worth, piece, side in walls:
        if (piece.number, side, room) in growth.spent:
            continue
        front = (
            _chamber_front(growth, piece, side, room) if piece.keyed else _passage_front(growth, piece, side, room)
        )
        if front is None:
            growth.spent.add((piece.number, side, room))
            continue
        found.append((worth + growth.stream.uniform(0, 8), front))
        if len(found) >= CHOICE:
            break
    return min(found, key=lambda one: one[0])[1] if found else None


def _walls(growth: Growth) -> list[tuple[float, Piece, int]]:
    """Every wall that may have a new exit, those first that are nearest to the middle of the level."""
    pieces = list(growth.ground.pieces.values())
    count = len(pieces)
    cx = sum(piece.middle[0] for piece in pieces) / count
    cy = sum(piece.middle[1] for piece in pieces) / count
    counts, spent = growth.count(), growth.spent
    out = []
    for piece in pieces:
        if piece.hidden:
            continue
        strip = piece.form.shape == "strip" and piece.kind == "passage"
        if not strip and (not piece.keyed or len(piece.gates) >= 6):
            continue
        px, py = piece.middle
        crowd = 3 * len(piece.gates) + 30 * counts[piece.family]
        for side in range(4):
            if (piece.number, side, CRAMPED) in spent or (strip and (side ^ piece.heading) & 1 == 0):
                continue
            tx, ty = px + DX[side] * (piece.form.width / 2 + 4), py + DY[side] * (piece.form.height / 2 + 4)
            out.append((abs(tx - cx) + 0.8 * abs(ty - cy) + crowd, piece, side))
    return sorted(out, key=lambda wall: (wall[0], wall[1].number, wall[2]))


def _chamber_front(growth: Growth, piece: Piece, side: int, room: int) -> Front | None:
    door = piece.kind == "room"
    spot = wall_spot(growth, piece, side, door)
    if spot is None or not spot[2] or growth.ahead(spot[0], spot[1], side, spot[3], room, piece) < room:
        return None
    return Front(piece, side, spot[0], spot[1], spot[3], "door" if door else "open", "beyond")


def _passage_front(growth: Growth, piece: Piece, side: int, room: int) -> Front | None:
    """A door in a side wall of a passage, not at its ends and not near its other gates."""
    upright = piece.heading in (NORTH, SOUTH)
    low, length = (piece.y, piece.form.height) if upright else (piece.x, piece.form.width)
    edge = (
        (piece.form.width - 1 if side == EAST else 0) if upright else (piece.form.height - 1 if side == SOUTH else 0)
    )
    line = (piece.x if upright else piece.y) + edge
    for at in (low + length // 2, low + length - 2, low + 1):
        if not low < at < low + length - 1 or any(_near(gate.middle, line, at, upright) for gate in piece.gates):
            continue
        x, y = (line, at) if upright else (at, line)
        if growth.ahead(x, y, side, 1, room, piece) >= room:
            return Front(piece, side, x, y, 1, "door", "beyond", passage=1)
    return None


def _near(place: tuple[float, float], line: int, at: int, upright: bool) -> bool:
    across, along = place if upright else (place[1], place[0])
    return abs(along - at - 0.5) < 2.5 and abs(across - line - 0.5) < 2.5
