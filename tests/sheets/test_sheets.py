"""The reference sheets: what is on them, whether it fits, and whether they can be filled in."""

from __future__ import annotations

import ctypes
import io
import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pikepdf
import pypdfium2
import pytest
from sheets.reading import desk, fields, pdf_of
from typeset.reading import accessible_and_sound, outline, page_texts, shrunk

from zinegen import typeset
from zinegen.dungeon.fights import battles
from zinegen.dungeon.model import Clue, Dungeon, Hazard, WanderCheck
from zinegen.dungeon.zones import zones
from zinegen.errors import PageOverflowError
from zinegen.initiative import accumulate, actions_of, extras, lower_needs
from zinegen.typeset.blocks import Run
from zinegen.typeset.sheets import bind as binding
from zinegen.typeset.sheets.bind import bind, check_names, desk_of, fields_of, sheets
from zinegen.typeset.sheets.boxes import strip_width, strips
from zinegen.typeset.sheets.cards import cards
from zinegen.typeset.sheets.fight import TOP, fights
from zinegen.typeset.sheets.form import CELL, PAD_X, SIDE, Cell, Column, Desk, Field, Grid, Page, Row, table
from zinegen.typeset.sheets.ledger import ledger
from zinegen.typeset.sheets.quick import quick_card
from zinegen.typeset.sheets.registers import bestiary, locks, rumours
from zinegen.typeset.sheets.screen import screen
from zinegen.typeset.sheets.searched import searched
from zinegen.typeset.sheets.words import cut
from zinegen.units import PAPERS_MM, PT_PER_MM
from zinegen.work import PrintOptions, Shop


def flat(data: bytes) -> str:
    """All text of a PDF on one line."""
    return " ".join(" ".join(page_texts(data)).replace("\u00a0", " ").split())


def changed(dungeon: Dungeon, /, **texts: Any) -> Dungeon:
    """A dungeon whose every treasure, group and hazard has fields changed."""
    levels = tuple(
        msgspec.structs.replace(level, areas=tuple(
            msgspec.structs.replace(
                area,
                treasure=tuple(msgspec.structs.replace(one, **texts.get("treasure", {})) for one in area.treasure),
                inhabitants=tuple(msgspec.structs.replace(one, **texts.get("group", {})) for one in area.inhabitants),
                text=msgspec.structs.replace(area.text, **texts.get("text", {})),
            ) for area in level.areas))
        for level in dungeon.levels
    )  # fmt: skip
    return msgspec.structs.replace(dungeon, levels=levels, **texts.get("whole", {}))


# ------------------------------------------------------------------------------------------------ soundness


def test_qpdf_and_pdf_ua(sheets_pdf: bytes, tmp_path: Path) -> None:
    accessible_and_sound(sheets_pdf, tmp_path)


def test_fields_are_tagged_and_say_what_they_are_for(sheets_pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(sheets_pdf)) as pdf:
        tagged = set()
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == "/Form":
                tagged |= {kid.Obj.objgen for kid in thing.K}
        every = list(pdf.Root.AcroForm.Fields)
        on_pages = [a.objgen for page in pdf.pages for a in page.get("/Annots", ()) if a.Subtype == "/Widget"]
        assert sorted(one.objgen for one in every) == sorted(on_pages)
        assert {one.objgen for one in every} == tagged
        assert all(len(str(one.TU)) > 3 for one in every)
        fonts = set(pdf.Root.AcroForm.DR.Font.keys())
        for one in every:
            if one.FT == "/Tx":
                assert re.search(r"/\S+", str(one.DA))[0] in fonts  # type: ignore[index]
            assert one.P.objgen in {page.objgen for page in pdf.pages}


