"""Imposed PDFs: read back by pixels; other people's files; size, time and bytes."""

from __future__ import annotations

import io
import re
import time
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from command import refusal, zinegen
from impose.pages import A5, barred, read_bars
from pikepdf import Array, Dictionary, Name, Pdf

from zinegen.errors import ImpositionError
from zinegen.impose import FOLDS, Imposed, impose
from zinegen.impose.pdf import join
from zinegen.units import PT_PER_MM

DOTS_MM = 2.0


def pictures(data: bytes) -> list[Any]:
    """Every page of a PDF, in grey."""
    document = pypdfium2.PdfDocument(data)
    return [page.render(scale=DOTS_MM / PT_PER_MM, grayscale=True).to_pil().convert("L") for page in document]


def read(made: Imposed) -> list[list[int]]:
    """What is really printed in every place of every side."""
    sides = [side for sheet in made.sheets for side in (sheet.front, sheet.back) if side is not None]
    found = []
    for side, sheet_picture in zip(sides, pictures(made.data), strict=True):
        wide, high = made.paper
        row = []
        for cell in side.cells:
            x, y, w, h = cell.at
            turn = cell.turn
            if side.turned:
                x, y, turn = wide - x - w, high - y - h, (turn + 180) % 360
            row.append(read_bars(sheet_picture, (x, y, w, h), turn, DOTS_MM))
        found.append(row)
    return found


@pytest.mark.parametrize("count", [1, 2, 5, 8, 13, 64])
@pytest.mark.parametrize("flip", ["short", "long"])
def test_what_is_planned_is_what_is_printed(count: int, flip: str) -> None:
    for name in ("saddle", "nup"):
        made = impose(barred([A5] * count), name, flip=flip)
        planned = [[cell.page for cell in side.cells]
                   for sheet in made.sheets for side in (sheet.front, sheet.back) if side]  # fmt: skip
        assert read(made) == planned


@pytest.mark.parametrize("name", ["minizine", "cards", "poster"])
def test_so_it_is_with_every_other_fold(name: str) -> None:
    made = impose(barred([(70.0, 100.0)] * 9), name, backs=True)
    planned = [[cell.page for cell in side.cells]
               for sheet in made.sheets for side in (sheet.front, sheet.back) if side]  # fmt: skip
    assert read(made) == planned
    assert set(FOLDS) == {"saddle", "minizine", "nup", "cards", "poster"}


def test_pages_of_mixed_sizes_come_whole_and_upright_or_turned_once() -> None:
    sizes = [A5, (210.0, 148.0), (105.0, 148.0), A5, (210.0, 297.0), A5, A5, (60.0, 400.0)]
    made = impose(barred(sizes), "saddle")
    pages = {
        cell.page: cell for sheet in made.sheets for side in (sheet.front, sheet.back) if side for cell in side.cells
    }
    assert sorted(page for row in read(made) for page in row) == list(range(1, 9))
    assert pages[2].turn == 270 and pages[2].at.width == pytest.approx(148, abs=0.5), (
        "a lying page is turned, not shrunk"
    )
    assert pages[3].at.width == pytest.approx(105), "a small page keeps its size"
    assert pages[5].at.width == pytest.approx(148.5, abs=0.6)


@pytest.mark.parametrize("turn", [0, 90, 180, 270, -90, 450])
def test_turned_pages_stand_as_their_reader_shows_them(turn: int) -> None:
    data = barred([A5] * 4, Rotate=turn)
    shown = pictures(data)[0].resize((50, 50))
    made = impose(data, "nup", grid=(1, 1), paper="a3")
    cell = made.sheets[0].front.cells[0]
    x, y, w, h = (int(v * DOTS_MM) for v in cell.at)
    again = pictures(made.data)[0].crop((x, y, x + w, y + h)).resize((50, 50))
    assert max(abs(a - b) for a, b in zip(shown.tobytes(), again.tobytes(), strict=True)) < 140
    assert sum(abs(a - b) for a, b in zip(shown.tobytes(), again.tobytes(), strict=True)) / 2500 < 4


