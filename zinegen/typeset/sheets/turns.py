"""Time and light, turn by turn."""

from __future__ import annotations

from typing import Any

from zinegen.typeset.blocks import Run
from zinegen.typeset.sheets.form import Desk, Field, Page, bold, para, s

HOURS, TURNS = 12, 6
LIGHTS, LIGHT_TURNS, TORCH_TURNS = 8, 24, 6
"""Rows of lights; a lantern's turns, of which a torch burns the first six."""
ROW_MOST, AROUND = 11.0, 21.0
"""The most height of a row of turns, and that of the tables' heads and what is spare on that page."""


def turns(desk: Desk) -> list[Page]:
    """A page of turns and lights."""
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
    return [Page(s("turns", "title"), desk.short_title, blocks, s("turns", "title"))]
