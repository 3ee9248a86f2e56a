"""Words for sheets: shortened texts, and what the id of a thing is called."""

from __future__ import annotations

from zinegen.dungeon.model import StatLine
from zinegen.typeset.writer import number, w


def cut(words: str, most: int) -> str:
    """A text of at most so many letters, broken off at a word; the booklet has it whole."""
    if len(words) <= most:
        return words
    kept = words[: most - 1].rstrip()
    at = kept.rfind(" ")
    return (kept[:at] if at > most // 2 else kept).rstrip(" ,;:.–") + "…"


def kind_line(stats: StatLine, *, brief: bool = False) -> str:
    """The line of a kind of creature: what is true of each one, so without hit points."""
    attack = w("stats", "attack", attacks=stats.attacks, damage=stats.damage) if stats.damage else stats.attacks
    parts = [w("stats", "ac", n=stats.ac), w("stats", "hd", n=stats.hd), attack]
    if brief:
        parts.append(w("stats", "morale_short", n=stats.morale))
    else:
        parts += [w("stats", "move", n=stats.move_ft), w("stats", "morale", n=stats.morale),
                  w("stats", "xp", n=number(stats.xp))]  # fmt: skip
    return "\u00a0· ".join(part.replace(" ", "\u00a0") if len(part) < 12 else part for part in parts)
