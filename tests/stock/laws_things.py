"""Laws of things: what stands, lies and lurks in a room. Faults go out as "F7 2-4: ..."."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from stock.facts import Facts, Json, tags, wet

from zinegen.words import lexicon


def f4_traps(facts: Facts) -> Iterator[str]:
    for id_, area in facts.areas.items():
        for hazard in area["hazards"]:
            parts = [hazard[part] for part in ("sign", "trigger", "effect", "remedy")]
            if not all(parts):
                yield f"F4 {id_}: {hazard['name']} lacks a part"
            if sum(len(part.split()) for part in parts) > 60:
                yield f"F4 {id_}: {hazard['name']} takes more than 60 words"
            if hazard["on"] and hazard["on"] not in facts.ids(area) | {t["id"] for t in area["treasure"]}:
                yield f"F4 {id_}: {hazard['name']} sits on nothing"
            boxes = {item["where"] for item in area["treasure"]}  # found first, and looked at then
            on = [d for d in area["text"]["details"] if d["id"] == hazard["on"] and d["id"] not in boxes]
            if any(d["level"] == "secret" for d in on):
                yield f"F4 {id_}: {hazard['name']} gives no sign before it is sprung"


def f6_waters(facts: Facts) -> Iterator[str]:
    for id_, area in facts.areas.items():
        for one in area["inhabitants"]:
            if "aquatic" in tags(one["creature"]) and not wet(area):
                yield f"F6 {id_}: {one['name']} on a dry floor"


def r6_depths(facts: Facts) -> Iterator[str]:
    """Every room has something that a closer look, a touch or a search gives."""
    for id_, area in facts.areas.items():
        found = [d for d in area["text"]["details"] if d["find"] or d["result"] or d["level"] != "landmark"]
        if not (found or area["hazards"] or area["inhabitants"] or area["treasure"] or area["pinned"]):
            yield f"R6 {id_}: nothing in it has a second depth"


def f6_dry(facts: Facts) -> Iterator[str]:
    """Nothing that must be dry stands in water, and nothing of water on a dry floor."""
    for id_, area in facts.areas.items():
        barred = "dry" if wet(area, but=frozenset({"fountain"})) else "wet"
        for detail in area["text"]["details"]:
            if needs_of(detail["id"], detail["what"]) == barred:
                yield f"F6 {id_}: the {detail['what']} needs a {barred} room"


@cache
def _needs() -> dict[tuple[str, str], str]:
    """(id, noun) -> what a thing needs; only of nouns without a slot."""
    out: dict[tuple[str, str], str] = {}
    things = [e for words in lexicon("rooms").values() for e in words["things"]]
    for folder in ("finds", "traces", "leavings", "hazards", "tricks"):
        things += [e for words in lexicon(folder).values() for e in words["entries"]]
    for entry in things:
        if entry.get("dry") or entry.get("wet"):
            out[entry["id"], entry["what"].replace("'", "’")] = "dry" if entry.get("dry") else "wet"
    return out


def needs_of(id_: str, what: str) -> str:
    """Whether the lists say of a thing that it must be dry, or in water."""
    return _needs().get((id_, what), "")


def f7_treasure(facts: Facts) -> Iterator[str]:
    for id_, area in facts.areas.items():
        for item in area["treasure"]:
            if item["value_gp"] <= 0 and not item["effect"]:
                yield f"F7 {id_}: {item['what']} is worth nothing"
            if item["where"] not in facts.ids(area):
                yield f"F7 {id_}: {item['what']} lies on {item['where']!r}, which is not there"
            if item["hidden"] and not _how(area, item):
                yield f"F7 {id_}: {item['what']} is hidden, and nothing says how it is found"


def _how(area: Json, item: Json) -> bool:
    """Whether what holds a hidden hoard, or what that is inside, stands in sight or has something to find."""
    details = {d["id"]: d for d in area["text"]["details"]}
    here = details.get(item["where"])
    while here is not None:
        if here["find"] or here["level"] == "landmark":
            return True
        here = details.get(here["inside"] or "")
    return False


def r7_handling(facts: Facts) -> Iterator[str]:
    """Every room has something that answers whoever handles it: a thing, a trap, a hoard, somebody, a lock."""
    held = {lock["area"] or lock["guards"] for lock in facts.locks.values()}
    for id_, area in facts.areas.items():
        answers = any(d["find"] or d["result"] or d["level"] != "landmark" for d in area["text"]["details"])
        answers = answers or area["hazards"] or area["treasure"] or area["inhabitants"] or id_ in held
        if not answers and not area["pinned"]:
            yield f"R7 {id_}: nothing in it answers to handling"


def f11_idle(facts: Facts) -> Iterator[str]:
    for id_, area in facts.areas.items():
        text = area["text"]
        use = area["inhabitants"] or area["hazards"] or area["treasure"] or area["clues"] or text["notes"]
        use = use or any(d["result"] or d["level"] != "landmark" for d in text["details"])
        if not use and not area["pinned"]:
            yield f"F11 {id_}: nothing in it can be used or known"


EMPTY = (0.25, 0.5)
"""So many rooms of many dungeons have neither creature nor danger nor treasure."""


def r14_empty(dungeons: Iterable[Json]) -> Iterator[str]:
    """Over many dungeons: a third of the rooms are empty, more or less, for pace and for choices."""
    rooms = [area for dungeon in dungeons for area in Facts(dungeon).areas.values()]
    empty = sum(not (area["inhabitants"] or area["hazards"] or area["treasure"]) for area in rooms)
    if not EMPTY[0] <= empty / len(rooms) <= EMPTY[1]:
        yield f"R14 {empty} of {len(rooms)} rooms are empty"


def ledger(facts: Facts) -> Iterator[str]:
    """Coins are worth and weigh what their number says."""
    rates = {coin: words["value"] for coin, words in lexicon("treasure")["coin"].items()}
    for id_, area in facts.areas.items():
        for item in area["treasure"]:
            if item["coin"] and abs(item["value_gp"] - item["amount"] * rates[item["coin"]]) > 0.01:
                yield f"L {id_}: {item['what']} are not worth {item['value_gp']}"
            if item["coin"] and abs(item["weight_lb"] - item["amount"] / 10) > 0.01:
                yield f"L {id_}: {item['what']} do not weigh {item['weight_lb']}"
            if item["coin"] and f"{item['amount']:,}" not in item["what"]:
                yield f"L {id_}: {item['what']} are said to be {item['amount']}"
