"""Features: what the dice say stands or flows in an area becomes symbols and outlines."""

from __future__ import annotations

from zinegen.carve.free import free_rows, roomiest, squares
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Piece
from zinegen.carve.tables import throw
from zinegen.carve.waters import cross_passage, fill_waters
from zinegen.dice import Stream
from zinegen.dungeon.model import Feature, Place
from zinegen.rolltable import table

COLUMN = 0.7
"""How thick a column is, in squares."""
BIG_HALL = 6
"""A hall so many squares wide and longer rolls for columns as a wide passage does; our own choice."""


def draw_features(ground: Ground, stream: Stream, goal: Piece | None) -> None:
    """Draw what a level's rolls put into its areas: crossings, water, columns, rubble; and the goal."""
    for piece in list(ground.pieces.values()):
        if piece is goal:
            spot = roomiest(free_rows(ground, piece), piece)
            piece.features.append(Feature(kind="goal", at=spot[0] if spot else piece.middle, size=(1.8, 1.8)))
        if piece.kind == "passage" or piece.keyed:
            cross_passage(ground, piece, stream)
        if not piece.keyed:
            continue
        fill_waters(ground, piece, stream)
        if piece.kind == "hall" and piece.form.shape == "rectangle":
            raise_columns(ground, piece, stream)
        if piece.kind == "cave":
            scatter_rubble(ground, piece, stream)


def raise_columns(ground: Ground, piece: Piece, stream: Stream) -> None:
    """Columns in passages of 40 and 50 ft, and in large halls; a double row may carry a gallery."""
    wide, long = sorted((piece.form.width, piece.form.height))
    rolled = any(
        roll.table == "passage_width_special" and "width_ft" in table(roll.table).at(roll.rolled[0])
        for roll in piece.rolls
    )
    if not rolled and (wide < BIG_HALL or long < BIG_HALL + 2):
        return
    if not throw(stream, "passage_columns", piece.rolls, "" if rolled else "hall")["columns"]:
        return
    rows = int(throw(stream, "passage_columns_rows", piece.rolls)["column_rows"])
    if wide < 4:
        rows = 1
    placed = _rows_of_columns(ground, piece, rows)
    piece.features += [Feature(kind="column", at=at, size=(COLUMN, COLUMN)) for at in placed]
    if rows == 2 and placed and throw(stream, "passage_columns_gallery", piece.rolls)["gallery"]:
        piece.features += _galleries(piece)


def _inset(wide: int) -> float:
    """How far a row of columns stands from its long wall."""
    return 1.5 if wide < 8 else 2.0


def _rows_of_columns(ground: Ground, piece: Piece, rows: int) -> list[Place]:
    """Where columns stand: along the long side, off everything else that is there; none where half have no place."""
    upright = piece.form.height >= piece.form.width
    wide, long = (piece.form.width, piece.form.height) if upright else (piece.form.height, piece.form.width)
    step = 2 if long <= 8 else 3
    count = (long - 2) // step + 1
    first = (long - (count - 1) * step) / 2
    lines = [wide / 2] if rows == 1 else [_inset(wide), wide - _inset(wide)]
    free = free_rows(ground, piece, 2)

    def stand(i: int) -> bool:
        spots = [(line, first + i * step) for line in lines]
        return all(
            _stands(free, *((a, b) if upright else (b, a))) and _off_waters(piece, a, b, upright) for a, b in spots
        )

    both = [i for i in range(count) if stand(i) and stand(count - 1 - i)]  # a row stays even from end to end
    if 2 * len(both) < count:
        return []
    spots = [(line, first + i * step) for i in both for line in lines]
    return [(piece.x + a, piece.y + b) if upright else (piece.x + b, piece.y + a) for a, b in spots]


def _stands(free: list[int], x: float, y: float) -> bool:
    """Whether all squares that a column at x, y touches are free."""
    half = COLUMN / 2
    return all(free[int(y + dy)] >> int(x + dx) & 1 for dx in (-half, half) for dy in (-half, half))


def _off_waters(piece: Piece, a: float, b: float, upright: bool) -> bool:
    x, y = (piece.x + a, piece.y + b) if upright else (piece.x + b, piece.y + a)
    for feature in piece.features:
        if not feature.outline:
            continue
        xs, ys = [px for px, _ in feature.outline], [py for _, py in feature.outline]
        if min(xs) - 0.6 < x < max(xs) + 0.6 and min(ys) - 0.6 < y < max(ys) + 0.6:
            return False
    return True


def _galleries(piece: Piece) -> list[Feature]:
    """A gallery over each aisle, from the long wall to the columns."""
    upright = piece.form.height >= piece.form.width
    wide = piece.form.width if upright else piece.form.height
    long = piece.form.height if upright else piece.form.width
    out = []
    for low, high in ((0.0, _inset(wide)), (wide - _inset(wide), float(wide))):
        ring = ((low, 0.0), (high, 0.0), (high, float(long)), (low, float(long)))
        placed = tuple((piece.x + a, piece.y + b) if upright else (piece.x + b, piece.y + a) for a, b in ring)
        if not upright:
            placed = placed[::-1]
        middle = (sum(x for x, _ in placed) / 4, sum(y for _, y in placed) / 4)
        out.append(Feature(kind="gallery", at=middle, size=(high - low, float(long)), outline=placed))
    return out


def scatter_rubble(ground: Ground, piece: Piece, stream: Stream) -> None:
    """Fallen rock along the walls of a cave; no roll of the document, but what caves are like."""
    free = free_rows(ground, piece, 3)
    spots = []
    for x, y in squares(free):
        around = sum(piece.owns(piece.x + x + dx, piece.y + y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        place = (piece.x + x + 0.5, piece.y + y + 0.5)
        if around == 3 and _off_waters(piece, x + 0.5, y + 0.5, True):
            spots.append(place)
    taken: list[Place] = []
    for place in stream.shuffled(spots):
        if len(taken) >= min(3, piece.form.count // 40):
            break
        if all(abs(place[0] - x) + abs(place[1] - y) > 4 for x, y in taken):
            taken.append(place)
            piece.features.append(Feature(kind="rubble", at=place, size=(1.0, 1.0)))
