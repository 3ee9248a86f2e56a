"""The booklet: cover, how to use, contents, elevation; each level's map, registers and keyed spreads; ledger.

Only the order and shape of its pages stand here. What is printed comes from `keys`, `registers` and `matter`; how
much goes on a page, from `makeup` and `spreads`.
"""

from __future__ import annotations

from dataclasses import replace

from zinegen.dungeon.model import Dungeon, Level, Zine
from zinegen.typeset import charts, issue, matter
from zinegen.typeset.blocks import Block, Para, Part, text
from zinegen.typeset.covers import back_cover, front_cover
from zinegen.typeset.crops import Extents
from zinegen.typeset.fillers import Fillers
from zinegen.typeset.index import Index
from zinegen.typeset.keys import Keys
from zinegen.typeset.layouts import Layout
from zinegen.typeset.makeup import FILLER_GAP_MM, Makeup
from zinegen.typeset.ornate import ending, opening
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import CUT, Frame, Mark, Page, Plan, Seen, spread_gaps
from zinegen.typeset.registers import Registers
from zinegen.typeset.spreads import MAP_GAP_MM, Folder, KeyPage
from zinegen.typeset.writer import w
from zinegen.units import BOOKLET_PAGE, PAPERS_MM, PT_PER_MM
from zinegen.work import PrintOptions

PART_PAGES = 16
"""Pages a part, about: a plan's own choice, so that its bytes do not hang on the number of cores."""
MUCH = 0.45
"""The share of a page of registers that is not left empty while there are rosters."""
GAP_MOST_PT = 6.0
"""The most that is added between two keys to fill a column."""
STOREY_MM = 12.0
"""A level in the side view is given so much, or a page is given to all of them."""
TABLE_GAP_MM = 3.0
"""Between the side view and the table of levels."""
LEGEND_MM = 21.0
"""The most that the legend under a level's map takes."""
HAIR_MM = 0.5
"""What is free under a table at the foot of a page: else a hundredth of a point may turn its last row over."""
SPARE_MM = 4.0
"""Under the tables on the page of a chart, for heights are reckoned before they are known."""
LOOKED_UP = {"levels-flow": "levels", "rumours": "rumours", "factions": "factions"}
"""Anchors of what is looked up in play, and their headings: they are in the contents where there is room."""
BOX_LINES = 3
"""The least lines of a box for notes at a column's end."""


