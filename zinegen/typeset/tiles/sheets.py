"""Sheets of tiles: the set with backs, tags and markers to cut out; a card of rules; the labyrinth assembled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from zinegen.draw.brush import Brush, Well
from zinegen.draw.faces import advance
from zinegen.draw.pens import BLACK, WHITE
from zinegen.draw.picture import Layer, Part, Path, Picture, Text, box, line
from zinegen.draw.symbols import SYMBOLS
from zinegen.dungeon.model import Area, Dungeon, Inhabitant, Level
from zinegen.tileset import Tile, TileSet
from zinegen.typeset.tiles.art import SIDE, STYLES, TILE_MM, face, pens, put_rubble, put_symbol
from zinegen.typeset.tiles.words import marker_lines, t
from zinegen.typeset.writer import capital
from zinegen.units import PAPERS_MM

UNIT = TILE_MM / SIDE
"""mm to a unit of a picture."""
GREY = "#8a8a8a"
EDGE_MM = 9.0
"""What a printer may not reach, with some to spare."""
MARKER_MM = (30.0, 15.0)


@dataclass(slots=True)
class Sheet:
    """One side of paper, in mm; what is drawn on it is gathered and becomes one picture."""

    width: float
    height: float
    ink: str
    floors: list[Part] = field(default_factory=list)
    walls: list[Part] = field(default_factory=list)
    hatch: list[Part] = field(default_factory=list)
    cuts: list[Part] = field(default_factory=list)
    frames: list[Part] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    well: Well = field(init=False)

    def __post_init__(self) -> None:
        self.well = Well(pens(self.ink), BLACK)

    def tile(self, x_mm: float, y_mm: float, tile: Tile | None, edges: str, style: int, scale: float = 1.0) -> None:
        """Draw a tile with its north-west corner at a place; None for a collapsed segment."""
        chamber = tile.kind != "corridor" if tile else sum(edge != "-" for edge in edges) > 1
        rough = tile is None
        kept = 0 if tile is not None and tile.holds in ("stairs", "trapdoor") else style
        found = face(edges, chamber, kept, self.ink, rough)
        x, y = x_mm / UNIT, y_mm / UNIT
        self.floors += [Part(part.kind, part.points * scale + (x, y)) for part in found.floor]
        self.walls += [Part(part.kind, part.points * scale + (x, y)) for part in found.walls]
        self.hatch += [Part(part.kind, part.points * scale + (x, y)) for part in found.hatch]
        small = Well(self.well.pens, BLACK)
        if tile is None:
            put_rubble(small, 0, 0)
        else:
            put_symbol(small, tile.holds, tile.kind, 0, 0)
        for kind, parts in small._parts.items():
            self.well.add(kind, [Part(part.kind, part.points * scale + (x, y)) for part in parts])

    def say(self, x_mm: float, y_mm: float, text: str, size_mm: float, look: str = "label", anchor: str = "start",
            halo: float = 0.0, fill: str = BLACK) -> None:  # fmt: skip
        """A line of text, its baseline at y."""
        self.texts.append(Text(x_mm / UNIT, y_mm / UNIT, text, size_mm / UNIT, look, anchor, fill, halo))  # type: ignore[arg-type]

    def write(
        self, x_mm: float, y_mm: float, width_mm: float, text: str, size_mm: float, look: str = "label"
    ) -> float:
        """Text over as many lines as it takes; returns where the next line would stand."""
        row = ""
        for word in text.split():
            longer = f"{row} {word}".strip()
            if advance(look, longer) * size_mm > width_mm and row:
                self.say(x_mm, y_mm, row, size_mm, look)
                y_mm, row = y_mm + 1.32 * size_mm, word
            else:
                row = longer
        self.say(x_mm, y_mm, row, size_mm, look)
        return y_mm + 1.32 * size_mm

    def cut(self, *points: tuple[float, float]) -> None:
        """A line to cut along."""
        self.cuts.append(line([(x / UNIT, y / UNIT) for x, y in points]))

    def frame(self, x: float, y: float, wide: float, high: float) -> None:
        """A box."""
        self.frames.append(box(x / UNIT, y / UNIT, (x + wide) / UNIT, (y + high) / UNIT))

    def picture(self, title: str) -> Picture:
        """The whole sheet."""
        p = self.well.pens
        dashes = {"stroke": GREY, "width": 0.1 / UNIT, "dash": (1.6 / UNIT, 1.2 / UNIT)}
        drawn: list[tuple[str, list[Part], dict[str, Any]]] = [
            ("hatch", self.hatch, {"stroke": BLACK, "width": p.hatch}),
            ("floors", self.floors, {"fill": WHITE, "evenodd": True}),
            ("walls", self.walls, {"fill": BLACK, "evenodd": True}),
        ]
        lines: list[tuple[str, list[Part], dict[str, Any]]] = [
            ("cuts", self.cuts, dashes),
            ("frames", self.frames, {"stroke": BLACK, "width": 0.2 / UNIT}),
        ]
        layers = (
            *(Layer(name, (Path(tuple(parts), **look),)) for name, parts, look in drawn if parts),
            Layer("symbols", self.well.paths()),
            *(Layer(name, (Path(tuple(parts), **look),)) for name, parts, look in lines if parts),
            Layer("labels", (), tuple(self.texts)),
        )
        return Picture(self.width, self.height, UNIT, (0.0, 0.0), layers, title)


def blank(paper: str, ink: str) -> Sheet:
    """An empty sheet."""
    return Sheet(*PAPERS_MM[paper], ink)


def grid_of(paper: str) -> tuple[int, int, float, float]:
    """How many tiles go across and down a sheet, and where the first begins, in mm: in the middle, for the backs."""
    width, height = PAPERS_MM[paper]
    across, down = int((width - 2 * EDGE_MM) // TILE_MM), int((height - 2 * EDGE_MM) // TILE_MM)
    return across, down, (width - across * TILE_MM) / 2, (height - down * TILE_MM) / 2


def tile_sheets(tiles: TileSet, paper: str, ink: str) -> Iterator[Picture]:
    """Every tile of a set, so many as it says, on sheets to be printed on both sides."""
    every = [tile for tile in tiles.tiles if not tile.loose]
    every += [tile for tile in tiles.tiles if tile.loose for _ in range(tile.count)]
    across, down, left, top = grid_of(paper)
    for first in range(0, len(every), across * down):
        front, count = blank(paper, ink), 0
        for n, tile in enumerate(every[first : first + across * down]):
            x, y = left + n % across * TILE_MM, top + n // across * TILE_MM
            edges = tile.edges.replace("?", "p")
            front.tile(x, y, tile, edges, (first + n) % STYLES)
            if tile.kind == "gate":
                front.say(x + TILE_MM / 2, y + 8.2, t("gate"), 3.0, "strong", "middle", halo=1.0)
            count = n + 1
        _grid(front, across, -(-count // across), left, top)
        _mark(front)
        yield front.picture(t("front"))
        back = blank(paper, ink)
        for n in range(count):
            column, row = across - 1 - n % across, n // across
            _back(back, left + column * TILE_MM, top + row * TILE_MM)
        yield back.picture(t("back"))


def _grid(
    sheet: Sheet, across: int, down: int, left: float, top: float, wide: float = TILE_MM, high: float = TILE_MM
) -> None:
    """Lines to cut along, a little longer than the tiles."""
    over = 4.0
    for n in range(across + 1):
        sheet.cut((left + n * wide, top - over), (left + n * wide, top + down * high + over))
    for n in range(down + 1):
        sheet.cut((left - over, top + n * high), (left + across * wide + over, top + n * high))


def _mark(sheet: Sheet) -> None:
    """A measure to check the printer by."""
    x, y = EDGE_MM, sheet.height - 5.0
    sheet.frames.append(line([(x / UNIT, y / UNIT), ((x + 30.0) / UNIT, y / UNIT)]))
    sheet.say(x + 32.0, y + 0.8, t("measure"), 2.4)


def _back(sheet: Sheet, x: float, y: float) -> None:
    """The back of a tile: the gate in a frame; the same whichever way it is turned."""
    for inset in (2.0, 3.0):
        sheet.frame(x + inset, y + inset, TILE_MM - 2 * inset, TILE_MM - 2 * inset)
    middle = ((x + TILE_MM / 2) / UNIT, (y + TILE_MM / 2) / UNIT)
    SYMBOLS["goal"].draw(Brush(sheet.well, *middle), 3.4, 3.4)


def markers(dungeon: Dungeon, paper: str, ink: str) -> list[Picture]:
    """Tags for three levels, a marker for the party, and one for each group of monsters that may be left alive."""
    width, height = PAPERS_MM[paper]
    wide, high = MARKER_MM
    across, down = int((width - 2 * EDGE_MM) // wide), int((height - 2 * EDGE_MM - 8) // high)
    left, top = (width - across * wide) / 2, EDGE_MM + 8
    words: list[tuple[str, ...]] = [(t("level", n=n), t("tag")) for n in (1, 2, 3)]
    words += [(t("party"), ""), (t("party"), "")]
    words += [marker_lines(level, area.id, group) for level, area, group in groups(dungeon)]
    out = []
    for first in range(0, len(words), across * down):
        sheet = blank(paper, ink)
        sheet.say(left, EDGE_MM + 3, t("markers"), 4.2, "title")
        found = words[first : first + across * down]
        for n, lines in enumerate(found):
            x, y = left + n % across * wide, top + n // across * high
            for row, text in enumerate(lines):
                size = 3.6 if not row else 2.5
                size = min(size, (wide - 2.5) / max(0.1, advance("strong" if not row else "label", text)))
                sheet.say(x + wide / 2, y + 4.6 + 2.9 * row, text, size, "label" if row else "strong", "middle")
        _grid(sheet, across, -(-len(found) // across), left, top, wide, high)
        out.append(sheet.picture(t("markers")))
    return out


def groups(dungeon: Dungeon) -> Iterator[tuple[Level, Area, Inhabitant]]:
    """Every group of monsters, with its level and its area."""
    for level in dungeon.levels:
        for area in level.areas:
            for group in area.inhabitants:
                yield level, area, group


def rules(title: str, paper: str, ink: str, sections: Sequence[tuple[str, str]]) -> Picture:
    """A card of the rules of play."""
    sheet = blank(paper, ink)
    left, wide = 18.0, sheet.width - 36.0
    sheet.say(left, 24.0, title, 9.0, "title")
    y = sheet.write(left, 33.0, wide, t("lead"), 3.8, "aside") + 4
    for head, text in sections:
        sheet.say(left, y, head, 4.2, "strong")
        y = sheet.write(left, y + 5.4, wide, text, 3.7) + 2.6
    _legend(sheet, left, y + 3)
    return sheet.picture(title)


def _legend(sheet: Sheet, left: float, y: float) -> None:
    """The three kinds of edge, each on a tile."""
    for n, (edges, word) in enumerate((("c-c-", "corridor"), ("p-p-", "passage"), ("--p-", "blank"))):
        x = left + n * (TILE_MM + 16)
        tile = Tile(id="x", edges=edges, kind="corridor" if "c" in edges else "chamber")
        sheet.tile(x, y, tile, edges, 0)
        sheet.frame(x, y, TILE_MM, TILE_MM)
        sheet.say(x + TILE_MM / 2, y + TILE_MM + 4.5, t(word), 3.2, "label", "middle")


def assembled(level: Level, tiles: TileSet, paper: str, ink: str, title: str) -> Picture:
    """A level of the finished labyrinth as it lies on the table, as large as the sheet allows, chambers numbered."""
    sheet = blank(paper, ink)
    known = {tile.id: tile for tile in tiles.tiles}
    xs, ys = [one.at[0] for one in level.laid], [one.at[1] for one in level.laid]
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    room_x, room_y = sheet.width - 2 * EDGE_MM, sheet.height - 2 * EDGE_MM - 14
    mm = min(TILE_MM, room_x / across, room_y / down)
    scale = mm / TILE_MM
    left, top = (sheet.width - across * mm) / 2, EDGE_MM + 12
    sheet.say(EDGE_MM, EDGE_MM + 5, f"{title} · {t('level', n=level.number)}", 5.0, "title")
    keys = {area.id: area.key for area in level.areas}
    for one in level.laid:
        x, y = left + (one.at[0] - min(xs)) * mm, top + (one.at[1] - min(ys)) * mm
        tile = known.get(one.tile)
        sheet.tile(x, y, tile, one.edges, (one.at[0] * 5 + one.at[1] * 3) % STYLES, scale)
        sheet.cut((x, y), (x + mm, y), (x + mm, y + mm), (x, y + mm), (x, y))
        key = keys.get(one.area or "")
        if key is not None:
            sheet.say(
                x + mm * 0.5, y + mm * 0.345, str(key), max(2.2, 4.0 * scale), "number", "middle", halo=1.1 * scale
            )
    return sheet.picture(capital(t("assembled", n=level.number)))
