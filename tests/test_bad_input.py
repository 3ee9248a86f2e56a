"""Bad input: one line that names what is wrong, where, and the remedy; the right exit code; nothing half-written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import SMALL, refusal, zinegen
from sample import sample_dungeon

from zinegen.dungeon.store import encode

JSON_ONLY = ("--products", "json", "--seed", "s", *SMALL)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


# --------------------------------------------------------------------------------------------- the order

ORDERS = [
    (["--system", "maze"], "--system", "labyrinth"),
    (["--system", "labyrinht"], "--system", "did you mean labyrinth?"),
    (["--system", ""], "--system", "labyrinth"),
    (["--layout", "gothic"], "--layout", "classic"),
    (["--layout", "./nowhere"], "--layout", "classic"),
    (["--paper", "a5"], "--paper", "a4, letter"),
    (["--products", "poster"], "--products", "booklet"),
    (["--products", ""], "--products", "booklet"),
    (["--ink", "blue"], "--ink", "full, low, lines"),
    (["--size", "gigantic"], "--size", "small, medium, large"),
    (["--size", ""], "--size", "small, medium, large"),
    (["--levels", "0"], "--levels", "1 to 20"),
    (["--levels", "-1"], "--levels", "1 to 20"),
    (["--levels", "21"], "--levels", "1 to 20"),
    (["--system", "labyrinth", "--levels", "11"], "--levels", "1 to 10"),
    (["--levels", "three"], "--levels", "1 to 20"),
    (["--levels", "2.5"], "--levels", "1 to 20"),
    (["--levels", "9" * 5000], "--levels", "1 to 20"),
    (["--seed", ""], "--seed", "1 to 200"),
    (["--seed", "x" * 10_000], "--seed", "10,000 characters"),
    (["--seed", "a\x07b"], "--seed", "U+0007"),
    (["--seed", "two\nlines"], "--seed", "U+000A"),
    (["--seed", b"\xff"], "--seed", "U+DCFF"),
    (["none.toml"], "none.toml", "zinegen new recipe"),
    (["."], ".", "is a folder"),
]


@pytest.mark.parametrize(("arguments", "where", "remedy"), ORDERS, ids=[str(case[0])[:40] for case in ORDERS])
def test_an_order_that_cannot_be(here: Path, arguments: list[Any], where: str, remedy: str) -> None:
    command = [sys.executable, "-m", "zinegen", "build", *arguments]
    said = refusal(subprocess.run(command, capture_output=True, text=True, check=False), 2)
    assert where in said and remedy in said
    assert len(said) < 400
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "where"),
    [("levls = 3", "levls"), ("levels = '3'", "levels"), ('seed = "a\\u0000"', "seed"), ("levels = ", "no TOML")],
)
def test_a_recipe_that_is_wrong(here: Path, text: str, where: str) -> None:
    Path("r.toml").write_text(text)
    said = refusal(zinegen("build", "r.toml"), 2)
    assert said.startswith("r.toml") and where in said
    assert [file.name for file in here.iterdir()] == ["r.toml"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'levels = 1\nsize = "small"\nsize = = 3\n', "line 3"),
        (b'levels = 1\ntitle = "caf\xe9"\n', "not in UTF-8 (at line 2): save it as UTF-8"),
        ("levels = 1".encode("utf-16"), "not in UTF-8 (at line 1)"),
        (b"levels = " + b"[" * 20_000, "nested too deep"),
    ],
)
@pytest.mark.parametrize("command", ["build", "initiative"])
def test_a_file_that_is_no_toml(here: Path, command: str, data: bytes, why: str) -> None:
    Path("r.toml").write_bytes(data)
    said = refusal(zinegen(command, "r.toml"), 2)
    assert said.startswith("r.toml is no TOML") and why in said and "zinegen new" in said


def test_a_byte_order_mark_is_passed_over(here: Path) -> None:
    Path("r.toml").write_bytes(b'\xef\xbb\xbflevels = 1\r\nsize = "small"\r\n')
    assert zinegen("build", "r.toml", "--products", "json").returncode == 0
    Path("f.toml").write_bytes(b'\xef\xbb\xbf[[fighter]]\r\nname = "A"\r\n')
    assert zinegen("initiative", "f.toml").returncode == 0


# ------------------------------------------------------------------------------------------- the dungeon


def edited(change: Any) -> bytes:
    """The sample dungeon, with a change to its data."""
    data = json.loads(encode(sample_dungeon()))
    change(data)
    return json.dumps(data).encode()


def set_at(*path: Any) -> Any:
    """A change: put the last of `path` where the others lead."""

    def change(data: Any) -> None:
        *way, last, value = path
        for step in way:
            data = data[step]
        data[last] = value

    return change


def overlap(data: Any) -> None:
    areas = data["levels"][0]["areas"]
    areas[1]["squares"] = [*areas[1]["squares"], areas[0]["squares"][0]]


DUNGEONS = {
    "cut short": (encode(sample_dungeon())[:-500], "dungeon.json"),
    "empty": (b"", "dungeon.json"),
    "not text": (b"\xff\xfe\x00", "dungeon.json"),
    "not a dungeon": (b"[1, 2]", "dungeon.json"),
    "from a newer version": (edited(set_at("schema", 99)), "99"),
    "unknown kind of portal": (edited(set_at("levels", 0, "portals", 0, "kind", "catflap")), "catflap"),
    "unknown kind of area": (edited(set_at("levels", 0, "areas", 0, "kind", "kitchen")), "kitchen"),
    "unknown field": (edited(set_at("levels", 0, "areas", 0, "smell", "bad")), "smell"),
    "wrong type": (edited(set_at("levels", 0, "number", "one")), "number"),
    "door to a missing area": (edited(set_at("levels", 0, "portals", 0, "between", ["1-1", "1-99"])), "1-99"),
    "two areas on one square": (edited(overlap), "1-"),
    "no such entrance": (edited(set_at("entrance", "7-7")), "7-7"),
    "deep": (b"[" * 100_000, "dungeon.json"),
    "no such day": (edited(set_at("date", "2026-02-30")), "2026-02-30"),
    "no areas": (edited(set_at("levels", 0, "areas", [])), "entrance"),
}


@pytest.mark.parametrize("name", DUNGEONS)
@pytest.mark.parametrize("command", ["print", "explain"])
def test_a_dungeon_that_contradicts_itself_is_not_printed(here: Path, name: str, command: str) -> None:
    data, named = DUNGEONS[name]
    Path("dungeon.json").write_bytes(data)
    said = refusal(zinegen(command, "dungeon.json", *(["1-1"] if command == "explain" else [])), 2)
    assert named in said and len(said) < 500
    assert [file.name for file in here.iterdir()] == ["dungeon.json"]


@pytest.mark.parametrize("name", DUNGEONS)
def test_check_says_what_is_wrong_with_it(here: Path, name: str) -> None:
    data, named = DUNGEONS[name]
    Path("dungeon.json").write_bytes(data)
    done = zinegen("check", "dungeon.json", "--metrics")
    assert done.returncode in (1, 2)
    assert named in (done.stdout if done.returncode == 1 else refusal(done, 2))


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["none.json"], "none.json"),
        (["dungeon.json", "--level", "9"], "--level 9"),
        (["dungeon.json", "--area", "9-9"], "--area 9-9"),
        (["dungeon.json", "--area", "9" * 5000], "--area 9"),
        (["dungeon.json", "--products", "poster"], "--products"),
        (["dungeon.json", "--paper", "a5"], "--paper"),
        (["dungeon.json", "--layout", "gothic"], "--layout"),
    ],
)
def test_a_printing_that_cannot_be(here: Path, arguments: list[str], where: str) -> None:
    Path("dungeon.json").write_bytes(encode(sample_dungeon()))
    said = refusal(zinegen("print", *arguments), 2)
    assert where in said and len(said) < 400
    assert [file.name for file in here.iterdir()] == ["dungeon.json"]


# ------------------------------------------------------------------------------------------- the machine


def test_the_place_is_a_file(here: Path) -> None:
    Path("output").write_text("not a folder")
    assert "is a file" in refusal(zinegen("build", *JSON_ONLY), 3)
    assert Path("output").read_text() == "not a folder"


def as_nobody(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run zinegen with all its modules loaded and then without the rights of root, which passes every lock."""
    program = (
        "import os, sys, tempfile, zinegen.cli\n"
        "with tempfile.TemporaryDirectory() as warm:\n"
        f"    zinegen.cli.app(['build', *{JSON_ONLY!r}, '--quiet', '--out', warm], standalone_mode=False)\n"
        "if os.getuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "zinegen.cli.run(sys.argv[1:])\n"
    )
    return subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)


