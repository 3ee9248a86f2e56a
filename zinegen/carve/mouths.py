"""Mouths: where a way up comes out on a level that is carved already."""

from __future__ import annotations

from zinegen.carve.forms import rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.landings import FLOOR, landing_piece
from zinegen.carve.pieces import Piece
from zinegen.carve.plan import Box, gap, landing_box
from zinegen.carve.tunnels import tunnel
from zinegen.dungeon.model import Rolled

REACH = 14
"""How far a tunnel from a mouth to known ground may be."""


def open_mouth(
    ground: Ground, box: Box, way: int, try_only: bool = False, blind: bool = False, secret: bool = False
) -> Piece | None:
    """Dig what is needed for a way up to come out at a box of squares.

    Args:    way: out of the stairs, for stairs; -1 for a shaft. try_only: leave the ground as it was.
             blind: it comes out in a dead end that hangs on nothing else. secret: behind a secret door.
    Returns: the piece where it comes out; None where it cannot.
    """
    if any(gap(box, stair.box) < 6 for stair in ground.stairs) or any(gap(box, f.stair.box) < 6 for f in ground.feet):
        return None
    if way < 0:
        inside = _inside(ground, box)
        if inside is not None:
            return inside
        full, form = (box[0] - 1, box[1] - 1), rectangle(box[2] + 2, box[3] + 2)
        if not ground.fits(form, *full):
            return None
        roomy = ground.keyed < ground.most  # as large as a room, it should have a number, if one is left
        piece = ground.dig("room" if roomy else "landing", form, *full, [Rolled(table="stairs", bend="landing")])
        piece.fixed, piece.area_sqft = True, 25 * form.count
        piece.width_ft, piece.length_ft = 5 * form.width, 5 * form.height
    else:
        x, y, width, height = landing_box(box, way, FLOOR)
        if not ground.fits(rectangle(width, height), x, y):
            return None
        piece = landing_piece(ground, box, way)
    if blind:
        return piece
    known = [other for other in ground.pieces.values() if other is not piece and not other.hidden]
    dug: list[Piece] = []
    ways = ((2, REACH), (1, REACH + 6))
    for wide, most in ways[::-1] if secret else ways:  # a secret passage is a narrow one
        dug = tunnel(ground, [piece], known, wide, most)
        if dug:
            break
    if not dug or try_only:
        for strip in dug:
            ground.erase(strip)
        ground.erase(piece)
    if dug and secret:
        _hide(piece, dug)
    return piece if dug else None


def _hide(piece: Piece, dug: list[Piece]) -> None:
    """Put a secret door where the tunnel from a mouth meets known ground."""
    for strip in (piece, *dug):
        strip.hidden = True
    for gate in dug[-1].gates:
        if not gate.other(dug[-1]).hidden:
            gate.kind, gate.secret = "door", True


def _inside(ground: Ground, box: Box) -> Piece | None:
    """The chamber that has the whole box well inside it."""
    piece = ground.owner(box[0], box[1])
    if piece is None or not piece.keyed or piece.hidden or piece.features:
        return None
    for y in range(box[1] - 1, box[1] + box[3] + 1):
        if any(not piece.owns(x, y) for x in range(box[0] - 1, box[0] + box[2] + 1)):
            return None
    return piece
