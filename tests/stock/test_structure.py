"""Keys tell the structure: of cyclic levels, read from dungeon.json alone; and each law was seen to fail."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from stock.lint import body, faults
from stock.structure_law import REF, Json, structure_faults

from zinegen.carve import carve
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.store import encode
from zinegen.recipe import Recipe
from zinegen.stock import stock
from zinegen.words import lexicon, pool

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve")
SEEDS = tuple(f"structure {n}" for n in range(16, 30))


@cache
def cyclic(seed: str, levels: int = 1) -> Dungeon:
    """A stocked dungeon of cyclic levels."""
    recipe = Recipe(seed=seed, system=("cyclic",), levels=levels)
    return stock(carve(recipe), recipe)


@cache
def file_of(seed: str) -> bytes:
    return encode(cyclic(seed))


def read(seed: str) -> Json:
    """Its dungeon.json, with what a file leaves out filled in."""
    return msgspec.to_builtins(msgspec.json.decode(file_of(seed), type=Dungeon))


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_tell_the_structure(seed: str) -> None:
    assert structure_faults(read(seed)) == []


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_the_keys_of_cyclic_levels_are_whole_and_well_written(seed: str) -> None:
    dungeon = cyclic(seed)
    assert integrity(dungeon) == []
    assert judge(dungeon).findings == ()
    assert faults(dungeon) == []


def test_the_keys_of_cyclic_levels_stay_short() -> None:
    words = sorted(body(a) for s in SEEDS for lv in cyclic(s).levels for a in lv.areas if a.key is not None)
    assert words[len(words) // 2] <= 78  # a level all of whose cycles are told; three together have 70
    assert sum(n > 125 for n in words) <= 0.03 * len(words)  # goals with trap, hoard and sight


def test_the_seeds_have_every_kind_of_structure() -> None:
    """Or the laws above would be kept for want of anything to keep."""
    kinds: Counter[str] = Counter()
    for seed in SEEDS:
        dungeon = read(seed)
        kinds.update(lock["kind"] for lock in dungeon["locks"])
        kinds.update(cycle["kind"] for level in dungeon["levels"] for cycle in level["flow"]["cycles"])
        kinds.update("sight" for level in dungeon["levels"] for _ in level["sights"])
    assert {"monster", "environment_or_magic", "blocked_retreat", "monster_patrol", "gambit", "false_goal",
            "altered_return", "two_alternative_paths", "two_keys", "sight"} <= set(kinds)  # fmt: skip


@pytest.mark.parametrize("seed", ["deep1", "deep2", "deep4"])
def test_levels_tell_of_the_cycle_that_they_make(seed: str) -> None:
    recipe = Recipe(seed=seed, system=("cyclic",), levels=6, size="small")
    dungeon = stock(carve(recipe), recipe)
    texts = {level.number: level.text for level in dungeon.levels}
    kinds = {cycle.kind for cycle in dungeon.flow.cycles}
    assert kinds
    for cycle in dungeon.flow.cycles:
        for lock in dungeon.locks:
            if lock.id == cycle.lock:
                keys = [item for item in dungeon.key_items if item.id in lock.keys]
                assert keys and all(f"({item.in_})" in texts[int(item.in_.split("-")[0])] for item in keys)
    if kinds & {"two_alternative_paths", "dangerous_route"}:
        assert "level 6" in texts[1]


# ------------------------------------------------------------------------------------------------- planted faults


def _areas(dungeon: Json) -> dict[str, Json]:
    return {area["id"]: area for level in dungeon["levels"] for area in level["areas"]}


def _cycles(dungeon: Json, *kinds: str) -> list[Json]:
    return [c for level in dungeon["levels"] for c in level["flow"]["cycles"] if c["kind"] in kinds]


def _mute(area: Json) -> None:
    """Take every reference out of a key."""

    def plain(value: Any) -> Any:
        if isinstance(value, str):
            return REF.sub("(out)", value)
        if isinstance(value, list | tuple):
            return [plain(one) for one in value]
        return {key: plain(one) for key, one in value.items()} if isinstance(value, dict) else value

    area["text"] = plain(area["text"])


def _lock_room(dungeon: Json) -> str:
    lock = next((one for one in dungeon["locks"] if one["area"]), None)
    if lock is None:
        return ""
    _mute(_areas(dungeon)[lock["area"]])
    return "does not say that its key lies"


def _key_room(dungeon: Json) -> str:
    for item in dungeon["key_items"]:
        item["opens"] = "opens something"
    return "does not say that it opens" if dungeon["key_items"] else ""


def _lock_gone(dungeon: Json) -> str:
    lock = next((one for one in dungeon["locks"] if one["kind"] == "monster"), None)
    if lock is None:
        return ""
    _areas(dungeon)[lock["area"]]["inhabitants"] = []
    return "nobody meets"


def _blind(dungeon: Json) -> str:
    for level in dungeon["levels"]:
        for sight in level["sights"]:
            _mute(_areas(dungeon)[sight["from"]])
            return "nothing shows"
    return ""


def _mirage(dungeon: Json) -> str:
    for level in dungeon["levels"]:
        for sight in level["sights"]:
            there = _areas(dungeon)[sight["to"]]
            there["treasure"], there["inhabitants"], there["text"]["details"] = [], [], []
            return "is not there"
    return ""


def _open_way(dungeon: Json) -> str:
    for cycle in _cycles(dungeon, "blocked_retreat"):
        _mute(_areas(dungeon)[cycle["marks"]["barrier"]])
        return "the barrier toward"
    return ""


def _idle_patrol(dungeon: Json) -> str:
    for cycle in _cycles(dungeon, "monster_patrol"):
        _areas(dungeon)[cycle["route"][-1]]["text"]["notes"] = []
        return "when its patrol comes"
    return ""


def _unaltered(dungeon: Json) -> str:
    for cycle in _cycles(dungeon, "altered_return"):
        _areas(dungeon)[cycle["start"]]["text"]["notes"] = []
        return "has not both its states"
    return ""


def _no_reward(dungeon: Json) -> str:
    for cycle in _cycles(dungeon, "gambit"):
        _areas(dungeon)[cycle["marks"]["reward"]]["treasure"] = []
        return "has no reward"
    return ""


def _item(field: str, value: str, expected: str) -> Callable[[Json], str]:
    """A key item told otherwise than it is."""

    def plant(dungeon: Json) -> str:
        for lock in dungeon["locks"]:
            for item in (one for one in dungeon["key_items"] if one["id"] in lock["keys"] and lock["area"]):
                item[field] = value
                return expected
        return ""

    return plant


def _nameless_lock(dungeon: Json) -> str:
    lock = next((one for one in dungeon["locks"] if one["area"]), None)
    if lock is None:
        return ""
    lock["name"] = ""
    return "has no name"


def _silent(dungeon: Json) -> str:
    for level in dungeon["levels"]:
        for sight in level["sights"]:
            _areas(dungeon)[sight["from"]]["text"]["first"] = "Bare."
            return "keeps silent on what shows"
    return ""


def _unseen(dungeon: Json) -> str:
    for level in dungeon["levels"]:
        for sight in level["sights"]:
            _areas(dungeon)[sight["to"]]["text"]["notes"] = []
            return "does not say that it is seen from"
    return ""


def _free_reward(dungeon: Json) -> str:
    for cycle in _cycles(dungeon, "gambit"):
        _areas(dungeon)[cycle["marks"]["reward"]].update(inhabitants=[], hazards=[])
        return "guards its reward with nothing"
    return ""


def _nobody_walks(dungeon: Json) -> str:
    for cycle in _cycles(dungeon, "monster_patrol"):
        for area in cycle["route"]:
            _areas(dungeon)[area]["inhabitants"] = []
        return "nobody walks its round"
    return ""


def _other_half(dungeon: Json) -> str:
    for cycle in _cycles(dungeon, "blocked_retreat"):
        if "objective" in cycle["marks"]:
            _mute(_areas(dungeon)[cycle["marks"]["objective"]])
            return "its other half"
    return ""


def _no_theme(dungeon: Json) -> str:
    for level in dungeon["levels"]:
        for arc in level["flow"]["arcs"]:
            if arc["theme"] and arc["areas"] and _areas(dungeon)[arc["areas"][0]]["key"]:
                _areas(dungeon)[arc["areas"][0]]["text"]["details"] = []
                return "has nothing of its theme"
    return ""


def _muted(kind: str, place: Callable[[Json], str], expected: str) -> Callable[[Json], str]:
    """The key of a place of a cycle, without what it refers to."""

    def plant(dungeon: Json) -> str:
        for cycle in _cycles(dungeon, kind):
            _mute(_areas(dungeon)[place(cycle)])
            return expected
        return ""

    plant.__name__ = f"_muted_{kind}"
    return plant


_true_goal = _muted("false_goal", lambda cycle: cycle["marks"]["false_goal"], "does not say that the true goal")
_fork = _muted("two_alternative_paths", lambda cycle: cycle["start"], "from the other way")
_untold_reward = _muted("gambit", lambda cycle: cycle["goal"], "does not tell of the reward")
_key_of_another_name = _item("name", "glass key of nobody", "does not name the")
_key_on_nothing = _item("where", "moon", "lies nowhere")
_key_of_another_name.__name__, _key_on_nothing.__name__ = "_key_of_another_name", "_key_on_nothing"

PLANTED = (_lock_room, _key_room, _lock_gone, _blind, _mirage, _open_way, _idle_patrol, _unaltered, _no_reward,
           _true_goal, _fork, _key_of_another_name, _key_on_nothing, _nameless_lock, _silent, _unseen, _untold_reward,
           _free_reward, _nobody_walks, _other_half, _no_theme)  # fmt: skip


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_seen(plant: Callable[[Json], str]) -> None:
    for seed in SEEDS:
        dungeon = read(seed)
        if expected := plant(dungeon):
            assert any(expected in fault for fault in structure_faults(dungeon))
            return
    pytest.fail("no seed has what this fault needs")


# --------------------------------------------------------------------------------------------------- the word lists


def test_every_lock_of_the_lexicon_is_whole() -> None:
    for entry in pool("locks"):
        assert "{it}" in entry.get("look", "") + entry.get("doing", ""), entry["id"]
        assert "{keys}" in entry["opens"].lower(), entry["id"]
        assert len(entry.get("keys", ())) == (0 if entry["kind"] == "door_and_key" else 2), entry["id"]
        assert entry["kind"] not in ("monster", "trap", "hazard") or entry["without"], entry["id"]


def test_every_theme_of_opposed_ways_has_things() -> None:
    files = {entry["file"] for entry in pool("opposed")}
    pairs = lexicon("opposed/fire") and {name for entry in pool("opposed") for name in (entry["file"],)}
    assert {"monsters", "traps", "steel", "magic", "corridors", "caves", "fire", "water", "beasts", "undead",
            "splendour", "ruin", "silence", "noise", "riddles", "force"} <= files == pairs  # fmt: skip


def test_what_is_many_takes_no_article() -> None:
    """Of locks, barriers and whatever else cycles put into a room: no "a two spheres", no "a sealed niches"."""
    cycles = lexicon("cycles")
    things = [(entry["what"], entry.get("n", "")) for entry in pool("locks") if "plural" not in entry]
    for part in ("altered", "false_goal", "prize", "objective"):
        things += [(e["what"], e.get("n", "")) for e in cycles.get(part, {}).get("list", ()) if "what" in e]
    faces = [e[face][0] for kind in cycles["barrier"].values() if isinstance(kind, dict) for e in kind["list"]
             for face in ("front", "back")]  # fmt: skip
    things += [(what, "") for what in faces]
    assert len(things) > 40
    for what, grammar in things:
        head = re.split(r" (?:of|on|in|with|at|to) ", what)[0].split()
        many = head[0] in NUMBERS or (head[-1].endswith("s") and not head[-1].endswith(("ss", "us")))
        assert (grammar in ("pl", "mass")) or not many, what
