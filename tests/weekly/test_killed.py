"""Sixty weeks of a zine, ended at more than fifty moments of six kinds, and made good each time."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from zines import CONFIG, configure, ended_at, holds, run

from zinegen.dice import Stream

LAST = "2027-12-24"
WEEKS = 60
PHASES: dict[str, tuple[tuple[str, str], ...]] = {
    "drawing": (("zinegen.draw.rock", "*"), ("zinegen.draw.map", "level_map")),
    "typesetting": (("zinegen.typeset.pdf", "*"), ("zinegen.typeset.measure", "*")),
    "writing": (("pathlib.Path", "write_bytes"), ("pathlib.Path", "mkdir")),
    "renaming": (("pathlib.Path", "rename"), ("pathlib.Path", "replace"), ("pathlib.Path", "unlink")),
    "index": (("zinegen.publish.pressroom.Pressroom", "page"),),
    "feed": (("zinegen.weekly.feed", "_entry"), ("zinegen.weekly.feed", "_text")),
}
"""Phase -> the functions in which a run is ended: module or class, and a name, or all of its own."""
MOST_CALLS = {"drawing": 8, "typesetting": 20_000, "writing": 60, "renaming": 16, "index": 5, "feed": 11}


def _home(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, kind = name.rpartition(".")
        return getattr(importlib.import_module(module), kind)


def _end_in(phase: str, moment: int, config: Path) -> bool:
    """Run the press in a process that kills itself at the n-th call of a phase; whether it came so far."""
    places: list[tuple[Any, str]] = []
    for home, wanted in PHASES[phase]:
        place = _home(home)
        own = [n for n, v in vars(place).items() if callable(v) and getattr(v, "__module__", "") == home]
        names = [n for n in own if not isinstance(vars(place)[n], type)] if wanted == "*" else [wanted]
        places += [(place, name) for name in names]
    return ended_at(moment, places, lambda: run(config, LAST_DAY[0], catch_up=True))


LAST_DAY = [""]
"""The day that the press runs for."""


def _play(folder: Path, kills_a_phase: int, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Make a week for each planned end, each run ended at a random moment of a phase; how often in which."""
    import datetime

    import zines

    monkeypatch.setenv("ZINEGEN_CORES", "1")
    monkeypatch.setattr(zines, "TODAY", datetime.date.fromisoformat(LAST))
    stream, killed = Stream("killed at random"), Counter[str]()
    plan = stream.shuffled([phase for phase in PHASES for _ in range(kills_a_phase)])
    first = datetime.date(2026, 11, 2)
    config = folder / "zine.toml"
    for n, phase in enumerate(plan):
        LAST_DAY[0] = (first + datetime.timedelta(weeks=n)).isoformat()
        killed[phase] += _end_in(phase, stream.between(1, MOST_CALLS[phase]), config)
        for issue in sorted((folder / "zine/issues").glob("*-W*")):
            assert json.loads((issue / "issue.json").read_bytes())["files"], f"{issue} is not whole after {phase}"
        run(config, LAST_DAY[0], catch_up=True)
    return killed


def _undisturbed(folder: Path, weeks: int) -> dict[str, bytes]:
    import datetime

    last = datetime.date(2026, 11, 2) + datetime.timedelta(weeks=weeks - 1)
    run(folder / "zine.toml", last.isoformat(), catch_up=True)
    return holds(folder / "zine")


@pytest.mark.soak
def test_sixty_weeks_ended_at_fifty_moments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = CONFIG.replace('["json"]', '["onepage"]')
    configure(tmp_path / "killed", text)
    killed = _play(tmp_path / "killed", WEEKS // len(PHASES), monkeypatch)
    assert sum(killed.values()) >= 50 and min(killed[phase] for phase in PHASES) >= 5, killed
    configure(tmp_path / "whole", text)
    assert holds(tmp_path / "killed/zine") == _undisturbed(tmp_path / "whole", WEEKS)


def test_a_few_weeks_ended_in_every_phase(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = CONFIG.replace('["json"]', '["onepage"]')
    configure(tmp_path / "killed", text)
    killed = _play(tmp_path / "killed", 1, monkeypatch)
    assert sum(killed.values()) >= 5, killed
    configure(tmp_path / "whole", text)
    assert holds(tmp_path / "killed/zine") == _undisturbed(tmp_path / "whole", len(PHASES))
