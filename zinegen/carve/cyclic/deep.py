"""Levels as a cycle, on record: a carved dungeon and its cycle of levels come in, locks, secrets and a chart go out.

Each of them is laid over the record only where the dungeon stays fair.
"""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.carve.cycles import theme_pairs
from zinegen.carve.cyclic.mega import Ring, Stack, Step, Strand
from zinegen.dice import Stream
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.model import (
    SURFACE,
    Arc,
    Clue,
    Cycle,
    Dungeon,
    Flow,
    KeyItem,
    Link,
    Lock,
    level_of,
)  # fmt: skip


def finish(dungeon: Dungeon, stack: Stack) -> Dungeon:
    """Lay over a dungeon what its cycles of levels need beside its stairs."""
    first = dungeon.levels[0]
    dungeon = replace(dungeon, levels=(replace(first, rolls=(*first.rolls, *stack.rolls)), *dungeon.levels[1:]))
    dungeon = _both_ways(dungeon)
    locks: dict[int, str] = {}
    for ring in stack.rings:
        if ring.type.lock is not None:
            more = _locked(dungeon, stack, ring)
            if judge(more).fair:
                dungeon, locks[ring.index] = more, more.locks[-1].id
    for step in stack.steps:
        if step.secret:
            more = _hidden(dungeon, step)
            if judge(more).fair:
                dungeon = more
    return replace(dungeon, flow=_flow(dungeon, stack, locks))


# -------------------------------------------------------------------------------------------------- locks, secrets


def _both_ways(dungeon: Dungeon) -> Dungeon:
    """A dungeon whose stairs go both ways where one-way ones would shut somebody in."""
    while True:
        findings = judge(dungeon).findings
        shut = {finding.where for finding in findings if finding.code == "F3"}
        if any(finding.code == "F2" for finding in findings):  # too tangled to be proved fair
            shut |= {link.id for link in dungeon.links}
        links = tuple(replace(link, one_way=False) if link.id in shut else link for link in dungeon.links)
        if links == dungeon.links:
            return dungeon
        dungeon = replace(dungeon, links=links)


def _locked(dungeon: Dungeon, stack: Stack, ring: Ring) -> Dungeon:
    """A dungeon with the lock of a cycle: of the overall one on the prize in its goal, else on the way on from it."""
    assert ring.type.lock is not None
    goals = {level.number: level.flow.cycles[0].goal or "" for level in dungeon.levels}
    name = f"deep-{ring.index + 1}"
    homes = key_levels(ring)
    keys = tuple(KeyItem(id=f"key-{name}{'abcdefgh'[i]}", in_=goals[level]) for i, level in enumerate(homes))
    out = next((step for step in stack.steps if step.lock is ring), None)
    link = None if out is None else _link(dungeon, *out.ends)
    guards = dungeon.goal if link is None else link.id
    lock = Lock(
        id=f"lock-{name}", kind="feature_or_npc_and_item", hardness="hard",
        keys=tuple(key.id for key in keys), guards=guards, area=goals[ring.goal],
    )  # fmt: skip
    links = tuple(replace(one, lock=lock.id) if one is link else one for one in dungeon.links)
    return replace(dungeon, links=links, locks=(*dungeon.locks, lock), key_items=(*dungeon.key_items, *keys))


