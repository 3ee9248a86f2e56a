"""What each entry of `passages_d66` digs at the tip of a passage, or leaves waiting to be dug."""

from __future__ import annotations

from collections.abc import Callable

from zinegen.carve.growth import Front
from zinegen.carve.passages.halls import dig_hall
from zinegen.carve.passages.rolling import Entry
from zinegen.carve.passages.rooms import close_door, room_behind
from zinegen.carve.passages.shapes import u_bend
from zinegen.carve.passages.warren import Warren, tip_of
from zinegen.carve.pieces import Piece
from zinegen.carve.stairways import stair_strip
from zinegen.carve.tables import throw
from zinegen.carve.tips import Tip, dig_star, fork, mouths, room_ahead, tip_front
from zinegen.dungeon.model import Rolled

LEAST = 5
"""Squares that a passage runs at least."""
TURNS = {"ahead": 0, "opposite": 0, "right": 1, "left": 3}


def apply(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    """Do what an entry says at a tip; the rolls join what is dug. False, and nothing dug, where it cannot be."""
    return _ENTRIES[entry["kind"]](warren, tip, entry, rolls)


def side_of(tip: Tip, word: str) -> int:
    """The side that "ahead", "left" or "right" is."""
    return (tip.side + TURNS[word]) & 3


def blocked(warren: Warren, tip: Tip, entry: Entry) -> bool:
    """Whether it is for want of room for a passage that an entry cannot be."""
    sides = [word for word in entry.get("exits", ()) if word in TURNS]
    return bool(sides) and any(room_ahead(warren, tip, side_of(tip, word)) < LEAST for word in sides)


def _onward(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    """A passage ahead, or one that turns: the rolls wait with it."""
    side = side_of(tip, entry["exits"][0] if "exits" in entry else "ahead")
    if room_ahead(warren, tip, side) < LEAST:
        return False
    front = tip_front(tip, side)
    front.rolls = rolls
    return warren.push(front)


def _junction(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    """T-junctions and crossroads: a passage waits on each side."""
    sides = [side_of(tip, word) for word in entry["exits"]]
    if any(room_ahead(warren, tip, side) < LEAST for side in sides):
        return False
    tip.piece.rolls += rolls
    warren.claim(tip.piece, rolls[-1], tip, *sides)
    for side in sides:
        warren.agenda.append(tip_front(tip, side))
    return True


def _y_junction(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    """A passage that splits in two at 45 degrees, or that goes on while another bends back."""
    front = tip_front(tip, tip.side)
    front.rolls = rolls
    if "ahead" in entry["exits"]:
        return _bend(warren, front, "u_turn_left" in entry["exits"], True)
    before = len(warren.agenda)
    if not fork(warren, front, (), ("left_front", "right_front")):
        return False
    _claim_each(warren, rolls[-1], warren.agenda[before:])
    return True


def _u_turn(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    front = tip_front(tip, tip.side)
    front.rolls = rolls
    return _bend(warren, front, "u_turn_left" in entry["exits"], False)


def _bend(warren: Warren, front: Front, left: bool, ahead: bool) -> bool:
    """Dig a U-turn; each of its ends waits."""
    shape = u_bend(front.side, front.passage, left, ahead)
    piece = dig_star(warren, front, shape, front.passage)
    if piece is None:
        return False
    ends = mouths(warren, piece, shape, front.passage, front.checks)
    if any(room_ahead(warren, end, end.side) < LEAST for end in ends):
        warren.undig(piece)
        return False
    waiting = [tip_front(end, end.side) for end in ends]
    warren.agenda += waiting
    _claim_each(warren, front.rolls[-1], waiting)
    return True


def _claim_each(warren: Warren, roll: Rolled, fronts: list[Front]) -> None:
    for front in fronts:
        warren.claim(front.piece, roll, tip_of(front), front.side, gates=len(fronts) + 1)


def _dead_end(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    tip.piece.rolls += rolls
    warren.dead.append(tip.piece)
    return True


def _stairs(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    """Stairs ahead of the tip; those up come out at the surface or behind a secret door of the level above."""
    return dig_stairs(warren, tip_front(tip, tip.side), entry, rolls)


def dig_stairs(warren: Warren, front: Front, entry: Entry, rolls: list[Rolled]) -> bool:
    """Dig the stairs of an entry ahead of a front."""
    if not warren.stairs_left:
        return False
    down = entry["direction"] == "down"
    into = "" if down or warren.plan.number == 1 else "secret_door"
    stair = stair_strip(warren, front, down, 1, into)
    if stair is None:
        return False
    stair.piece.rolls += rolls
    warren.stairs_left -= 1
    return True


def _hall(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    front = tip_front(tip, tip.side)
    front.rolls = rolls
    return dig_hall(warren, front, entry)


def _door(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    """A door at the end of the passage or beside it, and the room behind it."""
    word = entry["at"]
    kept = list(rolls)
    if word == "door_direction":
        word = throw(warren.stream, "door_direction", kept)["at"]
    room = room_behind(warren, tip_front(tip, side_of(tip, word), "door", "room"))
    if room is None:
        return False
    tip.piece.rolls += kept
    close_door(warren, room, entry)
    warren.claim(tip.piece, rolls[-1], tip, side_of(tip, word))
    return True


def _passage_end(warren: Warren, tip: Tip, entry: Entry, rolls: list[Rolled]) -> bool:
    """The passage ends with a door on each side."""
    sides = [side_of(tip, word) for word in entry["doors"]]
    if any(room_ahead(warren, tip, side, 3) < 3 for side in sides):
        return False
    rooms: list[Piece] = []
    for side in sides:
        room = room_behind(warren, tip_front(tip, side, "door", "room"))
        if room is None:
            warren.undig(*rooms)
            return False
        rooms.append(room)
    tip.piece.rolls += rolls
    warren.claim(tip.piece, rolls[-1], tip, *sides)
    return True


_ENTRIES: dict[str, Callable[[Warren, Tip, Entry, list[Rolled]], bool]] = {
    "passage": _onward,
    "turn": _onward,
    "gate": _onward,
    "lucky_find": _onward,
    "t_junction": _junction,
    "crossroads": _junction,
    "y_junction": _y_junction,
    "u_turn": _u_turn,
    "dead_end": _dead_end,
    "stairs": _stairs,
    "hall": _hall,
    "door": _door,
    "passage_end": _passage_end,
}
