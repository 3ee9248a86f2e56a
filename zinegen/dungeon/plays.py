"""Plays of a maze: rooms and doors come in, what a party can come to, win and be shut in by goes out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zinegen.dungeon.maze import Door, Rooms

MOST_STATES = 200_000
"""How many pairs of place and keys are looked at before a dungeon counts as too tangled to be proved fair."""
MOST_WALKS = 60
"""How many places one goes on to, in search of a way back from behind a one-way door."""


class Outcome(NamedTuple):
    """What becomes of a party in a maze."""

    reached: int
    """The rooms that can be come to, as bits."""
    keys: int
    """The keys that can be taken, as bits."""
    won: bool
    traps: tuple[str, ...]
    """The one-way doors behind which one may be shut in."""


def outcome(rooms: Rooms) -> Outcome | None:
    """Play a maze in every way; None where there are too many."""
    reached, keys = rooms.closure(rooms.start)
    if _returnable(rooms, reached, keys):
        return Outcome(reached, keys, rooms.won(reached, keys), ())
    play = _Play(rooms)
    return Outcome(play.reached, play.keys, play.won, play.traps()) if play.walk() else None


def _returnable(rooms: Rooms, reached: int, keys: int) -> bool:
    """Whether every one-way door that can be come to has a way back for whoever comes to it with the fewest keys.

    Then the order of play does not matter, `closure` is exact, and F2 and F3 hold. A fair dungeon may fail it.
    """
    open_ = [
        i for i, door in enumerate(rooms.doors)
        if door.one_way and reached >> door.a & 1 and not door.need & ~keys
    ]  # fmt: skip
    least: dict[int, int] = {}
    for i in open_:
        door = rooms.doors[i]
        if door.a not in least:
            least[door.a] = 0
            for bit in bits(keys):
                if not rooms.closure(rooms.start, without=bit)[0] >> door.a & 1:
                    least[door.a] |= bit
    accepted: list[int] = []
    while len(accepted) < len(open_):
        fresh = []
        for i in open_:
            if i not in accepted:
                door = rooms.doors[i]
                if _comes_back(rooms, door, least[door.a] | door.need, accepted):
                    fresh.append(i)
        if not fresh:
            return False
        accepted += fresh
    return True


def _comes_back(rooms: Rooms, door: Door, keys: int, accepted: Sequence[int]) -> bool:
    """Whether one walks from behind a one-way door home, or to before it again, with no more keys than those.

    One looks round, taking keys, where there is a way back for certain: by doors that open both ways and one-way
    doors accepted already. By the others one goes on for good; so two that lead round in a ring are each other's way
    back.
    """
    aim = rooms.home | 1 << door.a
    seen: set[tuple[int, int]] = set()
    todo = [(door.b, keys)]
    while todo and len(seen) < MOST_WALKS:
        here = rooms.closure(*todo.pop(), one_ways=accepted)
        if here[0] & aim:
            return True
        if here not in seen:
            seen.add(here)
            reached, held = here
            todo += [
                (on.b, held) for on in rooms.doors
                if on.one_way and reached >> on.a & 1 and not reached >> on.b & 1 and not on.need & ~held
            ]  # fmt: skip
    return False


def bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


class _Play:
    """Every pair of room and keys that can be come to, and which of them lead home."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.reached = self.keys = 0
        self.states: dict[tuple[int, int], int] = {}
        self.back: list[list[int]] = []
        self.drops: list[tuple[int, int, str]] = []
        """State, state and the id of the door, for each one-way step."""
        self.home: list[bool] = []

    @property
    def won(self) -> bool:
        rooms = self.rooms
        return any(room == rooms.goal and not rooms.goal_need & ~keys for room, keys in self.states)

    def walk(self) -> bool:
        """Look at every state; False where there are too many."""
        rooms = self.rooms
        ahead: list[list[tuple[int, int, bool, str]]] = [[] for _ in rooms.finds]
        for door in rooms.doors:
            ahead[door.a].append((door.b, door.need, door.one_way, door.id))
            if not door.one_way:
                ahead[door.b].append((door.a, door.need, False, door.id))
        queue = deque([self._enter(rooms.start, 0)])
        order = list(self.states)
        while queue:
            here = queue.popleft()
            room, keys = order[here]
            self.reached |= 1 << room
            self.keys |= keys
            for to, need, one_way, id_ in ahead[room]:
                if need & ~keys:
                    continue
                known = len(self.states)
                there = self._enter(to, keys)
                if there == known:
                    order.append((to, rooms.picked(to, keys)))
                    queue.append(there)
                self.back[there].append(here)
                if one_way:
                    self.drops.append((here, there, id_))
            if len(order) > MOST_STATES:
                return False
        self.home = self._leading([bool(rooms.home >> room & 1) for room, _ in order])
        return True

    def _enter(self, room: int, keys: int) -> int:
        number = self.states.setdefault((room, self.rooms.picked(room, keys)), len(self.states))
        if number == len(self.back):
            self.back.append([])
        return number

    def _leading(self, there: list[bool]) -> list[bool]:
        """The states from which one can come to one of those marked."""
        todo = [i for i, marked in enumerate(there) if marked]
        while todo:
            for before in self.back[todo.pop()]:
                if not there[before]:
                    there[before] = True
                    todo.append(before)
        return there

    def traps(self) -> tuple[str, ...]:
        """The one-way doors that lead from where there is a way home to where there is none."""
        return tuple(sorted({id_ for a, b, id_ in self.drops if self.home[a] and not self.home[b]}))
