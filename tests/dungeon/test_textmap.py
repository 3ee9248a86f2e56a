"""Levels as text pictures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample import sample_dungeon

from zinegen.dungeon.floorplan import faces_of
from zinegen.dungeon.model import Level
from zinegen.dungeon.textmap import level_to_text, text_to_dungeon, text_to_level

PICTURE = """
    1 1 1   2 2
        n
    1 1 1+a/2 2
    S ∧
    b b b b
          <
        3>c
    """


def test_a_picture_becomes_a_level() -> None:
    level = text_to_level(PICTURE.replace("        n\n", "\n").replace("          <\n        3>c\n", "\n    3>c\n"))
    assert [(a.id, a.kind, a.shape, a.squares) for a in level.areas] == [
        ("1-1", "room", "rectangle", ((0, 0, 3), (1, 0, 3))),
        ("1-2", "room", "rectangle", ((0, 4, 6), (1, 4, 6))),
        ("1-3", "room", "rectangle", ((3, 0, 1),)),
        ("1-a1", "passage", "strip", ((1, 3, 4),)),
        ("1-a2", "passage", "strip", ((2, 0, 4),)),
        ("1-a3", "passage", "strip", ((3, 1, 2),)),
    ]
    assert [(p.kind, p.between, p.at, p.side, p.secret, p.one_way) for p in level.portals] == [
        ("door", ("1-1", "1-a1"), (2, 1), "east", False, None),
        ("stuck", ("1-a1", "1-2"), (3, 1), "east", False, None),
        ("door", ("1-1", "1-a2"), (0, 1), "south", True, None),
        ("door", ("1-1", "1-a2"), (1, 1), "south", True, "1-1"),
        ("door", ("1-3", "1-a3"), (0, 3), "east", False, "1-a3"),
    ]
    assert level.size == (6, 4)
    assert level.areas[0].outline == ((0, 0), (3, 0), (3, 2), (0, 2))


def test_marks_side_by_side_are_one_wide_portal() -> None:
    level = text_to_level("1 1 1 1\n= = S =\na a a a\n")
    assert [(p.kind, p.at, p.width) for p in level.portals] == [("open", (0, 0), 2), ("door", (2, 0), 1),
                                                               ("open", (3, 0), 1)]  # fmt: skip


@pytest.mark.parametrize("picture", ["1+", "1 1\n+\n", "1 1\n +\n2 2", "1?2", "1+1"])
def test_a_mark_out_of_place_is_refused(picture: str) -> None:
    with pytest.raises(ValueError, match="by square"):
        text_to_level(picture)


def test_the_sample_survives_being_drawn() -> None:
    for level in sample_dungeon().levels:
        again = text_to_level(level_to_text(level), number=level.number)
        assert again.size == level.size
        assert [(a.key, a.squares) for a in again.areas] == [(a.key, a.squares) for a in level.areas]
        assert _walls(again) == _walls(level)


def _walls(level: Level) -> list[object]:
    """Where the portals are and what they are, whichever of their areas is named first."""
    return sorted(
        (sorted(map(sorted, faces_of(p))), p.secret or p.one_way is not None or p.kind, p.secret)
        for p in level.portals
    )


@given(st.lists(st.text("12ab.+=SLx<>v^ ", max_size=9), max_size=7))
def test_any_picture_reads_or_is_refused(rows: list[str]) -> None:
    try:
        level = text_to_level("\n".join(["1", *rows]))
    except ValueError:
        return
    text = level_to_text(level)
    assert level_to_text(text_to_level(text)) == text


def test_a_dungeon_of_pictures() -> None:
    dungeon = text_to_dungeon("1+2", "1=2", goal="2-2")
    assert [level.number for level in dungeon.levels] == [1, 2]
    assert dungeon.levels[1].portals[0].between == ("2-1", "2-2")
