"""Time and light, turn by turn; and which zones have been searched."""

from __future__ import annotations

from typing import Any

from zinegen.typeset.blocks import Run
from zinegen.typeset.sheets.form import Desk, Field, Page, bold, para, s

HOURS, TURNS = 12, 6
LIGHTS, LIGHT_TURNS, TORCH_TURNS = 8, 24, 6
"""Rows of lights; a lantern's turns, of which a torch burns the first six."""
ZONES_A_ROW = 12
PASSAGES = ZONES_A_ROW
"""Blank zones of a level for passages, which have no key."""
ZONE_ROW, LEVEL_HEAD = 10.2, 8.4
ROW_MOST, AROUND = 11.0, 21.0
"""The most height of a row of turns, and that of the tables' heads and what is spare on that page."""


def turns(desk: Desk) -> list[Page]:
    """A page of turns and lights, then the searched zones."""
    plain = all(level.wander is None for level in desk.dungeon.levels)  # a d6 each second turn
    hours = [
        [{"n": n, "rest": n == TURNS, "roll": n % 2 == 0 and plain,
          "field": Field(f"turn {hour} {n}", s("turns", "label_turn", h=hour, n=n), "tick")}
         for n in range(1, TURNS + 1)]
        for hour in range(1, HOURS + 1)
    ]  # fmt: skip
    notes = [Field(f"hour {hour} note", s("turns", "label_note", h=hour)) for hour in range(1, HOURS + 1)]
    lights = [
        {"who": Field(f"light {n} who", s("turns", "label_who", n=n)),
         "boxes": [Field(f"light {n} turn {t}", s("turns", "label_burnt", n=n, t=t), "tick")
                   for t in range(1, LIGHT_TURNS + 1)]}
        for n in range(1, LIGHTS + 1)
    ]  # fmt: skip
    wide = desk.room()[0]
    words = desk.tall(bold(s("turns", "intro" if plain else "intro_system")), wide, "sheetnote")
    words += desk.tall(bold(s("turns", "lights")), wide, "sheetsub")
    words += desk.tall((Run(s("turns", "lights_note")),), wide, "sheetnote")
    row = round(min(ROW_MOST, (desk.room()[1] - AROUND - words) / (HOURS + LIGHTS)), 2)
    blocks: list[dict[str, Any]] = [
        para(bold(s("turns", "intro" if plain else "intro_system"))),
        {"kind": "hours", "row": row, "rows": list(zip(hours, notes, strict=True)), "turn": s("turns", "turn"),
         "hour": s("turns", "hour"), "note": s("turns", "note"), "rest": s("turns", "rest"),
         "roll": s("turns", "roll")},
        para(bold(s("turns", "lights")), "sheetsub", "h2"),
        {"kind": "lights", "row": row, "rows": lights, "who": s("turns", "who"), "torch": TORCH_TURNS,
         "head": s("turns", "burnt")},
        para((Run(s("turns", "lights_note")),)),
    ]  # fmt: skip
    first = Page(s("turns", "title"), desk.short_title, blocks, s("turns", "title"))
    return [first, *_searched(desk)]


def _searched(desk: Desk) -> list[Page]:
    """A box for every keyed area and some for passages, level by level."""
    width, height = desk.room()
    lead = (Run(s("searched", "intro")),)
    tall = height - desk.tall(lead, width, "sheetnote") - 3.0
    pages: list[Page] = []
    free = 0.0
    for level in desk.dungeon.levels:
        zones = [(str(area.key), f"{area.id}") for area in desk.index.keyed(level)]
        passages = [("", f"{level.number} passage {n}") for n in range(1, PASSAGES + 1)]
        rows = [_zones(zones[at : at + ZONES_A_ROW]) for at in range(0, len(zones), ZONES_A_ROW)]
        rows.append(_zones(passages))
        need = LEVEL_HEAD + len(rows) * ZONE_ROW
        if need > free:
            title = s("searched", "title")
            pages.append(Page(title, desk.short_title, [para(lead)], "" if pages else title))
            free = tall
        head = s("level", n=level.number, title=level.title)
        pages[-1].blocks += [para(bold(head), "sheetsub", "h2"), {"kind": "zones", "rows": rows, "row": ZONE_ROW}]
        free -= need
    return pages


def _zones(zones: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Boxes with their labels."""
    return [
        {"label": label, "field": Field(f"zone {name}", s("searched", "label", zone=name), "tick")}
        for label, name in zones
    ]
