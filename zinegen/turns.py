"""Who comes first: threads that run one at a time, and tasks that wait for a worker, both by rank."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any

AHEAD = 1
"""Tasks that lie ready beside those under way, so that no worker waits for the next."""


class Turns:
    """A lock that goes to the waiting thread of the lowest rank."""

    def __init__(self) -> None:
        self._free = True
        self._waiting: list[tuple[int, int]] = []
        self._count = count()
        self._change = threading.Condition()

    def take(self, rank: int) -> None:
        """Wait for one's turn."""
        with self._change:
            me = rank, next(self._count)
            heappush(self._waiting, me)
            self._change.wait_for(lambda: self._free and self._waiting[0] == me)
            heappop(self._waiting)
            self._free = False

    def give(self) -> None:
        """End it."""
        with self._change:
            self._free = True
            self._change.notify_all()


class Queue:
    """Tasks for a pool of workers: of those that wait the lowest rank goes first, one after the other."""

    def __init__(self, pool: Executor, workers: int) -> None:
        self._pool, self._most = pool, workers + AHEAD
        self._under_way = 0
        self._waiting: list[tuple[int, int]] = []
        self._tasks: dict[int, tuple[Future[Any], Callable[[], Future[Any]]]] = {}
        self._count = count()
        self._lock = threading.RLock()

    def add(self, rank: int, function: Callable[[Any], Any], arguments: list[Any]) -> list[Future[Any]]:
        """Calls to be made; one that is cancelled before its time is not made."""
        futures: list[Future[Any]] = [Future() for _ in arguments]
        with self._lock:
            for future, argument in zip(futures, arguments, strict=True):
                number = next(self._count)
                self._tasks[number] = future, partial(self._pool.submit, function, argument)
                heappush(self._waiting, (rank, number))
        self._feed()
        return futures

    def _feed(self) -> None:
        with self._lock:
            while self._waiting and self._under_way < self._most:
                future, task = self._tasks.pop(heappop(self._waiting)[1])
                if not future.set_running_or_notify_cancel():
                    continue
                try:
                    given = task()
                except Exception as fault:  # the pool is broken or closed: who waits for the future learns of it
                    future.set_exception(fault)
                    continue
                self._under_way += 1
                given.add_done_callback(partial(self._hand_over, future))

    def _hand_over(self, future: Future[Any], given: Future[Any]) -> None:
        with self._lock:
            self._under_way -= 1
        self._feed()
        fault = None if given.cancelled() else given.exception()
        if given.cancelled():
            future.set_exception(RuntimeError("the work was stopped"))
        elif fault is not None:
            future.set_exception(fault)
        else:
            future.set_result(given.result())
