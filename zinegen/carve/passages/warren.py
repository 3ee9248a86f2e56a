"""The state of a level of passages while it grows: what may be rolled yet, what each roll has to show for itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Gate, Piece
from zinegen.carve.tips import Tip
from zinegen.carve.trim import own_square
from zinegen.dungeon.model import Rolled


@dataclass(slots=True)
class Claim:
    """A roll that is drawn only as long as each of its ends leads on."""

    piece: Piece
    roll: Rolled
    tip: Tip
    sides: tuple[int, ...]
    gates: int
    """How many gates the piece has at least, the way in among them."""

    def holds(self) -> bool:
        """Whether there is a gate at each of its ends, and a way in."""
        return len(self.piece.gates) >= self.gates and all(
            any(self._leads(gate, side) for gate in self.piece.gates) for side in self.sides
        )

    def _leads(self, gate: Gate, side: int) -> bool:
        out = gate.side if gate.a is self.piece else (gate.side + 2) & 3
        x, y = own_square(gate, self.piece)
        wide = self.tip.width
        return out == side and self.tip.x <= x < self.tip.x + wide and self.tip.y <= y < self.tip.y + wide


@dataclass(slots=True)
class Warren(Growth):
    """A level of passages while it grows."""

    misfits_left: int = 4
    locks_left: int = 3
    teleports_left: int = 1
    claims: list[Claim] = field(default_factory=list)

    def claim(self, piece: Piece, roll: Rolled, tip: Tip, *sides: int, gates: int = 0) -> None:
        """Remember that a roll of a piece wants a way on to some sides of a tip."""
        self.claims.append(Claim(piece, roll, tip, sides, gates or len(sides) + 1))

    def settle(self) -> None:
        """Mark as not drawn what trimming has taken an end from."""
        for one in self.claims:
            if one.piece.number in self.ground.pieces and not one.holds():
                rolls = one.piece.rolls
                rolls[:] = [replace(roll, drawn=False) if roll is one.roll else roll for roll in rolls]

    def undig(self, *pieces: Piece) -> None:
        """Take pieces out again, with all that waits or was claimed in them."""
        for piece in pieces:
            self.ground.erase(piece)
        gone = {piece.number for piece in pieces}
        self.agenda[:] = [front for front in self.agenda if front.piece.number not in gone]
        self.dead[:] = [piece for piece in self.dead if piece.number not in gone]
        self.claims[:] = [claim for claim in self.claims if claim.piece.number not in gone]

    def quiet(self, piece: Piece) -> None:
        """Let nothing go on from a piece."""
        self.agenda[:] = [front for front in self.agenda if front.piece is not piece]


def tip_of(front: Front) -> Tip:
    """The tip that a front at the end of a passage stands at."""
    width, side = front.width, front.side
    x, y = front.x - (width - 1) * (side == 1), front.y - (width - 1) * (side == 2)
    return Tip(front.piece, side, x, y, width, front.checks)