def test_boxes_off_the_origin_bleed_and_units() -> None:
    pdf = Pdf.open(io.BytesIO(barred([A5] * 4)))
    for page in pdf.pages:
        content = page.Contents.read_bytes()
        w, h = A5[0] * PT_PER_MM, A5[1] * PT_PER_MM
        bleed = f"0 g 1 0 0 1 -200 300 cm q -9 -9 {w + 18} {h + 18} re f Q 1 g 0 0 {w} {h} re f "
        page.Contents = pdf.make_stream(bleed.encode() + content)
        page.MediaBox = Array([-260, 240, -140 + w, 360 + h])
        page.TrimBox = Array([-200 + w, 300, -200, 300 + h])  # its corners the wrong way round, as some write them
        page.BleedBox = Array([-209, 291, -191 + w, 309 + h])
    out = io.BytesIO()
    pdf.save(out)
    made = impose(out.getvalue(), "saddle", paper="a3", marks=False)
    assert read(made) == [[4, 1], [2, 3]]
    picture = pictures(made.data)[0]
    cell = made.sheets[0].front.cells[0]
    at = lambda x, y: picture.getpixel((int(x * DOTS_MM), int(y * DOTS_MM)))  # noqa: E731
    assert at(cell.at.x - 1.5, 150) < 60 and at(cell.at.x - 5, 150) > 200, "three mm of bleed are kept, no more"
    assert at(cell.at.right - 1, 150) > 200


def test_annotations_are_printed_and_hidden_ones_are_not() -> None:
    pdf = Pdf.open(io.BytesIO(barred([A5] * 4)))
    look = pdf.make_stream(b"0 g 0 0 60 60 re f", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 60, 60]))
    for flags, x in ((4, 40), (2, 240)):
        note = Dictionary(
            Type=Name.Annot, Subtype=Name.Stamp, Rect=Array([x, 40, x + 60, 100]), F=flags, AP=Dictionary(N=look)
        )
        annots = pdf.pages[0].obj.get("/Annots", Array([]))
        annots.append(pdf.make_indirect(note))
        pdf.pages[0].Annots = annots
    out = io.BytesIO()
    pdf.save(out)
    made = impose(out.getvalue(), "nup", grid=(1, 1), paper="a3")
    cell = made.sheets[0].front.cells[0]
    picture = pictures(made.data)[0]

    def ink(x_pt: float, y_pt: float) -> bool:
        x, y = cell.at.x + x_pt / PT_PER_MM, cell.at.bottom - y_pt / PT_PER_MM
        return bool(picture.getpixel((int(x * DOTS_MM), int(y * DOTS_MM))) < 128)

    assert ink(70, 70) and not ink(270, 70)


def _saved(pdf: Pdf, **how: Any) -> bytes:
    out = io.BytesIO()
    pdf.save(out, **how)
    return out.getvalue()


def test_what_cannot_be_imposed_is_refused_in_one_line() -> None:
    good = barred([A5] * 4)
    locked = _saved(Pdf.open(io.BytesIO(good)), encryption=pikepdf.Encryption(user="open", owner="sesame"))
    empty = _saved(Pdf.new())
    flat = _saved(_with_box(good, [0, 0, 0, 0]))
    long = _saved(_with_box(good, [0, 0, 1e9, 300]))
    owned = _saved(Pdf.open(io.BytesIO(good)), encryption=pikepdf.Encryption(user="", owner="sesame"))
    shop = owned.replace(b"/Filter /Standard", b"/Filter /Some.Shop")
    for data, why in (
        (locked, "locked with a password"), (shop, "locked in a way"), (b"", "is empty"),
        (b"\x89PNG\r\n", "export it"), (b"%PDF-1.7 nonsense", "no PDF that"), (good[:60], "no PDF that"),
        (b"<html></html>", "is no PDF"), (empty, "no pages"), (flat, "page 1 has no size"), (long, "cannot be meant"),
    ):  # fmt: skip
        with pytest.raises(ImpositionError, match=why) as said:
            impose(data, "saddle", name="it.pdf")
        assert "\n" not in str(said.value) and "it.pdf" in str(said.value)
    with pytest.raises(ImpositionError, match="take one of"):
        impose(good, "origami")
    with pytest.raises(ImpositionError, match="take one of"):
        impose(good, "saddle", paper="foolscap")
    with pytest.raises(ImpositionError, match="backs"):
        impose(good, "minizine", sides="even")


