"""What tells one of two opposed sides from the other: its tint; in lines alone, its hatching."""

from __future__ import annotations

import math
from collections.abc import Sequence

import shapely

from zinegen.draw.flow_pens import HALF
from zinegen.draw.pens import BLACK
from zinegen.draw.picture import Layer, Part, Path, Points, ring
from zinegen.draw.scan import scan


def tint(rings: Sequence[Points], ink: str, name: str, step: float = 1.6) -> list[Layer]:
    """One layer, named so, with these rings (in mm) tinted or hatched every `step` mm; none without rings."""
    if not rings:
        return []
    if ink != "lines":
        return [Layer(name, (Path(tuple(ring(one) for one in rings), fill=HALF),))]
    strokes = [scan(shapely.Polygon(one).buffer(0), (math.sqrt(0.5), math.sqrt(0.5)), step) for one in rings]
    ticks = tuple(Part("ticks", one) for one in strokes if len(one))
    return [Layer(name, (Path(ticks, stroke=BLACK, width=0.1),))] if ticks else []
