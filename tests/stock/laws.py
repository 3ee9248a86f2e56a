"""Laws of facts: a dungeon.json comes in, every broken one goes out as "F7 2-4: ...".

The numbers are those of the editor's twenty-five faults (F) and fifteen rules (R). Nothing here knows how a dungeon
is made: it reads the file, and the word lists where a name must be looked up.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from functools import cache
from typing import Any

from zinegen.words import lexicon

Json = dict[str, Any]
REF = re.compile(r"\((\d+(?:-\d+)?)(?:, hidden)?\)")
SHUT = {"door", "double", "stuck", "barred", "locked", "reinforced", "portcullis"}
WEALTH = 0.15
"""A place with more than this share of all treasure is guarded, or lies behind what is."""
WET = {"pool", "lake", "well", "fountain", "river", "stream"}
SLOT = re.compile(r"\{\w+\}")
CLANS = ("folk", "undead", "beast", "vermin", "ooze", "plant", "construct", "spirit", "giant", "demon")
ROUND = re.compile(r"\b(round|beat)\b")
TALK = {"trade", "wary"}


class Facts:
    """A dungeon, looked up."""

    def __init__(self, dungeon: Json) -> None:
        self.dungeon = dungeon
        self.all = {area["id"]: area for level in dungeon["levels"] for area in level["areas"]}
        self.areas = {id_: area for id_, area in self.all.items() if area["key"] is not None}
        self.portals = {p["id"]: p for level in dungeon["levels"] for p in level["portals"]}
        self.links = {link["id"]: link for link in dungeon["links"]}
        self.items = {item["id"]: item for item in dungeon["key_items"]}
        self.locks = {lock["id"]: lock for lock in dungeon["locks"]}
        self.levels = {area: int(area.split("-")[0]) for area in self.all}

    def ids(self, area: Json) -> set[str]:
        """What can be pointed at in an area."""
        return {d["id"] for d in area["text"]["details"]} | {one["id"] for one in area["inhabitants"]}

    def home(self, id_: str) -> set[str]:
        """The areas that an id means."""
        if id_ in self.all:
            return {id_}
        if id_ in self.portals:
            return set(self.portals[id_]["between"])
        if id_ in self.links:
            return {self.links[id_][end]["area"] for end in ("from", "to")}
        if id_ in self.items:
            return {self.items[id_]["in"]}
        if id_ in self.locks:
            return {self.locks[id_]["area"]} if self.locks[id_]["area"] else self.home(self.locks[id_]["guards"])
        for area in self.areas.values():
            things = (*area["hazards"], *area["treasure"], *area["inhabitants"], *area["text"]["details"])
            if any(one["id"] == id_ for one in things) and id_.startswith(area["id"]):
                return {area["id"]}
        return set()

    @property
    def ways(self) -> list[tuple[str, str, str, str]]:
        """Portals and links as they can be walked: from, to, id, lock."""
        out = []
        for one in (*self.portals.values(), *self.links.values()):
            a, b = one["between"] if "between" in one else (one["from"]["area"], one["to"]["area"])
            lock = one["lock"] or ""
            if one["kind"] in ("false", "chasm_sight"):
                continue
            one_way = one["one_way"]
            if one_way != a:
                out.append((a, b, one["id"], lock))
            if one_way is None or one_way is False or one_way == a:
                out.append((b, a, one["id"], lock))
        return out

    def reach(self, *, without: frozenset[str] = frozenset(), shut: frozenset[str] = frozenset()) -> set[str]:
        """The areas one comes to from the entrance; `without` locks, with `shut` ways out of use."""
        seen, edge = {self.dungeon["entrance"]}, deque([self.dungeon["entrance"]])
        steps: dict[str, list[tuple[str, str, str]]] = {}
        for a, b, id_, lock in self.ways:
            steps.setdefault(a, []).append((b, id_, lock))
        while edge:
            for b, id_, lock in steps.get(edge.popleft(), ()):
                if b not in seen and id_ not in shut and lock not in without:
                    seen.add(b)
                    edge.append(b)
        return seen


def fact_faults(dungeon: Json) -> list[str]:
    """Every broken law of facts."""
    facts = Facts(dungeon)
    out: list[str] = []
    for law in LAWS:
        out += law(facts)
    return out


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
        told = {area for area, clue in _clues(facts) if clue["about"] == portal["id"]} - set(portal["between"])
        papers = {one["area"] for one in facts.dungeon["handouts"] if one["about"] == portal["id"]}
        before = facts.reach(shut=frozenset({portal["id"]})) - set(portal["between"])
        room = [id_ for id_ in before if id_ in facts.areas and not facts.areas[id_]["hidden"]]
        if len(told | papers) < min(2, len(room)):
            yield f"F3 {portal['id']}: {len(told | papers)} clues to it, and two are due"
        signed = [d["find"] for end in ends for d in facts.areas[end]["text"]["details"] if portal["id"] in d["id"]]
        back = {_full(ends[0], ref) for text in signed for ref in REF.findall(text)}
        if not told <= back | set(ends):
            yield f"F3 {portal['id']}: its sign does not know of the clues in {sorted(told - back)}"
        for end in ends:
            area = facts.areas[end]
            if area["hidden"] or portal["one_way"] == end:
                continue
            signs = [d for d in area["text"]["details"] if d["level"] == "secret" and portal["id"] in d["id"]]
            if not signs:
                yield f"F3 {end}: no sign of {portal['id']}"


def _clues(facts: Facts) -> Iterator[tuple[str, Json]]:
    for id_, area in facts.areas.items():
        for clue in area["clues"]:
            yield id_, clue


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


def f5_clues(facts: Facts) -> Iterator[str]:
    """Every clue points at something elsewhere, hangs on a thing of its room, and comes before its target."""
    reached = facts.reach()
    for id_, clue in _clues(facts):
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
    for id_, clue in _clues(facts):
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


def f6_waters(facts: Facts) -> Iterator[str]:
    for id_, area in facts.areas.items():
        wet = bool(area["water"]) or any(f["kind"] in WET for f in area["features"])
        for one in area["inhabitants"]:
            if "aquatic" in tags(one["creature"]) and not wet:
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
        wet = bool(area["water"]) or any(f["kind"] in WET - {"fountain"} for f in area["features"])
        for detail in area["text"]["details"]:
            needs = needs_of(detail["id"], detail["what"])
            if needs == ("dry" if wet else "wet"):
                yield f"F6 {id_}: the {detail['what']} needs a {needs} room"


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


@cache
def tags(creature: str) -> frozenset[str]:
    """What the bestiary says a creature is."""
    return frozenset(lexicon("bestiary").get(creature, {}).get("tags", ()))


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
    """Whether a detail that holds a hidden hoard, or one it is inside, has something to find."""
    details = {d["id"]: d for d in area["text"]["details"]}
    here = details.get(item["where"])
    while here is not None:
        if here["find"] or here["look"]:
            return True
        here = details.get(here["inside"] or "")
    return bool(item["hidden"])


def f8_senses(facts: Facts) -> Iterator[str]:
    """What is heard comes from an area beside, where somebody is."""
    for id_, area in facts.areas.items():
        for note in area["text"]["notes"]:
            heard = re.match(r"(From|[A-Z]\w+, beyond) ", note)
            if heard and (found := REF.search(note)):
                there = _full(id_, found[1])
                if there not in facts.areas or not facts.areas[there]["inhabitants"]:
                    yield f"F8 {id_}: a noise from {there}, where nobody is"
                elif not _heard(note, facts.areas[there]):
                    yield f"F8 {id_}: nobody in {there} makes the noise of {note!r}"
            if note.startswith("Noise brings"):
                for ref in REF.findall(note):
                    if not facts.areas.get(_full(id_, ref), {}).get("inhabitants"):
                        yield f"F8 {id_}: noise brings those of {ref}, where nobody is"


def _heard(note: str, area: Json) -> bool:
    """Whether somebody in an area makes a noise, by the bestiary; of persons and locks it does not tell."""
    kinds = [one["creature"] for one in area["inhabitants"]]
    own = [lexicon("bestiary")[kind]["noise"] for kind in kinds if kind in lexicon("bestiary")]
    noise = re.sub(r"[^a-z]", "", note.split(": ", 1)[-1].split("(")[0].lower())
    return len(own) < len(kinds) or any(re.sub(r"[^a-z]", "", SLOT.split(one)[0].lower()) in noise for one in own)


def _full(area: str, ref: str) -> str:
    return ref if "-" in ref else f"{area.split('-')[0]}-{ref}"


@cache
def functions() -> dict[str, str]:
    """The name of a room -> what it was built for."""
    return {name: id_ for id_, words in lexicon("rooms").items() for name in words["names"]}


def f9_neighbours(facts: Facts) -> Iterator[str]:
    avoid = {frozenset(pair) for pair in lexicon("stocking")["rooms"]["avoid"]}
    for portal in facts.portals.values():
        names = [facts.areas[end]["text"]["name"] for end in portal["between"] if end in facts.areas]
        pair = frozenset(functions().get(name, name) for name in names)
        if len(names) == 2 and pair in avoid:
            yield f"F9 {portal['id']}: {names[0]} beside {names[1]}"
    entrance = facts.areas.get(facts.dungeon["entrance"])
    if entrance is not None and not entrance["pinned"]:
        function = lexicon("rooms").get(functions().get(entrance["text"]["name"], ""), {})
        if function and not function.get("entrance"):
            yield f"F9 {entrance['id']}: {entrance['text']['name']} is no way in"


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


def f11_idle(facts: Facts) -> Iterator[str]:
    for id_, area in facts.areas.items():
        text = area["text"]
        use = area["inhabitants"] or area["hazards"] or area["treasure"] or area["clues"] or text["notes"]
        use = use or any(d["result"] or d["level"] != "landmark" for d in text["details"])
        if not use and not area["pinned"]:
            yield f"F11 {id_}: nothing in it can be used or known"


@cache
def _deeds() -> dict[str, dict[str, set[str]]]:
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
    known = {re.sub(r"[^a-z]", "", text.lower()): klass for text, klass in _deeds().get(one["creature"], {}).items()}
    room = lexicon("rooms").get(functions().get(area["text"]["name"], ""), {}).get("klass")
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


def f24_references(facts: Facts) -> Iterator[str]:
    for id_, area in facts.areas.items():
        for text in (*area["text"]["notes"], *(d["find"] for d in area["text"]["details"])):
            for ref in REF.findall(text):
                if _full(id_, ref) not in facts.areas:
                    yield f"F24 {id_}: it refers to {ref}, which is not there"
    names = Counter(area["text"]["name"] for area in facts.areas.values())
    yield from (f"F24 {n} areas are called {name!r}" for name, n in names.items() if n > 1)
    for rumour in facts.dungeon["rumours"]:
        if not facts.home(rumour["about"]):
            yield f"F24 a rumour about {rumour['about']!r}"
    for paper in facts.dungeon["handouts"]:
        if paper["area"] not in facts.areas or paper["where"] not in facts.ids(facts.areas[paper["area"]]):
            yield f"F24 {paper['id']} is nowhere"


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
    shown |= {id_ for id_, clue in _clues(facts) if clue["about"] in prizes}
    if len(shown) < min(3, len(facts.areas) // 3):
        yield f"F14 what went wrong shows in {len(shown)} areas"


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


def checklist(facts: Facts) -> Iterator[str]:
    """Seven things every dungeon has."""
    rooms, party = list(facts.areas.values()), facts.dungeon["recipe"].get("party_level", 1)
    groups = [one for area in rooms for one in area["inhabitants"]]
    has = {
        "something worth stealing": any(item["value_gp"] >= 100 for area in rooms for item in area["treasure"]),
        "something that can be beaten": any(sum(one["stats"]["hp"]) <= 20 + 10 * party for one in groups),
        "something not beaten by force": any(area["hazards"] for area in rooms) or bool(facts.locks),
        "a loop": _loop(facts),
        "someone to talk to": any(one["reaction"] in TALK for one in groups),
        "something odd to try": any(d["result"] for area in rooms for d in area["text"]["details"]),
        "something that most will miss": any(d["level"] == "secret" for a in rooms for d in a["text"]["details"])
        or any(area["hidden"] for area in rooms) or any(item["hidden"] for a in rooms for item in a["treasure"]),
    }  # fmt: skip
    yield from (f"S16 the dungeon has not {what}" for what, there in has.items() if not there)


def _loop(facts: Facts) -> bool:
    """Whether some way leads back by another, over stairs too: more edges than a tree of all areas has."""
    edges = {frozenset(portal["between"]) for portal in facts.portals.values() if portal["kind"] != "false"}
    links = [link for link in facts.links.values() if "surface" not in (link["from"]["area"], link["to"]["area"])]
    edges |= {frozenset((link["from"]["area"], link["to"]["area"])) for link in links}
    nodes = {end for pair in edges for end in pair}
    return len(edges) >= len(nodes)


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


LAWS = (f2_locks, f3_secrets, f4_traps, f5_clues, r12_targets, f6_waters, f6_dry, r6_depths, f7_treasure, f8_senses,
        f9_neighbours, f10_wealth, f11_idle, f12_creatures, f13_strangers, r13_heard, f14_evidence, f24_references,
        f24_backward, checklist, ledger)  # fmt: skip
