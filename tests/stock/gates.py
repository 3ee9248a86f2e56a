"""The metrics of keys over many dungeons: dungeon.json files come in, shares go out.

Names, numbers and lines of figures are blanked before anything is counted, as diversity is measured elsewhere.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stock.laws import REF, Facts, Json
from stock.laws_text import body, sections

from zinegen.words import lexicon


class Metrics(NamedTuple):
    """What is measured; shares are 0..1."""

    rooms: int
    repeated_lines: int
    """Finds and deeds that stand in two keys of one dungeon."""
    five_grams: float
    """The share of five words in a row that stand in more than one key."""
    compression: float
    """How many times shorter the keys become when they are packed."""
    openings: float
    """Different first two words, by the rooms."""
    commonest: float
    """The share of rooms that the commonest first two words open."""
    pointing: float
    """Rooms that point at another area."""
    clues: float
    """Rooms with a clue."""
    middle: int
    """Words of the middle key."""
    long: int
    """Words of a key that one in twenty is longer than."""


def measure(dungeons: Sequence[Json], keys: int = 200) -> Metrics:
    """The metrics of dungeons; five words in a row and packing over so many keys of them, taken evenly."""
    every = [(facts, area) for dungeon in dungeons for facts in [Facts(dungeon)] for area in facts.areas.values()]
    step = max(1, len(every) // keys)
    sample = [plain(area, facts) for facts, area in every[::step][:keys]]
    grams: dict[tuple[str, ...], int] = Counter()
    for text in sample:
        words = text.split()
        grams.update({tuple(words[n : n + 5]) for n in range(len(words) - 4) if "#" not in words[n : n + 5]})
    joined = "\n".join(sample).encode()
    first = Counter(tuple(area["text"]["aloud"].lower().split()[:2]) for _, area in every if area["text"]["aloud"])
    words_of = sorted(body(area) for _, area in every)
    return Metrics(
        rooms=len(every),
        repeated_lines=sum(len(list(repeated(dungeon))) for dungeon in dungeons),
        five_grams=sum(n for n in grams.values() if n > 1) / max(1, sum(grams.values())),
        compression=len(joined) / len(zlib.compress(joined, 9)),
        openings=len(first) / len(every),
        commonest=max(first.values()) / len(every),
        pointing=sum(bool(_points(area)) for _, area in every) / len(every),
        clues=sum(bool(area["clues"]) for _, area in every) / len(every),
        middle=words_of[len(words_of) // 2],
        long=words_of[int(0.95 * len(words_of))],
    )


def plain(area: Json, facts: Facts) -> str:
    """The words of a key in lower case, its names and numbers blanked; lines of figures are not among them."""
    names = {one["text"]["name"] for one in facts.areas.values()} | {item["name"] for item in facts.items.values()}
    names |= {one["name"] for other in facts.areas.values() for one in other["inhabitants"]}
    names |= {item["what"].split(",")[0] for other in facts.areas.values() for item in other["treasure"]}
    text = " . ".join(words for where, words in sections(area) if where != "aloud" and not where.endswith(".special"))
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = text.replace(name, "#")
    for words in lexicon("names").values():
        for name in words if isinstance(words, list) else ():
            text = text.replace(name, "#") if name in text else text
    return " ".join(re.findall(r"[a-z’]+|#", re.sub(r"\d[\d,d+]*", "#", text.lower())))


def repeated(dungeon: Json) -> Iterator[str]:
    """Finds and deeds that two keys of a dungeon share."""
    lines: dict[str, set[str]] = defaultdict(set)
    for id_, area in Facts(dungeon).areas.items():
        for line in [d["find"] for d in area["text"]["details"]] + [one["doing"] for one in area["inhabitants"]]:
            if len(line.split()) > 4:
                lines[line].add(id_)
    return (line for line, ids in lines.items() if len(ids) > 1)


def _points(area: Json) -> set[str]:
    said = [text for _, text in sections(area)]
    return {ref for text in said for ref in REF.findall(text)} | {clue["about"] for clue in area["clues"]}
