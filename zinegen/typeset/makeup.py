"""Page make-up: frames on pages, titles, flows of text, pictures, lines to write on; what is in them, others know."""

from __future__ import annotations

from dataclasses import dataclass, field

from zinegen.typeset import matter
from zinegen.typeset.blocks import Block, Para, Picture, text
from zinegen.typeset.layouts import Layout, Product
from zinegen.typeset.measure import Ruler
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import Frame, Mark, Page, Pourer, Seen
from zinegen.typeset.spreads import columns_of
from zinegen.typeset.writer import shorter
from zinegen.units import PT_PER_MM
from zinegen.words import lexicon

SECTION_GAP_PT = 12.0
"""Over a section's title that stands on a page begun by another section."""
FILLER_GAP_MM = 4.0
"""Over a box that fills the end of a column."""
BALANCE_STEPS = 14
INK_MOST, INK_OF_TEXT = 0.112, 0.08
"""Inside pages are to take 12 % at most, heads and titles among it; and what a page of keys alone takes."""
PAGE_TITLES = ("pagetitle", "pagetitle2")
"""The style of a page's title, and the smaller one where that saves a line."""
OUTER_SHARE = 0.47
"""The share of the text's width that the outer running head may take: booklet.css says a little more."""


@dataclass
class Makeup:
    """The pages of a document while they are made up. width, height: of a page, in mm."""

    layout: Layout
    product: Product
    width: float
    height: float
    seen: Seen
    pages: list[Page] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.language = str(lexicon("pages")["language"])
        self.pourer = Pourer(Ruler(self.layout, 1.0, self.language, self.seen.figures), self.seen)
        self.text_width = self.width - self.product.inner - self.product.outer
        self.text_height = self.height - self.product.top - self.product.bottom

    @property
    def next_is_right(self) -> bool:
        """Whether the next page is a right one."""
        return (len(self.pages) + 1) % 2 == 1

    def page(self, kind: str, outer: str = "", inner: str = "", thumb: int | None = None, anchor: str = "") -> Page:
        """A new page."""
        outer = self.fit(outer, self.text_width * OUTER_SHARE)
        page = Page(len(self.pages) + 1, kind, outer=outer, inner=inner, thumb=thumb)
        page.anchors = (anchor,) if anchor else ()
        self.pages.append(page)
        return page

    def left(self, page: Page) -> float:
        """Where a page's text begins, in mm."""
        return self.product.inner if page.side == "right" else self.product.outer

    def frame(self, page: Page, y: float, height: float, x: float = 0.0, width: float | None = None) -> Frame:
        """A frame in the page's text; x and y from the text's corner."""
        name = f"f-{page.number}-{len(page.frames)}"
        wide = self.text_width if width is None else width
        page.frames.append(Frame(name, self.left(page) + x, self.product.top + y, wide, height))
        return page.frames[-1]

    def columns(self, page: Page, y: float) -> list[Frame]:
        """The columns of a page below y, a line between them."""
        height = self.text_height - y
        x, top = self.left(page), self.product.top + y
        frames = columns_of(f"f-{page.number}-c", x, top, self.text_width, height, self.product)
        page.frames += frames
        if len(frames) == 2:
            page.rule = (frames[1].x - self.product.gutter / 2, top + 0.6, height - 0.6)
        return frames

    def ink_room(self, share: float) -> float:
        """The ink in square mm that maps may take on a page of which they have that share, text the rest."""
        most = INK_MOST - self.layout.ground_ink
        return round(self.width * self.height * (most - INK_OF_TEXT * (1 - share)), 1)

    def title_ink(self, words: str, y: float) -> float:
        """The ink in square mm of a page's head, down to y, where titles are black strips.

        A strip of one line is in the layout's `ground_ink`, where there is one.
        """
        if not self.layout.ground_ink:
            return 0.0
        tall, line = (self.high(_title_block(some, f"ink-{some}"), self.text_width) for some in (words, words[:1]))
        return round(INK_OF_TEXT * y * self.width + (tall - line) * self.text_width, 1)

    def put(self, frame: Frame, block: Block, gap_pt: float = 0.0) -> None:
        """A block into a frame."""
        frame.put(block, self.pourer.height(block, frame.width_pt), gap_pt)

    def add(self, frame: Frame, block: Block, gap_pt: float) -> bool:
        """A block into a frame, if it fits whole; says whether it did."""
        tall = self.pourer.height(block, frame.width_pt)
        spare = self.pourer.spare([placed.block for placed in frame.placed], frame.width_pt)
        fits = tall + gap_pt + spare <= frame.free_pt
        if fits:
            frame.put(block, tall, gap_pt)
        return fits

    def add_box(self, frame: Frame, box: Block, gap_pt: float) -> bool:
        """A small box into a frame, if it fits whole: rumours go on in the box of rumours above them."""
        last = frame.placed[-1] if frame.placed else None
        grown = matter.one_box(last.block, box) if last else None
        if last is None or grown is None:
            return self.add(frame, box, gap_pt)
        tall = self.pourer.height(last.block, frame.width_pt) + last.gap_pt
        frame.placed.pop()
        frame.used_pt -= tall
        if self.add(frame, grown, last.gap_pt):
            return True
        frame.placed.append(last)
        frame.used_pt += tall
        return False

    def high(self, block: Block, width_mm: float) -> float:
        """The height of a block in mm, in a column of that width."""
        return self.pourer.height(block, width_mm * PT_PER_MM) / PT_PER_MM

    def lay(self, page: Page, y: float, block: Block, room: float = 3.6) -> float:
        """A block in a frame of its own, right across; returns the y below it and its room."""
        tall = self.high(block, self.text_width) + room
        self.put(self.frame(page, y, tall), block)
        return y + tall

    def title(self, page: Page, words: str, anchor: str, depth: int = 1) -> float:
        """A page's title, with its bookmark; returns the y below it."""
        self.marks.append(Mark(depth, words, page.number, anchor))
        ruler, room = self.pourer.ruler, self.text_width * PT_PER_MM
        lines = [ruler.lines(Para(style, text(words)), room) for style in PAGE_TITLES]
        return self.lay(page, 0.0, _title_block(words, anchor, PAGE_TITLES[lines[1] < lines[0]]), 1.0)

    def picture(self, frame: Frame, wanted: Wanted, alt: str = "", *, centred: bool = True) -> None:
        """A picture that fills a frame."""
        self.wanted.append(wanted)
        part = Picture(wanted.name, frame.width, wanted.height, alt, centred)
        frame.put(Block(f"pic-{wanted.name}", "picture", (part,)), wanted.height * PT_PER_MM)

    # ------------------------------------------------------------------------------------------------- text flows

    def flow(self, title: str, anchor: str, inner: str, blocks: list[Block], depth: int = 1) -> None:
        """Blocks in balanced columns on as many pages as they take, under a title on the first."""
        waiting, first = blocks, True
        while first or waiting:
            page = self.page("text", title, inner, anchor="" if first else f"page-{len(self.pages) + 1}")
            y = self.title(page, title, anchor, depth) if first else 0.0
            first, before = False, waiting
            frames = self.columns(page, y)
            waiting = self.pourer.pour(list(before), frames, 5.0)
            if not waiting:
                self._balance(page, before, frames)
            elif len(waiting) == len(before) and waiting[0] == before[0]:
                self.pourer.too_tall(waiting[0])

    def _balance(self, page: Page, blocks: list[Block], frames: list[Frame]) -> None:
        """Make columns as short as they can be to hold the same blocks, and their rule with them."""
        low, high = 0.0, frames[0].height
        for _ in range(BALANCE_STEPS):
            middle = (low + high) / 2
            tried = [Frame(f.id, f.x, f.y, f.width, middle) for f in frames]
            left = self.pourer.pour(list(blocks), tried, 5.0, trial=True)
            low, high = (middle, high) if left else (low, middle)
        for frame in frames:
            frame.placed, frame.used_pt, frame.height = [], 0.0, high
        self.pourer.pour(list(blocks), frames, 5.0)
        if page.rule:
            page.rule = (page.rule[0], page.rule[1], high)

    def section(
        self, title: str, anchor: str, inner: str, blocks: list[Block], *, depth: int = 1, thumb: int | None = None,
        fresh: bool = False,
    ) -> Frame:  # fmt: skip
        """Blocks right across, under a title; on the page that the last section began, where there is room.

        Returns: the last frame, with what is free at its end.
        """
        head = _title_block(title, anchor)
        frame = None if fresh or not self.pages else self._open_frame()
        if frame is not None and blocks:
            need = self.pourer.height(head, frame.width_pt) + self.pourer.height(blocks[0], frame.width_pt)
            if need + SECTION_GAP_PT + 24 > frame.free_pt:
                frame = None
        if frame is None:
            page = self.page("text", title, inner, thumb)
            frame = self.frame(page, 0.0, self.text_height)
        elif blocks:
            page, both = self.pages[-1], f"{self.pages[-1].outer} · {title}"
            page.outer = both if self.fit(both, self.text_width * OUTER_SHARE) == both else page.outer
        self.marks.append(Mark(depth, title, self.pages[-1].number, anchor))
        self.put(frame, head, SECTION_GAP_PT)
        waiting = self.pourer.pour(list(blocks), [frame], 4.0)
        while waiting:
            page = self.page("text", title, inner, thumb)
            frame = self.frame(page, 0.0, self.text_height)
            before = waiting[0]
            waiting = self.pourer.pour(waiting, [frame], 4.0)
            if waiting and waiting[0] == before:
                self.pourer.too_tall(before)
        return frame

    def _open_frame(self) -> Frame | None:
        """The frame of the last page, where a section may go on in it."""
        page = self.pages[-1]
        return page.frames[0] if page.kind == "text" and page.thumb is None and len(page.frames) == 1 else None

    def notes_in(self, frame: Frame, id: str, *, boxed: bool = False, least: int = 3) -> bool:
        """Lines to write on in what is left of a frame, where that is enough for so many."""
        gap = FILLER_GAP_MM * PT_PER_MM if frame.placed else 0.0
        spare = self.pourer.spare([placed.block for placed in frame.placed], frame.width_pt)
        room = frame.free_pt - gap - spare
        box = matter.notes_for(
            room, id, lambda block: self.pourer.ruler.block(block, frame.width_pt), boxed=boxed, least=least
        )
        if box is not None:
            frame.put(box, self.pourer.ruler.block(box, frame.width_pt), gap)
        return box is not None

    def fit(self, words: str, width_mm: float, style_name: str = "runhead") -> str:
        """A text cut to stand on one line of that width."""
        style, room = self.pourer.ruler.style(style_name), width_mm * PT_PER_MM
        if self.pourer.ruler.text_width(words, style) <= room:
            return words
        while words and self.pourer.ruler.text_width(words + "…", style) > room:
            words = shorter(words)
        return words + "…"

    def fit_lines(self, words: str, style: str, width_mm: float, lines: int) -> str:
        """A text cut to so many lines."""
        return self.pourer.ruler.cut_to(words, style, width_mm * PT_PER_MM, lines)


def _title_block(words: str, anchor: str, style: str = PAGE_TITLES[0]) -> Block:
    return Block(f"title-{anchor}", "title", (Para(style, text(words), "h2"),), anchor)
