"""Local maps: what is cut, what is grey, and where cut corridors go."""

from __future__ import annotations

import pytest
from sample import sample_dungeon

from tests.draw.ink import texts
from zinegen.draw.faces import advance
from zinegen.draw.labels import DIGIT_HIGH
from zinegen.draw.map import Boxes, level_map, local_extent, local_map
from zinegen.draw.pens import FAR, Ink
from zinegen.draw.picture import Text
from zinegen.draw.svg import to_svg
from zinegen.dungeon.textmap import text_to_dungeon
from zinegen.errors import DungeonError

ROW = """
    1 1 1               2 2 2

    1 1 1+a a a a a a a+2 2 2
                =
    1 1 1       b       2 2 2

                b

                b

                b
                +
                3 3 3

                3 3 3
    """


def crop(ids: list[str], mm: float = 4.0, wide: float = 200.0, high: float = 200.0, picture: str = ROW):  # type: ignore[no-untyped-def]
    return local_map(
        text_to_dungeon(picture, goal="1-3"), ids, mm_per_square=mm, max_width_mm=wide, max_height_mm=high
    )


def test_cut_corridors_say_where_they_go_and_black_numbers_are_those_asked_for() -> None:
    words = texts(crop(["1-1"]), "labels")
    assert [t.text for t in words if t.face == "number" and t.fill == "#000000"] == ["1"]
    assert [t.text for t in words if t.face == "strong"] == ["to 2, 3"]


def test_a_passage_between_areas_asked_for_is_black_and_only_its_branch_is_labelled() -> None:
    words = texts(crop(["1-1", "1-2"]), "labels")
    assert sorted(t.text for t in words if t.face == "number") == ["1", "2"]
    assert [t.text for t in words if t.face == "strong"] == ["to 3"]


def test_a_crop_has_the_scale_asked_for_and_its_extent_as_size() -> None:
    dungeon = text_to_dungeon(ROW, goal="1-3")
    wide, high = local_extent(dungeon, ["1-1", "1-2"])
    picture = crop(["1-1", "1-2"], mm=3.0)
    assert picture.scale == 3.0
    assert (picture.width, picture.height) == pytest.approx((wide * 3, high * 3))
    assert wide == pytest.approx(13 + 2 * 2.4)


def test_a_box_too_small_takes_the_margin_first_and_then_the_scale() -> None:
    close = crop(["1-1", "1-2"], mm=3.0, wide=50.0)
    assert close.scale == 3.0
    assert close.width <= 50.001
    small = crop(["1-1", "1-2"], mm=3.0, wide=30.0)
    assert small.scale < 3.0
    assert small.width <= 30.001


@pytest.mark.parametrize("ink", ["full", "low", "lines"])
def test_where_all_that_is_shown_is_in_black_nothing_is_in_grey(ink: Ink) -> None:
    vast = "\n\n".join(["1 " * 40] * 40)
    dungeon = text_to_dungeon(vast, goal="1-1")
    picture = local_map(dungeon, ["1-1"], mm_per_square=4.0, max_width_mm=60.0, max_height_mm=60.0, ink=ink)
    assert FAR not in to_svg(picture, id_prefix="a")


def test_a_crop_is_cut_in_its_geometry() -> None:
    dungeon = sample_dungeon()
    part = to_svg(local_map(dungeon, ["1-1"], mm_per_square=1.94, max_width_mm=120, max_height_mm=90), id_prefix="c")
    whole = to_svg(level_map(dungeon, 1, cartouche=False, legend=False), id_prefix="m")
    assert len(part) < len(whole) / 3


def test_areas_of_no_level_are_named() -> None:
    with pytest.raises(DungeonError, match="no area 1-99"):
        crop(["1-99"])
    with pytest.raises(DungeonError, match="one area at least"):
        crop([])


def test_a_players_crop_keeps_the_secret() -> None:
    dungeon = sample_dungeon()
    shown = local_map(dungeon, ["1-9"], mm_per_square=3, max_width_mm=120, max_height_mm=90, view="player")
    assert not {t.text for t in texts(shown)} & {"S", "10", "to 10"}
    told = local_map(dungeon, ["1-9"], mm_per_square=3, max_width_mm=120, max_height_mm=90)
    assert "S" in {t.text for t in texts(told)}


def test_only_ways_out_of_the_areas_asked_for_are_labelled_and_none_twice() -> None:
    """The passage between 2 and 3 is in view of a crop of 1, but no exit of 1 leads into it."""
    two = """
        1 1+a a a a a a a a+4 4

        2 2+b b b b b b b b+3 3
        """
    words = texts(crop(["1-1"], mm=4.0, picture=two), "labels")
    assert [t.text for t in words if t.face == "strong"] == ["to 4"]


def test_labels_lie_over_nothing() -> None:
    """No label of a cut way covers a number, an S, or another label."""
    dungeon = sample_dungeon()
    for area in (a.id for a in dungeon.levels[0].areas if a.key is not None):
        picture = local_map(dungeon, [area], mm_per_square=3, max_width_mm=60, max_height_mm=45, fill=True)
        boxes = [(t, extent_of(t)) for t in texts(picture)]
        for n, (one, a) in enumerate(boxes):
            for other, b in boxes[n + 1 :]:
                if "strong" in (one.face, other.face):
                    assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3], (area, one.text, other.text)


def extent_of(text: Text) -> tuple[float, float, float, float]:
    half = advance(text.face, text.text) * text.size / 2
    x = text.x + half if text.anchor == "start" else text.x
    return x - half, text.y - DIGIT_HIGH * text.size, x + half, text.y


LONG_HALL = "1 1+2" + " 2" * 40


def test_a_very_long_room_is_torn_off_before_the_scale_shrinks() -> None:
    dungeon = text_to_dungeon(LONG_HALL, goal="1-2")
    assert local_extent(dungeon, ["1-2"])[0] > 40
    x0, _, x1, _ = Boxes(dungeon.levels[0]).core(["1-2"])
    assert x1 - x0 == pytest.approx(13 + 2 * 1.4)
    picture = crop(["1-1", "1-2"], mm=4.0, wide=80.0, picture=LONG_HALL)
    assert picture.scale == 4.0
    assert picture.width <= 80.001
    assert {t.text for t in texts(picture, "labels") if t.face == "number"} == {"1", "2"}


def test_a_box_is_filled_with_what_lies_round_the_areas() -> None:
    dungeon = text_to_dungeon(ROW, goal="1-3")
    alone = local_map(dungeon, ["1-1"], mm_per_square=3, max_width_mm=60, max_height_mm=30)
    filled = local_map(dungeon, ["1-1"], mm_per_square=3, max_width_mm=45, max_height_mm=30, fill=True)
    assert alone.width < 30
    assert filled.width == pytest.approx(45)
