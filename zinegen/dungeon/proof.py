"""Why a dungeon is fair: a dungeon that the law has passed comes in, lines that a person can follow go out."""

from __future__ import annotations

from collections import deque
from itertools import groupby

from zinegen.dungeon.maze import Edge, Maze, maze_of, rooms_of
from zinegen.dungeon.model import SURFACE, Dungeon, KeyItem, level_of
from zinegen.dungeon.wording import Wording

Step = tuple[int, Edge | None, int]
"""A node, the edge by which it was entered, the keys held there."""

MOST_KEYS = 8
"""With more keys than these that matter, a way to win is put together key by key and need not be the shortest."""


def proof(dungeon: Dungeon, maze: Maze) -> tuple[str, ...]:
    """The proof of a fair dungeon: a way to win, each lock's key, what can be come to, and that nobody is shut in."""
    way = winning_way(maze)
    say = Wording(dungeon)
    told = _winning(dungeon, maze, way, say), _keys(dungeon, say), _everything(dungeon, maze, say), _free(maze, say)
    return tuple(line for part in told for line in part)


def walked(dungeon: Dungeon) -> list[str]:
    """The areas of a way to win, in order, an area as often as it is walked through; empty where there is none."""
    maze = maze_of(dungeon)
    return [maze.names[node] for node, _, _ in winning_way(maze)]


def winning_way(maze: Maze) -> list[Step]:
    """The shortest way to win that takes no key which can be done without; empty where there is none."""
    rooms = rooms_of(maze)
    needless = 0
    for bit in (1 << n for n in range(len(maze.keys))):
        if rooms.won(*rooms.closure(rooms.start, without=needless | bit)):
            needless |= bit
    wanted = ((1 << len(maze.keys)) - 1) & ~needless
    if not rooms.won(*rooms.closure(rooms.start, without=needless)):
        return []
    walker = _Walker(maze, wanted)
    if wanted.bit_count() <= MOST_KEYS:
        return walker.walk((maze.start, None, 0))
    steps: list[Step] = [(maze.start, None, 0)]
    while not walker.won(steps[-1][0], steps[-1][2]):
        leg = walker.walk(steps[-1], to_next_key=True)
        if not leg:
            return []
        steps[-1:] = leg
    return steps


class _Walker:
    """Breadth first over areas and keys."""

    def __init__(self, maze: Maze, wanted: int) -> None:
        self.maze, self.wanted = maze, wanted
        self.ahead: list[list[tuple[int, Edge]]] = [[] for _ in maze.names]
        for edge in maze.edges:
            self.ahead[edge.a].append((edge.b, edge))
            if not edge.one_way:
                self.ahead[edge.b].append((edge.a, edge))
        self.finds = {find.node: [f for f in maze.finds if f.node == find.node] for find in maze.finds}

    def look(self, node: int, keys: int) -> int:
        """The keys held after a look round an area."""
        before = -1
        while before != keys:
            before = keys
            for find in self.finds.get(node, ()):
                if find.bit & self.wanted and not find.need & ~keys:
                    keys |= find.bit
        return keys

    def won(self, node: int, keys: int) -> bool:
        return node == self.maze.goal and not self.maze.goal_need & ~keys

    def walk(self, start: Step, *, to_next_key: bool = False) -> list[Step]:
        """The shortest walk to win, or to the next key on the way there."""
        node, edge, keys = start
        first = (node, self.look(node, keys))
        came: dict[tuple[int, int], tuple[tuple[int, int], Edge | None]] = {first: (first, edge)}
        queue = deque([first])
        while queue:
            here = queue.popleft()
            node, keys = here
            if self.won(node, keys) or (to_next_key and keys != first[1]):
                return self._back(here, came)
            for to, edge in self.ahead[node]:
                if edge.need & ~keys:
                    continue
                there = (to, self.look(to, keys))
                if there not in came:
                    came[there] = (here, edge)
                    queue.append(there)
        return []

    @staticmethod
    def _back(here: tuple[int, int], came: dict[tuple[int, int], tuple[tuple[int, int], Edge | None]]) -> list[Step]:
        steps: list[Step] = []
        while True:
            before, edge = came[here]
            steps.append((here[0], edge, here[1]))
            if before == here:
                return steps[::-1]
            here = before


# ------------------------------------------------------------------------------------------------------ in words


