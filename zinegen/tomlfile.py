"""Reads the TOML that people write: whatever editor saved it, and with the line where it is wrong."""

from __future__ import annotations

from typing import Any

import msgspec

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_toml(data: bytes) -> dict[str, Any]:
    """The keys of a TOML file, from its bytes. A byte order mark, which some editors write, is passed over.

    Raises: ValueError that says what is wrong and in which line.
    """
    data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return dict(msgspec.toml.decode(data.decode()))
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise ValueError(f"it is not in UTF-8 (at line {line}): save it as UTF-8") from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None
