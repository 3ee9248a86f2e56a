"""docs/dungeon-json.md: its example works, and it names every finding."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

from sample import sample_dungeon

import zinegen
from zinegen.dungeon.check import integrity
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.store import decode, encode

PAGE = (Path(__file__).parents[2] / "docs/dungeon-json.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.S)


def test_renaming_a_room_as_the_page_says_changes_its_name_alone() -> None:
    before, after = (text for kind, text in BLOCKS if kind == "json")
    text = encode(sample_dungeon()).decode()
    assert text.count(before) == 1
    renamed = decode(text.replace(before, after).encode())
    assert renamed.levels[0].areas[3].id == "1-4"
    assert renamed.levels[0].areas[3].text.name == "Well of Second Thoughts"
    assert integrity(renamed) == []
    assert encode(renamed).decode().replace(after, before) == text


def test_the_script_on_the_page_runs(tmp_path: Path) -> None:
    (tmp_path / "dungeon.json").write_bytes(encode(sample_dungeon()))
    script = next(text for kind, text in BLOCKS if kind == "python")
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.startswith(b"1-1 ") and done.stdout.count(b"\n") == 25


def test_every_finding_is_on_the_page() -> None:
    codes = set()
    for file in sorted((Path(zinegen.__file__).parent / "dungeon").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Finding":
                first = node.args[0]
                codes |= {first.value} if isinstance(first, ast.Constant) else {"entrance", "goal"}
    codes |= {"sight", "arc"}  # these come out of a list
    rows = {code for line in PAGE.splitlines() if line.startswith("| `") for code in re.findall(r"`([^`]+)`", line)}
    assert len(codes) > 30 and codes <= rows


def test_every_field_of_the_file_is_on_the_page() -> None:
    assert {name for name in Dungeon.__struct_fields__ if f"`{name}`" not in PAGE} == set()
