"""The quick card: when do I act? All of its numbers come from the rules, none is written here."""

from __future__ import annotations

from typing import Any

from zinegen.initiative import (
    Entrant,
    Move,
    accumulate,
    actions_of,
    extras,
    higher_actions,
    lower_needs,
    round_order,
)
from zinegen.initiative.rules import EARLY_SIMPLE, EARLY_TRIVIAL, NEEDED, STEP
from zinegen.typeset.blocks import Run
from zinegen.typeset.sheets.form import Cell, Column, Desk, Grid, Page, Row, bold, para, s, table

MOST_ACTIONS = 5
CATEGORIES = 4


def quick_card(desk: Desk) -> list[Page]:
    """One page."""
    width, _ = desk.room()
    blocks = [
        table(_wide(desk, _thresholds(), width), width),
        *_texts("early", simple=EARLY_SIMPLE, trivial=EARLY_TRIVIAL), *_texts("tied"), *_texts("wait"),
        para(bold(s("quick", "categories")), "sheetsub", "h2"), table(_wide(desk, _categories(), width), width),
        para(bold(s("quick", "worked")), "sheetsub", "h2"), *_worked(width),
        *_texts("sides"),
    ]  # fmt: skip
    return [Page(s("quick", "title"), s("quick", "aside"), blocks, s("quick", "title"))]


def _wide(desk: Desk, grid: Grid, width: float) -> Grid:
    return grid._replace(columns=desk.fitted(grid.columns, grid.rows, width))


def _texts(name: str, **slots: Any) -> list[dict[str, Any]]:
    """A bold word and its sentence."""
    runs = (Run(s("quick", name) + " ", "b"), Run(s("quick", f"{name}_text", **slots)))
    return [para(runs, "sheetquick")]


def _cell(words: str, look: str = "") -> Cell:
    return Cell((Run(words, look),), look="quick")


def _thresholds() -> Grid:
    """Results, dots and moments."""
    rows = [(s("quick", "below", n=NEEDED), s("quick", "none"), "–")]
    for count in range(1, MOST_ACTIONS + 1):
        least = NEEDED + (count - 1) * STEP
        steps = ", ".join([s("quick", "result"), *(f"−{n * STEP}" for n in range(1, count))])
        rows.append((f"{least}–{least + STEP - 1}", "●" * count, steps))
    rows.append((s("quick", "each", n=STEP), s("quick", "one_more"), s("quick", "lower", n=STEP)))
    columns = (Column(s("quick", "head_result"), 0.24), Column(s("quick", "head_actions"), 0.26),
               Column(s("quick", "head_at"), 0.5))  # fmt: skip
    return Grid(columns, tuple(Row((_cell(a, "b"), _cell(b), _cell(c)), least=7.4) for a, b, c in rows))


def _categories() -> Grid:
    """What one to four categories more or less mean."""
    names = ("apart", "first", "last", "between", "needs", "further")
    shares = (0.1, 0.11, 0.11, 0.28, 0.2, 0.2)
    rows = []
    for apart in range(1, CATEGORIES + 1):
        more, (first, further) = extras(apart), lower_needs(apart)
        between = ", ".join(s("quick", "after", n=n) for n in more.after) or "–"
        cells = (str(apart), str(more.first), str(more.last), between, s("quick", "total", n=first),
                 s("quick", "more", n=further))  # fmt: skip
        rows.append(Row(tuple(_cell(words, "b" if n == 0 else "") for n, words in enumerate(cells)), least=6.6))
    return Grid(
        tuple(Column(s("quick", f"head_{n}"), share) for n, share in zip(names, shares, strict=True)), tuple(rows)
    )


def _worked(width: float) -> list[dict[str, Any]]:
    """A round of four, reckoned by the rules themselves."""
    a, b, c, d = (s("quick", f"fighter_{n}") for n in "abcd")
    added = accumulate(12, 24, 1)
    turns = [
        (Entrant(a, 31, 14), [Move(at) for at in actions_of(31)]),
        (Entrant(b, 18, 12), [Move(at) for at in actions_of(18)]),
        (Entrant(c, 15, 12), [Move(at) for at in higher_actions(15, 1)]),
        (Entrant(d, 24, 8), [Move(at) for at in added.actions]),
    ]
    acts = round_order(turns)
    told = s(
        "quick", "worked_text", a=a, b=b, c=c, d=d, ra=31, rb=18, rc=15, rd=24, carried=12, surplus=added.surplus
    )
    columns = tuple(Column(s("fight", str(act.at)) if isinstance(act.at, str) else str(act.at), 1 / len(acts), "c")
                    for act in acts)  # fmt: skip
    row = Row(tuple(Cell((Run(act.fighter),), align="c") for act in acts), least=7.0)
    return [para((Run(told),), "sheetquick"), table(Grid(columns, (row,)), width)]