def _winning(dungeon: Dungeon, maze: Maze, way: list[Step], say: Wording) -> list[str]:
    """The way to win, a line for a stretch on one level: areas with a number, and how, where that is not plain."""
    keyed = {area.id for level in dungeon.levels for area in level.areas if area.key is not None}
    keyed |= {dungeon.entrance, dungeon.goal, SURFACE}
    names = {item.id: _key_name(item) for item in dungeon.key_items}
    told: list[tuple[int, str]] = []
    held, passed, before = 0, list[str](), ""
    for node, edge, keys in way:
        name = maze.names[node]
        if edge and before and (edge.need or edge.secret or edge.id in say.links):
            passed.append(say.passing(edge.id, before))
        taken = [names.get(key, key) for n, key in enumerate(maze.keys) if keys & ~held & 1 << n]
        if name in keyed or taken:
            take = f", take {' and '.join(taken)}" if taken else ""
            how = f" ({', '.join(passed)})" if passed else ""
            told.append((0 if name == SURFACE else level_of(name), f"{say.area(name)}{how}{take}"))
            passed = []
        held, before = keys, name
    lines = ["It is won by way of these areas:"]
    for number, stretch in groupby(told, key=lambda one: one[0]):
        place = f"level {number}: " if number else ""
        lines.append(f"  {place}" + "; ".join(text for _, text in stretch))
    return lines


def _key_name(item: KeyItem) -> str:
    return f"the {item.name}" if item.name else item.id


def _keys(dungeon: Dungeon, say: Wording) -> list[str]:
    """Where each lock's keys are."""
    lines = []
    where = {item.id: item for item in dungeon.key_items}
    for lock in dungeon.locks:
        told = []
        for key in lock.keys:
            item = where[key]
            told.append(f"{_key_name(item)} in {say.area(item.in_)}{' (hidden)' * item.hidden}")
        keys = f"opens by {' and '.join(told)}" if told else "opens by force"
        guarded = say.what(lock.guards)
        guarded = guarded if guarded.startswith("the ") else f"what is locked away in {guarded}"
        force = ", or by force" if told and lock.hardness == "soft" else ""
        lines.append(f"{guarded[0].upper()}{guarded[1:]} {keys}{force}.")
    if dungeon.locks:
        lines.append("No key lies behind its own lock.")
    return lines


def _everything(dungeon: Dungeon, maze: Maze, say: Wording) -> list[str]:
    """How many areas there are, and by what each level is entered."""
    rooms = rooms_of(maze, found=frozenset())
    plain, _ = rooms.closure(rooms.start, (1 << len(maze.keys)) - 1)
    hidden = [name for name, room in zip(maze.names, rooms.room_of, strict=True) if not plain >> room & 1]
    keyed = {area.id for level in dungeon.levels for area in level.areas if area.key is not None}
    total = sum(len(level.areas) for level in dungeon.levels)
    lines = [f"All {total} areas ({len(keyed)} of them keyed) and {_levels(len(dungeon.levels))} can be come to."]
    if hidden:
        passages = sum(name not in keyed for name in hidden)
        some = [f"{passages} passage{'s' * (passages != 1)} without a number"] if passages else []
        lines[0] += f" Only by secrets: {', '.join([*(name for name in hidden if name in keyed), *some])}."
    for level in dungeon.levels[1:]:
        ways = [
            say.link(link, a)
            for link in dungeon.links
            if link.kind != "chasm_sight"
            for a, b in ((link.from_.area, link.to.area), (link.to.area, link.from_.area))
            if b != SURFACE and level_of(b) == level.number and (a == SURFACE or level_of(a) != level.number)
            if not (link.one_way and a == link.to.area)
        ]
        lines.append(f"Level {level.number} is entered by {', '.join(ways)}.")
    return lines


def _levels(count: int) -> str:
    return f"{count} level{'s' * (count != 1)}"


def _free(maze: Maze, say: Wording) -> list[str]:
    """That nobody is shut in, and by what they might have been."""
    drops = [say.one_way(e.id, maze.names[e.a], maze.names[e.b]) for e in maze.edges if e.one_way and e.a]
    if not drops:
        return ["Nobody is shut in: nothing is one-way."]
    return [f"Nobody is shut in: there is a way back from {', '.join(drops)}, with no secret found as well."]
