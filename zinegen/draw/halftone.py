"""A tone raster -> a coarse screen of dots, as newspapers print photographs; and a cover picture drawn so."""

from __future__ import annotations

import math

import numpy as np

from zinegen.draw import cover
from zinegen.draw.noise import Floats
from zinegen.draw.pens import BLACK, WHITE
from zinegen.draw.picture import Layer, Part, Path, box
from zinegen.dungeon.model import Dungeon

PITCH_MM = 1.45
"""From dot to dot on a cover of a booklet; smaller covers have smaller ones."""
SIZES = 18
"""How many sizes of dots there are."""
LIGHTER = 1.35
"""The power that tones are raised to: dots run together on paper."""
FADE = 0.14
"""How deep, in parts of its width, a picture fades into the black around it."""


def dots(tone: Floats, width: float, height: float, pitch: float) -> list[Path]:
    """Dots at half a right angle, from each to the next `pitch`; where they are large they run together.

    Args: tone: rows x columns, 0 paper to 1 ink; width, height, pitch: in the picture's units, so is what comes out.
    """
    step = pitch / math.sqrt(2)
    across, down = round(width / step), round(height / step)
    i, j = np.meshgrid(np.arange(across + 1), np.arange(down + 1))
    kept = (i + j) % 2 == 0
    x, y = i[kept] * width / across, j[kept] * height / down
    rows, columns = tone.shape
    at = tone[np.minimum((y / height * rows).astype(np.int64), rows - 1),
              np.minimum((x / width * columns).astype(np.int64), columns - 1)]  # fmt: skip
    radius = pitch * np.where(at < 0.72, np.sqrt(at / math.pi), 0.479 + (at - 0.72) * 0.86)
    size = np.rint(radius / (0.72 * pitch) * SIZES).astype(np.int64)
    spots = np.stack([np.clip(x, 0, width), np.clip(y, 0, height)], axis=1)
    paths = []
    for one in range(1, SIZES + 1):
        chosen = spots[size == one]
        if len(chosen):
            ticks = np.stack([chosen, chosen + np.array((0.01, 0.0))], axis=1)
            paths.append(Path((Part("ticks", ticks),), stroke=BLACK, width=2 * 0.72 * pitch * one / SIZES))
    return paths


def faded(tone: Floats, ratio: float) -> Floats:
    """Tones that darken to black towards the edges; ratio: height to width."""
    rows, columns = tone.shape
    x, y = np.meshgrid((np.arange(columns) + 0.5) / columns, (np.arange(rows) + 0.5) / rows * ratio)
    edge = np.minimum(np.minimum(x, 1 - x), np.minimum(y, ratio - y))
    return np.asarray(np.maximum(tone, np.clip(1 - edge / FADE, 0, 1) ** 0.8))


def photograph(dungeon: Dungeon, width: float, height: float, ink: str) -> tuple[Layer, ...]:
    """The emblem in its setting as a photograph in dots, black around; pale and without the black to save ink."""
    pitch = PITCH_MM * min(1.0, max(0.6, width / 118))
    full = ink == "full"
    tone, _ = cover.tones(dungeon, width, height, pitch / 2, 1.0 if full else 0.4)
    tone = faded(tone**LIGHTER, height / width) if full else 0.55 * tone
    paper = Path((box(0, 0, width, height),), fill=WHITE)
    return (Layer("paper", (paper,)), Layer("dots", tuple(dots(tone, width, height, pitch))))
