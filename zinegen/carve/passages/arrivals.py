"""Arrivals: ways from above come out on landings, in rooms, or, by teleport, in a passage that is rolled for them."""

from __future__ import annotations

from zinegen.carve.forms import EAST, NORTH, SOUTH
from zinegen.carve.landings import shaft_foot, stairs_foot
from zinegen.carve.passages.runs import at_tip
from zinegen.carve.passages.warren import Warren
from zinegen.carve.pieces import Foot, Piece, strip_form
from zinegen.carve.plan import Arrival
from zinegen.carve.tables import throw
from zinegen.carve.tips import Tip


def open_arrivals(warren: Warren) -> None:
    """Put every arrival into the ground; what leads on waits. Stairs first, since their squares leave no choice."""
    rank = {"stairs": 0, "teleporter": 2}
    tips: list[Tip] = []
    for arrival in sorted(warren.plan.arrivals, key=lambda one: rank.get(one.stair.kind, 1)):
        family = len(warren.origins)
        tip = None
        if arrival.stair.kind == "stairs":
            piece = stairs_foot(warren, arrival, family)
        else:
            tip = _passage_round(warren, arrival) if arrival.stair.kind == "teleporter" else None
            piece = tip.piece if tip is not None else shaft_foot(warren, arrival, family)
        piece.family = family
        warren.origins.append(piece.middle)
        warren.ground.feet.append(Foot(arrival.stair, piece))
        if tip is not None:
            tips.append(tip)
    for tip in tips:
        at_tip(warren, tip)


def _passage_round(warren: Warren, arrival: Arrival) -> Tip | None:
    """A passage with the place of arrival in its middle; None where none fits."""
    ground, (bx, by, _, _) = warren.ground, arrival.box
    for side in warren.stream.shuffled(range(4)):
        rolls = []  # type: ignore[var-annotated]
        length = int(throw(warren.stream, "passage_length", rolls)["length_squares"])
        upright = side in (NORTH, SOUTH)
        box = (bx, by - length // 2, 2, length) if upright else (bx - length // 2, by, length, 2)
        form = strip_form(box)
        if not ground.fits(form, box[0], box[1]):
            continue
        piece: Piece = ground.dig("passage", form, box[0], box[1], rolls)
        piece.heading, piece.width_ft, piece.length_ft, piece.fixed = side, 10, 5 * length, True
        x = box[0] + (length - 2 if side == EAST else 0)
        y = box[1] + (length - 2 if side == SOUTH else 0)
        return Tip(piece, side, x, y, 2, 0)
    return None
