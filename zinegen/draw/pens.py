"""Pens: how wide each line is drawn, by the style of a map and by how large a square is printed."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.draw.styles import INKS, Ink, Style, style_of
from zinegen.units import PT_PER_MM

__all__ = ["BLACK", "FAR", "INKS", "WHITE", "Ink", "Pens", "pens_for"]

BLACK = "#000000"
WHITE = "#ffffff"
FAR = "#a6a6a6"
"""What lies outside the keyed areas of a crop."""


@dataclass(frozen=True, slots=True)
class Pens:
    """Widths in squares. `k` is what they were scaled by; 1 at 1.92 mm to the square."""

    style: Style
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
    least: float
    """No figure or letter is smaller than this."""
    shade: str
    """What water is filled with."""

    @property
    def ink(self) -> Ink:
        """How much ink there is: "full", "low" or "lines"."""
        return self.style.ink


LEAST_PT = 5.75
"""The smallest figures, in points: a little more than 5.5, for a map may still shrink when its labels are placed."""


def pens_for(ink: str | Style, mm_per_square: float) -> Pens:
    """The pens for a kind of ink, or a style of maps, and a scale.

    Weights grow slower than squares: unscaled, a 6 mm square gets walls of 1.6 mm; scaled in full, it looks empty.
    Raises: RecipeError for an unknown ink.
    """
    style = style_of(ink)
    least = LEAST_PT / PT_PER_MM / mm_per_square
    k = min(max((1.92 / mm_per_square) ** 0.55, 0.35), 1.6)
    return Pens(
        style=style,
        k=k,
        wall=style.wall * k,
        mid=0.105 * k * style.lean,
        thin=0.065 * k * style.lean,
        thick=0.20 * k * style.lean,
        dot=0.065 * k,
        hatch=style.hatch * k,
        number=max(1.75 * k**1.15, least),
        tag=max(1.15 * k**1.1, least),
        least=least,
        shade=style.shade,
    )
