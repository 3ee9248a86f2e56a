"""A level's page at work: map, flowchart and keys find one another, with and without a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

WIDTH = "document.querySelector('.map .sheet').getBoundingClientRect().width"


def fill(page: Any, number: int, view: str = "map") -> str:
    """The colour that lies over an area of the map or of the chart."""
    return str(page.locator(f".{view} .hot .a{number} polygon").evaluate("e => getComputedStyle(e).fill"))


@pytest.mark.parametrize("js", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("width", [1280, 390])
def test_an_area_of_the_map_leads_to_its_key(open_page: Callable[..., Any], js: bool, width: int) -> None:
    page = open_page("level-1.html", width=width, js=js)
    page.locator(".map .hot .a9 polygon").click()
    page.wait_for_url("**/level-1.html#9")
    page.wait_for_timeout(50)
    key, pane = page.locator('[id="9"]').bounding_box(), page.locator(".pane.map").bounding_box()
    assert 0 <= key["y"] < page.viewport_size["height"] * 0.75
    if width < 768:  # the map stays above it, and does not lie on it
        assert key["y"] >= pane["y"] + pane["height"]


def test_a_link_from_another_page_marks_key_area_and_knot(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html#12", js=False)
    assert fill(page, 12) != fill(page, 11) and fill(page, 12, "chart") == fill(page, 12)
    page.locator('[id="11"]').hover()
    assert fill(page, 11) not in (fill(page, 12), fill(page, 10))


def test_the_key_of_an_area_shows_beside_it(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    card, spot = page.locator(".card-by"), page.locator(".map .hot .a3")
    assert card.is_hidden()
    spot.hover()
    assert "Brothers’ Mess" in card.inner_text()
    mine, its = card.bounding_box(), spot.bounding_box()
    assert mine["x"] >= its["x"] + its["width"] or mine["x"] + mine["width"] <= its["x"]
    page.mouse.move(1000, 700)
    assert card.is_hidden()
    page.locator(".map .hot .a1").focus()
    page.keyboard.press("ArrowUp")
    here = page.evaluate("document.activeElement.getAttribute('href')")
    assert card.inner_text().split()[0] == here.removeprefix("#")


def test_a_key_brings_its_area_into_sight(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    page.locator("label[for=zoom-3]").click()
    page.locator('[id="12"] h2 bdi').click()
    page.wait_for_url("**#12")
    page.wait_for_timeout(80)
    pane, spot = page.locator(".pane.map").bounding_box(), page.locator(".map .hot .a12").bounding_box()
    assert pane["x"] <= spot["x"] + spot["width"] / 2 <= pane["x"] + pane["width"]
    assert pane["y"] <= spot["y"] + spot["height"] / 2 <= pane["y"] + pane["height"]


@pytest.mark.parametrize("js", [True, False], ids=["script", "no script"])
def test_the_flowchart_leads_to_the_keys(open_page: Callable[..., Any], js: bool) -> None:
    page = open_page("level-1.html", js=js)
    page.locator("label[for=v-flow]").click()
    assert page.locator(".pane.map").is_hidden() and page.locator(".layers").is_hidden()
    page.locator(".chart .hot .a4 polygon").click()
    page.wait_for_url("**/level-1.html#4")
    assert page.locator(".chart img").evaluate("e => e.decode().then(() => e.naturalWidth)") > 0


def test_the_players_view_shows_nothing_but_their_map(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html", js=False)
    page.locator("label[for=v-player]").click()
    for gone in (".keys", ".name", ".pane.map"):
        assert page.locator(gone).is_hidden(), gone
    assert page.locator(".player img").get_attribute("src") == "player/maps/level-1.svg"
    assert page.locator(".player img").bounding_box()["width"] > 600


@pytest.mark.parametrize("name", ["numbers", "secrets", "traps", "grid"])
def test_a_layer_can_be_left_out_and_stays_out(open_page: Callable[..., Any], name: str) -> None:
    layer = {"numbers": "labels [font-weight='900']"}.get(name, name)
    page = open_page("level-1.html")
    drawn = page.locator(f".map .ly-{layer}").first
    assert drawn.is_visible()
    page.locator(f"#ly-{name}").uncheck()
    assert drawn.is_hidden() and page.locator(".map .ly-walls").is_visible()
    page.goto(page.url.replace("level-1", "level-2"))
    assert not page.locator(f"#ly-{name}").is_checked()


def test_layers_need_no_script(open_page: Callable[..., Any]) -> None:
    page = open_page("player/level-1.html", js=False)
    page.locator("#ly-grid").uncheck()
    assert page.locator(".map .ly-grid").is_hidden()
    assert page.locator("#ly-secrets").count() == 0


def test_all_that_a_page_says_is_there_without_a_script(open_page: Callable[..., Any]) -> None:
    with_js = open_page("level-1.html").inner_text("main")
    without = open_page("level-1.html", js=False).inner_text("main")
    assert with_js == without and "Brothers’ Mess" in without


def test_every_area_is_big_enough_for_a_finger(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html", width=390)
    for view, tab in (("map", "v-map"), ("chart", "v-flow")):
        page.locator(f"label[for={tab}]").click()
        boxes = [spot.bounding_box() for spot in page.locator(f".{view} .hot polygon").all()]
        assert len(boxes) == 17
        assert min(min(box["width"], box["height"]) for box in boxes) >= 24


def test_the_map_grows_and_the_areas_with_it(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html", js=False)
    before = page.locator(".map .hot .a5 polygon").bounding_box()
    page.locator("label[for=zoom-2]").click()
    after = page.locator(".map .hot .a5 polygon").bounding_box()
    assert after["width"] == pytest.approx(2 * before["width"], rel=0.02)


def test_arrow_keys_go_from_area_to_area(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    assert page.locator('.map .hot a[tabindex="0"]').count() == 1
    page.locator(".map .hot .a1").focus()
    page.keyboard.press("ArrowUp")
    here = page.evaluate("document.activeElement.getAttribute('href')")
    assert here.startswith("#") and here != "#1"
    page.keyboard.press("Enter")
    assert page.url.endswith(here)


def test_on_paper_the_map_comes_first_then_the_chart_and_no_tool_is_printed(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    page.emulate_media(media="print")
    for gone in (".top", ".tools", ".map .hot", ".turn", ".pane.player"):
        assert page.locator(gone).first.is_hidden(), gone
    tops = [page.locator(one).bounding_box()["y"] for one in (".map .sheet", ".chart .sheet", ".keys")]
    assert tops == sorted(tops)


def middle(page: Any) -> tuple[float, float]:
    """The middle of the map's pane."""
    pane = page.locator(".pane.map").bounding_box()
    return pane["x"] + pane["width"] / 2, pane["y"] + pane["height"] / 2