def test_fields_survive_filling_in_and_reading_back(sheets_pdf: bytes) -> None:
    """Each kind of field of each sheet: filled with pikepdf, saved, read with two readers."""
    names = list(fields(sheets_pdf))
    with pikepdf.open(io.BytesIO(sheets_pdf)) as pdf:
        ticks = 0
        for one in pdf.Root.AcroForm.Fields:
            if one.FT == "/Tx":
                one.V = pikepdf.String(f"Zażółć {names.index(str(one.T))}")
            else:
                assert "/on" in one.AP.N
                one.V = one.AS = pikepdf.Name("/on")
                ticks += 1
        out = io.BytesIO()
        pdf.save(out)
    filled = out.getvalue()
    assert ticks > 50
    with pikepdf.open(io.BytesIO(filled)) as pdf:
        for one in pdf.Root.AcroForm.Fields:
            wanted = f"Zażółć {names.index(str(one.T))}" if one.FT == "/Tx" else "/on"
            assert str(one.V) == wanted
    document = pypdfium2.PdfDocument(filled)
    document.init_forms()
    plain = pypdfium2.PdfDocument(sheets_pdf)
    ink = [np.asarray(one[0].render(scale=1, may_draw_forms=True).to_numpy()).mean() for one in (document, plain)]
    assert ink[0] < ink[1] - 0.3  # what was filled in is seen


def test_no_field_has_the_name_of_another(sheets_pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(sheets_pdf)) as pdf:
        names = [str(one.T) for one in pdf.Root.AcroForm.Fields]
    assert len(set(names)) == len(names)
    twice = Page("x", blocks=[{"a": Field("one", "label")}, {"b": [Field("one", "label")]}])
    with pytest.raises(ValueError, match="stands twice"):
        check_names([twice])


def test_the_same_bytes_on_one_core_and_on_two(sample: Dungeon, sheets_pdf: bytes) -> None:
    assert pdf_of(sheets, sample, workers=2) == sheets_pdf


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_paper_black_and_white_and_size_of_type(paper: str, sample: Dungeon, sheets_pdf: bytes) -> None:
    data = sheets_pdf if paper == "a4" else pdf_of(sheets, shrunk(sample, 5), paper)
    width, height = (side * PT_PER_MM for side in PAPERS_MM[paper])
    document = pypdfium2.PdfDocument(data)
    landscape = 0
    for page in document:
        size = page.get_size()
        landscape += size[0] > size[1]
        assert sorted(size) == pytest.approx(sorted((width, height)), abs=0.2)
        pixels = page.render(scale=0.6, rev_byteorder=True).to_numpy()[..., :3].astype(int)
        assert np.ptp(pixels, axis=2).max() == 0
    assert 3 <= landscape <= 4 or paper == "letter"
    raw, sizes = pypdfium2.raw, []
    for page in document:
        for thing in page.get_objects([raw.FPDF_PAGEOBJ_TEXT]):
            size = ctypes.c_float()
            raw.FPDFTextObj_GetFontSize(thing.raw, size)
            sizes.append(size.value * abs(thing.get_matrix().d))
    assert min(sizes) > 7.2


