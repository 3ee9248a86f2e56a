"""Both writers: what an SVG may hold, and that a PDF form shows the same picture."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path as File

import numpy as np
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from sample import sample_dungeon

from tests.draw.ink import texts
from zinegen.draw.cover import cover
from zinegen.draw.elevation import elevation
from zinegen.draw.map import level_map, local_map
from zinegen.draw.pdfops import to_form
from zinegen.draw.picture import Layer, Part, Path, Picture, Text, box, circle
from zinegen.draw.svg import to_svg
from zinegen.draw.svgfile import to_svg_file
from zinegen.publish.png import form_pdf

PICTURES: dict[str, Callable[[], Picture]] = {
    "map": lambda: level_map(sample_dungeon(), 1),
    "map in thin lines": lambda: level_map(sample_dungeon(), 2, ink="lines"),
    "crop": lambda: local_map(
        sample_dungeon(), ["1-1", "1-3"], mm_per_square=4, max_width_mm=120, max_height_mm=90
    ),
    "side view": lambda: elevation(sample_dungeon(), width_mm=122, height_mm=150, ink="full"),
    "cover": lambda: cover(sample_dungeon(), width_mm=60, height_mm=70, ink="full"),
}  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", PICTURES)
def test_an_svg_is_an_image_with_a_name_and_uses_nothing_that_fails_in_pdf(name: str) -> None:
    root = ET.fromstring(to_svg(PICTURES[name](), id_prefix="p"))
    assert root.get("role") == "img"
    named = [e.get("id") for e in root if e.tag in (SVG + "title", SVG + "desc")]
    assert root.get("aria-labelledby", "").split() == named
    assert all(e.text for e in root if e.tag in (SVG + "title", SVG + "desc"))
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {"svg", "title", "desc", "g", "path", "text"}
    known = {
        "class", "d", "fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin",
        "stroke-dasharray", "x", "y", "font-family", "font-size", "font-weight", "font-style", "text-anchor",
        "id", "role", "aria-labelledby", "width", "height", "viewBox",
    }  # fmt: skip
    assert {a for e in root.iter() for a in e.attrib} <= known
    groups = [g.get("class", "") for g in root if g.tag == SVG + "g"]
    assert groups and all(g.startswith("ly-") for g in groups)
    assert all(len(g.findall(SVG + "path")) <= 16 for g in root)


def test_a_file_has_a_margin_of_paper_and_brings_the_letters_it_needs() -> None:
    picture = level_map(sample_dungeon(), 1)
    text = to_svg_file(picture, id_prefix="p")
    root = ET.fromstring(text)
    assert root.get("width") == f"{picture.width_mm + 10:.2f}mm"
    assert root.get("height") == f"{picture.height_mm + 10:.2f}mm"
    sheet = next(iter(root.iter(SVG + "path")))
    wide, high = (float(size) for size in root.get("viewBox", "").split()[2:])
    assert sheet.get("d") == f"M0 0l{wide:.0f} 0 0 {high:.0f}-{wide:.0f} 0z" and sheet.get("fill") == "#ffffff"
    inner, outer = (
        re.findall(r'<text x="([\d.]+)" y="([\d.]+)">17<', s) for s in (to_svg(picture, id_prefix="p"), text)
    )
    assert [(float(x) + 100, float(y) + 100) for x, y in inner] == [(float(x), float(y)) for x, y in outer] != []
    style = next(root.iter(SVG + "style")).text or ""
    fonts = re.findall(r'font-family:"([^"]+)";font-weight:(\d+);.*?base64,([^)]+)\)', style)
    assert [font[:2] for font in fonts] == [
        ("Atkinson Hyperlegible Next", "700"), ("Atkinson Hyperlegible Next", "400"), ("Literata", "900"),
        ("Literata", "400"),
    ]  # fmt: skip
    assert len(style) < 25_000
    drawn = {letter for t in texts(picture) if t.face == "label" for letter in t.text}
    assert set(TTFont(BytesIO(b64decode(fonts[1][2]))).getBestCmap()) == {ord(letter) for letter in drawn}


def test_two_maps_on_one_page_share_no_id() -> None:
    page = "".join(to_svg(level_map(sample_dungeon(), n), id_prefix=f"m{n}") for n in (1, 2))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)) == 4


def test_a_map_has_real_text_and_a_layer_for_each_thing() -> None:
    root = ET.fromstring(to_svg(level_map(sample_dungeon(), 1), id_prefix="p"))
    assert "17" in {e.text for e in root.iter(SVG + "text")}
    assert {g.get("class") for g in root.iter(SVG + "g") if g.get("class")} == {
        "ly-rock", "ly-floor", "ly-water", "ly-grid", "ly-lips", "ly-chasm", "ly-walls", "ly-doors", "ly-features",
        "ly-traps", "ly-secret_ways", "ly-secrets", "ly-labels", "ly-cartouche", "ly-legend",
        "ly-sights", "ly-structure",
    }  # fmt: skip


def test_text_from_a_dungeon_is_escaped() -> None:
    picture = Picture(10, 10, 1, (0, 0), (Layer("a", (), (Text(1, 1, "<b>&", 2),)),), "<script>", "a & b")
    root = ET.fromstring(to_svg(picture, id_prefix="p"))
    assert [e.text for e in root.iter(SVG + "text")] == ["<b>&"]
    assert next(root.iter(SVG + "title")).text == "<script>"


def greys(pdf: bytes, dpi: float) -> np.ndarray:
    document = pypdfium2.PdfDocument(pdf)
    image = document[0].render(scale=dpi / 72, grayscale=True).to_numpy()
    document.close()
    return np.asarray(image, dtype=float).reshape(image.shape[0], image.shape[1])


@pytest.mark.parametrize("name", PICTURES)
def test_the_pdf_form_shows_what_the_svg_shows(name: str) -> None:
    from weasyprint import HTML

    picture = PICTURES[name]()
    size = f"{picture.width_mm}mm {picture.height_mm}mm"
    svg = to_svg(picture, id_prefix="p").split("\n", 0)[0]
    html = f"<style>@page{{size:{size};margin:0}}body{{margin:0}}svg{{display:block}}</style>{svg}"
    one, two = greys(HTML(string=html).write_pdf(), 45), greys(form_pdf(to_form(picture)), 45)
    rows, columns = min(one.shape[0], two.shape[0]), min(one.shape[1], two.shape[1])
    assert abs(one.shape[0] - two.shape[0]) <= 1 and abs(one.shape[1] - two.shape[1]) <= 1
    off = np.abs(one[:rows, :columns] - two[:rows, :columns])
    assert off.mean() < 6, f"{name}: {off.mean():.1f} grey levels apart on average"
    blocks = off[: rows // 12 * 12, : columns // 12 * 12].reshape(rows // 12, 12, -1, 12).mean(axis=(1, 3))
    assert np.quantile(blocks, 0.98) < 40  # letters may sit elsewhere, for the page lacks their font


def test_a_form_is_plain_operators_without_resources() -> None:
    form = to_form(level_map(sample_dungeon(), 1))
    words = set(zlib.decompress(form.data).decode("ascii").split())
    operators = {w for w in words if re.fullmatch(r"[A-Za-z*]+", w)}
    assert operators <= {
        "q",
        "Q",
        "cm",
        "m",
        "l",
        "c",
        "h",
        "f",
        "f*",
        "S",
        "B",
        "B*",
        "w",
        "J",
        "j",
        "d",
        "g",
        "G",
        "rg",
        "RG",
    }
    assert form.bbox == pytest.approx((0, 0, form.width_pt, form.height_pt), abs=0.01)


def test_paths_are_written_alike_in_both() -> None:
    parts = (
        box(0, 0, 2, 1),
        circle(1, 1, 0.5),
        Part("ticks", np.array([[[0, 0], [1, 0]], [[3, 0], [3, 1]]], dtype=float)),
    )
    path = Path(parts, fill="#000000", stroke="#ff0000", width=0.1, dash=(0.2, 0.1), evenodd=True)
    picture = Picture(10, 10, 1, (0, 0), (Layer("a", (path,)),), "t", "d")
    svg = to_svg(picture, id_prefix="p")
    assert "M0 0l40 0 0 20-40 0z" in svg.replace(",", " ")
    assert "M0 0l20 0m40 0 0 20" in svg
    assert 'stroke-dasharray="4 2"' in svg and 'fill-rule="evenodd"' in svg
    ops = zlib.decompress(to_form(picture).data).decode()
    assert "0 0 m 40 0 l 40 20 l 0 20 l h" in ops
    assert "0 0 m 20 0 l 60 0 m 60 20 l" in ops
    assert "1 0 0 RG" in ops and "[4.0 2.0] 0 d" in ops and "B*" in ops


DIGEST = """
import hashlib, sys
sys.path[:0] = ["tests", "."]
from tests.draw.test_writers import PICTURES, digest
print(digest())
"""


def digest() -> str:
    """A hash over every picture in both forms."""
    total = hashlib.sha256()
    for make in PICTURES.values():
        picture = make()
        total.update(to_svg_file(picture, id_prefix="p").encode())
        total.update(zlib.decompress(to_form(picture).data))
    return total.hexdigest()


def test_two_processes_draw_the_same_bytes() -> None:
    here = File(__file__).parents[2]
    found = [
        subprocess.run(
            [sys.executable, "-c", DIGEST], cwd=here, env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]  # fmt: skip
    assert found[0] == found[1] == digest()
