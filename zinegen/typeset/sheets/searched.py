"""Which zones have been searched: a box for each, as the system of each level has it.

Under document 002 only passages and halls are searched, each once, and what it brings has been rolled.
Elsewhere any area may be searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zinegen.dungeon.model import Level
from zinegen.dungeon.zones import Zone, zones
from zinegen.typeset.blocks import Run
from zinegen.typeset.sheets.form import Cell, Desk, Field, Page, Row, bold, para, s
from zinegen.typeset.sheets.tables import Part, columns_of, level_head, tables, tick_of
from zinegen.typeset.sheets.words import cut
from zinegen.typeset.writer import area_name, joined, w_or

ZONES_A_ROW = 12
PASSAGES = ZONES_A_ROW
"""Blank zones of a level for passages, which have no key."""
ZONE_ROW, LEVEL_HEAD = 10.2, 8.4


def searched(desk: Desk) -> list[Page]:
    """Boxes for the levels where everything may be searched, then a table for those of document 002."""
    listed = zones(desk.dungeon)
    by_level = {
        level.number: [zone for zone in listed if zone.level == level.number] for level in desk.dungeon.levels
    }
    pages = _boxes(desk, [level for level in desk.dungeon.levels if not by_level[level.number]])
    rows: list[Row] = []
    for level in desk.dungeon.levels:
        if by_level[level.number]:
            rows += [level_head(level, 4), *(_zone(desk, zone) for zone in by_level[level.number])]
    if rows:
        columns = columns_of("zones", tick=0.08, where=0.38, brings=0.27, found=0.27)
        table = tables(desk, Part("zones", columns, rows, s("zones", "intro")))
        table[0].mark = "" if pages else table[0].mark
        pages += table
    return pages


def _zone(desk: Desk, zone: Zone) -> Row:
    """A passage or hall: where it is, what the search brings, and a line to write on."""
    where: tuple[Run, ...] = (
        *desk.ref(zone.area, zone.level),
        Run(f" {cut(area_name(desk.index.areas[zone.area]), 50)}"),
    )
    if zone.key is None:
        near = joined([desk.ref(area, zone.level) for area in zone.near], ", ", f" {s('clues', 'and')} ")
        lead = s("zones", "near" if len(zone.near) == 1 else "between") if zone.near else ""
        where = (Run(f"{w_or(zone.kind, 'area', zone.kind)} {lead}".rstrip() + " " * bool(near)), *near)
    note = Field(f"zone {zone.area} note", s("zones", "label_note", zone=_plain(where)))
    return Row((
        tick_of(f"zone {zone.area}", s("searched", "label", zone=_plain(where))), Cell(where),
        Cell((Run(s("zones", zone.brings)),)), Cell(fields=(note,)),
    ))  # fmt: skip


def _plain(runs: Sequence[Run]) -> str:
    return "".join(run.text for run in runs)


def _boxes(desk: Desk, levels: Sequence[Level]) -> list[Page]:
    """A box for every keyed area and some for passages, level by level."""
    width, height = desk.room()
    lead = (Run(s("searched", "intro")),)
    tall = height - desk.tall(lead, width, "sheetnote") - 3.0
    pages: list[Page] = []
    free = 0.0
    for level in levels:
        keyed = [(str(area.key), area.id) for area in desk.index.keyed(level)]
        passages = [("", f"{level.number} passage {n}") for n in range(1, PASSAGES + 1)]
        rows = [_row(keyed[at : at + ZONES_A_ROW]) for at in range(0, len(keyed), ZONES_A_ROW)]
        rows.append(_row(passages))
        need = LEVEL_HEAD + len(rows) * ZONE_ROW
        if need > free:
            title = s("searched", "title")
            pages.append(Page(title, desk.short_title, [para(lead)], "" if pages else title))
            free = tall
        head = s("level", n=level.number, title=level.title)
        pages[-1].blocks += [para(bold(head), "sheetsub", "h2"), {"kind": "zones", "rows": rows, "row": ZONE_ROW}]
        free -= need
    return pages


def _row(boxes: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """Boxes with their labels."""
    return [
        {"label": label, "field": Field(f"zone {name}", s("searched", "label", zone=name), "tick")}
        for label, name in boxes
    ]
