"""The carvers: a system's name -> what carves one level by it."""

from __future__ import annotations

from collections.abc import Callable

from zinegen.carve.ground import Ground
from zinegen.carve.plan import LevelPlan

Carver = Callable[[LevelPlan], Ground]
CARVERS: dict[str, Carver] = {}
"""Every carver by name; its docstring is its help text."""


def carver(name: str) -> Callable[[Carver], Carver]:
    """Register a carver under a name."""

    def register(function: Carver) -> Carver:
        CARVERS[name] = function
        return function

    return register