def _with_box(data: bytes, box: list[float]) -> Pdf:
    pdf = Pdf.open(io.BytesIO(data))
    for page in pdf.pages:
        page.MediaBox = Array(box)
    return pdf


def test_a_page_whose_drawing_is_damaged_is_named() -> None:
    """What cannot be unpacked is not passed on half, nor told in a library's words with its addresses."""
    data = bytearray(_saved(Pdf.open(io.BytesIO(barred([A5] * 4))), compress_streams=True))
    with Pdf.open(io.BytesIO(bytes(data))) as pdf:
        packed = pdf.pages[1].Contents.read_raw_bytes()
    at = data.index(packed)
    data[at + 2 : at + 8] = b"\xff" * 6
    looped = Pdf.open(io.BytesIO(barred([A5] * 4)))
    looped.Root.Pages.Kids.append(looped.Root.Pages)
    for broken, why in ((bytes(data), "page 2 is damaged"), (_saved(looped), "no PDF")):
        with pytest.raises(ImpositionError, match=why) as said:
            impose(broken, "saddle", name="it.pdf")
        assert "0x" not in str(said.value) and "stream <" not in str(said.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("TrimBox", Array([Name.A, Name.B, Name.C, Name.D])), ("TrimBox", Array([0, 0, 210])), ("CropBox", Name.All),
        ("Rotate", Name.Left), ("Rotate", 45), ("UserUnit", 0),
        ("Rotate", Decimal("9" * 400)), ("UserUnit", Decimal("9" * 400)),
        ("CropBox", Array([0, 0, Decimal("9" * 400), 9])), ("UserUnit", pikepdf.String("x")),
        ("CropBox", Array([2000, 2000, 2100, 2100])), ("Annots", Dictionary()), ("Annots", Array([Dictionary()])),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_left_out_of_account(key: str, value: Any) -> None:
    assert read(impose(barred([A5] * 4, **{key: value}), "saddle")) == [[4, 1], [2, 3]]


def test_a_tree_of_pages_that_is_no_tree_is_told_in_one_line(tmp_path: Path) -> None:
    """The PDF library would mutter to the terminal besides."""
    (tmp_path / "in.pdf").write_bytes(re.sub(rb"/Kids \[[^]]*\]", b"/Kids [null null]", _saved(_blank())))
    assert "in.pdf is no PDF that can be read" in refusal(zinegen("impose", tmp_path / "in.pdf", "--fold", "nup"), 2)


def _blank() -> Pdf:
    pdf = Pdf.new()
    pdf.add_blank_page()
    return pdf


def test_what_is_inherited_counts_and_drawing_states_do_not_leak() -> None:
    """Size, turn and resources may stand above the page; a page that leaves q or Q open harms no other."""
    pdf = Pdf.open(io.BytesIO(barred([A5] * 4)))
    black = pdf.make_stream(b"0 g 0 0 1 1 re f", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 1, 1]))
    pdf.Root.Pages.MediaBox, pdf.Root.Pages.Rotate = pdf.pages[0].MediaBox, 180
    pdf.Root.Pages.Resources = Dictionary(XObject=Dictionary(B=black))
    for page, around in zip(
        pdf.pages, (b"q q 9 0 0 9 0 0 cm ", b"Q Q Q ", b" Q Q", b" q 0 0 1 1 re W n"), strict=True
    ):
        body = page.Contents.read_bytes() + b" q 60 0 0 60 30 30 cm /B Do Q "
        page.Contents = pdf.make_stream(around + b" 1 0 0 1 0 0 cm " + body if around == b"Q Q Q " else body + around)
        for key in ("/MediaBox", "/Resources"):
            if key in page.obj:
                del page.obj[key]
    made = impose(_saved(pdf), "nup", grid=(2, 2), paper="a3")
    cells = made.sheets[0].front.cells
    picture = pictures(made.data)[0]
    for cell in cells:
        box = (cell.at.x, cell.at.y, cell.at.width, cell.at.height)
        assert read_bars(picture, box, 180, DOTS_MM) == cell.page
        scale = cell.at.width / A5[0]
        mark = 60 / PT_PER_MM * scale  # the black square, turned round into the upper right corner
        assert picture.getpixel((int((cell.at.right - mark) * DOTS_MM), int((cell.at.y + mark) * DOTS_MM))) < 60


