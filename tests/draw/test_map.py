"""Maps of whole levels: what is on them, and that nothing covers a number or betrays a secret."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace
from sample import sample_dungeon
from shapely import box

from tests.draw.ink import inked, text_box, texts
from zinegen.carve import carve
from zinegen.draw import legend as furnish
from zinegen.draw.faces import advance
from zinegen.draw.labels import apart
from zinegen.draw.map import _beside, level_map
from zinegen.draw.pens import pens_for
from zinegen.draw.picture import Text
from zinegen.draw.styles import style_of
from zinegen.draw.svg import to_svg
from zinegen.dungeon.model import Dungeon, Feature
from zinegen.dungeon.textmap import text_to_dungeon
from zinegen.errors import DungeonError, RecipeError
from zinegen.recipe import Recipe


@cache
def carved(seed: str, size: str) -> Dungeon:
    return carve(Recipe(seed=seed, size=size, levels=2))


DUNGEONS = [("sample", ""), ("a", "medium"), ("b", "medium"), ("c", "small"), ("w", "large")]


def dungeon_of(seed: str, size: str) -> Dungeon:
    return carved(seed, size) if size else sample_dungeon()


@pytest.mark.parametrize(("seed", "size"), DUNGEONS)
def test_each_number_stands_once_and_nothing_touches_it(seed: str, size: str) -> None:
    dungeon = dungeon_of(seed, size)
    for level in dungeon.levels:
        picture = level_map(dungeon, level.number, cartouche=False, legend=False)
        numbers = [t for t in texts(picture, "labels") if t.face == "number"]
        assert sorted(int(t.text) for t in numbers) == sorted(a.key for a in level.areas if a.key is not None)
        drawn = inked(picture, "walls", "doors", "features", "chasm", "galleries", "lips")
        for n, text in enumerate(numbers):
            figure = text_box(text)
            assert not figure.buffer(-0.02).intersects(drawn), f"{seed}: number {text.text} is touched"
            assert not any(figure.intersects(text_box(t)) for t in numbers[n + 1 :])


def test_a_number_that_has_no_room_stands_outside_with_a_line_to_its_area() -> None:
    picture = level_map(sample_dungeon(), 1)
    closet = next(t for t in texts(picture, "labels") if t.text == "16")
    assert not (32 < closet.x < 34 and 28 < closet.y < 30)
    lines = [
        p for la in picture.layers if la.name == "labels" for path in la.paths if path.stroke for p in path.parts
    ]
    assert any(32 < p.points[-1][0] < 34 and 28 < p.points[-1][1] < 30 for p in lines)


@pytest.mark.parametrize(("seed", "size"), DUNGEONS)
def test_a_map_keeps_within_its_size(seed: str, size: str) -> None:
    dungeon = dungeon_of(seed, size)
    for level in dungeon.levels:
        assert len(to_svg(level_map(dungeon, level.number), id_prefix="m")) < 200_000


@pytest.mark.parametrize(("seed", "size"), DUNGEONS)
def test_every_label_lies_on_the_sheet(seed: str, size: str) -> None:
    dungeon = dungeon_of(seed, size)
    picture = level_map(dungeon, 2)
    x, y = picture.origin
    sheet = box(x, y, x + picture.width_mm / picture.scale, y + picture.height_mm / picture.scale)
    assert all(sheet.covers(text_box(t)) for t in texts(picture))


def test_a_map_fits_the_box_it_is_given() -> None:
    picture = level_map(sample_dungeon(), 1, max_width_mm=90, max_height_mm=150)
    assert picture.width == 90
    assert picture.height <= 150.001
    assert all(0 <= x <= 90 and 0 <= y <= 150 for ring in picture.spots.values() for x, y in ring)


def test_the_spots_are_the_keyed_areas() -> None:
    picture = level_map(sample_dungeon(), 2, cartouche=False, legend=False, mm_per_square=2.0)
    assert sorted(picture.spots) == [f"2-{n}" for n in range(1, 9)]
    xs = [x for x, _ in picture.spots["2-7"]]
    assert max(xs) - min(xs) == pytest.approx(20.0, abs=0.1)  # ten squares of 2 mm


def test_the_legend_names_the_symbols_used_and_no_others() -> None:
    dungeon = text_to_dungeon(
        """
        1 1 1 a a 2 2

        1 1 1+a a/2 2

        1 1 1 a a 2 2
        """,
        goal="1-2",
    )
    words = [t.text for t in texts(level_map(dungeon, 1), "legend")]
    assert words == ["door", "stuck"]
    full = {t.text for t in texts(level_map(sample_dungeon(), 1), "legend")}
    assert {"secret door", "one way", "curtain", "chasm", "boat", "to level 2", "to the surface"} <= full
    assert "goal" not in full  # it lies on level 2


def test_the_legend_names_water_only_where_a_bridge_leaves_some_to_be_seen() -> None:
    dungeon = text_to_dungeon("1 1 1+2 2\n\n1 1 1 2 2", goal="1-2")
    stream = Feature(kind="stream", at=(1.5, 1), outline=((1, 0), (2, 0), (2, 2), (1, 2)))
    for deep, seen in ((2.0, ["door", "bridge"]), (1.0, ["door", "water", "bridge"])):
        bridge = Feature(kind="bridge", at=(1.5, deep / 2), size=(deep, 1.4), turn_deg=90)
        level = dungeon.levels[0]
        areas = tuple(replace(a, features=(stream, bridge) if a.id == "1-1" else ()) for a in level.areas)
        picture = level_map(replace(dungeon, levels=(replace(level, areas=areas),)), 1)
        assert [t.text for t in texts(picture, "legend")] == seen


@pytest.mark.parametrize("title", ["Salt", "The Memory of the Drowned Priory", "A Long, Long Tale of Salt " * 3])
def test_a_cartouche_names_the_level_whatever_the_title(title: str) -> None:
    dungeon = replace(sample_dungeon(), title=title.strip())
    for view in ("gm", "player"):
        picture = level_map(dungeon, 2, view=view)
        head = texts(picture, "cartouche")
        words = [t.text for t in head]
        assert " ".join(t.text for t in head if t.face == "title") == title.strip()
        assert "Level 2" in words and ("Under the Rock" in words) == (view == "gm")
        boxes = [text_box(t) for t in head]
        assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[:n])


def test_an_unknown_level_or_ink_is_named() -> None:
    with pytest.raises(DungeonError, match="no level 9"):
        level_map(sample_dungeon(), 9)
    with pytest.raises(RecipeError, match="'sepia'"):
        level_map(sample_dungeon(), 1, ink="sepia")


# ------------------------------------------------------------------------------------------ secrets

WITH_SECRETS = """
    1 1 1+a a a a a+2 2 2
            S
    1 1 1   b       2 2 2
            +
    1 1 1   3 3 3   2 2 2

            3 3 3
    """
WITHOUT_SECRETS = """
    1 1 1+a a a a a+2 2 2

    1 1 1           2 2 2

    1 1 1           2 2 2
    """


def test_a_players_map_is_that_of_the_dungeon_without_its_secrets_byte_for_byte() -> None:
    secret = text_to_dungeon(WITH_SECRETS, goal="1-2")
    plain = text_to_dungeon(WITHOUT_SECRETS, goal="1-2")
    pit = Feature(kind="pit", at=(6.0, 0.5), hidden=True)
    level = secret.levels[0]
    areas = tuple(replace(a, features=(pit,)) if a.id == "1-a1" else a for a in level.areas)
    secret = replace(secret, levels=(replace(level, areas=areas),))
    assert to_svg(level_map(secret, 1), id_prefix="m") != to_svg(level_map(plain, 1), id_prefix="m")
    for ink in ("full", "low", "lines"):
        one, two = (to_svg(level_map(d, 1, view="player", ink=ink), id_prefix="m") for d in (secret, plain))
        assert one == two


def test_a_players_map_names_nothing_hidden() -> None:
    picture = level_map(sample_dungeon(), 1, view="player")
    words = {t.text for t in texts(picture)}
    assert not words & {"S", "secret door", "one way", "pit", "trap", "trapdoor", "trapped door", "false door"}
    assert not [la for la in picture.layers if la.name == "secrets"]
    svg = to_svg(picture, id_prefix="m")
    for level in sample_dungeon().levels:
        for area in level.areas:
            if area.hidden and area.text.name:
                assert area.text.name not in svg


def test_a_secret_door_leaves_no_trace_in_its_wall() -> None:
    shut = text_to_dungeon(WITH_SECRETS, goal="1-2")
    level = shut.levels[0]
    walled = replace(shut, levels=(replace(level, portals=tuple(p for p in level.portals if not p.secret)),))
    walls = [
        re.search(r'<g class="ly-walls">.*?</g>', to_svg(level_map(d, 1), id_prefix="m"), re.DOTALL)
        for d in (shut, walled)
    ]
    assert walls[0] is not None and walls[1] is not None
    assert walls[0].group() == walls[1].group()


@pytest.mark.parametrize("ink", ["full", "large"])
@pytest.mark.parametrize("mm", [0.5, 0.9, 1.4, 2.5, 3.1, 3.24, 3.26, 3.7, 6.0])
def test_the_scale_bar_keeps_off_the_north_arrow(mm: float, ink: str) -> None:
    """At every scale its last figure ends before the arrow's ring, and it begins within its room."""
    sheet = furnish.Furniture(pens_for(ink, mm), mm, 0.0, 0.0)
    wide = furnish.compass_mm(sheet.style)[0]
    sheet.compass(wide)
    spans = [text_box(t).bounds for t in sheet.texts if t.face == "number"]
    arrow = wide - 2 * furnish.INSET_MM - 4.2 - 2.3
    assert min(span[0] for span in spans) * mm > 0.0 and max(span[2] for span in spans) * mm < arrow - 0.4


