"""The wheel: it carries all that zinegen reads, and works where no checkout is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from command import SMALL

pytestmark = pytest.mark.wheel
ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_every_file_that_zinegen_reads(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "zinegen", "layouts", "fonts"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\n")
    wanted = {name if name.startswith("zinegen/") else f"zinegen/_share/{name}" for name in tracked if name}
    assert len(wanted) > 100
    assert wanted - carried == set()
    assert not [name for name in carried if "__pycache__" in name or name.startswith(("tests/", "docs/"))]
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in carried)


def test_the_wheel_works_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "clean"], cwd=tmp_path, check=True)
    python = tmp_path / "clean" / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True, text=True)
    # Our dependencies, but nothing that points back at the checkout: a .pth file inside this folder is not read.
    (site,) = (tmp_path / "clean").glob("lib/python3*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    away = tmp_path / "away"
    away.mkdir()
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=away, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = run(str(python), "-c", "import sys, zinegen; print(zinegen.__file__); print(*sys.path, sep='\\n')")
    assert Path(told.splitlines()[0]).is_relative_to(site)
    assert str(ROOT) not in told.splitlines()[1:]
    zinegen = str(tmp_path / "clean" / "bin" / "zinegen")
    said = json.loads(run(zinegen, "build", *SMALL, "--seed", "away from home", "--json"))
    made = {Path(file["path"]).name for file in said["files"]}
    assert {"dungeon.json", "booklet.pdf", "onepage.pdf", "level-1.svg", "index.html"} <= made
    assert json.loads(run(zinegen, "doctor", "--json"))["ok"] is True
