"""Battle maps: an inch is five feet, every square that players may see is on a tile, and no secret is."""

from __future__ import annotations

import io
import math
import re

import msgspec
import pikepdf
import pypdfium2
import pytest
from impose.test_handouts import readable, secrets_of, squeezed
from sample import sample_dungeon

from zinegen.draw.figures import passings
from zinegen.draw.picture import Layer, Path, Picture, box
from zinegen.draw.players import alone
from zinegen.dungeon.model import Area, Dungeon, Level
from zinegen.dungeon.visible import without_secrets
from zinegen.errors import DungeonError
from zinegen.impose import battlemap as module
from zinegen.impose.battlemap import INCH, battlemap
from zinegen.impose.cover import floor_of
from zinegen.impose.pdf import Source, print_pictures, print_sheets
from zinegen.impose.pieces import LABEL_MM, Piece, Spot, printed
from zinegen.impose.poster import EDGE_MM, FOOT_MM
from zinegen.impose.sheet import Box, Sheet, Side
from zinegen.proofs import ink_of
from zinegen.units import PAPERS_MM, PT_PER_MM
from zinegen.work import PrintOptions, Shop


@pytest.fixture(scope="module")
def sample() -> Dungeon:
    return sample_dungeon()


@pytest.fixture(scope="module")
def whole(sample: Dungeon) -> bytes:
    return battlemap(sample, PrintOptions(level=2), Shop(1))[0].data


def rooms(dungeon: Dungeon) -> list[str]:
    return [area.id for level in without_secrets(dungeon).levels for area in level.areas if area.key is not None]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid"])
def test_the_pages_are_the_paper(sample: Dungeon, paper: str) -> None:
    made = battlemap(sample, PrintOptions(sheet=paper, area=rooms(sample)[0]), Shop(1))[0]
    for page in pypdfium2.PdfDocument(made.data):
        size = sorted(page.get_size())
        assert size == pytest.approx(sorted(v * PT_PER_MM for v in PAPERS_MM[paper]), abs=0.1)


def shown_of(sheet: Sheet, whole: module.Drawn) -> tuple[float, float, float, float]:
    """What a sheet shows of a level, in squares, up to the dashes at which it is cut."""
    (cell,) = sheet.front.cells
    x0, y0 = whole.window[0] + (cell.clip.x - cell.at.x) / INCH, whole.window[1] + (cell.clip.y - cell.at.y) / INCH
    x1, y1 = x0 + cell.clip.width / INCH, y0 + cell.clip.height / INCH
    for line in sheet.front.lines:
        if line.look == "cut" and line.x0 == line.x1:
            x0 = whole.window[0] + (line.x0 - cell.at.x) / INCH
    return x0, y0, x1, y1


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid"])
def test_every_square_is_on_a_tile_and_an_inch_wide(sample: Dungeon, paper: str) -> None:
    seen = module._unmarked(without_secrets(sample))
    for level in seen.levels:
        whole = module._draw(seen, "full", True, (level.number, ()))
        assert whole.picture.scale == INCH
        press = module._Press("x", PAPERS_MM[paper])
        press.level(level, whole, [])
        _, *tiles = press.sheets
        shown = [shown_of(tile, whole) for tile in tiles]
        floor, (left, top) = floor_of(level.areas)
        for row, column in zip(*floor.nonzero(), strict=True):
            at = left + column, top + row
            assert any(
                x0 - 0.01 <= at[0] and at[0] + 1 <= x1 + 0.01 and y0 - 0.01 <= at[1] and at[1] + 1 <= y1 + 0.01
                for x0, y0, x1, y1 in shown
            ), "no square is on two sheets in halves"
        for tile in tiles:
            (cell,) = tile.front.cells
            assert cell.at.width == pytest.approx((whole.window[2] - whole.window[0]) * INCH)
            assert cell.clip.x >= EDGE_MM and cell.clip.right <= tile.paper[0] - EDGE_MM + 0.01
            assert cell.clip.y >= EDGE_MM and cell.clip.bottom <= tile.paper[1] - FOOT_MM + 0.01
            assert "100 %" in " ".join(note.text for note in tile.front.notes)


