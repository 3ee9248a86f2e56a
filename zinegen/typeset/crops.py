"""The local maps over a page of keys: one of all its areas, or a few side by side, and how large they are.

What is asked of the dungeon here are widths and heights in squares; a scale turns them into mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, Protocol

MAP_GAP_MM = 4.0
"""Between two maps side by side."""
MOST_MAPS = 3
"""Side by side on a page."""
ORDERED_ALONE = 5
"""From so many areas on a page, they are parted in the order of their numbers alone."""
COST_MAP = 0.07
"""What each map beyond the first weighs, in pages."""
COST_LOST = 0.3
"""What a map weighs of which nothing but the core is seen."""

Size = tuple[float, float]


class Extents(Protocol):
    """How large pictures are: local maps, in squares, and the view from the side."""

    def side(self, width: float, height: float) -> float:
        """How high the side view comes out in such a box, all in mm."""

    def full(self, areas: tuple[str, ...]) -> Size:
        """Width and height with all that a map of these areas should show."""

    def core(self, areas: tuple[str, ...]) -> Size:
        """Width and height without which it is of no use."""

    def middle(self, area: str) -> Size:
        """Where an area lies, x and y."""

    def level(self, area: str) -> Size:
        """Width and height of the whole level that an area lies on."""


class Crop(NamedTuple):
    """A local map on a page; lengths in mm, x from the left edge of the text."""

    areas: tuple[str, ...]
    x: float
    width: float
    height: float


class Parting(NamedTuple):
    """Areas of a page parted into maps, from west to east; lengths in squares."""

    groups: tuple[tuple[str, ...], ...]
    core: tuple[Size, ...]
    full: tuple[Size, ...]
    level: Size

    def room(self, width_mm: float, scale: float) -> float:
        """What is left of a width beside the cores of all maps, in mm; less than nothing where they do not fit."""
        return width_mm - MAP_GAP_MM * (len(self.groups) - 1) - scale * sum(w for w, _ in self.core)

    def need(self, scale: float) -> float:
        """The least height, in mm."""
        return scale * max(h for _, h in self.core)

    def want(self, scale: float) -> float:
        """The height that shows all there should be, in mm."""
        return scale * max(h for _, h in self.full)

    def cost(self, height: float, scale: float, room: float) -> float:
        """What these maps weigh at a height and with a width to spare, in pages."""
        wide = scale * sum(f[0] - c[0] for f, c in zip(self.full, self.core, strict=True))
        lost_wide = max(0.0, 1 - room / wide) if wide else 0.0
        high = self.want(scale) - self.need(scale)
        lost_high = max(0.0, 1 - (height - self.need(scale)) / high) if high > 0 else 0.0
        return COST_MAP * (len(self.groups) - 1) + COST_LOST * (0.6 * lost_wide + 0.4 * lost_high) / 2

    def crops(self, width_mm: float, height_mm: float, scale: float) -> tuple[Crop, ...]:
        """The maps, the width shared out: to each its core, then what it lacks, then an even part of the rest."""
        room = max(0.0, self.room(width_mm, scale))
        lack = [scale * (f[0] - c[0]) for f, c in zip(self.full, self.core, strict=True)]
        given = min(1.0, room / sum(lack)) if sum(lack) else 0.0
        rest = (room - given * sum(lack)) / len(self.groups)
        crops, x = [], 0.0
        for areas, core, more in zip(self.groups, self.core, lack, strict=True):
            wide = min(scale * core[0] + given * more + rest, width_mm - x)
            crops.append(Crop(areas, x, wide, height_mm))
            x += wide + MAP_GAP_MM
        return tuple(crops)


def partings(areas: tuple[str, ...], extents: Extents) -> list[Parting]:
    """The ways to show areas on one page: together, or parted by their numbers, from west to east, north to south."""
    orders = [areas]
    if 1 < len(areas) < ORDERED_ALONE:
        orders += [tuple(sorted(areas, key=lambda a: (extents.middle(a)[axis], a))) for axis in (0, 1)]
    found: dict[tuple[tuple[str, ...], ...], Parting] = {}
    for maps in range(1, min(MOST_MAPS, len(areas)) + 1):
        for order in orders:
            for cuts in combinations(range(1, len(areas)), maps - 1):
                groups = _groups(order, cuts, areas, extents)
                if groups not in found:
                    core, full = (tuple(size(g) for g in groups) for size in (extents.core, extents.full))
                    found[groups] = Parting(groups, core, full, extents.level(areas[0]))
    return list(found.values())


def _groups(
    order: Sequence[str], cuts: tuple[int, ...], numbered: tuple[str, ...], extents: Extents
) -> tuple[tuple[str, ...], ...]:
    """A row of areas cut into groups; the areas of each by number, the groups from west to east."""
    parts = [order[a:b] for a, b in zip((0, *cuts), (*cuts, len(order)), strict=True)]
    groups = [tuple(sorted(part, key=numbered.index)) for part in parts]
    return tuple(sorted(groups, key=lambda g: (sum(extents.middle(a)[0] for a in g) / len(g), numbered.index(g[0]))))
