"""dungeon.json: a Dungeon goes in and canonical JSON that a person can edit comes out, and back.

The same dungeon always gives the same bytes, and `encode(decode(data)) == data` for a file that zinegen wrote.
A file that cannot be read is refused in one line that names the file, the place and the remedy.
"""

from __future__ import annotations

import ast
import inspect
import re
from itertools import pairwise
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any

import msgspec

from zinegen.dungeon import model
from zinegen.dungeon.check import integrity
from zinegen.dungeon.complaint import no_json, unlike_model
from zinegen.dungeon.model import SCHEMA, Dungeon
from zinegen.errors import DungeonError, MachineError

LINE = 132
"""A list or object that fits on a line of so many characters stands on one."""
PLACES = 3
"""Decimals of a number."""


# --------------------------------------------------------------------------------------------------------- writing


def encode(dungeon: Dungeon) -> bytes:
    """The canonical JSON of a dungeon: UTF-8, keys in the model's order, two spaces a step, a newline at the end.

    Numbers have three decimals at most. What fits on a line stands on one, so that a list of places does not run
    down the page.

    Raises: DungeonError for a number that is no number, or text that no file can hold.
    """
    try:
        return (_written(msgspec.to_builtins(dungeon), 0) + "\n").encode()
    except (ValueError, OverflowError) as fault:
        raise DungeonError(f"this dungeon cannot be written down: {fault}") from None


def _written(value: Any, depth: int) -> str:
    """A JSON value as text, whose further lines begin `depth` steps in."""
    kind = type(value)
    if kind is str:
        return encode_basestring(value)
    if kind is bool or value is None:
        return "null" if value is None else "true" if value else "false"
    if kind is int:
        return str(value)
    if kind is float:
        return _number(value)
    if kind is dict:
        inner = depth + 1
        return _joined([f"{encode_basestring(k)}: {_written(v, inner)}" for k, v in value.items()], "{}", depth)
    if value and type(value[0]) in (int, float):
        return "[" + ", ".join([_number(v) for v in value]) + "]"
    parts = [_written(v, depth + 1) for v in value]
    if value and type(value[0]) in (list, tuple):
        return _filled(parts, depth)
    return _joined(parts, "[]", depth)


def _number(value: float) -> str:
    """A number without a needless .0 and without more decimals than PLACES."""
    if type(value) is int:
        return str(value)
    short = round(value, PLACES)
    whole = int(short)
    return str(whole) if whole == short else repr(short)


def _joined(parts: list[str], brackets: str, depth: int) -> str:
    """Members between brackets: on one line where they fit, else each on its own."""
    length = 2 * depth + 2 + 2 * len(parts)
    for part in parts:
        length += len(part)
        if length > LINE or "\n" in part:
            step = "\n" + "  " * (depth + 1)
            return brackets[0] + step + ("," + step).join(parts) + "\n" + "  " * depth + brackets[1]
    return brackets[0] + ", ".join(parts) + brackets[1]


def _filled(parts: list[str], depth: int) -> str:
    """A list of places or runs: as many on a line as fit."""
    step = "  " * (depth + 1)
    lines: list[str] = []
    line = ""
    for part in parts:
        if line and len(step) + len(line) + len(part) + 3 > LINE:
            lines.append(line + ",")
            line = part
        else:
            line = f"{line}, {part}" if line else part
    if not lines:
        return f"[{line}]"
    return "[\n" + step + ("\n" + step).join([*lines, line]) + "\n" + "  " * depth + "]"


# --------------------------------------------------------------------------------------------------------- reading


class _Head(msgspec.Struct):
    """What is read of a file before the rest, to tell a newer one from a broken one."""

    zinegen: Any = None
    schema: Any = SCHEMA


