"""Reads the TOML that people write: whatever editor saved it, and with the line where it is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from zinegen.errors import MachineError, RecipeError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LINE_MOST = 70
"""Letters of a line that are shown."""


def read_toml(data: bytes) -> dict[str, Any]:
    """The keys of a TOML file, from its bytes. A byte order mark, which some editors write, is passed over.

    Raises: ValueError that says what is wrong and in which line.
    """
    data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return dict(msgspec.toml.decode(data.decode()))
    except msgspec.DecodeError as fault:
        raise ValueError(_told(str(fault), data.decode())) from None
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise ValueError(f"it is not in UTF-8 (at line {line}): save it as UTF-8") from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def _told(fault: str, text: str) -> str:
    """A decoder's complaint with the line that it means, and a hint where a text lacks its quotes."""
    found = re.search(r"at line (\d+)", fault)
    lines = text.split("\n")
    if found is None or not 0 < int(found[1]) <= len(lines):
        return fault
    line = lines[int(found[1]) - 1]
    bare = re.match(r"([\w.-]+) ?= ?([A-Za-z#][^\"'=#]*?)(?: #.*)?$", " ".join(line.split()))
    hint = f'; put text in quotes: {bare[1]} = "{bare[2]}"' if bare and "value" in fault else ""
    return f"{fault}: it reads: {short(line)}{hint}"


def short(line: str) -> str:
    """A line of a file as messages show it."""
    text = "".join(letter if letter.isprintable() else "\ufffd" for letter in " ".join(line.split()))
    return text if len(text) <= LINE_MOST else text[: LINE_MOST - 1] + "…"


def read_toml_file(source: Path | bytes, what: str, name: str) -> dict[str, Any]:
    """The keys of a file that a user wrote.

    Args:   source: its path, or its bytes. what: what it is, as in "there is no such recipe".
            name: the kind of `zinegen new` that writes one.
    Raises: RecipeError naming the file and the remedy; MachineError for a file that may not be read.
    """
    told = what if isinstance(source, bytes) else str(source)
    try:
        return read_toml(source if isinstance(source, bytes) else source.read_bytes())
    except FileNotFoundError:
        raise RecipeError(f"{told}: there is no such {what}; `zinegen new {name} NAME` writes one") from None
    except IsADirectoryError:
        raise RecipeError(f"{told} is a folder; name the {what} file in it") from None
    except OSError as fault:
        raise MachineError(f"{told}: cannot be read ({fault.strerror or fault})") from None
    except ValueError as fault:
        raise RecipeError(f"{told} is no TOML: {fault}; compare with `zinegen new {name} NAME`") from None
