"""Passages that do not fit: a tip where nothing can go on comes in, what stands there instead is dug."""

from __future__ import annotations

from collections.abc import Callable

from zinegen.carve.forms import DX, DY
from zinegen.carve.passages.contents import hold
from zinegen.carve.passages.entries import dig_stairs
from zinegen.carve.passages.rooms import room_behind
from zinegen.carve.passages.warren import Warren
from zinegen.carve.pieces import Piece, Stair, strip_box
from zinegen.carve.plan import APART, gap, rock
from zinegen.carve.stairways import point_stair, put_stair
from zinegen.carve.strips import dig_strip
from zinegen.carve.tables import bent, throw
from zinegen.carve.tips import Tip, tip_front
from zinegen.carve.tunnels import tunnel
from zinegen.carve.walks import walk
from zinegen.dungeon.model import Rolled

STUB = 4
"""Squares that the passage still runs before it ends, at most."""
REACH = 12
"""Squares of narrow passage to a secret door, at most."""
WORTH = 16
"""The walk that is there already is at least so long where a secret door is to shorten it."""


def misfit(warren: Warren, tip: Tip, rolls: list[Rolled]) -> None:
    """Roll on `passage_misfit` for a tip and dig what it gives; where that cannot be it is a dead end."""
    warren.misfits_left -= 1
    stub = _stub(warren, tip, rolls)
    if stub is None:
        return
    kept = stub.piece.rolls
    result = throw(warren.stream, "passage_misfit", kept)
    at = len(kept) - 1
    word = result.get("with", result["outcome"])
    if not _OUTCOMES[word](warren, stub, kept):
        kept[at] = Rolled(table=kept[at].table, rolled=kept[at].rolled, bend="no_room", drawn=False)
        _dead_end(warren, stub, kept)


def _stub(warren: Warren, tip: Tip, rolls: list[Rolled]) -> Tip | None:
    """Where the passage ends: at its tip, or a few squares on where other ways lead off from there."""
    piece = tip.piece
    waits = any(front.piece is piece for front in warren.agenda)
    if len(piece.gates) <= 1 and not waits and not piece.contents:
        piece.rolls += rolls
        return tip
    front = tip_front(tip, tip.side)
    clear = warren.ground.clear(*front.start, front.side, front.width, STUB, piece)
    if clear < 2:
        warren.ground.spare += rolls
        return None
    front.rolls = rolls
    x, y = front.start
    stub = dig_strip(warren, front, x, y, front.width, clear)
    far = clear - front.width
    if far < 0:
        return Tip(stub, tip.side, stub.x, stub.y, min(front.width, clear), tip.checks)
    box = strip_box(x + DX[front.side] * far, y + DY[front.side] * far, front.side, front.width, front.width)
    return Tip(stub, tip.side, box[0], box[1], front.width, tip.checks)


# ---------------------------------------------------------------------------------------------------- the outcomes


def _dead_end(warren: Warren, tip: Tip, rolls: list[Rolled]) -> bool:
    warren.dead.append(tip.piece)
    return True


def _trap(warren: Warren, tip: Tip, rolls: list[Rolled]) -> bool:
    """A dead end with a trap."""
    hold(warren, tip.piece, "trap")
    return True


def _stairwell(warren: Warren, tip: Tip, rolls: list[Rolled]) -> bool:
    """Stairs down, or a ladder to a secret way out at the surface."""
    if throw(warren.stream, "misfit_stairwell", rolls)["leads"] == "ladder_to_surface":
        if _ladder(warren, tip):
            return True
    elif warren.possible(True, 1, ""):
        for turn in (0, 1, 3):
            front = tip_front(tip, (tip.side + turn) & 3)
            if dig_stairs(warren, front, {"direction": "down"}, []):
                return True
    last = rolls[-1]
    rolls[-1] = Rolled(table=last.table, rolled=last.rolled, bend="no_room", drawn=False)
    return False


def _ladder(warren: Warren, tip: Tip) -> bool:
    """A ladder that goes up to the surface past all levels above; one a level."""
    ground, box = warren.ground, (tip.x, tip.y, 1, 1)
    others = [stair.box for stair in ground.stairs] + [arrival.box for arrival in warren.plan.arrivals]
    if any(stair.kind == "ladder" for stair in ground.stairs) or any(gap(box, other) < APART for other in others):
        return False
    if not all(rock(above, box) for above in warren.plan.above):
        return False
    stair = put_stair(ground, tip.piece, "ladder", False, warren.plan.number, box, 0)
    stair.secret = stair.surface = True
    hold(warren, tip.piece)
    return True


def _narrow(warren: Warren, tip: Tip, rolls: list[Rolled]) -> bool:
    """A narrow passage to a secret door into what is nearest and worth a search."""
    ground, piece = warren.ground, tip.piece
    here = (tip.x + tip.width / 2, tip.y + tip.width / 2)
    others = [
        other
        for other in ground.pieces.values()
        if other is not piece
        and not other.hidden
        and gap((tip.x, tip.y, 1, 1), (other.x, other.y, other.form.width, other.form.height)) <= REACH
        and walk(piece, here, other, other.middle, WORTH) >= WORTH
    ]
    dug = tunnel(ground, [piece], others, 1, REACH) if others else []
    if not dug:
        return False
    far = next(gate for gate in dug[-1].gates if gate.other(dug[-1]) not in dug and gate.other(dug[-1]) is not piece)
    far.kind, far.secret = "door", True
    for strip in dug:
        strip.rolls, strip.fixed, strip.family = [], True, piece.family
    return True


def _door(warren: Warren, tip: Tip, rolls: list[Rolled]) -> bool:
    """A door, where a room has its place on any side; else a trapdoor into a room of the next level down."""
    for turn in (0, 3, 1):
        if room_behind(warren, tip_front(tip, (tip.side + turn) & 3, "door", "room")) is not None:
            return True
    if not warren.possible(True, 1, "") or not warren.stairs_left:
        return False
    stair = point_stair(warren, tip.piece, "trapdoor", True, 1, (tip.x, tip.y))
    if stair is None:
        return False
    stair.into = "room"
    warren.stairs_left -= 1
    bent(rolls, "trapdoor")
    hold(warren, tip.piece)
    return True


def _teleport(warren: Warren, tip: Tip, rolls: list[Rolled]) -> bool:
    """A teleporter that leads one way to a passage of another level."""
    plan = warren.plan
    if not warren.teleports_left:
        return False
    ways = [down for down in (True, False) if (plan.number < plan.deepest if down else plan.number > 1)]
    for down in ways:
        stair = _teleporter(warren, tip.piece, (tip.x, tip.y), down)
        if stair is not None:
            warren.teleports_left -= 1
            hold(warren, tip.piece)
            return True
    return False


def _teleporter(warren: Warren, piece: Piece, at: tuple[int, int], down: bool) -> Stair | None:
    stair = point_stair(warren, piece, "teleporter", down, 1, at)
    if stair is not None:
        stair.one_way = True
    return stair


_OUTCOMES: dict[str, Callable[[Warren, Tip, list[Rolled]], bool]] = {
    "trap": _trap,
    "stairwell": _stairwell,
    "narrow_passage": _narrow,
    "dead_end": _dead_end,
    "door": _door,
    "one_way_teleport": _teleport,
}
