"""Laws of creatures: who is there, what they do, who knows of them. Faults go out as "F12 2-4: ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from stock.facts import REF, SLOT, Facts, Json, full, function_of, tags

from zinegen.words import lexicon

CLANS = ("folk", "undead", "beast", "vermin", "ooze", "plant", "construct", "spirit", "giant", "demon")
ROUND = re.compile(r"\b(round|beat)\b")


def f8_senses(facts: Facts) -> Iterator[str]:
    """What is heard comes from an area beside, where somebody is."""
    for id_, area in facts.areas.items():
        for note in area["text"]["notes"]:
            heard = re.match(r"(From|[A-Z]\w+, beyond) ", note)
            if heard and (found := REF.search(note)):
                there = full(id_, found[1])
                if there not in facts.areas or not facts.areas[there]["inhabitants"]:
                    yield f"F8 {id_}: a noise from {there}, where nobody is"
                elif not _heard(note, facts.areas[there]):
                    yield f"F8 {id_}: nobody in {there} makes the noise of {note!r}"
            if note.startswith("Noise brings"):
                for ref in REF.findall(note):
                    if not facts.areas.get(full(id_, ref), {}).get("inhabitants"):
                        yield f"F8 {id_}: noise brings those of {ref}, where nobody is"


def f8_spoor(facts: Facts) -> Iterator[str]:
    """A trail leads to where somebody is who leaves such a one."""
    for id_, area in facts.areas.items():
        for detail in area["text"]["details"]:
            found = REF.search(detail["find"]) if detail["id"].startswith("spoor") else None
            if found is None:
                continue
            kinds = [one["creature"] for one in facts.areas.get(full(id_, found[1]), {}).get("inhabitants", ())]
            own = [lexicon("bestiary")[kind]["spoor"] for kind in kinds if kind in lexicon("bestiary")]
            persons = len(own) < len(kinds)  # who leave trails of their own
            if not persons and not any(core(one) in bare(detail["find"]) for one in own):
                yield f"F8 {id_}: nobody in {found[1]} leaves {detail['find']!r}"


def bare(text: str) -> str:
    """The letters of a text alone, small."""
    return re.sub(r"[^a-z]", "", text.lower())


def core(entry: str) -> str:
    """The longest piece of an entry of the lists that is not a slot."""
    return max(map(bare, SLOT.split(entry)), key=len)


def _heard(note: str, area: Json) -> bool:
    """Whether somebody in an area makes a noise, by the bestiary; of persons and locks it does not tell."""
    kinds = [one["creature"] for one in area["inhabitants"]]
    own = [lexicon("bestiary")[kind]["noise"] for kind in kinds if kind in lexicon("bestiary")]
    noise = bare(note.split(": ", 1)[-1].split("(")[0])
    return len(own) < len(kinds) or any(core(one) in noise for one in own)


@cache
def deeds() -> dict[str, dict[str, set[str]]]:
    """Creature -> deed -> the kinds of room that it is for."""
    out: dict[str, dict[str, set[str]]] = {}
    for id_, raw in lexicon("bestiary").items():
        clan = next((clan for clan in CLANS if clan in raw["tags"]), "beast")
        lists = [raw["doing"], lexicon("activities")[clan]]
        for klass, texts in ((klass, texts) for one in lists for klass, texts in one.items()):
            for text in texts:
                out.setdefault(id_, {}).setdefault(re.sub(r"^[12w]:", "", text), set()).add(klass)
    return out


def deed_fits(area: Json, one: Json) -> bool:
    """Whether a deed that the lists give to some kinds of room only is done in one of these."""
    said = re.sub(r"[^a-z]", "", one["doing"].lower())
    known = {re.sub(r"[^a-z]", "", text.lower()): klass for text, klass in deeds().get(one["creature"], {}).items()}
    room = lexicon("rooms").get(function_of(area["text"]["name"]), {}).get("klass")
    return room is None or said not in known or bool(known[said] & {"any", "wants", "wander", room})


def f12_creatures(facts: Facts) -> Iterator[str]:
    for id_, area in facts.areas.items():
        for one in area["inhabitants"]:
            if not one["doing"]:
                yield f"F12 {id_}: {one['name']} does nothing"
            if not deed_fits(area, one):
                yield f"F12 {id_}: {one['name']}, {one['doing']}: that is not done in a {area['text']['name']}"
            if not (one["wants"] or one["reaction"]):
                yield f"F12 {id_}: {one['name']} neither wants nor reacts"
            if not all(one["stats"][part] for part in ("hd", "ac", "attacks", "damage", "morale")):
                yield f"F12 {id_}: {one['name']} without a whole stat line"
            if len(one["stats"]["hp"]) != one["count"]:
                yield f"F12 {id_}: {one['count']} {one['name']} with {len(one['stats']['hp'])} hit points"
    for level in facts.dungeon["levels"]:
        groups = [one for area in level["areas"] for one in area["inhabitants"]]
        hostile = sum(one["reaction"] == "hostile" for one in groups)
        if hostile > max(1, len(groups) // 3):
            yield f"R8 level {level['number']}: {hostile} of {len(groups)} groups attack on sight"
        kinds = {one["creature"] for one in groups}
        if len(kinds) > 6:
            yield f"R8 level {level['number']}: {len(kinds)} kinds of creature"


def belongs(kind: str, theme: str) -> bool:
    """Whether a creature is of a theme, or of none, or of something that went wrong there."""
    events = {who for event in lexicon("themes")[theme]["events"] for who in event["who"]}
    return theme in tags(kind) or not tags(kind) & set(lexicon("themes")) or kind in events


@cache
def natives(theme: str, danger: int) -> int:
    """How many kinds of a theme a level of such danger can have, two of a class at most."""
    fit = [
        (id_, set(raw["tags"]))
        for id_, raw in lexicon("bestiary").items()
        if raw["level"][0] <= min(danger, 12) <= raw["level"][1] and theme in raw["tags"]
    ]
    return sum(min(2, sum(clan in tags for _, tags in fit)) for clan in CLANS)


def f13_strangers(facts: Facts) -> Iterator[str]:
    """Half the kinds of a level at least belong to its theme, or to any, as far as the bestiary has so many."""
    theme, party = facts.dungeon["premise"]["theme"], facts.dungeon["recipe"].get("party_level", 1)
    for level in facts.dungeon["levels"]:
        kinds = {
            one["creature"]
            for area in level["areas"]
            for one in area["inhabitants"]
            if one["creature"] not in area["contents"] and not ROUND.search(one["doing"])
        } & set(lexicon("bestiary"))
        strange = {kind for kind in kinds if not belongs(kind, theme)}
        due = min(len(kinds) // 2, natives(theme, level["number"] + party - 1) // 2)
        if len(kinds - strange) < due:
            yield f"F13 level {level['number']}: {sorted(strange)} of {len(kinds)} kinds are strangers in a {theme}"


def r13_heard(facts: Facts) -> Iterator[str]:
    """Most rooms beside an occupied one tell of it."""
    beside: dict[str, set[str]] = {}
    for portal in facts.portals.values():
        a, b = portal["between"]
        if not portal["secret"] and a in facts.areas and b in facts.areas:
            beside.setdefault(a, set()).add(b)
            beside.setdefault(b, set()).add(a)
    rooms = [id_ for id_, near in beside.items() if any(facts.areas[one]["inhabitants"] for one in near)]
    told = [id_ for id_ in rooms if facts.areas[id_]["text"]["notes"] or facts.areas[id_]["clues"]]
    if len(rooms) >= 8 and len(told) < 0.5 * len(rooms):
        yield f"R13 only {len(told)} of {len(rooms)} rooms tell of their neighbours"
