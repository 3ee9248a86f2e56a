"""Numbers: paragraphs that lead to one another come in, an order in which no neighbours do goes out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

APART = 3
"""A paragraph and one that it leads to have so many numbers between them, where that can be."""
TRIES = 40


def shuffled(ids: Sequence[str], near: Mapping[str, set[str]], first: str, last: str, seed: str) -> list[str]:
    """An order of all ids, the same for the same dungeon: `first` first, `last` last, what hangs together apart."""
    inner = sorted((id_ for id_ in ids if id_ not in (first, last)), key=lambda id_: (_mark(seed, id_), id_))
    order = [first, *inner, last]
    for gap in range(APART, 0, -1):
        if _part(order, near, gap, seed):
            break
    return order


def _mark(*parts: str | int) -> int:
    """A number that has nothing to do with what it stands for, the same in every process; no die is rolled here."""
    return int.from_bytes(hashlib.sha256("|".join(map(str, parts)).encode()).digest()[:8], "big")


def _clash(order: Sequence[str], at: int, near: Mapping[str, set[str]], gap: int) -> bool:
    """Whether one that stands within `gap` places of this one hangs together with it."""
    mine = near[order[at]]
    return any(order[i] in mine for i in range(max(0, at - gap), min(len(order), at + gap + 1)) if i != at)


def _part(order: list[str], near: Mapping[str, set[str]], gap: int, seed: str) -> bool:
    """Swap what stands too near, in place. False where some still does."""
    inner = range(1, len(order) - 1)
    for turn in range(TRIES):
        wrong = [at for at in inner if _clash(order, at, near, gap)]
        if not wrong:
            return True
        for at in wrong:
            for n in range(TRIES):
                if not _clash(order, at, near, gap):
                    break
                other = 1 + _mark(seed, gap, turn, at, n) % (len(order) - 2)
                order[at], order[other] = order[other], order[at]
                if _clash(order, at, near, gap) or _clash(order, other, near, gap):
                    order[at], order[other] = order[other], order[at]
    return not any(_clash(order, at, near, gap) for at in inner)
