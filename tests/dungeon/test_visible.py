"""What players may see: pictures before and after."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import pytest
from msgspec.structs import replace
from sample import oval, sample_dungeon
from shapely import Polygon, box

from zinegen.dungeon.model import Area, Dungeon, End, Feature, Link, Portal
from zinegen.dungeon.store import encode
from zinegen.dungeon.textmap import level_to_text, text_to_dungeon
from zinegen.dungeon.visible import without_secrets
from zinegen.dungeon.walls import closed_up


def seen(picture: str, features: dict[str, tuple[Feature, ...]] | None = None, **more: Any) -> list[str]:
    """The lines of the player's picture of a level."""
    dungeon = text_to_dungeon(picture, goal="1-1", **more)
    level = dungeon.levels[0]
    areas = tuple(replace(a, features=(features or {}).get(a.id, ())) for a in level.areas)
    dungeon = replace(dungeon, levels=(replace(level, areas=areas),))
    shown = without_secrets(dungeon)
    assert without_secrets(shown) == shown
    return level_to_text(shown.levels[0]).replace(".", " ").rstrip().splitlines()


def lines(picture: str) -> list[str]:
    return [line.rstrip() for line in picture.rstrip().splitlines()]


CASES = {
    "a passage that ends at a secret door is a dead end, and its door stays": """
        1 1+a a aS2 2
        ---
        1 1+a a a
        """,
    "so is one of a single square behind an arch": """
        1 1naSb b+2
        ---
        1 1na
        """,
    "what lies behind a secret is not there, however far it goes": """
        1 1+a aS2 2=b b
                    =
            3 3Sc c c c
        ---
        1 1+a a
        """,
    "a passage is seen from both of its ends, and the secret door between them from neither": """
        1 1=a aSb b=2 2
        +             +
        c c c c c c c c
        ---
        1 1=a a b b=2 2
        +             +
        c c c c c c c c
        """,
    "a true dead end": """
        1 1+a a a   2
        +           S
        b b b b b b b
        ---
        1 1+a a a
        +
        b b b b b b b
        """,
    "a door that opens from the far side only": """
        1 1+a a<2 2
        ---
        1 1+a a
        """,
    "a door that opens from here only is a door like any other": """
        1 1>2 2
        =   =
        a a a
        ---
        1 1+2 2
        =   =
        a a a
        """,
    "what looks like a door and is none": """
        1 1x2 2
        =   =
        a a a
        ---
        1 1 2 2
        =   =
        a a a
        """,
    "what a door hides until it is tried": """
        1L2#3/4R5~6%7n8H9
        ---
        1+2+3+4R5~6%7n8H9
        """,
    "a tail of several pieces, with a branch": """
        1 1=a a=b b=cS2
                +
                3 3
        ---
        1 1=a a=b b=c
                +
                3 3
        """,
    "a bent passage": """
        1=a a a a
            +
            2   a
                S
                3
        ---
        1=a a a a
            +
            2   a
        """,
    "a passage with a secret at both ends and a door at its middle": """
        3Sa a a a a aS4
              + +
              1 2
        ---
          a a a a a a
              + +
              1 2
        """,
    "a ring of passages with a secret room in its middle": """
        1+a a a
            S =
            2 b

          b b b
          +
          3
        ---
        1+a a a
              =
              b

          b b b
          +
          3
        """,
}
"""What is there, and below the line what players see of it."""


@pytest.mark.parametrize("case", CASES)
def test_what_can_be_walked_into_is_there_and_nothing_else(case: str) -> None:
    whole, shown = textwrap.dedent(CASES[case].removeprefix("\n")).split("---\n")
    assert seen(whole.removesuffix("\n")) == lines(shown)


def test_what_marks_an_area_hidden_hides_it() -> None:
    dungeon = text_to_dungeon("1+a+2", goal="1-2")
    level = dungeon.levels[0]
    hidden = replace(level, areas=tuple(replace(a, hidden=a.id == "1-2") for a in level.areas))
    shown = without_secrets(replace(dungeon, levels=(hidden,))).levels[0]
    assert [a.id for a in shown.areas] == ["1-1", "1-a1"] and len(shown.portals) == 1


