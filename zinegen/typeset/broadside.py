"""The one-page dungeon: each level on one side of paper, its map above its short keys; a large level takes two.

What does not fit is tried smaller, then on a second side, then shorter, in the order of `ladder`; only when all that
fails does it overflow.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from zinegen.dungeon.model import Dungeon, Level
from zinegen.errors import PageOverflowError
from zinegen.typeset import charts, matter
from zinegen.typeset.blocks import Block, Para, Picture, text
from zinegen.typeset.faces import escaped
from zinegen.typeset.index import Index
from zinegen.typeset.keys import Keys
from zinegen.typeset.layouts import Layout
from zinegen.typeset.measure import Ruler
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import Frame, Mark, Page, Plan, Pourer, Seen, spread_gaps
from zinegen.typeset.registers import Registers
from zinegen.typeset.spreads import columns_of
from zinegen.typeset.writer import shorter, w
from zinegen.units import PAPERS_MM, PT_PER_MM
from zinegen.words import lexicon
from zinegen.work import PrintOptions

ONE_SIDE_AREAS = 12
"""Above so many areas a level may take a second side."""
MAP_SHARES = (0.46, 0.42, 0.38, 0.34, 0.3)
"""The share of the side's height that the map takes, the one liked best first."""
WIDE_SHARES = (0.56, 0.46, 0.38)
"""The same where keys go on overleaf."""
TRIMS = (0, 1, 2, 3, 4)
"""How much a short key is cut, see `Keys.short`."""
MORE_SIDES = (3, 4, 6, 8, 12)
"""What a level takes rather than not be printed: deep levels of ten times the treasure, keys made longer by hand."""
WHOLE = -1
"""The trim that cuts nothing and adds the details."""
INK_OF_MAP = 0.041
"""The share of a side that the ink of its map may take, so that the whole stays under an eighth."""
FOOT_MM = 4.5
"""The height of the line at a side's foot, at least."""
GAP_MM = 3.0
INSET_GAP_MM = 3.5
LEAST_GAIN_MM = 12.0
"""A column begins beside the map where that makes it so much longer at least."""
PANELS_GIVEN_UP = 2
"""Panels that are tried with the keys at one rung: with all, without rumours, without stat lines."""
CHART_PANELS = (2, 3)
"""Panels that leave room for a chart under them: without rumours and stat lines, with what wanders."""
BRIEF_PANELS = (3, 5)
"""Panels without the story."""
BARE_PANELS = (2, 4, 3)
"""Panels that leave room for what wanders, beside the map or at a column's end; the last one without the story."""
GAIN_MOST = 3
"""See `Side.gain`."""
BOXED_MOST_PT = 300.0
"""Lines to write on stand in a box up to this height: a pasted one as high as a page would be stretched too far."""
CHART_SHRINKS, CHART_TRIMS = 0.9, 1
"""How much smaller the text, and how much shorter the keys, may be for a chart's sake."""
TITLES = ("onetitle", "onetitle2", "onetitle3")


class Rung(NamedTuple):
    """One way of setting a level: how large, how short, on how many sides, with how high a map."""

    size: float
    trim: int
    sides: int
    share: float


def ladder(areas: int, sizes: tuple[float, ...]) -> list[Rung]:
    """The ways to try, in turn: whole, then short; each smaller and smaller; then cut; few areas keep to one side."""

    def rungs(sides: int, trims: tuple[int, ...]) -> list[Rung]:
        shares = MAP_SHARES if sides == 1 else WIDE_SHARES
        return [Rung(size, trim, sides, share) for trim in trims for size in sizes for share in shares]

    more = [rung for sides in MORE_SIDES for rung in rungs(sides, TRIMS)]
    if areas <= ONE_SIDE_AREAS:
        return [*rungs(1, (WHOLE, *TRIMS)), *rungs(2, (WHOLE, *TRIMS)), *more]
    return [*rungs(1, (WHOLE, 0)), *rungs(2, (WHOLE, *TRIMS)), *more]


