"""What a roll is: faces that fell on a table, what they mean, and the rolls that followed from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Amount:
    """Dice rolled for their total: gold pieces, exits."""

    dice: str
    rolled: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll on a table: the natural faces, the row's result, and what was rolled because of it, in order."""

    table: str
    dice: str
    rolled: tuple[int, ...]
    result: dict[str, Any]
    source: dict[str, Any]
    nested: tuple[Roll | Amount, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)
    """What the house knows of the row beyond the result (`Row.extra`)."""
    plus: int = 0
    """What was added to the faces to find the row."""

    def find(self, table: str) -> Roll | None:
        """The first roll on a table in this roll and all below it, in the order rolled; None where there is none."""
        return next((roll for roll in self.walk() if roll.table == table), None)

    def walk(self) -> Iterator[Roll]:
        """This roll and every roll below it, in the order rolled."""
        yield self
        for one in self.nested:
            if isinstance(one, Roll):
                yield from one.walk()

    @property
    def amounts(self) -> tuple[Amount, ...]:
        """The amounts that this roll itself names."""
        return tuple(one for one in self.nested if isinstance(one, Amount))


def to_builtin(roll: Roll | Amount) -> dict[str, Any]:
    """A roll as JSON wants it: table, dice, rolled, result, source, nested; an amount: dice, rolled, total."""
    if isinstance(roll, Amount):
        return {"dice": roll.dice, "rolled": list(roll.rolled), "total": roll.total}
    return {
        "table": roll.table,
        "dice": roll.dice,
        "rolled": list(roll.rolled),
        "result": roll.result,
        "source": roll.source,
        "nested": [to_builtin(one) for one in roll.nested],
    }
