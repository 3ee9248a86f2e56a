"""The furniture of a sheet: title cartouche, scale bar, north arrow, and a legend of just the symbols used.

All of it is measured in mm and drawn in the map's own squares, so that it looks alike at every scale.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import replace as with_
from typing import Literal

from zinegen.draw.brush import Brush, Well, disc, rect
from zinegen.draw.doors import draw_one_way, draw_portal, draw_trap_mark
from zinegen.draw.faces import FACES, advance
from zinegen.draw.labels import triangle
from zinegen.draw.legend_signs import TOLD
from zinegen.draw.pens import BLACK, Pens, pens_for
from zinegen.draw.picture import Layer, Part, Path, Points, Text, box, line, moved, ring
from zinegen.draw.styles import Style
from zinegen.draw.symbols import SYMBOLS
from zinegen.units import FT_PER_SQUARE
from zinegen.words import lexicon, word

Cap = Literal["round", "butt"]
LETTER_MM = 2.35
ROW_MM = 3.85
ICON_MM = 7.0
LARGE_MM = 3.0
"""From this size of letters on, cartouche and scale bar want more room."""
NORTH_MM = 7.4
"""What the north arrow takes of it, with its air."""
INSET_MM = 0.3
"""So that no line is cut at the sheet's edge."""

_DOORS = ("door", "double", "locked", "barred", "reinforced", "stuck", "portcullis", "curtain", "arch", "false")
_DEMO: dict[str, tuple[float, float]] = {
    "stairs": (1.1, 2.0), "bridge": (1.0, 1.7), "boat": (0.62, 1.7), "well": (1.5, 1.5), "fountain": (1.6, 1.6),
    "altar": (2.1, 0.9), "throne": (1.1, 1.1), "dais": (2.2, 1.0), "tomb": (1.9, 0.85), "niche": (1.3, 0.8),
    "bed": (1.7, 0.85), "table": (1.7, 0.75), "rubble": (1.4, 1.2), "web": (1.2, 1.2), "column": (0.7, 0.7),
}  # fmt: skip
"""Width and depth in the legend of what has no size of its own."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the legend."""

    symbol: str
    text: str
    tag: str = ""
    """What a level tag says beside its triangle."""


def entries(used: Iterable[str], ways: Iterable[tuple[str, int]]) -> list[Entry]:
    """The legend's lines for the symbols used, in the lexicon's order, then the level tags (text, way)."""
    wanted = frozenset(used)
    names = lexicon("legend")["symbols"]
    lines = [Entry(symbol, text) for symbol, text in names.items() if symbol in wanted]
    for text, way in ways:
        to = word("legend", "way", "level", n=text) if text.isdecimal() else word("legend", "way", "surface")
        lines.append(Entry("down" if way > 0 else "up", to, text))
    return lines


@dataclass(frozen=True, slots=True)
class Plan:
    """How a legend is set: its columns' left edges and its rows."""

    rows: int
    lefts: tuple[float, ...]
    height_mm: float


def icon_mm(style: Style) -> float:
    """The width of a sign with the air after it."""
    return ICON_MM if style.letter_mm < LARGE_MM else 1.2 * ICON_MM


def row_mm(style: Style) -> float:
    """The height of a line of a legend."""
    return max(ROW_MM, 1.28 * style.letter(LETTER_MM))


def head_mm(style: Style) -> float:
    """The height of a title cartouche, with the air below it."""
    return 11.0 if style.letter_mm < LARGE_MM else 13.6


def compass_mm(style: Style) -> tuple[float, float]:
    """Width and height of scale bar and north arrow beside a legend."""
    return (40.0, 9.5) if style.letter_mm < LARGE_MM else (52.0, 11.0)


def plan(lines: list[Entry], width_mm: float, style: Style) -> Plan:
    """As few rows as the width allows, columns filled from the top."""
    if not lines:
        return Plan(0, (), 0.0)
    spare, letter, row = FACES["label"].spare, style.letter(LETTER_MM), row_mm(style)
    wide = [icon_mm(style) + advance("label", e.text) * letter * spare + 2.0 for e in lines]
    for rows in range(1, len(lines) + 1):
        columns = [wide[n : n + rows] for n in range(0, len(lines), rows)]
        total = sum(max(c) for c in columns)
        if total <= width_mm or rows == len(lines):
            gap = max(width_mm - total, 0) / max(len(columns), 1)
            lefts, x = [], 0.0
            for c in columns:
                lefts.append(x)
                x += max(c) + min(gap, 8)
            return Plan(rows, tuple(lefts), rows * row + 2.0)
    raise AssertionError("unreachable: the last round always returns")


