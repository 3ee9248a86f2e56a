"""Small words for pages: runs of text from the parts of a dungeon, in the language of the lexicon."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec

from zinegen.dungeon.model import Area, Dungeon, Inhabitant, StatLine, Treasure
from zinegen.typeset.blocks import Run
from zinegen.typeset.faces import clean
from zinegen.words import article, lexicon, word

_NOT_TEXT = frozenset({"outline", "squares", "rolls", "recipe", "at", "size", "flow", "sights", "reserved", "seed"})
_ENDS = (".", "!", "?", "…", ":", ".”", "!”", "?”", "…”", ".)", "!)", "?)")


def w(*keys: str, **slots: Any) -> str:
    """A text of lexicon/en/pages.toml, its {slots} filled."""
    return word("pages", *keys, **slots)


def w_or(default: str, *keys: str) -> str:
    """The same, or the default where the list has no such text."""
    found: Any = lexicon("pages")
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, str) else default


def typographic(words: str) -> str:
    """Straight quotation marks and primes as printers set them: 10' becomes 10′, "so" becomes “so”."""
    if "'" not in words and '"' not in words:
        return words
    out = re.sub(r"(?<=\d)'(?![A-Za-z])", "′", words)
    out = re.sub(r"(?<=\d)\"(?=[\s.,;:)]|$)", "″", out)
    out = re.sub(r"(^|[\s(\[–—])\"", r"\1“", out).replace('"', "”")
    return re.sub(r"(^|[\s(\[–—“])'(?=\w[^']*')", r"\1‘", out).replace("'", "’")


def printable(dungeon: Dungeon, letters: frozenset[str]) -> Dungeon:
    """The dungeon with every text as our faces can print it, quotation marks made typographic.

    The seed stays as it is: whoever prints it must quote it (`faces.escaped`).
    """
    for known, alphabet, printed in _PRINTED:  # one printing asks for it a dozen times
        if known is dungeon and alphabet is letters:
            return printed
    _PRINTED.append((dungeon, letters, _printable(dungeon, letters)))
    return _PRINTED[-1][2]


_PRINTED: deque[tuple[Dungeon, frozenset[str], Dungeon]] = deque(maxlen=2)
"""Dungeons as they were made printable of late."""


def _printable(dungeon: Dungeon, letters: frozenset[str]) -> Dungeon:
    def mend(value: Any) -> Any:
        if isinstance(value, str):
            return typographic(clean(value, letters))
        if isinstance(value, dict):
            return {k: v if k in _NOT_TEXT else mend(v) for k, v in value.items()}
        if isinstance(value, list):
            return [mend(v) for v in value]
        return value

    raw = json.loads(msgspec.json.encode(dungeon))
    mended = mend(raw)
    for given, printed in zip(raw["handouts"], mended["handouts"], strict=True):  # verse and bills keep their lines
        printed["text"] = "\n".join(mend(line) for line in given["text"].split("\n"))
    return msgspec.convert(mended, Dungeon)


def capital(words: str) -> str:
    """With a capital to begin with."""
    return words[:1].upper() + words[1:]


