"""Cyclic dungeons (document 003): dice come in, levels that are cycles of cycles go out."""

from __future__ import annotations

from zinegen.carve.ground import Ground
from zinegen.carve.plan import LevelPlan
from zinegen.carve.registry import carver


@carver("cyclic", most_levels=20)
def carve(plan: LevelPlan) -> Ground:
    """Carve one level as cycles within a cycle (document 003): ways round, locks and keys, secrets, patrols."""
    from zinegen.carve.cyclic.levels import carve_level  # it needs what nobody wants to wait for who carves otherwise

    return carve_level(plan)
