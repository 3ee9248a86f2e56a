"""Solo adventures, played: every paragraph is come to, the end is reached, nobody is stuck, nothing is given away."""

from __future__ import annotations

import re
from functools import cache

import pytest
from sample import sample_dungeon
from solo.players import explored, home, shortest

from zinegen.build import generate
from zinegen.dungeon.model import Dungeon
from zinegen.recipe import load_recipe
from zinegen.typeset.solo.numbers import APART
from zinegen.typeset.solo.records import ENTER, OUT, PRIZE, WON
from zinegen.typeset.solo.sections import Sections
from zinegen.typeset.solo.story import Story, story
from zinegen.typeset.solo.words import way_words

ASKED = (
    ("labyrinth", "small", 2), ("cyclic", "small", 3), ("tiles", "small", 3), ("passages", "small", 2),
    ("cyclic", "medium", 1), ("tiles,cyclic,labyrinth,passages", "small", 4),
)  # fmt: skip


@cache
def dungeon_of(system: str, size: str, levels: int, seed: str = "alone") -> Dungeon:
    return generate(load_recipe(None, seed=seed, system=system, size=size, levels=str(levels)))


@cache
def made(system: str, size: str, levels: int) -> Story:
    return story(dungeon_of(system, size, levels))


def places_in(dungeon: Dungeon) -> set[str]:
    return {area.id for area in Sections(dungeon).places()}


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_every_paragraph_is_come_to_and_the_end_is_reached(asked: tuple[str, str, int]) -> None:
    adventure = made(*asked)
    seen, held = explored(adventure)
    assert seen == {one.id for one in adventure.paragraphs}
    assert WON in seen and PRIZE in held
    assert {item.id for item in dungeon_of(*asked).key_items} <= held
    assert {id_.split(".")[0] for id_ in seen if "." in id_} == places_in(dungeon_of(*asked))


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_it_can_be_won_by_play_and_one_comes_home_from_everywhere(asked: tuple[str, str, int]) -> None:
    adventure = made(*asked)
    play = shortest(adventure, WON)
    assert play[0] == ENTER and play[-2:] == [OUT, WON]
    assert any(PRIZE in adventure.by_id[id_].gives for id_ in play)
    _, held = explored(adventure)
    assert [one.id for one in adventure.paragraphs if one.id != WON and not home(adventure, one.id, held)] == []


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_numbers_run_from_one_and_neighbours_give_nothing_away(asked: tuple[str, str, int]) -> None:
    adventure = made(*asked)
    assert [one.number for one in adventure.paragraphs] == list(range(1, len(adventure.paragraphs) + 1))
    assert adventure.paragraphs[0].id == ENTER and adventure.paragraphs[-1].id == WON
    near = 0
    for at, one in enumerate(adventure.paragraphs):
        window = adventure.paragraphs[max(0, at - APART) : at + APART + 1]
        near += sum(other.id in {turn.to for turn in one.turns} for other in window)
        before = adventure.paragraphs[at - 1].id.split(".")[0]
        assert at == 0 or "." not in one.id or one.id.split(".")[0] != before
    assert near <= 1  # the last paragraph stands where it stands


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_no_paragraph_tells_of_another_place(asked: tuple[str, str, int]) -> None:
    """No game master's numbers; the name of a place stands in its own paragraphs, or in what is told in the world."""
    dungeon, adventure = dungeon_of(*asked), made(*asked)
    told = " ".join(
        [*(clue.text for level in dungeon.levels for area in level.areas for clue in area.clues),
         *(rumour.text for rumour in dungeon.rumours), dungeon.premise.hook, *(one.text for one in dungeon.handouts),
         *(lock.name for lock in dungeon.locks), *(item.name for item in dungeon.key_items),
         *(part.find + part.result + part.look
           for level in dungeon.levels for area in level.areas for part in area.text.details)]
    ).lower()  # fmt: skip
    names = {area.text.name: area.id for level in dungeon.levels for area in level.areas if area.text.name}
    for one in adventure.paragraphs:
        text = " ".join([*(line.text for line in one.lines), *(turn.words for turn in one.turns)])
        assert not re.search(r"\(\d+(-\d+)?\)", text), text
        assert "{" not in text and "Clues:" not in text and "Handout:" not in text
        for name, id_ in names.items():
            if re.search(rf"\b{re.escape(name)}\b", text) and one.id.split(".")[0] != id_:
                assert name.lower() in told or any(names.get(n) == one.id.split(".")[0] and name in n for n in names)


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_what_a_paragraph_offers_does_not_tell_what_there_is(asked: tuple[str, str, int]) -> None:
    """Every place can be searched; whatever can be tried can be tried with care, whether it bites or not."""
    adventure = made(*asked)
    pages = adventure.by_id
    for one in adventure.paragraphs:
        kinds = [turn.to.rsplit(".", 1)[1] for turn in one.turns if "." in turn.to and not turn.after]
        assert kinds.count("sprung") == kinds.count("care")
        if one.id.endswith(".in"):
            assert f"{one.id[:-3]}.search" in {turn.to for turn in one.turns}
        if one.id.endswith(".search"):
            assert [turn.to for turn in one.turns[-2:]] == [f"{one.id[:-7]}.found", f"{one.id[:-7]}.in"]
            assert f"{one.id[:-7]}.found" in pages


