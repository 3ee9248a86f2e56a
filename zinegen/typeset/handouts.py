"""Handouts: what a game master lays on the table. Every page is for players' eyes; nothing in it is a secret.

For each level the players' map, and squared paper to draw it on; then, to be cut apart and given when they are found:
letters and inscriptions, and empty frames for the faces of those who live there. Keys and treasure are cards of their
own (`sheets.cards`), whose players' side they may have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from zinegen.draw.players import player_levels
from zinegen.dungeon.model import Area, Dungeon
from zinegen.typeset.blocks import Block, Para, Part, Picture, Run, text
from zinegen.typeset.layouts import Layout
from zinegen.typeset.makeup import INK_MOST
from zinegen.typeset.measure import Ruler
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import Frame, Mark, Page, Plan, Pourer, Seen
from zinegen.typeset.writer import capital, sentence, w
from zinegen.units import PAPERS_MM, PT_PER_MM
from zinegen.words import lexicon, word
from zinegen.work import PrintOptions

FACE_GRIDS = ((3, 3), (3, 4))
"""Faces across and down a page: the smaller frames where they save a page."""
LEAST_LETTER = 0.16
"""The part of a page's height that a letter takes at least."""
MOST_HALF = 0.4
"""The part of it from which on a letter takes the whole width."""
HEAD_MM = 9.0
ASIDE_MM = 6.0
"""Between cards of two kinds on one page."""
CARD_ROOM_PT = 18.0
"""What a card keeps free at its foot."""
PLATE_PT = 54.0
"""The room for a name under an empty frame: two lines."""
_QUOTE = re.compile(r"“([^”]{6,})”")


class Card(NamedTuple):
    """Something to cut out."""

    words: tuple[Part, ...]
    found: str = ""
    """The number of the area where it is found, small at its foot; it tells players nothing."""
    face: bool = False
    """Whether most of it is an empty frame."""


