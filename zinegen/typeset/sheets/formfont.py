"""One form for a document's fields, with a font of its own that every reader can type in.

WeasyPrint gives fields a font of two-byte codes, which readers that draw what is typed make little of, and embeds it
whole, once a part. Here all fields of all parts join one form and share one plain Latin font.
"""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
from fontTools import agl, subset
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name

from zinegen.typeset.faces import Face

FIRST, LAST = 32, 255
"""Codes of the Latin font."""
SPARE = (129, 131, 134, 135, 136, 137, 139, 141, 143, 144, 152, 155, 157, 162, 164, 165, 166, 168, 170, 172, 173, 174,
         175, 178, 179, 180, 181, 182, 184, 185)  # fmt: skip
"""Codes of signs that nobody writes on a sheet; letters of the east of Europe stand there instead."""
EASTERN = "ĄąĆćĘęŁłŃńŚśŹźŻżČčĚěŘřŮůďťňőűğ"
KEY = "/Pencil"
_FONT = re.compile(rb"/(\w+) ([\d.]+) Tf")
NONSYMBOLIC = 32


def one_form(data: bytes, face: Face) -> bytes:
    """The document with one form of all its fields: joining pages leaves them outside of any.

    Args: face: of what is typed.
    """
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fields: list[Any] = []
        for page in pdf.pages:
            widgets = [one for one in page.get("/Annots", ()) if one.get("/Subtype") == Name.Widget]
            fields += widgets
            if widgets:
                page.obj.Tabs = Name.S
        if not fields:
            return data
        _drop_unused(pdf)
        for one in fields:
            size = _FONT.search(bytes(one.DA)) if "/DA" in one else None  # a tick box is told one too: readers ask
            one.DA = pikepdf.String(f"0 g {KEY} {float(size[2]) if size else 11:g} Tf")
        fonts = Dictionary({KEY: pdf.make_indirect(_latin(pdf, face))})
        form = Dictionary(Fields=Array(fields), NeedAppearances=True, DR=Dictionary(Font=fonts))
        pdf.Root.AcroForm = pdf.make_indirect(form)
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _drop_unused(pdf: pikepdf.Pdf) -> None:
    """Take fonts that no page prints out of the pages' resources: they were there for the fields alone."""
    used: dict[Any, set[str]] = {}
    held: dict[Any, Any] = {}
    for page in pdf.pages:
        key = page.Resources.objgen
        held[key] = page.Resources
        page.contents_coalesce()
        used.setdefault(key, set()).update(
            f"/{name.decode()}" for name, _ in _FONT.findall(page.Contents.read_bytes())
        )
    for key, resources in held.items():
        for name in list(resources.get("/Font", {}).keys()):
            if name not in used[key]:
                del resources.Font[name]


def _latin(pdf: pikepdf.Pdf, face: Face) -> Dictionary:
    """The face as a simple font in the Windows Latin encoding, embedded."""
    program, widths, box, heights = _program(face.path)
    stream = pdf.make_stream(program)
    stream.Length1 = len(program)
    name = Name("/" + face.css_family.replace(" ", "-") + "-Form")
    ascent, descent, capital = heights
    descriptor = Dictionary(
        Type=Name.FontDescriptor, FontName=name, Flags=NONSYMBOLIC, FontBBox=Array(box), ItalicAngle=0, Ascent=ascent,
        Descent=descent, CapHeight=capital, StemV=80, FontFile2=stream,
    )  # fmt: skip
    return Dictionary(
        Type=Name.Font, Subtype=Name.TrueType, BaseFont=name, Encoding=_encoding(), FirstChar=FIRST,
        LastChar=LAST, Widths=Array(widths), FontDescriptor=pdf.make_indirect(descriptor),
    )  # fmt: skip


def _encoding() -> Dictionary:
    """Windows Latin, with the eastern letters."""
    names: list[Any] = []
    for code, letter in zip(SPARE, EASTERN, strict=True):
        names += [code, Name("/" + agl.UV2AGL[ord(letter)])]
    return Dictionary(Type=Name.Encoding, BaseEncoding=Name.WinAnsiEncoding, Differences=Array(names))


def letters_of_codes() -> dict[int, str]:
    """What each code of the font means; nothing for those without a letter."""
    latin = {code: bytes([code]).decode("cp1252", "ignore") for code in range(FIRST, LAST + 1)}
    return latin | dict(zip(SPARE, EASTERN, strict=True))


@cache
def _program(path: Path) -> tuple[bytes, list[int], list[int], tuple[int, int, int]]:
    """A font cut down to Latin letters: its bytes, widths by code, bounding box, and heights, in thousandths."""
    font = TTFont(path, recalcTimestamp=False)
    letters = {code: bytes([code]).decode("cp1252", "ignore") for code in range(FIRST, LAST + 1)}
    options = subset.Options(
        hinting=False, layout_features=[], notdef_outline=True, drop_tables=["GPOS", "GSUB", "GDEF"]
    )
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(letter) for letter in letters.values() if letter])
    cutter.subset(font)
    scale: float = 1000 / font["head"].unitsPerEm
    names, advances = font.getBestCmap(), font["hmtx"].metrics
    widths = [
        round(advances[names[ord(letter)]][0] * scale) if letter and ord(letter) in names else 0
        for letter in letters.values()
    ]
    head = font["head"]
    box = [round(value * scale) for value in (head.xMin, head.yMin, head.xMax, head.yMax)]
    heights = (
        round(font["hhea"].ascent * scale),
        round(font["hhea"].descent * scale),
        round(font["OS/2"].sCapHeight * scale),
    )
    out = io.BytesIO()
    font.save(out)
    return out.getvalue(), widths, box, heights
