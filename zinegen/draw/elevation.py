"""Dungeon -> side view: how the levels hang together, seen from the south."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely
from shapely import Polygon, box

from zinegen.draw import waters as wet
from zinegen.draw.board import Board
from zinegen.draw.brush import Brush, Well
from zinegen.draw.faces import FACES, advance
from zinegen.draw.labels import DIGIT_HIGH, HALO, Label, label_paths, number
from zinegen.draw.landscape import landscape
from zinegen.draw.noise import seed_number, smooth_noise
from zinegen.draw.pens import BLACK, WHITE, Pens, pens_for
from zinegen.draw.picture import Layer, Part, Path, Picture, Text, line
from zinegen.draw.placing import Window
from zinegen.draw.profile import Box, Profile, Run, profile
from zinegen.draw.rock import clumps, slanted
from zinegen.draw.sidelinks import PASSAGE, furnish, sway
from zinegen.draw.styles import coloured
from zinegen.draw.walls import pen_rings, wall_shape
from zinegen.dungeon.model import Dungeon
from zinegen.errors import PageOverflowError
from zinegen.words import word

GUTTER_MM = 23.0
"""For the names of the levels."""
SKY = 5.0
"""Squares above the ground line."""
NAME_LEAST_MM = 1.95
"""The smallest type of a level's name: 5.5 pt. A name that wants it smaller is left out."""
LEAST_STOREY, MOST_STOREY, MOST_STOREY_MM = 6.0, 10.5, 13.0
"""How high a storey is, in squares; where squares are small it may be as high as so many mm."""
BELOW, BELOW_MM = 3.0, 4.6
"""Under the lowest floor: so many squares, for the rock, and so many mm at least, for the note."""
LEAST_SQUARE_MM = 0.2
"""Smaller nothing can be told apart."""


def elevation(dungeon: Dungeon, *, width_mm: float, height_mm: float, ink: str = "full") -> Picture:
    """The side view of a dungeon, at most as large as given; its height follows from the number of levels.

    Areas and links stand at their true east-west places; storeys are drawn equally high, whatever the paper allows.
    Raises: RecipeError for an unknown ink; PageOverflowError where nothing of it could be told apart.
    """
    seen = profile(dungeon)
    span, mm, storey = _measures(dungeon, seen, width_mm, height_mm)
    return _Side(dungeon, seen, span, mm, storey, pens_for(ink, mm)).picture(width_mm)


def elevation_height(dungeon: Dungeon, *, width_mm: float, height_mm: float) -> float:
    """How high the side view comes out in such a box, in mm; cheap, for the planner."""
    _, mm, storey = _measures(dungeon, profile(dungeon), width_mm, height_mm)
    return (len(dungeon.levels) * storey + _below(mm) + SKY) * mm


def _below(mm: float) -> float:
    """How far the picture goes on under the lowest floor, in squares of so many mm."""
    return max(BELOW, BELOW_MM / mm)


def _measures(
    dungeon: Dungeon, seen: Profile, width_mm: float, height_mm: float
) -> tuple[tuple[float, float], float, float]:
    """From where to where it goes in squares, mm to the square, and the height of a storey in squares."""
    x0 = min(a for a, _ in seen.spans.values()) - 2.2
    x1 = max(b for _, b in seen.spans.values()) + 2.2
    levels = len(dungeon.levels)
    least = SKY + LEAST_STOREY * levels
    if height_mm - BELOW_MM < LEAST_SQUARE_MM * least:
        raise PageOverflowError(
            f"the side view has {max(height_mm, 0.0):.0f} mm of its page left, beside the table of the levels; "
            "shorten the titles of the levels"
        )
    mm = min((width_mm - GUTTER_MM) / (x1 - x0), 3.2, height_mm / (least + BELOW), (height_mm - BELOW_MM) / least)
    most = max(MOST_STOREY, MOST_STOREY_MM / mm)
    return (x0, x1), mm, min(max((height_mm / mm - SKY - _below(mm)) / levels, LEAST_STOREY), most)


