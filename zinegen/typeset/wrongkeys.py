"""What does not fit in a layout.toml -> one line for its writer: file, line, which key, what it may be."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from zinegen.dungeon.complaint import KINDS
from zinegen.tomlfile import short

_WANTED = {**KINDS, "object": "a table"}


def wrong_key(
    fault: msgspec.ValidationError, path: Path, kind: type[Any], table: str = "", kin: Iterable[str] = ()
) -> str:
    """What a decoder's complaint means to the writer of a layout.

    Args:   kind: what the table is read as; table: its name, such as style.first; none for the whole file.
            kin: the tables beside it, for one that is misspelt.
    """
    what, _, at = str(fault).partition(" - at `$")
    at, some, _ = at.partition("[...]")  # of a table with names of the writer's own it is not told which key it is
    steps = re.findall(r"\.([^.\[`]+)", at)
    quoted = re.findall(r"[`'](.*?)[`']", what)
    key = steps[-1] if steps else ""
    called = f"[{table}]" if table else "a layout"
    named = f"[{table}] {key}" if table else key
    if "unknown field" in what:
        key = quoted[0]
        told = f"{called} has no key {key!r}; {_hint(key, [f.encode_name for f in msgspec.structs.fields(kind)])}"
    elif "missing required" in what:
        near = difflib.get_close_matches(table, [one for one in kin if one != table], n=1)
        told = f"[{table or key}] lacks {quoted[0]!r}; {f'did you mean [{near[0]}]?' if near else 'write it there'}"
    elif "enum value" in what:
        known = get_args(get_type_hints(kind)[key])
        told = f"{named} = {quoted[0]!r} does not exist; {_hint(quoted[0], [one for one in known if one])}"
    elif re.match(r"Expected `\w+`( of length)? [<>]", what):
        told = f"{named} is out of bounds; write {_bounds(get_type_hints(kind, include_extras=True)[key])}"
    elif what.startswith("Expected") and (wanted := _WANTED.get(quoted[0].split(" | ")[0])):
        told = f"{f'[{key}]' if some else key or called} wants another kind of value; write {wanted}"
    else:
        told = f"{called}, {key}: {what}"
    number, line = _line(path, table, key)
    return f"{path}: line {number}: {told}; it reads: {short(line)}" if number else f"{path}: {told}"


def _bounds(kind: Any) -> str:
    """What a number may be, or each number of a list."""
    metas = getattr(kind, "__metadata__", ())
    if metas and metas[0].ge is not None:
        return f"a number from {metas[0].ge:g} to {metas[0].le:g}"
    each = _bounds(get_args(kind.__origin__ if metas else kind)[0])
    return f"one or more in brackets, each {each}" if metas else each


def _hint(name: str, known: Iterable[str]) -> str:
    """The nearest of the known names, or all of them."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.7)
    return f"did you mean {near[0]!r}?" if near else f"there is: {', '.join(names)}"


def _line(path: Path, table: str, key: str) -> tuple[int, str]:
    """Number and text of the line in which a key stands, else of its table's head; 0 where there is neither."""
    wanted = f"{table}.{key}".strip(".")
    section, head = "", (0, "")
    for number, line in enumerate(path.read_text("utf-8-sig", "replace").splitlines(), 1):
        if opened := re.match(r"\s*\[+([^\]]*)\]", line):
            section = _bare(opened[1])
            if not head[0] and (section == table or f"{section}.".startswith(f"{wanted}.")):
                head = number, line
        elif (named := re.match(r"([^=#]+)=", line)) and wanted == f"{section}.{_bare(named[1])}".strip("."):
            return number, line
    return head


def _bare(name: str) -> str:
    """A key or a table's name without quotes and spaces."""
    return re.sub(r"[\"'\s]", "", name)
