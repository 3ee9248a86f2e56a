"""The workshop: what one printing is asked for, what it yields, and the shop that shares out its labour.

Work comes in as a function and a list of arguments and goes out as a list of results in the same order. How it is
split is the caller's plan, never the number of cores, so the bytes are the same on one core and on many.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from zinegen.errors import MachineError
from zinegen.turns import Queue, Turns
from zinegen.words import NATIVE
from zinegen.workers import ENDED, LENT, borrowed, cores, end_pool, open_pool

A = TypeVar("A")
R = TypeVar("R")

MOST_WORKERS = 8


class PrintOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed of a dungeon, and how: all that the right half of the pipeline is told besides the dungeon."""

    layout: str = "classic"
    """The name of a layout, or the path of a user's own layout folder."""
    paper: str = "a4"
    """The sheet in the printer: "a4" or "letter"."""
    ink: str = "full"
    """"full", "low" or "lines"."""
    keys: str = "terse"
    """"terse" or "prose"."""
    language: str = NATIVE
    """The language of the words beside the dungeon's own: a name, or the path of a folder."""
    licence: str = "CC BY-SA 4.0"
    """The line printed in every product."""
    base_url: str | None = None
    """Where the site will stand, with a slash at its end; None where nobody says."""
    level: int | None = None
    """Only this level; None for all."""
    area: str | None = None
    """Only this keyed area, such as "2-14", where a product can; None for all."""
    sheet: str = ""
    """The paper of battle maps where it is another: "a3", "tabloid"...; empty: as `paper`."""
    grid: bool = True
    """Whether battle maps bear a grid."""
    products: tuple[str, ...] = ()
    """Names from `build.PRODUCTS`, in that order."""


class Made(msgspec.Struct, frozen=True):
    """One finished file: its name below the dungeon's folder (with `/`), its bytes, and figures where known."""

    name: str
    data: bytes
    pages: int | None = None
    ink_pct: float | None = None
    """Mean ink on its pages, 0..100."""
    ink_page_pct: tuple[float, ...] | None = None
    """The same page by page."""


class Shop:
    """A warm pool of workers, opened with `with`; on one core a plain loop.

    `Shop()` is ready for use without `with` too, as a plain loop: tests and small jobs need no more.
    """

    def __init__(self, workers: int | None = None, *, warm: Sequence[str] = (), lent: object = None) -> None:
        """Open nothing yet.

        Args: workers: 1 for a plain loop; None for one a core, at most eight. warm: modules that the work needs and
              that are dear to import: read once, before the workers are forked. lent: something that most tasks
              need: every worker has it, so it does not travel with each.
        """
        self.workers = min(cores(), MOST_WORKERS) if workers is None else workers
        self._warm = tuple(warm)
        self._lent = lent
        self._stopped = False
        self._turns = Turns()
        self._mine = threading.local()
        self._pool: ProcessPoolExecutor | None = None
        self._queue: Queue | None = None

    def __enter__(self) -> Self:
        if self.workers > 1:
            self._pool = open_pool(self.workers, self._warm, self._lent)
            self._queue = Queue(self._pool, self.workers)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None and fault is None:
            self._pool.shutdown()
            self._pool = self._queue = None
        self.stop()

    def stop(self) -> None:
        """End the workers at once: someone waits for an error, not for the pages that are still being set."""
        pool, self._stopped = self._pool, True
        self._pool = self._queue = None
        if pool is not None:
            end_pool(pool)

    @contextmanager
    def turn(self, rank: int = 0, *, at_once: bool = False) -> Iterator[None]:
        """Have this thread run alone among those that take turns; it lets others in while it waits in `map`.

        Several plans may be under way at once, each in a thread; libraries beneath them need not know of it. Where
        several wait for their turn or for workers, the lowest rank comes first; with `at_once` it begins before all.
        """
        self._turns.take(-1 if at_once else rank)
        self._mine.rank = rank
        try:
            yield
        finally:
            self._mine.rank = None
            self._turns.give()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Give up this thread's turn while it waits for something; without a turn, nothing."""
        rank = getattr(self._mine, "rank", None)
        if rank is None:
            yield
            return
        self._turns.give()
        try:
            yield
        finally:
            self._turns.take(rank)

    def map(self, function: Callable[[A], R], arguments: Iterable[A]) -> list[R]:
        """Call `function(argument)` for each argument, in any order and place; the results in the given order.

        Args:    function: a module's own function or a `functools.partial` of one (it travels by name); its
                 argument and result travel too, so keep them small. It must not open a Shop of its own.
        Raises:  what the first failing call in the given order raised; MachineError when a worker died.
        """
        given = list(arguments)
        queue = self._queue
        if self._stopped:
            raise MachineError("the work was stopped")
        if queue is None:
            return [function(argument) for argument in given]
        futures: list[Future[R]] = []
        try:
            rank = getattr(self._mine, "rank", None) or 0
            futures = queue.add(rank, self._borrowing(function), given)
            with self.waiting():
                return [future.result() for future in futures]
        except BrokenProcessPool:
            raise MachineError(ENDED) from None
        finally:
            for future in futures:
                future.cancel()

    def _borrowing(self, function: Callable[[A], R]) -> Callable[[A], R]:
        """The same, but that what was lent is taken from the worker."""
        if self._lent is None or not isinstance(function, partial) or function.keywords:
            return function
        given = tuple(LENT if one is self._lent else one for one in function.args)
        return partial(borrowed, function.func, given)
