"""Tunnels: two parts of a level come in, the cheapest passage between them is dug: short, with few turns."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Gate, Piece, strip_box, strip_form
from zinegen.dungeon.model import PortalKind, Rolled

TURN = 3
State = tuple[int, int, int]
"""x and y of the north-west square of a block, and the way it came."""


def tunnel(ground: Ground, sources: Sequence[Piece], targets: Sequence[Piece], width: int, most: int) -> list[Piece]:
    """Dig a tunnel between two groups of pieces.

    Args:    width: in squares. most: the longest tunnel, in squares.
    Returns: its strips; empty where there is none.
    """
    path = _search(ground, sources, targets, width, most)
    return _dig(ground, path, width) if path else []


def _search(ground: Ground, sources: Sequence[Piece], targets: Sequence[Piece], width: int, most: int) -> list[State]:
    """The cheapest path of blocks; it keeps a square of rock to everything but at its two ends."""
    near = _near(ground)
    goals = _spots(ground, targets, width, opposite=True)
    cost: dict[State, float] = {}
    came: dict[State, State] = {}
    queue: list[tuple[float, State]] = []
    for state, piece in sorted(_spots(ground, sources, width).items(), key=lambda spot: spot[0]):
        goal = goals.get(state)
        ends = (piece,) if goal is None else (piece, goal)
        first, rest = _line_of(state, width, width - 1), [_line_of(state, width, back) for back in range(width - 1)]
        if _beside(ground, first, ends) and all(
            _open(ground, near, line) or (goal is not None and _beside(ground, line, ends)) for line in rest
        ):
            cost[state] = 0.0
            heappush(queue, (0.0, state))
    while queue:
        far, state = heappop(queue)
        if far > cost[state]:
            continue
        if state in goals:
            return _back(came, state)
        x, y, way = state
        for turn in (0, 1, 3):
            side = (way + turn) & 3
            there = (x + DX[side], y + DY[side], side)
            if turn and state in came and came[state][2] != way:
                continue  # a turn needs a straight piece as long as the tunnel is wide before it
            more = far + 1 + (TURN if turn else 0)
            if more > most + 4 * TURN or more >= cost.get(there, 1e9):
                continue
            line = _line_of(there, width)
            goal = goals.get(there)
            if _open(ground, near, line) or (goal is not None and _beside(ground, line, (goal,))):
                cost[there] = more
                came[there] = state
                heappush(queue, (more, there))
    return []


def _near(ground: Ground) -> list[int]:
    """Row masks of all that is not rock and of the squares around it."""
    wide = [row | row << 1 | row >> 1 for row in ground.rows]
    last = ground.height - 1
    return [wide[y] | (wide[y - 1] if y else 0) | (wide[y + 1] if y < last else 0) for y in range(ground.height)]


def _line_of(state: State, width: int, back: int = 0) -> list[tuple[int, int]]:
    """The foremost line of a block's squares, or the one so many squares behind it."""
    x, y, way = state
    if way == NORTH:
        return [(x + i, y + back) for i in range(width)]
    if way == SOUTH:
        return [(x + i, y + width - 1 - back) for i in range(width)]
    if way == EAST:
        return [(x + width - 1 - back, y + i) for i in range(width)]
    return [(x + back, y + i) for i in range(width)]


def _open(ground: Ground, rows: list[int], line: list[tuple[int, int]]) -> bool:
    """Whether a line of squares lies in the frame and off the rows' squares."""
    return all(1 <= x < ground.width - 1 and 1 <= y < ground.height - 1 and not rows[y] >> x & 1 for x, y in line)


def _beside(ground: Ground, line: list[tuple[int, int]], ends: Sequence[Piece]) -> bool:
    """Whether a line of squares at the wall of a piece is rock and touches no other, not even by a corner."""
    if not _open(ground, ground.rows, line):
        return False
    (ax, ay), (bx, by) = line[0], line[-1]
    for y in range(ay - 1, by + 2):
        for x in range(ax - 1, bx + 2):
            number = ground.own[y * ground.width + x]
            if number > 0 and all(number != piece.number for piece in ends):
                return False
            if not number and ground.rows[y] >> x & 1:
                return False
    return True


