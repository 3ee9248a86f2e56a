"""The things on covers: emblem id -> solids, a few layers from back to front, in a frame from -1 to 1."""

from __future__ import annotations

from collections.abc import Callable

from zinegen.draw import omens, relics
from zinegen.draw.solids import Field, Point, Solid

Emblem = Callable[[Field], list[Solid]]

EMBLEMS: dict[str, Emblem] = {
    "bell": relics.bell, "skull": omens.skull, "key": relics.key, "eye": omens.eye, "tower": omens.tower,
    "well": omens.well, "crown": relics.crown, "chalice": relics.chalice, "lantern": relics.lantern,
    "serpent": omens.serpent, "hand": omens.hand, "gate": relics.gate, "sword": relics.sword,
    "candle": relics.candle, "moon": omens.moon, "spider": omens.spider,
}  # fmt: skip
"""Emblem id, as in a premise -> how it is made."""
GLOW: dict[str, Point] = {"candle": (0.0, -0.42), "lantern": (0.0, 0.1), "gate": (0.0, -0.1)}
"""Where the light comes from, for emblems that shine; else the middle."""
