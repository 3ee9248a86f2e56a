"""Initiative: a sheet for each larger fight, and blank ones; the track in twelve columns makes the rule the grid."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Any

from zinegen.dungeon.fights import Battle, Combatant, battles
from zinegen.dungeon.model import Inhabitant
from zinegen.initiative.rules import NEEDED, STEP
from zinegen.typeset.blocks import Run
from zinegen.typeset.sheets.boxes import strips
from zinegen.typeset.sheets.form import (
    Cell,
    Column,
    Desk,
    Field,
    Grid,
    Page,
    Row,
    bold,
    left_over,
    para,
    s,
    table,
)
from zinegen.typeset.sheets.words import cut
from zinegen.typeset.writer import area_name, creatures, sentence, special, stat_runs

ROUNDS = 6
TOP = 60
"""The highest number of the track; above it results are written down."""
TRACK_ROW, EDGE_ROW, TRACK_MORE = 9.6, 8.0, 5.0
"""The heights of its rows, and how much higher they are where there is room."""
HEAD_LINE = 3.78
"""The line over the track, as it is reckoned in its height."""
TRACK_HEIGHT = TOP // STEP * TRACK_ROW + 3 * EDGE_ROW + 9.0
"""All of the track with the line above it and its borders; without the note below."""
WEIGHTS = (0.62, 0.62, 0.86, 1.4, 1.5)
"""How high each row of the track is: most results lie low, and a square may hold a whole band of goblins."""
ABOVE = 5
"""Places for results above the track."""
PARTY_LEAST, PARTY_MOST, BLANK_MONSTERS = 4, 8, 5
FIGHTER_ROW = 9.0
MOST_STRIPS = 3
"""Lines of little boxes that a fighter may have; who has more gets its points in figures."""
DETAIL = (600, 220, 0)
"""Letters of what is told of a group, in turn, until the sheet has room for the party."""


def fights(desk: Desk) -> list[Page]:
    """A sheet for each larger fight in the order of the keys, then a blank one."""
    pages = [_fight(desk, battle, n) for n, battle in enumerate(battles(desk.dungeon), 1)]
    pages.append(_sheet(desk, None, "blank", []))
    pages[0].mark = s("fight", "title")
    return pages


def _fight(desk: Desk, battle: Battle, number: int) -> Page:
    return _sheet(desk, battle, f"fight {battle.area}", _groups(battle))


def _groups(battle: Battle) -> list[tuple[Inhabitant, str, int]]:
    """Each group of a fight once: who, where from, when it comes."""
    seen: dict[tuple[str, str], tuple[Inhabitant, str, int]] = {}
    for one in battle.fighters:
        seen.setdefault((one.area, one.group.id), (one.group, one.area, one.comes))
    return list(seen.values())


def _sheet(desk: Desk, battle: Battle | None, name: str, groups: list[tuple[Inhabitant, str, int]]) -> Page:
    width, height = desk.room()
    monsters = _monsters(desk, battle, name) if battle else _blank_monsters(name)
    columns = desk.fitted(_columns(), monsters, width)
    note = desk.tall((Run(s("fight", "track_note")),), width, "sheetfoot")
    note += max(0.0, desk.tall((Run("1"),), width) - HEAD_LINE)
    rows = height - TRACK_HEIGHT - note
    told, free = _fitted(desk, battle, groups, Grid(columns, monsters), rows, width)
    while battle and free < FIGHTER_ROW and battle.fighters[-1].comes > 1:  # those who come later are in the bestiary
        battle = battle._replace(fighters=battle.fighters[:-1])
        monsters = _monsters(desk, battle, name)
        told, free = _fitted(desk, battle, _groups(battle), Grid(columns, monsters), rows, width)
    many = min(PARTY_MOST, max(1, int(free // FIGHTER_ROW)))
    party = tuple(_party(n, name) for n in range(1, many + 1))
    room = max(0.0, free - many * FIGHTER_ROW) / (TOP // STEP)
    track_row = TRACK_ROW + min(room, TRACK_MORE)
    aside: tuple[Run, ...] = (Run(s("fight", "aside_blank")),)
    if battle:
        area = desk.index.areas[battle.area]
        aside = (*desk.ref(battle.area), Run(f"  {cut(area_name(area), 44)}"))
    blocks = [*told, table(Grid(columns, (*monsters, *party)), width), _track(name, track_row)]
    return Page(s("fight", "title"), blocks=[{"kind": "aside", "runs": aside}, *blocks])


def _fitted(
    desk: Desk,
    battle: Battle | None,
    groups: list[tuple[Inhabitant, str, int]],
    grid: Grid,
    rows: float,
    width: float,
) -> tuple[list[dict[str, Any]], float]:
    """What is told of the groups, in as many words as leave room for the party, and the height that is left."""
    told: list[dict[str, Any]] = []
    free = 0.0
    for detail in DETAIL:
        told = [para(_told(desk, battle, *group, detail)) for group in groups] if battle else []
        above = sum(desk.tall(one["runs"], width, one["style"]) for one in told) + (1.5 if told else 0.0)
        free = left_over(desk, grid, rows - above, width)
        if free >= PARTY_LEAST * FIGHTER_ROW:
            break
    return told, free


def _told(desk: Desk, battle: Battle, group: Inhabitant, area: str, comes: int, most: int) -> tuple[Run, ...]:
    """A group in a few lines: its line, when it comes, and as much of the rest as there is room for."""
    when = ""
    if area != battle.area:
        when = s("fight", "comes", area=desk.index.areas[area].id, n=comes) + " "
    rest = " ".join(sentence(part) for part in (group.doing, special(group)) if part) if most else ""
    line = f" {stat_runs(group.stats, brief=True)}. "
    return (Run(cut(creatures(group), 60), "b"), Run(cut(line, 260) + when + cut(rest, most or 1)))


def _columns() -> tuple[Column, ...]:
    names = [("sign", 0.045, "c"), ("name", 0.235, "l"), ("reaction", 0.06, "c"), ("category", 0.05, "c")]
    names += [(f"r{n}", 0.075, "c") for n in range(1, ROUNDS + 1)]
    shares = [*names, ("carried", 0.08, "c"), ("delay", 0.08, "c")]
    return tuple(
        Column(s("fight", "round", n=name[1:]) if name[1:].isdigit() else s("fight", name), share, align)
        for name, share, align in shares
    )


def _monsters(desk: Desk, battle: Battle, name: str) -> tuple[Row, ...]:
    rows: list[Row] = []
    for sign, one in zip(ascii_uppercase, battle.fighters, strict=False):
        rows += [_fighter(name, sign, one), _hit_points(name, sign, one, desk.room()[0] * 0.955)]
    return tuple(rows)


def _fighter(name: str, sign: str, one: Combatant) -> Row:
    when = () if one.comes == 1 else (Run(" " + s("fight", "from_round", n=one.comes), "s"),)
    label = cut(one.name, 60)
    return Row((
        Cell(bold(sign), align="c"), Cell((Run(label, "b"), *when)), Cell((Run(str(one.reaction)),), align="c"),
        Cell((Run(str(one.category)),), align="c"), *_rounds(name, sign, label),
    ), "fighter", FIGHTER_ROW, keep=True)  # fmt: skip


def _rounds(name: str, sign: str, label: str) -> tuple[Cell, ...]:
    """A field for each round's result, the points carried, the mark of delay."""
    results = tuple(
        Cell(fields=(Field(f"{name} {sign} round {n}", s("fight", "label_round", who=label, n=n)),), look="result")
        for n in range(1, ROUNDS + 1)
    )
    carried = Cell(fields=(Field(f"{name} {sign} carried", s("fight", "label_carried", who=label)),))
    delay = Cell(fields=(Field(f"{name} {sign} delay", s("fight", "label_delay", who=label), "tick"),), align="c")
    return (*results, carried, delay)


