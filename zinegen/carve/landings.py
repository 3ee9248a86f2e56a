"""Landings: where ways from other levels come out, placed before anything else so that they keep their places."""

from __future__ import annotations

from zinegen.carve.caves import smoothed
from zinegen.carve.chambers import forms_of, roll_chamber
from zinegen.carve.exits import furnish
from zinegen.carve.forms import EAST, SOUTH, rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Foot, Piece, strip_form
from zinegen.carve.plan import Arrival, gap, landing_box
from zinegen.dungeon.model import Rolled

FLOOR = 2
"""How many squares of landing lie before the stairs."""


def open_arrivals(growth: Growth) -> None:
    """Put every arrival into the ground; their exits wait. Stairs first, since their squares leave no choice."""
    arrivals = growth.plan.arrivals
    for arrival in [a for a in arrivals if a.stair.kind == "stairs"] + [
        a for a in arrivals if a.stair.kind != "stairs"
    ]:
        family = len(growth.origins)
        if arrival.stair.kind == "stairs":
            piece = _stairs_foot(growth, arrival, family)
        else:
            piece = _shaft_foot(growth, arrival, family)
        growth.origins.append(piece.middle)
        growth.ground.feet.append(Foot(arrival.stair, piece))


def landing_piece(ground: Ground, box: tuple[int, int, int, int], way: int) -> Piece:
    """The foot of stairs with some floor before it."""
    full = landing_box(box, way, FLOOR)
    piece = ground.dig("landing", strip_form(full, "nesw"[way]), full[0], full[1], [])
    piece.heading, piece.fixed = way, True
    piece.width_ft = 5 * min(full[2], full[3])
    piece.length_ft = 5 * max(full[2], full[3])
    return piece


def _stairs_foot(growth: Growth, arrival: Arrival, family: int) -> Piece:
    stair = arrival.stair
    piece = landing_piece(growth.ground, stair.box, stair.way)
    piece.family = family
    width = min(stair.box[2], stair.box[3])
    if stair.into == "dead_end":
        growth.dead.append(piece)
        return piece
    x, y = piece.x, piece.y
    if stair.way == SOUTH:
        y += piece.form.height - width
    elif stair.way == EAST:
        x += piece.form.width - width
    sides = [stair.way, (stair.way + 1) & 3, (stair.way + 3) & 3]
    if growth.stream.chance(0.5):
        sides[1], sides[2] = sides[2], sides[1]
    open_sides = [side for side in sides if _edge_room(growth, piece, x, y, side, width) >= 4]
    todo = "hall" if stair.into == "hall" else "run"
    for side in open_sides[: 1 if todo == "hall" or growth.stream.chance(0.5) else 2]:
        fx, fy = x + (width - 1 if side == EAST else 0), y + (width - 1 if side == SOUTH else 0)
        growth.push(Front(piece, side, fx, fy, width, "open", todo, width))  # type: ignore[arg-type]
    return piece


def _edge_room(growth: Growth, piece: Piece, x: int, y: int, side: int, width: int) -> int:
    fx, fy = x + (width - 1 if side == EAST else 0), y + (width - 1 if side == SOUTH else 0)
    return growth.ahead(fx, fy, side, width, 8, piece)


def _shaft_foot(growth: Growth, arrival: Arrival, family: int) -> Piece:
    """A shaft, trapdoor or spiral comes out in a room; where none fits, on a small landing."""
    ground, box = growth.ground, arrival.box
    for attempt in range(3):
        ask = roll_chamber(growth, "hall" if arrival.stair.into == "hall" else "room", "rerolled" if attempt else "")
        for form in forms_of(growth, ask, 1.0):
            x = box[0] + box[2] // 2 - form.width // 2
            y = box[1] + box[3] // 2 - form.height // 2
            spots = [
                (x + dx, y + dy) for dx, dy in ((0, 0), (1, 1), (-1, -1), (1, -1), (-1, 1), (0, 2), (2, 0), (0, -2))
            ]
            for sx, sy in growth.stream.shuffled(spots):
                here = (sx, sy, form.width, form.height)
                if any(other is not arrival and gap(here, other.box) < 4 for other in growth.plan.arrivals):
                    continue
                if ground.fits(form, sx, sy) and _holds(form.rows, box, sx, sy):
                    if ask.kind == "cave":
                        form = smoothed(growth.stream, form)
                    piece = ground.dig(ask.kind, form, sx, sy, ask.rolls)
                    piece.family, piece.area_sqft, piece.fixed = family, ask.area_sqft, True
                    piece.width_ft, piece.length_ft = ask.width * 5, ask.height * 5
                    piece.heading = growth.stream.below(4)
                    growth.origins.append(piece.middle)
                    furnish(growth, piece)
                    growth.origins.pop()
                    return piece
    side = max(box[2], box[3]) + 2
    piece = ground.dig(
        "landing", rectangle(side, side), box[0] - 1, box[1] - 1, [Rolled(table="stairs", bend="landing")]
    )
    piece.family, piece.fixed = family, True
    for way in growth.stream.shuffled(range(4))[:2]:
        x = piece.x + (side - 1 if way == EAST else 0 if way == 3 else (side - 2) // 2)
        y = piece.y + (side - 1 if way == SOUTH else 0 if way == 0 else (side - 2) // 2)
        growth.push(Front(piece, way, x, y, 2 if side > 2 else 1, "open", "run"))
    return piece


def _holds(rows: tuple[int, ...], box: tuple[int, int, int, int], x: int, y: int) -> bool:
    """Whether a form at x, y has the box one square inside its walls."""
    need = ((1 << (box[2] + 2)) - 1) << max(0, box[0] - 1 - x)
    for j in range(box[1] - 1 - y, box[1] + box[3] + 1 - y):
        if not 0 <= j < len(rows) or box[0] - 1 < x or rows[j] & need != need:
            return False
    return True
