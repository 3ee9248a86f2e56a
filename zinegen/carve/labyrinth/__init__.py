"""The random labyrinth (document 000): an order for one level comes in, the best of a few grown candidates goes out.

Played to the letter the tables die out or sprawl. The document lets its reader bend them ("change the size or roll
again"), and so we do: growth stops when the areas asked for stand and is revived when it dies before; each bend stays
with its roll. Of a few candidates the best is kept by `score`, which asks for nothing that the tables roll.
"""

from __future__ import annotations

from zinegen.carve.best import best_of
from zinegen.carve.entrance import open_entrance
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Growth
from zinegen.carve.labyrinth.runs import step
from zinegen.carve.labyrinth.secrets import check_dead_ends
from zinegen.carve.landings import open_arrivals
from zinegen.carve.loops import connect, finish_loops
from zinegen.carve.plan import LevelPlan, cave_chance
from zinegen.carve.registry import carver
from zinegen.carve.revival import revive
from zinegen.carve.stairs_planted import plant_stairs
from zinegen.carve.strips import close_fronts
from zinegen.dice import Stream


@carver("labyrinth")
def carve_level(plan: LevelPlan) -> Ground:
    """The random labyrinth: rooms, halls and caves off branching passages, rolled on the tables of document 000."""
    return best_of(plan, candidate)


def candidate(plan: LevelPlan, attempt: int) -> Ground:
    """Grow one candidate to the end."""
    ground = Ground(plan.width, plan.height, plan.number, most=plan.most)
    for box in plan.passing:
        ground.block(*box)
    stream = Stream(plan.seed, f"level {plan.number}", "carve", attempt)
    growth = Growth(ground, stream, plan, caves=cave_chance(plan))
    growth.galleries_left = max(1, plan.target // 8)
    if plan.number == 1:
        open_entrance(growth)
    open_arrivals(growth)
    while not growth.done:
        if not growth.agenda and not revive(growth):
            break
        if growth.agenda:
            step(growth, growth.next_front())
    close_fronts(growth)
    connect(growth)
    check_dead_ends(growth)
    finish_loops(growth)
    plant_stairs(growth)
    return ground
