"""How things are called: dangers with their articles, and in the terms of the game that is played."""

import re

import pytest

from zinegen.build import generate
from zinegen.recipe import Recipe
from zinegen.stock.dialect import in_dialect
from zinegen.stock.grammar import indefinite, stems
from zinegen.stock.lexis import danger_grammar, functions, kinds
from zinegen.words import lexicon, pool

OLD = r"\b(sav(e|es|ing throw)|AC|HD|hit di(c)?e|Dexterity|Constitution|\d+th-level|drains (a|\d) levels?)\b"
LISTS = (
    "activities", "bestiary", "container_traps", "features", "finds", "hazards", "leavings", "locks", "lucky",
    "magic", "obstacles", "opposed", "rooms", "themes", "traces", "tricks", "waters",
)  # fmt: skip
POOL = "51-00 gains 1 point of an attribute"
"""The table of document 000 on a pool names the six attributes; no dialect changes it."""


def _texts(raw):
    for one in raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list | tuple) else ():
        yield from [one] if isinstance(one, str) else _texts(one)


@pytest.mark.parametrize(("dialect", "old"), [("d6", OLD), ("labyrinth", rf"{OLD}|\bhp\b|\bhit points?\b")])
def test_no_list_speaks_of_saves_and_armour_class_in_another_dialect(dialect, old):
    texts = [text for name in LISTS for text in _texts(lexicon(name)) if POOL not in text]
    left = [text for text in texts if re.search(old, in_dialect(dialect, text))]
    assert not left, left[:5]
    assert in_dialect("old-school", "save half") == "save half"


def test_a_dungeon_tells_its_creatures_attacks_and_its_traps_in_its_dialect():
    dungeon = generate(Recipe(seed="terms", size="small", dialect="labyrinth"))
    groups = [group for level in dungeon.levels for area in level.areas for group in area.inhabitants]
    assert groups
    for group in groups:
        assert group.stats.line.startswith("strength ") and group.stats.attacks in group.stats.line, group.stats.line


def test_each_danger_has_its_article_as_data():
    for name, grammar in danger_grammar().items():
        head = re.split(r" (?:of|in|on|from|for|to|that|without) | \(", name)[0]
        assert grammar or not re.search(r"[^s]s$", head), f"{name}: called = ..."
    assert indefinite("covered pit", danger_grammar()["covered pit"]) == "a covered pit"
    assert indefinite("crossbows", danger_grammar()["crossbows"]) == "crossbows"
    assert indefinite("choke damp", danger_grammar()["choke damp"]) == "choke damp"


NOUNS = {"Always", "Bells", "Blades", "Cones", "Dares", "Edges", "Horses", "Orders", "Packs", "Scrolls", "Sleepers",
         "Snares", "Webs", "Wounds"}  # fmt: skip
"""What a sentence on a creature may begin with though it ends in s."""


def test_what_is_true_of_a_kind_is_said_of_one_as_of_many():
    """ "8 goblins ... Hates daylight" : where several come it is no verb in the singular."""
    wrong = {
        kind.id: found
        for kind in kinds().values()
        if kind.words["number"] > 1
        for found in re.findall(r"(?:^|[.;] )([A-Z][a-z]+s) ", kind.words.get("special", ""))
        if found not in NOUNS
    }
    assert wrong == {}


SPOKEN_OF = {"bear_leader", "grave_carl", "harpy", "pit_bailiff", "press_ganger", "wasp_paper"}
"""Kinds whose sentence says "it" or "his" of something else that it has named: a bear, a song, a shilling."""


def test_what_is_told_of_a_kind_that_comes_in_numbers_does_not_call_them_it():
    """ "3 walking lanterns ... Follow it": which of them? One is named before it is called "it"."""
    wrong = []
    for kind in kinds().values():
        told = kind.words.get("special", "")
        its = re.search(r"\b(it|its|she|he|her|his|him)\b", told)
        named = its and re.search(r"\b(one|each|an?|any\w*|who\w*|what\w*|both|\d+)\b", told[: its.start()], re.I)
        if kind.words["number"] > 1 and its and not named and kind.id not in SPOKEN_OF:
            wrong.append(told)
    assert wrong == []


