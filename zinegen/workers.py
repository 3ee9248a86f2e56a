"""The processes that work: how many, how they begin and end, and what each is told; the only module that forks.

A call goes into a process of its own (`aside`), or many into a pool whose workers hold the dear modules already.
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
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import msgspec

from zinegen.errors import MachineError
from zinegen.words import speak, spoken

R = TypeVar("R")

GARBAGE_MOST = 3_000_000
"""Objects that a worker lets pile up before it looks for those to drop, some 300 MB at most: looking costs a
typesetter more than a tenth of its time, and what is there at the end is dropped with the process."""
GARBAGE_OWN = 200_000
"""The same for the process that plans: it may live on, and what it plans is small."""
_REMEDY = "most likely for want of memory; close other programs, or set ZINEGEN_CORES=1 to use one process"
ENDED = f"a worker was ended from outside, {_REMEDY}"
NO_START = f"the workers do not start, {_REMEDY}"
ENDING = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
"""The signals that end a run."""
POOL_THREADS = 2
"""Threads that a pool needs in its parent."""
START_S = 60.0
"""How long workers may take to start."""

Tell = Callable[[str, bool], None]
"""Is told of each step's beginning (True) and end (False)."""


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


LENT = _Lent()
_lent: list[object] = []


def borrowed(function: Callable[..., R], given: tuple[object, ...], argument: object) -> R:
    """A call in a worker, with what it was lent in its place."""
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
