"""Caves: sizes and a stream come in, a form of natural outline goes out.

A cave is the lowest part of a field: the distance from the middle, bent by noise of two grains. Its area is exact by
construction. The outline runs within a third of a square of the squares, so that nothing drawn by it can surprise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import floor, hypot

from zinegen.carve.forms import Form, make_form
from zinegen.dice import Stream
from zinegen.dungeon.floorplan import WHOLE, Square, trace
from zinegen.dungeon.model import Place

SHARE = 0.72
"""Of its rectangle, what a cave fills."""
AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))


def cave(stream: Stream, chambers: Sequence[tuple[int, int]]) -> Form:
    """A cave of one chamber, or of two joined by a neck; without its outline, which `smoothed` gives it.

    Args:    chambers: width and height of each in squares; the second lies beside or below the first.
    """
    squares = _chamber(stream, *chambers[0])
    for width, height in chambers[1:]:
        squares = _joined(stream, squares, chambers[0], (width, height))
    return rough_form(squares)


def rough_form(squares: set[Square]) -> Form:
    """The form of some squares with no outline yet."""
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    rows = [0] * (max(y for _, y in squares) - top + 1)
    for x, y in squares:
        rows[y - top] |= 1 << (x - left)
    return make_form("cave", rows, ())


def smoothed(stream: Stream, rough: Form) -> Form:
    """A rough form with a natural outline."""
    squares = {(x, y) for y, row in enumerate(rough.rows) for x in range(rough.width) if row >> x & 1}
    return replace(rough, outline=tuple(_outline(stream, squares)))


def _chamber(stream: Stream, width: int, height: int) -> set[Square]:
    """The squares of one chamber inside width x height."""
    coarse = _noise(stream, width, height, max(2.5, max(width, height) / 3))
    fine = _noise(stream, width, height, 2.5)
    field = []
    for y in range(height):
        v = abs((y + 0.5) * 2 / height - 1) / 1.1
        for x in range(width):
            u = abs((x + 0.5) * 2 / width - 1) / 1.1
            far = (u**2.6 + v**2.6) ** (1 / 2.6)
            field.append((far + 0.75 * coarse[y][x] + 0.35 * fine[y][x], x, y))
    field.sort()
    return _whole({(x, y) for _, x, y in field[: max(4, round(SHARE * width * height))]})


def _noise(stream: Stream, width: int, height: int, cell: float) -> list[list[float]]:
    """Smooth noise in 0..1 for the middle of each square; `cell` squares between independent values."""
    columns, lines = int(width / cell) + 2, int(height / cell) + 2
    knots = [[stream.random() for _ in range(columns)] for _ in range(lines)]
    across = [_step((x + 0.5) / cell) for x in range(width)]
    out = []
    for y in range(height):
        j, v = _step((y + 0.5) / cell)
        upper, lower = knots[j], knots[j + 1]
        mixed = [a + (b - a) * v for a, b in zip(upper, lower, strict=True)]
        out.append([mixed[i] + (mixed[i + 1] - mixed[i]) * u for i, u in across])
    return out


def _step(at: float) -> tuple[int, float]:
    i = floor(at)
    part = at - i
    return i, part * part * (3 - 2 * part)


def _whole(squares: set[Square]) -> set[Square]:
    """The largest piece of some squares, without holes, notches and spikes of one square."""
    squares = max(_parts(squares), key=lambda part: (len(part), min(part)))
    left, top = min(x for x, _ in squares) - 1, min(y for _, y in squares) - 1
    right, bottom = max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1
    rock = {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)} - squares
    for part in _parts(rock):
        if (left, top) not in part:
            squares |= part
    while True:
        near = {(x + dx, y + dy) for x, y in squares for dx, dy in AROUND} - squares
        notches = {(x, y) for x, y in near if sum((x + dx, y + dy) in squares for dx, dy in AROUND) > 2}
        if not notches:
            break
        squares |= notches
    edge = squares
    while True:
        spikes = {(x, y) for x, y in edge if sum((x + dx, y + dy) in squares for dx, dy in AROUND) < 2}
        if not spikes or len(spikes) >= len(squares):
            return squares
        squares = squares - spikes
        edge = {(x + dx, y + dy) for x, y in spikes for dx, dy in AROUND} & squares


def _parts(squares: set[Square]) -> list[set[Square]]:
    """The connected parts, in reading order of their first squares."""
    left, parts = set(squares), []
    for start in sorted(squares, key=lambda square: (square[1], square[0])):
        if start not in left:
            continue
        part, edge = {start}, [start]
        left.discard(start)
        while edge:
            x, y = edge.pop()
            for dx, dy in AROUND:
                there = (x + dx, y + dy)
                if there in left:
                    left.discard(there)
                    part.add(there)
                    edge.append(there)
        parts.append(part)
    return parts


def _joined(stream: Stream, first: set[Square], size: tuple[int, int], other: tuple[int, int]) -> set[Square]:
    """A chamber with a second one beside or below it: two squares of rock between, a neck of two through both."""
    beside = stream.chance(0.5)
    second = _chamber(stream, *other)
    slack = (size[1] - other[1]) if beside else (size[0] - other[0])
    shift = stream.between(0, max(0, slack))
    right = max(x for x, _ in first) + 3 - min(x for x, _ in second)
    below = max(y for _, y in first) + 3 - min(y for _, y in second)
    dx, dy = (right, shift) if beside else (shift, below)
    second = {(x + dx, y + dy) for x, y in second}
    line = _neck_line(first, second, beside)
    for at in (line, line + 1):
        for side, pick in ((first, max), (second, min)):
            edge = pick(
                ((x if beside else y) for x, y in side if (y if beside else x) in (line, line + 1)), default=None
            )
            if edge is None:
                continue
            to = (max(x for x, _ in first) if beside else max(y for _, y in first)) + 1
            for step in range(min(edge, to), max(edge, to) + 1):
                side.add((step, at) if beside else (at, step))
    return _whole(first | second)


def _neck_line(first: set[Square], second: set[Square], beside: bool) -> int:
    """The line in which both chambers have squares, nearest to the middle of what they share."""
    lines = [{(y if beside else x) for x, y in part} for part in (first, second)]
    shared = sorted(lines[0] & lines[1])
    return shared[max(0, len(shared) // 2 - 1)]


# --------------------------------------------------------------------------------------------------------- outline


def _outline(stream: Stream, squares: set[Square]) -> list[Place]:
    """The natural outline of some squares."""
    corners = trace(dict.fromkeys(squares, WHOLE))
    middles: list[Place] = []
    ax, ay = corners[-1]
    for bx, by in corners:
        length = round(abs(bx - ax) + abs(by - ay))
        middles += [(ax + (bx - ax) * (i + 0.5) / length, ay + (by - ay) * (i + 0.5) / length) for i in range(length)]
        ax, ay = bx, by
    ring = _resampled(_chaikin(middles), 0.75)
    ring = [(x + stream.uniform(-0.16, 0.16), y + stream.uniform(-0.16, 0.16)) for x, y in ring]
    width, height = max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1
    return [(round(min(max(x, 0.0), width), 2), round(min(max(y, 0.0), height), 2)) for x, y in _chaikin(ring)]


def _chaikin(ring: Sequence[Place]) -> list[Place]:
    """A ring with its corners cut once."""
    out: list[Place] = []
    ax, ay = ring[-1]
    for bx, by in ring:
        out += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        ax, ay = bx, by
    return out


def _resampled(ring: Sequence[Place], step: float) -> list[Place]:
    """A ring with its points about `step` apart."""
    out, left = [ring[0]], step
    closed = [*ring, ring[0]]
    for (ax, ay), (bx, by) in pairwise(closed):
        length = hypot(bx - ax, by - ay)
        at = left
        while at < length:
            out.append((ax + (bx - ax) * at / length, ay + (by - ay) * at / length))
            at += step
        left = at - length
    return out[:-1] if hypot(out[-1][0] - ring[0][0], out[-1][1] - ring[0][1]) < step / 2 else out
