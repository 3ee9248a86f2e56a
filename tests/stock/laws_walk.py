"""Every reference of a dungeon.json, walked there and back. Faults go out as "F24 2-4: ..."."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stock.facts import REF, Facts, full


def f24_references(facts: Facts) -> Iterator[str]:
    for id_, area in facts.areas.items():
        for text in (*area["text"]["notes"], *(d["find"] for d in area["text"]["details"])):
            for ref in REF.findall(text):
                if full(id_, ref) not in facts.areas:
                    yield f"F24 {id_}: it refers to {ref}, which is not there"
    names = Counter(area["text"]["name"] for area in facts.areas.values())
    yield from (f"F24 {n} areas are called {name!r}" for name, n in names.items() if n > 1)
    for rumour in facts.dungeon["rumours"]:
        if not facts.home(rumour["about"]):
            yield f"F24 a rumour about {rumour['about']!r}"
    for paper in facts.dungeon["handouts"]:
        if paper["area"] not in facts.areas or paper["where"] not in facts.ids(facts.areas[paper["area"]]):
            yield f"F24 {paper['id']} is nowhere"


def f24_backward(facts: Facts) -> Iterator[str]:
    """Who is held knows by whom, who wanders is of somebody here; each faction has a home where its people are."""
    groups = {one["id"]: one for area in facts.areas.values() for one in area["inhabitants"]}
    for one in groups.values():
        if one["captive"] and one["captive"] not in groups:
            yield f"F24 {one['id']}: held by {one['captive']}, who is nowhere"
    for row in facts.dungeon["wandering"]:
        for of in row["of"]:
            if of not in groups:
                yield f"F24 a wanderer is of {of}, who is nowhere"
    for faction in facts.dungeon["factions"]:
        home = faction["home"]
        if home and not any(one["faction"] == faction["id"] for one in facts.areas[home]["inhabitants"]):
            yield f"F24 {faction['id']} is not at home in {home}"
    for lock in facts.locks.values():
        owner = facts.portals.get(lock["guards"]) or facts.links.get(lock["guards"])
        if owner is not None and owner["lock"] != lock["id"]:
            yield f"F24 {lock['guards']} does not know of {lock['id']}"
    for item in facts.items.values():
        if not any(item["id"] in lock["keys"] for lock in facts.locks.values()):
            yield f"F24 {item['id']} opens nothing"
    for id_, area in facts.areas.items():
        hazards = {hazard["id"] for hazard in area["hazards"]}
        for item in area["treasure"]:
            if item["hazard"] and item["hazard"] not in hazards:
                yield f"F24 {id_}: {item['what']} is guarded by nothing"
