"""Read and check one roll table: a TOML file comes in, a checked TableFile comes out, or a line with what is wrong.

A file holds the die, the place in the source document, the keys its results may have with their words, and the rows:

    dice = "1d6"
    source = { document = "000", lines = [267, 272] }
    [keys]
    turn = ["left_90", "right_90"]
    see = "table"
    rows = [{ faces = "1-9", result = { turn = "left_90" } }, ...]       (before [keys], as TOML wants it)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from zinegen.dice import Notation, parse_dice
from zinegen.errors import TableError

LOOKUP = "lookup"
"""The `dice` of a table that is looked up by level, not rolled."""
MOST_FACES = 10_000
TYPES = frozenset(["number", "yes/no", "amount", "number or amount", "die", "table", "list", "record"])
"""What a key's value may be where no words are listed; an `amount` is dice notation that is rolled for its total."""
UNTOLD = {"see": "table", "roll": "table", "dice": "amount", "count": "number", "multiply": "number"}
"""What the keys with a meaning of their own must be where a file has no [keys]."""
Facts = dict[str, Any]
"""Conditions on results: key -> the value, or a list of values, that fits."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"if_": "if", "with_": "with"}):
    """One table to roll after a row."""

    table: str
    if_: Facts = {}
    """Only where the results so far (of this row's earlier steps) fit."""
    unless: Facts = {}
    ignore: Facts = {}
    """A roll with such a result, at any depth, does not count and is rolled again."""
    with_: Facts = {}
    """Facts that the next table's own conditions may ask for."""
    guarded: bool = False
    """Its treasure is guarded."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row: the faces it stands for and what they mean."""

    faces: int | str | list[int | str]
    result: dict[str, Any]
    then: tuple[Step, ...] | None = None
    """Tables to roll next; left out: those that `see` and `roll` name, in that order."""
    note: str = ""
    """Why the row reads as it does, where the document leaves a doubt."""
    extra: dict[str, Any] = {}
    """What the house knows of the row beyond the result's keys: water in a cave, the alignment as played."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The tables to roll after this row."""
        if self.then is not None:
            return self.then
        return tuple(Step(name) for name in named_tables(self.result))


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a table stands: the document's number and its first and last line; "own" for a table of the house."""

    document: str
    lines: tuple[int, ...] = ()


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll table as written."""

    dice: str
    source: Source
    rows: tuple[Row, ...]
    keys: dict[str, str | list[str] | dict[str, list[str]]] = {}
    """Result key -> a type, the words it may take, or `{ each = words }` for a list of them; empty: not checked."""
    per_level: bool = False
    """Dice counts and counts are multiplied by the level."""
    guarded_plus: int = 0
    """What is added to the die where the treasure is guarded."""


def named_tables(result: dict[str, Any]) -> list[str]:
    """The tables that a result names under `see` and `roll`, in order."""
    named: list[str] = []
    for key in ("see", "roll"):
        value = result.get(key, [])
        named += [value] if isinstance(value, str) else value
    return named


def read(path: Path) -> TableFile:
    """Read and check a table file. Raises TableError naming file and row; dead references are left to the caller."""
    try:
        file = msgspec.toml.decode(path.read_bytes(), type=TableFile)
    except OSError as fault:
        raise TableError(f"{path}: cannot be read: {fault.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise TableError(f"{path.name}: {_in_rows(str(fault))}") from None
    for at, row in enumerate(file.rows):
        fault_found = _fault_of(row, file.keys)
        if fault_found:
            raise TableError(f"{path.name}, row {at + 1} (faces {row.faces}): {fault_found}")
    return file


def _in_rows(fault: str) -> str:
    """A decoder's message with its path counted as a reader counts rows."""
    return re.sub(r"`\$\.?rows\[(\d+)\](.*?)`", lambda hit: f"row {int(hit[1]) + 1}{hit[2]}", fault)


def domain(dice: str, name: str) -> tuple[int, ...]:
    """Every face that can be rolled; for a lookup by level none is certain. Raises TableError."""
    if dice == LOOKUP:
        return ()
    try:
        notation: Notation = parse_dice(dice)
    except TableError as fault:
        raise TableError(f"{name}: dice: {fault}") from None
    if notation.kind == "d66":
        return tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))
    low, high = notation.bounds
    if notation.kind != "plain" or not notation.sides:
        raise TableError(f"{name}: dice: {dice} is no die for a table; write such as 1d20, 2d6 or d66")
    if (high - low) // notation.times >= MOST_FACES:
        raise TableError(f"{name}: dice: {dice} has more than {MOST_FACES} faces")
    return tuple(range(low, high + 1, notation.times))


