"""Words for sheets: shortened texts, and what the id of a thing is called."""

from __future__ import annotations

from zinegen.dungeon.model import Area, StatLine, Treasure
from zinegen.typeset.keys import Keys
from zinegen.typeset.writer import capital, holder, number, trap_of, w
from zinegen.words import word


def cut(words: str, most: int) -> str:
    """A text of at most so many letters, broken off at a word; the booklet has it whole."""
    if len(words) <= most:
        return words
    kept = words[: most - 1].rstrip()
    at = kept.rfind(" ")
    return (kept[:at] if at > most // 2 else kept).rstrip(" ,;:.–") + "…"


def lies(area: Area, item: Treasure) -> str:
    """Where a treasure is: container, hiding place, trap; the container only once where the hiding place names it."""
    place, trap = holder(area, item.where), trap_of(area, item)
    place = "" if place and place.lower() in item.hidden.lower() else place
    trapped = word("sheets", "ledger", "trap").format(name=trap) if trap else ""
    return capital("; ".join(part for part in (place, item.hidden, trapped) if part))


def lock_words(keys: Keys, guards: str) -> str:
    """What is locked, with its areas and without pages: "locked oak door of 1-14"."""
    return "".join(run.text for run in keys.lock_name(guards, 0, page=False))


def kind_line(stats: StatLine, *, brief: bool = False) -> str:
    """The line of a kind of creature: what is true of each one, so without hit points; in the record's dialect."""
    if stats.line:
        return stats.line.replace(" · ", "\u00a0· ")
    attack = w("stats", "attack", attacks=stats.attacks, damage=stats.damage) if stats.damage else stats.attacks
    parts = [w("stats", "ac", n=stats.ac), w("stats", "hd", n=stats.hd), attack]
    if brief:
        parts.append(w("stats", "morale_short", n=stats.morale))
    else:
        parts += [w("stats", "move", n=stats.move_ft), w("stats", "morale", n=stats.morale),
                  w("stats", "xp", n=number(stats.xp))]  # fmt: skip
    return "\u00a0· ".join(part.replace(" ", "\u00a0") if len(part) < 12 else part for part in parts)
