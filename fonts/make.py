"""Make the font files in this folder anew, from the packages that `fonts.toml` names.

    npm install @fontsource/literata @fontsource/pirata-one @fontsource/atkinson-hyperlegible-next \
        @fontsource/fondamento @fontsource/uncial-antiqua @fontsource/special-elite @fontsource/league-gothic
    apt-get install fonts-dejavu-core
    python fonts/make.py node_modules/@fontsource

The web packages split each face into subset files. WeasyPrint takes two files of one family, weight and style for one
font and prints wrong letters for the second, so the subsets of a face are merged here into one file, cut down to the
letters below, and stripped of hinting. `signs/` is drawn here, from nothing; the hand in `scrivano/` is given
its bold and its initials by `scribe.py`; the typewriter in `overstrike/` its bold, and the scraps in `snippets/` are
cut out, by `snippets.py`.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.fontBuilder import FontBuilder
from fontTools.merge import Merger
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from scribe import bolder, figure_one, initials
from snippets import capitals, snippets, struck_twice

HERE = Path(__file__).parent
EPOCH = 3_800_000_000
"""A fixed `created` and `modified` date (seconds from 1904), so that a second run writes the same bytes."""

LETTERS = [
    *range(0x20, 0x7F), *range(0xA0, 0x250), 0x259, 0x2BC, *range(0x2C6, 0x2DE), *range(0x300, 0x30C), 0x327, 0x328,
    *range(0x1E80, 0x1E86), 0x1E9E, 0x1EF2, 0x1EF3, *range(0x2010, 0x2028), *range(0x2030, 0x203B), 0x2044, 0x2052,
    *range(0x2070, 0x2095), 0x20AC, 0x2116, 0x2122, *range(0x2150, 0x2160), 0x2190, 0x2191, 0x2192, 0x2193, 0x2212,
    0x221E, 0x2248, 0x2260, 0x2264, 0x2265, 0xFB01, 0xFB02, 0xFFFD,
]  # fmt: skip
"""English, German, Polish and all other Latin letters, punctuation, superior and inferior figures, fractions."""

FALLBACK = [
    *LETTERS, *range(0x370, 0x530), *range(0x2190, 0x2200), *range(0x25A0, 0x2600), *range(0x2600, 0x2704),
    *range(0x2713, 0x2719), 0x2720, 0x272A, 0x27F5, 0x27F6,
]  # fmt: skip
"""And Greek, Cyrillic, arrows, geometric shapes, dice and chessmen, for titles that want them."""

WEB = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2010, 0x2027),
    0x2032,
    0x2033,
    0x20AC,
    0x2122,
    0x2212,
    0xFFFD,
]
"""What the site has letters for: English, German, Polish and their neighbours."""

FIRST = {
    *range(0x20, 0x7F), 0xA0, 0xA7, 0xAB, 0xB0, 0xB1, 0xB7, *range(0xBB, 0xBF), 0xD7, 0xE9, 0x2011, 0x2013, 0x2014,
    0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2032, 0x2039, 0x203A, 0x2212,
}  # fmt: skip
"""Those of them that nearly every page needs; the rest is a file of its own, fetched when a letter of it is met."""

WEB_FACES = (
    "Literata-Regular", "Literata-Italic", "Literata-Bold", "Privateer-Regular", "Atkinson-Regular", "Atkinson-Bold",
)  # fmt: skip

FACES = [
    ("literata", "literata", "Literata", 400, "normal", "Literata-Regular"),
    ("literata", "literata", "Literata", 400, "italic", "Literata-Italic"),
    ("literata", "literata", "Literata", 700, "normal", "Literata-Bold"),
    ("literata", "literata", "Literata", 700, "italic", "Literata-BoldItalic"),
    ("literata", "literata", "Literata", 900, "normal", "Literata-Black"),
    ("privateer", "pirata-one", "Privateer", 400, "normal", "Privateer-Regular"),
    ("atkinson", "atkinson-hyperlegible-next", "Atkinson Hyperlegible Next", 400, "normal", "Atkinson-Regular"),
    ("atkinson", "atkinson-hyperlegible-next", "Atkinson Hyperlegible Next", 400, "italic", "Atkinson-Italic"),
    ("atkinson", "atkinson-hyperlegible-next", "Atkinson Hyperlegible Next", 700, "normal", "Atkinson-Bold"),
    ("atkinson", "atkinson-hyperlegible-next", "Atkinson Hyperlegible Next", 800, "normal", "Atkinson-ExtraBold"),
]
"""Folder, package, family, weight, style, file."""

STYLE = {(400, "normal"): "Regular", (400, "italic"): "Italic", (700, "normal"): "Bold",
         (700, "italic"): "Bold Italic", (800, "normal"): "ExtraBold", (900, "normal"): "Black"}  # fmt: skip


def cut(font: TTFont, letters: list[int], *, features: bool = True) -> TTFont:
    """Keep only the given letters; drop hints and names nobody reads."""
    options = Options(hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17])
    options.layout_features = ["*"] if features else ["kern", "liga", "mark", "ccmp"]
    options.drop_tables += ["DSIG", "FFTM"]
    cutter = Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    return font


ALIASES = {0x2010: 0x2D, 0x2011: 0x2D, 0x2032: 0x27, 0x2033: 0x22}
"""Letters that some faces lack, and what may stand for them: hyphens, primes."""


def completed(font: TTFont) -> TTFont:
    """With every alias that the face lacks."""
    for table in font["cmap"].tables:
        if table.isUnicode():
            for code, other in ALIASES.items():
                if other in table.cmap:
                    table.cmap.setdefault(code, table.cmap[other])
    return font


def rename(font: TTFont, family: str, weight: int, style: str) -> None:
    """Write family and style into the name table, once for each platform that is there."""
    face, names = STYLE[weight, style], font["name"]
    for n, text in {1: family if weight in (400, 700) else f"{family} {face}", 2: face if weight in (400, 700) else
                    "Regular", 3: f"zinegen {family} {face}", 4: f"{family} {face}", 16: family, 17: face,
                    6: f"{family.replace(' ', '')}-{face.replace(' ', '')}"}.items():  # fmt: skip
        names.setName(text, n, 3, 1, 0x409)
    names.names = [n for n in names.names if n.platformID == 3]


def save(font: TTFont, path: Path) -> None:
    """Write with fixed dates."""
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = EPOCH
    path.parent.mkdir(exist_ok=True)
    font.save(path, reorderTables=True)
    sys.stdout.write(
        f"{path.stat().st_size / 1000:7.1f} kB  {path.relative_to(HERE)}  {len(font.getBestCmap())} letters\n"
    )


def merged(package: Path, weight: int, style: str) -> TTFont:
    """One font out of the subset files of a face."""
    with TemporaryDirectory() as folder:
        parts = []
        for subset in ("latin", "latin-ext"):
            part = TTFont(package / "files" / f"{package.name}-{subset}-{weight}-{style}.woff2")
            part.flavor = None
            part.save(path := Path(folder) / f"{subset}.ttf")
            parts.append(str(path))
        return Merger().merge(parts)


# ------------------------------------------------------------------------------------------------- the drawn signs


class Draw:
    """A pen in font units, 1000 to the em, y upwards, filled outside, counter-clockwise cuts."""

    def __init__(self) -> None:
        self.glyph = TTGlyphPen(None)
        self.pen = Cu2QuPen(self.glyph, 0.6, reverse_direction=False)

    def poly(self, *points: tuple[float, float], hole: bool = False) -> None:
        """A polygon; a hole runs the other way."""
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True))
        ring = list(points) if (area > 0) == hole else list(reversed(points))
        self.pen.moveTo(ring[0])
        for point in ring[1:]:
            self.pen.lineTo(point)
        self.pen.closePath()

    def oval(self, x: float, y: float, rx: float, ry: float, *, hole: bool = False) -> None:
        """An oval of four curves."""
        k, way = 0.5523, 1 if hole else -1
        self.pen.moveTo((x + rx, y))
        for step in range(4):
            a, b = way * step * math.pi / 2, way * (step + 1) * math.pi / 2
            (ca, sa), (cb, sb) = (math.cos(a), math.sin(a)), (math.cos(b), math.sin(b))
            self.pen.curveTo(
                (x + rx * (ca - k * way * sa), y + ry * (sa + k * way * ca)),
                (x + rx * (cb + k * way * sb), y + ry * (sb - k * way * cb)),
                (x + rx * cb, y + ry * sb),
            )
        self.pen.closePath()

    def box(self, x0: float, y0: float, x1: float, y1: float, *, hole: bool = False) -> None:
        """An upright rectangle."""
        self.poly((x0, y0), (x1, y0), (x1, y1), (x0, y1), hole=hole)


def skull(d: Draw) -> None:
    """A danger: big eyes, three teeth, no thin line."""
    d.oval(500, 470, 380, 330)
    d.poly((270, 230), (270, -80), (370, -80), (370, 0), (405, 0), (405, -80), (595, -80), (595, 0), (630, 0),
           (630, -80), (730, -80), (730, 230))  # fmt: skip
    d.oval(345, 430, 112, 118, hole=True)
    d.oval(655, 430, 112, 118, hole=True)
    d.poly((500, 330), (440, 205), (560, 205), hole=True)


def warning(d: Draw) -> None:
    """A trap: a solid triangle with the stroke cut out."""
    d.poly((500, 830), (20, -60), (980, -60))
    d.poly((432, 540), (568, 540), (540, 230), (460, 230), hole=True)
    d.oval(500, 110, 68, 68, hole=True)


def diamond(d: Draw) -> None:
    """Treasure: a cut stone."""
    d.poly((200, 720), (800, 720), (990, 440), (500, -80), (10, 440))
    d.poly((245, 640), (160, 490), (330, 490), hole=True)
    d.poly((500, 640), (415, 490), (585, 490), hole=True)
    d.poly((755, 640), (840, 490), (670, 490), hole=True)
    d.poly((350, 405), (650, 405), (500, 90), hole=True)


def arrow(d: Draw) -> None:
    """Exits."""
    d.poly((20, 270), (560, 270), (560, 100), (990, 330), (560, 560), (560, 390), (20, 390))


def key(d: Draw) -> None:
    """A lock or what opens it: a bow, a shank, two wards."""
    d.oval(255, 330, 245, 245)
    d.oval(255, 330, 120, 120, hole=True)
    d.poly((470, 390), (990, 390), (990, 80), (880, 80), (880, 270), (800, 270), (800, 130), (690, 130), (690, 270),
           (470, 270))  # fmt: skip


def eye(d: Draw) -> None:
    """A clue: an eye."""
    d.pen.moveTo((0, 330))
    d.pen.curveTo((220, 740), (780, 740), (1000, 330))
    d.pen.curveTo((780, -80), (220, -80), (0, 330))
    d.pen.closePath()
    d.pen.moveTo((130, 330))
    d.pen.curveTo((310, 50), (690, 50), (870, 330))
    d.pen.curveTo((690, 610), (310, 610), (130, 330))
    d.pen.closePath()
    d.oval(500, 330, 165, 165)


def hand(d: Draw) -> None:
    """A note for the game master: a round bullet with a bar, read as i."""
    d.oval(500, 330, 400, 400)
    d.oval(500, 510, 78, 78, hole=True)
    d.box(425, 80, 575, 390, hole=True)


def bullet(d: Draw) -> None:
    """A thing that everyone sees."""
    d.oval(500, 330, 165, 165)


def ring(d: Draw) -> None:
    """A thing found by asking or touching."""
    d.oval(500, 330, 230, 230)
    d.oval(500, 330, 130, 130, hole=True)


def glass(d: Draw) -> None:
    """A thing found by a search: a magnifying glass."""
    d.oval(420, 420, 320, 320)
    d.oval(420, 420, 200, 200, hole=True)
    d.poly((600, 260), (690, 350), (980, 50), (890, -50))


def square(d: Draw) -> None:
    """A box to tick."""
    d.box(80, -20, 900, 720)
    d.box(160, 55, 820, 645, hole=True)


SIGNS = {0x2620: ("skull", skull), 0x26A0: ("warning", warning), 0x25C6: ("diamond", diamond),
         0x2192: ("arrow", arrow), 0x26B7: ("key", key), 0x25C9: ("eye", eye), 0x24D8: ("note", hand),
         0x2610: ("square", square), 0x2022: ("bullet", bullet), 0x25E6: ("ring", ring),
         0x2315: ("glass", glass)}  # fmt: skip


def signs() -> TTFont:
    """The face of signs, each on the Unicode place that says what it is."""
    blank = Draw()
    blank.box(80, -60, 720, 760)
    blank.box(160, 20, 640, 680, hole=True)
    glyphs, widths = (
        {".notdef": blank.glyph.glyph(), "space": TTGlyphPen(None).glyph()},
        {".notdef": 800, "space": 300},
    )
    for name, sign in SIGNS.values():
        sign(pen := Draw())
        glyphs[name], widths[name] = pen.glyph.glyph(), 1000
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({0x20: "space", **{code: name for code, (name, _) in SIGNS.items()}})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({n: (w, glyphs[n].xMin if n != "space" else 0) for n, w in widths.items()})
    builder.setupHorizontalHeader(ascent=880, descent=-220)
    builder.setupNameTable({"familyName": "Zine Signs", "styleName": "Regular", "psName": "ZineSigns-Regular",
                            "fullName": "Zine Signs", "uniqueFontIdentifier": "zinegen signs", "version": "1.0",
                            "copyright": "The zinegen founders; MIT licence"}, mac=False)  # fmt: skip
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-220, usWinAscent=880, usWinDescent=220)
    builder.setupPost()
    return builder.font


def web(folder: str, file: str, *, features: bool = False) -> None:
    """A face for the site, in two files."""
    for name, letters in ((file, FIRST), (f"{file}-more", set(WEB) - FIRST)):
        font = cut(TTFont(HERE / folder / f"{file}.ttf"), sorted(letters), features=features)
        font.flavor = "woff2"
        save(font, HERE / "web" / f"{name}.woff2")


SCRIBE = [("normal", 400, 14, "Regular"), ("italic", 400, 14, "Italic"),
          ("normal", 700, 84, "Bold"), ("italic", 700, 84, "BoldItalic")]  # fmt: skip
"""Slant of the face it comes from, weight, by how much its strokes are made thicker in 2048ths of the size, file."""


def scrivano(packages: Path) -> None:
    """The scribe's hand in four faces, and its initials."""
    for slant, weight, more, file in SCRIBE:
        font = merged(packages / "fondamento", 400, slant)
        figure_one(font, slanted=slant == "italic")
        font = completed(cut(bolder(font, more), LETTERS))
        font["OS/2"].usWeightClass = weight
        rename(font, "Scrivano", weight, slant)
        save(font, HERE / "scrivano" / f"Scrivano-{file}.ttf")
        if file != "BoldItalic":
            web("scrivano", f"Scrivano-{file}")
    font = initials(merged(packages / "uncial-antiqua", 400, "normal"))
    save(font, HERE / "scrivano" / "ScrivanoInitials.ttf")


