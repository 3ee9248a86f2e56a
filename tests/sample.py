"""A hand-made dungeon of two levels: every shape, portal, link and feature once at least, with full texts.

The floor plan stands here, the words in `sample.toml` beside it. `sample_dungeon()` gives the whole record; tests of
every wing use it, so what it holds may grow but not change without a look at them.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from shapely import Polygon, box, unary_union

from zinegen.dungeon.model import (
    Arc,
    Area,
    Closet,
    Cycle,
    Dungeon,
    End,
    Faction,
    Feature,
    Flow,
    KeyItem,
    Level,
    Link,
    Lock,
    Place,
    Portal,
    Premise,
    Rolled,
    Rumour,
    Run,
    Sight,
    Wanderer,
)
from zinegen.recipe import Recipe

Ring = tuple[Place, ...]


def rect(x0: float, y0: float, x1: float, y1: float) -> Ring:
    """A rectangle, clockwise from its north-west corner."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def oval(x0: float, y0: float, x1: float, y1: float, corners: int = 48) -> Ring:
    """A circle or oval in the given box."""
    mx, my, a, b = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2
    turns = [math.tau * k / corners for k in range(corners)]
    return tuple((round(mx + a * math.sin(t), 3), round(my - b * math.cos(t), 3)) for t in turns)


def octagon(x0: float, y0: float, x1: float, y1: float, c: float) -> Ring:
    """An octagon with corners cut by `c`."""
    return (
        (x0 + c, y0), (x1 - c, y0), (x1, y0 + c), (x1, y1 - c),
        (x1 - c, y1), (x0 + c, y1), (x0, y1 - c), (x0, y0 + c),
    )  # fmt: skip


def smooth(ring: Ring, times: int = 2) -> Ring:
    """A cave's outline from its rough corners (Chaikin)."""
    for _ in range(times):
        pairs = list(zip(ring, ring[1:] + ring[:1], strict=True))
        ring = tuple(
            (round(a[0] * (1 - t) + b[0] * t, 3), round(a[1] * (1 - t) + b[1] * t, 3))
            for a, b in pairs
            for t in (0.25, 0.75)
        )
    return ring


def squares_of(ring: Ring) -> tuple[Run, ...]:
    """The squares that lie in a ring by two fifths at least, as runs."""
    shape = Polygon(ring)
    x0, y0, x1, y1 = (math.floor(v + 0.001) for v in shape.bounds)
    runs: list[Run] = []
    for y in range(y0, y1 + 1):
        row = [x for x in range(x0, x1 + 1) if shape.intersection(box(x, y, x + 1, y + 1)).area >= 0.4]
        for x in row:
            if runs and runs[-1][0] == y and runs[-1][2] == x:
                runs[-1] = (y, runs[-1][1], x + 1)
            else:
                runs.append((y, x, x + 1))
    return tuple(runs)


def f(kind: str, x: float, y: float, w: float = 1.0, h: float = 1.0, turn: float = 0.0, **more: Any) -> Feature:
    """A feature, its middle and size."""
    return Feature(kind=kind, at=(x, y), size=(w, h), turn_deg=turn, **more)  # type: ignore[arg-type]


def flow_feature(kind: str, ring: Ring) -> Feature:
    """A feature that has an outline of its own."""
    middle = Polygon(ring).representative_point()
    x0, y0, x1, y1 = Polygon(ring).bounds
    return Feature(kind=kind, at=(round(middle.x, 2), round(middle.y, 2)), size=(x1 - x0, y1 - y0), outline=ring)  # type: ignore[arg-type]


CAVE_1 = smooth(
    ((37, 20), (44, 19), (48, 22), (48, 26), (45, 28), (46, 29), (48, 31), (46, 34), (40, 34), (38, 31), (41, 28),
     (37, 27), (34, 26), (35, 22))
)  # fmt: skip
CAVE_2 = smooth(((1, 21), (6, 19), (12, 20), (13, 25), (11, 31), (5, 32), (0, 29)))
CAVE_3 = smooth(((35, 21), (44, 19), (48, 24), (48, 31), (43, 34), (37, 33), (34, 27)))
COLUMNS_5 = tuple(f("column", x, y, 0.7, 0.7) for x in (20.5, 27.5) for y in (18.5, 21.0, 28.0, 29.7))

