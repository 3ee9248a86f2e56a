"""A level's plan as ornament: mirrored into a carpet or a rosette that tells nobody the way, or whole, as a seal."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from shapely import affinity

from zinegen.dice import Stream
from zinegen.draw.borders import Manner
from zinegen.draw.ground import Ground, rings_of, survey
from zinegen.draw.pens import BLACK, WHITE
from zinegen.draw.picture import Layer, Part, Path, Points, box, circle, ring
from zinegen.draw.scan import scan
from zinegen.dungeon.model import Dungeon, Level
from zinegen.dungeon.visible import without_secrets

SQUARE_LEAST_MM = 1.5
"""How large a square of a carpet is at least."""
SQUARES_ACROSS, RING_SQUARES = 19.0, 27.0
"""Of the radius of a rosette, and of a ring, at most."""
THREAD_MM = 0.5
"""Half of what is so narrow that something may lie over it."""
SMALL_MM = 18.0
"""A rosette of a smaller radius has no lines within its rooms."""
INSETS_MM = (0.42, 2.0)
"""How far inside a floor's edge lines run along it."""
HATCH_MM = 0.95
HATCHED_FROM = 0.2
"""Rock is hatched where the pen is at least so wide."""
PLACES = 5
"""Windows tried along each axis."""


def shown_level(dungeon: Dungeon, number: int = 0) -> Level:
    """The level whose plan stands for the dungeon: that number, or the one with most areas; without its secrets."""
    open_to_all = without_secrets(dungeon).levels or dungeon.levels
    asked = [level for level in open_to_all if level.number == number]
    return asked[0] if asked else max(open_to_all, key=lambda level: (len(level.areas), -level.number))


def quarter(
    level: Level, width: float, height: float, stream: Stream, least: float = SQUARE_LEAST_MM, hollow: float = 0.0
) -> tuple[Any, Points]:
    """A part of a plan that fills a width and height in mm, its lower right corner where there is most to see.

    least: mm that a square is large at least; twice that at most. hollow: mm about that corner that are covered up.

    Returns: its floor as polygons in mm, and the middles of its keyed areas, (n, 2).
    """
    ground = survey(level)
    floor, middles = _turned(ground, stream.below(8), width > height)
    x0, y0, x1, y1 = floor.bounds
    k = min(max(width / (x1 - x0), height / (y1 - y0), least), 2.1 * least)
    wide, high = width / k, height / k
    best, corner = -1.0, (x1, y1)
    for x in np.linspace(min(x0 + wide, x1 - 1.5), x1 - 1.5, PLACES).tolist():
        for y in np.linspace(min(y0 + high, y1 - 1.5), y1 - 1.5, PLACES).tolist():
            seen = shapely.clip_by_rect(floor, x - wide, y - high, x, y)
            edges = shapely.clip_by_rect(floor, x - 0.2, y - high, x, y).area
            edges += shapely.clip_by_rect(floor, x - wide, y - 0.2, x, y).area
            if hollow:
                score = float(seen.length - shapely.clip_by_rect(floor, x - hollow / k, y - hollow / k, x, y).length)
            else:
                near = shapely.clip_by_rect(floor, x - wide / 2.5, y - high / 2.5, x, y)
                score = float(seen.length + 6.0 * edges + 2.0 * near.length)
            if score > best:
                best, corner = score, (x, y)
    x, y = corner
    part = shapely.clip_by_rect(floor, x - wide, y - high, x, y)
    inside = middles[((middles > (x - wide + 1, y - high + 1)) & (middles < (x - 1, y - 1))).all(axis=1)]
    return _moved(part, k, x - wide, y - high), (inside - (x - wide, y - high)) * k


def _turned(ground: Ground, turn: int, lying: bool) -> tuple[Any, Points]:
    """The floor and the middles of keyed areas, turned or mirrored one of eight ways, long side as it is wanted."""
    floor = ground.solid
    keyed = [ground.shapes[a.id].representative_point() for a in ground.areas.values() if a.key is not None]
    middles = np.array([(p.x, p.y) for p in keyed]).reshape(-1, 2)
    x0, y0, x1, y1 = floor.bounds
    matrix = np.array([[1.0 if turn & 1 else -1.0, 0.0], [0.0, 1.0 if turn & 2 else -1.0]])
    if (x1 - x0 > y1 - y0) != lying:
        matrix = matrix[:, ::-1]
    (a, b), (d, e) = matrix.tolist()
    return affinity.affine_transform(floor, [a, b, d, e, 0, 0]), middles @ matrix.T


def _moved(shape: Any, k: float, x: float, y: float) -> Any:
    """A shape seen from x, y, so many times larger."""
    return affinity.affine_transform(shape, [k, 0, 0, k, -k * x, -k * y])


