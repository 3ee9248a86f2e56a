"""`zinegen batch`: many dungeons, whoever makes them; nothing is made twice, and a fault stops nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import answer, refusal, zinegen

from zinegen.batch import batch
from zinegen.errors import PlacementError, RecipeError
from zinegen.recipe import Recipe, load_recipe

TEXT = 'seed = "many"\nsystem = "labyrinth"\nlevels = 1\nsize = "small"\nproducts = ["json"]\n'


@pytest.fixture
def order(tmp_path: Path) -> Recipe:
    (tmp_path / "r.toml").write_text(TEXT)
    return load_recipe(tmp_path / "r.toml")


def folders(out: Path) -> dict[str, bytes]:
    return {str(one.relative_to(out)): one.read_bytes() for one in sorted(out.rglob("*")) if one.is_file()}


def test_a_batch_goes_on_from_where_it_is(order: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, told = tmp_path / "out", []
    first = batch(order, 2, out, jobs=1)
    assert first.made == 2 and len({one.title for one in first.entries}) == 2
    times = {one: one.stat().st_mtime_ns for one in out.rglob("dungeon.json")}
    done = batch(order, 3, out, jobs=1, tell=lambda n, of: told.append((n, of)))
    assert done.made == 1 and [one.seed for one in done.entries] == ["many 1", "many 2", "many 3"]
    assert told == [(2, 3), (3, 3)]
    assert all(one.stat().st_mtime_ns == time for one, time in times.items())
    assert [row["number"] for row in json.loads((out / "batch.json").read_bytes())] == [1, 2, 3]
    next(iter(times)).unlink()
    assert batch(order, 3, out, jobs=1).made == 1


def test_a_fault_is_noted_and_the_others_go_on(
    order: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import zinegen.batch

    real = zinegen.batch.make

    def make(recipe: Recipe, **more: int) -> object:
        if recipe.seed == "many 2":
            raise PlacementError("seed 'many 2': no room")
        return real(recipe, **more)

    monkeypatch.setattr(zinegen.batch, "make", make)
    done = batch(order, 3, tmp_path / "out", jobs=1)
    assert [one.error for one in done.entries] == ["", "seed 'many 2': no room", ""] and len(done.failed) == 1
    monkeypatch.undo()
    again = batch(order, 3, tmp_path / "out", jobs=1)
    assert again.made == 1 and again.failed == []


def test_processes_or_a_cluster_make_the_same(order: Recipe, tmp_path: Path) -> None:
    from distributed import LocalCluster

    batch(order, 3, tmp_path / "one", jobs=1)
    batch(order, 3, tmp_path / "two", jobs=2)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        batch(order, 3, tmp_path / "dask", dask=cluster.scheduler_address)
    assert folders(tmp_path / "one") == folders(tmp_path / "two") == folders(tmp_path / "dask")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_batch_that_is_ended_leaves_no_process_behind_and_goes_on(tmp_path: Path, sent: int) -> None:
    (tmp_path / "r.toml").write_text(TEXT)
    out = tmp_path / "out"
    line = [sys.executable, "-m", "zinegen", "batch", "r.toml", "--count", "500", "--jobs", "2", "--out", "out"]
    run = subprocess.Popen(line, cwd=tmp_path, start_new_session=True, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 120
    while not (out / "batch.json").exists() and time.monotonic() < end:
        time.sleep(0.1)
    os.kill(run.pid, sent)
    _, said = run.communicate(timeout=60)  # it waits for all that hold the pipe: the workers too
    assert run.returncode in (130, 143, -signal.SIGKILL) and said == ""
    kept = json.loads((out / "batch.json").read_bytes())
    assert kept and all((out / one["folder"] / "dungeon.json").is_file() for one in kept)


def test_an_edited_dungeon_is_left_alone(order: Recipe, tmp_path: Path) -> None:
    out = tmp_path / "out"
    file = out / batch(order, 1, out, jobs=1).entries[0].folder / "dungeon.json"
    file.write_bytes(file.read_bytes().replace(b'"title": "', b'"title": "My ', 1))
    mine = file.read_bytes()
    assert batch(order, 1, out, jobs=1).made == 0 and file.read_bytes() == mine


@pytest.mark.parametrize(
    ("count", "jobs", "named"), [(0, 1, "--count 0"), (100_001, 1, "--count"), (1, 0, "--jobs 0")]
)
def test_what_cannot_be_is_named(order: Recipe, tmp_path: Path, count: int, jobs: int, named: str) -> None:
    with pytest.raises(RecipeError, match=named):
        batch(order, count, tmp_path / "out", jobs=jobs)
    assert not (tmp_path / "out").exists()


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(TEXT)
    told = answer("batch", tmp_path / "r.toml", "--count", 2, "--jobs", 1, "--out", tmp_path / "out")
    assert told["made"] == 2 and all((tmp_path / "out" / one["folder"]).is_dir() for one in told["dungeons"])
    wrong = zinegen(
        "batch", tmp_path / "r.toml", "--count", 1, "--dask", "tcp://127.0.0.1:1", "--out", tmp_path / "d"
    )
    assert "--dask tcp://127.0.0.1:1" in refusal(wrong, 3)
