"""Throats: short ways of one square's width between two walls that face each other over a square or two of rock."""

from __future__ import annotations

from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Growth
from zinegen.carve.pieces import Gate, Piece, strip_box, strip_form
from zinegen.carve.walks import walk
from zinegen.dungeon.model import PortalKind, Rolled

LOOP_WALK = 18
"""A throat is worth digging where the walk that is there is at least so long, in squares."""

Facing = tuple[float, Piece, Piece, int, int, int, int]
"""Walk, two pieces, square of the first, side, squares of rock between."""


def facing_walls(growth: Growth) -> list[Facing]:
    """Walls of chambers that face another piece over one or two squares of rock."""
    out: list[Facing] = []
    for piece in growth.ground.pieces.values():
        if not piece.keyed or piece.hidden:
            continue
        for side in (EAST, SOUTH, NORTH, 3):
            best = _opposite(growth.ground, piece, side)
            for other, x, y, gap in best:
                if other.keyed and other.number < piece.number:
                    continue
                middle = (x + 0.5, y + 0.5)
                far = walk(piece, middle, other, middle, 80.0)
                if far >= LOOP_WALK:
                    out.append((min(far, 80.0), piece, other, x, y, side, gap))
    return out


def _opposite(ground: Ground, piece: Piece, side: int) -> list[tuple[Piece, int, int, int]]:
    """For each piece that a wall faces closely: it, the best square of the wall, and the squares of rock between."""
    face = piece.face(side)
    if face is None:
        return []
    line, low, high = face
    if high - low > 2:
        low, high = low + 1, high - 1
    found: dict[int, list[tuple[int, int, int]]] = {}
    for at in range(low, high):
        x, y = (at, line) if side in (NORTH, SOUTH) else (line, at)
        for gap in (1, 2):
            hit = ground.owner(x + DX[side] * (gap + 1), y + DY[side] * (gap + 1))
            if hit is None or hit is piece:
                continue
            if may_enter(hit, side, at, x + DX[side] * (gap + 1), y + DY[side] * (gap + 1)):
                found.setdefault(hit.number, []).append((x, y, gap))
            break
    out = []
    for number, spots in found.items():
        x, y, gap = spots[len(spots) // 2]
        if throat_free(ground, piece, ground.pieces[number], x, y, side, gap):
            out.append((ground.pieces[number], x, y, gap))
    return out


def may_enter(hit: Piece, side: int, at: int, x: int, y: int) -> bool:
    face = hit.face((side + 2) & 3)
    if face is None or hit.hidden:
        return False
    line, low, high = face
    if hit.keyed and high - low > 2:
        low, high = low + 1, high - 1
    return line == (y if side in (NORTH, SOUTH) else x) and low <= at < high


def throat_free(ground: Ground, a: Piece, b: Piece, x: int, y: int, side: int, gap: int) -> bool:
    """Whether the rock between two walls, and what lies beside it, belongs to no third piece."""
    for step in range(1, gap + 1):
        for off in (-1, 0, 1):
            px = x + DX[side] * step + (off if side in (NORTH, SOUTH) else 0)
            py = y + DY[side] * step + (off if side not in (NORTH, SOUTH) else 0)
            hit = ground.owner(px, py)
            if hit is not None and (off == 0 or hit not in (a, b)):
                return False
            if hit is None and ground.rows[py] >> px & 1:
                return False
    return True


def throat(
    growth: Growth,
    a: Piece,
    b: Piece,
    x: int,
    y: int,
    side: int,
    gap: int,
    secret: bool,
    rolls: list[Rolled] | None = None,
) -> Piece:
    """Dig a short way of one square's width between two walls, with a gate at each end."""
    ground = growth.ground
    box = strip_box(x + DX[side], y + DY[side], side, 1, gap)
    piece = ground.dig(
        "passage", strip_form(box, ""), box[0], box[1], rolls or [Rolled(table="exit_wall", bend="loop")]
    )
    piece.heading, piece.width_ft, piece.length_ft = side, 5, 5 * gap
    piece.family, piece.hidden = a.family, secret
    ex, ey = x + DX[side] * gap, y + DY[side] * gap
    for gate in (
        Gate(a, piece, x, y, side, 1, _kind(a), secret=secret, rolled=False),
        Gate(
            piece, b, ex, ey, side, 1, "open" if not b.keyed and not secret else _kind(b), secret=secret, rolled=False
        ),
    ):
        ground.open(gate)
    return piece


def _kind(piece: Piece) -> PortalKind:
    return "door" if piece.kind == "room" or not piece.keyed else "arch"
