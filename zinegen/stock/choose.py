"""Choosing words: a bag of entries and a purpose come in, one entry goes out.

Every entry has a lot drawn from its own id and the purpose, and the luckiest admissible one is taken. So a word added
to a list changes a choice only where the new word itself is chosen. What was used before is used again last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import log
from typing import TypeVar
from zlib import crc32

from zinegen.dice import Stream
from zinegen.stock.again import Again

T = TypeVar("T")
_MASK = 0xFFFFFFFF


def mark(text: str) -> int:
    """A number for an id, the same in every process."""
    return crc32(text.encode())


def lot(mark_: int, salt: int) -> float:
    """A number in (0, 1) that depends on every bit of both."""
    x = (mark_ ^ salt) * 0x9E3779B1 & _MASK
    x ^= x >> 15
    x = x * 0x85EBCA77 & _MASK
    x ^= x >> 13
    x = x * 0xC2B2AE3D & _MASK
    return ((x ^ x >> 16) + 1) / (_MASK + 2)


class Bag:
    """Remembers what a dungeon has used, so that nothing is drawn twice while something fresh is left."""

    def __init__(self, seed: str, again: Again | None = None) -> None:
        self.seed = seed
        self.again = again
        self.used: Counter[str] = Counter()

    def salt(self, *purpose: str | int) -> int:
        """The number that stands for a purpose in all lots drawn for it."""
        marks = self.again.marks(purpose) if self.again else ()
        return Stream(self.seed, "word", *purpose, *marks).below(_MASK)

    def take(self, items: Iterable[T], name: Callable[[T], str], salt: int, *,
             weight: Callable[[T], float] | None = None, again: bool = True) -> T | None:  # fmt: skip
        """The luckiest of the least used items, marked as used; None where there is none.

        again: whether one may be taken that was used before. weight: 0 shuts an item out.
        """
        best: T | None = None
        rank = (0, 0.0)
        for item in items:
            id_ = name(item)
            w = 1.0 if weight is None else weight(item)
            if w <= 0:
                continue
            uses = self.used.get(id_, 0)
            if uses and not again:
                continue
            luck = log(lot(mark(id_), salt)) / w
            if best is None or (-uses, luck) > rank:
                best, rank = item, (-uses, luck)
        if best is not None:
            self.used[name(best)] += 1
        return best

    def text(self, texts: Sequence[str], *purpose: str | int) -> str:
        """One text of a list, the least used first; empty for an empty list."""
        return self.take(texts, _same, self.salt(*purpose)) or ""


def _same(text: str) -> str:
    return text
