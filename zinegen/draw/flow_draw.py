"""A chart with places -> layers of a picture: pale rings, ways and signs, knots, captions."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw import flow_signs as signs
from zinegen.draw.brush import Brush, Well, disc
from zinegen.draw.faces import advance
from zinegen.draw.flow_captions import Captions
from zinegen.draw.flow_graph import Knot
from zinegen.draw.flow_names import Room
from zinegen.draw.flow_pens import BAND, DASH, DOTS, HAND, PATROL, SIGHT, STEPS, WAY, flow_pens
from zinegen.draw.flow_sketch import Drawn, Sketch, along, beside, reach, trimmed
from zinegen.draw.flow_tint import tint
from zinegen.draw.labels import DIGIT_HIGH
from zinegen.draw.noise import seed_number, wobble
from zinegen.draw.pens import BLACK
from zinegen.draw.picture import Layer, Part, Path, Points, Text, line, ring
from zinegen.dungeon.model import Dungeon
from zinegen.words import word

BESIDE = (0.0, 2.2, -2.2, 3.2, -3.2)
"""How far beside a secret way its letter may stand, in mm."""
CLEAR = 0.5
"""How far the middle of that letter keeps from a knot's rim, in mm."""


class Chart:
    """A chart on its way to layers."""

    def __init__(
        self, dungeon: Dungeon, sketch: Sketch, top: float, size: tuple[float, float], ink: str, *, names: bool = True
    ) -> None:
        self.sketch, self.graph, self.names = sketch, sketch.graph, names
        self.seed = seed_number(dungeon.seed, "flow", sketch.graph.level.number)
        self.pens = flow_pens(ink)
        self.ink = self.pens.ink
        self.marks, self.knots, self.labels = (Well(self.pens, BLACK) for _ in range(3))
        self.numbers: list[Text] = []
        self.letters: list[Text] = []
        ids = list(sketch.at)
        discs = np.array([(*sketch.at[id_], sketch.edge(id_)) for id_ in ids]).reshape(-1, 3)
        lines = [one.line for one in sketch.drawn] + sketch.sights + sketch.patrols
        self.room = Room(size[0], top, top + size[1], discs, np.vstack(lines) if lines else np.zeros((0, 2)))
        self.patrols = [run for loop in sketch.patrols for run in self._clear(loop)]

    def layers(self) -> list[Layer]:
        """All layers, the lowest first."""
        ways = self._ways()
        for id_, knot in self.graph.knots.items():
            self._knot(id_, knot)
        captions = Captions(self.sketch, self.room, self.labels, names=self.names)
        captions.place(self.patrols)
        return [
            *self._bands(),
            Layer("ways", ways),
            Layer("marks", self.marks.paths(), tuple(self.letters)),
            Layer("knots", self.knots.paths(), tuple(self.numbers)),
            Layer("labels", self.labels.paths(), tuple(captions.texts)),
        ]

    def spots(self) -> dict[str, tuple[tuple[float, float], ...]]:
        """Keyed area -> a polygon round its knot, in mm."""
        turns = [math.tau * k / 12 for k in range(12)]
        return {
            id_: tuple((round(x + r * math.cos(t), 2), round(y + r * math.sin(t), 2)) for t in turns)
            for id_, (x, y) in self.sketch.at.items()
            if self.graph.knots[id_].area is not None
            for r in (self.sketch.edge(id_),)
        }

    def _hand(self, points: Points) -> Points:
        return wobble(points, HAND[0], self.seed, *HAND[1:])

    # ------------------------------------------------------------------------------------------------ ways

    def _bands(self) -> list[Layer]:
        colour, width = BAND[self.ink]
        bands = tuple(line(self._hand(b)) for b in self.sketch.bands)
        out = self._halves()
        if bands and self.ink != "lines":
            out.append(Layer("bands", (Path(bands, stroke=colour, width=width),)))
        elif bands:
            shifted = tuple(line(beside(b, s * 1.15)) for b in self.sketch.bands for s in (1, -1))
            out.append(Layer("bands", (Path(shifted, stroke=colour, width=width),)))
        return out

    def _halves(self) -> list[Layer]:
        """One of the two sides of each cycle with opposed themes."""
        return tint([arc for _, arc in self.sketch.halves[::2]], self.ink, "halves")

    def _ways(self) -> tuple[Path, ...]:
        plain: list[Part] = []
        secret: list[Part] = []
        for one in self.sketch.drawn:
            seen = self._seen(one)
            (secret if one.way.secret else plain).append(line(self._hand(seen)))
            self._way_marks(one, seen)
        paths = [Path(tuple(plain), stroke=BLACK, width=WAY)] if plain else []
        if secret:
            paths.append(Path(tuple(secret), stroke=BLACK, width=WAY, dash=DASH, cap="butt"))
        dots = [line(trimmed(s, self._rim_at(s[0]), self._rim_at(s[-1]))) for s in self.sketch.sights]
        if dots:
            paths.append(Path(tuple(dots), stroke=BLACK, width=SIGHT, dash=DOTS))
            for s in self.sketch.sights:
                x, y, _ = along(s, reach(s)[-1] / 2)
                signs.eye(Brush(self.marks, x, y))
                self.room.take(x, y, 4.6, 3.0)
        paths += self._patrols()
        return tuple(paths)

    def _seen(self, one: Drawn) -> Points:
        return trimmed(one.line, self.sketch.edge(one.way.a) - 0.1, self.sketch.edge(one.way.b) - 0.1)

    def _rim_at(self, place: Points) -> float:
        """How far from the end of a line the rim of the knot lies at which it ends, and a little air."""
        discs = self.room.discs
        near = int(np.argmin(np.hypot(discs[:, 0] - place[0], discs[:, 1] - place[1])))
        return float(discs[near, 2]) + 1.0

    def _patrols(self) -> list[Path]:
        for run in self.patrols:
            x, y, turn = along(run, reach(run)[-1])
            signs.arrow(Brush(self.marks, x, y, turn, 0.8))
        runs = tuple(line(run) for run in self.patrols)
        return [Path(runs, stroke=BLACK, width=PATROL, dash=STEPS, cap="butt")] if runs else []

    def _clear(self, loop: Points) -> list[Points]:
        """The stretches of a line that touch neither knots nor ways."""
        discs = self.room.discs
        near = np.hypot(loop[:, None, 0] - discs[:, 0], loop[:, None, 1] - discs[:, 1])
        free = (near > discs[:, 2] + 0.9).all(axis=1)
        ways = np.vstack([one.line for one in self.sketch.drawn])
        free &= (np.hypot(loop[:, None, 0] - ways[:, 0], loop[:, None, 1] - ways[:, 1]) > 1.1).all(axis=1)
        runs: list[list[int]] = []
        for n in np.flatnonzero(free).tolist():
            if runs and runs[-1][-1] == n - 1:
                runs[-1].append(n)
            else:
                runs.append([n])
        return [loop[r] for r in runs if len(r) > 2 and reach(loop[r])[-1] > 4.0]

    def _way_marks(self, one: Drawn, seen: Points) -> None:
        """Lay the signs of a way along the part of it that is seen, evenly."""
        way, inner = one.way, {lock for locks in self.sketch.locks_in.values() for lock in locks}
        wanted = ["barrier"] if one.barrier else []
        wanted += ["secret"] if way.secret else []
        wanted += [f"lock {self.graph.signs[lock]}" for lock in way.locks if lock not in inner]
        wanted += ["danger"] if one.danger else []
        wanted += ["arrow"] if way.to else []
        if way.to == way.a:
            wanted.reverse()
        total = reach(seen)[-1]
        for n, mark in enumerate(wanted):
            x, y, turn = along(seen, total * (n + 1) / (len(wanted) + 1))
            if mark == "barrier":
                signs.barrier(Brush(self.marks, x, y, turn))
            elif mark == "arrow":
                signs.arrow(Brush(self.marks, x, y, turn if way.to == way.b else turn + 180))
            elif mark == "danger":
                signs.danger(Brush(self.marks, x, y))
            elif mark == "secret":
                x, y = self._beside_knots(x, y, turn)
                self.letters.append(Text(x, y + 0.36 * 3.3, word("flow", "secret"), 3.3, "number", halo=1.1))
            else:
                brush = Brush(self.marks, x, y, 0, 0.85)
                brush.paper(disc(2.9))
                signs.padlock(brush, int(mark.split()[1]))
            if mark != "arrow":
                half = 1.9 if mark == "secret" else 2.2
                self.room.take(x, y, 2 * half, 2 * half)

    def _beside_knots(self, x: float, y: float, turn: float) -> tuple[float, float]:
        """Where the letter of a secret way stands: on it, or beside one so short that it would cover a knot."""
        discs, (across, down) = self.room.discs, (-math.sin(math.radians(turn)), math.cos(math.radians(turn)))
        places = [(x + aside * across, y + aside * down) for aside in BESIDE]
        lacks = [
            round(float((discs[:, 2] + CLEAR - np.hypot(discs[:, 0] - a, discs[:, 1] - b)).max(initial=0.0)), 6)
            for a, b in places
        ]
        return places[lacks.index(min(lacks))]

    # ----------------------------------------------------------------------------------------------- knots

    def _knot(self, id_: str, knot: Knot) -> None:
        (x, y), r = self.sketch.at[id_], self.sketch.radii[id_]
        if knot.area is None:
            self.knots.add("ink", [disc(0.85, x, y)])
            return
        shapes = (
            [self._outline(id_, 1.2), self._outline(id_, 0.0)]
            if self.sketch.edge(id_) > r
            else [self._outline(id_, 0.0)]
        )
        self.knots.add("paper", [shapes[0]])
        self.knots.add("mid", shapes)
        text, locks = str(knot.area.key), self.sketch.locks_in.get(id_, [])
        size = min(max(0.92 * r, 2.5), 1.5 * r / max(advance("number", text), 0.1))
        if locks:
            size = min(max(0.62 * r, 2.5), 3.6)
        size = max(size, 2.5)
        if not locks:
            self._number(x, y, text, size)
            return
        scale = min(0.16 * r, 0.95)
        wide, lock = advance("number", text) * size, signs.LOCK_SIZE[0] * scale
        if len(locks) == 1:
            left = x - (wide + 0.5 + lock) / 2
            self._number(left + wide / 2, y, text, size)
            signs.padlock(
                Brush(self.knots, left + wide + 0.5 + lock / 2, y - 0.1, 0, scale), self.graph.signs[locks[0]]
            )
            return
        scale *= 0.8
        self._number(x, y - 0.36 * r, text, size)
        for n, one in enumerate(locks):
            step = (n - (len(locks) - 1) / 2) * signs.LOCK_SIZE[0] * scale * 1.08
            signs.padlock(Brush(self.knots, x + step, y + 0.4 * r, 0, scale), self.graph.signs[one])

    def _number(self, x: float, y: float, text: str, size: float) -> None:
        self.numbers.append(Text(x, y + DIGIT_HIGH / 2 * size, text, size, "number"))

    def _outline(self, id_: str, more: float) -> Part:
        (x, y), r = self.sketch.at[id_], self.sketch.radii[id_]
        if self.sketch.shapes[id_] == "diamond":
            half = 1.13 * (r + more)
            corners = np.array([(0, -half), (half, 0), (0, half), (-half, 0), (0, -half)])
            t = np.linspace(0, 4, 33)[:-1]
            points = np.stack([np.interp(t, range(5), corners[:, k]) for k in (0, 1)], axis=1)
        else:
            turns = np.linspace(0, math.tau, 45)[:-1]
            points = (r + more) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        return ring(self._hand(points + np.array((x, y))))
