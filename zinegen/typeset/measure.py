"""How high a block will stand in a column, before anything is rendered: advance widths and greedy lines.

It breaks lines as WeasyPrint does (first fit, kerned, hyphens by the same dictionary), so it errs by a line at most;
the planner leaves that line free and true heights are read back after rendering.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import msgspec
import pyphen

from zinegen.errors import LayoutError
from zinegen.typeset.blocks import CONTINUED, Block, Box, Para, Part, Picture, Ruled, Run, Table, text
from zinegen.typeset.faces import Metrics, metrics
from zinegen.typeset.layouts import Layout, Style
from zinegen.typeset.writer import shorter
from zinegen.units import PT_PER_MM

HYPHEN_ZONE = 0.08
"""The share of a line that may stay empty before a word is hyphenated: base.css says the same."""
HYPHEN_CHARS = (7, 3, 3)
"""Shortest word, shortest beginning, shortest end."""
PAGE_SAMPLE = "\u00a0p.\u00a0"
"""What a page reference is reckoned as, before its figures."""
NUMBER_BOX, NUMBER_ROOM = 20.0, 4.0
"""The least width of a key's number box and the room after it, in points, as in pages.css."""
WORD_MOST = 0.45
"""The share of a table's width that one word may claim."""
SMALL = 0.85
"""The size of the look "s", as a part of its paragraph's, unless the layout's `look.small` says otherwise."""

_ATOMS = re.compile(r"[ \u2003]+|[^ \u2003]+")
_INNER_BREAK = re.compile(r"(?<=[\w.,;:’'])[-–](?=[^\W\d])|—|(?<=[a-z])/(?=[a-z])")
"""Between figures no hyphen and no dash is broken: `pages.runs_html` holds ranges together."""
_LETTERS = re.compile(r"[^\W\d_]+")


class Atom(NamedTuple):
    """A piece of text that no line break can enter but a hyphen."""

    width: float
    """In points."""
    words: str
    face: Metrics
    size: float
    glued: bool
    """True where no break is allowed before it."""
    space: float
    """The width of the space before it."""


