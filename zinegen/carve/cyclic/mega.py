"""Mega-dungeons: a dungeon of more than three cyclic levels comes in, a cycle of levels goes out.

Document 003 draws first a chart whose rooms are levels. Here the first level is the start of the overall cycle; its
arcs lead down past each other, so that stairs pass by the levels of the other arc; in a deep dungeon a cycle stands
in each insertion point, as it does within a level. `deep` lays over the record what the cycles need beside stairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from zinegen.carve.cycles import ArcType, CycleType, house_cycles
from zinegen.carve.cyclic.kinds import Kind, roll_kinds
from zinegen.carve.tables import throw
from zinegen.dice import Stream
from zinegen.dungeon.model import Rolled
from zinegen.recipe import Recipe

LEAST = 4
"""Fewer levels make no cycle."""
DEEP = 10
"""So many levels and more have cycles in their cycle."""
SMALLEST = 4
"""So many levels a cycle within has at least."""


@dataclass(slots=True, eq=False)
class Strand:
    """An arc between levels, in the order in which it is walked."""

    type: ArcType
    ends: tuple[int, int]
    nodes: list[int] = field(default_factory=list)
    """Levels between its ends; of a cycle that stands on it, its start and its goal."""
    levels: list[int] = field(default_factory=list)
    """Every level on it, those of the cycles on it among them."""
    secret: bool = False


@dataclass(slots=True, eq=False)
class Step:
    """Stairs from one level to another, in the order in which the arc is walked."""

    a: int
    b: int
    strand: Strand
    one_way: bool = False
    """True: from a to b only."""
    secret: bool = False
    lock: Ring | None = None
    """The cycle in whose goal the lock on it stands."""

    @property
    def ends(self) -> tuple[int, int]:
        """The upper level and the lower one."""
        return min(self.a, self.b), max(self.a, self.b)


@dataclass(slots=True, eq=False)
class Ring:
    """A cycle of levels."""

    index: int
    type: CycleType
    parent: int | None
    start: int
    points: dict[str, int] = field(default_factory=dict)
    strands: list[Strand] = field(default_factory=list)
    barrier: str = ""

    @property
    def goal(self) -> int:
        """The level where its goal is."""
        return self.points["goal"]


@dataclass(slots=True)
class Stack:
    """How the levels of a dungeon hang together."""

    rolls: list[Rolled]
    rings: list[Ring] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def goal(self) -> int:
        """The level where the goal of the dungeon is."""
        return self.rings[0].goal

    def downs(self, level: int) -> tuple[int, ...]:
        """How many levels each of a level's ways down goes; the first is the main one."""
        return tuple(low - high for high, low in (step.ends for step in self.steps) if high == level)

    def looks(self, level: int) -> tuple[int, ...]:
        """How many levels down each chasm goes that one looks through from a level, or up to it."""
        ends = [(min(pair), max(pair)) for pair in self._sights()]
        return tuple(low - high for high, low in ends if high == level)

    def looks_up(self, level: int) -> bool:
        """Whether a level is seen from below."""
        return any(seen == level < by for by, seen in self._sights())

    def _sights(self) -> list[tuple[int, int]]:
        """Pairs of levels: from the one the other is seen."""
        return [
            (ring.points[arc.from_], ring.points[arc.to])
            for ring in self.rings
            for arc in ring.type.arcs
            if arc.length == "sight" or arc.seen
        ]

    def step(self, upper: int, lower: int) -> Step:
        """The step between two levels."""
        return next(step for step in self.steps if step.ends == (upper, lower))

    def through(self) -> set[int]:
        """The levels that one may have to pass for want of a way back: those of cycles with one-way stairs."""
        shut = {id(step.strand) for step in self.steps if step.one_way}
        rings = [ring for ring in self.rings if any(id(strand) in shut for strand in ring.strands)]
        return {level for ring in rings for strand in ring.strands for level in (*strand.levels, *strand.ends)}


def stack_of(recipe: Recipe) -> Stack | None:
    """The cycle of levels of a dungeon; None where it has too few levels, or some that are not cyclic."""
    last = recipe.levels
    if last < LEAST or any(recipe.system_of(number) != "cyclic" for number in range(1, last + 1)):
        return None
    stream = Stream(recipe.seed, "levels", "cycle")
    kind = roll_kinds(house_cycles(), 1 if last >= DEEP else 0, stream)
    stack = Stack([])
    _ring(stack, kind, list(range(1, last + 1)), None, stream)
    return stack


