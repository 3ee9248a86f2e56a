"""The planner's estimates against what WeasyPrint makes of the same blocks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zinegen.dungeon.model import Dungeon
from zinegen.typeset.blocks import Block, Box, Para, Part, Run, Table, plain
from zinegen.typeset.index import Index
from zinegen.typeset.keys import Keys
from zinegen.typeset.layouts import Layout, find_layout, layout_names
from zinegen.typeset.makeup import Makeup
from zinegen.typeset.measure import Atom, Ruler, count_lines
from zinegen.typeset.pages import Sheet
from zinegen.typeset.pdf import typeset
from zinegen.typeset.plan import Frame, Page, Plan, Pourer, Seen
from zinegen.typeset.setting import part_jobs

WIDTH_MM = 58.5


def measured(layout: Layout, blocks: list[Block]) -> list[tuple[Block, float, float]]:
    """Blocks, each set on a page of its own: block, estimate, true height in points."""
    ruler, pages = Ruler(layout), []
    for number, block in enumerate(blocks, 1):
        frame = Frame(f"f-{number}-0", 14, 16.5, WIDTH_MM, 180)
        frame.put(block, 0)
        pages.append(Page(number, "text", [frame]))
    plan = Plan("t", "en", 148, 210, pages, [])
    plan.resolve()
    sheet = Sheet(layout, layout.products["booklet"], "booklet", (1,), {"author": "", "date": "", "description": ""})
    (job,) = part_jobs(layout, sheet, plan, {})
    part = typeset(job)
    assert part.seen.faults == []
    width = frame.width_pt
    return [(block, ruler.block(block, width), part.seen.heights[block.id, round(width)]) for block in blocks]


@pytest.fixture(scope="module")
def true_heights(sample: Dungeon, classic: Layout) -> list[tuple[Block, float, float]]:
    """Every key of the sample: block, estimate, true height in points."""
    keys = Keys(Index(sample), classic.order)
    found = measured(classic, [keys.block(area) for level in sample.levels for area in keys.index.keyed(level)])
    assert len(found) == 25
    return found


def test_estimates_err_by_a_line_at_most(true_heights: list[tuple[Block, float, float]]) -> None:
    for block, estimate, true in true_heights:
        assert abs(estimate - true) <= 11.5, block.id


def test_most_estimates_are_right(true_heights: list[tuple[Block, float, float]]) -> None:
    right = [abs(estimate - true) < 1 for _, estimate, true in true_heights]
    assert sum(right) >= 0.9 * len(right)


TALE = (
    Run("The first fifth"), Run(" of it:", "b"), Run(" At noon a flautist from afar offers it to "), Run("THAT", "i"),
    Run(" PATH, four fingers off. Afterwards Avery finds five or six within. The Thing waffles about the office."),
)  # fmt: skip
"""Letters that are joined, that are kerned, that are not kerned with a space."""
TICKS = (Run("14", "b"), Run("\u00a0\u00a08 goblins  " + "  ".join(f"☐\u00a0{n}" for n in range(1, 9))))
"""Signs that another face lends, beside bold figures."""
ROWS = tuple(((Run(str(n), "b"),), (Run("☐\u00a04   ☐\u00a02   ☐\u00a07"),)) for n in range(20))
LIST = Table("register", (0.3, 0.7), "ll", ("Area", "Hit points"), ROWS)
PIECES: dict[str, tuple[Part, ...]] = {
    "tale": (Para("detail", TALE),),
    "ticks": (Para("entry", TICKS), Para("entry", (*TICKS, Run(" ▲")))),
    "boxes": tuple(Box(style, (Para("entry", TALE), Para("entry", TICKS))) for style in ("monsterbox", "fillerbox")),
    "shortbox": (Para("body", TALE), Box("shortbox", (Para("stats", TALE * 3),))),
    "table": (Para("tablehead", (Run("Roster"),), "h3"), LIST),
    "tables": (LIST._replace(rows=ROWS[:5]),) * 2,
}


@pytest.mark.parametrize("layout", layout_names())
def test_pieces_stand_as_high_as_they_are_reckoned(layout: str) -> None:
    """To the line, whatever its style sheet does: bars, strips, signs of another face, the room after tables."""
    blocks = [Block(name, "section", parts) for name, parts in PIECES.items()]
    off = {b.id: true - estimate for b, estimate, true in measured(find_layout(layout), blocks)}
    assert {name: round(by, 1) for name, by in off.items() if abs(by) > 0.9} == {}


def atoms(widths: list[float]) -> list[Atom]:
    return [Atom(width, "x", None, 8, False, 2.0) for width in widths]  # type: ignore[arg-type]


@given(st.lists(st.floats(1, 50), min_size=1, max_size=40), st.floats(60, 200))
def test_lines_are_greedy(widths: list[float], limit: float) -> None:
    """Against the plainest count: a word goes on the line where it fits, else on the next."""
    lines, used = 1, 0.0
    for width in widths:
        step = width + (2.0 if used else 0.0)
        if used and used + step > limit + 0.01:
            lines, used = lines + 1, width
        else:
            used += step
    assert count_lines(atoms(widths), limit, limit, "") == lines


@settings(max_examples=60, deadline=None)
@given(st.text("abcdef gh", min_size=200, max_size=900), st.floats(40, 300))
def test_a_cut_loses_nothing(words: str, height: float) -> None:
    pourer = Pourer(Ruler(find_layout("classic")))
    block = Block("b", "text", (Para("first", (Run(words[:60]), Run(words[60:90], "b"), Run(words[90:]))),))
    pieces = pourer.cut(block, height, 160)
    if pieces is None:
        return
    assert pourer.height(pieces[0], 160) <= height + 0.01
    assert "".join(plain(part.runs) for piece in pieces for part in piece.parts) == words  # type: ignore[union-attr]
    assert [part.style for piece in pieces for part in piece.parts] == ["first", "first cont"]  # type: ignore[union-attr]
    assert pourer.ruler.style("note cont").sign == "" != pourer.ruler.style("note").sign


def test_a_paragraph_one_line_too_high_leaves_two_lines_for_the_next_page(classic: Layout) -> None:
    pourer = Pourer(Ruler(classic))
    para = Para("note", (Run("a word after a word " * 60),))
    leading = pourer.ruler.style("note").leading
    lines = pourer.ruler.lines(para, 160)
    pieces = pourer.cut(Block("b", "text", (para,)), pourer.ruler.part(para, 160) - leading, 160)
    assert pieces is not None
    assert [pourer.ruler.lines(piece.parts[0], 160) for piece in pieces] == [lines - 2, 2]  # type: ignore[arg-type]


def test_a_box_is_cut_only_where_it_is_allowed(classic: Layout) -> None:
    pourer = Pourer(Ruler(classic))
    box = Box("monsterbox", tuple(Para("doing", (Run(f"line {n}"),)) for n in range(4)))
    block = Block("1-1", "key", (Para("keyhead", (Run("1"),), "h3"), box))
    height = pourer.ruler.block(block, 160) - 1
    assert pourer.cut(block, height, 160) is None
    first, rest = pourer.cut(block, height, 160, boxes=True) or (block, block)
    assert [len(piece.parts[-1].parts) for piece in (first, rest)] == [3, 1]  # type: ignore[union-attr]


def test_references_of_a_long_booklet_are_reckoned_with_their_figures(classic: Layout) -> None:
    """Past page 100, "p. 143" is wider than "p. 43": a line that just held the one breaks with the other."""
    run = (Run("", "page", "1-1"),)
    style = Ruler(classic).style("exit")
    short, long = (Ruler(classic, figures=Seen(pages=pages).figures).longest(run, style) for pages in (99, 100))
    assert 3 < long - short < 6
    assert Seen().figures == 2


def test_one_short_list_on_a_page_is_balanced_too(classic: Layout) -> None:
    """As the end of a long table of contents, which has a page to itself."""
    making = Makeup(classic, classic.products["booklet"], 148.0, 210.0, Seen())
    for count in (1, 2, 6):
        block = Block("toc-back", "flow", tuple(Para("toclevel", (Run(f"Section {n}"),)) for n in range(count)))
        making.flow("Contents", "contents", "", [block])
    assert [len(list(page.blocks())) > 1 for page in making.pages] == [True, True, True]
