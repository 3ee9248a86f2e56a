"""The first page of a level's battle maps: where its tiles lie, by their pages, and where each room is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import shapely

from zinegen.draw.picture import Layer, Path, Picture, Text, box
from zinegen.dungeon.model import Level
from zinegen.impose.cover import Rect
from zinegen.impose.poster import EDGE_MM, FOOT_MM
from zinegen.impose.sheet import Box, Cell, Note, Sheet, Side, Size
from zinegen.words import word

ROCK = {"rock", "specks", "grid"}
"""What of a map does not help to find a tile."""
HEAD_MM, LINE_MM, ROOM_MM = 14.0, 5.2, 34.0
"""What the heading takes; from one line of rooms to the next; and from one room to the next."""


def index_sheet(
    paper: Size, title: str, whole: Picture, level: Level, tiles: Mapping[Rect, int],
    rooms: Sequence[tuple[str, list[int]]], last: int, add: Callable[[Picture], int],
) -> Sheet:  # fmt: skip
    """The sheet.

    Args: whole: the level at its true size. tiles: each with its page. rooms: by id, each with its pages.
          last: the last page of the level. add: takes a picture and gives the number of its page.
    """
    wide, high = paper
    across = int((wide - 2 * EDGE_MM) / ROOM_MM)
    lines = -(-len(rooms) // across)
    space = (wide - 2 * EDGE_MM, high - FOOT_MM - lines * LINE_MM - 10.0 - EDGE_MM - HEAD_MM)
    scale = min(space[0] / whole.width_mm, space[1] / whole.height_mm)
    small = _small(whole, level, tiles, scale)
    at = Box((wide - small.width_mm) / 2, EDGE_MM + HEAD_MM, small.width_mm, small.height_mm)
    pages = sorted(tiles.values())
    told = word("press", "battlemap", "index", first=pages[0], last=pages[-1], rooms=pages[-1] + 1, end=last)
    notes = [Note(EDGE_MM, EDGE_MM + 5, title, size=4.4), Note(EDGE_MM, EDGE_MM + 10.5, told, size=2.8)]
    for n, (name, found) in enumerate(rooms):
        key = "on_page" if len(found) == 1 else "on_pages"
        said = word("press", "battlemap", key, area=name, page=", ".join(map(str, found)))
        x, y = EDGE_MM + n % across * ROOM_MM, at.bottom + 12.0 + n // across * LINE_MM
        notes.append(Note(x, y, said, size=3.0))
    return Sheet(paper, Side((Cell(add(small), at, at),), (), tuple(notes)))


def _small(whole: Picture, level: Level, tiles: Mapping[Rect, int], scale: float) -> Picture:
    """The level small, with its rooms' numbers, and the tiles over it, each with its page."""
    mm = whole.scale * scale
    bare = [layer for layer in whole.layers if layer.name not in ROCK]
    cut = Path(tuple(box(*rect) for rect in tiles), stroke="#000000", width=0.35 / mm, dash=(1.5 / mm, 1.0 / mm))
    texts = []
    for area in level.areas:
        if area.key is not None:
            point = shapely.Polygon(area.outline).representative_point()
            texts.append(Text(point.x, point.y + 0.9 / mm, area.id, 2.5 / mm, halo=0.8 / mm))
    for rect, page in tiles.items():
        texts.append(
            Text(rect.x0 + 1.2 / mm, rect.y0 + 4.6 / mm, str(page), 4.6 / mm, "title", "start", halo=1.0 / mm)
        )
    layers = (*bare, Layer("tiles", (cut,), tuple(texts)))
    return replace(whole, scale=mm, width_mm=whole.width_mm * scale, height_mm=whole.height_mm * scale, layers=layers)
