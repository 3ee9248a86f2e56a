"""Free floor: which squares of a piece nothing stands on, and where in it there is most room."""

from __future__ import annotations

from collections.abc import Iterable

from zinegen.carve.forms import DX, DY
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Piece, Stair
from zinegen.dungeon.model import Place

Rows = list[int]
"""Row masks from the piece's own corner."""


def free_rows(ground: Ground, piece: Piece, clear_gates: int = 1) -> Rows:
    """The squares of a piece that no stairs and no features stand on and that lie not right before a gate."""
    rows = list(piece.form.rows)
    for stair in stairs_in(ground, piece):
        x, y, width, height = stair.box
        _take(rows, x - piece.x, y - piece.y, width, height)
    for feature in piece.features:
        half = max(feature.size) / 2
        x, y = int(feature.at[0] - half - piece.x), int(feature.at[1] - half - piece.y)
        if not feature.outline:
            _take(rows, x, y, round(2 * half) or 1, round(2 * half) or 1)
    for gate in piece.gates:
        gx, gy = gate.x - piece.x, gate.y - piece.y
        if gate.b is piece:
            gx, gy = gx + DX[gate.side], gy + DY[gate.side]
        wide, tall = (gate.width, 1) if gate.side in (0, 2) else (1, gate.width)
        for step in range(clear_gates):
            inward = gate.side if gate.b is piece else (gate.side + 2) & 3
            _take(rows, gx + DX[inward] * step, gy + DY[inward] * step, wide, tall)
    return rows


def stairs_in(ground: Ground, piece: Piece) -> list[Stair]:
    """Every stair with an end in a piece."""
    return [stair for stair in ground.stairs if stair.piece is piece] + [
        foot.stair for foot in ground.feet if foot.piece is piece
    ]


def _take(rows: Rows, x: int, y: int, width: int, height: int) -> None:
    if x < 0:
        width, x = width + x, 0
    if width <= 0:
        return
    mask = ~(((1 << width) - 1) << x)
    for j in range(max(0, y), min(len(rows), y + height)):
        rows[j] &= mask


def eroded(rows: Rows) -> Rows:
    """The squares all of whose eight neighbours are in the rows too."""
    thin = [row & row << 1 & row >> 1 for row in rows]
    last = len(thin) - 1
    return [thin[j - 1] & thin[j] & thin[j + 1] if 0 < j < last else 0 for j in range(len(thin))]


def roomiest(rows: Rows, piece: Piece) -> tuple[Place, int] | None:
    """The middle of the square with most room round it, nearest to the piece's middle, and its depth in squares."""
    deep, depth = rows, 0
    while True:
        inner = eroded(deep)
        if not any(inner):
            break
        deep, depth = inner, depth + 1
    mx, my = piece.form.width / 2, piece.form.height / 2
    spots = sorted(squares(deep), key=lambda s: (abs(s[0] + 0.5 - mx) + abs(s[1] + 0.5 - my), s[1], s[0]))
    if not spots:
        return None
    x, y = spots[0]
    return (piece.x + x + 0.5, piece.y + y + 0.5), depth


def squares(rows: Rows) -> Iterable[tuple[int, int]]:
    """Every square of row masks, in reading order."""
    for y, row in enumerate(rows):
        while row:
            low = row & -row
            yield low.bit_length() - 1, y
            row ^= low
