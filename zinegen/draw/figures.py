"""What stands on a map: features and portals of a ground -> figures with a symbol, a place and a box."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import shapely
from shapely import Polygon, box

from zinegen.draw.brush import Brush, Well
from zinegen.draw.doors import LEAF, draw_one_way, draw_portal, draw_trap_mark, leaf_width
from zinegen.draw.furniture import STOOLS, stools
from zinegen.draw.ground import Doorway, Ground
from zinegen.draw.pens import Pens
from zinegen.draw.symbols import SYMBOLS
from zinegen.draw.waters import FLOWING
from zinegen.dungeon.model import SURFACE, Feature, Link, level_of

DRAWN_AS_OUTLINE = frozenset({*FLOWING, "chasm", "gallery"})
TRAPS = frozenset({"pit", "trap", "trapdoor", "chute"})
"""Symbols of what one falls or walks into."""
_FALLS = frozenset({"trapdoor", "chute"})


@dataclass(frozen=True, slots=True)
class Passing:
    """Where a link leads, as seen from one of its ends."""

    link: Link
    level: int
    """The level at the other end; 0 is the surface."""
    area: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A symbol at its place."""

    symbol: str
    x: float
    y: float
    w: float
    h: float
    turn_deg: float
    area: str
    passing: Passing | None = None

    @property
    def footprint(self) -> Any:
        """What it covers, as a polygon."""
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        half = self.w / 2
        top = -self.h / 2 - (STOOLS if self.symbol == "table" else 0.0)
        low = self.h / 2 + (STOOLS if self.symbol in ("table", "table_by_wall") else 0.0)
        corners = [(-half, top), (half, top), (half, low), (-half, low)]
        return Polygon([(self.x + c * a - s * b, self.y + s * a + c * b) for a, b in corners])

    def draw(self, well: Well) -> None:
        """Lay the symbol into a well."""
        SYMBOLS[self.symbol].draw(Brush(well, self.x, self.y, self.turn_deg), self.w, self.h)


Passings = dict[tuple[str, str], Passing]
"""By link id and the id of the area that it is taken from."""


def passings(links: Iterable[Link], level: int) -> Passings:
    """Where links lead from the areas of a level."""
    found = {}
    for link in links:
        for here, there in ((link.from_, link.to), (link.to, link.from_)):
            if here.area != SURFACE and level_of(here.area) == level:
                there_level = 0 if there.area == SURFACE else level_of(there.area)
                found[link.id, here.area] = Passing(link, there_level, there.area)
    return found


def figures(ground: Ground, known: Passings) -> list[Figure]:
    """The figures of all features that have a symbol, moved or shrunk a little where walls are near."""
    wanted = [(area.id, f) for area in ground.areas.values() for f in area.features if f.kind not in DRAWN_AS_OUTLINE]
    rim = ground.floor.boundary
    shapely.prepare(rim)
    room = shapely.distance(shapely.points([f.at for _, f in wanted]), rim) if wanted else []
    found = [
        _figure(id_, f, known.get((f.link or "", id_)), float(near))
        for (id_, f), near in zip(wanted, room, strict=True)
    ]
    return [_seated(f, ground.shapes[f.area]) if f.symbol == "table" else f for f in found]


def _figure(area: str, feature: Feature, passing: Passing | None, room: float) -> Figure:
    kind: str = feature.kind if feature.kind in SYMBOLS else "trap"
    if passing is not None and passing.level < level_of(area) and kind in ("shaft", *_FALLS):
        kind = "shaft_up" if kind == "shaft" else "hole_above"
    symbol = SYMBOLS[kind]
    w, h = symbol.fixed or feature.size
    if symbol.fixed and not symbol.mark:
        fit = min(1.0, max(0.72, (room - 0.1) / (max(w, h) / 2)))
        w, h = w * fit, h * fit
    return Figure(kind, *feature.at, w, h, 0.0 if symbol.upright else feature.turn_deg, area, passing)


def _seated(table: Figure, shape: Any) -> Figure:
    """A table, with stools on the sides where there is floor for them."""
    c, s = math.cos(math.radians(table.turn_deg)), math.sin(math.radians(table.turn_deg))
    floor = shape.buffer(-0.25)
    free = []
    for side in (1, -1):
        seats = [(x, side * y) for x, y in stools(table.w, table.h)]
        free.append(
            all(shapely.contains_xy(floor, table.x + c * x - s * y, table.y + s * x + c * y) for x, y in seats)
        )
    if all(free):
        return table
    if any(free):
        return replace(table, symbol="table_by_wall", turn_deg=table.turn_deg + (0 if free[0] else 180))
    return replace(table, symbol="bare_table")


def facing_deg(way: tuple[int, int]) -> float:
    """The turn of a brush whose +y shall point a way."""
    return {(0, 1): 0.0, (0, -1): 180.0, (1, 0): -90.0, (-1, 0): 90.0}[way]


def door_symbols(doorway: Doorway) -> tuple[str, ...]:
    """The legend's ids of what is drawn at a doorway."""
    p = doorway.portal
    first = ("secret",) if p.secret else () if p.kind == "open" else (p.kind,)
    return (*first, *(("one_way",) if p.one_way else ()), *(("trapped",) if p.trapped else ()))


def draw_doorway(doorway: Doorway, well: Well, traps: Well) -> None:
    """Lay a portal into a well: its leaf and its one-way arrow; its trap mark into another.

    The S of a secret one is a text.
    """
    p = doorway.portal
    if not p.secret:
        draw_portal(Brush(well, doorway.x, doorway.y, facing_deg(doorway.through)), p.kind, p.width)
    if p.one_way:
        x, y, turn = arrow_place(doorway)
        draw_one_way(Brush(well, x, y, turn))
    if p.trapped:
        x, y = trap_place(doorway)
        draw_trap_mark(Brush(traps, x, y))


def arrow_place(doorway: Doorway) -> tuple[float, float, float]:
    """Where the arrow of a one-way door stands, beyond it, and its turn."""
    p = doorway.portal
    sign = 1 if p.one_way == p.between[1] else -1
    vx, vy = doorway.through
    far = 1.05 if p.secret else LEAF + 0.52
    return doorway.x + sign * far * vx, doorway.y + sign * far * vy, facing_deg((sign * vx, sign * vy))


def trap_place(doorway: Doorway) -> tuple[float, float]:
    """Where the mark of a trapped door stands: beside it, before the wall of the first area."""
    p = doorway.portal
    reach = max(p.width, leaf_width(p.width, p.kind)) / 2 + 0.55
    (ux, uy), (vx, vy) = doorway.along, doorway.through
    return doorway.x + reach * ux - 0.72 * vx, doorway.y + reach * uy - 0.72 * vy


def door_boxes(doorway: Doorway, pens: Pens) -> list[Any]:
    """What a portal and its marks cover."""
    p = doorway.portal
    if p.secret:
        half = 0.62 * pens.tag
        out = [box(doorway.x - half, doorway.y - half, doorway.x + half, doorway.y + half)]
    elif p.kind == "open":
        out = []
    else:
        deep = 0.78 if p.kind == "barred" else 0.5
        out = [doorway.strip(-0.5, deep, -0.35)]
    if p.one_way:
        x, y, _ = arrow_place(doorway)
        out.append(box(x - 0.45, y - 0.45, x + 0.45, y + 0.45))
    if p.trapped:
        x, y = trap_place(doorway)
        out.append(box(x - 0.5, y - 0.5, x + 0.5, y + 0.5))
    return out