def key_levels(ring: Ring) -> list[int]:
    """The levels where the keys of a cycle's lock lie: last on an arc, half way along it, or at its point."""
    found = [ring.points["key"]] if "key" in ring.points else []
    for strand in ring.strands:
        if "key" in strand.type.at and strand.levels:
            found.append(strand.levels[-1])
        if "key_diamond" in strand.type.at and strand.levels:
            found.append(strand.levels[len(strand.levels) // 2])
    return found


def _hidden(dungeon: Dungeon, step: Step) -> Dungeon:
    """A dungeon with the stairs of a step hidden, and a wordless clue to them where one comes to their level."""
    link = _link(dungeon, *step.ends)
    level = dungeon.levels[step.a - 1]
    area = next(one for one in level.areas if one.id == level.flow.cycles[0].start)
    clue = Clue(id=f"{area.id}-c{len(area.clues) + 1}", about=link.id, text="")
    told = replace(area, clues=(*area.clues, clue))
    level = replace(level, areas=tuple(told if one is area else one for one in level.areas))
    levels = tuple(level if one.number == level.number else one for one in dungeon.levels)
    links = tuple(replace(one, secret=True) if one is link else one for one in dungeon.links)
    return replace(dungeon, levels=levels, links=links)


def _link(dungeon: Dungeon, upper: int, lower: int) -> Link:
    """The stairs between two levels."""
    ways = (
        one for one in dungeon.links if SURFACE not in (one.from_.area, one.to.area) and one.kind != "chasm_sight"
    )
    return next(one for one in ways if {level_of(one.from_.area), level_of(one.to.area)} == {upper, lower})


# ----------------------------------------------------------------------------------------------------------- chart


def _flow(dungeon: Dungeon, stack: Stack, locks: dict[int, str]) -> Flow:
    """The cycles of levels as a record."""
    cycles, arcs = [], []
    stream = Stream(dungeon.seed, "levels", "themes")
    for ring in stack.rings:
        id_ = f"levels-cycle{ring.index + 1}"
        marks = {name: at for name, at in ring.points.items() if name not in ("start", "goal", "key")}
        if ring.index in locks:
            marks |= {"key" if i == 0 else f"key_{i + 1}": at for i, at in enumerate(key_levels(ring))}
        shut = next((s for s in stack.steps if ring.barrier and s.strand in ring.strands and s.one_way), None)
        if shut is not None:
            marks["barrier"] = shut.b
        if ring.type.patrol:
            marks["reward"] = ring.goal
        cycles.append(
            Cycle(
                id=id_, kind=ring.type.id, areas=_named(_round(stack, ring)), start=_level(ring.start),
                goal=_level(ring.goal), parent=None if ring.parent is None else f"levels-cycle{ring.parent + 1}",
                lock=locks.get(ring.index), marks={name: _level(at) for name, at in marks.items()},
                barrier=ring.barrier, barrier_at=_link(dungeon, *shut.ends).id if shut is not None else "",
                patrol=ring.type.patrol, route=_named(_round(stack, ring, deep=True)) if ring.type.patrol else (),
                altered=ring.type.altered,
            )
        )  # fmt: skip
        themes = stream.shuffled(stream.choice(theme_pairs())) if ring.type.opposed else ["", ""]
        strands = {id(strand.type): strand for strand in ring.strands}
        for arc in ring.type.arcs:
            if arc.length == "sight":
                ends = _level(ring.points[arc.from_]), _level(ring.points[arc.to])
                arcs.append(Arc(cycle=id_, from_=ends[0], to=ends[1], kind="sight"))
                continue
            strand = strands[id(arc)]
            links = [_link(dungeon, *step.ends) for step in stack.steps if step.strand is strand]
            arcs.append(
                Arc(
                    cycle=id_, from_=_level(strand.ends[0]), to=_level(strand.ends[1]), areas=_named(strand.nodes),
                    kind=arc.length, danger=arc.danger, theme="" if arc.theme is None else themes[arc.theme],
                    one_way=any(link.one_way for link in links), secret=links[0].secret,
                    doors=(links[0].id, links[-1].id),
                )
            )  # fmt: skip
    return Flow(cycles=tuple(cycles), arcs=tuple(arcs))


def _round(stack: Stack, ring: Ring, *, deep: bool = False) -> list[int]:
    """The levels of a cycle, in order from its start; `deep`: with those of the cycles in it."""
    out = [ring.start]
    for strand in ring.strands:
        row = [strand.ends[0], *(_through(stack, strand) if deep else strand.nodes), strand.ends[1]]
        out += [level for level in (row if row[0] == out[-1] else row[::-1]) if level not in out]
    return out


def _through(stack: Stack, strand: Strand) -> list[int]:
    """Every level that one comes through along an arc, by the first arc of each cycle on it."""
    subs = {ring.start: ring for ring in stack.rings if ring.parent is not None and ring.start in strand.levels}
    out: list[int] = []
    for level in strand.nodes:
        if level in subs:
            sub = subs[level]
            out += [level, *_through(stack, sub.strands[0])]
        elif level not in out:
            out.append(level)
    return out


def _level(number: int) -> str:
    return f"level-{number}"


def _named(numbers: list[int]) -> tuple[str, ...]:
    return tuple(_level(number) for number in numbers)
