"""The shelves of the lexicon: which lists there are, how an entry of each is shaped, and what is wrong with one.

A writer adds entries to the files of a list, and needs no Python. Each fault names file, entry and remedy.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from zinegen.dungeon.model import FeatureKind
from zinegen.stock.furnish import SIZES
from zinegen.stock.shapes import (
    ClueText,
    ContainerTrap,
    Danger,
    Find,
    Good,
    Hiding,
    Item,
    Letter,
    Lucky,
    Magic,
    Obstacle,
    Person,
    Trace,
)
from zinegen.words import files_of, lexicon, told

NAMES = {"family", "given", "given2", "town", "saint", "god", "goal", "place", "levels"}
"""Slots that every text may have."""
DICE = {"d", "h", "dd"}
SYMBOLS = tuple(SIZES)


class Shelf(msgspec.Struct, frozen=True):
    """A list of the lexicon: its folder, the key its entries stand under, their shape and slots."""

    folder: str
    key: str
    shape: type[msgspec.Struct]
    slots: frozenset[str]
    above: tuple[str, ...] = ()
    """What else may stand in a file beside the entries."""


def _slots(*more: str) -> frozenset[str]:
    return frozenset({*NAMES, *more})


SHELVES = (
    Shelf("rooms", "things", Item, _slots(),
          ("names", "kinds", "size", "klass", "zone", "themes", "air", "entrance", "goal", "wet")),
    Shelf("finds", "entries", Find, _slots()),
    Shelf("traces", "entries", Trace, _slots()),
    Shelf("leavings", "entries", Item, _slots()),
    Shelf("opposed", "entries", Item, _slots(), ("sign", "likes")),
    Shelf("features", "entries", Item, _slots()),
    Shelf("hazards", "entries", Danger, _slots(*DICE)),
    Shelf("tricks", "entries", Danger, _slots(*DICE)),
    Shelf("obstacles", "entries", Obstacle, _slots("dir", "n", *DICE)),
    Shelf("magic", "entries", Magic, _slots()),
    Shelf("goods", "entries", Good, _slots()),
    Shelf("hiding", "entries", Hiding, _slots("it")),
    Shelf("letters", "entries", Letter, _slots("area", "room", "key", "who", "thing")),
    Shelf("people", "entries", Person, _slots("who", "area", "room", "n")),
    Shelf("lucky", "entries", Lucky, _slots()),
    Shelf("container_traps", "kinds", ContainerTrap, _slots("it", *DICE), ("name", "called")),
    Shelf("clues", "list", ClueText, _slots("area", "key", "thing", "what", "where")),
)  # fmt: skip


def shelf_faults(shelf: Shelf) -> Iterator[str]:
    """What is wrong with the entries of a list."""
    for stem, path in files_of(shelf.folder).items():
        words, file = lexicon(f"{shelf.folder}/{stem}"), told(path)
        known: Counter[str] = Counter()
        for key in words:
            if key not in (shelf.key, *shelf.above):
                yield f"{file}: {key!r} is no key of this list; there are: {', '.join((*shelf.above, shelf.key))}"
        entries = words.get(shelf.key)
        if not isinstance(entries, list):
            yield f"{file}: {shelf.key!r} is missing, or no list; write it as docs/words.md shows"
            continue
        for number, raw in enumerate(entries, 1):
            name = str(raw.get("id", f"entry {number}")) if isinstance(raw, dict) else f"entry {number}"
            known[name] += 1
            if found := misshapen(f"{file}, {name}", raw, shelf.shape):
                yield found
                continue
            yield from text_faults(f"{file}, {name}", raw, shelf.slots)
            yield from _reference_faults(f"{file}, {name}", raw, stem)
        for name, times in known.items():
            if times > 1:
                yield f"{file}, {name}: this id stands {times} times; give each one of its own"


def misshapen(where: str, raw: Any, shape: type[msgspec.Struct]) -> str:
    """What is wrong with the fields of an entry; nothing where they are in order."""
    try:
        msgspec.convert(raw, shape)
    except msgspec.ValidationError as fault:
        return f"{where}: {fault}; write it as docs/words.md shows"
    return ""


def text_faults(where: str, raw: dict[str, Any], slots: frozenset[str]) -> Iterator[str]:
    """Slots that nobody fills."""
    for field, value in raw.items():
        for text in [value] if isinstance(value, str) else value if isinstance(value, list) else ():
            if not isinstance(text, str) or "{" not in text:
                continue
            for slot in re.findall(r"\{(\w+)\}", text):
                if slot[:1].lower() + slot[1:] not in slots:
                    yield f"{where}, {field}: nothing fills {{{slot}}}; there are: {', '.join(sorted(slots))}"


def _reference_faults(where: str, raw: dict[str, Any], stem: str) -> Iterator[str]:
    """Names of themes, events and symbols that there are not."""
    themes = lexicon("themes")
    for theme in raw.get("themes", ()):
        if theme not in themes:
            yield f"{where}: there is no theme {theme!r}; there are: {', '.join(sorted(themes))}"
    if raw.get("event"):
        events = [event.get("id") for event in themes.get(stem, {}).get("events", ())]
        if raw["event"] not in events:
            yield f"{where}: theme {stem} has no event {raw['event']!r}; there are: {', '.join(events)}"
    if raw.get("sym") and raw["sym"] not in SYMBOLS:
        yield f"{where}: there is no symbol {raw['sym']!r}; there are: {', '.join(SYMBOLS)}"
    assert set(SYMBOLS) <= set(get_args(FeatureKind))
