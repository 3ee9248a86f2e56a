"""A small zine for the tests: a configuration, a run, and what an archive holds."""

from __future__ import annotations

import datetime
from pathlib import Path

from zinegen.weekly import Ran, load_zine, weekly

TODAY = datetime.date(2026, 12, 31)
CONFIG = """\
title = "The Test Lamp"
about = "A dungeon a week"
editor = "A. Wick & Sons"
first = "2026-W45"
base_url = "https://example.org/lamp/"
systems = ["labyrinth"]
levels = 1
products = ["json"]
"""


def configure(folder: Path, text: str = CONFIG) -> Path:
    """Write a configuration; its archive is `zine` beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "zine.toml").write_text(text, "utf-8")
    return folder / "zine.toml"


def run(
    config: Path, day: str, *, catch_up: bool = False, rebuild: bool = False, today: datetime.date = TODAY
) -> Ran:
    """Run the weekly press for a day."""
    date = datetime.date.fromisoformat(day)
    return weekly(load_zine(config), TODAY, date=date, catch_up=catch_up, rebuild=rebuild)


def holds(folder: Path) -> dict[str, bytes]:
    """Every file in a folder but locks."""
    files = sorted(one for one in folder.rglob("*") if one.is_file() and one.name != "lock")
    return {str(one.relative_to(folder)): one.read_bytes() for one in files}
