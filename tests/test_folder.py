"""A dungeon's folder stands for its file."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import zinegen
from sample import sample_dungeon

from zinegen.dungeon.store import encode


@pytest.mark.parametrize(
    "command", [("check",), ("explain", "1-1"), ("print", "--products", "maps", "--keys", "prose")]
)
def test_commands_take_the_folder_of_a_dungeon(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "dungeon.json").write_bytes(encode(sample_dungeon()))
    name, *rest = command
    done = zinegen(name, str(tmp_path), *rest)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "maps").is_dir() == (name == "print")


def test_a_folder_without_a_dungeon_is_named(tmp_path: Path) -> None:
    done = zinegen("check", str(tmp_path))
    assert done.returncode == 2 and "is a folder; name the dungeon.json in it" in done.stderr
