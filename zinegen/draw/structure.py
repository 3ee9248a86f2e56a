"""What a game master's map tells beyond its rooms: sights, locks and keys, barriers, patrols, as one light overlay.

Its signs are those of the flowchart, so that chart and map are read side by side; nothing of it is on a player's map.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely

from zinegen.draw import flow_signs as signs
from zinegen.draw.board import Board
from zinegen.draw.brush import Brush, Well, disc, rect
from zinegen.draw.faces import advance
from zinegen.draw.figures import arrow_place
from zinegen.draw.flow_graph import signs_of
from zinegen.draw.flow_sketch import along, reach
from zinegen.draw.ground import Doorway, Ground
from zinegen.draw.labels import DIGIT_HIGH, HALO, beside, leader, triangle
from zinegen.draw.patrol import patrol_line
from zinegen.draw.pens import BLACK, WHITE, Pens
from zinegen.draw.picture import Layer, Path, Points, Text, line, ring
from zinegen.dungeon.model import SURFACE, Dungeon, End, Link, Lock, Sight, level_of

SIGN = 0.36
"""Squares to a mm of the flowchart's signs."""
INTO = 1.5
"""How far into a room the eye stands, and the tip of what it sees, in squares from the wall."""
DOTS = (0.001, 0.42)
STEPS = (0.55, 0.4)
PATROL_ARROWS = 13.0
"""Squares from one arrow of a patrol to the next."""
Place = tuple[float, float]


@dataclass(slots=True)
class Look:
    """A sight on its way to a picture: from its eye to its tip."""

    start: Place
    end: Place


