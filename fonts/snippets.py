"""The punk zine's faces: a typewriter's bold, struck twice, and letters cut out of other print, each on its scrap."""

from __future__ import annotations

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from scribe import _glyph, _rings
from shapely import Polygon, affinity, unary_union
from shapely.geometry.base import BaseGeometry

TWICE = (46, 12)
"""Where the second stroke of a bold letter falls, in 2048ths of the size: to the right and up."""


def struck_twice(font: TTFont) -> TTFont:
    """Every letter typed over itself, a little beside its place, as a typewriter makes its bold. Widths stay."""
    glyf, names = font["glyf"], font.getGlyphOrder()
    drawn = [name for name in names if glyf[name].numberOfContours]
    for name in drawn:
        glyf[f"{name}.once"] = glyf[name]
        font["hmtx"][f"{name}.once"] = font["hmtx"][name]
    for name in drawn:
        pen = TTGlyphPen(glyf)
        for way in (-1, 1):
            pen.addComponent(f"{name}.once", (1, 0, 0, 1, way * TWICE[0] // 2, way * TWICE[1] // 2))
        glyf[name] = pen.glyph()
        glyf[name].recalcBounds(glyf)
        font["hmtx"][name] = (font["hmtx"][name][0], glyf[name].xMin)
    font.setGlyphOrder([*names, *(f"{name}.once" for name in drawn)])
    return font


def capitals(font: TTFont) -> TTFont:
    """Every small letter drawn as its capital, as a glyph of its own: a copied text keeps its small letters."""
    glyf, cmap = font["glyf"], font.getBestCmap()
    for code, name in sorted(cmap.items()):
        upper = chr(code).upper()
        if len(upper) == 1 and upper != chr(code) and ord(upper) in cmap:
            pen = TTGlyphPen(glyf)
            pen.addComponent(cmap[ord(upper)], (1, 0, 0, 1, 0, 0))
            glyf[name] = pen.glyph()
            glyf[name].recalcBounds(glyf)
            font["hmtx"][name] = font["hmtx"][cmap[ord(upper)]]
    for table in ("GSUB", "GPOS"):  # kerning and ligatures of small letters
        if table in font:
            del font[table]
    return font


# -------------------------------------------------------------------------------------- letters cut out and pasted

LOW, HIGH = -170.0, 800.0
"""How far a scrap reaches under and over the line; 1000 to the em."""
AIR, EDGE, GAP = 62.0, 20.0, 16.0
"""Round a letter on its scrap, the thickness of a scrap's edge, the room between two scraps."""
WIDE = {**dict.fromkeys("MWmw", 800.0), **dict.fromkeys("IJijl1", 470.0), "&": 700.0}
USUAL, SLIM = 630.0, 300.0
"""The room of a letter and of a mark."""
SIMPLER = 3.2
"""How far an outline may stray to save points."""
VARIANTS = 3
"""How many scraps there are of each letter; in a word they take turns."""


class Shaker:
    """Numbers in -1..1 that look random, alike on every machine."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2654435761 + 97) % (1 << 31)

    def __call__(self, most: float = 1.0) -> float:
        self.state = (self.state * 1103515245 + 12345) % (1 << 31)
        return ((self.state >> 8) / (1 << 22) - 1) * most


def snippets(faces: list[TTFont], letters: list[int]) -> TTFont:
    """Scraps for all letters that the first face has; letters and figures in three looks, each from another face."""
    cmaps = [face.getBestCmap() for face in faces]
    glyphs = {".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph()}
    widths = {".notdef": 500.0, "space": 270.0}
    cmap, looks = {0x20: "space", 0xA0: "space"}, []
    for code in letters:
        letter = chr(code)
        if code not in cmaps[0] or letter.isspace():
            continue
        many = VARIANTS if letter.isascii() and letter.isalnum() else 1
        names = [f"u{code:04X}" + (f".alt{n}" if n else "") for n in range(many)]
        for number, name in enumerate(names):
            wide = WIDE.get(letter, USUAL if letter.isalnum() else SLIM)
            source = (code + number) % len(faces) if many > 1 else 0
            glyphs[name] = _glyph(_scrap(faces[source], _drawn(letter, source), wide, code * 7 + number))
            widths[name] = wide
        cmap[code] = names[0]
        if many > 1:
            looks.append(names)
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(cmap)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(
        {n: (round(w), getattr(glyphs[n], "xMin", 0) if glyphs[n].numberOfContours else 0) for n, w in widths.items()}
    )
    builder.setupHorizontalHeader(ascent=880, descent=-240)
    builder.setupNameTable({"familyName": "Snippets", "styleName": "Regular", "psName": "Snippets-Regular",
                            "fullName": "Snippets", "uniqueFontIdentifier": "zinegen Snippets", "version": "1.0",
                            "copyright": "Letters (c) 2010 by Brian J. Bonislawsky DBA Astigmatic (AOETI), Apache "
                            "License 2.0; (c) 2020 The League Gothic Project Authors and (c) 2012, Rodrigo "
                            "Fuenzalida, Nicolas Massi, SIL Open Font License 1.1; cut out and pasted by the zinegen "
                            "founders"},
                           mac=False)  # fmt: skip
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-240, usWinAscent=960, usWinDescent=300)
    builder.setupPost()
    addOpenTypeFeaturesFromString(builder.font, _turns(looks))
    return builder.font


def _turns(looks: list[list[str]]) -> str:
    """The rule by which the looks of letters take turns within a word."""
    rows = [f"@look{n} = [{' '.join(names[n] for names in looks)}];" for n in range(VARIANTS)]
    rules = [f"sub @look{n} @look0' by @look{n + 1};" for n in range(VARIANTS - 1)]
    return "\n".join([*rows, "feature calt {", *rules, "} calt;"])


def _drawn(letter: str, source: int) -> str:
    """Capitals throughout, but in blackletter, where they are hard to read."""
    upper = letter.upper()
    return letter if source == 2 or len(upper) > 1 or letter in "ßµ" else upper


def _scrap(font: TTFont, letter: str, wide: float, seed: int) -> BaseGeometry:
    """A letter on its scrap: black with the letter cut out of it, or an edge with the letter within."""
    shake = Shaker(seed)
    x0, x1 = GAP / 2, wide - GAP / 2
    scrap = Polygon([(x0 + shake(26) + 10, LOW + shake(46)), (x1 - 10 + shake(26), LOW + shake(46)),
                     (x1 - 10 + shake(26), HIGH + shake(46)), (x0 + 10 + shake(26), HIGH + shake(46))])  # fmt: skip
    shape = _shape(font, font.getBestCmap().get(ord(letter), ".notdef"))
    within = scrap.buffer(-AIR)
    a, b, c, d = within.bounds
    if letter.isalnum():
        p, q, r, s = shape.bounds
        scale = (d - b) / max(s - q, 1.0) * (0.9 + shake(0.08))
        stretch = min(scale * 1.25, (c - a) / max(r - p, 1.0))
        scale = min(scale, stretch * 1.6)
        shape = _onto(shape, stretch, scale, (a + c) / 2, (b + d) / 2)
    else:  # a mark stands where it stands on the line
        em = font["head"].unitsPerEm
        size = 1000 / em
        p, q, r, s = (size * one for one in shape.bounds) if not shape.is_empty else (0.0, 0.0, 1.0, 1.0)
        squeeze = min(1.0, (c - a) / max(r - p, 1.0))
        middle = min(max((q + s) / 2, b + (s - q) / 2), d - (s - q) / 2)
        shape = _onto(shape, size * squeeze, size, (a + c) / 2, middle)
    shape = affinity.rotate(shape, shake(5.0), origin=((a + c) / 2, (b + d) / 2))
    shape = shape.intersection(scrap.buffer(-EDGE))
    if (seed // 3 + seed) % 2:
        return scrap.difference(shape)
    return unary_union([scrap.difference(scrap.buffer(-EDGE, join_style="mitre")), shape])


def _onto(shape: BaseGeometry, wide: float, high: float, x: float, y: float) -> BaseGeometry:
    """A shape stretched and moved so that its middle comes to lie there."""
    p, q, r, s = shape.bounds if not shape.is_empty else (0.0, 0.0, 0.0, 0.0)
    return affinity.affine_transform(shape, [wide, 0, 0, high, x - wide * (p + r) / 2, y - high * (q + s) / 2])


def _shape(font: TTFont, name: str) -> BaseGeometry:
    """A glyph as a shape."""
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    shape: BaseGeometry = Polygon()
    for ring in _rings(pen.value):
        shape = shape.symmetric_difference(Polygon(ring).buffer(0))
    em = font["head"].unitsPerEm
    return shape.simplify(SIMPLER * em / 1000)
