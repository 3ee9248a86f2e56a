"""Rolling a part of a room again: that part alone changes, what was written by hand stays, and all still agrees."""

from __future__ import annotations

import json
from functools import cache

import pytest
from command import zinegen
from msgspec.structs import replace

from zinegen.build import generate
from zinegen.dungeon.model import Area, Dungeon
from zinegen.dungeon.store import encode
from zinegen.errors import DungeonError
from zinegen.recipe import Recipe
from zinegen.reroll import WHATS, area_of, reroll
from zinegen.reroll_mend import mended, sworn


@cache
def made(seed: str = "again") -> Dungeon:
    """A dungeon with its recipe."""
    return generate(Recipe(seed=seed, size="small", levels=2))


def get(dungeon: Dungeon, id_: str) -> Area:
    """An area that is there."""
    area = area_of(dungeon, id_)
    assert area is not None
    return area


def rooms(dungeon: Dungeon, word: str) -> list[Area]:
    """The rooms whose dice gave them something."""
    return [
        area
        for level in dungeon.levels
        for area in level.areas
        if word in area.contents and area.key and area.id != dungeon.goal and not area.hidden
    ]


def put(dungeon: Dungeon, area: Area) -> Dungeon:
    """A dungeon with one area written over."""
    levels = tuple(
        replace(level, areas=tuple(area if one.id == area.id else one for one in level.areas))
        for level in dungeon.levels
    )
    return replace(dungeon, levels=levels)


def test_treasure_alone_changes() -> None:
    before = made()
    room = rooms(before, "treasure")[0]
    done = reroll(before, [room.id], "treasure", "x")
    now = get(done.dungeon, room.id)
    assert now.treasure != room.treasure and done.findings == ()
    assert (now.inhabitants, now.text.name, now.squares) == (room.inhabitants, room.text.name, room.squares)
    told = {"levels": (), "wandering": (), "rumours": (), "handouts": ()}
    assert replace(done.dungeon, **told) == replace(before, **told)
    others = [tuple(one for one in it.handouts if one.area != room.id) for it in (before, done.dungeon)]
    assert others[0] == others[1], "papers of other rooms stay"


def test_an_encounter_changes_and_what_speaks_of_it() -> None:
    before = made()
    changed = 0
    for room in rooms(before, "monster")[:4]:
        done = reroll(before, [room.id], "encounter", "y")
        now = get(done.dungeon, room.id)
        assert done.findings == ()
        assert now.text.name == room.text.name
        changed += now.inhabitants != room.inhabitants
    assert changed


def test_new_groups_join_the_factions_that_are_there() -> None:
    """Other dice number factions otherwise: who comes is sworn as its kind is here."""
    dungeon = made()
    held = [a for level in dungeon.levels for a in level.areas if any(one.faction for one in a.inhabitants)]
    room = held[0]
    one = next(one for one in room.inhabitants if one.faction)
    far, strange = (replace(one, id="x", faction="faction-9-9", creature=kind) for kind in (one.creature, "nobody"))
    new = sworn(replace(room, inhabitants=(far, strange)), room, dungeon)
    assert [group.faction for group in new.inhabitants] == [one.faction, None]
    homes = [(f, get(dungeon, f.home)) for f in dungeon.factions if f.home]
    faction, home = next(
        (f, a) for f, a in homes if any(f.id == g.faction for r in held if r != a for g in r.inhabitants)
    )
    empty = replace(home, inhabitants=())
    left = mended(put(dungeon, empty), (home, home, empty), dungeon, dungeon)
    moved = next(f.home for f in left.factions if f.id == faction.id)
    assert moved != home.id and faction.id in {group.faction for group in get(left, str(moved)).inhabitants}


def test_another_name_is_another_name_everywhere() -> None:
    before = made()
    goal = get(before, before.goal)
    done = reroll(before, [goal.id], "name", "z")
    new = get(done.dungeon, goal.id).text.name
    assert new != goal.text.name
    words = encode(replace(done.dungeon, recipe={})).decode()
    assert goal.text.name not in words and words.count(new) > 2


