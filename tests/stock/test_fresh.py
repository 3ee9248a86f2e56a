"""A reader's tenth dungeon is a new one; and no entry of the lists is there for nothing."""

from __future__ import annotations

import json

import pytest
from stock.fresh import Json, drawn, entries, memorable, seen_before

from zinegen.build import generate
from zinegen.dungeon.store import encode
from zinegen.recipe import Recipe

SEEN = {1: 0.2, 3: 0.46}
"""Levels -> how much of a reader's tenth dungeon may have been met before, in the mean of many readers.

Of single readers one in five has 0.3 of one level: those who met the same story before.
"""
SPREAD = 0.1
"""How much more a few readers may have met than many."""


def made(seed: str, levels: int, size: str = "medium", system: str = "cyclic", party: int = 1) -> Json:
    """A dungeon.json."""
    recipe = Recipe(seed=seed, levels=levels, size=size, system=(system,), party_level=party)
    return json.loads(encode(generate(recipe)))  # type: ignore[no-any-return]


def test_what_is_memorable_is_what_was_written() -> None:
    dungeon = made("memory", 1, "small")
    assert len(memorable(dungeon)) >= 10
    assert seen_before([dungeon, dungeon]) == 1
    assert seen_before([dungeon, {"levels": [], "handouts": [], "key_items": [], "locks": []}]) == 0


def test_a_tenth_dungeon_is_mostly_new() -> None:
    shares = [seen_before([made(f"reader {s} {n}", 1) for n in range(10)]) for s in range(3)]
    assert sum(shares) / len(shares) <= SEEN[1] + SPREAD


@pytest.mark.soak
@pytest.mark.parametrize("levels", SEEN)
def test_a_tenth_dungeon_is_mostly_new_to_many_readers(levels: int) -> None:
    shares = [seen_before([made(f"reader {s} {n}", levels) for n in range(10)]) for s in range(20)]
    assert sum(shares) / len(shares) <= SEEN[levels]


@pytest.mark.soak
def test_every_entry_comes_up() -> None:
    """In a thousand dungeons; those that never do are named."""
    systems = ("cyclic", "labyrinth", "passages", "tiles")
    found = drawn(made(f"cover {n}", 3, "medium", systems[n % 4], 1 + n % 14) for n in range(1000))
    known = entries()
    missing = sorted(name for name, begin in known.items() if not found[begin])
    assert len(missing) <= 0.02 * len(known), missing
