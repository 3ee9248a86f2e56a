"""Rooms side by side: alike in nothing, telling of each other; and no riches in them for the taking."""

from __future__ import annotations

import msgspec
import pytest
from stock.laws import fact_faults
from stock.laws_text import word_faults

from zinegen.build import generate
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.store import encode
from zinegen.recipe import Recipe
from zinegen.stock.draft import head
from zinegen.stock.keys import _opening, _set

ONCE = {
    "wa 88": ("tiles", 2, "medium", 9, "five keys began alike"),
    "wa 1469": ("labyrinth cyclic", 2, "small", 10, "five keys began alike"),
    "wa 239": ("labyrinth cyclic passages tiles", 4, "large", 10, "two groups were at the same"),
    "wa 361": ("cyclic", 2, "small", 2, "one clue told of a secret door"),
    "wa 936": ("cyclic", 1, "small", 7, "the clues to a lock and to its key lay in one room"),
    "wa 430": ("labyrinth", 2, "medium", 1, "few rooms told of their neighbours"),
    "w 39": ("labyrinth cyclic passages tiles", 4, "small", 10, "a case in one room, a clock case beside it"),
}
"""Seed -> system, levels, size, level of the party, and what was wrong with it."""


@pytest.mark.parametrize("seed", ONCE)
def test_what_was_wrong_once_is_so_no_more(seed: str) -> None:
    system, levels, size, party, wrong = ONCE[seed]
    recipe = Recipe(seed=seed, system=tuple(system.split()), levels=levels, size=size, party_level=party)
    whole = msgspec.to_builtins(msgspec.json.decode(encode(generate(recipe)), type=Dungeon))
    assert fact_faults(whole) + word_faults(whole) == [], wrong


def test_a_thing_is_known_by_its_last_word() -> None:
    assert [head(what) for what in ("tall clock case", "case of gloves", "desk")] == ["case", "case", "desk"]


def test_a_key_without_an_air_keeps_the_order_of_its_frame() -> None:
    frame = "{air}: {things}. {who}."
    assert _set(frame, "", [], [], set(), pose=False) == ""
    assert _opening("A pale lady, smiling.") == _opening("a pale horse")


def test_riches_that_nobody_guards_are_hidden() -> None:
    """550 of 2,035 gold pieces lay in boxes of the second room: the dice had neither guarded nor hidden them."""
    dungeon = generate(Recipe(seed="wa 486", system=("cyclic",), levels=1, size="small", party_level=7))
    area = next(area for area in dungeon.levels[0].areas if area.id == "1-2")
    hoard = next(item for item in area.treasure if item.id == "1-2-t1a")
    assert (hoard.what, hoard.hidden != "", hoard.guarded) == ("1,100 electrum coins", True, False)
    assert [roll.bend for roll in area.rolls if roll.table == "treasure_hidden_chance"] == ["riches"]
    assert not [fault for fault in fact_faults(msgspec.to_builtins(dungeon)) if fault.startswith("F10")]
