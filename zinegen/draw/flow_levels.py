"""Dungeon -> a flowchart of its levels: each a box at its depth, between them what leads up and down."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw import flow_signs as signs
from zinegen.draw.brush import Brush, Well, rect
from zinegen.draw.flow_boxes import Box, Shaft, level_at
from zinegen.draw.flow_graph import graph_of, signs_of
from zinegen.draw.flow_legend import HEAD, Legend
from zinegen.draw.flow_level_box import told_of, write_beside, write_in
from zinegen.draw.flow_names import Room, text_width
from zinegen.draw.flow_pens import DASH, DOTS, FINE, HAND, PATROL, SIGHT, SMALL, STEPS, WAY, flow_pens
from zinegen.draw.flow_sketch import along, reach
from zinegen.draw.noise import seed_number, wobble
from zinegen.draw.pens import BLACK
from zinegen.draw.picture import Layer, Part, Path, Picture, Points, Text, line, ring
from zinegen.draw.styles import coloured, style_of
from zinegen.dungeon.model import Dungeon, Link, level_of
from zinegen.words import word

TUFT = 1.6
"""How far the grass at the ground's edge reaches down, in mm."""


def dungeon_flow(
    dungeon: Dungeon, *, width_mm: float, height_mm: float, ink: str = "full", title: bool = True, legend: bool = True
) -> Picture:
    """The flowchart of a dungeon's levels and of the links between them.

    Args:    as of `level_flow`.
    Returns: a picture whose `spots` hold a polygon for every level, by the name "level-N".
    Raises:  RecipeError for an unknown ink.
    """
    return _Levels(dungeon, width_mm, height_mm, ink, title, legend).picture()


