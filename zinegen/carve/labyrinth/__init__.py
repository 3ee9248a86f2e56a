"""The random labyrinth (document 000): an order for one level comes in, the best of a few grown candidates goes out.

Played to the letter the tables die out or sprawl. The document lets its reader bend them ("change the size or roll
again"), and so we do: growth stops when the areas asked for stand and is revived when it dies before; each bend stays
with its roll. Of a few candidates the best is kept by `score`, which asks for nothing that the tables roll.
"""

from __future__ import annotations

from zinegen.carve.entrance import open_entrance
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Growth
from zinegen.carve.labyrinth.runs import close_fronts, step
from zinegen.carve.labyrinth.secrets import check_dead_ends
from zinegen.carve.landings import open_arrivals
from zinegen.carve.loops import connect, finish_loops
from zinegen.carve.plan import LevelPlan, cave_chance
from zinegen.carve.registry import carver
from zinegen.carve.revival import revive
from zinegen.carve.score import GOOD, score
from zinegen.carve.stairs_planted import plant_stairs
from zinegen.dice import Stream
from zinegen.errors import PlacementError

CANDIDATES = 8
BROKEN = -50.0
"""A candidate worth less hangs apart or has no way down."""
ENLARGE = 8
"""When so many have failed, the frame grows by so many squares each way."""
FRAMES = 6


@carver("labyrinth")
def carve_level(plan: LevelPlan) -> Ground:
    """The random labyrinth: rooms, halls and caves off branching passages, rolled on the tables of document 000."""
    best: tuple[float, Ground] | None = None
    for attempt in range(CANDIDATES * FRAMES):
        if attempt and attempt % CANDIDATES == 0:
            plan.width, plan.height = plan.width + ENLARGE, plan.height + ENLARGE
        ground = candidate(plan, attempt)
        worth = score(ground, plan)
        if sound(worth, ground, plan) and (best is None or worth > best[0]):
            best = (worth, ground)
        if best is not None and (best[0] >= GOOD or attempt >= CANDIDATES - 1):
            return best[1]
    raise PlacementError(
        f"level {plan.number} of seed {plan.seed!r} found no room for {plan.target} areas; try another seed"
    )


def sound(worth: float, ground: Ground, plan: LevelPlan) -> bool:
    """Whether a level may be used: in its size, all in one piece, with a way down where there is to be one."""
    return plan.least <= ground.keyed <= plan.most and worth > BROKEN


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
