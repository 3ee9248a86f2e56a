"""A reader's tenth dungeon is a new one; and no entry of the lists is there for nothing."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from stock.fresh import Json, drawn, entries, memorable, seen_before

from zinegen.build import generate
from zinegen.dungeon.store import encode
from zinegen.errors import PlacementError
from zinegen.recipe import Recipe
from zinegen.stock.shapes import Klass
from zinegen.words import lexicon, pool

SEEN = {1: 0.15, 3: 0.35}
"""Levels -> how much of a reader's tenth dungeon may have been met before, in the mean of many readers.

Of single readers one in twenty has 0.24 of one level: those who met the same story before.
"""
SPREAD = 0.06
"""How much more a few readers may have met than many."""

SYSTEMS = ("cyclic", "labyrinth", "passages", "tiles")
SIZES = ("small", "medium", "large")


def made(seed: str, levels: int, size: str = "medium", system: str = "cyclic", party: int = 1) -> Json:
    """A dungeon.json."""
    recipe = Recipe(seed=seed, levels=levels, size=size, system=(system,), party_level=party)
    return json.loads(encode(generate(recipe)))  # type: ignore[no-any-return]


def varied(number: int) -> Json:
    """One of a thousand dungeons: systems, sizes, one to four levels, parties of level one to eight in turn."""
    number, system = divmod(number, 4)
    number, size = divmod(number, 3)
    party, levels = divmod(number, 4)
    asked = (levels + 1, SIZES[size], SYSTEMS[system], party % 8 + 1)
    for again in range(9):  # where no large labyrinth comes of a seed another is tried, as the message says
        try:
            return made(f"cover {party} {levels} {size} {system}{f' again {again}' if again else ''}", *asked)
        except PlacementError:
            continue
    raise AssertionError(f"no dungeon came of {asked}")


LEAST = {"finds": 1600, "activities": 400, "hiding": 300, "traces": 500}
"""How long the lists are at least that no dungeon is without, by the arithmetic of what one remembers."""


def test_the_lists_are_long_enough_for_ten_dungeons() -> None:
    events = [event for theme in lexicon("themes").values() for event in theme["events"]]
    kinds = [words.get(kind, ()) for words in lexicon("activities").values() for kind in get_args(Klass)]
    lists = {
        "finds": [e["find"] for room in lexicon("rooms").values() for e in room["things"] if e.get("find")]
        + [e["find"] for e in pool("finds") if e.get("find")],
        "activities": sorted({deed for deeds in kinds for deed in deeds}),
        "hiding": [f"{e['says']}: {e['find']}" for e in pool("hiding")],
        "traces": [e["find"] for e in (*pool("traces"), *(e for event in events for e in event["traces"]))],
    }
    for name, texts in lists.items():
        assert len(set(texts)) == len(texts), name
        assert len(texts) >= LEAST[name], name


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
    """In a thousand dungeons of every system, size, depth and party; those that never do are named."""
    found = drawn(varied(n) for n in range(1000))
    known = entries()
    missing = sorted(name for name, begin in known.items() if not found[begin])
    assert len(missing) <= 0.02 * len(known), missing
