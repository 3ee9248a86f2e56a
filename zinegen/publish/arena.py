"""The fights that the tracker can load: a dungeon comes in, plain values for the page's script go out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from zinegen.dungeon.fights import Combatant, battles, category_of, one_name, reaction_of
from zinegen.dungeon.model import Area, Dungeon, Wanderer
from zinegen.publish.people import stat_words
from zinegen.publish.say import say
from zinegen.typeset.writer import area_name, capital, creatures
from zinegen.words import lexicon

ALONE = 3
"""So many of a kind roll each for itself; more share a roll."""


def fights(dungeon: Dungeon) -> list[dict[str, Any]]:
    """Every fight that may be had: in each area where somebody is, and with whatever wanders."""
    areas = {area.id: area for level in dungeon.levels for area in level.areas}
    found = [
        {"name": _place(areas, one.area), "fighters": [_fighter(fighter) for fighter in one.fighters]}
        for one in battles(dungeon, None)
    ]
    return found + [_wandering(one) for one in dungeon.wandering]


def _place(areas: Mapping[str, Area], id_: str) -> str:
    return say("fight", "place", area=id_, called=area_name(areas[id_]))


def _fighter(one: Combatant) -> dict[str, Any]:
    more: dict[str, Any] = {"comes": one.comes} if one.comes > 1 else {}
    if _undead(one.group.creature):
        more["undead"] = True
    return {
        "name": one.name,
        "reaction": one.reaction,
        "category": one.category,
        "hp": list(one.hp),
        "line": stat_words(one.group.stats),
        **more,
    }


def _undead(creature: str) -> bool:
    entry = lexicon("bestiary").get(creature)
    return isinstance(entry, dict) and "undead" in entry.get("tags", ())


def _wandering(one: Wanderer) -> dict[str, Any]:
    group, hp = one.inhabitant, one.inhabitant.stats.hp
    name, reaction, category = capital(one_name(group)), reaction_of(group), category_of(group)
    each = [(n,) for n in hp] if len(hp) <= ALONE else [hp]
    fighters = [
        _fighter(Combatant(_numbered(name, group.name, n, len(hp), len(own)), group, "", n, own, reaction, category))
        for n, own in enumerate(each, 1)
    ]
    return {"name": say("fight", "wandering", level=one.level, who=creatures(group)), "fighters": fighters}


def _numbered(one: str, many: str, n: int, of: int, own: int) -> str:
    """What a line of a group is called: "Goblin 2", or "Goblins" where all of them share it."""
    return one if of == 1 else capital(many) if own > 1 else f"{one} {n}"


def keepsake(dungeon: Dungeon) -> str:
    """What a browser keeps the state of a dungeon's pages under: one for all its printings."""
    system = ",".join(level.system for level in dungeon.levels)
    return hashlib.sha256(f"{dungeon.seed}\n{system}\n{dungeon.title}".encode()).hexdigest()[:12]
