"""Dungeon -> maps: a whole level on its sheet, or the part round a few keyed areas."""

from __future__ import annotations

import shapely

from zinegen.draw import legend as furnish
from zinegen.draw import waters as wet
from zinegen.draw.figures import door_symbols, figures, passings
from zinegen.draw.ground import Ground, survey
from zinegen.draw.labels import Label, label_paths, number, secret_marks, tag, tag_text
from zinegen.draw.local import Boxes, local_extent, local_map
from zinegen.draw.pens import BLACK, Pens, pens_for
from zinegen.draw.picture import Layer, Picture, Text
from zinegen.draw.placing import Window, level_of_dungeon, place_marks, prepared_board, spots_of
from zinegen.draw.scene import Scene, Tone
from zinegen.draw.structure import Structure
from zinegen.draw.styles import Style, coloured, style_of
from zinegen.draw.symbols import SYMBOLS
from zinegen.dungeon.model import Dungeon, Level
from zinegen.dungeon.visible import without_secrets
from zinegen.words import word

__all__ = ["Boxes", "legend_of", "level_map", "local_extent", "local_map"]

MIN_WIDTH_MM = 100.0
"""Of a sheet with a cartouche or a legend."""
SCALINGS = 3
"""How often a map is drawn anew that came out much smaller than its pens were made for."""
MUCH_SMALLER = 0.957
"""From here on letters would be smaller than they may be: see `pens.LEAST_PT`."""
LEAST_WATER = 0.15
"""Squares of water below which none is seen."""
LEGEND_MM = 1.94
"""mm to the square of a legend without its map."""


def level_map(
    dungeon: Dungeon, number: int, *, view: str = "gm", ink: str | Style = "full", mm_per_square: float = 1.94,
    cartouche: bool = True, legend: bool = True,
    max_width_mm: float | None = None, max_height_mm: float | None = None,
) -> Picture:  # fmt: skip
    """The map of a level.

    Args:    number: of the level. view: "gm", or "player" without anything hidden. ink: "full", "low" or "lines",
             or a name from `styles.STYLES`.
             max_width_mm, max_height_mm: where given, squares shrink until the sheet fits, and the furniture takes
             the whole width.
    Raises:  DungeonError for a level that the dungeon lacks; RecipeError for an unknown ink.
    """
    if view == "player":
        dungeon = without_secrets(dungeon)
    level = level_of_dungeon(dungeon, number)
    ground = survey(level)
    sheet = _Sheet(dungeon, level, ground, view, cartouche, legend)
    return sheet.picture(ink, mm_per_square, max_width_mm, max_height_mm)


def legend_of(
    dungeon: Dungeon, number: int, *, view: str = "gm", ink: str = "full", width_mm: float = 100.0
) -> Picture | None:
    """The legend of a level's map by itself, for a page that shows the map without it; None where it would be empty.

    Raises: as `level_map`.
    """
    if view == "player":
        dungeon = without_secrets(dungeon)
    level = level_of_dungeon(dungeon, number)
    sheet = _Sheet(dungeon, level, survey(level), view, cartouche=False, legend=True)
    entries = furnish.entries(sheet._used(), sheet._ways())
    if not entries:
        return None
    setting = furnish.plan(entries, width_mm, style_of(ink))
    furniture = furnish.Furniture(pens_for(ink, LEGEND_MM), LEGEND_MM, 0.0, 0.0)
    furniture.legend(entries, setting)
    said = ", ".join(entry.text for entry in entries)
    title = word("legend", "legend_title", n=level.number)
    layers = tuple(coloured([furniture.layer("legend")], style_of(ink)))
    return Picture(width_mm, setting.height_mm, LEGEND_MM, (0.0, 0.0), layers, title, said)


def _beside(
    entries: list[furnish.Entry], width_mm: float, compass: tuple[float, float], style: Style
) -> tuple[furnish.Plan, float]:
    """A legend beside scale bar and north arrow, or across under them where it is so much lower; and how far down."""
    beside, under = (furnish.plan(entries, wide, style) for wide in (width_mm - compass[0], width_mm))
    if under.height_mm + compass[1] < max(beside.height_mm, compass[1]):
        return under, compass[1]
    return beside, 0.0


