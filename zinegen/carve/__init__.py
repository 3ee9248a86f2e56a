"""Carve: a recipe comes in, a dungeon of bare walls goes out. Dice are rolled here."""

from __future__ import annotations

from zinegen.carve import cyclic, labyrinth, passages, tiles
from zinegen.carve.descent import descend
from zinegen.carve.registry import CARVERS, Carver, carver, load_plugins
from zinegen.dungeon.model import Dungeon
from zinegen.errors import RecipeError
from zinegen.recipe import Recipe
from zinegen.rolltable import tables

__all__ = ["CARVERS", "Carver", "carve", "carver", "cyclic", "labyrinth", "passages", "tiles"]

load_plugins()


def carve(recipe: Recipe) -> Dungeon:
    """Carve the floor plans of a dungeon: bare of text, inhabitants and treasure.

    Raises: RecipeError for a system that does not exist; TableError for a table that is wrong.
    """
    for number in range(1, recipe.levels + 1):
        if recipe.system_of(number) not in CARVERS:
            known = ", ".join(sorted(CARVERS))
            raise RecipeError(f"system {recipe.system_of(number)!r}: there is no such carver; there are: {known}")
    tables()  # one with a gap is told of before anything is dug, whether its dice would fall or not
    return descend(recipe)
