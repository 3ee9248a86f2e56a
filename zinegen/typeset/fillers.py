"""Small boxes for the room that keys leave at the end of a column: rumours, who comes to a noise, hit points."""

from __future__ import annotations

from dataclasses import dataclass, field

from zinegen.dungeon.model import SURFACE, Inhabitant, Level, level_of
from zinegen.dungeon.ways import Exit, Way
from zinegen.typeset import matter
from zinegen.typeset.blocks import Block, Box, Para, Part, Run, text
from zinegen.typeset.index import Index
from zinegen.typeset.registers import Registers
from zinegen.typeset.writer import area_ref, creatures, hits, w
from zinegen.units import FT_PER_SQUARE

HEARD = 30
"""Squares from which somebody comes."""
MOST_COME = 4
"""Groups in a box of who comes to a noise."""
STAY = ("flee", "ignores")
"""Reactions of those who do not come."""


@dataclass
class Fillers:
    """The boxes that may still be used: rumours once in the booklet, what wanders once a level."""

    index: Index
    registers: Registers
    rumours: list[Block] = field(default_factory=list)
    wandering: list[Block] = field(default_factory=list)
    _served: set[tuple[str, ...]] = field(default_factory=set)
    """Pages' areas that have had their own boxes: a key that runs over pages gets them once."""

    def begin(self, level: Level) -> None:
        """Begin a level."""
        box = self.registers.wandering_box(level)
        self.wandering = [box] if box else []

    def offered(self, areas: tuple[str, ...]) -> list[Block]:
        """Boxes for a page of these areas, what is of most use there first."""
        own = [] if areas in self._served else [self._noise(areas), self._fights(areas)]
        self._served.add(areas)
        found = [*self.wandering, *self.rumours, *own]
        return [box for box in found if box is not None]

    def used(self, box: Block) -> None:
        """Take a box out of the store."""
        for store in (self.rumours, self.wandering):
            if box in store:
                store.remove(box)

    def _noise(self, areas: tuple[str, ...]) -> Block | None:
        """Who lives near, on other pages, and comes through open ways when there is noise."""
        near: dict[str, int] = {}
        for area in areas:
            for way in (way for exit_ in self.index.exits.get(area, ()) if _open(exit_) for way in exit_.ways):
                if way.to not in (SURFACE, *areas) and way.squares <= HEARD and _open(way) and not way.links:
                    near[way.to] = min(way.squares, near.get(way.to, way.squares))
        lines: list[Part] = []
        for area, squares in sorted(near.items(), key=lambda item: (item[1], item[0])):
            for group in self.index.areas[area].inhabitants:
                if group.reaction not in STAY and len(lines) < MOST_COME:
                    lines.append(self._comes(group, area, squares, level_of(areas[0])))
        return _box(f"noise-{'_'.join(areas)}", w("filler", "noise"), lines) if lines else None

    def _comes(self, group: Inhabitant, area: str, squares: int, level: int) -> Para:
        far = w("filler", "far", n=squares * FT_PER_SQUARE).replace(" ", "\u00a0") if squares else w("filler", "next")
        ref = area_ref(area, level)
        return _line(*ref, Run(f": {creatures(group)}, {far}"))

    def _fights(self, areas: tuple[str, ...]) -> Block | None:
        """Hit points to tick off, of everyone on the page."""
        lines: list[Part] = []
        for area in areas:
            for group in self.index.areas[area].inhabitants:
                boxes = "  ".join(f"☐\u00a0{hp}" for hp in group.stats.hp)
                ref = area_ref(area, level_of(area), page=False)
                lines.append(_line(*ref, Run(f"{matter.GAP}{creatures(group)}  {boxes}")))
        return _box(f"fights-{'_'.join(areas)}", hits(self.index.dungeon), lines) if lines else None


def _open(way: Exit | Way) -> bool:
    """Whether anybody may come that way."""
    shut = way.lock is not None if isinstance(way, Exit) else bool(way.locks)
    return not (shut or way.secret or way.one_way)


def _line(*runs: Run) -> Para:
    return Para("entry", runs)


def _box(id: str, title: str, lines: list[Part]) -> Block:
    return Block(id, "filler", (Box("fillerbox", (Para("boxhead", text(title), "h4"), *lines)),))
