"""Whole dungeons of passages: what every seed must hold, and that each entry of the list really comes about."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.carve.passages_shown import drawn
from tests.carve.test_levels import hold_to_the_law
from zinegen.carve import carve
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.metrics import metrics
from zinegen.dungeon.model import Dungeon, level_of
from zinegen.recipe import SIZES, Recipe

FEW = {"small": 6, "medium": 6, "large": 2}
FACES = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
ALL = {
    *map(str, FACES),
    *(f"{face} out of a room" for face in range(41, 47)),
    *("misfit 1", "misfit 2 ladder", "misfit 2 stairs", "misfit 3", "misfit 4", "misfit 5", "misfit 5 trapdoor"),
    *("misfit 6", "search secret_door", "search wandering_monster", "search nothing"),
    *(f"niche {face}" for face in range(1, 7)),
}


@cache
def dungeon(seed: str, size: str = "medium", levels: int = 3) -> Dungeon:
    return carve(Recipe(seed=seed, size=size, levels=levels, system=("passages",)))


def few() -> list[Dungeon]:
    return [dungeon(str(seed), size) for size, count in FEW.items() for seed in range(count)]


@pytest.mark.parametrize("size", sorted(SIZES))
def test_every_dungeon_holds_to_the_law(size: str) -> None:
    for seed in range(FEW[size]):
        hold_to_the_law(dungeon(str(seed), size), size)


def test_what_is_said_to_be_drawn_can_be_seen() -> None:
    seen = sum((drawn(one) for one in few()), Counter[str]())
    assert len(ALL & set(seen)) > 50


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_2000_dungeons_hold_to_the_law_and_show_every_entry(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(100 * part, 100 * part + 100):
        size = ("small", "medium", "large")[seed % 3]
        made = carve(Recipe(seed=f"soak {seed}", size=size, levels=2 + seed % 2, system=("passages",)))
        hold_to_the_law(made, size)
        seen += drawn(made)
    assert set(seen) >= ALL


@pytest.mark.parametrize("levels", [1, 2, 10])
def test_dungeons_of_one_to_ten_levels(levels: int) -> None:
    hold_to_the_law(dungeon("deep", "small", levels), "small")


@pytest.mark.parametrize(
    "systems", ["passages,labyrinth,passages", "labyrinth,passages,cyclic", "cyclic,passages,tiles", "tiles,passages"]
)
def test_levels_join_those_of_other_systems(systems: str) -> None:
    for seed in range(2):
        made = carve(Recipe(seed=str(seed), levels=3, size="small", system=tuple(systems.split(","))))
        assert integrity(made) == [] and judge(made).findings == ()


# ---------------------------------------------------------------------------------------------------- doors and keys


def test_every_lock_has_its_key_and_every_door_says_what_opens_it() -> None:
    opened = {"barred": 0, "locked": 1, "reinforced": 1, "portcullis": 1}
    seen = set()
    for made in few():
        locks = {lock.guards: lock for lock in made.locks}
        for level in made.levels:
            for portal in level.portals:
                if portal.kind not in opened:
                    assert not portal.open_by and portal.lock is None
                    continue
                seen.add(portal.kind)
                assert "magic" in portal.open_by and ("key" in portal.open_by) == bool(opened[portal.kind])
                assert (portal.lock is None) == (portal.kind == "barred")
                assert portal.force_modifier == (-1 if portal.kind in ("locked", "portcullis") else 0)
                if portal.lock:
                    assert locks[portal.id].keys
                    assert locks[portal.id].hardness == ("hard" if portal.kind == "reinforced" else "soft")
    assert seen == set(opened)


def test_a_reinforced_door_has_one_more_loot_behind_it() -> None:
    seen = 0
    for made in few():
        for level in made.levels:
            loot = {area.id for area in level.areas if "extra_loot" in area.contents}
            for portal in level.portals:
                if portal.kind == "reinforced":
                    assert loot & set(portal.between)
                    seen += 1
    assert seen


# ------------------------------------------------------------------------------------------ tables at the table


def test_every_passage_and_hall_says_what_its_one_search_brings() -> None:
    for made in few():
        for level in made.levels:
            assert level.wander is not None
            assert (level.wander.dice, level.wander.on, level.wander.numbers) == ("1d10", 1, "half")
            for area in level.areas:
                if area.kind in ("room", "cave"):
                    assert not area.search, "rooms are searched for treasure, not for doors"
                elif area.kind == "hall" and not area.hidden:
                    assert area.search
                if area.search == "secret_door":
                    assert any(portal.secret and area.id in portal.between for portal in level.portals)


def test_no_more_than_a_few_dead_ends_and_enough_loops() -> None:
    dead, loops = [], []
    for made in few():
        for level, one in zip(made.levels, metrics(made)["levels"], strict=True):
            doors = Counter(end for portal in level.portals for end in portal.between)
            ends = {area.id for area in level.areas for feature in area.features if feature.link}
            dead.append(sum(doors[a.id] == 1 and a.kind == "passage" and a.id not in ends for a in level.areas))
            loops.append(one["loops"])
    assert max(dead) <= 4 and sum(dead) / len(dead) <= 2
    assert sorted(loops)[len(loops) // 2] >= 3 and min(loops) >= 1


def test_one_way_teleporters_and_ladders_lead_off() -> None:
    kinds: Counter[str] = Counter()
    for made in (*few(), *(dungeon(f"more {seed}", "small") for seed in range(12))):
        for link in made.links:
            if link.kind == "teleporter":
                assert link.one_way and level_of(link.from_.area) != level_of(link.to.area)
            if link.kind == "ladder":
                assert link.secret and link.from_.area == "surface"
            kinds[link.kind] += 1
    assert kinds["teleporter"] and kinds["ladder"] and kinds["trapdoor"]
