"""Level -> ground: the true outlines of its areas as polygons, what is floor, and where each portal stands.

Two areas that touch are kept apart by a hair, and an open portal bridges the hair; so one pen, run round the floor,
draws outer walls and shared walls alike, and a secret door shows no trace in its wall.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon, STRtree, box

from zinegen.dungeon.model import STEP, Area, Level, Portal

HAIR = 0.012
"""Half the gap between two areas that touch, in squares."""
GAPED = frozenset({"open", "arch", "curtain", "portcullis"})
"""Portals whose place is a gap in the wall; the others stand in it."""


@dataclass(frozen=True, slots=True)
class Doorway:
    """A portal's place: the middle of its stretch of wall, a unit step along the wall and one through it."""

    portal: Portal
    x: float
    y: float
    along: tuple[int, int]
    through: tuple[int, int]
    """From the first area to the second."""

    @property
    def width(self) -> int:
        """In squares."""
        return self.portal.width

    @property
    def opened(self) -> bool:
        """True where the wall has a gap."""
        return self.portal.kind in GAPED and not self.portal.secret

    def strip(self, near: float, far: float, inset: float = 0.0) -> Any:
        """The box over the portal's width from `near` to `far` along `through`, less `inset` at both ends."""
        half = self.width / 2 - inset
        ux, uy = self.along
        vx, vy = self.through
        xs = sorted((self.x - ux * half + vx * near, self.x + ux * half + vx * far))
        ys = sorted((self.y - uy * half + vy * near, self.y + uy * half + vy * far))
        return box(xs[0], ys[0], xs[1], ys[1])


def doorway(portal: Portal) -> Doorway:
    """Where a portal stands."""
    x, y = portal.at
    through = STEP[portal.side]
    if through[0]:
        return Doorway(portal, x + (through[0] > 0), y + portal.width / 2, (0, 1), through)
    return Doorway(portal, x + portal.width / 2, y + (through[1] > 0), (1, 0), through)


@dataclass(frozen=True)
class Ground:
    """The floor plan of a level, or of a part of it, as polygons in squares."""

    level: Level
    areas: dict[str, Area]
    shapes: dict[str, Any]
    """Area id -> polygon."""
    doorways: tuple[Doorway, ...]
    floor: Any
    """All floor, with gaps at open portals and hairs between areas."""

    @cached_property
    def solid(self) -> Any:
        """The floor without hairs: what is not rock."""
        return self.floor.buffer(3 * HAIR, join_style="mitre")

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of all floor."""
        x0, y0, x1, y1 = self.floor.bounds
        return x0, y0, x1, y1


def survey(level: Level, window: tuple[float, float, float, float] | None = None) -> Ground:
    """The ground of a level, or only of the areas that reach into a window (x0, y0, x1, y1)."""
    areas = {a.id: a for a in level.areas if len(a.outline) >= 3 and (window is None or _reaches(a, window))}
    doorways = tuple(doorway(p) for p in level.portals if p.between[0] in areas and p.between[1] in areas)
    ids = list(areas)
    shapes = np.array([_polygon(areas[i].outline) for i in ids], dtype=object)
    where = {id_: n for n, id_ in enumerate(ids)}
    shapes = _apart(_squared_off(shapes, doorways, where), doorways, where)
    apart = shapely.buffer(shapes, -HAIR, join_style="mitre")
    gaps = [d.strip(-3 * HAIR, 3 * HAIR, HAIR) for d in doorways if d.opened]
    floor = shapely.union_all([*apart, *gaps, *_joints(shapes, doorways, where, areas)]).simplify(0.004)
    return Ground(level, areas, dict(zip(ids, shapes, strict=True)), doorways, floor)


def _joints(shapes: Any, doorways: tuple[Doorway, ...], where: dict[str, int], areas: dict[str, Area]) -> list[Any]:
    """What passages have in common round an open portal: a slanting one meets another along more than the portal."""
    pairs = [
        d
        for d in doorways
        if d.portal.kind == "open" and d.opened and all(areas[i].key is None for i in d.portal.between)
    ]
    if not pairs:
        return []
    first, second = (shapely.buffer(shapes[[where[d.portal.between[n]] for d in pairs]], 2 * HAIR) for n in (0, 1))
    around = np.array([d.strip(-1.6, 1.6, -1.5) for d in pairs], dtype=object)
    return list(shapely.intersection(shapely.intersection(first, second), around))


def _reaches(area: Area, window: tuple[float, float, float, float]) -> bool:
    xs, ys = [p[0] for p in area.outline], [p[1] for p in area.outline]
    return min(xs) < window[2] and max(xs) > window[0] and min(ys) < window[3] and max(ys) > window[1]


def _polygon(outline: Iterable[tuple[float, float]]) -> Any:
    shape = Polygon(outline)
    return shape if shape.is_valid else largest(shape.buffer(0))


def largest(shape: Any) -> Any:
    """The largest polygon of a shape."""
    return max(shape.geoms, key=lambda g: g.area) if isinstance(shape, MultiPolygon) else shape


def _squared_off(shapes: Any, doorways: tuple[Doorway, ...], where: dict[str, int]) -> Any:
    """Shapes, each given whole squares where a portal would else stand before a slanted or round wall."""
    if not doorways:
        return shapes
    owner = np.array([where[d.portal.between[side]] for d in doorways for side in (0, 1)])
    steps = np.array(
        [d.strip(*((-1, 0) if side == 0 else (0, 1))) for d in doorways for side in (0, 1)], dtype=object
    )
    sills = np.array(
        [d.strip(*((-0.12, 0) if side == 0 else (0, 0.12))) for d in doorways for side in (0, 1)], dtype=object
    )
    covered = shapely.area(shapely.intersection(shapes[owner], sills)) / shapely.area(sills)
    shapes = shapes.copy()
    for n in np.flatnonzero(covered < 0.9).tolist():
        shapes[owner[n]] = largest(shapely.union(shapes[owner[n]], steps[n]))
    return shapes


def _apart(shapes: Any, doorways: tuple[Doorway, ...], where: dict[str, int]) -> Any:
    """Shapes that overlap by an uneven outline, parted, so that no opening shows where there is none."""
    tree = STRtree(shapes)
    first, second = tree.query(shapes, predicate="intersects")
    ordered = first < second
    first, second = first[ordered], second[ordered]
    common = shapely.area(shapely.intersection(shapes[first], shapes[second]))
    joined = {frozenset(where[i] for i in d.portal.between) for d in doorways if d.opened}
    shapes = shapes.copy()
    for a, b in zip(first[common > 0.01].tolist(), second[common > 0.01].tolist(), strict=True):
        if frozenset((a, b)) not in joined:
            big, small = (a, b) if shapes[a].area >= shapes[b].area else (b, a)
            shapes[big] = largest(shapely.difference(shapes[big], shapes[small]))
    return shapes


def rings_of(shape: Any) -> list[Any]:
    """The rings of polygons as arrays (n, 2), the first point not repeated."""
    rings = []
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon" and not part.is_empty:
            rings.append(shapely.get_coordinates(part.exterior)[:-1])
            rings += [shapely.get_coordinates(hole)[:-1] for hole in part.interiors]
    return rings
