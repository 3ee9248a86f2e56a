"""Runs: a front comes in; the passage behind it is dug, filled with what its entry gives it, and rolled on from."""

from __future__ import annotations

from zinegen.carve.chambers import dig_chamber
from zinegen.carve.forms import DX, DY
from zinegen.carve.growth import Front
from zinegen.carve.passages.contents import fill
from zinegen.carve.passages.entries import LEAST, apply, blocked, dig_stairs, side_of
from zinegen.carve.passages.halls import dig_hall
from zinegen.carve.passages.misfits import misfit
from zinegen.carve.passages.rolling import GUARDED, TRIES, Entry, entry_of, roll_entry, undrawn, wanted
from zinegen.carve.passages.rooms import room_behind
from zinegen.carve.passages.shapes import niched
from zinegen.carve.passages.warren import Warren, tip_of
from zinegen.carve.pieces import Piece, strip_box
from zinegen.carve.strips import beside_passage, close_run, dig_strip, offsets
from zinegen.carve.tables import bent, throw
from zinegen.carve.tips import Tip, dig_star, room_ahead, tip_front
from zinegen.dungeon.model import Rolled


def step(warren: Warren, front: Front) -> bool:
    """Dig what a front asks for. A front that cannot be dug was never there: False."""
    if front.secret or front.one_way:
        return close(warren, front)
    if front.todo == "hall":
        return dig_chamber(warren, front, "hall")
    if front.todo == "room" or (front.kind == "door" and front.piece.kind != "room"):
        return room_behind(warren, front) is not None
    if front.todo == "run" and not front.piece.keyed:
        return run(warren, front)
    return lead(warren, front)


# ---------------------------------------------------------------------------------------------------- out of chambers


def lead(warren: Warren, front: Front) -> bool:
    """Roll what lies behind an exit of a chamber; out of a room the alternates stand."""
    rolls, room = front.rolls, front.piece.kind == "room"
    front.passage = int(throw(warren.stream, "passage_width_leaving", rolls)["width_squares"])
    for attempt in range(TRIES):
        entry = roll_entry(warren, rolls, room)
        if wanted(warren, entry, 0, attempt) and _leads(warren, front, entry):
            return True
        bent(rolls, "rerolled")
    return close(warren, front)


def close(warren: Warren, front: Front) -> bool:
    """Let a front open into what lies straight ahead; what its entry would have put there is not drawn."""
    entry = entry_of(front.rolls)
    if {"content", "niches", "gate"} & set(entry) or entry.get("kind") == "lucky_find":
        front.rolls[:] = [undrawn(r, "no_room") if r.table == "passages_d66" and r.drawn else r for r in front.rolls]
    return close_run(warren, front)


def close_all(warren: Warren) -> None:
    """Close every front that still waits, or let it never have been there."""
    while warren.agenda:
        close(warren, warren.agenda.pop(0))


def _leads(warren: Warren, front: Front, entry: Entry) -> bool:
    """Dig an entry behind an exit."""
    kind, rolls = entry["kind"], front.rolls
    if kind == "room":
        return room_behind(warren, front) is not None
    if kind == "hall":
        return dig_hall(warren, front, entry)
    if kind == "stairs":
        return dig_stairs(warren, front, entry, rolls)
    if entry.get("alternate") and entry["exits"] != ["ahead"]:
        return _aside(warren, front, entry)
    if kind in ("passage", "gate", "lucky_find"):
        tip = dig_run(warren, front)
        if tip is not None:
            at_tip(warren, tip)
        return tip is not None
    tip = dig_run(warren, front)
    if tip is None:
        return False
    d66 = next(roll for roll in reversed(rolls) if roll.table == "passages_d66")
    rolls.remove(d66)
    if not apply(warren, tip, entry, [d66]):
        rolls.append(undrawn(d66, "rerolled"))
        at_tip(warren, tip)
    return True


