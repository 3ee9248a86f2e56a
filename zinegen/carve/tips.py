"""Tips: where a passage has come to; fronts and forks at its end."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.carve.forms import EAST, SOUTH
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Piece, strip_box
from zinegen.carve.stars import Star, star
from zinegen.carve.strips import gate_span, kind_of, offsets


@dataclass(slots=True)
class Tip:
    """Where a passage has come to: its last w x w squares, by their north-west square."""

    piece: Piece
    side: int
    x: int
    y: int
    width: int
    checks: int


def tip_front(tip: Tip, side: int, kind: str = "open", todo: str = "run", length: int = 6) -> Front:
    """A front at the last block of a passage."""
    x, y, width = tip.x, tip.y, tip.width
    if side == SOUTH:
        y += width - 1
    elif side == EAST:
        x += width - 1
    checks = tip.checks + 1 if kind == "open" else 0
    return Front(tip.piece, side, x, y, width, kind, todo, width, length, checks)  # type: ignore[arg-type]


def room_ahead(growth: Growth, tip: Tip, side: int, most: int = 7) -> int:
    """How many squares a passage could go on to one side, at most `most`."""
    front = tip_front(tip, side)
    return growth.ahead(front.x, front.y, side, front.width, most, tip.piece)


def go_on(growth: Growth, tip: Tip, side: int, length: int = 6) -> bool:
    """Let the passage go on to one side, if there is any room."""
    if room_ahead(growth, tip, side) < 3:
        return False
    return growth.push(tip_front(tip, side, length=length))


def fork(growth: Growth, front: Front, arms: tuple[str, ...], legs: tuple[str, ...]) -> bool:
    """Dig a star of arms and legs straight ahead of a front."""
    for width in (front.passage, 1) if front.passage > 1 else (1,):
        shape = star(front.side, width, arms, legs)
        piece = dig_star(growth, front, shape, width)
        if piece is not None:
            piece.star = (front.side, width, arms, legs)
            for tip in mouths(growth, piece, shape, width, front.checks):
                growth.push(tip_front(tip, tip.side))
            return True
    return False


def dig_star(growth: Growth, front: Front, shape: Star, width: int) -> Piece | None:
    """Dig a junction or a bend straight ahead of a front, with its gate; None where it does not fit."""
    ground = growth.ground
    for x, y in offsets(growth, front, width):
        block = strip_box(x, y, front.side, width, width)
        at = block[0] - shape.block[0], block[1] - shape.block[1]
        if not ground.fits(shape.form, *at, front.piece):
            continue
        piece = ground.dig("junction" if len(shape.mouths) > 1 else "passage", shape.form, *at, front.rolls)
        piece.heading, piece.family, piece.width_ft = front.side, front.piece.family, width * 5
        gx, gy, gate_width = gate_span(front, x, y, width)
        growth.gate(front, piece, gx, gy, gate_width, kind_of(front))
        return piece
    return None


def mouths(growth: Growth, piece: Piece, shape: Star, width: int, checks: int) -> list[Tip]:
    """The tips of what `dig_star` dug, each facing where there is most room."""
    out = []
    for mouth in shape.mouths:
        tip = Tip(piece, mouth.ways[0], piece.x + mouth.x, piece.y + mouth.y, width, checks)
        tip.side = max(mouth.ways, key=lambda side: room_ahead(growth, tip, side, 9))
        out.append(tip)
    return out
