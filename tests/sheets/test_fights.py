"""The larger fights of a dungeon."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zinegen.dungeon.fights import (
    EARSHOT,
    MOST_A_LEVEL,
    MOST_ROWS,
    battles,
    category_of,
    hit_dice,
    one_name,
    reaction_of,
    within_earshot,
)
from zinegen.dungeon.model import D6Line, Dungeon, Inhabitant, StatLine
from zinegen.dungeon.ways import exits

LINE = StatLine(hd="1", ac=11, hp=(4,), attacks="1 bite", damage="d6", move_ft=120, morale=7, xp=10)


def crowd(points: list[int], **changes: object) -> Inhabitant:
    """A group of so many hit points each."""
    stats = msgspec.structs.replace(LINE, hp=tuple(points), **changes)
    return Inhabitant(
        id="m", creature="skeleton", name="skeletons", count=len(points), stats=stats, reaction="hostile"
    )


def peopled(dungeon: Dungeon, area_id: str, *groups: Inhabitant) -> Dungeon:
    """A dungeon in which only one area holds anybody."""
    levels = tuple(
        msgspec.structs.replace(level, areas=tuple(
            msgspec.structs.replace(area, inhabitants=groups if area.id == area_id else ()) for area in level.areas
        ))
        for level in dungeon.levels
    )  # fmt: skip
    return msgspec.structs.replace(dungeon, levels=levels)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=60))
def test_everyone_of_a_group_fights_once_in_even_knots(points: list[int]) -> None:
    from sample import sample_dungeon

    fight = battles(peopled(sample_dungeon(), "1-1", crowd(points)), None)[0]
    assert [hp for one in fight.fighters for hp in one.hp] == points
    assert len({one.name for one in fight.fighters}) == len(fight.fighters) <= MOST_ROWS
    sizes = [len(one.hp) for one in fight.fighters]
    assert max(sizes) - min(sizes) <= 1
    assert len(points) > 3 or sizes == [1] * len(points)
    assert all(later.first == one.first + len(one.hp) for one, later in pairwise(fight.fighters))


def test_names_tell_fighters_apart(sample: Dungeon) -> None:
    seven = battles(peopled(sample, "1-1", crowd([3] * 7)), None)[0]
    assert [one.name for one in seven.fighters] == ["Skeletons 1–4", "Skeletons 5–7"]
    two = battles(peopled(sample, "1-1", crowd([3, 4])), None)[0]
    assert [one.name for one in two.fighters] == ["Skeleton 1", "Skeleton 2"]
    pairs = battles(peopled(sample, "1-1", crowd([3]), crowd([3])), None)[0]
    assert [one.name for one in pairs.fighters] == ["Skeletons 1", "Skeletons 2"]


def test_only_the_heaviest_of_a_level_have_a_sheet(sample: Dungeon) -> None:
    levels = tuple(
        msgspec.structs.replace(level, areas=tuple(
            msgspec.structs.replace(area, inhabitants=(crowd([area.key] * 4),) if area.key else ())
            for area in level.areas
        ))
        for level in sample.levels
    )  # fmt: skip
    found = battles(msgspec.structs.replace(sample, levels=levels))
    assert len(found) == MOST_A_LEVEL * len(levels)
    keys = sorted(area.key for area in levels[0].areas if area.key)
    assert [one.area for one in found[:MOST_A_LEVEL]] == [f"1-{key}" for key in keys[-MOST_A_LEVEL:]]


def test_a_single_rat_has_no_sheet(sample: Dungeon) -> None:
    assert battles(peopled(sample, "1-1", crowd([3]))) == ()


def test_who_comes_is_near_and_would_fight(sample: Dungeon) -> None:
    ways = exits(sample)
    areas = {area.id: area for level in sample.levels for area in level.areas}
    for fight in battles(sample, None):
        near = within_earshot(fight.area, ways)
        assert fight.area not in near and all(squares <= EARSHOT for squares in near.values())
        for one in fight.fighters:
            assert (one.comes == 1) == (one.area == fight.area)
            if one.area != fight.area:
                assert one.area in near and one.group.reaction not in ("flee", "ignores")
                assert one.group in areas[one.area].inhabitants


@pytest.mark.parametrize(("words", "dice"), [("1", 1), ("3+1", 3), ("½", 0), ("1/2", 0), ("1-1", 1), ("12**", 12)])
def test_hit_dice(words: str, dice: int) -> None:
    assert hit_dice(words) == dice


@pytest.mark.parametrize(
    ("move", "dice", "reaction", "category"),
    [(120, "1", 12, 4), (60, "4+1", 8, 4), (180, "5", 16, 5), (240, "9", 18, 6), (5, "2", 6, 3), (90, "13", 10, 7)],
)
def test_reaction_and_category_are_read_off_the_line(move: int, dice: str, reaction: int, category: int) -> None:
    one = crowd([5], move_ft=move, hd=dice)
    assert (reaction_of(one), category_of(one)) == (reaction, category)


def test_a_group_in_the_dialect_of_document_001_says_both_itself() -> None:
    one = msgspec.structs.replace(crowd([5], move_ft=30, hd="9"), d6=D6Line(attribute=11, reaction=15, category=3))
    assert (reaction_of(one), category_of(one)) == (15, 3)


def test_one_of_many_is_called_by_its_own_name() -> None:
    assert one_name(crowd([1, 2])) == "skeleton"
    renamed = msgspec.structs.replace(crowd([1, 2]), name="bony friends")
    assert one_name(renamed) == "bony friends"
    devils = msgspec.structs.replace(crowd([1, 2]), creature="printers_devil", name="printer’s devils")
    assert one_name(devils) == "printer’s devil"
