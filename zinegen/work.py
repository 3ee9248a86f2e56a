"""The workshop: what one printing is asked for, what it yields, and the workers that share the labour.

Work comes in as a function and a list of arguments and goes out as a list of results in the same order. How it is
split is the caller's plan, never the number of cores, so the bytes are the same on one core and on many.
"""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from zinegen.errors import MachineError
from zinegen.turns import Queue, Turns
from zinegen.words import NATIVE, speak, spoken

A = TypeVar("A")
R = TypeVar("R")

MOST_WORKERS = 8
GARBAGE_MOST = 3_000_000
"""Objects that a worker lets pile up before it looks for those to drop, some 300 MB at most: looking costs a
typesetter more than a tenth of its time, and what is there at the end is dropped with the process."""
GARBAGE_OWN = 200_000
"""The same for the process that plans: it may live on, and what it plans is small."""
ENDED = (
    "a worker was ended from outside, most likely for want of memory; "
    "close other programs, or set ZINEGEN_CORES=1 to use one process"
)
ENDING = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
"""The signals that end a run."""
NO_START = (
    "the workers do not start, most likely for want of memory; "
    "close other programs, or set ZINEGEN_CORES=1 to use one process"
)
POOL_THREADS = 2
"""Threads that a pool needs in its parent."""
START_S = 60.0
"""How long workers may take to start."""


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


@contextmanager
def little_looking() -> Iterator[None]:
    """Have this process look for garbage seldom."""
    was = gc.get_threshold()
    gc.set_threshold(max(GARBAGE_OWN, was[0]), *was[1:])
    try:
        yield
    finally:
        gc.set_threshold(*was)


def cores() -> int:
    """How many cores may be used: ZINEGEN_CORES where it is set, else what the system allows this process."""
    asked = os.environ.get("ZINEGEN_CORES", "").strip()
    if asked:
        if not (asked.isascii() and asked.isdecimal() and int(asked) > 0):
            raise MachineError(f"ZINEGEN_CORES={asked!r} is no number of cores; set it to 1 or more, or unset it")
        return int(asked)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
        given = tuple(_LENT if one is self._lent else one for one in function.args)
        return partial(_borrowed, function.func, given)


@contextmanager
def held() -> Iterator[None]:
    """Hold back signals that end a run, for a moment in which they would be lost or worse.

    Python loses what falls into that which it does around a fork, and a library in C may crash where one falls into
    its loading. Only the main thread hears signals, so in another nothing need be held.
    """
    came: list[int] = []
    heard = {number: signal.getsignal(number) for number in ENDING}
    if threading.current_thread() is not threading.main_thread() or None in heard.values():
        yield
        return
    for number in heard:
        signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in heard.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


def warm_up(modules: Iterable[str]) -> None:
    """Import modules that are dear; one that cannot be had is left to whoever needs it, who says what is missing."""
    for name in modules:
        with held(), suppress(ImportError, OSError):
            importlib.import_module(name)


Tell = Callable[[str, bool], None]
"""Is told of each step's beginning (True) and end (False)."""


@contextmanager
def aside(function: Callable[[Tell], R], workers: int | None = None) -> Iterator[Callable[[Tell], R]]:
    """Have a call made in a process of its own while this one does something else; yields what waits for its result.

    With one worker, or where none can be forked, the call is made here, when its result is waited for.

    Args:    function: its result travels, so keep it small. workers: None for one a core.
    Raises:  where one waits, what the call raised; MachineError when the process died.
    """
    if sys.platform != "linux" or (cores() if workers is None else workers) < 2:
        yield function
        return
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_made_aside, args=(theirs, function, spoken()), daemon=True)
    with _forking():
        process.start()
    theirs.close()

    def wait(tell: Tell) -> R:
        while True:
            try:
                what, told = ours.recv()
            except (EOFError, OSError):  # the latter where it died in the middle of a message
                raise MachineError(ENDED) from None
            if what == "step":
                tell(*told)
            elif what == "fault":
                raise told
            else:
                result: R = told
                return result

    try:
        yield wait
    finally:
        process.kill()
        process.join()
        ours.close()


def _made_aside(out: Any, function: Callable[[Tell], object], language: str) -> None:
    _begin(language, None)
    try:
        out.send(("result", function(lambda step, begins: out.send(("step", (step, begins))))))
    except BaseException as fault:
        said = traceback.format_exc()
        try:
            fault.add_note(said)
            told = pickle.loads(pickle.dumps(fault))
        except Exception:  # it cannot travel, but what it says can
            told = RuntimeError(said)
        out.send(("fault", told))


def open_pool(workers: int, warm: Sequence[str], lent: object = None) -> ProcessPoolExecutor:
    """A pool whose workers hold the dear modules already: forked on Linux, elsewhere from a fork server or new."""
    if sys.platform == "linux":
        warm_up(warm)
        gc.freeze()  # a collection in a worker would touch, and so copy, every page it shares with its parent
        context: Any = multiprocessing.get_context("fork")
    elif sys.platform == "win32":
        context = multiprocessing.get_context("spawn")
    else:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(list(warm))
    _try_threads()
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(spoken(), lent))
    try:
        with _forking():
            begun = [pool.submit(_nothing, number) for number in range(workers)]
        for future in begun:
            future.result(timeout=START_S)
    except (TimeoutError, BrokenProcessPool) as fault:
        end_pool(pool)
        raise MachineError(NO_START if isinstance(fault, TimeoutError) else ENDED) from None
    return pool


def _try_threads() -> None:
    """Refuse where no more threads can be had: a pool would wait for them for ever, and its end would go wrong."""
    gate = threading.Event()
    begun: list[threading.Thread] = []
    try:
        for _ in range(POOL_THREADS):
            thread = threading.Thread(target=gate.wait, daemon=True)
            thread.start()
            begun.append(thread)
    except RuntimeError:
        raise MachineError(NO_START) from None
    finally:
        gate.set()
        for thread in begun:
            thread.join()


@contextmanager
def _forking() -> Iterator[None]:
    with held(), warnings.catch_warnings():
        # Python 3.12 warns of forking beside threads; the only ones here are numpy's, which know how to be forked.
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End a pool's workers at once."""
    running = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.terminate()


class _Lent(msgspec.Struct, frozen=True):
    """Stands for what was lent."""


_LENT = _Lent()
_lent: list[object] = []


def _borrowed(function: Callable[..., R], given: tuple[object, ...], argument: object) -> R:
    return function(*(_lent[0] if isinstance(one, _Lent) else one for one in given), argument)


def _begin(language: str, lent: object) -> None:
    """Make a worker deaf to Ctrl-C and to a terminal's end, which its parent hears and answers for it.

    It speaks the language of its parent, keeps what it is lent, and ends when its parent is gone.
    """
    _lent[:] = [lent]
    for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_follow_parent, daemon=True).start()
    gc.set_threshold(GARBAGE_MOST)
    speak(language)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def _nothing(_: int) -> None:
    """Do nothing: the first task starts the workers."""
