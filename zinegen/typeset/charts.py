"""The page that faces a level's map: its flowchart, what its cycles are, and the tables that find room below.

How high a chart must be to be read is known from the number of its knots; it is drawn later, perhaps in a worker.
"""

from __future__ import annotations

from collections.abc import Iterable

from zinegen.draw.styles import style_of
from zinegen.dungeon.model import Cycle, Dungeon, Level
from zinegen.typeset.blocks import Block, Para, Run, plain, text
from zinegen.typeset.writer import capital, w
from zinegen.words import lexicon, word

LEAST_MM, A_KNOT_MM = 58.0, 2.9
"""A chart is at least so high, and so much more for each area."""
TALLEST = 1.3
"""How many times as high as wide a chart may be: above that it is but white."""
TOLD = 4
"""Up to so many cycles are told of with how they play; beyond that by name alone."""
SKY_MM, STOREY_MM = 36.0, 23.0
"""Of the chart of the levels: the ground and the legend, and each level."""
LEAST_STOREY_MM = 13.0
INSET_WIDTH_MM, INSET_MM, INSET_KNOT_MM = 56.0, 40.0, 1.7
"""The least width of a chart in a one-page dungeon, its least height, and so much more for each area."""
LARGE_LEGEND_MM = 18.0
"""How much more of its height a legend in large type takes. With less knots would lie over each other."""
INSET_MOST = 1.35
"""How many times as high as wide it may be."""
INSET_AREAS = range(4, 21)
"""How many areas a level with such a chart has: of fewer it says nothing, of more its numbers would be too small."""


def chart_height(level: Level, width: float, room: float) -> tuple[float, float]:
    """The least and the greatest height of a level's chart in a room, in mm."""
    areas = sum(area.key is not None for area in level.areas)
    most = min(room, TALLEST * width)
    return min(LEAST_MM + A_KNOT_MM * areas, most), most


def inset_height(areas: int, ink: str) -> float:
    """The least height of the chart of so many areas in a one-page dungeon, in mm, drawn in a map style."""
    return INSET_MM + INSET_KNOT_MM * areas + (LARGE_LEGEND_MM if style_of(ink).letter_mm else 0.0)


def levels_height(dungeon: Dungeon, room: float) -> tuple[float, float]:
    """The least and the best height of the chart of the levels in a room, in mm."""
    count = len(dungeon.levels)
    return min(SKY_MM + LEAST_STOREY_MM * count, room), min(SKY_MM + STOREY_MM * count, room)


def grown_cycles(level: Level) -> list[Cycle]:
    """The cycles a level was grown from, outermost first."""
    return [cycle for cycle in level.flow.cycles if cycle.kind != "loop"]


def cycle_name(cycle: Cycle) -> str:
    """What a cycle is called: one of the twelve by the lexicon, one of the user's own by its title."""
    names = lexicon("flow")["cycle"]
    return str(names.get(cycle.kind) or cycle.title or cycle.kind.replace("_", " "))


def caption(level: Level) -> Block:
    """What the chart shows: the cycles with their starts and goals and how they play, or how many loops there are."""
    lines = _told(grown_cycles(level)) or [Para("small", text(_loops(level)))]
    return Block(f"flow-about-{level.number}", "text", tuple(lines))


def levels_caption(dungeon: Dungeon) -> Block | None:
    """The cycle that the levels make, where they make one."""
    lines = _told(list(dungeon.flow.cycles))
    return Block("levels-about", "text", tuple(lines)) if lines else None


def _told(cycles: list[Cycle]) -> list[Para]:
    """Cycles as lines: each with how it plays, many in one breath."""
    lines = [Para("small", _cycle(cycle, cycles)) for cycle in cycles] if len(cycles) <= TOLD else []
    if cycles and not lines:
        lines = [Para("small", _nested(cycles))]
    return lines


def alternative(level: Level) -> str:
    """The chart in words, for who cannot see it."""
    about = " ".join(plain(part.runs) for part in caption(level).parts if isinstance(part, Para))
    return f"{w('page', 'flow_alt', n=level.number)}. {about}"


def _cycle(cycle: Cycle, all_of: list[Cycle]) -> tuple[Run, ...]:
    """ "1–9 Hidden shortcut: a secret way is the shorter one." """
    play = lexicon("flow")["play"].get(cycle.kind, "")
    name = capital(cycle_name(cycle))
    return (Run(_ends(cycle), "b"), Run(f" {name}: {play}" if play else f" {name}."))


def _ends(cycle: Cycle) -> str:
    ends = [end.split("-", 1)[-1] for end in (cycle.start, cycle.goal) if end]
    return "–".join(ends)


def _nested(cycles: list[Cycle]) -> tuple[Run, ...]:
    """All cycles by name, those that stand in another behind it."""
    runs: list[Run] = []
    for parent in [None, *cycles]:
        inner = [cycle for cycle in cycles if cycle.parent == (parent.id if parent else None)]
        if inner:
            runs += _said(inner, parent)
    return tuple(runs)


def _said(inner: Iterable[Cycle], parent: Cycle | None) -> list[Run]:
    runs = [Run(word("flow", "within", ends=_ends(parent)) + " ")] if parent is not None else []
    for n, cycle in enumerate(inner):
        name = cycle_name(cycle)
        runs += [Run("; " if n else ""), Run(_ends(cycle), "b"), Run(f" {name if parent or n else capital(name)}")]
    return [*runs, Run(". ")]


def _loops(level: Level) -> str:
    """How many loops a level has that was not grown from cycles, and what hinders on its ways."""
    joined = {frozenset(p.between) for p in level.portals if p.kind != "false"}
    loops = max(0, len(joined) - len({area for pair in joined for area in pair}) + 1)
    said = [word("flow", "loops_none" if not loops else "loops_one" if loops == 1 else "loops_many", n=loops)]
    secret, one_way = sum(p.secret for p in level.portals), sum(p.one_way is not None for p in level.portals)
    for kind, count in (("secrets", secret), ("one_ways", one_way)):
        if count:
            said.append(word("flow", f"{kind}_one" if count == 1 else f"{kind}_many", n=count))
    return " ".join(said)
