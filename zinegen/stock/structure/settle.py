"""What the structure asks for, decided before rooms are dressed: locks by kind, names of keys and ways, themes."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.dungeon.model import Cycle, Level, Lock
from zinegen.stock.draft import World
from zinegen.stock.lexis import Entry, opposed
from zinegen.words import pool

LITERAL = "door_and_key"
DANGERS = ("trap", "hazard")


def settle(world: World) -> None:
    """Choose what each lock is, what its keys are called, and which rooms a theme of a cycle dresses."""
    for lock in world.dungeon.locks:
        _choose(world, lock)
    for level in world.dungeon.levels:
        for arc in level.flow.arcs:
            if arc.theme:
                world.structure.themes.update(dict.fromkeys(arc.areas, arc.theme))
        for sight in level.sights:
            world.structure.busy.add(sight.from_)
        for cycle in level.flow.cycles:
            world.structure.busy.update(_told_in(cycle))


def _choose(world: World, lock: Lock) -> None:
    """The entry of the lexicon for a lock; none for a plain locked door."""
    here = lock_area(world, lock)
    world.structure.busy.add(here)
    portal = is_portal(world, lock.guards)
    if lock.kind in DANGERS:
        world.structure.dangers.add(here)
    if lock.kind == LITERAL and portal:
        return
    entries = [entry for entry in pool("locks") if entry["kind"] == lock.kind]
    entry = world.bag.take(entries, lambda one: f"lock {one['id']}", world.bag.salt("lock", lock.id))
    if entry is None:
        return
    world.structure.locks[lock.id] = entry
    for name, key in zip(entry.get("keys", ()), lock.keys, strict=False):
        world.structure.key_names[key] = world.say(name)
    if portal and "way" in entry:
        world.structure.way_names[lock.guards] = world.say(entry["way"])


def is_portal(world: World, guards: str) -> bool:
    """Whether a lock keeps a way shut, and not what lies in an area."""
    areas = {area.id for level in world.dungeon.levels for area in level.areas}
    return guards not in areas


def lock_area(world: World, lock: Lock) -> str:
    """The area where one meets a lock: its own, that of its cycle, what it guards, or one with an exit to it."""
    if lock.area:
        return lock.area
    for cycle in cycles(world):
        if cycle.lock == lock.id and cycle.goal:
            return cycle.goal
    if not is_portal(world, lock.guards):
        return lock.guards
    for draft in world.drafts.values():
        if any(exit_.id == lock.guards for exit_ in draft.exits):
            return draft.id
    for draft in world.drafts.values():
        if any(one.id == lock.id for exit_ in draft.exits for way in exit_.ways for one in way.locks):
            return draft.id
    return ""


def cycles(world: World) -> Iterator[Cycle]:
    """The grown cycles of all levels."""
    for level in world.dungeon.levels:
        yield from grown(level)


def grown(level: Level) -> Iterator[Cycle]:
    """The cycles a level was grown from, not those found in it."""
    return (cycle for cycle in level.flow.cycles if cycle.kind != "loop")


def _told_in(cycle: Cycle) -> list[str]:
    """The areas in which a thing will stand for the sake of a cycle."""
    out: list[str | None] = [cycle.marks.get("false_goal"), cycle.marks.get("barrier")]
    out += [cycle.goal] if cycle.barrier else []
    out += [cycle.start] if cycle.altered else []
    return [area for area in out if area]


def themed(world: World, area: str) -> tuple[Entry, ...]:
    """The things of the theme that a cycle gives an area; none where it gives none."""
    theme = world.structure.themes.get(area)
    return opposed(theme) if theme else ()