# id, key, kind, shape, outline, width_ft, features
LEVEL_1: tuple[tuple[str, int | None, str, str, Ring, int, tuple[Feature, ...]], ...] = (
    ("1-1", 1, "room", "rectangle", rect(20, 46, 28, 53), 40, (f("start", 25.5, 51.5, 1.8, 1.8),)),
    ("1-2", 2, "room", "octagon", octagon(19, 34, 29, 44, 3), 50, (f("fountain", 24, 39, 3, 3),)),
    ("1-3", 3, "room", "rectangle", rect(4, 46, 13, 52), 45, (
        f("table", 7, 48.6, 2.4, 1.1), f("bed", 5.1, 51.2, 1.8, 0.9), f("bed", 9.8, 51.2, 1.8, 0.9, 180),
        f("chest", 12.2, 46.7, 0.96, 0.66),
    )),
    ("1-4", 4, "room", "circle", oval(4, 32, 13, 41), 45, (
        f("well", 8.5, 36.5, 2.5, 2.5), f("key", 6.3, 38.8, 1.2, 0.6),
    )),
    ("1-5", 5, "hall", "rectangle", rect(18, 16, 30, 31), 60, (
        flow_feature("river", rect(18, 22.6, 30, 25.6)), f("bridge", 24, 24.1, 2, 3.6), *COLUMNS_5,
    )),
    ("1-6", 6, "room", "rectangle", rect(1, 16, 13, 30), 60, (
        flow_feature("chasm", ((5.2, 16), (7.7, 16), (8.3, 19), (7.4, 22), (8.4, 25), (7.6, 27.5), (8, 30), (5, 30),
                               (5.5, 27), (4.9, 24.5), (5.6, 21), (4.8, 18))),
        f("bridge", 6.4, 18.6, 1, 4.2, 90), f("ladder", 3, 26, 0.6, 1.8, link="link-4"),
        flow_feature("river", ((8.2, 22.9), (13, 22.6), (13, 25.6), (8.2, 25.2))),
        f("shaft", 11.3, 28.2, 1.5, 1.5, link="link-10"),
    )),
    ("1-7", 7, "cave", "cave", CAVE_1, 0, (
        flow_feature("lake", smooth(((38, 21), (43, 20.4), (46, 22.5), (45.5, 24.6), (42, 25.4), (38.6, 24.4)))),
        flow_feature("river", ((34.2, 22.8), (37, 22.6), (39.4, 21.8), (39.6, 24.8), (37, 25.2), (34.2, 25.4))),
        f("boat", 43.4, 23.2, 1.0, 2.4, 70), f("narrows", 43.2, 28.2, 3.4, 1), f("rubble", 46.3, 25.3, 1.4, 1.4),
        f("shaft", 43.5, 31.5, 1.5, 1.5, link="link-5"), f("bones", 40.9, 32.3, 1.1, 1.1),
    )),
    ("1-8", 8, "room", "hexagon", ((36, 36), (40, 36), (43, 39), (40, 42), (36, 42), (33, 39)), 50, (
        f("spiral_stairs", 40.3, 39, 1.9, 1.9, link="link-3"), f("statue", 36, 37.3, 1.2, 1.2),
    )),
    ("1-9", 9, "room", "oval", oval(30, 45, 43, 53), 65, (flow_feature("pool", oval(36.2, 47.4, 41, 50.6, 24)),)),
    ("1-10", 10, "room", "trapezoid", ((45, 46), (49, 42), (49, 55), (45, 51)), 20, (
        f("trapdoor", 47.5, 50.5, 1.1, 1.1, link="link-6", hidden=True), f("web", 48.4, 53.2, 1.3, 1.3, 180),
    )),
    ("1-11", 11, "hall", "rectangle", rect(2, 2, 14, 12), 60, (
        f("dais", 8, 3.3, 6.5, 2.6), f("throne", 8, 3, 0.9, 0.9), f("brazier", 4.2, 3.4, 0.9, 0.9),
        f("brazier", 11.8, 3.4, 0.9, 0.9), *(f("column", x, y, 0.7, 0.7) for x in (4.5, 11.5) for y in (6.5, 9.5)),
    )),
    ("1-12", 12, "room", "rectangle", rect(18, 3, 28, 12), 50, (
        *(f("tomb", x, y, 2, 0.9) for x in (20, 26) for y in (5, 7.5, 10)), f("niche", 23, 3.3, 1.4, 0.6),
    )),
    ("1-13", 13, "room", "triangle", ((39, 1), (49, 11), (29, 11)), 100, (
        f("altar", 39, 5.2, 3, 1.1), f("statue", 34.6, 9.4, 1.2, 1.2), f("statue", 43.4, 9.4, 1.2, 1.2),
    )),
    ("1-14", 14, "room", "rectangle", rect(36, 12, 42, 18), 30, (
        f("teleporter", 37.6, 16.5, 1.9, 1.9, link="link-8"), f("chute", 40.8, 16.4, 1.1, 1.9, link="link-7"),
        f("trap", 39.5, 13.2, hidden=True),
    )),
    ("1-15", 15, "room", "rectangle", rect(45, 13, 50, 18), 25, (f("chest", 49, 13.7, 0.96, 0.66),)),
    ("1-16", 16, "room", "rectangle", rect(32, 28, 34, 30), 10, (f("chest", 33.4, 29.5, 0.96, 0.66),)),
    ("1-17", 17, "room", "rectangle", rect(30, 17, 34, 20), 20, (f("table", 32.6, 19.3, 2.0, 0.9),)),
    ("1-a1", None, "landing", "strip", rect(22, 53, 24, 57), 10, (f("stairs", 23, 55.2, 2, 3.4, link="link-1"),)),
    ("1-a2", None, "passage", "strip", rect(23, 44, 25, 46), 10, ()),
    ("1-a3", None, "passage", "strip", rect(13, 48, 20, 50), 10, (f("pit", 16.5, 49, 1.4, 1.4, hidden=True),)),
    ("1-a4", None, "passage", "strip", rect(8, 41, 9, 46), 5, ()),
    ("1-a5", None, "passage", "strip", rect(22, 31, 26, 34), 20, ()),
    ("1-a6", None, "passage", "strip", rect(30, 22, 35, 26), 20, (flow_feature("river", rect(30, 22.6, 35, 25.6)),)),
    ("1-a7", None, "passage", "strip", rect(13, 22, 18, 26), 20, (flow_feature("river", rect(13, 22.6, 18, 25.6)),)),
    ("1-a8", None, "passage", "strip", rect(9, 30, 10, 32), 5, ()),
    ("1-a9", None, "passage", "strip", rect(29, 38, 33, 40), 10, ()),
    ("1-a10", None, "passage", "strip", rect(28, 48, 30, 50), 10, ()),
    ("1-a11", None, "passage", "strip", rect(37, 42, 39, 45), 10, ()),
    ("1-a12", None, "passage", "strip", rect(43, 48, 45, 49), 5, ()),
    ("1-a13", None, "passage", "strip", rect(4, 13, 36, 15), 10, (f("rubble", 28.5, 14.3, 1.2, 1.0),)),
    ("1-a14", None, "passage", "strip", rect(7, 12, 9, 13), 10, ()),
    ("1-a15", None, "passage", "strip", rect(14, 6, 18, 7), 5, ()),
    ("1-a16", None, "passage", "strip", rect(22, 12, 23, 13), 5, ()),
    ("1-a17", None, "junction", "strip", rect(23, 15, 25, 16), 10, ()),
    ("1-a18", None, "passage", "strip", rect(10, 15, 11, 16), 5, ()),
    ("1-a19", None, "passage", "strip", rect(32, 11, 34, 13), 10, ()),
    ("1-a20", None, "passage", "strip", rect(42, 15, 45, 16), 5, ()),
    ("1-a21", None, "passage", "strip", rect(30, 28, 32, 29), 5, ()),
    ("1-a22", None, "passage", "strip", rect(32, 15, 33, 17), 5, ()),
    ("1-a23", None, "passage", "strip", rect(38, 34, 40, 36), 10, ()),
    ("1-a24", None, "passage", "diagonal", ((13, 35), (15, 35), (19, 39), (19, 41), (17, 41), (13, 37)), 10, ()),
    ("1-a25", None, "passage", "polygon", ((1, 30), (2, 30), (2, 48), (4, 48), (4, 49), (1, 49)), 5, (
        f("web", 1.5, 48.5, 1.3, 1.3, 270),
    )),
    ("1-a26", None, "landing", "strip", rect(0, 13, 4, 15), 10, (f("stairs", 2, 14, 2, 3.4, 270, link="link-2"),)),
)  # fmt: skip

