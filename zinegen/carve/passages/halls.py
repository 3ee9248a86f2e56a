"""Halls: a front and an entry for a hall come in; the hall with its exits is dug, and perhaps somebody is in it."""

from __future__ import annotations

from zinegen.carve.forms import EAST, NORTH, SOUTH, WEST, rectangle
from zinegen.carve.growth import Front
from zinegen.carve.passages.rolling import Entry
from zinegen.carve.passages.rooms import room_behind
from zinegen.carve.passages.warren import Warren
from zinegen.carve.pieces import Piece
from zinegen.carve.strips import kind_of
from zinegen.carve.tables import throw
from zinegen.carve.tips import Tip

SIZES: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "small": ((3, 4), (4, 4)), "medium": ((5, 5), (6, 4)), "large": ((7, 5), (8, 6)),
}  # fmt: skip
"""Squares across and along, for a passage of one square and of two, so that its axis is the hall's; our own sizes."""
TURNS = {"opposite": 0, "right": 1, "left": 3}
WAY_ON = 3
"""Squares of rock that an exit needs ahead of it."""


def dig_hall(warren: Warren, front: Front, entry: Entry) -> bool:
    """Dig a hall with all that its entry gives it; False, and nothing dug, where it does not fit."""
    piece = _place(warren, front, entry["size"])
    if piece is None:
        return False
    words = entry.get("exits") or entry["doors"]
    fronts = [_exit(piece, (front.side + TURNS[word]) & 3) for word in words]
    if any(warren.ahead(f.x, f.y, f.side, f.width, WAY_ON, piece) < WAY_ON for f in fronts):
        warren.undig(piece)
        return False
    if "doors" in entry:
        return _rooms(warren, piece, fronts, front)
    if throw(warren.stream, "hall_encounter", piece.rolls)["encounter"]:
        piece.contents = ("monster",)
    roll = next(r for r in reversed(piece.rolls) if r.table == "passages_d66")
    for one in fronts:
        warren.agenda.append(one)
        warren.claim(piece, roll, Tip(piece, one.side, *_block(one), one.width, 0), one.side)
    return True


def _place(warren: Warren, front: Front, size: str) -> Piece | None:
    """Dig a bare hall on the axis of a front, or a little beside it."""
    across, along = SIZES[size][front.width - 1]
    upright = front.side in (NORTH, SOUTH)
    form = rectangle(across, along) if upright else rectangle(along, across)
    sx, sy = front.start
    for shift in (0, -1, 1):
        aside = (across - front.width) // 2 + shift
        if not 1 <= aside <= across - front.width - 1:
            continue
        x = sx - aside if upright else sx - (along - 1 if front.side == WEST else 0)
        y = sy - aside if not upright else sy - (along - 1 if front.side == NORTH else 0)
        if warren.ground.fits(form, x, y, front.piece):
            piece = warren.ground.dig("hall", form, x, y, front.rolls)
            piece.heading, piece.family, piece.area_sqft = front.side, front.piece.family, form.count * 25
            piece.width_ft, piece.length_ft = 5 * across, 5 * along
            kind = kind_of(front)
            warren.gate(front, piece, front.x, front.y, front.width, "arch" if kind == "open" else kind)
            return piece
    return None


def _exit(piece: Piece, side: int) -> Front:
    """The front in the middle of one wall."""
    length = piece.form.width if side in (NORTH, SOUTH) else piece.form.height
    width = 1 if length % 2 else 2
    at = (length - width) // 2
    if side in (NORTH, SOUTH):
        x, y = piece.x + at, piece.y + (piece.form.height - 1 if side == SOUTH else 0)
    else:
        x, y = piece.x + (piece.form.width - 1 if side == EAST else 0), piece.y + at
    return Front(piece, side, x, y, width, "open", "beyond")


def _block(front: Front) -> tuple[int, int]:
    """The north-west square of the block of floor before an exit."""
    return front.x - (front.width - 1) * (front.side == EAST), front.y - (front.width - 1) * (front.side == SOUTH)


def _rooms(warren: Warren, piece: Piece, fronts: list[Front], front: Front) -> bool:
    """A room behind each door of a hall, or none and no hall."""
    dug = [piece]
    roll = next(r for r in reversed(piece.rolls) if r.table == "passages_d66")
    for one in fronts:
        one.kind, one.todo = "door", "room"
        room = room_behind(warren, one)
        if room is None:
            warren.undig(*dug)
            return False
        dug.append(room)
        warren.claim(piece, roll, Tip(piece, one.side, *_block(one), one.width, 0), one.side)
    return True