@dataclass
class OnePage:
    """Plans every level. dungeon: with its texts made printable."""

    dungeon: Dungeon
    layout: Layout
    options: PrintOptions
    seen: Seen = field(default_factory=Seen)
    pages: list[Page] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)
    """The maps, and the charts of the levels that have room for one."""
    whole: Dungeon | None = None
    """All of the dungeon, where `dungeon` is one level of it."""
    _pourers: dict[float, Pourer] = field(default_factory=dict)
    _short: dict[tuple[int, int], list[Block]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.product = self.layout.products["onepage"]
        self.width, self.height = PAPERS_MM[self.options.paper]
        self.language = str(lexicon("pages")["language"])
        self.ink = self.layout.drawn_in(self.options.ink)
        self.index = Index(self.dungeon, self.whole)
        prose, worded, bold = self.options.keys == "prose", self.layout.worded, self.layout.bold
        self.keys = Keys(self.index, self.layout.order, prose, worded, bold=bold)
        self.registers = Registers(self.index, self.keys)
        self.title = self.dungeon.title.strip() or w("title", "untitled")
        self.text_width = self.width - self.product.inner - self.product.outer

    def plan(self) -> Plan:
        """Plan every level, each a part of its own, for each has its own size of text."""
        starts, scales = [], []
        ways = self._ways_alike()
        for level in self.dungeon.levels:
            rung, pages, wanted = self._level(level, len(self.pages) + 1, ways[level.number])
            starts.append(pages[0].number)
            scales.append(rung.size)
            self.pages += pages
            self.wanted += wanted
            self.marks.append(Mark(1, matter.level_title(level), pages[0].number, f"level-{level.number}"))
        plan = Plan(
            self.title, self.language, self.width, self.height, self.pages, self.marks, tuple(starts), tuple(scales)
        )
        plan.resolve(self.pourer(1.0).ruler)
        return plan

    def pourer(self, size: float) -> Pourer:
        """What pours text of a size; one for all tries, for it remembers what it has measured."""
        if size not in self._pourers:
            self._pourers[size] = Pourer(Ruler(self.layout, size, self.language), self.seen)
        return self._pourers[size]

    def short_keys(self, level: Level, trim: int) -> list[Block]:
        """The short keys of a level."""
        if (level.number, trim) not in self._short:
            keys = [self.keys.short(area, trim) for area in self.index.keyed(level)]
            self._short[level.number, trim] = keys
        return self._short[level.number, trim]

    def link_words(self, plan: Plan) -> dict[str, str]:
        """Anchor -> what a link to it says."""
        return {anchor: w("page", "link", n=anchor, page=page) for anchor, page in plan.page_of().items()}

    def _ways_alike(self) -> dict[int, list[Rung]]:
        """Level -> the rungs to try; levels with as many areas begin where the neediest of them ends up."""
        ladders = {level.number: ladder(len(self.index.keyed(level)), self.product.sizes)
                   for level in self.dungeon.levels}  # fmt: skip
        worst: dict[int, int] = {}
        for level in self.dungeon.levels:
            rungs = ladders[level.number]
            rung = self._level(level, 1, rungs, chart=False)[0]
            first = next(n for n, other in enumerate(rungs) if other[1:3] == rung[1:3])
            areas = len(self.index.keyed(level))
            worst[areas] = max(worst.get(areas, 0), first)
        out = {}
        for level in self.dungeon.levels:
            rungs, first = ladders[level.number], worst[len(self.index.keyed(level))]
            out[level.number] = rungs[first:] + rungs[:first]
        return out

    def _level(
        self, level: Level, number: int, rungs: list[Rung], *, chart: bool = True
    ) -> tuple[Rung, list[Page], list[Wanted]]:
        """The first rung on which a level fits; or one almost as good, see `_better`."""
        for rung in rungs:
            side = Side(self, level, rung, number)
            if side.fill() is not None:
                best = self._better(level, number, rungs, side) if chart else side
                return best.rung, best.pages, best.wanted
        raise PageOverflowError(
            f"level {level.number}: its keys do not fit on {MORE_SIDES[-1]} sides; shorten the longest of them"
        )

    def _better(self, level: Level, number: int, rungs: list[Rung], found: Side) -> Side:
        """A level as it is, or a little smaller or shorter, where more finds room so: what wanders, and its chart."""
        rung = found.rung
        near = [
            one for one in rungs
            if one != rung and one.sides == rung.sides and rung.trim <= one.trim <= rung.trim + CHART_TRIMS
            and CHART_SHRINKS * rung.size <= one.size <= rung.size
        ]  # fmt: skip
        tries = [(rung, panel, True) for panel in sorted({found.panel, *CHART_PANELS})]
        tries += [(one, panel, True) for one in near for panel in CHART_PANELS]
        if not found.tells_what_wanders:
            tries += [(one, panel, False) for one in near for panel in BARE_PANELS]
            tries.sort(key=lambda one: one[0].trim)
        best, gained = found, min(found.gain, GAIN_MOST - 1)
        for one, panel, chart in tries:
            side = Side(self, level, one, number, panel=panel, chart=chart)
            if side.fill() is not None and side.gain > gained:
                best, gained = side, side.gain
                if gained == GAIN_MOST:
                    break
        return best


class Side:
    """One try at a level."""

    def __init__(
        self, book: OnePage, level: Level, rung: Rung, number: int, *, panel: int | None = None, chart: bool = False
    ) -> None:
        """Args: panel: only beside the panel of that number; chart: only with the level's chart under it."""
        self.chart, self.only = chart, panel
        self.panel = panel or 0
        self.book, self.level, self.rung = book, level, rung
        self.pourer = book.pourer(rung.size)
        self.mark = f"{rung.size:g}{rung.trim}".replace(".", "_")
        self.number = number
        self.map_width = book.product.map_width * book.text_width / 192.0
        self.pages: list[Page] = []
        self.left, self.top = book.product.inner, book.product.top
        style = book.layout.styles["onefoot"]
        self.foot_height = max(FOOT_MM, (style.before + style.leading + style.after) / PT_PER_MM + 0.2)
        self.foot = book.height - book.product.bottom - self.foot_height
        self.wanted: list[Wanted]

    def fill(self) -> list[Page] | None:
        """Everything on its pages; None where it does not fit.

        Where the keys find no room beside a full panel they are tried beside one without rumours.
        """
        panels = self._panels()
        if self.only is not None:
            return self._fill(panels[self.only : self.only + 1])[1]
        first = 0
        while first <= PANELS_GIVEN_UP:
            used, made = self._fill(panels[first:])
            if made is not None or used is None:
                self.panel = first + (used or 0)
                return made
            first += used + 1
        return None

    @property
    def tells_what_wanders(self) -> bool:
        """Whether all that may come is told somewhere."""
        told = any(block.id.startswith("wanderbox") for page in self.pages for block in page.blocks())
        return told or self.book.registers.wandering_box(self.level) is None

    @property
    def gain(self) -> int:
        """How much has found room: nothing more, the chart alone, what wanders for the story's room, what wanders."""
        if not self.tells_what_wanders:
            return 1 if self.chart else 0
        return GAIN_MOST if self.chart or self.panel not in BRIEF_PANELS else 2

    def _fill(self, panels: list[list[Block]]) -> tuple[int | None, list[Page] | None]:
        """Everything beside the first panel that fits: its number and the pages, None for what did not fit."""
        self.pages = [Page(self.number + n, "onepage", anchors=(f"level-{self.level.number}",) if not n else ())
                      for n in range(self.rung.sides)]  # fmt: skip
        y = self._head(self.pages[0], first=True)
        map_height = (self.foot - y) * self.rung.share
        used, panel_bottom = self._map(y, map_height, panels)
        if used is None:
            return None, None
        columns = self._columns(self.pages[0], y + map_height + GAP_MM)
        self._grow_beside_map(columns, panel_bottom)
        for page in self.pages[1:]:
            columns += self._columns(page, self._head(page, first=False))
        return used, self._keys(columns)

    def _grow_beside_map(self, columns: list[Frame], panel_bottom: float) -> None:
        """The columns that stand under the panel alone begin at its end, not at the map's."""
        map_right = self.left + self.map_width
        for frame in columns:
            gain = frame.y - (panel_bottom + GAP_MM)
            if frame.x >= map_right and gain >= LEAST_GAIN_MM:
                frame.y, frame.height = frame.y - gain, frame.height + gain

    def _keys(self, columns: list[Frame]) -> list[Page] | None:
        """The keys and all that follows them; None where they do not fit."""
        gap = self.book.product.key_gap * PT_PER_MM * self.rung.size
        keys = [self._named(key) for key in self.book.short_keys(self.level, self.rung.trim)]
        if not self._balanced(keys, columns, gap):
            return None
        self._fillers(columns)
        for page in self.pages:
            self._foot(page)
        return self.pages

    def _named(self, block: Block) -> Block:
        """A block whose id says in which size and how short it is, for its height holds there only."""
        return dataclasses.replace(block, id=f"{block.id}.{self.mark}")

    def _put(self, frame: Frame, block: Block, gap: float = 0.0) -> float:
        tall = self.pourer.height(block, frame.width_pt)
        frame.put(block, tall, gap)
        return tall / PT_PER_MM

    def _frame(self, page: Page, name: str, x: float, y: float, width: float, height: float) -> Frame:
        frame = Frame(f"f-{page.number}-{name}", x, y, width, height)
        page.frames.append(frame)
        return frame

    def _head(self, page: Page, *, first: bool) -> float:
        """Title and level; returns the y in mm below it."""
        book, level = self.book, self.level
        wide = book.text_width
        under = matter.level_title(level) if len(book.index.full.levels) > 1 else book.dungeon.premise.subtitle
        areas = len(book.index.keyed(level))
        facts = (w("onepage", "subtitle", n=level.number, levels=len(book.index.full.levels), areas=areas)
                 if len(book.index.full.levels) > 1 else w("onepage", "subtitle_one", areas=areas))  # fmt: skip
        if not first:
            facts, under = w("onepage", "second_side"), ""
        style, words = self._title_style(wide * 0.62 if first else wide * 0.7, TITLES if first else TITLES[2:])
        name = Para(style, text(words), "h1" if first else "h2")
        title = self._named(Block(f"one-title-{page.number}", "title", (name,)))
        lines = [Para("onesub", text(under))] if under else []
        lines.append(Para("onefacts", text(facts)))
        side = self._named(Block(f"one-sub-{page.number}", "title", tuple(lines)))
        left_wide = wide * (0.62 if first else 0.7)
        tall = max(self.pourer.height(title, left_wide * PT_PER_MM),
                   self.pourer.height(side, (wide - left_wide - 3) * PT_PER_MM)) / PT_PER_MM + 0.5  # fmt: skip
        self._put(self._frame(page, "title", self.left, self.top, left_wide, tall), title)
        self._put(self._frame(page, "sub", self.left + left_wide + 3, self.top, wide - left_wide - 3, tall), side)
        page.rule_y = self.top + tall + 0.6
        return self.top + tall + 2.6

    def _title_style(self, wide: float, styles: tuple[str, ...]) -> tuple[str, str]:
        words = self.book.title
        ruler = self.pourer.ruler
        for style in styles:
            if ruler.lines(Para(style, text(words)), wide * PT_PER_MM) <= (1 if style != styles[-1] else 2):
                return style, words
        return styles[-1], ruler.cut_to(words, styles[-1], wide * PT_PER_MM, 2)

    def _map(self, y: float, height: float, panels: list[list[Block]]) -> tuple[int | None, float]:
        """The map and the panel beside it: which fits (None: not one does) and the y in mm of its end."""
        book, page = self.book, self.pages[0]
        wide = self.map_width
        frame = self._frame(page, "map", self.left, y, wide, height)
        name = f"one-{self.level.number}"
        most = INK_OF_MAP * book.width * book.height if book.options.ink == "full" else 0.0
        self.wanted = [
            Wanted(name, "level", wide, height, book.ink, self.level.number, legend=False, ink_most=round(most, 1))
        ]
        picture = Picture(name, wide, height, w("page", "map_alt", n=self.level.number))
        frame.put(Block(f"pic-{name}", "picture", (picture,)), height * PT_PER_MM)
        x = self.left + wide + book.product.panel
        panel = self._frame(page, "panel", x, y, self.left + book.text_width - x, height)
        for number, blocks in enumerate(panels):
            room = panel.free_pt - sum(self.pourer.height(block, panel.width_pt) + 6 for block in blocks)
            if room >= self.pourer.spare(blocks, panel.width_pt):
                for block in blocks:
                    self._put(panel, block, 6.0)
                spare = self.pourer.spare(blocks, panel.width_pt)
                if self.chart and not self._inset(panel, blocks):
                    return None, y
                panel.height = min(height, (panel.used_pt + spare) / PT_PER_MM)
                return number, y + panel.height
        return None, y

    def _inset(self, frame: Frame, blocks: list[Block]) -> bool:
        """The level's flowchart at a frame's end, where it can be read there; says whether it is.

        It comes after all else: what is in the frame is not moved for it.
        """
        level, gap = self.level, INSET_GAP_MM * PT_PER_MM
        areas = len(self.book.index.keyed(level))
        room = (frame.free_pt - self.pourer.spare(blocks, frame.width_pt) - gap) / PT_PER_MM
        wide, high = frame.width, min(room, charts.INSET_MOST * frame.width)
        least = charts.inset_height(areas, self.book.ink)
        if areas not in charts.INSET_AREAS or wide < charts.INSET_WIDTH_MM or high < least or len(self.wanted) > 1:
            return False
        name = f"one-flow-{level.number}"
        self.wanted.append(Wanted(name, "inset", wide, high, self.book.ink, level.number))
        picture = Picture(name, wide, high, charts.alternative(level))
        frame.put(Block(f"pic-{name}", "picture", (picture,)), high * PT_PER_MM, gap)
        return True

    def _panels(self) -> list[list[Block]]:
        """What may stand beside the map, the fullest first: the story, the level, what wanders, rumours."""
        book, level = self.book, self.level
        first = level.number == book.dungeon.levels[0].number
        hook = [Para("oneintro", text(book.dungeon.premise.hook))] if first and book.dungeon.premise.hook else []
        about = [Para("oneintro", text(level.text))] if level.text else []
        scale = Para("small", text(w("onepage", "scale")))
        whole = Block(f"one-intro-{level.number}", "text", (*hook, *about, scale))
        brief = Block(f"one-about-{level.number}", "text", (*about, scale))
        wanders = [box] if (box := book.registers.wandering_box(level)) else []
        full = [box] if (box := book.registers.wandering_box(level, stats=True)) else []
        told = matter.rumours(book.dungeon, book.index) if first else []
        tries = [[whole, *full, *told], [whole, *full], [whole, *wanders], [brief, *wanders], [whole], [brief]]
        return [[self._named(block) for block in blocks] for blocks in tries]

    def _columns(self, page: Page, y: float) -> list[Frame]:
        frames = columns_of(
            f"f-{page.number}-c", self.left, y, self.book.text_width, self.foot - y - 1.5, self.book.product
        )
        page.frames += frames
        return frames

    def _balanced(self, keys: list[Block], columns: list[Frame], gap: float) -> bool:
        """Pour the keys, whole, into the columns as evenly as they go."""
        left = self.pourer.pour(keys, columns, gap)
        return not left and not any(block.block.id.endswith(("~", "+")) for f in columns for block in f.placed)

    def _fillers(self, columns: list[Frame]) -> None:
        """What the columns' ends can bear: what wanders, the chart, rumours, lines to write on."""
        box = self.book.registers.wandering_box(self.level)
        if box is not None and not self.tells_what_wanders:
            any(self._added(frame, box) for frame in columns)
        any(self._inset(frame, [placed.block for placed in frame.placed]) for frame in columns[::-1])
        self._rumours(columns)
        for frame in columns:
            spare = self.pourer.spare([p.block for p in frame.placed], frame.width_pt)
            room = frame.free_pt - spare - 10
            boxed = room < BOXED_MOST_PT
            note = matter.notes_for(room, f"note-{frame.id}.{self.mark}", self._reckon(frame), boxed=boxed, least=3)
            if note is not None:
                frame.put(note, self._reckon(frame)(note), 10.0)
            spread_gaps(frame, 5.0, spare)

    def _rumours(self, columns: list[Frame]) -> None:
        """Rumours of the dungeon, on its first level: one box where it holds them all, else one a side."""
        book = self.book
        has_all = any(b.id.startswith("rumours.") for page in self.pages for b in page.blocks())
        if has_all or self.level.number != book.dungeon.levels[0].number:
            return
        left = matter.rumour_boxes(book.dungeon, book.index)
        side = {frame.id: page.number for page in self.pages for frame in page.frames}
        told: set[int] = set()
        for frame in sorted(columns, key=lambda frame: -frame.free_pt):
            for count in range(len(left) if side[frame.id] not in told else 0, 0, -1):
                if self._added(frame, functools.reduce(lambda a, b: matter.one_box(a, b) or a, left[:count])):
                    left = left[count:]
                    told.add(side[frame.id])
                    break

    def _added(self, frame: Frame, box: Block) -> bool:
        """Put a box at a column's end if it fits; says whether it did."""
        box = self._named(box)
        tall = self.pourer.height(box, frame.width_pt)
        fits = tall + 8 + self.pourer.spare([p.block for p in frame.placed] + [box], frame.width_pt) <= frame.free_pt
        if fits:
            frame.put(box, tall, 8.0)
        return fits

    def _reckon(self, frame: Frame) -> Callable[[Block], float]:
        return lambda block: self.pourer.ruler.block(block, frame.width_pt)

    def _foot(self, page: Page) -> None:
        book = self.book
        fonts = ", ".join(book.layout.look.get("credit", ())[:2])
        words = w(
            "onepage", "footer", licence=book.options.licence, version=book.dungeon.zinegen, fonts=fonts,
            seed=escaped(book.dungeon.seed, book.layout.letters), gp=book.registers.worth(self.level),
        )  # fmt: skip
        style = self.pourer.ruler.style("onefoot")
        most = (book.text_width - 2) * PT_PER_MM
        if fonts and self.pourer.ruler.text_width(words, style) > most:
            words = words.replace(f" · {fonts}", "")
        while self.pourer.ruler.text_width(words, style) > most:
            words = shorter(words) + "…"
        block = self._named(Block(f"one-foot-{page.number}", "foot", (Para("onefoot", text(words)),)))
        self._put(self._frame(page, "foot", self.left, self.foot, book.text_width, self.foot_height), block)