LEVEL_2: tuple[tuple[str, int | None, str, str, Ring, int, tuple[Feature, ...]], ...] = (
    ("2-1", 1, "hall", "rectangle", rect(4, 10, 14, 18), 50, (
        f("column", 6.5, 12, 0.7, 0.7), f("column", 11.5, 12, 0.7, 0.7), f("column", 6.5, 16, 0.7, 0.7),
        f("column", 11.5, 16, 0.7, 0.7),
    )),
    ("2-2", 2, "cave", "cave", CAVE_2, 0, (
        f("ladder", 3, 26, 0.6, 1.8, link="link-4"), f("bones", 6.6, 22.4, 1.1, 1.1),
        f("rubble", 9.8, 28.6, 1.4, 1.4), flow_feature("stream", ((7.6, 26), (12.5, 25.6), (12.5, 26.4), (7.6, 27))),
    )),
    ("2-3", 3, "cave", "cave", CAVE_3, 0, (
        flow_feature("lake", smooth(((36.5, 22), (42, 21), (45.6, 23), (46, 27), (42, 28.6), (37.4, 27.8)))),
        f("boat", 42.6, 24.4, 1.0, 2.4, 30), f("shaft", 43.5, 31.5, 1.5, 1.5, link="link-5"),
    )),
    ("2-4", 4, "room", "rectangle", rect(36, 11, 43, 18), 35, (
        f("chute", 40.8, 16.4, 1.1, 1.9, link="link-7"), f("teleporter", 37.6, 16.5, 1.9, 1.9, link="link-8"),
    )),
    ("2-5", 5, "room", "circle", oval(37, 35, 44, 42), 35, (
        f("spiral_stairs", 40.3, 39, 1.9, 1.9, link="link-3"), f("brazier", 41.8, 36.8, 0.9, 0.9),
    )),
    ("2-6", 6, "room", "rectangle", rect(44, 46, 50, 53), 30, (
        f("trapdoor", 47.5, 50.5, 1.1, 1.1, link="link-6"), f("key", 45.4, 51.8, 1.2, 0.6),
    )),
    ("2-7", 7, "hall", "rectangle", rect(20, 22, 30, 30), 50, (
        f("goal", 27, 24.4, 1.8, 1.8), f("dais", 25, 23.2, 5, 2.4), f("statue", 21.2, 28.8, 1.2, 1.2),
    )),
    ("2-8", 8, "hall", "rectangle", rect(18, 10, 32, 18), 70, (
        flow_feature("gallery", ((18, 10), (32, 10), (32, 11.6), (19.6, 11.6), (19.6, 18), (18, 18))),
        *(f("column", x, 13, 0.7, 0.7) for x in (22.5, 26.5, 30)),
    )),
    ("2-b1", None, "landing", "strip", rect(0, 13, 4, 15), 10, (f("stairs", 2, 14, 2, 3.4, 90, link="link-2"),)),
    ("2-b2", None, "passage", "strip", rect(14, 13, 18, 15), 10, ()),
    ("2-b3", None, "passage", "strip", rect(32, 13, 36, 15), 10, ()),
    ("2-b4", None, "passage", "strip", rect(8, 18, 9, 20), 5, ()),
    ("2-b5", None, "passage", "strip", rect(24, 18, 26, 22), 10, ()),
    ("2-b6", None, "passage", "strip", rect(40, 18, 41, 21), 5, ()),
    ("2-b7", None, "passage", "strip", rect(40, 33, 41, 35), 5, ()),
    ("2-b8", None, "passage", "polygon", ((40, 42), (41, 42), (41, 49), (44, 49), (44, 50), (40, 50)), 5, ()),
    ("2-b9", None, "passage", "strip", rect(12, 25, 20, 27), 10, (
        flow_feature("stream", ((12, 25.6), (16, 25.7), (19.4, 25.5), (19.4, 26.3), (16, 26.5), (12, 26.4))),
    )),
)  # fmt: skip

