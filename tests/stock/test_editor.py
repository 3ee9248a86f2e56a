"""What was found wrong by reading whole dungeons, as a game master and as an editor, and can be told by a machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from zinegen.carve import carve
from zinegen.dungeon.model import Area, Dungeon, Inhabitant, Rumour
from zinegen.dungeon.ways import exits
from zinegen.recipe import Recipe
from zinegen.recipe_keys import texts_in
from zinegen.stock import stock
from zinegen.stock.draft import Kind
from zinegen.stock.grammar import clause, followed, known, suits
from zinegen.stock.lexis import kinds
from zinegen.typeset.matter import told
from zinegen.typeset.writer import sentence, w
from zinegen.words import lexicon

VERBS = {"goes", "hangs", "runs", "sits", "wavers", "wears", "stands", "lies", "leads", "has", "is", "are"}
SYSTEMS = ("cyclic", "labyrinth", "passages", "tiles")
ONE_IN_S = re.compile(r"(ss|us|is)$")


@cache
def read(system: str) -> Dungeon:
    """A dungeon of two levels."""
    recipe = Recipe(seed=f"read {system}", system=(system,), levels=2, size="small")
    return stock(carve(recipe), recipe)


def areas(dungeon: Dungeon) -> Iterator[Area]:
    """The keyed areas."""
    return (area for level in dungeon.levels for area in level.areas if area.key is not None)


# -------------------------------------------------------------------------------------------------- whole dungeons


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_hoard_lies_in_the_thing_that_stands_there(system: str) -> None:
    """ "In a grain ark", two lines under the grain ark, is another ark."""
    for area in areas(read(system)):
        things = {one.id: one.what for one in area.text.details}
        for item in area.treasure:
            thing = things.get(item.where, "")
            if "illusion" not in item.hidden:
                assert item.hidden == known(item.hidden, thing) or thing not in item.hidden, (
                    f"{area.id} {item.hidden}"
                )


@pytest.mark.parametrize("system", SYSTEMS)
def test_things_of_a_room_are_told_apart(system: str) -> None:
    for area in areas(read(system)):
        names = [one.what for one in area.text.details if one.level == "landmark"]
        assert len(names) == len(set(names)), f"{area.id} {names}"
        heaps = [(one.coin, one.where) for one in area.treasure if one.coin]
        assert len(heaps) == len(set(heaps)), f"{area.id} {heaps}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_read_aloud_is_what_they_do(system: str) -> None:
    """The deed read aloud is the one of the notes, and of who has a secret none is."""
    for area in areas(read(system)):
        for one in area.inhabitants:
            if one.visible:
                assert idle(one, area.text.aloud) != (one.doing in area.text.aloud), f"{area.id} {area.text.aloud}"


def idle(one: Inhabitant, aloud: str) -> bool:
    """Whether somebody is said only to be here."""
    name = re.escape(one.name)
    return re.search(rf"(?i)\bhere (is|are) [^.]*\b{name}|\b{name}\b[^.]* (is|are) here\b", aloud) is not None


@pytest.mark.parametrize("system", SYSTEMS)
def test_rumours_say_of_whom(system: str) -> None:
    for one in read(system).rumours:
        bare = re.match(r"(They(?! say)|He|She|It(?! is [\w’ -]+ that))\b", one.text)
        assert not bare or "down there" in one.text, one.text


@pytest.mark.parametrize("system", SYSTEMS)
def test_wanderers_of_a_level_want_different_things(system: str) -> None:
    dungeon = read(system)
    for level in dungeon.levels:
        wants = [one.inhabitant.wants for one in dungeon.wandering if one.level == level.number]
        assert len(wants) == len(set(wants)), wants


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_beast_lives_behind_secret_doors_alone(system: str) -> None:
    dungeon = read(system)
    ways = exits(dungeon)
    for area in areas(dungeon):
        shut = ways.get(area.id) and all(one.secret for one in ways[area.id])
        clans = {kinds()[one.creature].clan for one in area.inhabitants if one.creature in kinds()}
        assert not (shut and clans & {"beast", "giant"}), area.id


# ------------------------------------------------------------------------------------------------------ the lexicon


def test_false_rumours_say_of_whom() -> None:
    words = lexicon("rumours")
    lies = [text for key in ("false_any", "false_lair", "false_goal") for text in words[key]]
    assert [text for text in lies if re.match(r"(They|It|He|She)\b", text)] == []


def test_half_takes_no_second_article() -> None:
    """ "A half a harness"; a pair is one thing."""
    for list_ in ("rooms", "finds", "traces", "leavings", "features", "opposed", "hiding", "goods"):
        assert re.findall(r"'what': '(half an? [^']*)'", str(lexicon(list_))) == [], list_
        for text in re.findall(r"'what': '(pair of [^']*)', 'n': 'pl'", str(lexicon(list_))):
            pytest.fail(f"{list_}: {text} is one")


@pytest.mark.parametrize("system", SYSTEMS)
def test_of_several_containers_one_shows_the_sign(system: str) -> None:
    """ "Four pouches. Sign the pouch is hung from a bolt": which?"""
    for area in areas(read(system)):
        several = {one.id: one.what.split()[-1] for one in area.text.details if re.search(r"\w+s$", one.what)}
        for hazard in area.hazards:
            if (many := several.get(hazard.on)) and many[:-1] in hazard.sign:
                assert not re.search(rf"\bthe (\w+ )?{many[:-1]}\b", hazard.sign), f"{area.id}: {hazard.sign}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_read_aloud_does_not_begin_twice_alike(system: str) -> None:
    for area in areas(read(system)):
        said = re.split(r"(?<=[.!?])\s+", area.text.aloud)
        assert sum(one.startswith(("Here is", "Here are")) for one in said) < 2, f"{area.id}: {area.text.aloud}"
        assert sum(one.endswith((" is here.", " are here.")) for one in said) < 2, f"{area.id}: {area.text.aloud}"
        assert not re.search(r"\band [\w ’-]+, (is|are) here", area.text.aloud), f"{area.id}: {area.text.aloud}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_comes_alone_to_a_noise_is_one(system: str) -> None:
    """ "Noise brings the minotaurs (1)", of the only one."""
    dungeon = read(system)
    for area in areas(dungeon):
        for note in (one for one in area.text.notes if one.startswith("Noise brings")):
            for name, ref in re.findall(r"the ([^()]+?) \(([\d-]+)\)(?! and \()", note):
                there = f"{area.id.split('-')[0]}-{ref}" if "-" not in ref else ref
                groups = next(one for one in areas(dungeon) if one.id == there).inhabitants
                assert name.removeprefix("and the ") in {one.name for one in groups}, f"{area.id}: {note}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_town_does_not_talk_of_what_cannot_walk(system: str) -> None:
    """ "It was shriekcaps that took the ferryman's boy"."""
    dungeon = read(system)
    rooted = {g.name for area in areas(dungeon) for g in area.inhabitants if g.count > 1 and g.stats.move_ft <= 20}
    for rumour in dungeon.rumours:
        assert not [name for name in rooted if name in rumour.text.lower()], rumour.text


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_hook_says_who_of_its_story_is_met(system: str) -> None:
    dungeon = read(system)
    event = next(e for e in lexicon("themes")[dungeon.premise.theme]["events"] if e["id"] == dungeon.premise.event)
    there = {group.name for area in areas(dungeon) for group in area.inhabitants if group.creature in event["who"]}
    last = dungeon.premise.hook.rsplit(";", 1)[-1]
    named = [name for name in there if f"the {name} (" in last]
    assert len(named) >= min(len(there), 1), last
    nobody = lexicon("stocking")["hook_nobody"].split("{who}")
    assert bool(there) != all(part in last for part in nobody)
    if not there:
        assert all(kinds()[kind].plural in last for kind in event["who"][:3]), last


def test_strength_is_rolled_with_the_dice_that_are_printed() -> None:
    """ "Strength 1d6+1", and eight boxes to tick."""
    recipe = Recipe(seed="read tiles", system=("tiles",), levels=2, size="small", dialect="labyrinth")
    dungeon = stock(carve(recipe), recipe)
    for group in [one for area in areas(dungeon) for one in area.inhabitants]:
        dice = re.match(r"strength (\d+)d6([+-]\d+)?", group.stats.line)
        assert dice is not None
        count, plus = int(dice[1]), int(dice[2] or 0)
        assert all(max(1, count + plus) <= one <= 6 * count + plus for one in group.stats.hp), group.stats


def test_attacks_are_counted() -> None:
    for kind in kinds().values():
        for words in re.findall(r"\b1 (\w+s)\b", kind.words["attacks"]):
            assert ONE_IN_S.search(words), f"{kind.id}: 1 {words}"


def test_whom_a_creature_calls_has_numbers() -> None:
    for kind in kinds().values():
        special = kind.words.get("special", "")
        if re.search(r"(?i)\b(calls|whistles|summons)\b.*\dd\d", special):
            assert "hp" in special, f"{kind.id}: {special}"


def test_what_a_thing_looks_like_is_no_sentence() -> None:
    """ "Here is a blurred wall, wavers": a look follows its noun."""
    for list_ in ("rooms", "finds", "hiding", "features", "traces", "leavings", "opposed"):
        for file in lexicon(list_).values():
            for entry in file.get("things", file.get("entries", ())):
                assert str(entry.get("look", "")).split(" ", 1)[0].lower() not in VERBS, entry


def test_powers_need_no_numbers_of_another_dialect() -> None:
    for kind in kinds().values():
        assert not re.search(r"\bA[Cc] \d|\bHD \d", kind.words.get("special", "")), kind.id


def test_who_is_alone_sends_nobody() -> None:
    """A band of one has no cook to lend, no dead to bury."""
    words = lexicon("factions")
    texts = [text for of in (words["toward"], words["greets"]) for list_ in of.values() for text in list_]
    alone = [said for text in texts if (said := suits(text, 1)) is not None]
    assert len(alone) < len(texts)
    assert not [text for text in alone if re.search(r"\b(its (dead|worst|young)|a cook|a child|leaves one)\b", text)]


def test_a_band_may_be_one_or_many_in_whatever_is_said_of_it() -> None:
    """ "What the wraiths owes", "before the ogre's wife find it": no verb follows who may be either."""
    words = lexicon("factions")
    for text in [*texts_in(words["toward"]), *texts_in(words["wild"]), *texts_in(lexicon("stocking")["band"])]:
        follows = re.search(r"\{other\} (\w+s|find|leave|take|have)\b", text)
        assert not follows or follows[1] in ("candles", "its"), text


def test_several_have_not_one_body() -> None:
    """A deed or want of a class that speaks of one body is marked "1:"."""
    body = re.compile(
        r"\b(its (own )?|their own )(eyes|back|feet|head|hands|hair|ribs|horn|shape|kill|kind|trail|round|dinner)\b"
    )
    for clan, lists in lexicon("activities").items():
        for text in texts_in(lists):
            assert not body.search(text) or text.startswith("1:"), f"{clan}: {text}"


def test_what_grazes_does_not_hunt() -> None:
    assert suits("h:dragging a kill home", 2, hunts=False) is None
    assert suits("2:h:fighting over a leg", 2) == "fighting over a leg"
    assert suits("2:h:fighting over a leg", 1) is None
    assert suits("2:s:telling a story", 2, speaks=False) is None


def test_the_mouthless_neither_speak_nor_sing() -> None:
    """Of the deeds of folk in general none that needs a mouth falls to those who have none."""
    kind = Kind("smell_eater", {"doing": {}}, frozenset(lexicon("bestiary")["smell_eater"]["tags"]), 1.0)
    deeds = [deed for of in lexicon("activities")["folk"].values() for deed in kind.apt(of, 2)]
    assert len(deeds) > 100
    assert not [deed for deed in deeds if re.search(r"\b(pray|sing|talk|shush|whistl|say)ing\b", deed)]
    assert not kinds()["feral_mule"].hunts


# ------------------------------------------------------------------------------------------------------ the grammar


@pytest.mark.parametrize(
    ("phrase", "thing", "said"),
    [
        ("in a grain ark, under the barley", "grain ark", "in the grain ark, under the barley"),
        ("unseen, on a sagging shelf", "sagging shelf", "unseen, on the sagging shelf"),
        ("below a lantern", "hanging lantern", "below the lantern"),
        ("behind a memorial to nobody", "memorial panel to nobody", "behind the memorial to nobody"),
        ("in a buried jar", "chest", "in a buried jar"),
    ],
)
def test_a_thing_that_was_named_is_the_thing(phrase: str, thing: str, said: str) -> None:
    assert known(phrase, thing) == said


def test_half_of_a_thing_stands_apart() -> None:
    assert followed("slate wall", "half a sum on it") == "slate wall, half a sum on it"
    assert followed("open heap", "half raked over") == "open heap half raked over"


def test_a_quotation_at_the_end_does_not_swallow_the_full_stop() -> None:
    assert sentence("wants it said: “Tib is dead”") == "Wants it said: “Tib is dead”."
    assert sentence("it says “Tib is dead.”") == "It says “Tib is dead.”"
    assert clause("It says “no.”") == "it says “no”"


def test_a_rumour_that_errs_in_the_place_says_so() -> None:
    assert [told(Rumour(text="x", true=t, half=h)) for t, h in ((True, False), (True, True), (False, False))] == [
        "true", "half", "false",
    ]  # fmt: skip
    assert len({w("key", one) for one in ("true", "half", "false")}) == 3
