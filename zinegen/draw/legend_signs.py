"""The legend's icons for what a game master's map tells beyond its rooms, see `structure`: in mm, about a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zinegen.draw import flow_signs as signs
from zinegen.draw.brush import Brush, rect

if TYPE_CHECKING:
    from zinegen.draw.legend import Furniture


def _lock_sign(sheet: Furniture, x: float, y: float) -> None:
    signs.padlock(Brush(sheet.well, *sheet.at(x - 2.2, y), 0, 0.55 / sheet.mm), 0)
    signs.key(Brush(sheet.well, *sheet.at(x + 0.9, y), 0, 0.55 / sheet.mm), 0)


def _sight(sheet: Furniture, x: float, y: float) -> None:
    sheet.dashed([(x - 1.0, y), (x + 2.4, y)], 0.36, (0.001, 0.8), "round")
    signs.eye(Brush(sheet.well, *sheet.at(x - 1.8, y), 0, 0.62 / sheet.mm))
    signs.arrow(Brush(sheet.well, *sheet.at(x + 2.5, y), 0, 0.55 / sheet.mm))


def _sight_level(sheet: Furniture, x: float, y: float) -> None:
    signs.eye(Brush(sheet.well, *sheet.at(x, y), 0, 0.62 / sheet.mm))


def _changed(sheet: Furniture, x: float, y: float) -> None:
    signs.changed(Brush(sheet.well, *sheet.at(x, y), 0, 0.75 / sheet.mm))


def _barrier(sheet: Furniture, x: float, y: float) -> None:
    b = sheet.brush(x, y, 90)
    b.lines("thin", (-0.5, -1.0, -0.5, 1.0), (0.5, -1.0, 0.5, 1.0))
    b.ink(rect(1.24, 0.2, 0, 0.2), rect(1.24, 0.2, 0, -0.2))


def _patrol(sheet: Furniture, x: float, y: float) -> None:
    sheet.dashed([(x - 3.0, y), (x + 2.0, y)], 0.2, (1.0, 0.7), "butt")
    signs.arrow(Brush(sheet.well, *sheet.at(x + 2.4, y), 0, 0.5 / sheet.mm))


TOLD = {
    "lock_sign": _lock_sign,
    "sight": _sight,
    "sight_level": _sight_level,
    "barrier": _barrier,
    "patrol": _patrol,
    "changed": _changed,
}
"""The legend's id of a sign -> its icon."""