def test_where_a_tile_is_cut_its_neighbour_has_ticks_and_shows_the_strip_beneath(sample: Dungeon) -> None:
    seen = module._unmarked(without_secrets(sample))
    level = seen.levels[0]
    whole = module._draw(seen, "full", True, (level.number, ()))
    press = module._Press("x", PAPERS_MM["a4"])
    press.level(level, whole, [])
    rects = module.tiling(level.areas, PAPERS_MM["a4"])[0].rects
    joins = 0
    for rect, sheet in zip(rects, press.sheets[1:], strict=True):
        (cell,) = sheet.front.cells
        x = cell.at.x + (rect.x0 - whole.window[0]) * INCH
        neighbours = [other for other in rects if other.x1 == rect.x0 and other.y0 < rect.y1 and rect.y0 < other.y1]
        cuts = [line for line in sheet.front.lines if line.look == "cut" and line.x0 == line.x1]
        assert bool(cuts) == bool(neighbours) and all(line.x0 == pytest.approx(x) for line in cuts)
        assert not neighbours or x - cell.clip.x >= 4.5, "what is cut off was printed"
        for other in neighbours:
            beside = press.sheets[1 + rects.index(other)]
            (there,) = beside.front.cells
            seam = there.at.x + (other.x1 - whole.window[0]) * INCH
            ticks = [line for line in beside.front.lines if line.look == "mark" and line.x0 == line.x1]
            assert [line for line in ticks if abs(line.x0 - seam) < 0.01]
            assert there.clip.right - seam >= 4.5
            joins += 1
    assert joins >= 2


def test_what_is_printed_is_as_large_as_planned(sample: Dungeon) -> None:
    """The walls of a rectangular room, measured on the paper."""
    seen = without_secrets(sample)
    area = next(a for level in seen.levels for a in level.areas
                if a.key is not None and a.shape == "rectangle" and max(p[0] for p in a.outline) - min(
                    p[0] for p in a.outline) <= 6)  # fmt: skip
    data = battlemap(sample, PrintOptions(area=area.id, sheet="a3", grid=False), Shop(1))[0].data
    page = pypdfium2.PdfDocument(data)[0]
    dots = 4.0
    picture = page.render(scale=dots / PT_PER_MM, grayscale=True).to_pil().convert("L")
    xs, ys = [p[0] for p in area.outline], [p[1] for p in area.outline]
    # The picture is cut a quarter of a square outside the room, and stands in the upper left corner under its name.
    y = 8 + LABEL_MM + (0.25 + (max(ys) - min(ys)) * 0.5 + 0.27) * INCH
    row = [picture.getpixel((x, int(y * dots))) < 100 for x in range(picture.width)]
    left, right = 8 + 0.25 * INCH, 8 + (0.25 + max(xs) - min(xs)) * INCH
    for wall in (left, right):
        near = [x / dots for x in range(int((wall - 3) * dots), int((wall + 3) * dots)) if row[x]]
        assert near and min(abs(x - wall) for x in near) < 1.2, wall


