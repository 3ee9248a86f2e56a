"""The site as people meet it: from the disk, in a narrow window, without a script, by keyboard, on paper."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

KINDS = ["index.html", "level-1.html#5", "level-2.html", "player/index.html", "player/level-1.html"]
PAGES = [name for name in KINDS if name != "level-2.html"]
"""One page of each kind."""
SERIOUS = ("serious", "critical")


@pytest.mark.parametrize("name", KINDS)
def test_a_page_asks_for_nothing_outside_its_folder_and_finds_all_it_asks_for(
    open_page: Callable[..., Any], site_folder: Path, name: str
) -> None:
    page = open_page(name)
    home = site_folder.resolve().as_uri()
    if name.startswith("player/"):
        home += "/player"
    assert page.asked and [url for url in page.asked if not url.startswith((home + "/", "data:"))] == []
    assert page.faults == []
    assert page.evaluate("[...document.fonts].filter(f => f.status == 'error').length") == 0
    assert page.evaluate("[...document.images].filter(i => !i.naturalWidth).map(i => i.src)") == []


@pytest.mark.parametrize("name", KINDS)
def test_no_page_scrolls_sideways(open_page: Callable[..., Any], name: str) -> None:
    page = open_page(name)
    for width in (320, 390, 640, 768, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious(open_page: Callable[..., Any], name: str, axe: Path) -> None:
    page = open_page(name)
    page.add_script_tag(path=axe)
    for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)")
        grave = [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in SERIOUS]
        assert grave == [], (width, scheme)


def test_the_html_is_valid(site_folder: Path, vnu: list[str]) -> None:
    pages = sorted(str(path) for path in site_folder.rglob("*.html"))
    assert len(pages) == 6
    run = subprocess.run([*vnu, *pages], capture_output=True, text=True)
    assert run.stderr == ""
    assert run.returncode == 0
