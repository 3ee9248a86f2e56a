"""Exits: as a game master reads them, from both sides."""

from __future__ import annotations

from sample import sample_dungeon

from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.ways import Exit, exits


def told(exit_: Exit) -> str:
    """One exit on a line, as a key might say it."""
    parts = [exit_.direction, exit_.kind]
    parts += ["secret"] * exit_.secret + [f"one-way {exit_.one_way}"] * bool(exit_.one_way)
    parts += [f"({exit_.lock.id})"] if exit_.lock else []
    for way in exit_.ways:
        notes = [way.kind] * (way.kind not in ("", "open")) + ["secret"] * way.secret
        notes += [f"one-way {way.one_way}"] * bool(way.one_way) + [lock.id for lock in way.locks] + list(way.links)
        parts.append(f"-> {way.to}" + f" by {', '.join(notes)}" * bool(notes))
    return " ".join(parts) + " ..." * exit_.more


def reciprocal(dungeon: Dungeon) -> bool:
    """Whether all that is named from one side is named from the other."""
    found = exits(dungeon)
    named = {(here, to) for here, ways in found.items() for way in ways for to in way.to if to != "surface"}
    return all((to, here) in named for here, to in named)


def test_the_sample_reads_as_a_game_master_would_say_it() -> None:
    found = exits(sample_dungeon())
    assert [told(e) for e in found["1-3"]] == [
        "north barred -> 1-4",
        "east open -> 1-1 by locked, lock-1",
        "west door secret one-way in -> 1-6 by stuck",
    ]
    assert [told(e) for e in found["1-6"]] == [
        "north door secret -> 1-11 by reinforced -> 1-12 by door ...",
        "east portcullis -> 1-5",
        "south door -> 1-4",
        "south stuck -> 1-3 by door, secret, one-way out",
        "up shaft -> surface",
        "down ladder -> 2-2",
    ]
    assert [told(e) for e in found["1-11"]] == [
        "east door secret -> 1-12",
        "south reinforced -> 2-1 by arch, link-2 -> 1-12 by door -> 1-6 by door, secret ...",
    ]
    assert [told(e) for e in found["1-10"]] == ["west stuck -> 1-9 by door, secret",
                                                "down trapdoor secret one-way out -> 2-6"]  # fmt: skip
    assert [told(e) for e in found["1-17"]][1] == "west false"
    assert [told(e) for e in found["2-8"]] == [
        "east door one-way out -> 2-4",
        "south locked (lock-3) -> 2-7",
        "west open -> 2-1 by double",
    ]
    assert told(found["2-4"][1]) == "west open -> 2-8 by door, one-way in"
    assert found["1-4"][1].through == "1-a24"
    assert found["1-1"][0].at == (24.0, 46) and found["1-2"][2].at == (24.0, 44)


def test_every_keyed_area_is_there_and_what_one_side_names_the_other_names() -> None:
    dungeon = sample_dungeon()
    keyed = [area.id for level in dungeon.levels for area in level.areas if area.key is not None]
    assert list(exits(dungeon)) == keyed
    assert reciprocal(dungeon)
