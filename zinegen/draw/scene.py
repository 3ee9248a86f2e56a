"""Ground and figures -> layers: the one order in which every map is drawn, whole or in part.

A crop is drawn in two tones: what lies round its keyed areas in black, the rest in grey. Each tone is the same
drawing within a region of its own, so that no veil, clip or transparency is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from shapely import box
from shapely.affinity import translate

from zinegen.draw import waters as wet
from zinegen.draw.brush import Well
from zinegen.draw.figures import TRAPS, Figure, draw_doorway
from zinegen.draw.ground import Doorway, Ground
from zinegen.draw.noise import seed_number
from zinegen.draw.pens import BLACK, WHITE, Pens
from zinegen.draw.picture import Layer, Part, Path
from zinegen.draw.rock import clumps, slanted
from zinegen.draw.scan import scan
from zinegen.draw.toner import specks, thin_rock, toner_rock
from zinegen.draw.walls import pen_rings, shaken_shape, wall_shape

FAR_HALO = "#eeeeee"
"""The soft band round what lies outside the keyed areas of a crop."""


@dataclass(frozen=True, slots=True)
class Tone:
    """One colour and the region it holds for; None is everywhere."""

    colour: str
    region: Any = None
    areas: frozenset[str] | None = None
    """The areas whose features are drawn in it; None is all."""


class Scene:
    """A ground about to be drawn: its pens, its waters, and numbers for its noise."""

    def __init__(self, ground: Ground, pens: Pens, seed: str) -> None:
        self.ground, self.pens = ground, pens
        self.figures: list[Figure] = []
        """Set once they have found their places."""
        self.window: tuple[float, float, float, float] | None = None
        """The frame of the picture in squares, for what is filled up to it."""
        self.under: list[Layer] = []
        """Lines that lie on the floor, under doors and furniture."""
        self.seed = seed_number(seed, "level", ground.level.number, "map")
        self.waters = wet.gather(ground, self.seed + 11)
        self.dry = shapely.union_all([self.waters.water, self.waters.chasm])

    def layers(self, tones: Sequence[Tone], calm: Sequence[tuple[float, float, float, float]]) -> list[Layer]:
        """The layers from rock to features. `calm` are boxes of texts, which no ripple crosses."""
        build = {
            "rock": self._rock, "specks": self._specks, "floor": self._floor, "shadow": self._shadow,
            "water": self._water, "grid": self._grid, "lips": self._lips, "chasm": self._chasm, "walls": self._walls,
            "galleries": self._galleries,
        }  # fmt: skip
        seen = [tone for tone in tones if tone.region is None or not tone.region.is_empty]
        layers = []
        for name, make in build.items():
            paths = tuple(p for tone in seen for p in make(tone, calm))
            if paths:
                layers.append(Layer(name, paths))
        return [*layers, *self.under, *self._symbols(tones)]

    def _within(self, shape: Any, tone: Tone) -> Any:
        return shape if tone.region is None else shape.intersection(tone.region)

    def _rock(self, tone: Tone, calm: Any) -> list[Path]:
        p, solid, style = self.pens, self.ground.solid, self.pens.style
        near = tone.colour == BLACK
        if style.rock == "flood":
            frame = box(*(self.window or self.ground.bounds))
            return [Path(wet.fills(frame), fill=style.flood)] if near else []
        if style.rock == "toner":
            shape = self._within(self.toner, tone)
            return [Path(wet.fills(shape), fill=style.flood if near else style.far_flood, evenodd=True)]
        if style.rock == "ticks":
            strokes = slanted(solid, gap=0.3 * p.k**0.5, reach=style.band * p.k**0.5, keep=tone.region)
        else:
            gap, band = _gap(solid.length, p), style.band * p.k**0.5
            strokes = clumps(solid, gap=gap, band=band, seed=self.seed, keep=tone.region, pockets=style.pockets)
        soft = self._within(self._halo(), tone) if style.halo else None
        paths = [Path(wet.fills(soft), fill=style.halo if near else FAR_HALO, evenodd=True)] if soft else []
        return [*paths, Path((Part("ticks", strokes),), stroke=tone.colour, width=p.hatch)] if len(strokes) else paths

    @cached_property
    def toner(self) -> Any:
        """The black round the floor, in the style of a copier."""
        style, solid = self.pens.style, self.ground.solid
        if not style.pockets:
            return thin_rock(solid, style.band * self.pens.k**0.5, self.seed + 17)
        return toner_rock(solid, style.band, self.seed + 17)

    def _halo(self) -> Any:
        return shaken_shape(self.ground.solid.buffer(0.8, quad_segs=3), 0.5, 0.12, self.seed + 19)

    def _floor(self, tone: Tone, calm: Any) -> list[Path]:
        if tone.colour != BLACK:
            return []
        return [Path(wet.fills(self.ground.solid), fill=WHITE, evenodd=True)]

    def _shadow(self, tone: Tone, calm: Any) -> list[Path]:
        """What the walls north and west of a floor throw on it."""
        style, floor = self.pens.style, self.ground.floor
        if not style.shadow or tone.colour != BLACK:
            return []
        deep = 0.36 * self.pens.k
        shade = self._within(floor.difference(translate(floor, deep, deep)), tone)
        return [Path(wet.fills(shade), fill=style.shadow, evenodd=True)] if not shade.is_empty else []

    def _specks(self, tone: Tone, calm: Any) -> list[Path]:
        if not self.pens.style.specks or tone.colour != BLACK:
            return []
        black, white = specks(self.toner, self.ground.solid, self.seed + 23)
        return [Path(parts, fill=ink) for parts, ink in ((black, BLACK), (white, WHITE)) if parts]

    def _water(self, tone: Tone, calm: Any) -> list[Path]:
        water = self._within(self.waters.water, tone)
        if water.is_empty:
            return []
        p = self.pens
        paths = [Path(wet.fills(water), fill=p.shade, evenodd=True)] if p.shade != WHITE else []
        edges = wet.outline_parts(self.waters.water, tone.region)
        if not self.waters.kerbs.is_empty:
            edges += wet.outline_parts(self.waters.kerbs, tone.region)
        paths.append(Path(edges, stroke=tone.colour, width=1.15 * p.thin))
        waves = wet.ripples(water, self.seed + 5, p.k, np.array(calm, dtype=float).reshape(-1, 4))
        return [*paths, Path(waves, stroke=tone.colour, width=0.75 * p.thin)] if waves else paths

    def _grid(self, tone: Tone, calm: Any) -> list[Path]:
        if tone.colour != BLACK:
            return []
        p = self.pens
        region = self._within(self.ground.floor.buffer(-0.13, join_style="mitre"), tone)
        lines = grid_lines(region.difference(self.dry) if not self.dry.is_empty else region)
        if not len(lines):
            return []
        style = p.style
        if not style.grid:
            return [Path((Part("ticks", lines),), stroke=style.grid_colour or tone.colour, width=0.8 * p.dot)]
        return [Path((Part("ticks", lines),), stroke=tone.colour, width=p.dot, dash=(0.0, style.grid))]

    def _chasm(self, tone: Tone, calm: Any) -> list[Path]:
        chasm = self._within(self.waters.chasm, tone)
        if chasm.is_empty:
            return []
        p = self.pens
        strokes = wet.hachures(self.waters.chasm, self.ground.floor, p.k, self.seed + 7)
        if tone.region is not None:
            strokes = strokes[shapely.contains_xy(tone.region, strokes[:, 0, 0], strokes[:, 0, 1])]
        ticks = (Part("ticks", strokes),)
        if p.ink == "full":
            fill = Path(wet.fills(chasm), fill=tone.colour, evenodd=True)
            return [fill, Path(ticks, stroke=WHITE, width=p.thin)]
        edge = wet.outline_parts(self.waters.chasm, tone.region)
        return [Path(edge, stroke=tone.colour, width=p.mid), Path(ticks, stroke=tone.colour, width=p.thin)]

    def _walls(self, tone: Tone, calm: Any) -> list[Path]:
        p = self.pens
        shape = self._within(wall_shape(self.ground.floor, p.wall), tone)
        rings = pen_rings(shape, 0.8, p.style.shake * p.k, self.seed)
        return [Path(rings, fill=tone.colour, evenodd=True)] if rings else []

    def _lips(self, tone: Tone, calm: Any) -> list[Path]:
        """The broken inner line of caves."""
        if tone.colour != BLACK or not self.pens.style.lips:
            return []
        caves = [s for i, s in self.ground.shapes.items() if self.ground.areas[i].shape == "cave"]
        lips = [self._within(c, tone) for c in caves]
        parts = [part for lip in lips for part in wet.lip(lip, self.ground.floor, self.seed + 13, self.pens.k)]
        return [Path(tuple(parts), stroke=tone.colour, width=0.85 * self.pens.thin)] if parts else []

    def _galleries(self, tone: Tone, calm: Any) -> list[Path]:
        parts: list[Part] = []
        for gallery in self.waters.galleries:
            shape = self._within(gallery, tone)
            if not shape.is_empty:
                lines, posts = wet.railings(shape, self.ground.floor)
                parts += [*lines, Part("ticks", posts)]
        return [Path(tuple(parts), stroke=tone.colour, width=self.pens.thin)] if parts else []

    def _symbols(self, tones: Sequence[Tone]) -> list[Layer]:
        """Doors, features and what is dangerous or hidden among them, each apart so that it can be left out."""
        names = ("doors", "features", "traps", "secret_ways")
        found: dict[str, list[Path]] = {name: [] for name in names}
        for tone in tones:
            wells = {name: Well(self.pens, tone.colour) for name in names}
            for doorway in self.ground.doorways:
                if _in_tone(doorway, tone):
                    draw_doorway(doorway, wells["secret_ways" if doorway.portal.secret else "doors"], wells["traps"])
            for figure in self.figures:
                if tone.areas is None or figure.area in tone.areas:
                    figure.draw(wells["traps" if figure.symbol in TRAPS else "features"])
            for name in names:
                found[name] += wells[name].paths()
        return [Layer(name, tuple(paths)) for name, paths in found.items() if paths]


def _in_tone(doorway: Doorway, tone: Tone) -> bool:
    """A door is drawn in the tone of the areas it joins; black wins."""
    if tone.areas is None:
        return True
    near = any(area in tone.areas for area in doorway.portal.between)
    return near if tone.colour == BLACK else all(area in tone.areas for area in doorway.portal.between)


def _gap(length: float, pens: Pens) -> float:
    """The space between hatch strokes: the more wall, the coarser, so that no map outgrows its file."""
    gap: float = 0.2 if length < 600 else 0.24 if length < 1000 else 0.28 if length < 1500 else 0.32
    return gap * pens.style.coarse * float(pens.k**0.5)


def grid_lines(region: Any) -> Any:
    """The grid within a region as strokes (n, 2, 2), each begun at a quarter square, so that all dots agree."""
    if region.is_empty:
        return np.zeros((0, 2, 2))
    found = []
    for along, normal in ((1, (1.0, 0.0)), (0, (0.0, 1.0))):
        runs = scan(region, normal, 1.0)
        ends = np.sort(runs[:, :, along], axis=1)
        runs[:, 0, along] = np.ceil(ends[:, 0] * 4 - 1e-6) / 4
        runs[:, 1, along] = np.floor(ends[:, 1] * 4 + 1e-6) / 4
        runs[:, :, 1 - along] = np.round(runs[:, :, 1 - along])
        found.append(runs[runs[:, 1, along] >= runs[:, 0, along]])
    return np.concatenate(found)
