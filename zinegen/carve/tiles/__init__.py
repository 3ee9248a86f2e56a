"""Labyrinths of tiles (document 004): draws from a container come in, levels joined by their stairs go out."""

from __future__ import annotations

from zinegen.carve.ground import Ground
from zinegen.carve.plan import LevelPlan
from zinegen.carve.registry import carver


@carver("tiles", most_levels=3)
def carve(plan: LevelPlan) -> Ground:
    """Labyrinth tiles: segments drawn and fitted edge to edge, on up to three levels, to the Black Gate."""
    from zinegen.carve.tiles.levels import carve_level  # it needs what nobody wants to wait for who carves otherwise

    return carve_level(plan)