def _ring(stack: Stack, kind: Kind, levels: list[int], parent: int | None, stream: Stream) -> Ring:
    """Make a cycle of some levels, given in the order in which it is walked: its start is the first."""
    ring = Ring(len(stack.rings), kind.type, parent, levels[0])
    stack.rings.append(ring)
    stack.rolls += kind.rolls
    arcs = [arc for arc in kind.type.arcs if arc.length != "sight"]
    counts = _counts(arcs, len(levels) - 2 - len(kind.type.points))
    ring.points = {"start": levels[0]}
    between = _chained(arcs, counts, levels, ring) if kind.type.points else _parted(counts, levels, ring, stream)
    subs = iter(kind.subs)
    for arc, row in zip(arcs, between, strict=True):
        strand = Strand(arc, (ring.points[arc.from_], ring.points[arc.to]))
        strand.levels = row if arc.from_ != "goal" or kind.type.points else row[::-1]
        ring.strands.append(strand)
        _string(stack, ring, strand, subs, stream)
    return ring


def _counts(arcs: list[ArcType], between: int) -> list[int]:
    """How many levels stand on each arc: as many on two that are alike, few on a short one beside a long one."""
    if len(arcs) == 1:
        return [between]
    if arcs[1].rooms[1] == 0:
        return [between, 0]
    if arcs[0].length == arcs[1].length:
        return [between - between // 2, between // 2]
    few = min(max(1, between // 5), (between - 1) // 2)
    return [few, between - few] if arcs[0].length == "short" else [between - few, few]


def _parted(counts: list[int], levels: list[int], ring: Ring, stream: Stream) -> list[list[int]]:
    """The levels between start and goal shared out to the arcs that lead from one to the other."""
    ring.points["goal"] = levels[-1]
    inner = levels[1:-1]
    mine = set(stream.shuffled(inner)[: counts[0]])
    rows = [[level for level in inner if level in mine], [level for level in inner if level not in mine]]
    return rows[: len(counts)]


def _chained(arcs: list[ArcType], counts: list[int], levels: list[int], ring: Ring) -> list[list[int]]:
    """The levels of a cycle that is drawn open, one arc after the other."""
    rows, at = [], 1
    for arc, count in zip(arcs, counts, strict=True):
        rows.append(levels[at : at + count])
        at += count
        ring.points[arc.to] = levels[at]
        at += 1
    return rows


def _string(stack: Stack, ring: Ring, strand: Strand, subs: Iterator[Kind], stream: Stream) -> None:
    """Join the levels on an arc; long rows of them become cycles."""
    arc = strand.type
    if arc.secret == "maybe":
        strand.secret = bool(throw(stream, "false_goal_path_secret", stack.rolls)["secret"])
    strand.secret |= arc.secret == "always"
    if "barrier" in arc.at:
        ring.barrier = throw(stream, "barrier_type", stack.rolls)["barrier"]
    pairs: list[tuple[int, int, Ring | None]] = [(strand.ends[0], strand.ends[0], None)]
    for row in _rows(strand):
        kind = next(subs, None) if len(row) >= SMALLEST else None
        if kind is None:
            pairs += [(level, level, None) for level in row]
        else:
            sub = _ring(stack, kind, row, ring.index, stream)
            pairs.append((sub.start, sub.goal, sub))
    strand.nodes = [level for first, last, _ in pairs[1:] for level in dict.fromkeys((first, last))]
    pairs.append((strand.ends[1], strand.ends[1], None))
    for i, ((_, here, inner), (there, _, _)) in enumerate(pairwise(pairs)):
        last = i == len(pairs) - 2
        step = Step(here, there, strand, secret=strand.secret and i == 0)
        step.one_way = (arc.one_way == "first" and i == 0) or (arc.one_way == "last" and last)
        step.lock = inner if inner is not None and inner.type.lock is not None else None
        stack.steps.append(step)


def _rows(strand: Strand) -> list[list[int]]:
    """The levels on an arc in as many rows as it has insertion points and levels enough for cycles."""
    count = min(sum("diamond" in slot for slot in strand.type.at), len(strand.levels) // SMALLEST) or 1
    size = len(strand.levels) / count
    return [strand.levels[round(i * size) : round((i + 1) * size)] for i in range(count)]