def _hit_points(name: str, sign: str, one: Combatant, width: float) -> Row:
    """A little box for each hit point; of who has too many, a line to write what is left."""
    head = Cell((Run(s("fight", "hp"), "s"),), align="c")
    boxes = tuple((str(one.first + n) if len(one.hp) > 1 else "", hp) for n, hp in enumerate(one.hp))
    if len(strips(boxes, width)) <= MOST_STRIPS:
        return Row((head, Cell(boxes=boxes, span=11)), "hp", 4.6)
    points = ", ".join(map(str, one.hp))
    left = Field(f"{name} {sign} hp", s("fight", "label_of", what=s("fight", "hp"), who=one.name))
    return Row((head, Cell((Run(cut(points, 60)),), span=4), Cell(fields=(left,), span=7)), "hp", 6.0)


def _blank_monsters(name: str) -> tuple[Row, ...]:
    rows: list[Row] = []
    for sign in ascii_uppercase[:BLANK_MONSTERS]:
        label = s("fight", "monster", sign=sign)
        cells = tuple(
            Cell(fields=(Field(f"{name} {sign} {what}", s("fight", "label_of", what=s("fight", what), who=label)),))
            for what in ("name", "reaction", "category")
        )
        hp = Field(f"{name} {sign} hp", s("fight", "label_of", what=s("fight", "hp"), who=label))
        rows.append(Row((Cell(bold(sign), align="c"), *cells, *_rounds(name, sign, label)), "fighter", FIGHTER_ROW))
        rows.append(Row((Cell((Run(s("fight", "hp"), "s"),), align="c"), Cell(fields=(hp,), span=11)), "hp", 6.0))
    return tuple(rows)


def _party(number: int, name: str) -> Row:
    label = s("fight", "character", n=number)
    cells = tuple(
        Cell(fields=(Field(f"{name} {number} {what}", s("fight", "label_of", what=s("fight", what), who=label)),))
        for what in ("name", "reaction", "category")
    )
    return Row((Cell(bold(str(number)), align="c"), *cells, *_rounds(name, str(number), label)), "party", FIGHTER_ROW)


def _track(name: str, row: float) -> dict[str, Any]:
    """The count track: twelve columns, so that a fighter's next action is the square straight below."""
    rows = []
    for top, weight in zip(range(TOP, 0, -STEP), WEIGHTS, strict=True):
        rows.append((round(row * weight, 2), [
            {"at": at, "dead": at < NEEDED, "bar": at % STEP == NEEDED,
             "field": Field(f"{name} at {at}", s("fight", "label_at", n=at))}
            for at in range(top, top - STEP, -1)
        ]))  # fmt: skip
    above = [Field(f"{name} above {n}", s("fight", "label_above", top=TOP, n=n)) for n in range(1, ABOVE + 1)]
    return {
        "kind": "track", "rows": rows, "above": above, "above_head": s("fight", "above", top=TOP),
        "first": Field(f"{name} first", s("fight", "label_first")), "first_head": s("fight", "first"),
        "last": Field(f"{name} last", s("fight", "label_last")), "last_head": s("fight", "last"),
        "head": s("fight", "track"), "note": s("fight", "track_note"), "edge": EDGE_ROW,
        "columns": STEP,
    }  # fmt: skip
