"""The part of a level round a few keyed areas: cut from the geometry, the rest grey, cut corridors labelled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely
from shapely import box

from zinegen.draw.figures import Figure, figures, passings
from zinegen.draw.ground import Ground, largest, survey
from zinegen.draw.labels import Label, apart, label_paths, number, number_within, secret_marks, tag
from zinegen.draw.noise import wobble
from zinegen.draw.pens import BLACK, FAR, WHITE, Pens, pens_for
from zinegen.draw.picture import Layer, Part, Path, Picture, Text
from zinegen.draw.placing import Window, level_of_dungeon, place_marks, prepared_board, spots_of
from zinegen.draw.scene import Scene, Tone
from zinegen.draw.structure import Structure
from zinegen.draw.stubs import Stubs
from zinegen.draw.styles import Style, coloured
from zinegen.draw.walls import resampled
from zinegen.dungeon.model import Area, Dungeon, Level, level_of
from zinegen.dungeon.visible import without_secrets
from zinegen.errors import DungeonError
from zinegen.words import word

MARGIN = 2.4
"""Squares round the areas asked for: their hatching, and enough of a corridor to see where it goes."""
LEAST_MARGIN = 1.4
LONG = 13.0
"""Squares of a very long room that must be seen; the rest may be torn off at the edge."""
FOCUS = 1.2
"""How far black ink reaches beyond the areas asked for."""
FAR_TEXT = "#8a8a8a"

Span = tuple[float, float]


class Boxes:
    """The boxes of a level's areas in squares, each reckoned once: x0, y0, x1, y1. Cheap, for the planner."""

    def __init__(self, level: Level) -> None:
        self._own = {a.id: _bounds(a) for a in level.areas if len(a.outline) >= 3}
        self._full = dict(self._own)
        landings = {a.id for a in level.areas if a.kind == "landing"} & set(self._own)
        for p in level.portals:
            for a, b in (p.between, p.between[::-1]):
                if b in landings and a in self._own:
                    self._full[a] = _union([self._full[a], self._own[b]])
        self.level = _grown(_union(self._own.values()), MARGIN)
        """All of it, with a margin."""

    def full(self, areas: Sequence[str]) -> Window:
        """All that a crop of these areas should show: their boxes with a margin, landings at their doors taken in."""
        return _grown(_union(self._full[a] for a in areas), MARGIN)

    def core(self, areas: Sequence[str]) -> Window:
        """That without which it is of no use: what is very long cut short at the end farther from the others."""
        boxes = [self._own[a] for a in areas]
        spans = []
        for low, high in ((0, 2), (1, 3)):
            total = sum((b[low] + b[high]) / 2 for b in boxes)
            cut = [_cut((b[low], b[high]), total, len(boxes)) for b in boxes]
            spans.append((min(c[0] for c in cut), max(c[1] for c in cut)))
        return _grown((spans[0][0], spans[1][0], spans[0][1], spans[1][1]), LEAST_MARGIN)

    def middle(self, area: str) -> tuple[float, float]:
        """Where an area lies."""
        x0, y0, x1, y1 = self._own[area]
        return (x0 + x1) / 2, (y0 + y1) / 2


def local_extent(dungeon: Dungeon, area_ids: Sequence[str]) -> tuple[float, float]:
    """Width and height in squares that a crop wants, its margin in it."""
    x0, y0, x1, y1 = Boxes(_level(dungeon, area_ids)).full(area_ids)
    return x1 - x0, y1 - y0


def local_map(
    dungeon: Dungeon, area_ids: Sequence[str], *, mm_per_square: float, max_width_mm: float, max_height_mm: float,
    view: str = "gm", ink: str | Style = "full", fill: bool = False,
) -> Picture:  # fmt: skip
    """The map round keyed areas of one level.

    Args:    area_ids: one or more, of one level. mm_per_square: the level's scale; it shrinks only where the core of
             the areas would else not fit the given box. view, ink: as for a whole map. fill: show as much of what
             lies round the areas as the box holds.
    Returns: a picture as large as its content wants, never larger than the box.
    Raises:  DungeonError for areas that the level lacks; RecipeError for an unknown ink.
    """
    if view == "player":
        dungeon = without_secrets(dungeon)
    level = _level(dungeon, area_ids)
    boxes = Boxes(level)
    core, full = boxes.core(area_ids), boxes.full(area_ids)
    mm = min(mm_per_square, max_width_mm / (core[2] - core[0]), max_height_mm / (core[3] - core[1]))
    most = boxes.level if fill else full
    x0, x1 = _seen((core[0], core[2]), (full[0], full[2]), (most[0], most[2]), max_width_mm / mm)
    y0, y1 = _seen((core[1], core[3]), (full[1], full[3]), (most[1], most[3]), max_height_mm / mm)
    return _Crop(dungeon, level, tuple(area_ids), (x0, y0, x1, y1), mm, pens_for(ink, mm), view).picture()


