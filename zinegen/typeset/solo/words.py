"""Small texts of solo play: from the parts of a dungeon to sentences, none of which names a place elsewhere."""

from __future__ import annotations

import re
from typing import Any

from zinegen.dungeon.model import Area, Inhabitant, Portal, Treasure
from zinegen.typeset.solo.sections import Way
from zinegen.typeset.writer import capital, creatures, gp, sentence, special
from zinegen.words import article, lexicon, remembered, word

_REFERENCE = re.compile(r"\s*\((?:\d+-)?\d+\)")


def s(*keys: str, **slots: Any) -> str:
    """A text of lexicon/en/solo.toml."""
    return word("solo", *keys, **slots)


def bare(text: str) -> str:
    """A text without the numbers of areas, and without where clues lie: those are the game master's."""
    return _REFERENCE.sub("", _clues().sub("", text)).rstrip()


@remembered
def _clues() -> re.Pattern[str]:
    """The sentence that tells the game master where the clues to a secret are."""
    head = word("stocking", "frame", "clues").split("{")[0]
    return re.compile(rf"\s*\b{re.escape(head)}[^.]*\.?")


def heard(note: str) -> str:
    """What of a note for the game master a player may read: what is heard or smelt there; else nothing."""
    refs = _REFERENCE.findall(note)
    at_end = re.search(r"\(\d+\)\.?$", note.strip())
    return sentence(bare(note)) if len(refs) == 1 and at_end and ":" in note else ""


def name_of(area: Area, blind: bool = False) -> str:
    """What a place is called."""
    if area.text.name:
        return area.text.name
    kind = "blind" if blind else area.kind
    return s("passage", kind)


def way_words(way: Way) -> str:
    """A way out as one sees it: "North: an iron-bound door"."""
    return s("room", "exit", direction=s("way", way.direction), what=_what(way))


def _what(way: Way) -> str:
    kinds = lexicon("solo")["way"]["kind"]
    gate = way.gate
    named = gate.name if isinstance(gate, Portal) else ""
    what: str = kinds.get(gate.kind, gate.kind)
    if gate.kind == "open" and not way.feet:
        what = kinds["open_room"]
    if named and gate.kind not in ("open", "arch", "stuck", "portcullis"):
        what = _article(named)
    if way.lock is not None and gate.kind == "locked" and not named:
        what = kinds["door"]
    if way.lock is not None and gate.kind == "portcullis":
        what = _article(lexicon("solo")["way"]["bare"]["portcullis"])  # its lock tells how it opens
    if way.barred:
        what = s("way", "barred_here", what=what)
    if way.drop:
        return s("way", "drop_down" if way.direction == "down" else "drop", what=what)
    if way.feet >= 20 and way.far:
        return s(
            "way", "door_beyond", what=what, feet=round(way.feet, -1), far=lexicon("solo")["way"]["bare"][way.far]
        )
    if way.feet >= 20:
        return s("way", "length", what=what, feet=round(way.feet, -1))
    return what


def _article(name: str) -> str:
    if name.split()[0] in ("the", "a", "an") or name.endswith("doors"):
        return name
    return f"{article(name)} {name}"


def secret_words(way: Way) -> str:
    """A secret way, found."""
    kind = lexicon("solo")["way"]["bare"].get(way.gate.kind, way.gate.kind)
    return s("search", "secret", what=kind, direction=s("way", way.direction).lower())


def foe_lines(group: Inhabitant) -> tuple[str, str]:
    """Who is met, and how they fight."""
    from zinegen.typeset.writer import stat_runs

    name = capital(creatures(group))
    if not group.visible:
        name += f" ({s('foes', 'unseen')})"
    words = [sentence(f"{name}: {group.doing}") if group.doing else sentence(name)]
    if group.wants:
        words.append(s("foes", "wants" if group.count == 1 else "want", what=bare(group.wants).rstrip(".")))
    words.append(s("reactions" if group.count > 1 else "reaction", group.reaction))
    if told := special(group):
        words.append(bare(told))
    return " ".join(words), stat_runs(group.stats)


def loot(item: Treasure) -> str:
    """A thing to take."""
    worth = f" ({gp(item.value_gp)})" if item.value_gp else ""
    effect = f". {sentence(bare(item.effect))}" if item.effect else ""
    return capital(item.what) + worth + effect


def the(name: str) -> str:
    """A thing that there is one of: "the rope of pearls", but "Osric's crown" and "the bell"."""
    first = name.split()[0].lower() if name else ""
    return name if first in ("the", "a", "an") or first.endswith(("’s", "'s")) else s("way", "the", name=name)


def listed(names: list[str]) -> str:
    """ "the bone key and the coin"."""
    if len(names) < 2:
        return "".join(names)
    return s("way", "comma").join(names[:-1]) + s("way", "and") + names[-1]
