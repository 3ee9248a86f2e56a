"""What fills a page: boxes of one kind as one, tables that begin on a page rather than leave it empty."""

from __future__ import annotations

from sample import sample_dungeon

from zinegen.typeset import matter
from zinegen.typeset.blocks import Block, Box, Para, Table, text
from zinegen.typeset.index import Index
from zinegen.typeset.layouts import Layout
from zinegen.typeset.makeup import Makeup
from zinegen.typeset.plan import Frame, Seen
from zinegen.typeset.products import _Extents
from zinegen.typeset.zine import Booklet
from zinegen.units import PT_PER_MM
from zinegen.work import PrintOptions


def words_of(block: Block) -> list[str]:
    return ["".join(r.text for r in p.runs) for b in block.parts if isinstance(b, Box) for p in b.parts
            if isinstance(p, Para)]  # fmt: skip


def test_rumours_in_one_column_stand_in_one_box(classic: Layout) -> None:
    """Under one heading, none lost; where the larger box does not fit, nothing is changed."""
    dungeon = sample_dungeon()
    boxes = matter.rumour_boxes(dungeon, Index(dungeon))
    assert len(boxes) > 1
    made = Makeup(classic, classic.products["booklet"], 148, 210, Seen())
    frame = Frame("f", 0, 0, 58.0, 180.0)
    assert all(made.add_box(frame, box, 11.0) for box in boxes)
    (placed,) = frame.placed
    assert words_of(placed.block) == [*words_of(boxes[0]), *(w for box in boxes[1:] for w in words_of(box)[1:])]
    assert frame.used_pt == made.pourer.height(placed.block, frame.width_pt)

    low = Frame("g", 0, 0, 58.0, made.high(boxes[0], 58.0) + 8.0)
    assert made.add_box(low, boxes[0], 11.0) and not made.add_box(low, boxes[1], 11.0)
    assert [one.block for one in low.placed] == [boxes[0]]
    assert low.used_pt == made.pourer.height(boxes[0], low.width_pt)


def test_a_table_begins_on_a_page_that_would_else_be_nearly_empty(classic: Layout) -> None:
    """Locks are few, those who live there many: the page of the locks is not left to them."""
    book = Booklet(sample_dungeon(), classic, PrintOptions(), _Extents(sample_dungeon()), Seen())
    rows = tuple((text(f"{n} goblins"), text("turning a tap")) for n in range(60))
    few, many = (
        Block(
            name,
            "section",
            (Para("tablehead", text(name), "h3"), Table("register", (0.5, 0.5), "ll", ("", ""), part)),
        )
        for name, part in (("locks", rows[:2]), ("who", rows[:38]))
    )
    first = len(book.pages)
    book._registers(book.dungeon.levels[0], [few, many])
    pages = book.pages[first:]
    free = pages[0].frames[0].free_pt / (book.text_height * PT_PER_MM)
    assert free < 0.1
    printed = [row for page in pages for block in page.blocks() for part in block.parts
               if isinstance(part, Table) and block.id.startswith("who") for row in part.rows]  # fmt: skip
    assert printed == list(rows[:38])


def test_a_box_is_not_torn(classic: Layout) -> None:
    """A creature's box stands whole or goes on the next page whole, but where nothing stands before it."""
    made = Makeup(classic, classic.products["booklet"], 148, 210, Seen())
    box = Box("monsterbox", tuple(Para(name, text(f"{name} line")) for name in ("monster", "stats", "doing")))
    told = Para("detail", text("a spigot"))
    wide = 58.0 * PT_PER_MM
    part = made.pourer.ruler.part

    def cut(block: Block, boxed: int) -> list[int]:
        """After how many parts of the box it is cut, where so many fit."""
        room = (
            sum(part(one, wide) for one in block.parts[:-1]) + part(box._replace(parts=box.parts[:boxed]), wide) + 0.1
        )
        pieces = made.pourer.cut(block, room, wide, boxes=True)
        return [len(one.parts) for piece in (pieces or ())[:1] for one in piece.parts if isinstance(one, Box)]

    key = Block("1-1", "key", (told, box))
    assert (cut(key, 1), cut(key, 2)) == ([], [])
    assert cut(Block("1-1", "key", (box,)), 1) == [1]


def test_what_wanders_is_offered_before_rumours(classic: Layout) -> None:
    """At the table it matters more, and there is one table a level."""
    book = Booklet(sample_dungeon(), classic, PrintOptions(), _Extents(sample_dungeon()), Seen())
    book.fillers.rumours = matter.rumour_boxes(book.dungeon, book.index)
    book.fillers.begin(book.dungeon.levels[0])
    offered = [box.id for box in book.fillers.offered(("1-1",))]
    assert offered[0].startswith("wanderbox") and offered[1].startswith("rumours")
