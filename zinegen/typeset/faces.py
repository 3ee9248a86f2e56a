"""Font files -> families with known letters and advance widths, for the planner and for the style sheet."""

from __future__ import annotations

import copy
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
    """Faces of a list in TOML. Raises LayoutError for a file that is missing, or that the typesetter may not read."""
    faces = []
    for entry in entries:
        path = folder / entry.file
        if not path.is_file():
            raise LayoutError(f"{named_in}: the font file {path} is missing; put it there or take its entry out")
        if not any(path.resolve().is_relative_to(root.resolve()) for root in (folder, share("fonts"))):
            raise LayoutError(f"{named_in}: the font file {path} is outside the layout; copy it into its folder")
        faces.append(Face(entry.family, entry.weight, entry.style == "italic", path, entry.licence, entry.from_))
    return tuple(faces)


@cache
def shipped_faces() -> tuple[Face, ...]:
    """Every face in fonts/fonts.toml."""
    shelf = share("fonts") / "fonts.toml"
    return read_faces(msgspec.toml.decode(shelf.read_bytes(), type=_Shelf).face, shelf.parent, shelf)


@cache
def metrics(path: Path, *spare: Path) -> Metrics:
    """The measures of a font file, read once; a letter that it lacks is the first spare one's that has it."""
    if spare:
        found = copy.copy(metrics(path))
        found.spare = tuple(metrics(other) for other in spare)
        return found
    try:
        return Metrics(path)
    except (TTLibError, OSError, KeyError) as fault:
        raise LayoutError(f"{path}: no readable font ({fault}); give a TTF or OTF file") from None


class Metrics:
    """Advance widths, kerning and ligatures of one font file, in thousandths of the size."""

    def __init__(self, path: Path) -> None:
        font = TTFont(path, lazy=True)
        scale: float = 1000 / font["head"].unitsPerEm
        advances = font["hmtx"].metrics
        local = _local_forms(font)
        self.names: dict[int, str] = {code: local.get(name, name) for code, name in font.getBestCmap().items()}
        self.advance: dict[str, float] = {chr(code): advances[name][0] * scale for code, name in self.names.items()}
        self.missing: float = advances[".notdef"][0] * scale
        self.spare: tuple[Metrics, ...] = ()
        self._glyphs: dict[str, float] = {name: advance * scale for name, (advance, _) in advances.items()}
        self._ligatures = _ligatures(font)
        self._kern = _kerning(font)
        self._scale = scale

    def width(self, words: str) -> float:
        """Of a text on one line, kerned, in thousandths of the size."""
        names = [self.names.get(ord(letter), "") for letter in words]
        total = sum((self._lacking(letter) for letter, name in zip(words, names, strict=True) if not name), 0.0)
        if self._ligatures:
            names = _joined(names, self._ligatures)
        total += sum(self._glyphs[name] for name in names if name)
        if self._kern:
            total += sum(self._pair(a, b) for a, b in pairwise(names))
        return total

    def _lacking(self, letter: str) -> float:
        """The width of a letter that this font lacks."""
        return next((other.advance[letter] for other in self.spare if letter in other.advance), self.missing)

    @lru_cache(maxsize=4096)  # noqa: B019 - there are a dozen of these, kept for good
    def _pair(self, left: str, right: str) -> float:
        """The kern of two glyphs: every lookup adds that of the first of its subtables that has the pair."""
        found = ((table.value(left, right) for table in lookup) for lookup in self._kern)
        return sum(next((value for value in values if value is not None), 0.0) for values in found) * self._scale


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


def _lookups(font: TTFont, table: str, feature: str) -> list[list[Any]]:
    """The subtables of each lookup that a feature has for Latin letters, in the order in which they are applied."""
    if table not in font or not font[table].table.FeatureList:
        return []
    found = font[table].table
    systems = {record.ScriptTag: record.Script.DefaultLangSys for record in found.ScriptList.ScriptRecord}
    system = systems.get("latn") or systems.get("DFLT")
    records = [found.FeatureList.FeatureRecord[n] for n in (system.FeatureIndex if system else ())]
    wanted = {n for record in records if record.FeatureTag == feature for n in record.Feature.LookupListIndex}
    return [[getattr(t, "ExtSubTable", t) for t in found.LookupList.Lookup[n].SubTable] for n in sorted(wanted)]


def _kerning(font: TTFont) -> list[list[_Pairs]]:
    """The pair adjustments of the `kern` feature, subtable by subtable of each lookup."""
    return [
        [_Pairs(t) for t in tables if getattr(t, "Format", 0) in (1, 2) and hasattr(t, "Coverage")]
        for tables in _lookups(font, "GPOS", "kern")
    ]


def _local_forms(font: TTFont) -> dict[str, str]:
    """Glyph -> the one that stands for it: a font joined of parts has such for what several of them had."""
    found: dict[str, str] = {}
    for table in (t for tables in _lookups(font, "GSUB", "locl") for t in tables):
        found |= getattr(table, "mapping", {})
    return found


Ligatures = dict[str, list[tuple[list[str], str]]]
"""The first glyph -> the glyphs that follow it and the one that stands for them all, the longest first."""


def _ligatures(font: TTFont) -> Ligatures:
    """What the `liga` feature joins."""
    found: Ligatures = {}
    for table in (t for tables in _lookups(font, "GSUB", "liga") for t in tables):
        for first, joins in getattr(table, "ligatures", {}).items():
            found.setdefault(first, []).extend((list(join.Component), join.LigGlyph) for join in joins)
    return found


def _joined(names: list[str], ligatures: Ligatures) -> list[str]:
    """Glyphs with ligatures in their places."""
    out: list[str] = []
    at = 0
    while at < len(names):
        joins = ligatures.get(names[at], ())
        rest, one = next((j for j in joins if names[at + 1 : at + 1 + len(j[0])] == j[0]), ([], names[at]))
        out.append(one)
        at += 1 + len(rest)
    return out


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
