"""The shop: the same results in the same order on one core and on many, and errors that come back whole."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from zinegen import workers
from zinegen.errors import MachineError, PlacementError
from zinegen.turns import Queue
from zinegen.work import Shop
from zinegen.workers import aside, cores


def late_first(number: int) -> tuple[int, str]:
    """The first takes longest: order must come from the list, not from the clock."""
    time.sleep(0.05 if number == 0 else 0)
    return number, str(number)


def no_room(number: int) -> int:
    if number >= 2:
        raise PlacementError(f"no room for area {number}")
    return number


def is_loaded(name: str) -> bool:
    return name in sys.modules


def stumble(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_arguments(workers: int) -> None:
    with Shop(workers) as shop:
        assert shop.map(late_first, range(5)) == [(n, str(n)) for n in range(5)]
        assert shop.map(partial(divmod, 7), [2, 3]) == [(3, 1), (2, 1)]
        assert shop.map(late_first, []) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_error_in_the_list_comes_back_whole(workers: int) -> None:
    with Shop(workers) as shop:
        with pytest.raises(PlacementError, match="no room for area 2") as caught:
            shop.map(no_room, range(6))
        assert caught.value.exit_code == 1
        assert shop.map(no_room, [0, 1]) == [0, 1], "the shop stays open after an error"


@pytest.mark.parametrize("workers", [1, 2])
def test_threads_that_take_turns_never_run_at_once_and_never_wait_for_ever(workers: int) -> None:
    inside: list[int] = []
    most: list[int] = []

    def plan(number: int) -> list[tuple[int, str]]:
        found = []
        with shop.turn():
            for _ in range(5):
                inside.append(number)
                time.sleep(0.002)
                most.append(len(inside))
                inside.remove(number)
                found += shop.map(late_first, [number + 1])
        return found

    with Shop(workers) as shop, ThreadPoolExecutor(4) as threads:
        assert list(threads.map(plan, range(4))) == [[(n + 1, str(n + 1))] * 5 for n in range(4)]
    assert set(most) == {1}


class ByHand(Executor):
    """A pool whose work is done when a test says so."""

    def __init__(self) -> None:
        self.given: list[tuple[int, Future[str]]] = []

    def submit(self, function: Any, /, *args: Any, **_: Any) -> Future[Any]:
        if args[0] < 0:
            raise RuntimeError("closed")
        self.given.append((args[0], Future()))
        return self.given[-1][1]


def test_what_is_urgent_overtakes_what_waits() -> None:
    pool = ByHand()
    queue = Queue(pool, 1)
    slow = queue.add(5, str, [1, 2, 3, 4])
    (urgent,) = queue.add(0, str, [9])
    slow[2].cancel()
    for number, done in pool.given:  # what is done makes room for more
        done.set_result(str(number))
    assert [number for number, _ in pool.given] == [1, 2, 9, 4], "one lies ready beside the one under way"
    assert [future.result() for future in (slow[0], urgent, slow[3])] == ["1", "9", "4"]
    with pytest.raises(RuntimeError, match="closed"):
        queue.add(1, str, [-1])[0].result()


def borrowed(lent: list[int], number: int) -> tuple[bool, int]:
    return workers._lent[:1] == [lent] and workers._lent[0] is lent, lent[number]


def test_what_is_lent_does_not_travel() -> None:
    lent = [3, 4]
    assert Shop(1, lent=lent).map(partial(borrowed, lent), [1]) == [(False, 4)]
    with Shop(2, lent=lent) as shop:
        assert shop.map(partial(borrowed, lent), [0, 1]) == [(True, 3), (True, 4)]
        assert shop.map(partial(borrowed, [9]), [0]) == [(False, 9)]


def test_without_with_it_is_a_plain_loop() -> None:
    assert Shop(4).map(lambda number: number + 1, [1, 2]) == [2, 3]


def test_a_worker_that_dies_is_a_fault_of_the_machine() -> None:
    with Shop(2) as shop, pytest.raises(MachineError, match="ZINEGEN_CORES=1"):
        shop.map(stumble, [0])


def test_the_workers_hold_the_warm_modules() -> None:
    with Shop(2, warm=["colorsys"]) as shop:
        assert shop.map(is_loaded, ["colorsys"]) == [True]


def test_cores_are_as_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZINEGEN_CORES", "3")
    assert cores() == 3
    assert Shop().workers == 3
    for nonsense in ("0", "-1", "two", "½", "1.5"):
        monkeypatch.setenv("ZINEGEN_CORES", nonsense)
        with pytest.raises(MachineError, match="1 or more"):
            cores()


def test_ctrl_c_ends_workers_and_parent_at_once_and_quietly() -> None:
    program = (
        "import time\n"
        "from zinegen.work import Shop\n"
        "with Shop(2) as shop:\n"
        "    print('open', flush=True)\n"
        "    shop.map(time.sleep, [60, 60, 60])\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n"
    time.sleep(0.2)
    os.killpg(child.pid, signal.SIGINT)  # as a terminal does: to the workers too
    _, errors = child.communicate(timeout=10)
    assert child.returncode != 0
    assert errors.count("Traceback") == 1 and "KeyboardInterrupt" in errors, "the workers say nothing"


def test_workers_do_not_outlive_a_parent_that_was_killed() -> None:
    program = (
        "import os, time\n"
        "from zinegen.work import Shop\n"
        "def pid(_): time.sleep(0.1); return os.getpid()\n"
        "with Shop(2) as shop:\n"
        "    print(*shop.map(pid, range(2)), flush=True)\n"
        "    shop.map(time.sleep, [60, 60])\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    workers = [int(pid) for pid in child.stdout.readline().split()]
    assert workers
    child.kill()
    child.wait()
    deadline = time.monotonic() + 10
    while any(alive(pid) for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in workers if alive(pid)]


def alive(pid: int) -> bool:
    """Whether a process is there and not merely waiting to be buried."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def doze(_: int) -> None:
    time.sleep(30)


