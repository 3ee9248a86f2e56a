"""The page for game masters: it names every table with its die, and its examples print what it says they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from zinegen import rolltable
from zinegen.cli import app
from zinegen.dice import Faces, Stream

PAGE = (Path(__file__).parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")
EXAMPLES = [block.split("\n", 1) for block in re.findall(r"```\n\$ (.*?)\n```", PAGE, re.DOTALL)]


@pytest.mark.parametrize(("name", "dice"), [row[:2] for row in rolltable.listing()])
def test_every_table_is_named_beside_its_die(name: str, dice: str) -> None:
    lines = [line for line in PAGE.splitlines() if f"`{name}`" in line]
    assert lines, f"docs/tables.md does not name {name}"
    assert dice == "lookup" or any(dice in line for line in lines)


def test_it_names_no_table_that_there_is_not() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| \d*d\d+", PAGE, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert len(named) > 50
    assert named <= set(rolltable.ids())


@pytest.mark.parametrize(("command", "printed"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_the_examples_print_what_the_page_says(command: str, printed: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "zinegen"
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": "400"})
    assert (done.exit_code, done.stdout.strip()) == (0, printed)


def test_the_commands_of_the_page_run() -> None:
    commands = re.findall(r"\| `zinegen (roll [^`]+)` \|", PAGE)
    assert len(commands) >= 6
    for command in commands:
        assert CliRunner().invoke(app, shlex.split(command)).exit_code == 0, command


def test_the_table_of_your_own_loads(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "weather.toml").write_text(text, encoding="utf-8")
    weather = rolltable.load_table(tmp_path / "weather.toml")
    hail = rolltable.roll_table(weather, Faces([6, 3], Stream("x")))
    assert (hail.result["weather"], hail.amounts[0].total) == ("hail", 3)
