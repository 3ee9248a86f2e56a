"""The booklet: cover, how to use, contents, elevation; each level's map, registers and keyed spreads; ledger.

Only the order and shape of its pages stand here. What is printed comes from `keys`, `registers` and `matter`, how
much goes on a page from `plan` and `spreads`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from zinegen.dungeon.model import Dungeon, Level
from zinegen.typeset import matter
from zinegen.typeset.blocks import Block, Para, Picture, text
from zinegen.typeset.index import Index
from zinegen.typeset.keys import Keys
from zinegen.typeset.layouts import Layout
from zinegen.typeset.measure import Ruler
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import Frame, Mark, Page, Plan, Pourer, spread_gaps
from zinegen.typeset.registers import Registers
from zinegen.typeset.spreads import MAP_GAP_MM, Extent, Folder, KeyPage
from zinegen.typeset.writer import w
from zinegen.units import BOOKLET_PAGE, PAPERS_MM, PT_PER_MM
from zinegen.words import lexicon
from zinegen.work import PrintOptions

COVER_TITLES = ("covertitle", "covertitle2", "covertitle3", "covertitle4")
"""Styles of a cover's title, the largest first."""
PART_PAGES = 16
"""Pages a part, about: a plan's own choice, so that its bytes do not hang on the number of cores."""
NOTES_BOX_PT = 74.0
"""The least gap that is given lines to write on."""
FILLER_GAP_MM = 4.0
GAP_MOST_PT = 6.0
"""The most that is added between two keys to fill a column."""