FRACTIONS = {"½": "1/2", "¼": "1/4", "¾": "3/4"}


def typed_fractions(font: TTFont) -> None:
    """Fractions as one types them, for the typewriter's own are too small to be read: three letters in one."""
    cmap, glyphs, widths = font.getBestCmap(), font["glyf"], font["hmtx"]
    for sign, letters in FRACTIONS.items():
        pen, x = TTGlyphPen(glyphs), 0
        for letter in letters:
            name = cmap[ord(letter)]
            pen.addComponent(name, (1, 0, 0, 1, x, 0))
            x += widths[name][0]
        name = cmap[ord(sign)]
        glyphs[name] = pen.glyph()
        glyphs[name].recalcBounds(glyphs)
        widths[name] = (x, glyphs[name].xMin)


def cut_and_paste(packages: Path) -> None:
    """What the punk zine is set in: a typewriter, a narrow poster face, and scraps of them and of blackletter."""
    typed, poster, black = (
        merged(packages / name, 400, "normal") for name in ("special-elite", "league-gothic", "pirata-one")
    )
    save(completed(snippets([typed, poster, black], LETTERS)), HERE / "snippets" / "Snippets-Regular.ttf")
    web("snippets", "Snippets-Regular", features=True)
    for font, family, weight, file in (
        (typed, "Overstrike", 400, "Regular"), (merged(packages / "special-elite", 400, "normal"), "Overstrike", 700,
         "Bold"), (poster, "League Gothic Capitals", 400, "Regular"),
    ):  # fmt: skip
        if file == "Bold":
            struck_twice(font)
        if font is poster:
            capitals(font)
        else:
            typed_fractions(font)
        font = completed(cut(font, LETTERS))
        font["OS/2"].usWeightClass = weight
        rename(font, family, weight, "normal")
        folder, file = family.split()[0].lower(), f"{family.replace(' ', '')}-{file}"
        save(font, HERE / folder / f"{file}.ttf")
        web(folder, file)


def main(packages: Path) -> None:
    """Write every face."""
    for folder, package, family, weight, style, file in FACES:
        font = completed(cut(merged(packages / package, weight, style), LETTERS))
        rename(font, family, weight, style)
        save(font, HERE / folder / f"{file}.ttf")
        if file in WEB_FACES:
            web(folder, file)
    scrivano(packages)
    cut_and_paste(packages)
    fallback = cut(TTFont("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"), FALLBACK, features=False)
    save(fallback, HERE / "dejavu" / "DejaVuSans.ttf")
    save(signs(), HERE / "signs" / "ZineSigns.ttf")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