class _Side:
    """A side view on its way to a picture. y is 0 at the ground line; level n has its floor at n storeys."""

    def __init__(
        self, dungeon: Dungeon, seen: Profile, span: tuple[float, float], mm: float, storey: float, pens: Pens
    ) -> None:
        self.dungeon, self.seen, self.span, self.mm, self.storey, self.pens = dungeon, seen, span, mm, storey, pens
        self.seed = seed_number(dungeon.seed, "side view")
        self.numbers = {lv.number: n for n, lv in enumerate(dungeon.levels, 1)}
        self.shapes: dict[str, Any] = {}
        self.water: list[Any] = []

    def floor_of(self, level: int) -> float:
        """The height of a level's floor, downwards; the surface lies at 0."""
        return self.numbers.get(level, 0) * self.storey

    def picture(self, width_mm: float) -> Picture:
        pens, solid = self.pens, self._solid()
        width = width_mm / self.mm
        left = self.span[0] - (width - (self.span[1] - self.span[0]) + GUTTER_MM / self.mm) / 2
        bottom = self.floor_of(self.dungeon.levels[-1].number) + _below(self.mm)
        layers = [self._rock(solid), Layer("floor", (Path(wet.fills(solid), fill=WHITE, evenodd=True),))]
        layers += self._pools()
        walls = wall_shape(solid, pens.wall).intersection(box(self.span[0] - 9, 0.05, self.span[1] + 9, bottom + 9))
        layers.append(
            Layer("walls", (Path(pen_rings(walls, 0.8, 0.05 * pens.k, self.seed), fill=BLACK, evenodd=True),))
        )
        well = Well(pens, BLACK)
        for run in self.seen.runs:
            behind = [self.floor_of(n) for n in self.numbers if run.upper < n < run.lower]
            furnish(well, run, self.floor_of(run.upper), self.floor_of(run.lower), behind)
        columns = self._columns()
        labels, taken = self._labels(solid, left, width, bottom, columns)
        for x0, top, x1, y in columns:
            if not any(a < x1 + 0.1 and c > x0 - 0.1 and b < y and d > top for a, b, c, d in taken):
                brush = Brush(well, (x0 + x1) / 2, 0)
                brush.shape(Part("ring", np.array([(-0.2, top), (0.2, top), (0.2, y), (-0.2, y)])), "thin")
        layers.append(Layer("features", well.paths()))
        doors = [(r.x - r.half - 0.4, r.x + r.half + 0.4) for r in self.seen.runs if r.upper == 0]
        entrance = next((r.x for r in self.seen.runs if r.upper == 0), None)
        layers.append(landscape(self.span, doors, entrance, pens, self.seed))
        layers.append(labels)
        return Picture(
            width_mm, (bottom + SKY) * self.mm, self.mm, (left, -SKY), tuple(coloured(layers, self.pens.style)),
            word("legend", "side_title", title=self.dungeon.title),
            word("legend", "side_desc", levels=len(self.dungeon.levels)),
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------ geometry

    def _solid(self) -> Any:
        """All that is hollow, as one shape."""
        parts = []
        for level in self.dungeon.levels:
            n, y = level.number, self.floor_of(level.number)
            a, b = self.seen.spans[n]
            parts.append(box(a, y - PASSAGE, b, y))
            for shown in self.seen.boxes[n]:
                shape = self._room(shown, y)
                self.shapes[shown.area.id] = shape
                parts.append(shape)
        parts += [self._well_of(run) for run in self.seen.runs if run.link.kind != "teleporter"]
        return shapely.union_all(parts).buffer(0)

    def _room(self, shown: Box, y: float) -> Any:
        """An area as a box: halls vaulted, caves uneven, others flat; a basin where there is water."""
        x0, x1, area = shown.x0, shown.x1, shown.area
        most = self.storey - 2.6
        high = min({"hall": 3.9, "cave": 4.0}.get(area.kind, 3.1), most)
        if area.kind == "cave":
            t = np.linspace(0, math.pi, 19)
            rim = np.stack(
                [(x0 + x1) / 2 - (x1 - x0) / 2 * np.cos(t), y - high * (0.35 + 0.65 * np.sin(t) ** 0.6)], axis=1
            )
            rim[:, 1] += 0.35 * smooth_noise(rim, 1.7, self.seed) * np.sin(t)
            shape = Polygon([(x0, y), *rim.tolist(), (x1, y)])
        elif area.kind == "hall" or area.shape in ("circle", "oval", "octagon"):
            spring, t = y - min(2.1, high * 0.6), np.linspace(0, math.pi, 13)
            vault = [
                (x0 + (x1 - x0) * v / math.pi, spring - (y - spring) * (high / (y - spring) - 1) * math.sin(v))
                for v in t
            ]
            shape = Polygon([(x0, y), *vault, (x1, y)])
        else:
            shape = box(x0, y - high, x1, y)
        kinds = {f.kind for f in area.features}
        if kinds & {"lake", "pool", "river", "stream"} and x1 - x0 > 3.4:
            basin = self._basin(shown, y)
            self.water.append(basin)
            shape = shape.union(basin)
        return shape.buffer(0)

    def _basin(self, shown: Box, y: float) -> Any:
        """Water below a floor, clear of the links."""
        inner = (shown.x0 + 0.6, shown.x1 - 0.6)
        for r in self.seen.runs:
            if inner[0] < r.x < inner[1]:
                inner = (
                    (inner[0], r.x - r.half - 0.5)
                    if r.x - inner[0] > inner[1] - r.x
                    else (r.x + r.half + 0.5, inner[1])
                )
        a, b = inner
        if b - a < 1.2:
            a, b = shown.x0 + 0.4, shown.x0 + 1.6
        t = np.linspace(0, math.pi, 9)
        return Polygon([((a + b) / 2 - (b - a) / 2 * math.cos(v), y - 0.02 + 0.85 * math.sin(v) ** 0.7) for v in t])

    def _well_of(self, run: Run) -> Any:
        """The hollow of a link, from the floor of its upper end into its lower one."""
        top = self.floor_of(run.upper) - (0.3 if run.upper else 0.0)
        low = self.floor_of(run.lower) - 0.3
        if run.link.kind == "chute":
            y = np.linspace(top, low, 17)
            x = [run.x + sway(v, top, low) for v in y.tolist()]
            return shapely.linestrings(np.stack([x, y], axis=1)).buffer(run.half, cap_style="flat")
        if run.link.kind == "chasm_sight":
            y = np.linspace(top, low, 12)
            shake = 0.4 * smooth_noise(np.stack([np.full(12, run.x), y], axis=1), 1.1, self.seed + 1)
            sides = [np.stack([run.x + s * run.half + shake * s, y], axis=1) for s in (-1, 1)]
            return Polygon(np.concatenate([sides[0], sides[1][::-1]])).buffer(0)
        return box(run.x - run.half, top, run.x + run.half, low)

    # -------------------------------------------------------------------------------------------- layers

    def _rock(self, solid: Any) -> Layer:
        p = self.pens
        below = box(self.span[0] - 30, 0.35, self.span[1] + 30, 999)
        if p.ink == "lines":
            strokes = slanted(solid, gap=0.3 * p.k**0.5, reach=0.62 * p.k**0.5, keep=below)
        else:
            gap = (0.22 if p.ink == "full" else 0.32) * p.k**0.5
            keep = below.intersection(solid.buffer(2.2).envelope)
            strokes = clumps(
                solid, gap=gap, band=(1.0 if p.ink == "full" else 0.8) * p.k**0.5, seed=self.seed, keep=keep
            )
        return Layer("rock", (Path((Part("ticks", strokes),), stroke=BLACK, width=p.hatch),))

    def _pools(self) -> list[Layer]:
        if not self.water:
            return []
        p, water = self.pens, shapely.union_all(self.water)
        paths = [Path(wet.fills(water), fill=p.shade, evenodd=True)] if p.shade != WHITE else []
        x = [w.bounds for w in self.water]
        tops = tuple(line([(b[0], b[1]), (b[2], b[1])]) for b in x)
        waves = wet.ripples(water, self.seed + 5, 0.7 * p.k, np.zeros((0, 4)))
        return [Layer("water", (*paths, Path((*tops, *waves), stroke=BLACK, width=p.thin)))]

    def _columns(self) -> list[Window]:
        """The columns in halls, as boxes."""
        out = []
        for level in self.dungeon.levels:
            y = self.floor_of(level.number)
            for shown in self.seen.boxes[level.number]:
                shape = self.shapes[shown.area.id].buffer(-0.3)
                for x in sorted({round(f.at[0], 1) for f in shown.area.features if f.kind == "column"}):
                    if not (shown.x0 + 0.6 < x < shown.x1 - 0.6) or any(
                        abs(r.x - x) < r.half + 0.5 for r in self.seen.runs
                    ):
                        continue
                    top = shape.intersection(shapely.linestrings([(x, y - 9), (x, y)])).bounds
                    if len(top) == 4 and not math.isnan(top[1]):
                        out.append((x - 0.2, top[1], x + 0.2, y))
        return out

    # -------------------------------------------------------------------------------------------- labels

    def _labels(
        self, solid: Any, left: float, width: float, bottom: float, columns: list[Window]
    ) -> tuple[Layer, list[Window]]:
        """All texts, and the boxes of the numbers: clear of columns where there is room, else in their stead."""
        pens = self.pens
        board = Board((left, -SKY, left + width, bottom + 1))
        for run in self.seen.runs:
            board.block(
                (
                    run.x - run.half - 0.1,
                    self.floor_of(run.upper) - 0.4,
                    run.x + run.half + 0.1,
                    self.floor_of(run.lower),
                )
            )
        for water in self.water:
            board.block_shape(water)
        for x0, top, x1, y in columns:
            board.soften(box(x0 - 0.25, top, x1 + 0.25, y))
        texts = self._margin_texts(left, bottom)
        for text in texts:
            across = advance(text.face, text.text) * FACES[text.face].spare * text.size
            board.block((text.x - 0.3, text.y - DIGIT_HIGH * text.size - 0.3, text.x + across + 0.3, text.y + 0.3))
        labels: list[Label] = []
        for level in self.dungeon.levels:
            for shown in self.seen.boxes[level.number]:
                labels.append(number(board, shown.area, self.shapes[shown.area.id], solid, pens))
        texts += [la.text for la in labels] + self._link_names(board, solid)
        rules = []
        for level in self.dungeon.levels:
            y = self.floor_of(level.number)
            a, b = self.seen.spans[level.number]
            rules += _dashes(left + 0.1, a - 1.6, y) + _dashes(b + 1.6, left + width - 0.2, y)
        paths = (Path(tuple(rules), stroke=BLACK, width=pens.thin), *label_paths(labels, pens))
        return Layer("labels", paths, tuple(texts)), [la.box for la in labels]

    def _margin_texts(self, left: float, bottom: float) -> list[Text]:
        """What stands at the left edge, whatever the levels look like: their names, and the note below them."""
        letter = self.pens.style.letter
        levels = [(lv.number, lv.title, left, self.floor_of(lv.number)) for lv in self.dungeon.levels]
        names = [text for level in levels for text in self._level_name(*level)]
        return [
            *names,
            Text(left + 0.2, bottom - 0.4, word("legend", "side", "note"), letter(2.2) / self.mm, "aside", "start"),
        ]

    def _level_name(self, number: int, title: str, left: float, y: float) -> list[Text]:
        mm, room, style = self.mm, self._name_room(number, left), self.pens.style
        first, second = style.letter(2.9), style.letter(2.4)
        size = min(second, room / max(style.across("aside", title), 0.1)) if title else 0.0
        named = size >= max(NAME_LEAST_MM, style.letter_mm)
        rise = 2.0 + second if named or not style.letter_mm else 1.3  # over the floor's line, or over its name
        out = [Text(left + 0.1, y - rise / mm, word("legend", "level", n=number), first / mm, "strong", "start")]
        if named:
            out.append(Text(left + 0.1, y - 1.3 / mm, title, size / mm, "aside", "start"))
        return out

    def _name_room(self, number: int, left: float) -> float:
        """How long a level's name may be, in mm: up to what is hollow beside it, and the hatching of that."""
        passing = (
            r.x - r.half
            for r in self.seen.runs
            if self.floor_of(r.upper) < self.floor_of(number) <= self.floor_of(r.lower)
        )
        west = min(self.seen.spans[number][0], *passing, math.inf)
        return max(GUTTER_MM - 2.5, (west - left) * self.mm - 5.0)

    def _link_names(self, board: Board, solid: Any) -> list[Text]:
        """The kind of each link, in the rock beside it, where there is room."""
        out, size = [], self.pens.style.letter(2.2) / self.mm
        rock = solid.buffer(0.3, quad_segs=2)
        for run in self.seen.runs:
            text = word("legend", "side", "links", run.link.kind)
            w, h = advance("aside", text) * size * 1.1 + 0.3, DIGIT_HIGH * size + 0.5
            y = (self.floor_of(run.lower - 1 if run.lower > 1 else 0) + self.floor_of(run.lower) - PASSAGE) / 2
            around = box(run.x - w - 3, y - 2.2, run.x + w + 3, y + 2.2).difference(rock)
            if run.upper == 0:
                around = around.intersection(box(-999, 0.6, 999, 999))
            mask, where = (
                board.cells_of(around)
                if not around.is_empty
                else (np.zeros((0, 0), dtype=bool), (slice(0), slice(0)))
            )
            spot = board.find(mask, where, (w, h), (run.x, y), reach=0, pull=1.0) if mask.size else None
            if spot is not None:
                board.block(spot.box)
                out.append(Text(spot.x, spot.y + 0.33 * size, text, size, "aside", halo=1.3 * HALO * self.pens.k))
        return out


def _dashes(x0: float, x1: float, y: float) -> list[Part]:
    return [line([(x, y), (min(x + 0.6, x1), y)]) for x in np.arange(x0, x1 - 0.2, 1.0).tolist()]
