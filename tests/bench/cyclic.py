"""What cyclic levels cost: one flow with its plan, a level chosen among several, the law, a mega-dungeon."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from zinegen.carve import carve
from zinegen.carve.cycles import house_cycles
from zinegen.carve.cyclic.dig import dig, lay_out
from zinegen.carve.cyclic.ears import ears_of
from zinegen.carve.cyclic.grow import grow
from zinegen.carve.cyclic.kinds import roll_kinds
from zinegen.carve.cyclic.law import plain_enough
from zinegen.carve.cyclic.levels import carve_level
from zinegen.carve.cyclic.placing import straight
from zinegen.carve.cyclic.rooms import roll_rooms
from zinegen.carve.cyclic.verify import contacts
from zinegen.carve.embed import embed
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Growth
from zinegen.carve.plan import LevelPlan
from zinegen.dice import Stream
from zinegen.dungeon.fairness import judge
from zinegen.recipe import Recipe

FRAME = 180
LEVELS = 100


def plan_of(seed: str) -> LevelPlan:
    """The order for one medium level."""
    return LevelPlan(seed, 1, 1, FRAME, FRAME, 14, 20, 18, 0)


def one_plan(seed: str) -> None:
    """A flow of depth 1, laid out once, with rooms of all shapes, dug and looked over."""
    stream = Stream(seed, "bench")
    flow = grow(roll_kinds(house_cycles(), 1, stream), stream, 18)
    plain_enough(flow)
    path, ears = ears_of(flow)
    ground = Ground(FRAME, FRAME, 1)
    rooms = roll_rooms(flow, Growth(ground, stream, plan_of(seed)), 0.2, first=True)
    sketches = (embed(path, [(ear.nodes, ear.open) for ear in ears], stream.child(n)) for n in range(99))
    layouts = (lay_out(flow, rooms, sketch, stream) for sketch in sketches if sketch is not None)
    layout = next(one for one in layouts if straight(flow, one))
    x0, y0, _, _ = layout.bounds()
    contacts(dig(ground, flow, rooms, layout, 40 - x0, 40 - y0, stream))


def seconds(function: Callable[[Any], Any], given: list[Any]) -> list[float]:
    """Processor seconds of each call, in rising order."""
    out = []
    for one in given:
        start = time.process_time()
        function(one)
        out.append(time.process_time() - start)
    return sorted(out)


def measure(line: Callable[..., None]) -> None:
    """Print one line a measurement."""
    seeds = [f"bench {n}" for n in range(LEVELS)]
    one_plan("warm")
    plans = seconds(one_plan, seeds)
    line("cyclic: one flow and plan, median", 1000 * statistics.median(plans), "ms")
    line("cyclic: one flow and plan, 99th of 100", 1000 * plans[-2], "ms")
    levels = seconds(carve_level, [plan_of(seed) for seed in seeds])
    line("cyclic: a level, the best of eight", 1000 * statistics.median(levels), "ms")
    orders = [Recipe(seed=seed, levels=3, system=("cyclic",)) for seed in seeds[:20]]
    line("cyclic: judge three levels", 1000 * statistics.median(seconds(judge, [carve(o) for o in orders])), "ms")
    deep = [Recipe(seed=seed, levels=10, system=("cyclic",)) for seed in seeds[:5]]
    line("cyclic: carve ten levels", statistics.median(seconds(carve, deep)), "s")
    deepest = [Recipe(seed=seed, levels=20, system=("cyclic",)) for seed in seeds[:5]]
    line("cyclic: carve twenty levels", statistics.median(seconds(carve, deepest)), "s")
