"""What stands behind a cover's emblem: each setting is a tone over the whole picture, 0 paper to 1 ink."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from zinegen.dice import Stream
from zinegen.draw.noise import Floats, scatter, smooth_noise
from zinegen.draw.solids import Field, both, disc, slab, star


@dataclass(frozen=True, slots=True)
class Stage:
    """The picture's places in the emblem's frame, from -1.35 to 1.35 across and -tall to tall down."""

    field: Field
    tall: float
    glow: tuple[float, float]
    emblem: str

    def radius(self) -> Floats:
        """How far each place is from the light."""
        return np.hypot(self.field.x - self.glow[0], (self.field.y - self.glow[1]) * 0.92)

    def grain(self, cell: float, seed: int) -> Floats:
        """Smooth noise over the picture."""
        at = np.stack([self.field.x.ravel(), self.field.y.ravel()], axis=1)
        return smooth_noise(at, cell, seed).reshape(self.field.x.shape)


Setting = Callable[[Stage, Stream], Floats]


def _halo(stage: Stage, bright: float, reach: float) -> Floats:
    """Light round the emblem that falls off into the dark."""
    return np.asarray(np.clip((stage.radius() - bright) / reach, 0, 1) ** 0.85)


def _vault(stage: Stage, stream: Stream) -> Floats:
    """An arch of cut stones, its inside lit."""
    f, r, spring = stage.field, 1.12, -0.12
    tone = 0.07 + 0.85 * _halo(stage, stream.uniform(0.35, 0.5), 1.05)
    inner = both(disc(f, 0, spring, r), slab(f, 0, spring + 2, r, 2.0))
    outer = both(disc(f, 0, spring, r + 0.2), slab(f, 0, spring + 2, r + 0.2, 2.0))
    tone = np.where(inner > 0, 0.42, tone)
    turn = np.arctan2(-(f.y - spring), f.x)
    stones = np.abs(np.mod(turn / math.pi * 13, 1) - 0.5) > 0.46
    courses = np.abs(np.mod(f.y * 2.6, 1) - 0.5) > 0.46
    joint = np.where(f.y < spring, stones, courses)
    tone = np.where((inner > 0) & (outer < 0), np.where(joint, 0.9, 0.16 + 0.25 * (f.x > 0)), tone)
    tone = np.where(outer >= 0, 0.9 + 0.1 * stage.grain(0.4, 3), tone)
    tone = np.where(np.abs(inner) < 0.018, 1.0, tone)
    return np.asarray(np.where(np.abs(outer) < 0.014, 1.0, tone))


def _rays(stage: Stage, stream: Stream) -> Floats:
    """Beams from behind the emblem."""
    f, count, turn = stage.field, stream.between(11, 17), stream.random()
    angle = np.arctan2(f.y - stage.glow[1], f.x - stage.glow[0]) / math.tau
    beam = np.mod(angle * count + turn, 1)
    lit = np.clip(1.4 - np.abs(beam - 0.5) * 5.0, 0, 1)
    dark = np.clip((stage.radius() - 0.42) / 0.95, 0, 1)
    tone = 0.07 + 0.9 * dark * (1 - 0.85 * lit)
    ring = np.abs(stage.radius() - 1.02) < 0.012
    return np.asarray(np.where(ring, 1.0, tone))


def _cavern(stage: Stage, stream: Stream) -> Floats:
    """The mouth of a cave: black teeth above and below a lit hollow."""
    f, seed = stage.field, stream.below(1 << 20)
    tone = 0.08 + 0.72 * _halo(stage, 0.45, 1.2) + 0.1 * stage.grain(0.24, seed)
    for deep, dark in ((0.0, 0.72), (0.28, 1.0)):
        x = f.x[0] * (1.0 + deep)
        bumps = _jagged(x, seed + int(deep * 100))
        roof = -stage.tall + (0.62 - deep * 0.9) * (0.25 + bumps) + 0.42 * np.abs(f.x[0] / 1.35) ** 2.2
        floor = stage.tall - (0.3 - deep * 0.3) * (0.4 + _jagged(x + 31, seed)) - 0.3 * np.abs(f.x[0] / 1.35) ** 2.2
        wall = 1.35 - (0.2 - deep * 0.3) * (0.6 + _jagged(f.y[:, 0] * 1.3, seed + 9))
        rock = (f.y < roof[None, :]) | (f.y > floor[None, :]) | (np.abs(f.x) > wall[:, None])
        tone = np.where(rock, dark - 0.12 * (stage.grain(0.2, seed + 5) > 0.45), tone)
    return np.asarray(tone)


def _jagged(x: Floats, seed: int) -> Floats:
    """Teeth of uneven height along a line, 0 to 1."""
    cell = np.floor(x * 5).astype(np.int64)
    t = np.mod(x * 5, 1)
    high = scatter(cell, np.zeros_like(cell), seed)
    return np.asarray(high * (1 - np.abs(2 * t - 1)) ** 0.8)


def _water(stage: Stage, stream: Stream) -> Floats:
    """A lit sky over still water; the mirror image is made when the emblem stands."""
    f = stage.field
    tone = 0.07 + 0.85 * _halo(stage, 0.5, 1.2)
    edge = 0.66 * stage.tall
    hills = edge - 0.22 * (0.5 + stage.grain(0.9, stream.below(999))) * np.clip(np.abs(f.x) - 0.3, 0, 1)
    return np.asarray(np.where((f.y > hills) & (f.y < edge), 0.94, tone))


def _stairs(stage: Stage, stream: Stream) -> Floats:
    """Steps that rise to the emblem between walls of stone."""
    f = stage.field
    tone = 0.07 + 0.8 * _halo(stage, 0.45, 1.1)
    foot, steps = 0.55 * stage.tall, 4
    side = np.abs(f.x) - (0.82 + 0.5 * np.clip((f.y - foot) / (stage.tall - foot), 0, 1))
    bricks = (np.abs(np.mod(f.y * 4.2, 1) - 0.5) > 0.45) | (
        np.abs(np.mod(f.x * 1.9 + 0.5 * np.mod(np.floor(f.y * 4.2), 2), 1) - 0.5) > 0.47
    )
    wall = np.where(bricks, 1.0, 0.68 + 0.2 * np.clip(np.abs(f.x) - 0.9, 0, 1))
    tone = np.where(side > 0, wall, tone)
    depth = np.clip((f.y - foot) / (stage.tall - foot), 0, 1) ** 0.8 * steps
    tread = np.mod(depth, 1)
    step = np.where(tread < 0.5, 0.08 + 0.2 * np.abs(f.x), 0.6 + 0.3 * np.abs(f.x))
    tone = np.where((f.y > foot) & (side <= 0), np.clip(step, 0, 1), tone)
    return np.asarray(np.where(np.abs(side) < 0.015, 1.0, tone))


def _columns(stage: Stage, stream: Stream) -> Floats:
    """A pillared hall with a chequered floor."""
    f = stage.field
    tone = 0.07 + 0.82 * _halo(stage, 0.45, 1.1)
    horizon = 0.5 * stage.tall
    near = np.clip(f.y - horizon, 1e-3, None)
    tiles = np.mod(np.floor(f.x / near * 0.5) + np.floor(0.55 / near), 2)
    tone = np.where(f.y > horizon, 0.1 + 0.62 * tiles + 0.22 * np.abs(f.x), tone)
    for x, w, top in ((0.86, 0.1, 0.1), (1.2, 0.17, 0.0)):
        across = (np.abs(f.x) - x) / w
        flutes = 0.25 * (np.cos(across * 9) > 0.6)
        round_ = np.clip(0.28 + 0.5 * np.sign(f.x) * across * 0.8 + 0.35 * across**2 + flutes, 0, 1)
        foot = horizon + (0.14 if x < 1 else 0.4) * stage.tall
        shaft = (np.abs(across) < 1) & (f.y < foot)
        tone = np.where(shaft, round_, tone)
        for y, grow in ((foot, 1.35), (-stage.tall + 0.2 + top, 1.35)):
            block = (np.abs(across) < grow) & (np.abs(f.y - y) < 0.06)
            tone = np.where(block, 0.3 + 0.4 * (f.y > y), tone)
        tone = np.where((np.abs(np.abs(across) - 1) < 0.06) & (f.y < foot), 1.0, tone)
    return np.asarray(tone)


def _night(stage: Stage, stream: Stream) -> Floats:
    """Stars over hills."""
    f, seed = stage.field, stream.below(1 << 20)
    tone = np.clip(0.09 + 0.86 * _halo(stage, 0.45, 1.1), 0, 0.93)
    for _ in range(22):
        x, y, r = stream.uniform(-1.3, 1.3), stream.uniform(-1, 0.25) * stage.tall, stream.uniform(0.025, 0.07)
        if math.hypot(x - stage.glow[0], y - stage.glow[1]) > 0.95:
            seen = np.ix_(np.abs(f.y[:, 0] - y) <= r, np.abs(f.x[0] - x) <= r)
            tone[seen] = np.where(star(Field(f.x[seen], f.y[seen]), x, y, r, 4, 0.3) < 0, 0.0, tone[seen])
    for base, dark, wave in ((0.72, 0.8, 1.1), (0.86, 1.0, 0.6)):
        hill = base * stage.tall + 0.16 * stage.grain(wave, seed + int(base * 100))[0][None, :]
        tone = np.where(f.y > hill, dark, tone)
    return np.asarray(tone)


def _web(stage: Stage, stream: Stream) -> Floats:
    """A great web, pale on dark."""
    f = stage.field
    tone = 0.1 + 0.86 * _halo(stage, 0.3, 0.9)
    spokes, turn = 14, stream.random()
    r = np.hypot(f.x, f.y)
    angle = np.mod(np.arctan2(f.y, f.x) / math.tau * spokes + turn, 1)
    sag = r * (1 + 0.16 * np.abs(angle - 0.5))
    thread = (np.abs(angle - 0.5) > 0.5 - 0.008 * spokes / (2 * math.pi * np.maximum(r, 0.05)) * 1.7) | (
        np.abs(np.mod(sag * 4.4, 1) - 0.5) > 0.45
    )
    return np.asarray(np.where(thread & (r > 0.2), 0.0, tone))


SETTINGS: dict[str, Setting] = {
    "vault": _vault, "rays": _rays, "cavern": _cavern, "water": _water, "stairs": _stairs, "columns": _columns,
    "night": _night, "web": _web,
}  # fmt: skip
"""Setting id -> its tone."""
SUITED: dict[str, tuple[str, ...]] = {
    "apiary": ("rays", "night", "vault"), "bathhouse": ("water", "vault", "columns"),
    "caves": ("cavern", "water", "night"), "cellar": ("vault", "stairs", "rays"),
    "cistern": ("water", "vault", "columns"), "crypt": ("vault", "columns", "stairs", "web"),
    "embassy": ("columns", "stairs", "rays"), "foundry": ("cavern", "rays", "stairs"),
    "hold": ("columns", "cavern", "stairs"), "lazaret": ("vault", "night", "rays"),
    "lighthouse": ("water", "night", "rays"), "mill": ("water", "night", "stairs"),
    "mine": ("cavern", "stairs", "rays"), "mint": ("columns", "vault", "rays"),
    "observatory": ("night", "rays", "stairs"), "priory": ("vault", "rays", "stairs"),
    "prison": ("vault", "stairs", "web", "cavern"), "temple": ("columns", "water", "rays"),
    "theatre": ("columns", "stairs", "rays", "night"), "university": ("columns", "vault", "rays", "stairs"),
}  # fmt: skip
"""Theme of a premise -> the settings that suit it; for a theme that is not here, any does."""
