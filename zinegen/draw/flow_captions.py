"""What stands beside the knots of a chart: names, keys, where stairs lead, which way is the long one."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from zinegen.draw import flow_signs as signs
from zinegen.draw.brush import Brush, Well
from zinegen.draw.flow_graph import Passage
from zinegen.draw.flow_names import Room, folded, text_width
from zinegen.draw.flow_pens import NAME, SMALL, TAG, WORD
from zinegen.draw.flow_sketch import Sketch, along, reach
from zinegen.draw.picture import Points, Text
from zinegen.words import word

BESIDE = 0.9
"""How far from the middle of a line what is said of it begins, with `beside`'s own air: off the pale ring, too."""


class Captions:
    """Places captions, the most needed first, and lays their signs into a well."""

    def __init__(self, sketch: Sketch, room: Room, well: Well, *, names: bool = True) -> None:
        self.sketch, self.graph, self.room, self.labels, self.names = sketch, sketch.graph, room, well, names
        self.style = well.pens.style
        self.texts: list[Text] = []

    def place(self, patrols: list[Points]) -> None:
        """Place all captions; those that nothing needs stay away where there is no room.

        Args: patrols: the lines of patrols, as they are seen.
        """
        for end in (self.sketch.start, self.sketch.goal):
            if end is not None and end in self.sketch.at:
                area = self.graph.knots[end].area
                self._name(end, area.text.name if area is not None and self.names else "")
        for said, arc in self.sketch.halves:
            self._half(said, arc)
        for id_ in self.sketch.changed:
            self._sign(id_, signs.CHANGED_SIZE, signs.changed)
        for id_, knot in self.graph.knots.items():
            for lock in knot.keys:
                self._key(id_, self.graph.signs[lock])
            told: set[str] = set()
            for passage in knot.passages:
                self._passage(id_, passage, told)
        crowd = {id_: self._crowd(id_) for id_ in self.sketch.at}
        for id_ in sorted(self.sketch.at, key=lambda i: (i not in self.sketch.roles, -crowd[i], i)):
            area = self.graph.knots[id_].area
            name = area.text.name if area is not None and self.names else ""
            if (name or id_ in self.sketch.roles) and id_ not in (self.sketch.start, self.sketch.goal):
                self._name(id_, name)
        for said, path in self.sketch.sayings:
            self._saying(said, path)
        for run in patrols[:1]:
            self._saying(word("flow", "patrol"), run)

    def _crowd(self, id_: str) -> float:
        x, y = self.sketch.at[id_]
        return round(
            float((1 / np.maximum(np.hypot(self.room.discs[:, 0] - x, self.room.discs[:, 1] - y), 4.0)).sum()), 6
        )

    def _name(self, id_: str, name: str) -> None:
        """A knot's name, in the form that finds room; a start's or goal's under the word for it."""
        said = [word("flow", end) for end in ("start", "goal") if id_ == getattr(self.sketch, end)]
        said += [self.sketch.roles[id_]] if id_ in self.sketch.roles else []
        for size in dict.fromkeys((self.style.letter(NAME), self.style.letter(SMALL))):
            for lines in folded(name) if name else [()]:
                if self._words(id_, said, lines, size, 4.0 if said else 2.0):
                    return
        if said and name:
            self._name(id_, "")

    def _words(self, id_: str, said: list[str], lines: tuple[str, ...], size: float, far: float) -> bool:
        """Lines of text beside a knot; False where there is no room for them."""
        x, y = self.sketch.at[id_]
        rows = [(t, self.style.letter(WORD), "strong") for t in said] + [(t, size, "aside") for t in lines]
        w = max(text_width(*row) for row in rows)
        h = sum(1.08 * s for _, s, _ in rows) - 0.22 * size
        air = max(0.0, size - NAME)  # names in large type want more of it, or two read as one
        box = (w + air, h + air)
        spot = self.room.beside(x, y, self.sketch.edge(id_), *box, self.sketch.outward.get(id_, (1.0, 0.0)), far)
        if spot is None:
            return False
        self.room.take(*spot, *box)
        self._set(spot, rows, x, w, h)
        return True

    def _set(
        self, spot: tuple[float, float], rows: list[tuple[str, float, str]], knot: float, w: float, h: float
    ) -> None:
        """Lines of text in a box, flush with the side that is next to their knot."""
        x, base = spot[0], spot[1] - h / 2
        anchor = "middle" if abs(x - knot) < 0.38 * w else "start" if x > knot else "end"
        at = x + {"middle": 0.0, "start": -w / 2, "end": w / 2}[anchor]
        for text, size, face in rows:
            self.texts.append(Text(at, base + 0.74 * size, text, size, face, anchor))  # type: ignore[arg-type]
            base += 1.08 * size

    def _half(self, text: str, arc: Points) -> None:
        """What one side of a cycle is called: within it where there is room, else beside its line."""
        size = self.style.letter(NAME)
        w, h = text_width(text, size, "strong"), 0.9 * size
        middle, ends = arc[len(arc) // 2], (arc[0] + arc[-1]) / 2
        for part in (0.5, 0.66, 0.34, 0.8):
            x, y = (ends + part * (middle - ends)).tolist()
            spot = self.room.beside(x, y, 0.0, w, h, (0.0, 1.0), 2.0)
            if spot is not None:
                self.room.take(*spot, w, h)
                self._set(spot, [(text, size, "strong")], spot[0], w, h)
                return
        self._saying(text, arc)

    def _saying(self, text: str, path: Points) -> None:
        x, y, turn = along(path, reach(path)[-1] / 2)
        size = self.style.letter(SMALL)
        w, h = text_width(text, size), 0.9 * size
        for side in (90, -90):
            a = math.radians(turn + side)
            spot = self.room.beside(x, y, BESIDE, w, h, (math.cos(a), math.sin(a)), 1.0)
            if spot is not None:
                self.room.take(*spot, w, h)
                self._set(spot, [(text, size, "aside")], x, w, h)
                return

    def _key(self, id_: str, number: int) -> None:
        """A key beside the knot where it lies."""
        left = self.sketch.at[id_][0]
        self._sign(id_, signs.KEY_SIZE, lambda brush, x: signs.key(brush, number, to_left=x > left))

    def _sign(self, id_: str, size: tuple[float, float], draw: Callable[[Brush, float], None]) -> None:
        """A sign beside a knot: whatever else there is, it is shown."""
        x, y = self.sketch.at[id_]
        w, h = size
        for scale in (1.0, 0.85, 0.7):
            for far in (1.0, 5.0):
                spot = self.room.beside(x, y, self.sketch.edge(id_), w * scale, h * scale, self._aside(id_), far)
                if spot is not None:
                    break
            if spot is not None:
                break
        if spot is None:
            spot, scale = (x + self.sketch.edge(id_) + 1.2, y - self.sketch.edge(id_) - 0.6), 0.7
        self.room.take(*spot, w * scale, h * scale)
        draw(Brush(self.labels, *spot, 0, scale), spot[0])

    def _aside(self, id_: str) -> tuple[float, float]:
        """Where things stand that leave the best place to the name."""
        x, y = self.sketch.outward.get(id_, (1.0, 0.0))
        return -x, -y

    def _passage(self, id_: str, passage: Passage, told: set[str]) -> None:
        """Where stairs lead: a triangle up or down and a level's number, each once."""
        here = self.graph.level.number
        way = 0 if passage.level == here else -1 if passage.level < here else 1
        text = word("flow", "surface") if passage.level == 0 else str(passage.level)
        if passage.level == here:
            other = passage.link.to if passage.link.from_.area == id_ else passage.link.from_
            text = other.area.split("-", 1)[1]
        if text in told:
            return
        told.add(text)
        size = self.style.letter(TAG)
        w, h = 2.7 + text_width(text, size, "strong"), max(2.4, 0.8 * size)
        x, y = self.sketch.at[id_]
        wish = self.sketch.outward.get(id_, (1.0, 0.0))
        wish = (wish[0], 1.0) if way > 0 else (wish[0], -1.0) if way < 0 else wish
        spot = self.room.beside(x, y, max(self.sketch.edge(id_), 1.0), w, h, wish, 4.0)
        if spot is None:
            return
        self.room.take(*spot, w, h)
        signs.stairs(Brush(self.labels, spot[0] - w / 2 + 1.1, spot[1]), way)
        self.texts.append(Text(spot[0] - w / 2 + 2.6, spot[1] + 0.35 * size, text, size, "strong", "start"))
