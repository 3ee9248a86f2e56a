"""zinegen, a print shop for dungeons.

    from zinegen import load_recipe, generate, print_dungeon

    dungeon = generate(load_recipe(seed="hollow hill", levels=2))     # carve and stock; a frozen record
    print_dungeon("output/hollow/dungeon.json", paper="letter")       # draw, typeset and publish what the file says

These three are the public interface; everything else may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zinegen.build import generate, print_dungeon
    from zinegen.recipe import load_recipe

__version__ = "0.1.0"
__all__ = ["generate", "load_recipe", "print_dungeon"]

_HOMES = {"load_recipe": "zinegen.recipe", "generate": "zinegen.build", "print_dungeon": "zinegen.build"}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: `zinegen --help` needs none of it."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
