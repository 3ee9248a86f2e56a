"""A level's page at work: the map and its keys find one another, with and without a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("js", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("width", [1280, 390])
def test_an_area_of_the_map_leads_to_its_key(open_page: Callable[..., Any], js: bool, width: int) -> None:
    page = open_page("level-1.html", width=width, js=js)
    page.locator(".hot .a9 polygon").click()
    page.wait_for_url("**/level-1.html#9")
    page.wait_for_timeout(50)
    key, pane = page.locator('[id="9"]').bounding_box(), page.locator(".pane").bounding_box()
    assert 0 <= key["y"] < page.viewport_size["height"] * 0.75
    if width < 768:  # the map stays above it, and does not lie on it
        assert key["y"] >= pane["y"] + pane["height"]


def test_a_link_from_another_page_marks_key_and_area(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html#12", js=False)
    assert fill(page, 12) != fill(page, 11)
    page.locator('[id="11"]').hover()
    assert fill(page, 11) not in (fill(page, 12), fill(page, 10))


def fill(page: Any, number: int) -> str:
    """The colour that lies over an area of the map."""
    return str(page.locator(f".hot .a{number} polygon").evaluate("e => getComputedStyle(e).fill"))


def test_all_that_a_page_says_is_there_without_a_script(open_page: Callable[..., Any]) -> None:
    with_js = open_page("level-1.html").inner_text("main")
    without = open_page("level-1.html", js=False).inner_text("main")
    assert with_js == without and "Brothers’ Mess" in without


def test_every_area_is_big_enough_for_a_finger(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html", width=390)
    boxes = [spot.bounding_box() for spot in page.locator(".hot polygon").all()]
    assert len(boxes) == 17
    assert min(min(box["width"], box["height"]) for box in boxes) >= 24


def test_the_map_grows_and_the_areas_with_it(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html", js=False)
    before = page.locator(".hot .a5 polygon").bounding_box()
    page.locator("label[for=zoom-2]").click()
    after = page.locator(".hot .a5 polygon").bounding_box()
    assert after["width"] == pytest.approx(2 * before["width"], rel=0.02)


def test_arrow_keys_go_from_area_to_area(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    assert page.locator('.hot a[tabindex="0"]').count() == 1
    page.locator(".hot .a1").focus()
    page.keyboard.press("ArrowUp")
    here = page.evaluate("document.activeElement.getAttribute('href')")
    assert here.startswith("#") and here != "#1"
    page.keyboard.press("Enter")
    assert page.url.endswith(here)


def test_on_paper_the_map_comes_first_and_no_tool_is_printed(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    page.emulate_media(media="print")
    for gone in (".top", ".tools", ".hot", ".turn"):
        assert page.locator(gone).first.is_hidden(), gone
    assert page.locator(".sheet").bounding_box()["y"] < page.locator(".keys").bounding_box()["y"]


def test_a_map_that_is_dragged_moves_and_follows_no_link(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    page.locator(".pane").press("+")
    page.locator("label[for=zoom-3]").click()
    pane = page.locator(".pane").bounding_box()
    x, y = pane["x"] + pane["width"] / 2, pane["y"] + pane["height"] / 2
    before = page.locator(".hot .a5").bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    after = page.locator(".hot .a5").bounding_box()
    assert (after["x"] - before["x"], after["y"] - before["y"]) == (
        pytest.approx(-60, abs=2),
        pytest.approx(-40, abs=2),
    )
    assert "#" not in page.url


def test_the_keyboard_sets_the_size_of_the_map(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    width = "document.querySelector('.sheet').getBoundingClientRect().width"
    fit = page.evaluate(width)
    page.locator(".pane").press("+")
    assert page.evaluate(width) == pytest.approx(1.4 * fit, rel=0.02)
    page.keyboard.press("0")
    assert page.evaluate(width) == pytest.approx(fit, rel=0.01)
    assert page.locator("#zoom-1").is_checked()
