"""Compaction: a sketch and the sizes of what stands on it come in, places in squares go out, as close as may be.

Every room and every straight run of a way is a bar on each axis. A run keeps to the door that it leaves by, so bars
hang together in groups; between bars that come near each other in the other axis the order of the sketch stays, and
one square of rock. Each axis is pushed together in turn, first to one side; at last ways are made short.

Source: the study of cyclic dungeons, section 3.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from zinegen.carve.embed import Cell, Sketch

GAP = 1
PASSES = 3
PULLS = 4
Box = tuple[int, int, int, int]
Ints = npt.NDArray[np.int64]


@dataclass(slots=True)
class Block:
    """A room to place: its size in squares, and for each side the square of the wall where its door begins."""

    width: int
    height: int
    doors: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Plan:
    """Where everything lies, in squares."""

    rooms: dict[int, tuple[int, int]]
    """Node -> the square of its north-west corner."""
    runs: dict[tuple[int, int], list[Box]]
    """Way -> the boxes of its straight runs; two runs share the square of their bend."""

    def size(self) -> tuple[int, int, int, int]:
        """West, north, east and south bound of all runs and room corners."""
        boxes = [box for runs in self.runs.values() for box in runs]
        return (
            min(x for x, _, _, _ in boxes),
            min(y for _, y, _, _ in boxes),
            max(x + w for x, _, w, _ in boxes),
            max(y + h for _, y, _, h in boxes),
        )


@dataclass(slots=True)
class _Axis:
    """The bars of one axis; bar i lies at variable[group[i]] + offset[i]."""

    size: list[int] = field(default_factory=list)
    cell: list[int] = field(default_factory=list)
    """The row or column of the sketch that it lies in."""
    ends: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)
    """Its extent across: (bar of the other axis, +low, +high) twice."""
    group: list[int] = field(default_factory=list)
    offset: list[int] = field(default_factory=list)
    glue: list[tuple[int, int, int]] = field(default_factory=list)
    """(a, b, d): bar b lies at bar a + d."""

    def bar(self, size: int, cell: int) -> int:
        self.size.append(size)
        self.cell.append(cell)
        return len(self.size) - 1


def compact(sketch: Sketch, blocks: Mapping[int, Block], wide: Mapping[tuple[int, int], int]) -> Plan:
    """Place rooms and ways.

    Args:   blocks: the room of each node; a door on every side that a way leaves by. wide: the width of each way.
    """
    axes = (_Axis(), _Axis())
    room_bar: dict[int, int] = {}
    for node, cell in sketch.at.items():
        block = blocks[node]
        bar = axes[0].bar(block.width, cell[0])
        axes[1].bar(block.height, cell[1])
        room_bar[node] = bar
        axes[0].ends.append((bar, 0, block.height, bar, 0, block.height))
        axes[1].ends.append((bar, 0, block.width, bar, 0, block.width))
    runs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for way, path in sketch.ways.items():
        runs[way] = _runs(axes, way, path, blocks, room_bar, wide[way])
    for axis in axes:
        _groups(axis)
    where = [_spread(axis) for axis in axes]
    fixed = [_Fixed(axis) for axis in axes]
    rooms = len(sketch.at)
    for step in range(2 * PASSES):
        i = (step + 1) % 2
        last = step >= 2 * PASSES - 2
        where[i] = _push(fixed[i], fixed[1 - i], where[i], where[1 - i], rooms, last=last)
    return _plan(fixed, where, room_bar, runs)


def side_of(a: Cell, b: Cell) -> int:
    """The side of cell a that cell b lies on."""
    if a[0] == b[0]:
        return 0 if b[1] < a[1] else 2
    return 1 if b[0] > a[0] else 3


def _runs(
    axes: tuple[_Axis, _Axis], way: tuple[int, int], path: list[Cell], blocks: Mapping[int, Block],
    room_bar: Mapping[int, int], wide: int,
) -> list[tuple[int, int]]:  # fmt: skip
    """Add the straight runs of a way; returns (axis of its variable, bar) of each."""
    corners = [path[0]]
    for a, b, c in zip(path, path[1:], path[2:], strict=False):
        if (a[0] == b[0]) != (b[0] == c[0]):
            corners.append(b)
    corners.append(path[-1])
    found: list[tuple[int, int]] = []
    for a, b in pairwise(corners):
        axis = 0 if a[0] == b[0] else 1  # an upright run has its variable on the x axis
        found.append((axis, axes[axis].bar(wide, a[axis])))
    for i, ((axis, bar), (a, b)) in enumerate(zip(found, pairwise(corners), strict=True)):
        ends: list[tuple[int, int, int]] = []
        for node, here, there, first in ((way[0], a, b, i == 0), (way[1], b, a, i == len(found) - 1)):
            if first:
                side = side_of(here, there)
                block = blocks[node]
                far = (block.height if axis == 0 else block.width) if side in (1, 2) else 0
                ends.append((room_bar[node], far, far))
                axes[axis].glue.append((room_bar[node], bar, block.doors[side]))
            else:
                other = found[i - 1] if here is a else found[i + 1]
                ends.append((other[1], 0, wide))
        axes[axis].ends.append((*ends[0], *ends[1]))
    return found


def _groups(axis: _Axis) -> None:
    """Bars that keep their distance become groups."""
    near: list[list[tuple[int, int]]] = [[] for _ in axis.size]
    for a, b, d in axis.glue:
        near[a].append((b, d))
        near[b].append((a, -d))
    axis.group, axis.offset = [-1] * len(axis.size), [0] * len(axis.size)
    count = 0
    for bar in range(len(axis.size)):
        if axis.group[bar] >= 0:
            continue
        axis.group[bar] = count
        members = [bar]
        for one in members:
            for other, d in near[one]:
                if axis.group[other] < 0:
                    axis.group[other], axis.offset[other] = count, axis.offset[one] + d
                    members.append(other)
        low = min(axis.offset[one] for one in members)
        for one in members:
            axis.offset[one] -= low
        count += 1


def _spread(axis: _Axis) -> list[int]:
    """A first place for each group: column beside column, each as wide as the widest group in it."""
    cells: dict[int, int] = {}
    where: dict[int, int] = {}
    for bar, cell in enumerate(axis.cell):
        cells[cell] = max(cells.get(cell, 0), axis.offset[bar] + axis.size[bar])
        where[axis.group[bar]] = cell
    start, at = {}, 0
    for cell in sorted(cells):
        start[cell] = at
        at += cells[cell] + GAP
    return [start[where[group]] for group in range(len(where))]


class _Fixed:
    """What of an axis stays the same from pass to pass, as arrays."""

    __slots__ = ("a1", "a2", "b1", "b2", "e1", "e2", "extent", "group", "offset", "size")

    def __init__(self, axis: _Axis) -> None:
        self.e1, self.a1, self.b1, self.e2, self.a2, self.b2 = np.array(axis.ends, dtype=np.int64).T
        self.size = np.array(axis.size)
        self.group = np.array(axis.group)
        self.offset = np.array(axis.offset)
        self.extent = [0] * (max(axis.group) + 1)
        for group, offset, size in zip(axis.group, axis.offset, axis.size, strict=True):
            self.extent[group] = max(self.extent[group], offset + size)

    def places(self, where: list[int]) -> Ints:
        """Where each bar begins."""
        placed: Ints = np.array(where)[self.group] + self.offset
        return placed


def _push(axis: _Fixed, other: _Fixed, where: list[int], across: list[int], rooms: int, *, last: bool) -> list[int]:
    """Push an axis together: its groups as near the beginning as may be, then (`last`) ways as short as may be."""
    places = other.places(across)
    low = np.minimum(places[axis.e1] + axis.a1, places[axis.e2] + axis.a2)
    high = np.maximum(places[axis.e1] + axis.b1, places[axis.e2] + axis.b2)
    here = axis.places(where)
    near = (low[:, None] < high[None, :] + GAP) & (low[None, :] < high[:, None] + GAP)
    before = near & (here[:, None] < here[None, :]) & (axis.group[:, None] != axis.group[None, :])
    i, j = np.nonzero(before)
    order = np.argsort(here[i], kind="stable")
    i, j = i[order], j[order]
    gaps = axis.offset[i] + axis.size[i] + GAP - axis.offset[j]
    rules = list(zip(axis.group[i].tolist(), axis.group[j].tolist(), gaps.tolist(), strict=True))
    least = [0] * len(axis.extent)
    _relax(least, rules)
    if last:
        ends = zip(other.e1[rooms:].tolist(), other.e2[rooms:].tolist(), strict=True)
        runs = [(int(axis.group[a]), int(axis.group[b])) for a, b in ends]
        _pull(axis, least, rules, [(a, b) if here[p] < here[q] else (b, a) for (a, b), p, q in zip(
            runs, other.e1[rooms:].tolist(), other.e2[rooms:].tolist(), strict=True)])  # fmt: skip
    return least


def _pull(axis: _Fixed, where: list[int], rules: list[tuple[int, int, int]], runs: list[tuple[int, int]]) -> None:
    """Shorten ways: each group in turn goes to the side where more of its ways lead, as far as rules and size allow.

    Args: runs: for each straight run across, the group that it begins at and the one farther on that it ends at.
    """
    end = max(place + extent for place, extent in zip(where, axis.extent, strict=True))
    before: list[list[tuple[int, int]]] = [[] for _ in where]
    after: list[list[tuple[int, int]]] = [[] for _ in where]
    for a, b, gap in rules:
        after[a].append((b, gap))
        before[b].append((a, gap))
    pull = [0] * len(where)
    for a, b in runs:
        pull[a] += 1
        pull[b] -= 1
    for _ in range(PULLS):
        for group in range(len(where) - 1, -1, -1):
            low = max((where[a] + gap for a, gap in before[group]), default=0)
            high = min((where[b] - gap for b, gap in after[group]), default=end - axis.extent[group])
            want = high if pull[group] > 0 else low if pull[group] < 0 else (low + high) // 2
            where[group] = want


def _relax(places: list[int], rules: list[tuple[int, int, int]]) -> None:
    """Move groups on until every rule (a, b, gap) holds: b at least gap after a."""
    changed = True
    while changed:
        changed = False
        for a, b, gap in rules:
            least = places[a] + gap
            if least > places[b]:
                places[b] = least
                changed = True


def _plan(
    fixed: Sequence[_Fixed], where: list[list[int]], room_bar: Mapping[int, int],
    runs: Mapping[tuple[int, int], list[tuple[int, int]]],
) -> Plan:  # fmt: skip
    at = [axis.places(place).tolist() for axis, place in zip(fixed, where, strict=True)]
    boxes: dict[tuple[int, int], list[Box]] = {}
    for way, found in runs.items():
        boxes[way] = []
        for axis, bar in found:
            one, other = fixed[axis], at[1 - axis]
            e1, a1, b1, e2, a2, b2 = (int(part[bar]) for part in (one.e1, one.a1, one.b1, one.e2, one.a2, one.b2))
            low = min(other[e1] + a1, other[e2] + a2)
            high = max(other[e1] + b1, other[e2] + b2)
            wide, place = int(one.size[bar]), at[axis][bar]
            boxes[way].append((place, low, wide, high - low) if axis == 0 else (low, place, high - low, wide))
    return Plan({node: (at[0][bar], at[1][bar]) for node, bar in room_bar.items()}, boxes)
