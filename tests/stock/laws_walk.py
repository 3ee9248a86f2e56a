"""Every reference of a dungeon.json, walked there and back. Faults go out as "F24 2-4: ...".

What names another thing by its id finds it; and where the other is told of the first, it tells of this one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from stock.facts import REF, Facts, Json, full, said

NAMED = re.compile(r"\bthe ((?:[A-Z][\w’-]*)(?: (?:of|the|and|[A-Z][\w’-]*))*) \((\d+(?:-\d+)?)\)")
"""A room by its name and number: "the Weigh House (9)"."""


def f24_references(facts: Facts) -> Iterator[str]:
    """Numbers in the keys are those of areas, and names before them theirs; no two areas or persons share a name."""
    for id_, area in facts.areas.items():
        for text in said(area):
            for ref in REF.findall(text):
                if full(id_, ref) not in facts.areas:
                    yield f"F24 {id_}: it refers to {ref}, which is not there"
            for name, ref in NAMED.findall(text):
                there = facts.areas.get(full(id_, ref))
                if there is not None and not f"the {there['text']['name']}".endswith(f"the {name}"):
                    yield f"F24 {id_}: {ref} is called {name!r}, and is {there['text']['name']!r}"
    names = Counter(area["text"]["name"] for area in facts.areas.values())
    yield from (f"F24 {n} areas are called {name!r}" for name, n in names.items() if n > 1)
    people = Counter(one["name"] for area in facts.areas.values() for one in area["inhabitants"]
                     if one["creature"] == "person")  # fmt: skip
    yield from (f"F24 {n} persons are called {name!r}" for name, n in people.items() if n > 1)


def f24_ids(facts: Facts) -> Iterator[str]:
    """No id means two things; those of a level begin with its number."""
    groups = [
        facts.all, facts.portals, facts.links, facts.locks, facts.items,
        {one["id"]: one for one in facts.dungeon["factions"]},
        {one["id"]: one for one in facts.dungeon["handouts"]},
    ]  # fmt: skip
    ids = Counter(id_ for group in groups for id_ in group)
    for area in facts.areas.values():
        ids.update(one["id"] for part in ("inhabitants", "hazards", "treasure", "clues") for one in area[part])
    yield from (f"F24 {n} things are called {id_!r}" for id_, n in ids.items() if n > 1)
    for level in facts.dungeon["levels"]:
        for one in (*level["areas"], *level["portals"]):
            if one["id"].split("-")[0] != str(level["number"]):
                yield f"F24 {one['id']} is on level {level['number']}"
    for what in ("entrance", "goal"):
        if facts.dungeon[what] not in facts.areas:
            yield f"F24 the {what} {facts.dungeon[what]} has no key"


def f24_ways(facts: Facts) -> Iterator[str]:
    """Ways join areas that are there; a lock and what it guards know each other; stairs have a sign at both ends."""
    for portal in facts.portals.values():
        if not set(portal["between"]) <= set(facts.all):
            yield f"F24 {portal['id']}: it joins {portal['between']}"
        if portal["one_way"] not in (None, *portal["between"]):
            yield f"F24 {portal['id']}: it leads to {portal['one_way']} alone"
    for one in (*facts.portals.values(), *facts.links.values()):
        if one["lock"] is not None and facts.locks.get(one["lock"], {}).get("guards") != one["id"]:
            yield f"F24 {one['id']}: its lock {one['lock']} does not know of it"
    signs = Counter(
        (sign["link"], id_) for id_, area in facts.all.items() for sign in area["features"] if sign["link"]
    )
    ends = Counter((id_, link[end]["area"]) for id_, link in facts.links.items() for end in ("from", "to"))
    yield from (f"F24 {area}: {link} ends there without a sign" for link, area in ends - signs if area != "surface")
    yield from (f"F24 {area}: a sign of {link}, which does not end there" for link, area in signs - ends)
    for lock in facts.locks.values():
        owner = facts.portals.get(lock["guards"]) or facts.links.get(lock["guards"])
        if owner is not None and owner["lock"] != lock["id"]:
            yield f"F24 {lock['guards']} does not know of {lock['id']}"
        if lock["area"] and lock["area"] not in facts.areas:
            yield f"F24 {lock['id']} stands in {lock['area']}, which has no key"
    for item in facts.items.values():
        if not any(item["id"] in lock["keys"] for lock in facts.locks.values()):
            yield f"F24 {item['id']} opens nothing"
        if item["in"] not in facts.areas or item["where"] not in facts.ids(facts.areas[item["in"]]):
            yield f"F24 {item['id']} lies nowhere"


def f24_things(facts: Facts) -> Iterator[str]:
    """What is inside, on or behind something names it; a hazard that guards a hoard sits on what holds the hoard."""
    for id_, area in facts.areas.items():
        details = {one["id"]: one["inside"] for one in area["text"]["details"]}
        for one, inside in details.items():
            if inside is not None and (inside == one or inside not in facts.ids(area)):
                yield f"F24 {id_}: {one} is inside {inside}"
        hazards = {hazard["id"]: hazard["on"] for hazard in area["hazards"]}
        for item in area["treasure"]:
            if item["hazard"] is None:
                continue
            around = [item["id"], item["where"]]
            while details.get(around[-1]) not in (None, *around):
                around.append(details[around[-1]])
            if item["hazard"] not in hazards:
                yield f"F24 {id_}: {item['what']} is guarded by nothing"
            elif hazards[item["hazard"]] not in around:
                yield f"F24 {id_}: {item['hazard']} guards {item['what']} from another place"


def f24_folk(facts: Facts) -> Iterator[str]:
    """Who is held knows by whom, who wanders is of somebody here; a faction has people, and they have the faction."""
    groups = {one["id"]: one for area in facts.areas.values() for one in area["inhabitants"]}
    at = {one["id"]: id_ for id_, area in facts.areas.items() for one in area["inhabitants"]}
    bands = {faction["id"]: faction for faction in facts.dungeon["factions"]}
    for one in groups.values():
        if one["captive"] and at.get(one["captive"]) != at[one["id"]]:
            yield f"F24 {one['id']}: held by {one['captive']}, who is not there"
        if one["faction"] is not None and one["faction"] not in bands:
            yield f"F24 {one['id']}: of {one['faction']}, which is no faction"
    for row in facts.dungeon["wandering"]:
        who = row["inhabitant"]
        if not 1 <= row["level"] <= len(facts.dungeon["levels"]):
            yield f"F24 {who['id']} wanders on level {row['level']}"
        for of in row["of"]:
            if of not in groups:
                yield f"F24 {who['id']}: a wanderer of {of}, who is nowhere"
            elif (groups[of]["creature"], groups[of]["faction"]) != (who["creature"], who["faction"]):
                yield f"F24 {who['id']}: a wanderer of {of}, who is another"
    for id_, faction in bands.items():
        home = facts.areas.get(faction["home"] or "")
        if home is None or not any(one["faction"] == id_ for one in home["inhabitants"]):
            yield f"F24 {id_} is not at home in {faction['home']}"


def f24_papers(facts: Facts) -> Iterator[str]:
    """Rumours and papers are about something that is there, and where a paper lies its key says so."""
    for rumour in facts.dungeon["rumours"]:
        if not facts.home(rumour["about"]):
            yield f"F24 a rumour about {rumour['about']!r}"
    for paper in facts.dungeon["handouts"]:
        details = facts.areas[paper["area"]]["text"]["details"] if paper["area"] in facts.areas else ()
        bears = next((one for one in details if one["id"] == paper["where"]), None)
        if bears is None:
            yield f"F24 {paper['id']} is nowhere"
        elif paper["title"] not in bears["find"]:
            yield f"F24 {paper['area']}: the {bears['what']} does not name {paper['id']}"
        if paper["about"] and not facts.home(paper["about"]) and paper["about"] not in _bands(facts):
            yield f"F24 {paper['id']}: about {paper['about']!r}"


def _bands(facts: Facts) -> set[str]:
    return {faction["id"] for faction in facts.dungeon["factions"]}


def f24_flow(facts: Facts) -> Iterator[str]:
    """Cycles, their ways and sights name areas, portals and locks of their level."""
    for level in facts.dungeon["levels"]:
        areas = {area["id"] for area in level["areas"]}
        cycles = {cycle["id"] for cycle in level["flow"]["cycles"]}
        for cycle in level["flow"]["cycles"]:
            named = {*cycle["areas"], *cycle["route"], *cycle["marks"].values(), cycle["start"], cycle["goal"]}
            if not named - {None} <= areas:
                yield f"F24 {cycle['id']}: it names {sorted(named - {None} - areas)}"
            if cycle["lock"] is not None and cycle["lock"] not in facts.locks:
                yield f"F24 {cycle['id']}: its lock {cycle['lock']} is nowhere"
            if cycle["barrier_at"] and cycle["barrier_at"] not in facts.portals:
                yield f"F24 {cycle['id']}: its barrier is at {cycle['barrier_at']}, which is nowhere"
        for arc in level["flow"]["arcs"]:
            ends = {arc["from"], arc["to"], *arc["areas"]}
            if arc["cycle"] not in cycles or not ends <= areas or not set(arc["doors"]) <= set(facts.portals):
                yield f"F24 a way of {arc['cycle']}: it names what is not there"
        for sight in level["sights"]:
            if not {sight["from"], sight["to"]} <= areas:
                yield f"F24 {sight['from']}: one sees {sight['to']}, which is not there"


def f24_levels(facts: Facts) -> Iterator[str]:
    """Each level's table of wandering monsters has the faces of one die; keys count 1, 2, 3 on a level."""
    for level in facts.dungeon["levels"]:
        faces = sorted(row["face"] for row in facts.dungeon["wandering"] if row["level"] == level["number"])
        if faces != list(range(1, len(faces) + 1)):
            yield f"F24 level {level['number']}: its wanderers have the faces {faces}"
        keys = sorted(area["key"] for area in level["areas"] if area["key"] is not None)
        if keys != list(range(1, len(keys) + 1)):
            yield f"F24 level {level['number']}: its keys are {keys}"


WALK = (f24_references, f24_ids, f24_ways, f24_things, f24_folk, f24_papers, f24_flow, f24_levels)
"""All of the walk."""


def walk_faults(dungeon: Json) -> list[str]:
    """Every reference that leads nowhere, or is not known from the other side."""
    facts = Facts(dungeon)
    return [fault for law in WALK for fault in law(facts)]
