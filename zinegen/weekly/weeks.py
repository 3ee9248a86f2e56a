"""ISO weeks: text and days come in, weeks that can be counted and compared go out."""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple, Self


class Week(NamedTuple):
    """An ISO week, written 2026-W48; it begins on Monday, and belongs to the year that its Thursday lies in."""

    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year:04}-W{self.number:02}"

    @property
    def monday(self) -> datetime.date:
        """Its first day."""
        return datetime.date.fromisocalendar(self.year, self.number, 1)

    @classmethod
    def of(cls, day: datetime.date) -> Self:
        """The week of a day."""
        year, number, _ = day.isocalendar()
        return cls(year, number)

    @classmethod
    def read(cls, text: str) -> Self:
        """The week that "2026-W48" names. Raises ValueError when there is none."""
        found = re.fullmatch(r"([0-9]{4})-W([0-9]{2})", text)
        if found is None:
            raise ValueError(text)
        return cls.of(datetime.date.fromisocalendar(int(found[1]), int(found[2]), 1))

    def later(self, weeks: int) -> Week:
        """The week so many weeks later; earlier for a negative number."""
        return Week.of(self.monday + datetime.timedelta(weeks=weeks))

    def since(self, other: Week) -> int:
        """How many weeks later than another it is."""
        return (self.monday - other.monday).days // 7
