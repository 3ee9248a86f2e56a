"""Whatever one writes into a dungeon.json is refused, found fault with, or works: nothing falls over."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from sample import sample_dungeon

from zinegen.dice import Stream
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.metrics import metrics
from zinegen.dungeon.store import decode, encode
from zinegen.dungeon.visible import without_secrets
from zinegen.dungeon.ways import exits
from zinegen.errors import DungeonError
from zinegen.explain import explain

VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 3, 7.5, -0.001, 10**9, 10**30, 1e300, "", "1-1", "1-99", "surface", "door", [], {}, [0, 0],
    [[0, 0]], [[46, 20, 28]], "\u0000", "1-p2", "link-1", "lock-1",
)  # fmt: skip
PLAIN = json.loads(encode(sample_dungeon()))


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The place of everything in a tree."""
    found = [at] if at else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        found += paths(part, (*at, key))
    return found


PLACES = paths(PLAIN)
ALIKE: dict[Any, list[tuple[Any, ...]]] = {}
for _place in PLACES:
    ALIKE.setdefault(_place[-1], []).append(_place)


def edited(stream: Stream) -> Any:
    """The sample with one to three wrong edits."""
    whole = copy.deepcopy(PLAIN)
    for _ in range(stream.between(1, 3)):
        place = stream.choice(PLACES)
        try:
            parent = whole
            for key in place[:-1]:
                parent = parent[key]
            how = stream.below(8)
            if how == 0:
                del parent[place[-1]]
            elif how == 1 and isinstance(parent, list):
                parent.append(copy.deepcopy(parent[place[-1]]))
            elif how < 7:  # something of its kind from elsewhere
                other = whole
                for key in stream.choice(ALIKE[place[-1]] if how > 2 else PLACES):
                    other = other[key]
                parent[place[-1]] = copy.deepcopy(other)
            else:
                parent[place[-1]] = stream.choice(VALUES)
        except (KeyError, IndexError, TypeError):
            continue
    return whole


def survives(number: int) -> str:
    """What became of one edited dungeon."""
    try:
        dungeon = decode(json.dumps(edited(Stream("fuzz", number))).encode())
    except DungeonError as fault:
        assert "\n" not in str(fault)
        return "refused"
    if integrity(dungeon):
        return "found"
    judge(dungeon)
    exits(dungeon)
    metrics(dungeon)
    for level in dungeon.levels:
        for area in level.areas:
            explain(dungeon, area.id)
    player = without_secrets(dungeon)
    assert without_secrets(player) == player
    assert encode(decode(encode(dungeon))) == encode(dungeon)
    return "works"


def test_wrong_edits_do_no_harm() -> None:
    ends = [survives(number) for number in range(200)]
    assert min(ends.count(end) for end in ("refused", "found", "works")) > 10


@pytest.mark.soak
def test_many_wrong_edits_do_no_harm() -> None:
    for number in range(20_000):
        survives(number)
