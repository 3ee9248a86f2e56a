"""What lies over and beside a map on the web: outlines come in; links, rules that light them, silhouettes go out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely import Polygon, box, unary_union

from zinegen.dungeon.model import Area, Level, Place

NARROWEST_PX = 360
"""The width in CSS pixels at which the smallest phone shows a whole map..."""
TARGET_PX = 25
"""...and how wide a finger's target must be on it (WCAG 2.2 asks for 24)."""


@dataclass(frozen=True)
class Spot:
    """A keyed area as a link over the map."""

    number: int
    label: str
    points: str
    """The corners for an SVG polygon, in the picture's units."""


@dataclass(frozen=True)
class Silhouette:
    """A level as one black shape."""

    box: str
    """For viewBox."""
    path: str


def spots(
    width: float, outlines: Mapping[str, Sequence[Place]], areas: Iterable[Area], labels: Mapping[str, str]
) -> list[Spot]:
    """The links over a map, in the order of the keys.

    Args:    width: of the picture; outlines: area id -> ring, in the picture's units (`Picture.spots`);
             labels: area id -> what a screen reader says.
    A room smaller than a finger gets a square of a finger's size round its middle as well.
    """
    least = width * TARGET_PX / NARROWEST_PX
    found = []
    for area in areas:
        if area.key is None or area.id not in outlines:
            continue
        ring = _finger(outlines[area.id], least)
        found.append(Spot(area.key, labels[area.id], " ".join(f"{x:.1f},{y:.1f}" for x, y in ring)))
    return sorted(found, key=lambda spot: spot.number)


def _finger(ring: Sequence[Place], least: float) -> list[Place]:
    """A ring simplified, and joined with a square of side `least` where its own box is smaller."""
    shape = Polygon(ring).buffer(0).simplify(least / 40)
    x0, y0, x1, y1 = shape.bounds
    if x1 - x0 < least or y1 - y0 < least:
        mid_x, mid_y = (x0 + x1) / 2, (y0 + y1) / 2
        wide, high = max(least, x1 - x0) / 2, max(least, y1 - y0) / 2
        shape = box(mid_x - wide, mid_y - high, mid_x + wide, mid_y + high)
    whole = shape if shape.geom_type == "Polygon" else shape.convex_hull
    return [(x, y) for x, y in list(whole.exterior.coords)[:-1]]


def highlight(numbers: Iterable[int]) -> str:
    """The style rules that tie each key to its place on the map, both ways, without a script."""
    rules = []
    for n in numbers:
        key, spot = f"#{css_id(n)}", f".a{n}"
        rules.append(
            f".bench:has({key}:is(:hover,:focus-within)) {spot} polygon{{fill:var(--near)}}"
            f".bench:has({spot}:is(:hover,:focus-visible)) {key}{{border-color:var(--rule)}}"
            f".bench:has({key}:target) {spot} polygon{{fill:var(--spot)}}"
        )
    return "".join(rules)


def css_id(number: int) -> str:
    """The number as an identifier in a style sheet, where none may begin with a digit: 14 -> `\\31 4`."""
    digits = str(number)
    return f"\\3{digits[0]} {digits[1:]}"


def silhouette(level: Level, *, scale: int = 4) -> Silhouette:
    """A level as one black shape with a box close round it, in whole numbers of 1/`scale` of a square."""
    shape = unary_union([Polygon(area.outline).buffer(0.02) for area in level.areas]).simplify(0.1)
    if shape.is_empty:
        return Silhouette("0 0 1 1", "")
    x0, y0, x1, y1 = (round(v * scale) for v in shape.bounds)
    parts = []
    for piece in getattr(shape, "geoms", [shape]):
        for ring in (piece.exterior, *piece.interiors):
            parts.append(_ring_path([(round(x * scale) - x0, round(y * scale) - y0) for x, y in ring.coords[:-1]]))
    return Silhouette(f"-1 -1 {x1 - x0 + 2} {y1 - y0 + 2}", "".join(parts))


def _ring_path(ring: list[tuple[int, int]]) -> str:
    """A ring of whole numbers as a path of relative lines."""
    path = f"M{ring[0][0]} {ring[0][1]}"
    for (ax, ay), (bx, by) in pairwise(ring):
        dx, dy = bx - ax, by - ay
        if not dx and not dy:
            continue
        path += f"v{dy}" if not dx else f"h{dx}" if not dy else f"l{dx} {dy}"
    return path + "z"