class _Levels:
    def __init__(self, dungeon: Dungeon, width: float, height: float, ink: str, title: bool, legend: bool) -> None:
        self.dungeon, self.width, self.height, self.ink, self.title = dungeon, width, height, ink, title
        self.knots, self.labels = Well(flow_pens(ink), BLACK), Well(flow_pens(ink), BLACK)
        self.texts: list[Text] = []
        self.signs = signs_of(dungeon)
        self.about = told_of(dungeon, self.signs)
        self.dangers = {arc.doors[0] for arc in dungeon.flow.arcs if arc.danger > 1 and arc.doors}
        self.barriers = {cycle.barrier_at for cycle in dungeon.flow.cycles if cycle.barrier_at}
        self.patrols: list[Part] = []
        self.seed = seed_number(dungeon.seed, "flow", "levels")
        self.style = style_of(ink)
        self.legend = Legend(width, self.style)
        low = height - (self.legend.plan(self._used()) if legend else 0.0)
        self.shaft = Shaft(dungeon, width, HEAD if title else 0.0, low)
        self.boxes, self.bottom = self.shaft.boxes, low
        self.told = {
            (passage.link.id, level.number): knot.id
            for level in dungeon.levels
            for knot in graph_of(dungeon, level).knots.values()
            if knot.area is not None
            for passage in knot.passages
        }
        """(link, level) -> the keyed area that a link is told of at."""

    def picture(self) -> Picture:
        ways = self._ways()
        ground = self._ground()
        for box in self.boxes.values():
            self._box(box)
        layers = [
            Layer("ground", (ground,)),
            Layer("ways", ways),
            Layer("knots", (*self.knots.paths(), *self._patrols())),
            Layer("labels", self.labels.paths(), tuple(self.texts)),
        ]
        layers += self.legend.layers(self.ink, self.bottom, word("flow", "dungeon_title") if self.title else "")
        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        spots = {
            f"level-{b.number}": tuple((round(b.x + s * b.w / 2, 2), round(b.y + t * b.h / 2, 2)) for s, t in corners)
            for b in self.boxes.values()
        }
        return Picture(
            self.width, self.height, 1.0, (0.0, 0.0), tuple(coloured(layers, style_of(self.ink))),
            word("flow", "dungeon_chart", title=self.dungeon.title),
            word("flow", "dungeon_desc", levels=len(self.dungeon.levels)), spots,
        )  # fmt: skip

    def _used(self) -> list[str]:
        out = []
        links = [li for li in self.dungeon.links if level_at(li.from_.area) != level_at(li.to.area)]
        out += ["way"] if links else []
        out += ["secret"] if any(li.secret for li in links) else []
        out += ["one_way"] if any(li.one_way for li in links) else []
        out += ["sight"] if any(li.kind == "chasm_sight" for li in links) else []
        guarded = {lock.guards for lock in self.dungeon.locks}
        locked = any(li.lock or li.id in guarded for li in links) or any(t.locks for t in self.about.values())
        out += ["lock"] if locked else []
        out += ["barrier"] if any(li.id in self.barriers for li in links) else []
        out += ["danger"] if any(li.id in self.dangers for li in links) else []
        out += ["patrol"] if any(told.patrolled for told in self.about.values()) else []
        out += ["changed"] if any(told.changed for told in self.about.values()) else []
        return out

    def _patrols(self) -> list[Path]:
        """A line of steps within the boxes of patrolled levels."""
        if not self.patrols:
            return []
        return [Path(tuple(self.patrols), stroke=BLACK, width=PATROL, dash=STEPS, cap="butt")]

    # ---------------------------------------------------------------------------------------------- drawing

    def _box(self, box: Box) -> None:
        level = next(one for one in self.dungeon.levels if one.number == box.number)
        for n, more in enumerate(reversed(self._frames(box))):
            shape = ring(wobble(_rounded(box, more), 0.1, self.seed, 7.0, 2.4))
            if n == 0:
                self.knots.add("paper", [shape])
            self.knots.add("mid", [shape])
        told = self.about[box.number]
        if told.patrolled:
            inner = ring(wobble(_rounded(box, -0.9), 0.1, self.seed, 7.0, 2.4))
            self.patrols.append(inner)
        write_in(box, level, told, self.texts, self.style)
        write_beside(box, told, self.room, self.labels, self.texts)

    def _frames(self, box: Box) -> list[float]:
        """How far out of its rim a box has its frames, in mm: the goal's has two."""
        return [0.0, 1.1] if level_of(self.dungeon.goal) == box.number else [0.0]

    def _ground(self) -> Path:
        """The surface: a line with grass below it."""
        y = self.shaft.ground
        x = np.linspace(1.0, self.width - 1.0, 60)
        edge = wobble(np.stack([x, np.full(60, y)], axis=1), 0.25, self.seed, 9.0, 3.0)
        tufts = [line([(px, py + 0.2), (px - 0.9, py + TUFT)]) for px, py in edge[1:-1].tolist()]
        self.texts.append(Text(1.0, y - 1.3, word("flow", "above"), self.style.letter(2.5), "aside", "start"))
        return Path((line(edge), *tufts), stroke=BLACK, width=FINE)

    def _ways(self) -> tuple[Path, ...]:
        runs = {
            link.id: (a, b, link, self.shaft.line(a, b, link))
            for (a, b), all_ in self.shaft.pairs.items()
            for link in all_
        }
        self.room = self._room([run for *_, run in runs.values()])
        styles: dict[str, list[Part]] = {"plain": [], "secret": [], "sight": []}
        for a, b, link, run in runs.values():
            style = "sight" if link.kind == "chasm_sight" else "secret" if link.secret else "plain"
            styles[style].append(line(wobble(run, HAND[0], self.seed, *HAND[1:])))
            self._signs(link, self.shaft.ordered(a, b)[0], run)
        for a, b, link, run in runs.values():
            self._words(link, self.shaft.ordered(a, b)[0], run)
        paths = [
            Path(tuple(styles["plain"]), stroke=BLACK, width=WAY),
            Path(tuple(styles["secret"]), stroke=BLACK, width=WAY, dash=DASH, cap="butt"),
            Path(tuple(styles["sight"]), stroke=BLACK, width=SIGHT, dash=DOTS),
        ]
        return tuple(path for path in paths if path.parts)

    def _room(self, runs: list[Points]) -> Room:
        """What words beside links must stay off."""
        x, y = np.arange(0.0, self.width), self.shaft.ground
        ground = [np.stack([x, np.full(len(x), deep)], axis=1) for deep in (y, y + TUFT)]
        room = Room(self.width, self.shaft.top, self.bottom, np.zeros((0, 3)), np.vstack([*runs, *ground]))
        for b in self.boxes.values():
            room.take(b.x, b.y, b.w + 2 + 2 * self._frames(b)[-1], b.h + 2 + 2 * self._frames(b)[-1])
        return room

    def _signs(self, link: Link, top: int, run: Points) -> None:
        """The signs of a link along its line."""
        total = float(reach(run)[-1])
        lock = next((k.id for k in self.dungeon.locks if k.guards == link.id), link.lock)
        marks = ["eye"] if link.kind == "chasm_sight" else []
        marks += ["barrier"] if link.id in self.barriers else []
        marks += ["secret"] if link.secret else []
        marks += ["danger"] if link.id in self.dangers else []
        marks += ["lock"] if lock in self.signs else []
        marks += ["arrow"] if link.one_way else []
        for n, mark in enumerate(marks):
            x, y, turn = along(
                run, total * (n + 1) / (len(marks) + 1) if len(marks) > 1 or link.secret else 0.62 * total
            )
            if mark == "arrow":
                signs.arrow(Brush(self.labels, x, y, turn if level_at(link.from_.area) == top else turn + 180))
            elif mark in ("eye", "danger"):
                (signs.eye if mark == "eye" else signs.danger)(Brush(self.labels, x, y))
            elif mark == "barrier":
                signs.barrier(Brush(self.labels, x, y, turn))
            elif mark == "secret":
                self.texts.append(Text(x, y + 0.36 * 3.3, word("flow", "secret"), 3.3, "number", halo=0.8))
            else:
                brush = Brush(self.labels, x, y, 0, 0.8)
                brush.paper(rect(5.4, 6.4))
                signs.padlock(brush, self.signs[str(lock)])
            self.room.take(x, y, 4.6, 4.6)

    def _words(self, link: Link, top: int, run: Points) -> None:
        """What a link is and which areas it joins, beside its line where there is room for it."""
        ends = sorted({level_at(e.area) for e in (link.from_, link.to)} - {0}, key=lambda n: n != top)
        keyed = [self.told[link.id, n] for n in ends if (link.id, n) in self.told]
        between = word("flow", "link", from_=keyed[0], to=keyed[1]) if len(keyed) > 1 else "".join(keyed)
        kind = word("flow", "links", link.kind)
        total = float(reach(run)[-1])
        forms = [[kind, between], [f"{kind} {between}"], [between], [kind]] if between else [[kind]]
        size = self.style.letter(SMALL)
        for rows in forms:
            w, h = max(text_width(t, size) for t in rows), 1.18 * size * len(rows) - 0.3
            for part in (0.45, 0.3, 0.6, 0.18, 0.75):
                x, y, _ = along(run, part * total)
                for side in (1.0, -1.0):
                    spot = self.room.beside(x, y, 0.35, w, h, (side, 0.0), 2.0)
                    if spot is None or abs(spot[1] - y) > 3.5:
                        continue
                    self.room.take(*spot, w, h)
                    right = spot[0] > x
                    at = spot[0] - w / 2 if right else spot[0] + w / 2
                    for n, text in enumerate(rows):
                        base = spot[1] - h / 2 + 0.8 * size + 1.18 * size * n
                        self.texts.append(Text(at, base, text, size, "aside", "start" if right else "end"))
                    return


def _rounded(box: Box, more: float) -> Points:
    """A box with round corners, as points."""
    r, w, h = 2.2 + more, box.w / 2 + more, box.h / 2 + more
    turns = np.linspace(0, math.pi / 2, 6)
    corners = []
    for sx, sy, first in ((1, 1, 0.0), (-1, 1, math.pi / 2), (-1, -1, math.pi), (1, -1, 1.5 * math.pi)):
        cx, cy = box.x + sx * (w - r), box.y + sy * (h - r)
        corners.append(np.stack([cx + r * np.cos(first + turns), cy + r * np.sin(first + turns)], axis=1))
    return np.asarray(np.vstack(corners))
