"""The lint of one-page dungeons: what a contest takes passes, and each thing it does not take is found."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from command import answer, refusal, zinegen
from impose.pages import barred
from pikepdf import Array
from sample import sample_dungeon

from zinegen import typeset
from zinegen.contest import LEAST_PT, Fault, Verdict, lint, report
from zinegen.errors import RecipeError
from zinegen.proofs import ink_of
from zinegen.work import PrintOptions, Shop

A4 = (0, 0, 595.28, 841.89)


@pytest.fixture(scope="module")
def page() -> bytes:
    """One level on one side."""
    return typeset.onepage(sample_dungeon(), PrintOptions(level=2), Shop(1))[0].data


def changed(data: bytes, more: str = "", box: tuple[float, ...] | None = None) -> bytes:
    """The first page with more drawn on it, or in another box."""
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        page.contents_add(pdf.make_stream(more.encode()), prepend=False)
        if box:
            page.MediaBox = Array(box)
            for name in ("/TrimBox", "/CropBox", "/BleedBox"):
                if name in page:
                    page[name] = Array(box)
        out = io.BytesIO()
        pdf.save(out)
        return out.getvalue()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_level_alone_is_fit(paper: str) -> None:
    dungeon = sample_dungeon()
    made = typeset.onepage(dungeon, PrintOptions(level=2, paper=paper), Shop(1))[0]
    verdict = lint(made.data)
    assert verdict.faults == () and verdict.pages == 1, report(verdict)
    assert verdict.smallest_pt >= LEAST_PT
    assert ink_of(made.data)[0] < 16
    assert report(verdict)[-1].startswith("fit for a one-page contest: 1 page")


@pytest.mark.parametrize(
    ("more", "box", "code"),
    [
        ("", (0, 0, 500, 700), "size"),
        ("0 g 2 300 40 40 re f", None, "margin"),
        ("1 0.9 0 rg 100 100 60 60 re f", None, "colour"),
        ("q 0.4 0 0 0.4 0 0 cm 0 0 m 1 1 l S Q", None, ""),
        ("0.6 0 0 rg 100 100 60 60 re f", None, ""),  # a dark red copies as black
    ],
)
def test_what_a_contest_refuses_is_found(page: bytes, more: str, box: tuple[float, ...] | None, code: str) -> None:
    codes = {fault.code for fault in lint(changed(page, more, box)).faults}
    assert (code in codes) if code else codes <= {"margin"}


def test_small_type_is_found(page: bytes) -> None:
    with pikepdf.Pdf.open(io.BytesIO(page)) as pdf:
        names = list(pdf.pages[0].Resources.Font)
    text = f"q BT {names[0]} 1 Tf 5 0 0 5 100 100 Tm <00410042> Tj ET Q"
    found = [fault for fault in lint(changed(page, text)).faults if fault.code == "type"]
    assert found and "5.0 pt" in found[0].text


def test_a_page_without_the_licence_and_a_level_of_two_sides_are_found() -> None:
    bare = {fault.code for fault in lint(barred([(210.0, 297.0)] * 2)).faults}
    assert {"licence", "pages"} <= bare
    whole = typeset.onepage(sample_dungeon(), PrintOptions(), Shop(1))[0]
    assert whole.pages == 3
    assert [(fault.page, fault.code) for fault in lint(whole.data).faults] == [(1, "pages")]


def test_the_same_fault_is_one_line_with_its_pages_and_the_worst_of_it() -> None:
    """Of twelve pages; one prints to its edge at 0.4 mm, four others at 1.2 mm."""
    faults = (
        Fault(0, "file", "12.0 MB; at most 10 MB are taken"),
        *(Fault(page, "licence", "bears no line") for page in (1, 2, 3, 5, 6, 9)),
        *(Fault(page, "margin", "1.2 mm of margin", -1.2) for page in (4, 7, 8, 10)),
        Fault(9, "margin", "0.4 mm of margin", -0.4),
        Fault(2, "size", "148 x 210 mm"), Fault(3, "size", "297 x 420 mm"),
    )  # fmt: skip
    assert report(Verdict(12, faults, 5.0)) == [
        "12.0 MB; at most 10 MB are taken",
        "pages 1-3, 5-6, 9: bears no line",
        "pages 4, 7-10: 0.4 mm of margin",
        "page 2: 148 x 210 mm",
        "page 3: 297 x 420 mm",
        "not fit as it is: 12 pages, smallest type 5 pt",
    ]


def test_check_takes_a_pdf(page: bytes, tmp_path: Path) -> None:
    (tmp_path / "one.pdf").write_bytes(page)
    assert answer("check", tmp_path / "one.pdf")["fit"] is True
    (tmp_path / "bad.pdf").write_bytes(changed(page, "", (0, 0, 500, 700)))
    done = zinegen("check", tmp_path / "bad.pdf")
    assert done.returncode == 1 and "take A4 or letter" in done.stdout
    (tmp_path / "no.pdf").write_text("no")
    assert "no PDF" in refusal(zinegen("check", tmp_path / "no.pdf"), 2)


def test_a_locked_file_is_refused(page: bytes) -> None:
    with pikepdf.Pdf.open(io.BytesIO(page)) as pdf:
        out = io.BytesIO()
        pdf.save(out, encryption=pikepdf.Encryption(user="a", owner="b"))
    with pytest.raises(RecipeError, match="locked"):
        lint(out.getvalue())
