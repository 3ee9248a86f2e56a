"""The sheets that are tables of the dungeon: what wanders, the bestiary, locks and keys, rumours and clues."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.dungeon.fights import STAY, one_name, within_earshot
from zinegen.dungeon.model import Inhabitant, Level
from zinegen.typeset.blocks import Run
from zinegen.typeset.keys import Keys
from zinegen.typeset.matter import told
from zinegen.typeset.registers import when_they_come
from zinegen.typeset.sheets.form import Cell, Desk, Field, Page, Row, bold, s
from zinegen.typeset.sheets.tables import Part, columns_of, level_head, tables, tick_of
from zinegen.typeset.sheets.words import cut, kind_line, lock_words
from zinegen.typeset.writer import capital, creatures, holder, joined, number, sentence, special, stat_runs, w, w_or

MOST_WHERE = 12
"""Places that the bestiary names for one creature."""


# ------------------------------------------------------------------------------------- what wanders, who hears


def wandering(desk: Desk) -> list[Page]:
    """What wanders, level by level, with its lines; then who comes to a noise."""
    columns = columns_of("wandering", roll=0.08, who=0.68, all=0.07, left=0.09, tick=0.08)
    rows: list[Row] = []
    for level in desk.dungeon.levels:
        found = sorted((one for one in desk.dungeon.wandering if one.level == level.number), key=lambda one: one.face)
        if found:
            check = Cell((Run(when_they_come(level, len(found))),), span=5)
            rows += [level_head(level, 5), Row((check,), least=5.0, keep=True)]
        for one in found:
            group = one.inhabitant
            told = " ".join(sentence(part) for part in (one.doing or group.doing, group.special) if part)
            line = (Run(creatures(group), "b"), Run(f" {stat_runs(group.stats, brief=True)}. {cut(told, 420)}"))
            tick = tick_of(f"met {level.number} {one.face}", s("wandering", "label", who=group.name, n=level.number))
            left = Field(
                f"left {level.number} {one.face}", s("wandering", "label_left", who=group.name, n=level.number)
            )
            rows.append(Row((
                Cell(bold(s("wandering", "face", n=one.face, of=len(found)))), Cell(line),
                Cell((Run(number(one.left)),) if one.left else (), align="r"), Cell(fields=(left,)), tick,
            ), least=7.0))  # fmt: skip
    noise = [row for level in desk.dungeon.levels for row in _noise(desk, level)]
    return tables(
        desk,
        Part("wandering", columns, rows, s("wandering", "intro")),
        Part("noise", columns_of("noise", where=0.16, who=0.84), noise, s("noise", "intro")),
    )


def _noise(desk: Desk, level: Level) -> Iterator[Row]:
    """Of each area who comes when there is noise in it."""
    rows = []
    for area in desk.index.keyed(level):
        come: list[tuple[Run, ...]] = []
        for near, squares in within_earshot(area.id, desk.index.exits).items():
            for group in desk.index.areas[near].inhabitants:
                if group.reaction not in STAY and len(come) < 6:
                    far = s("noise", "far", n=number(squares * 5)) if squares else s("noise", "next")
                    of = Run(f" {s('noise', 'of')} ")
                    come.append((*bold(creatures(group)), of, *desk.ref(near, level.number), Run(f", {far}")))
        if come:
            rows.append(Row((Cell(desk.ref(area.id, level.number)), Cell(joined(come, "; "))), least=6.2))
    return iter([level_head(level, 2), *rows] if rows else [])


# ----------------------------------------------------------------------------------------------- the bestiary


def bestiary(desk: Desk) -> list[Page]:
    """Every kind of creature of the dungeon, its line, and where it is met."""
    columns = columns_of("bestiary", who=0.2, line=0.52, where=0.28)
    kinds: dict[tuple[object, ...], list[tuple[Inhabitant, str]]] = {}
    for level in desk.dungeon.levels:
        for area in desk.index.keyed(level):
            for group in area.inhabitants:
                kinds.setdefault(_kind(group), []).append((group, area.id))
    for one in desk.dungeon.wandering:
        kinds.setdefault(_kind(one.inhabitant), []).append((one.inhabitant, f"{one.level}"))
    rows = [_creature(desk, met) for _, met in sorted(kinds.items(), key=lambda item: _name(item[1]))]
    return tables(desk, Part("bestiary", columns, rows))


def _kind(group: Inhabitant) -> tuple[object, ...]:
    """What makes two groups one entry: the creature and its line, hit points aside."""
    stats = group.stats
    return (
        group.creature,
        stats.hd,
        stats.ac,
        stats.attacks,
        stats.damage,
        stats.morale,
        stats.move_ft,
        special(group),
    )


def _name(met: list[tuple[Inhabitant, str]]) -> str:
    """The name under which an entry stands: that of one alone where the record has it."""
    return min((one_name(group) for group, _ in met), key=lambda name: (name.lower(), name))


def _creature(desk: Desk, met: list[tuple[Inhabitant, str]]) -> Row:
    group = met[0][0]
    line = kind_line(group.stats)
    told = sentence(cut(special(group), 320))
    places: list[tuple[Run, ...]] = []
    walks: dict[str, None] = {}
    for one, where in met:
        if "-" in where:
            places.append((*desk.ref(where), Run(f" ({one.count})")))
        else:
            walks[where] = None
    shown = places[:MOST_WHERE] + (
        [(Run(s("bestiary", "more", n=len(places) - MOST_WHERE)),)] if len(places) > MOST_WHERE else []
    )
    if walks:
        shown.append((Run(s("bestiary", "wanders", levels=", ".join(walks))),))
    return Row((Cell(bold(capital(cut(_name(met), 60)))), Cell((Run(line), Run(f". {told}" if told else "."))),
                Cell(joined(shown, ", "))), least=7.0)  # fmt: skip


# --------------------------------------------------------------------------------------------- locks and keys


def locks(desk: Desk) -> list[Page]:
    """Every lock, what opens it, where that lies; then the keys, to tick off when they are found."""
    keys = Keys(desk.index, desk.layout.order)
    columns = columns_of("locks", tick=0.08, lock=0.36, key=0.34, how=0.22)
    rows: list[Row] = []
    for level in desk.dungeon.levels:
        here = desk.index.locks_of(level)
        if here:
            rows.append(level_head(level, 4))
        for lock in here:
            held = [desk.index.key_items[key] for key in lock.keys if key in desk.index.key_items]
            found = [(*bold(capital(cut(key.name, 70))), Run(f" {s('locks', 'in')} "), *desk.ref(key.in_),
                      Run(s("locks", "hidden") if key.hidden else "")) for key in held]  # fmt: skip
            name = tuple(run._replace(to="") for run in keys.lock_name(lock.guards, 0, page=False))
            name = (name[0]._replace(text=capital(name[0].text)), *name[1:])
            tick = tick_of(f"open {lock.id}", s("locks", "label", lock="".join(run.text for run in name)))
            rows.append(Row((tick, Cell(name), Cell(joined(found, "; ") or (Run("–"),)),
                             Cell((Run(capital(w("lock", lock.hardness))),)))))  # fmt: skip
    parts = [Part("locks", columns, rows, s("locks", "intro"))]
    columns, rows = columns_of("keys", tick=0.08, key=0.34, where=0.3, by=0.28), []
    for item in desk.key_items:
        label = s("keys", "label", key=item.name)
        by = Field(f"key by {item.id}", s("keys", "label_by", key=item.name))
        rows.append(Row((
            tick_of(f"key {item.id}", label), Cell(bold(capital(cut(item.name, 90)))),
            Cell((*desk.ref(item.in_), Run(f" {_holder(desk, item.in_, item.where)}"))), Cell(fields=(by,)),
        )))  # fmt: skip
    return tables(desk, *parts, *([Part("keys", columns, rows)] if rows else []))


def _holder(desk: Desk, area: str, where: str) -> str:
    return cut(holder(desk.index.areas[area], where), 80) if area in desk.index.areas else ""


# -------------------------------------------------------------------------------------------- rumours, clues


def rumours(desk: Desk) -> list[Page]:
    """What is told, with what is true of it; then every clue, where it is and what it points at."""
    columns = columns_of("rumours", tick=0.08, text=0.7, true=0.22)
    keys = Keys(desk.index, desk.layout.order)
    rows = []
    for n, one in enumerate(desk.dungeon.rumours, 1):
        about = (Run(f", {s('rumours', 'about')} "), *desk.ref(one.about)) if desk.index.is_keyed(one.about) else ()
        rows.append(Row((
            tick_of(f"told {n}", s("rumours", "label", n=n)), Cell((Run(cut(one.text, 400)),)),
            Cell((Run(capital(w_or("", "key", told(one)))), *about)),
        )))  # fmt: skip
    parts = [Part("rumours", columns, rows, s("rumours", "intro"))]
    columns, rows = columns_of("clues", tick=0.08, where=0.14, text=0.54, about=0.24), []
    for level in desk.dungeon.levels:
        found = [(area, clue) for area in desk.index.keyed(level) for clue in area.clues]
        if found:
            rows.append(level_head(level, 4))
        for area, clue in found:
            rows.append(Row((
                tick_of(f"clue {clue.id}", s("clues", "label", area=area.id)), Cell(desk.ref(area.id, level.number)),
                Cell((Run(capital(cut(clue.text, 320))),)), Cell(_about(desk, keys, clue.about, level.number)),
            )))  # fmt: skip
    return tables(desk, *parts, *([Part("clues", columns, rows)] if rows else []))


def _about(desk: Desk, keys: Keys, thing: str, level: int) -> tuple[Run, ...]:
    """What a clue points at, with its area."""
    index = desk.index
    lock = next((one for one in desk.locks if one.id == thing), None)
    if lock is not None:
        return (Run(capital(lock_words(keys, lock.guards))),)
    if thing in index.key_items:
        item = index.key_items[thing]
        return (Run(f"{capital(cut(item.name, 60))} {s('locks', 'in')} "), *desk.ref(item.in_))
    ends = index.ends(thing)
    area = index.areas.get(index.holding.get(thing, ""))
    name = ""
    if area is not None:
        names = {hazard.id: hazard.name for hazard in area.hazards}
        names |= {group.id: group.name for group in area.inhabitants} | {one.id: one.what for one in area.treasure}
        name = names.get(thing, "")
    elif thing in index.portals:
        portal = index.portals[thing]
        name = (
            s("clues", "secret") if portal.secret else portal.name or w_or(portal.kind, "exit", "kind", portal.kind)
        )
    elif thing in index.links:
        name = w_or(index.links[thing].kind, "exit", "kind", index.links[thing].kind)
    refs = joined([desk.ref(end, level) for end in ends[:2]], " " + s("clues", "and") + " ")
    if not name:
        return refs or (Run("–"),)
    return (Run(capital(cut(name, 60)) + (f" {s('locks', 'in')} " if refs else "")), *refs)
