"""Doors and the rooms behind them: a front with a door comes in, a room by the tables of document 000 goes out."""

from __future__ import annotations

from zinegen.carve.chambers import dig_chamber
from zinegen.carve.growth import Front
from zinegen.carve.passages.rolling import Entry
from zinegen.carve.passages.warren import Warren
from zinegen.carve.pieces import Piece
from zinegen.dungeon.model import PortalKind

DOORS: dict[str, PortalKind] = {
    "plain": "door", "barred": "barred", "locked": "locked", "reinforced_locked": "reinforced",
}  # fmt: skip


def close_door(warren: Warren, room: Piece, entry: Entry) -> None:
    """Make the door to a room that was just dug what an entry says it is."""
    gate = room.gates[0]
    gate.kind = DOORS[entry["door"]]
    if gate.kind in ("locked", "reinforced"):
        gate.locked = True
        warren.locks_left -= 1
    if entry.get("extra_loot_beyond"):
        room.contents += ("extra_loot",)


def room_behind(warren: Warren, front: Front) -> Piece | None:
    """The room behind a door, by the tables of document 000; None where none fits."""
    if not dig_chamber(warren, front, "room", tries=2):
        return None
    return warren.ground.pieces[warren.ground.last]
