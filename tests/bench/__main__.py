"""`make bench`: what each wing costs, as medians of processor seconds, and as ratios within this very run.

    python -m tests.bench                 all of it, some minutes
    python -m tests.bench carve draw      only these parts: carve cyclic draw print whole all growth
    python -m tests.bench --runs 3        fewer repetitions

Times vary from machine to machine and hour to hour; the ratios are what to compare. CPU seconds are of one process
unless the line says otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any

from msgspec import structs

from tests.bench.floor import Drawn, Recorder, plain
from zinegen import generate, load_recipe
from zinegen.build import PRODUCTS, options_of
from zinegen.dungeon.model import Dungeon
from zinegen.recipe import SIZES
from zinegen.work import Shop

SEEDS = ("moth", "bell", "hollow hill", "7", "salt", "the ninth grave", "ash", "weir", "owl", "lantern")
LAYOUTS = ("classic", "zine", "manuscript", "plain")
WANTED: dict[str, tuple[float, str]] = {
    "carve and stock, medium, 3 levels": (0.400, "s"),
    "cyclic: one flow and plan, median": (8.0, "ms"),
    "cyclic: one flow and plan, 99th of 100": (25.0, "ms"),
    "cyclic: a level, the best of eight": (35.0, "ms"),
    "cyclic: judge three levels": (1.5, "ms"),
    "cyclic: carve ten levels": (1.0, "s"),
    "draw a level's map, medium": (0.300, "s"),
    "draw a crop, medium": (0.050, "s"),
    "booklet, typeset over floor": (1.2, "x"),
    "booklet, maps drawn before, two workers, over floor": (1.0, "x"),
    "whole build, wall": (8.0, "s"),
    "peak memory of a process": (500.0, "MB"),
    **{f"all products, {layout}, wall": (12.0, "s") for layout in LAYOUTS},
}
"""Line -> the most that is wanted of it, on two cores."""


def line(name: str, value: float, unit: str = "s", note: str = "") -> None:
    """Print one measurement, and what is wanted of it."""
    wanted = WANTED.get(name)
    verdict = (
        "" if wanted is None else f"  wanted {wanted[0]:g} {wanted[1]}: {'met' if value <= wanted[0] else 'MISSED'}"
    )
    print(f"{name:52} {value:9.3f} {unit:3}{verdict}{'  ' + note if note else ''}", flush=True)


def cpu(function: Callable[[], Any]) -> float:
    """Processor seconds of one call."""
    start = time.process_time()
    function()
    return time.process_time() - start


def median(times: Iterable[float]) -> float:
    return statistics.median(list(times))


@cache
def dungeon(seed: str, size: str = "medium", levels: int = 3) -> Dungeon:
    return generate(load_recipe(seed=seed, size=size, levels=levels))


def areas(of: Dungeon) -> int:
    return sum(area.key is not None for level in of.levels for area in level.areas)


def carve(runs: int) -> None:
    """Carving, stocking and judging one dungeon."""
    generate(load_recipe(seed="warm", size="small", levels=1))  # tables and word lists are read once a process
    for levels in (1, 3, 10):
        for size in SIZES:
            orders = [load_recipe(seed=seed, size=size, levels=levels) for seed in SEEDS[:runs]]
            line(
                f"carve and stock, {size}, {levels} level{'s' * (levels > 1)}",
                median(cpu(partial(generate, o)) for o in orders),
            )


def cyclic(_: int) -> None:
    """Cyclic levels: one plan, the best of several, the law, ten levels."""
    from tests.bench.cyclic import measure

    measure(line)


def draw(runs: int) -> None:
    """Drawing maps."""
    from zinegen.draw.map import level_map, local_map
    from zinegen.draw.pdfops import to_form
    from zinegen.draw.svg import to_svg

    made = [dungeon(seed) for seed in SEEDS[:runs]]
    level_map(made[0], 1)
    for ink in ("full", "low", "lines"):
        times = [cpu(partial(level_map, one, number, ink=ink)) for one in made for number in (1, 2, 3)]
        line("draw a level's map, medium" + ("" if ink == "full" else f", {ink}"), median(times))
    line("draw a player's map, medium", median(cpu(partial(level_map, one, 1, view="player")) for one in made))
    pictures = [level_map(one, 1) for one in made]
    line("write a map as SVG", median(cpu(partial(to_svg, picture, id_prefix="m")) for picture in pictures))
    line("write a map as PDF operators", median(cpu(partial(to_form, picture)) for picture in pictures))
    sizes = [len(to_svg(picture, id_prefix="m")) / 1000 for picture in pictures]
    line("a map's SVG", max(sizes), "kB", "the largest")
    crops = []
    for one in made:
        keys = [area.id for area in one.levels[0].areas if area.key is not None]
        for at in range(0, len(keys) - 3, 4):
            call = partial(local_map, one, keys[at : at + 4], mm_per_square=3.2, max_width_mm=110, max_height_mm=75)
            crops.append(cpu(call))
    line("draw a crop, medium", median(crops), "s", f"{len(crops)} of them")


def print_(runs: int) -> None:
    """Each product, in one process; the booklet against the floor."""
    made = [dungeon(seed) for seed in SEEDS[:runs]]
    options = options_of(load_recipe(seed="s"))
    for name, product in PRODUCTS.items():
        if name != "json":
            product.make(made[0], options, Shop(1), list)
            line(name, median(cpu(lambda p=product, d=one: p.make(d, options, Shop(1), list)) for one in made))  # type: ignore[misc]
    typesetting, drawing, floors, walls, pages = [], [], [], [], 0
    for one in made:
        shop = Recorder()
        total = cpu(lambda d=one, s=shop: PRODUCTS["booklet"].make(d, options, s, list))  # type: ignore[misc]
        drawn = shop.seconds("draw_picture")
        floors.append(median(cpu(lambda s=shop: [plain(job) for job in s.jobs]) for _ in range(3)))  # type: ignore[misc]
        with Drawn(shop.drawn, PRODUCTS["booklet"].warm) as two:
            start = time.perf_counter()
            PRODUCTS["booklet"].make(one, options, two, list)
            walls.append(time.perf_counter() - start)
        typesetting.append(total - drawn)
        drawing.append(drawn)
        pages = sum(part.pages for part in shop.parts)
    line(
        "booklet, with the drawing of its maps",
        median(map(sum, zip(typesetting, drawing, strict=True))),
        note=f"{pages} pages",
    )
    line("booklet, without the drawing of its maps", median(typesetting))
    line("floor: the same pages, no maps, no links", median(floors))
    line("booklet, typeset over floor", median(t / f for t, f in zip(typesetting, floors, strict=True)), "x")
    line(
        "booklet, maps drawn before, two workers, over floor",
        median(w / f for w, f in zip(walls, floors, strict=True)),
        "x",
        "by the clock: only on a machine with nothing else to do",
    )


def whole(runs: int) -> None:
    """A build as a user runs it, on all cores and on one."""
    for cores in (None, "1"):
        walls, cpus, peaks = [], [], []
        for seed in SEEDS[: max(3, runs // 2)]:
            wall, seconds, peak = build(seed, cores)
            walls.append(wall)
            cpus.append(seconds)
            peaks.append(peak)
        where = "" if cores is None else ", one core"
        line(f"whole build, wall{where}", median(walls))
        line(f"whole build, CPU of all processes{where}", median(cpus))
        line(f"peak memory of a process{where}", max(peaks), "MB")


def everything(runs: int) -> None:
    """All products of each layout, by the clock, as processor time, and over the floor of its booklet."""
    options = options_of(load_recipe(seed="s"))
    for layout in LAYOUTS:
        walls, cpus, peaks, ratios = [], [], [], []
        for seed in SEEDS[: max(1, runs // 2)]:
            wall, seconds, peak = build(seed, None, "--products", "all", "--layout", layout)
            shop = Recorder()
            PRODUCTS["booklet"].make(dungeon(seed), structs.replace(options, layout=layout), shop, list)
            floor = min(cpu(lambda s=shop: [plain(job) for job in s.jobs]) for _ in range(2))  # type: ignore[misc]
            walls.append(wall)
            cpus.append(seconds)
            peaks.append(peak)
            ratios.append(seconds / floor)
        line(f"all products, {layout}, wall", median(walls))
        line(f"all products, {layout}, CPU of all processes", median(cpus), note=f"{max(peaks):.0f} MB at most")
        line(f"all products, {layout}, CPU over floor", median(ratios), "x")


def build(seed: str, cores: str | None, *order: str) -> tuple[float, float, float]:
    """Wall seconds, processor seconds of all processes, and the largest process in MB, of one build.

    A child of its own measures, since the system adds up all children that a process ever had.
    """
    probe = (
        "import json, resource, subprocess, sys, time\n"
        "start = time.perf_counter()\n"
        "subprocess.run([sys.executable, '-m', 'zinegen', 'build', '--quiet', *sys.argv[1:]], check=True)\n"
        "wall, used = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(json.dumps([wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000]))\n"
    )
    with tempfile.TemporaryDirectory() as out:
        env = os.environ | ({} if cores is None else {"ZINEGEN_CORES": cores})
        command = [sys.executable, "-c", probe, "--seed", seed, "--out", out, *order]
        told = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
    wall, seconds, peak = json.loads(told)
    return wall, seconds, peak


def growth(runs: int) -> None:
    """Whether time and memory grow faster than the number of areas."""
    first: tuple[float, float] | None = None
    for size, levels in (("small", 1), ("small", 3), ("medium", 3), ("large", 3), ("medium", 10), ("large", 10)):
        order = ("--size", size, "--levels", str(levels))
        _, seconds, peak = build(SEEDS[0], "1", *order)
        keys = areas(dungeon(SEEDS[0], size, levels))
        first = first or (seconds, peak)
        more_ms = (seconds - first[0]) / keys * 1000
        note = f"{keys} keyed areas; {more_ms:.0f} ms an area over the first line; {peak:.0f} MB at most"
        line(f"whole build on one core, {size} x {levels}", seconds, "s", note)


def parts() -> Iterator[tuple[str, Callable[[int], None]]]:
    yield from (
        ("carve", carve),
        ("cyclic", cyclic),
        ("draw", draw),
        ("print", print_),
        ("whole", whole),
        ("all", everything),
        ("growth", growth),
    )


def main() -> None:
    """Measure the parts asked for."""
    known = dict(parts())
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("part", nargs="*", choices=[[], *known], help="what to measure")
    parser.add_argument("--runs", type=int, default=5, help="seeds a measurement")
    asked = parser.parse_args()
    here = f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    print(f"{here}, {asked.runs} seeds\n")
    for name, measure in known.items():
        if not asked.part or name in asked.part:
            print(f"--- {name}: {measure.__doc__}")
            measure(asked.runs)


if __name__ == "__main__":
    main()
