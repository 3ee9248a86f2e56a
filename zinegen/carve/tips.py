"""Tips: where a passage has come to; fronts and forks at its end."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.carve.forms import EAST, SOUTH
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Piece, strip_box
from zinegen.carve.stars import star
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
    ground = growth.ground
    for width in (front.passage, 1) if front.passage > 1 else (1,):
        shape = star(front.side, width, arms, legs)
        for x, y in offsets(growth, front, width):
            block = strip_box(x, y, front.side, width, width)
            at = block[0] - shape.block[0], block[1] - shape.block[1]
            if not ground.fits(shape.form, *at, front.piece):
                continue
            piece = ground.dig("junction" if len(shape.mouths) > 1 else "passage", shape.form, *at, front.rolls)
            piece.heading, piece.family = front.side, front.piece.family
            piece.width_ft, piece.star = width * 5, (front.side, width, arms, legs)
            gx, gy, gate_width = gate_span(front, x, y, width)
            growth.gate(front, piece, gx, gy, gate_width, kind_of(front))
            for mouth in shape.mouths:
                tip = Tip(piece, mouth.ways[0], at[0] + mouth.x, at[1] + mouth.y, width, front.checks)
                sides = sorted(mouth.ways, key=lambda side: -room_ahead(growth, tip, side, 9))
                growth.push(tip_front(tip, sides[0]))
            return True
    return False
