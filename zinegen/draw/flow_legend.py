"""The lines below a chart: the signs that it shows come in, two layers of a picture go out. All in mm."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw import flow_signs as signs
from zinegen.draw.brush import Brush, Well, disc
from zinegen.draw.faces import FACES, advance
from zinegen.draw.flow_names import text_width
from zinegen.draw.flow_pens import DASH, DOTS, FINE, PATROL, SIGHT, STEPS, WAY, flow_pens
from zinegen.draw.flow_tint import tint
from zinegen.draw.pens import BLACK
from zinegen.draw.picture import Layer, Path, Text, line, ring
from zinegen.draw.styles import Style
from zinegen.words import word

HEAD = 8.5
"""The height of the title, in mm."""


class Legend:
    """The lines below a chart: what its signs mean. Sizes in mm."""

    TOP = 3.6

    def __init__(self, width: float, style: Style) -> None:
        self.width, self.letter = width, style.letter(2.45)
        self.row = max(5.4, 1.4 * self.letter)
        self.rows: list[list[tuple[str, str, float]]] = []

    def plan(self, used: list[str]) -> float:
        """Spread the entries over rows; returns the height they take."""
        entries = [(sign, word("flow", "legend", sign)) for sign in used]
        sized = [
            (sign, text, _ICON_WIDTH.get(sign, 5.5) + 1.4 + text_width(text, self.letter, "label"))
            for sign, text in entries
        ]
        least = sum(w + 4.0 for _, _, w in sized) / self.width
        per = sum(w + 4.0 for _, _, w in sized) / max(math.ceil(least), 1)
        for slack in (1.0, 1.08, 1.16, 1.3, 99.0):
            self.rows = [[]]
            for entry in sized:
                used_up = sum(w + 4.0 for _, _, w in self.rows[-1])
                if self.rows[-1] and used_up + entry[2] > min(per * slack, self.width):
                    self.rows.append([])
                self.rows[-1].append(entry)
            if len(self.rows) <= math.ceil(least):
                break
        return self.TOP + self.row * len(self.rows)

    def layers(self, ink: str, top: float, title: str) -> list[Layer]:
        """The title above and the legend below, its rule at `top`."""
        pens = flow_pens(ink)
        well, texts, rules = Well(pens, BLACK), [], []
        out = []
        if title:
            size = min(5.2, (self.width - 2) / (advance("title", title) * FACES["title"].spare))
            out.append(Layer("title", (), (Text(0.4, 5.6, title, size, "title", "start"),)))
        if self.rows:
            rules.append(line([(0.4, top + 1.0), (self.width - 0.4, top + 1.0)]))
            for n, row in enumerate(self.rows):
                total = sum(w for _, _, w in row)
                gap = min((self.width - 1.0 - total) / max(len(row) - 1, 1), 7.0)
                x, y = 0.6, top + self.TOP + self.row * (n + 0.5)
                for sign, text, w in row:
                    wide = _ICON_WIDTH.get(sign, 5.5)
                    out += _icon(well, sign, x, y, wide)
                    texts.append(Text(x + wide + 1.4, y + 0.35 * self.letter, text, self.letter, "label", "start"))
                    x += w + gap
            out.append(Layer("legend", (Path(tuple(rules), stroke=BLACK, width=FINE), *well.paths()), tuple(texts)))
        return out


_ICON_WIDTH = {"way": 9.0, "secret": 9.5, "sight": 10.0, "one_way": 9.0, "lock": 12.0, "barrier": 9.0, "patrol": 9.0,
               "danger": 4.4, "inner": 5.4, "fork": 8.0, "down": 2.6, "up": 2.6, "out": 2.6, "here": 2.6,
               "changed": 3.4, "themes": 7.0}  # fmt: skip


def _icon(well: Well, sign: str, x: float, y: float, wide: float) -> list[Layer]:
    """One sign of the legend, drawn into a well; lines with dashes, and letters, become layers of their own."""
    across, middle = line([(x, y), (x + wide, y)]), x + wide / 2
    if sign == "secret":
        letter = Text(middle, y + 1.1, word("flow", "secret"), 3.1, "number", halo=1.0)
        return [Layer("legend", (Path((across,), stroke=BLACK, width=WAY, dash=DASH, cap="butt"),), (letter,))]
    if sign == "patrol":
        signs.arrow(Brush(well, x + wide - 0.8, y, 0, 0.8))
        short = line([(x, y), (x + wide - 1.5, y)])
        return [Layer("legend", (Path((short,), stroke=BLACK, width=PATROL, dash=STEPS, cap="butt"),))]
    if sign == "themes":
        turns = np.linspace(0, math.pi, 13)
        low, high = (
            np.stack([middle + 3.4 * np.cos(s * turns), y + 1.9 * np.sin(s * turns)], axis=1) for s in (1, -1)
        )
        well.add("thin", [line(low), line(high)])
        return tint([high], well.pens.ink, "legend", 0.9)
    if sign == "sight":
        signs.eye(Brush(well, middle, y, 0, 0.9))
        return [Layer("legend", (Path((across,), stroke=BLACK, width=SIGHT, dash=DOTS),))]
    if sign in ("way", "one_way", "barrier", "fork"):
        well.add("thick", [across])
    if sign == "one_way":
        signs.arrow(Brush(well, middle, y))
    elif sign == "barrier":
        signs.barrier(Brush(well, middle, y))
    elif sign == "fork":
        well.add("thick", [line([(middle, y), (middle, y - 2.0)])])
        well.add("ink", [disc(0.85, middle, y)])
    elif sign == "danger":
        signs.danger(Brush(well, middle, y))
    elif sign == "changed":
        signs.changed(Brush(well, middle, y, 0, 0.9))
    elif sign == "inner":
        Brush(well, middle, y).shape(ring([(0, -2.4), (2.4, 0), (0, 2.4), (-2.4, 0)]))
    elif sign == "lock":
        signs.padlock(Brush(well, x + 2.0, y, 0, 0.85), 0)
        signs.key(Brush(well, x + 8.2, y, 0, 0.9), 0)
    elif sign in ("down", "up", "out", "here"):
        signs.stairs(Brush(well, middle, y), {"down": 1, "here": 0}.get(sign, -1))
    return []
