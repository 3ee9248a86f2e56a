"""What the site's overview says: a dungeon comes in; figures, totals and names, ready to print, go out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zinegen.dungeon.model import Area, Dungeon, Level
from zinegen.publish.say import amount, count, gold, isolate, joined, say, size
from zinegen.words import lexicon
from zinegen.work import Made

KINDS = ("coins", "gems", "jewellery", "magic", "goods")
MAP, PDF = re.compile(r"maps/level-(\d+)\.svg"), r"[\w-]+\.pdf"
FILES = "files/"
"""Where the site keeps its copies of the other products, so that it can be published alone."""


@dataclass(frozen=True)
class Download:
    """A file that can be taken away."""

    href: str
    name: str
    what: str
    size: str
    file: Made


@dataclass(frozen=True)
class TreasureRow:
    """The worth of a level's treasure, by kind."""

    name: str
    amounts: tuple[str, ...]
    total: str


def keyed(level: Level) -> list[Area]:
    """The areas of a level that have a key, in the order of their numbers."""
    return sorted((area for area in level.areas if area.key is not None), key=lambda area: area.key or 0)


def creatures(levels: Iterable[Level]) -> int:
    """How many creatures live in the areas of some levels."""
    return sum(group.count for level in levels for area in level.areas for group in area.inhabitants)


def worth(levels: Iterable[Level]) -> float:
    """What the treasure of some levels is worth, in gp."""
    return sum(thing.value_gp for level in levels for area in level.areas for thing in area.treasure)


def level_sum(level: Level) -> str:
    """The figures of a level on one line."""
    foes, value = creatures([level]), worth([level])
    return joined(
        [count(len(keyed(level)), "area"), count(foes, "creature") if foes else "", gold(value) if value else ""]
    )


def facts(dungeon: Dungeon) -> list[tuple[str, str]]:
    """The figures of the whole dungeon: name and value."""
    areas = sum(len(keyed(level)) for level in dungeon.levels)
    loops = sum(len(level.flow.cycles) for level in dungeon.levels)
    foes, value = creatures(dungeon.levels), worth(dungeon.levels)
    found = [
        ("party", amount(dungeon.recipe["party_level"]) if "party_level" in dungeon.recipe else ""),
        ("size", joined([count(len(dungeon.levels), "level"), count(areas, "area")])),
        ("creatures", amount(foes) if foes else ""),
        ("treasure", gold(value) if value else ""),
        ("loops", amount(loops) if loops else ""),
        ("locks", amount(len(dungeon.locks)) if dungeon.locks else ""),
    ]
    return [(say("facts", name), value) for name, value in found if value]


def treasure(dungeon: Dungeon) -> tuple[list[str], list[TreasureRow]]:
    """The worth of the treasure by level and kind: the names of the kinds there are, and the rows with a total."""
    table = [[_of_kind([level], kind) for kind in KINDS] for level in dungeon.levels]
    used = [k for k in range(len(KINDS)) if any(row[k] for row in table)]
    if not used:
        return [], []
    names = [say("level", "plain", n=level.number) for level in dungeon.levels]
    if len(table) > 1:
        table.append([sum(column) for column in zip(*table, strict=True)])
        names.append(say("front", "all_levels"))
    rows = [
        TreasureRow(name, tuple(amount(row[k]) if row[k] else say("count", "none") for k in used), amount(sum(row)))
        for name, row in zip(names, table, strict=True)
    ]
    return [say("treasure_kinds", KINDS[k]) for k in used], rows


def _of_kind(levels: Sequence[Level], kind: str) -> float:
    return sum(t.value_gp for level in levels for area in level.areas for t in area.treasure if t.kind == kind)


def downloads(files: Iterable[Made]) -> list[Download]:
    """The files that the site offers: those that the word list names, in its order, maps, then any other PDF."""
    made = list(files)
    known = list(lexicon("site")["downloads"])
    order = {name: at for at, name in enumerate(known)}
    kept = [one for one in made if one.name in order or MAP.fullmatch(one.name) or re.fullmatch(PDF, one.name)]
    return [_offer(one) for one in sorted(kept, key=lambda one: order.get(one.name, len(known)))]


def _offer(made: Made) -> Download:
    pages = count(made.pages, "page") if made.pages else ""
    level = MAP.fullmatch(made.name)
    if level:
        name, what = say("map_file", "name", n=level[1]), say("map_file", "what")
    elif made.name in lexicon("site")["downloads"]:
        name, what = say("downloads", made.name, "name"), say("downloads", made.name, "what")
    else:
        name, what = made.name, say("other", "file")
    return Download(FILES + made.name, name, joined([what, pages]), size(len(made.data)), made)


def grouped(offers: Sequence[Download]) -> list[tuple[str, list[Download]]]:
    """Downloads under headings, in the order of the word list; those that no heading names go under the last."""
    groups = lexicon("site")["download_groups"]
    last = list(groups)[-1]
    home = {name: heading for heading, names in groups.items() for name in names}
    found: dict[str, list[Download]] = {heading: [] for heading in groups}
    for offer in offers:
        found["maps" if MAP.fullmatch(offer.file.name) else home.get(offer.file.name, last)].append(offer)
    return [(heading, those) for heading, those in found.items() if those]


def description(dungeon: Dungeon) -> str:
    """The dungeon in one sentence, for search engines and lists of links."""
    areas = sum(len(keyed(level)) for level in dungeon.levels)
    levels = count(len(dungeon.levels), "level")
    return say("front", "description", title=isolate(dungeon.title), levels=levels, areas=count(areas, "area"))