def mirrored(shape: Any, points: Points, width: float, height: float) -> tuple[Any, Points]:
    """A quarter and its three mirror images round the middle of a width and height."""
    shapes, at = [], []
    for sx, sy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        dx, dy = (0.0 if sx > 0 else width), (0.0 if sy > 0 else height)
        shapes.append(affinity.affine_transform(shape, [sx, 0, 0, sy, dx, dy]))
        at.append(points * (sx, sy) + (dx, dy))
    return shapely.union_all(shapes, grid_size=0.001), np.concatenate(at)


def carpet(dungeon: Dungeon, width: float, height: float, manner: Manner) -> tuple[tuple[Layer, ...], float]:
    """A plan mirrored four ways, right across a width and height in mm.

    Returns: its layers, and the radius of the round about its middle that is all rock, or nearly.
    """
    stream = Stream(dungeon.seed, "draw", "carpet")
    part, points = quarter(shown_level(dungeon), width / 2, height / 2, stream)
    floor, middles = mirrored(part, points, width, height)
    middle = shapely.Point(width / 2, height / 2)
    rock = floor.buffer(-THREAD_MM).distance(middle) if not floor.is_empty else width / 2
    return _inked(floor, middles, box(0, 0, width, height), manner), float(min(rock, width / 2))


def rosette_of(
    dungeon: Dungeon, x: float, y: float, radius: float, manner: Manner, hollow: float = 0.0
) -> tuple[Layer, ...]:
    """A plan mirrored eight ways, in a disc about x, y; in mm. hollow: the radius of what will cover its middle."""
    stream = Stream(dungeon.seed, "draw", "rosette")
    least = radius / (RING_SQUARES if hollow else SQUARES_ACROSS)
    part, points = quarter(shown_level(dungeon), radius, radius, stream, least, 0.8 * hollow)
    half = part.intersection(shapely.Polygon([(0, 0), (radius, 0), (radius, radius)]))
    other = affinity.affine_transform(half, [0, 1, 1, 0, 0, 0])
    part = shapely.union_all([half, other], grid_size=0.001)
    points = points[points[:, 0] > points[:, 1] + 1.0]
    floor, middles = mirrored(part, np.concatenate([points, points[:, ::-1]]), 2 * radius, 2 * radius)
    disc = shapely.Point(radius, radius).buffer(radius, 24)
    middles = middles[np.hypot(*(middles - radius).T) < radius - 1.5]
    floor = affinity.translate(floor.intersection(disc), x - radius, y - radius)
    insets = INSETS_MM if radius > SMALL_MM else ()
    return _inked(floor, middles + np.array((x - radius, y - radius)), circle(x, y, radius), manner, insets)


def seal(level: Level, x: float, y: float, radius: float, manner: Manner) -> tuple[Layer, ...]:
    """A whole plan in a disc about x, y; in mm."""
    floor = survey(level).solid
    hull = shapely.minimum_bounding_circle(floor)
    k = 0.9 * radius / max(shapely.minimum_bounding_radius(floor), 1.0)
    at = hull.centroid
    placed = affinity.affine_transform(floor, [k, 0, 0, k, x - k * at.x, y - k * at.y])
    return _inked(placed, np.zeros((0, 2)), circle(x, y, radius), manner, insets=())


def _inked(
    floor: Any, middles: Points, ground: Part, manner: Manner, insets: tuple[float, ...] = INSETS_MM
) -> tuple[Layer, ...]:
    """A floor as an ornament: white in black with a line inside, or walls alone; a stud in each area."""
    outlines = tuple(Part("ring", r) for r in rings_of(floor))
    within = [floor.buffer(-inset, join_style="mitre") for inset in insets]
    inner = tuple(Part("ring", r) for shape in within for r in rings_of(shape))
    studs = []
    clear = floor.buffer(-1.3)
    for px, py in middles.tolist():
        if shapely.contains_xy(clear, px, py):
            studs.append(ring([(px, py - 0.75), (px + 0.75, py), (px, py + 0.75), (px - 0.75, py)]))
    paths = [Path((ground,), fill=BLACK if manner.ground else WHITE)]
    if not manner.ground and manner.pen >= HATCHED_FROM:
        rock = _outline(ground).difference(floor.buffer(3.0 * manner.pen))
        strokes = scan(rock, (0.6, 0.8), HATCH_MM)
        paths.append(Path((Part("ticks", strokes),), stroke=BLACK, width=0.6 * manner.pen))
    if manner.ground:
        paths.append(Path(outlines, fill=WHITE, evenodd=True))
    else:
        paths.append(Path(outlines, stroke=BLACK, width=2.0 * manner.pen, join="miter"))
    paths.append(Path(inner, stroke=BLACK, width=0.7 * manner.pen, join="miter"))
    if studs:
        paths.append(Path(tuple(studs), fill=BLACK))
    return (Layer("plan", tuple(paths)),)


def _outline(part: Part) -> Any:
    """A closed part as a polygon."""
    if part.kind == "ring":
        return shapely.Polygon(part.points)
    x0, y0 = part.points.min(axis=0)
    x1, y1 = part.points.max(axis=0)
    return shapely.Point((x0 + x1) / 2, (y0 + y1) / 2).buffer((x1 - x0) / 2, 24)
