"""Finding things in a dungeon: a dungeon comes in; the index that the search reads, and lists by letter, go out."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from zinegen.dungeon.fights import one_name
from zinegen.dungeon.model import Dungeon
from zinegen.publish.keys import KeyPrinter
from zinegen.typeset.blocks import Box, Para, plain
from zinegen.typeset.writer import area_name, capital
from zinegen.work import Made

INDEX = "search-index.js"


@dataclass(frozen=True)
class Entry:
    """A line of a list by letter: what it is, and where."""

    name: str
    places: Sequence[Markup]


def index_file(dungeon: Dungeon, printer: KeyPrinter) -> Made:
    """All keys as a script, since no page of a folder may read another file: address, title and words of each."""
    rows = []
    for level in dungeon.levels:
        for area in printer.index.keyed(level):
            words = re.sub(r"\s+", " ", " ".join(_texts(printer, area.id))).strip()
            rows.append([f"level-{level.number}.html#{area.key}", f"{area.id} {area_name(area)}", words])
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("],[", "],\n[")
    return Made(INDEX, f"window.ZINE_INDEX={text.replace('</', '<' + chr(92) + '/')};\n".encode())


def _texts(printer: KeyPrinter, area: str) -> list[str]:
    """The words of a key, paragraph by paragraph, without its head."""
    found: list[str] = []
    for part in printer.block(area).parts[1:]:
        paras = part.parts if isinstance(part, Box) else (part,)
        found += [plain(para.runs) for para in paras if isinstance(para, Para)]
    return found


def lists(dungeon: Dungeon, printer: KeyPrinter) -> list[tuple[str, list[Entry]]]:
    """The areas, the creatures and the things worth a search, each by letter; empty lists are left out."""
    areas, who, what = [], [], []
    for level in dungeon.levels:
        for area in printer.index.keyed(level):
            here = printer.number(area.id)
            areas.append((area_name(area), here))
            who += [(capital(one_name(group)), here) for group in area.inhabitants]
            what += [(capital(thing.what), here) for thing in area.treasure if thing.kind in ("magic", "jewellery")]
    what += [(capital(item.name), printer.number(item.in_)) for item in dungeon.key_items if item.name]
    named = (("areas", areas), ("creatures", who), ("things", what))
    return [(name, _entries(pairs)) for name, pairs in named if pairs]


def _entries(pairs: Iterable[tuple[str, Markup]]) -> list[Entry]:
    """Lines by letter, one for all places of a name."""
    found: dict[str, list[Markup]] = {}
    for name, place in pairs:
        if place and place not in found.setdefault(name, []):
            found[name].append(place)
    return [Entry(name, found[name]) for name in sorted(found, key=_order) if found[name]]


def _order(name: str) -> tuple[str, str]:
    """What a name is sorted by: its letters without marks, and without an article."""
    plain = unicodedata.normalize("NFD", name.casefold())
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"^(the|an?) ", "", re.sub(r"[^\w ]", "", letters)), name
