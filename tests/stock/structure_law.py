"""What the keys must say of the structure: dungeon.json alone comes in, what is left unsaid goes out as lines.

It knows the file format and nothing of how a dungeon was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
REF = re.compile(r"\((\d+(?:-\d+)?)(?:, hidden)?\)")


def structure_faults(dungeon: Json) -> list[str]:
    """Every piece of structure that no key tells, one line each."""
    areas = {area["id"]: area for level in dungeon["levels"] for area in level["areas"] if area["key"] is not None}
    out = [*_locks(dungeon, areas)]
    for level in dungeon["levels"]:
        out += _sights(level, areas)
        for cycle in level["flow"]["cycles"]:
            if cycle["kind"] != "loop":
                out += _cycle(dungeon, level, cycle, areas)
    return out


def told(area: Json) -> str:
    """All that the key of an area says."""
    text = area["text"]
    parts = [text["first"], *text["notes"]]
    parts += [f"{d['what']} {d['look']} {d['find']} {d['result']}" for d in text["details"]]
    parts += [f"{h['name']} {h['sign']} {h['trigger']} {h['effect']} {h['remedy']}" for h in area["hazards"]]
    parts += [f"{i['name']} {i['doing']} {i['special']}" for i in area["inhabitants"]]
    return " ".join(parts)


def refs(area: Json, words: str | None = None) -> set[str]:
    """The areas that a key, or some words in it, refer to by number."""
    level = area["id"].split("-")[0]
    found = REF.findall(told(area) if words is None else words)
    return {ref if "-" in ref else f"{level}-{ref}" for ref in found}


def _locks(dungeon: Json, areas: dict[str, Json]) -> Iterator[str]:
    items = {item["id"]: item for item in dungeon["key_items"]}
    for lock in dungeon["locks"]:
        where = lock["area"] or (lock["guards"] if lock["guards"] in areas else None)
        if where is None:
            ends = [end for level in dungeon["levels"] for p in level["portals"] if p["id"] == lock["guards"]
                    for end in p["between"] if end in areas]  # fmt: skip
            names = [items[key]["name"].lower() for key in lock["keys"]]
            told_at = [end for end in ends if all(name in told(areas[end]).lower() for name in names)]
            where = next(iter(told_at or ends), None)
        if where is None or areas[where]["pinned"]:
            continue
        area = areas[where]
        for key in lock["keys"]:
            item = items[key]
            if item["in"] not in refs(area):
                yield f"{where}: {lock['id']} does not say that its key lies in {item['in']}"
            if item["name"].lower() not in told(area).lower():
                yield f"{where}: {lock['id']} does not name the {item['name']}"
            if where not in refs(areas[item["in"]], item["opens"]):
                yield f"{item['in']}: the {item['name']} does not say that it opens something in {where}"
            if not item["where"] or item["where"] not in _holders(areas[item["in"]]):
                yield f"{item['in']}: the {item['name']} lies nowhere"
        if not lock["name"]:
            yield f"{lock['id']} has no name"
        elif lock["kind"] != "door_and_key" and not _met(area, lock):
            yield f"{where}: nobody meets the {lock['name']}, which is a {lock['kind']}"


def _met(area: Json, lock: Json) -> bool:
    """Whether a lock is in its area as what it is."""
    if lock["kind"] == "monster":
        return any(one["name"] == lock["name"] and one["special"] and one["stats"] for one in area["inhabitants"])
    if lock["kind"] in ("trap", "hazard"):
        whole = [h for h in area["hazards"] if h["name"] == lock["name"]]
        return bool(whole) and all(whole[0][part] for part in ("sign", "trigger", "effect", "remedy"))
    return any(d["what"] == lock["name"] and d["find"] and d["result"] for d in area["text"]["details"])


def _holders(area: Json) -> set[str]:
    return {d["id"] for d in area["text"]["details"]} | {one["id"] for one in area["inhabitants"]}


def _sights(level: Json, areas: dict[str, Json]) -> Iterator[str]:
    for sight in level["sights"]:
        here, there = areas[sight["from"]], areas[sight["to"]]
        shown = [d for d in _landmarks(here) if there["id"] in refs(here, d["find"])]
        if not shown:
            yield f"{here['id']}: nothing shows {there['id']}"
        elif not any(d["what"].lower() in here["text"]["first"].lower() for d in shown):
            yield f"{here['id']}: the first line keeps silent on what shows {there['id']}"
        elif not any(_seen_there(here, d, there) for d in shown):
            yield f"{here['id']}: what is seen of {there['id']} is not there"
        if not any(
            note.startswith("Seen from") and here["id"] in refs(there, note) for note in there["text"]["notes"]
        ):
            yield f"{there['id']} does not say that it is seen from {here['id']}"


def _landmarks(area: Json) -> list[Json]:
    return [detail for detail in area["text"]["details"] if detail["level"] == "landmark"]


def _seen_there(here: Json, detail: Json, there: Json) -> bool:
    """Whether what one sees through a thing is really in the other area: a prize, people, a landmark.

    A landmark of which there is no more to tell than the first line does, as a stair, stands in that alone.
    """
    words = f"{here['text']['first']} {detail['look']}".lower()
    things = [t["what"].split(",")[0] for t in there["treasure"]] + [i["name"] for i in there["inhabitants"]]
    things += [d["what"] for d in there["text"]["details"]]
    plain = re.split(r"[.:;,] ?| and ", there["text"]["first"].lower())
    things += [part for part in plain if part.startswith(("a ", "an ")) and f" {part}" in words]
    return any(thing.lower() in words for thing in things)


def _cycle(dungeon: Json, level: Json, cycle: Json, areas: dict[str, Json]) -> Iterator[str]:
    start, goal, marks = cycle["start"], cycle["goal"], cycle["marks"]
    arcs = [arc for arc in level["flow"]["arcs"] if arc["cycle"] == cycle["id"]]
    if cycle["barrier"]:
        for one, other in ((goal, marks["barrier"]), (marks["barrier"], goal)):
            told = [d for d in _landmarks(areas[one]) if d["id"].startswith("barrier")]
            if not any(other in refs(areas[one], d["find"]) for d in told):
                yield f"{one}: the barrier toward {other} is not described"
    if cycle["patrol"]:
        yield from _patrol(cycle, areas)
    if cycle["altered"]:
        notes = [
            note
            for note in areas[start]["text"]["notes"]
            if goal in refs(areas[start], note) and note.startswith("After")
        ]
        if not notes or not any(d["id"].startswith("altered") for d in areas[start]["text"]["details"]):
            yield f"{start} has not both its states"
    if cycle["kind"] == "gambit":
        reward = areas[marks["reward"]]
        if marks["reward"] not in refs(areas[goal]):
            yield f"{goal} does not tell of the reward in {reward['id']}"
        if not reward["treasure"]:
            yield f"{reward['id']} has no reward"
        if not (reward["inhabitants"] or reward["hazards"]):
            yield f"{reward['id']} guards its reward with nothing"
    if cycle["kind"] == "blocked_retreat" and "objective" in marks:
        for one, other in ((goal, marks["objective"]), (marks["objective"], goal)):
            if other not in refs(areas[one]):
                yield f"{one} does not tell of {other}, its other half"
    if "false_goal" in marks and goal not in refs(areas[marks["false_goal"]]):
        yield f"{marks['false_goal']} does not say that the true goal is {goal}"
    themed = [arc for arc in arcs if arc["theme"] and arc["areas"]]
    for arc in themed:
        for area in arc["areas"]:
            if area in areas and not areas[area]["text"]["details"]:
                yield f"{area} has nothing of its theme"
        if arc["areas"][0] not in refs(areas[start]):
            yield f"{start} does not tell the {arc['theme']} from the other way"


def _patrol(cycle: Json, areas: dict[str, Json]) -> Iterator[str]:
    route = [area for area in cycle["route"] if area in areas]
    walkers = [(area, one) for area in route for one in areas[area]["inhabitants"] if f"{len(route)}" and
               re.search(r"\b(round|beat)\b", one["doing"])]  # fmt: skip
    if not walkers:
        yield f"{cycle['id']}: nobody walks its round"
    for n, area in enumerate(route):
        around = {route[n - 1], route[(n + 1) % len(route)]}
        notes = [note for note in areas[area]["text"]["notes"] if note.startswith("Patrol")]
        good = [note for note in notes if around <= refs(areas[area], note) and re.search(r"turn \d+", note)]
        if not any(one["name"] in note for note in good for _, one in walkers):
            yield f"{area} does not say when its patrol comes, from where and to where"
