"""Why an area is what it is."""

from __future__ import annotations

import json

import msgspec
import pytest
from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.carve import carve
from zinegen.carve.tables import SHAPES, SIZES, bent
from zinegen.dungeon.model import Dungeon, Rolled, Treasure
from zinegen.dungeon.textmap import text_to_dungeon
from zinegen.errors import DungeonError
from zinegen.explain import explain, lines
from zinegen.recipe import Recipe


def with_rolls(*rolls: Rolled) -> Dungeon:
    dungeon = text_to_dungeon("1+2", goal="1-2")
    level = dungeon.levels[0]
    room = replace(level.areas[0], rolls=rolls, contents=("monster",), water="magic", pinned=True)
    return replace(dungeon, levels=(replace(level, areas=(room, *level.areas[1:])),))


def test_each_roll_is_told_in_words() -> None:
    dungeon = with_rolls(
        Rolled(table="room_size", rolled=(13,), bend="shrunk"),
        Rolled(table="exit_count", rolled=(5, 3)),
        Rolled(table="exit_wall", bend="revived"),
        Rolled(table="magic_pool_attribute", rolled=(3,), drawn=False),
        Rolled(table="of_a_later_zinegen", rolled=(4,), bend="some_new_bend"),
    )
    assert lines(explain(dungeon, "1-1")) == [
        "1-1: room, rectangle",
        "  holds: monster, magic water",
        "  pinned: rerolling and restocking leave it as it is",
        "  room_size 13: 20 ft wide, 30 ft long, 600 sq ft (made smaller, to fit)",
        "  exit_count 5: exits: 2, one more if larger than 500 sq ft, then 3",
        "  exit_wall (added, because no exit was left to follow)",
        "  magic_pool_attribute 3: constitution (rolled, not drawn)",
        "  of_a_later_zinegen 4: this zinegen has no such table (some new bend)",
    ]
    assert lines(explain(dungeon, "1-2"))[-1] == "  nothing was rolled for it"


def test_scripts_read_area_and_rolls() -> None:
    told = json.loads(msgspec.json.encode(explain(with_rolls(Rolled(table="room_size", rolled=(13,))), "1-1")))
    assert told["area"] == "1-1"
    assert told["rolls"][0] == {
        "table": "room_size", "dice": "1d20", "rolled": [13], "plus": 0, "bend": "", "drawn": True,
        "result": {"kind": "standard", "width_ft": 20, "length_ft": 30, "area_sqft": 600},
        "source": told["rolls"][0]["source"],
    }  # fmt: skip
    assert told["rolls"][0]["source"]["document"] == "000"


def test_treasure_is_told_as_its_level_and_its_guard_have_it() -> None:
    """On level 3 a guarded 13 is a 14: three times the dice, in gold."""
    rolls = (Rolled(table="treasure", rolled=(13,)), Rolled(table="treasure", rolled=(2,)))
    dungeon = text_to_dungeon("1", "1", "1", goal="1-1")
    hoard = Treasure(id="t", kind="coins", what="700 gold coins")
    level = dungeon.levels[2]
    told = {}
    for guarded in (False, True):
        room = replace(level.areas[0], rolls=rolls, treasure=(replace(hoard, guarded=guarded),))
        changed = replace(dungeon, levels=(*dungeon.levels[:2], replace(level, areas=(room,))))
        told[guarded] = [line.strip() for line in lines(explain(changed, "3-1"))[1:]]
    assert told[False][0] == "treasure 13: 6d8*100 electrum pieces"
    assert told[True] == ["treasure 13+1: 3d4*100 gold pieces", "treasure 2+1: 6d10*100 copper pieces"]


def test_a_number_will_do_where_there_is_one_level() -> None:
    assert explain(with_rolls(), "1").area == "1-1"


@pytest.mark.parametrize(
    ("id_", "says"),
    [
        ("1-99", "there is no area '1-99': level 1 has 1-1 to 1-17"),
        ("7", "write level and number, such as 1-1; there are 2 levels"),
        ("", "write level and number"),
    ],
)
def test_an_area_that_is_not_there(id_: str, says: str) -> None:
    with pytest.raises(DungeonError) as fault:
        explain(sample_dungeon(), id_)
    assert says in str(fault.value)


def test_of_one_level_an_area_that_is_not_there_is_named_as_it_was_asked_for() -> None:
    sample = sample_dungeon()
    one = replace(sample, levels=sample.levels[:1])
    with pytest.raises(DungeonError, match="no area '1-99': level 1 has 1-1 to"):
        explain(one, "1-99")


def test_every_area_of_the_sample_can_be_explained() -> None:
    dungeon = sample_dungeon()
    for level in dungeon.levels:
        for area in level.areas:
            assert lines(explain(dungeon, area.id))[0].startswith(area.id)


def test_a_room_made_smaller_says_so_of_the_roll_for_its_size() -> None:
    """Its contents are rolled after it was made; those a smaller room holds as well. A shape given up is told too."""
    bends: dict[str, set[str]] = {}
    for seed in range(3):
        dungeon = carve(Recipe(seed=f"small {seed}", system=("cyclic", "labyrinth"), levels=2, size="small"))
        for roll in (roll for level in dungeon.levels for area in level.areas for roll in area.rolls):
            bends.setdefault(roll.bend, set()).add(roll.table)
    assert bends["shrunk"] and bends["shrunk"] <= {"room_size", "hall_size", "cave_size", "special_area"}
    assert bends.get("plain", set()) <= {"special_shape"}
    assert bent_of("room_size", "special_shape", "special_area", "chamber_contents") == ["", "plain", "shrunk", ""]


def bent_of(*tables: str) -> list[str]:
    """The bends of rolls on some tables, once their room was made smaller and plain."""
    kept = [Rolled(table=table) for table in tables]
    bent(kept, "shrunk", SIZES)
    bent(kept, "plain", SHAPES)
    return [one.bend for one in kept]
