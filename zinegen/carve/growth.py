"""Growing a level: fronts wait in an agenda; each is dug, joined to known ground, or was never there.

A front is a place in a wall of a piece where something is to be dug: a passage, a room, a hall. The rules (document
000) say what; `labyrinth.runs` digs passages and follows their events, `chambers` digs rooms, halls and caves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Gate, Piece
from zinegen.carve.plan import Box, LevelPlan
from zinegen.carve.walks import walk
from zinegen.dice import Stream
from zinegen.dungeon.model import Place, PortalKind, Rolled

SHORT_WALK = 24
"""A passage joins known ground only where the walk that is there already is at least so long, in squares."""
SHORT_EXIT = 12
MOST_FRONTS = 12


@dataclass(slots=True, eq=False)
class Front:
    """A place where something is to be dug: `width` squares of wall on one side of square x, y of a piece."""

    piece: Piece
    side: int
    x: int
    y: int
    width: int
    kind: Literal["open", "door"]
    todo: Literal["beyond", "run", "room", "hall"]
    passage: int = 2
    """How wide the passage is, in squares."""
    length: int = 6
    """How far it runs before it is checked."""
    checks: int = 0
    secret: bool = False
    one_way: bool = False
    rolls: list[Rolled] = field(default_factory=list)

    @property
    def start(self) -> tuple[int, int]:
        """The first square outside."""
        return self.x + DX[self.side], self.y + DY[self.side]


@dataclass(slots=True)
class Growth:
    """The state of one candidate level while it grows."""

    ground: Ground
    stream: Stream
    plan: LevelPlan
    caves: float = 0.1
    """The chance that a hall is a cave."""
    stairs_left: int = 3
    galleries_left: int = 2
    agenda: list[Front] = field(default_factory=list)
    origins: list[Place] = field(default_factory=list)
    """The middle of each arrival."""
    dead: list[Piece] = field(default_factory=list)
    """Dead ends and chambers without exits, to be checked for secret doors."""
    revived: int = 0
    counts: list[int] = field(default_factory=list)
    """Chambers by family, up to piece `counted`."""
    counted: int = 0
    spent: set[tuple[int, int, int]] = field(default_factory=set)
    """Walls without room for a new exit: piece number, side, the room asked for. The ground only fills up."""

    @property
    def done(self) -> bool:
        """Whether the number of keyed areas asked for stands."""
        return self.ground.keyed >= self.plan.target

    def possible(self, down: bool, levels: int, into: str) -> bool:
        """Whether stairs that go so far that way make sense here."""
        return self.plan.possible(self.ground, down, levels, into)

    def stair_fits(self, box: Box, way: int, down: bool, levels: int, straight: bool = False) -> bool:
        """Whether stairs may have their squares there."""
        return self.plan.stair_fits(self.ground, box, way, down, levels, straight)

    def push(self, front: Front) -> bool:
        """Add a front, unless too many wait already."""
        if len(self.agenda) >= MOST_FRONTS:
            return False
        self.agenda.append(front)
        return True

    def next_front(self) -> Front:
        """Take the front to dig next: of the family with fewest chambers, the one nearest to its origin."""
        self.count()
        best = min(range(len(self.agenda)), key=lambda i: self._rank(self.agenda[i]))
        return self.agenda.pop(best)

    def count(self) -> list[int]:
        """How many chambers each family has; only what was dug since the last time is looked at."""
        self.counts += [0] * (len(self.origins) - len(self.counts))
        for number in range(self.counted + 1, self.ground.last + 1):
            piece = self.ground.pieces.get(number)
            if piece is not None and piece.keyed:
                self.counts[piece.family] += 1
        self.counted = self.ground.last
        return self.counts

    def _rank(self, front: Front) -> float:
        family = front.piece.family
        ox, oy = self.origins[family]
        near = abs(front.x - ox) + abs(front.y - oy)
        return near + (40 * self.counts[family] if len(self.origins) > 1 else 0)

    def gate(self, front: Front, piece: Piece, x: int, y: int, width: int, kind: PortalKind) -> Gate:
        """Open the gate of a front to what was dug behind it."""
        gate = Gate(front.piece, piece, x, y, front.side, width, kind, secret=front.secret)
        if front.one_way:
            gate.toward = piece if self.stream.chance(0.5) else front.piece
        return self.ground.open(gate)

    def may_join(self, a: Piece, place: Place, b: Piece, least: int) -> bool:
        """Whether a new gate between two pieces makes a loop worth walking."""
        return a is not b and walk(a, place, b, place, least) >= least

    def ahead(self, x: int, y: int, side: int, width: int, most: int, piece: Piece) -> int:
        """How far a strip could run from the wall of a piece, from square x, y of it on."""
        return self.ground.clear(x + DX[side], y + DY[side], side, width, most, piece)


def wall_place(x: int, y: int, side: int, width: int) -> Place:
    """The middle of `width` squares of wall on one side of square x, y."""
    if side in (NORTH, SOUTH):
        return x + width / 2, y + (side == SOUTH)
    return x + (side == EAST), y + width / 2
