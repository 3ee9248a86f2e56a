"""A small zine for the tests: a configuration, a run, and what an archive holds."""

from __future__ import annotations

import datetime
import os
import signal
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

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


def ended_at(moment: int, places: Iterable[tuple[Any, str]], work: Callable[[], object]) -> bool:
    """Do some work in a process that kills itself at the n-th call of some functions; whether it came so far.

    Args: places: the functions, each as the module or class that has it, and its name.
    """
    child = os.fork()
    if child == 0:
        calls = 0

        def counted(real: Callable[..., Any]) -> Callable[..., Any]:
            def call(*args: Any, **more: Any) -> Any:
                nonlocal calls
                calls += 1
                if calls == moment:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*args, **more)

            return call

        for place, name in places:
            setattr(place, name, counted(getattr(place, name)))
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def holds(folder: Path) -> dict[str, bytes]:
    """Every file in a folder but locks."""
    files = sorted(one for one in folder.rglob("*") if one.is_file() and one.name != "lock")
    return {str(one.relative_to(folder)): one.read_bytes() for one in files}