def _aside(warren: Warren, front: Front, entry: Entry) -> bool:
    """A passage that runs to the left, to the right or both ways right behind the door of a room."""
    length = front.passage + 1
    for x, y in offsets(warren, front, front.passage):
        if warren.ground.clear(x, y, front.side, front.passage, length, front.piece) < length:
            continue
        piece = dig_strip(warren, front, x, y, front.passage, length)
        tip = _end(piece, front, x, y, front.passage, length)
        sides = [side_of(tip, word) for word in entry["exits"]]
        if any(room_ahead(warren, tip, side) < LEAST for side in sides):
            warren.undig(piece)
            continue
        d66 = next(roll for roll in reversed(piece.rolls) if roll.table == "passages_d66")
        warren.claim(piece, d66, tip, *sides)
        for side in sides:
            warren.agenda.append(tip_front(tip, side))
        return True
    return False


# ------------------------------------------------------------------------------------------------------- in passages


def run(warren: Warren, front: Front) -> bool:
    """Dig a passage and roll what it comes to; one that does not fit is rolled for."""
    if front.piece.kind == "landing":
        front.passage = int(throw(warren.stream, "passage_width_new", front.rolls)["width_squares"])
    tip = dig_run(warren, front)
    if tip is not None:
        at_tip(warren, tip)
        return True
    if front.piece.kind == "landing" or not warren.misfits_left:
        return close(warren, front)
    front.rolls[:] = [undrawn(roll, roll.bend or "misfit") for roll in front.rolls]
    misfit(warren, tip_of(front), front.rolls)
    return True


def dig_run(warren: Warren, front: Front) -> Tip | None:
    """Dig 5 to 8 squares of passage, with what its entry puts into it; None where there is no room."""
    ground, side = warren.ground, front.side
    entry = entry_of(front.rolls)
    kept = len(front.rolls)
    rolled = length = int(throw(warren.stream, "passage_length", front.rolls)["length_squares"])
    best: tuple[int, int, int, int] | None = None
    for width in (front.passage, 1) if front.passage > 1 else (1,):
        for x, y in offsets(warren, front, width):
            clear = ground.clear(x, y, side, width, length, front.piece)
            if beside_passage(warren, x, y, side, width, min(clear, length)):
                continue
            if best is None or clear > best[0]:
                best = (clear, x, y, width)
        if best is not None and best[0] >= LEAST:
            break
    if best is None or best[0] < LEAST:
        del front.rolls[kept:]
        return None
    clear, x, y, width = best
    length = min(length, clear)
    if length < rolled:
        bent(front.rolls, "shortened")
    if entry.get("niches"):
        return _dig_niches(warren, front, entry, width, length, kept)
    piece = dig_strip(warren, front, x, y, width, length)
    fill(warren, piece, entry, front.side, width, length)
    return _end(piece, front, x, y, width, length)


def _dig_niches(warren: Warren, front: Front, entry: Entry, width: int, length: int, kept: int) -> Tip | None:
    front.passage = width
    for long in range(length, LEAST - 1, -1):
        shape = niched(front.side, width, long)
        piece = dig_star(warren, front, shape, width)
        if piece is not None:
            piece.length_ft = 5 * long
            mouth = shape.mouths[0]
            fill(warren, piece, entry, front.side, width, long)
            return Tip(piece, front.side, piece.x + mouth.x, piece.y + mouth.y, width, front.checks)
    del front.rolls[kept:]
    return None


def _end(piece: Piece, front: Front, x: int, y: int, width: int, length: int) -> Tip:
    """The tip of a strip that begins at square x, y."""
    side = front.side
    bx, by, _, _ = strip_box(x + DX[side] * (length - width), y + DY[side] * (length - width), side, width, width)
    return Tip(piece, side, bx, by, width, front.checks)


def at_tip(warren: Warren, tip: Tip) -> None:
    """Roll what a passage comes to, until something fits or it is found that nothing does."""
    rolls = list[Rolled]()
    for attempt in range(TRIES):
        entry = roll_entry(warren, rolls)
        if not wanted(warren, entry, tip.checks, attempt, tip.piece):
            bent(rolls, "rerolled")
        elif apply(warren, tip, entry, rolls):
            return
        elif warren.misfits_left and attempt < GUARDED and blocked(warren, tip, entry):
            bent(rolls, "misfit")
            break
        else:
            bent(rolls, "rerolled")
    rolls[:] = [undrawn(roll, roll.bend) for roll in rolls]
    if warren.misfits_left:
        misfit(warren, tip, rolls)
    else:
        tip.piece.rolls += rolls
        warren.dead.append(tip.piece)
