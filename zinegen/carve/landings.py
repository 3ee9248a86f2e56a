"""Landings: where ways from other levels come out, placed before anything else so that they keep their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from zinegen.carve.caves import smoothed
from zinegen.carve.chambers import Ask, forms_of, roll_chamber
from zinegen.carve.exits import furnish
from zinegen.carve.forms import EAST, SOUTH, rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Foot, Piece, strip_form
from zinegen.carve.plan import Arrival, gap, landing_box
from zinegen.carve.tunnels import tunnel
from zinegen.dungeon.model import Rolled

Reach = tuple[int, int]
"""How wide a tunnel is and how long at most, in squares."""
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
            piece = stairs_foot(growth, arrival, family)
        else:
            piece = shaft_foot(growth, arrival, family)
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


def come_out(
    ground: Ground, arrival: Arrival, holds: Callable[[Piece], bool], near: Sequence[Piece], reaches: Iterable[Reach]
) -> Piece | None:
    """Where a way from above comes out on a level whose plan stands already.

    Args:    holds: whether the keyed piece that lies there has room for the foot of a shaft. near: the pieces that a
             tunnel may lead to. reaches: the tunnels to try, in order.
    Returns: the piece that lies there, or a landing with a tunnel; None where there is no room for it.
    """
    box, stair = arrival.box, arrival.stair
    if stair.kind != "stairs":
        inside = ground.owner(box[0], box[1])
        if inside is not None and inside.keyed and holds(inside):
            return inside
        form, x, y = rectangle(box[2] + 2, box[3] + 2), box[0] - 1, box[1] - 1
        if not ground.fits(form, x, y):
            return None
        piece = ground.dig("landing", form, x, y, [Rolled(table="stairs", bend="landing")])
        piece.fixed = True
    else:
        x, y, width, height = landing_box(box, stair.way, FLOOR)
        if not ground.fits(rectangle(width, height), x, y):
            return None
        piece = landing_piece(ground, box, stair.way)
    if stair.into == "dead_end" or any(tunnel(ground, [piece], near, wide, most) for wide, most in reaches):
        return piece
    return None


def stairs_foot(growth: Growth, arrival: Arrival, family: int) -> Piece:
    """Stairs come out on a landing, with passages from it."""
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


def shaft_foot(growth: Growth, arrival: Arrival, family: int) -> Piece:
    """A shaft, trapdoor or spiral comes out in a room or hall as rolled; where none fits, in a plain small room."""
    kind = "hall" if arrival.stair.into == "hall" else "room"
    piece = None
    for attempt in range(3):
        ask = roll_chamber(growth, kind, "rerolled" if attempt else "")
        piece = _room_round(growth, arrival, ask)
        if piece is not None:
            break
    if piece is None:
        box = arrival.box
        form = rectangle(box[2] + 2, box[3] + 2)
        piece = growth.ground.dig("room", form, box[0] - 1, box[1] - 1, [Rolled(table="room_size", bend="landing")])
        piece.width_ft, piece.length_ft, piece.area_sqft = 5 * form.width, 5 * form.height, 25 * form.count
    piece.family, piece.fixed, piece.heading = family, True, growth.stream.below(4)
    furnish(growth, piece)
    return piece


def _room_round(growth: Growth, arrival: Arrival, ask: Ask) -> Piece | None:
    """Dig a chamber that has the foot of a shaft inside it, clear of other arrivals; None where none fits."""
    ground, box = growth.ground, arrival.box
    for form in forms_of(growth, ask, 1.0):
        x, y = box[0] + box[2] // 2 - form.width // 2, box[1] + box[3] // 2 - form.height // 2
        for dx, dy in growth.stream.shuffled(((0, 0), (1, 1), (-1, -1), (1, -1), (-1, 1), (0, 2), (2, 0), (0, -2))):
            here = (x + dx, y + dy, form.width, form.height)
            if any(other is not arrival and gap(here, other.box) < 4 for other in growth.plan.arrivals):
                continue
            if not ground.fits(form, x + dx, y + dy) or not _holds(form.rows, box, x + dx, y + dy):
                continue
            chosen = smoothed(growth.stream, form) if ask.kind == "cave" else form
            piece = ground.dig(ask.kind, chosen, x + dx, y + dy, ask.rolls)
            piece.area_sqft, piece.width_ft, piece.length_ft = ask.area_sqft, ask.width * 5, ask.height * 5
            return piece
    return None


def _holds(rows: tuple[int, ...], box: tuple[int, int, int, int], x: int, y: int) -> bool:
    """Whether a form at x, y has the box one square inside its walls."""
    need = ((1 << (box[2] + 2)) - 1) << max(0, box[0] - 1 - x)
    for j in range(box[1] - 1 - y, box[1] + box[3] + 1 - y):
        if not 0 <= j < len(rows) or box[0] - 1 < x or rows[j] & need != need:
            return False
    return True
