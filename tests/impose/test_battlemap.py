"""Battle maps: an inch is five feet, every square that players may see is on a tile, and no secret is."""

from __future__ import annotations

import io
import math
import re

import pikepdf
import pypdfium2
import pytest
from impose.test_handouts import readable, secrets_of, squeezed
from sample import sample_dungeon

from zinegen.draw.figures import passings
from zinegen.draw.players import alone
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.visible import without_secrets
from zinegen.errors import DungeonError
from zinegen.impose import battlemap as module
from zinegen.impose.battlemap import battlemap
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


def test_every_square_is_on_a_tile_and_an_inch_wide(sample: Dungeon) -> None:
    """By the plan: the strips that are glued away, each tile shows its part, and together they show all floor."""
    seen = module._unmarked(without_secrets(sample))
    level = seen.levels[0]
    drawn = module._draw(seen, "full", True, level.number)
    assert drawn.picture.scale == 25.4
    press = module._Press("x", PAPERS_MM["a4"])
    press.level(level, drawn)
    index, *tiles = press.sheets
    shown = [module._shown(tile, drawn, inset=module.OVERLAP_MM / 2 / 25.4) for tile in tiles]
    for area in level.areas:
        for row, start, end in area.squares:
            for x in range(start, end):
                at = (x + 0.5, row + 0.5)
                assert sum(x0 <= at[0] <= x1 and y0 <= at[1] <= y1 for x0, y0, x1, y1 in shown) >= 1
    assert len(index.front.cells) == 1
    for tile in tiles:
        (cell,) = tile.front.cells
        assert cell.at.width == pytest.approx((drawn.window[2] - drawn.window[0]) * 25.4)
        assert "100 %" in " ".join(note.text for note in tile.front.notes)


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
    # The picture is cut half a square outside the room, and stands in the upper left corner, 8 mm off the edges.
    y = 8 + (0.5 + (max(ys) - min(ys)) * 0.5 + 0.27) * 25.4
    row = [picture.getpixel((x, int(y * dots))) < 100 for x in range(picture.width)]
    left, right = 8 + 0.5 * 25.4, 8 + (0.5 + max(xs) - min(xs)) * 25.4
    for wall in (left, right):
        near = [x / dots for x in range(int((wall - 3) * dots), int((wall + 3) * dots)) if row[x]]
        assert near and min(abs(x - wall) for x in near) < 1.2, wall


def test_every_room_is_cut_out_and_found(sample: Dungeon, whole: bytes) -> None:
    press = module._Press("x", PAPERS_MM["a4"])
    seen = module._unmarked(without_secrets(sample))
    drawn = [module._draw(seen, "full", True, room) for room in rooms(sample)]
    press.rooms(drawn, index=True)
    finder, *sheets = press.sheets
    found = {m[1]: int(m[2]) for note in finder.front.notes if (m := re.fullmatch(r"(\S+) +page (\d+)", note.text))}
    assert list(found) == rooms(sample)
    for room, page in found.items():
        text = " ".join(note.text for note in sheets[page - 2].front.notes)
        assert re.search(rf"\b{room}\b", text)
    for sheet in sheets:
        boxes = [cell.at for cell in sheet.front.cells]
        for n, a in enumerate(boxes):
            for b in boxes[:n]:
                assert a.x >= b.right or b.x >= a.right or a.y >= b.bottom or b.y >= a.bottom
    document = pypdfium2.PdfDocument(whole)
    titles = [mark.get_title() for mark in document.get_toc()]
    assert len(document) > 4 and titles == ["Level 2", "Rooms to cut out"]


def test_no_secret_is_on_them_nor_a_number(sample: Dungeon, whole: bytes) -> None:
    text = squeezed(" ".join(readable(whole)))
    assert {s for s in secrets_of(sample) if len(squeezed(s)) > 8 and squeezed(s) in text} == set()
    seen = module._unmarked(without_secrets(sample))
    drawn = module._draw(seen, "full", True, 1)
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
                alone_ = module._with(seen, alone(level, area, links=True))
                assert passings(alone_.links, level.number).items() <= whole.items()
                assert area.id in {id_ for _, id_ in passings(alone_.links, level.number)}


def test_without_a_grid_there_is_none_and_lines_take_less_ink(sample: Dungeon) -> None:
    seen = module._unmarked(without_secrets(sample))
    room = rooms(sample)[0]
    names = [
        {layer.name for layer in module._draw(seen, "full", grid, room).picture.layers} for grid in (True, False)
    ]
    assert names[0] - names[1] == {"grid"}
    from zinegen.proofs import ink_of

    inks = [
        ink_of(battlemap(sample, PrintOptions(area=room, ink=ink), Shop(1))[0].data)[0] for ink in ("full", "lines")
    ]
    assert inks[1] < inks[0] < 15


def test_the_bytes_are_the_same_again_and_sound(sample: Dungeon) -> None:
    options = PrintOptions(area=rooms(sample)[0])
    once = battlemap(sample, options, Shop(1))[0].data
    assert once == battlemap(sample, options, Shop(1))[0].data
    with pikepdf.Pdf.open(io.BytesIO(once)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert math.isclose(float(pdf.pages[0].MediaBox[2]), 210 * PT_PER_MM, abs_tol=0.1)


def test_what_players_cannot_see_is_refused(sample: Dungeon) -> None:
    keyed = {a.id for level in sample.levels for a in level.areas if a.key is not None}
    hidden = sorted(keyed - set(rooms(sample)))
    assert hidden, "the sample has a secret room"
    with pytest.raises(DungeonError, match="players can see nothing"):
        battlemap(sample, PrintOptions(area=hidden[0]), Shop(1))