def links_of(*links: Link, hidden_at: str = "") -> Dungeon:
    """Two levels joined by links, whose symbols stand at both of their ends; one area's may be hidden."""
    dungeon = text_to_dungeon("1+a a 2\n    = =\n    b b", "1+2 2+a a", goal="1-1", links=links)
    levels = []
    for level in dungeon.levels:
        areas = [
            replace(
                area,
                features=tuple(
                    Feature(kind="ladder", at=end.at, link=link.id, hidden=area.id == hidden_at)
                    for link in links
                    for end in (link.from_, link.to)
                    if end.area == area.id
                ),
            )
            for area in level.areas
        ]
        levels.append(replace(level, areas=tuple(areas)))
    return replace(dungeon, levels=tuple(levels))


def ladder(id_: str, a: str, b: str, at: tuple[float, float], **more: Any) -> Link:
    return Link(id=id_, kind="ladder", from_=End(area=a, at=at), to=End(area=b, at=at), **more)


def test_a_level_below_a_hidden_trapdoor_is_not_there() -> None:
    shown = without_secrets(links_of(ladder("link-1", "1-1", "2-1", (0.5, 0.5))))
    assert [len(level.areas) for level in shown.levels] == [4, 3] and len(shown.links) == 1
    for dungeon in (
        links_of(ladder("link-1", "1-1", "2-1", (0.5, 0.5)), hidden_at="1-1"),
        links_of(ladder("link-1", "1-1", "2-1", (0.5, 0.5), secret=True)),
        links_of(ladder("link-1", "2-1", "1-1", (0.5, 0.5), one_way=True)),
    ):
        shown = without_secrets(dungeon)
        assert [level.number for level in shown.levels] == [1] and not shown.links
        assert not any(area.features for level in shown.levels for area in level.areas)


def test_a_level_below_stairs_behind_a_secret_is_there_as_those_see_it_who_come_down() -> None:
    links = (ladder("link-1", "1-2", "2-1", (3.5, 0.5)), ladder("link-2", "2-1", "1-2", (4.5, 0.5)))
    feature = Feature(kind="ladder", at=(0.5, 0.5), link="link-1")
    dungeon = text_to_dungeon("1S2", "1=a+2\n    S\n    3", goal="1-1", links=links)
    upper, lower = dungeon.levels
    lower = replace(lower, areas=tuple(replace(a, features=(feature,) if a.id == "2-1" else ()) for a in lower.areas))
    shown = without_secrets(replace(dungeon, levels=(upper, lower)))
    assert [[area.id for area in level.areas] for level in shown.levels] == [["1-1"], ["2-1", "2-2", "2-a1"]]
    assert shown.links == () and [f.kind for f in shown.levels[1].areas[0].features] == ["ladder"]
    assert without_secrets(shown) == shown


def test_what_has_been_found_is_there_whatever_hides_it() -> None:
    dungeon = text_to_dungeon("1S2+a a 3", goal="1-1")
    assert [a.id for a in without_secrets(dungeon).levels[0].areas] == ["1-1"]
    assert [a.id for a in without_secrets(dungeon, ["1-2"]).levels[0].areas] == ["1-1", "1-2", "1-a1"]


def test_links_are_counted_anew() -> None:
    shown = without_secrets(
        links_of(ladder("link-1", "1-1", "2-1", (0.5, 0.5), secret=True), ladder("link-2", "1-2", "2-2", (3.5, 0.5)))
    )
    assert [(link.id, link.to.area) for link in shown.links] == [("link-1", "2-2")]
    assert [f.link for f in shown.levels[1].areas[1].features] == ["link-1"]


# ---------------------------------------------------------------------------------------------------- the sample


@pytest.fixture(scope="module")
def player() -> Dungeon:
    return without_secrets(sample_dungeon())


def test_twice_is_once(player: Dungeon) -> None:
    assert encode(without_secrets(player)) == encode(player)


def test_the_sample_keeps_its_secrets(player: Dungeon) -> None:
    gone = [a.id for level in sample_dungeon().levels for a in level.areas if not seen_in(a, player)]
    assert sum(len(level.areas) for level in player.levels) == 60 - 4
    assert gone == ["1-10", "1-15", "1-a12", "1-a20"]
    kinds = {f.kind for level in player.levels for area in level.areas for f in area.features}
    assert not kinds & {"goal", "key", "trap", "pit"} and "trapdoor" not in kinds