# kind, from, to, square of the first, side, width, more
PORTALS_1: tuple[tuple[str, str, str, tuple[int, int], str, int, dict[str, Any]], ...] = (
    ("arch", "1-1", "1-a1", (22, 52), "south", 2, {"name": "worn arch"}),
    ("door", "1-1", "1-a2", (23, 46), "north", 2, {"name": "oak door"}),
    ("open", "1-a2", "1-2", (23, 44), "north", 2, {}),
    ("locked", "1-1", "1-a3", (20, 48), "west", 2, {"lock": "lock-1", "name": "iron-bound oak door"}),
    ("open", "1-a3", "1-3", (13, 48), "west", 2, {}),
    ("barred", "1-3", "1-a4", (8, 46), "north", 1, {"name": "barred door"}),
    ("open", "1-a4", "1-4", (8, 41), "north", 1, {}),
    ("arch", "1-2", "1-a5", (22, 34), "north", 4, {}),
    ("double", "1-a5", "1-5", (23, 31), "north", 2, {"name": "bronze doors"}),
    ("portcullis", "1-6", "1-a7", (12, 22), "east", 4, {"name": "river grate"}),
    ("open", "1-a7", "1-5", (17, 22), "east", 4, {}),
    ("open", "1-5", "1-a6", (29, 22), "east", 4, {}),
    ("open", "1-a6", "1-7", (34, 22), "east", 4, {}),
    ("door", "1-6", "1-a8", (9, 29), "south", 1, {"trapped": True, "name": "green copper door"}),
    ("open", "1-a8", "1-4", (9, 31), "south", 1, {}),
    ("reinforced", "1-2", "1-a9", (28, 38), "east", 2, {"name": "strapped door"}),
    ("open", "1-a9", "1-8", (32, 38), "east", 2, {}),
    ("stuck", "1-1", "1-a10", (27, 48), "east", 2, {"name": "swollen door"}),
    ("open", "1-a10", "1-9", (29, 48), "east", 2, {}),
    ("curtain", "1-8", "1-a11", (37, 41), "south", 2, {"name": "rotten curtain"}),
    ("arch", "1-a11", "1-9", (37, 44), "south", 2, {}),
    ("door", "1-9", "1-a12", (42, 48), "east", 1, {"secret": True, "name": "sliding slab"}),
    ("stuck", "1-a12", "1-10", (44, 48), "east", 1, {"name": "stone door"}),
    ("reinforced", "1-11", "1-a14", (7, 11), "south", 2, {"name": "studded doors"}),
    ("open", "1-a14", "1-a13", (7, 12), "south", 2, {}),
    ("door", "1-11", "1-a15", (13, 6), "east", 1, {"secret": True, "name": "panel behind the tapestry"}),
    ("open", "1-a15", "1-12", (17, 6), "east", 1, {}),
    ("door", "1-12", "1-a16", (22, 11), "south", 1, {"name": "lead-clad door"}),
    ("open", "1-a16", "1-a13", (22, 12), "south", 1, {}),
    ("open", "1-a13", "1-a17", (23, 14), "south", 2, {}),
    ("double", "1-a17", "1-5", (23, 15), "south", 2, {"name": "double oak doors"}),
    ("open", "1-a13", "1-a18", (10, 14), "south", 1, {}),
    ("door", "1-a18", "1-6", (10, 15), "south", 1, {"secret": True, "name": "turning stone"}),
    ("open", "1-a13", "1-a19", (32, 13), "north", 2, {}),
    ("arch", "1-a19", "1-13", (32, 11), "north", 2, {}),
    ("locked", "1-a13", "1-14", (35, 13), "east", 2, {"lock": "lock-2", "name": "brass door"}),
    ("door", "1-14", "1-a20", (41, 15), "east", 1, {"secret": True, "name": "false back of a cupboard"}),
    ("open", "1-a20", "1-15", (44, 15), "east", 1, {}),
    ("open", "1-5", "1-a21", (29, 28), "east", 1, {}),
    ("barred", "1-a21", "1-16", (31, 28), "east", 1, {"name": "barred hatch"}),
    ("open", "1-a13", "1-a22", (32, 14), "south", 1, {}),
    ("door", "1-a22", "1-17", (32, 16), "south", 1, {"name": "low door"}),
    ("false", "1-5", "1-17", (29, 18), "east", 1, {"name": "painted door"}),
    ("open", "1-7", "1-a23", (38, 33), "south", 2, {}),
    ("door", "1-a23", "1-8", (38, 35), "south", 2, {"name": "plank door"}),
    ("open", "1-4", "1-a24", (12, 35), "east", 2, {}),
    ("arch", "1-a24", "1-2", (18, 39), "east", 2, {}),
    ("stuck", "1-6", "1-a25", (1, 29), "south", 1, {"name": "warped door"}),
    ("door", "1-a25", "1-3", (3, 48), "east", 1, {"secret": True, "one_way": "1-3", "name": "back of the hearth"}),
    ("open", "1-a26", "1-a13", (3, 13), "east", 2, {}),
)
PORTALS_2: tuple[tuple[str, str, str, tuple[int, int], str, int, dict[str, Any]], ...] = (
    ("arch", "2-b1", "2-1", (3, 13), "east", 2, {}),
    ("double", "2-1", "2-b2", (13, 13), "east", 2, {"name": "tall doors"}),
    ("open", "2-b2", "2-8", (17, 13), "east", 2, {}),
    ("door", "2-8", "2-b3", (31, 13), "east", 2, {"one_way": "2-b3", "name": "sprung door"}),
    ("open", "2-b3", "2-4", (35, 13), "east", 2, {}),
    ("open", "2-1", "2-b4", (8, 17), "south", 1, {}),
    ("open", "2-b4", "2-2", (8, 19), "south", 1, {}),
    ("locked", "2-8", "2-b5", (24, 17), "south", 2, {"lock": "lock-3", "name": "bell-metal door"}),
    ("open", "2-b5", "2-7", (24, 21), "south", 2, {}),
    ("curtain", "2-4", "2-b6", (40, 17), "south", 1, {"name": "bead curtain"}),
    ("open", "2-b6", "2-3", (40, 20), "south", 1, {}),
    ("open", "2-3", "2-b7", (40, 32), "south", 1, {}),
    ("stuck", "2-b7", "2-5", (40, 34), "south", 1, {"name": "slate door"}),
    ("door", "2-5", "2-b8", (40, 41), "south", 1, {"name": "narrow door"}),
    ("barred", "2-b8", "2-6", (43, 49), "east", 1, {"name": "cell door"}),
    ("open", "2-2", "2-b9", (11, 25), "east", 2, {}),
    ("door", "2-b9", "2-7", (19, 25), "east", 2, {"secret": True, "name": "wall that hums"}),
)

