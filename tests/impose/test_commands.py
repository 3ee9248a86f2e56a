"""impose, calibrate and proof as a user runs them, and the booklet on sheets."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from command import SMALL, answer, refusal, zinegen
from impose.pages import A5, barred

from zinegen.cli import fold_help
from zinegen.errors import ImpositionError, RecipeError
from zinegen.impose import FOLDS, impose
from zinegen.impose.asked import FOLDS_TOLD
from zinegen.impose.calibrate import calibration
from zinegen.proofs import ink_of, proof_sheet
from zinegen.units import PAPERS_MM, PT_PER_MM


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """A file of five pages."""
    (tmp_path / "in.pdf").write_bytes(barred([A5] * 5))
    return tmp_path / "in.pdf"


def test_help_names_every_fold() -> None:
    assert set(FOLDS_TOLD) == set(FOLDS)
    assert all(name in fold_help() for name in FOLDS)
    page = (Path(__file__).parents[2] / "docs" / "printing.md").read_text("utf-8")
    assert all(f"(`{name}`)" in page for name in FOLDS)


def test_impose_says_what_to_do_with_it(pdf: Path) -> None:
    done = zinegen("impose", pdf, "--fold", "saddle")
    assert (done.returncode, done.stderr) == (0, "")
    out = pdf.with_name("in-saddle.pdf")
    assert done.stdout.splitlines() == [
        f"{out}    5 pages and 3 blank on 2 sheets of a4",
        "print: both sides, flip on the short edge, at 100 % (actual size)",
    ]
    assert out.read_bytes() == impose(pdf.read_bytes(), "saddle").data
    fronts, backs = (answer("impose", pdf, "--fold", "saddle", "--sides", half)["path"] for half in ("odd", "even"))
    assert [Path(one).name for one in (fronts, backs)] == ["in-saddle-odd.pdf", "in-saddle-even.pdf"]
    said = answer("impose", pdf, "--fold", "minizine", "--paper", "letter", "--out", pdf.with_name("m.pdf"))
    assert (said["pages"], said["blanks"], said["paper_mm"]) == (1, 3, [279.4, 215.9])


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--fold", "swan"], "--fold swan"),
        (["--fold", "saddle", "--paper", "b5"], "--paper b5"),
        (["--fold", "saddle", "--flip", "up"], "--flip up"),
        (["--fold", "saddle", "--caliper", "thick"], "thick"),
        (["--fold", "saddle", "--caliper", "-1"], "--caliper -1"),
        (["--fold", "saddle", "--caliper", "10px"], "--caliper 10px: give a number from 0 to 1 mm"),
        (["--fold", "saddle", "--signature", "1.5"], "'--signature': give a whole number; `zinegen impose --help`"),
        (["--fold", "poster", "--scale", "x"], "'--scale': give a number; `zinegen impose --help`"),
        (["--fold", "nup", "--grid", "2by2"], "--grid 2by2"),
        (["--fold", "poster", "--scale", "0"], "--scale 0"),
        (["--fold", "minizine", "--sides", "even"], "--sides even"),
    ],
)
def test_impose_refuses_in_one_line(pdf: Path, more: list[str], why: str) -> None:
    before = sorted(pdf.parent.iterdir())
    assert why in refusal(zinegen("impose", pdf, *more), 2)
    assert sorted(pdf.parent.iterdir()) == before


def test_impose_never_writes_over_what_it_reads(pdf: Path) -> None:
    data = pdf.read_bytes()
    assert "name another file" in refusal(zinegen("impose", pdf, "--fold", "nup", "--out", pdf), 2)
    pdf.with_name("linked.pdf").hardlink_to(pdf)
    pdf.with_name("soft.pdf").symlink_to(pdf)
    for link in ("linked.pdf", "soft.pdf"):
        again = zinegen("impose", pdf, "--fold", "nup", "--out", pdf.with_name(link))
        assert "name another file" in refusal(again, 2)
    assert pdf.read_bytes() == data and pdf.with_name("linked.pdf").samefile(pdf)
    assert "is not there" in refusal(zinegen("impose", pdf.with_name("no.pdf"), "--fold", "nup"), 2)
    (pdf.parent / "text.pdf").write_text("hello")
    assert "no PDF" in refusal(zinegen("impose", pdf.parent / "text.pdf", "--fold", "nup"), 2)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid"])
def test_a_calibration_sheet_has_true_lengths(paper: str) -> None:
    data = calibration(paper)
    assert data == calibration(paper)
    document = pypdfium2.PdfDocument(data)
    assert len(document) == 2
    wide, high = PAPERS_MM[paper]
    for page in document:
        assert page.get_size() == pytest.approx((wide * PT_PER_MM, high * PT_PER_MM), abs=0.1)
        picture = page.render(scale=8 / PT_PER_MM, grayscale=True).to_pil().convert("L")
        for mm in (4, 10):  # the lines of the ladder at the upper edge, each as far from it as it says
            x = wide / 2 + (mm - 8) * 5.2 - 1.5
            dark = [y / 8 for y in range(20 * 8) if picture.getpixel((int(x * 8), y)) < 128]
            assert min(dark) == pytest.approx(mm, abs=0.2)


def test_a_calibration_sheet_wants_room() -> None:
    with pytest.raises(ImpositionError, match="too small"):
        calibration("a6")


def test_calibrate_and_proof_write_one_file_each(pdf: Path) -> None:
    said = answer("calibrate", "--paper", "letter", "--out", pdf.parent / "cal.pdf")
    assert said["pages"] == 2
    said = answer("proof", pdf.parent)
    assert (said["pages"], said["files"]) == (7, 2)
    assert (pdf.parent / "proof.png").read_bytes().startswith(b"\x89PNG")
    said = answer("proof", pdf.parent, "--out", pdf.parent / "proof.pdf")
    again = answer("proof", pdf.parent, "--out", pdf.parent / "proof.pdf")
    assert said == again and said["pages"] == 7, "a proof is no part of the next"
    (pdf.parent / "empty").mkdir()
    assert "holds no PDF" in refusal(zinegen("proof", pdf.parent / "empty"), 2)
    assert "no folder" in refusal(zinegen("proof", pdf), 2)
    assert ".png or a .pdf" in refusal(zinegen("proof", pdf.parent, "--out", "x.gif"), 2)


def test_a_path_that_names_no_file_is_refused(tmp_path: Path) -> None:
    for path in (".", ""):
        assert "is a folder; name a file" in refusal(zinegen("impose", path, "--fold", "saddle", cwd=tmp_path), 2)
    (tmp_path / "in.pdf").write_bytes(barred([A5]))
    for command in (("impose", "in.pdf", "--fold", "nup"), ("proof", ".")):
        assert "--out: is empty; name a file" in refusal(zinegen(*command, "--out", "", cwd=tmp_path), 2)


def _locked(data: bytes) -> bytes:
    out = io.BytesIO()
    pikepdf.Pdf.open(io.BytesIO(data)).save(out, encryption=pikepdf.Encryption(user="open", owner="sesame"))
    return out.getvalue()


def _damaged(data: bytes) -> bytes:
    """A PDF whose second page cannot be unpacked."""
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        packed = pdf.pages[1].Contents.read_raw_bytes()
    return data.replace(packed, packed[:2] + b"\xff" * 6 + packed[8:])


def _bare() -> bytes:
    out = io.BytesIO()
    pikepdf.Pdf.new().save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_locked, "bad.pdf is locked with a password"),
        (lambda good: _bare(), "bad.pdf has no pages"),
        (lambda good: b"%PDF-1.7 nonsense", "bad.pdf is no PDF that can be read"),
        (lambda good: b"hello", "bad.pdf is no PDF; print or export"),
        (_damaged, "bad.pdf: page 2 is damaged"),
    ],
)
def test_a_proof_names_the_file_that_cannot_be_shown(
    spoil: Callable[[bytes], bytes], said: str, tmp_path: Path
) -> None:
    good = io.BytesIO()
    with pikepdf.Pdf.open(io.BytesIO(barred([A5] * 3))) as pdf:
        pdf.save(good, compress_streams=True)
    (tmp_path / "a.pdf").write_bytes(good.getvalue())
    (tmp_path / "bad.pdf").write_bytes(spoil(good.getvalue()))
    with pytest.raises(ImpositionError, match=said):
        proof_sheet(tmp_path, tmp_path / "proof.png")


def test_a_proof_passes_over_folders_and_takes_the_place_of_nothing_it_shows(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(barred([A5] * 3))
    (tmp_path / "x.pdf").mkdir()
    assert proof_sheet(tmp_path, tmp_path / "proof.pdf").files == 1
    (tmp_path / "proof.pdf").hardlink_to(tmp_path / "a.pdf")
    for name in ("a.pdf", "x.pdf/../a.pdf", "proof.pdf"):
        with pytest.raises(RecipeError, match=r"is one of the PDFs that are shown; name it proof\.pdf"):
            proof_sheet(tmp_path, tmp_path / name)


def test_a_proof_shows_every_page_once(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(barred([A5] * 45))
    (tmp_path / "b.pdf").write_bytes(barred([(297.0, 210.0)] * 2))
    made = proof_sheet(tmp_path, tmp_path / "proof.pdf")
    with pikepdf.Pdf.open(io.BytesIO(made.data)) as pdf:
        stamps = [line for page in pdf.pages for line in page.Contents.read_bytes().split(b"\n") if b" Do Q" in line]
        assert len(pdf.pages) == 2 and len(stamps) == made.pages == 47
    assert made.data == proof_sheet(tmp_path, tmp_path / "proof.pdf").data


def test_ink_is_measured_in_percent_of_the_page() -> None:
    pdf = pikepdf.Pdf.new()
    for grey in (b"0 g", b"0.5 g", b"1 g"):
        pdf.add_blank_page(page_size=(200, 100))
        pdf.pages[-1].Contents = pdf.make_stream(grey + b" 0 0 100 100 re f")
    out = io.BytesIO()
    pdf.save(out)
    assert ink_of(out.getvalue()) == pytest.approx((50, 25, 0), abs=0.5)


def test_a_build_leaves_the_booklet_on_sheets_too(tmp_path: Path) -> None:
    said = answer("build", "--seed", "fold", *SMALL, "--products", "booklet,print", "--out", tmp_path)
    booklet, sheets = [next(f for f in said["files"] if f["path"].endswith(n)) for n in ("booklet.pdf", "print.pdf")]
    assert sheets["pages"] == -(-booklet["pages"] // 4) * 2
    assert len(booklet["ink_page_pct"]) == booklet["pages"] and 0.5 < booklet["ink_pct"] < 20
    assert sheets["bytes"] <= 1.1 * booklet["bytes"]
    alone = answer("print", said["dungeon"], "--products", "print", "--out", tmp_path / "alone")
    other = next(f for f in alone["files"] if f["path"].endswith("print.pdf"))
    assert Path(other["path"]).read_bytes() == Path(sheets["path"]).read_bytes()
    manifest = json.loads((Path(said["dungeon"]).parent / ".zinegen.json").read_text())
    assert "booklet-print.pdf" in manifest["ours"]