def test_what_a_kind_wants_is_no_sentence_on_one_of_it():
    """ "2 witchfinders ... Want twenty shillings a head, and has nineteen"."""
    texts = [text for kind in kinds().values() for text in kind.words["wants"]]
    assert [text for text in texts if re.search(r", and (has|is|was|gets|does|wants|knows|keeps)\b", text)] == []


def test_no_bracket_of_a_stat_line_stands_in_another():
    assert [kind.id for kind in kinds().values() if "(" in f"{kind.words['attacks']}{kind.words['damage']}"] == []


def test_what_is_larger_than_a_key_lies_where_there_is_room_for_it():
    words = lexicon("doors")["key"]
    assert set(words["large"]) <= {key for lock in pool("locks") for key in lock.get("keys", ())}
    for list_ in ("homes", "hidden"):
        assert len([home for home in words[list_] if home.get("roomy")]) >= 6


def test_a_hiding_place_in_a_container_is_called_what_a_search_finds():
    """A "plinth drawer" is found, and the hoard lies "in the plinth drawer", not "in the plinth: plinth drawer"."""
    lists = lexicon("hiding")
    for kind in ("secret_compartment_in_container", "secret_room_under_container"):
        for entry in lists[kind]["entries"]:
            name = entry["what"].replace(" under the {it}", "").split()
            assert any(word.rstrip("s") in entry["says"] for word in (name[-1], max(name, key=len))), entry["id"]


def test_the_air_of_a_room_names_nothing_that_stands_in_it():
    """ "Benches round a chalk ring. A chalk ring, scuffed": the air is another one where the room has one."""
    rooms = [room for room in functions().values() if len(room.air) > 2]
    wrong, seen = [], 0
    for system, seed in (("labyrinth", 6), ("labyrinth", 11), ("passages", 7), ("cyclic", 9)):
        dungeon = generate(Recipe(seed=f"air {seed}", system=(system,), size="small"))
        for area in (area for level in dungeon.levels for area in level.areas):
            first = area.text.first.lower()
            room = next((room for room in rooms if any(air.lower() in first for air in room.air)), None)
            if room is None:
                continue
            seen += 1
            named = set().union(*(stems(detail.what) for detail in area.text.details))
            said = next(air for air in room.air if air.lower() in first)
            if stems(said) & named and not all(stems(air) & named for air in room.air):
                wrong.append(f"{dungeon.seed} {area.id}: {area.text.first}")
    assert seen > 20 and not wrong, wrong


def test_no_air_leans_on_what_stands_before_it():
    airs = [air for room in functions().values() for air in room.air]
    assert [air for air in airs if re.match(r"(It|They|This|These|Both) ", air)] == []


def test_a_prize_can_lie_in_whatever_holds_it():
    """ "A lidless ark, the crystal with an hour in it in it" : no prize ends as the look of its holder does."""
    goals = [event["goal"]["what"] for theme in lexicon("themes").values() for event in theme["events"]]
    assert len(goals) > 10
    assert [goal for goal in goals if re.search(r" (in|on|under|round) it$", goal.split(",")[0])] == []


def test_the_blind_neither_read_nor_aim():
    blind = [kind for kind in kinds().values() if not kind.sees and kind.clan == "folk"]
    assert blind
    for kind in blind:
        deeds = [deed for of in lexicon("activities")["folk"].values() for deed in kind.apt(of, 2)]
        assert len(deeds) > 100
        assert not [
            deed for deed in deeds if re.search(r"\b(read|spectacle|map|sighting|watching|epitaph|mirror)", deed)
        ]


def test_a_pose_is_one_phrase():
    """ "Four mummers as Death, twice; one must go are straightening nails" : it is read before a verb."""
    assert [(kind.id, pose) for kind in kinds().values() for pose in kind.words["pose"] if ";" in pose] == []


def test_nobody_lives_where_one_may_rest():
    """ "Nothing that lives on this level crosses the sill", over two fortune hunters at their supper."""
    dungeon = generate(Recipe(seed="cold-harbour", system=("cyclic",), levels=2, size="small"))
    areas = [area for level in dungeon.levels for area in level.areas if area.inhabitants]
    safe = lexicon("cycles")["objective"]["safe"]
    assert not [area.id for area in areas for note in area.text.notes if str(note) in safe]
