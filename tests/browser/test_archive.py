"""The archive of a zine as visitors meet it: every page kind, narrow and wide, light and dark, from the disk."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from zines import CONFIG, configure

from zinegen.draw.pdfops import Form
from zinegen.publish.png import form_png
from zinegen.weekly import load_zine
from zinegen.weekly.archive import archive
from zinegen.weekly.issues import CARD, COVER, LARGE, Issue, IssueFile
from zinegen.weekly.weeks import Week

pytestmark = pytest.mark.browser

KINDS = ["index.html", "2027.html", "issues/2026-W46/index.html", "colophon.html", "404.html"]
AXE = 'axe.run(document, { resultTypes: ["violations"] }).then(found => found.violations)'
ISSUES = 30


def an_issue(number: int) -> Issue:
    week = Week(2026, 45).later(number - 1)
    return Issue(
        zine="the-test-lamp", number=number, week=str(week), title=f"House <{number}> & Its Long Unreasonable Name",
        premise="crypt.rent", monster="ghoul", monster_name="ghoul", subtitle="In which the dead are owed money",
        hook="A bell was buried. It rings.", editorial=("Welcome.", "The talk goes on."), season="the Drowned Bell",
        facts={}, seed="s", system="labyrinth", size="small", levels=1, areas=9, licence="CC BY-SA 4.0",
        published=week.monday.isoformat(), updated=week.monday.isoformat(), dungeon="",
        files=(IssueFile(name="booklet.pdf", bytes=900_000, pages=28), IssueFile(name="dungeon.json", bytes=9)),
    )  # fmt: skip


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of thirty issues over two years, with covers; what the browser is opened on."""
    from zlib import compress

    folder = tmp_path_factory.mktemp("archive")
    zine = load_zine(configure(folder, CONFIG))
    issues = [an_issue(number) for number in range(ISSUES, 0, -1)]
    for made in archive(zine, issues):
        (folder / made.name).parent.mkdir(parents=True, exist_ok=True)
        (folder / made.name).write_bytes(made.data)
    form = Form((0, 0, 298, 420), compress(b"20 20 258 380 re 9 w S"), 298, 420)
    for issue in issues:
        for name, width in ((COVER, 240), (LARGE, 480), (CARD, 300)):
            (folder / issue.folder / name).write_bytes(form_png(form, width_px=width))
    return folder


@pytest.mark.parametrize("name", KINDS)
def test_a_page_finds_all_it_asks_for_in_its_folder(
    open_page: Callable[..., Any], site_folder: Path, name: str
) -> None:
    page, home = open_page(name), site_folder.resolve().as_uri()
    assert [url for url in page.asked if not url.startswith((home + "/", "data:"))] == [] and page.faults == []
    found = "Promise.all([...document.images].map(i => (i.loading = 'eager', i.decode().then(() => 0, () => i.src))))"
    assert [missing for missing in page.evaluate(found) if missing] == []


@pytest.mark.parametrize("name", KINDS)
def test_no_page_scrolls_sideways(open_page: Callable[..., Any], name: str) -> None:
    page = open_page(name)
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_nothing_stands_in_a_readers_way(
    open_page: Callable[..., Any], axe: Path, name: str, width: int, dark: bool
) -> None:
    page = open_page(name, width=width, dark=dark)
    page.add_script_tag(path=str(axe))
    found = page.evaluate(AXE)
    assert [
        (one["id"], one["nodes"][0]["html"][:120]) for one in found if one["impact"] in ("serious", "critical")
    ] == []


def test_the_html_is_valid(vnu: list[str], site_folder: Path) -> None:
    pages = [str(site_folder / name) for name in KINDS]
    done = subprocess.run([*vnu, "--Werror", *pages], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]


def test_links_lead_from_page_to_page_and_the_front_page_is_light(open_page: Callable[..., Any]) -> None:
    page = open_page("index.html", width=390)
    assert page.locator(".covers li").count() == 24 and page.locator("h1").inner_text() == "The Test Lamp"
    page.locator(".covers a").last.click()
    page.wait_for_url("**/issues/2026-W50/index.html")
    page.locator(".siblings a[rel=next]").click()
    page.wait_for_url("**/issues/2026-W51/index.html")
    page.locator(".brand").click()
    page.wait_for_url("**/index.html")
    page.locator(".years a").last.click()
    page.wait_for_url("**/2026.html")
    assert page.locator(".covers li").count() == 9


@pytest.mark.parametrize("name", KINDS)
def test_every_link_leads_somewhere(open_page: Callable[..., Any], site_folder: Path, name: str) -> None:
    hrefs = open_page(name).evaluate("[...document.querySelectorAll('a[href], link[href]')].map(a => a.href)")
    made = ("site/index.html", "player/index.html", ".pdf", "dungeon.json", "recipe.toml")
    home = site_folder.resolve().as_uri()
    for href in hrefs:
        path = href.split("#")[0].removeprefix(home + "/")
        if href.startswith(home) and not path.endswith(made):
            assert (site_folder / path).exists(), href
