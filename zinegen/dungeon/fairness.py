"""The fairness law: a Dungeon comes in; what breaks the law goes out, or the proof that nothing does.

    F1  it can be won
    F2  from wherever one can come to, it can still be won
    F3  from wherever one can come to, there is a way home
    F4  every lock has its keys, every key its lock
    F5  every area, key and level can be come to

All hold for a party that finds every secret and forces no lock. F2 and F3 hold as well for one that finds no secret:
it may fail to win, but nobody is shut in. Where it fails for want of a secret, a clue to it is printed in an area
that can be come to before. Nothing here knows how a dungeon was made.

Source: the definition of F1-F5 follows the study of cyclic dungeons; keys are never used up.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from zinegen.dungeon.check import Finding
from zinegen.dungeon.maze import Edge, Maze, Rooms, maze_of, rooms_of
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.plays import Outcome, bits, outcome
from zinegen.errors import UnfairError


class Verdict(msgspec.Struct, frozen=True):
    """What the law says of a dungeon."""

    findings: tuple[Finding, ...]
    proof: tuple[str, ...]
    """Why it is fair, in lines to read; empty where something was found."""

    @property
    def fair(self) -> bool:
        return not self.findings


_TANGLED = Finding("F2", "locks", "locks and one-way doors are too tangled to be proved fair: take one away")


def judge(dungeon: Dungeon) -> Verdict:
    """Judge a dungeon, which is whole (`check.integrity`)."""
    from zinegen.dungeon.proof import proof  # it needs this module's verdict to be worth anything

    maze = maze_of(dungeon)
    found = tuple(_findings(dungeon, maze))
    return Verdict(found, () if found else proof(dungeon, maze))


def ensure_fair(dungeon: Dungeon) -> None:
    """Raises UnfairError, with the seed, where a dungeon breaks the law."""
    found = list(_findings(dungeon, maze_of(dungeon)))
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise UnfairError(f"seed {dungeon.seed!r}: unfair at {found[0].where}: {found[0].text}{more}")


def _findings(dungeon: Dungeon, maze: Maze) -> Iterator[Finding]:
    areas = set(maze.names[1:])
    for what, id_ in (("entrance", dungeon.entrance), ("goal", dungeon.goal)):
        if id_ not in areas:
            yield Finding("F1", what, f"there is no area {id_}: name one that exists")
    if not {dungeon.entrance, dungeon.goal} <= areas:
        return
    yield from _locks(dungeon)
    found = list(_searcher(dungeon, maze))
    yield from found
    if any(edge.secret for edge in maze.edges) or any(find.hidden for find in maze.finds):
        known = {(one.code, one.where) for one in found}
        winnable = not any(one.code in ("F1", "F2") for one in found)
        blind = _no_searcher(dungeon, maze, winnable=winnable)
        yield from (one for one in blind if (one.code, one.where) not in known)


# ----------------------------------------------------------------------------------------------- F4, locks and keys


def _locks(dungeon: Dungeon) -> Iterator[Finding]:
    items = {item.id for item in dungeon.key_items}
    for lock in dungeon.locks:
        if not lock.keys and lock.hardness == "hard":
            yield Finding("F4", lock.id, "a hard lock without a key never opens: give it a key or make it soft")
        for key in lock.keys:
            if key not in items:
                yield Finding("F4", lock.id, f"its key {key} lies nowhere: add it to key_items")
    wanted = {key for lock in dungeon.locks for key in lock.keys}
    for item in dungeon.key_items:
        if item.id not in wanted:
            yield Finding("F4", item.id, "opens no lock: name it among the keys of one, or take it out")


# --------------------------------------------------------------------------------- F1, F2, F3, F5 with every secret


def _searcher(dungeon: Dungeon, maze: Maze) -> Iterator[Finding]:
    rooms = rooms_of(maze)
    end = outcome(rooms)
    if end is None:
        yield _TANGLED
        return
    if not end.won:
        yield _not_won(dungeon, maze, rooms, end)
    yield from _unreached(dungeon, maze, rooms, end)
    yield from _shut_in(maze, end, "")


def _not_won(dungeon: Dungeon, maze: Maze, rooms: Rooms, end: Outcome) -> Finding:
    """Why it cannot be won, as near as can be told."""
    shut = {edge.id: edge.need & ~end.keys for edge in _border(maze, rooms, end) if edge.need & ~end.keys}
    if end.reached >> rooms.goal & 1:
        shut[dungeon.goal] = maze.goal_need & ~end.keys
    missing = 0
    for need in shut.values():
        missing |= need
    lost = [maze.keys[bit.bit_length() - 1] for bit in bits(missing)]
    if not shut or not missing:
        return Finding("F1", dungeon.goal, "the goal cannot be come to from the entrance: join it to the rest")
    where = {item.id: item.in_ for item in dungeon.key_items}
    told = ", ".join(f"{key} in {where[key]}" if key in where else f"{key}, which is nowhere" for key in lost)
    what = f"{', '.join(sorted(shut))} stays locked for want of {told}"
    return Finding("F1", dungeon.goal, f"the goal cannot be won: {what}; lay the key before its lock")


def _unreached(dungeon: Dungeon, maze: Maze, rooms: Rooms, end: Outcome) -> Iterator[Finding]:
    """F5: what nobody can come to."""
    seen = {name for name, room in zip(maze.names, rooms.room_of, strict=True) if end.reached >> room & 1}
    for level in dungeon.levels:
        lost = [area.id for area in level.areas if area.id not in seen]
        if lost and len(lost) == len(level.areas):
            yield Finding("level", f"level {level.number}", "no way leads to this level: add a link to it")
        elif lost:
            some = ", ".join(lost[:6]) + (f" and {len(lost) - 6} more" if len(lost) > 6 else "")
            yield Finding("unreachable", lost[0], f"no way leads to {some}: add a portal, or turn a one-way door")
    for find in maze.finds:
        if not end.keys & find.bit and maze.names[find.node] in seen:
            yield Finding("F5", find.id, f"this key in {maze.names[find.node]} can never be taken: it is locked away")


def _border(maze: Maze, rooms: Rooms, end: Outcome) -> Iterator[Edge]:
    """The edges that lead on from what can be come to."""
    for edge in maze.edges:
        a, b = (bool(end.reached >> rooms.room_of[node] & 1) for node in (edge.a, edge.b))
        if (a and not b) or (b and not a and not edge.one_way):
            yield edge


def _shut_in(maze: Maze, end: Outcome, how: str) -> Iterator[Finding]:
    """F2 and F3: where one can come to and not come back from."""
    for edge in maze.edges:
        if edge.id in end.traps:
            way = f"from {maze.names[edge.a]} to {maze.names[edge.b]}"
            text = f"whoever goes {way} by it may be shut in{how}: make it two-way, or add a way out"
            yield Finding("F3", edge.id, text)


# ------------------------------------------------------------------------------------------------ without secrets


def _no_searcher(dungeon: Dungeon, maze: Maze, *, winnable: bool) -> Iterator[Finding]:
    """Nobody is shut in for want of a secret, and none is needed to win without a clue to it."""
    secrets, clues, found = _secrets(maze), _clues(dungeon, maze), set[str]()
    while True:
        rooms = rooms_of(maze, found=frozenset(found))
        end = outcome(rooms)
        if end is None:
            yield _TANGLED
            return
        if not found:
            yield from _shut_in(maze, end, " unless a secret is found")
        if end.won or not winnable:
            return
        told = {about for node, about in clues if end.reached >> rooms.room_of[node] & 1} & secrets - found
        if not told:
            yield _unclued(dungeon, maze, rooms, end, found)
            return
        found |= told


def _secrets(maze: Maze) -> set[str]:
    return {edge.id for edge in maze.edges if edge.secret} | {find.id for find in maze.finds if find.hidden}


def _clues(dungeon: Dungeon, maze: Maze) -> list[tuple[int, str]]:
    """Each clue's area, as a node, and what it tells of; a clue to a lock tells of its hidden keys."""
    keys = {lock.id: lock.keys for lock in dungeon.locks}
    node = {name: number for number, name in enumerate(maze.names)}
    return [
        (node[area.id], about)
        for level in dungeon.levels
        for area in level.areas
        for clue in area.clues
        for about in (clue.about, *keys.get(clue.about, ()))
    ]


def _unclued(dungeon: Dungeon, maze: Maze, rooms: Rooms, end: Outcome, found: set[str]) -> Finding:
    """The secrets that stop whoever follows the clues: those that nothing else can stand in for, or else some."""
    near = [edge.id for edge in _border(maze, rooms, end) if edge.secret and edge.id not in found]
    for find in maze.finds:
        if find.hidden and find.id not in found and end.reached >> rooms.room_of[find.node] & 1:
            near.append(find.id)
    secrets = _secrets(maze)
    for one in near:
        others = rooms_of(maze, found=frozenset(secrets - {one}))
        if not others.won(*others.closure(others.start)):
            text = f"the goal cannot be won without finding {one}, and no area before it has a clue to it"
            return Finding("secret", one, f"{text}: add one, or make it plain")
    text = f"the goal cannot be won without finding {' or '.join(near[:3])}{' or another' * (len(near) > 3)}"
    return Finding("secret", near[0], f"{text}, and no area before has a clue to one: add one, or make one plain")
