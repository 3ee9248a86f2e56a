"""What lies in a passage: a passage and its entry come in; it gets contents, features and a number of its own."""

from __future__ import annotations

from zinegen.carve.forms import EAST, NORTH, SOUTH
from zinegen.carve.passages.rolling import Entry
from zinegen.carve.passages.shapes import niche_squares
from zinegen.carve.passages.warren import Warren
from zinegen.carve.pieces import Piece
from zinegen.carve.tables import throw
from zinegen.carve.tips import Tip
from zinegen.carve.trim import own_square
from zinegen.dungeon.model import Feature, FeatureKind, Rolled

CONTENTS = {"trap_or_hazard": "trap", "encounter": "monster", "feature": "feature"}
FEATURES: tuple[FeatureKind, ...] = ("statue", "well", "fountain", "altar", "brazier", "rubble", "bones", "pit")
"""What a passage with a feature may have in it; our own choice, which the document leaves open."""


def fill(warren: Warren, piece: Piece, entry: Entry, side: int, width: int, length: int) -> None:
    """Give a passage what its entry says; what holds anything gets a number."""
    if entry.get("kind") == "gate":
        gate = piece.gates[0]
        gate.kind, gate.locked = "portcullis", True
        warren.locks_left -= 1
        roll = next(roll for roll in reversed(piece.rolls) if roll.table == "passages_d66")
        here = Tip(piece, side, *own_square(gate, piece), gate.width, 0)
        warren.claim(piece, roll, here, (side + 2) & 3, gates=1)
    elif entry.get("kind") == "lucky_find":
        hold(warren, piece, "lucky_find")
    elif "niches" in entry:
        _niches(warren, piece, side, width, length)
    elif "content" in entry:
        hold(warren, piece, CONTENTS[entry["content"]])
        if entry["content"] == "feature":
            kind = warren.stream.choice(FEATURES)
            piece.features.append(Feature(kind=kind, at=_aside(warren, piece, width), size=(0.9, 0.9)))


def hold(warren: Warren, piece: Piece, *contents: str) -> None:
    """Let a passage hold something: it has a number then, and is not trimmed away."""
    piece.contents += contents
    piece.fixed = True
    warren.ground.give_number(piece)


def _aside(warren: Warren, piece: Piece, width: int) -> tuple[float, float]:
    """A place halfway along a passage; by one wall, where it is two squares wide."""
    x, y = piece.middle
    if width > 1:
        off = 0.5 if warren.stream.chance(0.5) else -0.5
        x, y = (x + off, y) if piece.heading in (NORTH, SOUTH) else (x, y + off)
    upright = piece.heading in (NORTH, SOUTH)
    return (x, int(y) + 0.5) if upright else (int(x) + 0.5, y)


def _niches(warren: Warren, piece: Piece, side: int, width: int, length: int) -> None:
    """Two niches, one roll each."""
    held: list[str] = []
    block = _first_block(piece, side, width)
    for dx, dy in niche_squares(side, width, length):
        at = (block[0] + dx + 0.5, block[1] + dy + 0.5)
        result = throw(warren.stream, "niche", piece.rolls)
        word = result["contents"]
        if word == "undead":
            face = warren.stream.die(len(result["one_of"]))
            last = piece.rolls[-1]
            piece.rolls[-1] = Rolled(table=last.table, rolled=(*last.rolled, face))
            held += ["monster", result["one_of"][face - 1]]
        elif word == "living_statues":
            held += ["monster", "living_statue"]
        elif word == "trap":
            held.append("trap")
        elif word == "treasure_or_finds":
            held.append("treasure")
        elif word == "statues":
            held.append("statues")
            piece.features.append(Feature(kind="statue", at=at, size=(0.8, 0.8)))
    hold(warren, piece, *dict.fromkeys(held))


def _first_block(piece: Piece, side: int, width: int) -> tuple[int, int]:
    """The north-west square of the first block of a passage with niches, which stick out of both its long walls."""
    x, y = piece.x, piece.y
    if side in (NORTH, SOUTH):
        return x + 1, y + (piece.form.height - width if side == NORTH else 0)
    return x + (0 if side == EAST else piece.form.width - width), y + 1
