"""Faces for the texts in a picture: a name comes in; widths, outlines and an SVG font stack go out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from zinegen.draw.picture import Points
from zinegen.share import share


@dataclass(frozen=True, slots=True)
class Face:
    """A font file below `fonts/`, and what an SVG says to a reader that may lack it."""

    file: str
    stack: str
    weight: int = 400
    italic: bool = False
    spare: float = 1.0
    """How much wider the text may run in a stand-in font."""


_SANS = "Atkinson Hyperlegible Next, Verdana, DejaVu Sans, sans-serif"
_SERIF = "Literata, Georgia, DejaVu Serif, serif"
_FIGURES = "Literata, Cambria, DejaVu Serif, Times New Roman, serif"
"""No Georgia: its figures hang below the line."""
_NARROW = "League Gothic Capitals, Impact, Haettenschweiler, Arial Narrow, sans-serif"
FACES: dict[str, Face] = {
    "number": Face("literata/Literata-Black.ttf", _FIGURES, 900, spare=1.15),
    "strong": Face("atkinson/Atkinson-Bold.ttf", _SANS, 700, spare=1.2),
    "label": Face("atkinson/Atkinson-Regular.ttf", _SANS, spare=1.2),
    "title": Face("literata/Literata-Black.ttf", _SERIF, 900, spare=1.15),
    "poster": Face("league/LeagueGothicCapitals-Regular.ttf", _NARROW, spare=1.1),
    "aside": Face("literata/Literata-Italic.ttf", _SERIF, italic=True, spare=1.15),
}


class _Outline(BasePen):  # type: ignore[misc]
    """Collects a glyph as runs of points and cubic curves, y downwards, in parts of the em."""

    def __init__(self, glyphs: Any, em: float) -> None:
        super().__init__(glyphs)
        self.em, self.runs, self._run = em, [], []  # type: ignore[var-annotated]

    def _at(self, p: tuple[float, float]) -> tuple[float, float]:
        return p[0] / self.em, -p[1] / self.em

    def _moveTo(self, p: tuple[float, float]) -> None:
        self._run = [("m", (self._at(p),))]

    def _lineTo(self, p: tuple[float, float]) -> None:
        self._run.append(("l", (self._at(p),)))

    def _curveToOne(self, a: Any, b: Any, c: Any) -> None:
        self._run.append(("c", (self._at(a), self._at(b), self._at(c))))

    def _closePath(self) -> None:
        self.runs.append(tuple(self._run))


Outline = tuple[tuple[tuple[str, int], ...], Points]
"""Operators m, l, c and h, each with how many numbers it takes; and all their points (n, 2), one after the other."""


@cache
def _font(name: str) -> tuple[Any, Any, dict[int, str], float]:
    font = TTFont(share("fonts") / FACES[name].file, lazy=True)
    return font, font.getGlyphSet(), font.getBestCmap(), float(font["head"].unitsPerEm)


@cache
def _glyph(face: str, letter: str) -> tuple[float, Outline]:
    """Advance in ems and the outline of one letter; an empty box for one the face lacks."""
    _, glyphs, cmap, em = _font(face)
    glyph = glyphs[cmap.get(ord(letter), ".notdef")]
    pen = _Outline(glyphs, em)
    glyph.draw(pen)
    parts = [part for run in pen.runs for part in (*run, ("h", ()))]
    at = np.array([point for _, points in parts for point in points], dtype=float).reshape(-1, 2)
    return glyph.width / em, (tuple((op, 2 * len(points)) for op, points in parts), at)


@cache
def advance(face: str, text: str) -> float:
    """Width of a text in ems."""
    return float(sum(_glyph(face, letter)[0] for letter in text))


@cache
def outline(face: str, text: str) -> Outline:
    """The outline of a text set from the place 0, 0, in ems."""
    operators: list[tuple[str, int]] = []
    points = [np.zeros((0, 2))]
    x = 0.0
    for letter in text:
        width, (mine, at) = _glyph(face, letter)
        operators += mine
        points.append(at + np.array((x, 0.0)))
        x += width
    return tuple(operators), np.concatenate(points)
