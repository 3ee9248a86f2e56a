"""The mini-zine: each level as eight tiny pages for one sheet, composed for their size; a large level takes more.

    cover, story, map, keys, keys, keys, keys, tables      the first sheet of a level
    cover, map of its areas, keys, keys, keys, keys, keys, tables      every further one

A level of up to ten areas keeps to one sheet as long as its keys can be shortened. Once all fit, as many keys as
there is room for are printed fuller again, and what is then still free takes treasure, locks and rumours.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import NamedTuple

from zinegen.dungeon.model import Area, Dungeon, Level
from zinegen.errors import PageOverflowError
from zinegen.typeset import matter
from zinegen.typeset.blocks import Block, Box, Para, Part, Picture, Run, Table, text
from zinegen.typeset.covers import cover_picture
from zinegen.typeset.index import Index
from zinegen.typeset.keys import Keys
from zinegen.typeset.layouts import Layout
from zinegen.typeset.measure import Ruler
from zinegen.typeset.minimatter import MiniMatter
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import CUT, Frame, Mark, Page, Plan, Pourer, Seen, spread_gaps
from zinegen.typeset.registers import Registers
from zinegen.typeset.writer import capital, w
from zinegen.units import PAPERS_MM, PT_PER_MM
from zinegen.words import lexicon, word
from zinegen.work import PrintOptions

PAGES = 8
ONE_SHEET_AREAS = 10
"""Above so many areas a level may take a second sheet at once."""
TWO_SHEET_AREAS = 22
"""And above so many a third."""
MOST_SHEETS = 6
TRIMS = (-1, 0, 1, 2, 3, 4)
"""How much the short keys are cut, see `Keys.short`."""
FOLIO_MM = 5.0
"""What the page number at the foot takes."""
INK_OF_MAP = 0.105
"""The most of a page that a map may blacken: with title and number no page is more than 12 % ink."""
MAP_EDGE_MM = 4.5
"""A map may come so near to an edge, which on its page is a fold."""
TORN_EDGE_MM = 1.0
"""What paper that a layout tears out under a map takes of the page number's room."""
COVER_TITLES = ("minititle", "minititle2", "minititle3", "minititle4")
BALANCE_STEPS = 7
MOST_GAP_PT = 9.0
KEYS_AT = {True: (4, 5, 6, 7), False: (3, 4, 5, 6, 7)}
"""The pages of a sheet that hold keys, for a level's first sheet and for the others."""


class Rung(NamedTuple):
    """One way of setting a level: on how many sheets, how short, how large."""

    sheets: int
    trim: int
    size: float
    torn: bool = False
    """Whether a key that no page holds may go on overleaf."""


def ladder(areas: int, sizes: tuple[float, ...]) -> list[Rung]:
    """The ways to try in turn: fewer sheets before longer keys, longer keys before larger type, torn ones at last."""
    least = 1 if areas <= ONE_SHEET_AREAS else 2 if areas <= TWO_SHEET_AREAS else 3
    sheets = range(least, MOST_SHEETS + 1)
    whole = [Rung(count, trim, size) for count in sheets for trim in TRIMS for size in sizes]
    return whole + [Rung(count, TRIMS[-1], sizes[-1], torn=True) for count in sheets]


def eighth(paper: str) -> tuple[float, float]:
    """Width and height of a page: an eighth of a lying sheet."""
    width, height = PAPERS_MM[paper]
    return height / 4, width / 2


def pageless(block: Block) -> Block:
    """A block without page numbers: those of the file are not those of the zines that are folded of it."""
    return dataclasses.replace(block, parts=tuple(_pageless(part) for part in block.parts))


def _pageless(part: Part) -> Part:
    def bare(runs: tuple[Run, ...]) -> tuple[Run, ...]:
        return tuple(run for run in runs if run.look != "page")

    match part:
        case Para():
            return part._replace(runs=bare(part.runs))
        case Box():
            return part._replace(parts=tuple(_pageless(inner) for inner in part.parts))
        case Table():
            return part._replace(rows=tuple(tuple(bare(cell) for cell in row) for row in part.rows))
    return part


