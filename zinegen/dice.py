"""Named random streams and dice notation: a seed and a purpose come in, faces go out.

Every purpose has a stream of its own, so that one more roll for the treasure never moves a wall. Streams
use `random.Random(str).random()` alone, the one method whose sequence Python promises to keep.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import TypeVar

from zinegen.errors import TableError

T = TypeVar("T")


class Stream:
    """A random stream named by its seed and the purposes it serves: Stream(seed, "level 2", "treasure")."""

    __slots__ = ("_next", "name")

    def __init__(self, seed: str, *purpose: str | int) -> None:
        self.name = "\x1f".join([seed, *map(str, purpose)])
        self._next = random.Random(self.name).random

    def child(self, *purpose: str | int) -> Stream:
        """A stream of its own for a part of this one's purpose; takes no roll from this one."""
        return Stream(self.name, *purpose)

    def random(self) -> float:
        """A float in [0, 1)."""
        return self._next()

    def below(self, n: int) -> int:
        """An integer in 0..n-1."""
        return int(self._next() * n)

    def between(self, low: int, high: int) -> int:
        """An integer in low..high, both included."""
        return low + int(self._next() * (high - low + 1))

    def uniform(self, low: float, high: float) -> float:
        """A float in [low, high)."""
        return low + (high - low) * self._next()

    def die(self, sides: int) -> int:
        """A face in 1..sides."""
        return 1 + int(self._next() * sides)

    def d66(self) -> int:
        """A face of a d66: two d6, the first for the tens."""
        return 10 * self.die(6) + self.die(6)

    def chance(self, probability: float) -> bool:
        """True with the given probability in 0..1."""
        return self._next() < probability

    def choice(self, items: Sequence[T]) -> T:
        """One item, all alike."""
        if not items:
            raise IndexError("choice from an empty sequence")
        return items[int(self._next() * len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """One item by weight. Raises ValueError unless no weight is negative and their sum is positive."""
        total = sum(weights)
        if not 0 < total < inf or min(weights) < 0:
            raise ValueError(f"weights must not be negative and must come to more than nothing: {weights!r}")
        left = self._next() * total
        last = items[0]
        for item, weight in zip(items, weights, strict=True):
            if weight > 0:
                last = item
                left -= weight
                if left < 0:
                    break
        return last

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """A new list in random order."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = int(self._next() * (i + 1))
            out[i], out[j] = out[j], out[i]
        return out


class Faces:
    """Faces given by hand, in the order in which they would be rolled; then a stream's.

    A face may be given as text ("13" on a d66, "0" for the ten of a d10).
    """

    __slots__ = ("_given", "_stream")

    def __init__(self, given: Iterable[str | int], stream: Stream) -> None:
        self._given = [str(face).strip() for face in given]
        self._stream = stream

    @property
    def left(self) -> list[str]:
        """The faces not used yet."""
        return list(self._given)

    def die(self, sides: int) -> int:
        """The next face in 1..sides; `0` is the ten of a d10, `0` and `00` are the hundred of a d100.

        Raises: TableError for a face the die does not have.
        """
        if not self._given:
            return self._stream.die(sides)
        text = self._given.pop(0)
        face = int(text) if re.fullmatch(r"[0-9]{1,5}", text) else -1
        if (text == "0" and sides in (10, 100)) or (text == "00" and sides == 100):
            face = sides
        if not 1 <= face <= sides:
            raise TableError(f"--dice {text[:20]!r}: a d{sides} has no such face; give 1 to {sides}")
        return face

    def d66(self) -> int:
        """The next face of a d66, 11..66 with both digits 1..6. Raises TableError for any other."""
        if not self._given:
            return self._stream.d66()
        text = self._given.pop(0)
        if not re.fullmatch(r"[1-6][1-6]", text):
            raise TableError(f"--dice {text[:20]!r}: a d66 has no such face; give two digits of 1 to 6, such as 13")
        return int(text)

    def close(self, what: str) -> None:
        """Raises TableError where faces are left over that `what` had no die for."""
        if self._given:
            left = ", ".join(self._given[:6]) + (" ..." if len(self._given) > 6 else "")
            raise TableError(f"--dice: {what} needs fewer faces; left over: {left}")


Roller = Stream | Faces
"""What a die is rolled with."""


@dataclass(frozen=True, slots=True)
class Notation:
    """Dice notation, taken apart: `count`d`sides` + `plus`, times `times`; `kind` plain, d66 or ±d6."""

    count: int
    sides: int
    plus: int = 0
    times: int = 1
    kind: str = "plain"

    def __str__(self) -> str:
        if self.kind != "plain":
            return self.kind
        text = f"{self.count}d{self.sides}" if self.sides else str(self.count)
        text += f"{self.plus:+d}" if self.plus else ""
        return text + (f"*{self.times}" if self.times != 1 else "")

    @property
    def bounds(self) -> tuple[int, int]:
        """Smallest and largest total (for ±d6, whose runs know no end, of a single die)."""
        if self.kind == "d66":
            return 11, 66
        if self.kind == "±d6":
            return -5, 6
        if not self.sides:
            return (self.count + self.plus) * self.times, (self.count + self.plus) * self.times
        return (self.count + self.plus) * self.times, (self.count * self.sides + self.plus) * self.times


_NOTATION = re.compile(r"([0-9]{0,4})[dD]([0-9]{1,5})([+-][0-9]{1,6})?(?:[*x×]([0-9]{1,6}))?")


@lru_cache(maxsize=512)
def parse_dice(text: str) -> Notation:
    """Read `3d6`, `d20`, `2d10*100`, `1d4+4`, `d66`, `±d6` or a plain number. Raises TableError.

    A factor stands for the whole: `1d4+1*10` is ten times the sum of die and one.
    """
    bare = text.strip().replace(" ", "")
    if bare.lower() == "d66":
        return Notation(1, 66, kind="d66")
    if bare.lower() in ("±d6", "+-d6"):
        return Notation(1, 6, kind="±d6")
    if re.fullmatch(r"[0-9]{1,8}", bare):
        return Notation(int(bare), 0)
    match = _NOTATION.fullmatch(bare)
    if match is None:
        raise TableError(f"{text[:40]!r} is no dice notation; write such as 3d6, 1d4+4, 2d10*100, d66 or ±d6")
    count, sides, times = int(match[1] or 1), int(match[2]), int(match[4] or 1)
    if not 1 <= count <= 1000 or not 2 <= sides <= 10000 or times < 1:
        raise TableError(f"{text!r}: 1 to 1000 dice of 2 to 10000 sides, times 1 or more")
    return Notation(count, sides, int(match[3] or 0), times)


def roll_faces(notation: Notation | str, roller: Roller) -> tuple[list[int], int]:
    """Roll dice; returns the faces in rolled order and the total.

    ±d6 is a d6 whose odd faces count negative. A 6 is rolled again and each further 6 in a row adds 6 more; a
    5 likewise, each further 5 taking 5 away; any other face ends the run and counts nothing.
    """
    dice = parse_dice(notation) if isinstance(notation, str) else notation
    if dice.kind == "d66":
        face = roller.d66()
        return [face], face
    if dice.kind == "±d6":
        first = roller.die(6)
        faces, total = [first], first if first % 2 == 0 else -first
        while first >= 5:
            again = roller.die(6)
            faces.append(again)
            if again != first:
                break
            total += 6 if first == 6 else -5
        return faces, total
    if not dice.sides:
        return [], (dice.count + dice.plus) * dice.times
    faces = [roller.die(dice.sides) for _ in range(dice.count)]
    return faces, (sum(faces) + dice.plus) * dice.times


def roll(notation: Notation | str, roller: Roller) -> int:
    """Roll dice; returns the total."""
    return roll_faces(notation, roller)[1]
