"""Pens: how wide each line is drawn, by the kind of ink asked for and by how large a square is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from zinegen.errors import RecipeError

Ink = Literal["full", "low", "lines"]
INKS: tuple[Ink, ...] = ("full", "low", "lines")

BLACK = "#000000"
WHITE = "#ffffff"
FAR = "#a6a6a6"
"""What lies outside the keyed areas of a crop."""


@dataclass(frozen=True, slots=True)
class Pens:
    """Widths in squares. `k` is what they were scaled by; 1 at 1.92 mm to the square."""

    ink: Ink
    k: float
    wall: float
    mid: float
    thin: float
    thick: float
    dot: float
    hatch: float
    number: float
    """Size of an area's number."""
    tag: float
    """Size of level tags, S marks and the like."""
    shade: str
    """What water is filled with."""


def pens_for(ink: str, mm_per_square: float) -> Pens:
    """The pens for a kind of ink and a scale.

    Weights grow slower than squares: unscaled, a 6 mm square gets walls of 1.6 mm; scaled in full, it looks empty.
    Raises: RecipeError for an unknown ink.
    """
    if ink not in INKS:
        raise RecipeError(f"ink {ink!r}: choose one of {', '.join(INKS)}")
    k = min(max((1.92 / mm_per_square) ** 0.55, 0.35), 1.6)
    lean = {"full": 1.0, "low": 0.9, "lines": 0.9}[ink]
    return Pens(
        ink=ink,
        k=k,
        wall={"full": 0.26, "low": 0.2, "lines": 0.17}[ink] * k,
        mid=0.105 * k * lean,
        thin=0.065 * k * lean,
        thick=0.20 * k * lean,
        dot=0.065 * k,
        hatch={"full": 0.06, "low": 0.055, "lines": 0.055}[ink] * k,
        number=1.75 * k**1.15,
        tag=1.15 * k**1.1,
        shade={"full": "#e2e2e2", "low": WHITE, "lines": WHITE}[ink],
    )