def test_the_wheel_zooms_to_the_pointer_and_at_the_smallest_scrolls_the_page(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    fit, (x, y) = page.evaluate(WIDTH), middle(page)
    spot = page.locator(".map .hot .a5").bounding_box()
    aim = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.mouse.move(*aim)
    for _ in range(4):
        page.mouse.wheel(0, -100)
    page.wait_for_timeout(300)
    assert page.evaluate(WIDTH) > 1.8 * fit and page.evaluate("scrollY") == 0
    spot = page.locator(".map .hot .a5").bounding_box()
    assert spot["x"] <= aim[0] <= spot["x"] + spot["width"] and spot["y"] <= aim[1] <= spot["y"] + spot["height"]
    page.mouse.move(x, y)
    for _ in range(6):
        page.mouse.wheel(0, 100)
    page.wait_for_timeout(300)
    assert page.evaluate(WIDTH) == pytest.approx(fit, rel=0.01)
    page.mouse.wheel(0, 300)
    page.wait_for_timeout(150)
    assert page.evaluate("scrollY") > 0


def test_two_fingers_zoom(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html", width=390, touch=True)
    fit, (x, y) = page.evaluate(WIDTH), middle(page)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *places: float) -> None:
        points = [{"x": place, "y": y} for place in places]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x - 40, x + 40)
    for far in (60, 80, 100):
        touch("touchMove", x - far, x + far)
    touch("touchEnd")
    page.wait_for_timeout(300)
    assert page.evaluate(WIDTH) == pytest.approx(2.5 * fit, rel=0.1)


def test_a_map_that_is_dragged_moves_and_follows_no_link(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    page.locator("label[for=zoom-3]").click()
    x, y = middle(page)
    before = page.locator(".map .hot .a5").bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    after = page.locator(".map .hot .a5").bounding_box()
    moved = (after["x"] - before["x"], after["y"] - before["y"])
    assert moved == (pytest.approx(-60, abs=2), pytest.approx(-40, abs=2))
    assert "#" not in page.url


def test_the_keyboard_sets_the_size_of_the_map(open_page: Callable[..., Any]) -> None:
    page = open_page("level-1.html")
    fit = page.evaluate(WIDTH)
    page.locator(".pane.map").press("+")
    assert page.evaluate(WIDTH) == pytest.approx(1.4 * fit, rel=0.02)
    page.keyboard.press("0")
    assert page.evaluate(WIDTH) == pytest.approx(fit, rel=0.01)
    assert page.locator("#zoom-1").is_checked()
