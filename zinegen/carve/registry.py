"""The carvers: a system's name -> what carves one level by it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from zinegen.carve.ground import Ground
from zinegen.carve.plan import LevelPlan

Carver = Callable[[LevelPlan], Ground]
CARVERS: dict[str, Carver] = {}
"""Every carver by name; its docstring is its help text."""


PLUGINS = "zinegen.carvers"
"""The group of entry points that name modules of other packages whose import registers carvers."""


def load_plugins() -> None:
    """Import what other packages offer as carvers."""
    for plugin in sorted(entry_points(group=PLUGINS), key=lambda one: one.name):
        plugin.load()


def carver(name: str) -> Callable[[Carver], Carver]:
    """Register a carver under a name."""

    def register(function: Carver) -> Carver:
        CARVERS[name] = function
        return function

    return register
