"""Numbers: chambers come in, the order in which they are numbered goes out.

Numbers follow a walk through the level, so that neighbours in number are neighbours in space: the booklet prints
one small map for the few areas keyed on a spread. The walk begins at the entrance and is as short as a few passes
make it.
"""

from __future__ import annotations

from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Piece
from zinegen.carve.walks import distances

PASSES = 3
NEAR_FIRST = 0.5
"""How much the walk from the entrance weighs against the length of the tour."""


def order(ground: Ground, first: Piece) -> list[Piece]:
    """The chambers in the order of their numbers; `first`, or the nearest to it that has a number, comes first."""
    chambers = [piece for piece in ground.pieces.values() if piece.keyed or piece.numbered]
    far = distances(ground, first)
    start = min(chambers, key=lambda piece: (far.get(piece.number, 1e6), piece.middle[1], piece.middle[0]))
    steps = _steps(chambers)
    tour = _nearest_first(chambers, start, steps, far)
    for _ in range(PASSES):
        if not _improve(tour, steps, far):
            break
    return tour


def _steps(chambers: list[Piece]) -> dict[tuple[int, int], float]:
    """How far two chambers are from each other: between their boxes, nearly nothing through a door."""
    out: dict[tuple[int, int], float] = {}
    for a in chambers:
        doors = {gate.other(a).number for gate in a.gates}
        near = {gate.other(p).number for gate in a.gates for p in (gate.other(a),) if not p.keyed for gate in p.gates}
        ax, ay = a.middle
        for b in chambers:
            bx, by = b.middle
            length = abs(ax - bx) + abs(ay - by)
            out[(a.number, b.number)] = length * (0.6 if b.number in doors else 0.8 if b.number in near else 1.0)
    return out


def _nearest_first(
    chambers: list[Piece], start: Piece, steps: dict[tuple[int, int], float], far: dict[int, float]
) -> list[Piece]:
    """Go on to the nearest one each time, the nearer to the entrance the sooner."""
    left = [piece for piece in chambers if piece is not start]
    tour = [start]
    while left:
        here = tour[-1].number
        best = min(
            left, key=lambda piece: (steps[here, piece.number] + 0.3 * far.get(piece.number, 0.0), piece.number)
        )
        left.remove(best)
        tour.append(best)
    return tour


def _improve(tour: list[Piece], steps: dict[tuple[int, int], float], far: dict[int, float]) -> bool:
    """Turn round the parts of a tour whose turning round makes it better; the first place stays.

    Better is shorter, with what lies near the entrance early.
    """
    changed = False
    last = len(tour) - 1
    for i in range(1, last):
        for j in range(i + 1, last + 1):
            a, b, c = tour[i - 1].number, tour[i].number, tour[j].number
            gain = steps[a, b] - steps[a, c]
            if j < last:
                d = tour[j + 1].number
                gain += steps[c, d] - steps[b, d]
            if gain < -40:
                continue
            # the place at i + k goes to j - k: what is far and goes later is a gain, for each place that it moves
            middle = (i + j) / 2
            shift = sum(2 * (middle - k) * far.get(tour[k].number, 0.0) for k in range(i, j + 1))
            if gain + NEAR_FIRST * shift / len(tour) > 1e-9:
                tour[i : j + 1] = tour[i : j + 1][::-1]
                changed = True
    return changed