class Furniture:
    """Draws in mm from a corner of the sheet; `mm` is mm to the square."""

    def __init__(self, pens: Pens, mm: float, x: float, y: float) -> None:
        """x, y: the corner in squares."""
        self.mm, self.x, self.y = mm, x + INSET_MM / mm, y + INSET_MM / mm
        self.ratio = 1.94 / mm * (icon_mm(pens.style) / ICON_MM)
        """What symbols are scaled by, so that a legend looks alike at every scale."""
        base = pens_for(pens.style.name, 1.94)
        self.style = base.style
        self.large = base.style.letter_mm >= LARGE_MM
        scaled = {
            n: getattr(base, n) * self.ratio
            for n in ("wall", "mid", "thin", "thick", "dot", "hatch", "number", "tag")
        }
        self.pens = with_(base, **scaled)
        self.well = Well(self.pens, BLACK)
        self.texts: list[Text] = []
        self.rules: list[tuple[Part, float]] = []
        self.dashes: list[Path] = []

    def at(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """A place in squares."""
        return self.x + x_mm / self.mm, self.y + y_mm / self.mm

    def text(self, x_mm: float, y_mm: float, text: str, size_mm: float, face: str, anchor: str = "start") -> None:
        """A line of text, baseline at y."""
        x, y = self.at(x_mm, y_mm)
        if text:
            self.texts.append(Text(x, y, text, size_mm / self.mm, face, anchor))  # type: ignore[arg-type]

    def rule(self, part: Part, width_mm: float) -> None:
        """A line or ring given in mm."""
        self.rules.append((self._placed(part), width_mm / self.mm))

    def dashed(
        self, places: list[tuple[float, float]], width_mm: float, dash_mm: tuple[float, float], cap: Cap
    ) -> None:
        """A dashed line given in mm."""
        run = line([self.at(*place) for place in places])
        dash = tuple(d / self.mm for d in dash_mm)
        self.dashes.append(Path((run,), stroke=BLACK, width=width_mm / self.mm, dash=dash, cap=cap))

    def fill(self, part: Part) -> None:
        """Solid ink given in mm."""
        self.well.add("ink", [self._placed(part)])

    def _placed(self, part: Part) -> Part:
        points: Points = part.points / self.mm
        return moved(Part(part.kind, points), _ONE, self.x, self.y)

    def brush(self, x_mm: float, y_mm: float, turn_deg: float = 0.0) -> Brush:
        """A brush in squares of 1.94 mm."""
        return Brush(self.well, *self.at(x_mm, y_mm), turn_deg, self.ratio)

    def layer(self, name: str) -> Layer:
        """All of it as one layer."""
        widths = sorted({w for _, w in self.rules})
        rules = tuple(
            Path(tuple(p for p, w in self.rules if w == width), stroke=BLACK, width=width) for width in widths
        )
        return Layer(name, (*rules, *self.dashes, *self.well.paths()), tuple(self.texts))

    # ------------------------------------------------------------------------------------------ legend

    def legend(self, lines: list[Entry], setting: Plan) -> None:
        """The legend, its top at y 0."""
        letter, row, icon = self.style.letter(LETTER_MM), row_mm(self.style), icon_mm(self.style)
        for n, entry in enumerate(lines):
            x, y = setting.lefts[n // setting.rows], 2.0 + (n % setting.rows + 0.5) * row
            self._icon(entry, x + icon / 2 - 0.6, y)
            self.text(x + icon, y + 0.34 * letter, entry.text, letter, "label")

    def _icon(self, entry: Entry, x: float, y: float) -> None:
        b, symbol = self.brush(x, y), entry.symbol
        if symbol in _DOORS:
            self._door(b, symbol)
        elif symbol in ("secret", "one_way", "trapped"):
            self._marked(b, symbol, x, y)
        elif symbol in ("down", "up"):
            wide = 0.82 * 2.23 + advance("strong", entry.tag) * 2.23
            place = self.at(x - wide / 2, y)
            self.well.add("ink", [triangle(*place, 2.23 / self.mm, 1 if symbol == "down" else -1)])
            self.text(x - wide / 2 + 0.82 * 2.23, y + 0.75, entry.tag, 2.23, "strong")
        elif symbol in TOLD:
            TOLD[symbol](self, x, y)
        elif symbol in _BANDS:
            _BANDS[symbol](b)
        else:
            drawn = SYMBOLS[symbol]
            w, h = drawn.fixed or _DEMO.get(symbol, (1.2, 1.2))
            shrink = min(1.0, 1.8 / h if drawn.upright else 1.75 / min(w, h))
            sideways = h > 1.5 * w and not drawn.upright
            drawn.draw(self.brush(x, y, 90 if sideways else 0), w * shrink, h * shrink)

    def _door(self, b: Brush, kind: str) -> None:
        width = 2 if kind == "double" else 1
        far = 1.45 if width == 2 else 1.2
        for side in (-1, 1):
            b.ink(rect(far - width / 2, b.well.pens.wall / self.ratio, side * (far + width / 2) / 2, 0))
        draw_portal(b, kind, width)

    def _marked(self, b: Brush, symbol: str, x: float, y: float) -> None:
        if symbol == "secret":
            b.ink(rect(2.5, b.well.pens.wall / self.ratio))
            b.light(rect(1.0, 1.0))
            self.text(x, y + 0.86, word("legend", "tag", "secret"), 2.6, "number", "middle")
        elif symbol == "one_way":
            draw_one_way(self.brush(x, y, -90))
        else:
            self._door(self.brush(x - 0.9, y), "door")
            draw_trap_mark(self.brush(x + 2.1, y))

    # --------------------------------------------------------------------------------------- cartouche

    def head(self, title: str, aside: str, corner: str, width_mm: float) -> None:
        """Title cartouche at the left, scale bar and north arrow at the right, within `head_mm`."""
        width_mm -= 2 * INSET_MM
        room = width_mm - (48.0 if self.large else 38.0)
        high, middle = head_mm(self.style) - 1.8, head_mm(self.style) / 2 - 0.9
        first, second = self.style.letter(2.5), self.style.letter(2.3)
        side = max(self._wide("strong", corner) * first, self._wide("aside", aside) * second) + 5
        size = min(5.2, (room - side - 5) / self._wide("title", title))
        if size < 2.9:  # a long title has lines of its own, the level stands below
            wide = self._stacked(title, aside, corner, room)
        else:
            wide = min(room, self._wide("title", title) * size + side + 5)
            self.text(2.9, middle + 0.345 * size, title, size, "title")
            self.text(wide - 2.6, middle + (-0.4 if aside else 0.36 * first), corner, first, "strong", "end")
            self.text(wide - 2.6, middle + 0.1 + second, aside, second, "aside", "end")
        for inset, weight in ((0.0, 0.55), (0.85, 0.2)):
            self.rule(_chamfered(inset, inset, wide - inset, high - inset, 1.5 - inset * 0.5), weight)
        self._scale(width_mm - NORTH_MM)
        self._north(width_mm - 4.2)

    def compass(self, width_mm: float) -> None:
        """Scale bar and north arrow alone, at the right of a sheet without a cartouche, within `compass_mm`."""
        right = width_mm - 2 * INSET_MM
        self._scale(right - NORTH_MM)
        self._north(right - 4.2)

    def _stacked(self, title: str, aside: str, corner: str, room: float) -> float:
        """The cartouche's texts below one another, a very long title on two lines. Returns its width in mm."""
        lines, most, at = [title], 3.5, 4.4
        if (room - 5) / self._wide("title", title) < 2.4:
            lines, most, at = _halves(title), 2.35, 3.25
        broad = max(self._wide("title", part) for part in lines)
        size = min(most, (room - 5) / broad)
        for n, part in enumerate(lines):
            self.text(2.5, at + 2.35 * n, part, size, "title")
        first, second = self.style.letter(2.3), self.style.letter(2.2)
        low = head_mm(self.style) - 3.2
        after = self._wide("strong", corner) * first + 1.4
        if after + self._wide("aside", aside) * second > room - 5:
            aside = ""
        self.text(2.5, low, corner, first, "strong")
        self.text(2.5 + after, low, aside, second, "aside")
        return min(room, max(broad * size, after + self._wide("aside", aside) * second) + 5)

    def _scale(self, end: float) -> None:
        """A bar of whole tens of feet, four fields, about 20 mm long, its last figure at the left of `end`."""
        least = 18.0 if self.large else 13.0  # the most is twice that
        step = next((s for s in (5, 10, 15, 20, 30, 50) if 4 * s / FT_PER_SQUARE * self.mm >= least), 50)
        unit, last = step / FT_PER_SQUARE * self.mm, word("legend", "feet", n=4 * step)
        figure, letter = self.style.letter(2.2), self.style.letter(2.1)
        x = end - 4 * unit - self._wide("number", last) * figure / 2
        for n in range(4):
            field = box(x + n * unit, 3.6, x + (n + 1) * unit, 4.7)
            self.rule(field, 0.18)
            if n % 2 == 0:
                self.fill(field)
        self.text(x, 2.9, "0", figure, "number", "middle")
        self.text(x + 2 * unit, 2.9, str(2 * step), figure, "number", "middle")
        self.text(x + 4 * unit, 2.9, last, figure, "number", "middle")
        if self.large:  # it is longer than the bar: both end at the arrow
            self.text(end - 1.0, 8.9, word("legend", "scale_note"), letter, "label", "end")
        else:
            self.text(x, 7.4, word("legend", "scale_note"), letter, "label")

    def _north(self, x: float) -> None:
        self.rule(moved(disc(2.3), _ONE, x, 4.2), 0.2)
        self.fill(ring([(x, 0.2), (x + 1.25, 6.0), (x, 5.0)]))
        self.rule(ring([(x, 0.2), (x - 1.25, 6.0), (x, 5.0)]), 0.2)
        self.text(x, 9.6 if self.large else 9.1, word("legend", "north"), self.style.letter(2.2), "strong", "middle")

    def _wide(self, face: str, text: str) -> float:
        """The room that a text may take, in parts of its size; a stand-in font is wider."""
        return self.style.across(face, text) or 0.1


def _halves(text: str) -> list[str]:
    """A text broken where its lines come out most alike."""
    breaks = [n for n, letter in enumerate(text) if letter == " "]
    if not breaks:
        return [text]
    at = min(breaks, key=lambda n: max(n, len(text) - n - 1))
    return [text[:at], text[at + 1 :]]


_ONE = rect(1, 1).points[:2] * 0 + ((1, 0), (0, 1))


def _chamfered(x0: float, y0: float, x1: float, y1: float, c: float) -> Part:
    return ring(
        [
            (x0 + c, y0),
            (x1 - c, y0),
            (x1, y0 + c),
            (x1, y1 - c),
            (x1 - c, y1),
            (x0 + c, y1),
            (x0, y1 - c),
            (x0, y0 + c),
        ]
    )


def _water(b: Brush) -> None:
    b.shade(rect(2.4, 1.1))
    b.lines("thin", (-1.2, -0.55, 1.2, -0.55), (-1.2, 0.55, 1.2, 0.55))
    for x, y in ((-0.9, -0.15), (0.15, 0.2)):
        b.stroke("thin", Part("curve", _WAVE * (0.8, 0.22) + (x, y)))


def _chasm(b: Brush) -> None:
    if b.pens.ink == "full":
        b.ink(rect(2.4, 1.0))
        b.light(*(rect(0.06, 0.3, -1.1 + 0.24 * n, s * 0.35) for n in range(10) for s in (-1, 1)))
    else:
        b.lines("mid", (-1.2, -0.5, 1.2, -0.5), (-1.2, 0.5, 1.2, 0.5))
        b.lines("thin", *((-1.05 + 0.3 * n, s * 0.5, -1.05 + 0.3 * n, s * 0.2) for n in range(8) for s in (-1, 1)))


def _gallery(b: Brush) -> None:
    b.lines("thin", (-1.2, -0.12, 1.2, -0.12), (-1.2, 0.12, 1.2, 0.12))
    b.lines("thin", *((-1.0 + 0.5 * n, -0.12, -1.0 + 0.5 * n, 0.12) for n in range(5)))


_WAVE = line([(0, 0), (0.15, -0.5), (0.35, -0.5), (0.5, 0), (0.65, 0.5), (0.85, 0.5), (1, 0)]).points
_BANDS = {"water": _water, "chasm": _chasm, "gallery": _gallery}
