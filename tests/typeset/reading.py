"""Reading finished PDFs: texts, fonts, bookmarks; and small dungeons to set."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pikepdf
import pypdfium2

from zinegen import typeset
from zinegen.dungeon.model import Dungeon
from zinegen.work import Made, PrintOptions, Shop


def accessible_and_sound(data: bytes, folder: Path) -> None:
    """Assert that a PDF breaks no rule of PDF/UA that can be tried here, and that qpdf finds it sound."""
    path = folder / "it.pdf"
    path.write_bytes(data)
    run = subprocess.run(
        [Path(sys.executable).parent / "pdfua", "check", path], capture_output=True, text=True, check=False
    )
    assert "errors=0 warnings=0" in run.stdout, run.stdout
    assert subprocess.run(["qpdf", "--check", path], capture_output=True, check=False).returncode == 0


def shrunk(dungeon: Dungeon, keys: int) -> Dungeon:
    """One level of a dungeon with so many keyed areas, and nothing that refers to the others."""
    level = dungeon.levels[0]
    areas = tuple(area for area in level.areas if area.key is None or area.key <= keys)
    ids = {area.id for area in areas}
    portals = tuple(portal for portal in level.portals if set(portal.between) <= ids)
    kept = {portal.id for portal in portals}
    level = msgspec.structs.replace(
        level, areas=areas, portals=portals, sights=(), reserved=(), flow=type(level.flow)()
    )
    locks = tuple(lock for lock in dungeon.locks if lock.guards in kept)
    items = tuple(item for item in dungeon.key_items if item.in_ in ids)
    links = tuple(link for link in dungeon.links if {link.from_.area, link.to.area} <= ids | {"surface"})
    wandering = tuple(one for one in dungeon.wandering if one.level == 1)
    return msgspec.structs.replace(
        dungeon, levels=(level,), links=links, locks=locks, key_items=items, wandering=wandering, goal="1-3"
    )


def made(product: str, dungeon: Dungeon, **options: Any) -> Made:
    """One product of a dungeon."""
    return getattr(typeset, product)(dungeon, PrintOptions(**options), Shop(1))[0]  # type: ignore[no-any-return]


def page_texts(data: bytes) -> list[str]:
    """The text of every page, in the order of its reading."""
    return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in pypdfium2.PdfDocument(data)]


def fonts_of(data: bytes) -> set[str]:
    """The names of the fonts in a PDF, without their subset tags."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        names = [str(o.BaseFont) for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o]
    return {name.lstrip("/").partition("+")[2] or name for name in names}


def outline(data: bytes) -> Iterator[tuple[int, str, int]]:
    """Depth, title and page (from 1) of every bookmark."""
    for item in pypdfium2.PdfDocument(data).get_toc():
        yield item.level, item.get_title(), item.get_dest().get_index() + 1