def test_a_long_legend_goes_under_the_scale_bar_rather_than_beside_it() -> None:
    """Beside it two columns fit, one of them nearly all the legend; under it three: the map gains the room."""
    style = style_of("full")
    compass = furnish.compass_mm(style)
    lines = [furnish.Entry("door", "stairs, wide end up")] * 20 + [
        furnish.Entry("door", "a way that is not short")
    ] * 3
    few = lines[:4]
    setting, down = _beside(lines, 103.0, compass, style)
    assert down == compass[1]
    assert setting.rows == 8 < furnish.plan(lines, 103.0 - compass[0], style).rows
    assert _beside(few, 103.0, compass, style) == (furnish.plan(few, 103.0 - compass[0], style), 0.0)


def test_marks_of_secret_doors_stand_clear_of_each_other() -> None:
    """Two that would overlap are pushed apart as little as can be; one that stands alone stays where it is."""
    near, alone = (
        [Text(5.0, 5.0, "S", 2.0, "number"), Text(6.2, 5.1, "S", 2.0, "number")],
        Text(20, 5, "S", 2, "number"),
    )
    a, b, c = apart([*near, alone])
    wide = advance("number", "S") * 2.0
    assert c == alone and (a.y, b.y) == (5.0, 5.1)
    assert b.x - a.x == pytest.approx(wide) and (a.x + b.x) / 2 == pytest.approx(5.6)
