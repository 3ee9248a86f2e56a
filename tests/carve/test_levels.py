"""Whole dungeons: what every seed must hold, by size; and that each thing the rules name really comes about."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from zinegen.carve import CARVERS, carve
from zinegen.carve.plan import LevelPlan
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.floorplan import faces_of, inside, middle_of, owners, ring_area, squares_of
from zinegen.dungeon.model import SURFACE, Area, Dungeon, Level, Portal, level_of
from zinegen.dungeon.store import encode
from zinegen.errors import RecipeError
from zinegen.recipe import SIZES, LevelAsk, Recipe
from zinegen.rolltable import table

FEW = {"small": 8, "medium": 6, "large": 3}
MANY = 24


@cache
def dungeon(seed: str, size: str = "medium", levels: int = 3) -> Dungeon:
    return carve(Recipe(seed=seed, size=size, levels=levels, system=("labyrinth",)))


def keyed(level: Level) -> list[Area]:
    return [area for area in level.areas if area.key is not None]


def hold_to_the_law(made: Dungeon, size: str) -> None:
    """What is true of every carved dungeon."""
    assert integrity(made) == []
    assert judge(made).findings == ()
    low, high = SIZES[size]
    areas = {area.id: area for level in made.levels for area in level.areas}
    for level in made.levels:
        chambers = keyed(level)
        assert low <= len(chambers) <= high
        assert sorted(area.key or 0 for area in chambers) == list(range(1, len(chambers) + 1))
        owned = owners(level)
        assert sum(x1 - x0 for area in level.areas for _, x0, x1 in area.squares) == len(owned), "one owner a square"
        width, height = level.size
        assert all(1 <= x < width - 1 and 1 <= y < height - 1 for x, y in owned)
        for portal in level.portals:
            for mine, theirs in faces_of(portal):
                assert (owned[mine], owned[theirs]) == portal.between
        _rock_between(level, owned)
        _closets_are_free(level, owned)
    for link in made.links:
        assert link.from_.at == link.to.at, "stairs come out where they went in"
        for end in (link.from_, link.to):
            if end.area != SURFACE:
                assert (int(end.at[0]), int(end.at[1])) in set(squares_of(areas[end.area].squares))
                assert any(feature.link == link.id and feature.at == end.at for feature in areas[end.area].features)
    for upper in range(1, len(made.levels)):
        joining = [
            link
            for link in made.links
            if SURFACE not in (link.from_.area, link.to.area)
            and {level_of(link.from_.area), level_of(link.to.area)} == {upper, upper + 1}
            and not link.one_way
        ]
        assert joining, f"a way from level {upper} to the next"
    assert level_of(made.entrance) == 1
    assert areas[made.entrance].key == 1
    assert level_of(made.goal) == len(made.levels)
    assert any(feature.kind == "goal" for feature in areas[made.goal].features)


def _rock_between(level: Level, owned: dict[tuple[int, int], str]) -> None:
    """Areas that touch are joined by a portal; all others keep a square of rock between them."""
    joined = {frozenset(portal.between) for portal in level.portals}
    for (x, y), one in owned.items():
        for there in ((x + 1, y), (x, y + 1)):
            other = owned.get(there, one)
            assert other == one or frozenset((one, other)) in joined


def _closets_are_free(level: Level, owned: dict[tuple[int, int], str]) -> None:
    for closet in level.reserved:
        cells = set(squares_of(closet.area.squares))
        beside = closet.portal.between[0]
        assert closet.area.key is None
        assert closet.area.hidden
        assert closet.portal.secret
        for x, y in cells:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    assert owned.get((x + dx, y + dy), beside) == beside
        ((mine, theirs),) = faces_of(closet.portal)
        assert owned[mine] == beside
        assert theirs in cells
    assert len(level.reserved) >= 1


@pytest.mark.parametrize("size", sorted(SIZES))
def test_every_dungeon_holds_to_the_law(size: str) -> None:
    for seed in range(FEW[size]):
        hold_to_the_law(dungeon(str(seed), size), size)


@pytest.mark.soak
@pytest.mark.parametrize("size", sorted(SIZES))
@pytest.mark.parametrize("part", range(20))
def test_2000_dungeons_hold_to_the_law(size: str, part: int) -> None:
    for seed in range(100 * part, 100 * part + 100):
        order = Recipe(seed=f"soak {seed}", size=size, levels=2 + seed % 2, system=("labyrinth",))
        hold_to_the_law(carve(order), size)


@pytest.mark.parametrize("levels", [1, 2, 10])
def test_dungeons_of_one_to_ten_levels(levels: int) -> None:
    made = dungeon("deep", "small", levels)
    assert [level.number for level in made.levels] == list(range(1, levels + 1))
    hold_to_the_law(made, "small")


def test_levels_of_several_sizes_share_one_frame() -> None:
    sizes = ("small", "large", "small")
    asked = tuple(LevelAsk(size=size) for size in sizes)
    made = carve(Recipe(seed="mixed", levels=3, system=("labyrinth",), level=asked))
    assert len({level.size for level in made.levels}) == 1
    for level, size in zip(made.levels, sizes, strict=True):
        low, high = SIZES[size]
        assert low <= len(keyed(level)) <= high
    assert judge(made).findings == ()


def test_a_system_that_does_not_exist_is_named() -> None:
    with pytest.raises(RecipeError, match=r"maze.*labyrinth"):
        carve(Recipe(system=("maze",)))
    assert CARVERS["labyrinth"].__doc__


# ----------------------------------------------------------------------------------------------------- appearance


def test_levels_are_what_a_game_master_wants_to_look_at() -> None:
    """Compact, with loops, few dead ends, little corridor: over some seeds, and none far off."""
    loops, dead, share = [], [], []
    for seed in range(8):
        for level in dungeon(str(seed)).levels:
            width, height = _extent(level)
            assert max(width / height, height / width) < 2.2
            doors = Counter(end for portal in level.portals for end in portal.between)
            stairs = {area.id for area in level.areas for feature in area.features if feature.link}
            dead.append(sum(doors[a.id] == 1 and a.key is None and a.id not in stairs for a in level.areas))
            loops.append(len(level.portals) - len(level.areas) + 1)
            corridor = sum(_count(area) for area in level.areas if area.key is None)
            share.append(corridor / sum(_count(area) for area in level.areas))
    middle = len(loops) // 2
    assert 3 <= sorted(loops)[middle] <= 7
    assert sum(dead) / len(dead) <= 2
    assert max(dead) <= 5
    assert sorted(share)[middle] <= 0.45


def _count(area: Area) -> int:
    return sum(x1 - x0 for _, x0, x1 in area.squares)


def _extent(level: Level) -> tuple[int, int]:
    cells = [cell for area in level.areas for cell in squares_of(area.squares)]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def test_neighbours_in_number_are_neighbours_in_space() -> None:
    for seed in range(6):
        for level in dungeon(str(seed)).levels:
            middles = [middle_of(area) for area in sorted(keyed(level), key=lambda area: area.key or 0)]
            steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(middles)]
            any_two = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in middles for b in middles if a is not b]
            assert sum(steps) / len(steps) < 0.62 * sum(any_two) / len(any_two)


def test_true_outlines_agree_with_the_squares() -> None:
    for seed in range(8):
        for level in dungeon(str(seed)).levels:
            for area in level.areas:
                assert ring_area(area.outline) > 0, "clockwise"
                cells = set(squares_of(area.squares))
                within = sum(inside((x + 0.5, y + 0.5), area.outline) for x, y in cells)
                assert within >= 0.6 * len(cells), "the middles of half squares lie on a slanted wall"
                assert 0.6 * len(cells) <= ring_area(area.outline) <= 1.08 * len(cells)


# -------------------------------------------------------------------------------------------------- every phenomenon


@cache
def seen() -> Counter[str]:
    """How often each thing stands in some dungeons."""
    found: Counter[str] = Counter()
    for seed in range(MANY):
        made = dungeon(f"zine {seed}")
        for link in made.links:
            found[f"link {link.kind}"] += 1
            found["one-way trapdoor"] += link.one_way
            if SURFACE not in (link.from_.area, link.to.area):
                reach = level_of(link.to.area) - level_of(link.from_.area)
                found[f"{'down' if reach > 0 else 'up'} {abs(reach)}"] += 1
        for level in made.levels:
            for portal in level.portals:
                _see_portal(found, portal)
            for area in level.areas:
                _see_area(found, area)
    return found


def _see_portal(found: Counter[str], portal: Portal) -> None:
    found[f"portal {portal.kind}"] += 1
    found["secret"] += portal.secret
    found["one-way door"] += portal.one_way is not None


def _see_area(found: Counter[str], area: Area) -> None:
    found[f"{area.kind} {area.shape}"] += 1
    found[f"water {area.water}"] += 1
    if area.key is None or area.kind == "hall":
        found[f"{area.width_ft} ft"] += 1
    for feature in area.features:
        found[f"feature {feature.kind}"] += 1
    for word in area.contents:
        found[f"contents {word}"] += 1
    for roll in area.rolls:
        if not roll.drawn or not roll.rolled or roll.bend in ("rerolled", "no room"):
            continue
        result = table(roll.table).at(roll.rolled[0])
        for key in ("branch", "turn", "event", "action", "door", "variant"):
            if key in result:
                found[f"{roll.table} {result[key]}"] += 1
        if roll.table == "cave_size":
            found[f"{len(result['chambers'])} chambers"] += 1


NAMED = [
    "room rectangle", "hall rectangle", "cave cave", "1 chambers", "2 chambers",
    "room circle", "room hexagon", "room octagon", "room oval", "room trapezoid", "room triangle", "hall polygon",
    *(f"entrance_area {variant}" for variant in range(1, 7)),
    "exit_blocked move_to_opposite_wall", "exit_blocked stay", "secret", "one-way door", "one-way trapdoor",
    "5 ft", "10 ft", "20 ft", "30 ft", "40 ft", "50 ft",
    "feature column", "feature gallery", "feature stream", "feature river", "feature chasm", "feature bridge",
    "feature boat", "feature narrows", "feature pool", "feature lake", "feature well", "feature rubble",
    "passage diagonal", "junction polygon",
    "side_passage t_junction", "side_passage y_junction", "side_passage four_way", "side_passage five_way",
    "side_passage left_90", "side_passage right_90",
    "side_passage_09 left_45_front", "side_passage_10 right_45_front",
    "turn left_90", "turn right_90", "turn_10 left_45_front", "turn_10 left_45_back", "turn_20 right_45_back",
    "passage_check straight", "passage_check hall", "passage_check dead_end", "passage_check stairs",
    "passage_check wandering_monster",
    "link stairs", "link spiral_stairs", "link trapdoor", "link shaft", "down 1", "down 2", "up 1",
    "feature start", "feature goal", "feature spiral_stairs",
    "contents monster", "contents treasure", "contents trap", "contents stairs",
    "water plain", "water monster", "water monster_treasure", "water magic",
    "portal open", "portal arch", "portal door", "portal double", "portal stuck", "portal barred", "portal locked",
    "portal portcullis", "portal curtain",
]  # fmt: skip


@pytest.mark.parametrize("thing", NAMED)
def test_each_thing_comes_about(thing: str) -> None:
    assert seen()[thing], f"not in {MANY} dungeons"


# ------------------------------------------------------------------------------------------------------ determinism


def test_the_same_seed_gives_the_same_dungeon_in_any_process() -> None:
    code = (
        "import hashlib; from zinegen.carve import carve; from zinegen.recipe import Recipe; "
        "from zinegen.dungeon.store import encode; "
        "print(hashlib.sha256(encode(carve(Recipe(seed='same', levels=2, system=('labyrinth',))))).hexdigest())"
    )
    here = hashlib.sha256(encode(carve(Recipe(seed="same", levels=2, system=("labyrinth",))))).hexdigest()
    for hash_seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == here


def test_another_seed_gives_another_dungeon() -> None:
    assert dungeon("0").levels != dungeon("1").levels


def test_a_level_that_finds_no_room_gets_a_larger_frame() -> None:
    plan = LevelPlan("narrow", 1, 1, 30, 30, 24, 36, 30, 0)
    ground = CARVERS["labyrinth"](plan)
    assert 24 <= ground.keyed <= 36
    assert plan.width > 30
