"""The command line as a user meets it: help, exit codes, one line an error, quiet ends."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import SMALL, answer, refusal, zinegen
from sample import sample_dungeon

from zinegen import __version__
from zinegen.dungeon.store import encode

COMMANDS = ["build", "print", "check", "explain", "roll", "initiative", "new recipe", "new fight", "doctor"]


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The sample dungeon as a file."""
    file = tmp_path / "dungeon.json"
    file.write_bytes(encode(sample_dungeon()))
    return file


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_explains_itself(command: str) -> None:
    done = zinegen(*command.split(), "--help", COLUMNS="100")
    assert done.returncode == 0 and done.stderr == ""
    assert "Usage: zinegen" in done.stdout
    if command:
        assert all(option in done.stdout for option in ("--quiet", "--json", "--debug"))
        assert "Try: zinegen" in done.stdout or command == "doctor" or "Exit status" in done.stdout
    else:
        assert all(name.split()[0] in done.stdout for name in COMMANDS)


def test_help_of_build_lists_the_products_that_exist() -> None:
    from zinegen.build import PRODUCTS

    said = zinegen("build", "--help").stdout
    assert all(re.search(rf"\b{name}\b", said) for name in PRODUCTS)


@pytest.mark.parametrize("arguments", [[], ["new"]])
def test_a_command_that_says_too_little_is_answered_with_its_help(arguments: list[str]) -> None:
    assert zinegen(*arguments).stdout == zinegen(*arguments, "--help").stdout != ""


