"""Measures finished PDFs and display lists: where letters lie, how large they are, what covers and what cuts them.

It knows nothing of how the pages were made, so that it can find what the planner and the inspector have missed.
"""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

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
OVERHANG = 0.1
"""So far, in parts of their size, wherever they stand in the text: upside down its order is not that of the line."""
CELL_PT = 24.0
CAP, DROP = 0.7, 0.0
"""How far a label's ink stands over its baseline and under it, in parts of its size."""
CUT_PT = 0.6
"""How far a letter's ink may reach out of what clips it."""
GROUND_SCALE = 2.0
"""Pixels a point, when it is asked what lies under letters."""
SPOILT, TINT, UNEVEN = 0.1, 0.3, 0.05
"""How dark the ground of a dark letter may be, where it is drawn on; where it is an even tint; what is even."""
LIGHT_ON = 0.5
"""How dark the ground of a light letter must be."""
UNDERLINE = 0.12
"""Up to here over its baseline, in parts of its size, other ink is no fault: it is a line drawn under the text."""

Box = tuple[float, float, float, float]
"""West, south, east, north; of labels north before south, for their y runs down."""
EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)


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
    upright: bool
    """Whether its line runs from left to right, or upside down."""
    turned: bool
    """Whether it stands on its head."""
    light: bool
    """Whether it is printed white, or nearly so."""
    clip: Box
    """What of the page its text may be seen in."""


def letters(page: pypdfium2.PdfPage) -> list[Letter]:
    """Every letter of a page that leaves ink."""
    words = page.get_textpage()
    clips = _clips(page)
    found = []
    matrix = pdfium.FS_MATRIX()
    colour = [ctypes.c_uint() for _ in range(4)]
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
        upright = abs(matrix.d) >= abs(matrix.c)
        pdfium.FPDFText_GetFillColor(words.raw, place, *(ctypes.byref(one) for one in colour))
        light = sum(one.value for one in colour[:3]) > 3 * 160
        thing = pdfium.FPDFText_GetTextObject(words.raw, place)
        clip = clips.get(_address(thing), EVERYWHERE)
        base = matrix.f if upright else matrix.e
        found.append(Letter(chr(code), x0, y0, x1, y1, size, place, base, upright, matrix.d < 0, light, clip))
    return found


def page_faults(data: bytes, *, least: float = PRINT_LEAST_PT, margin_mm: float = 3.0) -> Iterator[str]:
    """What lies wrong in a PDF: letters too small, too near the edge, cut, over each other or over other ink."""
    for number, page in enumerate(pypdfium2.PdfDocument(data), 1):
        there = letters(page)
        width, height = page.get_size()
        edge = margin_mm * PT_PER_MM
        for one in there:
            if one.size < least - ROUNDING_PT:
                yield f"page {number}: {_about(there, one)!r} is set in {one.size:.1f} pt"
            if one.x0 < edge or one.y0 < edge or one.x1 > width - edge or one.y1 > height - edge:
                yield f"page {number}: {_about(there, one)!r} stands less than {margin_mm} mm from the edge"
            if _sticks_out(one):
                yield f"page {number}: {_about(there, one)!r} is cut"
        for one, other in covering(there):
            yield f"page {number}: {_about(there, one)!r} lies over {_about(there, other)!r}"
        for one in spoilt(page, there):
            yield f"page {number}: {_about(there, one)!r} stands {'on white' if one.light else 'over other ink'}"


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
    if abs(one.base - other.base) < 0.01 and one.turned == other.turned and wide < OVERHANG * one.size:
        return False
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    least_wide = min(one.x1 - one.x0, other.x1 - other.x0)
    least_high = min(one.y1 - one.y0, other.y1 - other.y0)
    return wide > max(COVERED * least_wide, 0.4) and high > max(COVERED * least_high, 0.4)


def _about(there: Sequence[Letter], one: Letter) -> str:
    """The letters about one, to find it by."""
    return "".join(other.text for other in there if abs(other.place - one.place) < 8)


# --------------------------------------------------------------------------------------------------- what cuts text


def _address(thing: Any) -> int:
    return ctypes.cast(thing, ctypes.c_void_p).value or 0


