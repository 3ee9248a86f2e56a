"""The fifteen rules and the twenty-five faults, over dungeons of every system; and each law was seen to be broken."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from stock.laws import Json, fact_faults
from stock.laws_text import frame_faults, length_faults, word_faults
from stock.laws_things import r14_empty
from stock.plants import PLANTS
from stock.structure_law import structure_faults

from zinegen.build import generate
from zinegen.carve import CARVERS
from zinegen.dungeon.check import integrity
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.store import encode
from zinegen.errors import PlacementError
from zinegen.recipe import Recipe
from zinegen.words import lexicon

SYSTEMS = tuple(sorted(CARVERS))
_SMALL = (
    "the a an and or of to in on at by for from with it its is are lies there here seen through beyond noise brings "
    "way ways room this that next one two three turn patrol after before under more freshest leads trail goes left "
    "within hour going passage get open only without handout names short shorter worse back again round whole "
    "further clues be sight eye light falls"
)
SMALL_WORDS = frozenset(_SMALL.split())
"""What a frame may say by itself."""


@cache
def _made(system: str, n: int, levels: int = 2, size: str = "small") -> bytes:
    return encode(generate(Recipe(seed=f"law {n}", system=(system,), levels=levels, size=size)))


def made(system: str, n: int, levels: int = 2, size: str = "small") -> Json:
    """A dungeon.json, with what the file leaves out filled in."""
    whole = msgspec.json.decode(_made(system, n, levels, size), type=Dungeon)
    return msgspec.json.decode(msgspec.json.encode(whole))  # type: ignore[no-any-return]


def every_fault(dungeon: Json) -> list[str]:
    """All that any law of a dungeon.json says."""
    return fact_faults(dungeon) + word_faults(dungeon) + length_faults(dungeon)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("n", range(3))
def test_no_law_is_broken(system: str, n: int) -> None:
    dungeon = made(system, n)
    assert fact_faults(dungeon) + word_faults(dungeon) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_keys_are_as_long_as_a_key_may_be(system: str) -> None:
    assert length_faults(made(system, 0, 3, "medium")) == []


def test_frames_say_nothing_of_their_own() -> None:
    assert list(frame_faults(lexicon("stocking")["frame"], SMALL_WORDS | _directions())) == []
    places = {name: lexicon("stocking")[name] for name in ("wall", "hook", "magic")}
    places["at"] = lexicon("clue_places")["at"]
    assert list(frame_faults(places, SMALL_WORDS | {"beside", "sign", "wall"})) == []
    assert list(frame_faults({"first": ["{who}, low roof, wet stone: {things}."]}, SMALL_WORDS))


def _directions() -> frozenset[str]:
    more = {"above", "below", "away", "up", "down", "somewhere", "near", "spoor"}
    return frozenset({*lexicon("grammar")["directions"], *more})


MIXED = (*((system,) for system in SYSTEMS), SYSTEMS)
"""The systems by themselves, and all of them in one dungeon."""
SIZES = ("small", "small", "medium", "small", "small", "large")
HUNDRED = 100


def wide(n: int) -> Recipe:
    """The recipe of one of the two thousand: every system and all of them, every size, depth, preset and party."""
    system = MIXED[n % len(MIXED)]
    return Recipe(
        seed=f"wide {n}", system=system, size=SIZES[n // 5 % 6], levels=len(system) if len(system) > 1 else 1 + n % 3,
        keys=("terse", "prose")[n // 2 % 2], party_level=1 + n % 10,
    )  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(20))
def test_no_law_is_broken_in_two_thousand(hundred: int) -> None:
    """Every law, and every reference walked there and back."""
    wrong, dungeons = [], []
    for n in range(hundred * HUNDRED, (hundred + 1) * HUNDRED):
        try:
            whole = generate(wide(n))
        except PlacementError:  # no labyrinth of tiles came of the seed: another, as its message says
            whole = generate(msgspec.structs.replace(wide(n), seed=f"wide {n} again"))
        dungeon = msgspec.to_builtins(msgspec.json.decode(encode(whole), type=Dungeon))
        found = [*every_fault(dungeon), *structure_faults(dungeon), *map(str, integrity(whole))]
        wrong += [f"{n}: {fault}" for fault in found]
        dungeons.append(dungeon)
    assert wrong + list(r14_empty(dungeons)) == []


# ----------------------------------------------------------------------------------------------- each law, broken


@cache
def spoiled(name: str) -> tuple[str, ...]:
    """What the laws say of the first dungeon that a fault could be planted in."""
    for system in SYSTEMS:
        for n in range(3):
            dungeon = made(system, n)
            try:
                PLANTS[name].plant(dungeon)
            except (StopIteration, IndexError):
                continue  # this one has nothing to spoil
            return tuple(every_fault(dungeon))
    return ()


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_seen(name: str) -> None:
    found = [fault for fault in spoiled(name) if fault.split()[0] == PLANTS[name].code and PLANTS[name].says in fault]
    assert found, spoiled(name)
