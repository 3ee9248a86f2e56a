"""The best of a few: a way to grow one candidate of a level comes in, the first good or the best one goes out."""

from __future__ import annotations

from collections.abc import Callable

from zinegen.carve.ground import Ground
from zinegen.carve.plan import LevelPlan
from zinegen.carve.score import GOOD, score
from zinegen.errors import PlacementError

CANDIDATES = 8
BROKEN = -50.0
"""A candidate worth less hangs apart or has no way down."""
ENLARGE = 8
"""When so many have failed, the frame grows by so many squares each way."""
FRAMES = 6


def best_of(plan: LevelPlan, candidate: Callable[[LevelPlan, int], Ground]) -> Ground:
    """Grow candidates until one is good; else the best of so many. The frame grows when none will do.

    Raises: PlacementError, with the seed, when none ever does.
    """
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
