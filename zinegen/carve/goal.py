"""The goal of a dungeon where no plan names one: a bare level comes in, the chamber worth a long walk goes out."""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Piece
from zinegen.carve.walks import distances

ROOMY = 16
"""Squares that the goal should have at least."""


def farthest(ground: Ground, tour: Sequence[Piece]) -> Piece:
    """The chamber farthest from where one arrives, or a roomy one nearly as far.

    Args: tour: the chambers in the order of their numbers.
    """
    starts = [foot.piece for foot in ground.feet if foot.stair.down and foot.stair.into != "dead_end"] or [tour[0]]
    walks = [distances(ground, piece) for piece in starts]
    held = [stair.piece for stair in ground.stairs]
    known = [piece for piece in tour if piece.keyed and not piece.hidden]
    free = [piece for piece in known if piece not in held] or known or list(tour)

    def far(piece: Piece) -> float:
        return min(walk.get(piece.number, 0.0) for walk in walks)

    most = max(far(piece) for piece in free)
    roomy = [piece for piece in free if piece.form.count >= ROOMY and far(piece) >= 0.85 * most]
    return max(roomy or free, key=lambda piece: (far(piece), piece.number))
