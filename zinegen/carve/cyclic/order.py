"""A level on its way from dice to ground: what is known of it so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from zinegen.carve.cyclic.flow import Flow
from zinegen.carve.cyclic.rooms import Room
from zinegen.carve.plan import Arrival, LevelPlan
from zinegen.dice import Stream

Rows = list[tuple[tuple[int, ...], bool]]
"""Ears as `embed` wants them: nodes, and whether they hang on the first alone."""


@dataclass(slots=True)
class Order:
    """A level being made."""

    plan: LevelPlan
    stream: Stream
    flow: Flow = field(default_factory=Flow)
    rooms: dict[int, Room] = field(default_factory=dict)
    main: Arrival | None = None
    """The way from above that comes out at the start."""
    up: int | None = None
    """The node of the landing where it comes out; None: inside the start."""
    down: int | None = None
    """The node of the landing where one goes on; None: none, or inside the goal (`spiral`)."""
    spiral: bool = False

    @property
    def hop(self) -> int:
        """How many levels the main way down goes."""
        return self.plan.down_to[0] if self.plan.down_to else 1
