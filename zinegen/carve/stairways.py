"""Stairs, trapdoors and shafts of a level: what is rolled becomes a Stair, for `descent` to join up."""

from __future__ import annotations

from zinegen.carve.forms import DX, DY, NORTH, SOUTH
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Gate, Piece, Stair, strip_box, strip_form
from zinegen.carve.plan import Box
from zinegen.carve.tables import bent, throw
from zinegen.dungeon.model import LinkKind, PortalKind, Rolled

TREADS = 3
"""How many squares long stairs are."""


def dig_stairs(growth: Growth, front: Front, rolls: list[Rolled]) -> Stair | None:
    """Roll on `stairs` and dig at a passage's tip; None where it cannot be."""
    asked = _ask(growth, rolls)
    if asked is None:
        return None
    kind, down, levels, into = asked
    if kind == "stairs":
        stair = stair_strip(growth, front, down, levels, into)
    else:
        stair = point_stair(growth, front.piece, kind, down, levels, (front.x, front.y))
    growth.stairs_left -= stair is not None
    return stair


def _ask(growth: Growth, rolls: list[Rolled]) -> tuple[LinkKind, bool, int, str] | None:
    """Roll on `stairs`: kind, whether down, how many levels, what they end in; None when they cannot be here."""
    if not growth.stairs_left:
        return None
    result = throw(growth.stream, "stairs", rolls)
    down, levels, into = result["direction"] == "down", int(result["levels"]), str(result.get("ends_in", ""))
    if not growth.possible(down, levels, into):
        bent(rolls, "rerolled")
        return None
    return result["type"], down, levels, into


def stair_strip(growth: Growth, front: Front, down: bool, levels: int, into: str = "") -> Stair | None:
    """Dig a landing with stairs at its end, ahead of a front."""
    width, length = min(2, front.width), TREADS + 1
    x, y = front.start
    if growth.ground.clear(x, y, front.side, width, length, front.piece) < length:
        return None
    box = strip_box(x, y, front.side, width, length)
    treads = strip_box(x + DX[front.side], y + DY[front.side], front.side, width, TREADS)
    way = front.side if down else (front.side + 2) & 3
    if not growth.stair_fits(treads, way, down, levels, True):
        return None
    piece = growth.ground.dig("landing", strip_form(box, ""), box[0], box[1], [])
    piece.heading, piece.family, piece.fixed = front.side, front.piece.family, True
    piece.width_ft, piece.length_ft = width * 5, length * 5
    kind: PortalKind = "door" if front.kind == "door" else "arch" if front.piece.keyed else "open"
    growth.ground.open(Gate(front.piece, piece, front.x, front.y, front.side, width, kind))
    return put_stair(growth.ground, piece, "stairs", down, levels, treads, way, into)


def put_stair(
    ground: Ground, piece: Piece, kind: LinkKind, down: bool, levels: int, box: Box, way: int, into: str = ""
) -> Stair:
    """Add a stair with its box to a piece."""
    at = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    size = (1.8, 1.8) if kind == "spiral_stairs" else (1.0, 1.0)
    if kind == "stairs":
        across, along = (box[2], box[3]) if way in (NORTH, SOUTH) else (box[3], box[2])
        size = (float(across), float(along))
    stair = Stair(piece, kind, down, levels, at, box, way, into, size=size)
    ground.stairs.append(stair)
    piece.fixed = True
    return stair


def point_stair(
    growth: Growth, piece: Piece, kind: LinkKind, down: bool, levels: int, at: tuple[int, int]
) -> Stair | None:
    """A trapdoor or shaft on one square, or spiral stairs on two by two."""
    size = 2 if kind == "spiral_stairs" else 1
    box = (at[0], at[1], size, size)
    if not growth.stair_fits(box, 0, down, levels):
        return None
    return put_stair(growth.ground, piece, kind, down, levels, box, 0)


def stairs_inside(growth: Growth, piece: Piece) -> bool:
    """Roll on `stairs` for a chamber's contents, and put them into it: stairs wind there."""
    asked = _ask(growth, piece.rolls)
    if asked is None:
        return False
    kind, down, levels, into = asked
    stair = chamber_stair(growth, piece, "spiral_stairs" if kind == "stairs" else kind, down, levels, into)
    growth.stairs_left -= stair is not None
    return stair is not None


def chamber_stair(
    growth: Growth, piece: Piece, kind: LinkKind, down: bool, levels: int, into: str = ""
) -> Stair | None:
    """Stairs inside a chamber, off its walls and its middle; None where nothing is free."""
    spots = inner_spots(piece, 2 if kind == "spiral_stairs" else 1)
    for at in growth.stream.shuffled(spots)[:6]:
        stair = point_stair(growth, piece, kind, down, levels, at)
        if stair is not None:
            stair.into = into
            return stair
    return None


def inner_spots(piece: Piece, size: int) -> list[tuple[int, int]]:
    """Where in a chamber a thing of size x size squares stands one square off the walls, and off the middle."""
    form = piece.form
    if min(form.width, form.height) < size + 2:
        return []
    mx, my = piece.middle
    off = min(2.0, min(form.width, form.height) / 2 - 1 - size / 2)
    spots = []
    for y in range(piece.y + 1, piece.y + form.height - size):
        block = piece.row(y - 1) & piece.row(y + size)
        for j in range(size):
            block &= piece.row(y + j)
        for x in range(piece.x + 1, piece.x + form.width - size):
            need = ((1 << (size + 2)) - 1) << (x - 1)
            if block & need == need and max(abs(x + size / 2 - mx), abs(y + size / 2 - my)) >= off:
                spots.append((x, y))
    return spots
