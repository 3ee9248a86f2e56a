"""The keyed pages of a level: which keys share a page, under which local maps, at which scale.

Every way of cutting the row of keys into pages is weighed and the cheapest taken: few pages, no key cut between two
columns, maps that show what they should. The text of a page takes what it needs; the maps grow into the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from zinegen.typeset.blocks import Block
from zinegen.typeset.crops import Crop, Extents, Parting, partings
from zinegen.typeset.layouts import Product
from zinegen.typeset.plan import CUT, Frame, Pourer
from zinegen.units import PT_PER_MM

MOST_KEYS = 8
"""Keys a page, at most."""
MAP_GAP_MM = 3.0
"""Between a map and the columns under it."""
FRAME_MM = 78.0
"""Up to this height a map grows only to fill its page; and by `MORE_MM` beyond what it must show."""
MORE_MM = 14.0
COST_CUT = 0.22
"""What a key cut between two columns weighs, in pages."""
COST_FREE = 1.2
"""What an empty page weighs, in pages; by the square, so that room is shared out."""
COST_UNEVEN = 0.5
"""What columns weigh of which one is empty, in pages; by the square."""
LEAST_BEGINNING_PT, LEAST_END_PT = 64.0, 33.0
"""What must stand of a key before and after a cut."""
TORN_SPARE_PT = 10.0
"""What stays free where a key is cut because no page holds it."""
MAP_SPARE_MM = 6.0
"""What the map leaves free over the beginning of such a key: a line, for an estimate may err by one."""
EVEN_STEPS = 8
"""How many heights are tried to even out columns."""
MORE_PAGES = 1.1
"""How many times as many pages a larger scale may take."""
DEARER = 0.1
"""How much dearer a page may be for it."""

Columns = tuple[tuple[Block, ...], ...]


class KeyPage(NamedTuple):
    """A page of keys: its maps and the blocks of its columns."""

    crops: tuple[Crop, ...]
    columns: Columns
    areas: tuple[str, ...]

    @property
    def map_height(self) -> float:
        """The height of its maps in mm."""
        return max((crop.height for crop in self.crops), default=0.0)

    @property
    def goes_on(self) -> bool:
        """Whether its last key goes on overleaf."""
        blocks = [block for column in self.columns for block in column]
        return bool(blocks) and blocks[-1].id.endswith(CUT[0])


class _Text(NamedTuple):
    """Keys in columns: how many are cut, how high the columns must be and how unequal they are, in pt."""

    columns: Columns
    cut: int
    high: float
    uneven: float


@dataclass(frozen=True)
class Folder:
    """Folds the keys of a level into pages. width and height: the page's text, in mm."""

    pourer: Pourer
    product: Product
    width: float
    height: float
    extents: Extents
    _texts: dict[tuple[str, ...], _Text | None] = field(default_factory=dict)
    _partings: dict[tuple[str, ...], list[Parting]] = field(default_factory=dict)

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
            if len(pages) <= allowed and cost <= best + DEARER * fewest:
                known = {block.id: block for block in blocks}
                return scale, [self._evened(page, [known[area] for area in page.areas], scale) for page in pages]
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
        """Whether keys would not fit even under the least map."""
        wide = self.column_width * PT_PER_MM
        total = sum(self.pourer.height(block, wide) for block in blocks)
        room = self.height * (1 - self.product.crop_least) - MAP_GAP_MM
        return total > self.product.columns * room * PT_PER_MM

    def _page(self, blocks: Sequence[Block], scale: float) -> tuple[float, list[KeyPage]] | None:
        """Some keys on one page, and what that weighs; None where they do not fit."""
        areas = tuple(block.id for block in blocks)
        best: tuple[float, list[KeyPage]] | None = None
        for parting in self._parted(areas):
            room = parting.room(self.width, scale)
            need = max(parting.need(scale), self.product.crop_least * self.height)
            if room < 0 or need > self.product.crop_most * self.height:
                continue
            text = self._text(blocks, need)
            if text is None:
                continue
            left = self.height - MAP_GAP_MM - text.high / PT_PER_MM
            tall = self._map_height(parting, left, need, scale)
            cost = 1 + COST_FREE * ((left - tall) / self.height) ** 2 + COST_CUT * text.cut
            cost += COST_UNEVEN * (text.uneven / (self.height * PT_PER_MM)) ** 2 + parting.cost(tall, scale, room)
            if best is None or cost < best[0] - 1e-9:
                best = cost, [KeyPage(parting.crops(self.width, tall, scale), text.columns, areas)]
        return best

    def _parted(self, areas: tuple[str, ...]) -> list[Parting]:
        if areas not in self._partings:
            self._partings[areas] = partings(areas, self.extents)
        return self._partings[areas]

    def _map_height(self, parting: Parting, room: float, need: float, scale: float) -> float:
        """How high maps stand in a room: all of it, but not more than does them good."""
        most = min(self.product.crop_most * self.height, max(FRAME_MM, parting.want(scale) + MORE_MM))
        return max(need, min(room, most, parting.level[1] * scale))

    def _text(self, blocks: Sequence[Block], map_mm: float) -> _Text | None:
        """Keys in columns as low as can be, whole where they fit under maps of that height, else cut."""
        ids = tuple(block.id for block in blocks)
        room = self.height - map_mm - MAP_GAP_MM
        if ids not in self._texts:
            self._texts[ids] = self._whole(blocks, self.height, self.product.key_gap * PT_PER_MM)
        whole = self._texts[ids]
        if whole is not None and whole.high <= room * PT_PER_MM:
            return whole
        wide, high = self.column_width * PT_PER_MM, room * PT_PER_MM
        if sum(self.pourer.height(block, wide) for block in blocks) > self.product.columns * high:
            return None
        frames = self.frames("", 0.0, 0.0, room)
        left, cut = self._pour_cut(list(blocks), frames, self.product.key_gap * PT_PER_MM)
        if left:
            return None
        columns = tuple(tuple(placed.block for placed in frame.placed) for frame in frames)
        return _Text(columns, cut, high, max(f.used_pt for f in frames) - min(f.used_pt for f in frames))

    def _whole(self, blocks: Sequence[Block], height_mm: float, gap: float) -> _Text | None:
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
        if best is None:
            return None
        used = [sum(tall[i] for i in column) + gap * max(0, len(column) - 1) for column in best]
        if max(used) > room:
            return None
        columns = tuple(tuple(blocks[i] for i in column) for column in best)
        return _Text(columns, 0, max(used) + high - room, max(used) - min(used))

    def _evened(self, page: KeyPage, blocks: list[Block], scale: float) -> KeyPage:
        """A page with a cut key, its columns as low as they can be and its maps so much higher."""
        cut = any(block.id.endswith("~") for column in page.columns for block in column)
        if not cut or not page.crops or any(block.id.endswith("+") for block in page.columns[0]):
            return page
        wide, gap = self.column_width * PT_PER_MM, self.product.key_gap * PT_PER_MM
        parting = next(p for p in self._parted(page.areas) if p.groups == tuple(crop.areas for crop in page.crops))
        most = self.height - page.map_height - MAP_GAP_MM
        least = sum(self.pourer.height(block, wide) for block in blocks) / self.product.columns / PT_PER_MM
        for step in range(1, EVEN_STEPS):
            room = least + (most - least) * step / EVEN_STEPS
            tall = self._map_height(parting, self.height - MAP_GAP_MM - room, page.map_height, scale)
            frames = self.frames("", 0.0, 0.0, self.height - MAP_GAP_MM - tall)
            left, _ = self._pour_cut(list(blocks), frames, gap)
            if not left:
                columns = tuple(tuple(placed.block for placed in frame.placed) for frame in frames)
                return KeyPage(parting.crops(self.width, tall, scale), columns, page.areas)
        return page

    def _pour_cut(self, blocks: list[Block], frames: list[Frame], gap: float) -> tuple[list[Block], int]:
        """Pour, and where a key does not fit whole let it run on in the next column."""
        cut = 0
        for frame in frames:
            blocks = self.pourer.pour(blocks, [frame], gap, trial=True)
            if not blocks or frame is frames[-1]:
                break
            spare = self.pourer.spare(blocks[:1], frame.width_pt)
            room = frame.free_pt - (gap if frame.placed else 0) - spare
            pieces = self.pourer.parted(blocks[0], room, frame.width_pt)
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
        alone = self._parted((block.id,))[0]
        most = self.product.crop_most * self.height
        crops = alone.crops(
            self.width, min(max(alone.need(scale), self.product.crop_least * self.height), most), scale
        )
        pages: list[KeyPage] = []
        waiting, gap = [block], self.product.key_gap * PT_PER_MM
        while waiting:
            room = self.height - max((crop.height for crop in crops), default=-MAP_GAP_MM) - MAP_GAP_MM
            frames = self.frames("", 0.0, 0.0, room)
            waiting, _ = self._pour_cut(waiting, frames, gap)
            last, bare = frames[-1], not frames[-1].placed
            room = last.free_pt - (0.0 if bare else gap) - TORN_SPARE_PT
            if waiting and (pieces := self.pourer.cut(waiting[0], room, last.width_pt, boxes=bare)):
                last.put(pieces[0], self.pourer.height(pieces[0], last.width_pt), gap)
                waiting = [pieces[1]]
            columns = tuple(tuple(placed.block for placed in frame.placed) for frame in frames)
            if not any(columns):
                self.pourer.too_tall(block)
            if crops:  # what the columns leave free is the map's
                free = min(frame.free_pt for frame in frames) / PT_PER_MM - MAP_SPARE_MM
                crops = alone.crops(self.width, min(crops[0].height + max(free, 0.0), most), scale)
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
