"""The grammar of short texts: words and slots come in, phrases that read well go out. The words are in the lexicon.

A clause has neither a capital at its start nor a full stop at its end: whoever sets it adds both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from zinegen.errors import LexiconError
from zinegen.words import article, lexicon, remembered

_LEAD = re.compile(r"^[“‘(]?([A-Za-z]+)")
_STRESS = re.compile(r"\*([^*]+)\*")
_ARTICLE = re.compile(r"\b([Aa]n?) \{(\w+)\}")
_SLOT = re.compile(r"\{(\w+)\}")


@remembered
def _small() -> dict[str, frozenset[str]]:
    return {key: frozenset(value) for key, value in lexicon("grammar").items() if isinstance(value, list)}


def number(n: int) -> str:
    """A count as a word up to twelve, above that in figures."""
    words: list[str] = lexicon("grammar")["numbers"]
    return words[n] if 0 <= n < len(words) else figures(n)


def figures(n: int) -> str:
    """A number in figures: 1,300."""
    return f"{n:,}".replace(",", lexicon("grammar")["thousands"])


def indefinite(noun: str, grammar: str = "") -> str:
    """A noun with its article: "an oak door"; `grammar` "pl" or "mass" takes none."""
    return noun if grammar in ("pl", "mass") else f"{article(noun)} {noun}"


def definite(noun: str) -> str:
    """A noun with "the", unless it has it already."""
    the = str(lexicon("grammar")["the"])
    return noun if noun.lower().startswith(f"{the} ") else f"{the} {noun}"


def known(phrase: str, thing: str) -> str:
    """A phrase that speaks of a thing which has been named: "on a shelf", of a sagging shelf, is "on the shelf"."""
    words = lexicon("grammar")
    named = "|".join(re.escape(one) for one in re.findall(r"[\w’'-]{3,}", thing.split(" of ")[0]))
    lead = rf"\b(?:{words['a']}|{words['an']}) (?=(?:[\w’'-]+ )??(?:[\w’'-]+ )??(?:{named})\b)"
    return re.sub(lead, f"{words['the']} ", phrase, count=1) if named else phrase


def several(n: int, one: str, many: str) -> str:
    """A count with its noun: "an ogre", "five goblins"."""
    return indefinite(one) if n == 1 else f"{number(n)} {many}"


def capital(words: str) -> str:
    """With a capital at its start, behind an opening quotation mark too."""
    at = 1 if words[:1] in "“‘(" else 0
    return words[:at] + words[at : at + 1].upper() + words[at + 1 :]


def clause(words: str, names: Iterable[str] = ()) -> str:
    """A sentence as a clause: no full stop, no capital unless it begins with a name."""
    words = words.strip()
    if words.endswith(".") and not words.endswith("..."):
        words = words[:-1]
    elif words.endswith(".”") and not words.endswith("...”"):
        words = f"{words[:-2]}”"  # whoever adds the full stop sets it after the quotation mark
    lead = _LEAD.match(words)
    keeps = (
        lead is None or words[0] in "“‘" or (lead[1].isupper() and len(lead[1]) > 1) or lead[1] in _small()["proper"]
    )
    if keeps or any(words.startswith(name) for name in names):
        return words
    return words[0].lower() + words[1:]


def sentence(words: str) -> str:
    """A clause as a sentence: a capital, and a full stop where nothing else ends it."""
    words = words.strip()
    return words and capital(words) + ("" if words.endswith((".", "!", "?", "…", ".”", "!”", "?”")) else ".")


def leans(phrase: str) -> bool:
    """Whether a phrase follows its noun without a comma: "in a huddle", "of bone"."""
    words = lexicon("grammar")
    if any(phrase.lower().startswith(f"{one} ") for one in words["apart"]):
        return False
    lead = _LEAD.match(phrase)
    return lead is not None and lead[1].lower() in _small()["leans"]


def followed(noun: str, phrase: str) -> str:
    """A noun with what is said of it."""
    if not phrase:
        return noun
    return f"{noun} {phrase}" if leans(phrase) else f"{noun}, {phrase}"


def series(things: list[str]) -> str:
    """Things one after the other; semicolons where a thing has a comma of its own."""
    if len(things) < 2:
        return "".join(things)
    if any("," in thing for thing in things):
        return "; ".join(things)
    return f"{', '.join(things[:-1])} {lexicon('grammar')['and']} {things[-1]}"


def listed(things: list[str]) -> str:
    """Things one after the other as they are spoken, with "and" before the last."""
    if len(things) > 1 and any("," in thing for thing in things):
        return f"{'; '.join(things[:-1])}; {lexicon('grammar')['and']} {things[-1]}"
    return series(things)


def polish(words: str) -> str:
    """Typographic: *stress* to “stress”, straight apostrophes to curly ones."""
    if "*" in words:
        words = _STRESS.sub(r"“\1”", words)
    return words.replace("'", "’")


def _fitting(written: str, noun: str) -> str:
    """The article that a filled slot takes, with the capital that was written."""
    fit = article(noun) if noun else written
    return capital(fit) if written[0].isupper() else fit


def fill(words: str, slots: Mapping[str, str]) -> str:
    """A text with its {slots} filled, {Slot} with a capital; polished. Raises LexiconError for an unknown slot."""
    if "{" in words:
        try:
            words = _ARTICLE.sub(lambda m: _fitting(m[1], slots.get(m[2], "")) + m[0][len(m[1]) :], words)
            words = _SLOT.sub(lambda m: slots[m[1]] if m[1] in slots else capital(slots[m[1].lower()]), words)
        except KeyError as slot:
            raise LexiconError(
                f"lexicon: nothing fills the slot {slot} of {words!r}; take it out of the text"
            ) from None
    return polish(words)


def unmarked(name: str) -> str:
    """A name without what stands in brackets after it: "exchange (trick)" -> "exchange"."""
    return name.split(" (")[0]


def suits(
    words: str,
    count: int,
    *,
    wet: bool = True,
    shut: bool = True,
    hunts: bool = True,
    hands: bool = True,
    speaks: bool = True,
    sees: bool = True,
) -> str | None:
    """A text without its marks, None where one of them shuts it out.

    "1:" for one, "2:" for several, "w:" for water, "d:" where all ways in can be shut, "h:" for what hunts, "a:" for
    what has arms and hands, "s:" for what speaks or sings, "e:" for what has eyes.
    """
    marks = {"1": count == 1, "2": count > 1, "w": wet, "d": shut, "h": hunts, "a": hands, "s": speaks, "e": sees}
    while words[1:2] == ":" and words[0] in marks:
        if not marks[words[0]]:
            return None
        words = words[2:]
    return words


def stems(words: str) -> frozenset[str]:
    """The telling words of a text, without plural endings."""
    found = re.findall(r"[a-z]{4,}", words.lower())
    return frozenset(word.rstrip("s") for word in found if word not in _small()["common"])


def word_count(words: str) -> int:
    """How many words a text has."""
    return len(words.split())