def _clips(page: pypdfium2.PdfPage) -> dict[int, Box]:
    """The address of every text on a page -> what it may be seen in, in the page's points; forms are gone through."""
    found: dict[int, Box] = {}

    def walk(things: Sequence[Any], matrix: pypdfium2.PdfMatrix, around: Box) -> None:
        for thing in things:
            kind = pdfium.FPDFPageObj_GetType(thing)
            if kind not in (pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_FORM):
                continue
            here = _within(around, _clip(thing, matrix))
            if kind == pdfium.FPDF_PAGEOBJ_TEXT:
                found[_address(thing)] = here
                continue
            own = pdfium.FS_MATRIX()
            pdfium.FPDFPageObj_GetMatrix(thing, ctypes.byref(own))
            inner = pypdfium2.PdfMatrix.from_raw(own).multiply(matrix)
            walk(_in_form(thing), inner, here)

    walk(_on_page(page), pypdfium2.PdfMatrix(), EVERYWHERE)
    return found


def _on_page(page: pypdfium2.PdfPage) -> list[Any]:
    return [pdfium.FPDFPage_GetObject(page.raw, n) for n in range(pdfium.FPDFPage_CountObjects(page.raw))]


def _in_form(form: Any) -> list[Any]:
    return [pdfium.FPDFFormObj_GetObject(form, n) for n in range(pdfium.FPDFFormObj_CountObjects(form))]


def _clip(thing: Any, matrix: pypdfium2.PdfMatrix) -> Box:
    """The box in which something may be seen: its clip paths are boxes, or are taken for such."""
    box = EVERYWHERE
    path = pdfium.FPDFPageObj_GetClipPath(thing)
    x, y = ctypes.c_float(), ctypes.c_float()
    for number in range(max(0, pdfium.FPDFClipPath_CountPaths(path))):
        points = []
        for at in range(pdfium.FPDFClipPath_CountPathSegments(path, number)):
            segment = pdfium.FPDFClipPath_GetPathSegment(path, number, at)
            pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
            points.append(matrix.on_point(x.value, y.value))
        if points:
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            box = _within(box, (min(xs), min(ys), max(xs), max(ys)))
    return box


def _within(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _sticks_out(one: Letter) -> bool:
    west, south, east, north = one.clip
    return max(west - one.x0, south - one.y0, one.x1 - east, one.y1 - north) > CUT_PT


# --------------------------------------------------------------------------------------------------- what lies under


def spoilt(page: pypdfium2.PdfPage, there: Sequence[Letter]) -> Iterator[Letter]:
    """Letters that cannot be read for what is drawn where they stand; the page's texts are taken out for it."""
    _take_out_texts(page)
    ground = page.render(scale=GROUND_SCALE, grayscale=True, draw_annots=False).to_numpy().astype(float)
    dark = 1 - ground.reshape(ground.shape[0], ground.shape[1]) / 255
    height = page.get_height()
    for one in there:
        y0, y1 = one.y0, one.y1
        if one.upright and one.turned:
            y1 = max(y0, min(y1, one.base - UNDERLINE * one.size))
        elif one.upright:
            y0 = min(y1, max(y0, one.base + UNDERLINE * one.size))
        rows = slice(max(0, int((height - y1) * GROUND_SCALE)), max(1, round((height - y0) * GROUND_SCALE)))
        under = dark[rows, int(max(0, one.x0) * GROUND_SCALE) : max(1, round(one.x1 * GROUND_SCALE))]
        if not under.size:
            continue
        tone = under.mean()
        if tone < LIGHT_ON if one.light else tone > (SPOILT if under.std() > UNEVEN else TINT):
            yield one


def _take_out_texts(page: pypdfium2.PdfPage) -> None:
    def clear(things: Sequence[Any], remove: Any, home: Any) -> None:
        for thing in things:
            kind = pdfium.FPDFPageObj_GetType(thing)
            if kind == pdfium.FPDF_PAGEOBJ_TEXT:
                remove(home, thing)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM:
                clear(_in_form(thing), pdfium.FPDFFormObj_RemoveObject, thing)

    clear(_on_page(page), pdfium.FPDFPage_RemoveObject, page.raw)


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


def label_box(text: Text) -> Box:
    """The ink of a label in the picture's units: west, north, east, south."""
    wide = advance(text.face, text.text) * text.size
    x0 = text.x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return x0, text.y - CAP * text.size, x0 + wide, text.y + DROP * text.size
