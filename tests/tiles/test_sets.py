"""Tile sets: the house's has its proportions, a user's own is checked, a gate that cannot be come to is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from zinegen.carve import carve
from zinegen.errors import TableError
from zinegen.recipe import load_recipe
from zinegen.tileset import tile_set

HEAD = (
    '[[tiles]]\nid = "in"\nkind = "start"\nedges = "ppp-"\n[[tiles]]\nid = "gate"\nkind = "gate"\nedges = "{gate}"\n'
)
ROOMS = "".join(
    f'[[tiles]]\nid = "{id_}"\nkind = "chamber"\nedges = "{edges}"\ncount = {count}\n{more}'
    for id_, edges, count, more in (
        ("cell", "p---", 12, ""), ("two", "p-p-", 12, ""), ("four", "pppp", 30, ""),
        ("steps", "pppp", 9, 'holds = "stairs"\n'),
    )
)  # fmt: skip


def test_the_house_set_has_the_proportions_of_its_family() -> None:
    tiles = tile_set()
    counts = {tile.id: tile.count for tile in tiles.tiles if tile.loose}
    total = sum(counts.values())
    assert total == 160 and tiles.chambers == 70
    assert 0.5 < sum(tile.count for tile in tiles.tiles if tile.kind == "corridor") / total < 0.6
    assert all(tile.edges.count("c") == 2 for tile in tiles.tiles if tile.kind == "corridor")
    assert counts["cell"] == 11 and counts["corner_room"] == 4 and counts["through_room"] == 7
    assert sum(tile.count for tile in tiles.tiles if tile.holds == "stairs") == 10


WRONG = [
    ('title = "x"\ntiles = 3', "Expected"),
    (HEAD.format(gate="????") + '[[tiles]]\nid = "a"\nedges = "cxc-"', "'cxc-'"),
    (HEAD.format(gate="????") + '[[tiles]]\nid = "a"\nedges = "----"', "four blank walls"),
    (HEAD.format(gate="????") + '[[tiles]]\nid = "a"\nedges = "c-c-"\ncount = 0', "count 0"),
    (HEAD.format(gate="????") + '[[tiles]]\nid = "gate"\nedges = "c-c-"', "twice"),
    (HEAD.format(gate="????") + '[[tiles]]\nid = "a"\nkind = "chamber"\nedges = "cp--"', "passages only"),
    (HEAD.format(gate="????") + '[[tiles]]\nid = "a"\nedges = "c-c-"\nholds = "well"', "only a chamber"),
    (HEAD.format(gate="????") + ROOMS + '[[tiles]]\nid = "g2"\nkind = "gate"\nedges = "????"', 'kind "gate"'),
    (HEAD.format(gate="c---") + ROOMS, "cannot be come to"),
    (HEAD.format(gate="????") + '[[tiles]]\nid = "a"\nkind = "chamber"\nedges = "p---"', "cannot be come to"),
    (HEAD.format(gate="????") + '[[tiles]]\nid = "a"\nedges = "c-c-"', "cannot be come to"),
]


@pytest.mark.parametrize(("text", "why"), WRONG, ids=[why for _, why in WRONG])
def test_a_set_that_is_wrong_is_refused_with_file_tile_and_reason(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "t.toml"
    file.write_text(text)
    with pytest.raises(TableError) as caught:
        tile_set(file)
    said = str(caught.value)
    assert said.startswith(str(file)) and why in said and "\n" not in said and len(said) < 400


def test_a_set_of_ones_own_lies_beside_the_recipe(tmp_path: Path) -> None:
    (tmp_path / "tiles.toml").write_text(HEAD.format(gate="????") + ROOMS)
    (tmp_path / "r.toml").write_text('system = "tiles"\nsize = "small"\nseed = "own"\n')
    recipe = load_recipe(tmp_path / "r.toml")
    assert recipe.tiles == str(tmp_path / "tiles.toml")
    dungeon = carve(recipe)
    ids = {
        roll.bend for level in dungeon.levels for area in level.areas for roll in area.rolls if roll.table == "tile"
    }
    assert {"four", "gate", "in", "steps"} <= ids and "crossing" not in ids
