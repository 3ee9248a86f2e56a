"""Exits: as a game master reads them, from both sides."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from sample import sample_dungeon

from zinegen.dungeon.model import Dungeon, End, Link
from zinegen.dungeon.textmap import text_to_dungeon
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


def ways(*pictures: str, **more: Any) -> dict[str, list[str]]:
    """What each key says of its exits."""
    dungeon = text_to_dungeon(*pictures, goal="1-1", **more)
    assert reciprocal(dungeon)
    return {area: [told(e) for e in found] for area, found in exits(dungeon).items()}


def test_doors_go_clockwise_and_each_wall_from_its_left() -> None:
    found = ways("2 3 4\n+ = #\n1 1 1L5\n\n1 1 1+5\n/   n\n6 7 8")
    assert found["1-1"] == [
        "north door -> 1-2", "north open -> 1-3", "north barred -> 1-4",
        "east locked -> 1-5", "east door -> 1-5",
        "south arch -> 1-8", "south stuck -> 1-6",
    ]  # fmt: skip


def test_a_passage_leads_to_what_lies_behind_it_the_nearest_first() -> None:
    found = ways("1+a a a a a a=5\n    +   +   n\n    2   3   4")
    assert found["1-1"] == ["east door -> 1-2 by door -> 1-3 by door ..."]
    assert found["1-4"] == ["north arch -> 1-5 -> 1-3 by door -> 1-2 by door ..."]
    assert found["1-3"] == ["north door -> 1-2 by door -> 1-4 by arch -> 1-5 -> 1-1 by door"]


def test_two_doors_into_one_passage_are_two_exits() -> None:
    found = ways("1 1 1\n+   +\na a a=2")
    assert found["1-1"] == ["south door -> 1-2", "south door -> 1-2"]
    assert found["1-2"] == ["west open -> 1-1 by door"]


def test_a_way_round_without_secrets_is_named_before_a_short_one_with() -> None:
    plain = ways("1 1=a a a\n    S   =\n    2+b b")
    assert plain["1-1"] == ["east open -> 1-2 by door"]
    assert plain["1-2"] == ["north door secret -> 1-1", "east door -> 1-1"]
    assert ways("1 1=a a a\n    S\n    2")["1-1"] == ["east open -> 1-2 by door, secret"]


def test_dead_ends_false_doors_and_rings() -> None:
    assert ways("1+a a")["1-1"] == ["east door"]
    assert ways("1x2")["1-1"] == ["east false"]
    assert ways("1+a\n+ \na a")["1-1"] == ["east door -> 1-1 by door", "south door -> 1-1 by door"]


def test_what_opens_one_way_says_so_on_both_sides() -> None:
    found = ways("1>2+a<3")
    assert found["1-1"] == ["east door one-way out -> 1-2"]
    assert found["1-2"] == ["east door -> 1-3 by door, one-way in", "west door one-way in -> 1-1"]
    assert found["1-3"] == ["west door one-way out -> 1-2 by door"]


def stairs(id_: str, a: str, b: str, at: float = 0.5, **more: Any) -> Link:
    return Link(id=id_, kind="stairs", from_=End(area=a, at=(at, 0.5)), to=End(area=b, at=(at, 0.5)), **more)


def test_stairs_in_a_passage_are_named_with_the_level_they_lead_to() -> None:
    links = (stairs("link-1", "1-a1", "2-a1", 3.5), stairs("link-2", "surface", "1-1"))
    found = ways("1+a a a+2", "    . a+1", links=links)
    assert found["1-1"] == ["east door -> 1-2 by door -> 2-1 by door, link-1", "up stairs -> surface"]
    assert found["2-1"] == ["west door -> 1-2 by door, link-1 -> 1-1 by door, link-1"]


def test_stairs_far_down_a_passage_are_named_by_the_nearest() -> None:
    picture = "1=a a a a a a a a a a\n  +   +   +   +   +\n  2   3   4   5   6"
    found = ways(picture, "." + " " * 19 + "1", links=(stairs("link-1", "1-a1", "2-1", 10.5),))
    assert found["2-1"][0].startswith("up stairs -> 1-6 by door")
    assert "2-1 by stairs, link-1" in found["1-6"][0]
    assert "2-1" not in found["1-2"][0]


def test_links_of_an_area_come_last() -> None:
    links = (
        stairs("link-1", "1-1", "2-1"), stairs("link-2", "1-1", "surface", one_way=True),
        Link(id="link-3", kind="teleporter", from_=End(area="1-1", at=(0, 0)), to=End(area="1-2", at=(1, 0))),
        Link(id="link-4", kind="chasm_sight", from_=End(area="1-1", at=(0, 0)), to=End(area="2-1", at=(0, 0))),
    )  # fmt: skip
    found = ways("1 2\n+\n3", "1", links=links)
    assert found["1-1"] == [
        "south door -> 1-3", "up stairs one-way out -> surface", "down stairs -> 2-1", "away teleporter -> 1-2",
    ]  # fmt: skip
    assert found["2-1"] == ["up stairs -> 1-1"]


ROW = st.text("123ab=+S ", max_size=9)


@given(st.lists(ROW, max_size=5), st.booleans())
def test_what_is_named_here_is_named_there(rows: list[str], linked: bool) -> None:
    picture = "\n".join(["1 1 1", *rows])
    try:
        links = (stairs("link-1", "1-1", "2-1"), stairs("link-2", "1-a1", "2-1")) if linked else ()
        dungeon = text_to_dungeon(picture, picture, goal="1-1", links=links)
    except ValueError:
        return
    assert reciprocal(dungeon)
    for found in exits(dungeon).values():
        assert all(len(set(e.to)) == len(e.to) for e in found)
