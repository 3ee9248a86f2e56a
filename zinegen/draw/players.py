"""Pictures for players alone: a level without its secrets, and the paper on which they draw what they find."""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.draw.map import level_map
from zinegen.draw.picture import Layer, Path, Picture, line
from zinegen.draw.placing import level_of_dungeon
from zinegen.dungeon.model import STEP, Area, Dungeon, Level, Portal
from zinegen.dungeon.visible import without_secrets
from zinegen.words import word

GRID = "#bdbdbd"
GRID_MM = 0.12
EDGE = 3
"""Squares of paper round what there is to find."""


def player_levels(dungeon: Dungeon) -> tuple[int, ...]:
    """The levels of which players may see anything."""
    return tuple(level.number for level in without_secrets(dungeon).levels)


def player_map(dungeon: Dungeon, number: int, *, width_mm: float, height_mm: float, ink: str) -> Picture:
    """A level without its secrets, under its name, as large as a box lets it."""
    return level_map(
        dungeon, number, view="player", ink=ink, mm_per_square=6.0, max_width_mm=width_mm, max_height_mm=height_mm
    )


def unexplored(dungeon: Dungeon, number: int, *, width_mm: float, height_mm: float, ink: str) -> Picture:
    """Squared paper of a level's size; on it the entrance, where it lies on this level, and nothing else.

    Returns: a picture that fills the box.
    Raises:  DungeonError for a level of which players see nothing.
    """
    seen = without_secrets(dungeon)
    level = level_of_dungeon(seen, number)
    xs, ys = zip(*(place for area in level.areas for place in area.outline), strict=True)
    wide, high = max(xs) - min(xs) + 2 * EDGE, max(ys) - min(ys) + 2 * EDGE
    mm = min(width_mm / wide, height_mm / high)
    # Paper is cheap: the grid runs on to the edges of the box.
    columns, rows = int(width_mm / mm), int(height_mm / mm)
    left, top = round((min(xs) + max(xs) - columns) / 2), round((min(ys) + max(ys) - rows) / 2)
    x0 = left - (width_mm / mm - columns) / 2
    y0 = top - (height_mm / mm - rows) / 2
    lines = [line(((x, top), (x, top + rows))) for x in range(left, left + columns + 1)]
    lines += [line(((left, y), (left + columns, y))) for y in range(top, top + rows + 1)]
    layers = [Layer("grid", (Path(tuple(lines), stroke=GRID, width=GRID_MM / mm, cap="butt"),))]
    entrance = next((area for area in level.areas if area.id == seen.entrance), None)
    if entrance is not None:
        bare = replace(seen, levels=(alone(level, entrance),), links=(), goal=seen.entrance)
        layers += level_map(bare, number, view="gm", ink=ink, mm_per_square=mm, cartouche=False, legend=False).layers
    title = word("press", "handouts", "unexplored_alt", n=number)
    return Picture(width_mm, height_mm, mm, (x0, y0), tuple(layers), title)


def alone(level: Level, *areas: Area, links: bool = False) -> Level:
    """A level with nothing but some areas, their doors, and a step of whatever lies beyond each.

    links: keep the stairs and shafts in them, not only those that one comes in by.
    """
    inside = {area.id: area for area in areas}
    stubs: list[Area] = []
    portals: list[Portal] = []
    for portal in level.portals:
        here = [id_ for id_ in portal.between if id_ in inside]
        if len(here) == 1:
            stub = _stub(portal, inside[here[0]], len(stubs))
            stubs.append(stub)
            portals.append(
                replace(portal, between=(here[0], stub.id) if portal.between[0] in inside else (stub.id, here[0]))
            )
        elif here:
            portals.append(portal)
    bare = [
        replace(area, features=tuple(f for f in area.features if links or f.link is None or f.kind == "stairs"))
        for area in areas
    ]
    return replace(level, areas=(*bare, *stubs), portals=tuple(portals), sights=())


def _stub(portal: Portal, area: Area, number: int) -> Area:
    """The squares just beyond a portal, as a bit of passage."""
    dx, dy = STEP[portal.side]
    x, y = portal.at
    if portal.between[0] == area.id:
        x, y = x + dx, y + dy
    wide, high = (1, portal.width) if dx else (portal.width, 1)
    outline = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    squares = tuple((y + row, x, x + wide) for row in range(high))
    return Area(
        id=f"{area.id.split('-')[0]}-a{900 + number}", key=None, kind="passage", shape="rectangle",
        outline=tuple((float(a), float(b)) for a, b in outline), squares=squares,
    )  # fmt: skip
