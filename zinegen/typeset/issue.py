"""The front matter of an issue of a zine: editorial, creature of the week, table and letters, as blocks."""

from __future__ import annotations

from zinegen.dungeon.model import Zine
from zinegen.typeset.blocks import Block, Para, Run, Table, text
from zinegen.typeset.writer import sentence, w


def masthead(zine: Zine) -> str:
    """ "Number 7, week 48 of 2026"."""
    year, _, week = zine.week.partition("-W")
    return w("zine", "number", n=zine.number, week=week.lstrip("0"), year=year)


def editorial(zine: Zine) -> list[Block]:
    """What the editor says, with the creature of the week."""
    lines = [Para("body", text(sentence(one))) for one in zine.editorial]
    if zine.editor:
        lines.append(Para("body", text(w("zine", "signed", name=zine.editor), "i")))
    blocks = [Block("editorial", "text", tuple(lines))] if lines else []
    if zine.monster_name:
        told = (Run(w("zine", "monster", name=zine.monster_name), "b"), Run(f" {sentence(zine.monster_text)}"))
        blocks.append(Block("zine-monster", "text", (Para("body", told),)))
    return blocks


def table(zine: Zine) -> list[Block]:
    """The table of the week, with the die it is rolled on."""
    if zine.table is None or not zine.table.rows:
        return []
    rows = tuple((text(str(n), "b"), text(sentence(row))) for n, row in enumerate(zine.table.rows, 1))
    head = (w("zine", "die", sides=len(rows)), zine.table.title)
    return [Block("zine-table", "section", (Table("register", (0.1, 0.9), "cl", head, rows),))]


def letters(zine: Zine) -> list[Block]:
    """Letters on earlier issues, each with its answer."""
    blocks = []
    for n, letter in enumerate(zine.letters):
        lines = [Para("body", text(sentence(letter.text))), Para("body", text(letter.signed, "i"))]
        if letter.answer:
            lines.append(Para("body", (Run(w("zine", "answer"), "b"), Run(f" {sentence(letter.answer)}"))))
        blocks.append(Block(f"letter-{n}", "text", tuple(lines)))
    return blocks
