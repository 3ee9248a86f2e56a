"""Measures finished PDFs and display lists: where letters lie, how large they are, what covers what.

It knows nothing of how the pages were made, so that it can find what the planner and the inspector have missed.
"""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from zinegen.draw.faces import advance
from zinegen.draw.picture import Picture, Text

PRINT_LEAST_PT, MAP_LEAST_PT = 6.5, 5.5
"""The smallest type in print, and the smallest label of a map."""
ROUNDING_PT = 0.05
PT_PER_MM = 72 / 25.4
COVERED = 0.34
"""The share of a letter's ink box, both ways, that another letter may reach into."""
LABEL_COVERED = 0.2
NEIGHBOURS = 3
"""So near in the text, letters of one line may reach over each other."""
CELL_PT = 24.0
CAP, DROP = 0.7, 0.0
"""How far a label's ink stands over its baseline and under it, in parts of its size."""


class Letter(NamedTuple):
    """A letter on a page: its ink in points from the page's lower left corner, its size in points."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    place: int
    """Its number in the page's text."""
    base: float
    """The height of its baseline, or where it stands across where the line runs upwards."""


def letters(page: pypdfium2.PdfPage) -> list[Letter]:
    """Every letter of a page that leaves ink."""
    words = page.get_textpage()
    found = []
    matrix = pdfium.FS_MATRIX()
    for place in range(words.count_chars()):
        code = pdfium.FPDFText_GetUnicode(words.raw, place)
        if code in (0, 0xFFFE, 0xFFFF) or chr(code).isspace():
            continue
        x0, y0, x1, y1 = words.get_charbox(place)
        if x1 <= x0 or y1 <= y0:
            continue
        pdfium.FPDFText_GetMatrix(words.raw, place, ctypes.byref(matrix))
        stretch = (matrix.c**2 + matrix.d**2) ** 0.5
        size = pdfium.FPDFText_GetFontSize(words.raw, place) * stretch
        base = matrix.f if abs(matrix.d) >= abs(matrix.c) else matrix.e
        found.append(Letter(chr(code), x0, y0, x1, y1, size, place, base))
    return found


def page_faults(data: bytes, *, least: float = PRINT_LEAST_PT, margin_mm: float = 3.0) -> Iterator[str]:
    """What lies wrong in a PDF: letters too small, too near the edge, over each other."""
    for number, page in enumerate(pypdfium2.PdfDocument(data), 1):
        there = letters(page)
        width, height = page.get_size()
        edge = margin_mm * PT_PER_MM
        for one in there:
            if one.size < least - ROUNDING_PT:
                yield f"page {number}: {_about(there, one)!r} is set in {one.size:.1f} pt"
            if one.x0 < edge or one.y0 < edge or one.x1 > width - edge or one.y1 > height - edge:
                yield f"page {number}: {_about(there, one)!r} stands less than {margin_mm} mm from the edge"
        for one, other in covering(there):
            yield f"page {number}: {_about(there, one)!r} lies over {_about(there, other)!r}"


def covering(there: Sequence[Letter]) -> Iterator[tuple[Letter, Letter]]:
    """Pairs of letters of which one lies over the other."""
    cells: dict[tuple[int, int], list[Letter]] = defaultdict(list)
    for one in there:
        for x in range(int(one.x0 // CELL_PT), int(one.x1 // CELL_PT) + 1):
            for y in range(int(one.y0 // CELL_PT), int(one.y1 // CELL_PT) + 1):
                cells[x, y].append(one)
    seen: set[tuple[int, int]] = set()
    for group in cells.values():
        for index, one in enumerate(group):
            for other in group[index + 1 :]:
                pair = (one.place, other.place)
                if pair not in seen and _covers(one, other):
                    seen.add(pair)
                    yield one, other


def _covers(one: Letter, other: Letter) -> bool:
    if abs(one.place - other.place) <= NEIGHBOURS and abs(one.base - other.base) < 1:
        return False  # ligatures, kerning, the overhang of an f
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    least_wide = min(one.x1 - one.x0, other.x1 - other.x0)
    least_high = min(one.y1 - one.y0, other.y1 - other.y0)
    return wide > max(COVERED * least_wide, 0.4) and high > max(COVERED * least_high, 0.4)


def _about(there: Sequence[Letter], one: Letter) -> str:
    """The letters about one, to find it by."""
    return "".join(other.text for other in there if abs(other.place - one.place) < 8)


# ------------------------------------------------------------------------------------------- labels that are drawn


def label_faults(picture: Picture, shrink: float = 1.0, *, least: float = MAP_LEAST_PT) -> Iterator[str]:
    """What lies wrong among the labels of a picture that is printed at a part of its size."""
    texts = [text for layer in picture.layers for text in layer.texts if text.text.strip()]
    for text in texts:
        size = text.size * picture.scale * PT_PER_MM * shrink
        if size < least - ROUNDING_PT:
            yield f"{picture.title}: the label {text.text!r} is set in {size:.1f} pt"
    boxes = [label_box(text) for text in texts]
    for index, (one, a) in enumerate(zip(texts, boxes, strict=True)):
        for other, b in zip(texts[index + 1 :], boxes[index + 1 :], strict=True):
            wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
            least_wide, least_high = min(a[2] - a[0], b[2] - b[0]), min(a[3] - a[1], b[3] - b[1])
            if wide > LABEL_COVERED * least_wide and high > LABEL_COVERED * least_high:
                yield f"{picture.title}: the label {one.text!r} lies over {other.text!r}"


def label_box(text: Text) -> tuple[float, float, float, float]:
    """The ink of a label in the picture's units: west, north, east, south."""
    wide = advance(text.face, text.text) * text.size
    x0 = text.x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return x0, text.y - CAP * text.size, x0 + wide, text.y + DROP * text.size