# id, kind, from, to, place, more
LINKS: tuple[tuple[str, str, str, str, Place, dict[str, Any]], ...] = (
    ("link-1", "stairs", "surface", "1-a1", (23, 55.2), {}),
    ("link-2", "stairs", "1-a26", "2-b1", (2, 14), {}),
    ("link-3", "spiral_stairs", "1-8", "2-5", (40.3, 39), {}),
    ("link-4", "ladder", "1-6", "2-2", (3, 26), {}),
    ("link-5", "shaft", "1-7", "2-3", (43.5, 31.5), {}),
    ("link-6", "trapdoor", "1-10", "2-6", (47.5, 50.5), {"one_way": True, "secret": True}),
    ("link-7", "chute", "1-14", "2-4", (40.8, 16.4), {"one_way": True}),
    ("link-8", "teleporter", "1-14", "2-4", (37.6, 16.5), {}),
    ("link-9", "chasm_sight", "1-6", "2-2", (6.5, 22), {}),
    ("link-10", "shaft", "surface", "1-6", (11.3, 28.2), {}),
)


@cache
def words() -> dict[str, Any]:
    """The texts of the sample, by area id and by part of the dungeon."""
    return dict(msgspec.toml.decode((Path(__file__).parent / "sample.toml").read_bytes()))


