"""What is wrong with a dungeon file: a decoder's fault and the bytes come in, the place and the remedy go out."""

from __future__ import annotations

import difflib
import re
from typing import Any

import msgspec

from zinegen.dungeon.model import Dungeon


def no_json(fault: str, data: bytes) -> str:
    """What is wrong with bytes that are no JSON."""
    if not data.strip():
        return "is empty; build it again"
    if "truncated" in fault:
        return "is cut short; build it again, or undo the last edit"
    if "UTF-8" in fault or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "is not in UTF-8; save it with that encoding"
    found = re.search(r"\(byte (\d+)\)", fault)
    if found is None:
        return f"is no JSON ({fault}); undo the last edit"
    before = data[: int(found[1])]
    row = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1
    what = fault[: found.start()].removeprefix("JSON is malformed: ").strip()
    return f"line {row}, column {column}: {what}; undo the last edit there"


def unlike_model(fault: str, data: bytes) -> str:
    """What in a file does not fit the model: msgspec's complaint, with the place spelled out and a remedy."""
    what, _, path = fault.partition(" - at `$")
    steps = re.findall(r"\.[^.\[`]+|\[\d+\]", path)
    keys = [int(step[1:-1]) if step[0] == "[" else step[1:] for step in steps]
    where, value, kind = "", msgspec.json.decode(data), msgspec.inspect.type_info(Dungeon)
    for key in keys:
        where += f"[{key}]" if isinstance(key, int) else f".{key}" if where else key
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            break
        kind = _step(kind, key)
        if isinstance(value, dict) and isinstance(key, int):
            called = value.get("id") or value.get("number") or value.get("kind")
            where += f" ({called})" if isinstance(called, str | int) else ""
    remedy = _remedy(what, value, kind)
    return f"{where}: {what}; {remedy}" if where else f"{what}; {remedy}"


def _remedy(what: str, value: Any, kind: Any) -> str:
    """What to do about a complaint of msgspec; `kind` is the type that the model wants at the place."""
    quoted = re.findall(r"[`'](.+?)[`']", what)
    if "unknown field" in what:
        near = difflib.get_close_matches(quoted[0], _fields(kind), 1)
        return f"did you mean `{near[0]}`?" if near else "take it out"
    if "missing required field" in what:
        return "put it back"
    if "Invalid enum value" in what:
        allowed = sorted(kind.values, key=str) if isinstance(kind, msgspec.inspect.LiteralType) else []
        near = difflib.get_close_matches(str(value), [str(a) for a in allowed], 1)
        return f"did you mean '{near[0]}'?" if near else "it may be " + ", ".join(str(a) for a in allowed)
    if what.startswith("Expected") and quoted:
        return f"write {KINDS.get(quoted[0].split(' | ')[0], 'that')} there"
    return "correct it"


KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "an object in { }",
    "null": "null",
}
"""What a decoder calls a kind of value, and what a reader does."""


def _step(kind: Any, key: str | int) -> Any:
    """The type one step further down: of a field, or of a list's member; None where the model says nothing."""
    for option in kind.types if isinstance(kind, msgspec.inspect.UnionType) else (kind,):
        if isinstance(option, msgspec.inspect.StructType) and isinstance(key, str):
            return next((f.type for f in option.fields if f.encode_name == key), None)
        if isinstance(option, msgspec.inspect.VarTupleType):
            return option.item_type
        if isinstance(option, msgspec.inspect.TupleType) and isinstance(key, int) and key < len(option.item_types):
            return option.item_types[key]
    return None


def _fields(kind: Any) -> list[str]:
    """The names of the fields that an object may have at a place."""
    for option in kind.types if isinstance(kind, msgspec.inspect.UnionType) else (kind,):
        if isinstance(option, msgspec.inspect.StructType):
            return [f.encode_name for f in option.fields]
    return []
