"""The rules of document 004 (6.1-6.9), by worked examples with their own numbers."""

from __future__ import annotations

import pytest
from tiles.boards import STAIRS, board, draws, tile

from zinegen.carve.tiles.board import Segment, draw_fitting, fits, joined
from zinegen.rolltable import table


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        ("c", "c", True), ("p", "p", True), ("-", "-", True),
        ("c", "p", False), ("c", "-", False), ("p", "-", False), ("p", "c", False), ("-", "c", False),
    ],
)  # fmt: skip
def test_like_edges_lie_against_like_edges(one: str, other: str, may: bool) -> None:
    assert joined(one, other) is may


def test_a_tile_may_be_turned_but_never_mirrored() -> None:
    left_hand = tile("ccp-")
    assert [edges for _, edges in left_hand.ways()] == ["ccp-", "-ccp", "p-cc", "cp-c"]
    assert "cc-p" not in [edges for _, edges in left_hand.ways()]
    assert len(list(tile("c-c-").ways())) == 2 and len(list(tile("pppp").ways())) == 1


def test_draws_that_do_not_fit_go_back_and_the_first_that_fits_is_laid() -> None:
    one = board(tile("c-c-", "a"), tile("cc--", "b"), tile("p-p-", "c"), L1_0_0="pppp")
    found = draw_fitting(one, (1, 1, 0), draws("a", "b", "c"))
    assert found is not None
    laid, ways, rejected = found
    assert laid.id == "c" and [t.id for t in rejected] == ["a", "b"] and ways == [(1, "-p-p")]
    one.lay(laid, (1, 1, 0), ways[0])
    assert one.container == {"a": 1, "b": 1, "c": 0}  # both are back
    assert one.laid[1, 1, 0].edges == "-p-p"


def test_a_tile_must_fit_every_neighbour() -> None:
    """It touches two, fits the one and not the other."""
    one = board(L1_0_0="pppp", L1_1_m1="--c-")
    assert one.needs((1, 1, 0)) == "c??p"
    assert not fits("pppp", one.needs((1, 1, 0)))
    assert one.options(tile("p-p-"), (1, 1, 0)) == []
    assert one.options(tile("ccpp"), (1, 1, 0)) == [(0, "ccpp")]


def test_one_moves_to_the_next_segment_only() -> None:
    one = board(L1_0_0="-c--", L1_1_0="-c-c", L1_2_0="---c")
    assert one.steps((1, 0, 0)) == [(1, 1, 0)]
    assert (1, 2, 0) not in one.steps((1, 0, 0))  # two away in one stage
    assert one.distances([(1, 0, 0)])[1, 2, 0] == 2
    assert (1, 0, 0) in one.steps((1, 1, 0))  # back over a known way, and nothing is drawn: the place is taken
    assert one.open_places(1) == []


def test_a_blank_wall_between_segments_is_no_way() -> None:
    one = board(L1_0_0="p---", L1_1_0="--p-")
    assert one.steps((1, 0, 0)) == []


def test_one_goes_one_level_at_a_time_by_stairs() -> None:
    one = board(STAIRS)
    one.lay(STAIRS, (1, 0, 0), (0, "pppp"))
    assert one.steps((1, 0, 0)) == [(2, 0, 0)]
    assert one.steps((2, 0, 0)) == [(1, 0, 0), (3, 0, 0)]


def test_stairs_stand_at_one_place_on_all_levels_and_each_level_begins_with_them() -> None:
    one = board(STAIRS, L1_0_0="-p--")
    assert one.options(STAIRS, (1, 1, 0)) == [(0, "pppp")]
    one.lay(STAIRS, (1, 1, 0), (0, "pppp"))
    assert one.stairs() == [(1, 0)]
    for level in (1, 2, 3):
        assert one.laid[level, 1, 0].stairs and one.laid[level, 1, 0].chamber  # arrival counts as a chamber
    assert [at for at in one.laid if at[0] == 2] == [(2, 1, 0)]
    assert one.container["stairs"] == 2


def test_stairs_found_below_need_the_same_place_free_on_both_other_levels() -> None:
    one = board(STAIRS, L2_2_4="-p--", L1_3_4="-cc-")
    assert one.needs((2, 3, 4)) == "???p"
    assert one.options(STAIRS, (2, 3, 4)) == []  # level 1 has a tile there, level 3 is free
    free = board(STAIRS, L2_2_4="-p--")
    assert free.options(STAIRS, (2, 3, 4)) == [(0, "pppp")]
    near = board(STAIRS, L2_2_4="-p--", L1_4_4="---c")
    assert near.options(STAIRS, (2, 3, 4)) == []  # free, but stairs do not fit beside a corridor


def test_a_dead_end_is_laid_while_another_exit_is_open_and_goes_back_when_it_would_close_all() -> None:
    cell, through = tile("p---", "cell"), tile("p-p-", "through")
    two = board(cell, through, L1_0_0="pp--")
    assert not two.closes((1, 1, 0), "---p")
    one = board(cell, through, L1_0_0="-p--")
    assert one.closes((1, 1, 0), "---p")
    found = draw_fitting(one, (1, 1, 0), draws("cell", "through"), lambda _, way: not one.closes((1, 1, 0), way[1]))
    assert found is not None and found[0].id == "through" and [t.id for t in found[2]] == ["cell"]


def test_where_nothing_fits_the_segment_has_collapsed() -> None:
    one = board(tile("cc--", "bend"), L1_0_0="-p--", L1_2_0="---c")
    assert draw_fitting(one, (1, 1, 0), draws("bend")) is None
    one.collapse((1, 1, 0))
    fallen = one.laid[1, 1, 0]
    assert fallen == Segment("-c-p") and fallen.collapsed
    assert fits(fallen.edges, one.needs((1, 1, 0)))


def test_the_gate_takes_whatever_edges_are_needed() -> None:
    one = board(L1_0_0="-p--", L1_1_m1="--c-")
    one.lay_gate((1, 1, 0))
    assert one.laid[1, 1, 0].edges == "c--p" and one.laid[1, 1, 0].chamber


def test_the_level_table_holds_what_the_document_tells_and_marks_what_is_ours() -> None:
    found = table("labyrinth_level")
    told = {level: found.at(level) for level in (1, 2, 3)}
    assert told[2]["strength_add"] == 2 and told[2]["treasure_shift"] == 1
    assert told[3]["count_multiplier"] == 2 and told[3]["treasure_shift"] == 2
    assert "experience_multiplier" not in told[2] and "agility_add" not in told[3]
    assert found.row(3).extra["as_played"]["experience_multiplier"] == 3
