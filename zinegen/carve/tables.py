"""Rolling on the tables while carving: a stream and a table's id come in, a result goes out, the roll is kept."""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from typing import Any

from zinegen.dice import Stream
from zinegen.dungeon.model import Rolled
from zinegen.rolltable import Table, table

_table = cache(table)


def throw(stream: Stream, name: str, kept: list[Rolled], bend: str = "") -> dict[str, Any]:
    """Roll once on a table and keep the roll; where the result sends to is not rolled. The result is read-only."""
    one: Table = _table(name)
    faces, row = one.fall(stream)
    kept.append(Rolled(table=name, rolled=faces, bend=bend))
    return row.result


SIZES = ("room_size", "hall_size", "cave_size", "special_area")
SHAPES = ("special_shape",)


def bent(kept: list[Rolled], bend: str, of: Container[str] = ()) -> None:
    """Mark the last kept roll as bent; with `of`, the last on one of these tables, where there is one."""
    at = next((n for n in reversed(range(len(kept))) if kept[n].table in of), None) if of else len(kept) - 1
    if at is not None:
        one = kept[at]
        kept[at] = Rolled(table=one.table, rolled=one.rolled, bend=bend, drawn=one.drawn)


def sent(stream: Stream, result: dict[str, Any], kept: list[Rolled]) -> dict[str, Any]:
    """Follow a result's `see` as long as it names one table, adding the results up."""
    while isinstance(result.get("see"), str):
        result = {**result, "see": None, **throw(stream, result["see"], kept)}
    return result