def test_version() -> None:
    assert zinegen("--version").stdout == f"zinegen {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["build", "--help"],
        ["roll", "treasure", "--seed", "s"],
        ["roll", "--list"],
        ["new", "recipe", "x"],
        ["new", "fight", "x"],
    ],
    ids=" ".join,
)
def test_what_is_light_loads_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from zinegen.cli import run\n"
        "try: run(sys.argv[1:])\n"
        "finally: print(sorted({'weasyprint', 'numpy', 'shapely', 'pikepdf', 'rich', 'jinja2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("\n[]\n"), done.stdout[-200:]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["bulid"], "bulid"),
        (["build", "--sise", "small"], "--sise"),
        (["build", "--out"], "--out"),
        (["build", "--out", ""], "--out: is empty"),
        (["print", "x.json", "--out", ""], "--out: is empty"),
        (["build", "a.toml", "b.toml"], "b.toml"),
        (["check"], "DUNGEON.json"),
        (["explain", "x.json"], "AREA"),
        (["roll", "treasure", "--level", "x"], "--level"),
        (["roll"], "zinegen roll --list"),
        (["roll", "tresure"], "tresure"),
        (["roll", "room_size", "--dice", "21"], "21"),
        (["roll", "room_size", "--dice", "3,4"], "--dice"),
        (["roll", "room_size", "--dice", ""], "--dice"),
        (["roll", "room_size", "--times", "0"], "--times"),
        (["roll", "room_size", "--seed", ""], "--seed"),
        (["new", "map", "x"], "map"),
        (["new", "recipe", ""], "cellar.toml"),
        (["new", "fight", "../.."], "cellar.toml"),
        (["x" * 5000], "--help"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_wrong_command_is_one_line_and_exit_2(arguments: list[str], named: str) -> None:
    said = refusal(zinegen(*arguments), 2)
    assert named in said and len(said) < 400


def test_a_starter_goes_where_there_is_a_folder(tmp_path: Path) -> None:
    said = refusal(zinegen("new", "recipe", "no/where", cwd=tmp_path), 3)
    assert said == "no is no folder; make it first, or name another place"
    (tmp_path / "a.toml").mkdir()
    assert "is a folder" in refusal(zinegen("new", "recipe", "a", "--force", cwd=tmp_path), 2)


def test_a_traceback_only_for_the_asking(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    assert "Traceback" not in zinegen("check", missing).stderr
    asked = zinegen("check", missing, "--debug")
    assert asked.returncode == 2
    assert "Traceback" in asked.stderr and asked.stderr.splitlines()[-1].startswith("zinegen: ")


def test_names_cannot_speak_to_the_terminal(tmp_path: Path) -> None:
    said = refusal(zinegen("check", tmp_path / "\x1b[31mred\nnext.json"), 2)
    assert "\\x1b[31mred" in said


# ------------------------------------------------------------------------------------------------------------- roll


def test_roll_by_hand_says_what_the_contract_says() -> None:
    assert answer("roll", "room_size", "--dice", "13") == {
        "table": "room_size",
        "dice": "1d20",
        "rolled": [13],
        "result": {"kind": "standard", "width_ft": 20, "length_ft": 30, "area_sqft": 600},
        "source": {"document": "000", "lines": [33, 44]},
        "nested": [],
    }


def test_same_seed_same_rolls() -> None:
    rolls = [answer("roll", "treasure", "--seed", "moth", "--times", "5", "--level", "3") for _ in range(2)]
    assert rolls[0] == rolls[1]
    assert len(rolls[0]) == 5
    assert answer("roll", "treasure", "--seed", "moth", "--times", "1") != answer(
        "roll", "treasure", "--seed", "moth"
    )
    drawn = {zinegen("roll", "treasure", "--times", "3", "--json").stdout for _ in range(3)}
    assert len(drawn) > 1, "without a seed chance decides"


def test_roll_in_words_and_in_silence() -> None:
    lines = zinegen("roll", "treasure", "--times", "3").stdout.splitlines()
    assert len(lines) == 3 and all("treasure" in line for line in lines)
    quiet = zinegen("roll", "treasure", "--quiet")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    listed = {row["table"] for row in answer("roll", "--list")}
    assert {"room_size", "treasure", "passage_check"} <= listed


# ------------------------------------------------------------------------------------------- check, explain, the rest


def test_check_proves_a_sound_dungeon(sample: Path) -> None:
    said = answer("check", sample, "--metrics")
    assert said["fair"] is True and said["findings"] == [] and said["proof"] and said["metrics"]
    assert zinegen("check", sample).stdout.endswith("Whole and fair.\n")


def test_check_finds_fault_with_exit_1(sample: Path) -> None:
    text = sample.read_text()
    data = json.loads(text)
    data["levels"][0]["portals"][0]["between"][1] = "1-99"
    sample.write_text(json.dumps(data))
    done = zinegen("check", sample, "--json")
    said = json.loads(done.stdout)
    assert done.returncode == 1 and done.stderr == ""
    assert said["fair"] is False and "proof" not in said
    assert any("1-99" in one["text"] or "1-99" in one["where"] for one in said["findings"])
    assert zinegen("check", sample).returncode == 1


def test_explain_shows_the_rolls(sample: Path) -> None:
    area = next(a for a in sample_dungeon().levels[0].areas if a.rolls and a.key is not None)
    said = answer("explain", sample, area.id)
    assert said["area"] == area.id and len(said["rolls"]) >= len(area.rolls)
    assert area.rolls[0].table in zinegen("explain", sample, area.id).stdout
    assert "9-99" in refusal(zinegen("explain", sample, "9-99"), 2)


def test_new_recipe_can_be_built_at_once(tmp_path: Path) -> None:
    assert answer("new", "recipe", "cellar", cwd=tmp_path) == {"recipe": "cellar.toml"}
    assert "is there already" in refusal(zinegen("new", "recipe", "cellar.toml", cwd=tmp_path), 2)
    said = answer("build", "cellar.toml", *SMALL, "--products", "json", "--seed", "s", cwd=tmp_path)
    assert [file["path"] for file in said["files"]] == [said["dungeon"]]


def test_doctor_names_everything_it_looked_at() -> None:
    said = answer("doctor")
    assert said["ok"] is True
    assert {"name", "ok", "found", "remedy"} == set(said["checks"][0])
    assert {"Python", "pango", "harfbuzz-subset", "fonts", "layouts", "writing"} <= {
        one["name"] for one in said["checks"]
    }


# --------------------------------------------------------------------------------------------------- how it ends


def test_a_reader_who_has_had_enough_is_no_error() -> None:
    command = f"{sys.executable} -m zinegen roll treasure --times 5000 | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)


def test_a_terminal_that_lacks_letters_is_no_error() -> None:
    done = zinegen("--help", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert done.returncode == 0 and done.stderr == ""
    assert refusal(zinegen("roll", "Żółw", PYTHONIOENCODING="ascii"), 2)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error_and_no_file_takes_their_place(tmp_path: Path, closed: str) -> None:
    build = f"{sys.executable} -m zinegen build --seed s --products json {' '.join(SMALL)} --out {tmp_path}"
    done = subprocess.run(["bash", "-c", f"{build} {closed}"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        subprocess.run(["bash", "-c", f"{sys.executable} -m zinegen roll nope {closed}"], check=False).returncode == 2
    )


def test_json_is_json_in_every_encoding_whatever_the_path(tmp_path: Path) -> None:
    out = os.fsencode(tmp_path) + "/żółw".encode() + b"\xff"
    command = [sys.executable, "-m", "zinegen", "build", "--seed", "s", "--products", "json", *SMALL, "--json"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*command, "--out", out], capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert os.fsencode(json.loads(done.stdout)["dungeon"]).startswith(out)


@pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGHUP])
def test_a_build_that_is_ended_leaves_nothing(tmp_path: Path, ended: signal.Signals) -> None:
    command = [
        sys.executable,
        "-m",
        "zinegen",
        "build",
        "--seed",
        "s",
        "--levels",
        "10",
        "--out",
        str(tmp_path / "out"),
    ]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 20
    while not (tmp_path / "out").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    child.send_signal(ended)
    assert child.communicate(timeout=20) == ("", "")
    assert child.returncode == 128 + ended
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("after_s", [0.05, 0.12, 0.2, 0.3])
def test_ctrl_c_while_it_loads_is_quiet(tmp_path: Path, after_s: float) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "zinegen", "build", "--seed", "s", "--out", str(tmp_path)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    while "zinegen.errors" not in child.stderr.readline():  # so far has it come
        pass
    time.sleep(after_s)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=20)
    assert child.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_is_one_whatever_a_library_makes_of_it() -> None:
    """Code in C that was being loaded may say that it cannot be."""
    program = """
import os, signal, time
from zinegen import cli
def app(*given, **ways):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(9)
    except KeyboardInterrupt:
        raise ImportError("half of it") from None
cli.app = app
cli.run(["build"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_is_quiet_and_leaves_nothing(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "zinegen",
        "build",
        "--seed",
        "s",
        "--levels",
        "10",
        "--out",
        str(tmp_path / "out"),
    ]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 20
    while not (tmp_path / "out").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.3)
    os.killpg(child.pid, signal.SIGINT)
    said, errors = child.communicate(timeout=20)
    assert (child.returncode, said, errors) == (130, "", "")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_in_code_made_of_text_is_ctrl_c_still(tmp_path: Path) -> None:
    program = (
        "from zinegen import cli\n"
        "def interrupted(given, debug):\n"
        "    try: exec('raise KeyboardInterrupt')\n"
        "    except KeyboardInterrupt: return cli.INTERRUPTED\n"
        "cli._guarded = interrupted\n"
        "cli.run(['doctor'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_progress_on_a_terminal_and_only_there(tmp_path: Path) -> None:
    arguments = ["build", *SMALL, "--seed", "s", "--products", "maps", "--out", str(tmp_path)]
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "zinegen", *arguments],
        stdout=subprocess.PIPE, stderr=theirs, text=True, env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    )  # fmt: skip
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert done.returncode == 0
    assert "carve" in shown and "maps" in shown
    lines = done.stdout.splitlines()
    assert lines[0] == "seed: s"
    assert all(re.search(r"\s[\d.]+ [kM]B$", line) for line in lines[1:])
    off = zinegen(*arguments)
    assert off.stderr == "" and off.stdout == done.stdout
    quiet = zinegen(*arguments, "--quiet")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
