"""Whole labyrinths of tiles: their size, their stairs, their goal, and each kind of tile seen."""

from __future__ import annotations

from collections import Counter

import pytest

from zinegen.carve import carve
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.model import Area, Dungeon
from zinegen.recipe import SIZES, load_recipe
from zinegen.tileset import tile_set


def made(seed: str, **asked: object) -> Dungeon:
    """A bare dungeon of tiles."""
    return carve(load_recipe(None, **{"seed": seed, "system": "tiles", **asked}))


def drawn(dungeon: Dungeon) -> Counter[str]:
    """How often each kind of tile is drawn in a finished dungeon."""
    areas = (area for level in dungeon.levels for area in level.areas)
    return Counter(roll.bend for area in areas for roll in area.rolls if roll.table == "tile" and roll.drawn)


def sound(dungeon: Dungeon) -> None:
    """Whole, fair, of its size, with stairs that stand one over the other."""
    assert [f for f in integrity(dungeon) if f.code not in ("recipe", "title")] == []
    assert judge(dungeon).findings == ()
    low, high = SIZES[dungeon.recipe["size"]]
    for level in dungeon.levels:
        assert low <= sum(area.key is not None for area in level.areas) <= high
    spots = {number: stairs(dungeon, number) for number in range(1, len(dungeon.levels))}
    assert all(spots.values()) and len(set(map(frozenset, spots.values()))) <= 1


def stairs(dungeon: Dungeon, level: int) -> set[tuple[float, float]]:
    """Where the stairs of a level go down."""
    return {
        link.from_.at
        for link in dungeon.links
        if link.kind == "spiral_stairs" and link.from_.area.startswith(f"{level}-") and link.from_.at == link.to.at
    }


def area(dungeon: Dungeon, id_: str) -> Area:
    return next(one for level in dungeon.levels for one in level.areas if one.id == id_)


@pytest.mark.parametrize("size", ["small", "medium", "large"])
def test_labyrinths_are_whole_fair_of_their_size_and_joined_at_one_place(size: str) -> None:
    for seed in range({"small": 8, "medium": 5, "large": 2}[size]):
        dungeon = made(f"tiles {seed}", size=size)
        sound(dungeon)
        assert any(roll.bend == "black_gate" for roll in area(dungeon, dungeon.goal).rolls)
        assert any(roll.bend == "gateway" for roll in area(dungeon, dungeon.entrance).rolls)


def test_fewer_levels_and_the_same_seed_twice() -> None:
    one = made("lone", levels="1")
    sound(one)
    assert one.goal.startswith("1-") and len(one.links) == 1
    sound(made("pair", levels="2"))
    assert made("lone", levels="1") == one


def test_corridors_are_two_squares_wide_and_chambers_have_their_true_shape() -> None:
    areas = [area for seed in range(4) for level in made(f"shape {seed}").levels for area in level.areas]
    shapes = {area.shape for area in areas if area.key is not None}
    assert len(shapes) >= 5
    assert {area.width_ft for area in areas if area.kind == "passage"} >= {5, 10}


def test_levels_of_tiles_among_others_are_joined_at_the_same_squares() -> None:
    for seed in range(3):
        dungeon = carve(load_recipe(None, seed=f"mix {seed}", system="tiles,labyrinth,tiles,cyclic", levels="5"))
        assert [f for f in integrity(dungeon) if f.code not in ("recipe", "title")] == []
        assert judge(dungeon).findings == ()
        assert [level.system for level in dungeon.levels] == ["tiles", "labyrinth", "tiles", "cyclic", "cyclic"]
        assert all(link.from_.at == link.to.at for link in dungeon.links)


@pytest.mark.soak
def test_two_thousand_labyrinths_keep_the_law_and_show_every_tile() -> None:
    seen: Counter[str] = Counter()
    for seed in range(2000):
        dungeon = made(f"soak {seed}", size=("small", "medium", "medium", "large")[seed % 4])
        sound(dungeon)
        seen += drawn(dungeon)
    assert {tile.id for tile in tile_set().tiles} | {"collapsed", "passage"} <= set(seen)
