"""The keyed pages of a level: which keys share a page, under which local map, at which scale.

Every way of cutting the row of keys into pages is weighed and the cheapest taken: few pages, full columns, no key cut
between two columns. A page whose areas lie far apart may carry two maps side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from zinegen.typeset.blocks import Block
from zinegen.typeset.layouts import Product
from zinegen.typeset.plan import Frame, Pourer
from zinegen.units import PT_PER_MM

MOST_KEYS = 8
"""Keys a page, at most."""
MAP_GAP_MM = 3.0
"""Between a map and the columns under it, and between two maps."""
COST_CUT = 0.22
"""What a key cut between two columns weighs, in pages."""
COST_FREE = 1.2
"""What an empty page weighs, in pages; by the square, so that room is shared out."""
COST_TWO_MAPS = 0.08
LEAST_BEGINNING_PT, LEAST_END_PT = 76.0, 20.0
"""What must stand of a key before and after a cut."""
MORE_PAGES = 1.1
"""How many times as many pages a larger scale may take."""

Extent = Callable[[tuple[str, ...]], tuple[float, float]]
"""Area ids -> width and height in squares that a local map of them takes."""


class Crop(NamedTuple):
    """A local map on a page; lengths in mm, x from the left edge of the text."""

    areas: tuple[str, ...]
    x: float
    width: float
    height: float


class KeyPage(NamedTuple):
    """A page of keys: its maps and the blocks of its columns."""

    crops: tuple[Crop, ...]
    columns: tuple[tuple[Block, ...], ...]
    areas: tuple[str, ...]

    @property
    def map_height(self) -> float:
        """The height of its maps in mm."""
        return max((crop.height for crop in self.crops), default=0.0)


@dataclass(frozen=True)
class Folder:
    """Folds the keys of a level into pages. width and height: the page's text, in mm."""

    pourer: Pourer
    product: Product
    width: float
    height: float
    extent: Extent

    @property
    def column_width(self) -> float:
        """In mm."""
        return (self.width - self.product.gutter * (self.product.columns - 1)) / self.product.columns

    def fold(self, blocks: Sequence[Block]) -> tuple[float, list[KeyPage]]:
        """The pages of a level and the scale of its local maps in mm a square."""
        plans = [(scale, *self._cheapest(blocks, scale)) for scale in self.product.scales]
        fewest = min(len(pages) for _, _, pages in plans)
        allowed = max(fewest, int(fewest * MORE_PAGES))
        best = min(cost for _, cost, pages in plans if len(pages) <= allowed)
        for scale, cost, pages in plans:
            if len(pages) <= allowed and cost <= best + 0.1 * fewest:
                return scale, pages
        raise AssertionError("one plan has the fewest pages")

    def _cheapest(self, blocks: Sequence[Block], scale: float) -> tuple[float, list[KeyPage]]:
        count = len(blocks)
        costs = [inf] * count + [0.0]
        chosen: list[list[KeyPage]] = [[] for _ in range(count)]
        following = [0] * count
        for first in range(count - 1, -1, -1):
            for after in range(first + 1, min(count, first + MOST_KEYS) + 1):
                page = self._page(blocks[first:after], scale)
                if page is None and after > first + 1:
                    if self._too_much(blocks[first:after]):
                        break
                    continue
                cost, pages = page or self._torn(blocks[first], scale)
                if cost + costs[after] < costs[first] - 1e-9:
                    costs[first], chosen[first], following[first] = cost + costs[after], pages, after
        pages, at = [], 0
        while at < count:
            pages += chosen[at]
            at = following[at]
        return costs[0] if count else 0.0, pages

    def _too_much(self, blocks: Sequence[Block]) -> bool:
        """Whether keys would not fit even without a map."""
        wide = self.column_width * PT_PER_MM
        total = sum(self.pourer.height(block, wide) for block in blocks)
        return total > self.product.columns * self.height * PT_PER_MM

    def _page(self, blocks: Sequence[Block], scale: float) -> tuple[float, list[KeyPage]] | None:
        """Some keys on one page, and what that weighs; None where they do not fit."""
        areas = tuple(block.id for block in blocks)
        best: tuple[float, list[KeyPage]] | None = None
        for crops in self._crops(areas, scale):
            room = self.height - max(crop.height for crop in crops) - MAP_GAP_MM
            columns, cut, free = self._columns(blocks, room)
            if columns is None:
                continue
            share = free / (self.product.columns * self.height * PT_PER_MM)
            cost = 1 + COST_FREE * share**2 + COST_CUT * cut + COST_TWO_MAPS * (len(crops) - 1)
            if best is None or cost < best[0]:
                best = cost, [KeyPage(crops, columns, areas)]
        return best

    def _crops(self, areas: tuple[str, ...], scale: float) -> list[tuple[Crop, ...]]:
        """The maps that a page of these areas could bear: one of all, or two side by side."""
        most = self.product.crop_most * self.height
        wide, high = (side * scale for side in self.extent(areas))
        found: list[tuple[Crop, ...]] = []
        if len(areas) == 1 or (wide <= self.width and high <= most):
            wide, high = min(wide, self.width), min(high, most)
            found.append((Crop(areas, (self.width - wide) / 2, wide, high),))
        pairs = [pair for cut in range(1, len(areas)) if (pair := self._pair(areas, cut, scale, most))]
        if pairs:
            best = min(pairs, key=lambda pair: max(crop.height for crop in pair))
            if not found or max(crop.height for crop in best) < found[0][0].height:
                found.append(best)
        return found

    def _pair(self, areas: tuple[str, ...], cut: int, scale: float, most: float) -> tuple[Crop, ...]:
        """Two maps side by side, the first of so many areas; none where they do not fit."""
        left, right = areas[:cut], areas[cut:]
        (lw, lh), (rw, rh) = ((w * scale, h * scale) for w, h in (self.extent(left), self.extent(right)))
        room = self.width - lw - rw
        if room < MAP_GAP_MM or max(lh, rh) > most:
            return ()
        return Crop(left, room / 3, lw, lh), Crop(right, self.width - room / 3 - rw, rw, rh)

    def _columns(
        self, blocks: Sequence[Block], height_mm: float
    ) -> tuple[tuple[tuple[Block, ...], ...] | None, int, float]:
        """Keys in columns of that height: the blocks of each, how many keys are cut, and the free height in pt."""
        gap = self.product.key_gap * PT_PER_MM
        whole = self._whole(blocks, height_mm, gap)
        if whole is not None:
            return whole
        wide, high = self.column_width * PT_PER_MM, height_mm * PT_PER_MM
        if sum(self.pourer.height(block, wide) for block in blocks) > self.product.columns * high:
            return None, 0, 0.0
        frames = self.frames("", 0.0, 0.0, height_mm)
        left, cut = self._pour_cut(list(blocks), frames, gap)
        if left:
            return None, 0, 0.0
        columns = tuple(tuple(placed.block for placed in frame.placed) for frame in frames)
        return columns, cut, sum(frame.free_pt for frame in frames)

    def _whole(
        self, blocks: Sequence[Block], height_mm: float, gap: float
    ) -> tuple[tuple[tuple[Block, ...], ...], int, float] | None:
        """Whole keys in columns, as even as they go; None where one must be cut."""
        wide, high = self.column_width * PT_PER_MM, height_mm * PT_PER_MM
        tall = [self.pourer.height(block, wide) for block in blocks]
        room = high - self.pourer.spare(blocks, wide)
        lowest, highest = max(tall), sum(tall) + gap * len(tall)
        best: list[list[int]] | None = None
        for _ in range(12):  # the least column height that holds them all, by halving
            middle = (lowest + highest) / 2
            split = _split(tall, gap, middle, self.product.columns)
            if split is None:
                lowest = middle
            else:
                best, highest = split, middle
        best = best or _split(tall, gap, highest, self.product.columns)
        if best is None or max(sum(tall[i] for i in column) + gap * (len(column) - 1) for column in best) > room:
            return None
        free = self.product.columns * high - sum(tall) - gap * (len(tall) - len(best))
        return tuple(tuple(blocks[i] for i in column) for column in best), 0, free

    def _pour_cut(self, blocks: list[Block], frames: list[Frame], gap: float) -> tuple[list[Block], int]:
        """Pour, and where a key does not fit whole let it run on in the next column."""
        cut = 0
        for frame in frames:
            blocks = self.pourer.pour(blocks, [frame], gap)
            if not blocks or frame is frames[-1]:
                break
            spare = self.pourer.spare(blocks[:1], frame.width_pt)
            room = frame.free_pt - (gap if frame.placed else 0) - spare
            pieces = self.pourer.cut(blocks[0], room, frame.width_pt)
            if pieces is not None and self._worth_cutting(*pieces, frame.width_pt):
                frame.put(pieces[0], self.pourer.height(pieces[0], frame.width_pt), gap)
                blocks[0] = pieces[1]
                cut += 1
        return blocks, cut

    def _worth_cutting(self, first: Block, rest: Block, width_pt: float) -> bool:
        """Whether enough of a key stands on both sides of a cut."""
        heights = [sum(self.pourer.ruler.part(part, width_pt) for part in piece.parts) for piece in (first, rest)]
        return heights[0] >= LEAST_BEGINNING_PT and heights[1] >= LEAST_END_PT

    def _torn(self, block: Block, scale: float) -> tuple[float, list[KeyPage]]:
        """A key that no page holds: its map and beginning, then pages of the rest."""
        crops: tuple[Crop, ...] = self._crops((block.id,), scale)[0]
        pages: list[KeyPage] = []
        waiting = [block]
        while waiting:
            room = self.height - max((crop.height for crop in crops), default=-MAP_GAP_MM) - MAP_GAP_MM
            frames = self.frames("", 0.0, 0.0, room)
            waiting, _ = self._pour_cut(waiting, frames, 0.0)
            if waiting and (pieces := self.pourer.cut(waiting[0], frames[-1].free_pt - 10, frames[-1].width_pt)):
                frames[-1].put(pieces[0], self.pourer.height(pieces[0], frames[-1].width_pt))
                waiting = [pieces[1]]
            columns = tuple(tuple(placed.block for placed in frame.placed) for frame in frames)
            if not any(columns):
                self.pourer.too_tall(block)
            pages.append(KeyPage(crops, columns, (block.id,)))
            crops = ()
        return 1.5 * len(pages), pages

    def frames(self, prefix: str, x: float, y: float, height: float) -> list[Frame]:
        """The empty columns of a page."""
        return columns_of(prefix, x, y, self.width, height, self.product)


def _split(tall: Sequence[float], gap: float, height: float, columns: int) -> list[list[int]] | None:
    """The numbers of blocks in columns no higher than `height`, filled in order; None where that takes more."""
    out: list[list[int]] = [[]]
    used = 0.0
    for index, one in enumerate(tall):
        if out[-1] and used + gap + one > height:
            out.append([])
        used = one if not out[-1] else used + gap + one
        out[-1].append(index)
    return out + [[] for _ in range(columns - len(out))] if len(out) <= columns and max(tall) <= height else None


def columns_of(prefix: str, x: float, y: float, width: float, height: float, product: Product) -> list[Frame]:
    """Empty columns side by side in a box, in mm; their names are the prefix and a number."""
    wide = (width - product.gutter * (product.columns - 1)) / product.columns
    return [Frame(f"{prefix}{n}", x + n * (wide + product.gutter), y, wide, height) for n in range(product.columns)]
