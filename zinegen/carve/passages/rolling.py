"""Rolling d66: an open end comes in, an entry of `passages_d66` goes out, and the roll is kept."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from zinegen.carve.passages.warren import Warren
from zinegen.carve.pieces import Piece
from zinegen.carve.tables import bent, throw
from zinegen.dungeon.model import Rolled
from zinegen.rules import passage_entry

Entry = dict[str, Any]
TRIES = 9
"""Entries rolled before an end is given up."""
CHAIN_GUARD = 1
"""From so many passages since the last chamber on, what is neither door nor hall is rolled again."""
GUARDED = 3
"""So many times at most."""
CROWD = 9
"""With so many open ends waiting, junctions are rolled again."""
JUNCTIONS = ("crossroads", "t_junction", "y_junction")
LEADING = ("door", "hall", "passage_end", "stairs")


def roll_entry(warren: Warren, rolls: list[Rolled], leaving_room: bool = False) -> Entry:
    """Roll d66; out of a room the entry's alternate stands for it, where it has one."""
    result = throw(warren.stream, "passages_d66", rolls)
    if leaving_room and "from_room" in result:
        bent(rolls, "leaving_room")
        return {**passage_entry(rolls[-1].rolled[0], leaving_room), "alternate": True}
    return result


def wanted(warren: Warren, entry: Entry, checks: int, attempt: int, after: Piece | None = None) -> bool:
    """Whether an entry is good for the level here: no coils, no more branches than can be followed.

    Args: checks: passages since the last chamber. attempt: rolls before this one. after: the passage it goes on from.
    """
    kind = entry["kind"]
    held = "content" in entry or "niches" in entry or kind == "lucky_find"
    if held and after is not None and after.contents:
        return False  # one thing after another in one corridor is no discovery
    if kind in JUNCTIONS and len(warren.agenda) >= CROWD:
        return False
    if (kind == "gate" or entry.get("door") in ("locked", "reinforced_locked")) and not warren.locks_left:
        return False
    if kind == "stairs" and not warren.possible(entry["direction"] == "down", 1, ""):
        return False
    guarded = checks >= CHAIN_GUARD + held and attempt < GUARDED
    return not guarded or kind in LEADING


def entry_of(rolls: list[Rolled]) -> Entry:
    """The entry that the last roll on `passages_d66` gave; empty where none was rolled."""
    roll = next((roll for roll in reversed(rolls) if roll.table == "passages_d66"), None)
    if roll is None or not roll.drawn:
        return {}
    return passage_entry(roll.rolled[0], roll.bend == "leaving_room")


def undrawn(roll: Rolled, bend: str) -> Rolled:
    """A roll of which nothing came."""
    return replace(roll, bend=bend, drawn=False)
