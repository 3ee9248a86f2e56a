"""Integrity: a Dungeon comes in, every contradiction in it goes out as a Finding."""

from __future__ import annotations

import msgspec

from zinegen.dungeon.model import Dungeon


class Finding(msgspec.Struct, frozen=True):
    """One fault of a dungeon: what kind, where, and a line that says it with its remedy."""

    code: str
    where: str
    text: str


def integrity(dungeon: Dungeon) -> list[Finding]:
    """Every contradiction in a dungeon; none for a sound one."""
    return []