def _areas(plan: Any, portals: tuple[Portal, ...]) -> tuple[Area, ...]:
    """Areas of a plan, their outlines squared off where a portal meets a slanted or round wall."""
    step = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}
    doorsteps: dict[str, list[Any]] = {}
    for p in portals:
        for here, (x, y) in zip(
            p.between, (p.at, tuple(a + b for a, b in zip(p.at, step[p.side], strict=True))), strict=True
        ):
            dx, dy = (p.width, 1) if p.side in ("north", "south") else (1, p.width)
            doorsteps.setdefault(here, []).append(box(x, y, x + dx, y + dy))
    out = []
    passages = unary_union([Polygon(row[4]) for row in plan if row[2] == "passage"])
    for id_, key, kind, shape, ring, width_ft, features in plan:
        rough = Polygon(ring).difference(passages) if shape == "cave" else Polygon(ring)
        whole = unary_union([rough, *doorsteps.get(id_, [])])
        if abs(whole.area - Polygon(ring).area) > 0.001:
            ring = tuple((round(x, 3), round(y, 3)) for x, y in list(whole.normalize().exterior.coords)[:-1])
            ring = ring if _clockwise(ring) else ring[::-1]
        squares = squares_of(ring)
        more = msgspec.convert(words().get("area", {}).get(id_, {}), dict[str, Any])
        built = {
            "id": id_, "key": key, "kind": kind, "shape": shape, "outline": ring, "squares": squares,
            "width_ft": width_ft, "area_sqft": 25 * sum(b - a for _, a, b in squares),
            "features": msgspec.to_builtins(features), **more,
        }  # fmt: skip
        out.append(msgspec.convert(built, Area))
    return tuple(out)