@dataclass
class Structure:
    """The overlay of a level, or of the areas `near` on a part of its map; patrols on whole levels only."""

    dungeon: Dungeon
    ground: Ground
    pens: Pens
    near: frozenset[str] | None = None
    used: set[str] = field(default_factory=set)
    """The legend's ids of what is drawn."""

    def __post_init__(self) -> None:
        self.well = Well(self.pens, BLACK)
        self.texts: list[Text] = []
        self.looks: list[Look] = []
        self.leaders: list[tuple[Place, Place]] = []
        """From a sign that stands in the rock to its area."""
        self.outside: list[tuple[float, float, float, float]] = []
        """The boxes of those signs."""
        self.scale = SIGN * self.pens.k**1.1
        self.doorways = {d.portal.id: d for d in self.ground.doorways}
        self.marks = signs_of(self.dungeon)
        self.patrols = self._patrols() if self.near is None else []

    # ---------------------------------------------------------------------------------- what there is to be told

    def _told(self, area: str) -> bool:
        return area in self.ground.shapes and (self.near is None or area in self.near)

    def _sights(self) -> Iterator[Sight]:
        for sight in self.ground.level.sights:
            ends = (sight.from_, sight.to)
            if all(end in self.ground.shapes for end in ends) and any(self._told(end) for end in ends):
                yield sight

    def _locks(self) -> Iterator[tuple[Lock, str, Place]]:
        """Each lock here with its area and where in it its sign would best stand."""
        links = {link.id: link for link in self.dungeon.links}
        for lock in self.dungeon.locks:
            door = self.doorways.get(lock.guards)
            if door is not None:
                area = lock.area if lock.area in self.ground.shapes else door.portal.between[0]
                yield lock, area, (door.x, door.y)
            elif lock.guards in self.ground.shapes:
                yield lock, lock.guards, _middle(self.ground.shapes[lock.guards])
            elif lock.guards in links:
                for end in self._ends(links[lock.guards]):
                    yield lock, end.area, end.at

    def _ends(self, link: Link) -> list[End]:
        return [end for end in (link.from_, link.to) if end.area in self.ground.shapes]

    def _barriers(self) -> Iterator[tuple[Doorway, str]]:
        """Each doorway where a barrier closes, and the area on its far side."""
        for cycle in self.ground.level.flow.cycles:
            door = self.doorways.get(cycle.barrier_at)
            if door is not None:
                a, b = door.portal.between
                far = door.portal.one_way or (a if b == cycle.goal or a == cycle.marks.get("barrier") else b)
                if self._told(a) or self._told(b):
                    yield door, far

    def _changed(self) -> list[str]:
        """The areas that are other places when one comes back to them."""
        return [c.start for c in self.ground.level.flow.cycles if c.altered and c.start and self._told(c.start)]

    def _patrols(self) -> list[Points]:
        cycles = [c for c in self.ground.level.flow.cycles if c.patrol]
        return [run for c in cycles for run in patrol_line(self.ground.level, c.route or c.areas)]

    def legend(self) -> set[str]:
        """The legend's ids of all that may be drawn: known before anything has a place."""
        found = {"sight"} if any(True for _ in self._sights()) else set()
        found |= {"barrier"} if any(True for _ in self._barriers()) else set()
        found |= {"patrol"} if self.patrols else set()
        found |= {"changed"} if self._changed() else set()
        keys = any(item.in_ in self.ground.shapes for item in self.dungeon.key_items)
        found |= {"lock_sign"} if keys or any(True for _ in self._locks()) else set()
        views = any(self._ends(link) for link in self.dungeon.links if link.kind == "chasm_sight")
        return found | ({"sight_level"} if views else set())

    # ------------------------------------------------------------------------------------------ finding places

    def settle(self, board: Board) -> None:
        """Place what has a place of its own, before numbers are: eyes, the tips of sights, barriers."""
        for door, far in self._barriers():
            self._barrier(board, door, far)
        for sight in self._sights():
            self._sight(board, sight)

    def place(self, board: Board) -> None:
        """Place what takes any free room near its place, after numbers: locks, keys, views of other levels."""
        for lock, area, at in self._locks():
            if self._told(area):
                x, y, part = self._find(board, area, at, signs.LOCK_SIZE)
                signs.padlock(Brush(self.well, x, y, 0, self.scale * part), self.marks[lock.id])
        of_key = {key: lock.id for lock in self.dungeon.locks for key in lock.keys}
        for item in self.dungeon.key_items:
            if item.id in of_key and self._told(item.in_):
                at = _middle(self.ground.shapes[item.in_])
                x, y, part = self._find(board, item.in_, at, signs.KEY_SIZE)
                signs.key(Brush(self.well, x, y, 0, self.scale * part), self.marks[of_key[item.id]])
        for area in self._changed():
            x, y, part = self._find(board, area, _middle(self.ground.shapes[area]), signs.CHANGED_SIZE)
            signs.changed(Brush(self.well, x, y, 0, self.scale * part))
        for link in self.dungeon.links:
            if link.kind == "chasm_sight":
                for end in self._ends(link):
                    if self._told(end.area):
                        self._view(board, link, end)

    def _find(self, board: Board, area: str, at: Place, size_mm: tuple[float, float]) -> tuple[float, float, float]:
        """A free place for a sign in an area, as near as can be to a place, else in the rock beside it; its size."""
        shape = self.ground.shapes[area]
        for part in (1.0, 0.8):
            size = (size_mm[0] * self.scale * part + 0.2, size_mm[1] * self.scale * part + 0.2)
            inner = shape.buffer(-0.16)
            spot = None
            if not inner.is_empty:
                spot = board.find(*board.cells_of(inner), size, at, reach=0, pull=1.0, wet=True)
            if spot is None:
                spot = beside(board, shape, self.ground.solid, size, at, 2.6)
                if spot is not None:
                    self.outside.append(spot.box)
                    self.leaders.append(leader(board, spot, shape, at))
                    self.well.add("paper", [ring(_rounded(spot.x, spot.y, *size))])
            if spot is not None:
                board.block(spot.box)
                return spot.x, spot.y, part
        return (*at, 0.8)

    # -------------------------------------------------------------------------------------------------- signs

    def _barrier(self, board: Board, door: Doorway, far: str) -> None:
        """Two bars across the way, just beyond the door and its arrow."""
        sign = 1 if far == door.portal.between[1] else -1
        vx, vy = door.through
        out = 0.8
        if door.portal.one_way == far:
            x, y, _ = arrow_place(door)
            out = math.hypot(x - door.x, y - door.y) + 0.85
        x, y = door.x + sign * out * vx, door.y + sign * out * vy
        wide, thick, apart = door.width + 0.24, 0.2 * self.pens.k, 0.2 * self.pens.k
        brush = Brush(self.well, x, y, 0 if vy else 90)
        brush.paper(rect(wide - 0.3, 4 * apart))
        brush.ink(rect(wide, thick, 0, apart), rect(wide, thick, 0, -apart))
        half = (wide / 2, 2 * apart) if vy else (2 * apart, wide / 2)
        board.block((x - half[0], y - half[1], x + half[0], y + half[1]))

    def _sight(self, board: Board, sight: Sight) -> None:
        a, b = self._line(sight)
        far = math.dist(a, b)
        ux, uy = ((b[0] - a[0]) / far, (b[1] - a[1]) / far) if far > 0.01 else (1.0, 0.0)
        half = 2.1 * self.scale
        start = (a[0] - INTO * ux, a[1] - INTO * uy)
        for into in (INTO, 2.2, 1.0, 3.0, -1.2, -2.4):
            x, y = a[0] - into * ux, a[1] - into * uy
            if not board.hits((x - half, y - 0.6 * half, x + half, y + 0.6 * half)):
                start = (x, y)
                break
        end = (b[0] + 1.1 * ux, b[1] + 1.1 * uy)
        self.looks.append(Look(start, end))
        board.block((start[0] - half, start[1] - 0.7 * half, start[0] + half, start[1] + 0.7 * half))
        signs.eye(Brush(self.well, *start, 0, self.scale))
        turn = math.degrees(math.atan2(uy, ux))
        signs.arrow(Brush(self.well, *end, turn, 0.8 * self.scale))
        board.block((end[0] - 0.5, end[1] - 0.5, end[0] + 0.5, end[1] + 0.5))

    def _line(self, sight: Sight) -> tuple[Place, Place]:
        """Where one looks along; where the record is silent, between the walls that are nearest."""
        if len(sight.line) > 1:
            return sight.line[0], sight.line[-1]
        pair = shapely.shortest_line(self.ground.shapes[sight.from_], self.ground.shapes[sight.to])
        (ax, ay), (bx, by) = shapely.get_coordinates(pair).tolist()
        return (ax, ay), (bx, by)

    def _view(self, board: Board, link: Link, end: End) -> None:
        """An eye, and the level that is seen from here or from which one is seen."""
        here = self.ground.level.number
        other = link.to if end is link.from_ else link.from_
        to = 0 if other.area == SURFACE else level_of(other.area)
        size, scale = self.pens.tag, self.scale * 0.85
        eye, sign, text = 4.2 * scale, 0.82 * size, str(to)
        w, h = eye + 0.2 + sign + advance("strong", text) * size, max(2.6 * scale, DIGIT_HIGH * size)
        x, y, _ = self._find(board, end.area, end.at, (w / self.scale, h / self.scale))
        left = x - w / 2
        signs.eye(Brush(self.well, left + eye / 2, y, 0, scale))
        left += eye + 0.2
        self.well.add("ink", [triangle(left, y, size, 1 if to > here else -1)])
        base = y + DIGIT_HIGH / 2 * size
        self.texts.append(Text(left + sign, base, text, size, "strong", "start", BLACK, HALO * self.pens.k))

    # ------------------------------------------------------------------------------------------------- layers

    def lines(self) -> list[Layer]:
        """What lies under doors and furniture: the dots of sights and the steps of patrols."""
        out = []
        if self.looks:
            runs = tuple(line([look.start, look.end]) for look in self.looks)
            rim = Path(runs, stroke=WHITE, width=0.5 * self.pens.k, cap="butt")
            dots = Path(runs, stroke=BLACK, width=0.19 * self.pens.k, dash=_scaled(DOTS, self.pens.k))
            out.append(Layer("sights", (rim, dots)))
        if self.patrols:
            runs = tuple(line(run) for run in self.patrols)
            dash = Path(runs, stroke=BLACK, width=0.1 * self.pens.k, dash=_scaled(STEPS, self.pens.k), cap="butt")
            arrows = Well(self.pens, BLACK)
            for run in self.patrols:
                total = float(reach(run)[-1])
                for n in range(count := max(1, round(total / PATROL_ARROWS))):
                    x, y, turn = along(run, total * (n + 0.5) / count)
                    signs.arrow(Brush(arrows, x, y, turn, 0.7 * self.scale))
            out.append(Layer("patrols", (dash, *arrows.paths())))
        return out

    def layer(self) -> list[Layer]:
        """The signs that lie over all else but texts."""
        runs = tuple(line(ends) for ends in self.leaders)
        widths = ((WHITE, 0.34), (BLACK, 0.09))
        paths = [Path(runs, stroke=ink, width=w * self.pens.k) for ink, w in widths if runs]
        self.well.add("ink", [disc(0.16 * max(self.pens.k, 0.7), *end) for _, end in self.leaders])
        paths += self.well.paths()
        return [Layer("structure", tuple(paths), tuple(self.texts))] if paths or self.texts else []


def _scaled(dash: Iterable[float], k: float) -> tuple[float, ...]:
    return tuple(d * k for d in dash)


def _rounded(x: float, y: float, w: float, h: float) -> list[Place]:
    """A box with cut corners, under a sign that stands in the rock."""
    a, b, c = w / 2, h / 2, min(w, h) / 4
    corners = [(c - a, -b), (a - c, -b), (a, c - b), (a, b - c), (a - c, b), (c - a, b), (-a, b - c), (-a, c - b)]
    return [(x + dx, y + dy) for dx, dy in corners]


def _middle(shape: Any) -> Place:
    middle = shape.centroid if shape.contains(shape.centroid) else shape.representative_point()
    return float(np.round(middle.x, 6)), float(np.round(middle.y, 6))
