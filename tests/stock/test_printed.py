"""Keys read back from the PDF say what the record says; each law of print was seen to be broken."""

from __future__ import annotations

import copy
from functools import cache

import msgspec
import pytest
from stock.laws import Json
from stock.laws_print import ledger_faults, print_faults
from stock.plants_print import PLANTS
from stock.printed import Run, keys, pages

from zinegen.build import make
from zinegen.carve import CARVERS
from zinegen.dungeon.model import Dungeon
from zinegen.recipe import Recipe

SYSTEMS = tuple(sorted(CARVERS))
BOOKLETS = (("cyclic", "terse"), ("labyrinth", "prose"))


@cache
def printed(system: str, n: int, style: str = "terse") -> tuple[Json, list[list[Run]]]:
    """A dungeon.json and the pages of its booklet."""
    recipe = Recipe(
        seed=f"print law {n}", system=(system,), levels=1, size="small", keys=style, products=("booklet",)
    )
    made = {one.name: one.data for one in make(recipe, workers=1)}
    dungeon = msgspec.to_builtins(msgspec.json.decode(made["dungeon.json"], type=Dungeon))
    return dungeon, pages(made["booklet.pdf"])


@pytest.mark.parametrize(("system", "style"), BOOKLETS)
def test_print_says_what_the_record_says(system: str, style: str) -> None:
    dungeon, found = printed(system, 0, style)
    assert print_faults(keys(found), dungeon) == []
    assert list(ledger_faults(found, dungeon)) == []


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_print_says_what_the_record_says_in_hundreds(system: str) -> None:
    wrong = []
    for n in range(100, 225):
        dungeon, found = printed.__wrapped__(system, n, ("terse", "prose")[n % 2])
        wrong += [f"{n}: {fault}" for fault in (*print_faults(keys(found), dungeon), *ledger_faults(found, dungeon))]
    assert wrong == []


@cache
def spoiled(name: str) -> tuple[str, ...]:
    """What the laws of print say of the first booklet that a fault could be planted in."""
    for system, style in BOOKLETS:
        dungeon, found = printed(system, 0, style)
        bad, record = copy.deepcopy(keys(found)), copy.deepcopy(dungeon)
        try:
            PLANTS[name].plant(bad, record)
        except StopIteration:
            continue  # this one has nothing to spoil
        return tuple(print_faults(bad, record))
    return ()


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_seen(name: str) -> None:
    code, says, _ = PLANTS[name]
    assert [one for one in spoiled(name) if one.startswith(f"{code} ") and says in one], spoiled(name)


def test_a_wrong_sum_is_seen() -> None:
    dungeon, found = printed("cyclic", 0)
    bad = copy.deepcopy(dungeon)
    next(item for level in bad["levels"] for a in level["areas"] for item in a["treasure"])["value_gp"] += 100
    assert list(ledger_faults(found, bad))
