"""A chart in the making: places of knots and bends, and the runs that join them."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.draw.flow_faces import Run
from zinegen.draw.picture import Points


@dataclass(slots=True)
class Web:
    """A drawing in the making: vertices (knots first, then bends) and the runs between knots."""

    at: Points
    radii: Points
    """How far other things stay from a vertex, in mm."""
    runs: list[Run]
    names: list[str]
    """The knot of each of the first vertices."""
