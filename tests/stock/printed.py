"""The keys as they stand on paper: a booklet as PDF comes in; names, first lines, handles and exits go out.

Nothing here knows how a page is made: it reads letters, their faces and sizes, and the signs that the booklet's own
first page explains.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw

HEAD = re.compile(r"^(\d+)\s+(\S.*)$", re.S)
RUNNING = re.compile(r"^(Level \d+ · |Areas? \d)")
LEVEL = re.compile(r"Level (\d+) ·")
NUMBER = re.compile(r"^\d+(?:-\d+)?$")
PAGE = re.compile(r"^\s*p\.\s*(\d+)")
WAYS = ("N", "E", "S", "W", "Up", "Down")


@dataclass
class Run:
    """Letters of one face and size."""

    face: str
    size: float
    text: str

    @property
    def bold(self) -> bool:
        return "Bold" in self.face or "Heavy" in self.face

    @property
    def slanted(self) -> bool:
        return "Italic" in self.face

    @property
    def sign(self) -> bool:
        return "Signs" in self.face


@dataclass
class Exit:
    """One way out, as printed: "N", " oak door to 7 p. 11 or 9", ["7", "9"]."""

    way: str
    text: str = ""
    to: list[str] = field(default_factory=list)


@dataclass
class Key:
    """One key: what stands under one heading."""

    level: int
    number: int
    name: str
    page: int
    runs: list[Run] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"{self.level}-{self.number}"

    @property
    def text(self) -> str:
        """All of it on one line, without hyphens at line ends."""
        return plain("".join(run.text for run in self.runs))

    @property
    def first(self) -> str:
        """The slanted lines at its head."""
        return plain("".join(run.text for run in self._opening()))

    @property
    def handles(self) -> list[str]:
        """What is in bold in the first lines, in their order."""
        return _bolds(self._opening())

    @property
    def told(self) -> list[str]:
        """What is in bold below them, in its order."""
        return _bolds(self.runs[len(self._opening()) :])

    @property
    def exits(self) -> list[Exit]:
        """The ways out: the end of the key, from where nothing is bold but directions and numbers."""
        bold = [n for n, run in enumerate(self.runs) if run.bold]
        tail = next((k for k in reversed(range(len(bold))) if not _leads(self.runs[bold[k]].text)), -1)
        begin = next((n for n in bold[tail + 1 :] if plain(self.runs[n].text) in WAYS), len(self.runs))
        out: list[Exit] = []
        for run in self.runs[begin:]:
            word = plain(run.text)
            if run.bold and word in WAYS:
                out.append(Exit(word))
            elif not run.sign:
                out[-1].text += run.text
                if run.bold and NUMBER.match(word):
                    out[-1].to.append(word)
        for one in out:
            one.text = plain(one.text)
        return out

    @property
    def refs(self) -> list[tuple[str, int | None]]:
        """Every area that it names by number, with the page where one is given."""
        out = []
        for n, run in enumerate(self.runs):
            if run.bold and NUMBER.match(plain(run.text)):
                after = PAGE.match(self.runs[n + 1].text) if n + 1 < len(self.runs) else None
                out.append((plain(run.text), int(after[1]) if after else None))
        return out

    def _opening(self) -> list[Run]:
        end = next((n for n, run in enumerate(self.runs) if not run.slanted and run.text.strip()), len(self.runs))
        return self.runs[:end]


def _leads(text: str) -> bool:
    """Whether bold letters are a direction or an area."""
    return plain(text) in WAYS or NUMBER.match(plain(text)) is not None


def _bolds(runs: list[Run]) -> list[str]:
    """What is in bold, runs beside each other as one."""
    out: list[str] = []
    open_ = False
    for run in runs:
        if run.bold:
            out = [*out[:-1], out[-1] + run.text] if open_ else [*out, run.text]
        open_ = run.bold or (open_ and not run.text.strip())
    return [plain(one) for one in out if plain(one)]


def plain(text: str) -> str:
    """A text on one line: hyphens at line ends, soft ones too, taken out."""
    text = re.sub(r"[\u00ad\ufffe\u0002](?:\r?\n)?", "", text)
    return re.sub(r"\s+", " ", text).strip()


def runs_of(page: pypdfium2.PdfPage) -> list[Run]:
    """The letters of a page in its order; no run goes over a line's end."""
    words = page.get_textpage()
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    out: list[Run] = []
    for n in range(raw.FPDFText_CountChars(words)):
        letter = chr(raw.FPDFText_GetUnicode(words, n))
        if letter in "\r\n " and out:
            out[-1].text += letter
            continue
        begins = not out or out[-1].text.endswith("\n")
        raw.FPDFText_GetFontInfo(words, n, name, 128, flags)
        face, size = name.value.decode(), round(raw.FPDFText_GetFontSize(words, n), 1)
        if not begins and (out[-1].face, out[-1].size) == (face, size):
            out[-1].text += letter
        else:
            out.append(Run(face, size, letter))
    return out


def pages(pdf: Path | bytes) -> list[list[Run]]:
    """A PDF as the runs of its pages."""
    return [runs_of(page) for page in pypdfium2.PdfDocument(pdf)]


def keys(found: list[list[Run]]) -> list[Key]:
    """The keys of a booklet, in its order."""
    out: list[Key] = []
    for number, runs in enumerate(found, 1):
        foot = next((n for n in range(max(0, len(runs) - 6), len(runs)) if RUNNING.match(plain(runs[n].text))), None)
        level = LEVEL.search(plain("".join(run.text for run in runs[foot:]))) if foot is not None else None
        if foot is None or level is None or not re.search(r"Areas? \d", plain("".join(r.text for r in runs[foot:]))):
            continue
        body = runs[:foot]
        top = max((run.size for run in body if run.bold and HEAD.match(plain(run.text))), default=0.0)
        listed = False
        usual = max(body, key=lambda run: (len(run.text) * (run.size > SMALL), run.size)).size if body else 0.0
        here: Key | None = out[-1] if out else None  # which goes on at the head of the page
        for run in body:
            head = HEAD.match(plain(run.text)) if run.bold and run.size == top > MIDDLE else None
            if head:
                here = Key(int(level[1]), int(head[1]), head[2], number)
                out.append(here)
                listed = False
            elif run.bold and run.size > MIDDLE and not run.sign:
                listed = True  # a list that fills the column, in smaller letters
            elif here is not None and (not listed or run.sign or run.size >= usual):
                listed = False
                here.runs.append(run)
    return out


MIDDLE, SMALL = 12.6, 11.3
"""Larger letters than the one are headings, those up to the other stand in lists and lines of numbers."""
