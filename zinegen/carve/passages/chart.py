"""The chart of a level of passages: its doors, locks and keys, and what the record says of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from msgspec.structs import replace

from zinegen.carve.doors import Locked, keep_way, no_trap
from zinegen.carve.goal import farthest
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Gate, Piece
from zinegen.carve.walks import components
from zinegen.dice import Stream
from zinegen.dungeon.model import KeyItem, Level, Lock, Portal, WanderCheck
from zinegen.rolltable import table

ROWS = {"barred": 44, "locked": 45, "reinforced": 46, "portcullis": 54}
"""The kind of a portal -> the entry that says what opens it."""


@cache
def opening(kind: str) -> dict[str, Any]:
    """What a door of a kind says of how it is opened."""
    return table("passages_d66").at(ROWS[kind]) if kind in ROWS else {}


@dataclass(slots=True, eq=False)
class Chart:
    """What is known of how a level of passages hangs together."""

    ground: Ground
    locked: list[Locked] = field(default_factory=list)

    @property
    def goal(self) -> Piece:
        """The chamber farthest from where one arrives."""
        return farthest(self.ground, [piece for piece in self.ground.pieces.values() if piece.keyed])

    def hang_doors(self, ground: Ground, stream: Stream) -> None:
        """Make two leaves of wide doors, and lay a key to each lock where it can be come to."""
        keep_way(ground)
        for gate in ground.gates:
            if gate.kind == "door" and gate.width == 2 and not gate.secret and stream.chance(0.5):
                gate.kind = "double"
        self._unlock(ground)
        here = {piece.number for piece in self._home(ground)}
        for gate in ground.gates:
            if not gate.locked:
                continue
            places = [
                piece
                for piece in ground.pieces.values()
                if piece.number in here and (piece.keyed or piece.numbered) and piece not in (gate.a, gate.b)
            ]
            places.sort(key=lambda piece: ("monster" not in piece.contents, piece.number))
            if places:
                self.locked.append(Locked(gate, stream.choice(places[: max(1, len(places) // 2)])))
            else:
                _free(gate)

    def _unlock(self, ground: Ground) -> None:
        """Open the locks that part any way in or out from the rest, and let no one-way door lead behind one."""
        while True:
            home = self._home(ground)
            here = {piece.number for piece in home}
            bound = [stair.piece for stair in ground.stairs] + [foot.piece for foot in ground.feet]
            lost = [piece for piece in bound if not piece.hidden and piece.number not in here]
            if not lost:
                break
            border = [
                gate for gate in ground.gates if gate.locked and (gate.a.number in here) != (gate.b.number in here)
            ]
            if not border:
                border = [gate for gate in ground.gates if gate.locked]
            if not border:
                break
            _free(border[0])
        no_trap(ground, _closed(ground))

    def _home(self, ground: Ground) -> list[Piece]:
        """The pieces that hang together with every lock, secret and one-way door shut: the part with most ends."""
        bound = {stair.piece.number for stair in ground.stairs} | {foot.piece.number for foot in ground.feet}
        parts = components(ground.pieces.values(), _closed(ground))
        return max(parts, key=lambda part: (sum(piece.number in bound for piece in part), len(part), -part[0].number))

    def record(
        self, level: Level, names: dict[int, str], portals: dict[int, str], before: int
    ) -> tuple[Level, list[Lock], list[KeyItem]]:
        """The level with its locks, what opens its doors, and when wanderers come."""
        locks, items = [], []
        held: dict[str, str] = {}
        for number, one in enumerate(self.locked, before + 1):
            portal = portals[id(one.gate)]
            held[portal] = f"lock-{number}"
            hardness = "hard" if one.gate.kind == "reinforced" else "soft"
            locks.append(
                Lock(id=held[portal], hardness=hardness, keys=(f"key-{number}",), guards=portal)  # type: ignore[arg-type]
            )
            items.append(KeyItem(id=f"key-{number}", in_=names[one.key_in.number]))
        level = replace(
            level,
            portals=tuple(_told(portal, held.get(portal.id)) for portal in level.portals),
            wander=wander_check(),
        )
        return level, locks, items


def _closed(ground: Ground) -> list[Gate]:
    """The gates that not everybody can go through from both sides."""
    return [gate for gate in ground.gates if gate.locked or gate.secret or gate.toward is not None]


def _free(gate: Gate) -> None:
    """Take a lock away."""
    gate.locked = False
    gate.kind = "open" if gate.kind == "portcullis" and not (gate.a.keyed or gate.b.keyed) else "door"
    for piece in (gate.a, gate.b):
        for i, roll in enumerate(piece.rolls):
            if roll.table == "passages_d66" and roll.drawn and roll.rolled[0] in (45, 46, 54):
                piece.rolls[i] = replace(roll, bend="unlocked", drawn=False)


def _told(portal: Portal, lock: str | None) -> Portal:
    """A portal with its lock and what opens it."""
    how = opening(portal.kind)
    if not how:
        return portal
    return replace(
        portal, lock=lock, open_by=tuple(how.get("open_by", ())), force_modifier=how.get("force_modifier", 0)
    )


@cache
def wander_check() -> WanderCheck:
    """When wandering monsters come: on any action of a turn or more, and on coming back to what is known."""
    one = table("wandering_monster")
    face, row = next((face, one.at(face)) for face in range(1, 11) if one.at(face).get("wandering_monster"))
    return WanderCheck(
        dice=one.dice, on=face, numbers=row["numbers"], direction=row["direction"],
        when=("search", "rest", "turn", "return"),
    )  # fmt: skip
