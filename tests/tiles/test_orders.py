"""Orders for levels of tiles: what cannot be is refused in one line; mixed levels are as asked, and fair."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest
from command import refusal, zinegen

from zinegen import rolltable
from zinegen.carve import carve
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.model import Dungeon
from zinegen.errors import TableError
from zinegen.recipe import load_recipe

START = '[[tiles]]\nid = "in"\nkind = "start"\nedges = "ppp-"\n'
GATE = '[[tiles]]\nid = "gate"\nkind = "gate"\nedges = "{edges}"\n'
HALLS = '[[tiles]]\nid = "hall"\nkind = "chamber"\nedges = "pppp"\ncount = 60\n'
ENDS = '[[tiles]]\nid = "cell"\nkind = "chamber"\nedges = "p---"\ncount = 40\n'
FEW = '[[tiles]]\nid = "two"\nkind = "chamber"\nedges = "p-p-"\ncount = 2\n'


def test_a_labyrinth_of_tiles_has_three_levels_at_most(tmp_path: Path) -> None:
    said = refusal(zinegen("build", "--system", "tiles", "--levels", "4", cwd=tmp_path), 2)
    assert "--levels" in said and "1 to 3" in said and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        (START + GATE.format(edges="c---") + HALLS, "the Black Gate (gate) cannot be come to"),
        (START + GATE.format(edges="????") + HALLS, "no tile has stairs"),
        (START + GATE.format(edges="????") + FEW, "the Black Gate can be come to"),
        (START + HALLS, 'kind "gate"'),
        ("tiles = 3", "tiles.toml"),
        ("[[tiles", "no TOML"),
    ],
)
def test_a_tile_set_that_will_not_do_is_refused_in_one_line(tmp_path: Path, tiles: str, why: str) -> None:
    (tmp_path / "tiles.toml").write_text(tiles)
    levels = "levels = 1\n" if FEW in tiles else ""
    (tmp_path / "r.toml").write_text(f'system = "tiles"\nseed = "x"\n{levels}')
    said = refusal(zinegen("build", "r.toml", cwd=tmp_path), 2)
    assert "tiles.toml" in said and why in said
    assert sorted(one.name for one in tmp_path.iterdir() if one.name != "output") == ["r.toml", "tiles.toml"]
    assert not list(tmp_path.rglob("dungeon.json"))


def test_a_set_of_halls_alone_makes_a_level(tmp_path: Path) -> None:
    """Without a dead end in the set, exits end in fallen rock."""
    (tmp_path / "tiles.toml").write_text(START + GATE.format(edges="????") + HALLS)
    (tmp_path / "r.toml").write_text('system = "tiles"\nseed = "x"\nsize = "small"\nlevels = 1\n')
    dungeon = carve(load_recipe(tmp_path / "r.toml"))
    whole(dungeon)
    assert any(roll.bend == "collapsed" for area in dungeon.levels[0].areas for roll in area.rolls)


@pytest.mark.parametrize("name", ["niche", "misfit_stairwell", "door_direction", "treasure_hiding"])
def test_a_table_with_a_missing_entry_is_told_of_whether_its_dice_fall_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = tmp_path / "tables"
    copytree(rolltable.FOLDER, folder)
    lines = (folder / f"{name}.toml").read_text().splitlines(keepends=True)
    gone = max(i for i, line in enumerate(lines) if "faces = " in line)
    (folder / f"{name}.toml").write_text("".join(lines[:gone] + lines[gone + 1 :]))
    monkeypatch.setattr(rolltable, "FOLDER", folder)
    with pytest.raises(TableError, match=rf"{name}\.toml: no row for face"):
        carve(load_recipe(None, seed="x", system="passages", levels="1", size="small"))


def test_a_gate_may_have_corridors_of_its_own(tmp_path: Path) -> None:
    """What they lead to has collapsed where no corridor is in the set."""
    (tmp_path / "tiles.toml").write_text(START + GATE.format(edges="pccc") + HALLS + ENDS)
    for seed in range(4):
        (tmp_path / "r.toml").write_text(f'system = "tiles"\nseed = "{seed}"\nsize = "small"\nlevels = 1\n')
        whole(carve(load_recipe(tmp_path / "r.toml")))


def whole(dungeon: Dungeon) -> None:
    assert [f for f in integrity(dungeon) if f.code not in ("recipe", "title")] == []
    assert judge(dungeon).findings == ()


def test_a_recipe_sets_system_size_and_title_level_by_level(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(
        'seed = "lev"\nlevels = 4\nsystem = ["labyrinth", "cyclic"]\nsize = "small"\n'
        '[[level]]\nsystem = "tiles"\ntitle = "The Laid Cellars"\n[[level]]\nsize = "medium"\n'
        '[[level]]\nsystem = "passages"\ntheme = "mine"\n'
    )
    done = zinegen("build", "r.toml", "--products", "json", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    levels = json.loads((tmp_path / json.loads(done.stdout)["dungeon"]).read_text())["levels"]
    assert [level["system"] for level in levels] == ["tiles", "cyclic", "passages", "cyclic"]
    assert levels[0]["title"] == "The Laid Cellars"
    keyed = [sum(area["key"] is not None for area in level["areas"]) for level in levels]
    assert all(8 <= count <= 12 for count in (keyed[0], keyed[2], keyed[3])) and 14 <= keyed[1] <= 20


def test_a_shorter_list_repeats_its_last_and_mixed_chooses_by_the_seed() -> None:
    def systems(**asked: str) -> list[str]:
        recipe = load_recipe(None, **{"seed": "m", "levels": "4", **asked})
        return [recipe.system_of(number) for number in range(1, 5)]

    assert systems(system="tiles,cyclic") == ["tiles", "cyclic", "cyclic", "cyclic"]
    assert systems(system="mixed") == systems(system="mixed")
    assert len({tuple(systems(system="mixed", seed=seed)) for seed in "abcdef"}) > 3


@pytest.mark.parametrize(
    "system", ["tiles,passages,labyrinth,cyclic", "cyclic,tiles", "passages,tiles,tiles", "mixed"]
)
def test_levels_of_every_system_hang_together_and_the_law_holds_over_all(system: str) -> None:
    for seed in range(2):
        dungeon = carve(load_recipe(None, seed=f"hang {seed}", system=system, levels="4", size="small"))
        whole(dungeon)
        assert all(a.from_.at == a.to.at for a in dungeon.links if a.kind not in ("teleporter", "chasm_sight"))


@pytest.mark.soak
def test_five_hundred_mixed_dungeons_keep_the_law() -> None:
    systems = ("tiles,passages,labyrinth,cyclic", "mixed", "cyclic,tiles", "labyrinth,tiles,tiles,passages")
    for seed in range(500):
        asked = {"system": systems[seed % 4], "levels": str(3 + seed % 3), "size": ("small", "medium")[seed % 2]}
        whole(carve(load_recipe(None, seed=f"mixed {seed}", **asked)))


def test_what_one_level_makes_one_way_and_another_locks_shuts_nobody_in() -> None:
    """A teleporter of one level led behind a lock of the next, whose key lay outside."""
    dungeon = carve(load_recipe(None, seed="mix 90", system="tiles,passages,labyrinth,cyclic", size="small"))
    whole(dungeon)


def test_a_teleporter_that_had_to_lead_both_ways_is_not_said_to_lead_one_way() -> None:
    dungeon = carve(load_recipe(None, seed="critic mixed 133", system="passages,cyclic", levels="2", size="large"))
    assert [link.one_way for link in dungeon.links if link.kind == "teleporter"] == [False]
    rolls = [roll for level in dungeon.levels for area in level.areas for roll in area.rolls]
    assert not any(roll.drawn for roll in rolls if roll.table == "passage_misfit" and roll.rolled == (6,))


def test_no_secret_that_nothing_tells_of_keeps_the_prize_from_anyone() -> None:
    asked = {"system": "labyrinth,cyclic,tiles,labyrinth", "levels": "4", "size": "large"}
    whole(carve(load_recipe(None, seed="mix 319", **asked)))
