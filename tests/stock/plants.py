"""Faults planted in a dungeon.json, one for each thing that a law can say.

A plant takes a dungeon and spoils it; StopIteration or IndexError says that this one has nothing to spoil.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from stock.facts import Facts, Json, function_of
from stock.laws_folk import belongs, deeds
from stock.laws_text import BODY_LONG, body

from zinegen.words import lexicon


def areas(dungeon: Json) -> list[Json]:
    """The keyed areas."""
    return [area for level in dungeon["levels"] for area in level["areas"] if area["key"] is not None]


def first(dungeon: Json, wanted: Callable[[Json], Any]) -> Json:
    """The first keyed area that will do."""
    return next(area for area in areas(dungeon) if wanted(area))


def _lock_behind_itself(d: Json) -> None:
    lock = next(one for one in d["locks"] if one["keys"] and one["guards"] in Facts(d).portals)
    behind = set(Facts(d).areas) - Facts(d).reach(without=frozenset({lock["id"]}))
    next(item for item in d["key_items"] if item["id"] == lock["keys"][0])["in"] = sorted(behind)[0]


def _secret_without_clue(d: Json) -> None:
    secrets = {p["id"] for level in d["levels"] for p in level["portals"] if p["secret"]}
    d["handouts"] = []
    for area in areas(d):
        area["clues"] = [clue for clue in area["clues"] if clue["about"] not in secrets]


def _trap_without_remedy(d: Json) -> None:
    first(d, lambda a: a["hazards"])["hazards"][0]["remedy"] = ""


def _clue_to_nothing(d: Json) -> None:
    first(d, lambda a: a["clues"])["clues"][0]["about"] = "9-99"


def _fish_on_land(d: Json) -> None:
    area = first(d, lambda a: a["inhabitants"] and not a["water"])
    area["features"], area["inhabitants"][0]["creature"] = [], "lake_thing"
    swim = [id_ for id_, raw in lexicon("bestiary").items() if "aquatic" in raw["tags"]]
    area["inhabitants"][0]["creature"] = swim[0]


def _treasure_nowhere(d: Json) -> None:
    first(d, lambda a: a["treasure"])["treasure"][0]["where"] = "moon"


def _worthless(d: Json) -> None:
    item = first(d, lambda a: a["treasure"])["treasure"][0]
    item["value_gp"], item["effect"], item["coin"] = 0, "", None


def _noise_of_nobody(d: Json) -> None:
    empty = first(d, lambda a: not a["inhabitants"] and a["id"].startswith("1-"))
    first(d, lambda a: a["id"].startswith("1-"))["text"]["notes"] = [f"From the north: a cough ({empty['key']})."]


def _larder_at_the_door(d: Json) -> None:
    first(d, lambda a: a["id"] == d["entrance"])["text"]["name"] = lexicon("rooms")["larder"]["names"][0]


def _free_gold(d: Json) -> None:
    area = first(d, lambda a: a["id"] == d["entrance"])
    area["inhabitants"], area["hazards"] = [], []
    area["text"]["details"].append({**_detail(), "id": "heap"})
    rich = {"id": "x", "what": "9,000,000 gold coins", "amount": 9000000, "coin": "gold", "value_gp": 9000000.0,
            "weight_lb": 900000.0, "effect": "", "where": "heap", "hazard": None, "hidden": "", "guarded": False,
            "kind": "coins"}  # fmt: skip
    area["treasure"].append(rich)


def _detail() -> Json:
    return {"id": "x", "what": "heap", "level": "hidden", "look": "", "find": "gold", "result": "", "inside": None}


def _idle(d: Json) -> None:
    area = first(d, lambda a: True)
    area["inhabitants"], area["hazards"], area["treasure"], area["clues"] = [], [], [], []
    area["text"]["notes"], area["text"]["details"] = [], []


def _does_nothing(d: Json) -> None:
    first(d, lambda a: a["inhabitants"])["inhabitants"][0]["doing"] = ""


def _all_hostile(d: Json) -> None:
    for area in areas(d):
        for one in area["inhabitants"]:
            one["reaction"] = "hostile"


def _zoo(d: Json) -> None:
    for n, one in enumerate(one for area in areas(d) for one in area["inhabitants"]):
        one["creature"] = f"kind {n}"
    level = d["levels"][0]
    one = first(d, lambda a: a["inhabitants"])["inhabitants"][0]
    level["areas"][0]["inhabitants"] = [{**one, "creature": f"kind {n}"} for n in range(7)]


def _unforeshadowed(d: Json) -> None:
    goal = first(d, lambda a: a["id"] == d["goal"])
    ids = {item["id"] for item in goal["treasure"]} | {goal["id"]}
    d["handouts"] = []
    for area in areas(d):
        area["clues"] = [clue for clue in area["clues"] if clue["about"] not in ids]


def _refers_to_nothing(d: Json) -> None:
    first(d, lambda a: True)["text"]["notes"] = ["Seen from the Moon (98), through a hole."]


def _same_name(d: Json) -> None:
    areas(d)[1]["text"]["name"] = areas(d)[0]["text"]["name"]


def _nobody_to_talk_to(d: Json) -> None:
    for area in areas(d):
        for one in area["inhabitants"]:
            one["reaction"] = "ignores"


def _wrong_sum(d: Json) -> None:
    next(i for a in areas(d) for i in a["treasure"] if i["coin"] == "silver")["value_gp"] += 100


def _long_first(d: Json) -> None:
    first(d, lambda a: True)["text"]["first"] += " Word" * 40


def _unseen_ogre(d: Json) -> None:
    area = first(d, lambda a: any(one["visible"] for one in a["inhabitants"]))
    area["text"]["first"] = "Bare walls and a floor of plain flags."


def _untold(d: Json) -> None:
    area = first(d, lambda a: any(t["level"] == "landmark" for t in a["text"]["details"]))
    area["text"]["details"].append({**_detail(), "what": "grand piano", "level": "landmark"})


def _told_twice(d: Json) -> None:
    area = first(d, lambda a: any(len(t["find"].split()) > 6 for t in a["text"]["details"]))
    line = next(t["find"] for t in area["text"]["details"] if len(t["find"].split()) > 6)
    area["text"]["notes"] = [*area["text"]["notes"], line]


def _says(line: str) -> Callable[[Json], None]:
    def plant(d: Json) -> None:
        first(d, lambda a: True)["text"]["notes"] = [line]

    return plant


def _same_line(d: Json) -> None:
    for area in areas(d)[:2]:
        area["text"]["details"].append({**_detail(), "find": "a shoe nailed to a plank, sole up, by one nail"})


# ------------------------------------------------------------------------------------------------------------ ways


def portals(d: Json) -> list[Json]:
    """All portals."""
    return [portal for level in d["levels"] for portal in level["portals"]]


def _door_in_the_rock(d: Json) -> None:
    portals(d)[0]["at"] = [900, 900]


def _stairs_elsewhere(d: Json) -> None:
    next(link for link in d["links"] if link["to"]["area"] != "surface")["to"]["at"] = [900.0, 900.0]


def _lock(d: Json) -> Json:
    return next(one for one in d["locks"] if one["keys"])


def _hard_and_keyless(d: Json) -> None:
    _lock(d).update(hardness="hard", keys=[])


def _guards_nothing(d: Json) -> None:
    _lock(d)["guards"] = "9-p99"


def _no_such_key(d: Json) -> None:
    _lock(d)["keys"] = ["key-99"]


def _key_beside_its_lock(d: Json) -> None:
    lock = _lock(d)
    item = next(item for item in d["key_items"] if item["id"] == lock["keys"][0])
    lock["area"] = item["in"]


def _secret(d: Json) -> Json:
    signed = {x["id"].removeprefix("wall-") for a in areas(d) for x in a["text"]["details"] if "Clues" in x["find"]}
    return next(portal for portal in portals(d) if portal["secret"] and portal["id"] in signed)


def _sign_forgets_its_clues(d: Json) -> None:
    wall = f"wall-{_secret(d)['id']}"
    for area in areas(d):
        for detail in area["text"]["details"]:
            if detail["id"] == wall:
                detail["find"] = "it gives"


def _secret_without_sign(d: Json) -> None:
    wall = f"wall-{_secret(d)['id']}"
    for area in areas(d):
        area["text"]["details"] = [detail for detail in area["text"]["details"] if detail["id"] != wall]


def _hidden_stairs(d: Json) -> None:
    next(link for link in d["links"] if "surface" not in (link["from"]["area"], link["to"]["area"]))["secret"] = True


def _privy_by_the_kitchen(d: Json) -> None:
    keyed = {area["id"]: area for area in areas(d)}
    a, b = next(portal["between"] for portal in portals(d) if set(portal["between"]) <= set(keyed))
    for id_, room in ((a, "latrine"), (b, "kitchen")):
        keyed[id_]["text"]["name"] = lexicon("rooms")[room]["names"][0]


def _crown_in_a_larder(d: Json) -> None:
    fit = lexicon("themes")[d["premise"]["theme"]]["goal_rooms"]
    area = first(d, lambda a: a["id"] == d["goal"] and not a["water"] and not a["features"][1:])
    if not any(area["kind"] in lexicon("rooms")[id_]["kinds"] for id_ in fit):
        raise StopIteration
    area["text"]["name"] = "Larder"


# ---------------------------------------------------------------------------------------------------------- things


def _hazard(d: Json) -> Json:
    return first(d, lambda a: a["hazards"])["hazards"][0]  # type: ignore[no-any-return]


def _long_trap(d: Json) -> None:
    _hazard(d)["effect"] += " and more" * 40


def _trap_on_nothing(d: Json) -> None:
    _hazard(d)["on"] = "moon"


def _trap_without_sign(d: Json) -> None:
    area = first(d, lambda a: a["hazards"])
    area["text"]["details"].append({**_detail(), "id": "deep", "level": "secret"})
    area["hazards"][0]["on"] = "deep"


def _hay_in_the_pool(d: Json) -> None:
    dry = next((e["id"], e["what"]) for words in lexicon("rooms").values() for e in words["things"] if e.get("dry"))
    area = first(d, lambda a: True)
    area["water"] = "plain"
    area["text"]["details"].append({**_detail(), "id": dry[0], "what": dry[1].replace("'", "’")})


def _nothing_to_do(d: Json) -> None:
    held = {lock["area"] or lock["guards"] for lock in d["locks"]}
    area = first(d, lambda a: a["id"] not in held)
    area.update(inhabitants=[], hazards=[], treasure=[])
    for detail in area["text"]["details"]:
        detail.update(level="landmark", find="", result="")


def _hoard_for_ever_hidden(d: Json) -> None:
    area = first(d, lambda a: any(item["hidden"] for item in a["treasure"]))
    for detail in area["text"]["details"]:
        detail.update(level="secret", find="")


def _coin(d: Json) -> Json:
    return next(item for area in areas(d) for item in area["treasure"] if item["coin"])


def _light_gold(d: Json) -> None:
    _coin(d)["weight_lb"] += 100


def _other_number(d: Json) -> None:
    _coin(d)["what"] = "some coins"


# ------------------------------------------------------------------------------------------------------------- folk


def _folk(d: Json) -> Json:
    return first(d, lambda a: a["inhabitants"])["inhabitants"][0]  # type: ignore[no-any-return]


def _wrong_trail(d: Json) -> None:
    area = first(d, lambda a: any(x["id"] == "spoor" for x in a["text"]["details"]))
    empty = first(d, lambda a: not a["inhabitants"] and a["id"].split("-")[0] == area["id"].split("-")[0])
    next(x for x in area["text"]["details"] if x["id"] == "spoor")["find"] = f"glitter, leading on ({empty['key']})"


def _strange_noise(d: Json) -> None:
    area = first(d, lambda a: a["id"].startswith("1-") and a["inhabitants"]
                 and all(one["creature"] in lexicon("bestiary") for one in a["inhabitants"]))  # fmt: skip
    first(d, lambda a: a["id"].startswith("1-") and a is not area)["text"]["notes"] = [
        f"From the north: a brass band, and applause ({area['key']})."
    ]


def _comers_from_nowhere(d: Json) -> None:
    empty = first(d, lambda a: not a["inhabitants"] and a["id"].startswith("1-"))
    area = first(d, lambda a: a["id"].startswith("1-"))
    area["text"]["notes"] = [f"Noise brings the goblins ({empty['key']})."]


def _deed_out_of_place(d: Json) -> None:
    for area in areas(d):
        here = lexicon("rooms").get(function_of(area["text"]["name"]), {}).get("klass")
        for one in area["inhabitants"] if here else ():
            for deed, kinds in deeds().get(one["creature"], {}).items():
                if "{" not in deed and not kinds & {"any", "wants", "wander", here}:
                    one["doing"] = deed
                    return
    raise StopIteration


def _neither_wants_nor_reacts(d: Json) -> None:
    _folk(d).update(wants="", reaction="")


def _no_attack(d: Json) -> None:
    _folk(d)["stats"]["attacks"] = ""


def _one_too_many(d: Json) -> None:
    _folk(d)["count"] += 1


def _strangers(d: Json) -> None:
    theme = d["premise"]["theme"]
    foreign = [id_ for id_ in lexicon("bestiary") if not belongs(id_, theme)]
    for n, one in enumerate(one for area in d["levels"][0]["areas"] for one in area["inhabitants"]):
        one.update(creature=foreign[n], doing="at rest")


def _deaf(d: Json) -> None:
    keyed = {area["id"] for area in areas(d)}
    if len({end for p in portals(d) if set(p["between"]) <= keyed and not p["secret"] for end in p["between"]}) < 8:
        raise StopIteration
    for area in areas(d):
        area["text"]["notes"], area["clues"] = [], []
        area["inhabitants"] = area["inhabitants"] or [dict(_folk(d))]


# ------------------------------------------------------------------------------------------------ clues and evidence


def _clue(d: Json) -> tuple[Json, Json]:
    area = first(d, lambda a: a["clues"])
    return area, area["clues"][0]


def _clue_to_its_own_room(d: Json) -> None:
    area, clue = _clue(d)
    clue["about"] = area["id"]


def _clue_on_nothing(d: Json) -> None:
    _clue(d)[1]["carrier"] = "moon"


def _mute_clue(d: Json) -> None:
    _clue(d)[1]["text"] = ""


def _clue_behind_its_secret(d: Json) -> None:
    facts = Facts(d)
    for portal in portals(d):
        behind = set(facts.areas) - facts.reach(shut=frozenset({portal["id"]}))
        open_ = sorted(id_ for id_ in behind if not facts.areas[id_]["hidden"] and id_ not in portal["between"])
        if open_:
            clue = {"id": "x", "about": portal["id"], "text": "an arrow", "carrier": ""}
            facts.areas[open_[0]]["clues"] = [*facts.areas[open_[0]]["clues"], clue]
            return
    raise StopIteration


def _clue_without_a_name(d: Json) -> None:
    _clue(d)[1]["text"] = "a word, on the wall"


def _lock_without_clues(d: Json) -> None:
    lock = next(one for one in d["locks"] if one["keys"] and one["name"])
    d["handouts"] = []
    for area in areas(d):
        area["clues"] = [clue for clue in area["clues"] if clue["about"] not in (lock["id"], *lock["keys"])]


def _trap_without_clue(d: Json) -> None:
    first(d, lambda a: a["hazards"] and not a["treasure"] and not a["hidden"])
    traps = {hazard["id"] for area in areas(d) for hazard in area["hazards"]}
    for area in areas(d):
        area["clues"] = [clue for clue in area["clues"] if clue["about"] not in traps]


def _event_that_left_nothing(d: Json) -> None:
    d["handouts"] = []
    for area in areas(d):
        area["clues"] = []
        for detail in area["text"]["details"]:
            detail["what"] = "stone"


def _band_that_nobody_knows(d: Json) -> None:
    groups = [(area, one) for area in areas(d) for one in area["inhabitants"]]
    home, who = next((area, one) for area, one in groups if not area["hidden"])
    d["factions"] = [{"id": "band", "name": "Nobody", "wants": "", "home": home["id"], "toward": "", "greets": ""}]
    who.update(faction="band", name="unheard-of", creature="nobody")
    d["rumours"], d["wandering"], d["handouts"] = [], [], []
    for area in areas(d):
        area["clues"] = []
        area["text"].update(notes=[], first="Bare.", details=[])
        for one in area["inhabitants"]:
            one.update(doing="at rest", wants="", special="", secret="")


# -------------------------------------------------------------------------------------------------------- the walk


def _called_otherwise(d: Json) -> None:
    area = first(d, lambda a: a["id"].startswith("1-"))
    area["text"]["notes"] = [f"It leads to the Hall of Mistakes ({area['key']})."]


def _namesakes(d: Json) -> None:
    one = {**_folk(d), "creature": "person", "name": "Hesk"}
    for n, area in enumerate(areas(d)[:2]):
        area["inhabitants"] = [*area["inhabitants"], {**one, "id": f"hesk-{n}"}]


def _one_id_for_two(d: Json) -> None:
    d["key_items"].append({**d["key_items"][0], "id": d["locks"][0]["id"]})


def _wrong_level(d: Json) -> None:
    d["levels"][1]["portals"].append({**portals(d)[0], "id": "1-p999"})


def _keyless_goal(d: Json) -> None:
    d["goal"] = "1-a1"


def _way_to_nowhere(d: Json) -> None:
    portals(d)[0]["between"][1] = "1-999"


def _one_way_to_elsewhere(d: Json) -> None:
    portals(d)[0]["one_way"] = "2-1"


def _lock_that_knows_another(d: Json) -> None:
    next(p for p in portals(d) if p["lock"] is None)["lock"] = _lock(d)["id"]


def _door_that_knows_no_lock(d: Json) -> None:
    lock = next(one for one in d["locks"] if one["guards"] in {p["id"] for p in portals(d)})
    next(p for p in portals(d) if p["id"] == lock["guards"])["lock"] = None


def _stairs_without_sign(d: Json) -> None:
    for area in (area for level in d["levels"] for area in level["areas"]):
        area["features"] = [sign for sign in area["features"] if not sign["link"]]


def _sign_of_no_stairs(d: Json) -> None:
    area = next(area for area in areas(d) if area["features"])
    area["features"] = [{**area["features"][0], "link": "link-99"}]


def _lock_in_the_rock(d: Json) -> None:
    _lock(d)["area"] = "1-a1"


def _key_to_nothing(d: Json) -> None:
    d["key_items"].append({**d["key_items"][0], "id": "key-99"})


def _key_on_nothing(d: Json) -> None:
    d["key_items"][0]["where"] = "moon"


def _inside_itself(d: Json) -> None:
    detail = first(d, lambda a: a["text"]["details"])["text"]["details"][0]
    detail["inside"] = detail["id"]


def _guarded(d: Json) -> Json:
    return next(item for area in areas(d) for item in area["treasure"] if item["hazard"])


def _guarded_by_nothing(d: Json) -> None:
    _guarded(d)["hazard"] = "moon"


def _guarded_from_afar(d: Json) -> None:
    _guarded(d)["where"] = "moon"


def _captor(d: Json) -> None:
    _folk(d)["captive"] = "9-9-m9"


def _of_no_faction(d: Json) -> None:
    _folk(d)["faction"] = "moon"


def _homeless(d: Json) -> None:
    d["factions"][0]["home"] = None


def _row(d: Json) -> Json:
    return next(row for row in d["wandering"] if row["of"])


def _wanders_in_the_sky(d: Json) -> None:
    d["wandering"][0]["level"] = 9


def _of_nobody(d: Json) -> None:
    _row(d)["of"] = ["9-9-m9"]


def _changeling(d: Json) -> None:
    _row(d)["inhabitant"]["creature"] = "moon"


def _two_on_one_face(d: Json) -> None:
    d["wandering"][0]["face"] = 2


def _rumour_of_nothing(d: Json) -> None:
    d["rumours"][0]["about"] = "moon"


def _paper_nowhere(d: Json) -> None:
    d["handouts"][0]["where"] = "moon"


def _paper_untold(d: Json) -> None:
    d["handouts"][0]["title"] = "Moonshine"


def _paper_about_nothing(d: Json) -> None:
    d["handouts"][0]["about"] = "moon"


def _cycle(d: Json) -> Json:
    return next(cycle for level in d["levels"] for cycle in level["flow"]["cycles"])


def _cycle_of_nothing(d: Json) -> None:
    _cycle(d)["start"] = "9-99"


def _cycle_lock(d: Json) -> None:
    _cycle(d)["lock"] = "moon"


def _cycle_barrier(d: Json) -> None:
    _cycle(d)["barrier_at"] = "moon"


def _arc_of_nothing(d: Json) -> None:
    next(arc for level in d["levels"] for arc in level["flow"]["arcs"])["to"] = "9-99"


def _sight_of_nothing(d: Json) -> None:
    d["levels"][0]["sights"] = [{"from": areas(d)[0]["id"], "to": "9-99", "line": []}]


def _key_left_out(d: Json) -> None:
    areas(d)[0]["key"] = 99


# ----------------------------------------------------------------------------------------------------------- words


def _long_aloud(d: Json) -> None:
    first(d, lambda a: True)["text"]["aloud"] += " A word." * 30


def _unheard_ogre(d: Json) -> None:
    area = first(d, lambda a: any(one["visible"] for one in a["inhabitants"]))
    area["text"]["aloud"] = "Bare walls."


def _hidden_thing_shown(d: Json) -> None:
    area = first(d, lambda a: True)
    area["text"]["details"].append({**_detail(), "what": "grand piano", "level": "secret"})
    area["text"]["first"] += " A grand piano."


def _told_and_not_shown(d: Json) -> None:
    area = first(d, lambda a: True)
    area["text"]["details"].append({**_detail(), "what": "grand piano", "level": "landmark"})


def _shown_and_not_told(d: Json) -> None:
    area = first(d, lambda a: True)
    area["text"]["details"].append({**_detail(), "id": "px", "what": "grand piano", "level": "landmark", "find": ""})
    area["text"]["first"] += " A grand piano."


def _another_order(d: Json) -> None:
    area = first(d, lambda a: True)
    for what in ("grand piano", "harp"):
        area["text"]["details"].append({**_detail(), "id": what, "what": what, "level": "landmark"})
    area["text"]["first"] = f"A harp, a grand piano. {area['text']['first']}"


def _beside(d: Json) -> tuple[Json, Json]:
    keyed = {area["id"]: area for area in areas(d) if not area["hidden"]}
    a, b = next(portal["between"] for portal in portals(d) if set(portal["between"]) <= set(keyed))
    return keyed[a], keyed[b]


def _same_opening(d: Json) -> None:
    for area in _beside(d):
        area["text"]["first"] = f"Bare rock. {area['text']['first']}"


def _same_furniture(d: Json) -> None:
    for area in _beside(d):
        area["text"]["details"].append({**_detail(), "id": "piano", "what": "grand piano", "level": "landmark"})


def _same_opening_everywhere(d: Json) -> None:
    for area in areas(d):
        area["text"]["first"] = f"Bare rock. {area['text']['first']}"
    if len(areas(d)) < 20:
        raise StopIteration


def _one_word_more(d: Json) -> None:
    area = first(d, lambda a: True)
    area["text"]["notes"].append("On. " * (BODY_LONG + 1 - body(area)))


S = TypeVar("S")


class Plant(NamedTuple, Generic[S]):
    """A fault to plant; S: what spoils a dungeon, or what is printed of it."""

    code: str
    """Who says it: "F2"."""
    says: str
    """Some words of what is said."""
    plant: S


PLANTS: dict[str, Plant[Callable[[Json], None]]] = {
    "door in the rock": Plant("F1", "does not stand between", _door_in_the_rock),
    "stairs that end elsewhere": Plant("F1", "does not end in", _stairs_elsewhere),
    "hard lock without key": Plant("F2", "nothing opens it", _hard_and_keyless),
    "lock that guards nothing": Plant("F2", "guards nothing", _guards_nothing),
    "key that is nowhere": Plant("F2", "is nowhere", _no_such_key),
    "key behind its own lock": Plant("F2", "lies behind it", _lock_behind_itself),
    "key beside its lock": Plant("F2", "lies beside it", _key_beside_its_lock),
    "secret without clues": Plant("F3", "clues to it, and two are due", _secret_without_clue),
    "hidden stairs without clues": Plant("F3", "link-", _hidden_stairs),
    "sign that forgets its clues": Plant("F3", "does not know of the clues", _sign_forgets_its_clues),
    "secret without a sign": Plant("F3", "no sign of", _secret_without_sign),
    "trap without remedy": Plant("F4", "lacks a part", _trap_without_remedy),
    "trap of too many words": Plant("F4", "more than 60 words", _long_trap),
    "trap on nothing": Plant("F4", "sits on nothing", _trap_on_nothing),
    "trap without a sign before it": Plant("F4", "no sign before", _trap_without_sign),
    "clue to nothing": Plant("F5", "which is nowhere", _clue_to_nothing),
    "clue to its own room": Plant("F5", "its own room", _clue_to_its_own_room),
    "clue on nothing": Plant("F5", "which is not there", _clue_on_nothing),
    "clue without words": Plant("F5", "without words", _mute_clue),
    "clue behind what it speaks of": Plant("F5", "finds behind it", _clue_behind_its_secret),
    "clue without the name of its place": Plant("F5", "names none of", _clue_without_a_name),
    "fish on land": Plant("F6", "on a dry floor", _fish_on_land),
    "hay in the pool": Plant("F6", "needs a dry room", _hay_in_the_pool),
    "treasure nowhere": Plant("F7", "which is not there", _treasure_nowhere),
    "treasure of no worth": Plant("F7", "worth nothing", _worthless),
    "hoard that nobody can find": Plant("F7", "how it is found", _hoard_for_ever_hidden),
    "noise of nobody": Plant("F8", "a noise from", _noise_of_nobody),
    "noise of somebody else": Plant("F8", "makes the noise of", _strange_noise),
    "comers from nowhere": Plant("F8", "noise brings", _comers_from_nowhere),
    "trail of somebody else": Plant("F8", "leaves", _wrong_trail),
    "privy by the kitchen": Plant("F9", "beside", _privy_by_the_kitchen),
    "larder as entrance": Plant("F9", "no way in", _larder_at_the_door),
    "crown in a larder": Plant("F9", "no room for the goal", _crown_in_a_larder),
    "wealth for the taking": Plant("F10", "for the taking", _free_gold),
    "idle room": Plant("F11", "used or known", _idle),
    "creature that does nothing": Plant("F12", "does nothing", _does_nothing),
    "deed out of place": Plant("F12", "not done in a", _deed_out_of_place),
    "creature without a will": Plant("F12", "neither wants nor reacts", _neither_wants_nor_reacts),
    "creature without an attack": Plant("F12", "whole stat line", _no_attack),
    "one more than counted": Plant("F12", "hit points", _one_too_many),
    "strangers": Plant("F13", "are strangers", _strangers),
    "goal never foreshadowed": Plant("F14", "foreshadowed in", _unforeshadowed),
    "event that left nothing": Plant("F14", "went wrong shows", _event_that_left_nothing),
    "band that nobody knows": Plant("F14", "things tell of it", _band_that_nobody_knows),
    "first line too long": Plant("F15", "first line has", _long_first),
    "too much to be read aloud": Plant("F15", "read aloud", _long_aloud),
    "ogre not in the first line": Plant("F16", "missing from the first line", _unseen_ogre),
    "ogre not read aloud": Plant("F16", "missing from what is read aloud", _unheard_ogre),
    "hidden thing in the first line": Plant("F16", "the hidden", _hidden_thing_shown),
    "told and not shown": Plant("F17", "told and not shown", _told_and_not_shown),
    "shown and not told": Plant("F17", "shown and not told", _shown_and_not_told),
    "told in another order": Plant("F17", "another order", _another_order),
    "fact told twice": Plant("F18", "in ", _told_twice),
    "second person": Plant("F19", "you", _says("The floor gives way under you.")),
    "a feeling": Plant("F19", "uneasy", _says("All who come in feel uneasy.")),
    "an assumed action": Plant("F19", "As they enter", _says("As they enter the door falls shut.")),
    "hedge": Plant("F20", "seems", _says("The chest seems to be locked.")),
    "useless history": Plant("F21", "Long ago", _says("Long ago a king slept here.")),
    "grammar": Plant("F22", "A orc", _says("A orc's helmet is set down here.")),
    "unfilled slot": Plant("F22", "{", _says("The {thing} is set down here.")),
    "a word twice": Plant("F22", "doubled", _says("It is is shut.")),
    "one line in two rooms": Plant("F23", "a shoe nailed", _same_line),
    "one beginning in two rooms": Plant("F23", "begins as", _same_opening),
    "one thing in two rooms": Plant("F23", "has beside it", _same_furniture),
    "one beginning everywhere": Plant("F23", "keys begin", _same_opening_everywhere),
    "reference to nothing": Plant("F24", "it refers to", _refers_to_nothing),
    "room called by another name": Plant("F24", "is called", _called_otherwise),
    "two rooms of one name": Plant("F24", "areas are called", _same_name),
    "two persons of one name": Plant("F24", "persons are called", _namesakes),
    "one id for two things": Plant("F24", "things are called", _one_id_for_two),
    "thing of another level": Plant("F24", "is on level", _wrong_level),
    "goal without a key": Plant("F24", "has no key", _keyless_goal),
    "way to nowhere": Plant("F24", "it joins", _way_to_nowhere),
    "one-way door to elsewhere": Plant("F24", "alone", _one_way_to_elsewhere),
    "lock that knows another door": Plant("F24", "does not know of it", _lock_that_knows_another),
    "door that knows no lock": Plant("F24", "does not know of lock", _door_that_knows_no_lock),
    "stairs without a sign": Plant("F24", "ends there without a sign", _stairs_without_sign),
    "sign of no stairs": Plant("F24", "does not end there", _sign_of_no_stairs),
    "lock in the rock": Plant("F24", "stands in", _lock_in_the_rock),
    "key to nothing": Plant("F24", "opens nothing", _key_to_nothing),
    "key on nothing": Plant("F24", "lies nowhere", _key_on_nothing),
    "thing inside itself": Plant("F24", "is inside", _inside_itself),
    "guarded by nothing": Plant("F24", "guarded by nothing", _guarded_by_nothing),
    "guarded from afar": Plant("F24", "from another place", _guarded_from_afar),
    "captive of nobody": Plant("F24", "held by", _captor),
    "of no faction": Plant("F24", "no faction", _of_no_faction),
    "faction without a home": Plant("F24", "not at home", _homeless),
    "wanderer on no level": Plant("F24", "wanders on level", _wanders_in_the_sky),
    "wanderer of nobody": Plant("F24", "who is nowhere", _of_nobody),
    "wanderer of another kind": Plant("F24", "who is another", _changeling),
    "two wanderers on one face": Plant("F24", "have the faces", _two_on_one_face),
    "rumour of nothing": Plant("F24", "a rumour about", _rumour_of_nothing),
    "paper nowhere": Plant("F24", "is nowhere", _paper_nowhere),
    "paper that no key names": Plant("F24", "does not name", _paper_untold),
    "paper about nothing": Plant("F24", "about 'moon'", _paper_about_nothing),
    "cycle of nothing": Plant("F24", "it names", _cycle_of_nothing),
    "cycle without its lock": Plant("F24", "its lock moon", _cycle_lock),
    "cycle without its barrier": Plant("F24", "its barrier", _cycle_barrier),
    "way of a cycle to nothing": Plant("F24", "what is not there", _arc_of_nothing),
    "sight of nothing": Plant("F24", "one sees", _sight_of_nothing),
    "number left out": Plant("F24", "its keys are", _key_left_out),
    "key of many words": Plant("R3", "a key has 126 words", _one_word_more),
    "nothing in any depth": Plant("R6", "second depth", _idle),
    "nothing to do": Plant("R7", "answers to handling", _nothing_to_do),
    "all attack": Plant("R8", "attack on sight", _all_hostile),
    "a zoo": Plant("R8", "kinds of creature", _zoo),
    "the map told over again": Plant("R11", "is on the map", _says("The room is 30 ft by 40 ft.")),
    "lock without clues": Plant("R12", "to it and its keys", _lock_without_clues),
    "trap without a clue": Plant("R12", "no clue elsewhere", _trap_without_clue),
    "deaf rooms": Plant("R13", "tell of their neighbours", _deaf),
    "nobody to talk to": Plant("S16", "someone to talk to", _nobody_to_talk_to),
    "wrong sum": Plant("L", "are not worth", _wrong_sum),
    "gold too light": Plant("L", "do not weigh", _light_gold),
    "another number of coins": Plant("L", "are said to be", _other_number),
}
"""What it is called -> the fault. One for each sentence of the laws at least: test_map holds them to that."""
