"""Many dungeons of one recipe: a recipe and a number come in, a folder for each dungeon and a list of them go out.

The dungeons are made by processes of this machine, or by a cluster; the one who asked writes them all, so that a
cluster's machines need no disk in common, and the list is always true.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from zinegen.build import make
from zinegen.errors import MachineError, RecipeError, ZinegenError
from zinegen.files import DUNGEON, Folder, claim, write_whole
from zinegen.recipe import Recipe, slug
from zinegen.work import Made
from zinegen.workers import cores, end_pool, open_pool

LIST = "batch.json"
MOST = 100_000
LONGEST_SEED = 190
"""So long may a batch's seed be: each dungeon's adds its number."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One dungeon of a batch, as batch.json lists it."""

    number: int
    seed: str
    folder: str
    title: str = ""
    error: str = ""
    """Why there is none; empty for one that was made."""


class Batch(NamedTuple):
    """What a batch left behind."""

    out: Path
    entries: tuple[Entry, ...]
    """In the order of their numbers."""
    made: int
    """How many were made now, and not before."""

    @property
    def failed(self) -> list[Entry]:
        """Those that could not be made."""
        return [one for one in self.entries if one.error]


class Answer(NamedTuple):
    """What a worker gives back: the files of a dungeon, or why there are none."""

    made: list[Made]
    error: str


class Crew(Protocol):
    """Whoever makes dungeons: the local processes, or a cluster."""

    def work(self, recipes: Sequence[Recipe]) -> Generator[tuple[int, Answer]]:
        """Make them in any order; yields the place of each in the list, and what came of it."""


def recipes_of(recipe: Recipe, count: int) -> list[Recipe]:
    """The recipes of a batch: the seed with a number behind it.

    Raises: RecipeError for a number of dungeons that cannot be, and a seed too long to be numbered.
    """
    if not 1 <= count <= MOST:
        raise RecipeError(f"--count {count} will not do; give a whole number from 1 to {MOST}")
    if len(recipe.seed) > LONGEST_SEED:
        raise RecipeError(f"seed: is {len(recipe.seed)} characters long; in a batch give at most {LONGEST_SEED}")
    return [msgspec.structs.replace(recipe, seed=f"{recipe.seed} {n}") for n in range(1, count + 1)]


def batch(
    recipe: Recipe,
    count: int,
    out: Path,
    *,
    jobs: int | None = None,
    dask: str | None = None,
    tell: Callable[[int, int], None] = lambda done, count: None,
) -> Batch:
    """Make a batch of dungeons; those that are there already are not made again.

    Args:   jobs: processes at work; None: one a core. dask: the address of a scheduler whose workers do it instead.
            tell: is told how many of how many are done.
    Raises: RecipeError; MachineError where the disk refuses or the cluster cannot be had. A dungeon that cannot be
            made is noted in the list, and the others go on.
    """
    recipes = recipes_of(recipe, count)
    if jobs is not None and not 1 <= jobs <= 256:
        raise RecipeError(f"--jobs {jobs} will not do; give a whole number from 1 to 256")
    known = {one.seed: one for one in _listed(out)}
    entries: dict[int, Entry] = {}
    for n, one in enumerate(recipes):
        there = known.get(one.seed)
        if there is not None and not there.error and there.folder == slug(one) and _stands(out / there.folder):
            entries[n] = msgspec.structs.replace(there, number=n + 1)
    waiting = [n for n in range(count) if n not in entries]
    tell(len(entries), count)
    if waiting:
        with (
            _crew(jobs or cores(), dask, len(waiting)) as crew,
            closing(crew.work([recipes[n] for n in waiting])) as done,
        ):
            for at, answer in done:
                n = waiting[at]
                entries[n] = _keep(out, n + 1, recipes[n], answer)
                _write_list(out, entries)
                tell(len(entries), count)
    _write_list(out, entries)
    return Batch(out, tuple(entries[n] for n in sorted(entries)), len(waiting))