class Booklet(Makeup):
    """Plans the booklet of one dungeon."""

    def __init__(
        self, dungeon: Dungeon, layout: Layout, options: PrintOptions, extents: Extents,
        seen: Seen, whole: Dungeon | None = None,
    ) -> None:  # fmt: skip
        """Args: dungeon: with its texts made printable; extents: the sizes of local maps; whole: all of the dungeon,
        where that is more.
        """
        width, height = PAPERS_MM[BOOKLET_PAGE[options.paper]]
        super().__init__(layout, layout.products["booklet"], width, height, seen)
        self.dungeon, self.options, self.extents = dungeon, options, extents
        self.ink = layout.drawn_in(options.ink)
        self.index = Index(dungeon, whole)
        prose = options.keys == "prose"
        self.keys = Keys(self.index, layout.order, prose, layout.worded, layout.initials, layout.bold)
        self.registers = Registers(self.index, self.keys)
        self.words = dungeon.title.strip() or w("title", "untitled")
        self.short = self.fit(self.words, self.text_width * 0.5)
        self._rosters: list[Level] = []  # those that may still fill a page
        self._rostered: set[str] = set()  # parts of rosters that stand with their registers
        self._listed: Page  # the last of the contents
        self._untold: list[Block] = []  # of what is told of the dungeon, what has found no page
        self.fillers = Fillers(self.index, self.registers)

    def plan(self) -> Plan:
        """Plan every page."""
        self._front()
        for level in self.dungeon.levels:
            self._level(level)
        self._back()
        self._list_late_pages()
        parts = self._parts()
        scales = (1.0,) * len(parts)
        plan = Plan(self.words, self.language, self.width, self.height, self.pages, self.marks, parts, scales)
        plan.resolve(self.pourer.ruler)
        return plan

    def link_words(self, plan: Plan) -> dict[str, str]:
        """Anchor -> what a link to it says."""
        areas = self.index.areas
        return {
            anchor: w("page", "link", n=anchor, page=page) if anchor in areas else w("page", "link_page", page=page)
            for anchor, page in plan.page_of().items()
        }

    def _parts(self) -> tuple[int, ...]:
        """Where parts begin: on right pages, about every sixteen, from the number of pages alone."""
        count = len(self.pages)
        parts = max(1, round(count / PART_PAGES))
        return tuple(dict.fromkeys(round(count * part / parts) // 2 * 2 + 1 for part in range(parts)))

    # -------------------------------------------------------------------------------------------------- the front

    def _front(self) -> None:
        front_cover(self, self.dungeon, self.options, self.words)
        dialect = str(self.dungeon.recipe.get("dialect", ""))
        how = matter.how_to(self.layout, prose=self.keys.prose, dialect=dialect)
        self.flow(w("heading", "how"), "how", self.short, how)
        self._log()
        ending(self, self.pages[-1], self.options.ink)
        before = [(name, w("heading", name)) for name in ("how", *self._columns_of_the_issue(), "elevation")]
        after = [(name, w("heading", name)) for name in ("wandering", "ledger", "credits")]
        self.flow(w("heading", "contents"), "contents", self.short, matter.contents(self.index, before, after))
        self._listed = self.pages[-1]
        self._issue()
        told = matter.rumours(self.dungeon, self.index)
        told += [] if self._elevation() else matter.factions(self.dungeon, self.index)
        if len(self.dungeon.levels) > 1:
            told = self._levels(told)
        if self.next_is_right and told:
            name = told[0].id
            frame = self.section(w("heading", name), name, self.short, _untitled(told), fresh=True)
            self.notes_in(frame, "notes-rumours")
        else:
            if any(block.id == "rumours" for block in told):
                self.fillers.rumours = matter.rumour_boxes(self.dungeon, self.index)
            self._untold = [block for block in told if block.id != "rumours"]

    def _columns_of_the_issue(self) -> list[str]:
        """What the front matter of an issue of a zine has."""
        zine = self.dungeon.zine
        return [name for name, blocks in self._front_matter(zine).items() if blocks] if zine else []

    @staticmethod
    def _front_matter(zine: Zine) -> dict[str, list[Block]]:
        return {"editorial": [*issue.editorial(zine), *issue.table(zine)], "letters": issue.letters(zine)}

    def _issue(self) -> None:
        """The pages that make the dungeon an issue of a zine."""
        if self.dungeon.zine is None:
            return
        frame = None
        for name, blocks in self._front_matter(self.dungeon.zine).items():
            if blocks:
                frame = self.section(w("heading", name), name, self.short, blocks, fresh=frame is None)
        if frame is not None:
            self.notes_in(frame, "notes-issue")

    def _log(self) -> None:
        """Turns to cross off, at the foot of the inside of the cover."""
        page = self.pages[-1]
        end = max(frame.y + frame.height for frame in page.frames) - self.product.top
        blocks = matter.log()
        tall = sum(self.high(block, self.text_width) for block in blocks) + 3.6
        if end + tall + 4.0 <= self.text_height:
            frame = self.frame(page, self.text_height - tall, tall)
            for block in blocks:
                self.put(frame, block)

    def _elevation(self) -> bool:
        """The page with the side view; says whether the factions found room on it."""
        page = self.page("text", w("heading", "elevation"), self.short)
        y = self.title(page, w("heading", "elevation"), "elevation")
        for block in matter.premise(self.dungeon):
            y = self.lay(page, y, block, 2.0)
        table = matter.level_table(self.index, self.registers.figure)
        below = self.high(table, self.text_width) + 3.6 + TABLE_GAP_MM
        apart = self.text_height - y - below < STOREY_MM * len(self.dungeon.levels)
        most = self.text_height - y - (0.0 if apart else below)
        frame = self.frame(page, y, min(most, self.extents.side(self.text_width, most) + 1.0))
        wanted = Wanted("elevation", "elevation", frame.width, frame.height, self.ink)
        self.picture(frame, wanted, w("page", "elevation_alt"))
        if apart:  # a picture of many levels wants the page for itself
            rest = self._next_pages(w("heading", "elevation"), table)
        else:
            y = self.lay(page, y + frame.height + TABLE_GAP_MM, table)
            rest = self.frame(page, y, self.text_height - y)
        factions = matter.factions(self.dungeon, self.index)
        told = bool(factions) and self.add(rest, factions[0], 4.0)
        self.notes_in(rest, "notes-elevation")
        return told

    def _levels(self, told: list[Block]) -> list[Block]:
        """The page with the chart of the levels, beside the side view; returns what found no room below it."""
        page = self.page("text", w("heading", "levels"), self.short)
        y = self.title(page, w("heading", "levels"), "levels-flow")
        about = charts.levels_caption(self.dungeon)
        y = self.lay(page, y, about, 2.0) if about is not None else y
        room = self.text_height - y
        least, best = charts.levels_height(self.dungeon, room)
        below: list[Block] = []
        free = room - least - TABLE_GAP_MM - SPARE_MM
        while told and self.high(told[0], self.text_width) + TABLE_GAP_MM <= free:
            free -= self.high(told[0], self.text_width) + TABLE_GAP_MM
            below.append(told.pop(0))
        tall = min(best, least + free) if below else best
        frame = self.frame(page, y, tall)
        wanted = Wanted("levels", "levels", frame.width, frame.height, self.ink)
        self.picture(frame, wanted, w("page", "levels_alt", n=len(self.dungeon.levels)))
        rest = self.frame(page, y + tall + TABLE_GAP_MM, max(room - tall - TABLE_GAP_MM, 0.0))
        for block in below:
            self.put(rest, block, TABLE_GAP_MM * PT_PER_MM)
        self.notes_in(rest, "notes-levels")
        return told

    def _next_pages(self, head: str, block: Block) -> Frame:
        """A block on fresh pages, as many as it takes; returns the last frame."""
        waiting = [block]
        while True:
            frame = self.frame(self.page("text", head, self.short), 0.0, self.text_height)
            waiting = self.pourer.pour(waiting, [frame], 4.0)
            if not frame.placed:
                self.pourer.too_tall(block)
            if not waiting:
                return frame

    # ------------------------------------------------------------------------------------------------- the levels

    def _level(self, level: Level) -> None:
        if self.next_is_right:
            self._fill_page()
        below = self._overview(level)
        tables = [self.registers.locks(level), self.registers.inhabitants(level)]
        tables += [] if below else [self.registers.wandering(level, stats=False)]
        self._registers(level, self._chart(level, tables))
        self._keyed(level)
        if self._roster_of(level):
            self._rosters.append(level)

    def _fill_page(self) -> None:
        """A page of content where a spread must begin on a left page."""
        if not self._rosters:
            self._notes_page(self.short)
            return
        pages = len(self.pages)
        level = self._rosters.pop()
        self._roster(level)
        if (len(self.pages) - pages) % 2 == 0:  # two pages would leave the next spread where it was
            self._notes_page(self._head(level), level.number)

    def _notes_page(self, head: str, thumb: int | None = None) -> None:
        page = self.page("notes", w("heading", "notes"), head, thumb)
        self.notes_in(self.frame(page, 0.0, self.text_height), f"notes-page-{page.number}")

    def _roster(self, level: Level) -> None:
        head = self._head(level)
        blocks = self._roster_of(level)
        title = w("heading", "treasure_left" if blocks[0].id.startswith("loot") else "roster")
        name = f"roster-page-{level.number}"
        blocks = _untitled(blocks)
        frame = self.section(title, name, head, blocks, depth=2, thumb=level.number, fresh=True)
        self.notes_in(frame, f"notes-roster-{level.number}")

    def _roster_of(self, level: Level) -> list[Block]:
        """What of a level's roster has not been printed yet."""
        return [block for block in self.registers.roster(level) if block.id not in self._rostered]

    def _head(self, level: Level) -> str:
        return self.fit(matter.level_head(level), self.text_width * 0.51)

    def _overview(self, level: Level) -> bool:
        """The level's map; says whether what wanders stands under it."""
        n = level.number
        page = self.page("overview", w("head", "overview"), self._head(level), n, f"level-{n}")
        title = matter.level_title(level)
        y = self.title(page, title, f"title-level-{n}")
        if level.text:
            y = opening(self, page, level, y, self.options.ink)
        room = self.text_height - y
        below = self.registers.wandering(level, stats=False)
        tall = self.high(below, self.text_width) + HAIR_MM
        beside = self._map_height(level, room) + tall + TABLE_GAP_MM <= room
        frame = self.frame(page, y, room - (tall + TABLE_GAP_MM if beside else 0.0))
        most = self.ink_room(1.0) - self.title_ink(title, y) if self.options.ink == "full" else 0.0
        wanted = Wanted(f"level-{n}", "level", frame.width, frame.height, self.ink, n, ink_most=most)
        self.picture(frame, wanted, w("page", "map_alt", n=n))
        if beside:  # a map much wider than high
            self.put(self.frame(page, self.text_height - tall, tall), below)
        return beside

    def _map_height(self, level: Level, most: float) -> float:
        """How high a level's map with its legend will be in the text's width, at most, in mm."""
        areas = self.index.keyed(level)
        wide, high = self.extents.level(areas[0].id) if areas else (1.0, 1.0)
        return min(most, high * self.text_width / wide + LEGEND_MM)

    def _chart(self, level: Level, tables: list[Block]) -> list[Block]:
        """The page that faces the map: the level's flowchart, below it the first tables that find room.

        Returns: the tables that do not.
        """
        n, wide = level.number, self.text_width
        page = self.page("flow", w("head", "flow"), self._head(level), n)
        y = self.title(page, w("heading", "flow"), f"flow-{n}", 2)
        y = self.lay(page, y, charts.caption(level), 2.0)
        least, most = charts.chart_height(level, wide, self.text_height - y)
        room, below = self.text_height - y - least, list[Block]()
        while tables and self.high(tables[0], wide) + TABLE_GAP_MM + SPARE_MM <= room:
            room -= self.high(tables[0], wide) + TABLE_GAP_MM
            below.append(tables.pop(0))
        tall = min(least + room - (SPARE_MM if below else 0.0), most)
        frame = self.frame(page, y, tall)
        wanted = Wanted(f"flow-{n}", "flow", frame.width, frame.height, self.ink, n)
        self.picture(frame, wanted, charts.alternative(level))
        rest = self.frame(page, y + tall + TABLE_GAP_MM, max(self.text_height - y - tall - TABLE_GAP_MM, 0.0))
        for block in below:
            self.put(rest, block, TABLE_GAP_MM * PT_PER_MM)
        self.notes_in(rest, f"notes-flow-{n}")
        return tables

    def _registers(self, level: Level, waiting: list[Block]) -> None:
        first = True
        while waiting:
            page = self.page("text", w("head", "registers"), self._head(level), level.number)
            frame = self.frame(page, 0.0, self.text_height)
            waiting = self.pourer.pour(waiting, [frame], 4.0)
            if not frame.placed:
                self.pourer.too_tall(waiting[0])
            if waiting and frame.free_pt > MUCH * frame.height * PT_PER_MM:
                waiting = self._begun(frame, waiting)
            if not waiting and (not first or frame.free_pt > MUCH * frame.height * PT_PER_MM):
                self._rostered |= {block.id for block in self._roster_of(level) if self.add(frame, block, 4.0)}
            first = False
            self.notes_in(frame, f"notes-who-{page.number}")

    def _begun(self, frame: Frame, waiting: list[Block]) -> list[Block]:
        """Begin a table where it would else leave most of a page free; returns what is still to be printed."""
        gap = TABLE_GAP_MM * PT_PER_MM
        spare = self.pourer.spare([*(placed.block for placed in frame.placed), waiting[0]], frame.width_pt)
        pieces = self.pourer.cut(waiting[0], frame.free_pt - gap - spare, frame.width_pt)
        if pieces is None:
            return waiting
        self.put(frame, pieces[0], gap)
        return [pieces[1], *waiting[1:]]

    def _keyed(self, level: Level) -> None:
        blocks = [self.keys.block(area) for area in self.index.keyed(level)]
        folder = Folder(self.pourer, self.product, self.text_width, self.text_height, self.extents)
        scale, pages = folder.fold(blocks)
        start = len(self.pages)
        self.fillers.begin(level)
        for planned in pages:
            frames = self._key_page(level, planned, scale)
            if not planned.goes_on:  # what fills a gap would stand in the midst of a key
                self._fill(frames, planned.areas)
        where = {block.anchor: page.number for page in self.pages[start:] for block in page.blocks()}
        self.marks += [Mark(2, f"{b.data['number']} {b.data['name']}", where[b.id], b.id) for b in blocks]

    def _key_page(self, level: Level, planned: KeyPage, scale: float) -> list[Frame]:
        """One page of keys under its maps; returns its columns."""
        numbers = [area.split("-")[1] for area in planned.areas]
        several = len(numbers) > 1
        head = w("head", "areas" if several else "area", first=numbers[0], last=numbers[-1])
        page = self.page("keys", head, self._head(level), level.number)
        for crop in planned.crops:
            frame = self.frame(page, 0.0, planned.map_height, crop.x, crop.width)
            name = f"crop-{crop.areas[0]}-{crop.areas[-1].split('-')[1]}"
            ink, n = self.ink, level.number
            share = planned.map_height / self.text_height
            most = self.ink_room(share) * crop.width / self.text_width if self.options.ink == "full" else 0.0
            wanted = Wanted(
                name, "crop", crop.width, planned.map_height, ink, n, crop.areas, scale, ink_most=round(most, 1)
            )
            self.picture(frame, wanted)
        frames = self.columns(page, planned.map_height + MAP_GAP_MM if planned.crops else 0.0)
        for frame, blocks in zip(frames, planned.columns, strict=True):
            for block in blocks:
                self.put(frame, block, self.product.key_gap * PT_PER_MM)
        return frames

    def _fill(self, frames: list[Frame], areas: tuple[str, ...]) -> None:
        """Fill what the columns of a page leave free: boxes, lines to write on in one of them, air between keys."""
        gap = FILLER_GAP_MM * PT_PER_MM
        offered = self.fillers.offered(areas)
        noted = False
        for frame in sorted(frames, key=lambda frame: -frame.free_pt):
            filled = False
            for box in list(offered):
                if self.add_box(frame, box, gap):
                    offered.remove(box)
                    self.fillers.used(box)
                    filled = True
            if not noted and self.notes_in(frame, f"notes-{frame.id}", boxed=True, least=BOX_LINES):
                noted = True
            elif not filled:
                spread_gaps(frame, GAP_MOST_PT, self.pourer.spare([p.block for p in frame.placed], frame.width_pt))

    # --------------------------------------------------------------------------------------------------- the back

    def _back(self) -> None:
        tables = []
        for level in self.dungeon.levels:
            table = self.registers.wandering(level, stats=True, anchor=f"wander-full-{level.number}")
            head = Para("tablehead", text(matter.level_title(level)), "h3")
            tables.append(Block(table.id, "flow", (head, *table.parts[1:]), table.anchor))
        self.section(w("heading", "wandering"), "wandering", self.short, tables, fresh=True)
        self.section(w("heading", "ledger"), "ledger", self.short, self.registers.ledger())
        left = [*matter.rumours_left(self.fillers.rumours), *self._untold]
        if left:
            self.section(w("heading", left[0].id), left[0].id, self.short, _untitled(left))
        made = matter.colophon(self.dungeon, self.layout, self.options.licence)
        frame = self.section(w("heading", "credits"), "credits", self.short, made)
        self.notes_in(frame, "notes-credits")
        while (len(self.pages) + 1) % 4:
            self._padding()
        back_cover(self, self.dungeon, self.options, self.words)

    def _list_late_pages(self) -> None:
        """What is looked up in play and rosters after the last section, in the contents: they were made up before."""
        where: dict[str, int] = {}  # anchors in the order of the pages
        for page in self.pages:
            for block in page.blocks():
                where.setdefault(block.anchor, len(where))
                if (name := block.id.rstrip("".join(CUT))) in LOOKED_UP and name not in where:  # under another title
                    where[name] = len(where)
                    page.anchors += (name,)
        late = [mark for mark in self.marks
                if mark.anchor.startswith("roster-page-") and where[mark.anchor] > where["credits"]]  # fmt: skip
        of = [w("title", "level_bare", n=mark.anchor.rsplit("-", 1)[1]) for mark in late]
        lines = [(f"{mark.title}, {level}", mark.anchor) for mark, level in zip(late, of, strict=True)]
        lines += [(w("heading", name), anchor) for anchor, name in LOOKED_UP.items() if anchor in where]
        for title, anchor in lines:
            self._list_late(title, anchor, where)
        ending(self, self._listed, self.options.ink)

    def _list_late(self, title: str, anchor: str, where: dict[str, int]) -> None:
        """A line in the contents, in the order of pages, where there is room; the list grows where it stands."""
        first = where[f"title-level-{self.dungeon.levels[0].number}"]
        name, line = "toc-front" if where[anchor] < first else "toc-back", matter.contents_line(title, anchor)

        def at(part: Part) -> int:
            return where[part.runs[-1].to] if isinstance(part, Para) else 0

        lists = [
            (page, frame, n)
            for page in self.pages for frame in page.frames for n, one in enumerate(frame.placed)
            if one.block.id.startswith(name)
        ]  # fmt: skip
        begun = [one for one in lists if at(one[1].placed[one[2]].block.parts[0]) <= where[anchor]]
        page, frame, n = (begun or lists)[-1]
        more = self.pourer.ruler.part(line, frame.width_pt)
        if frame.y + frame.height + more / PT_PER_MM > self.product.top + self.text_height:
            return
        placed = frame.placed[n]
        parts = tuple(sorted((*placed.block.parts, line), key=at))
        frame.placed[n] = placed._replace(block=replace(placed.block, id=f"{placed.block.id}-late", parts=parts))
        frame.height += more / PT_PER_MM
        frame.used_pt += more
        if page.rule:
            page.rule = (*page.rule[:2], max(page.rule[2], frame.height))

    def _padding(self) -> None:
        """A page more, so that the booklet folds: a roster that was not wanted yet, else lines."""
        missing, pages, marks = -(len(self.pages) + 1) % 4, len(self.pages), len(self.marks)
        if self._rosters:
            self._roster(self._rosters.pop(0))
            if len(self.pages) - pages <= missing:
                return
            del self.pages[pages:], self.marks[marks:]
        self._notes_page(self.short)


def _untitled(blocks: list[Block]) -> list[Block]:
    """Blocks without the first one's own heading: the page has said it."""
    first, *rest = blocks
    if isinstance(first.parts[0], Para) and first.parts[0].tag == "h3":
        first = Block(first.id, first.kind, first.parts[1:], first.anchor, first.data)
    return [first, *rest]
