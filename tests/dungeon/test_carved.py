"""What holds for the sample holds for all that is carved: whole, fair, read back, told from both sides, secret."""

from __future__ import annotations

import pytest

from zinegen.carve import CARVERS, carve
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.floorplan import owners
from zinegen.dungeon.metrics import metrics
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.store import decode, encode
from zinegen.dungeon.textmap import level_to_text, text_to_level
from zinegen.dungeon.visible import without_secrets
from zinegen.dungeon.ways import exits
from zinegen.recipe import load_recipe

SEEDS = ("moth", "hollow hill")


def holds(dungeon: Dungeon) -> None:
    """All that must be so of a dungeon without words."""
    assert [f for f in integrity(dungeon) if f.code not in ("recipe", "title")] == []
    verdict = judge(dungeon)
    assert verdict.findings == () and verdict.proof
    data = encode(dungeon)
    assert encode(decode(data)) == data
    found = exits(dungeon)
    named = {(here, to) for here, ways in found.items() for way in ways for to in way.to if to != "surface"}
    assert all((to, here) in named for here, to in named)
    assert all(any(way.ways for way in ways) for ways in found.values())
    assert metrics(dungeon)["rooms"] == len(found)
    for level in dungeon.levels:
        if max((a.key or 0) for a in level.areas) <= 40 and sum(a.key is None for a in level.areas) <= 60:
            assert len(text_to_level(level_to_text(level), number=level.number).areas) == len(level.areas)
    kept(dungeon, without_secrets(dungeon))


def kept(dungeon: Dungeon, player: Dungeon) -> None:
    """A player's dungeon is whole, walkable throughout, a part of the other, and nothing more can be taken away."""
    assert without_secrets(player) == player
    assert [f for f in integrity(player) if f.code not in ("recipe", "title", "level")] == []
    assert not {f.code for f in judge(player).findings} - {"level"}
    whole = {level.number: level for level in dungeon.levels}
    for level in player.levels:
        before, after = owners(whole[level.number]), owners(level)
        assert set(after) <= set(before)
        hidden = {p.id for p in whole[level.number].portals if p.secret or p.kind == "false"}
        places = {(p.at, p.side) for p in whole[level.number].portals if p.id in hidden}
        assert not places & {(p.at, p.side) for p in level.portals}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", CARVERS)
def test_what_a_carver_carves(name: str, seed: str) -> None:
    holds(carve(load_recipe(None, seed=seed, system=(name,), size="small", levels=2)))


@pytest.mark.soak
@pytest.mark.parametrize("size", ["small", "medium", "large"])
@pytest.mark.parametrize("name", CARVERS)
def test_what_a_carver_carves_many_times(name: str, size: str) -> None:
    for number in range(200):
        holds(carve(load_recipe(None, seed=f"soak {number}", system=(name,), size=size)))
