"""The list of treasure, the turns, the dice of the tables and the search."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from sample import sample_dungeon

from tests.browser import vectors
from zinegen.publish import hoard

pytestmark = pytest.mark.browser


def test_ticks_add_up_as_the_program_adds(open_page: Callable[..., Any]) -> None:
    page = open_page("treasure.html")
    things = hoard.everything(sample_dungeon())
    rows = [{"id": t.id, "copper": t.copper, "weight": t.weight} for t in things]
    tried = [vectors.ticks(things, number) for number in range(60)]
    script = """([rows, tried]) => tried.map(ids => {
      const sum = Hoard.total(rows, new Set(ids));
      return [sum, Hoard.amount(sum.copper, ",")];
    })"""
    found = page.evaluate(script, [rows, [ids for ids, _, _ in tried]])
    assert found == [[sums, printed] for _, sums, printed in tried]
    for value, printed in ((0, "0"), (5, "0.05"), (50, "0.5"), (130_050, "1,300.5"), (123_456_700, "1,234,567")):
        assert page.evaluate("n => Hoard.amount(n, ',')", value) == printed


def test_ticks_are_kept_and_the_sums_follow(open_page: Callable[..., Any]) -> None:
    page = open_page("treasure.html")
    boxes = page.locator(".ticks input")
    boxes.nth(0).check()
    boxes.nth(2).check()
    things = hoard.everything(sample_dungeon())
    worth = vectors.number((things[0].copper + things[2].copper) / 100)
    taken = page.locator("#taken").inner_text()
    assert taken.startswith(f"2 of {len(things)} taken: {worth} gp")
    page.locator("#heads").fill("2")
    assert vectors.number((things[0].copper + things[2].copper) // 2 / 100) in page.locator("#share").inner_text()
    page.reload()
    assert page.locator("#taken").inner_text() == taken
    assert [box.is_checked() for box in boxes.all()[:3]] == [True, False, True]
    page.locator("#untick").click()
    assert page.locator(".ticks input:checked").count() == 0


def test_the_turns_are_kept_apart_from_the_treasure(open_page: Callable[..., Any]) -> None:
    page = open_page("sheets.html")
    page.locator("#turn-1-2").check()
    page.reload()
    assert page.locator("input:checked").count() == 1
    page.goto(page.url.replace("sheets.html", "treasure.html"))
    assert page.locator("input:checked").count() == 0


def test_a_table_rolls_one_of_its_rows(open_page: Callable[..., Any]) -> None:
    page = open_page("tables.html")
    table = page.locator(".rolls").first
    table.locator(".roll").click()
    rows = table.locator("tbody tr").count()
    said = table.locator("output").inner_text()
    at = int(said.removeprefix(f"d{rows}: "))
    assert table.locator("tbody tr").nth(at - 1).get_attribute("class") == "rolled"


@pytest.mark.parametrize("width", [1280, 390])
def test_the_search_finds_keys_while_one_types(open_page: Callable[..., Any], width: int) -> None:
    page = open_page("level-2.html", width=width)
    page.keyboard.press("/")
    page.keyboard.type("brothers' mess")
    page.locator(".hits a").first.wait_for()
    assert page.locator(".hits a b").all_inner_texts() == ["1-3 Brothers’ Mess"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/level-1.html#3")


@pytest.mark.parametrize("width", [1280, 390])
def test_what_the_search_finds_stands_line_below_line_within_the_window(
    open_page: Callable[..., Any], width: int
) -> None:
    page = open_page("index.html", width=width)
    page.locator(".find input").fill("door")
    page.locator(".hits a").nth(2).wait_for()
    boxes = [line.bounding_box() for line in page.locator(".hits li").all()]
    assert all(below["y"] >= above["y"] + above["height"] - 1 for above, below in pairwise(boxes))
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    assert page.locator(".find input").bounding_box()["y"] >= 0


def test_a_search_says_where_there_is_nothing(open_page: Callable[..., Any]) -> None:
    page = open_page("index.html")
    page.locator(".find input").fill("zzzyx")
    page.locator(".hits li").first.wait_for()
    assert page.locator(".hits").inner_text() == "No key has these words."


def test_without_a_script_the_search_is_a_list(open_page: Callable[..., Any]) -> None:
    page = open_page("index.html", js=False)
    page.locator(".find input").fill("mess")
    page.locator(".find input").press("Enter")
    page.wait_for_url("**/search.html?q=mess")
    page.get_by_role("link", name="1-3", exact=True).first.click()
    page.wait_for_url("**/level-1.html#3")


def test_the_page_of_the_search_takes_words_from_its_address(open_page: Callable[..., Any]) -> None:
    page = open_page("search.html")
    page.goto(page.url + "?q=mess+door")
    page.locator("#found a").first.wait_for()
    assert "1-3 Brothers’ Mess" in page.locator("#found").inner_text()
    page.locator(".find input").fill("door")
    page.locator("#found mark").first.wait_for()
    assert set(page.locator("#found mark").all_inner_texts()) <= {"door", "Door"}
