"""Doors: what each is like, which are locked and where their keys lie, and that no secret lies on the only way.

By construction nobody is shut in or out: every area is reached from where one arrives without a secret door, a
one-way door or a locked one, but for what lies behind a lock whose key lies on this side of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Gate, Piece
from zinegen.carve.tables import throw
from zinegen.carve.walks import components
from zinegen.dice import Stream
from zinegen.dungeon.model import PortalKind, Rolled

MOST_LOCKS = 2
FALL = 0.4
"""The chance that a trapdoor can only be fallen through; our own."""


@dataclass(frozen=True, slots=True)
class Locked:
    """A locked gate and the piece where its key lies."""

    gate: Gate
    key_in: Piece


def hang_doors(ground: Ground, stream: Stream) -> list[Locked]:
    """Give every door its kind. Returns the locked ones."""
    keep_way(ground)
    locked: list[Gate] = []
    for gate in ground.gates:
        if gate.kind != "door" or gate.secret or gate.toward is not None:
            continue
        word: PortalKind = throw(stream, "door_kind", ground.spare)["door"]
        if word == "locked":
            if len(locked) < MOST_LOCKS and _worth_locking(gate):
                locked.append(gate)
            continue
        if word == "portcullis" and "room" in (gate.a.kind, gate.b.kind) and gate.width == 1:
            word = "stuck"
        gate.kind = "double" if word == "door" and gate.width == 2 and stream.chance(0.5) else word
    return lock(ground, stream, locked)


def _worth_locking(gate: Gate) -> bool:
    """A lock keeps a chamber shut, not a passage from a passage, and never the one that one arrives in."""
    return (gate.a.keyed or gate.b.keyed) and not gate.a.hidden and not gate.b.hidden


def keep_way(ground: Ground) -> None:
    """Open the secret and one-way doors without which something could not be reached."""
    plain = [piece for piece in ground.pieces.values() if not piece.hidden]
    flagged = [gate for gate in ground.gates if gate.secret or gate.toward is not None]
    part_of: dict[int, int] = {}
    for i, part in enumerate(components(plain, flagged)):
        part_of.update((piece.number, i) for piece in part)
    for gate in flagged:
        if gate.a.hidden or gate.b.hidden:
            continue
        a, b = part_of[gate.a.number], part_of[gate.b.number]
        if a != b:
            gate.secret, gate.toward = False, None
            gate.b.rolls.append(Rolled(table="exit_blocked", bend="opened"))
            part_of = {number: a if part == b else part for number, part in part_of.items()}


def lock(ground: Ground, stream: Stream, gates: list[Gate]) -> list[Locked]:
    """Lock gates, each with its key in a chamber that is reached with all of them shut."""
    arrivals = [foot.piece for foot in ground.feet if foot.stair.main and foot.stair.down]
    if ground.number == 1:
        arrivals = [stair.piece for stair in ground.stairs if stair.surface][:1]
    closed = [*gates, *(gate for gate in ground.gates if gate.secret or gate.toward is not None)]
    out = []
    parts = components(ground.pieces.values(), closed)
    here = {piece.number for part in parts if any(piece in part for piece in arrivals) for piece in part}
    for gate in gates:
        places = [
            piece
            for piece in ground.pieces.values()
            if piece.number in here and piece.keyed and piece is not gate.a and piece is not gate.b
        ]
        places.sort(key=lambda piece: ("monster" not in piece.contents, piece.number))
        if not places:
            continue
        gate.kind, gate.locked = "locked", True
        out.append(Locked(gate, stream.choice(places[: max(1, len(places) // 2)])))
    no_trap(ground, closed)
    return out


def no_trap(ground: Ground, closed: list[Gate]) -> None:
    """Let a one-way door open from both sides where it leads to what locks shut in: the key may lie outside."""
    part_of: dict[int, int] = {}
    for i, part in enumerate(components(ground.pieces.values(), closed)):
        part_of.update((piece.number, i) for piece in part)
    for gate in ground.gates:
        if gate.toward is not None and part_of[gate.a.number] != part_of[gate.b.number]:
            gate.toward = None


def spring_traps(grounds: Sequence[Ground], stream: Stream) -> None:
    """Some trapdoors can only be fallen through, where one gets back up by stairs without a key or a secret."""
    homes: list[set[int]] = []
    for ground in grounds:
        closed = [gate for gate in ground.gates if gate.locked or gate.secret or gate.toward is not None]
        if not homes:
            starts = [stair.piece for stair in ground.stairs if stair.surface and not stair.secret][:1]
        else:
            starts = [foot.piece for foot in ground.feet if foot.stair.main and foot.stair.piece.number in homes[-1]][
                :1
            ]
        parts = components(ground.pieces.values(), closed)
        homes.append({piece.number for part in parts if any(p in part for p in starts) for piece in part})
    for i, ground in enumerate(grounds[1:], 1):
        for foot in ground.feet:
            stair = foot.stair
            if stair.kind != "trapdoor" or not stair.down or stair.into == "dead_end" or not stream.chance(FALL):
                continue
            other = any(
                f.stair.main and f is not foot and f.piece.number in homes[i] and f.stair.piece.number in homes[i - 1]
                for f in ground.feet
            )
            stair.one_way = other and foot.piece.number in homes[i]
