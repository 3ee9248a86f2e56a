"""Dungeon -> cover picture: the premise's emblem in a setting, engraved in pure black."""

from __future__ import annotations

import math

import numpy as np

from zinegen.dice import Stream
from zinegen.draw.emblems import EMBLEMS, GLOW
from zinegen.draw.engrave import LIGHTEST, engraved
from zinegen.draw.noise import Floats
from zinegen.draw.pens import BLACK, WHITE, pens_for
from zinegen.draw.picture import Layer, Path, Picture, box
from zinegen.draw.settings import SETTINGS, SUITED, Stage
from zinegen.draw.solids import Field, Solid
from zinegen.dungeon.model import Dungeon
from zinegen.words import lexicon, word

FRAME_MM = 2.6
"""Between the outer rule and the picture."""
PITCH_MM = 0.74
STEP_MM = 0.32
SIDE = 1.32
"""From the middle to the picture's sides, in the emblem's frame, where it reaches to 1."""


def cover(dungeon: Dungeon, *, width_mm: float, height_mm: float, ink: str = "full") -> Picture:
    """The engraving of what a dungeon's premise names, within two rules; what covers without a manner bear.

    ink "low" and "lines" leave the setting pale. Raises: RecipeError for an unknown ink.
    """
    pens_for(ink, 1.94)
    w, h = width_mm - 2 * FRAME_MM, height_mm - 2 * FRAME_MM
    ribbons = engraving(dungeon, w, h, ink)
    rules = (
        Path(
            (box(-FRAME_MM + 0.2, -FRAME_MM + 0.2, w + FRAME_MM - 0.2, h + FRAME_MM - 0.2),),
            stroke=BLACK,
            width=0.25,
            join="miter",
        ),
        Path((box(-1.1, -1.1, w + 1.1, h + 1.1),), stroke=BLACK, width=0.75, join="miter"),
    )
    paper = Path((box(-FRAME_MM, -FRAME_MM, w + FRAME_MM, h + FRAME_MM),), fill=WHITE)
    what = str(lexicon("legend")["emblems"][emblem_of(dungeon)])
    return Picture(
        width_mm, height_mm, 1.0, (-FRAME_MM, -FRAME_MM),
        (Layer("paper", (paper,)), Layer("engraving", (ribbons,)), Layer("frame", rules)),
        word("legend", "cover_title", what=what), word("legend", "cover_desc", what=what),
    )  # fmt: skip


def emblem_of(dungeon: Dungeon) -> str:
    """The emblem of a dungeon's premise, or one by stream where that is unknown."""
    emblem = dungeon.premise.emblem
    return emblem if emblem in EMBLEMS else Stream(dungeon.seed, "draw", "emblem").choice(sorted(EMBLEMS))


def engraving(dungeon: Dungeon, w: float, h: float, ink: str = "full") -> Path:
    """The emblem in a setting that suits the premise, as ribbons of ink from 0, 0 to w, h, in mm."""
    pitch = PITCH_MM * min(1.0, max(0.55, (w + 2 * FRAME_MM) / 118))
    tone, bend = tones(dungeon, w, h, pitch, 1.0 if ink == "full" else 0.4)
    return Path(engraved(tone, bend, w, h), fill=BLACK)


def tones(dungeon: Dungeon, w: float, h: float, pitch: float, depth: float) -> tuple[Floats, Floats]:
    """The emblem in a setting as tones, 0 paper to 1 ink, a row every `pitch` mm, and how far each place is bent.

    depth: how dark the setting is, 0 to 1.
    """
    stream = Stream(dungeon.seed, "draw", "cover")
    setting = stream.choice(_settings_for(emblem_of(dungeon), dungeon.premise.theme))
    return _tone(emblem_of(dungeon), setting, stream, w, h, pitch, depth)


