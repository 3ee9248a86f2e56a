"""Little boxes to cross off, a strip of them for each creature's hit points, in lines. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence

BOX, BOX_GAP, FIVE_GAP, LABEL = 2.9, 0.5, 1.1, 5.0
"""A little box, the room between two, the room more after five, and the room of the number before them."""


def strip_width(count: int) -> float:
    """The width of a strip of little boxes with its number."""
    return LABEL + count * (BOX + BOX_GAP) + (count - 1) // 5 * FIVE_GAP + 3.0


def strips(boxes: Sequence[tuple[str, int]], width: float) -> list[list[tuple[str, int]]]:
    """Strips of boxes in lines; one that is too long for a line goes on in the next, without its number."""
    most = 5
    while strip_width(most + 5) <= width:
        most += 5
    pieces = [
        (label if start == 0 else "", min(most, count - start))
        for label, count in boxes
        for start in range(0, max(count, 1), most)
    ]
    lines: list[list[tuple[str, int]]] = [[]]
    used = 0.0
    for piece in pieces:
        wide = strip_width(piece[1])
        if used + wide > width + 0.01 and lines[-1]:
            lines.append([])
            used = 0.0
        lines[-1].append(piece)
        used += wide
    return lines


def boxes_height(boxes: Sequence[tuple[str, int]], width: float) -> float:
    """The height of all strips."""
    return len(strips(boxes, width)) * (BOX + 1.2)
