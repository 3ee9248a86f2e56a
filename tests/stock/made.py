"""Dungeons for the tests of stocking: the sample's floor plan without its words, and carved ones."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.carve import carve
from zinegen.dungeon.model import Area, Dungeon, KeyText
from zinegen.recipe import Recipe
from zinegen.stock import stock

SEEDS = tuple(f"stock-{n}" for n in range(4))


def bared(area: Area) -> Area:
    """An area of the sample as carve would hand it over."""
    rooms = ("monster", "treasure") if (area.key or 0) % 2 else ("trap",) if area.key == 4 else ()
    return replace(
        area, text=KeyText(), inhabitants=(), hazards=(), treasure=(), clues=(),
        contents=rooms if area.key else (), water="magic" if area.id == "1-9" else area.water,
    )  # fmt: skip


@cache
def bare_sample(seed: str) -> Dungeon:
    """The floor plan of the sample under another seed, without a word in it."""
    whole = sample_dungeon()
    levels = tuple(
        replace(
            level,
            title="",
            text="",
            areas=tuple(map(bared, level.areas)),
            portals=tuple(replace(portal, name="") for portal in level.portals),
        )
        for level in whole.levels
    )
    items = tuple(replace(item, name="", where="") for item in whole.key_items)
    return replace(whole, seed=seed, title="?", factions=(), rumours=(), wandering=(), levels=levels, key_items=items)


@cache
def carved(seed: str, size: str = "small", levels: int = 2) -> Dungeon:
    """A carved dungeon, bare."""
    return carve(Recipe(seed=seed, size=size, levels=levels))


@cache
def stocked(seed: str) -> Dungeon:
    """A carved dungeon, stocked."""
    return stock(carved(seed), Recipe(seed=seed, size="small", levels=2))


def keyed(dungeon: Dungeon) -> list[Area]:
    """All areas with a key."""
    return [area for level in dungeon.levels for area in level.areas if area.key is not None]