def test_a_field_that_was_filled_in_is_printed_though_nobody_drew_it() -> None:
    pdf = Pdf.open(io.BytesIO(barred([A5] * 4)))
    helv = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
    field = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T="n", V="WWWWWWWW", F=4,
                                         Rect=Array([40, 40, 300, 80]), DA="/Helv 30 Tf 0 g"))  # fmt: skip
    pdf.pages[0].Annots = Array([field])
    pdf.Root.AcroForm = Dictionary(
        Fields=Array([field]), DR=Dictionary(Font=Dictionary(Helv=helv)), DA="/Helv 30 Tf 0 g"
    )
    made = impose(_saved(pdf), "nup", grid=(1, 1), paper="a3")
    at = made.sheets[0].front.cells[0].at
    lower = pictures(made.data)[0].crop(
        [int(v * DOTS_MM) for v in (at.x + 14, at.bottom - 28, at.x + 106, at.bottom - 14)]
    )
    assert sum(value < 128 for value in lower.tobytes()) > 200


def test_pages_of_a_larger_unit_are_as_large_as_they_say() -> None:
    made = impose(barred([(50.0, 70.0)] * 4, UserUnit=2), "saddle")
    assert made.sheets[0].front.cells[1].at.width == pytest.approx(100) and read(made) == [[4, 1], [2, 3]]


def test_a_file_that_only_forbids_printing_by_an_owner_is_imposed() -> None:
    owned = _saved(Pdf.open(io.BytesIO(barred([A5] * 4))), encryption=pikepdf.Encryption(user="", owner="sesame"))
    assert read(impose(owned, "saddle")) == [[4, 1], [2, 3]]


def test_a_damaged_file_that_can_be_mended_is_imposed() -> None:
    data = barred([A5] * 4)
    torn = data.replace(b"startxref", b"startxxxx")
    made = impose(torn, "saddle")
    assert read(made) == [[4, 1], [2, 3]]
    assert made.mended and not impose(data, "saddle").mended
    gap = Pdf.open(io.BytesIO(data))
    gap.Root.Pages.Kids[2] = Array([])
    lost = impose(_saved(gap), "saddle")
    assert (lost.pages, lost.mended) == (3, True), "a page that is left out is told"
    headed = impose(b"HTTP/1.1 200 OK\r\n\r\n" + data, "saddle")
    assert (read(headed), headed.mended) == ([[4, 1], [2, 3]], False)


def test_what_only_works_on_a_screen_stays_behind() -> None:
    """Scripts, attachments, names of pages, bookmarks and links: none of them comes along, and none is in the way."""
    pdf = Pdf.open(io.BytesIO(barred([A5] * 4)))
    script = Dictionary(S=Name.JavaScript, JS="app.alert('open sesame')")
    pdf.Root.OpenAction, pdf.pages[0].obj["/AA"] = script, Dictionary(O=script)
    pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r)]))
    pdf.attachments["sesame.txt"] = b"sesame"
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 90, 90]), A=script)
    pdf.pages[1].Annots = Array([pdf.make_indirect(link)])
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("sesame", 0))
    made = impose(_saved(pdf), "saddle")
    assert read(made) == [[4, 1], [2, 3]]
    with Pdf.open(io.BytesIO(made.data)) as sheets:
        plain = _saved(sheets, qdf=True)
        assert not {"/OpenAction", "/PageLabels", "/Names", "/Outlines"} & set(sheets.Root.keys())
    assert b"sesame" not in plain and b"/AA" not in plain and b"/Annots" not in plain


def test_pages_without_content_or_resources_and_a_shared_page() -> None:
    pdf = Pdf.new()
    for _ in range(3):
        pdf.pages.append(
            pikepdf.Page(pdf.make_indirect(Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 300, 400]))))
        )
    pdf.pages.append(pdf.pages[0])
    made = impose(_saved(pdf), "saddle")
    assert (made.pages, made.sides, made.blanks) == (4, 2, 0)


