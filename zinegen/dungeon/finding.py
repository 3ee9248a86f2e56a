"""What a check of a dungeon finds."""

from __future__ import annotations

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One fault of a dungeon."""

    code: str
    """What kind of fault it is, the same for all of its kind: "overlap", "F3"."""
    where: str
    """The id of the thing at fault, or its place in the file."""
    text: str
    """What is wrong and what to do about it, on one line."""
