"""Heaps and what they lie in: rolled treasure comes in, containers by number and size go out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zinegen.dice import Stream
from zinegen.dungeon.model import Treasure
from zinegen.stock.draft import Draft
from zinegen.stock.treasure import bulk_lb, coin_count, total
from zinegen.words import lexicon

LOOSE = "loose"
DOZEN = 12
ANY_LB = 1e9
MOST_HIDDEN = 6
"""Containers in a hiding place that is not of any size."""


@dataclass(slots=True)
class Heap:
    """What one or two rolls gave, and the container it lies in."""

    container: str
    items: list[Treasure] = field(default_factory=list)


@dataclass(slots=True)
class Hoard:
    """A whole hoard while it is laid out."""

    draft: Draft
    heaps: list[Heap]
    guarded: bool
    stream: Stream
    buried: bool = False
    """Whether it lies where nothing can stand before it."""

    @property
    def items(self) -> list[Treasure]:
        return [item for heap in self.heaps for item in heap.items]

    def bars(self, what: str) -> bool:
        """Whether none of its containers takes such a trap or hiding place."""
        return all(what in lexicon("treasure")["container"][heap.container].get("bars", ()) for heap in self.heaps)

    def holders(self) -> int:
        """How many containers it lies in."""
        return sum(containers(heap) for heap in self.heaps if heap.container != LOOSE)

    def room_lb(self) -> float:
        """The room that it takes with its containers, as pounds of coin."""
        return sum(room_lb(heap) for heap in self.heaps)

    def goes_into(self, way: dict[str, Any], *, bare: bool) -> bool:
        """Whether a way of hiding has room for it, with its containers or `bare`; and suits the kind of area."""
        cave = self.draft.area.kind == "cave"
        if (cave and way.get("built")) or (not cave and way.get("raw")):
            return False
        if way.get("lid") and any(heap.container == LOOSE for heap in self.heaps):
            return False
        if not bare and "lb" in way and self.holders() > MOST_HIDDEN:
            return False
        return bool((bulk_lb(self.items) if bare else self.room_lb()) <= way.get("lb", ANY_LB))

    def best(self, what: str) -> Heap:
        """The richest heap whose container takes such a trap or hiding place."""
        fit = [h for h in self.heaps if what not in lexicon("treasure")["container"][h.container].get("bars", ())]
        return max(fit or self.heaps, key=lambda heap: total(heap.items))


def make(heap: Heap) -> dict[str, Any]:
    """What holds a heap, in words and numbers: of the larger make where there would be more than a dozen."""
    words: dict[str, Any] = lexicon("treasure")["container"][heap.container]
    many = coin_count(heap.items) > DOZEN * words["holds"]
    return {**words, **words["large"]} if many and "large" in words else words


def containers(heap: Heap) -> int:
    """How many containers of its kind the coins of a heap need."""
    holds: int = make(heap)["holds"]
    return max(1, -(-coin_count(heap.items) // holds))


def room_lb(heap: Heap) -> float:
    """The room a heap takes: that of its containers or of what lies in them, if it is more."""
    bulk: float = make(heap)["bulk"]
    return max(bulk_lb(heap.items), containers(heap) * bulk)