@dataclass
class MiniZine:
    """Plans every level. dungeon: with its texts made printable."""

    dungeon: Dungeon
    layout: Layout
    options: PrintOptions
    seen: Seen = field(default_factory=Seen)
    pages: list[Page] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)
    whole: Dungeon | None = None
    """All of the dungeon, where `dungeon` is one level of it."""
    _pourers: dict[float, Pourer] = field(default_factory=dict)
    _short: dict[tuple[str, int], Block] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.product = self.layout.products["minizine"]
        self.width, self.height = eighth(self.options.paper)
        self.ink = self.layout.drawn_in(self.options.ink)
        self.language = str(lexicon("pages")["language"])
        self.index = Index(self.dungeon, self.whole)
        self.keys = Keys(self.index, self.layout.order, bold=self.layout.bold)
        self.matter = MiniMatter(self.index, Registers(self.index, self.keys), self.layout, self.options)
        self.title = self.dungeon.title.strip() or w("title", "untitled")

    def plan(self) -> Plan:
        """Plan every level, each a part of its own, for each has its own size of text."""
        starts, scales = [], []
        for level in self.dungeon.levels:
            zine = self._level(level, len(self.pages) + 1)
            starts.append(zine.pages[0].number)
            scales.append(zine.rung.size)
            self.pages += zine.pages
            self.wanted += [one for one in zine.wanted if one not in self.wanted]
            self.marks.append(Mark(1, matter.level_title(level), starts[-1], f"level-{level.number}"))
        plan = Plan(self.title, self.language, self.width, self.height, self.pages, self.marks, tuple(starts),
                    tuple(scales))  # fmt: skip
        plan.resolve()
        return plan

    def link_words(self, plan: Plan) -> dict[str, str]:
        """Anchor -> what a link to it says."""
        return {anchor: w("page", "link", n=anchor, page=page) for anchor, page in plan.page_of().items()}

    def pourer(self, size: float) -> Pourer:
        """What pours text of a size; one for all tries, for it remembers what it has measured."""
        if size not in self._pourers:
            self._pourers[size] = Pourer(Ruler(self.layout, size, self.language), self.seen)
        return self._pourers[size]

    def short_key(self, area: Area, trim: int) -> Block:
        """A short key, made once."""
        if (area.id, trim) not in self._short:
            self._short[area.id, trim] = self.keys.short(area, trim)
        return self._short[area.id, trim]

    def _level(self, level: Level, number: int) -> Zine:
        for rung in ladder(len(self.index.keyed(level)), self.product.sizes):
            zine = Zine(self, level, rung, number)
            if zine.fill():
                return zine
        raise PageOverflowError(
            f"level {level.number}: its keys do not fit on {MOST_SHEETS} mini-zines; shorten the longest of them"
        )


