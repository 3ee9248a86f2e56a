"""What a page is made of: runs of text in paragraphs, boxes, tables and pictures, gathered into blocks.

Records only. `context` makes them, `plan` measures and places them, the templates of a layout print them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Run(NamedTuple):
    """A stretch of text in one look.

    look: "" as the paragraph, "b" bold, "i" the other slant, "s" small; "page" stands for the page of `to` and prints
    nothing where that is the same page; "init" the initial that a paragraph opens with.
    """

    text: str
    look: str = ""
    to: str = ""
    """The anchor it links to, such as "1-4"."""


class Para(NamedTuple):
    """A paragraph in a text style of the layout."""

    style: str
    runs: tuple[Run, ...]
    tag: str = "p"
    """The HTML element, a heading where it is one."""


class Box(NamedTuple):
    """Paragraphs (and tables) in a frame of the layout."""

    style: str
    parts: tuple[Any, ...]


class Table(NamedTuple):
    """A table with a header row."""

    style: str
    columns: tuple[float, ...]
    """Their widths as parts of 1."""
    align: str
    """A letter a column: l, r or c."""
    head: tuple[str, ...]
    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    strong_last: bool = False
    """True where the last row is a total."""


class Ruled(NamedTuple):
    """Lines to write on."""

    lines: int
    pitch_pt: float


class Picture(NamedTuple):
    """A picture, by the name of its job in the plan."""

    name: str
    width_mm: float
    height_mm: float
    alt: str = ""
    """What it shows; empty: what it says of itself."""
    centred: bool = True
    """In the middle of its height, else at the top."""


CONTINUED = " cont"
"""Follows the style of a paragraph that goes on from another, and so bears no sign."""


Part = Para | Box | Table | Ruled | Picture


@dataclass(frozen=True, slots=True)
class Block:
    """What stays together on a page: a key, a small box, a table."""

    id: str
    kind: str
    """"key", "filler", "section"..."""
    parts: tuple[Part, ...]
    anchor: str = ""
    """What links to it are called."""
    data: dict[str, Any] = field(default_factory=dict)
    """More for a layout that wants to arrange a key itself."""


def text(words: str, look: str = "", to: str = "") -> tuple[Run, ...]:
    """One run, or none for empty words."""
    return (Run(words, look, to),) if words else ()


def plain(runs: tuple[Run, ...]) -> str:
    """The words of runs without their looks."""
    return "".join(run.text for run in runs)


def block_words(block: Block) -> str:
    """All the words of a block in the order of reading."""
    return "".join(_part_words(part) for part in block.parts)


def _part_words(part: Part) -> str:
    match part:
        case Para():
            return plain(part.runs)
        case Box():
            return "".join(_part_words(inner) for inner in part.parts)
        case Table():
            return "".join([*part.head, *(plain(cell) for row in part.rows for cell in row)])
    return ""
