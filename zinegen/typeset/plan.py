"""Blocks -> pages: what stands in which column of which page, before anything is rendered.

A page is a sheet of fixed size with frames on it, each placed in mm; a frame holds blocks one under the other. So
every page number is known beforehand, and a reference is printed only where its target is on another page.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from zinegen.errors import PageOverflowError
from zinegen.typeset.blocks import CONTINUED, Block, Box, Para, Part, Run, Table
from zinegen.typeset.measure import Ruler
from zinegen.typeset.writer import w
from zinegen.units import PT_PER_MM

SPARE_LINE_PT = 11.2
"""What a column keeps free, for an estimate may err by a line."""
CUT = ("~", "+")
"""What the names of cut blocks end in; they say nothing of where these were cut, so of no height either."""
LEAST_RUN_PT = 70.0
"""The least room in which a list that may be cut is begun."""
WELL_CUT = 0.8
"""The share of a column's height that is filled by a key cut between its parts, at least."""
LEAST_ROWS = 2
"""The least rows that a table has on its last page, where it has more than these: a sum stands under something."""
LEAST_LINES = 2
"""The least lines of a paragraph that may stand alone when it is cut."""


class Placed(NamedTuple):
    """A block in a frame."""

    block: Block
    gap_pt: float
    """The room above it."""


@dataclass
class Frame:
    """A column, or any other box of text on a page; lengths in mm from the page's top left corner."""

    id: str
    x: float
    y: float
    width: float
    height: float
    placed: list[Placed] = field(default_factory=list)
    used_pt: float = 0.0

    @property
    def width_pt(self) -> float:
        """Its width in points."""
        return self.width * PT_PER_MM

    @property
    def free_pt(self) -> float:
        """The height that is still free, in points."""
        return self.height * PT_PER_MM - self.used_pt

    def put(self, block: Block, height_pt: float, gap_pt: float = 0.0) -> None:
        """Place a block under the others."""
        gap = gap_pt if self.placed else 0.0
        self.placed.append(Placed(block, gap))
        self.used_pt += height_pt + gap


class Mark(NamedTuple):
    """A bookmark: how deep, what it says, which page (from 1) and which anchor on it."""

    depth: int
    title: str
    page: int
    anchor: str


@dataclass
class Page:
    """A page of the plan."""

    number: int
    kind: str
    """"cover", "text", "overview", "keys", "notes", "back"..."""
    frames: list[Frame] = field(default_factory=list)
    outer: str = ""
    """The running head on the outer side."""
    inner: str = ""
    rule: tuple[float, float, float] | None = None
    """A line between two columns: x, top and height in mm."""
    rule_y: float | None = None
    """A line across the page under its head: y in mm."""
    thumb: int | None = None
    """The level on the thumb index."""
    anchors: tuple[str, ...] = ()
    """What links to the whole page are called."""

    def blocks(self) -> Iterator[Block]:
        """Every block on it."""
        for frame in self.frames:
            for placed in frame.placed:
                yield placed.block

    @property
    def side(self) -> str:
        """ "right" for odd pages, "left" for even ones."""
        return "right" if self.number % 2 else "left"


@dataclass
class Plan:
    """A whole document."""

    title: str
    language: str
    width_mm: float
    height_mm: float
    pages: list[Page]
    marks: list[Mark]
    parts: tuple[int, ...] = (1,)
    """The pages on which its parts begin; each is set by itself, perhaps in a worker of its own."""
    scales: tuple[float, ...] = (1.0,)
    """The size of the text of each part."""

    def places(self) -> dict[str, tuple[int, str]]:
        """Anchor -> the number of its page and the id of its block, "" for a whole page."""
        out: dict[str, tuple[int, str]] = {}
        for page in self.pages:
            for anchor in page.anchors:
                out.setdefault(anchor, (page.number, ""))
            for block in page.blocks():
                if block.anchor:
                    out.setdefault(block.anchor, (page.number, block.id))
        return out

    def page_of(self) -> dict[str, int]:
        """Anchor -> the number of its page."""
        return {anchor: page for anchor, (page, _) in self.places().items()}

    def resolve(self, ruler: Ruler | None = None) -> None:
        """Fill in page references; take out links to what is not there; make the columns of tables wide enough."""
        where = self.page_of()
        for page in self.pages:
            for frame in page.frames:
                blocks = [_resolved(placed.block, where, page.number) for placed in frame.placed]
                frame.placed = [
                    placed._replace(block=_fitted(block, ruler, frame.width_pt) if ruler else block)
                    for placed, block in zip(frame.placed, blocks, strict=True)
                ]


def _fitted(block: Block, ruler: Ruler, width_pt: float) -> Block:
    """A block whose tables have columns as wide as their words want; none stands in a box."""
    if not any(isinstance(part, Table) for part in block.parts):
        return block
    parts = (p._replace(columns=ruler.columns(p, width_pt)) if isinstance(p, Table) else p for p in block.parts)
    return dataclasses.replace(block, parts=tuple(parts))


