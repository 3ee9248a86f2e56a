"""What the pages know of who is there: the fights of the tracker, factions, bestiary, lists by letter."""

from __future__ import annotations

import json

from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.dungeon.model import Dungeon
from zinegen.publish import arena, finder, people
from zinegen.publish.keys import KeyPrinter
from zinegen.publish.pressroom import _data


def printer(dungeon: Dungeon) -> KeyPrinter:
    return KeyPrinter(dungeon, ("first", "details", "monsters", "treasure", "exits"), prose=False)


def lairs(dungeon: Dungeon) -> list[str]:
    areas = (area for level in dungeon.levels for area in level.areas if area.key is not None)
    return [area.id for area in areas if area.inhabitants]


def test_every_lair_and_every_wanderer_is_a_fight() -> None:
    dungeon = sample_dungeon()
    fights = arena.fights(dungeon)
    assert len(fights) == len(lairs(dungeon)) + len(dungeon.wandering)
    assert {fight["name"].split()[0] for fight in fights[: len(lairs(dungeon))]} == set(lairs(dungeon))
    for fight in fights:
        names = [one["name"] for one in fight["fighters"]]
        assert names and len(names) == len(set(names)), fight["name"]


def test_a_fight_has_the_hit_points_of_the_record() -> None:
    dungeon = sample_dungeon()
    wanderer = dungeon.wandering[0]
    fight = arena.fights(dungeon)[len(lairs(dungeon))]
    assert [n for one in fight["fighters"] for n in one["hp"]] == list(wanderer.inhabitant.stats.hp)


def test_no_name_can_end_the_script_that_holds_it() -> None:
    text = str(_data([{"name": "</script><script>alert(1)"}]))
    assert "<" not in text and json.loads(text) == [{"name": "</script><script>alert(1)"}]


def test_printings_of_a_dungeon_share_what_is_kept_and_other_dungeons_do_not() -> None:
    dungeon = sample_dungeon()
    again = replace(dungeon, licence="CC0", levels=tuple(replace(level, text="Other.") for level in dungeon.levels))
    assert arena.keepsake(again) == arena.keepsake(dungeon)
    assert arena.keepsake(replace(dungeon, seed="another")) != arena.keepsake(dungeon)


def test_everybody_is_with_a_faction_or_on_their_own() -> None:
    dungeon = sample_dungeon()
    prints = printer(dungeon)
    groups = [group for party in people.parties(dungeon, prints) for group in party.groups]
    groups += people.loners(dungeon, prints)
    everyone = [g for level in dungeon.levels for area in level.areas if area.key for g in area.inhabitants]
    assert len(groups) == len(everyone)


def test_the_bestiary_has_each_kind_once() -> None:
    dungeon = sample_dungeon()
    names = [beast.name for beast in people.bestiary(dungeon, printer(dungeon))]
    assert names == sorted(names, key=str.casefold)
    everyone = [g for level in dungeon.levels for area in level.areas if area.key for g in area.inhabitants]
    everyone += [one.inhabitant for one in dungeon.wandering]
    assert len(names) == len({group.creature or group.name for group in everyone})


def test_lists_are_by_letter_whatever_article_or_accent_begins_a_name() -> None:
    dungeon = sample_dungeon()
    first, *rest = dungeon.levels
    named = {1: "The Écluse", 2: "Zoo", 3: "Dairy", 4: "Forge"}
    areas = tuple(
        replace(area, text=replace(area.text, name=named[area.key])) if area.key in named else area
        for area in first.areas
    )
    changed = replace(dungeon, levels=(replace(first, areas=areas), *rest))
    found = dict(finder.lists(changed, printer(changed)))["areas"]
    order = [entry.name for entry in found if entry.name in named.values()]
    assert order == ["Dairy", "The Écluse", "Forge", "Zoo"]
