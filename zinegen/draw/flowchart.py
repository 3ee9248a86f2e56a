"""Dungeon -> flowcharts: how a level hangs together, and how the levels do.

A level that was grown from cycles is drawn as rings within rings; any other as what its map comes to when its loops
are made round. Every knot bears the number of its area, so that chart and map are read side by side.
"""

from __future__ import annotations

import math

from zinegen.draw.flow_cycles import grown
from zinegen.draw.flow_draw import Chart
from zinegen.draw.flow_graph import Graph, graph_of
from zinegen.draw.flow_legend import HEAD, Legend
from zinegen.draw.flow_levels import dungeon_flow
from zinegen.draw.flow_pens import NAME
from zinegen.draw.flow_relax import relaxed_sketch
from zinegen.draw.flow_rings import ring_sketch
from zinegen.draw.flow_sketch import Sketch
from zinegen.draw.picture import Picture
from zinegen.draw.placing import level_of_dungeon
from zinegen.draw.styles import coloured, style_of
from zinegen.dungeon.model import Dungeon
from zinegen.words import word

__all__ = ["dungeon_flow", "level_flow"]

MARGIN = (11.0, 5.5)
"""Beside and above the outermost knots, for names, in mm."""
LARGEST, SMALLEST, BARE = 5.3, 2.9, 2.0
"""Radius of a plain knot, in mm; the least of one without a name is smaller, and holds two figures."""
TURNS = (0.0, 10.0, -10.0, 20.0, -20.0, 32.0, -32.0, 45.0, -45.0)


def level_flow(
    dungeon: Dungeon, number: int, *, width_mm: float, height_mm: float, ink: str = "full", title: bool = True,
    legend: bool = True, names: bool = True,
) -> Picture:  # fmt: skip
    """The flowchart of a level.

    Args:    width_mm, height_mm: of the whole picture. ink: "full", "low" or "lines". title, legend: whether a line
             above says what it is, and lines below what its signs mean (only those that are used). names: whether
             areas are named; where they are not, a small chart leaves out the plainest line of the legend, too.
    Returns: a picture whose `spots` hold a polygon for every keyed area of the level.
    Raises:  DungeonError for a level that the dungeon lacks; RecipeError for an unknown ink.
    """
    level = level_of_dungeon(dungeon, number)
    graph = graph_of(dungeon, level)
    rings = grown(graph)
    sketch = ring_sketch(graph) if rings else None
    used = Legend(width_mm, style_of(ink))
    head = HEAD if title else 0.0
    low = 0.0
    if legend:
        low = used.plan(_signs(graph, sketch)[0 if names else 1 :])
    room = (width_mm, height_mm - head - low)
    if sketch is not None:
        _fit(sketch, *room, SMALLEST if names else BARE, style_of(ink).letter(NAME) / NAME)
    else:
        sketch = relaxed_sketch(graph, *room)
        sketch.start = dungeon.entrance if dungeon.entrance in graph.knots else None
        sketch.goal = dungeon.goal if dungeon.goal in graph.knots else None
    sketch.moved(1.0, 0.0, 0.0, head, 1.0)
    chart = Chart(dungeon, sketch, head, room, ink, names=names)
    layers = chart.layers()
    layers += used.layers(ink, height_mm - low, word("flow", "level_title", n=number) if title else "")
    areas = sum(area.key is not None for area in level.areas)
    cycles = [c for c in level.flow.cycles if c.kind != "loop"]
    loops = len(graph.ways) - len(graph.knots) + 1
    more = word("flow", "level_cycles", cycles=len(cycles)) if rings else word("flow", "level_loops", loops=loops)
    return Picture(
        width_mm, height_mm, 1.0, (0.0, 0.0), tuple(coloured(layers, style_of(ink))),
        word("flow", "level_chart", title=dungeon.title, n=number),
        word("flow", "level_desc", n=number, areas=areas, more=more),
        chart.spots(),
    )  # fmt: skip


def _fit(sketch: Sketch, width: float, height: float, least: float, letters: float) -> None:
    """Turn and scale a chart so that it is as large as the sheet allows.

    Args: least: radius of its plain knots. letters: how many times as large as elsewhere names are.
    """
    margin = (MARGIN[0] * letters, MARGIN[1] * letters)
    best: tuple[float, float, tuple[float, float, float, float]] | None = None
    for turn in TURNS:
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        places = [(x * c - y * s, x * s + y * c, sketch.radii[id_]) for id_, (x, y) in sketch.at.items()]
        for one in sketch.drawn:
            places += [(x * c - y * s, x * s + y * c, 0.0) for x, y in one.line[::4].tolist()]
        box = (
            min(x - r for x, y, r in places), min(y - r for x, y, r in places),
            max(x + r for x, y, r in places), max(y + r for x, y, r in places),
        )  # fmt: skip
        scale = min((width - 2 * margin[0]) / (box[2] - box[0]), (height - 2 * margin[1]) / (box[3] - box[1]))
        worth = scale * (1 - 0.0015 * abs(turn))
        if best is None or worth > best[0] + 1e-9:
            best = (worth, turn, (*box,))
    assert best is not None
    _, turn, box = best
    scale = min((width - 2 * margin[0]) / (box[2] - box[0]), (height - 2 * margin[1]) / (box[3] - box[1]), 2.3)
    plain = min((r for id_, r in sketch.radii.items() if sketch.shapes[id_] != "fork"), default=LARGEST)
    size = min(max(scale * plain, least), LARGEST) / plain
    mx, my = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    sketch.moved(scale, turn, width / 2 - scale * mx, height / 2 - scale * my, size)


def _signs(graph: Graph, sketch: Sketch | None) -> list[str]:
    """The lines of the legend: the signs that this chart shows."""
    out = ["way"]
    out += ["secret"] if any(way.secret for way in graph.ways) else []
    out += ["one_way"] if any(way.to for way in graph.ways) else []
    out += ["sight"] if graph.sights else []
    locked = any(knot.locks or knot.keys for knot in graph.knots.values()) or any(way.locks for way in graph.ways)
    out += ["lock"] if locked else []
    if sketch is not None:
        out += ["barrier"] if any(one.barrier for one in sketch.drawn) else []
        out += ["danger"] if any(one.danger for one in sketch.drawn) else []
        out += ["patrol"] if sketch.patrols else []
        out += ["changed"] if sketch.changed else []
        out += ["themes"] if sketch.halves else []
        out += ["inner"] if "diamond" in sketch.shapes.values() else []
    here = graph.level.number
    to = {p.level for knot in graph.knots.values() for p in knot.passages}
    seen = {
        "out": 0 in to,
        "up": any(0 < n < here for n in to),
        "down": any(n > here for n in to),
        "here": here in to,
    }
    out += [sign for sign, shown in seen.items() if shown]
    out += ["fork"] if any(k.area is None for k in graph.knots.values()) else []
    return out