def _resolved(block: Block, where: dict[str, int], here: int) -> Block:
    return dataclasses.replace(block, parts=tuple(_resolved_part(part, where, here) for part in block.parts))


def _resolved_part(part: Part, where: dict[str, int], here: int) -> Part:
    match part:
        case Para():
            return part._replace(runs=_resolved_runs(part.runs, where, here))
        case Box():
            return part._replace(parts=tuple(_resolved_part(p, where, here) for p in part.parts))
        case Table():
            return part._replace(rows=tuple(tuple(_resolved_runs(c, where, here) for c in row) for row in part.rows))
    return part


def _resolved_runs(runs: tuple[Run, ...], where: dict[str, int], here: int) -> tuple[Run, ...]:
    out: list[Run] = []
    for run in runs:
        target = where.get(run.to)
        if run.look == "page":
            if target is not None and target != here:
                out.append(Run("\u00a0" + w("page", "ref", n=target).replace(" ", "\u00a0")))
        elif run.look == "folio":
            out.append(Run(str(target or ""), "folio", run.to if target else ""))
        else:
            out.append(run if target is not None or not run.to else run._replace(to=""))
    return tuple(_merged(out))


def _merged(runs: Iterable[Run]) -> list[Run]:
    """Neighbours of one look as one run: fewer elements to lay out."""
    out: list[Run] = []
    for run in runs:
        if out and not run.to and not out[-1].to and out[-1].look == run.look:
            out[-1] = out[-1]._replace(text=out[-1].text + run.text)
        elif run.text:
            out.append(run)
    return out


# -------------------------------------------------------------------------------------------------- pouring text


@dataclass(frozen=True)
class Seen:
    """What earlier renderings have shown."""

    heights: dict[tuple[str, int], float] = field(default_factory=dict)
    """Block id and width in points -> true height in points."""
    stretch: float = 1.0
    """How many times as high as reckoned a block may come out: more than 1 where a style sheet adds to it."""
    pages: int = 0
    """How many pages the document came to."""

    @property
    def figures(self) -> int:
        """How many figures its page numbers have at most."""
        return max(2, len(str(self.pages)))