def _seen(core: Span, full: Span, most: Span, room: float) -> Span:
    """What is seen along one axis: the core, then what lies round it, then the level, as far as there is room."""
    inner, outer = (core, full) if room < full[1] - full[0] else (full, most)
    length = min(room, outer[1] - outer[0])
    start = min(max((inner[0] + inner[1] - length) / 2, outer[0]), outer[1] - length)
    return start, start + length


def _level(dungeon: Dungeon, area_ids: Sequence[str]) -> Level:
    """The level that all the areas lie on."""
    if not area_ids:
        raise DungeonError("a local map wants one area at least")
    level = level_of_dungeon(dungeon, level_of(area_ids[0]))
    missing = set(area_ids) - {a.id for a in level.areas}
    if missing:
        raise DungeonError(f"level {level.number} has no area {min(missing)}")
    return level


def _cut(span: Span, total: float, count: int) -> Span:
    """At most LONG squares of one of `count` spans, as near to the others as they lie; `total` is of all middles."""
    own = (span[0] + span[1]) / 2
    wish = own if count < 2 else (total - own) / (count - 1)
    length = min(span[1] - span[0], LONG)
    start = min(max(wish - length / 2, span[0]), span[1] - length)
    return start, start + length


def _bounds(area: Area) -> Window:
    xs, ys = [p[0] for p in area.outline], [p[1] for p in area.outline]
    return min(xs), min(ys), max(xs), max(ys)


def _union(boxes: Iterable[Window]) -> Window:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _grown(window: Window, by: float) -> Window:
    return window[0] - by, window[1] - by, window[2] + by, window[3] + by


