"""The booklet as a reader, a printer and a screen reader meet it."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pikepdf
import pypdfium2
import pytest
from typeset.reading import accessible_and_sound, fonts_of, made, outline, page_texts

from zinegen.dungeon.model import Dungeon, KeyText
from zinegen.errors import PageOverflowError
from zinegen.typeset import pdf, setting
from zinegen.typeset.layouts import Layout
from zinegen.units import PT_PER_MM

ROOT = Path(__file__).parents[2]


def keyed(dungeon: Dungeon) -> list[str]:
    return [area.id for level in dungeon.levels for area in level.areas if area.key is not None]


def places(data: bytes) -> dict[str, int]:
    """Area id -> page, from the bookmarks: areas stand below their level."""
    level, out = 0, {}
    for _, title, page in outline(data):
        if found := re.match(r"Level (\d+)", title):
            level = int(found[1])
        elif found := re.match(r"(\d+) ", title):
            out[f"{level}-{found[1]}"] = page
    return out


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 148, 210), ("letter", 139.7, 215.9)])
def test_folds(tiny: Dungeon, paper: str, width: float, height: float) -> None:
    """A multiple of four pages, each of the size of half a sheet."""
    with pikepdf.open(io.BytesIO(made("booklet", tiny, paper=paper).data)) as pdf:
        assert len(pdf.pages) % 4 == 0
        for page in pdf.pages:
            x0, y0, x1, y1 = map(float, page.mediabox)
            assert (x1 - x0, y1 - y0) == pytest.approx((width * PT_PER_MM, height * PT_PER_MM), abs=0.1)


def test_overview_is_left(booklet: bytes) -> None:
    """A level's map stands on a left page, facing its flowchart; its registers below that or on the next page."""
    levels = [page for _, title, page in outline(booklet) if title.startswith("Level ")]
    assert len(levels) == 2
    assert all(page % 2 == 0 for page in levels)
    texts = page_texts(booklet)
    for page in levels:
        assert "Ways through" in texts[page]
        assert "Who is here" in texts[page] + texts[page + 1] and "Locks and keys" in texts[page] + texts[page + 1]
        assert "Wandering" in "".join(texts[page - 1 : page + 2])  # under a map that is wider than high


def test_every_key_is_there_once(sample: Dungeon, booklet: bytes) -> None:
    """Each area has a bookmark, and its name stands as a heading on that page."""
    where, texts = places(booklet), page_texts(booklet)
    assert set(where) == set(keyed(sample))
    for level in sample.levels:
        for area in level.areas:
            if area.key is not None:
                name = area.text.name.replace("'", "’")
                assert re.search(rf"^{area.key} {re.escape(name)}$", texts[where[area.id] - 1], re.MULTILINE)


def test_no_key_is_torn(sample: Dungeon, booklet: bytes) -> None:
    """The exits end a key: they stand on the page on which it begins."""
    where, texts = places(booklet), page_texts(booklet)
    ends = {"1-1": "locked (key in 4", "1-3": "opens from the far side only", "2-8": "bell-metal door to 7"}
    for area, end in ends.items():
        flat = " ".join(texts[where[area] - 1].split())
        assert end in flat


def test_page_references_are_right(booklet: bytes) -> None:
    """ "9 p. 11" names the page of area 9 of the same level, and never the page one looks at."""
    where, texts = places(booklet), page_texts(booklet)
    seen = 0
    for number, words in enumerate(texts, 1):
        level = re.search(r"Level (\d+)", words)
        for area, page in re.findall(r"(?<![\d-])(\d+(?:-\d+)?)[ \u00a0]p\.[ \u00a0](\d+)", words):
            full = area if "-" in area else f"{level[1] if level else 0}-{area}"
            if full not in where:
                continue
            assert where[full] == int(page), (number, area, page)
            assert number != int(page), (number, area)
            seen += 1
    assert seen > 40


def test_a_page_is_named_only_when_it_is_another(booklet: bytes) -> None:
    """Area 1's door to 2 stands on the same page as 2, so no page is named."""
    where, texts = places(booklet), page_texts(booklet)
    assert where["1-1"] == where["1-2"]
    flat = " ".join(texts[where["1-1"] - 1].split())
    assert re.search(r"N oak door to 2; E swollen", flat)


def test_links_resolve(booklet: bytes) -> None:
    """Every link is inside the file, ends on a page of it, says where to, and is printed."""
    with pikepdf.open(io.BytesIO(booklet)) as pdf:
        pages = {page.obj.objgen for page in pdf.pages}
        links = [link for page in pdf.pages for link in page.get("/Annots", ())]
        assert len(links) > 150
        for link in links:
            assert "/A" not in link
            assert link.Dest[0].objgen in pages
            assert re.match(r"(Area [\d-]+, p|P)age \d+", str(link.Contents))


def test_areas_on_the_map_are_links(sample: Dungeon, booklet: bytes) -> None:
    """Every numbered area of the level map leads to its key."""
    page = next(page for _, title, page in outline(booklet) if title.startswith("Level 1"))
    with pikepdf.open(io.BytesIO(booklet)) as pdf:
        said = {str(link.Contents).split(",")[0] for link in pdf.pages[page - 1].Annots}
    assert said >= {f"Area {area}" for area in keyed(sample) if area.startswith("1-")}


def test_fonts_are_the_layouts_own(booklet: bytes, onepage: bytes, classic: Layout) -> None:
    own = {face.css_family.replace(" ", "-") for face in classic.faces}
    for name in fonts_of(booklet) | fonts_of(onepage):
        assert any(name.startswith(family) for family in own), name


