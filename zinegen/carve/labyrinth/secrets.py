"""Secret-door checks: dead ends and chambers without exits look for known ground behind their walls."""

from __future__ import annotations

from zinegen.carve.forms import DX, DY, NORTH, SOUTH
from zinegen.carve.growth import Growth
from zinegen.carve.pieces import Piece
from zinegen.carve.tables import throw
from zinegen.carve.throats import may_enter, throat, throat_free
from zinegen.dungeon.model import Rolled

SECTION = 2
"""A section of wall, in squares (10 ft)."""
NEAR = 2
"""Known ground is near within so many squares of rock (10 ft)."""


def check_dead_ends(growth: Growth) -> None:
    """Roll for a secret door in each section of wall near known ground; the first that is one is made."""
    for piece in growth.dead:
        if piece.number not in growth.ground.pieces or len(piece.gates) > 1:
            continue
        for other, x, y, side, gap in _sections(growth, piece):
            rolls: list[Rolled] = []
            if throw(growth.stream, "secret_door_check", rolls)["secret_door"]:
                throat(growth, piece, other, x, y, side, gap, True, rolls)
                break
            piece.rolls += rolls


def _sections(growth: Growth, piece: Piece) -> list[tuple[Piece, int, int, int, int]]:
    """The sections of a piece's walls near known ground: what lies there, the square, the side, the rock between."""
    ground, out = growth.ground, []
    for side in range(4):
        face = piece.face(side)
        if face is None:
            continue
        line, low, high = face
        for at in range(low, high, SECTION):
            x, y = (at, line) if side in (NORTH, SOUTH) else (line, at)
            for gap in range(1, NEAR + 1):
                hx, hy = x + DX[side] * (gap + 1), y + DY[side] * (gap + 1)
                hit = ground.owner(hx, hy)
                if hit is None:
                    continue
                entered = hit is not piece and may_enter(hit, side, at, hx, hy)
                if entered and throat_free(ground, piece, hit, x, y, side, gap):
                    out.append((hit, x, y, side, gap))
                break
    return out
