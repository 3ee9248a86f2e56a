"""How lines of a flowchart are drawn: widths and dashes in mm."""

from __future__ import annotations

from dataclasses import replace

from zinegen.draw.pens import Pens, pens_for

WAY, OUTLINE, FINE = 0.65, 0.5, 0.3
SIGHT, PATROL = 0.6, 0.35
DASH = (2.0, 1.5)
"""Of a secret way."""
DOTS = (0.001, 1.3)
"""Of what is seen and not reached."""
STEPS = (1.4, 0.9)
"""Of a patrol."""
BAND = {"full": ("#dddddd", 2.3), "low": ("#e6e6e6", 1.8), "lines": ("#000000", 0.18)}
"""Colour and width of the pale rings; in lines alone they are two fine lines."""
HALF = "#eeeeee"
"""What one of two opposed sides is tinted with."""
NAME, SMALL, TAG, WORD = 2.5, 2.3, 2.7, 2.6
"""Sizes of text: 2.3 is 6.5 pt, the least that is read on paper; 2.5 is 7 pt."""
HAND = (0.11, 7.0, 2.4)
"""How far a line strays, as by hand, and the lengths of its waves."""


def flow_pens(ink: str) -> Pens:
    """The pens of a chart. Raises RecipeError for an unknown ink."""
    return replace(pens_for(ink, 1.94), mid=OUTLINE, thin=FINE, thick=WAY)
