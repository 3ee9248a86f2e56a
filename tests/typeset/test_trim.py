"""Lines to write on never stand out of their column, whatever the reckoning missed."""

from __future__ import annotations

from pathlib import Path

import pytest
from sample import sample_dungeon
from typeset.boxes import page_faults
from typeset.reading import made, shrunk

from zinegen.typeset.blocks import Block, Box, Para, Ruled, text
from zinegen.typeset.plan import Frame, Page, Placed, Plan
from zinegen.typeset.trim import ruled_in, trim_lines
from zinegen.units import PT_PER_MM

KEY = Block("1-1", "key", (Para("first", text("A hall.")),))
NOTES = Block("notes", "filler", (Box("fillerbox", (Para("boxhead", text("Notes"), "h4"), Ruled(8, 20.0))),))


def plan_of(*blocks: Block) -> Plan:
    """A page with one column, 300 pt high and 150 wide, a gap of 10 pt between its blocks."""
    frame = Frame("f", 0.0, 0.0, 150 / PT_PER_MM, 300 / PT_PER_MM)
    frame.placed = [Placed(block, 10.0 if n else 0.0) for n, block in enumerate(blocks)]
    return Plan("T", "en", 100.0, 150.0, [Page(1, "keys", [frame])], [])


@pytest.mark.parametrize(
    ("key", "notes", "lines"),
    [
        (120.0, 186.0, 7),  # 16 pt too many, as a key of 104 pt was reckoned: a line fewer
        (160.5, 186.0, 5),
        (230.0, 186.0, None),  # one line alone is none
        (120.0, 90.0, None),  # the rest of it was dropped at the document's end
        (0.0, 186.0, None),  # how high the key is was never seen
    ],
)
def test_lines_give_way_to_what_stands_over_them(key: float, notes: float, lines: int | None) -> None:
    plan = plan_of(KEY, NOTES)
    known = {("1-1", 150): key, ("notes", 150): notes} if key else {("notes", 150): notes}
    assert trim_lines(plan, {"notes"}, known)
    left = [ruled for block in plan.pages[0].blocks() if (ruled := ruled_in(block))]
    assert [ruled.lines for ruled in left] == ([] if lines is None else [lines])
    assert len(plan.pages[0].frames[0].placed) == (1 if lines is None else 2)


@pytest.mark.parametrize(
    ("blocks", "wrong"),
    [((KEY, NOTES), set()), ((KEY, NOTES), {"1-1"}), ((KEY, NOTES), {"1-1", "notes"}), ((NOTES, KEY), {"notes"})],
)
def test_what_else_lies_wrong_is_planned_anew(blocks: tuple[Block, ...], wrong: set[str]) -> None:
    plan = plan_of(*blocks)
    assert not trim_lines(plan, wrong, {("1-1", 150): 120.0, ("notes", 150): 186.0})
    assert [placed.block for placed in plan.pages[0].frames[0].placed] == list(blocks)


def test_a_style_sheet_that_adds_to_the_lines(tmp_path: Path) -> None:
    """No planning mends that, for lines are as high as they are reckoned."""
    (tmp_path / "layout.toml").write_text("inherits = 'zine'\n")
    (tmp_path / "pages.css").write_text("div.ruled { padding-bottom: 40pt }\n")
    booklet = made("booklet", shrunk(sample_dungeon(), 6), layout=str(tmp_path))
    assert list(page_faults(booklet.data)) == []
