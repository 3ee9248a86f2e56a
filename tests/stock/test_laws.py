"""The fifteen rules and the twenty-five faults, over dungeons of every system; and each law was seen to be broken."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from stock.laws import Facts, Json, fact_faults
from stock.laws_text import frame_faults, length_faults, word_faults

from zinegen.build import generate
from zinegen.carve import CARVERS
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.store import encode
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
    assert list(frame_faults({"first": ["{who}, low roof, wet stone: {things}."]}, SMALL_WORDS))


def _directions() -> frozenset[str]:
    more = {"above", "below", "away", "up", "down", "somewhere", "near", "spoor"}
    return frozenset({*lexicon("grammar")["directions"], *more})


@pytest.mark.soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_law_is_broken_in_hundreds(system: str) -> None:
    wrong = []
    for n in range(100, 225):
        dungeon = made(system, n, 1 + n % 3, ("small", "medium")[n % 2])
        wrong += [f"{n}: {fault}" for fault in fact_faults(dungeon) + word_faults(dungeon)]
    assert wrong == []


# ----------------------------------------------------------------------------------------------- each law, broken


def areas(dungeon: Json) -> list[Json]:
    """The keyed areas."""
    return [area for level in dungeon["levels"] for area in level["areas"] if area["key"] is not None]


def first(dungeon: Json, wanted: Callable[[Json], Any]) -> Json:
    """The first keyed area that will do."""
    return next(area for area in areas(dungeon) if wanted(area))


def _lock_behind_itself(d: Json) -> None:
    lock = next(one for one in d["locks"] if one["keys"] and one["guards"] in Facts(d).portals)
    behind = set(Facts(d).areas) - Facts(d).reach(without=frozenset({lock["id"]}))
    next(item for item in d["key_items"] if item["id"] == lock["keys"][0])["in"] = sorted(behind)[0]


def _secret_without_clue(d: Json) -> None:
    secrets = {p["id"] for level in d["levels"] for p in level["portals"] if p["secret"]}
    d["handouts"] = []
    for area in areas(d):
        area["clues"] = [clue for clue in area["clues"] if clue["about"] not in secrets]


def _trap_without_remedy(d: Json) -> None:
    first(d, lambda a: a["hazards"])["hazards"][0]["remedy"] = ""


def _clue_to_nothing(d: Json) -> None:
    first(d, lambda a: a["clues"])["clues"][0]["about"] = "9-99"


def _fish_on_land(d: Json) -> None:
    area = first(d, lambda a: a["inhabitants"] and not a["water"])
    area["features"], area["inhabitants"][0]["creature"] = [], "lake_thing"
    swim = [id_ for id_, raw in lexicon("bestiary").items() if "aquatic" in raw["tags"]]
    area["inhabitants"][0]["creature"] = swim[0]


def _treasure_nowhere(d: Json) -> None:
    first(d, lambda a: a["treasure"])["treasure"][0]["where"] = "moon"


def _worthless(d: Json) -> None:
    item = first(d, lambda a: a["treasure"])["treasure"][0]
    item["value_gp"], item["effect"], item["coin"] = 0, "", None


def _noise_of_nobody(d: Json) -> None:
    empty = first(d, lambda a: not a["inhabitants"] and a["id"].startswith("1-"))
    first(d, lambda a: a["id"].startswith("1-"))["text"]["notes"] = [f"From the north: a cough ({empty['key']})."]


def _larder_at_the_door(d: Json) -> None:
    first(d, lambda a: a["id"] == d["entrance"])["text"]["name"] = lexicon("rooms")["larder"]["names"][0]


def _free_gold(d: Json) -> None:
    area = first(d, lambda a: a["id"] == d["entrance"])
    area["inhabitants"], area["hazards"] = [], []
    area["text"]["details"].append({**_detail(), "id": "heap"})
    rich = {"id": "x", "what": "9,000,000 gold coins", "amount": 9000000, "coin": "gold", "value_gp": 9000000.0,
            "weight_lb": 900000.0, "effect": "", "where": "heap", "hazard": None, "hidden": "", "guarded": False,
            "kind": "coins"}  # fmt: skip
    area["treasure"].append(rich)


def _detail() -> Json:
    return {"id": "x", "what": "heap", "level": "hidden", "look": "", "find": "gold", "result": "", "inside": None}


def _idle(d: Json) -> None:
    area = first(d, lambda a: True)
    area["inhabitants"], area["hazards"], area["treasure"], area["clues"] = [], [], [], []
    area["text"]["notes"], area["text"]["details"] = [], []


def _does_nothing(d: Json) -> None:
    first(d, lambda a: a["inhabitants"])["inhabitants"][0]["doing"] = ""


def _all_hostile(d: Json) -> None:
    for area in areas(d):
        for one in area["inhabitants"]:
            one["reaction"] = "hostile"


def _zoo(d: Json) -> None:
    for n, one in enumerate(one for area in areas(d) for one in area["inhabitants"]):
        one["creature"] = f"kind {n}"
    level = d["levels"][0]
    one = first(d, lambda a: a["inhabitants"])["inhabitants"][0]
    level["areas"][0]["inhabitants"] = [{**one, "creature": f"kind {n}"} for n in range(7)]


def _unforeshadowed(d: Json) -> None:
    goal = first(d, lambda a: a["id"] == d["goal"])
    ids = {item["id"] for item in goal["treasure"]} | {goal["id"]}
    d["handouts"] = []
    for area in areas(d):
        area["clues"] = [clue for clue in area["clues"] if clue["about"] not in ids]


def _refers_to_nothing(d: Json) -> None:
    first(d, lambda a: True)["text"]["notes"] = ["Seen from the Moon (98), through a hole."]


def _same_name(d: Json) -> None:
    areas(d)[1]["text"]["name"] = areas(d)[0]["text"]["name"]


def _nobody_to_talk_to(d: Json) -> None:
    for area in areas(d):
        for one in area["inhabitants"]:
            one["reaction"] = "ignores"


def _wrong_sum(d: Json) -> None:
    next(i for a in areas(d) for i in a["treasure"] if i["coin"] == "silver")["value_gp"] += 100


def _long_first(d: Json) -> None:
    first(d, lambda a: True)["text"]["first"] += " Word" * 40


def _unseen_ogre(d: Json) -> None:
    area = first(d, lambda a: any(one["visible"] for one in a["inhabitants"]))
    area["text"]["first"] = "Bare walls and a floor of plain flags."


def _untold(d: Json) -> None:
    area = first(d, lambda a: any(t["level"] == "landmark" for t in a["text"]["details"]))
    area["text"]["details"].append({**_detail(), "what": "grand piano", "level": "landmark"})


def _told_twice(d: Json) -> None:
    area = first(d, lambda a: any(len(t["find"].split()) > 6 for t in a["text"]["details"]))
    line = next(t["find"] for t in area["text"]["details"] if len(t["find"].split()) > 6)
    area["text"]["notes"] = [*area["text"]["notes"], line]


def _says(line: str) -> Callable[[Json], None]:
    def plant(d: Json) -> None:
        first(d, lambda a: True)["text"]["notes"] = [line]

    return plant


def _same_line(d: Json) -> None:
    for area in areas(d)[:2]:
        area["text"]["details"].append({**_detail(), "find": "a shoe nailed to a plank, sole up, by one nail"})


PLANTED: dict[str, tuple[str, Callable[[Json], None]]] = {
    "key behind its own lock": ("F2", _lock_behind_itself),
    "secret without clues": ("F3", _secret_without_clue),
    "trap without remedy": ("F4", _trap_without_remedy),
    "clue to nothing": ("F5", _clue_to_nothing),
    "fish on land": ("F6", _fish_on_land),
    "treasure nowhere": ("F7", _treasure_nowhere),
    "treasure of no worth": ("F7", _worthless),
    "noise of nobody": ("F8", _noise_of_nobody),
    "larder as entrance": ("F9", _larder_at_the_door),
    "wealth for the taking": ("F10", _free_gold),
    "idle room": ("F11", _idle),
    "creature that does nothing": ("F12", _does_nothing),
    "all attack": ("R8", _all_hostile),
    "a zoo": ("R8", _zoo),
    "goal never foreshadowed": ("F14", _unforeshadowed),
    "first line too long": ("F15", _long_first),
    "ogre not in the first line": ("F16", _unseen_ogre),
    "shown and not told": ("F17", _untold),
    "fact told twice": ("F18", _told_twice),
    "second person": ("F19", _says("The floor gives way under you.")),
    "hedge": ("F20", _says("The chest seems to be locked.")),
    "useless history": ("F21", _says("Long ago a king slept here.")),
    "grammar": ("F22", _says("A orc's helmet is set down here.")),
    "unfilled slot": ("F22", _says("The {thing} is set down here.")),
    "one line in two rooms": ("F23", _same_line),
    "reference to nothing": ("F24", _refers_to_nothing),
    "two rooms of one name": ("F24", _same_name),
    "nobody to talk to": ("S16", _nobody_to_talk_to),
    "a wrong sum": ("L", _wrong_sum),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_seen(name: str) -> None:
    code, plant = PLANTED[name]
    for system in SYSTEMS:
        for n in range(3):
            dungeon = made(system, n)
            try:
                plant(dungeon)
            except (StopIteration, IndexError):
                continue  # this one has nothing to spoil
            found = fact_faults(dungeon) + word_faults(dungeon)
            assert any(fault.split()[0] == code for fault in found), found
            return
    pytest.fail("no dungeon has what this fault needs")