@dataclass
class Booklet:
    """Plans the booklet of one dungeon.

    dungeon: with its texts made printable; extent: the size of a local map in squares; level_extent: of a level's.
    """

    dungeon: Dungeon
    layout: Layout
    options: PrintOptions
    extent: Extent
    heights: dict[tuple[str, int], float] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.product = self.layout.products["booklet"]
        self.width, self.height = PAPERS_MM[BOOKLET_PAGE[self.options.paper]]
        self.language = str(lexicon("pages")["language"])
        self.pourer = Pourer(Ruler(self.layout, 1.0, self.language), self.heights)
        self.index = Index(self.dungeon)
        self.keys = Keys(self.index, self.layout.order, prose=self.options.keys == "prose")
        self.registers = Registers(self.index, self.keys)
        self.text_width = self.width - self.product.inner - self.product.outer
        self.text_height = self.height - self.product.top - self.product.bottom
        self._rosters: list[Level] = []
        self._fillers: list[Block] = []

    @cached_property
    def title(self) -> str:
        """The dungeon's title, or a stand-in."""
        return self.dungeon.title.strip() or w("title", "untitled")

    def plan(self) -> Plan:
        """Plan every page."""
        self._front()
        for level in self.dungeon.levels:
            self._level(level)
        self._back()
        parts = self._parts()
        scales = (1.0,) * len(parts)
        plan = Plan(self.title, self.language, self.width, self.height, self.pages, self.marks, parts, scales)
        plan.resolve()
        return plan

    def link_words(self, plan: Plan) -> dict[str, str]:
        """Anchor -> what a link to it says."""
        areas = self.index.areas
        return {
            anchor: w("page", "link", n=anchor, page=page) if anchor in areas else w("page", "link_page", page=page)
            for anchor, page in plan.page_of().items()
        }

    # ------------------------------------------------------------------------------------------------- page parts

    def _page(self, kind: str, outer: str = "", inner: str = "", thumb: int | None = None, anchor: str = "") -> Page:
        page = Page(len(self.pages) + 1, kind, outer=outer, inner=inner, thumb=thumb)
        page.anchors = (anchor,) if anchor else ()
        self.pages.append(page)
        return page

    def _left(self, page: Page) -> float:
        return self.product.inner if page.side == "right" else self.product.outer

    def _frame(self, page: Page, y: float, height: float, x: float = 0.0, width: float | None = None) -> Frame:
        """A frame in the page's text, x and y from its corner."""
        frame = Frame(
            f"f-{page.number}-{len(page.frames)}", self._left(page) + x, self.product.top + y,
            self.text_width if width is None else width, height,
        )  # fmt: skip
        page.frames.append(frame)
        return frame

    def _columns(self, page: Page, y: float, *, rule: bool = True) -> list[Frame]:
        folder = self._folder()
        height = self.text_height - y
        frames = folder.frames(f"f-{page.number}-c", self._left(page), self.product.top + y, height)
        page.frames += frames
        if rule and len(frames) == 2:
            page.rule = (frames[1].x - self.product.gutter / 2, self.product.top + y + 0.6, height - 0.6)
        return frames

    def _folder(self) -> Folder:
        return Folder(self.pourer, self.product, self.text_width, self.text_height, self.extent)

    def _put(self, frame: Frame, block: Block, gap_pt: float = 0.0) -> None:
        frame.put(block, self.pourer.height(block, frame.width_pt), gap_pt)

    def _title(self, page: Page, words: str, anchor: str, depth: int = 1, id: str = "") -> float:
        """A page's title; returns the height in mm that it takes."""
        block = Block(id or f"title-{anchor}", "title", (Para("pagetitle", text(words), "h2"),), anchor)
        tall = self.pourer.height(block, self.text_width * PT_PER_MM) / PT_PER_MM
        self._put(self._frame(page, 0.0, tall + 1.0), block)
        self.marks.append(Mark(depth, words, page.number, anchor))
        return tall + 1.0

    def _flow(
        self, title: str, anchor: str, blocks: list[Block], *, columns: bool, depth: int = 1,
        thumb: int | None = None, inner: str = "", gap_pt: float = 5.0,
    ) -> list[Frame]:  # fmt: skip
        """Blocks on as many pages as they take, under a title on the first; returns the last page's frames."""
        waiting, frames = blocks, []
        first = True
        while first or waiting:
            page = self._page("text", title, inner or self.title_head, thumb, "" if not first else f"page-{anchor}")
            y = self._title(page, title, anchor, depth) if first else 0.0
            first = False
            frames = self._columns(page, y) if columns else [self._frame(page, y, self.text_height - y)]
            before = len(waiting)
            waiting = self.pourer.pour(waiting, frames, gap_pt)
            if waiting and len(waiting) == before and not any(frame.placed for frame in frames):
                self.pourer.too_tall(waiting[0])
        return frames

    @cached_property
    def title_head(self) -> str:
        """The title cut to fit a running head."""
        return self._fit(self.title, float(self.text_width) * 0.55)

    def _fit(self, words: str, width_mm: float) -> str:
        """A text cut to a width in the style of running heads."""
        style = self.pourer.ruler.style("runhead")
        if self.pourer.ruler.text_width(words, style) <= width_mm * PT_PER_MM:
            return words
        while words and self.pourer.ruler.text_width(words + "…", style) > width_mm * PT_PER_MM:
            words = words[:-1].rstrip()
        return words + "…"

    def _picture(self, frame: Frame, wanted: Wanted, *, alt: str = "", centred: bool = True, id: str = "") -> None:
        self.wanted.append(wanted)
        part = Picture(wanted.name, frame.width, wanted.height, alt, centred)
        frame.put(Block(id or f"pic-{wanted.name}", "picture", (part,)), wanted.height * PT_PER_MM)

    # -------------------------------------------------------------------------------------------------- the front

    def _front(self) -> None:
        self._cover()
        self._flow(w("heading", "how"), "how", matter.how_to(self.layout), columns=True)
        before = [("how", w("heading", "how")), ("elevation", w("heading", "elevation"))]
        after = [(name, w("heading", name)) for name in ("wandering", "ledger", "credits")]
        self._flow(w("heading", "contents"), "contents", matter.contents(self.index, before, after), columns=True,
                   gap_pt=4.0)  # fmt: skip
        self._elevation()
        told = matter.rumours(self.dungeon, self.index)
        if self._next_is_right() and (told or self.dungeon.factions):
            blocks = [*told, *matter.factions(self.dungeon, self.index)]
            name = "rumours" if told else "factions"
            frames = self._flow(w("heading", name), name, _untitled(blocks), columns=False)
            self._notes_in(frames[-1], "notes-rumours")
        else:
            self._fillers = matter.rumour_boxes(self.dungeon, self.index)

    def _cover(self) -> None:
        page = self._page("cover", anchor="cover")
        self.marks.append(Mark(1, self.title, 1, "cover"))
        margin, wide = 12.0, self.width - 24.0

        def frame(name: str, y: float, height: float) -> Frame:
            made = Frame(f"f-1-{name}", margin, y, wide, height)
            page.frames.append(made)
            return made

        style, lines = self._cover_style(wide)
        tall = self.pourer.ruler.part(Para(style, text(lines)), wide * PT_PER_MM) / PT_PER_MM
        self._put(
            frame("meta", 10.0, 6.0),
            Block("cover-meta", "cover", (Para("covermeta", text(matter.facts(self.dungeon))),)),
        )
        self._put(frame("title", 17.0, tall + 2), Block("cover-title", "cover", (Para(style, text(lines), "h1"),)))
        y = 17.0 + tall + 1.0
        under = self.dungeon.premise.subtitle
        if under:
            block = Block("cover-sub", "cover", (Para("coversub", text(under)),))
            high = self.pourer.height(block, wide * PT_PER_MM) / PT_PER_MM + 1.5
            self._put(frame("sub", y, high), block)
            y += high
        foot = self.height - 17.0
        picture = frame("art", y + 3.0, foot - y - 6.0)
        self._picture(picture, Wanted("cover", "cover", picture.width, picture.height, self.options.ink),
                      alt=w("page", "cover_alt"))  # fmt: skip
        self._put(frame("foot", foot, 12.0), Block("cover-foot", "cover", (Para("coverfoot", text(self._foot())),)))

    def _foot(self) -> str:
        return " · ".join(part for part in (matter.party(self.dungeon), self.options.licence) if part)

    def _cover_style(self, wide: float) -> tuple[str, str]:
        """The largest style in which the title stands whole in a few lines; the longest titles are cut."""
        words = self.title
        for style in COVER_TITLES:
            size = self.pourer.ruler.style(style)
            longest = max((self.pourer.ruler.text_width(word, size) for word in words.split()), default=0)
            if (
                longest <= wide * PT_PER_MM
                and self.pourer.ruler.lines(Para(style, text(words)), wide * PT_PER_MM) <= 3
            ):
                return style, words
        style = COVER_TITLES[-1]
        while self.pourer.ruler.lines(Para(style, text(words)), wide * PT_PER_MM) > 5:
            words = words[: int(len(words) * 0.92)].rstrip(" .,;…") + "…"
        return style, words

    def _elevation(self) -> None:
        page = self._page("text", w("heading", "elevation"), self.title_head, anchor="page-elevation")
        y = self._title(page, w("heading", "elevation"), "elevation")
        told = matter.premise(self.dungeon)
        if told:
            tall = self.pourer.height(told[0], self.text_width * PT_PER_MM) / PT_PER_MM
            frame = self._frame(page, y, tall + 4.0)
            self._put(frame, told[0])
            y += tall + 4.0
        frame = self._frame(page, y, self.text_height - y)
        self._picture(frame, Wanted("elevation", "elevation", frame.width, frame.height, self.options.ink),
                      alt=w("page", "elevation_alt"), centred=False)  # fmt: skip

    def _next_is_right(self) -> bool:
        return (len(self.pages) + 1) % 2 == 1

    # ------------------------------------------------------------------------------------------------- the levels

    def _level(self, level: Level) -> None:
        if self._next_is_right():
            self._fill_page()
        self._overview(level)
        blocks = [self.registers.inhabitants(level), self.registers.locks(level),
                  self.registers.wandering(level, stats=False)]  # fmt: skip
        self._registers(level, blocks)
        self._keyed(level)
        self._rosters.append(level)

    def _fill_page(self) -> None:
        """A page of content where a spread must begin on a left page."""
        if self._rosters:
            self._roster(self._rosters.pop())
        else:
            frames = self._flow(w("heading", "log"), "log", matter.log(), columns=False)
            self._notes_in(frames[-1], "notes-log")

    def _roster(self, level: Level) -> None:
        pages = len(self.pages)
        frames = self._flow(
            w("heading", "roster"), f"roster-page-{level.number}", _untitled(self.registers.roster(level)),
            columns=False, depth=2, thumb=level.number, inner=self._head(level),
        )  # fmt: skip
        self._notes_in(frames[-1], f"notes-roster-{level.number}")
        if (len(self.pages) - pages) % 2 == 0:  # two pages would leave the next spread where it was
            page = self._page("text", w("heading", "notes"), self._head(level), level.number)
            self._notes_in(self._frame(page, 0.0, self.text_height), f"notes-more-{level.number}")

    def _head(self, level: Level) -> str:
        return self._fit(matter.level_head(level), self.text_width * 0.6)

    def _overview(self, level: Level) -> None:
        page = self._page("overview", w("head", "overview"), self._head(level), level.number, f"level-{level.number}")
        title = matter.level_title(level)
        y = self._title(page, title, f"title-level-{level.number}", id=f"title-level-{level.number}")
        if level.text:
            block = Block(f"about-{level.number}", "text", (Para("body", text(level.text)),))
            tall = self.pourer.height(block, self.text_width * PT_PER_MM) / PT_PER_MM + 3.6
            self._put(self._frame(page, y, tall), block)
            y += tall
        frame = self._frame(page, y, self.text_height - y)
        ink, name = self.options.ink, f"level-{level.number}"
        wanted = Wanted(name, "level", frame.width, frame.height, ink, level.number)
        self._picture(frame, wanted, alt=w("page", "map_alt", n=level.number), centred=False)

    def _registers(self, level: Level, blocks: list[Block]) -> None:
        waiting = blocks
        while waiting:
            page = self._page("text", w("head", "registers"), self._head(level), level.number)
            frame = self._frame(page, 0.0, self.text_height)
            waiting = self.pourer.pour(waiting, [frame], 4.0)
            if not frame.placed:
                self.pourer.too_tall(waiting[0])
            self._notes_in(frame, f"notes-who-{page.number}", least=110.0)

    def _keyed(self, level: Level) -> None:
        blocks = [self.keys.block(area) for area in self.index.keyed(level)]
        scale, pages = self._folder().fold(blocks)
        fillers = self._fillers
        box = self.registers.wandering_box(level)
        for key_page in pages:
            self._key_page(level, key_page, scale)
        last = self.pages[-1].frames[-1]
        for frame in [f for page in self.pages[-len(pages) :] for f in page.frames[-self.product.columns :]]:
            box = self._fill(frame, fillers, box if frame is last else None)
        for key in blocks:
            number = next(
                p.number for p in self.pages if any(b.block.anchor == key.id for f in p.frames for b in f.placed)
            )
            self.marks.append(Mark(2, f"{key.data['number']} {key.data['name']}", number, key.id))

    def _key_page(self, level: Level, planned: KeyPage, scale: float) -> None:
        numbers = [area.split("-")[1] for area in planned.areas]
        head = w("head", "areas", first=numbers[0], last=numbers[-1]) if len(numbers) > 1 else w(
            "head", "area", first=numbers[0])  # fmt: skip
        page = self._page("keys", head, self._head(level), level.number)
        for crop in planned.crops:
            frame = self._frame(page, 0.0, planned.map_height, crop.x, crop.width)
            name = "crop-" + crop.areas[0] + ("" if len(crop.areas) == 1 else f"-{crop.areas[-1].split('-')[1]}")
            self._picture(frame, Wanted(name, "crop", crop.width, planned.map_height, self.options.ink, level.number,
                                        crop.areas, scale))  # fmt: skip
        y = planned.map_height + MAP_GAP_MM if planned.crops else 0.0
        for frame, blocks in zip(self._columns(page, y), planned.columns, strict=True):
            for block in blocks:
                self._put(frame, block, self.product.key_gap * PT_PER_MM)

    def _fill(self, frame: Frame, fillers: list[Block], extra: Block | None) -> Block | None:
        """Fill the gap at a column's end: with a box, with lines to write on, with a little air between keys."""
        spare = self.pourer.spare([placed.block for placed in frame.placed], frame.width_pt)
        gap = FILLER_GAP_MM * PT_PER_MM
        placed = False
        for box in [*fillers, *([extra] if extra else [])]:
            tall = self.pourer.height(box, frame.width_pt)
            if tall + gap + spare <= frame.free_pt:
                frame.put(box, tall, gap)
                placed = True
                if box is extra:
                    extra = None
                else:
                    fillers.remove(box)
        if frame.free_pt - gap - spare >= NOTES_BOX_PT:
            self._notes_in(frame, f"notes-{frame.id}", boxed=True, spare=spare)
        elif not placed:
            spread_gaps(frame, GAP_MOST_PT, spare)
        return extra

    def _notes_in(
        self, frame: Frame, id: str, *, boxed: bool = False, spare: float = 10.0, least: float = 50.0
    ) -> None:
        """Lines to write on in what is left of a frame."""
        gap = FILLER_GAP_MM * PT_PER_MM if frame.placed else 0.0
        room = frame.free_pt - gap - spare
        if room < least:
            return
        box = matter.ruled(room, id, boxed=boxed)
        if boxed:
            bare = self.pourer.height(box, frame.width_pt)
            over = max(0.0, bare - room)
            box = matter.ruled(room - over - 1, id, boxed=True) if over else box
        elif frame.placed:
            box = matter.ruled(room - 14, id, boxed=False)
        tall = self.pourer.ruler.block(box, frame.width_pt)
        if tall <= room:
            frame.put(box, tall, gap)

    # --------------------------------------------------------------------------------------------------- the back

    def _back(self) -> None:
        tables = []
        for level in self.dungeon.levels:
            table = self.registers.wandering(level, stats=True, anchor=f"wander-full-{level.number}")
            head = Para("tablehead", text(matter.level_title(level)), "h3")
            tables.append(Block(table.id, table.kind, (head, *table.parts[1:]), table.anchor))
        self._flow(w("heading", "wandering"), "wandering", tables, columns=False)
        self._flow(w("heading", "ledger"), "ledger", self.registers.ledger(), columns=False)
        made = matter.colophon(self.dungeon, self.layout, self.options.licence)
        self._flow(w("heading", "credits"), "credits", made, columns=False)
        while (len(self.pages) + 1) % 4:
            self._padding()
        page = self._page("back", anchor="back")
        self._back_cover(page)

    def _padding(self) -> None:
        missing = -(len(self.pages) + 1) % 4
        if self._rosters and missing:
            level = self._rosters[-1]
            before = len(self.pages)
            self._rosters.pop()
            self._roster(level)
            if len(self.pages) - before <= missing:
                return
        else:
            page = self._page("notes", w("heading", "notes"), self.title_head)
            self._notes_in(self._frame(page, 0.0, self.text_height), f"notes-page-{page.number}")

    def _back_cover(self, page: Page) -> None:
        wide = self.width - 48.0
        frame = Frame("f-back", 24.0, self.height * 0.3, wide, self.height * 0.5)
        page.frames.append(frame)
        lines = [Para("backtitle", text(self._fit_back(wide)))]
        if self.dungeon.premise.subtitle:
            lines.append(Para("coversub", text(self.dungeon.premise.subtitle)))
        lines.append(Para("coverfoot", text(matter.facts(self.dungeon))))
        lines.append(Para("coverfoot", text(self._foot())))
        self._put(frame, Block("back-text", "cover", tuple(lines)))

    def _fit_back(self, wide: float) -> str:
        words = self.title
        while self.pourer.ruler.lines(Para("backtitle", text(words)), wide * PT_PER_MM) > 4:
            words = words[: int(len(words) * 0.92)].rstrip(" .,;…") + "…"
        return words

    def _parts(self) -> tuple[int, ...]:
        """Where parts begin: on right pages, about every sixteen, from the number of pages alone."""
        count = len(self.pages)
        parts = max(1, round(count / PART_PAGES))
        starts = [round(count * part / parts) // 2 * 2 + 1 for part in range(parts)]
        return tuple(dict.fromkeys(starts))


def _untitled(blocks: Iterable[Block]) -> list[Block]:
    """Blocks without the first one's own heading: the page has said it."""
    out = list(blocks)
    if out and out[0].parts and isinstance(out[0].parts[0], Para) and out[0].parts[0].tag == "h3":
        out[0] = Block(out[0].id, out[0].kind, out[0].parts[1:], out[0].anchor, out[0].data)
    return out