@dataclass(frozen=True)
class Ruler:
    """Measures in one layout at one scale."""

    layout: Layout
    scale: float = 1.0
    language: str = "en"
    figures: int = 2
    """How many figures a page reference has: three where a document has a hundred pages or more."""
    _known: dict[tuple[int, float], tuple[Part, float]] = field(default_factory=dict, compare=False, repr=False)
    _cut: dict[tuple[tuple[Run, ...], Style], list[Atom]] = field(default_factory=dict, compare=False, repr=False)
    _styles: dict[str, Style] = field(default_factory=dict, compare=False, repr=False)

    def style(self, name: str) -> Style:
        """A text style at this scale. Raises LayoutError for a name the layout lacks."""
        if name not in self._styles:
            self._styles[name] = self._style(name)
        return self._styles[name]

    def _style(self, name: str) -> Style:
        if name.endswith(CONTINUED):
            style = self.style(name.removesuffix(CONTINUED))
            left = 0.0 if style.initial else style.left
            return msgspec.structs.replace(style, sign="", hang=0.0, left=left, initial=0)
        try:
            return self.layout.styles[name].at(self.scale)
        except KeyError:
            raise LayoutError(f"{self.layout.path}: there is no [style.{name}]; add it, or inherit base") from None

    def block(self, block: Block, width_pt: float) -> float:
        """The height of a block in points."""
        return sum(self.part(part, width_pt) for part in block.parts)

    def part(self, part: Part, width_pt: float) -> float:
        """The height of one part in points, its outer room included; of the same part asked for again, at once."""
        key = (id(part), width_pt)
        if key not in self._known:
            self._known[key] = (part, self._part(part, width_pt))  # the part is kept, so its id stays its own
        return self._known[key][1]

    def _part(self, part: Part, width_pt: float) -> float:
        match part:
            case Para():
                style = self.style(part.style)
                lines = max(self.lines(part, width_pt), style.initial)
                return lines * style.leading + style.before + style.after + style.rule + style.over
            case Box():
                frame = self.layout.frames[part.style]
                inner = width_pt - 2 * (frame.pad_x * self.scale + frame.border) - frame.bar
                inside = sum(self.part(p, inner) for p in part.parts)
                return inside + 2 * frame.border + (2 * frame.pad_y + frame.before + frame.after) * self.scale
            case Table():
                return self.table(part, width_pt)
            case Ruled():
                return part.lines * part.pitch_pt
            case Picture():
                return part.height_mm * PT_PER_MM

    def lines(self, para: Para, width_pt: float) -> int:
        """How many lines a paragraph takes."""
        return self._count(para.runs, self.style(para.style), width_pt)

    def cut_to(self, words: str, style: str, width_pt: float, lines: int) -> str:
        """A text cut at a word, with an ellipsis, to so many lines of a width; as it is where it fits."""
        while self.lines(Para(style, text(words)), width_pt) > lines:
            words = shorter(words) + "…"
        return words

    def table(self, table: Table, width_pt: float) -> float:
        """The height of a table."""
        look = self.layout.tables[table.style]
        cell, head = self.style(look.cell), self.style(look.head)
        pad_x, room = 2 * look.pad_x * self.scale, 2 * look.pad_y * self.scale + look.rule
        widths = [part * width_pt - pad_x for part in self.columns(table, width_pt)]
        total = max(self._count((Run(t),), head, w) for t, w in zip(table.head, widths, strict=True)) * head.leading
        total += room
        for row in table.rows:
            lines = max(self._count(runs, cell, w) for runs, w in zip(row, widths, strict=True))
            total += lines * cell.leading + room
        return total + (look.before + look.after) * self.scale

    def columns(self, table: Table, width_pt: float) -> tuple[float, ...]:
        """The widths of a table's columns as parts of 1: its own, but for one too narrow for its longest word.

        Such a column takes what it lacks from those that have more than they need.
        """
        look = self.layout.tables[table.style]
        cell, head = self.style(look.cell), self.style(look.head)
        pad = 2 * look.pad_x * self.scale + 0.5
        rows = zip(*table.rows, strict=True) if table.rows else [()] * len(table.head)
        need = [
            min(WORD_MOST * width_pt, pad + max(self.longest((Run(title),), head),
                                                *(self.longest(runs, cell) for runs in column), 0.0))
            for title, column in zip(table.head, rows, strict=True)
        ]  # fmt: skip
        have = [part * width_pt for part in table.columns]
        lack = sum(max(0.0, n - h) for n, h in zip(need, have, strict=True))
        spare = sum(max(0.0, h - n) for n, h in zip(need, have, strict=True))
        if not lack:
            return table.columns
        kept = max(0.0, 1 - lack / spare) if spare else 1.0
        wide = [n + (h - n) * kept if h > n else n for n, h in zip(need, have, strict=True)]
        return tuple(round(one / sum(wide), 4) for one in wide)

    def longest(self, runs: tuple[Run, ...], style: Style) -> float:
        """The width of the longest stretch without a break, in points."""
        longest = at = 0.0
        for atom in self._atoms(runs, style):
            at = at + atom.width if atom.glued and not atom.space else atom.width
            longest = max(longest, at)
        return longest

    def text_width(self, words: str, style: Style) -> float:
        """The width of a text on one line, in points."""
        return self._face(style, "").width(words) * style.size / 1000

    def _count(self, runs: tuple[Run, ...], style: Style, width_pt: float) -> int:
        width = width_pt - style.left - style.right
        first = width + (0 if style.sign else style.hang)
        return count_lines(self._atoms(runs, style), first, width, self.language if style.hyphens else "")

    def _atoms(self, runs: tuple[Run, ...], style: Style) -> list[Atom]:
        """The pieces of some runs; the same are asked for again and again, in columns of other widths."""
        key = runs, style
        if key not in self._cut:
            self._cut[key] = self._cut_up(runs, style)
        return self._cut[key]

    def _cut_up(self, runs: tuple[Run, ...], style: Style) -> list[Atom]:
        atoms: list[Atom] = []
        spaced, glued = False, False
        for run in runs:
            if run.look in ("folio", "init"):  # these stand beside the text
                continue
            words = PAGE_SAMPLE + "8" * self.figures if run.look == "page" else run.text
            face = self._face(style, run.look)
            size = style.size * (float(self.layout.look.get("small", SMALL)) if run.look == "s" else 1)
            for match in _ATOMS.finditer(words):
                token = match[0]
                if token[0] in " \u2003":
                    spaced, glued = True, False
                    continue
                # A space is as wide as what follows it: `pages.runs_html` sets it with that.
                space = _width(face, " ") * size / 1000 if spaced else 0.0
                spaced = False
                if run.look == "n":  # the number box of a key
                    width = max(NUMBER_BOX, _width(face, token) * size / 1000) + NUMBER_ROOM
                    atoms.append(Atom(width * self.scale, token, face, size, glued, space))
                    continue
                for piece in _pieces(token):
                    atoms.append(Atom(_width(face, piece) * size / 1000, piece, face, size, glued, space))
                    space, glued = 0.0, False
                glued = True
        return atoms

    @lru_cache(maxsize=256)  # noqa: B019 - a ruler lives as long as its plan
    def _face(self, style: Style, look: str) -> Metrics:
        stressed = "i" in look
        upright = stressed and self.layout.look.get("stress") == "bold"  # a layout whose faces have no slope
        weight = max(700, style.weight) if "b" in look or upright else style.weight
        italic = style.italic != (stressed and not upright)
        roles = (style.family, "body", "fallback")
        return metrics(*dict.fromkeys(self.layout.face(role, weight, italic).path for role in roles))


