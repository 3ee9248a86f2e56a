"""The table screen: landscape panels to stand up between game master and players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from zinegen.typeset.blocks import Para, Run
from zinegen.typeset.keys import Keys
from zinegen.typeset.sheets.form import Desk, Page, bold, s
from zinegen.typeset.sheets.words import cut, kind_line, lock_words
from zinegen.typeset.writer import capital, joined, sentence, w
from zinegen.units import PT_PER_MM
from zinegen.words import lexicon

COLUMNS, GUTTER = 3, 6.0
FIXED = ("fight", "moving")
"""Panels that are the same for every dungeon."""
HEAD, LINE = "screenhead", "screenline"
LARGE = {HEAD: "screenhead2", LINE: "screenline2"}
"""The same in a size for panels that have room for it."""


def screen(desk: Desk) -> list[Page]:
    """What is asked most at the table: fights, moving about, who is met, what is locked or trapped."""
    pages = [page for name in FIXED for page in _panel(desk, s("screen", name, "title"), _fixed(name))]
    pages += _panel(desk, s("screen", "met"), _met(desk))
    pages += _panel(desk, s("screen", "shut"), _shut(desk))
    pages[0].mark = s("screen", "title")
    return pages


def _fixed(name: str) -> list[Para]:
    """A panel of the lexicon: heads, each with its lines."""
    paras = []
    for part in lexicon("sheets")["screen"][name]["part"]:
        paras.append(Para(HEAD, bold(part["head"]), "h2"))
        for line in part["lines"]:
            lead, colon, rest = line.partition(": ")
            runs = (Run(lead + colon, "b"), Run(rest)) if colon else (Run(line),)
            paras.append(Para(LINE, runs))
    return paras


def _met(desk: Desk) -> list[Para]:
    """Every kind of creature in one short line, then who holds what."""
    paras = [Para(HEAD, bold(s("screen", "creatures")), "h2")]
    paras += [Para(LINE, (Run(capital(cut(name, 50)), "b"), Run(f" {kind_line(group.stats, brief=True)}")))
              for name, group in desk.creatures.items()]  # fmt: skip
    wants = [(one.name, one.wants) for one in desk.dungeon.factions if one.name]
    if wants:
        paras.append(Para(HEAD, bold(s("screen", "factions")), "h2"))
        paras += [Para(LINE, (Run(capital(cut(name, 60)), "b"), Run(f" {s('screen', 'want')} {cut(what, 160)}")))
                  for name, what in wants]  # fmt: skip
    return paras


def _shut(desk: Desk) -> list[Para]:
    """Locks, and traps with their signs and what sets them off."""
    keys = Keys(desk.index, desk.layout.order)
    paras: list[Para] = []
    if desk.locks:
        paras.append(Para(HEAD, bold(s("locks", "title")), "h2"))
    for lock in desk.locks:
        held = [desk.index.key_items[key] for key in lock.keys if key in desk.index.key_items]
        found = [(Run(f"{cut(key.name, 60)} {s('locks', 'in')} "), *desk.ref(key.in_)) for key in held]
        name = lock_words(keys, lock.guards)
        paras.append(Para(LINE, (Run(capital(name), "b"), Run(": "),
                                 *(joined(found, "; ") or (Run(w("lock", lock.hardness)),)))))  # fmt: skip
    traps = [
        (area, trap) for level in desk.dungeon.levels for area in desk.index.keyed(level) for trap in area.hazards
    ]
    if traps:
        paras.append(Para(HEAD, bold(s("screen", "traps")), "h2"))
    for area, trap in traps:
        told = " ".join(sentence(part) for part in (trap.trigger, trap.effect) if part)
        paras.append(Para(LINE, (*desk.ref(area.id), Run(" "), *bold(capital(cut(trap.name, 50)) + "."),
                                 Run(f" {cut(told, 200)}"))))  # fmt: skip
    return paras or [Para(LINE, (Run(s("nothing")),))]


def _panel(desk: Desk, title: str, paras: Iterable[Para]) -> list[Page]:
    """Paragraphs in columns, over as many panels as they need; a head never ends a column."""
    width, height = desk.room(wide=True)
    column = (width - (COLUMNS - 1) * GUTTER) / COLUMNS
    groups = _kept(paras)
    larger = [[one._replace(style=LARGE[one.style]) for one in group] for group in groups]
    if len(_columns(desk, larger, column, height)) <= COLUMNS:
        groups = larger
    columns = _columns(desk, groups, column, height)
    pages = []
    for at in range(0, len(columns), COLUMNS):
        shown = [[{"runs": one.runs, "style": one.style, "tag": one.tag} for one in some]
                 for some in columns[at : at + COLUMNS]]  # fmt: skip
        block: dict[str, Any] = {"kind": "columns", "columns": shown, "width": round(column, 2), "gutter": GUTTER,
                                 "height": round(height, 2)}  # fmt: skip
        pages.append(Page(title, desk.short_title, [block], wide=True))
    return pages


def _columns(desk: Desk, groups: list[list[Para]], column: float, height: float) -> list[list[Para]]:
    """Groups in columns, even ones where a panel has room for all."""
    heights = [sum(desk.ruler.part(one, column * PT_PER_MM) for one in group) / PT_PER_MM for group in groups]
    most = height * desk.spare
    limit = min(most, sum(heights) / COLUMNS)  # even columns, where one panel is enough
    columns = _poured(groups, heights, limit)
    while len(columns) > COLUMNS and limit < most:
        limit = min(most, limit * 1.03)
        columns = _poured(groups, heights, limit)
    return columns


def _kept(paras: Iterable[Para]) -> list[list[Para]]:
    """Paragraphs in groups that no column parts: a head with the first line below it."""
    groups: list[list[Para]] = []
    waiting: list[Para] = []
    for para in paras:
        waiting.append(para)
        if para.style != HEAD:
            groups.append(waiting)
            waiting = []
    return groups


def _poured(groups: Sequence[list[Para]], heights: Sequence[float], limit: float) -> list[list[Para]]:
    """Groups in columns of that height."""
    columns: list[list[Para]] = [[]]
    free = limit
    for group, tall in zip(groups, heights, strict=True):
        if tall > free and columns[-1]:
            columns.append([])
            free = limit
        columns[-1] += group
        free -= tall
    return columns
