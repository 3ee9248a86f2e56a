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
from zinegen.draw.picture import Picture
from zinegen.draw.players import alone, player_levels
from zinegen.draw.styles import style_of
from zinegen.dungeon.model import Area, Dungeon, Level
from zinegen.dungeon.visible import without_secrets
from zinegen.errors import DungeonError
from zinegen.impose.battle_index import index_sheet
from zinegen.impose.cover import Cover, Rect, cover
from zinegen.impose.marks import how_to_print
from zinegen.impose.passages import joined, label_of
from zinegen.impose.pdf import Source, print_pictures, print_sheets
from zinegen.impose.pieces import GAP_MM, Piece, Spot, border, fits, marks, packed, piece_of, printed, room
from zinegen.impose.poster import EDGE_MM, inch_note, ruler
from zinegen.impose.sheet import Box, Line, Note, Sheet, Side, Size, paper_size
from zinegen.units import MM_PER_INCH
from zinegen.words import word
from zinegen.work import Made, PrintOptions, Shop

INCH = MM_PER_INCH
"""A square is an inch."""
ROUND_LEVEL, ROUND_ROOM = 1.0, 0.25
"""Squares of rock kept round a level and round a room that is cut out: a room of 7 x 10 fits on an A4."""
LEAST_MM, MOST_MM = 4.5, 8.0
"""The strip round a tile on which its neighbours are glued; two of them overlap by twice as much."""
COARSE = 1.4
"""How much farther apart hatching stands than on other maps: a sheet of nothing but passages keeps below 12 % ink."""
DROPPED = {"labels", "secrets", "structure"}


class Drawn(NamedTuple):
    """A level, a room or some passage, drawn at its true size, and where it lies in squares: x0, y0, x1, y1."""

    areas: tuple[Area, ...]
    """What of it has floor: of a level all, of a room itself."""
    picture: Picture
    window: tuple[float, float, float, float]

    @property
    def size(self) -> Size:
        """Width and height in mm."""
        return self.picture.width_mm, self.picture.height_mm


def battlemap(dungeon: Dungeon, options: PrintOptions, shop: Shop) -> list[Made]:
    """Each level: a page that shows what lies where, the level in tiles, then its rooms and passages to cut out.

    An area that is asked for is taken as found, whatever hides it.

    Raises: DungeonError for a level of which players see nothing.
    """
    seen = _unmarked(without_secrets(dungeon, () if options.area is None else (options.area,)))
    paper = paper_size(options.sheet or options.paper)
    press = _Press(dungeon.title, paper)
    draw = partial(_draw, seen, options.ink, options.grid)
    if options.area is not None:
        ((level, area),) = [(level, area) for level in seen.levels for area in level.areas if area.id == options.area]
        press.rooms(level, [draw((level.number, (area.id,)))])
    else:
        levels = [level for level in seen.levels if options.level in (None, level.number)]
        if not levels:
            known = ", ".join(str(number) for number in player_levels(dungeon))
            raise DungeonError(
                f"--level {options.level}: only secrets lead there, so that a map for players shows nothing of it; "
                f"take one of {known}, or name an area of it, such as --area {options.level}-1"
            )
        wanted = {level.number: _wanted(level) for level in levels}
        drawn = iter(shop.map(draw, [(number, ids) for number in wanted for ids in wanted[number]]))
        for level in levels:
            whole, *rooms = [next(drawn) for _ in wanted[level.number]]
            press.level(level, whole, rooms)
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


def _wanted(level: Level) -> list[tuple[str, ...]]:
    """What is drawn of a level: all of it, which is (), its rooms in their order, its passages."""
    rooms = sorted((area for area in level.areas if area.key is not None), key=lambda area: area.key or 0)
    return [(), *((area.id,) for area in rooms), *joined(level)]


def _draw(seen: Dungeon, ink: str, grid: bool, what: tuple[int, tuple[str, ...]]) -> Drawn:
    """A level, or some of its areas."""
    number, ids = what
    level = next(one for one in seen.levels if one.number == number)
    shown, by, areas = level, ROUND_LEVEL, level.areas
    if ids:
        areas = tuple(area for area in level.areas if area.id in ids)
        shown, by = alone(level, *areas, links=True), ROUND_ROOM
        seen = _with(seen, shown, ids)
    window = _around(areas, by)
    style = style_of(ink)
    style = replace(style, coarse=style.coarse * COARSE)
    picture = level_map(seen, number, view="gm", ink=style, mm_per_square=INCH, cartouche=False, legend=False)
    gone = DROPPED if grid else DROPPED | {"grid"}
    layers = tuple(layer for layer in picture.layers if layer.name not in gone)
    x0, y0, x1, y1 = window
    return Drawn(areas, replace(picture, layers=layers, origin=(x0, y0), scale=INCH, width_mm=(x1 - x0) * INCH,
                                height_mm=(y1 - y0) * INCH, spots={}), window)  # fmt: skip