@lru_cache(maxsize=20_000)
def _width(face: Metrics, words: str) -> float:
    return face.width(words)


@lru_cache(maxsize=20_000)
def _pieces(token: str) -> tuple[str, ...]:
    """A word cut where a line may break inside it: after its own hyphens and dashes."""
    cuts = [match.end() for match in _INNER_BREAK.finditer(token)]
    ends = [cut for cut in cuts if 0 < cut < len(token)]
    return tuple(token[a:b] for a, b in zip([0, *ends], [*ends, len(token)], strict=True))


def count_lines(atoms: list[Atom], first: float, width: float, language: str) -> int:
    """Greedy lines of atoms: `first` is the width of the first line, `width` of the others, in points."""
    lines, used, limit = 1, 0.0, first
    waiting = list(reversed(atoms))
    while waiting:
        atom = waiting.pop()
        group, total = [atom], atom.width
        while waiting and waiting[-1].glued and not waiting[-1].space:
            group.append(waiting.pop())
            total += group[-1].width
        space = atom.space if used else 0.0
        if used + space + total <= limit + 0.01:
            used += space + total
            continue
        rest = _hyphenated(group, limit - used - space, limit, language) if language else None
        if rest is None and not used:  # a word wider than the line is broken anywhere (overflow-wrap)
            full, used = _broken(group, limit)
            lines += full
            continue
        lines, used, limit = lines + 1, 0.0, width
        waiting.extend(
            reversed(rest if rest is not None else [group[0]._replace(space=0.0, glued=False), *group[1:]])
        )
    return lines


def _broken(group: list[Atom], limit: float) -> tuple[int, float]:
    """Letter by letter: the lines that a word fills, and how far it reaches in the one after."""
    full, used = 0, 0.0
    for atom in group:
        for letter in atom.words:
            wide = _width(atom.face, letter) * atom.size / 1000
            if used and used + wide > limit + 0.01:
                full, used = full + 1, 0.0
            used += wide
    return full, used


def _hyphenated(group: list[Atom], room: float, limit: float, language: str) -> list[Atom] | None:
    """What is left for the next line when the longest beginning that fits is hyphenated; None where none fits."""
    if room <= HYPHEN_ZONE * limit:
        return None
    atom, after = group[0], group[1:]
    match = _LETTERS.search(atom.words)
    if match is None or len(match[0]) < HYPHEN_CHARS[0]:
        return None
    for cut in _cuts(language, match[0]):
        head = atom.words[: match.start() + cut] + "-"
        if _width(atom.face, head) * atom.size / 1000 <= room:
            rest = atom.words[match.start() + cut :]
            width = _width(atom.face, rest) * atom.size / 1000
            return [atom._replace(width=width, words=rest, space=0.0, glued=False), *after]
    return None


@lru_cache(maxsize=8)
def _dictionary(language: str) -> pyphen.Pyphen:
    return pyphen.Pyphen(lang=pyphen.language_fallback(language), left=HYPHEN_CHARS[1], right=HYPHEN_CHARS[2])


@lru_cache(maxsize=8192)
def _cuts(language: str, word: str) -> tuple[int, ...]:
    """Where a word may be hyphenated, the last place first."""
    return tuple(sorted((int(p) for p in _dictionary(language).positions(word)), reverse=True))