def _clockwise(ring: Ring) -> bool:
    """True when a ring runs clockwise on paper, where y grows downwards."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)) > 0


def _level(number: int, plan: Any, doors: Any, **more: Any) -> Level:
    portals = tuple(
        Portal(id=f"{number}-p{n}", kind=kind, between=(a, b), at=at, side=side, width=width, **extra)
        for n, (kind, a, b, at, side, width, extra) in enumerate(doors, 1)
    )
    return Level(
        number=number, title=words()["level"][str(number)]["title"], text=words()["level"][str(number)]["text"],
        system="labyrinth", size=(50, 58), areas=_areas(plan, portals), portals=portals, **more,
    )  # fmt: skip


@cache
def sample_dungeon() -> Dungeon:
    """The whole sample: 17 keyed areas on level 1, 8 on level 2, entrance 1-1, goal 2-7."""
    closet = Closet(
        area=Area(
            id="1-c1", key=None, kind="room", shape="rectangle", outline=rect(16, 27, 18, 29),
            squares=squares_of(rect(16, 27, 18, 29)), width_ft=10, hidden=True,
        ),
        portal=Portal(id="1-c1p", kind="door", between=("1-c1", "1-5"), at=(17, 27), side="east", secret=True),
    )  # fmt: skip
    one = _level(
        1, LEVEL_1, PORTALS_1,
        sights=(Sight(from_="1-6", to="1-5"),),
        flow=Flow(
            cycles=(Cycle(id="1-cycle-1", kind="loop", areas=("1-1", "1-2", "1-8", "1-9"), start="1-1", goal="1-8"),),
            arcs=(
                Arc(cycle="1-cycle-1", from_="1-1", to="1-8", areas=("1-2",), length_squares=26),
                Arc(cycle="1-cycle-1", from_="1-1", to="1-8", areas=("1-9",), length_squares=21),
            ),
        ),
        reserved=(closet,),
        rolls=(Rolled(table="passage_check", rolled=(17,), drawn=False),),
    )  # fmt: skip
    two = _level(2, LEVEL_2, PORTALS_2)
    text = words()
    return Dungeon(
        zinegen="0.1.0", title=text["title"], seed="SAMPLE-1349", premise=Premise(**text["premise"]),
        recipe=msgspec.json.decode(msgspec.json.encode(Recipe())),
        factions=msgspec.convert(text["factions"], tuple[Faction, ...]),
        rumours=msgspec.convert(text["rumours"], tuple[Rumour, ...]),
        wandering=msgspec.convert(text["wandering"], tuple[Wanderer, ...]),
        entrance="1-1", goal="2-7", levels=(one, two),
        links=tuple(
            Link(id=i, kind=kind, from_=End(area=a, at=at), to=End(area=b, at=at), **more)
            for i, kind, a, b, at, more in LINKS
        ),
        locks=(
            Lock(id="lock-1", hardness="soft", keys=("key-1",), guards=_guarded(one, "lock-1")),
            Lock(id="lock-2", hardness="soft", keys=("key-2",), guards=_guarded(one, "lock-2")),
            Lock(id="lock-3", hardness="hard", keys=("key-3",), guards=_guarded(two, "lock-3")),
        ),
        key_items=msgspec.convert(text["key_items"], tuple[KeyItem, ...]),
    )  # fmt: skip


def _guarded(level: Level, lock: str) -> str:
    """The id of the portal that has a lock."""
    return next(p.id for p in level.portals if p.lock == lock)