def make_one(recipe: Recipe) -> Answer:
    """Make one dungeon, in one process; a fault is given back. A module's own function, so that it can be sent."""
    try:
        return Answer(make(recipe, workers=1), "")
    except ZinegenError as fault:
        return Answer([], str(fault))
    except Exception as fault:  # one dungeon's fault is not the batch's
        return Answer([], f"a fault in zinegen ({type(fault).__name__}: {fault})")


def _keep(out: Path, number: int, recipe: Recipe, answer: Answer) -> Entry:
    """Write a dungeon's folder, and say what became of it."""
    entry = Entry(number=number, seed=recipe.seed, folder=slug(recipe), error=answer.error)
    if answer.error:
        return entry
    try:
        with claim(out / entry.folder, keep_edits=True) as folder:
            folder.write(answer.made, clear=[""], keep=True)
    except RecipeError as fault:  # someone has edited it: it is theirs
        return msgspec.structs.replace(entry, error=str(fault))
    dungeon = next(one.data for one in answer.made if one.name == DUNGEON)
    return msgspec.structs.replace(entry, title=msgspec.json.decode(dungeon)["title"])


def _stands(folder: Path) -> bool:
    """Whether a dungeon of ours is in a folder: its files appear together, so one tells for all."""
    return (folder / DUNGEON).is_file() and DUNGEON in Folder(folder).ours


def _listed(out: Path) -> list[Entry]:
    try:
        return msgspec.json.decode((out / LIST).read_bytes(), type=list[Entry])
    except (OSError, msgspec.DecodeError):
        return []


def _write_list(out: Path, entries: dict[int, Entry]) -> None:
    if not out.is_dir():
        with claim(out):
            pass
        out.mkdir(parents=True, exist_ok=True)
    rows = [entries[n] for n in sorted(entries)]
    write_whole(out / LIST, msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")


# ------------------------------------------------------------------------------------------------------ who does it


@contextmanager
def _crew(jobs: int, dask: str | None, count: int) -> Iterator[Crew]:
    if dask is None:
        yield _Here(min(jobs, count))
        return
    try:
        from distributed import Client
    except ImportError:
        raise MachineError(
            "--dask needs the package distributed; install it with: pip install 'zinegen[cluster]'"
        ) from None
    try:
        client: Any = Client(dask, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as fault:
        raise MachineError(f"--dask {dask}: no scheduler answers there ({fault}); see its address") from None
    try:
        yield _Cluster(client)
    finally:
        client.close()


class _Here:
    """Processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def work(self, recipes: Sequence[Recipe]) -> Generator[tuple[int, Answer]]:
        """One after the other where there is one job; else in processes of their own."""
        if self._jobs == 1:
            for at, recipe in enumerate(recipes):
                yield at, make_one(recipe)
            return
        pool = open_pool(self._jobs, ("zinegen.build",))
        try:
            futures: dict[Future[Answer], int] = {pool.submit(make_one, one): at for at, one in enumerate(recipes)}
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BrokenProcessPool:
            raise MachineError(
                "a process was ended from outside, most likely for want of memory; ask for fewer --jobs. "
                "What is made is kept: the same command goes on from there"
            ) from None
        finally:
            end_pool(pool)


class _Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def work(self, recipes: Sequence[Recipe]) -> Generator[tuple[int, Answer]]:
        """As they come back; a recipe whose worker died is noted as failed."""
        from distributed import as_completed as as_they_come

        places = {}
        for at, recipe in enumerate(recipes):
            places[self._client.submit(make_one, recipe, pure=False, key=f"zinegen-{at}-{slug(recipe)}")] = at
        for future in as_they_come(list(places)):  # type: ignore[no-untyped-call]
            fault = future.exception()
            yield (
                places[future],
                Answer([], f"a worker failed ({type(fault).__name__})") if fault else future.result(),
            )
            future.release()
