"""Searches: each passage and hall is searched once; where a secret door is, what lies behind it is dug.

The dice of the table are rolled here, so that the key and the sheets can say what a search brings. The passage behind
a secret door is one square wide. Where it meets what is known there is another secret door; any door is a secret door
into a new room.
"""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.carve.chambers import dig_chamber
from zinegen.carve.exits import wall_spot
from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH
from zinegen.carve.growth import Front
from zinegen.carve.passages.contents import hold
from zinegen.carve.passages.halls import dig_hall
from zinegen.carve.passages.rolling import undrawn
from zinegen.carve.passages.warren import Warren
from zinegen.carve.pieces import Gate, Piece, strip_box
from zinegen.carve.strips import dig_strip, join_strip
from zinegen.carve.tables import bent, throw
from zinegen.carve.tips import Tip, room_ahead, tip_front
from zinegen.dungeon.model import Rolled
from zinegen.rules import searchable

ZONE = 3
"""Squares that a passage is long at least, to be searched for itself."""
SHORTEST = 2
"""Squares of rock that a narrow passage needs before it meets anything."""
SPOTS = 3
"""Places in each wall of a passage that are looked at."""
TRIES = 8
PIECES = 3
"""Passages that a narrow way goes on for, at most."""


def search(warren: Warren) -> None:
    """Roll what a search of each passage and hall brings, and dig what is found."""
    for piece in list(warren.ground.pieces.values()):
        if piece.hidden or not _zone(piece):
            continue
        result = throw(warren.stream, "secret_door_search", piece.rolls)
        at = len(piece.rolls) - 1
        piece.search = result.get("outcome", "nothing")
        if piece.search == "secret_door" and not _open(warren, piece):
            piece.search = "nothing"
            piece.rolls[at] = undrawn(piece.rolls[at], "no_room")


def _zone(piece: Piece) -> bool:
    """Whether a piece is a passage or hall that is searched for itself."""
    long = piece.kind == "hall" or max(piece.form.width, piece.form.height) >= ZONE
    return long and searchable(piece.kind, bool(piece.search))


def _open(warren: Warren, piece: Piece) -> bool:
    """Dig a way behind a secret door of a piece: on the side where it leads to most; False where none does."""
    for front in _sides(warren, piece):
        dug = _way(warren, front)
        if dug:
            return True
    return False


def _sides(warren: Warren, piece: Piece) -> Iterator[Front]:
    """Where a secret door may be: those first before which there is most room."""
    found: list[tuple[int, Front]] = []
    for side in warren.stream.shuffled(range(4)):
        for x, y in _spots(warren, piece, side):
            front = Front(piece, side, x, y, 1, "door", "run", passage=1, secret=True)
            found.append((-warren.ahead(x, y, side, 1, 8, piece), front))
    yield from (front for _, front in sorted(found, key=lambda one: one[0]))


def _spots(warren: Warren, piece: Piece, side: int) -> list[tuple[int, int]]:
    """Squares of a piece's wall for a secret door, off its other gates."""
    if piece.kind == "hall":
        spot = wall_spot(warren, piece, side, False)
        return [] if spot is None else [(spot[0], spot[1])]
    upright = piece.heading in (NORTH, SOUTH)
    if piece.form.shape != "strip" or (side in (NORTH, SOUTH)) == upright:
        return []
    low, length = (piece.y, piece.form.height) if upright else (piece.x, piece.form.width)
    wide = (piece.form.width if upright else piece.form.height) - 1
    line = (piece.x if upright else piece.y) + wide * (side in (EAST, SOUTH))
    squares = [(line, at) if upright else (at, line) for at in range(low + 1, low + length - 1)]
    free = [
        (x, y)
        for x, y in squares
        if all(abs(g.middle[0] - x - 0.5) + abs(g.middle[1] - y - 0.5) >= 2.5 for g in piece.gates)
    ]
    return warren.stream.shuffled(free)[:SPOTS]


# ----------------------------------------------------------------------------------------------------- narrow ways