def test_every_sheet_is_bookmarked(sheets_pdf: bytes) -> None:
    assert [title for _, title, _ in outline(sheets_pdf)] == [
        "Treasure", "Initiative", "When do I act?", "Wandering monsters", "Time and light", "Searched zones",
        "Bestiary", "Locks", "Rumours", "Table screen",
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------- content


def test_the_ledger_holds_every_hoard_and_its_sums_are_right(sample: Dungeon, sheets_pdf: bytes) -> None:
    kinds = fields(sheets_pdf)
    text = flat(sheets_pdf)
    items = [item for level in sample.levels for area in level.areas for item in area.treasure]
    assert items
    for item in items:
        assert kinds[f"found {item.id}"] == "/Btn" and kinds[f"carried {item.id}"] == "/Tx"
        assert item.what.replace("'", "’")[1:24] in text
    worth = sum(round(item.value_gp, 2) for item in items)
    total = re.search(r"In the whole dungeon ([\d.,]+) ([\d.,]+)", text)
    assert total is not None and float(total[1].replace(",", "")) == pytest.approx(worth)
    weight = sum(round(item.weight_lb, 2) for item in items)
    assert float(total[2].replace(",", "")) == pytest.approx(weight)


def test_trap_hiding_place_and_container_stand_beside_the_treasure(sample: Dungeon) -> None:
    area = next(area for area in sample.levels[0].areas if area.treasure and area.key and area.text.details)
    trap = Hazard(id="h", kind="gas", name="blue gas", sign="s", trigger="t", effect="e", remedy="r")
    item = msgspec.structs.replace(
        area.treasure[0], hazard="h", hidden="under a plank", where=area.text.details[0].id
    )
    room = msgspec.structs.replace(area, hazards=(*area.hazards, trap), treasure=(item,))
    areas = tuple(room if one.id == area.id else one for one in sample.levels[0].areas)
    level = msgspec.structs.replace(sample.levels[0], areas=areas)
    page = ledger(desk(msgspec.structs.replace(sample, levels=(level,))))[0]
    words = ["".join(run.text for run in row.cells[3].runs) for row in page.blocks[0]["rows"] if len(row.cells) > 3]
    place = area.text.details[0].what.replace("'", "’")
    assert f"{place[:1].upper()}{place[1:]}; under a plank; trapped (blue gas)" in words


def test_pages_of_the_booklet_are_named_where_there_is_one(sample: Dungeon) -> None:
    small = shrunk(sample, 5)
    booklet = typeset.booklet(small, PrintOptions(), Shop(1))[0].data
    where = {title.partition(" ")[0]: page for depth, title, page in outline(booklet) if depth == 1}
    assert where
    without, with_it = flat(pdf_of(sheets, small)), flat(pdf_of(sheets, small, booklet=booklet))
    assert not re.search(r"\bp\.\s\d", without)
    holds = next(area for area in small.levels[0].areas if area.treasure and area.key)
    assert f"{holds.key} p. {where[str(holds.key)]}" in with_it


def test_a_sheet_for_each_larger_fight_and_a_blank_one(sample: Dungeon) -> None:
    pages = fights(desk(sample))
    found = battles(sample)
    assert len(pages) == len(found) + 1 and found
    for page, fight in zip(pages, found, strict=False):
        table = next(block for block in page.blocks if block["kind"] == "table")
        words = ["".join(run.text for cell in row.cells for run in cell.runs) for row in table["rows"]]
        boxes = [count for row in table["rows"] for cell in row.cells for _, count in cell.boxes]
        for one in fight.fighters:
            assert any(one.name in row for row in words)
        assert boxes == [hp for one in fight.fighters for hp in one.hp]
        assert sum(row.look == "party" for row in table["rows"]) >= 3


def test_the_track_makes_the_rule_the_grid(sample: Dungeon) -> None:
    """A fighter's further actions stand straight below, and the bar parts one number of actions from the next."""
    track = next(block for block in fights(desk(sample))[-1].blocks if block["kind"] == "track")
    rows = [[cell["at"] for cell in cells] for _, cells in track["rows"]]
    assert [at for row in rows for at in row] == list(range(TOP, 0, -1))
    where = {at: (down, across) for down, row in enumerate(rows) for across, at in enumerate(row)}
    for result in range(1, TOP + 1):
        down, across = where[result]
        below = [row[across] for row in rows[down:] if row[across] >= 6]
        assert tuple(below) == actions_of(result)
        cell = track["rows"][down][1][across]
        assert cell["dead"] == (not actions_of(result))
        if result > 1:
            assert cell["bar"] == (len(actions_of(result)) > len(actions_of(result - 1)))
    assert track["first"].name != track["last"].name and len(track["above"]) >= 4


def test_the_quick_card_says_what_the_rules_do(sample: Dungeon) -> None:
    tables = [block for block in quick_card(desk(sample))[0].blocks if block["kind"] == "table"]
    texts = [["".join(run.text for run in cell.runs) for cell in row.cells] for row in tables[0]["rows"]]
    for low, dots, steps in texts[1:-1]:
        result = int(low.split("–")[0])
        assert len(dots) == len(actions_of(result)) == len(actions_of(int(low.split("–")[1])))
        assert [12 * n for n in range(1, len(dots))] == [int(n) for n in re.findall(r"−(\d+)", steps)]
    for row in tables[1]["rows"]:
        apart, first, last, between, needs, further = ("".join(run.text for run in cell.runs) for cell in row.cells)
        assert [int(first), int(last)] == list(extras(int(apart))[:2])
        assert tuple(map(int, re.findall(r"\d+", between))) == extras(int(apart)).after
        assert tuple(int(re.findall(r"\d+", n)[0]) for n in (needs, further)) == lower_needs(int(apart))
    assert [column.head for column in tables[2]["columns"]] == [
        "first",
        "31",
        "19",
        "18",
        "15",
        "12",
        "7",
        "6",
        "last",
    ]
    assert accumulate(12, 24, 1).actions == (12,)


def searchable(dungeon: Dungeon, *brings: str) -> Dungeon:
    """A dungeon whose first level has zones to search, as many as are named."""
    level, *rest = dungeon.levels
    taken = [area.id for area in level.areas if area.kind == "passage"][: len(brings) - 1]
    found = dict(zip([*taken, next(area.id for area in level.areas if area.key == 1)], brings, strict=True))
    areas = tuple(msgspec.structs.replace(area, search=found.get(area.id, "")) for area in level.areas)
    return msgspec.structs.replace(dungeon, levels=(msgspec.structs.replace(level, areas=areas), *rest))


def test_where_zones_are_searched_each_has_its_line_and_no_room_a_box(sample: Dungeon) -> None:
    made = searchable(sample, "wandering_monster", "secret_door", "nothing")
    pages = searched(desk(made))
    names = {one.name for page in pages for one in fields_of(page.blocks)}
    first = {zone.area for zone in zones(made)}
    assert len(first) == 3
    assert {name.split()[1] for name in names if name.startswith("zone 1-")} == first
    others = {area.id for level in made.levels[1:] for area in level.areas if area.key is not None}
    assert others <= {name.removeprefix("zone ") for name in names}
    rows = [
        " | ".join("".join(run.text for run in cell.runs) for cell in row.cells)
        for page in pages for block in page.blocks if block["kind"] == "table" for row in block["rows"]
    ]  # fmt: skip
    assert len(rows) == 4 and sum("a secret door" in row for row in rows) == 1
    assert sum(row.startswith(" | Passage ") for row in rows) == 2 and any(row.startswith(" | 1 ") for row in rows)
    assert [page.mark for page in pages] == ["Searched zones", *[""] * (len(pages) - 1)]


def test_the_die_stands_only_where_every_level_is_rolled_for_alike(sample: Dungeon) -> None:
    small = shrunk(sample, 3)
    check = WanderCheck(dice="1d10", on=1, numbers="half", direction="random", when=("search", "rest"))
    by_system = msgspec.structs.replace(
        small, levels=tuple(msgspec.structs.replace(level, wander=check) for level in small.levels)
    )
    plain, other = (next(t for t in page_texts(pdf_of(sheets, one)) if "Time and light" in t)
                    for one in (small, by_system))  # fmt: skip
    assert plain.count("rest, d6") == 12 and plain.count("d6") == 36
    assert other.count("d6") == 0 and "rest," not in other and other.count("rest") == 13


def test_where_nothing_is_said_of_zones_every_area_has_a_box(sample: Dungeon) -> None:
    names = [one.name for page in searched(desk(sample)) for one in fields_of(page.blocks)]
    keyed = [area.id for level in sample.levels for area in level.areas if area.key is not None]
    assert {f"zone {area}" for area in keyed} <= set(names) and not any(name.endswith(" note") for name in names)


def test_the_screen_has_three_or_four_panels_and_no_head_ends_a_column(sample: Dungeon) -> None:
    pages = screen(desk(sample))
    assert 3 <= len(pages) <= 4 and all(page.wide for page in pages)
    for page in pages:
        for column in page.blocks[0]["columns"]:
            assert column and not column[-1]["style"].startswith("screenhead")


# ------------------------------------------------------------------------------------------------ what fits


def test_long_texts_and_titles_fit(sample: Dungeon) -> None:
    long = (
        "The Extraordinarily Long Remembered and Never Quite Forgotten House of the Seven Times Seven Lanterns " * 3
    )
    huge = changed(
        shrunk(sample, 5),
        treasure={"what": long, "hidden": long, "effect": long},
        group={"name": long.strip(), "doing": long, "special": long, "wants": long},
        text={"name": long.strip()},
        whole={"title": long.strip()},
    )
    assert pdf_of(sheets, huge)


def test_one_long_word_fits(sample: Dungeon) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitän" * 3
    huge = changed(shrunk(sample, 3), treasure={"what": word}, group={"name": word}, text={"name": word})
    assert pdf_of(sheets, huge, "letter")


def test_hundreds_of_hit_points_are_written_in_figures(sample: Dungeon) -> None:
    small = shrunk(sample, 5)
    levels = tuple(
        msgspec.structs.replace(level, areas=tuple(
            msgspec.structs.replace(area, inhabitants=tuple(
                msgspec.structs.replace(one, count=30, stats=msgspec.structs.replace(one.stats, hp=(88,) * 30))
                for one in area.inhabitants)) for area in level.areas))
        for level in small.levels
    )  # fmt: skip
    assert pdf_of(sheets, msgspec.structs.replace(small, levels=levels))


LICENCE = "Words CC BY-SA 4.0 by the Society of Saint Osyth, Marsh Lane; monsters by leave of Grubb & Daughter; " * 2


@pytest.mark.parametrize("licence", [LICENCE[:200].strip(), "CC BY-SA 4.0", "L" * 200])
def test_the_licence_stands_whole_at_the_foot_of_every_page(sample: Dungeon, licence: str) -> None:
    small = msgspec.structs.replace(shrunk(sample, 3), licence=licence)
    pages = [re.sub(r"[\s-]+", "", page) for page in page_texts(pdf_of(sheets, small, "letter"))]
    assert all(re.sub(r"[\s-]+", "", licence) in page for page in pages)
    assert re.sub(r"[\s-]+", "", licence) in re.sub(r"[\s-]+", "", flat(pdf_of(cards, small, "letter")))


def test_a_planted_overflow_fails(sample: Dungeon, monkeypatch: pytest.MonkeyPatch) -> None:
    """With rows reckoned at half their height a page runs over: nothing is printed, and the line says where."""
    monkeypatch.setattr(binding, "GROUPS", ((ledger,),))
    monkeypatch.setattr(Desk, "row_height", lambda *_: 2.0)
    with pytest.raises(PageOverflowError, match=r"sheets\.pdf: page \d+"):
        pdf_of(sheets, sample)


def test_the_lines_between_columns_are_reckoned(sample: Dungeon) -> None:
    """Words that would fill a cell to its edge stand in two lines: the line beside it takes a part of the cell."""
    one = desk(shrunk(sample, 3))
    width, height = one.room()
    style, room = one.ruler.style(CELL), (0.275 * width - 2 * PAD_X) * PT_PER_MM
    tried = (f"{'m' * n} {'i' * k}{'r' * j}" for n in range(4, 14) for k in range(1, 30) for j in range(3))
    tight = next(w for w in tried if 0 < room - one.ruler.text_width(w, style) < 0.5 * SIDE * PT_PER_MM)
    columns = tuple(Column("", share) for share in (0.3, 0.275, 0.425))
    row = Row((Cell((Run("x"),)), Cell((Run(" ".join([tight] * 3)),)), Cell()))
    rows = (row,) * int(height / one.row_height(row, columns, width) - 1)
    bind(one, "sheets", [[Page("Tight", blocks=[table(Grid(columns, rows), width)])]], "Tight", Shop(1))


def test_an_empty_dungeon_has_sheets_too_but_no_empty_ones(sample: Dungeon) -> None:
    bare = shrunk(sample, 3)
    levels = tuple(
        msgspec.structs.replace(level, areas=tuple(
            msgspec.structs.replace(area, treasure=(), inhabitants=(), hazards=(), clues=()) for area in level.areas))
        for level in bare.levels
    )  # fmt: skip
    bare = msgspec.structs.replace(bare, levels=levels, rumours=(), wandering=(), locks=(), key_items=(), factions=())
    text = flat(pdf_of(sheets, bare))
    assert "Nothing of worth lies here." in text
    titles = {title for _, title, _ in outline(pdf_of(sheets, bare))}
    assert {"Treasure", "Time and light"} <= titles and not titles & {"Locks", "Keys", "Rumours", "Bestiary"}


def test_a_single_level_names_no_lock_or_key_of_another(sample: Dungeon) -> None:
    """Printed with --level, nothing refers to what is not printed."""
    one = desk_of(sample, PrintOptions(level=2), {})
    others = {area.id for level in sample.levels if level.number != 2 for area in level.areas}
    assert all(item.in_ not in others for item in one.key_items)
    assert {wanderer.level for wanderer in one.dungeon.wandering} == {2}
    for kind in (locks, screen, rumours, bestiary):
        for page in kind(one):
            assert " : " not in str([[run.text for run in runs] for runs in _runs(page.blocks)])


def _runs(thing: Any) -> list[Any]:
    """All runs in a page's data."""
    if isinstance(thing, dict):
        thing = list(thing.values())
    if isinstance(thing, (list, tuple)):
        if thing and all(isinstance(one, Run) for one in thing):
            return [thing]
        return [found for one in thing for found in _runs(one)]
    return []


def test_every_clue_points_at_something(sample: Dungeon) -> None:
    """A lock, a group, a hazard, a treasure, a key: each by its name, with its area."""
    level = sample.levels[0]
    group = next((one, area) for area in level.areas if area.key for one in area.inhabitants)
    things = [sample.locks[0].id, group[0].id, sample.key_items[0].id]
    area = next(area for area in level.areas if area.key is not None)
    clues = tuple(Clue(id=f"c{n}", text="a rhyme", about=thing) for n, thing in enumerate(things))
    areas = tuple(msgspec.structs.replace(one, clues=clues if one is area else ()) for one in level.areas)
    made = msgspec.structs.replace(sample, levels=(msgspec.structs.replace(level, areas=areas), *sample.levels[1:]))
    rows = [row for page in rumours(desk(made)) for block in page.blocks for row in block.get("rows", ())]
    told = ["".join(run.text for run in row.cells[3].runs) for row in rows if len(row.cells) == 4]
    assert not any(text.startswith("–") for text in told[:3])
    assert re.search(r" \d-\d+", told[0]) and group[0].name.lower() in told[1].lower()
    assert sample.key_items[0].name.lower()[:20] in told[2].lower().replace("’", "'")


def test_strips_hold_every_box_and_keep_to_the_width() -> None:
    for width in (40.0, 120.0, 181.0):
        for points in ([1], [5, 5, 5, 5], [19, 3], [60], [7] * 12):
            lines = strips([(str(n), hp) for n, hp in enumerate(points, 1)], width)
            assert sum(count for line in lines for _, count in line) == sum(points)
            assert all(sum(strip_width(count) for _, count in line) <= width + 0.01 for line in lines)
            labels = [label for line in lines for label, _ in line if label]
            assert labels == [str(n) for n in range(1, len(points) + 1)]


def test_cut() -> None:
    assert cut("two words", 20) == "two words"
    assert cut("a rather long line of words", 14) == "a rather…"
    assert all(len(cut("x" * 50, n)) <= n for n in range(1, 60))


def test_pages_have_fields_where_they_are_to_be_filled_in(sample: Dungeon) -> None:
    kinds = {one.kind for page in ledger(desk(sample)) for one in fields_of(page.blocks)}
    assert kinds == {"tick", "text", "lines"}
