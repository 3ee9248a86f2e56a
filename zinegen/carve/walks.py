"""Walks on a level being carved: pieces and places come in, distances in squares and ways round go out."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Gate, Piece
from zinegen.dungeon.model import Place

FAR = 10_000.0


def walk(a: Piece, start: Place, b: Piece, end: Place, limit: float = FAR) -> float:
    """The length of the shortest walk from a place in one piece to a place in another, in squares.

    Inside a piece one walks along the axes, so that the way as the crow flies along them is never longer than the
    walk: what lies that way is tried first. Gives up at `limit` and says FAR.
    """
    ex, ey = end
    queue: list[tuple[float, int, float, Place, Piece | None]] = [(0.0, 0, 0.0, start, a)]
    count, best = 0, dict[int, float]()
    while queue:
        least, _, far, (x, y), piece = heappop(queue)
        if least >= limit:
            return FAR
        if piece is None:
            return far
        if piece is b:
            count += 1
            length = far + abs(ex - x) + abs(ey - y)
            heappush(queue, (length, count, length, end, None))
        for gate in piece.gates:
            gx, gy = gate.middle
            length = far + abs(gx - x) + abs(gy - y)
            if gate.shut or best.get(id(gate), FAR) <= length:
                continue
            best[id(gate)] = length
            count += 1
            there = gate.b if piece is gate.a else gate.a
            heappush(queue, (length + abs(ex - gx) + abs(ey - gy), count, length, gate.middle, there))
    return FAR


def distances(ground: Ground, start: Piece, ignore: Iterable[Gate] = ()) -> dict[int, float]:
    """The walk from the middle of a piece to the middle of every piece that can be reached, by number."""
    shut = {id(gate) for gate in ignore}
    queue: list[tuple[float, int, Place, int]] = [(0.0, 0, start.middle, start.number)]
    best: dict[int, float] = {}
    entered: dict[int, float] = {}
    count = 0
    while queue:
        far, _, (x, y), number = heappop(queue)
        piece = ground.pieces[number]
        mx, my = piece.middle
        if number not in best:
            best[number] = far + abs(mx - x) + abs(my - y)
        for gate in piece.gates:
            mark = id(gate)
            gx, gy = gate.middle
            length = far + abs(gx - x) + abs(gy - y)
            if mark in shut or entered.get(mark, FAR) <= length:
                continue
            entered[mark] = length
            count += 1
            heappush(queue, (length, count, (gx, gy), gate.other(piece).number))
    return best


def components(pieces: Iterable[Piece], shut: Iterable[Gate] = ()) -> list[list[Piece]]:
    """The pieces that hang together, each part in order of digging, the part with the first piece first."""
    closed = {id(gate) for gate in shut}
    order = sorted(pieces, key=lambda piece: piece.number)
    left = {piece.number for piece in order}
    parts = []
    for first in order:
        if first.number not in left:
            continue
        part, edge = [first], [first]
        left.discard(first.number)
        while edge:
            piece = edge.pop()
            for gate in piece.gates:
                other = gate.other(piece)
                if id(gate) not in closed and other.number in left:
                    left.discard(other.number)
                    part.append(other)
                    edge.append(other)
        parts.append(sorted(part, key=lambda piece: piece.number))
    return parts