def _with(dungeon: Dungeon, level: Level, ids: tuple[str, ...]) -> Dungeon:
    """Some areas alone; what leads up or down from them still tells which way."""
    links = tuple(link for link in dungeon.links if link.from_.area in ids or link.to.area in ids)
    return msgspec.structs.replace(dungeon, levels=(level,), links=links, entrance=ids[0], goal=ids[0])


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

    def level(self, level: Level, whole: Drawn, rooms: Sequence[Drawn]) -> None:
        """A level: what lies where, its tiles, its rooms."""
        said = word("press", "battlemap", "level", n=level.number)
        first = len(self.sheets) + 1
        self.sheets.append(Sheet(self.paper, Side(())))  # its place: what it tells is known when the rest is laid
        self.marks.append((said, first))
        tiles = self._tiles(said, whole)
        self.marks.append((f"{said}: {word('press', 'battlemap', 'rooms')}", len(self.sheets) + 1))
        found = self.rooms(level, rooms)
        pages = {rect: first + 1 + n for n, rect in enumerate(tiles)}
        self.sheets[first - 1] = index_sheet(
            self.paper, f"{self.title} · {said}", whole.picture, level, pages, found, len(self.sheets), self._add
        )

    def _tiles(self, said: str, whole: Drawn) -> tuple[Rect, ...]:
        """A level on whole sheets, band by band."""
        found, paper, strip = tiling(whole.areas, self.paper)
        page = self._add(whole.picture)
        for number, rect in enumerate(found.rects, 1):
            piece = piece_of(page, whole.size, whole.window[:2], rect, found.rects, strip, "")
            spot = Spot(piece, Box(EDGE_MM, EDGE_MM, piece.shown.width, piece.shown.height))
            told = word("press", "battlemap", "tile", n=number, of=len(found.rects))
            self._sheet(paper, [spot], marks(spot, out=3.0), [], f"{said} · {told}")
        return found.rects

    def rooms(self, level: Level, drawn: Sequence[Drawn]) -> list[tuple[str, list[int]]]:
        """Rooms and passages, several on a sheet, those too large for one in parts; the pages of each room."""
        pieces: list[Piece] = []
        for one in drawn:
            page, name = self._add(one.picture), label_of(level, one.areas)
            if fits(one.size, self.paper):
                pieces.append(Piece(page, one.size, Box(0.0, 0.0, *one.size), name))
                continue
            rects = parts(one.areas, self.paper)
            strip = (ROUND_ROOM * INCH, ROUND_ROOM * INCH)
            for number, rect in enumerate(rects, 1):
                told = word("press", "battlemap", "part", area=name, n=number, of=len(rects))
                pieces.append(piece_of(page, one.size, one.window[:2], rect, rects, strip, told))
        sheets = packed(pieces, self.paper)
        first, pages = len(self.sheets) + 1, dict[int, list[int]]()
        said = word("press", "battlemap", "level", n=level.number)
        for number, spots in enumerate(sheets, 1):
            lines, notes = [], []
            for spot in spots:
                edge, label = border(spot)
                lines += [*edge, *marks(spot, out=0.0)]
                notes.append(label)
                pages.setdefault(spot.piece.page, []).append(first + number - 1)
            told = word("press", "battlemap", "cut", n=number, of=len(sheets))
            self._sheet(self.paper, spots, lines, notes, f"{said} · {told}")
        start = len(self.pictures) - len(drawn) + 1
        return [
            (one.areas[0].id, sorted(set(pages[start + n])))
            for n, one in enumerate(drawn) if one.areas[0].key is not None
        ]  # fmt: skip

    def _sheet(self, paper: Size, spots: Sequence[Spot], lines: list[Line], notes: list[Note], told: str) -> None:
        foot = Note(EDGE_MM, paper[1] - 6.5, f"{told} · {how_to_print(None)}")
        side = Side(tuple(map(printed, spots)), (*lines, *ruler(paper)), (*notes, foot, inch_note(paper)))
        self.sheets.append(Sheet(paper, side))


def tiling(areas: Sequence[Area], paper: Size) -> tuple[Cover, Size, Size]:
    """How a level is cut, on the paper upright or lying, and the strips round a tile at its sides and ends, in mm."""
    ways = {}
    for way in (paper, paper[::-1]):
        most = tuple(int((length - 2 * LEAST_MM) / INCH) for length in room(way))
        ways[most[0], most[1]] = way
    found = cover(areas, list(ways))
    way = ways[found.way]
    strip = [min(MOST_MM, (length - count * INCH) / 2) for length, count in zip(room(way), found.way, strict=True)]
    return found, way, (strip[0], strip[1])


def parts(areas: Sequence[Area], paper: Size) -> tuple[Rect, ...]:
    """The parts of a room that is too large for a sheet."""
    across, down = room(paper)
    strips = 2 * ROUND_ROOM * INCH
    wide, high = int((across - strips) / INCH), int((down - strips - 2 * GAP_MM) / INCH)
    return cover(areas, [(wide, high), (high, wide)]).rects
