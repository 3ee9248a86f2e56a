"""Laws of ways: what joins the rooms, what shuts them, what lies open. Faults go out as "F2 lock-1: ..."."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from stock.facts import REF, Facts, clues_of, full, function_of, said, wet

from zinegen.words import lexicon

WEALTH = 0.15
"""A place with more than this share of all treasure is guarded, or lies behind what is."""


STEP = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
DIMENSIONS = re.compile(r"\b\d+ ?(?:ft|feet|foot)\.?,? (?:by|x|×|long and|square)\b", re.I)


def f1_map(facts: Facts) -> Iterator[str]:
    """A way stands in the wall between its two areas, and stairs begin and end inside theirs."""
    squares = {
        id_: {(x, y) for y, x0, x1 in area["squares"] for x in range(x0, x1)} for id_, area in facts.all.items()
    }
    for portal in facts.portals.values():
        a, b = portal["between"]
        dx, dy = STEP[portal["side"]]
        along = (1, 0) if portal["side"] in ("north", "south") else (0, 1)
        for n in range(portal["width"]):
            x, y = (at + n * step for at, step in zip(portal["at"], along, strict=True))
            if (x, y) not in squares.get(a, ()) or (x + dx, y + dy) not in squares.get(b, ()):
                yield f"F1 {portal['id']}: it does not stand between {a} and {b}"
                break
    for link in facts.links.values():
        for end in (link["from"], link["to"]):
            x, y = (int(at) for at in end["at"])
            around = {(x - i, y - j) for i in (0, 1) for j in (0, 1)}
            if end["area"] != "surface" and not around & squares[end["area"]]:
                yield f"F1 {link['id']}: it does not end in {end['area']}"


def r11_dimensions(facts: Facts) -> Iterator[str]:
    """A key does not say over again what the map shows: how long and wide a room is."""
    for id_, area in facts.areas.items():
        for text in (area["text"]["first"], area["text"]["aloud"], *said(area)):
            if found := DIMENSIONS.search(text):
                yield f"R11 {id_}: {found[0]!r} is on the map"


def f2_locks(facts: Facts) -> Iterator[str]:
    for lock in facts.locks.values():
        if lock["hardness"] == "hard" and not lock["keys"]:
            yield f"F2 {lock['id']}: nothing opens it"
        if lock["guards"] not in facts.all and lock["guards"] not in facts.portals | facts.links:
            yield f"F2 {lock['id']}: it guards nothing"
        open_ = facts.reach(without=frozenset({lock["id"]}))
        for key in lock["keys"]:
            if key not in facts.items:
                yield f"F2 {lock['id']}: its key {key} is nowhere"
            elif facts.items[key]["in"] not in open_:
                yield f"F2 {lock['id']}: its key lies behind it"
            elif facts.items[key]["in"] == (lock["area"] or lock["guards"]):
                yield f"F2 {lock['id']}: its key lies beside it"


def f3_secrets(facts: Facts) -> Iterator[str]:
    """Two clues elsewhere to every secret way, and a sign on each side that it opens from."""
    for portal in facts.portals.values():
        ends = [end for end in portal["between"] if end in facts.areas]
        if not portal["secret"] or not ends:
            continue
        if all(facts.areas[end]["hidden"] for end in ends) or facts.areas[ends[0]]["pinned"]:
            continue
        told = {area for area, clue in clues_of(facts) if clue["about"] == portal["id"]} - set(portal["between"])
        papers = {one["area"] for one in facts.dungeon["handouts"] if one["about"] == portal["id"]}
        before = facts.reach(shut=frozenset({portal["id"]})) - set(portal["between"])
        room = [id_ for id_ in before if id_ in facts.areas and not facts.areas[id_]["hidden"]]
        if len(told | papers) < min(2, len(room)):
            yield f"F3 {portal['id']}: {len(told | papers)} clues to it, and two are due"
        signed = [d["find"] for end in ends for d in facts.areas[end]["text"]["details"] if portal["id"] in d["id"]]
        back = {full(ends[0], ref) for text in signed for ref in REF.findall(text)}
        if not told <= back | set(ends):
            yield f"F3 {portal['id']}: its sign does not know of the clues in {sorted(told - back)}"
        for end in ends:
            area = facts.areas[end]
            if area["hidden"] or portal["one_way"] == end:
                continue
            signs = [d for d in area["text"]["details"] if d["level"] == "secret" and portal["id"] in d["id"]]
            if not signs:
                yield f"F3 {end}: no sign of {portal['id']}"


def f9_neighbours(facts: Facts) -> Iterator[str]:
    avoid = {frozenset(pair) for pair in lexicon("stocking")["rooms"]["avoid"]}
    for portal in facts.portals.values():
        names = [facts.areas[end]["text"]["name"] for end in portal["between"] if end in facts.areas]
        pair = frozenset((function_of(name) or name) for name in names)
        if len(names) == 2 and pair in avoid:
            yield f"F9 {portal['id']}: {names[0]} beside {names[1]}"
    entrance = facts.areas.get(facts.dungeon["entrance"])
    if entrance is not None and not entrance["pinned"]:
        function = lexicon("rooms").get(function_of(entrance["text"]["name"]), {})
        if function and not function.get("entrance"):
            yield f"F9 {entrance['id']}: {entrance['text']['name']} is no way in"
    goal = facts.areas.get(facts.dungeon["goal"])
    fit = lexicon("themes")[facts.dungeon["premise"]["theme"]]["goal_rooms"]
    able = [id_ for id_ in fit if goal and goal["kind"] in lexicon("rooms")[id_]["kinds"]]
    able = [id_ for id_ in able if not lexicon("rooms")[id_].get("wet")]
    if goal and able and not (goal["pinned"] or wet(goal)) and function_of(goal["text"]["name"]) not in ("", *fit):
        yield f"F9 {goal['id']}: {goal['text']['name']} is no room for the goal"


def f10_wealth(facts: Facts) -> Iterator[str]:
    """No way to much treasure that passes nobody, no danger, no lock and no secret."""
    total = sum(item["value_gp"] for area in facts.areas.values() for item in area["treasure"]) or 1.0
    worth = {
        id_: sum(item["value_gp"] for item in area["treasure"] if not (item["hidden"] or item["hazard"]))
        for id_, area in facts.areas.items()
    }
    guarded = {id_ for id_, area in facts.areas.items() if area["inhabitants"] or area["hazards"]}
    steps: dict[str, list[str]] = {}
    for a, b, id_, lock in facts.ways:
        secret = (facts.portals.get(id_) or facts.links[id_])["secret"]
        if not lock and not secret:
            steps.setdefault(a, []).append(b)
    start = facts.dungeon["entrance"]
    seen, edge = {start}, deque([start])
    while edge:
        here = edge.popleft()
        if here in guarded:
            continue
        for there in steps.get(here, ()):
            if there not in seen:
                seen.add(there)
                edge.append(there)
    for id_, gold in worth.items():
        if gold > WEALTH * total and id_ in seen and id_ not in guarded:
            held = [lock for lock in facts.locks.values() if lock["guards"] == id_]
            if not held:
                yield f"F10 {id_}: {gold:.0f} gp of {total:.0f} lie there for the taking"


def has_loop(facts: Facts) -> bool:
    """Whether some way leads back by another, over stairs too: more edges than a tree of all areas has."""
    edges = {frozenset(portal["between"]) for portal in facts.portals.values() if portal["kind"] != "false"}
    links = [link for link in facts.links.values() if "surface" not in (link["from"]["area"], link["to"]["area"])]
    edges |= {frozenset((link["from"]["area"], link["to"]["area"])) for link in links}
    nodes = {end for pair in edges for end in pair}
    return 0 < len(nodes) <= len(edges)