def seen_in(area: Area, player: Dungeon) -> bool:
    """Whether an area is in the player's dungeon, by a square in its middle row."""
    run = area.squares[len(area.squares) // 2]
    levels = [level for level in player.levels if level.number == int(area.id[0])]
    return any(y == run[0] and x0 <= run[1] < x1 for a in levels[0].areas for y, x0, x1 in a.squares)


def test_a_round_wall_is_round_where_a_secret_door_squared_it_off(player: Dungeon) -> None:
    before, after = (next(a for a in d.levels[0].areas if a.id == "1-9") for d in (sample_dungeon(), player))
    assert (43, 48) in before.outline and (43, 48) not in after.outline
    east = [p for p in after.outline if p[0] > 42.5]
    assert len(east) > 4 and max(p[0] for p in east) <= 43
    natural = Polygon(oval(30, 45, 43, 53))
    assert natural.symmetric_difference(Polygon(after.outline)).difference(box(29, 47, 31, 51)).area < 0.8


@pytest.mark.parametrize(
    ("shape", "natural", "squared", "at", "width"),
    [
        ("hexagon", ((3, 0), (6, 3), (6, 7), (3, 10), (0, 7), (0, 3)),
         ((2, 1), (2, 0), (4, 0), (4, 1), (6, 3), (6, 7), (3, 10), (0, 7), (0, 3)), (2, 0), 2),
        ("hexagon", ((3, 0), (6, 3), (6, 7), (3, 10), (0, 7), (0, 3)),
         ((3, 0), (4, 0), (4, 1), (6, 3), (6, 7), (3, 10), (0, 7), (0, 3)), (3, 0), 1),
        ("octagon", ((2, 0), (6, 0), (8, 2), (8, 6), (6, 8), (2, 8), (0, 6), (0, 2)),
         ((1, 1), (1, 0), (6, 0), (8, 2), (8, 6), (6, 8), (2, 8), (0, 6), (0, 2)), (1, 0), 1),
        ("triangle", ((0, 0), (8, 0), (4, 4)), ((0, 0), (8, 0), (4, 4)), (3, 0), 2),
    ],
)  # fmt: skip
def test_a_slanted_wall_runs_on_where_a_hidden_door_stood(
    shape: Any, natural: Any, squared: Any, at: tuple[int, int], width: int
) -> None:
    squares = tuple((y, 0, 8) for y in range(10))
    area = Area(id="1-1", key=1, kind="room", shape=shape, outline=squared, squares=squares)
    door = Portal(id="p", kind="door", between=("1-1", "1-2"), at=at, side="north", width=width, secret=True)
    ring, _ = closed_up(area, [door])
    assert Polygon(ring).symmetric_difference(Polygon(natural)).area < 0.01
    assert closed_up(replace(area, shape="rectangle"), [door])[0] == squared


def test_no_word_of_what_is_hidden_is_left(player: Dungeon) -> None:
    """Every text but titles and the few harmless names is gone, and so is everything that could be counted."""
    whole = json.loads(encode(player))
    texts = set(_texts(whole))
    harmless = {"CC BY-SA 4.0", "SAMPLE-1349", "The Salt Stair", "The Priory", "Under the Rock", "labyrinth", "0.1.0"}
    harmless |= {"drowned", "A sunken priory where the tide keeps the hours", "bell", "classic", "a4", "full"}
    assert {t for t in texts if " " in t} <= harmless
    assert "lock-1" not in texts and "hidden" not in texts
    for level in player.levels:
        assert [p.id for p in level.portals] == [f"{level.number}-p{n + 1}" for n in range(len(level.portals))]
        loose = [a.id for a in level.areas if a.key is None]
        assert loose == [f"{level.number}-a{n + 1}" for n in range(len(loose))]
        assert not level.reserved and not level.rolls and not level.flow.cycles
        assert all(not (p.secret or p.trapped or p.lock or p.one_way or p.name) for p in level.portals)
        bare = Area(id="", key=None, kind="room", shape="strip", outline=(), squares=())
        for area in level.areas:
            assert (
                replace(area, id="", key=None, kind="room", shape="strip", outline=(), squares=(), features=())
                == bare
            )


def _texts(value: Any) -> Any:
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(part)