class _Crop:
    """A crop on its way to a picture."""

    def __init__(
        self,
        dungeon: Dungeon,
        level: Level,
        wanted: tuple[str, ...],
        window: Window,
        mm: float,
        pens: Pens,
        view: str,
    ) -> None:
        self.view = view
        self.dungeon, self.level, self.wanted, self.window, self.mm, self.pens = (
            dungeon,
            level,
            wanted,
            window,
            mm,
            pens,
        )
        self.ground = survey(level, (window[0] - 1.5, window[1] - 1.5, window[2] + 1.5, window[3] + 1.5))
        self.near = frozenset(wanted) | _between(level, frozenset(wanted))
        self.frame = box(*window)
        self.shown = self.frame.buffer(0.3, join_style="mitre")

    def picture(self) -> Picture:
        ground, pens = self.ground, self.pens
        drawn = [f for f in figures(ground, passings(self.dungeon.links, self.level.number)) if self._sees(f.x, f.y)]
        scene = Scene(ground, pens, self.dungeon.seed)
        focus = shapely.union_all([ground.shapes[i] for i in ground.shapes if i in self.near])
        focus = focus.buffer(FOCUS, quad_segs=3).intersection(self.shown)
        far = frozenset(ground.areas) - self.near
        told = Structure(self.dungeon, ground, pens, self.near) if self.view == "gm" else None
        tones = [Tone(FAR, self.shown.difference(focus), far), Tone(BLACK, focus, self.near)]
        labels = self._labels(scene, drawn, told)
        scene.window = self.window
        scene.under = told.lines() if told else []
        layers = scene.layers(tones, [la.box for la in labels])
        layers += told.layer() if told else []
        layers.append(Layer("deckle", (self._deckle(scene.seed),)))
        marks = self._marks()
        if marks:
            layers.append(Layer("secrets", (), tuple(marks)))
        layers.append(Layer("labels", label_paths(labels, pens), tuple(la.text for la in labels)))
        x0, y0, x1, y1 = self.window
        keys = ", ".join(i.split("-", 1)[1] for i in self.wanted)
        slots = {"title": self.dungeon.title, "n": self.level.number, "areas": keys}
        return Picture(
            (x1 - x0) * self.mm, (y1 - y0) * self.mm, self.mm, (x0, y0), tuple(coloured(layers, pens.style)),
            word("legend", "crop_title", **slots), word("legend", "crop_desc", **slots),
            spots_of(ground, self.mm, x0, y0, self.wanted),
        )  # fmt: skip

    def _sees(self, x: float, y: float) -> bool:
        x0, y0, x1, y1 = self.window
        return x0 < x < x1 and y0 < y < y1

    def _labels(self, scene: Scene, drawn: list[Figure], told: Structure | None) -> list[Label]:
        ground, pens = self.ground, self.pens
        board, scene.figures = prepared_board(scene, drawn, self.window)
        if told is not None:
            told.settle(board)
        inner = self.frame.buffer(-0.35, join_style="mitre")
        labels = [
            la for f in scene.figures if f.area in self.near and (la := tag(board, f, ground, pens)) is not None
        ]
        scene.figures += place_marks(board, ground, drawn, small=True)
        keyed = sorted(_keyed(ground), key=lambda a: (ground.shapes[a.id].area, a.key or 0))
        for area in keyed:
            if area.id in self.near:
                shape = ground.shapes[area.id].intersection(inner)
                shape = ground.shapes[area.id] if shape.is_empty else largest(shape)
                labels.append(number(board, area, shape, ground.solid, pens))
        named = set(self.near)
        for area in keyed:
            if area.id not in self.near:
                shape = ground.shapes[area.id].intersection(inner)
                found = number_within(board, area, shape, pens, size=0.85 * pens.number, fill=FAR_TEXT)
                if found is not None:
                    labels.append(found)
                    named.add(area.id)
        scene.figures += place_marks(board, ground, drawn, small=False)
        if told is not None:
            told.place(board)
        for mark in self._marks():
            half = 0.5 * mark.size
            board.block((mark.x - half, mark.y - 0.9 * mark.size, mark.x + half, mark.y + 0.2 * mark.size))
        walls = shapely.union_all([ground.shapes[i].boundary for i in sorted(self.near) if i in ground.shapes])
        walls = walls.intersection(self.frame).buffer(0.2, quad_segs=1)
        stubs = Stubs(ground, self.dungeon.links, self.window, tuple(sorted(self.near)))
        return labels + stubs.labels(board, frozenset(named), walls, pens)

    def _marks(self) -> list[Text]:
        seen = [d for d in self.ground.doorways if d.portal.secret and self._sees(d.x, d.y)]
        near = [d for d in seen if any(i in self.near for i in d.portal.between)]
        far = [d for d in seen if d not in near]
        return apart([*secret_marks(near, self.pens), *secret_marks(far, self.pens, FAR_TEXT)])

    def _deckle(self, seed: int) -> Path:
        """A paper-coloured frame with a torn inner edge, instead of a hard cut."""
        outer = self.frame.buffer(0.6, join_style="mitre").exterior
        inner = self.frame.buffer(-0.26, join_style="mitre").exterior
        torn = wobble(resampled(shapely.get_coordinates(inner)[:-1], 0.4), 0.16, seed + 3)
        return Path((Part("ring", shapely.get_coordinates(outer)[:-1]), Part("ring", torn)), fill=WHITE, evenodd=True)


def _keyed(ground: Ground) -> list[Area]:
    return [a for a in ground.areas.values() if a.key is not None]


def _between(level: Level, wanted: frozenset[str]) -> frozenset[str]:
    """Unkeyed areas that lead to nothing but the areas asked for."""
    plain = {a.id for a in level.areas if a.key is None}
    next_to: dict[str, set[str]] = {i: set() for i in plain}
    for p in level.portals:
        for a, b in (p.between, p.between[::-1]):
            if a in plain:
                next_to[a].add(b)
    out: set[str] = set()
    for start in sorted(plain):
        if start in out:
            continue
        group, border, todo = {start}, set(), [start]
        while todo:
            for other in next_to[todo.pop()]:
                if other in plain and other not in group:
                    group.add(other)
                    todo.append(other)
                elif other not in plain:
                    border.add(other)
        if border and border <= wanted:
            out |= group
    return frozenset(out)
