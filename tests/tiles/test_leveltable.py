"""The level table of document 004 (6.7, 6.8) as it is played; tables of wanderers whose numbers go down."""

from __future__ import annotations

from functools import cache

import pytest

from zinegen.build import generate
from zinegen.dungeon.model import Dungeon, StatLine
from zinegen.recipe import load_recipe
from zinegen.rolls import Roll
from zinegen.rolltable import roll_table
from zinegen.stock.leveltable import experience, hardened, numbers, row, strength, treasure_type
from zinegen.stock.lexis import kinds
from zinegen.stock.wander import walks
from zinegen.typeset.tiles.words import marker_lines


class Thrown:
    """Dice that show what they are told."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def die(self, sides: int) -> int:
        return self.faces.pop(0)

    def d66(self) -> int:
        return self.faces.pop(0)


@cache
def made(system: str, seed: str = "chimera") -> Dungeon:
    return generate(load_recipe(None, seed=seed, system=system, size="small", levels="3"))


def test_the_documents_own_examples() -> None:
    assert strength("2+2", 1) == "2d6+2" and strength("2+2", 2) == "2d6+4"
    assert numbers(2, 3) == 4  # two chimeras
    assert treasure_type("C", 3) == "E" and treasure_type("C", 2) == "D"
    assert all(experience(10, level) == 10 * row(level).experience_multiplier for level in (1, 2, 3))


def test_beyond_the_last_type_and_the_last_level_nothing_moves() -> None:
    assert treasure_type("J", 3) == "J" and treasure_type("I", 3) == "J"
    assert row(9) == row(3)


@pytest.mark.parametrize(
    ("hd", "deep"), [("2", "2+2"), ("2+2", "2+4"), ("3-1", "3+1"), ("½", "½+2"), ("4*", "4+2*"), ("1-2", "1")]
)
def test_strength_goes_into_hit_dice(hd: str, deep: str) -> None:
    stats = StatLine(hd=hd, ac=12, hp=(3, 8), attacks="bite", damage="d6", move_ft=40, morale=7, xp=20)
    found = hardened(stats, 2)
    assert (found.hd, found.hp, found.ac, found.xp) == (deep, (5, 10), 13, 40)
    assert hardened(stats, 1) == stats


def test_treasure_is_looked_up_further_down() -> None:
    """A 13 with two rows more is the row of a 15."""

    def bare(roll: Roll) -> dict[str, object]:
        return roll.result

    down = bare(roll_table("treasure", Thrown(13, 1, 1, 1, 1), shift=2))
    assert down == bare(roll_table("treasure", Thrown(15, 1, 1, 1, 1)))
    assert down != bare(roll_table("treasure", Thrown(13, 1, 1, 1, 1)))


def test_it_holds_on_levels_of_tiles_alone() -> None:
    told = [level.text for level in made("tiles").levels]
    assert "reaction roll" not in told[0] and "1 off every reaction roll" in told[1]
    assert not any("off every reaction roll" in level.text for level in made("labyrinth").levels)
    groups = [one for area in made("tiles").levels[2].areas for one in area.inhabitants]
    twice = [one for one in groups if one.count % 2 == 0]
    assert groups and 2 * len(twice) > len(groups)  # but for the single ones that a place names: a captive, a statue
    assert all("+" in one.stats.hd for one in twice)


def test_the_records_own_lines_are_those_of_their_level_and_markers_print_them() -> None:
    """What the markers say is the document's own line: on level 2 strength +2, treasure one type down."""
    for level in made("tiles").levels:
        for area in level.areas:
            for one in area.inhabitants:
                if one.creature not in kinds() or one.labyrinth is None:
                    continue
                line, found = kinds()[one.creature].words["labyrinth"], one.labyrinth
                assert strength(found.strength, 1) == strength(line["strength"], level.number)
                assert found.agility == line["agility"] + level.number - 1
                assert found.experience == experience(line["experience"], level.number)
                said = marker_lines(level, area.id, one)
                assert len(said) == 4 and strength(found.strength, 1) in said[1]


def test_the_goal_has_the_black_gate() -> None:
    dungeon = made("tiles")
    goal = next(area for level in dungeon.levels for area in level.areas if area.id == dungeon.goal)
    gate = next(one for one in goal.text.details if one.id == "black-gate")
    assert gate.result and gate.what in goal.text.first  # a key that is full spares what is found, not how it opens


@pytest.mark.parametrize("system", ["tiles", "labyrinth", "cyclic", "tiles,labyrinth,cyclic"])
def test_who_wanders_lives_there_and_can_be_struck_off(system: str) -> None:
    dungeon = made(system)
    homes = {one.id: one for level in dungeon.levels for area in level.areas for one in area.inhabitants}
    for level in dungeon.levels:
        rows = [one for one in dungeon.wandering if one.level == level.number]
        assert [one.face for one in rows] == [1, 2, 3, 4, 5, 6]
        walking = sum(one.creature in kinds() and walks(kinds()[one.creature]) for one in homes.values())
        assert sum(bool(one.of) for one in rows) >= min(6, walking)  # nobody passes through while enough live here
        for one in rows:
            assert 0 < one.inhabitant.count <= one.left
            if one.of:
                assert {homes[id_].creature for id_ in one.of} == {one.inhabitant.creature}
                assert one.left == sum(homes[id_].count for id_ in one.of)
