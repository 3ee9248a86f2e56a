"""Measures of how a dungeon hangs together, on levels small enough to count by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.dungeon.metrics import Graph, _ends, metrics, table
from zinegen.dungeon.model import SURFACE, End, Link
from zinegen.dungeon.textmap import text_to_dungeon


def level(picture: str, goal: str = "1-2") -> dict[str, object]:
    found: dict[str, object] = metrics(text_to_dungeon(picture, goal=goal))["levels"][0]
    return found


def test_a_ring_of_rooms() -> None:
    ring = level("1+3+2\n+   +\n4+5+6", goal="1-2")
    assert (ring["rooms"], ring["passages"], ring["loops"], ring["bridges"], ring["dead_ends"]) == (6, 0, 1, 0.0, 0)
    assert ring["routes"] == 2.0  # 2 squares by 3, 4 squares by 4, 5 and 6
    assert ring["linearity"] == 0.5
    assert ring["density"] == 1.0 and ring["aspect"] == 1.5 and ring["corridors"] == 0.0


def test_a_row_of_rooms() -> None:
    row = level("1+3+2+4", goal="1-4")
    assert (row["loops"], row["bridges"], row["dead_ends"], row["routes"]) == (0, 1.0, 0, None)
    assert row["linearity"] == 1.0


def test_leniency_counts_the_steps_where_nothing_threatens() -> None:
    made = text_to_dungeon("1+3+2+4", goal="1-4")
    (one,) = made.levels
    areas = tuple(replace(area, contents=("monster",)) if area.key == 3 else area for area in one.areas)
    found = metrics(replace(made, levels=(replace(one, areas=areas),)))
    assert found["leniency"] == found["levels"][0]["leniency"] == 0.75


def test_passages_are_edges_and_blind_ends_nothing() -> None:
    found = level("1 a a a 2\n+ =     +\nb b=c=d d\n  =     =\n  3     4", goal="1-2")
    assert found["loops"] == 0 and found["dead_ends"] == 2  # 3 and 4; a is blind
    assert (found["rooms"], found["passages"]) == (4, 4)
    assert found["corridors"] == pytest.approx(8 / 12, abs=0.001)
    assert found["density"] == pytest.approx(12 / 15, abs=0.001)


def test_two_doors_between_two_rooms_are_a_loop() -> None:
    assert level("1 1 1\n+   +\n2 2 2")["loops"] == 1
    assert level("1 1 1\n+   x\n2 2 2")["loops"] == 0


def test_stairs_on_a_landing_count_as_in_their_room() -> None:
    made = text_to_dungeon("a=1+3+2\n  +   +\n  4+5+6", goal="1-2")
    (one,) = made.levels
    (landing,) = [area for area in one.areas if area.key is None]
    down = Link(id="link-2", kind="stairs", from_=End(area="1-2", at=(6.5, 0.5)), to=End(area="2-1", at=(6.5, 0.5)))
    up = Link(
        id="link-1", kind="stairs", from_=End(area=SURFACE, at=(0.5, 0.5)), to=End(area=landing.id, at=(0.5, 0.5))
    )
    ends = _ends(replace(made, entrance="2-1", goal="2-1", links=(up, down)), one)
    assert ends == ["1-1", "1-2"]


LENGTHS = st.integers(1, 10**6).map(float)
EDGES = st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde"), LENGTHS), max_size=9)


@given(EDGES)
def test_two_ways_are_the_shortest_pair_that_shares_no_edge(edges: list[tuple[str, str, float]]) -> None:
    def ways(here: str, left: frozenset[int]) -> Iterator[tuple[float, frozenset[int]]]:
        if here == "e":
            yield 0.0, frozenset()
            return
        for i in left:
            a, b, length = edges[i]
            if a != b and here in (a, b):
                for more, used in ways(b if here == a else a, left - {i}):
                    yield length + more, used | {i}

    found = list(ways("a", frozenset(range(len(edges)))))
    pairs = [(x + y, max(x, y) / min(x, y)) for (x, p), (y, q) in combinations(found, 2) if not p & q]
    routes = Graph(edges).routes("a", "e")
    if not pairs:
        assert routes is None
    else:
        best = min(total for total, _ in pairs)
        assert any(routes == pytest.approx(ratio, abs=0.001) for total, ratio in pairs if total == best)


def test_the_sample() -> None:
    found = metrics(sample_dungeon())
    assert json.loads(json.dumps(found)) == found
    assert found["rooms"] == 25 and found["links"] == 9 and found["locks"] == 3
    one, two = found["levels"]
    assert (one["rooms"], two["rooms"]) == (17, 8)
    assert one["loops"] == 49 - 43 + 1 and one["dead_ends"] == 4
    assert 0.2 < one["density"] < 0.7 and 1 <= one["aspect"] < 1.4


def test_the_figures_are_a_table_to_read() -> None:
    lines = table(metrics(sample_dungeon()))
    assert lines[0] == "rooms: 25"
    assert "  level             1       2" in lines and "  rooms            17       8" in lines
    assert any(line.startswith("  routes            -") for line in lines)
