"""Closets: places kept free beside keyed areas, for secret rooms that stocking may open."""

from __future__ import annotations

from zinegen.carve.forms import DX, DY, NORTH, SOUTH, WEST, rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Piece
from zinegen.carve.record import closet_of
from zinegen.dice import Stream
from zinegen.dungeon.model import Closet

SIZES = ((3, 3), (2, 3), (3, 2), (2, 2))
MOST = 3


def find_closets(ground: Ground, stream: Stream, names: dict[int, str]) -> list[Closet]:
    """Up to three closets, in different places; each is free of all else and has its wall on one chamber."""
    chambers = [piece for piece in ground.pieces.values() if piece.keyed and piece.form.plain]
    found: list[Closet] = []
    held: list[Piece] = []
    for piece in stream.shuffled(chambers):
        if len(found) == MOST:
            break
        closet = _beside(ground, piece, stream, names, len(found) + 1, held)
        if closet is not None:
            found.append(closet)
    for piece in held:
        ground.fill(piece)
    return found


def _beside(
    ground: Ground, piece: Piece, stream: Stream, names: dict[int, str], number: int, held: list[Piece]
) -> Closet | None:
    for side in stream.shuffled(range(4)):
        face = piece.face(side)
        if face is None:
            continue
        line, low, high = face
        for width, height in SIZES:
            for at in stream.shuffled(range(low, high))[:4]:
                x, y = _corner(side, line, at, width, height)
                door = (at, line) if side in (NORTH, SOUTH) else (line, at)
                if not ground.fits(rectangle(width, height), x, y, piece):
                    continue
                if any(_close(gate.middle, door) for gate in piece.gates):
                    continue
                held.append(ground.dig("passage", rectangle(width, height), x, y))
                form = rectangle(width, height)
                return closet_of(form, x, y, ground.number, number, names[piece.number], door, side)
    return None


def _corner(side: int, line: int, at: int, width: int, height: int) -> tuple[int, int]:
    """The closet's own corner when its wall's middle square lies before square `at` of the wall."""
    if side in (NORTH, SOUTH):
        return at - width // 2, line + DY[side] * (height if side == NORTH else 1)
    return line + DX[side] * (width if side == WEST else 1), at - height // 2


def _close(place: tuple[float, float], door: tuple[int, int]) -> bool:
    return abs(place[0] - door[0] - 0.5) + abs(place[1] - door[1] - 0.5) < 2.5