def _tone(
    emblem: str, setting: str, stream: Stream, w: float, h: float, pitch: float, depth: float
) -> tuple[Floats, Floats]:
    """The picture as tones, one row a line, and the bend of the lines."""
    rows, columns = max(round(h / pitch), 8), max(round(w / (STEP_MM * pitch / PITCH_MM)), 8)
    x, y = np.meshgrid(np.linspace(-1, 1, columns), (np.arange(rows) + 0.5) / rows * 2 - 1)
    ratio = h / w
    field = Field(x * SIDE, y * SIDE * ratio)
    stage = Stage(field, SIDE * ratio, GLOW.get(emblem, (0.0, 0.0)), emblem)
    scale = min(1.0, 1.05 * ratio) * stream.uniform(1.0, 1.1)
    behind = SETTINGS[setting](stage, stream)
    tone = np.where(behind > LIGHTEST, np.maximum(behind * depth, LIGHTEST + 0.01), behind)
    seen = field.moved(0, 0, scale)
    bend = np.zeros_like(tone)
    for solid in EMBLEMS[emblem](seen):
        tone, bend = _laid(tone, bend, solid, pitch)
    if setting == "water":
        tone, bend = _mirrored(tone, bend, field, stage)
    return np.clip(tone, 0, 1), bend


def _settings_for(emblem: str, theme: str) -> list[str]:
    """The settings that suit a premise and its emblem: a web is for spiders, one arch in another is too many."""
    unfit = {"gate": {"vault", "web"}, "spider": set()}.get(emblem, {"web"})
    return [name for name in SUITED.get(theme, tuple(sorted(SETTINGS))) if name not in unfit] or ["rays"]


def _laid(tone: Floats, bend: Floats, solid: Solid, pitch: float) -> tuple[Floats, Floats]:
    """A layer of an emblem over what lies behind it."""
    d = solid.d
    inside = d < 0
    if not solid.bevel:
        return np.where(inside, solid.tone, tone), bend
    rim = np.clip(-d / solid.bevel, 0, 1)
    high = np.sqrt(1 - (1 - rim) ** 2)
    gy, gx = np.gradient(high * solid.bevel)
    step = 2.7 / d.shape[1]
    gx, gy = gx / step, gy / (step * (d.shape[1] / d.shape[0]))
    flat = 1 / np.sqrt(gx**2 + gy**2 + 1)
    light = (0.44 * gx + 0.5 * gy + 0.75) * flat  # from the upper left
    shade = solid.tone + 0.85 * (1 - np.clip(light / 0.84, 0, 1)) ** 1.15 - 0.3 * np.clip(light - 0.78, 0, 1)
    edge = np.clip(1 - np.abs(d + 0.008) / 0.016, 0, 1)
    shade = np.maximum(shade, 0.96 * edge)
    halo = np.clip(1 - d / 0.05, 0, 1) * (d >= 0)
    tone = np.where(inside, np.clip(shade, 0.02, 1), tone * (1 - 0.75 * halo))
    return tone, np.where(inside, -0.55 * high, bend)


def _mirrored(tone: Floats, bend: Floats, field: Field, stage: Stage) -> tuple[Floats, Floats]:
    """Everything below the water's edge shows what is above it, broken by waves."""
    rows = tone.shape[0]
    edge = round((0.5 + 0.5 * 0.66) * rows)
    below = np.arange(edge, rows)
    wave = np.round(2.2 * np.sin(below * 1.9) + 1.3 * np.sin(below * 0.7)).astype(np.int64)
    out = tone.copy()
    for row, shift in zip(below.tolist(), wave.tolist(), strict=True):
        source = max(2 * edge - row - 1 - (row - edge), 0)
        out[row] = np.clip(0.16 + 0.84 * np.roll(tone[source], shift), 0, 1)
        near = 0.98 - 0.22 * np.exp(-((field.x[row] - stage.glow[0]) ** 2) * 4)
        out[row] = np.where(np.sin(field.x[row] * 11 + row * 2.1 + 3 * math.sin(row * 0.8)) > near, 0.05, out[row])
    flat = bend.copy()
    flat[edge:] = 0
    return out, flat
