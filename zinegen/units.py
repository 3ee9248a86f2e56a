"""The only conversion factors, paper sizes and length parsing."""

from __future__ import annotations

import re

from zinegen.errors import RecipeError

FT_PER_SQUARE = 5
MM_PER_INCH = 25.4
PT_PER_INCH = 72.0
PT_PER_MM = PT_PER_INCH / MM_PER_INCH

PAPERS_MM: dict[str, tuple[float, float]] = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
    "tabloid": (279.4, 431.8),
}
"""Name -> width and height in mm, upright."""

BOOKLET_PAGE: dict[str, str] = {"a4": "a5", "letter": "half-letter"}
"""Sheet of paper -> the page that two of which fit on one side of it."""

_LENGTH = re.compile(r"\s*([0-9]*\.?[0-9]+)\s*(mm|cm|in|pt|px)\s*")
_MM = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / PT_PER_INCH, "px": MM_PER_INCH / 96}


def parse_mm(text: str) -> float:
    """Read a length such as `3mm`, `0.25in` or `9pt`; returns mm. Raises RecipeError."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise RecipeError(f"{text!r} is no length: write a number and mm, cm, in, pt or px, such as 3mm")
    return float(match[1]) * _MM[match[2]]
