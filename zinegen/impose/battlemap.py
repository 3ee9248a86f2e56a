"""Battle maps: every level and every room at an inch to five feet, on sheets to cut and glue.

Drawn from the players' map, so that no secret is on them; without numbers, which belong to the game master.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import msgspec

from zinegen.draw.map import level_map
from zinegen.draw.picture import Layer, Path, Picture, Text, box
from zinegen.draw.players import alone, player_levels
from zinegen.dungeon.model import Area, Dungeon, Level, level_of
from zinegen.dungeon.visible import without_secrets
from zinegen.errors import DungeonError
from zinegen.impose.marks import how_to_print
from zinegen.impose.pdf import Source, print_pictures, print_sheets
from zinegen.impose.poster import EDGE_MM, FOOT_MM, poster, ruler, tile_name, tiling
from zinegen.impose.sheet import Box, Cell, Job, Line, Note, Sheet, Side, Size, paper_size
from zinegen.units import MM_PER_INCH, PAPERS_MM
from zinegen.words import word
from zinegen.work import Made, PrintOptions, Shop

INCH = MM_PER_INCH
"""A square is an inch."""
ROUND_LEVEL, ROUND_ROOM = 1.0, 0.5
"""Squares of rock kept round a level and round a room that is cut out."""
OVERLAP_MM = 15.0
DROPPED = {"labels", "secrets", "structure"}
ROCK = {"rock", "specks", "grid"}
GAP_MM = 4.0
"""Between rooms on a sheet."""


class Drawn(NamedTuple):
    """A level or a room, drawn at its true size, and where it lies in squares: x0, y0, x1, y1."""

    name: str
    picture: Picture
    window: tuple[float, float, float, float]


def battlemap(dungeon: Dungeon, options: PrintOptions, shop: Shop) -> list[Made]:
    """Levels in tiles, each after a page that shows how they lie; then rooms, after a page that finds them.

    Raises: DungeonError for an area or level of which players see nothing.
    """
    seen = _unmarked(without_secrets(dungeon))
    levels = [level for level in seen.levels if options.level in (None, level.number)]
    areas = [area for level in levels for area in level.areas if area.key is not None]
    if options.area is not None:
        levels, areas = [], [area for area in areas if area.id == options.area]
        if not areas:
            raise DungeonError(f"--area {options.area}: players can see nothing of it; take another")
    if not levels and not areas:
        raise DungeonError(f"--level {options.level}: players can see nothing of it; it has {player_levels(dungeon)}")
    draw = partial(_draw, seen, options.ink, options.grid)
    drawn = shop.map(draw, [*(level.number for level in levels), *(area.id for area in areas)])
    paper = paper_size(options.sheet or options.paper)
    press = _Press(dungeon.title, paper)
    for level, one in zip(levels, drawn, strict=False):
        press.level(level, one)
    press.rooms(drawn[len(levels) :], index=options.area is None)
    data, pages = press.print()
    return [Made("battlemap.pdf", data, pages)]


def _unmarked(seen: Dungeon) -> Dungeon:
    """Without the sign that says where one begins and the lines of sight, which are no things in a room."""
    change = msgspec.structs.replace
    levels = tuple(
        change(level, sights=(), areas=tuple(change(a, features=tuple(f for f in a.features if f.kind != "start"))
                                             for a in level.areas))
        for level in seen.levels
    )  # fmt: skip
    return change(seen, levels=levels)


def _draw(seen: Dungeon, ink: str, grid: bool, what: int | str) -> Drawn:
    """A level by its number, or a room by its id."""
    number = what if isinstance(what, int) else level_of(what)
    level = next(one for one in seen.levels if one.number == number)
    shown, by, name = level, ROUND_LEVEL, str(what)
    if isinstance(what, str):
        area = next(one for one in level.areas if one.id == what)
        shown, by = alone(level, area, links=True), ROUND_ROOM
        seen = _with(seen, shown)
        window = _around([area], by)
    else:
        window = _around(level.areas, by)
    picture = level_map(seen, number, view="gm", ink=ink, mm_per_square=INCH, cartouche=False, legend=False)
    gone = DROPPED if grid else DROPPED | {"grid"}
    layers = tuple(layer for layer in picture.layers if layer.name not in gone)
    x0, y0, x1, y1 = window
    return Drawn(name, replace(picture, layers=layers, origin=(x0, y0), scale=INCH, width_mm=(x1 - x0) * INCH,
                               height_mm=(y1 - y0) * INCH, spots={}), window)  # fmt: skip


def _with(dungeon: Dungeon, level: Level) -> Dungeon:
    """One room alone; what leads up or down from it still tells which way."""
    first = level.areas[0].id
    links = tuple(link for link in dungeon.links if first in (link.from_.area, link.to.area))
    return msgspec.structs.replace(dungeon, levels=(level,), links=links, entrance=first, goal=first)


def _around(areas: Sequence[Area], by: float) -> tuple[float, float, float, float]:
    xs, ys = zip(*(place for area in areas for place in area.outline), strict=True)
    return min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by


class _Press:
    """Gathers sheets; the pages they show are pictures, in the order in which they were given."""

    def __init__(self, title: str, paper: Size) -> None:
        self.title, self.paper = title, paper
        self.pictures: list[Picture] = []
        self.sheets: list[Sheet] = []
        self.marks: list[tuple[str, int]] = []

    def print(self) -> tuple[bytes, int]:
        """The PDF, and how many pages it has."""
        pages = print_pictures(self.pictures, self.title)
        with Source(pages, "the battle map") as source:
            sides = [(sheet.paper, sheet.front) for sheet in self.sheets]
            return print_sheets(source, sides, None, self.marks), len(sides)

    def _add(self, picture: Picture) -> int:
        self.pictures.append(picture)
        return len(self.pictures)

    # ---------------------------------------------------------------------------------------------------- a level

    def level(self, level: Level, drawn: Drawn) -> None:
        """How the tiles of a level lie, then those tiles on which there is anything."""
        page = self._add(drawn.picture)
        size = (drawn.picture.width_mm, drawn.picture.height_mm)
        tiles = [tile for tile in self._tiles(page, size) if self._needed(tile, drawn, level)]
        said = word("press", "battlemap", "level", n=level.number)
        self.marks.append((said, len(self.sheets) + 1))
        self._index(said, drawn, tiles)
        for sheet in tiles:
            notes = tuple(note._replace(text=f"{said} · {note.text}") if note.anchor == "start" else note
                          for note in sheet.front.notes)  # fmt: skip
            self.sheets.append(sheet._replace(front=sheet.front._replace(notes=notes)))

    def _tiles(self, page: int, size: Size) -> list[Sheet]:
        name = next(n for n, s in PAPERS_MM.items() if s == self.paper)
        sheets = poster(Job(sizes=(size,), paper=name, overlap=OVERLAP_MM))
        return [
            sheet._replace(front=sheet.front._replace(cells=tuple(c._replace(page=page) for c in sheet.front.cells)))
            for sheet in sheets
        ]

    def _needed(self, tile: Sheet, drawn: Drawn, level: Level) -> bool:
        """Whether a tile shows any floor, but for the strip that its neighbours show too."""
        x0, y0, x1, y1 = _shown(tile, drawn, inset=OVERLAP_MM / 2 / INCH)
        return any(
            y0 < row + 1 and y1 > row and x0 < end and x1 > start
            for area in level.areas
            for row, start, end in area.squares
        )

    def _index(self, said: str, drawn: Drawn, tiles: list[Sheet]) -> None:
        """The level small, with the tiles over it."""
        wide, high = self.paper
        size = (drawn.picture.width_mm, drawn.picture.height_mm)
        cut = tiling(size, self.paper, OVERLAP_MM)
        scale = min((wide - 2 * EDGE_MM) / size[0], (high - 2 * FOOT_MM - 14) / size[1])
        mm = INCH * scale
        lines, texts = [], []
        for tile in tiles:
            x0, y0, x1, y1 = _shown(tile, drawn, inset=OVERLAP_MM / 2 / INCH)
            lines.append(box(x0, y0, x1, y1))
            (cell,) = tile.front.cells
            column, row = ((EDGE_MM - v) / by for v, by in zip((cell.at.x, cell.at.y), cut.step, strict=True))
            name = tile_name(round(column), round(row))
            texts.append(Text((x0 + x1) / 2, (y0 + y1) / 2 + 2.0 / mm, name, 6.0 / mm, "title", halo=1.2 / mm))
        bare = [layer for layer in drawn.picture.layers if layer.name not in ROCK]  # it only says where tiles lie
        frame = Layer(
            "tiles", (Path(tuple(lines), stroke="#000000", width=0.3 / mm, dash=(1.5 / mm, 1.0 / mm)),), tuple(texts)
        )
        small = replace(drawn.picture, scale=mm, width_mm=size[0] * scale, height_mm=size[1] * scale,
                        layers=(*bare, frame))  # fmt: skip
        at = Box((wide - small.width_mm) / 2, EDGE_MM + 12, small.width_mm, small.height_mm)
        notes = (
            Note(EDGE_MM, EDGE_MM + 6, f"{self.title} · {said}", size=4.4),
            Note(EDGE_MM, high - 6.5, f"{word('press', 'battlemap', 'index', n=len(tiles))} · {how_to_print(None)}"),
            _inch(self.paper),
        )
        cell = Cell(self._add(small), at, at)
        self.sheets.append(Sheet(self.paper, Side((cell,), tuple(ruler(self.paper)), notes)))

    # ------------------------------------------------------------------------------------------------------ rooms

    def rooms(self, drawn: Sequence[Drawn], *, index: bool) -> None:
        """Rooms packed on sheets in the order of their numbers, large ones in tiles; before them, which is where."""
        sheets: list[Sheet] = []
        found: list[tuple[str, int]] = []
        shelf = _Shelf(self.paper)
        loose: list[tuple[Drawn, int]] = []
        for one in drawn:
            page = self._add(one.picture)
            size = (one.picture.width_mm, one.picture.height_mm)
            if shelf.fits(size):
                loose.append((one, page))
                continue
            tiles = self._tiles(page, size)
            found.append((one.name, len(sheets) + 1))
            said = word("press", "battlemap", "room", area=one.name)
            sheets += [
                tile._replace(front=tile.front._replace(notes=tuple(
                    note._replace(text=f"{said} · {note.text}") if note.anchor == "start" else note
                    for note in tile.front.notes)))
                for tile in tiles
            ]  # fmt: skip
        for one, page in loose:
            at, turn = shelf.put((one.picture.width_mm, one.picture.height_mm))
            found.append((one.name, len(sheets) + shelf.count))
            shelf.add(Cell(page, at, at, turn), one.name)
        sheets += shelf.sheets()
        if index and sheets:
            first = len(self.sheets) + 2
            self.marks.append((word("press", "battlemap", "rooms"), first - 1))
            self.sheets.append(self._finder(sorted(found, key=_order), first))
        self.sheets += sheets

    def _finder(self, found: list[tuple[str, int]], first: int) -> Sheet:
        """Which room is on which page."""
        wide, high = self.paper
        notes = [Note(EDGE_MM, EDGE_MM + 6, f"{self.title} · {word('press', 'battlemap', 'rooms')}", size=4.4)]
        rows = int((high - 2 * FOOT_MM - 16) / 6.0)
        columns = max(1, -(-len(found) // rows))
        step = (wide - 2 * EDGE_MM) / max(columns, 4)
        for n, (name, page) in enumerate(found):
            x, y = EDGE_MM + n // rows * step, EDGE_MM + 18 + n % rows * 6.0
            told = word("press", "battlemap", "on_page", area=name, page=page + first - 1)
            notes.append(Note(x, y, told, size=3.4))
        return Sheet(self.paper, Side((), tuple(ruler(self.paper)), (*notes, _inch(self.paper))))


class _Shelf:
    """Packs pictures on sheets in rows, in the order given, turning those that only fit lying or standing."""

    def __init__(self, paper: Size) -> None:
        self.paper = paper
        self.room = (paper[0] - 2 * EDGE_MM, paper[1] - EDGE_MM - FOOT_MM - GAP_MM)
        self.done: list[tuple[list[Cell], list[str]]] = []
        self.x = self.y = self.deep = 0.0

    @property
    def count(self) -> int:
        """How many sheets there are by now."""
        return len(self.done)

    def fits(self, size: Size) -> bool:
        """Whether a picture fits on a sheet, turned if need be."""
        return self._turn(size) is not None

    def _turn(self, size: Size) -> int | None:
        for turn, (wide, high) in ((0, size), (90, size[::-1])):
            if wide <= self.room[0] and high <= self.room[1]:
                return turn
        return None

    def put(self, size: Size) -> tuple[Box, int]:
        """A place for a picture, on the last sheet where there is room on it, else on a new one."""
        turn = self._turn(size) or 0
        wide, high = size[::-1] if turn else size
        if self.x and self.x + wide > self.room[0]:
            self.x, self.y, self.deep = 0.0, self.y + self.deep + GAP_MM, 0.0
        if not self.done or self.y + high > self.room[1]:
            self.done.append(([], []))
            self.x = self.y = self.deep = 0.0
        at = Box(EDGE_MM + self.x, EDGE_MM + self.y, wide, high)
        self.x, self.deep = self.x + wide + GAP_MM, max(self.deep, high)
        return at, turn

    def add(self, cell: Cell, name: str) -> None:
        """A picture in the place it was given."""
        self.done[-1][0].append(cell)
        self.done[-1][1].append(name)

    def sheets(self) -> list[Sheet]:
        """The sheets, with cut marks round every picture and the names of all."""
        made = []
        for cells, names in self.done:
            lines: list[Line] = [line for cell in cells for line in _edges(cell.at)]
            told = word("press", "battlemap", "cut", names=", ".join(names))
            notes = (Note(EDGE_MM, self.paper[1] - 6.5, f"{told} · {how_to_print(None)}"), _inch(self.paper))
            made.append(Sheet(self.paper, Side(tuple(cells), (*lines, *ruler(self.paper)), notes)))
        return made


def _edges(at: Box) -> list[Line]:
    """Dashes round a picture, to cut along."""
    return [
        Line(at.x, at.y, at.right, at.y, "fold"), Line(at.x, at.bottom, at.right, at.bottom, "fold"),
        Line(at.x, at.y, at.x, at.bottom, "fold"), Line(at.right, at.y, at.right, at.bottom, "fold"),
    ]  # fmt: skip


def _shown(tile: Sheet, drawn: Drawn, *, inset: float) -> tuple[float, float, float, float]:
    """What a tile shows, in squares, without the strips that are glued."""
    (cell,) = tile.front.cells
    x0, y0 = drawn.window[0] + (cell.clip.x - cell.at.x) / INCH, drawn.window[1] + (cell.clip.y - cell.at.y) / INCH
    x1, y1 = x0 + cell.clip.width / INCH, y0 + cell.clip.height / INCH
    inside = [abs(a - b) > 0.01 for a, b in zip((x0, y0, x1, y1), drawn.window, strict=True)]
    return x0 + inset * inside[0], y0 + inset * inside[1], x1 - inset * inside[2], y1 - inset * inside[3]


def _inch(paper: Size) -> Note:
    return Note(paper[0] - EDGE_MM - MM_PER_INCH - 1.5, paper[1] - 6.5, word("press", "inch"), "end")


def _order(found: tuple[str, int]) -> tuple[int, ...]:
    return tuple(int(part) for part in found[0].split("-"))
