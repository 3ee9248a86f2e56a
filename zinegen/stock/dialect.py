"""Dialects: texts in old-school terms come in, what is said in the terms of the game that is played goes out.

The terms are data (`dialects.toml`); where a document has no word for a thing a plain one of ours stands there.
"""

from __future__ import annotations

import re

from zinegen.dungeon.model import StatLine
from zinegen.errors import LexiconError
from zinegen.words import lexicon, remembered


@remembered
def _terms(dialect: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is replaced, in its order. Raises LexiconError for a pattern that is none."""
    out = []
    for pattern, called in lexicon("dialects").get(dialect, {"terms": ()})["terms"]:
        try:
            out.append((re.compile(pattern), called))
        except re.error as fault:
            raise LexiconError(
                f"lexicon: dialects.toml, {dialect}: {pattern!r} is no pattern ({fault}); mend it"
            ) from None
    return tuple(out)


def in_dialect(dialect: str, words: str) -> str:
    """A text in the terms of a dialect; of one that lists no terms as it is."""
    for pattern, called in _terms(dialect):
        words = pattern.sub(called, words)
    return words


def line(dialect: str, stats: StatLine, fields: dict[str, object]) -> str:
    """A creature's line in a dialect. fields: what that dialect has of it; the attack is read off `stats`."""
    frame = "attack" if stats.damage else "bare"
    attack = lexicon("dialects")[frame].format(attacks=stats.attacks, damage=stats.damage)
    return str(lexicon("dialects")[dialect]["line"].format(attack=in_dialect(dialect, attack), **fields))
