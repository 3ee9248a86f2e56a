"""Font files -> families with known letters and advance widths, for the planner and for the style sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from fontTools.ttLib import TTFont, TTLibError

from zinegen.errors import LayoutError
from zinegen.share import share


@dataclass(frozen=True, slots=True)
class Face:
    """One font file as one weight and style of a family."""

    family: str
    weight: int
    italic: bool
    path: Path
    licence: str = ""
    source: str = ""

    @property
    def css_family(self) -> str:
        """The family's name in CSS and in the PDF, which no font of the system can bear."""
        return self.family if self.family.startswith("Zine") else f"Zine {self.family}"

    @property
    def style(self) -> str:
        """As CSS has it."""
        return "italic" if self.italic else "normal"


class _Entry(msgspec.Struct, frozen=True):
    """A face as fonts.toml and layout.toml name it."""

    family: str
    weight: int
    style: str
    file: str
    licence: str = ""
    from_: str = msgspec.field(default="", name="from")


class _Shelf(msgspec.Struct, frozen=True):
    face: tuple[_Entry, ...] = ()


def read_faces(entries: tuple[_Entry, ...], folder: Path, named_in: Path) -> tuple[Face, ...]:
    """Faces of a list in TOML. Raises LayoutError for a file that is missing."""
    faces = []
    for entry in entries:
        path = folder / entry.file
        if not path.is_file():
            raise LayoutError(f"{named_in}: the font file {path} is missing; put it there or take its entry out")
        faces.append(Face(entry.family, entry.weight, entry.style == "italic", path, entry.licence, entry.from_))
    return tuple(faces)


@cache
def shipped_faces() -> tuple[Face, ...]:
    """Every face in fonts/fonts.toml."""
    shelf = share("fonts") / "fonts.toml"
    return read_faces(msgspec.toml.decode(shelf.read_bytes(), type=_Shelf).face, shelf.parent, shelf)


@cache
def metrics(path: Path) -> Metrics:
    """The measures of a font file, read once."""
    try:
        return Metrics(path)
    except (TTLibError, OSError, KeyError) as fault:
        raise LayoutError(f"{path}: no readable font ({fault}); give a TTF or OTF file") from None


class Metrics:
    """Advance widths and kerning of one font file, in thousandths of the size."""

    def __init__(self, path: Path) -> None:
        font = TTFont(path, lazy=True)
        scale: float = 1000 / font["head"].unitsPerEm
        advances = font["hmtx"].metrics
        self.names: dict[int, str] = font.getBestCmap()
        self.advance: dict[str, float] = {chr(code): advances[name][0] * scale for code, name in self.names.items()}
        self.missing: float = advances[".notdef"][0] * scale
        self._kern = _kerning(font)
        self._scale = scale

    def width(self, words: str) -> float:
        """Of a text on one line, kerned, in thousandths of the size."""
        total = sum(self.advance.get(letter, self.missing) for letter in words)
        if self._kern:
            names = [self.names.get(ord(letter), "") for letter in words]
            total += sum(self._pair(a, b) for a, b in pairwise(names))
        return total

    @lru_cache(maxsize=4096)  # noqa: B019 - there are a dozen of these, kept for good
    def _pair(self, left: str, right: str) -> float:
        """The kern of two glyphs: that of the first subtable that has the pair."""
        for table in self._kern:
            if (value := table.value(left, right)) is not None:
                return value * self._scale
        return 0.0


class _Pairs:
    """A subtable of pair adjustments. Its thousands of cells are read when they are asked for, which few are."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.rows = {glyph: row for row, glyph in enumerate(table.Coverage.glyphs)}

    def value(self, left: str, right: str) -> float | None:
        """The kern in font units; None where the subtable does not have the pair."""
        if left not in self.rows:
            return None
        if self.table.Format == 1:
            for record in self.table.PairSet[self.rows[left]].PairValueRecord:
                if record.SecondGlyph == right:
                    return float(getattr(record.Value1, "XAdvance", 0))
            return None
        row = self.table.ClassDef1.classDefs.get(left, 0)
        column = self.table.ClassDef2.classDefs.get(right, 0)
        return float(getattr(self.table.Class1Record[row].Class2Record[column].Value1, "XAdvance", 0))


def _kerning(font: TTFont) -> list[_Pairs]:
    """The pair adjustments of the `kern` feature, subtable by subtable."""
    if "GPOS" not in font:
        return []
    gpos = font["GPOS"].table
    wanted = {n for f in gpos.FeatureList.FeatureRecord if f.FeatureTag == "kern" for n in f.Feature.LookupListIndex}
    tables = [getattr(t, "ExtSubTable", t) for n in sorted(wanted) for t in gpos.LookupList.Lookup[n].SubTable]
    return [_Pairs(table) for table in tables if getattr(table, "Format", 0) in (1, 2) and hasattr(table, "Coverage")]


_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]|[\U000e0000-\U000e01ef]"
)
"""Soft hyphens, joiners, signs of the reading order, selectors of looks, tags."""


def clean(words: str, letters: frozenset[str]) -> str:
    """A text as our own faces can print it.

    Signs that only steer the reading order or the look are left out, for they could turn a whole line; white space
    becomes a space; a letter that no face holds becomes a replacement sign, so that it is seen to be missing and no
    font of the system is taken for it.
    """
    if words.isascii() and words.isprintable():
        return words
    kept = _INVISIBLE.sub("", words)
    return "".join(c if c in letters else " " if c.isspace() else "\ufffd" for c in kept)


def escaped(words: str, letters: frozenset[str]) -> str:
    """A text to be typed again, as a shell takes it: quoted, what cannot be printed or seen written as an escape."""
    if re.fullmatch(r"[A-Za-z0-9_./:@%+-]+", words):
        return words
    if all(c in letters and not _INVISIBLE.match(c) and (c == " " or not c.isspace()) for c in words):
        return "'" + words.replace("'", "'\\''") + "'"
    body = "".join(_escape(c, letters) for c in words)
    return f"$'{body}'"


def _escape(letter: str, letters: frozenset[str]) -> str:
    """One letter inside $'...'."""
    if letter in "\\'":
        return "\\" + letter
    if letter == " " or (letter in letters and not letter.isspace() and not _INVISIBLE.match(letter)):
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"
