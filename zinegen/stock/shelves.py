"""The shelves of the lexicon: which lists there are, how an entry of each is shaped, and what is wrong with one.

A writer adds entries to the files of a list, and needs no Python. `faults` names file, entry and remedy.
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
    CLANS,
    ClueText,
    Creature,
    Danger,
    Find,
    Good,
    Hiding,
    Item,
    Klass,
    Letter,
    Lucky,
    Magic,
    Obstacle,
    Person,
    Trace,
)
from zinegen.words import lexicon

NAMES = {"family", "given", "given2", "town", "saint", "god", "goal", "place", "levels"}
"""Slots that every text may have."""
DICE = {"d", "h", "dd"}
SYMBOLS = tuple(SIZES)


class Shelf(msgspec.Struct, frozen=True):
    """A list of the lexicon: its folder, the key its entries stand under, their shape and slots, how many we want."""

    folder: str
    key: str
    shape: type[msgspec.Struct]
    slots: frozenset[str]
    wanted: int
    above: tuple[str, ...] = ()
    """What else may stand in a file beside the entries."""


def _slots(*more: str) -> frozenset[str]:
    return frozenset({*NAMES, *more})


SHELVES = (
    Shelf("rooms", "things", Item, _slots(), 1000,
          ("names", "kinds", "size", "klass", "zone", "themes", "air", "entrance", "goal", "wet")),
    Shelf("finds", "entries", Find, _slots(), 600),
    Shelf("traces", "entries", Trace, _slots(), 400),
    Shelf("leavings", "entries", Item, _slots(), 120),
    Shelf("opposed", "entries", Item, _slots(), 80, ("sign", "likes")),
    Shelf("features", "entries", Item, _slots(), 60),
    Shelf("hazards", "entries", Danger, _slots(*DICE), 84),
    Shelf("tricks", "entries", Danger, _slots(*DICE), 60),
    Shelf("obstacles", "entries", Obstacle, _slots("dir", "n", *DICE), 40),
    Shelf("magic", "entries", Magic, _slots(), 120),
    Shelf("goods", "entries", Good, _slots(), 120),
    Shelf("hiding", "entries", Hiding, _slots("it"), 170),
    Shelf("letters", "entries", Letter, _slots("area", "room", "key", "who", "thing"), 60),
    Shelf("people", "entries", Person, _slots("who", "area", "room", "n"), 60),
    Shelf("lucky", "entries", Lucky, _slots(), 40),
    Shelf("clues", "list", ClueText, _slots("area", "key", "thing", "what", "where"), 160),
)  # fmt: skip


def faults() -> Iterator[str]:
    """Everything wrong with the lists, one line each: file, entry, remedy."""
    for shelf in SHELVES:
        yield from _shelf_faults(shelf)
    yield from _bestiary()
    yield from _activities()
    yield from _themes()
    yield from _struck()


STRUCK_IN = ("activities", "bestiary", "clues", "container_traps", "features", "finds", "goods", "hazards", "hiding",
             "leavings", "letters", "locks", "lucky", "magic", "obstacles", "opposed", "people", "rooms", "themes",
             "traces", "tricks")  # fmt: skip
"""Lists whose every text is looked through for words that no dungeon says; hooks and letters may."""
FREE = ("hook", "text")


def struck() -> re.Pattern[str]:
    """What no text of a dungeon says."""
    words: list[str] = lexicon("grammar")["struck"]
    return re.compile(r"\b(" + "|".join(word.replace("*", r"\w*") for word in words) + r")\b", re.IGNORECASE)


def _struck() -> Iterator[str]:
    pattern = struck()
    for folder in STRUCK_IN:
        merged = folder == "bestiary"  # its files are put together, and its tables are creatures
        leaves = [
            (path, text)
            for stem, words in lexicon(folder).items()
            for path, text in _leaves(words, f"lexicon/en/{folder}" + (f", {stem}" if merged else f"/{stem}.toml, "))
        ]
        for path, text in leaves:
            if path.rsplit(".", 1)[-1] not in FREE and (found := pattern.search(text)):
                yield f"{path}: strike {found[0]!r} from {text!r}"


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every text of a list, with where it stands."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _leaves(one, f"{path}.{key}")
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            name = one.get("id", number) if isinstance(one, dict) else number
            yield from _leaves(one, f"{path}.{name}")


def _shelf_faults(shelf: Shelf) -> Iterator[str]:
    known: Counter[str] = Counter()
    for stem, words in lexicon(shelf.folder).items():
        file = f"lexicon/en/{shelf.folder}/{stem}.toml"
        for key in words:
            if key not in (shelf.key, *shelf.above):
                yield f"{file}: {key!r} is no key of this list; there are: {', '.join((*shelf.above, shelf.key))}"
        for number, raw in enumerate(words.get(shelf.key, ()), 1):
            name = raw.get("id", f"entry {number}")
            known[f"{stem}.{name}"] += 1
            try:
                msgspec.convert(raw, shelf.shape)
            except msgspec.ValidationError as fault:
                yield f"{file}, {name}: {fault}; write it as docs/words.md shows"
                continue
            yield from _text_faults(file, name, raw, shelf.slots)
            yield from _reference_faults(file, name, raw)
    for name, times in known.items():
        if times > 1:
            yield f"lexicon/en/{shelf.folder}, {name}: this id stands {times} times; give each one of its own"


def _text_faults(file: str, name: str, raw: dict[str, Any], slots: frozenset[str]) -> Iterator[str]:
    """Slots that nobody fills, and texts that are not set as the rest are."""
    for field, value in raw.items():
        for text in [value] if isinstance(value, str) else value if isinstance(value, list) else ():
            if not isinstance(text, str):
                continue
            for slot in re.findall(r"\{(\w+)\}", text):
                if slot[:1].lower() + slot[1:] not in slots:
                    yield f"{file}, {name}, {field}: nothing fills {{{slot}}}; there are: {', '.join(sorted(slots))}"
            loose = text != text.strip() or "  " in text
            if loose or "’" in text or text.count("*") % 2:
                yield f"{file}, {name}, {field}: write it plain: straight ', *stress* in pairs, no loose spaces"


def _reference_faults(file: str, name: str, raw: dict[str, Any]) -> Iterator[str]:
    """Names of themes, events and symbols that there are not."""
    themes = lexicon("themes")
    for theme in raw.get("themes", ()):
        if theme not in themes:
            yield f"{file}, {name}: there is no theme {theme!r}; there are: {', '.join(sorted(themes))}"
    if raw.get("event"):
        theme = file.rsplit("/", 1)[-1].removesuffix(".toml")
        events = [event["id"] for event in themes.get(theme, {}).get("events", ())]
        if raw["event"] not in events:
            yield f"{file}, {name}: theme {theme} has no event {raw['event']!r}; there are: {', '.join(events)}"
    if raw.get("sym") and raw["sym"] not in SYMBOLS:
        yield f"{file}, {name}: there is no symbol {raw['sym']!r}; there are: {', '.join(SYMBOLS)}"
    assert set(SYMBOLS) <= set(get_args(FeatureKind))


def _bestiary() -> Iterator[str]:
    tags = {*CLANS, *lexicon("themes"), *lexicon("stocking")["tags"]["creature"]}
    for id_, raw in lexicon("bestiary").items():
        where = f"lexicon/en/bestiary, {id_}"
        try:
            creature = msgspec.convert(raw, Creature)
        except msgspec.ValidationError as fault:
            yield f"{where}: {fault}; write it as docs/words.md shows"
            continue
        for tag in creature.tags:
            if tag not in tags:
                yield f"{where}: there is no tag {tag!r}; there are: {', '.join(sorted(tags))}"
        if sum(tag in CLANS for tag in creature.tags) < 1:
            yield f"{where}: give it one of the tags {', '.join(CLANS)}"
        if not creature.doing.get("any"):
            yield f"{where}: it needs something to do anywhere: doing.any"


def _activities() -> Iterator[str]:
    for clan, words in lexicon("activities").items():
        for key in words:
            if key not in (*get_args(Klass), "wander", "wants"):
                known = ", ".join(get_args(Klass))
                yield f"lexicon/en/activities/{clan}.toml: {key!r} is no kind of room; there are: {known}"
        for key in ("any", "wander", "wants"):
            if not words.get(key):
                yield f"lexicon/en/activities/{clan}.toml: it needs texts under {key!r}"


def _themes() -> Iterator[str]:
    rooms, creatures = lexicon("rooms"), lexicon("bestiary")
    for theme, words in lexicon("themes").items():
        where = f"lexicon/en/themes/{theme}.toml"
        for room in words["goal_rooms"]:
            if room not in rooms:
                yield f"{where}: goal_rooms names {room!r}; there is no lexicon/en/rooms/{room}.toml"
        for event in words["events"]:
            for creature in event["who"]:
                if creature not in creatures:
                    yield f"{where}, {event['id']}: there is no creature {creature!r} in the bestiary"
            for part in ("hook", "goal", "true", "false", "traces", "stage"):
                if not event.get(part):
                    yield f"{where}, {event['id']}: it has no {part!r}"