def test_secrets_are_found_by_searching_alone() -> None:
    for asked in ASKED:
        dungeon, adventure = dungeon_of(*asked), made(*asked)
        sections = Sections(dungeon)
        for area in sections.places():
            for way in sections.ways(area.id):
                inside = {turn.words for turn in adventure.by_id[f"{area.id}.in"].turns}
                found = {turn.words for turn in adventure.by_id[f"{area.id}.found"].turns}
                if way.secret:
                    assert any(way.direction in words.lower() or words for words in found) and len(found) > 1
                else:
                    assert len(inside) > 1


def test_papers_are_read_where_they_lie() -> None:
    read = 0
    for asked in ASKED:
        adventure = made(*asked)
        for paper in dungeon_of(*asked).handouts:
            one = adventure.by_id.get(f"{paper.area}.see.{paper.where}")
            if one is not None:
                assert set(paper.text.splitlines()) <= {line.text for line in one.lines}
                read += 1
    assert read > 3


def test_out_of_a_hidden_way_its_door_is_seen_at_once() -> None:
    seen = 0
    for asked in ASKED:
        dungeon, sections = dungeon_of(*asked), Sections(dungeon_of(*asked))
        for level in dungeon.levels:
            hidden = {area.id for area in level.areas if area.hidden}
            for portal in level.portals:
                inner = hidden & set(portal.between)
                if portal.secret and portal.one_way is None and len(inner) == 1:
                    (here,) = inner
                    assert not next(way for way in sections.ways(here) if way.gate is portal).secret
                    seen += 1
    assert seen


def test_a_reinforced_door_of_passages_may_be_picked_and_a_barred_one_broken_from_outside() -> None:
    seen = set()
    for seed in range(6):
        dungeon = dungeon_of("passages", "medium", 2, f"doors {seed}")
        adventure, sections = story(dungeon), Sections(dungeon)
        for area in sections.places():
            for way in sections.ways(area.id):
                if way.gate.kind == "reinforced" and way.lock is not None:
                    lock = adventure.by_id[f"{area.id}.lock.{way.gate.id}"]
                    assert any("picked" in line.text for line in lock.lines)
                    assert any(
                        not turn.needs and not turn.after and turn.to != f"{area.id}.in" for turn in lock.turns
                    )
                    seen.add("reinforced")
                if way.gate.kind == "barred":
                    assert way.barred == (area.kind not in ("room", "cave"))
                    assert ("breaks it" in way_words(way)) == way.barred
                    seen.add("barred")
    assert seen == {"reinforced", "barred"}


def test_foes_left_alive_are_met_again_and_as_new() -> None:
    """The doorway of a known place leads to them until their box is ticked; nothing is drawn, no bargain holds."""
    adventure = made("tiles", "small", 3)
    foes = [one for one in adventure.paragraphs if one.id.endswith(".foes")]
    assert len(foes) > 4
    for one in foes:
        door = adventure.by_id[f"{one.id[:-5]}.door"]
        assert {turn.to for turn in door.turns} == {one.id}
        past = [turn for turn in one.turns if not turn.after and "." in turn.to and not turn.to.endswith(".spoils")]
        assert len(past) == 1  # past them, and they stay: their box is ticked by another way only
        assert any("anew" in line.text for line in one.lines)


def test_the_same_dungeon_gives_the_same_adventure() -> None:
    one, other = story(dungeon_of("labyrinth", "small", 2)), story(dungeon_of("labyrinth", "small", 2))
    assert [(p.id, p.lines, p.turns) for p in one.paragraphs] == [(p.id, p.lines, p.turns) for p in other.paragraphs]


def test_the_sample_with_every_kind_of_door_can_be_played() -> None:
    adventure = story(sample_dungeon())
    seen, held = explored(adventure)
    assert seen == {one.id for one in adventure.paragraphs} and WON in seen and PRIZE in held