@pytest.mark.parametrize("fold", sorted(FOLDS))
def test_the_bytes_are_the_same_again_and_the_boxes_are_the_paper(fold: str) -> None:
    data = barred([(70.0, 100.0)] * 11)
    once, again = impose(data, fold), impose(data, fold)
    assert once.data == again.data
    with Pdf.open(io.BytesIO(once.data)) as pdf:
        assert len(pdf.pages) == once.sides
        for page in pdf.pages:
            box = [float(v) for v in page.MediaBox]
            assert box == [float(v) for v in page.TrimBox]
            assert sorted(box[2:]) == pytest.approx(sorted(v * PT_PER_MM for v in once.paper), abs=0.01)
        assert pdf.Root.ViewerPreferences.PrintScaling == Name("/None")
        assert "/CreationDate" not in pdf.docinfo
        assert pdf.check_pdf_syntax() == []


def test_the_printer_is_told_how_to_turn_the_sheet() -> None:
    data = barred([A5] * 4)
    asks: list[tuple[dict[str, Any], str]] = [({"flip": "short"}, "/DuplexFlipShortEdge"),
        ({"flip": "long"}, "/DuplexFlipLongEdge"), ({"sides": "odd"}, "/Simplex")]  # fmt: skip
    for asked, duplex in asks:
        with Pdf.open(io.BytesIO(impose(data, "saddle", **asked).data)) as pdf:
            assert str(pdf.Root.ViewerPreferences.Duplex) == duplex
            assert ("edge" in str(pdf.docinfo.Title)) == ("flip" in asked)


def test_odd_and_even_sides_are_the_fronts_and_the_backs() -> None:
    data = barred([A5] * 8)
    both = [picture.tobytes() for picture in pictures(impose(data, "saddle").data)]
    odd = [picture.tobytes() for picture in pictures(impose(data, "saddle", sides="odd").data)]
    even = [picture.tobytes() for picture in pictures(impose(data, "saddle", sides="even").data)]
    assert odd == both[::2] and even == both[1::2]


def test_five_hundred_pages() -> None:
    made = impose(barred([A5] * 500), "saddle", signature=8)
    assert (len(made.sheets), made.sides, made.blanks) == (125, 250, 0)
    assert read(made)[0][1] == 1


def test_a_layer_that_is_hidden_stays_hidden() -> None:
    pdf = Pdf.open(io.BytesIO(barred([A5] * 4)))
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="secret"))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    page = pdf.pages[0]
    page.Resources = Dictionary(Properties=Dictionary(L=layer))
    page.Contents = pdf.make_stream(page.Contents.read_bytes() + b" /OC /L BDC 0 g 0 0 900 900 re f EMC")
    made = impose(_saved(pdf), "saddle")
    assert read(made) == [[4, 1], [2, 3]]


def test_thirty_two_pages_take_little_time_and_room(booklet_like: bytes) -> None:
    start = time.process_time()
    made = impose(booklet_like, "saddle")
    assert time.process_time() - start <= 0.6
    assert made.sides == 16
    assert len(made.data) <= 1.1 * len(booklet_like)


@pytest.fixture(scope="module")
def booklet_like() -> bytes:
    """Thirty-two pages of compressed drawing, a megabyte and a half in all."""
    from zinegen.dice import Stream

    stream, pdf = Stream("ink", "pages"), Pdf.open(io.BytesIO(barred([A5] * 32)))
    for page in pdf.pages:
        ticks = [
            f"{stream.below(420)} {stream.below(595)} m {stream.below(420)} {stream.below(595)} l"
            for _ in range(7000)
        ]
        page.Contents = pdf.make_stream((" ".join(ticks) + " S").encode())
    return _saved(pdf, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def test_joining_pages_with_fields_says_nothing() -> None:
    """What stays behind is left on purpose; a warning of the library's would stand in the user's terminal."""
    pdf = pikepdf.Pdf.new()
    page = pdf.add_blank_page(page_size=(200, 200))
    field = {"/Subtype": Name.Widget, "/FT": Name.Tx, "/T": "name", "/Rect": [9, 9, 99, 29]}
    page.obj["/Annots"] = pikepdf.Array([pdf.make_indirect(pikepdf.Dictionary(field))])
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=page.obj["/Annots"])
    out = io.BytesIO()
    pdf.save(out)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(pikepdf.Pdf.open(io.BytesIO(join([out.getvalue()] * 2))).pages) == 2
