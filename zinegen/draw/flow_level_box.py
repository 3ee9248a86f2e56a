"""What is written in and beside the boxes of levels: title, size, its part in the cycle of levels, its locks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from zinegen.draw import flow_signs as signs
from zinegen.draw.brush import Brush, Well
from zinegen.draw.faces import advance
from zinegen.draw.flow_boxes import Box
from zinegen.draw.flow_names import Room, folded, text_width
from zinegen.draw.flow_pens import SMALL, WORD
from zinegen.draw.flow_rings import role_words, theme_word
from zinegen.draw.picture import Points, Text
from zinegen.draw.styles import Style
from zinegen.dungeon.model import Arc, Cycle, Dungeon, Level, level_of
from zinegen.words import word

Row = tuple[str, float, str]
"""Text, size in mm, face."""
NUMBER = 6.5
ROW, TAIL = 1.18, 0.15
"""From a line to the next, and what hangs below the last, in parts of its size."""
AIR = 2.0
"""What stays free in a box above and below its words, in mm."""
FRAME = 2.9
"""What a patrol's line within a box takes of its height, with some air, in mm."""


@dataclass
class Told:
    """What a level is to its dungeon."""

    words: list[str] = field(default_factory=list)
    """START, GOAL, PRIZE..."""
    themes: list[str] = field(default_factory=list)
    locks: list[int] = field(default_factory=list)
    """The signs of locks here whose keys lie on other levels."""
    keys: list[int] = field(default_factory=list)
    """The signs of the keys here of locks on other levels."""
    changed: bool = False
    patrolled: bool = False


def told_of(dungeon: Dungeon, marks: dict[str, int]) -> dict[int, Told]:
    """Level -> what is to be told of it. marks: lock -> its sign."""
    found = {level.number: Told() for level in dungeon.levels}
    for role, area in (("start", dungeon.entrance), ("goal", dungeon.goal)):
        found[level_of(area)].words.append(word("flow", role))
    for cycle in dungeon.flow.cycles:
        _cycle(cycle, found)
    for arc in dungeon.flow.arcs:
        for number in _levels(arc) if arc.theme else ():
            if number in found:
                found[number].themes.append(theme_word(arc.theme))
    items = {item.id: item for item in dungeon.key_items}
    known = {portal.id: level.number for level in dungeon.levels for portal in level.portals}
    known |= {area.id: level.number for level in dungeon.levels for area in level.areas}
    for lock in dungeon.locks:
        here = known.get(lock.area) or known.get(lock.guards)
        away = [known[items[key].in_] for key in lock.keys if key in items and items[key].in_ in known]
        if here is not None and any(number != here for number in away):
            found[here].locks.append(marks[lock.id])
            for number in away:
                found[number].keys.append(marks[lock.id])
    return found


def _cycle(cycle: Cycle, found: dict[int, Told]) -> None:
    for role, level in cycle.marks.items():
        number = _number(level)
        if role_words(role) and number in found:
            found[number].words.append(role_words(role))
    if cycle.altered and cycle.start and _number(cycle.start) in found:
        found[_number(cycle.start)].changed = True
    for level in (cycle.route or cycle.areas) if cycle.patrol else ():
        if _number(level) in found:
            found[_number(level)].patrolled = True


def _number(level: str) -> int:
    """ "level-3" -> 3; 0 for what names no level."""
    number = level.rsplit("-", 1)[-1]
    return int(number) if number.isdecimal() else 0


def _levels(arc: Arc) -> list[int]:
    return [_number(level) for level in arc.areas]


def write_in(box: Box, level: Level, told: Told, texts: list[Text], style: Style) -> None:
    """A level's number, title and size in its box: as large as they go, no letter smaller than what can be read."""
    number = str(level.number)
    size = min(0.62 * box.h, NUMBER, max(0.15 * box.w, 3.6))
    wide = advance("number", number) * size
    left = box.x - box.w / 2 + 2.0
    texts.append(Text(left, box.y + 0.35 * size, number, size, "number", "start"))
    left += wide + 1.6
    room, high = box.x + box.w / 2 - 1.4 - left, box.h - (FRAME if told.patrolled else AIR)
    for rows in _forms(level, told, room, high, style):
        base = box.y - _high(rows, style) / 2 + style.cap(rows[0][2]) * rows[0][1]
        for n, (text, s, face) in enumerate(rows):
            base += ROW * s if n else 0.0
            texts.append(Text(left, base, text, s, face, "start"))
        return