def decode(data: bytes, name: str = "dungeon.json") -> Dungeon:
    """Read a dungeon from JSON; `name` is the file's, for messages.

    Raises: DungeonError naming the file, the place (such as `levels[0].areas[3] (1-4).key`) and the remedy.
    """
    try:
        return _decode(data.removeprefix(b"\xef\xbb\xbf"), name)
    except RecursionError:
        raise DungeonError(f"{name}: nested too deeply to be a dungeon; undo the last edit") from None


def _decode(data: bytes, name: str) -> Dungeon:
    try:
        head = msgspec.json.decode(data, type=_Head)
        if isinstance(head.schema, int) and head.schema > SCHEMA:
            maker = head.zinegen if isinstance(head.zinegen, str) else "?"
            raise DungeonError(
                f"{name}: made by a newer zinegen ({maker}, file format {head.schema}; this one reads"
                f" format {SCHEMA}): update zinegen"
            )
        if isinstance(head.schema, int) and head.schema < 1:
            raise DungeonError(f"{name}: schema: there is no file format {head.schema}; write {SCHEMA} there")
        return msgspec.json.decode(data, type=Dungeon)
    except msgspec.ValidationError as fault:
        raise DungeonError(f"{name}: {unlike_model(str(fault), data)}") from None
    except msgspec.DecodeError as fault:
        raise DungeonError(f"{name}: {no_json(str(fault), data)}") from None


def read_file(path: Path) -> bytes:
    """The bytes of a dungeon file. Raises DungeonError, or MachineError for what may not be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise DungeonError(f"{path}: there is no such file; make one with `zinegen build`") from None
    except IsADirectoryError:
        raise DungeonError(f"{path} is a folder; name the dungeon.json in it") from None
    except OSError as fault:
        raise MachineError(f"{path}: cannot be read ({fault.strerror or fault})") from None


def whole_dungeon(data: bytes, name: str) -> Dungeon:
    """Read a dungeon from JSON and make sure that it does not contradict itself. Raises DungeonError."""
    dungeon = decode(data, name)
    findings = integrity(dungeon)
    if findings:
        first, more = findings[0], len(findings) - 1
        rest = f" (and {more} more: run `zinegen check {name}`)" if more else ""
        raise DungeonError(f"{name}: {first.where}: {first.text}{rest}")
    return dungeon


def load_dungeon(path: str | Path) -> Dungeon:
    """Read a dungeon file and make sure that it does not contradict itself.

    Raises: DungeonError for what cannot be read or contradicts itself, MachineError for what may not be read.
    """
    return whole_dungeon(read_file(Path(path)), str(path))


# ------------------------------------------------------------------------------------------------------ the schema


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of dungeon.json, with the model's docstrings as descriptions.

    `docs/dungeon.schema.json` is this, written by `write_schema`.
    """
    made = msgspec.json.schema(Dungeon)
    for name, record in made["$defs"].items():
        notes = _notes(getattr(model, name))
        record["description"] = notes.pop("", record.get("description", ""))
        for field, part in record["properties"].items():
            note = notes.get(field) or notes.get(field + "_")
            if note:
                part["description"] = note
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "zinegen dungeon.json"}
    return {**head, **made}


def write_schema(path: str | Path) -> None:
    """Write the published schema anew."""
    Path(path).write_bytes(msgspec.json.format(msgspec.json.encode(schema(), order="deterministic")) + b"\n")


def _notes(record: type) -> dict[str, str]:
    """Field -> the docstring under it; "" -> the record's own."""
    body = ast.parse(inspect.getsource(record)).body[0]
    assert isinstance(body, ast.ClassDef)
    notes = {"": _flat(ast.get_docstring(body) or "")}
    for field, note in pairwise(body.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(note, ast.Expr):
            notes[field.target.id] = _flat(ast.literal_eval(note.value))
    return notes


def _flat(text: str) -> str:
    """A docstring on one line, in JSON's words instead of Python's."""
    json = {"None": "null", "True": "true", "False": "false"}
    return re.sub(r"\b(None|True|False)\b", lambda found: json[found[0]], " ".join(text.split()))
