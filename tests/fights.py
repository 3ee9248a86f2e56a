"""Fights for tests: told in a few words, played through the command."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from zinegen.cli import run


def command(toml: str) -> Any:
    """Play a fight, told as TOML, through the command; what it says as data."""
    with (
        TemporaryDirectory() as folder,
        redirect_stdout(io.StringIO()) as said,
        redirect_stderr(io.StringIO()) as errors,
    ):
        file = Path(folder, "fight.toml")
        file.write_text(toml, "utf-8")
        try:
            run(["initiative", str(file), "--json"])
        except SystemExit as end:
            assert (end.code, errors.getvalue()) == (0, "")
    return json.loads(said.getvalue())


def told(fighters: dict[str, str], head: str = "") -> str:
    """A fight as TOML, from each fighter's keys as one line, `|` between them."""
    tables = [f'[[fighter]]\nname = "{name}"\n' + keys.replace("|", "\n") for name, keys in fighters.items()]
    return "\n".join([head.replace("|", "\n"), *tables])


def acts(one: Any) -> list[str]:
    """The order of a round as short words: `A30`, `Bfirst`."""
    return [f"{act['fighter']}{act['at']}" for act in one["order"]]


def rounds(fighters: dict[str, str], head: str = "") -> list[list[str]]:
    """The order of each round, through the command."""
    return [acts(one) for one in command(told(fighters, head))["rounds"]]