@dataclass
class Handouts:
    """Plans the handouts. dungeon: with its texts made printable."""

    dungeon: Dungeon
    layout: Layout
    options: PrintOptions
    seen: Seen = field(default_factory=Seen)
    pages: list[Page] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)
    whole: Dungeon | None = None
    """All of the dungeon, where `dungeon` is one level of it."""

    def __post_init__(self) -> None:
        self.product = self.layout.products["handouts"]
        self.width, self.height = PAPERS_MM[self.options.paper]
        self.ink = self.layout.drawn_in(self.options.ink)
        self.language = str(lexicon("pages")["language"])
        self.pourer = Pourer(Ruler(self.layout, 1.0, self.language), self.seen)
        self.wide = self.width - self.product.inner - self.product.outer
        self.high = self.height - self.product.top - self.product.bottom

    def plan(self) -> Plan:
        """The maps, then the cards."""
        shown = player_levels(self.whole or self.dungeon)
        for level in self.dungeon.levels:
            if level.number in shown:
                self._picture("player", level.number)
                self._picture("unexplored", level.number)
        areas = [
            area for level in self.dungeon.levels
            for area in sorted(level.areas, key=lambda area: area.key or 0) if area.key is not None
        ]  # fmt: skip
        used = self._letters(letters(self.dungeon, areas))
        faces = portraits(self.dungeon, areas)
        self._cards("portraits", faces, used)
        title = self.dungeon.title.strip() or w("title", "untitled")
        return Plan(title, self.language, self.width, self.height, self.pages, self.marks)

    def link_words(self, plan: Plan) -> dict[str, str]:
        """Nothing leads anywhere here."""
        return {}

    def _page(self, kind: str) -> Page:
        self.pages.append(Page(len(self.pages) + 1, "handout", anchors=(f"{kind}-{len(self.pages) + 1}",)))
        return self.pages[-1]

    def _mark(self, title: str) -> None:
        page = self.pages[-1]
        self.marks.append(Mark(1, title, page.number, page.anchors[0]))

    def _picture(self, kind: str, number: int) -> None:
        """A page with a map; squared paper stands under a heading, for it has no cartouche."""
        page = self._page(kind)
        self._mark(word("press", "handouts", "map" if kind == "player" else "unexplored", n=number))
        head = HEAD_MM if kind == "unexplored" else 0.0
        if head:
            self._head(page, kind, word("legend", "level", n=number), self.product.top)
        high = self.high - head
        frame = Frame(f"f-{page.number}-map", self.product.inner, self.product.top + head, self.wide, high)
        page.frames.append(frame)
        name = f"{kind}-{number}"
        most = round((INK_MOST - self.layout.ground_ink) * self.width * self.height, 1)
        self.wanted.append(
            Wanted(name, kind, self.wide, high, self.ink, number, ink_most=most)  # type: ignore[arg-type]
        )
        alt = word("press", "handouts", f"{'map' if kind == 'player' else 'unexplored'}_alt", n=number)
        part = Picture(name, self.wide, high, alt, centred=False)
        frame.put(Block(f"pic-{name}", "picture", (part,)), high * PT_PER_MM)

    def _letters(self, cards: list[Card]) -> float:
        """Letters in the order in which they are found, two beside each other where they are short.

        Returns: how much of the last page is used, in mm; all of it where there are none.
        """
        high = self.high - HEAD_MM
        page: Page | None = None
        y = high
        for row, wide, tall in self._rows(cards, high):
            if page is None or y + tall > high + 0.01:
                page = self._headed_page("letters", marked=page is None)
                y = 0.0
            for n, card in enumerate(row):
                x = self.product.inner + n * wide
                name = f"{page.number}-{len(page.frames)}"
                page.frames.append(self._card(name, card, x, self.product.top + HEAD_MM + y, wide, tall))
            y += tall
        return HEAD_MM + y

    def _rows(self, cards: list[Card], high: float) -> Iterator[tuple[list[Card], float, float]]:
        """Cards that stand beside each other, how wide each is and how high all of them, in mm."""
        row: list[Card] = []
        tall = 0.0
        for card in cards:
            half = self._tall(card, self.wide / 2)
            if half > MOST_HALF * high:
                if row:
                    yield row, self.wide / 2, tall
                yield [card], self.wide, min(high, self._tall(card, self.wide))
                row = []
                continue
            row, tall = [*row, card], max(half, tall if row else LEAST_LETTER * high)
            if len(row) == 2:
                yield row, self.wide / 2, tall
                row = []
        if row:
            yield row, self.wide / 2, tall

    def _tall(self, card: Card, wide: float) -> float:
        """How high a card must be to hold its words, in mm."""
        words = sum(self.pourer.ruler.part(part, wide * PT_PER_MM - 2.0) for part in card.words)
        return (words + CARD_ROOM_PT) / PT_PER_MM

    def _cards(self, kind: str, cards: list[Card], used: float) -> None:
        """Cards of one size on as many pages as they take; below what the last page holds, where all fit there.

        Args: used: how much of the last page is taken, in mm.
        """
        free = self.high - used - ASIDE_MM - HEAD_MM
        fit = [(c, r) for c, r in FACE_GRIDS if -(-len(cards) // c) * (self.high - HEAD_MM) / r <= free]
        below = used + ASIDE_MM if fit else 0.0
        columns, rows = fit[0] if fit else min(FACE_GRIDS, key=lambda grid: -(-len(cards) // (grid[0] * grid[1])))
        wide, high = self.wide / columns, (self.high - HEAD_MM) / rows
        for first in range(0, len(cards), columns * rows):
            page = self._headed_page(kind, marked=not first, y=below)
            top = self.product.top + below + HEAD_MM
            for n, card in enumerate(cards[first : first + columns * rows]):
                x, y = self.product.inner + n % columns * wide, top + n // columns * high
                page.frames.append(self._card(f"{page.number}-{kind}-{n}", card, x, y, wide, high))

    def _headed_page(self, kind: str, *, marked: bool, y: float = 0.0) -> Page:
        """A page for cards, or the last one from y on, under its heading; marked: with a bookmark."""
        page = self.pages[-1] if y else self._page(kind)
        if marked:
            self._mark(word("press", "handouts", kind))
        self._head(page, kind, word("press", "handouts", kind), self.product.top + y)
        return page

    def _head(self, page: Page, kind: str, words: str, y: float) -> None:
        """A heading across a page, its top at y mm."""
        name = f"{page.number}-{kind}"
        head = Block(f"hand-head-{name}", "title", (Para("handhead", text(words), "h1"),))
        frame = Frame(f"f-{name}-head", self.product.inner, y, self.wide, HEAD_MM)
        frame.put(head, self.pourer.height(head, frame.width_pt))
        page.frames.append(frame)

    def _card(self, name: str, card: Card, x: float, y: float, wide: float, high: float) -> Frame:
        """A card: its border, its words, and where it is found."""
        frame = Frame(f"f-{name}", x, y, wide, high)
        room = high * PT_PER_MM - CARD_ROOM_PT + 4.0
        if card.face:
            frame.put(Block(f"edge-{name}", "handcard", ()), 0.0)
            frame.put(Block(f"face-{name}", "handface", ()), 0.0)
            frame.put(Block(f"plate-{name}", "handplate", self._fit(card.words, wide, PLATE_PT)), 0.0)
            return frame
        frame.put(Block(f"card-{name}", "handcard", self._fit(card.words, wide, room)), room)
        if card.found:
            foot = Block(f"foot-{name}", "handfoot", (Para("handnumber", text(card.found)),))
            frame.put(foot, 0.0)
        return frame

    def _fit(self, parts: tuple[Part, ...], wide: float, room_pt: float) -> tuple[Part, ...]:
        """The words, cut at their end where they are longer than the card."""
        width = wide * PT_PER_MM - 2.0
        while sum(self.pourer.ruler.part(part, width) for part in parts) + 2 > room_pt:
            last = parts[-1]
            assert isinstance(last, Para)
            words = last.runs[0].text
            if len(words) < 12:
                parts = parts[:-1]
                continue
            cut = words[: int(len(words) * 0.9) - 1].rstrip(" .,;…“") + "…"
            parts = (*parts[:-1], last._replace(runs=(Run(cut),)))
        return parts


def letters(dungeon: Dungeon, areas: list[Area]) -> list[Card]:
    """What can be read somewhere, area by area: papers and inscriptions that are written out, then other clues."""
    return [card for area in areas for card in _letters_in(area, dungeon)]


def _letters_in(area: Area, dungeon: Dungeon) -> list[Card]:
    cards = []
    given = [one for one in dungeon.handouts if one.area == area.id]
    for one in given:
        head = [Para("handname", text(one.title))] if one.title else []
        what = [Para("handlead", text(sentence(one.what)))] if one.what else []
        body = [
            Para("handletter" if n == 0 else "handmore", text(line)) for n, line in enumerate(one.text.split("\n"))
        ]
        cards.append(Card((*what, *head, *(para for para in body if para.runs)), one.area))
    written = {one.where for one in given}
    for clue in area.clues:
        if clue.carrier and clue.carrier in written:
            continue
        quotes = _QUOTE.findall(clue.text)
        before, after = (
            (clue.text.split("“")[0].strip(), clue.text.rsplit("”", 1)[-1].strip(" .")) if quotes else ("", "")
        )
        if after or not before.endswith(
            (":", ",", ".", ";")
        ):  # a sentence goes on round what is quoted: it stands whole
            quotes, before = [], ""
        lead = before.rstrip(":,;")
        parts = [Para("handlead", text(sentence(lead)))] if lead else []
        words = " … ".join(f"“{quote}”" for quote in quotes) or sentence(clue.text)
        cards.append(Card((*parts, Para("handletter", text(words))), area.id))
    return cards


def portraits(dungeon: Dungeon, areas: list[Area]) -> list[Card]:
    """One empty frame for each kind of creature that does not hide."""
    groups = [group for area in areas for group in area.inhabitants if group.visible]
    levels = {level.number for level in dungeon.levels}
    groups += [one.inhabitant for one in dungeon.wandering if one.level in levels]
    names: dict[str, str] = {}
    for group in groups:
        names.setdefault(group.creature, group.name)
        if group.count == 1:
            names[group.creature] = group.name
    return [Card((Para("handname", text(capital(name))),), face=True) for name in names.values()]
