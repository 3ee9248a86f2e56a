"""Laws of facts: a dungeon.json comes in, every broken one goes out as "F7 2-4: ...".

The numbers are those of the editor's twenty-five faults (F) and fifteen rules (R). Nothing here knows how a dungeon
is made: it reads the file, and the word lists where a name must be looked up.
"""

from __future__ import annotations

from collections.abc import Iterator

from stock.facts import REF, Facts, Json
from stock.laws_clues import f5_clues, f5_names, f14_evidence, f14_factions, r12_targets, r12_traps
from stock.laws_folk import f8_senses, f8_spoor, f12_creatures, f13_strangers, r13_heard
from stock.laws_things import f4_traps, f6_dry, f6_waters, f7_treasure, f11_idle, ledger, r6_depths, r7_handling
from stock.laws_walk import WALK
from stock.laws_ways import f1_map, f2_locks, f3_secrets, f9_neighbours, f10_wealth, has_loop, r11_dimensions

__all__ = ["REF", "Facts", "Json", "fact_faults"]

TALK = {"trade", "wary"}


def fact_faults(dungeon: Json) -> list[str]:
    """Every broken law of facts."""
    facts = Facts(dungeon)
    out: list[str] = []
    for law in LAWS:
        out += law(facts)
    return out


def checklist(facts: Facts) -> Iterator[str]:
    """Seven things every dungeon has."""
    rooms, party = list(facts.areas.values()), facts.dungeon["recipe"].get("party_level", 1)
    groups = [one for area in rooms for one in area["inhabitants"]]
    has = {
        "something worth stealing": any(item["value_gp"] >= 100 for area in rooms for item in area["treasure"]),
        "something that can be beaten": any(sum(one["stats"]["hp"]) <= 20 + 10 * party for one in groups),
        "something not beaten by force": any(area["hazards"] for area in rooms) or bool(facts.locks),
        "a loop": has_loop(facts),
        "someone to talk to": any(one["reaction"] in TALK for one in groups),
        "something odd to try": any(d["result"] for area in rooms for d in area["text"]["details"]),
        "something that most will miss": any(d["level"] == "secret" for a in rooms for d in a["text"]["details"])
        or any(area["hidden"] for area in rooms) or any(item["hidden"] for a in rooms for item in a["treasure"]),
    }  # fmt: skip
    yield from (f"S16 the dungeon has not {what}" for what, there in has.items() if not there)


LAWS = (f1_map, f2_locks, f3_secrets, f4_traps, f5_clues, f5_names, r12_targets, r12_traps, f6_waters, f6_dry,
        r6_depths, r7_handling, f7_treasure, f8_senses, f8_spoor, f9_neighbours, f10_wealth, r11_dimensions, f11_idle,
        f12_creatures, f13_strangers, r13_heard, f14_evidence, f14_factions, *WALK, checklist, ledger)  # fmt: skip
