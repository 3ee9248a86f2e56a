"""Which dice fall anew when a part of one area is rolled again: a purpose comes in, yes or no goes out."""

from __future__ import annotations

from typing import NamedTuple

NAMES = frozenset({"function", "roomname", "plain"})
TREASURE = frozenset({"treasure", "hiding", "container", "trap", "jewel", "magic", "good", "lies", "closet"})
PEOPLE = frozenset({"lodging", "group", "pose", "wants", "doing", "doing again"})
DANGERS = frozenset({"hazards", "tricks", "trick"})
PURPOSES = {"treasure": TREASURE, "encounter": PEOPLE, "name": frozenset({"roomname", "plain"})}
"""Part of an area -> what its dice are for; "prose" is what none of the others is, "contents" all but the name."""


class Again(NamedTuple):
    """A part of an area that is rolled again."""

    area: str
    what: str
    seed: str

    def marks(self, purpose: tuple[str | int, ...]) -> tuple[str, ...]:
        """What joins the name of a stream that belongs to the part; nothing for any other."""
        if not purpose or not self._meant(str(purpose[0])):
            return ()
        if not any(str(one) == self.area or str(one).startswith(f"{self.area}-") for one in purpose[1:]):
            return ()
        return ("again", self.seed)

    def _meant(self, first: str) -> bool:
        if self.what in PURPOSES:
            return first in PURPOSES[self.what]
        if self.what == "contents":
            return first not in NAMES
        return first not in NAMES | TREASURE | PEOPLE | DANGERS