def _spots(ground: Ground, pieces: Sequence[Piece], width: int, opposite: bool = False) -> dict[State, Piece]:
    """Blocks just outside the walls of some pieces, with the way out of it (or, `opposite`, into it)."""
    out: dict[State, Piece] = {}
    for piece in pieces:
        for side in range(4):
            for at in _wall_places(piece, side, width):
                line = _line(piece, side)
                if side == NORTH:
                    x, y = at, line - width
                elif side == SOUTH:
                    x, y = at, line + 1
                elif side == EAST:
                    x, y = line + 1, at
                else:
                    x, y = line - width, at
                out.setdefault((x, y, (side + 2) & 3 if opposite else side), piece)
    return out


def _line(piece: Piece, side: int) -> int:
    face = piece.face(side)
    assert face is not None
    return face[0]


def _wall_places(piece: Piece, side: int, width: int) -> range:
    """Where a gate of that width may begin in a wall: not beside another gate, not in a corner of a chamber."""
    face = piece.face(side)
    if face is None or piece.hidden:
        return range(0)
    _, low, high = face
    if piece.keyed and high - low > 4:
        low, high = low + 1, high - 1
    return range(low, high - width + 1)


def _back(came: dict[State, State], state: State) -> list[State]:
    path = [state]
    while path[-1] in came:
        path.append(came[path[-1]])
    return path[::-1]


def _dig(ground: Ground, path: list[State], width: int) -> list[Piece]:
    """Turn a path of blocks into strips: each runs to where the way turns."""
    pieces: list[Piece] = []
    start = 0
    for i in range(1, len(path) + 1):
        if i < len(path) and path[i][2] == path[start][2]:
            continue
        x, y, way = path[start]
        on = EAST, SOUTH  # the ways along which squares are counted up
        length = i - start + (0 if pieces else width - 1)
        inner = bool(pieces) == (way in on)  # a turn's own block belongs to the strip before it
        box = strip_box(
            x + (width - 1) * (inner and way % 2), y + (width - 1) * (inner and way % 2 == 0), way, width, length
        )
        piece = ground.dig("passage", strip_form(box), box[0], box[1], [Rolled(table="passage_check", bend="tunnel")])
        piece.heading, piece.width_ft, piece.length_ft = way, width * 5, length * 5
        pieces.append(piece)
        start = i
    _join(ground, pieces, path, width)
    return pieces


def _join(ground: Ground, pieces: list[Piece], path: list[State], width: int) -> None:
    """Open the gates along a tunnel and at both its ends."""
    for before, after in pairwise(pieces):
        gx, gy = _gate_square(after, (after.heading + 2) & 3, width)
        ground.open(Gate(after, before, gx, gy, (after.heading + 2) & 3, width, "open", rolled=False))
    for piece, side, state in ((pieces[0], (path[0][2] + 2) & 3, path[0]), (pieces[-1], path[-1][2], path[-1])):
        x, y, _ = state
        gx = x + (width - 1 if side == EAST else 0)
        gy = y + (width - 1 if side == SOUTH else 0)
        met = ground.owner(gx + DX[side], gy + DY[side])
        assert met is not None
        kind: PortalKind = "door" if met.kind == "room" else "arch" if met.keyed else "open"
        ground.open(Gate(piece, met, gx, gy, side, width, kind, rolled=False))
        piece.family = met.family


def _gate_square(piece: Piece, side: int, width: int) -> tuple[int, int]:
    """The first square of a strip's end wall."""
    x, y = piece.x, piece.y
    if side == SOUTH:
        y += piece.form.height - 1
    elif side == EAST:
        x += piece.form.width - 1
    return x, y
