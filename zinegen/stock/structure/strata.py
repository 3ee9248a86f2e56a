"""Cycles of levels in the texts of levels: levels that make a cycle come in, what each of them says goes out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zinegen.dungeon.model import Arc, Cycle, KeyItem, Lock
from zinegen.stock.draft import World
from zinegen.words import lexicon, pool


def level_lines(world: World, number: int) -> list[str]:
    """What a level says of the cycles that levels make."""
    flow = world.dungeon.flow
    out: list[str] = []
    for cycle in flow.cycles:
        arcs = [arc for arc in flow.arcs if arc.cycle == cycle.id]
        out += [world.say(line) for line in _lines(world, cycle, arcs, number)]
    return out


def _number(level: str | None) -> int:
    """The number in "level-3"; 0 for none."""
    return int(level.rsplit("-", 1)[1]) if level else 0


def _lines(world: World, cycle: Cycle, arcs: list[Arc], here: int) -> Iterator[str]:
    words = lexicon("cycles")["levels"]
    goal = _number(cycle.goal)
    slots = {"goal": goal, **_goal_room(world, goal)}
    if here == _number(cycle.start):
        yield from _ways(world, cycle, arcs, words, goal)
        if cycle.altered:
            yield words["altered"].format(**slots)
    if here == goal and cycle.barrier:
        yield words["barrier"].format(on=_number(cycle.marks.get("barrier")))
    for mark in ("reward", "false_goal", "objective"):
        if here == _number(cycle.marks.get(mark)) and (mark != "reward" or not cycle.patrol):
            yield words[mark].format(**slots)
    if cycle.patrol and here in (route := [_number(level) for level in cycle.route or cycle.areas]):
        named = ", ".join(map(str, route))
        yield words["patrol"].format(route=named, before=route[route.index(here) - 1])
    for lock, item in _keys(world, cycle):
        if item.in_.startswith(f"{here}-"):
            area = lock.area or lock.guards
            yield words["key"].format(lock=lock.name, room=world.room(area), n=area, key=item.name, m=item.in_)


def _ways(world: World, cycle: Cycle, arcs: list[Arc], words: dict[str, Any], goal: int) -> Iterator[str]:
    """Where two ways part that are each other's opposite, or of which one is the worse."""
    signs = {entry["file"]: entry["sign"] for entry in pool("opposed")}
    themed = [arc for arc in arcs if arc.theme in signs and arc.areas]
    if len(themed) == 2:
        one, two = (_number(arc.areas[0]) for arc in themed)
        yield words["fork"].format(
            goal=goal, a=one, b=two, sign_one=signs[themed[0].theme], sign_two=signs[themed[1].theme]
        )
    bad = next((arc for arc in arcs if arc.danger > 1 and arc.from_ == cycle.start and arc.areas), None)
    if bad is not None:
        sign = world.bag.text(lexicon("cycles")["gambit"]["sign"], "levels", cycle.id)
        yield words["short"].format(goal=goal, a=_number(bad.areas[0]), sign=sign)


def _goal_room(world: World, level: int) -> dict[str, str]:
    """The room that a level is about."""
    for one in world.dungeon.levels:
        if one.number == level:
            goal = next((cycle.goal for cycle in one.flow.cycles if cycle.parent is None and cycle.goal), None)
            if goal is not None:
                return {"room": world.room(goal), "n": goal}
    return {"room": world.room(world.dungeon.goal), "n": world.dungeon.goal}


def _keys(world: World, cycle: Cycle) -> Iterator[tuple[Lock, KeyItem]]:
    items = {item.id: item for item in world.dungeon.key_items}
    for lock in world.dungeon.locks:
        if lock.id == cycle.lock:
            yield from ((lock, items[key]) for key in lock.keys if key in items)
