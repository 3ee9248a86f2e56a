"""The printed face of a level's structure: its chart faces its map, with words for who cannot see it."""

from __future__ import annotations

import io
from functools import cache

import msgspec
import pikepdf
import pytest
from typeset.reading import made, outline, page_texts, shrunk

from tests.draw.flows import flow_dungeon
from zinegen.build import generate
from zinegen.dungeon.model import Dungeon, Level
from zinegen.recipe import load_recipe
from zinegen.typeset import charts
from zinegen.typeset.blocks import block_words


@cache
def cyclic(levels: int = 2) -> Dungeon:
    """A small cyclic dungeon."""
    return generate(load_recipe(seed="charts", system="cyclic", levels=levels, size="small"))


@cache
def booklet() -> bytes:
    return made("booklet", cyclic()).data


def figures(data: bytes) -> list[str]:
    """The alternative texts of all figures."""
    with pikepdf.open(io.BytesIO(data)) as file:
        found = [o for o in file.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/Figure"]
        return [str(figure.Alt) for figure in found]


def test_each_levels_chart_faces_its_map() -> None:
    """The map on a left page, the chart with its bookmark on the page after it."""
    data = booklet()
    marks = list(outline(data))
    maps = [page for _, title, page in marks if title.startswith("Level ")]
    flow = [page for _, title, page in marks if title == "Ways through"]
    assert flow == [page + 1 for page in maps] and all(page % 2 for page in flow)
    said = figures(data)
    for level in cyclic().levels:
        assert f"Map of level {level.number}" in said
        (chart,) = [alt for alt in said if alt.startswith(f"Flowchart of level {level.number}.")]
        assert all(charts.cycle_name(c) in chart.lower() for c in charts.grown_cycles(level))


def test_the_chart_of_the_levels_stands_beside_the_side_view() -> None:
    """Where there are two levels or more; of one level there is nothing to show."""
    pages = {title: page for _, title, page in outline(booklet())}
    assert pages["From level to level"] == pages["How the levels lie"] + 1
    assert "Flowchart of the 2 levels and what joins them" in figures(booklet())
    alone = made("booklet", cyclic(), level=1).data
    assert "From level to level" not in {title for _, title, _ in outline(alone)}


def test_no_register_is_lost_to_the_chart() -> None:
    """Who is here, locks and keys and what wanders: each once a level, on the chart's page or the next."""
    texts = page_texts(booklet())
    for _, title, page in outline(booklet()):
        if title == "Ways through":
            said = "".join(texts[page - 2 : page + 1])
            assert all(said.count(head) == 1 for head in ("Who is here", "Locks and keys", "Wandering monsters"))


def _level(*kinds: str) -> Level:
    return flow_dungeon(kinds[0], kinds[1:]).levels[0]


def test_the_caption_says_what_was_grown() -> None:
    """Start and goal of each cycle, its name, and how it plays."""
    said = block_words(charts.caption(_level("dangerous_route", "gambit", "two_keys")))
    assert said.startswith("1–2 Dangerous route: ") and "Gambit: " in said and "Two keys: " in said


def test_many_cycles_are_told_in_one_breath() -> None:
    """Seven of them: each named behind the one it stands in."""
    inner = (("gambit", "two_keys"), ("false_goal", "monster_patrol"))
    level = flow_dungeon("dangerous_route", ("hidden_shortcut", "altered_return"), inner).levels[0]
    block = charts.caption(level)
    assert len(block.parts) == 1
    said = block_words(block)
    assert said.startswith("1–2 Dangerous route. Within 1–2: ") and said.count("Within") == 3


def test_a_cycle_of_the_users_own_bears_its_title() -> None:
    level = _level("dangerous_route")
    own = msgspec.structs.replace(level.flow.cycles[0], kind="my_ring", title="The very long ring of the nine bells")
    level = msgspec.structs.replace(level, flow=msgspec.structs.replace(level.flow, cycles=(own,)))
    assert "The very long ring of the nine bells" in block_words(charts.caption(level))


def test_other_systems_tell_of_their_loops() -> None:
    """How many there are, and what of it is secret or goes one way."""
    level = generate(load_recipe(seed="charts", system="labyrinth", levels=1)).levels[0]
    said = block_words(charts.caption(level))
    assert "loop" in said.lower() and "cycle" not in said


@pytest.mark.parametrize("seed", ["u", "alpha"])
def test_a_one_page_dungeon_has_a_small_chart_where_it_fits(seed: str) -> None:
    """No side more than without it; every figure is tagged, and there is one chart a level at most."""
    dungeon = generate(load_recipe(seed=seed, system="cyclic", levels=2, size="small"))
    page = made("onepage", dungeon)
    said = figures(page.data)
    assert [alt for alt in said if alt.startswith("Map")] == ["Map of level 1", "Map of level 2"]
    assert len(said) <= 4 and all(alt.startswith(("Map of level", "Flowchart of level")) for alt in said)


def test_where_there_is_room_the_small_chart_stands(sample: Dungeon) -> None:
    said = figures(made("onepage", shrunk(sample, 8)).data)
    assert [alt.split()[0] for alt in said] == ["Map", "Flowchart"]


def test_a_one_page_level_of_middling_size_has_its_chart() -> None:
    """Beside the map, for which text may be a little smaller."""
    dungeon = generate(load_recipe(seed="critic a1", system="cyclic", levels=1))
    assert charts.alternative(dungeon.levels[0]) in figures(made("onepage", dungeon).data)
