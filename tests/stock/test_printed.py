"""Keys read back from the PDF say what the record says; each law of print was seen to be broken."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache

import msgspec
import pytest
from stock.laws import Json
from stock.laws_print import ledger_faults, print_faults
from stock.printed import NUMBER, WAYS, Key, Run, keys, pages, plain

from zinegen.build import make
from zinegen.carve import CARVERS
from zinegen.dungeon.model import Dungeon
from zinegen.recipe import Recipe

SYSTEMS = tuple(sorted(CARVERS))


@cache
def printed(system: str, n: int, style: str = "terse") -> tuple[Json, list[list[Run]]]:
    """A dungeon.json and the pages of its booklet."""
    recipe = Recipe(
        seed=f"print law {n}", system=(system,), levels=1, size="small", keys=style, products=("booklet",)
    )
    made = {one.name: one.data for one in make(recipe, workers=1)}
    dungeon = msgspec.to_builtins(msgspec.json.decode(made["dungeon.json"], type=Dungeon))
    return dungeon, pages(made["booklet.pdf"])


@pytest.mark.parametrize(("system", "style"), [("cyclic", "terse"), ("labyrinth", "prose")])
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


def _no_way(found: list[Key]) -> None:
    key = next(key for key in found if key.exits)
    run = next(run for run in reversed(key.runs) if run.bold and plain(run.text) in WAYS)
    run.text = ""


def _wrong_page(found: list[Key]) -> None:
    for key in found:
        for run, after in zip(key.runs, key.runs[1:], strict=False):
            if run.bold and NUMBER.match(plain(run.text)) and plain(after.text).startswith("p."):
                after.text = " p. 99 "
                return


def _long(found: list[Key]) -> None:
    found[0].runs[0].text += "word " * 60


def _unseen(found: list[Key]) -> None:
    for key in found:
        key.runs = [run for run in key.runs if not (run.slanted and run.bold)]


def _untold(found: list[Key]) -> None:
    key = next(key for key in found if key.handles)
    key.runs = [run for run in key.runs if run.slanted or run.text.isspace()]


def _says(words: str) -> Callable[[list[Key]], None]:
    def plant(found: list[Key]) -> None:
        found[0].runs.append(Run("Literata", 11.5, words))

    return plant


PLANTED: dict[str, tuple[str, Callable[[list[Key]], None]]] = {
    "a way left out": ("P1", _no_way),
    "a wrong page": ("P24", _wrong_page),
    "no such area": ("P24", lambda found: found[0].runs.append(Run("Bold", 11.5, "98"))),
    "a first line too long": ("P15", _long),
    "a creature left out": ("P16", _unseen),
    "a handle that nothing tells": ("P17", _untold),
    "facts left out": ("P18", _untold),
    "a key left out": ("P18", lambda found: found.pop()),
    "a key twice": ("P18", lambda found: found.append(found[0])),
    "second person": ("P22", _says(" The floor gives way under you.")),
    "a hedge": ("P22", _says(" It seems shut.")),
    "a slot": ("P22", _says(" The {thing} is shut.")),
    "an area by its number": ("P22", _says(" It came from area 6.")),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_seen(name: str) -> None:
    code, plant = PLANTED[name]
    dungeon, found = printed("cyclic", 0)
    spoiled = copy.deepcopy(keys(found))
    plant(spoiled)
    faults = print_faults(spoiled, dungeon)
    assert any(fault.startswith(f"{code} ") for fault in faults), faults


def test_a_wrong_sum_is_seen() -> None:
    dungeon, found = printed("cyclic", 0)
    spoiled = copy.deepcopy(dungeon)
    next(item for level in spoiled["levels"] for a in level["areas"] for item in a["treasure"])["value_gp"] += 100
    assert list(ledger_faults(found, spoiled))
