"""Which cycles: dice come in, the tree of cycle types goes out: an overall cycle and one in each insertion point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from zinegen.carve.cycles import CycleType
from zinegen.dice import Roller
from zinegen.dungeon.model import Rolled

DEEPEST = 2
REROLLS = 200
"""So often a repeat is rolled again at most: hand-given dice may never give another."""


@dataclass(slots=True, eq=False)
class Kind:
    """A cycle type in its place in the tree, with the cycles in its insertion points (none: they are rooms)."""

    type: CycleType
    rolls: list[Rolled]
    subs: list[Kind] = field(default_factory=list)

    def walk(self) -> list[Kind]:
        """This one and all below it, the upper first."""
        out = [self]
        for kind in out:
            out += kind.subs
        return out

    def least(self) -> int:
        """The fewest rooms that it can have."""
        inner = sum(sub.least() - 1 for sub in self.subs)
        return self.type.bounds()[0] + inner


def roll_kinds(types: Sequence[CycleType], depth: int, roller: Roller, *, reroll_repeats: bool = True) -> Kind:
    """Roll the overall cycle, then one for each insertion point, generation by generation.

    A repeat is a cycle that stands above it or beside it in the tree (A003-04).
    """
    top = _roll(types, roller, set())
    generation = [(top, [top])]
    for _ in range(depth):
        below = []
        for kind, line in generation:
            for _ in range(kind.type.diamonds):
                barred = {k.type.id for k in [*line, *kind.subs]} if reroll_repeats else set()
                sub = _roll(types, roller, barred)
                kind.subs.append(sub)
                below.append((sub, [*line, sub]))
        generation = below
    return top


def _roll(types: Sequence[CycleType], roller: Roller, barred: set[str]) -> Kind:
    rolls: list[Rolled] = []
    for _ in range(REROLLS):
        face = roller.die(len(types))
        one = types[face - 1]
        again = one.id in barred and len(barred) < len(types)
        house = one.source is not None and one.source.document == "003"
        rolls.append(
            Rolled(
                table="cycle_type",
                rolled=(face,) if house else (),
                bend="rerolled" if again else "" if house else "own",
                drawn=not again,
            )
        )
        if not again:
            break
    return Kind(one, rolls)