def shorter(words: str) -> str:
    """A text without its last word, or without the last letters of the only one: it is to end in an ellipsis."""
    words = words.rstrip(" .,;:…")
    return words.rsplit(" ", 1)[0].rstrip(" .,;:–") if " " in words else words[: -max(1, len(words) // 12)]


def sentence(words: str) -> str:
    """As a sentence: a capital, a full stop where nothing else ends it."""
    words = words.strip()
    return words and capital(words) + ("" if words.endswith(_ENDS) else ".")


def number(value: float) -> str:
    """A number as printed: 1,300 or 12.5; at most two decimals."""
    rounded = round(value, 2)
    words = f"{int(rounded):,}" if rounded == int(rounded) else f"{rounded:,.2f}".rstrip("0")
    return words.replace(",", w("thousands"))


def gp(value: float) -> str:
    """A worth as printed."""
    return w("money", "gp", n=number(value))


def short_id(area_id: str, level: int) -> str:
    """An area's number as written on a level: "9" on its own, "2-9" on another."""
    of, _, rest = area_id.partition("-")
    return rest if of == str(level) else area_id


def area_name(area: Area) -> str:
    """The name of an area; where nobody named it, what it is."""
    return area.text.name or w_or(area.kind, "area", area.kind)


def area_ref(area_id: str, level: int, *, page: bool = True) -> tuple[Run, ...]:
    """A reference to a keyed area, with its page where that is another one."""
    ref = Run(short_id(area_id, level), "b", area_id)
    return (ref, Run("", "page", area_id)) if page else (ref,)


def joined(parts: Sequence[tuple[Run, ...]], between: str = ", ", last: str | None = None) -> tuple[Run, ...]:
    """Runs with words between them."""
    out: list[Run] = []
    for index, part in enumerate(parts):
        if index:
            out.append(Run(between if last is None or index < len(parts) - 1 else last))
        out += part
    return tuple(out)


def trap_of(area: Area, item: Treasure) -> str:
    """The name of the trap that guards a treasure; empty where there is none."""
    return next((hazard.name for hazard in area.hazards if hazard.id == item.hazard), "") if item.hazard else ""


def creatures(group: Inhabitant) -> str:
    """How many of what: "3 goblins", "Ogre"."""
    return f"{group.count} {group.name}" if group.count != 1 else capital(group.name)


def met(group: Inhabitant) -> str:
    """The same in a sentence: "3 goblins", "an ogre"; who has a name alone, or an article, gets none."""
    if group.count != 1:
        return creatures(group)
    words, first = lexicon("grammar"), group.name.partition(" ")[0]
    alone = first[:1].isupper() or first in (words["a"], words["an"], words["the"])
    return group.name if alone else f"{article(group.name)} {group.name}"


def special(group: Inhabitant) -> str:
    """What one must know to run a group, and what it tells nobody, as sentences; `special` may say both."""
    secret = group.secret.strip().rstrip(".")
    told = w("key", "secret", what=secret) if secret and secret.lower() not in group.special.lower() else ""
    return " ".join(filter(None, (sentence(group.special), told)))


def stat_runs(stats: StatLine, *, brief: bool = False) -> str:
    """A stat line as one text, in the dialect of the record; no line of it begins with a dot."""
    if stats.line:
        return _unbroken(stats.line.split(" · "), 13)
    attack = w("stats", "attack", attacks=stats.attacks, damage=stats.damage) if stats.damage else stats.attacks
    parts = [
        w("stats", "ac", n=stats.ac),
        w("stats", "hd", n=stats.hd),
        w("stats", "hp", n=", ".join(map(str, stats.hp))),
        attack,
    ]
    if not brief:
        parts.append(w("stats", "move", n=stats.move_ft))
    parts.append(w("stats", "morale_short" if brief else "morale", n=stats.morale))
    if not brief:
        parts.append(w("stats", "xp", n=number(stats.xp)))
    return _unbroken(parts, 12)


def _unbroken(parts: list[str], short: int) -> str:
    """The parts of a stat line with dots between them; what is short, such as "category 4", stays on one line."""
    return "\u00a0· ".join(part.replace(" ", "\u00a0") if len(part) < short else part for part in parts)


def hits(dungeon: Dungeon) -> str:
    """What is ticked off of who fights, as the record's dialect calls it."""
    return w("table", "strength" if dungeon.recipe.get("dialect") == "labyrinth" else "hit_points")


def holder(area: Area, where: str) -> str:
    """The name of the detail or inhabitant of an area that an id means; empty where there is none."""
    for detail in area.text.details:
        if detail.id == where:
            return detail.what
    for group in area.inhabitants:
        if group.id == where:
            return group.name
    return ""
