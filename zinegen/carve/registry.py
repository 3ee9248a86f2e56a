"""The carvers: a system's name -> what carves one level by it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from zinegen.carve.ground import Ground
from zinegen.carve.plan import LevelPlan

Carver = Callable[[LevelPlan], Ground]
CARVERS: dict[str, Carver] = {}
"""Every carver by name; its docstring is its help text."""
MOST_LEVELS = 10
"""So many levels a dungeon has at most, where a carver does not say otherwise of its own."""
ALONE: dict[str, int] = {}
"""Carver -> the most levels of a dungeon that is all its own."""

PLUGINS = "zinegen.carvers"
"""The group of entry points that name modules of other packages whose import registers carvers."""


def load_plugins() -> None:
    """Import what other packages offer as carvers."""
    for plugin in sorted(entry_points(group=PLUGINS), key=lambda one: one.name):
        plugin.load()


def carver(name: str, *, most_levels: int = MOST_LEVELS) -> Callable[[Carver], Carver]:
    """Register a carver under a name, with the most levels of a dungeon that is all its own."""

    def register(function: Carver) -> Carver:
        CARVERS[name], ALONE[name] = function, most_levels
        return function

    return register
