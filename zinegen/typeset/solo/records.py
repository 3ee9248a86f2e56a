"""What a solo adventure is made of: paragraphs of lines, each with the ways on to others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

LineKind = Literal["place", "text", "tick", "foe", "stats", "take", "rule"]
"""place: where one is; tick: a line with a box that sends one on when it is ticked; take: a thing with a box."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a paragraph."""

    kind: LineKind
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A way on: what one does, and the id of the paragraph that it leads to."""

    words: str
    to: str
    needs: tuple[str, ...] = ()
    """What one must hold for it: ids of keys, or `PRIZE`."""
    after: bool = False
    """True for a way that only a box ticked before opens."""


@dataclass(slots=True)
class Paragraph:
    """A numbered paragraph."""

    id: str
    lines: list[Line] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    gives: tuple[str, ...] = ()
    """What one finds in it: ids of keys, or `PRIZE`."""
    number: int = 0
    back: bool = False
    """Whether one may go back from it to the paragraph that one came from."""

    def say(self, kind: LineKind, *texts: str) -> None:
        """Add a line for each text that is not empty."""
        self.lines += [Line(kind, text) for text in texts if text]

    def turn(self, words: str, to: str, *needs: str, after: bool = False) -> None:
        """Add a way on."""
        self.turns.append(Turn(words, to, needs, after))


PRIZE = "prize"
"""What stands for the thing that the dungeon is about."""
ENTER, OUT, WON = "enter", "out", "won"
"""The first paragraph, the one outside, and the last."""
