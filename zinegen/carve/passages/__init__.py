"""Passages (document 002): an order for one level comes in, the best of a few grown candidates goes out.

Behind every open end one rolls d66 until a door is passed; then the room tables of document 000 take over. What does
not fit is rolled for on a table of its own. As with the labyrinth the rolls are bent where they would die out or
sprawl, and each bend stays with its roll.
"""

from __future__ import annotations

from zinegen.carve.best import best_of
from zinegen.carve.ground import Ground
from zinegen.carve.passages.growing import candidate
from zinegen.carve.plan import LevelPlan
from zinegen.carve.registry import carver


@carver("passages")
def carve_level(plan: LevelPlan) -> Ground:
    """Passages: corridors, halls and doors by d66, rooms behind the doors, as document 002 has them."""
    ground = best_of(plan, candidate)
    for stair in ground.stairs:
        if stair.surface:
            for above in plan.above:  # a ladder to the surface goes past them
                above.block(*stair.box)
    return ground
