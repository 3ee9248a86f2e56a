"""Niches (step 5 of document 003): recesses are cut into the walls of what is dug. Nothing is joined by them."""

from __future__ import annotations

from zinegen.carve.cyclic.dig import Dug
from zinegen.carve.cyclic.verify import lengths_right
from zinegen.carve.forms import EAST, NORTH, SOUTH, WEST, Form, from_quarters, rectangle
from zinegen.carve.pieces import Piece
from zinegen.dice import Stream
from zinegen.dungeon.floorplan import WHOLE

CHANCE = {"passage": 0.25, "room": 0.12, "hall": 0.2}
"""That a straight passage, or a rectangular room or hall, has niches."""
LEAST = 4
"""Squares of wall that a niche needs: itself, and a corner's breadth to both sides."""


def cut_niches(dug: Dug, stream: Stream) -> int:
    """Cut niches one square deep into some walls, where rock is left round them; returns how many walls have one.

    A hall's is two squares wide and as often as not has another across from it, as a passage's has. Ways keep their
    lengths: where niches would make a short arc as long as a long one there are none.
    """
    before: list[tuple[Piece, Form, int, int]] = []
    done = 0
    for piece in list(dug.ground.pieces.values()):
        if not _plain(dug, piece) or not stream.chance(CHANCE[piece.kind]):
            continue
        was = (piece, piece.form, piece.x, piece.y)
        cut = _cut(dug, piece, stream)
        if cut:
            before.append(was)
            done += cut
    if before and not lengths_right(dug):
        for piece, form, x, y in before:
            dug.ground.reform(piece, form, x, y)
        return 0
    return done


def _plain(dug: Dug, piece: Piece) -> bool:
    """Whether a piece is a plain box that no stairs stand in and out of which nobody looks."""
    if piece.kind not in CHANCE or piece.form.shape not in ("strip", "rectangle") or piece.hidden or piece.features:
        return False
    ground = dug.ground
    if piece in (*(stair.piece for stair in ground.stairs), *(foot.piece for foot in ground.feet)):
        return False
    eyes = {end for way in dug.flow.ways if way.sight for end in (way.a, way.b)}
    return not any(dug.rooms[node] is piece for node in eyes)


def _cut(dug: Dug, piece: Piece, stream: Stream) -> int:
    """Cut one niche, or two across from each other; returns how many."""
    upright = piece.form.height >= piece.form.width
    sides = [WEST, EAST] if upright else [NORTH, SOUTH]
    if piece.kind != "passage" and stream.chance(0.5):
        sides = [NORTH, SOUTH] if upright else [WEST, EAST]
    along = piece.form.height if sides[0] in (WEST, EAST) else piece.form.width
    wide = 2 if piece.kind == "hall" else 1
    if along < LEAST + wide - 1:
        return 0
    at = (along - wide) // 2 if piece.kind == "passage" else stream.between(1, along - 1 - wide)
    sides = stream.shuffled(sides)
    if stream.chance(0.5):
        sides = sides[:1]
    boxes = [box for side in sides if (box := _place(dug, piece, side, at, wide)) is not None]
    squares = {(x, y): WHOLE for left, top, w, h in boxes for x in range(left, left + w) for y in range(top, top + h)}
    if not squares:
        return 0
    for j, row in enumerate(piece.form.rows, piece.y):
        squares.update({(piece.x + i, j): WHOLE for i in range(piece.form.width) if row >> i & 1})
    form, x, y = from_quarters("polygon", squares, "" if piece.kind == "passage" else "all")
    dug.ground.reform(piece, form, x, y)
    return len(boxes)


def _place(dug: Dug, piece: Piece, side: int, at: int, wide: int) -> tuple[int, int, int, int] | None:
    """The box of a niche in one wall, `at` squares from its west or north end; None where it has no place."""
    if side in (NORTH, SOUTH):
        box = (piece.x + at, piece.y - 1 if side == NORTH else piece.y + piece.form.height, wide, 1)
    else:
        box = (piece.x - 1 if side == WEST else piece.x + piece.form.width, piece.y + at, 1, wide)
    free = dug.ground.fits(rectangle(box[2], box[3]), box[0], box[1], piece)
    return box if free else None
