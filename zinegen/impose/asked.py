"""What `zinegen impose` is asked for and what it tells: options come in, a fold's own terms go out, and lines."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zinegen.errors import RecipeError
from zinegen.units import PAPERS_MM, parse_mm

if TYPE_CHECKING:
    from zinegen.impose import Imposed

FOLDS_TOLD = {
    "saddle": "a booklet, folded and stapled",
    "minizine": "eight pages on one sheet, one cut",
    "nup": "several pages a side",
    "cards": "cards to cut out",
    "poster": "one page on many sheets",
}
"""Fold -> what it is, for --help; the folds themselves are dear to import."""
MOST_CALIPER_MM = 1.0
MOST_OVERLAP_MM = 60.0
MOST_SCALE = 20.0


def checked(**given: Any) -> dict[str, Any]:
    """The options as `impose` takes them. Raises RecipeError, naming the option."""
    asked = {name: value for name, value in given.items() if value is not None}
    _one_of("fold", asked["fold"], FOLDS_TOLD)
    _one_of("flip", asked["flip"], ("short", "long"))
    _one_of("sides", asked["sides"], ("both", "odd", "even"))
    if "paper" in asked:
        _one_of("paper", asked["paper"], PAPERS_MM)
    text = str(asked["caliper"])
    length = parse_mm(text) if re.search("[0-9] ?[a-z]+$", text) else text
    asked["caliper"] = _number("caliper", length, 0, MOST_CALIPER_MM, typed=text, unit=" mm")
    asked["overlap"] = _number("overlap", asked["overlap"], 0, MOST_OVERLAP_MM, unit=" mm")
    asked["signature"] = int(_number("signature", asked["signature"], 0, 1000))
    if "scale" in asked:
        asked["scale"] = _number("scale", asked["scale"], 0.05, MOST_SCALE)
    if "grid" in asked:
        match = re.fullmatch(r"([1-9][0-9]?)[x×]([1-9][0-9]?)", asked["grid"])
        if match is None:
            raise RecipeError(f"--grid {asked['grid']}: write columns and rows, such as 2x3")
        asked["grid"] = (int(match[1]), int(match[2]))
    return asked


def _one_of(option: str, value: str, known: Any) -> None:
    if value not in known:
        raise RecipeError(f"--{option} {value}: does not exist; take one of {', '.join(known)}")


def _number(option: str, value: Any, least: float, most: float, *, typed: str = "", unit: str = "") -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise RecipeError(f"--{option} {typed or value}: give a number from {least:g} to {most:g}{unit}")
    return number


def result(made: Imposed, file: Path) -> dict[str, Any]:
    """What --json prints."""
    return {
        "path": str(file), "bytes": len(made.data), "pages": made.sides, "sheets": len(made.sheets),
        "source_pages": made.pages, "blanks": made.blanks, "paper_mm": list(made.paper), "mended": made.mended,
    }  # fmt: skip


def told(made: Imposed, file: Path, asked: dict[str, Any]) -> list[str]:
    """What a person is told: how much paper, and what to choose in the printer's dialog."""
    pages = f"{made.pages} page{'s' * (made.pages != 1)}"
    blanks = f" and {made.blanks} blank" if made.blanks and asked["fold"] == "saddle" else ""
    sheets = f"{len(made.sheets)} sheet{'s' * (len(made.sheets) != 1)}"
    wide, high = made.paper
    name = next(
        (n for n, size in PAPERS_MM.items() if sorted(size) == sorted((wide, high))), f"{wide:g} x {high:g} mm"
    )
    duplex = any(sheet.back for sheet in made.sheets)
    how = "one side only" if not duplex else f"both sides, flip on the {asked['flip']} edge"
    if duplex and asked["sides"] != "both":
        how = {"odd": "the fronts", "even": "the backs, on the sheets laid back into the tray"}[asked["sides"]]
    lines = [f"{file}    {pages}{blanks} on {sheets} of {name}", f"print: {how}, at 100 % (actual size)"]
    if made.mended:
        lines.append("the PDF was damaged and has been mended as well as could be; see that no page is missing")
    return lines