class _Sheet:
    """A level on its way to a picture."""

    def __init__(
        self, dungeon: Dungeon, level: Level, ground: Ground, view: str, cartouche: bool, legend: bool
    ) -> None:
        self.dungeon, self.level, self.ground, self.view = dungeon, level, ground, view
        self.cartouche, self.legend = cartouche, legend
        self.figures = figures(ground, passings(dungeon.links, level.number))

    def picture(self, ink: str | Style, mm: float, max_w: float | None, max_h: float | None) -> Picture:
        entries = furnish.entries(self._used(), self._ways()) if self.legend else []
        least = MIN_WIDTH_MM if self.cartouche or self.legend else 0.0
        style = style_of(ink)
        seen = _grown(self.ground.bounds, style.margin)
        bare = self.legend and not self.cartouche  # a legend without a head has scale and north beside it
        beside = furnish.compass_mm(style) if bare else (0.0, 0.0)
        setting, down = _beside(entries, max_w or max((seen[2] - seen[0]) * mm, least), beside, style)
        above, below = (furnish.head_mm(style) if self.cartouche else 0.0), max(setting.height_mm + down, beside[1])
        room = (max_w, max_h and max(max_h - above - below, 20.0))
        bounds, asked, mm = seen, mm, _scale(seen, mm, *room)
        for _ in range(SCALINGS):
            pens, seen = pens_for(ink, mm), bounds
            scene = Scene(self.ground, pens, self.dungeon.seed)
            told = Structure(self.dungeon, self.ground, pens) if self.view == "gm" else None
            labels, marks = self._labels(scene, pens, told)
            for one in [la.box for la in labels] + (told.outside if told else []):
                seen = _around(seen, _grown(one, 0.3))  # what stands in the rock may want more paper
            reckoned, mm = mm, _scale(seen, asked, *room)
            if mm >= MUCH_SMALLER * reckoned:
                break
        wide, high = seen[2] - seen[0], seen[3] - seen[1]
        width_mm = max_w or max(wide * mm, least)
        left, top = seen[0] - (width_mm / mm - wide) / 2, seen[1] - above / mm
        scene.window = (left, seen[1], left + width_mm / mm, seen[3])
        scene.under = told.lines() if told else []
        layers = scene.layers([Tone(BLACK)], [la.box for la in labels])
        layers += told.layer() if told else []
        if marks:
            layers.append(Layer("secrets", (), tuple(marks)))
        layers.append(Layer("labels", label_paths(labels, pens), tuple(la.text for la in labels)))
        if self.cartouche:
            layers.append(self._head(pens, mm, left, top, width_mm))
        if entries:
            sheet = furnish.Furniture(pens, mm, left, seen[3] + down / mm)
            sheet.legend(entries, setting)
            layers.append(sheet.layer("legend"))
        if bare:
            sheet = furnish.Furniture(pens, mm, left, seen[3] + 1.0 / mm)
            sheet.compass(width_mm)
            layers.append(sheet.layer("compass"))
        title = "map_title_player" if self.view == "player" else "map_title"
        return Picture(
            width_mm, high * mm + above + below, mm, (left, top), tuple(coloured(layers, style)),
            word("legend", title, title=self.dungeon.title, n=self.level.number),
            word("legend", "map_desc", n=self.level.number, areas=sum(a.key is not None for a in self.level.areas)),
            spots_of(self.ground, mm, left, top),
        )  # fmt: skip

    def _labels(self, scene: Scene, pens: Pens, told: Structure | None) -> tuple[list[Label], list[Text]]:
        board, scene.figures = prepared_board(scene, self.figures)
        if told is not None:
            told.settle(board)
        marks = secret_marks(self.ground.doorways, pens)
        labels = [found for f in scene.figures if (found := tag(board, f, self.ground, pens)) is not None]
        scene.figures += place_marks(board, self.ground, self.figures, small=True)
        areas = [a for a in self.ground.areas.values() if a.key is not None]
        for area in sorted(areas, key=lambda a: (self.ground.shapes[a.id].area, a.key)):
            labels.append(number(board, area, self.ground.shapes[area.id], self.ground.solid, pens))
        scene.figures += place_marks(board, self.ground, self.figures, small=False)
        if told is not None:
            told.place(board)
        return labels, marks

    def _head(self, pens: Pens, mm: float, left: float, top: float, width_mm: float) -> Layer:
        head = furnish.Furniture(pens, mm, left, top)
        corner = word("legend", "level", n=self.level.number)
        aside = "" if self.view == "player" else self.level.title  # a level's name may give its secret away
        head.head(self.dungeon.title, aside, corner, width_mm)
        return head.layer("cartouche")

    def _used(self) -> set[str]:
        """The legend's ids of all that this map shows."""
        used = {SYMBOLS[f.symbol].legend or f.symbol for f in self.figures}
        for d in self.ground.doorways:
            used.update(door_symbols(d))
        for area in self.ground.areas.values():
            used |= {f.kind for f in area.features} & {"chasm", "gallery"}
        if self.view == "gm":
            used |= Structure(self.dungeon, self.ground, pens_for("full", LEGEND_MM)).legend()
        return used | ({"water"} if self._shows_water() else set())

    def _shows_water(self) -> bool:
        """Whether any water is seen; a bridge may cover all there is."""
        bridges = shapely.union_all([f.footprint for f in self.figures if f.symbol == "bridge"])
        water = [
            wet.outlined(f).intersection(self.ground.shapes[area.id])
            for area in self.ground.areas.values()
            for f in area.features
            if f.kind in wet.FLOWING
        ]
        seen: float = shapely.union_all(water).difference(bridges.buffer(0.2)).area
        return seen > LEAST_WATER

    def _ways(self) -> list[tuple[str, int]]:
        """The tags on this map, each once: what it says and the way of its triangle."""
        found = {tag_text(f.passing, self.level.number) for f in self.figures if f.passing is not None}
        return sorted((t for t in found if t[1]), key=lambda t: (-t[1], t[0]))


def _grown(box: Window, by: float) -> Window:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _around(a: Window, b: Window) -> Window:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _scale(seen: Window, mm: float, max_w: float | None, max_h: float | None) -> float:
    """mm to the square: as asked, or less where a window of squares would not fit a box."""
    fits = [mm, *([max_w / (seen[2] - seen[0])] if max_w else []), *([max_h / (seen[3] - seen[1])] if max_h else [])]
    return min(fits)