def _way(warren: Warren, front: Front) -> bool:
    """Dig the narrow way behind a secret door; False, and nothing dug, where it leads nowhere."""
    dug: list[Piece] = []
    for _ in range(PIECES):
        tip = _narrow(warren, front, dug)
        on = tip is not None and _end(warren, tip, dug)
        if on is True:
            return True
        if on is False:
            break
        front = on
    if dug and len(dug[-1].gates) > 1:
        return True  # it has met what is known
    warren.undig(*dug)
    return False


def _narrow(warren: Warren, front: Front, dug: list[Piece]) -> Tip | None:
    """Dig one narrow passage. None where it meets something, then joined by a secret door, or has no room."""
    ground, side = warren.ground, front.side
    length = int(throw(warren.stream, "passage_length", front.rolls)["length_squares"])
    x, y = front.start
    clear = ground.clear(x, y, side, 1, length + 1, front.piece)
    front.length = length
    if clear <= length:
        if join_strip(warren, front, x, y, 1, clear + 1):
            piece = ground.pieces[ground.last]
            dug.append(_veiled(piece))
            for gate in piece.gates:
                if not (gate.other(piece).hidden and gate.other(piece) in dug):
                    _secret(gate)
            return None
        length = clear - 1
    if length < SHORTEST + 1:
        return None
    piece = _veiled(dig_strip(warren, front, x, y, 1, length))
    dug.append(piece)
    box = strip_box(x + DX[side] * (length - 1), y + DY[side] * (length - 1), side, 1, 1)
    return Tip(piece, side, box[0], box[1], 1, len(dug))


def _end(warren: Warren, tip: Tip, dug: list[Piece]) -> bool | Front:
    """Roll on at the tip of a narrow way: True where it comes to something, a front where it goes on."""
    rolls = list[Rolled]()
    for _ in range(TRIES):
        entry = throw(warren.stream, "passages_d66", rolls)
        kind = entry["kind"]
        if kind == "door":
            if _room(warren, tip, rolls):
                tip.piece.rolls += rolls
                return True
        elif kind == "hall" and "exits" in entry and not warren.done:
            front = tip_front(tip, tip.side)
            front.rolls = rolls
            if dig_hall(warren, front, entry):
                hall = warren.ground.pieces[warren.ground.last]
                hall.hidden = True
                warren.quiet(hall)
                warren.claims[:] = [claim for claim in warren.claims if claim.piece is not hall]
                return True
        elif kind == "lucky_find" and not warren.done:
            tip.piece.rolls += rolls
            hold(warren, tip.piece, "lucky_find")
            return True
        elif kind in ("passage", "turn") and not entry.get("niches") and "content" not in entry:
            side = (tip.side + {"ahead": 0, "left": 3, "right": 1}[entry["exits"][0]]) & 3
            if room_ahead(warren, tip, side) > SHORTEST and len(dug) < PIECES:
                front = tip_front(tip, side)
                front.rolls = rolls
                return front
        bent(rolls, "rerolled")
    return False


def _room(warren: Warren, tip: Tip, rolls: list[Rolled]) -> bool:
    """A new room behind a secret door; nothing else leads out of it."""
    if warren.done:
        return False
    for turn in (0, 3, 1):
        before = len(warren.ground.stairs)
        if not dig_chamber(warren, tip_front(tip, (tip.side + turn) & 3, "door", "room"), "room", tries=1):
            continue
        room = warren.ground.pieces[warren.ground.last]
        if len(warren.ground.stairs) > before:  # a way that must be found by a search is no way down
            warren.undig(room)
            continue
        warren.quiet(room)
        warren.dead[:] = [piece for piece in warren.dead if piece is not room]
        room.hidden = room.fixed = True
        _secret(room.gates[0])
        return True
    return False


def _veiled(piece: Piece) -> Piece:
    piece.hidden = piece.fixed = True
    return piece


def _secret(gate: Gate) -> None:
    gate.kind, gate.secret = "door", True
