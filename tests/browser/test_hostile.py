"""Whatever somebody writes into a dungeon.json, no page of its site runs it, breaks on it or loses it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import write
from sample import sample_dungeon

from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.store import decode, encode
from zinegen.publish.site import site
from zinegen.work import PrintOptions, Shop

pytestmark = pytest.mark.browser

HOSTILE = (
    "<script>window.ran=1</script>", '<img src=x onerror="window.ran=1">', "' onmouseover='window.ran=1' x='",
    '" autofocus onfocus="window.ran=1', "</script><script>window.ran=1</script>", "--><!-- <![CDATA[",
    "</title></svg><svg onload=window.ran=1>", "[here](javascript:window.ran=1)", "{{ 7*7 }}{% raw %}", "W" * 90,
    "]]></style><style>*{display:none}</style>", "{name} {0} %s %(x)d", "\\input{x} $x^2$ \\",
    "&lt;b&gt; &#60;b&#62; &nbsp;", "\u202egnorw\u202c שלום", "👨\u200d👩\u200d👧 e\u0301\u0301", "${window.ran=1}`",
    "*stress **weight* [ ( (99-99) (1-1)",
)  # fmt: skip
WORDS = {"name", "title", "text", "first", "what", "look", "find", "result", "notes", "short", "doing", "wants",
         "special", "noise", "hook", "subtitle", "gives", "sign", "trigger", "effect", "remedy", "secret", "hidden",
         "attacks", "damage", "toward", "greets", "opens", "aim"}  # fmt: skip
CODES = {"recipe", "flow", "sights", "links"}


def spoiled(value: Any, count: Iterator[str], word: str = "") -> Any:
    """A dungeon, as JSON, with something hostile in the place of every text."""
    if isinstance(value, dict):
        return {key: one if key in CODES else spoiled(one, count, key) for key, one in value.items()}
    if isinstance(value, list):
        return [spoiled(one, count, word) for one in value]
    return next(count) if isinstance(value, str) and value and word in WORDS else value


def marked() -> Iterator[str]:
    """Hostile texts, each with a word of its own before and behind it."""
    n = 0
    while True:
        yield f"ahead{n}q {HOSTILE[n % len(HOSTILE)]} behind{n}q"
        n += 1


@pytest.fixture(scope="module")
def hostile() -> Dungeon:
    """The sample dungeon as an enemy would edit it."""
    return decode(json.dumps(spoiled(json.loads(encode(sample_dungeon())), marked())).encode())


@pytest.fixture(scope="module")
def folder(hostile: Dungeon, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its site, to be played alone too."""
    options = PrintOptions(products=("solo", "site"))
    return write(site(hostile, options, Shop(1), list), tmp_path_factory.mktemp("hostile")) / "site"


def plain(text: str) -> str:
    """The letters of a text, and its marks that mean something to a machine; quotation marks are set otherwise."""
    return "".join(c for c in unicodedata.normalize("NFC", text) if c.isalnum() or c in "<>&{}$%#=/;\\")


def test_no_page_runs_what_was_written_into_it(browser: Any, folder: Path) -> None:
    context = browser.new_context()
    page, asked, faults = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
    for file in sorted(folder.rglob("*.html")):
        page.goto(file.as_uri())
        for box in page.locator("input[type=search], input[type=text]").all():
            if box.is_visible():
                box.fill("ahead script onerror")
        assert page.evaluate("window.ran") is None, file.name
        assert page.locator("[onerror],[onload],[onmouseover],[onfocus]").count() == 0, file.name
        assert page.evaluate("getComputedStyle(document.body).display") != "none", file.name
        assert page.locator("a[href^='javascript:' i]").count() == 0, file.name
    page.goto((folder / "initiative.html").as_uri())
    for button in page.locator("button:visible").all():
        button.click(force=True, no_wait_after=True)
    page.wait_for_load_state()
    assert page.evaluate("window.ran") is None
    assert faults == [] and [url for url in asked if not url.startswith((folder.as_uri(), "data:", "blob:"))] == []
    assert not any(url.endswith("/x") for url in asked)
    context.close()


def test_what_was_written_into_a_key_is_read_there_letter_by_letter(
    browser: Any, folder: Path, hostile: Dungeon
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((folder / "level-1.html").as_uri())
    read = plain(page.evaluate("document.body.textContent"))
    for area in hostile.levels[0].areas:
        for text in (area.text.name, *(one.find for one in area.text.details if one.find)) if area.key else ():
            number = text.split("q ")[0].removeprefix("ahead")
            assert f"behind{number}q" in read, text
            if "*" not in text and "(" not in text:
                assert plain(text)[1:] in read, text
    context.close()
