"""What scripts rely on: the id and die of each table, keys and words of its results; and that odds are the rows'."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from zinegen import rolltable
from zinegen.dice import Stream, parse_dice
from zinegen.rolltable import roll_table, table
from zinegen.words import lexicon

CONTRACT: dict[str, dict[str, Any]] = msgspec.toml.decode((Path(__file__).parent / "contract.toml").read_bytes())
OTHERS = sorted(set(rolltable.ids()) - set(CONTRACT))
"""Tables beyond the contract, which may grow: what the documents leave open, and water that is certainly there."""


def fits(kind: str | list[str], value: object) -> bool:
    """Whether a result's value is what the contract says of its key."""
    number = isinstance(value, int) and not isinstance(value, bool)
    if isinstance(kind, list):
        return value in kind
    if kind in ("notation", "notation or number") and not number:
        return isinstance(value, str) and parse_dice(value).sides > 0
    return {
        "number": number,
        "notation or number": number,
        "yes/no": isinstance(value, bool),
        "list": isinstance(value, list),
        "record": isinstance(value, dict),
        "see": isinstance(value, (str, list)),
    }[kind]


def test_every_table_is_there_and_what_is_ours_says_so() -> None:
    assert set(CONTRACT) <= set(rolltable.ids())
    assert {name for name in OTHERS if table(name).source["document"] != "own"} == {"water_certain"}
    assert list(rolltable.tables())[:4] == ["entrance_area", "room_size", "hall_size", "cave_size"]


@pytest.mark.parametrize("name", CONTRACT)
def test_die_keys_and_words(name: str) -> None:
    one, told = table(name), CONTRACT[name]
    assert one.dice == told["dice"]
    keys = told["keys"]
    for row in one.rows:
        assert set(row.result) <= set(keys)
        assert not [(key, value) for key, value in row.result.items() if not fits(keys[key], value)]
    used = {key for row in one.rows for key in row.result}
    assert used == set(keys)
    for key, kind in keys.items():
        if isinstance(kind, list):
            assert {row.result[key] for row in one.rows if key in row.result} == set(kind)


@pytest.mark.parametrize("name", rolltable.ids())
def test_every_table_says_where_it_stands_and_which_words_it_uses(name: str) -> None:
    one = table(name)
    assert one.keys, "without [keys] the load checks no word"
    document: str = one.source["document"]
    lines: list[int] = one.source["lines"]
    assert document in {"000", "002", "003", "004", "own"}
    assert document == "own" or (len(lines) == 2 and 0 < lines[0] <= lines[1])


@pytest.mark.parametrize("name", [name for name in rolltable.ids() if table(name).dice != "lookup"])
def test_ten_thousand_rolls_have_the_odds_of_the_rows(name: str) -> None:
    one, stream, rolls = table(name), Stream("odds", name), 10_000
    fell = Counter(str(one.row(one.roll(stream).rolled[0]).faces) for _ in range(rolls))
    share = Counter(str(one.row(face).faces) for face in one.faces)
    assert set(fell) == set(share)
    for row, faces in share.items():
        chance = faces / len(one.faces)
        assert abs(fell[row] - rolls * chance) < 4.5 * sqrt(rolls * chance * (1 - chance)), row


def test_conditions_ask_for_keys_that_there_are() -> None:
    """A slip in an `if` would go unseen: the step would just never be taken."""
    every = rolltable.tables()
    keys = {key for one in every.values() for key in one.keys}
    for one in every.values():
        told = {key for other in every.values() for row in other.rows for step in row.steps for key in step.with_}
        for row in one.rows:
            known = set(told)
            for step in row.steps:
                assert set(step.if_) | set(step.unless) <= known, (one.id, step)
                assert set(step.ignore) <= keys
                known |= set(every[step.table].keys)


def test_no_table_is_left_unrolled() -> None:
    """Each row of each table can be rolled with all that follows, at every level, guarded or not."""
    for name in rolltable.ids():
        one = table(name)
        for n in range(3 * len(one.rows)):
            roll = roll_table(
                name, Stream("all", name, n), level=1 if one.dice == "lookup" else 1 + n % 10, guarded=n % 2 == 0
            )
            assert rolltable.describe(roll)


def test_every_key_has_words() -> None:
    words = lexicon("tables")
    plain = {"kind", "shape", "feature", "coin", "item", "multiply", "dice", "count", "container", "trap", "hidden"}
    plain |= {"action", "door", "direction", "side", "event", "branch", "turn", "type", "magic", "alignment", "size"}
    plain |= {"content", "gate", "outcome", "leads", "cycle", "lock", "hardness", "barrier", "chambers", "add_sqft"}
    for name in rolltable.ids():
        for key, kind in table(name).keys.items():
            known = key in words["yes"] if kind == "yes/no" else key in words["phrase"] or key in plain
            assert known, f"{name}.{key} has no words"


def test_no_row_is_left_speechless_and_no_underscore_is_read() -> None:
    for name in rolltable.ids():
        one = table(name)
        for face in one.faces:
            if one.dice == "lookup":
                continue
            said = rolltable.describe(one.record((face,), one.row(face), one.at(face))).split(": ", 1)[1]
            assert said and (said.startswith("see ") or "_" not in said), f"{name} {face}: {said}"
