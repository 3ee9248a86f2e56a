"""Names beside knots: what is taken on a chart and what is to be placed come in, boxes that touch nothing go out."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from zinegen.draw.faces import FACES, advance
from zinegen.draw.picture import Points

Box = tuple[float, float, float, float]
STEPS = 24
RIM = 0.7
"""Between a text and what is beside it, in mm."""


@dataclass(slots=True)
class Room:
    """What is taken on a sheet, in mm."""

    width: float
    top: float
    bottom: float
    discs: Points
    """x, y, radius of the knots, shape (n, 3)."""
    lines: Points
    """Places on lines, close together, shape (m, 2)."""
    boxes: list[Box] = field(default_factory=list)

    def taken(self, x: Points, y: Points, w: float, h: float) -> Points:
        """For boxes about many middles: how much each lies on; 0 is free, beyond the sheet is infinite."""
        x0, y0, x1, y1 = x - w / 2, y - h / 2, x + w / 2, y + h / 2
        out = np.where(
            (x0 < 0.2) | (y0 < self.top + 0.2) | (x1 > self.width - 0.2) | (y1 > self.bottom - 0.2), np.inf, 0.0
        )
        if len(self.discs):
            dx = np.maximum(np.abs(self.discs[None, :, 0] - x[:, None]) - w / 2, 0)
            dy = np.maximum(np.abs(self.discs[None, :, 1] - y[:, None]) - h / 2, 0)
            out = out + 1000.0 * (np.hypot(dx, dy) < self.discs[None, :, 2] + RIM).sum(axis=1)
        if len(self.lines):
            px, py = self.lines[None, :, 0], self.lines[None, :, 1]
            hit = (np.abs(px - x[:, None]) < w / 2 + RIM) & (np.abs(py - y[:, None]) < h / 2 + RIM)
            out = out + hit.sum(axis=1)
        for a, b, c, d in self.boxes:
            out = out + 1000.0 * ((x0 < c + 0.4) & (x1 > a - 0.4) & (y0 < d + 0.3) & (y1 > b - 0.3))
        return np.asarray(out)

    def beside(
        self, x: float, y: float, r: float, w: float, h: float, wish: tuple[float, float], far: float = 3.0
    ) -> tuple[float, float] | None:
        """The middle of a free box that touches a disc, as near as can be to a direction from it; None: no room."""
        wish_angle = math.atan2(wish[1], wish[0])
        turns = np.array([wish_angle + s * math.pi * k / (STEPS / 2) for k in range(STEPS // 2 + 1) for s in (1, -1)])
        gaps = np.arange(0.0, far + 0.01, 1.0)
        ux, uy = np.cos(turns), np.sin(turns)
        reach = np.array([_reach(a, b, w, h, r + 1.0) for a, b in zip(ux.tolist(), uy.tolist(), strict=True)])
        d = (reach[:, None] + gaps[None, :]).ravel()
        px, py = x + d * np.repeat(ux, len(gaps)), y + d * np.repeat(uy, len(gaps))
        turn = np.abs((np.repeat(turns, len(gaps)) - wish_angle + math.pi) % math.tau - math.pi)
        cost = (
            self.taken(px, py, w, h) * 1e3
            + turn
            + 0.45 * np.tile(gaps, len(turns))
            + 0.15 * np.abs(np.repeat(uy, len(gaps)))
        )
        best = int(np.argmin(cost))
        return None if cost[best] >= 1e3 else (float(px[best]), float(py[best]))

    def take(self, x: float, y: float, w: float, h: float) -> None:
        """A box is taken."""
        self.boxes.append((x - w / 2, y - h / 2, x + w / 2, y + h / 2))


def _reach(ux: float, uy: float, w: float, h: float, r: float) -> float:
    """How far along a direction the middle of a box lies that just clears a disc."""
    low, high = 0.0, r + w + h
    for _ in range(18):
        d = (low + high) / 2
        away = math.hypot(max(abs(ux) * d - w / 2, 0.0), max(abs(uy) * d - h / 2, 0.0))
        low, high = (low, d) if away >= r else (d, high)
    return high


def text_width(text: str, size: float, face: str = "aside") -> float:
    """The room that a text takes, with something over for a stand-in font."""
    return advance(face, text) * size * (1 + 0.5 * (FACES[face].spare - 1))


def folded(text: str) -> list[tuple[str, ...]]:
    """Ways to set a name: on one line, or on two as even as can be; the shorter first where it is long."""
    words = text.split()
    one = (text,)
    if len(words) < 2:
        return [one]
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    two = min(cuts, key=lambda c: max(advance("aside", c[0]), advance("aside", c[1])))
    forms: list[tuple[str, ...]] = [one, two] if len(text) <= 14 else [two, one]
    if len(words) > 3:
        thirds = [
            (" ".join(words[:a]), " ".join(words[a:b]), " ".join(words[b:]))
            for a in range(1, len(words) - 1)
            for b in range(a + 1, len(words))
        ]
        forms.append(min(thirds, key=lambda c: max(advance("aside", t) for t in c)))
    return forms
