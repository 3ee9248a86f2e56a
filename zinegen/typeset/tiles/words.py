"""Small texts of printed tiles."""

from __future__ import annotations

import re
from typing import Any

from zinegen.dungeon.model import Inhabitant, Level
from zinegen.typeset.writer import capital, creatures
from zinegen.words import word


def t(*keys: str, **slots: Any) -> str:
    """A text of lexicon/en/tiles.toml, [print]."""
    return word("tiles", "print", *keys, **slots)


def marker_lines(level: Level, area: str, group: Inhabitant) -> tuple[str, ...]:
    """What a marker says of a group: who, what the document wants to know of it, and where it was met."""
    who, one = capital(creatures(group)), group.labyrinth
    if one is None:
        return who, t("strength", dice=strength_dice(group.stats.hd)), t("met", area=area)
    return (
        who,
        t("fights", dice=strength_dice(one.strength), agility=one.agility),
        t("talks" if one.treasure.isalpha() else "talks_poor", unwilling=one.unwilling, treasure=one.treasure),
        t("worth", experience=one.experience, area=area),
    )


def strength_dice(listed: str) -> str:
    """A strength or hit dice as six-sided dice: a die for each, and what is added to those; "2+2" is 2d6+2."""
    found = re.match(r"(\d+|½)\s*(?:([+-])(\d+))?", listed)
    if found is None:
        return listed
    count = "1" if found[1] == "½" else found[1]
    return f"{count}d6{found[2] or ''}{found[3] or ''}"
