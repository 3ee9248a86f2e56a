"""Embedding: ears come in, a sketch of them on a coarse grid goes out: a cell a node, a row of cells a way.

One ear after the other is led through free cells. Before each, all places are doubled, which opens a free lane beside
everything, and after it the rows and columns that only straight ways cross are taken out again. So an ear fails only
where its ends have no free side left towards each other; then another stream tries.

Source: the method and its rate of success follow the study of cyclic dungeons, section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise

from zinegen.dice import Stream

Cell = tuple[int, int]
STEPS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
BEND = 0.6
LOOSE = 1.2
"""How much the cost of a cell varies, so that not all ways are straight."""
REACH = 4
"""A hanging row may go on for so many cells more than it has nodes."""


@dataclass(slots=True)
class Sketch:
    """Nodes and ways on a coarse grid."""

    at: dict[int, Cell] = field(default_factory=dict)
    """Node -> its cell."""
    ways: dict[tuple[int, int], list[Cell]] = field(default_factory=dict)
    """(a, b) -> the cells from a's to b's, both included."""

    def taken(self) -> set[Cell]:
        """The cells that are not free."""
        return {cell for path in self.ways.values() for cell in path} | set(self.at.values())

    def turned(self, times: int, mirrored: bool) -> Sketch:
        """The sketch turned clockwise by quarter turns, after mirroring it east to west if asked."""

        def to(cell: Cell) -> Cell:
            x, y = cell
            x = -x if mirrored else x
            for _ in range(times):
                x, y = -y, x
            return x, y

        return Sketch(
            {node: to(cell) for node, cell in self.at.items()},
            {way: [to(cell) for cell in path] for way, path in self.ways.items()},
        )


def embed(path: Sequence[int], ears: Sequence[tuple[Sequence[int], bool]], stream: Stream) -> Sketch | None:
    """Lead all ears through the grid.

    Args:    path: the first row of nodes. ears: each a row of nodes whose first stands already, and whether it hangs
             (else its last stands too).
    Returns: a sketch in which no two ways share a cell; None where an ear found no way.
    """
    sketch = Sketch()
    cells = _walk(len(path), stream)
    if cells is None:
        return None
    sketch.at = dict(zip(path, cells, strict=True))
    for (a, b), (ca, cb) in zip(pairwise(path), pairwise(cells), strict=True):
        sketch.ways[a, b] = [ca, cb]
    for nodes, hangs in ears:
        _double(sketch)
        led = _hang(sketch, nodes, stream) if hangs else _lead(sketch, nodes, stream)
        if not led:
            return None
        _compress(sketch)
    return sketch


def _walk(count: int, stream: Stream) -> list[Cell] | None:
    """A walk of single steps that never meets itself and rather goes on than turns."""
    for _ in range(8):
        cells, way = [(0, 0)], 1
        while len(cells) < count:
            x, y = cells[-1]
            turn = 0 if stream.chance(0.55) else 1 if stream.chance(0.5) else 3
            for more in (turn, 0, 1, 3):
                there = (x + STEPS[(way + more) & 3][0], y + STEPS[(way + more) & 3][1])
                if there not in cells:
                    way = (way + more) & 3
                    cells.append(there)
                    break
            else:
                break
        if len(cells) == count:
            return cells
    return None


def _double(sketch: Sketch) -> None:
    sketch.at = {node: (2 * x, 2 * y) for node, (x, y) in sketch.at.items()}
    for way, path in sketch.ways.items():
        cells = [(2 * path[0][0], 2 * path[0][1])]
        for (ax, ay), (bx, by) in pairwise(path):
            cells += [(ax + bx, ay + by), (2 * bx, 2 * by)]
        sketch.ways[way] = cells


def _compress(sketch: Sketch) -> None:
    """Take out every row and column in which nothing stands or turns."""
    for axis in (0, 1):
        kept = {cell[axis] for cell in sketch.at.values()}
        for path in sketch.ways.values():
            for a, b, c in zip(path, path[1:], path[2:], strict=False):
                if not a[axis] - b[axis] == b[axis] - c[axis] != 0:
                    kept.add(b[axis])
        new = {old: i for i, old in enumerate(sorted(kept))}
        for node, cell in sketch.at.items():
            sketch.at[node] = _moved(cell, axis, new)
        for way, path in sketch.ways.items():
            sketch.ways[way] = [_moved(cell, axis, new) for cell in path if cell[axis] in new]


def _moved(cell: Cell, axis: int, new: dict[int, int]) -> Cell:
    return (new[cell[0]], cell[1]) if axis == 0 else (cell[0], new[cell[1]])


# ------------------------------------------------------------------------------------------------------------- ears


def _lead(sketch: Sketch, nodes: Sequence[int], stream: Stream) -> bool:
    """Lead a row of nodes between two that stand."""
    taken = sketch.taken()
    path = _search(sketch.at[nodes[0]], sketch.at[nodes[-1]], taken, stream)
    if path is None or not _lengthen(path, len(nodes) - 2, taken, stream):
        return False
    inner, last = len(nodes) - 2, len(path) - 1
    spots = [0]
    for i in range(1, inner + 1):
        even = i * last / (inner + 1)
        least, most = spots[-1] + 1, last - 1 - (inner - i)
        spots.append(min(most, max(least, round(even + stream.uniform(-0.4, 0.4)))))
    _stand(sketch, nodes, path, [*spots, last])
    return True


def _hang(sketch: Sketch, nodes: Sequence[int], stream: Stream) -> bool:
    """Lead a row of nodes from one that stands to anywhere near."""
    taken, count = sketch.taken(), len(nodes) - 1
    path = _search(sketch.at[nodes[0]], None, taken, stream, count + stream.below(2))
    if path is None:
        return False
    last = len(path) - 1
    _stand(sketch, nodes, path, [round(i * last / count) for i in range(count + 1)])
    return True


def _stand(sketch: Sketch, nodes: Sequence[int], path: list[Cell], spots: list[int]) -> None:
    for (a, i), (b, j) in pairwise(zip(nodes, spots, strict=True)):
        sketch.at[b] = path[j]
        sketch.ways[a, b] = path[i : j + 1]


def _search(start: Cell, goal: Cell | None, taken: set[Cell], stream: Stream, least: int = 0) -> list[Cell] | None:
    """The cheapest way through free cells; without a goal, to the first cell at least so many steps off."""
    xs, ys = [x for x, _ in taken], [y for _, y in taken]
    left, right, top, bottom = min(xs) - 2, max(xs) + 2, min(ys) - 2, max(ys) + 2
    cost: dict[Cell, float] = {}
    came: dict[Cell, tuple[Cell, int, int]] = {start: (start, -1, 0)}
    best: dict[Cell, float] = {start: 0.0}
    queue: list[tuple[float, Cell]] = [(0.0, start)]
    rough = stream.random
    while queue:
        far, here = heappop(queue)
        if far > best[here]:
            continue
        _, way, steps = came[here]
        if here == goal or (goal is None and steps >= least):
            return _back(came, start, here)
        x, y = here
        for side, (dx, dy) in enumerate(STEPS):
            there = (x + dx, y + dy)
            if there != goal and (there in taken or not (left <= there[0] <= right and top <= there[1] <= bottom)):
                continue
            if there not in cost:
                cost[there] = 1 + LOOSE * rough()
            more = far + cost[there] + (BEND if way not in (-1, side) else 0)
            if more < best.get(there, 1e9):
                best[there], came[there] = more, (here, side, steps + 1)
                heappush(queue, (more, there))
    return None


def _back(came: dict[Cell, tuple[Cell, int, int]], start: Cell, here: Cell) -> list[Cell]:
    path = [here]
    while path[-1] != start:
        path.append(came[path[-1]][0])
    return path[::-1]


def _lengthen(path: list[Cell], inner: int, taken: set[Cell], stream: Stream) -> bool:
    """Push a way sideways, a step at a time, until it has room for so many nodes between its ends."""
    while len(path) - 2 < inner:
        spots = stream.shuffled(range(len(path) - 1))
        for i in spots:
            (ax, ay), (bx, by) = path[i], path[i + 1]
            dx, dy = by - ay, bx - ax
            if stream.chance(0.5):
                dx, dy = -dx, -dy
            bump = _free_bump(path, taken, (ax, ay), (bx, by), dx, dy) or _free_bump(
                path, taken, (ax, ay), (bx, by), -dx, -dy
            )
            if bump:
                path[i + 1 : i + 1] = bump
                break
        else:
            return False
    return True


def _free_bump(path: list[Cell], taken: set[Cell], a: Cell, b: Cell, dx: int, dy: int) -> list[Cell] | None:
    one, two = (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)
    if one in taken or two in taken or one in path or two in path:
        return None
    return [one, two]