def test_workers_that_do_not_start_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_nothing", doze)
    monkeypatch.setattr(workers, "START_S", 0.2)
    before = time.monotonic()
    with pytest.raises(MachineError, match="ZINEGEN_CORES=1"):
        Shop(2).__enter__()
    assert time.monotonic() - before < 10


def test_a_worker_that_dies_at_its_start_is_a_fault_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_nothing", stumble)
    with pytest.raises(MachineError, match="ended from outside"):
        Shop(2).__enter__()


def test_where_no_thread_can_be_had_it_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = threading.Thread.start
    begun: list[threading.Thread] = []

    def start(thread: threading.Thread) -> None:
        if begun:
            raise RuntimeError("can't start new thread")
        begun.append(thread)
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(MachineError, match=r"workers do not start.*ZINEGEN_CORES=1"):
        Shop(2).__enter__()
    assert [thread.is_alive() for thread in begun] == [False]


def in_steps(tell: workers.Tell) -> int:
    tell("carve", True)
    tell("carve", False)
    return os.getpid()


def no_room_at_all(tell: workers.Tell) -> None:
    no_room(2)


def dies(tell: workers.Tell) -> None:
    stumble(0)


class Untold(Exception):
    """An error that cannot travel: made again of its one text it lacks the other."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{what} in {where}")


def cannot_tell(tell: workers.Tell) -> None:
    raise Untold("area 2", "a hole")


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_done_aside_tells_its_steps_and_gives_its_result(workers: int) -> None:
    told: list[tuple[str, bool]] = []
    with aside(in_steps, workers) as made:
        assert told == []
        where = made(lambda step, begins: told.append((step, begins)))
    assert told == [("carve", True), ("carve", False)]
    assert (where == os.getpid()) == (workers == 1 or sys.platform != "linux")


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_aside_comes_back_whole(workers: int) -> None:
    for function, error, said in (
        (no_room_at_all, PlacementError, "^no room for area 2"),
        (cannot_tell, Exception, "a hole in area 2"),
    ):
        with pytest.raises(error, match=said), aside(function, workers) as made:
            made(lambda step, begins: None)


def test_what_dies_aside_is_a_fault_of_the_machine() -> None:
    with pytest.raises(MachineError, match="ended from outside"), aside(dies, 2) as made:
        made(lambda step, begins: None)


def half_told(out: Any, *_: object) -> None:
    os.write(out.fileno(), struct.pack("!i", 1000) + b"half of it")
    os._exit(1)


def test_what_dies_while_it_tells_is_a_fault_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_made_aside", half_told)
    with pytest.raises(MachineError, match="ended from outside"), aside(in_steps, 2) as made:
        made(lambda step, begins: None)


def test_a_signal_that_is_held_comes_afterwards() -> None:
    came: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: came.append(number))
    try:
        with workers.held():
            os.kill(os.getpid(), signal.SIGTERM)
            assert came == []
        assert came == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)