@pytest.mark.parametrize("product", ["booklet", "onepage"])
def test_pdf_ua(product: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """No error of the rules that can be tried here, tags joined across parts; qpdf finds the file sound."""
    accessible_and_sound(request.getfixturevalue(product), tmp_path)


def test_maps_keep_their_tag(booklet: bytes) -> None:
    """Every picture is a figure with words: cover, elevation, two levels and the local maps."""
    with pikepdf.open(io.BytesIO(booklet)) as pdf:
        figures = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/Figure"]
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    assert len(figures) == len(forms) > 8
    assert all(len(str(figure.Alt)) > 5 for figure in figures)


def test_the_ledger_adds_up(sample: Dungeon, booklet: bytes) -> None:
    """The sums are the sums of the lines that are printed, level by level and in all."""
    text = "\n".join(page_texts(booklet)).replace(",", "")
    sums = [float(found) for found in re.findall(r"^Sum ([\d.]+)$", text, re.MULTILINE)]
    worth = [sum(item.value_gp for area in level.areas for item in area.treasure) for level in sample.levels]
    assert sums == worth
    assert f"{sum(worth)}" in text


def test_nothing_is_logged(tiny: Dungeon, capfd: pytest.CaptureFixture[str]) -> None:
    made("booklet", tiny)
    assert capfd.readouterr() == ("", "")


def test_parts_make_no_difference(small: Dungeon, small_booklet: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set in one part or in four: the same pictures, texts, links, tags."""
    whole = small_booklet
    monkeypatch.setattr("zinegen.typeset.zine.PART_PAGES", 4)
    parts = made("booklet", small).data
    one, other = pypdfium2.PdfDocument(whole), pypdfium2.PdfDocument(parts)
    assert page_texts(whole) == page_texts(parts)
    for a, b in zip(one, other, strict=True):
        assert a.render(scale=0.7).to_numpy().tobytes() == b.render(scale=0.7).to_numpy().tobytes()
    with pikepdf.open(io.BytesIO(whole)) as a, pikepdf.open(io.BytesIO(parts)) as b:
        assert tags(a) == tags(b)
        assert targets(a) == targets(b)
        fonts = [str(o.FontName) for o in b.objects if isinstance(o, pikepdf.Dictionary) and "/FontName" in o]
        assert len(set(fonts)) == len(fonts) > 8


def tags(pdf: pikepdf.Pdf) -> list[tuple[str, int]]:
    """Every element of the tag tree with the number of its page; none points outside the file."""
    numbers = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
    out, waiting = [], [pdf.Root.StructTreeRoot.K[0]]
    while waiting:
        element = waiting.pop()
        if not isinstance(element, pikepdf.Dictionary) or "/S" not in element:
            continue
        out.append((str(element.S), numbers[element.Pg.objgen] if "/Pg" in element else -1))
        kids = element.get("/K", [])
        waiting += reversed(list(kids) if isinstance(kids, pikepdf.Array) else [kids])
    return out


def targets(pdf: pikepdf.Pdf) -> list[tuple[int, int]]:
    numbers = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
    return [(n, numbers[link.Dest[0].objgen]) for n, page in enumerate(pdf.pages) for link in page.get("/Annots", ())]


def test_same_bytes_in_another_process(small_booklet: bytes) -> None:
    """In another process, with another seed of hashes, on two cores: the same file."""
    script = (
        "import sys, hashlib; sys.path[:0] = ['tests']\n"
        "from typeset.reading import shrunk; from sample import sample_dungeon; from zinegen import typeset\n"
        "from zinegen.work import PrintOptions, Shop\n"
        "with Shop(2) as shop:\n"
        "    data = typeset.booklet(shrunk(sample_dungeon(), 5), PrintOptions(), shop)[0].data\n"
        "print(hashlib.sha256(data).hexdigest())"
    )
    here = hashlib.sha256(small_booklet).hexdigest()
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == here


def test_a_key_too_long_for_a_page_goes_on(small: Dungeon) -> None:
    """A user's key of a thousand words is cut between lines, and nothing of it is lost."""
    words = " ".join(f"word{n}" for n in range(1400))
    data = made("booklet", with_first(small, words)).data
    text = " ".join(" ".join(page_texts(data)).split()).replace("￾", "")
    assert all(f"word{n}" in text for n in range(1, 1400, 7))


def with_first(dungeon: Dungeon, words: str) -> Dungeon:
    """The dungeon with another note in its first area."""
    level = dungeon.levels[0]
    first = level.areas[0]
    text: KeyText = msgspec.structs.replace(first.text, notes=(words,))
    areas = (msgspec.structs.replace(first, text=text), *level.areas[1:])
    return msgspec.structs.replace(dungeon, levels=(msgspec.structs.replace(level, areas=areas),))


def test_a_style_that_does_not_fit_stops_the_build(tiny: Dungeon, tmp_path: Path) -> None:
    """A layout whose style sheet moves text out of its column: the page and the area are named."""
    (tmp_path / "layout.toml").write_text('inherits = "classic"\n')
    (tmp_path / "booklet.css").write_text("p.first { left: 40mm }\n")
    with pytest.raises(PageOverflowError, match=r"page \d+, 1-\d+: .*(column|page)"):
        made("booklet", tiny, layout=str(tmp_path))


def test_true_heights_are_read_back(small: Dungeon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A style sheet that makes paragraphs higher than was reckoned: planned anew from what was seen, and it fits."""
    (tmp_path / "layout.toml").write_text('inherits = "classic"\n')
    (tmp_path / "booklet.css").write_text("p.detail, p.exit { padding-bottom: 14pt }\n")
    tries = []
    monkeypatch.setattr(setting, "typeset", lambda job: tries.append(job) or pdf.typeset(job))
    assert made("booklet", small, layout=str(tmp_path)).pages
    assert len(tries) > 1