@pytest.mark.parametrize("what", WHATS)
def test_the_same_seed_gives_the_same_and_all_agrees(what: str) -> None:
    before = made()
    id_ = rooms(before, "monster")[0].id
    done = reroll(before, [id_], what, "s")
    assert done.findings == ()
    assert encode(done.dungeon) == encode(reroll(before, [id_], what, "s").dungeon)


def test_what_was_written_by_hand_stays() -> None:
    room = rooms(made(), "treasure")[0]
    mine = replace(room, text=replace(room.text, name="My Own Room", notes=("Mine.",)))
    other = next(one for one in rooms(made(), "monster") if one.id != room.id)
    theirs = replace(other, text=replace(other.text, first="All mine."))
    edited = put(put(made(), mine), theirs)
    done = reroll(edited, [room.id], "treasure", "x")
    now = get(done.dungeon, room.id)
    assert now.text.name == "My Own Room" and "Mine." in now.text.notes
    assert get(done.dungeon, other.id).text.first == "All mine."
    assert now.treasure == get(reroll(made(), [room.id], "treasure", "x").dungeon, room.id).treasure


def test_what_is_pinned_is_refused_and_kept() -> None:
    room = rooms(made(), "monster")[0]
    pinned = put(made(), replace(room, pinned=True))
    with pytest.raises(DungeonError, match="pinned"):
        reroll(pinned, [room.id], "treasure", "x")
    other = rooms(made(), "monster")[1]
    assert get(reroll(pinned, [other.id], "name", "x").dungeon, room.id) == get(pinned, room.id)


def test_bad_wishes_are_named() -> None:
    with pytest.raises(DungeonError, match=r"9-9.*2-14"):
        reroll(made(), ["9-9"], "treasure", "x")
    with pytest.raises(DungeonError, match=r"colour.*contents, treasure"):
        reroll(made(), ["1-1"], "colour", "x")
    moved = put(made(), replace(get(made(), "1-2"), squares=((0, 0, 1),)))
    with pytest.raises(DungeonError, match="floor plan"):
        reroll(moved, ["1-1"], "treasure", "x")


def test_what_does_not_agree_is_told_in_words() -> None:
    """A line names the place and what to do about it, as `zinegen check` does."""
    dungeon = replace(made(), goal="9-9")
    told = reroll(dungeon, [rooms(made(), "treasure")[0].id], "treasure", "x").findings
    assert told and not any("Finding(" in line for line in told)


def test_the_command_writes_the_file(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "dungeon.json"
    file.write_bytes(encode(made()))
    room = rooms(made(), "treasure")[0].id
    done = zinegen("reroll", str(file), room, "--what", "treasure", "--seed", "x", "--json")
    assert json.loads(done.stdout)["seed"] == "x"
    assert file.read_bytes() == encode(reroll(made(), [room], "treasure", "x").dungeon)


def test_a_wish_that_comes_to_nothing_is_told_why() -> None:
    bare = next(a for a in made().levels[0].areas if a.key and not a.treasure and not a.inhabitants)
    assert "no treasure in it" in reroll(made(), [bare.id], "treasure", "x").notes[0]
    assert "nobody is in it" in reroll(made(), [bare.id], "encounter", "x").notes[0]
    assert reroll(made(), [bare.id], "contents", "x").notes == ()


@pytest.mark.parametrize("what", WHATS)
def test_other_dice_change_no_byte_elsewhere(what: str) -> None:
    """All that is not of the area, nor speaks of it, stays to the letter; what was rolled stays rolled."""
    before = made()
    room = rooms(before, "treasure")[0]
    done = reroll(before, [room.id], what, "y")
    old, new = (json.loads(encode(one)) for one in (before, done.dungeon))
    for key in set(old) - {"levels", "factions", "rumours", "handouts", "wandering", "key_items", "premise"}:
        assert old[key] == new[key], key
    for was, now in zip(old["levels"], new["levels"], strict=True):
        assert {**was, "areas": 0} == {**now, "areas": 0}
        changed = {a["id"] for a, b in zip(was["areas"], now["areas"], strict=True) if a != b}
        assert changed <= set(done.changed)
        for a, b in zip(was["areas"], now["areas"], strict=True):
            assert (a["outline"], a["squares"], a["pinned"]) == (b["outline"], b["squares"], b["pinned"])
