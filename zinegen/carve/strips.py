"""Strips: the squares of a passage behind a front, whether they may be dug, and how they meet known ground."""

from __future__ import annotations

from zinegen.carve.forms import DX, DY, NORTH, SOUTH
from zinegen.carve.growth import SHORT_EXIT, SHORT_WALK, Front, Growth, wall_place
from zinegen.carve.pieces import Gate, Piece, strip_box, strip_form
from zinegen.dungeon.model import PortalKind


def offsets(growth: Growth, front: Front, width: int) -> list[tuple[int, int]]:
    """The first squares of a strip of so many squares that can lie behind the gate."""
    sx, sy = front.start
    slack = front.width - width
    shifts = range(slack + 1) if slack >= 0 else range(slack, 1)
    order = sorted(shifts, key=lambda s: (abs(2 * s - slack), s))
    if len(order) > 1 and growth.stream.chance(0.5):
        order[0], order[1] = order[1], order[0]
    return [(sx + s, sy) if front.side in (NORTH, SOUTH) else (sx, sy + s) for s in order]


def gate_span(front: Front, x: int, y: int, width: int) -> tuple[int, int, int]:
    """The square of the front's piece where the gate to a strip begins, and the gate's width."""
    low = x if front.side in (NORTH, SOUTH) else y
    base = front.x if front.side in (NORTH, SOUTH) else front.y
    start, end = max(low, base), min(low + width, base + front.width)
    if front.side in (NORTH, SOUTH):
        return start, front.y, end - start
    return front.x, start, end - start


def dig_strip(growth: Growth, front: Front, x: int, y: int, width: int, length: int) -> Piece:
    """Dig a strip and its gate."""
    box = strip_box(x, y, front.side, width, length)
    piece = growth.ground.dig("passage", strip_form(box), box[0], box[1], front.rolls)
    piece.heading, piece.family = front.side, front.piece.family
    piece.width_ft, piece.length_ft = width * 5, length * 5
    gx, gy, gate_width = gate_span(front, x, y, width)
    growth.gate(front, piece, gx, gy, gate_width, kind_of(front))
    return piece


def kind_of(front: Front) -> PortalKind:
    """The kind of gate that a front has: a door, an arch out of a chamber, or nothing at all."""
    if front.kind == "door":
        return "door"
    return "arch" if front.piece.keyed else "open"


def open_wall(met: Piece, side: int, x: int, y: int) -> bool:
    """Whether a piece may have a gate at its square x, y, in the wall that is met when going towards `side`."""
    face = met.face((side + 2) & 3)
    if face is None:
        return False
    line, low, high = face
    across, along = (x, y) if side in (NORTH, SOUTH) else (y, x)
    if met.keyed and met.form.plain and high - low > 4:
        low, high = low + 1, high - 1
    return along == line and low <= across < high


def beside_passage(growth: Growth, x: int, y: int, side: int, width: int, length: int) -> bool:
    """Whether a strip would run along another passage with a sliver of rock between, for more than four squares."""
    ground = growth.ground
    lanes = (-2, width + 1)
    for lane in lanes:
        near = 0
        for i in range(length):
            px = x + (lane if side in (NORTH, SOUTH) else DX[side] * i)
            py = y + (DY[side] * i if side in (NORTH, SOUTH) else lane)
            hit = ground.owner(px, py)
            near += hit is not None and not hit.keyed
        if near > 4:
            return True
    return False


def join_strip(growth: Growth, front: Front, x: int, y: int, width: int, length: int) -> bool:
    """Let a strip of `length` squares, whose first line begins at x, y, open into the piece that lies ahead of it."""
    if not 1 <= length <= front.length + 2:
        return False
    ground, side = growth.ground, front.side
    lx, ly = x + DX[side] * (length - 1), y + DY[side] * (length - 1)
    line = [(lx + i, ly) if side in (NORTH, SOUTH) else (lx, ly + i) for i in range(width)]
    ahead = [ground.owner(px + DX[side], py + DY[side]) for px, py in line]
    met = next((hit for hit in ahead if hit is not None and hit is not front.piece), None)
    if met is None or any(hit is not None and hit is not met for hit in ahead):
        return False
    if not _last_line(growth, line, side, (met, front.piece)):
        return False
    if length == 1 and not _behind(growth, line, side, (met, front.piece)):
        return False
    fit = [
        i for i, (px, py) in enumerate(line) if ahead[i] is met and open_wall(met, side, px + DX[side], py + DY[side])
    ]
    if not fit or fit[-1] - fit[0] + 1 != len(fit) or (not met.keyed and len(fit) < width):
        return False
    gx, gy = line[fit[0]]
    least = SHORT_EXIT if front.piece.keyed and length <= 3 else SHORT_WALK
    if not growth.may_join(front.piece, wall_place(gx, gy, side, len(fit)), met, least):
        return False
    piece = dig_strip(growth, front, x, y, width, length)
    kind: PortalKind = "door" if met.kind == "room" else "arch" if met.keyed else "open"
    ground.open(Gate(piece, met, gx, gy, side, len(fit), kind))
    return True


def _behind(growth: Growth, line: list[tuple[int, int]], side: int, allowed: tuple[Piece, Piece]) -> bool:
    """Whether all that touches a strip of one line from behind belongs to what it joins.

    A longer strip has been asked for that already (Ground.clear).
    """
    hits = [growth.ground.owner(x - DX[side], y - DY[side]) for x, y in line]
    return all(hit is None or hit in allowed for hit in hits)


def _last_line(growth: Growth, line: list[tuple[int, int]], side: int, allowed: tuple[Piece, Piece]) -> bool:
    """Whether the last line of a strip is rock inside the frame, with rock or what it joins on either side."""
    ground = growth.ground
    for x, y in line:
        if not (1 <= x < ground.width - 1 and 1 <= y < ground.height - 1) or ground.rows[y] >> x & 1:
            return False
    (ax, ay), (bx, by) = line[0], line[-1]
    ends = ((ax - 1, ay), (bx + 1, by)) if side in (NORTH, SOUTH) else ((ax, ay - 1), (bx, by + 1))
    return all(hit is None or hit in allowed for hit in (ground.owner(x, y) for x, y in ends))


def close_run(growth: Growth, front: Front) -> bool:
    """Let a front that was left over open into what lies straight ahead, within eight squares."""
    for x, y in offsets(growth, front, min(front.passage, front.width)):
        width = min(front.passage, front.width)
        clear = growth.ground.clear(x, y, front.side, width, 8, front.piece)
        front.length = 6
        if clear < 8 and join_strip(growth, front, x, y, width, clear + 1):
            return True
    return False


def close_fronts(growth: Growth) -> None:
    """What still waits when the level is done opens into known ground straight ahead, or was never there."""
    while growth.agenda:
        close_run(growth, growth.agenda.pop(0))