def test_every_room_is_cut_out_and_found(sample: Dungeon, whole: bytes) -> None:
    seen = module._unmarked(without_secrets(sample))
    level = seen.levels[1]
    drawn = [module._draw(seen, "full", True, (level.number, ids)) for ids in module._wanted(level)]
    press = module._Press("x", PAPERS_MM["a4"])
    press.level(level, drawn[0], drawn[1:])
    index, *sheets = press.sheets
    found = {m[1]: [int(n) for n in m[2].split(", ")] for note in index.front.notes
             if (m := re.fullmatch(r"(\S+) +pages? ([\d, ]+)", note.text))}  # fmt: skip
    assert list(found) == [room for room in rooms(sample) if room.startswith("2-")]
    for room, pages in found.items():
        for page in pages:
            labels = [note.text for note in sheets[page - 2].front.notes]
            assert [text for text in labels if re.match(rf"{room}($|,)", text)]
    for sheet in sheets:
        boxes = [cell.clip for cell in sheet.front.cells]
        for n, a in enumerate(boxes):
            assert (
                a.x >= EDGE_MM
                and a.y >= EDGE_MM
                and a.right <= sheet.paper[0] - EDGE_MM + 1.6
                and a.bottom <= sheet.paper[1] - 12
            )
            for b in boxes[:n]:
                assert a.x >= b.right or b.x >= a.right or a.y >= b.bottom or b.y >= a.bottom
    document = pypdfium2.PdfDocument(whole)
    titles = [mark.get_title() for mark in document.get_toc()]
    assert len(document) == len(press.sheets) and titles == ["Level 2", "Level 2: rooms to cut out"]


def test_passages_are_cut_out_too_each_square_once(sample: Dungeon) -> None:
    for level in module._unmarked(without_secrets(sample)).levels:
        pieces = module._wanted(level)[1:]
        assert sorted(id_ for ids in pieces for id_ in ids) == sorted(area.id for area in level.areas)


def test_a_room_too_large_for_a_sheet_comes_in_parts_that_share_sheets_with_others() -> None:
    """A hall of 14 x 10 and two closets: two halves of 7 x 10, and the closets beside one another on a third."""
    hall, left, right = (_room(f"1-{n}", n, *at) for n, at in enumerate(
        ((0, 0, 14, 10), (20, 0, 23, 3), (20, 10, 23, 13)), 1))  # fmt: skip
    assert [tuple(rect) for rect in module.parts([hall], PAPERS_MM["a4"])] == [(0, 0, 7, 10), (7, 0, 14, 10)]
    press = module._Press("x", PAPERS_MM["a4"])
    level = Level(number=1, system="labyrinth", size=(30, 20), areas=(hall, left, right), portals=())
    dungeon = msgspec.structs.replace(sample_dungeon(), levels=(level,), links=(), entrance="1-1", goal="1-1")
    drawn = [module._draw(dungeon, "full", True, (1, (area.id,))) for area in level.areas]
    assert press.rooms(level, drawn) == [("1-1", [1, 2]), ("1-2", [3]), ("1-3", [3])]
    labels = [[note.text for note in sheet.front.notes][: len(sheet.front.cells)] for sheet in press.sheets]
    assert labels == [["1-1, part 1 of 2"], ["1-1, part 2 of 2"], ["1-2", "1-3"]]
    cut = [[line for line in sheet.front.lines if line.look == "cut"] for sheet in press.sheets]
    assert [len(lines) for lines in cut] == [0, 1, 0]


def _room(id_: str, key: int, x0: int, y0: int, x1: int, y1: int) -> Area:
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Area(
        id=id_, key=key, kind="room", shape="rectangle", outline=tuple((float(x), float(y)) for x, y in outline),
        squares=tuple((y, x0, x1) for y in range(y0, y1)),
    )  # fmt: skip


@pytest.mark.parametrize("turned", [False, True])
def test_a_turned_piece_is_printed_as_it_was_planned(turned: bool) -> None:
    """A picture with a blot in one corner of the part that is shown: it comes out at the place it is said to."""
    picture = Picture(200, 100, 25.4, (0.0, 0.0), (Layer("x", (Path((box(2, 1, 2.4, 1.4),), fill="#000000"),)),))
    piece = Piece(1, (200.0, 100.0), Box(40.0, 20.0, 120.0, 70.0), "x")
    spot = Spot(piece, Box(30.0, 50.0, *((70.0, 120.0) if turned else (120.0, 70.0))), turned)
    with Source(print_pictures([picture], "x"), "x") as source:
        data = print_sheets(source, [((210.0, 297.0), Side((printed(spot),)))], None)
    page = pypdfium2.PdfDocument(data)[0].render(scale=4 / PT_PER_MM, grayscale=True).to_pil().convert("L")
    x, y = spot.place((2.2 * 25.4, 1.2 * 25.4))
    box_ = page.point([255 if value < 128 else 0 for value in range(256)]).getbbox()
    assert box_ is not None
    assert ((box_[0] + box_[2]) / 8, (box_[1] + box_[3]) / 8) == pytest.approx((x, y), abs=0.5)


