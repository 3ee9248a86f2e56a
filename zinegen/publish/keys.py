"""Keys as HTML: the blocks that the booklet is set from come in, the same words for a web page go out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from zinegen.dungeon.model import Dungeon, Level
from zinegen.typeset.blocks import Block, Box, Para, Part, Run, Table
from zinegen.typeset.index import Index
from zinegen.typeset.keys import Keys
from zinegen.typeset.registers import Registers
from zinegen.typeset.writer import area_name

LOOKS = {"b": "b", "i": "i", "s": "small", "n": "b", "p": "span"}
"""The look of a run -> the element it stands in."""
NO_LINK = ""


@dataclass(frozen=True)
class Links:
    """Where an anchor of the booklet lies on the site, seen from one page."""

    level: int
    """The level whose page it is; 0 for the overview."""
    anchors: Mapping[str, str]
    """Anchor -> its address from any page of the site."""

    def href(self, anchor: str) -> str:
        """The address of an anchor; empty where the site has none."""
        address = self.anchors.get(anchor, NO_LINK)
        page, mark, name = address.partition("#")
        return mark + name if mark and page == f"level-{self.level}.html" else address


def runs_html(runs: Iterable[Run], links: Links) -> Markup:
    """Runs of text as phrasing content. Page numbers, which only paper has, are left out."""
    out = []
    for run in runs:
        if run.look == "page":
            continue
        words = escape(run.text)
        element = LOOKS.get(run.look)
        if element:
            words = Markup("<{0}>{1}</{0}>").format(Markup(element), words)
        href = links.href(run.to) if run.to else NO_LINK
        out.append(Markup('<a href="{}">{}</a>').format(href, words) if href else words)
    return Markup("").join(out)


def part_html(part: Part, links: Links) -> Markup:
    """A paragraph, a framed group of them, or a table; what only paper has is left out."""
    if isinstance(part, Para):
        return Markup('<{0} class="{1}">{2}</{0}>\n').format(part.tag, part.style, runs_html(part.runs, links))
    if isinstance(part, Box):
        inside = Markup("").join(part_html(one, links) for one in part.parts)
        return Markup('<div class="{}">\n{}</div>\n').format(part.style, inside)
    if isinstance(part, Table):
        return table_html(part, links)
    return Markup("")


def table_html(table: Table, links: Links) -> Markup:
    """A table with its header row; a column without a name gets no header."""
    sides = [Markup(' class="n"') if side == "r" else Markup("") for side in table.align]
    named = [Markup('<th scope="col"{}>{}</th>') if words else Markup("<td{}>{}</td>") for words in table.head]
    head = [cell.format(side, words) for cell, side, words in zip(named, sides, table.head, strict=True)]
    rows = [Markup("<thead><tr>{}</tr></thead>\n<tbody>\n").format(Markup("").join(head))]
    for row in table.rows:
        cells = [Markup("<td{}>{}</td>").format(s, runs_html(c, links)) for s, c in zip(sides, row, strict=True)]
        rows.append(Markup("<tr>{}</tr>\n").format(Markup("").join(cells)))
    return Markup('<table class="{}">\n{}</tbody>\n</table>\n').format(table.style, Markup("").join(rows))


@dataclass(frozen=True)
class KeyView:
    """A key, ready for its page."""

    number: int
    name: str
    body: Markup


class KeyPrinter:
    """Prints what the booklet says of a dungeon's areas, for the pages of its site."""

    def __init__(
        self, dungeon: Dungeon, order: tuple[str, ...], *, prose: bool, worded: bool = False, bold: bool = True
    ) -> None:
        """Args: order: the parts of a key as the layout wants them; prose: details as one running paragraph; worded:
        lines begin with what they are; bold: words that are looked for stand out.
        """
        self.index = Index(dungeon)
        self.writer = Keys(self.index, order, prose, worded, bold=bold)
        self.registers = Registers(self.index, self.writer)
        self._blocks: dict[str, Block] = {}
        self.anchors = {
            area.id: f"level-{level.number}.html#{area.key}"
            for level in dungeon.levels
            for area in level.areas
            if area.key is not None
        }

    def links(self, level: int) -> Links:
        """The links of a level's page; 0 for the overview."""
        return Links(level, self.anchors)

    def keys(self, level: Level) -> list[KeyView]:
        """The keys of a level in the order of their numbers."""
        links, found = self.links(level.number), []
        for area in self.index.keyed(level):
            block = self.block(area.id)
            body = Markup("").join(part_html(part, links) for part in block.parts[1:])  # the first is its head
            found.append(KeyView(block.data["number"], block.data["name"], body))
        return found

    def block(self, area_id: str) -> Block:
        """The key of an area as the booklet has it."""
        if area_id not in self._blocks:
            self._blocks[area_id] = self.writer.block(self.index.areas[area_id])
        return self._blocks[area_id]

    def number(self, area_id: str) -> Markup:
        """A keyed area's number as a link from a page that is no level's; empty where it has no key."""
        href = self.links(0).href(area_id)
        return Markup('<a href="{}">{}</a>').format(href, area_id) if href else Markup("")

    def labels(self, level: Level) -> dict[str, str]:
        """What a screen reader says of each keyed area of a map: number and name."""
        return {area.id: f"{area.key} {area.text.name}".strip() for area in self.index.keyed(level)}

    def inhabitants(self, level: Level) -> Markup:
        """The table of who lives where on a level; empty where nobody does."""
        return self._table(self.registers.inhabitants(level), level.number)

    def locks(self, level: Level, page: int | None = None) -> Markup:
        """The table of a level's locks and what opens them; empty where there are none.

        Args: page: the level whose page it stands on; 0 for no level's own.
        """
        return self._table(self.registers.locks(level), level.number if page is None else page)

    def wandering(self, level: Level, page: int | None = None) -> Markup:
        """The table of what wanders on a level, with stat lines; empty where nothing does. page: as for `locks`."""
        return self._table(self.registers.wandering(level, stats=True), level.number if page is None else page)

    def area(self, area_id: str) -> Markup:
        """A keyed area's name as a link from the overview; empty where it has no key."""
        href = self.links(0).href(area_id)
        if not href:
            return Markup("")
        name = self.index.areas[area_id].text.name or area_id
        return Markup('<a href="{}"><bdi>{}</bdi></a>').format(href, name)

    def named(self, area_id: str) -> Markup:
        """A keyed area's number and name as a link from a page that is no level's; empty where it has no key."""
        href = self.links(0).href(area_id)
        if not href:
            return Markup("")
        return Markup('<a href="{}">{} <bdi>{}</bdi></a>').format(href, area_id, area_name(self.index.areas[area_id]))

    def _table(self, block: Block, level: int) -> Markup:
        """The tables of a section, without its heading."""
        return Markup("").join(table_html(p, self.links(level)) for p in block.parts if isinstance(p, Table))
