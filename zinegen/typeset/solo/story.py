"""The whole adventure: a dungeon comes in, numbered paragraphs with all their words go out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from zinegen.dungeon.model import SURFACE, Dungeon
from zinegen.typeset.solo.numbers import shuffled
from zinegen.typeset.solo.records import ENTER, OUT, PRIZE, WON, Line, Paragraph
from zinegen.typeset.solo.rooms import Rooms
from zinegen.typeset.solo.sections import Sections
from zinegen.typeset.solo.words import bare, s
from zinegen.typeset.writer import sentence
from zinegen.words import lexicon

RUMOURS = 4
_GM_ONLY = re.compile(r"\(\d+-\d+\)")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-Z“‘])")


@dataclass(slots=True)
class Wandering:
    """A level's table of wandering monsters: a face, who comes, their stat line, how many boxes to strike off."""

    level: int
    title: str
    check: str = ""
    """When they come, where the level's system says so."""
    rows: list[tuple[int, str, str, int]] = field(default_factory=list)


@dataclass(slots=True)
class Story:
    """An adventure ready to be printed."""

    title: str
    subtitle: str
    rules: list[tuple[str, str]]
    paragraphs: list[Paragraph]
    """In the order of their numbers."""
    wandering: list[Wandering]

    @property
    def by_id(self) -> dict[str, Paragraph]:
        return {one.id: one for one in self.paragraphs}


def story(dungeon: Dungeon) -> Story:
    """Write the adventure of any dungeon, by whatever system it was carved."""
    sections = Sections(dungeon)
    rooms = Rooms(sections)
    for area in sections.places():
        rooms.write(area)
    _frame(dungeon, sections, rooms)
    paragraphs = _reached(rooms.paragraphs)
    order = shuffled(list(paragraphs), _near(paragraphs), ENTER, WON, dungeon.seed)
    for number, id_ in enumerate(order, 1):
        paragraphs[id_].number = number
    found = [_numbered(paragraphs[id_], paragraphs) for id_ in order]
    rules = [(rule["head"], rule["text"]) for rule in lexicon("solo")["rules"]]
    return Story(dungeon.title, s("subtitle"), rules, found, _wandering(dungeon))


def _frame(dungeon: Dungeon, sections: Sections, rooms: Rooms) -> None:
    """The first paragraph, the one outside, and the last."""
    first = rooms.paragraphs[ENTER] = Paragraph(ENTER)
    first.say("place", s("enter", "place"))
    first.say("text", _hook(dungeon.premise.hook))
    told = [bare(sentence(rumour.text)) for rumour in dungeon.rumours if not _GM_ONLY.search(rumour.text)][:RUMOURS]
    if told:
        first.say("text", s("enter", "talk"))
        first.say("rule", *told)
    first.turn(s("enter", "go"), rooms.entry(dungeon.entrance))
    out = rooms.paragraphs[OUT] = Paragraph(OUT, back=True)
    out.say("place", s("out", "place"))
    out.say("text", s("out", "text"))
    doors = [end.area for link in dungeon.links for end in (link.from_, link.to)
             if SURFACE in (link.from_.area, link.to.area) and end.area != SURFACE]  # fmt: skip
    if len(doors) > 1:
        out.say("rule", s("out", "other"))
    out.turn(s("out", "won", prize=rooms.prize), WON, PRIZE)
    out.turn(s("out", "again"), rooms.entry(dungeon.entrance))
    if not doors:  # nobody drew a way out: who is back at the entrance is out
        rooms.paragraphs[f"{dungeon.entrance}.in"].turn(s("out", "place"), OUT)
    last = rooms.paragraphs[WON] = Paragraph(WON)
    last.say("place", s("won", "place"))
    last.say("text", s("won", "text", prize=rooms.prize))


def _hook(hook: str) -> str:
    """The hook without the sentence that tells the game master where the prize lies."""
    return " ".join(part for part in _SENTENCE.split(hook) if not _GM_ONLY.search(part))


def _reached(paragraphs: dict[str, Paragraph]) -> dict[str, Paragraph]:
    """The paragraphs that something leads to."""
    seen, edge = {ENTER, WON}, [ENTER]
    while edge:
        for turn in paragraphs[edge.pop()].turns:
            if turn.to not in seen:
                seen.add(turn.to)
                edge.append(turn.to)
    return {id_: one for id_, one in paragraphs.items() if id_ in seen}


def _near(paragraphs: dict[str, Paragraph]) -> dict[str, set[str]]:
    """For each paragraph those that it leads to and those that lead to it, and those of the same place."""
    near: dict[str, set[str]] = {id_: set() for id_ in paragraphs}
    places: dict[str, list[str]] = {}
    for id_, one in paragraphs.items():
        places.setdefault(id_.split(".")[0], []).append(id_)
        for turn in one.turns:
            near[id_].add(turn.to)
            near[turn.to].add(id_)
    for ids in places.values():
        for id_ in ids:
            near[id_] |= set(ids) - {id_}
    return near


def _numbered(one: Paragraph, paragraphs: dict[str, Paragraph]) -> Paragraph:
    """The paragraph with the numbers that its own lines name."""
    skip = next((paragraphs[turn.to].number for turn in one.turns if turn.after), 0)
    lines = [
        Line(line.kind, line.text.format(n=skip if line.kind == "tick" else one.number))
        if "{n}" in line.text
        else line
        for line in one.lines
    ]
    one.lines = lines
    return one


def _wandering(dungeon: Dungeon) -> list[Wandering]:
    from zinegen.typeset.solo.words import foe_lines

    out = []
    for level in dungeon.levels:
        rows = sorted((row for row in dungeon.wandering if row.level == level.number), key=lambda row: row.face)
        table = Wandering(level.number, s("people", "level", n=level.number, title=level.title))
        if level.wander is not None:
            half = s("people", "half") if level.wander.numbers == "half" else ""
            check = "check_one" if level.wander.on == 1 else "check"
            table.check = s("people", check, dice=level.wander.dice, on=level.wander.on, half=half).strip()
        for row in rows:
            words, stats = foe_lines(row.inhabitant)
            table.rows.append((row.face, words, stats, row.left or row.inhabitant.count))
        if rows:
            out.append(table)
    return out