def test_no_secret_is_on_them_nor_a_number(sample: Dungeon, whole: bytes) -> None:
    text = squeezed(" ".join(readable(whole)))
    assert {s for s in secrets_of(sample) if len(squeezed(s)) > 8 and squeezed(s) in text} == set()
    seen = module._unmarked(without_secrets(sample))
    drawn = module._draw(seen, "full", True, (1, ()))
    assert not [layer for layer in drawn.picture.layers if layer.texts]


def test_a_room_by_itself_shows_stairs_and_shafts_as_its_level_does(sample: Dungeon) -> None:
    """A shaft that leads up leads up on the room to cut out, too; lines of sight lie on neither."""
    seen = module._unmarked(without_secrets(sample))
    linked = {end.area for link in seen.links for end in (link.from_, link.to)} & set(rooms(sample))
    assert linked and not any(level.sights for level in seen.levels)
    for level in seen.levels:
        whole = passings(seen.links, level.number)
        for area in level.areas:
            if area.id in linked:
                alone_ = module._with(seen, alone(level, area, links=True), (area.id,))
                assert passings(alone_.links, level.number).items() <= whole.items()
                assert area.id in {id_ for _, id_ in passings(alone_.links, level.number)}


def test_without_a_grid_there_is_none_and_lines_take_less_ink(sample: Dungeon) -> None:
    seen = module._unmarked(without_secrets(sample))
    room = rooms(sample)[0]
    names = [
        {layer.name for layer in module._draw(seen, "full", grid, (1, (room,))).picture.layers}
        for grid in (True, False)
    ]
    assert names[0] - names[1] == {"grid"}
    inks = [
        ink_of(battlemap(sample, PrintOptions(area=room, ink=ink), Shop(1))[0].data)[0] for ink in ("full", "lines")
    ]
    assert inks[1] < inks[0]


def test_no_page_takes_more_than_twelve_percent_ink(whole: bytes) -> None:
    assert max(ink_of(whole, dpi=100)) < 12


def test_the_bytes_are_the_same_again_and_sound(sample: Dungeon) -> None:
    options = PrintOptions(area=rooms(sample)[0])
    once = battlemap(sample, options, Shop(1))[0].data
    assert once == battlemap(sample, options, Shop(1))[0].data
    with pikepdf.Pdf.open(io.BytesIO(once)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert math.isclose(float(pdf.pages[0].MediaBox[2]), 210 * PT_PER_MM, abs_tol=0.1)


def test_a_secret_room_that_is_asked_for_is_found(sample: Dungeon) -> None:
    keyed = {a.id for level in sample.levels for a in level.areas if a.key is not None}
    hidden = sorted(keyed - set(rooms(sample)))
    assert hidden, "the sample has a secret room"
    (made,) = battlemap(sample, PrintOptions(area=hidden[0]), Shop(1))
    assert made.pages == 1 and ink_of(made.data)[0] > 2.0, "the room is drawn"


def test_a_level_that_only_secrets_lead_to_is_refused(sample: Dungeon) -> None:
    links = tuple(msgspec.structs.replace(link, secret=True) for link in sample.links)
    with pytest.raises(DungeonError, match=r"--level 2: only secrets lead there.*take one of 1, or name an area"):
        battlemap(msgspec.structs.replace(sample, links=links), PrintOptions(level=2), Shop(1))
