"""Laws of clues and of evidence: what points elsewhere. Faults go out as "F5 2-4: ..."."""

from __future__ import annotations

from collections.abc import Iterator

from stock.facts import Facts, clues_of

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
    """Two clues a lock with its keys, one a trap of a room, three the goal."""
    told: dict[str, set[str]] = {}
    for id_, clue in clues_of(facts):
        told.setdefault(clue["about"], set()).add(id_)
    for one in facts.dungeon["handouts"]:
        told.setdefault(one["about"], set()).add(one["area"])
    for lock in facts.locks.values():
        if lock["name"] and lock["keys"] and lock["area"]:
            clues = told.get(lock["id"], set()).union(*(told.get(key, set()) for key in lock["keys"]))
            if len(clues) < 2:
                yield f"R12 {lock['id']}: {len(clues)} clues to it and its keys"
    goal = facts.dungeon["goal"]
    if goal in facts.areas and not facts.areas[goal]["pinned"]:
        clues = set().union(
            *(told.get(one["id"], set()) for one in facts.areas[goal]["treasure"]), told.get(goal, set())
        )
        if len(clues) < min(3, len(facts.areas) // 4):
            yield f"F14 {goal}: the goal is foreshadowed in {len(clues)} areas"


def f14_evidence(facts: Facts) -> Iterator[str]:
    """What went wrong shows in three areas, and of each faction three areas tell, or all that are near."""
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