def _forms(level: Level, told: Told, room: float, high: float, style: Style) -> list[list[Row]]:
    """The ways to write a level's title into a box that fit, the fullest first; the last is cut to fit."""
    about = word("flow", "areas", n=sum(area.key is not None for area in level.areas))
    about = ", ".join([about, *dict.fromkeys(told.themes)])
    title = level.title
    wanted: list[list[Row]] = []
    least, second = style.letter(SMALL), style.letter(2.4)
    ways = ((3.1, "strong"), (2.6, "strong"), (2.5, "aside"), (SMALL, "aside"))
    sizes = [(style.letter(size), face) for size, face in ways]
    for size, face in dict.fromkeys(sizes):
        for lines in ((title,), *_halves(title)) if title else ((),):
            rows = [(text, size, face) for text in lines]
            wanted += [[*rows, (about, second, "aside")], *([rows] if rows else [])]
    wanted.sort(key=lambda rows: not (rows and rows[-1][0] == about and rows[0][1] > 2.5))
    fit = [rows for rows in wanted if _fits(rows, room, high, style)]
    cut = title or about
    while cut and _wide(cut + "…", least, "aside", style) > room:
        cut = cut[:-1].rstrip()
    return fit or ([[(cut + "…", least, "aside")]] if cut else [])


def _halves(title: str) -> list[tuple[str, ...]]:
    return [lines for lines in folded(title) if len(lines) == 2]


def _fits(rows: list[Row], room: float, high: float, style: Style) -> bool:
    return max(_wide(*row, style) for row in rows) <= room and _high(rows, style) <= high


def _wide(text: str, size: float, face: str, style: Style) -> float:
    """The room a text takes; large type is met in its own face alone, and has none to spare for another."""
    return style.across(face, text) * size / (1.15 if style.letter_mm else 1.0)


def _high(rows: list[Row], style: Style) -> float:
    """From the top of the first row's capitals to what hangs below the last."""
    _, first, face = rows[0]
    return style.cap(face) * first + sum(ROW * size for _, size, _ in rows[1:]) + TAIL * rows[-1][1]


def write_beside(box: Box, told: Told, room: Room, well: Well, texts: list[Text]) -> None:
    """Beside a box: what its level is, its padlocks and keys, and whether it changes."""
    drawn: list[tuple[tuple[float, float], float, Callable[[Brush], None]]] = []
    drawn += [(signs.LOCK_SIZE, 0.85, lambda b, n=n: signs.padlock(b, n)) for n in told.locks]  # type: ignore[misc]
    drawn += [(signs.KEY_SIZE, 0.85, lambda b, n=n: signs.key(b, n)) for n in told.keys]  # type: ignore[misc]
    drawn += [(signs.CHANGED_SIZE, 0.9, signs.changed)] if told.changed else []
    for text in dict.fromkeys(told.words):
        # Capitals: they stand as high as the small letters of others in less size.
        sizes = [max(WORD, 0.75 * well.pens.style.letter_mm), WORD]
        letter = next((s for s in sizes if _place(box, room, text_width(text, s, "strong"), 0.9 * s)[2] < 1.0), WORD)
        w, h = text_width(text, letter, "strong"), 0.9 * letter
        x, y, _ = _place(box, room, w, h)
        room.take(x, y, w, h)
        texts.append(Text(x, y + 0.36 * letter, text, letter, "strong"))
    for size, scale, draw in drawn:
        w, h = size[0] * scale, size[1] * scale
        x, y, _ = _place(box, room, w, h)
        room.take(x, y, w, h)
        draw(Brush(well, x, y, 0, scale))


def _place(box: Box, room: Room, w: float, h: float) -> tuple[float, float, float]:
    """A free place beside a box, at its right or left, else over or under its ends; the least bad where none is.

    Returns: its middle, and how bad it is: 0 for free.
    """
    tries = []
    for far in (1.5, 2.6, 6.0, 11.0, 16.0):  # clear of what a box keeps about it, and of the goal's second frame
        for side in (1, -1):
            for lift in (0.0, -0.3, 0.3, -0.55, 0.55):
                tries.append((box.x + side * (box.w / 2 + far + w / 2), box.y + lift * box.h))
    for part in (0.5, 0.25):
        tries += [(box.x + s * part * box.w, box.y + t * (box.h / 2 + h / 2 + 1.6)) for t in (-1, 1) for s in (1, -1)]
    bad, best = min((float(room.taken(*_arrays(one), w, h)[0]), n) for n, one in enumerate(tries))
    return (*tries[best], bad)


def _arrays(place: tuple[float, float]) -> tuple[Points, Points]:
    return np.array([place[0]]), np.array([place[1]])
