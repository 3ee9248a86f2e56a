"""The ground of one level while it is being carved: pieces, gates, stairs, and who owns which square.

Nothing here rolls a die. A square has one owner, always; occupancy is kept twice, as row masks (is this free?) and as
a list of owners (whom did I hit?), because the two questions are asked thousands of times a level.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from zinegen.carve.forms import DX, DY, NORTH, SOUTH, Form
from zinegen.carve.pieces import Foot, Gate, Piece, Stair, moved
from zinegen.dice import Stream
from zinegen.dungeon.model import AreaKind, KeyItem, Laid, Level, Lock, Rolled


class Chart(Protocol):
    """What a carver that plans ahead knows of how its level hangs together."""

    @property
    def goal(self) -> Piece:
        """The chamber that the level is about."""

    def hang_doors(self, ground: Ground, stream: Stream) -> None:
        """Give every door its kind."""

    def record(
        self, level: Level, names: dict[int, str], portals: dict[int, str], before: int
    ) -> tuple[Level, list[Lock], list[KeyItem]]:
        """The level with its flow, and its locks and keys; `before`: how many locks there are already."""


@dataclass(slots=True, eq=False)
class Ground:
    """One level being carved."""

    width: int
    height: int
    number: int = 1
    rows: list[int] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    pieces: dict[int, Piece] = field(default_factory=dict)
    gates: list[Gate] = field(default_factory=list)
    stairs: list[Stair] = field(default_factory=list)
    feet: list[Foot] = field(default_factory=list)
    spare: list[Rolled] = field(default_factory=list)
    """Rolls that no drawn piece keeps."""
    keyed: int = 0
    most: int = 0
    """How many keyed areas it may have."""
    last: int = 0
    kept: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Boxes that nothing may be dug into: x, y, width and height."""
    goal: Piece | None = None
    """The chamber that the level is about, where its carver names one."""
    laid: list[tuple[Laid, Piece | None]] = field(default_factory=list)
    """Of a level of tiles: its segments, and the chamber that each is."""
    chart: Chart | None = None
    """None where doors, locks and flow are found when all is dug."""

    def __post_init__(self) -> None:
        self.rows = [0] * self.height
        self.own = [0] * (self.width * self.height)

    # ------------------------------------------------------------------------------------------------ questions

    def owner(self, x: int, y: int) -> Piece | None:
        """The piece that owns a square, if any."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        return self.pieces.get(self.own[y * self.width + x])

    def fits(self, form: Form, x: int, y: int, allow: Piece | None = None) -> bool:
        """Whether the form can be dug at x, y with one square of rock to all but `allow`, which it may touch."""
        if x < 1 or y < 1 or x + form.width >= self.width or y + form.height >= self.height:
            return False
        shift = x - 1
        for j, mask in enumerate(form.halo, y - 1):
            hit = self.rows[j] & (mask << shift)
            if hit and (allow is None or hit & ~allow.row(j)):
                return False
        if allow is not None:
            for j, mask in enumerate(form.rows, y):
                if self.rows[j] & (mask << x):
                    return False
        return True

    def clear(self, x: int, y: int, side: int, width: int, most: int, allow: Piece | None) -> int:
        """How many squares a strip can be dug from its first line on, with one square of rock around, at most `most`.

        The first line begins at square x, y and runs east or south; the strip goes towards `side`.
        """
        across = x if side in (NORTH, SOUTH) else y
        if across < 1 or across + width >= (self.width if side in (NORTH, SOUTH) else self.height):
            return 0
        if side in (NORTH, SOUTH):
            return self._clear_rows(x, y, DY[side], width, most, allow)
        return self._clear_columns(x, y, DX[side], width, most, allow)

    def _clear_rows(self, x: int, y: int, step: int, width: int, most: int, allow: Piece | None) -> int:
        halo, body = ((1 << (width + 2)) - 1) << (x - 1), ((1 << width) - 1) << x
        done = -1
        for i in range(-1, most + 1):
            j = y + i * step
            if not 0 <= j < self.height:
                break
            hit = self.rows[j] & halo
            if hit and ((hit & body and i >= 0) or allow is None or hit & ~allow.row(j)):
                break
            done = i
        return max(0, done)

    def _clear_columns(self, x: int, y: int, step: int, width: int, most: int, allow: Piece | None) -> int:
        halo = body = 0
        for j in range(y - 1, y + width + 1):
            row = self.rows[j]
            if y <= j < y + width:
                body |= row
            halo |= row & ~allow.row(j) if allow is not None else row
        done = -1
        for i in range(-1, most + 1):
            k = x + i * step
            if not 0 <= k < self.width:
                break
            if halo >> k & 1 or (i >= 0 and body >> k & 1):
                break
            done = i
        return max(0, done)

    # -------------------------------------------------------------------------------------------------- changes

    def dig(self, kind: AreaKind, form: Form, x: int, y: int, rolls: list[Rolled] | None = None) -> Piece:
        """Put a piece into the ground; the caller has made sure that its squares are free."""
        self.last += 1
        piece = Piece(self.last, kind, form, x, y, rolls if rolls is not None else [])
        self.pieces[self.last] = piece
        self._mark(piece, self.last)
        self.keyed += piece.keyed
        return piece

    def give_number(self, piece: Piece) -> None:
        """Let a passage count among the keyed areas."""
        self.keyed += not (piece.keyed or piece.numbered)
        piece.numbered = True

    def _mark(self, piece: Piece, number: int) -> None:
        width, own, left = self.width, self.own, piece.x
        for j, mask in enumerate(piece.form.rows, piece.y):
            if number:
                self.rows[j] |= mask << left
            else:
                self.rows[j] &= ~(mask << left)
            base = j * width + left
            while mask:
                low = (mask & -mask).bit_length() - 1
                length = (~(mask >> low) & ((mask >> low) + 1)).bit_length() - 1
                own[base + low : base + low + length] = [number] * length
                mask &= ~(((1 << length) - 1) << low)

    def reform(self, piece: Piece, form: Form, x: int, y: int) -> None:
        """Give a piece another form and place."""
        self._mark(piece, 0)
        piece.form, piece.x, piece.y = form, x, y
        self._mark(piece, piece.number)

    def fill(self, piece: Piece) -> None:
        """Take a piece and its gates out again; its rolls stay as rolled, not drawn."""
        self.erase(piece)
        self.spare += [Rolled(table=r.table, rolled=r.rolled, bend=r.bend, drawn=False) for r in piece.rolls]

    def erase(self, piece: Piece) -> None:
        """Take a piece and its gates out again as if it had never been."""
        for gate in list(piece.gates):
            self.close(gate)
        self._mark(piece, 0)
        del self.pieces[piece.number]
        self.keyed -= piece.keyed or piece.numbered
        self.stairs = [stair for stair in self.stairs if stair.piece is not piece]

    def open(self, gate: Gate) -> Gate:
        """Add a gate."""
        self.gates.append(gate)
        gate.a.gates.append(gate)
        gate.b.gates.append(gate)
        return gate

    def close(self, gate: Gate) -> None:
        """Take a gate out."""
        self.gates.remove(gate)
        gate.a.gates.remove(gate)
        gate.b.gates.remove(gate)

    def move(self, dx: int, dy: int, width: int, height: int) -> None:
        """Move everything in the frame and give the frame another size."""
        pieces = list(self.pieces.values())
        self.width, self.height = width, height
        self.rows, self.own = [0] * height, [0] * (width * height)
        for piece in pieces:
            piece.x, piece.y = piece.x + dx, piece.y + dy
            piece.features = [moved(feature, dx, dy) for feature in piece.features]
            self._mark(piece, piece.number)
        kept, self.kept = self.kept, []
        for x, y, wide, tall in kept:
            self.block(x + dx, y + dy, wide, tall)
        for gate in self.gates:
            gate.move(dx, dy)
        for stair in self.stairs:
            stair.at = (stair.at[0] + dx, stair.at[1] + dy)
            stair.box = (stair.box[0] + dx, stair.box[1] + dy, stair.box[2], stair.box[3])

    def block(self, x: int, y: int, width: int, height: int) -> None:
        """Keep squares free of everything: a shaft passes here, or one looks along."""
        self.kept.append((x, y, width, height))
        for j in range(max(0, y), min(self.height, y + height)):
            self.rows[j] |= ((1 << width) - 1) << x
