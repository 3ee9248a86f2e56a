"""How much of a dungeon a reader has met before: dungeon.json files come in, shares and unused entries go out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from zinegen.recipe_keys import texts_in
from zinegen.words import lexicon

Json = dict[str, Any]
SLOT = re.compile(r"\{\w+\}")


def memorable(dungeon: Json) -> set[str]:
    """The lines that a reader remembers: finds, deeds, signs, magic, hiding places, looks of creatures, papers."""
    names = _names(dungeon)
    out: set[str] = set()
    for level in dungeon["levels"]:
        for area in level["areas"]:
            out |= {_plain(line, names) for line in _lines(area)}
    out |= {_plain(paper["text"], names) for paper in dungeon["handouts"]}
    return {line for line in out if len(line.split()) >= 3}


def _lines(area: Json) -> Iterator[str]:
    for detail in area["text"]["details"]:
        if not detail["id"].startswith(("wall-", "spoor")):
            yield detail["find"]
            yield detail["result"]
    for one in area["inhabitants"]:
        yield one["doing"]
        yield one["secret"]
    for hazard in area["hazards"]:
        yield hazard["sign"]
    for item in area["treasure"]:
        yield item["effect"]
        yield item["hidden"]


def _names(dungeon: Json) -> list[str]:
    """What is a name of this dungeon alone, and no part of a line."""
    rooms = [area["text"]["name"] for level in dungeon["levels"] for area in level["areas"] if area["text"]["name"]]
    items = [item["name"] for item in dungeon["key_items"]] + [lock["name"] for lock in dungeon["locks"]]
    return sorted({name for name in (*rooms, *items) if name}, key=len, reverse=True)


def _plain(line: str, names: Iterable[str]) -> str:
    for name in names:
        if name in line:
            line = line.replace(name, "#")
    return re.sub(r"\d[\d,]*|\(.*?\)", "#", line)


def seen_before(dungeons: Sequence[Json]) -> float:
    """The share of the last dungeon's memorable lines that stand in one of those before it."""
    *before, last = (memorable(one) for one in dungeons)
    known = set().union(*before)
    return len(last & known) / max(1, len(last))


def drawn(dungeons: Iterable[Json]) -> Counter[str]:
    """Every text of dungeons, counted: by their first forty letters, so that slots and endings do not matter."""
    found: Counter[str] = Counter()
    for dungeon in dungeons:
        found.update({_begin(text) for text in _all(dungeon)})
    return found


def _all(value: Any) -> Iterator[str]:
    for text in texts_in(value):
        yield from re.split(r"[.;] (?=[A-Z])", text)
        yield text


def _begin(text: str) -> str:
    plain = re.sub(r"[^a-z ]", "", text.lower().replace("’", ""))
    return " ".join(plain.split())[:28]


SHOWS = {
    "rooms": "find", "finds": "find", "traces": "find", "hazards": "sign", "tricks": "sign", "magic": "effect",
    "features": "find", "lucky": "find", "people": "doing", "obstacles": "past",
}  # fmt: skip
"""List -> the field of an entry that is printed as it stands."""


def entries() -> dict[str, str]:
    """Every entry of the great lists: its name -> the beginning of the text that shows it was drawn."""
    out: dict[str, str] = {}
    for folder, field in SHOWS.items():
        for stem, words in lexicon(folder).items():
            for entry in words.get("things" if folder == "rooms" else "entries", ()):
                text = entry.get(field) or entry.get("do", "")
                if text and not SLOT.search(text[:40]):
                    out[f"{folder}/{stem}.{entry['id']}"] = _begin(text)
    out |= {f"bestiary/{id_}": _begin(id_) for id_ in lexicon("bestiary")}
    return out