class Zine:
    """One try at a level."""

    def __init__(self, book: MiniZine, level: Level, rung: Rung, number: int) -> None:
        self.book, self.level, self.rung = book, level, rung
        self.pourer = book.pourer(rung.size)
        self.mark = f"{rung.size:g}{rung.trim}".replace(".", "_")
        self.left, self.top = book.product.inner, book.product.top
        self.wide = book.width - book.product.inner - book.product.outer
        self.foot = book.height - book.product.bottom - FOLIO_MM
        self.pages = [Page(number + n, "mini", anchors=(f"level-{level.number}",) if not n else ())
                      for n in range(PAGES * rung.sheets)]  # fmt: skip
        self.wanted: list[Wanted] = []
        self.open: list[Frame] = []
        """Frames with room at their end, in the order in which they are offered what is still to be told."""

    def fill(self) -> bool:
        """Everything on its pages; False where it does not fit."""
        parts = self._keys()
        if parts is None:
            return False
        for sheet, areas in enumerate(parts):
            self._front(sheet, areas)
            self._back(sheet)
            self._folios(sheet)
        self._extras()
        for frame in self.open:
            self._note(frame)
        return True

    def page(self, sheet: int, number: int) -> Page:
        """A page of a sheet, from 1."""
        return self.pages[PAGES * sheet + number - 1]

    # ------------------------------------------------------------------------------------------------------ keys

    def _keys(self) -> list[list[Area]] | None:
        """Pour the keys; which areas came to which sheet, None where they do not fit."""
        book = self.book
        areas = book.index.keyed(self.level)
        gap = book.product.key_gap * PT_PER_MM * self.rung.size
        keys = self._fuller(areas, [self._key(area, self.rung.trim) for area in areas], gap)
        frames = self._balanced(keys, gap)
        if frames is None:
            return None
        named = {key.id: area for key, area in zip(keys, areas, strict=True)}
        parts: list[list[Area]] = [[] for _ in range(self.rung.sheets)]
        for sheet, page, frame in frames:
            page.frames.append(frame)
            there = [named[placed.block.id.rstrip("".join(CUT))] for placed in frame.placed]
            parts[sheet] += [area for area in there if area not in parts[sheet]]
            spare = self.pourer.spare([placed.block for placed in frame.placed], frame.width_pt)
            frame.height = self.foot - self.top  # a balanced page is filled up again
            spread_gaps(frame, MOST_GAP_PT, spare)
            self.open.append(frame)
        return parts if all(parts) else None

    def _key(self, area: Area, trim: int) -> Block:
        return dataclasses.replace(
            pageless(self.book.short_key(area, trim)), id=f"{area.id}.{self.mark}_{trim}".replace("-1", "w")
        )

    def _fuller(self, areas: list[Area], keys: list[Block], gap: float) -> list[Block]:
        """Every key in turn, the one that grows least first, cut a step less where all still fit."""
        whole = self.foot - self.top
        if self.rung.trim < 0 or self._poured(keys, gap, whole) is None:
            return keys
        fuller = [self._key(area, self.rung.trim - 1) for area in areas]
        wide = self.wide * PT_PER_MM
        growth = [
            self.pourer.height(b, wide) - self.pourer.height(a, wide) for a, b in zip(keys, fuller, strict=True)
        ]
        for at in sorted(range(len(keys)), key=lambda at: (growth[at], at)):
            tried = [*keys[:at], fuller[at], *keys[at + 1 :]]
            if self._poured(tried, gap, whole) is not None:
                keys = tried
        return keys

    def _balanced(self, keys: list[Block], gap: float) -> list[tuple[int, Page, Frame]] | None:
        """The keys on their pages, all of them filled about as high as the others."""
        low, high = 0.0, self.foot - self.top
        best = self._poured(keys, gap, high)
        for _ in range(BALANCE_STEPS if best else 0):
            middle = (low + high) / 2
            tried = self._poured(keys, gap, middle)
            low, high, best = (low, middle, tried) if tried else (middle, high, best)
        return best

    def _poured(self, keys: list[Block], gap: float, height: float) -> list[tuple[int, Page, Frame]] | None:
        """The keys in frames of a height, every key whole if none may be torn; None where that cannot be."""
        frames = []
        for sheet in range(self.rung.sheets):
            for number in KEYS_AT[sheet == 0]:
                page = self.page(sheet, number)
                frames.append((sheet, page, Frame(f"f-{page.number}-keys", self.left, self.top, self.wide, height)))
        left = self.pourer.pour(keys, [frame for *_, frame in frames], gap, trial=True)
        cut = any(placed.block.id.endswith(CUT) for *_, frame in frames for placed in frame.placed)
        return None if left or (cut and not self.rung.torn) else frames

    def _note(self, frame: Frame) -> None:
        """Lines to write on, where a page has room for some."""
        spare = self.pourer.spare([placed.block for placed in frame.placed], frame.width_pt)

        def reckon(block: Block) -> float:
            return self.pourer.ruler.block(block, frame.width_pt)

        note = matter.notes_for(
            frame.free_pt - spare - 10, f"note-{frame.id}.{self.mark}", reckon, boxed=False, least=3
        )
        if note is not None:
            frame.put(note, reckon(note), 10.0)

    # ----------------------------------------------------------------------------------------- covers, story, map

    def _front(self, sheet: int, areas: list[Area]) -> None:
        """The cover, and the pages before the keys."""
        self._cover(sheet, areas)
        if sheet:
            ids = tuple(area.id for area in areas)
            first, last = areas[0].key, areas[-1].key
            head = capital(word("press", "mini", "part", first=first, last=last))
            alt = word("press", "mini", "crop_alt", first=first, last=last, n=self.level.number)
            wanted = Wanted(f"mini-{self.level.number}-{sheet}", "crop", 0, 0, self.book.ink,
                            self.level.number, ids, 4.0)  # fmt: skip
            self._map(self.page(sheet, 2), head, wanted, alt)
            return
        self._story(self.page(0, 2))
        wanted = Wanted(f"mini-{self.level.number}", "level", 0, 0, self.book.ink, self.level.number,
                        legend=False, scale=4.0)  # fmt: skip
        self._map(self.page(0, 3), self.level.title or matter.level_title(self.level), wanted,
                  word("press", "mini", "map_alt", n=self.level.number))  # fmt: skip

    def _cover(self, sheet: int, areas: list[Area]) -> None:
        """Title, picture, what it is."""
        book, level, page = self.book, self.level, self.page(sheet, 1)
        style, words = self._title(book.title, COVER_TITLES, 3)
        lines = [Para(style, text(words), "h1" if not sheet else "h2")]
        under = level.title if len(book.index.full.levels) > 1 else book.dungeon.premise.subtitle
        if under:
            lines.append(Para("minisub", text(self._fit(under, "minisub", 2))))
        y = self._stand(page, "title", self.top + 1.0, Block(f"mini-title-{page.number}", "title", tuple(lines)))
        facts = [word("press", "mini", "kind")] if self.rung.sheets == 1 else []
        if len(book.index.full.levels) > 1:
            facts.append(word("press", "mini", "level", n=level.number, levels=len(book.index.full.levels)))
        if self.rung.sheets > 1:
            facts.append(word("press", "mini", "part", first=areas[0].key, last=areas[-1].key))
        told = Para("minifoot", text(capital(" · ".join(facts))))
        block = Block(f"mini-facts-{page.number}", "title", (told,))
        tall = self._high(block) + 0.6
        bottom = book.height - book.product.bottom - tall
        self._stand(page, "facts", bottom, block)
        frame = self._frame(page, "art", y + 2.0, bottom - y - 4.0)
        name = f"mini-cover-{round(frame.height)}"
        wanted = cover_picture(book.layout, name, self.wide, round(frame.height), book.options.ink)
        self._picture(frame, wanted, word("press", "mini", "cover_alt"))

    def _story(self, page: Page) -> None:
        """As much of the story as its page holds."""
        head = Para("minihead", text(word("press", "mini", "story")), "h2")
        top = Block(f"mini-story-{page.number}", "title", (head,))
        frame = Frame(f"f-{page.number}-story", self.left, self.top, self.wide, self.foot - self.top)
        for blocks in self.book.matter.stories(self.level):
            if self._put_all(frame, [top, *blocks], 0.0):
                break
        page.frames.append(frame)
        self.open.insert(0, frame)

    def _map(self, page: Page, title: str, wanted: Wanted, alt: str) -> None:
        """A map under its title, as large as its page lets it."""
        book = self.book
        head = Block(f"mini-map-{page.number}", "title", (
            Para("minihead", text(self._fit(title, "minihead", 2)), "h2"),
            Para("small", text(word("press", "mini", "scale"))),
        ))  # fmt: skip
        y = self._stand(page, "head", self.top, head) + 0.5
        wide = book.width - 2 * MAP_EDGE_MM
        frame = Frame(f"f-{page.number}-map", MAP_EDGE_MM, y, wide, self.foot - TORN_EDGE_MM - y)
        page.frames.append(frame)
        most = round((INK_OF_MAP - book.layout.ground_ink) * book.width * book.height, 1)
        self._picture(frame, wanted._replace(width=wide, height=frame.height, ink_most=most), alt, anchor="")

    # ------------------------------------------------------------------------------------------------- the tables

    def _back(self, sheet: int) -> None:
        """What wanders, on the first sheet; the licence, on every one."""
        page = self.page(sheet, PAGES)
        made = Block(f"mini-made-{page.number}", "foot", (Para("minismall", text(self.book.matter.made())),))
        bottom = self.book.height - self.book.product.bottom - self._high(made) - 0.8
        frame = Frame(f"f-{page.number}-tables", self.left, self.top, self.wide, bottom - self.top - 1.0)
        if not sheet:
            for blocks in self.book.matter.wandering(self.level):
                if self._put_all(frame, blocks, 0.0):
                    break
        page.frames.append(frame)
        self.open.insert(0, frame)
        self._stand(page, "made", bottom, made)

    def _extras(self) -> None:
        """Each thing that is still to be told, in the fullest form for which a page has room."""
        for forms in self.book.matter.extras(self.level):
            for block in forms:
                if any(self._put_all(frame, [block], 8.0) for frame in self.open):
                    break

    def _folios(self, sheet: int) -> None:
        """The number of every page but the covers."""
        for number in range(2, PAGES):
            page = self.page(sheet, number)
            block = Block(f"mini-folio-{page.number}", "foot", (Para("minifolio", text(str(number))),))
            self._stand(page, "folio", self.book.height - self.book.product.bottom - 3.9, block)

    # ----------------------------------------------------------------------------------------------------- pieces

    def _named(self, block: Block) -> Block:
        """A block whose id says in which size and how short it is, for its height holds there only."""
        return dataclasses.replace(pageless(block), id=f"{block.id}.{self.mark}")

    def _high(self, block: Block) -> float:
        return self.pourer.height(self._named(block), self.wide * PT_PER_MM) / PT_PER_MM

    def _frame(self, page: Page, name: str, y: float, height: float) -> Frame:
        page.frames.append(Frame(f"f-{page.number}-{name}", self.left, y, self.wide, height))
        return page.frames[-1]

    def _stand(self, page: Page, name: str, y: float, block: Block) -> float:
        """A block in a frame of its own; returns the y below it."""
        tall = self._high(block) + 0.6
        frame = self._frame(page, name, y, tall)
        block = self._named(block)
        frame.put(block, self.pourer.height(block, frame.width_pt))
        return y + tall

    def _put_all(self, frame: Frame, blocks: list[Block], gap: float) -> bool:
        """Blocks into a frame, all or none of them."""
        blocks = [self._named(block) for block in blocks]
        heights = [self.pourer.height(block, frame.width_pt) for block in blocks]
        spare = self.pourer.spare([*(placed.block for placed in frame.placed), *blocks], frame.width_pt)
        if sum(heights) + gap * len(blocks) + spare > frame.free_pt:
            return False
        for block, tall in zip(blocks, heights, strict=True):
            frame.put(block, tall, gap)
        return True

    def _picture(self, frame: Frame, wanted: Wanted, alt: str, anchor: str = "") -> None:
        self.wanted.append(wanted)
        part = Picture(wanted.name, frame.width, wanted.height, alt)
        frame.put(Block(f"pic-{frame.id}", "picture", (part,), anchor), wanted.height * PT_PER_MM)

    def _title(self, words: str, styles: tuple[str, ...], most: int) -> tuple[str, str]:
        """The largest style in which a title stands in so many lines, no word broken; the longest are cut."""
        ruler, room = self.pourer.ruler, self.wide * PT_PER_MM
        for style in styles:
            longest = max((ruler.text_width(part, ruler.style(style)) for part in words.split()), default=0.0)
            if longest <= room and ruler.lines(Para(style, text(words)), room) <= most:
                return style, words
        return styles[-1], self._fit(words, styles[-1], most + 2)

    def _fit(self, words: str, style: str, lines: int) -> str:
        """A text cut to so many lines."""
        return self.pourer.ruler.cut_to(words, style, self.wide * PT_PER_MM, lines)