def test_the_place_may_not_be_written(here: Path) -> None:
    Path("locked").mkdir()
    Path("locked").chmod(0o555)
    here.parent.chmod(0o755)
    said = refusal(as_nobody("build", *JSON_ONLY, "--out", str(here / "locked")), 3)
    assert "may not write" in said and "--out" in said
    assert list(Path("locked").iterdir()) == []


def on_a_mount(options: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run zinegen with a small file system at `mount`, on which it must leave nothing; for root only."""
    if os.getuid() != 0:
        if os.environ.get("CI"):
            pytest.fail("CI runs this as root")
        pytest.skip("only root can mount")
    Path("mount").mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", "mount"], check=True)
    try:
        done = zinegen(*arguments)
        assert list(Path("mount").iterdir()) == []
        return done
    finally:
        subprocess.run(["umount", "--lazy", "mount"], check=True)


def test_the_disk_is_full(here: Path) -> None:
    said = refusal(on_a_mount("size=16k", "build", *JSON_ONLY, "--out", "mount"), 3)
    assert "disk is full" in said and "--out" in said


@pytest.mark.parametrize("files", [3, 5, 30])
def test_the_disk_takes_no_more_files(here: Path, files: int) -> None:
    arguments = ("build", "--products", "maps,site", "--seed", "s", *SMALL, "--out", "mount")
    assert "disk is full" in refusal(on_a_mount(f"nr_inodes={files}", *arguments), 3)


def test_the_disk_is_read_only(here: Path) -> None:
    said = refusal(on_a_mount("size=1m,ro", "build", *JSON_ONLY, "--out", "mount"), 3)
    assert "read-only" in said and "--out" in said


@pytest.mark.parametrize(("library", "products"), [("pango", "booklet"), ("harfbuzz-subset", "onepage")])
def test_a_native_library_is_missing(here: Path, library: str, products: str) -> None:
    program = (
        "import sys, cffi\n"
        "real = cffi.FFI.dlopen\n"
        "def dlopen(self, name, *rest):\n"
        f"    if {library!r} in str(name): raise OSError(f'cannot load library {{name!r}}: no such file')\n"
        "    return real(self, name, *rest)\n"
        "cffi.FFI.dlopen = dlopen\n"
        "from zinegen.cli import run\n"
        "run(sys.argv[1:])\n"
    )
    arguments = ["build", *SMALL, "--seed", "s", "--products", products]
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
    said = refusal(done, 3)
    assert library in said.lower() and "install" in said
    assert list(here.iterdir()) == []
    one = subprocess.run([sys.executable, "-c", program, "doctor"], capture_output=True, text=True, check=False)
    assert one.returncode == 3 and "MISSING WeasyPrint" in one.stdout


def test_a_number_of_cores_that_is_none(here: Path) -> None:
    assert "ZINEGEN_CORES" in refusal(zinegen("build", *SMALL, "--products", "maps", ZINEGEN_CORES="many"), 3)
    assert list(here.iterdir()) == []
