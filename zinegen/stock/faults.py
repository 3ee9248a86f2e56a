"""What is wrong with the word lists of the language that is spoken: each fault names file, entry and remedy."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from zinegen.errors import LexiconError
from zinegen.stock.shapes import CLANS, Creature, Klass, Room, Theme
from zinegen.stock.shelves import NAMES, SHELVES, misshapen, shelf_faults, text_faults
from zinegen.stock.styled import style_faults
from zinegen.words import NATIVE, ROOT, files_of, home_of, lexicon, lists, native, remembered, told


@remembered
def ensure_words() -> None:
    """Raise LexiconError when something is wrong with the word lists, once for each language that is spoken."""
    found = list(broken())
    if found:
        more = f" (and {len(found) - 1} more; `zinegen check` of that folder names all)" if len(found) > 1 else ""
        raise LexiconError(found[0] + more)


def faults() -> Iterator[str]:
    """Everything wrong with the lists, one line each: what is broken, then what an editor would strike out."""
    yield from broken()
    yield from style_faults()


def broken() -> Iterator[str]:
    """What no dungeon can be made with."""
    for shelf in SHELVES:
        yield from shelf_faults(shelf)
    yield from _creatures()
    yield from _activities()
    yield from _rooms()
    yield from _themes()
    yield from _unlike()


def _tables(folder: str) -> Iterator[tuple[str, str, Any]]:
    """Of each table of a list that is a folder of tables: its file, its name, itself."""
    for stem, path in files_of(folder).items():
        for name, one in lexicon(f"{folder}/{stem}").items():
            yield told(path), name, one


def _creatures() -> Iterator[str]:
    tags = {*CLANS, *lexicon("themes"), *lexicon("stocking")["tags"]["creature"]}
    for file, id_, raw in _tables("bestiary"):
        where = f"{file}, {id_}"
        if found := misshapen(where, raw, Creature):
            yield found
            continue
        for tag in raw["tags"]:
            if tag not in tags:
                yield f"{where}: there is no tag {tag!r}; there are: {', '.join(sorted(tags))}"
        if not any(tag in CLANS for tag in raw["tags"]):
            yield f"{where}: give it one of the tags {', '.join(CLANS)}"
        if not raw["doing"].get("any"):
            yield f"{where}: it needs something to do anywhere: doing.any"


def _activities() -> Iterator[str]:
    for file, key, texts in _tables("activities"):
        if key not in (*get_args(Klass), "wander", "wants"):
            yield f"{file}: {key!r} is no kind of room; there are: {', '.join(get_args(Klass))}"
        elif not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            yield f"{file}, {key}: is no list of texts; write it as docs/words.md shows"
    for clan, path in files_of("activities").items():
        for key in ("any", "wander", "wants"):
            if not lexicon(f"activities/{clan}").get(key):
                yield f"{told(path)}: it needs texts under {key!r}"


def _rooms() -> Iterator[str]:
    themes = lexicon("themes")
    for stem, path in files_of("rooms").items():
        head = {key: value for key, value in lexicon(f"rooms/{stem}").items() if key != "things"}
        known = {key: value for key, value in head.items() if key in Room.__struct_fields__}
        if found := misshapen(told(path), known, Room):
            yield found
            continue
        for theme in known["themes"]:
            if theme not in (*themes, "any"):
                yield f"{told(path)}: there is no theme {theme!r}; there are: any, {', '.join(sorted(themes))}"


def _themes() -> Iterator[str]:
    rooms, creatures = lexicon("rooms"), lexicon("bestiary")
    for stem, path in files_of("themes").items():
        file, words = told(path), lexicon(f"themes/{stem}")
        if found := misshapen(file, words, Theme):
            yield found
            continue
        theme = msgspec.convert(words, Theme)
        for room in theme.goal_rooms:
            if room not in rooms:
                yield f"{file}: goal_rooms names {room!r}; there is no lexicon/en/rooms/{room}.toml"
        for raw, event in zip(words["events"], theme.events, strict=True):
            for creature in event.who:
                if creature not in creatures:
                    yield f"{file}, {event.id}: there is no creature {creature!r} in the bestiary"
            for part in ("true", "false", "traces"):
                if not raw[part]:
                    yield f"{file}, {event.id}: {part!r} is empty; write it as docs/words.md shows"
            for part in ("stage", *(range(len(raw["traces"])))):
                one = raw["stage"] if part == "stage" else raw["traces"][part]
                yield from text_faults(f"{file}, {event.id}.{one.get('id', part)}", one, frozenset(NAMES))


# ------------------------------------------------------------------------- a language of one's own, beside the native


def _unlike() -> Iterator[str]:
    """Where the lists of another language lack what the native ones have, or fill slots that these have not."""
    for name in lists():
        path = home_of(name)
        theirs = native(name)
        if path is not None and theirs is not None and not path.is_relative_to(ROOT / NATIVE):
            yield from _differs(told(path), lexicon(name), theirs)


def _differs(where: str, mine: Any, theirs: Any) -> Iterator[str]:
    """What one value of a list lacks beside that of the native list."""
    number = (int, float)
    if not isinstance(mine, type(theirs)) and not (isinstance(mine, number) and isinstance(theirs, number)):
        yield f"{where}: is not written as in lexicon/en; take its shape from there"
    elif isinstance(theirs, dict):
        for key, one in theirs.items():
            inside = f"{where}{'.' if ', ' in where else ', '}{key}"
            if key not in mine:
                yield f"{inside} is missing; write it as lexicon/en has it"
            else:
                yield from _differs(inside, mine[key], one)
    elif isinstance(theirs, str):
        yield from _slots(where, mine, slots_of(theirs))
    elif isinstance(theirs, list) and theirs:
        yield from _list_differs(where, mine, theirs)


def _list_differs(where: str, mine: list[Any], theirs: list[Any]) -> Iterator[str]:
    if not mine:
        yield f"{where}: is empty; write at least one, as lexicon/en has it"
    needed = (
        set.intersection(*(set(one) for one in theirs)) if all(isinstance(one, dict) for one in theirs) else set()
    )
    known = slots_of(theirs)
    for number, one in enumerate(mine, 1):
        if type(one) not in {type(other) for other in theirs}:
            yield f"{where}, entry {number}: is not written as in lexicon/en; take its shape from there"
            continue
        for key in sorted(needed - set(one) if isinstance(one, dict) else ()):
            yield f"{where}, entry {number}: {key!r} is missing; write it as lexicon/en has it"
        yield from _slots(f"{where}, entry {number}", one, known)


def _slots(where: str, value: Any, known: set[str]) -> Iterator[str]:
    try:
        unknown = slots_of(value) - known
    except ValueError as fault:
        yield f"{where}: {fault}; write a slot as {{name}}"
        return
    for slot in sorted(unknown):
        there = ", ".join(f"{{{one}}}" for one in sorted(known)) or "none"
        yield f"{where}: nothing fills {{{slot}}}; there are: {there}"


def slots_of(value: Any) -> set[str]:
    """The slots of all texts in a value; one written with a capital counts as the plain one."""
    if isinstance(value, str):
        names = [name for _, name, _, _ in string.Formatter().parse(value) if name is not None]
        return {name[:1].lower() + name[1:] for name in names}
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {slot for one in inside for slot in slots_of(one)}
