"""What a recipe may ask of cyclic levels: depth, repeats, cycles of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.carve.test_cyclic_data import OWN
from zinegen.carve import carve
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.errors import RecipeError, TableError
from zinegen.explain import explain
from zinegen.recipe import Recipe, load_recipe

ONLY_OWN = "".join(f"face = {face}\n{OWN.split(chr(10), 1)[1]}|" for face in range(1, 13)).split("|")[:-1]


def recipe_in(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_cycles_beside_a_recipe_are_rolled(tmp_path: Path) -> None:
    (tmp_path / "cycles").mkdir()
    for face, text in enumerate(ONLY_OWN, 1):
        (tmp_path / "cycles" / f"doors_{face}.toml").write_text(text, encoding="utf-8")
    order = load_recipe(recipe_in(tmp_path, 'seed = "own"\nsystem = "cyclic"\nlevels = 1'))
    made = carve(order)
    cycles = made.levels[0].flow.cycles
    assert {cycle.title for cycle in cycles} == {"Three Doors"}
    assert all(cycle.kind.startswith("doors_") and "well" in cycle.marks for cycle in cycles)
    assert integrity(made) == [] and judge(made).fair
    start = cycles[0].start
    assert start is not None
    assert [one["bend"] for one in explain(made, start).rolls if one["table"] == "cycle_type"] == ["own"]


def test_a_wrong_cycle_beside_a_recipe_is_told_by_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "cycles").mkdir()
    (tmp_path / "cycles" / "three_doors.toml").write_text(OWN.replace('to = "well"', 'to = "wall"'), encoding="utf-8")
    with pytest.raises(TableError, match=r"^three_doors\.toml, line 11 \(arc 2\): leads to 'wall'"):
        load_recipe(recipe_in(tmp_path, 'seed = "own"'))


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="cycles: there is no folder 'no-such'"):
        load_recipe(recipe_in(tmp_path, 'cycles = "no-such"'))


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 3), (2, 7)])
def test_depth_is_as_asked(depth: int, count: int) -> None:
    made = carve(Recipe(seed="deep", system=("cyclic",), levels=1, size="large", depth=depth))
    assert len(made.levels[0].flow.cycles) == count
    assert 24 <= sum(area.key is not None for area in made.levels[0].areas) <= 36


def test_a_depth_too_deep_is_told() -> None:
    with pytest.raises(RecipeError, match="depth 1 or a larger size"):
        carve(Recipe(seed="deep", system=("cyclic",), levels=1, size="medium", depth=2))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"depth": "5"}, "--depth: '5' will not do; give a whole number from 0 to 2"),
        ({"levels": "21"}, "--levels: '21' will not do; give a whole number from 1 to 20"),
        ({"system": "labyrinth", "levels": "20"}, "1 to 10; or take a system that goes deeper (cyclic: 20)"),
        ({"system": "tiles", "levels": "4"}, "4 will not do with tiles; give a whole number from 1 to 3"),
    ],
)
def test_an_impossible_wish_is_told_what_would_be_possible(asked: dict[str, str], told: str) -> None:
    with pytest.raises(RecipeError) as caught:
        load_recipe(seed="wish", **asked)
    assert told in str(caught.value) and "\n" not in str(caught.value)


def test_a_level_too_small_for_its_depth_is_told_by_its_number(tmp_path: Path) -> None:
    text = 'seed = "s"\nlevels = 2\nsize = "large"\ndepth = 2\n[[level]]\n[[level]]\nsize = "small"'
    with pytest.raises(RecipeError, match="need 22 areas on a level, and level 2 has 12 at most; ask for depth 1"):
        carve(load_recipe(recipe_in(tmp_path, text)))


def test_twenty_levels_are_one_dungeon() -> None:
    made = carve(load_recipe(seed="twenty", levels="20", size="small"))
    assert len(made.levels) == 20 and len(made.flow.cycles) > 1
    assert integrity(made) == [] and judge(made).fair


def test_repeats_stand_where_that_is_asked() -> None:
    kinds = []
    for seed in range(12):
        made = carve(Recipe(seed=f"again {seed}", system=("cyclic",), levels=1, reroll_repeats=False))
        kinds.append([cycle.kind for cycle in made.levels[0].flow.cycles])
    assert any(len(set(three)) < 3 for three in kinds)
