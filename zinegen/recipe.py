"""What the user asks for: defaults, then the recipe file, then the command line, as one frozen Recipe."""

from __future__ import annotations

import msgspec


class LevelAsk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked of one level; None where the recipe's own value stands."""

    system: str | None = None
    size: str | None = None
    theme: str | None = None
    title: str | None = None


class Recipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A dungeon order with every default filled in."""

    title: str | None = None
    seed: str = ""
    system: tuple[str, ...] = ("labyrinth",)
    """Level by level; the last stands for the levels after it."""
    levels: int = 3
    size: str = "medium"
    layout: str = "classic"
    paper: str = "a4"
    ink: str = "full"
    products: tuple[str, ...] = ()
    keys: str = "terse"
    dialect: str = "old-school"
    party_level: int = 1
    theme: str | None = None
    date: str | None = None
    licence: str = "CC BY-SA 4.0"
    level: tuple[LevelAsk, ...] = ()

    def system_of(self, number: int) -> str:
        """The carving system of level `number` (from 1)."""
        ask = self.level[number - 1] if number <= len(self.level) else LevelAsk()
        return ask.system or self.system[min(number, len(self.system)) - 1]

    def size_of(self, number: int) -> str:
        """The size word of level `number` (from 1)."""
        ask = self.level[number - 1] if number <= len(self.level) else LevelAsk()
        return ask.size or self.size


SIZES: dict[str, tuple[int, int]] = {"small": (8, 12), "medium": (14, 20), "large": (24, 36)}
"""Size word -> fewest and most keyed areas a level."""
