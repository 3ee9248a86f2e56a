"""Small texts of printed tiles."""

from __future__ import annotations

import re
from typing import Any

from zinegen.dungeon.model import Inhabitant, Level
from zinegen.typeset.writer import capital, creatures
from zinegen.words import word


def t(*keys: str, **slots: Any) -> str:
    """A text of lexicon/en/tiles.toml, [print]."""
    found = word("tiles", "print", *keys)
    return found.format(**slots) if slots else found


def marker_lines(level: Level, area: str, group: Inhabitant) -> tuple[str, str, str]:
    """What a marker says of a group: who, how strong in the dice of the document, and where it was met."""
    return capital(creatures(group)), t("strength", dice=strength_dice(group)), t("met", area=area)


def strength_dice(group: Inhabitant) -> str:
    """The strength of one of a group in six-sided dice: a die for each hit die, and what is added to those."""
    found = re.match(r"(\d+|½)\s*(?:([+-])(\d+))?", group.stats.hd)
    if found is None:
        return group.stats.hd
    count = "1" if found[1] == "½" else found[1]
    return f"{count}d6{found[2] or ''}{found[3] or ''}"
