"""The site as people meet it: from the disk and over the net, in a narrow window, by keyboard, on paper."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

MASTER = ["factions", "treasure", "tables", "initiative", "sheets", "downloads", "search", "404"]
KINDS = ["index.html", "level-1.html#5", *(f"{page}.html" for page in MASTER), "player/index.html",
         "player/level-1.html"]  # fmt: skip
"""One page of each kind."""
SERIOUS = ("serious", "critical")
AXE = """only => axe.run(document, { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) })
  .then(found => found.violations)"""


@pytest.fixture(scope="session")
def sub_path(site_folder: Path) -> Iterator[str]:
    """The address of the site below a path of a server, as on a host of many."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    handler = partial(Quiet, directory=str(site_folder.parent))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{site_folder.name}"
    server.shutdown()


def finds_all(page: Any, home: str) -> None:
    """Whether all that a page asks for lies in its folder, and is there."""
    assert page.asked and [url for url in page.asked if not url.startswith((home + "/", "data:"))] == []
    assert page.faults == []
    assert page.evaluate("[...document.fonts].filter(f => f.status == 'error').length") == 0
    waiting = (
        "Promise.all([...document.images].map(i => (i.loading = 'eager', i.decode().then(() => 0, () => i.src))))"
    )
    assert [missing for missing in page.evaluate(waiting) if missing] == []


@pytest.mark.parametrize("name", KINDS)
def test_a_page_asks_for_nothing_outside_its_folder_and_finds_all_it_asks_for(
    visit: Callable[[str], Any], site_folder: Path, name: str
) -> None:
    home = site_folder.resolve().as_uri() + ("/player" if name.startswith("player/") else "")
    page = visit(name)
    if name == "404.html":
        assert page.asked == [f"{home}/404.html"], "a host serves it at any depth, so it asks for nothing"
        return
    finds_all(page, home)


@pytest.mark.parametrize("name", ["level-2.html", "search.html", "initiative.html", "player/level-2.html"])
def test_it_is_the_same_under_a_path_of_a_server(open_page: Callable[..., Any], sub_path: str, name: str) -> None:
    page = open_page(name, base=sub_path)
    finds_all(page, sub_path + ("/player" if name.startswith("player/") else ""))
    if name.startswith("player/"):
        return
    page.locator(".find input").fill("brothers mess")
    page.locator(".hits a").first.click()
    page.wait_for_url(f"{sub_path}/level-1.html#3")


@pytest.mark.parametrize("name", KINDS)
def test_no_page_scrolls_sideways(visit: Callable[[str], Any], name: str) -> None:
    page = visit(name)
    for width in (320, 390, 640, 768, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing_serious(visit: Callable[[str], Any], name: str, axe: Path) -> None:
    page = visit(name)
    if name == "initiative.html":
        page.locator("#load").select_option("0")
        page.locator("#next").click()
    page.add_script_tag(path=axe)
    contrast = ["color-contrast"]  # all that another colour can change
    for width, scheme, only in (
        (1280, "light", None),
        (1280, "dark", contrast),
        (390, "dark", None),
        (390, "light", contrast),
    ):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate(AXE, only)
        grave = [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in SERIOUS]
        assert grave == [], (width, scheme)


def test_the_html_is_valid(site_folder: Path, vnu: list[str]) -> None:
    pages = sorted(str(path) for path in site_folder.rglob("*.html"))
    assert len([page for page in pages if "/solo/" not in page]) == 14
    run = subprocess.run([*vnu, *pages], capture_output=True, text=True)
    assert run.stderr == ""
    assert run.returncode == 0


def test_all_pages_can_be_read_without_a_script(open_page: Callable[..., Any]) -> None:
    for name, words in (("treasure.html", "gp"), ("tables.html", "d6"), ("sheets.html", "Hour 12")):
        page = open_page(name, js=False)
        assert words in page.inner_text("main")
        assert page.locator("main button").first.is_hidden()
