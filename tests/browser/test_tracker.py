"""The tracker of initiative: its rules are those of the program, and it leads through a fight and keeps it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import vectors

pytestmark = pytest.mark.browser

FIGHTS = 400
PLAY = """fights => fights.map(fight => Initiative.play(fight).map(one => ({
  round: one.round, order: one.order, rolls: one.rolls, carried: one.carried, surplus: one.surplus, lost: one.lost,
  idle: one.idle, waiting: one.waiting, notes: one.notes.map(note => note.code), surprise: one.surprise || null,
  morale: one.morale || [] })))"""


def test_the_rules_are_those_of_the_program(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    fights = [vectors.fight(number) for number in range(FIGHTS)]
    played = page.evaluate(PLAY, [vectors.told(one) for one in fights])
    codes, hows = set(), set()
    for number, (one, rounds) in enumerate(zip(fights, played, strict=True)):
        wanted = vectors.outcome(one)
        assert rounds == wanted, number
        codes |= {code for each in wanted for code in each["notes"]}
        hows |= {(act["how"], act["limit"]) for each in wanted for act in each["order"]}
    assert len(codes) >= 11, "the vectors try every note that play can give"
    assert {("early", "simple"), ("early", "trivial"), ("delayed", ""), ("claimed", "")} <= hows


@pytest.mark.parametrize(
    ("faces", "total"), [([4], 4), ([3], -3), ([6, 6, 6, 2], 18), ([6, 1], 6), ([5, 5, 4], -10), ([5, 6], -5)]
)
def test_the_wild_die_runs_on(open_page: Callable[..., Any], faces: list[int], total: int) -> None:
    page = open_page("initiative.html")
    assert page.evaluate("faces => Initiative.wild(() => faces.shift())", faces) == total


def add(page: Any, name: str, result: int, **keys: object) -> None:
    """Add a fighter through the form, and write down what it rolled."""
    form = page.locator("#add")
    for key, value in keys.items():
        form.locator(f"[name={key}]").fill(str(value))
    form.locator("[name=name]").fill(name)
    form.locator("[name=name]").press("Enter")
    number = page.locator(".fighter").count() - 1
    page.locator(f"#f{number}-roll").fill(str(result))
    page.locator(f"#f{number}-roll").press("Tab")


def order(page: Any) -> list[str]:
    """The lines of the order as they are read."""
    return [" ".join(line.split()) for line in page.locator("#order li").all_inner_texts()]


def now(page: Any) -> str:
    """Who acts, and when."""
    return f"{page.locator('#now-at').inner_text()} {page.locator('#now-who').inner_text()}"


@pytest.mark.parametrize("width", [1280, 390])
def test_a_round_goes_from_the_highest_down(open_page: Callable[..., Any], width: int) -> None:
    page = open_page("initiative.html", width=width)
    add(page, "Brenna", 20, reaction=14)
    add(page, "Otto", 31)
    seen = []
    for _ in range(5):
        seen.append(now(page))
        page.locator("#next").click()
    assert seen == ["31 Otto", "20 Brenna", "19 Otto", "8 Brenna", "7 Otto"]
    assert page.locator("#next").inner_text() == "Next round"
    page.locator("#next").click()
    assert "Round 2" in page.locator("#now-more").inner_text()
    page.locator("#undo").click()
    assert "Round 1" in page.locator("#now-more").inner_text()


def test_early_wait_and_claim(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    add(page, "Brenna", 20, reaction=14)
    add(page, "Otto", 16)
    page.locator("#f1-by").fill("6")
    page.locator("#f1-early").click()
    assert order(page) == ["22 Otto one simple action", "20 Brenna", "8 Brenna"]
    page.locator("#next").click()
    page.locator("#f0-wait").click()
    assert order(page) == ["22 Otto one simple action", "· Brenna waits"]
    page.locator("#next").click()
    page.locator("#f1-roll").press("Tab")
    assert page.locator("#next").inner_text() == "Roll"  # a new round; who waits rolls no more
    page.locator("#f1-roll").fill("15")
    page.locator("#f1-roll").press("Tab")
    assert page.locator("#f0-roll").count() == 0
    page.locator("#f0-claim").click()
    page.locator("#f0-roll").fill("26")
    page.locator("#f0-roll").press("Tab")
    assert order(page) == ["first Brenna claims the first action", "15 Otto", "14 Brenna"]
    assert "lost from the new roll: 26" in page.locator("#notes").inner_text()


def test_one_who_waits_gets_in_before_another(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    add(page, "Brenna", 20)
    add(page, "Otto", 12)
    page.locator("#f0-wait").click()
    page.locator("#f0-cut").click()
    for field, value in (("op0", 15), ("op1", 9), ("again", 26)):
        page.locator(f"#f0-{field}").fill(str(value))
        page.locator(f"#f0-{field}").press("Tab")
    assert order(page) == ["12 Brenna waited", "12 Otto"]
    assert "gets in before Otto at 12 (15 against 9)" in page.locator("#notes").inner_text()


def test_categories_have_their_firsts_and_lasts_and_add_up(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    add(page, "Ash", 12, category=4)
    add(page, "Bron", 11, category=4)
    add(page, "Ogre", 15, category=5)
    add(page, "Tree", 24, category=3)
    assert order(page) == [
        "first Ogre", "15 Ogre", "12 Ash", "11 Bron", "last Ogre", "· Tree no action; keeps 24 points",
    ]  # fmt: skip


def test_the_sides_roll_a_die_each(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    page.locator("#system").select_option("d6-sides")
    for name, side in (("Ash", "party"), ("Ghoul", "monsters")):
        page.locator("#add [name=side]").select_option(side)
        page.locator("#add [name=name]").fill(name)
        page.locator("#add button").click()
    for side, face in (("party", 1), ("monsters", 6)):
        page.locator(f"#side-{side}").fill(str(face))
        page.locator(f"#side-{side}").press("Tab")
    assert order(page) == ["6 Ghoul", "1 Ash"]
    told = page.locator("#notes").inner_text()
    assert "ambush" in told and "come from behind" in told and "Ghoul is alone" in told


def test_a_fight_of_the_dungeon_is_loaded_and_outlives_a_reload(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    option = page.locator("#load option").nth(1)
    page.locator("#load").select_option(option.get_attribute("value"))
    names = page.locator(".fighter .who > b").all_inner_texts()
    assert names and page.locator("#next").inner_text() == "Roll"
    page.locator("#next").click()
    page.locator("#f0-less0").click()
    before = order(page), now(page), page.locator("#f0-less0 + b").inner_text()
    page.reload()
    assert page.locator(".fighter .who > b").all_inner_texts() == names
    assert (order(page), now(page), page.locator("#f0-less0 + b").inner_text()) == before
    page.locator("#clear").click()
    assert page.locator(".fighter").count() == 0


def test_a_fight_is_led_by_keyboard_alone(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    add(page, "Ash", 20)
    page.locator("#next").focus()
    page.keyboard.press("Enter")
    assert now(page) == "8 Ash" and page.evaluate("document.activeElement.id") == "next"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("n")
    assert page.locator("#next").inner_text() == "Next round"


def test_who_is_taken_out_leaves_no_plan_against_it_behind(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    add(page, "Brenna", 20)
    add(page, "Otto", 12)
    page.locator("#f0-wait").click()
    page.locator("#f0-cut").click()
    page.locator("#f1-edit").click()
    page.locator("#f1-gone").click()
    page.reload()
    assert page.locator(".fighter").count() == 1 and page.faults == []
    assert order(page)[0] == "12 Brenna waited"


def test_what_is_typed_stays_within_what_a_fight_may_hold(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    add(page, "Ash", 900_000_000)
    assert page.locator("#f0-roll").input_value() == "1000" and order(page)[0] == "1000 Ash"
    page.locator("#f0-roll").fill("")
    page.locator("#f0-roll").press("Tab")
    assert page.locator("#next").inner_text() == "Roll"
    page.locator("#f0-edit").click()
    page.locator("#f0-re").fill("5000")
    page.locator("#f0-re").press("Tab")
    assert page.locator("#f0-re").input_value() == "999"


@pytest.mark.parametrize("kept", ["null", "[]", "{", "7", '{"fight": {}}'])
def test_what_is_kept_and_is_no_fight_begins_a_new_one(open_page: Callable[..., Any], kept: str) -> None:
    page = open_page("initiative.html")
    page.evaluate("kept => localStorage.setItem('zinegen.' + main.dataset.keep + '.fight', kept)", kept)
    page.reload()
    add(page, "Ash", 20)
    assert now(page) == "20 Ash" and page.faults == []


def test_the_measure_of_categories_stays_when_others_come(open_page: Callable[..., Any]) -> None:
    """One of category 5 is there, two of category 4 come in round 2: it is one higher all the while."""
    page = open_page("initiative.html")
    fighters = [{"name": name, "category": category, "comes": comes, "rolls": [15, 15], "hp": []}
                for name, category, comes in (("Ogre", 5, 1), ("Ash", 4, 2), ("Bron", 4, 2))]  # fmt: skip
    kept = {"fight": {"system": "detailed", "lower_step": 36, "reference_category": None, "fighters": fighters,
                      "sides": {"party": [], "monsters": []}}, "round": 1, "standings": {}, "done": {}}  # fmt: skip
    page.evaluate(
        "kept => localStorage.setItem('zinegen.' + main.dataset.keep + '.fight', JSON.stringify(kept))", kept
    )
    page.reload()
    assert order(page) == ["first Ogre", "15 Ogre", "last Ogre"]


def test_the_dead_act_no_more(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html")
    add(page, "Ash", 20, hp=1)
    page.locator("#f0-less0").click()
    assert order(page) == []


def test_without_a_script_there_is_a_sheet_with_every_fight(open_page: Callable[..., Any]) -> None:
    page = open_page("initiative.html", js=False)
    assert page.locator(".arena").is_hidden() and page.locator(".paper-sheet .track").is_visible()
    assert page.locator(".one-fight").count() >= 3
    scripted = open_page("initiative.html")
    scripted.emulate_media(media="print")
    assert scripted.locator(".arena").is_hidden() and scripted.locator(".paper-sheet .track").is_visible()