@dataclass
class Pourer:
    """Pours blocks into frames, with true heights where they have been seen, else with estimates."""

    ruler: Ruler
    seen: Seen = field(default_factory=Seen)
    _reckoned: dict[tuple[str, int], float] = field(default_factory=dict)

    def height(self, block: Block, width_pt: float) -> float:
        """The height of a block in a column of that width."""
        key = (block.id, round(width_pt))
        cut = block.id.endswith(CUT)
        known = None if cut else self.seen.heights.get(key) or self._reckoned.get(key)
        if known is None:
            known = self.ruler.block(block, width_pt) * (1.0 if block.kind == "picture" else self.seen.stretch)
            if not cut:
                self._reckoned[key] = known
        return known

    def spare(self, blocks: Iterable[Block], width_pt: float) -> float:
        """What must stay free under blocks: nothing where all true heights are known."""
        heights = self.seen.heights
        known = all((b.id, round(width_pt)) in heights and not b.id.endswith(CUT) for b in blocks)
        return 0.5 if known else SPARE_LINE_PT * self.ruler.scale

    def pour(self, blocks: list[Block], frames: list[Frame], gap_pt: float, *, trial: bool = False) -> list[Block]:
        """Fill frames in order, blocks whole wherever they fit into an empty frame; returns what is left over.

        Raises: PageOverflowError for what no frame will ever hold, unless it is but a trial.
        """
        waiting = list(blocks)
        for frame in frames:
            while waiting:
                block = waiting[0]
                tall = self.height(block, frame.width_pt)
                gap = gap_pt if frame.placed else 0.0
                spare = self.spare([p.block for p in frame.placed] + [block], frame.width_pt)
                if tall + gap + spare <= frame.free_pt:
                    frame.put(waiting.pop(0), tall, gap_pt)
                    continue
                # What fits into a fresh frame moves there whole; what never will is cut where this one ends, and
                # so is a list that may run on anywhere, where enough of it stays.
                most = max(f.height * PT_PER_MM for f in frames) - spare
                room = frame.free_pt - gap - spare
                runs_on = block.kind == "flow" and room > LEAST_RUN_PT
                cut = self.parted(block, room, frame.width_pt) if tall > most or runs_on else None
                if cut is not None:
                    frame.put(cut[0], self.height(cut[0], frame.width_pt), gap_pt)
                    waiting[0] = cut[1]
                elif tall > most and not frame.placed and frame is frames[-1] and not trial:
                    self.too_tall(block)
                break
        return waiting

    def too_tall(self, block: Block) -> NoReturn:
        """Say that nothing can be done."""
        name = block.id.rstrip("+")  # one for each time that it was cut
        if name[:1].isdigit():
            raise PageOverflowError(f"area {name}: a part of its key is taller than a page; shorten that text")
        raise PageOverflowError(f"{name}: a part of it is taller than a page; shorten the names and texts in it")

    def cut(
        self, block: Block, height_pt: float, width_pt: float, *, between: bool = False, boxes: bool = False
    ) -> tuple[Block, Block] | None:
        """A block in two, the first at most so high; None where no sensible cut fits.

        Args: between: no part is cut. boxes: a box with at most a heading before it may be, between its parts.
        """
        kept: list[Part] = []
        left = height_pt / self.seen.stretch
        rest = list(block.parts)
        while rest and (tall := self.ruler.part(rest[0], width_pt)) <= left:
            kept.append(rest.pop(0))
            left -= tall
        # A box goes on the next page whole, but where nothing else can be done.
        boxes = boxes and all(isinstance(part, Para) and part.tag != "p" for part in kept)
        if rest and not between and (pieces := self._cut_part(rest[0], left, width_pt, boxes)) is not None:
            kept.append(pieces[0])
            rest[0] = pieces[1]
        while kept and isinstance(kept[-1], Para) and kept[-1].tag != "p":  # no heading stands at the end
            rest.insert(0, kept.pop())
        if not kept or not rest:
            return None
        first = dataclasses.replace(block, parts=tuple(kept), id=f"{block.id}~")
        return first, dataclasses.replace(block, parts=tuple(rest), anchor="", id=f"{block.id}+")

    def parted(self, block: Block, height_pt: float, width_pt: float) -> tuple[Block, Block] | None:
        """A block cut between two parts where that fills most of the height, else within a part."""
        pieces = self.cut(block, height_pt, width_pt, between=True) if block.kind == "key" else None
        if pieces is not None and self.ruler.block(pieces[0], width_pt) * self.seen.stretch >= WELL_CUT * height_pt:
            return pieces
        return self.cut(block, height_pt, width_pt)

    def _cut_part(self, part: Part, height_pt: float, width_pt: float, boxes: bool) -> tuple[Part, Part] | None:
        """A table cut between rows, a long paragraph between words; a box between its parts, if it may be."""
        if isinstance(part, Box) and boxes:
            for parts in range(len(part.parts) - 1, 0, -1):
                box = part._replace(parts=part.parts[:parts])
                if self.ruler.part(box, width_pt) <= height_pt:
                    return box, part._replace(parts=part.parts[parts:])
        if isinstance(part, Table):
            for rows in range(max(len(part.rows) - LEAST_ROWS, 1), 0, -1):
                first = part._replace(rows=part.rows[:rows])
                if self.ruler.table(first, width_pt) <= height_pt:
                    return first, part._replace(rows=part.rows[rows:])
        if isinstance(part, Para) and part.tag == "p":
            style = self.ruler.style(part.style)
            room = int((height_pt - style.before - style.after) / style.leading)
            room = min(room, self.ruler.lines(part, width_pt) - LEAST_LINES)
            if room >= max(LEAST_LINES, style.initial):
                return self._cut_para(part, room, width_pt)
        return None

    def _cut_para(self, para: Para, lines: int, width_pt: float) -> tuple[Part, Part] | None:
        words = [(index, word) for index, run in enumerate(para.runs) for word in _words(run)]
        low, high = 0, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            if self.ruler.lines(para._replace(runs=_runs(para, words[:middle])), width_pt) <= lines:
                low = middle
            else:
                high = middle - 1
        if not 0 < low < len(words):
            return None
        rest = para._replace(runs=_runs(para, words[low:]), style=para.style.removesuffix(CONTINUED) + CONTINUED)
        return para._replace(runs=_runs(para, words[:low])), rest


def _words(run: Run) -> list[str]:
    if run.look == "page" or run.to:
        return [run.text]
    parts = run.text.split(" ")
    return [part + " " for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _runs(para: Para, words: list[tuple[int, str]]) -> tuple[Run, ...]:
    """Runs again from the numbered words of a paragraph."""
    texts: dict[int, str] = {}
    for index, word in words:
        texts[index] = texts.get(index, "") + word
    return tuple(para.runs[index]._replace(text=words) for index, words in texts.items())


def spread_gaps(frame: Frame, most_pt: float, spare_pt: float) -> None:
    """Share out the room left at the end of a column among the gaps between its blocks, a little to each."""
    gaps = len(frame.placed) - 1
    if gaps < 1:
        return
    extra = min(most_pt, max(0.0, frame.free_pt - spare_pt) / gaps)
    frame.placed = [frame.placed[0], *(p._replace(gap_pt=p.gap_pt + extra) for p in frame.placed[1:])]
    frame.used_pt += extra * gaps
