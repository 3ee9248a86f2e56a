"""Growing one candidate of a level of passages from its arrivals to the last of its secret doors."""

from __future__ import annotations

from zinegen.carve.entrance import open_entrance
from zinegen.carve.ground import Ground
from zinegen.carve.loops import connect, finish_loops
from zinegen.carve.passages.arrivals import open_arrivals
from zinegen.carve.passages.chart import Chart
from zinegen.carve.passages.runs import close_all, step
from zinegen.carve.passages.searches import search
from zinegen.carve.passages.warren import Warren
from zinegen.carve.plan import LevelPlan, cave_chance
from zinegen.carve.revival import revive
from zinegen.carve.stairs_planted import plant_stairs
from zinegen.dice import Stream

ROUNDS = 4
"""How often a level that trimming left too small is grown on."""
SPARED = 8
"""Of so many areas one is left over for what a search may find."""
MOST_DEAD = 2
"""Dead ends that stay because something lies in them."""


def candidate(plan: LevelPlan, attempt: int) -> Ground:
    """Grow one candidate to the end."""
    ground = Ground(plan.width, plan.height, plan.number, most=plan.most)
    for box in plan.passing:
        ground.block(*box)
    stream = Stream(plan.seed, f"level {plan.number}", "passages", attempt)
    warren = Warren(ground, stream, plan, caves=cave_chance(plan) / 2)
    warren.misfits_left, warren.locks_left = max(2, plan.target // 4), max(1, plan.target // 6)
    if plan.number == 1:
        open_entrance(warren)
    open_arrivals(warren)
    for spare in (max(1, plan.target // SPARED), *(0,) * ROUNDS):
        grow(warren, plan.target - spare)
        close_all(warren)
        connect(warren)
        loosen(warren)
        finish_loops(warren, merging=False)
        search(warren)
        if warren.done:
            break
    plant_stairs(warren)
    warren.settle()
    ground.chart = Chart(ground)
    return ground


def grow(warren: Warren, wanted: int) -> None:
    """Dig until so many keyed areas stand, or until there is no room anywhere."""
    while warren.ground.keyed < wanted:
        if not warren.agenda and not revive(warren):
            break
        if warren.agenda:
            step(warren, warren.next_front())


def loosen(warren: Warren) -> None:
    """Let trimming have the dead ends that hold something, but for a few of them."""
    kept = 0
    for piece in list(warren.ground.pieces.values()):
        if not piece.numbered or len(piece.gates) > 1 or piece.hidden or not piece.fixed:
            continue
        if any(stair.piece is piece for stair in warren.ground.stairs):
            continue
        kept += 1
        piece.fixed = kept <= MOST_DEAD