def index_rows(file: TableFile, name: str) -> tuple[dict[int, int], int | None]:
    """Face -> place of its row, and the place of the row open upwards ("20+") if there is one.

    Raises: TableError naming the row for a face that the die lacks or that two rows claim, and for faces left out.
    """
    faces = domain(file.dice, name)
    found: dict[int, int] = {}
    open_row = None
    for at, row in enumerate(file.rows):
        where = f"{name}, row {at + 1} (faces {row.faces})"
        for low, high in _spans(row.faces, where):
            if high is None:
                open_row, high = at, max([low, *faces])
            span = [f for f in (faces or range(low, high + 1)) if low <= f <= high]
            if low not in span or high not in span or low > high:
                raise TableError(f"{where}: {file.dice} has no such faces")
            for face in span:
                if found.setdefault(face, at) != at:
                    raise TableError(f"{where}: face {face} stands in row {found[face] + 1} already")
    missing = [face for face in faces if face not in found]
    if missing:
        raise TableError(
            f"{name}: no row for {'face' if len(missing) == 1 else 'faces'} {_few(missing)} of {file.dice}"
        )
    if not found:
        raise TableError(f"{name}: no rows")
    return found, open_row


def _few(faces: list[int]) -> str:
    return ", ".join(map(str, faces[:6])) + (" ..." if len(faces) > 6 else "")


def _spans(faces: int | str | list[int | str], where: str) -> Iterator[tuple[int, int | None]]:
    """First and last face of each part of `5`, `"01-05"`, `"20+"` or a list of such; last None where open."""
    for part in faces if isinstance(faces, list) else [faces]:
        match = re.fullmatch(r"([0-9]{1,5})(?:(\+)|\s*[-–]\s*([0-9]{1,5}))?", str(part))
        if match is None:
            raise TableError(f'{where}: {part!r} are no faces; write such as 5, "01-05" or "20+"')
        low = int(match[1])
        yield low, None if match[2] else int(match[3] or low)


def _fault_of(row: Row, keys: dict[str, Any]) -> str | None:
    """What is wrong with a row's result, if anything."""
    known = keys or UNTOLD
    for key, value in row.result.items():
        if keys and key not in keys:
            return f"unknown key {key!r}; [keys] has {', '.join(sorted(keys))}"
        fault = _value_fault(known[key], value) if key in known else None
        if fault:
            return f"{key} = {value!r}: {fault}"
    if row.then is not None:
        unsaid = sorted(set(named_tables(row.result)) - {step.table for step in row.then})
        if unsaid:
            return f"`then` leaves out {', '.join(unsaid)}, which the result names"
    return None


def _value_fault(spec: str | list[str] | dict[str, list[str]], value: Any) -> str | None:
    """Why a value does not fit what [keys] says of its key; None where it does."""
    if isinstance(spec, list):
        return None if value in spec else f"unknown word; one of {', '.join(spec)}"
    if isinstance(spec, dict):
        words = spec.get("each", [])
        if not isinstance(value, list):
            return "must be a list"
        unknown = [item for item in value if item not in words]
        return f"unknown word {unknown[0]!r}; of {', '.join(words)}" if unknown else None
    if spec not in TYPES:
        return f"[keys] says {spec!r}; write a list of words or one of {', '.join(sorted(TYPES))}"
    number = isinstance(value, int) and not isinstance(value, bool)
    if spec in ("amount", "die") or (spec == "number or amount" and not number):
        try:
            parse_dice(value if isinstance(value, str) else "")
        except TableError:
            return "no dice notation"
        return None
    names = isinstance(value, str) or (isinstance(value, list) and all(isinstance(name, str) for name in value))
    fits = {
        "number": number,
        "number or amount": number,
        "yes/no": isinstance(value, bool),
        "table": names,
        "list": isinstance(value, list),
        "record": isinstance(value, dict),
    }
    return None if fits[spec] else f"must be {spec}"
