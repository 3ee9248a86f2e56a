"""Is a page fit for a one-page dungeon contest? A PDF comes in; what is wrong with each of its pages goes out.

The rules are those of the One Page Dungeon Contest (dungeoncontest.com, 2013 and 2024): one side of an A4 or letter
sheet, a file of at most 10 MB that is not locked, margins of an eighth of an inch, the licence CC BY-SA 4.0 on the
page, nothing lost in black and white, no type too small to be read.
"""

from __future__ import annotations

import ctypes
import math
from typing import Any, NamedTuple

from zinegen.errors import RecipeError
from zinegen.units import MM_PER_INCH, PAPERS_MM, PT_PER_MM

MOST_BYTES = 10_000_000
MARGIN_MM = MM_PER_INCH / 8
LEAST_PT = 6.5
"""Below this, type is lost on a copier."""
LICENCE = "CC BY-SA 4.0"
PAPERS = ("a4", "letter")
DPI = 100
COLOUR = 40
"""How far the parts of a colour lie apart, of 255, before it is one."""
PALE = 140
"""A colour that turns into a grey lighter than this, of 255, is lost on a copier where it stands for something."""
MOST_PALE = 0.0005
"""The share of a page that may be of such a colour."""


class Fault(NamedTuple):
    """Something that a contest would not take."""

    page: int
    """From 1; 0 for the whole file."""
    code: str
    """ "pages", "size", "file", "margin", "licence", "colour" or "type". """
    text: str
    worse: float | None = None
    """How bad it is, where pages can be compared."""


class Verdict(NamedTuple):
    """What a look at a PDF gave."""

    pages: int
    faults: tuple[Fault, ...]
    smallest_pt: float
    """The smallest type on any page; 0 where there is none."""


def lint(data: bytes, name: str = "the PDF") -> Verdict:
    """Look at every page of a PDF by the contest's rules; with bookmarks, each bookmark's pages must be one.

    Raises: RecipeError for a file that is no PDF or is locked.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as fault:
        why = "it is locked with a password" if "password" in str(fault).lower() else "it is no PDF that can be read"
        raise RecipeError(f"{name}: {why}; a contest takes neither") from None
    try:
        faults, smallest = [], math.inf
        if len(data) > MOST_BYTES:
            faults.append(Fault(0, "file", f"{len(data) / 1e6:.1f} MB; at most {MOST_BYTES / 1e6:.0f} MB are taken"))
        faults += _sides(document)
        for number, page in enumerate(document, 1):
            found, least = _page(page, number)
            faults += found
            smallest = min(smallest, least)
        return Verdict(len(document), tuple(faults), 0.0 if math.isinf(smallest) else round(smallest, 2))
    finally:
        document.close()


def _sides(document: Any) -> list[Fault]:
    """What has more than one side: by the bookmarks, else the whole file."""
    starts = sorted({index for mark in document.get_toc() if (index := _target(mark)) is not None}) or [0]
    ends = [*starts[1:], len(document)]
    return [
        Fault(start + 1, "pages", f"takes {end - start} sides; a contest takes one")
        for start, end in zip(starts, ends, strict=True)
        if end - start > 1
    ]


def _target(mark: Any) -> int | None:
    """The page that a bookmark leads to, from 0."""
    dest = mark.get_dest()
    index = None if dest is None else dest.get_index()
    return index if isinstance(index, int) and index >= 0 else None


def _page(page: Any, number: int) -> tuple[list[Fault], float]:
    """The faults of a page, and its smallest type."""
    size = sorted(v / PT_PER_MM for v in page.get_size())
    faults = []
    if not any(all(abs(a - b) <= 1 for a, b in zip(size, sorted(PAPERS_MM[paper]), strict=True)) for paper in PAPERS):
        faults.append(Fault(number, "size", f"{size[0]:.0f} x {size[1]:.0f} mm; take A4 or letter"))
    picture = page.render(scale=DPI / 72).to_pil().convert("RGB")
    margin = _margin(picture)
    if margin < MARGIN_MM - MM_PER_INCH / DPI:
        faults.append(
            Fault(number, "margin", f"{margin:.1f} mm of margin; leave {MARGIN_MM:.1f} mm (1/8 inch)", -margin)
        )
    text = page.get_textpage()
    if LICENCE not in " ".join(text.get_text_range().split()):
        faults.append(Fault(number, "licence", f"bears no line that says {LICENCE}"))
    if (pale := _pale(picture)) > MOST_PALE:
        faults.append(
            Fault(number, "colour", f"{100 * pale:.1f} % of it is of colours that black and white loses", pale)
        )
    least, words = _smallest(text)
    if least < LEAST_PT:
        faults.append(Fault(number, "type", f"{least:.1f} pt at {words!r}; use {LEAST_PT} pt at least", -least))
    return faults, least


def _margin(picture: Any) -> float:
    """How far the ink keeps from the edges, in mm."""
    box = picture.convert("L").point([255 if value < 245 else 0 for value in range(256)]).getbbox()
    if box is None:
        return math.inf
    pixels = min(box[0], box[1], picture.width - box[2], picture.height - box[3])
    return float(pixels) * MM_PER_INCH / DPI


def _pale(picture: Any) -> float:
    """The share of the picture that has a colour and turns into a pale grey."""
    from PIL import ImageChops

    red, green, blue = picture.split()
    high = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    low = ImageChops.darker(ImageChops.darker(red, green), blue)
    coloured = ImageChops.subtract(high, low).point([255 if value > COLOUR else 0 for value in range(256)])
    pale = picture.convert("L").point([255 if value > PALE else 0 for value in range(256)])
    both = ImageChops.darker(coloured, pale).histogram()
    return float(both[255] / (picture.width * picture.height))


def _smallest(text: Any) -> tuple[float, str]:
    """The smallest letters or figures of a page in pt, and some words of it."""
    from pypdfium2 import raw

    least, at = math.inf, 0
    matrix = raw.FS_MATRIX()
    for index in range(text.count_chars()):
        letter = raw.FPDFText_GetUnicode(text, index)
        if not chr(letter).isalnum() or raw.FPDFText_IsGenerated(text, index) == 1:
            continue  # signs stand smaller than the words they stand beside
        if not raw.FPDFText_GetMatrix(text, index, ctypes.byref(matrix)):
            continue
        size = raw.FPDFText_GetFontSize(text, index) * math.hypot(matrix.c, matrix.d)
        if 0 < size < least - 0.01:
            least, at = size, index
    if math.isinf(least):
        return least, ""
    return least, str(text.get_text_range(at, min(24, text.count_chars() - at))).split("\n")[0]


def report(verdict: Verdict) -> list[str]:
    """The verdict in lines for a person: one for each thing that is wrong, the worst case of it, with its pages."""
    groups: dict[tuple[str, str], list[Fault]] = {}
    for one in verdict.faults:
        groups.setdefault((one.code, "" if one.worse is not None else one.text), []).append(one)
    lines = []
    for found in groups.values():
        worst = max(found, key=lambda one: one.worse or 0.0)
        lines.append(f"{_pages(found)}{worst.text}")
    pages = f"{verdict.pages} page{'s' * (verdict.pages != 1)}"
    end = f"{pages}, smallest type {verdict.smallest_pt:g} pt"
    return [*lines, f"fit for a one-page contest: {end}" if not lines else f"not fit as it is: {end}"]


def _pages(faults: list[Fault]) -> str:
    """ "page 3: ", "pages 1-4, 7: "; nothing for the whole file."""
    numbers = sorted({one.page for one in faults if one.page})
    if not numbers:
        return ""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"page{'s' * (len(numbers) != 1)} {told}: "
