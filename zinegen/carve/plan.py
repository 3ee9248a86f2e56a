"""What is known of a level before it is carved: its frame, how many areas, what comes in, what passes by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Stair

Box = tuple[int, int, int, int]
"""x, y, width and height in squares."""

APART = 8
"""How many squares stairs keep from one another at least."""


@dataclass(slots=True, eq=False)
class Arrival:
    """Where a way from a higher level comes out: at the same squares as it went in."""

    stair: Stair
    level: int
    """Where it comes from."""

    @property
    def box(self) -> Box:
        """The squares of its foot."""
        return self.stair.box


@dataclass(slots=True, eq=False)
class LevelPlan:
    """The order for one level."""

    seed: str
    number: int
    deepest: int
    width: int
    height: int
    least: int
    most: int
    target: int
    downs: int
    """How many ways down it should have at least."""
    arrivals: list[Arrival] = field(default_factory=list)
    passing: list[Box] = field(default_factory=list)
    """Squares that shafts between other levels pass through."""
    taken: dict[int, list[Box]] = field(default_factory=dict)
    """Level -> the feet of what already leads there, and what passes through."""
    above: list[Ground] = field(default_factory=list)
    """The levels above as they are, level 1 first."""
    mouth: Callable[[Ground, Box, int], bool] | None = None
    """Whether a way up through that box could come out on a level above."""
    depth: int | None = None
    """How deep cycles nest; None: as deep as the number of areas allows."""
    reroll_repeats: bool = True
    """Whether a cycle that stands above or beside in the tree is rolled again."""
    down_to: tuple[int, ...] = ()
    """How many levels each way down goes, where that is fixed; the first is the main one."""
    looks_to: tuple[int, ...] = ()
    """How many levels down each chasm goes through which a level below is seen, or sees this one."""
    through: bool = False
    """Whether one must be able to pass through it, down and up, without finding a secret or a key beforehand."""
    cycles: Path | None = None
    """A folder with cycle files of the user's own."""
    tiles: Path | None = None
    """A tile set of the user's own."""
    run: list[LevelPlan] = field(default_factory=list)
    """This level and those right below it of the same system, as far as they are known when it is carved."""
    shared: dict[Any, Any] = field(default_factory=dict)
    """What carvers keep from one level of a dungeon to the next."""

    def possible(self, ground: Ground, down: bool, levels: int, into: str) -> bool:
        """Whether stairs that go so far that way make sense here."""
        if down:
            return self.number < self.deepest
        ups = sum(not stair.down for stair in ground.stairs)
        if self.number == 1:
            return ups < 2 and not into
        return ups < 1 and levels >= 1

    def stair_fits(self, ground: Ground, box: Box, way: int, down: bool, levels: int, straight: bool) -> bool:
        """Whether stairs may have their squares there: far from others, and free where they come out."""
        others = [stair.box for stair in ground.stairs] + [arrival.box for arrival in self.arrivals]
        if any(gap(box, other) < APART for other in others):
            return False
        if down:
            to = min(self.number + levels, self.deepest)
            for level in range(self.number + 1, to + 1):
                if any(gap(box, other) < APART for other in self.taken.get(level, [])):
                    return False
            room = landing_box(box, way, 4) if straight else (box[0] - 2, box[1] - 2, box[2] + 4, box[3] + 4)
            return self._inside(room)
        if self.number == 1:
            return True
        return self._comes_out(box, way, straight, levels)

    def _inside(self, box: Box) -> bool:
        x, y, width, height = box
        return x >= 2 and y >= 2 and x + width <= self.width - 2 and y + height <= self.height - 2

    def _comes_out(self, box: Box, way: int, straight: bool, levels: int) -> bool:
        to = max(1, self.number - levels)
        if self.number - levels < 1:
            return False
        for level in range(self.number - 1, to, -1):
            if not rock(self.above[level - 1], box):
                return False
        return self.mouth is not None and self.mouth(self.above[to - 1], box, (way + 2) & 3 if straight else -1)


def gap(a: Box, b: Box) -> int:
    """How many squares lie between two boxes, the larger of across and along."""
    across = max(b[0] - a[0] - a[2], a[0] - b[0] - b[2], 0)
    along = max(b[1] - a[1] - a[3], a[1] - b[1] - b[3], 0)
    return max(across, along)


def landing_box(box: Box, way: int, squares: int) -> Box:
    """A box with so many squares more towards `way`."""
    x, y, width, height = box
    if way == 0:
        return x, y - squares, width, height + squares
    if way == 1:
        return x, y, width + squares, height
    if way == 2:
        return x, y, width, height + squares
    return x - squares, y, width + squares, height


def rock(ground: Ground, box: Box) -> bool:
    """Whether all squares of a box and those around it are rock."""
    x, y, width, height = box
    mask = ((1 << (width + 2)) - 1) << max(0, x - 1)
    return all(not ground.rows[j] & mask for j in range(max(0, y - 1), min(ground.height, y + height + 1)))


def cave_chance(plan: LevelPlan) -> float:
    """The lowest levels consist of caves: the chance that a hall is one (our own reading of line 32)."""
    if plan.deepest == 1:
        return 0.2
    return 0.08 + 0.5 * ((plan.number - 1) / (plan.deepest - 1)) ** 2
