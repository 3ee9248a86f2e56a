"""Laws of clues and of evidence: what points elsewhere. Faults go out as "F5 2-4: ..."."""

from __future__ import annotations

from collections.abc import Iterator

from stock.facts import REF, Facts, clues_of, full, said
from stock.laws_folk import bare, core

from zinegen.words import lexicon


def f5_clues(facts: Facts) -> Iterator[str]:
    """Every clue points at something elsewhere, hangs on a thing of its room, and comes before its target."""
    reached = facts.reach()
    for id_, clue in clues_of(facts):
        homes = facts.home(clue["about"])
        if not homes:
            yield f"F5 {id_}: a clue about {clue['about']}, which is nowhere"
        elif homes == {id_} and clue["about"] not in facts.items:
            yield f"F5 {id_}: a clue about its own room"
        if clue["carrier"] and clue["carrier"] not in facts.ids(facts.areas[id_]):
            yield f"F5 {id_}: a clue on {clue['carrier']}, which is not there"
        if not clue["text"]:
            yield f"F5 {id_}: a clue without words"
        before = reached
        if clue["about"] in facts.portals:
            before = facts.reach(shut=frozenset({clue["about"]}))
        elif clue["about"] in facts.locks:
            before = facts.reach(without=frozenset({clue["about"]}))
        if id_ not in before and not facts.areas[id_]["hidden"]:
            yield f"F5 {id_}: a clue to {clue['about']} that one finds behind it"


def r12_targets(facts: Facts) -> Iterator[str]:
    """Two clues a lock with its keys, one behind a single room; two hidden stairs, one a trap, three the goal."""
    told = _told(facts)
    for lock in facts.locks.values():
        if lock["name"] and lock["keys"]:
            clues = told.get(lock["id"], set()).union(*(told.get(key, set()) for key in lock["keys"]))
            before = [id_ for id_ in facts.reach(without=frozenset({lock["id"]})) if id_ in facts.areas]
            if len(clues) < min(2, len(before)):
                yield f"R12 {lock['id']}: {len(clues)} clues to it and its keys"
    for link in facts.links.values():
        before = [id_ for id_ in facts.reach(shut=frozenset({link["id"]})) if id_ in facts.areas]
        if link["secret"] and len(told.get(link["id"], set())) < min(2, len(before)):
            yield f"F3 {link['id']}: {len(told.get(link['id'], set()))} clues to it, and two are due"
    goal = facts.dungeon["goal"]
    if goal in facts.areas and not facts.areas[goal]["pinned"]:
        clues = set().union(
            *(told.get(one["id"], set()) for one in facts.areas[goal]["treasure"]), told.get(goal, set())
        )
        if len(clues) < min(3, len(facts.areas) // 4):
            yield f"F14 {goal}: the goal is foreshadowed in {len(clues)} areas"


def _told(facts: Facts) -> dict[str, set[str]]:
    """What is spoken of -> the areas whose clues and papers speak of it."""
    told: dict[str, set[str]] = {}
    for id_, clue in clues_of(facts):
        told.setdefault(clue["about"], set()).add(id_)
    for one in facts.dungeon["handouts"]:
        told.setdefault(one["about"], set()).add(one["area"])
    return told


def r12_traps(facts: Facts) -> Iterator[str]:
    """A trap of a room is told of elsewhere; one on a hoard has its sign on it, one that is a lock its clues."""
    told = _told(facts)
    locks = {lock["name"] for lock in facts.locks.values()}
    for id_, area in facts.areas.items():
        hoards = {item["hazard"] for item in area["treasure"]}
        for one in area["hazards"]:
            loose = not area["hidden"] and one["id"] not in hoards and one["name"] not in locks
            if loose and not area["pinned"] and not told.get(one["id"], set()) - {id_}:
                yield f"R12 {id_}: no clue elsewhere to its {one['name']}"


def f5_names(facts: Facts) -> Iterator[str]:
    """A clue calls the place that it speaks of by its name."""
    for id_, clue in clues_of(facts):
        about = clue["about"]
        where = facts.locks[about]["guards"] if about in facts.locks else about
        names = [
            facts.all[area]["text"]["name"] for area in facts.home(about) | facts.home(where) if area in facts.all
        ]
        if any(names) and not any(name and name in clue["text"] for name in names):
            yield f"F5 {id_}: its clue to {about} names none of {sorted(names)}"


def f14_evidence(facts: Facts) -> Iterator[str]:
    """What went wrong shows in three areas."""
    theme, event = facts.dungeon["premise"]["theme"], facts.dungeon["premise"]["event"]
    signs = {
        entry["what"].replace("'", "’").split("{")[0]
        for entry in lexicon("traces")[theme]["entries"]
        if entry.get("event", event) == event
    }
    signs |= {
        entry["what"].replace("'", "’").split("{")[0]
        for one in lexicon("themes")[theme]["events"]
        for entry in (one["stage"], *one["traces"])
        if one["id"] == event
    }
    shown = {id_ for id_, area in facts.areas.items() if any(d["what"] in signs for d in area["text"]["details"])}
    shown |= {paper["area"] for paper in facts.dungeon["handouts"]}
    prizes = {item["id"] for item in facts.all[facts.dungeon["goal"]]["treasure"]}
    shown |= {id_ for id_, clue in clues_of(facts) if clue["about"] in prizes}
    if len(shown) < min(3, len(facts.areas) // 3):
        yield f"F14 what went wrong shows in {len(shown)} areas"


def f14_factions(facts: Facts) -> Iterator[str]:
    """Of each faction three things tell: rooms it holds, keys that speak of it, rumours, rivals, who go about."""
    for band in facts.dungeon["factions"]:
        groups = {
            one["id"]: (id_, one)
            for id_, area in facts.areas.items()
            for one in area["inhabitants"]
            if one["faction"] == band["id"]
        }
        rooms = {id_ for id_, _ in groups.values()}
        names = {one["name"].lower() for _, one in groups.values()}
        names |= {words[part].lower() for _, one in groups.values() for part in ("name", "plural")
                  if part in (words := lexicon("bestiary").get(one["creature"], {}))}  # fmt: skip
        names.add(band["name"].split(" (")[0].removeprefix("the ").lower())
        kinds = {one["creature"] for _, one in groups.values()} & set(lexicon("bestiary"))
        traces = {core(lexicon("bestiary")[kind][part]) for kind in kinds for part in ("noise", "spoor")}
        tell = set(rooms)
        for id_, area in facts.areas.items():
            text = " ".join((area["text"]["first"], *said(area), *(clue["text"] for clue in area["clues"])))
            named = {full(id_, ref) for ref in REF.findall(text)}
            named |= {home for clue in area["clues"] for home in facts.home(clue["about"])}
            if named & rooms or any(name in text.lower() for name in names) or any(t in bare(text) for t in traces):
                tell.add(id_)
        papers = [one for one in facts.dungeon["handouts"] if facts.home(one["about"]) & rooms]
        told = len(tell | {one["area"] for one in papers})
        told += sum(
            one["about"] in groups or bool(facts.home(one["about"]) & rooms) for one in facts.dungeon["rumours"]
        )
        told += any(set(row["of"]) & set(groups) for row in facts.dungeon["wandering"])
        told += sum(any(name in f"{one['wants']} {one['toward']}".lower() for name in names)
                    for one in facts.dungeon["factions"] if one is not band)  # fmt: skip
        if told < 3 and not all(facts.areas[id_]["hidden"] for id_ in rooms):
            yield f"F14 {band['id']}: {told} things tell of it"
