"""The levels of a dungeon as boxes: each at its depth below the ground, and the lines of the links between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zinegen.draw.flow_sketch import smooth
from zinegen.draw.picture import Points
from zinegen.dungeon.model import SURFACE, Dungeon, Link, level_of

SKY = 17.0
"""The height of the ground line above the first row of levels, in mm, with what stands on it."""
HIGHEST, LOWEST, WIDEST = 17.0, 8.0, 62.0
"""A level's box, in mm."""
LANE = 11.0
"""At either side, for links that pass by a level."""
APART, FARTHEST = 9.0, 54.0
"""Between boxes in a row, and from row to row at the most."""
SIGN = 3.0
"""What a sign on a link takes at either side of its line."""
PORT = 21.0
"""What a link with its words takes of a box's width."""


@dataclass(slots=True)
class Box:
    """A level's box: its middle and size in mm."""

    number: int
    row: int
    x: float
    y: float
    w: float
    h: float


class Shaft:
    """The boxes of all levels, in a sheet's middle from `top` to `bottom`."""

    def __init__(self, dungeon: Dungeon, width: float, top: float, bottom: float) -> None:
        self.dungeon, self.width, self.top, self.bottom = dungeon, width, top, bottom
        self.boxes = self._boxes()
        self.pairs: dict[tuple[int, int], list[Link]] = {}
        """(level, level) -> the links between them; the surface is level 0."""
        for link in dungeon.links:
            a, b = sorted((level_at(link.from_.area), level_at(link.to.area)))
            if a != b and all(n == 0 or n in self.boxes for n in (a, b)):
                self.pairs.setdefault((a, b), []).append(link)
        self.ports = self._ports()

    def _rows(self) -> list[list[int]]:
        """The levels by how many links they are from the surface, each row ordered by what it hangs on."""
        links = [
            (level_at(li.from_.area), level_at(li.to.area)) for li in self.dungeon.links if li.kind != "chasm_sight"
        ]
        depth = {0: 0}
        if not any(0 in pair for pair in links):
            depth[level_of(self.dungeon.entrance)] = 1
        edge = sorted(depth)
        while edge:
            below = sorted({b for a, b in [*links, *((b, a) for a, b in links)] if a in edge and b not in depth})
            depth |= dict.fromkeys(below, depth[edge[0]] + 1)
            edge = below
        known = [level.number for level in self.dungeon.levels]
        for n in known:
            depth.setdefault(n, max(depth.values()) + 1)
        rows = [[n for n in known if depth[n] == d] for d in range(1, max(depth.values()) + 1)]
        rows = [row for row in rows if row]
        place = {0: 0.5}
        for row in rows:
            above = {n: [place[m] for pair in links for m in pair if n in pair and m in place] for n in row}
            row.sort(key=lambda n: (sum(above[n]) / len(above[n]) if above[n] else 0.5, n))
            place |= {n: (k + 0.5) / len(row) for k, n in enumerate(row)}
        return rows

    def _boxes(self) -> dict[int, Box]:
        rows = self._rows()
        room = self.bottom - self.top - SKY - 3.0
        pitch = min(room / (len(rows) - 0.6), FARTHEST)
        most = max(len(row) for row in rows)
        w = min((self.width - 2 * LANE - APART * (most - 1)) / most, max(WIDEST, PORT * self._busiest()))
        h = min(max(0.36 * pitch, min(LOWEST, 0.6 * pitch)), HIGHEST)
        start = self.top + SKY + max(0.0, (room - pitch * (len(rows) - 0.6)) / 3)
        out = {}
        for r, row in enumerate(rows):
            step = (self.width - 2 * LANE) / len(row)
            for k, number in enumerate(row):
                x = LANE + step * (k + 0.5)
                out[number] = Box(number, r, x, start + pitch * r + h / 2, w, h)
        return out

    @property
    def ground(self) -> float:
        """The height of the ground line."""
        return min(b.y - b.h / 2 for b in self.boxes.values()) - SKY + 4.5

    def _busiest(self) -> int:
        """The most links that leave one level upwards or downwards."""
        count: dict[tuple[int, bool], int] = {}
        for link in self.dungeon.links:
            a, b = sorted((level_at(link.from_.area), level_at(link.to.area)))
            for end in ((a, True), (b, False)):
                count[end] = count.get(end, 0) + 1
        return max(count.values(), default=1)

    def _ports(self) -> dict[str, tuple[float, float]]:
        """Link -> where it leaves the upper and the lower box, as parts of their widths: none crosses needlessly."""
        sides: dict[tuple[int, bool], list[tuple[float, str]]] = {}
        for (a, b), links in self.pairs.items():
            top, bottom = self.ordered(a, b)
            for n, link in enumerate(links):
                sides.setdefault((top, True), []).append((self._x(bottom) + 0.01 * n, link.id))
                sides.setdefault((bottom, False), []).append((self._x(top) + 0.01 * n, link.id))
        at: dict[str, list[float]] = {}
        for (_, lower), ends in sorted(sides.items()):
            ends.sort()
            for n, (_, id_) in enumerate(ends):
                at.setdefault(id_, [0.5, 0.5])[0 if lower else 1] = (n + 0.5) / len(ends)
        return {id_: (two[0], two[1]) for id_, two in at.items()}

    def _x(self, number: int) -> float:
        return self.boxes[number].x if number in self.boxes else self.width / 2

    def ordered(self, a: int, b: int) -> tuple[int, int]:
        """The two with the upper one first; the surface is above all."""
        if a not in self.boxes:
            return a, b
        return (a, b) if (self.boxes[a].y, a) <= (self.boxes[b].y, b) else (b, a)

    def line(self, a: int, b: int, link: Link) -> Points:
        """The line of a link from the upper to the lower of two levels, as its box's rim has it."""
        port = self.ports[link.id]
        a, b = self.ordered(a, b)
        lower = self.boxes[b]
        bx = lower.x + (port[1] - 0.5) * 0.86 * lower.w
        if a not in self.boxes:
            if lower.row == 0:
                return smooth(np.array([(bx, self.ground), (bx, lower.y - lower.h / 2)]))
            return self._round(None, lower)
        upper = self.boxes[a]
        ax = upper.x + (port[0] - 0.5) * 0.86 * upper.w
        if upper.row == lower.row:
            left, right = sorted((upper, lower), key=lambda box: box.x)
            y = upper.y
            if any(o.row == upper.row and left.x < o.x < right.x for o in self.boxes.values()):
                low = y + upper.h / 2
                return smooth(np.array([(left.x, low), ((left.x + right.x) / 2, low + 7), (right.x, low)]))
            run = np.array([(left.x + left.w / 2, y), (right.x - right.w / 2, y)])
            return smooth(run if upper is left else run[::-1])
        if lower.row - upper.row > 1:
            return self._round(upper, lower)
        y0, y1 = upper.y + upper.h / 2, lower.y - lower.h / 2
        if abs(ax - bx) < 0.3 * upper.w and len(self.boxes) > 0:
            bx = min(max(ax, lower.x - 0.46 * lower.w), lower.x + 0.46 * lower.w)
        if abs(ax - bx) < 0.5:
            return smooth(np.array([(ax, y0), (bx, y1)]))
        third = (y1 - y0) / 3
        return smooth(
            np.array([(ax, y0), (ax + 0.2 * (bx - ax), y0 + third), (bx - 0.2 * (bx - ax), y1 - third), (bx, y1)])
        )

    def _round(self, upper: Box | None, lower: Box) -> Points:
        """Past other levels, in the lane at the nearer side."""
        between = [b for b in self.boxes.values() if (upper is None or b.row > upper.row) and b.row < lower.row]
        side = 1 if lower.x >= self.width / 2 else -1
        widest = max([side * b.x + b.w / 2 for b in between] + [side * lower.x + lower.w / 2])
        lane = side * min(widest + 0.62 * LANE, side * self.width / 2 + self.width / 2 - 5.0)
        end = (lower.x + side * lower.w / 2, lower.y)
        if upper is None:
            places = [(lane, self.ground), (lane, lower.y - lower.h), end]
        else:
            begin = (upper.x + side * upper.w / 2, upper.y)
            places = [begin, (lane, upper.y + 0.8 * upper.h), (lane, lower.y - 0.8 * lower.h), end]
        run = smooth(np.array(places))  # a long one swings out of its lane
        run[:, 0] = run[:, 0].clip(SIGN, self.width - SIGN)
        return run


def level_at(area: str) -> int:
    """The level of a link's end; 0 is the surface."""
    return 0 if area == SURFACE else level_of(area)
