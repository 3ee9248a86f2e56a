"""The scribe's hand: bolder strokes and a figure one for it, and initials in fields of penwork."""

from __future__ import annotations

import math

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from shapely import LineString, MultiPolygon, Point, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

Spot = tuple[float, float]

SLANT = 0.12
"""How far the slanted hand leans, to the right per upwards."""
ONE = [(118, 1130), (196, 1092), (322, 1186), (322, 190), (300, 118), (176, 92), (206, 0), (690, 0), (664, 92),
       (530, 118), (508, 190), (508, 1440), (424, 1440), (330, 1330)]  # fmt: skip
"""The figure one as a broad pen makes it: the face's own, a short I, could not be told from that letter."""


def figure_one(font: TTFont, *, slanted: bool) -> None:
    """Give the face a figure one with a flag, as high as its nought."""
    pen, lean = TTGlyphPen(None), SLANT if slanted else 0.0
    ring = [(round(x + lean * y), y) for x, y in ONE[::-1]]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
    ring = ring if area < 0 else ring[::-1]
    pen.moveTo(ring[0])
    for spot in ring[1:]:
        pen.lineTo(spot)
    pen.closePath()
    name = font.getBestCmap()[ord("1")]
    font["glyf"][name] = pen.glyph()
    font["glyf"][name].recalcBounds(font["glyf"])
    font["hmtx"][name] = (800, font["glyf"][name].xMin)


def bolder(font: TTFont, more: float) -> TTFont:
    """Make every stroke thicker by so many units: each point goes outwards, half as far as that."""
    glyf = font["glyf"]
    for name in font.getGlyphOrder():
        glyph = glyf[name]
        if glyph.isComposite() or glyph.numberOfContours < 1:
            continue
        start = 0
        for end in glyph.endPtsOfContours:
            ring = [tuple(glyph.coordinates[i]) for i in range(start, end + 1)]
            for index, spot in enumerate(_outwards(ring, more / 2), start):
                glyph.coordinates[index] = (round(spot[0] + more / 2), round(spot[1]))
            start = end + 1
        glyph.recalcBounds(glyf)
    for name, (advance, _) in list(font["hmtx"].metrics.items()):
        wide = advance + round(more) if advance else 0
        font["hmtx"][name] = (wide, getattr(glyf[name], "xMin", 0) if glyf[name].numberOfContours else 0)
    return font


def _outwards(ring: list[Spot], by: float) -> list[Spot]:
    """The corners of a contour moved outwards; outer contours run clockwise, as TrueType has them."""
    kept = [spot for index, spot in enumerate(ring) if spot != ring[index - 1]]
    moved = {}
    for index, (x, y) in enumerate(kept):
        ax, ay = _unit(kept[index - 1], (x, y))
        bx, by_ = _unit((x, y), kept[(index + 1) % len(kept)])
        nx, ny = -(ay + by_), ax + bx  # to the left of the way, which is outside
        length = math.hypot(nx, ny)
        if length < 0.5:  # it turns right back: no way is out
            moved[x, y] = (x, y)
            continue
        stretch = by / max(0.5, length / 2)  # a mitre, but never a spike
        moved[x, y] = (x + nx / length * stretch, y + ny / length * stretch)
    return [moved[spot] for spot in ring]


def _unit(a: Spot, b: Spot) -> Spot:
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


# ------------------------------------------------------------------------------------------------------- initials

FIELD = 1000.0
"""The side of an initial's field, in units; the em is as high."""
EDGE, LINE, AIR = 30.0, 17.0, 46.0
"""How thick the edge and the tendrils are, and the room between them and the letter."""


def initials(font: TTFont) -> TTFont:
    """A capital A to Z each in a square field, letters from the given face, vines drawn around them."""
    glyphs = {".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph()}
    cmap = {0x20: "space"}
    for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        glyphs[letter] = _glyph(_initial(_letter(font, letter), number))
        cmap[ord(letter)] = letter
    widths = {name: (1000 if len(name) == 1 else 250, 0) for name in glyphs}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(cmap)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=1000, descent=0)
    builder.setupNameTable({"familyName": "Scrivano Initials", "styleName": "Regular",
                            "psName": "ScrivanoInitials-Regular", "fullName": "Scrivano Initials",
                            "uniqueFontIdentifier": "zinegen Scrivano Initials", "version": "1.0",
                            "copyright": "Letters (c) 2011 by Brian J. Bonislawsky DBA Astigmatic (AOETI); penwork "
                            "by the zinegen founders; SIL Open Font License 1.1"}, mac=False)  # fmt: skip
    builder.setupOS2(sTypoAscender=1000, sTypoDescender=0, usWinAscent=1000, usWinDescent=0)
    builder.setupPost()
    return builder.font


def _letter(font: TTFont, letter: str) -> BaseGeometry:
    """A letter as a shape that fills the middle of the field."""
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getBestCmap()[ord(letter)]].draw(pen)
    shape: BaseGeometry = Polygon()
    for ring in _rings(pen.value):
        shape = shape.symmetric_difference(Polygon(ring).buffer(0))
    x0, y0, x1, y1 = shape.bounds
    scale = min(600 / (y1 - y0), 680 / (x1 - x0))
    return _moved(shape, scale, 500 - scale * (x0 + x1) / 2, 500 - scale * (y0 + y1) / 2)


def _moved(shape: BaseGeometry, scale: float, dx: float, dy: float) -> BaseGeometry:
    from shapely.affinity import affine_transform

    return affine_transform(shape, [scale, 0, 0, scale, dx, dy])


def _rings(commands: list[tuple[str, tuple[Spot, ...]]]) -> list[list[Spot]]:
    """Contours as polygons, their curves in eight steps."""
    rings: list[list[Spot]] = []
    for what, spots in commands:
        if what == "moveTo":
            rings.append([spots[0]])
        elif what == "lineTo":
            rings[-1].append(spots[0])
        elif what == "qCurveTo":
            controls, end = list(spots[:-1]), spots[-1]
            for index, control in enumerate(controls):
                last = index == len(controls) - 1
                to = end if last else _half(control, controls[index + 1])
                start = rings[-1][-1]
                rings[-1] += [_bezier(start, control, to, t / 8) for t in range(1, 9)]
    return [ring for ring in rings if len(ring) > 2]


def _half(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _bezier(a: Spot, b: Spot, c: Spot, t: float) -> Spot:
    u = 1 - t
    return (u * u * a[0] + 2 * u * t * b[0] + t * t * c[0], u * u * a[1] + 2 * u * t * b[1] + t * t * c[1])


def _initial(letter: BaseGeometry, number: int) -> BaseGeometry:
    """Edge, vines and letter."""
    frame = box(0, 0, FIELD, FIELD).difference(box(EDGE, EDGE, FIELD - EDGE, FIELD - EDGE))
    within = box(EDGE + 14, EDGE + 14, FIELD - EDGE - 14, FIELD - EDGE - 14).difference(letter.buffer(AIR))
    vines = unary_union(_vines(number)).intersection(within)
    kept = [piece for piece in _pieces(vines) if piece.area > 900]
    return unary_union([frame, letter, *kept])


def _vines(number: int) -> list[BaseGeometry]:
    """Tendrils that curl in from corners and sides, with leaves and berries; turned from letter to letter."""
    out: list[BaseGeometry] = []
    for quarter in range(4):
        out += [_turned(piece, quarter, number) for piece in _corner(number)]
    return out


def _corner(number: int) -> list[BaseGeometry]:
    """One quarter of the field: a spiral out of the corner, two leaves on the sides."""
    curl = 1.0 if number % 2 else -1.0
    made: list[BaseGeometry] = []
    for (x, y), size, turn, sense in (
        ((215, 215), 168, 3.9, curl), ((500, 150), 106, 1.6, -curl), ((150, 500), 106, 3.1, curl),
    ):  # fmt: skip
        spots = []
        for step in range(44):
            share = step / 43
            angle, radius = turn + sense * share * 3.3 * math.pi, size * (1 - share) ** 0.8
            spots.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
        made.append(LineString(spots).buffer(LINE / 2 + 3))
        made.append(Point(x, y).buffer(26))
        for part in (0.12, 0.3, 0.48):
            at = spots[int(part * 43)]
            made.append(_leaf(at, math.atan2(at[1] - y, at[0] - x) + sense * 0.7, 62 if size > 120 else 44))
    made.append(Point(66, 66).buffer(20))
    return made


def _leaf(at: Spot, angle: float, length: float) -> BaseGeometry:
    """A pointed leaf."""
    side = [(t / 8, math.sin(math.pi * (t / 8) ** 0.8) * 0.24) for t in range(9)]
    ring = [*side, *((x, -y) for x, y in side[::-1])]
    cos, sin = math.cos(angle) * length, math.sin(angle) * length
    return Polygon([(at[0] + x * cos - y * sin, at[1] + x * sin + y * cos) for x, y in ring]).buffer(0)


def _turned(shape: BaseGeometry, quarter: int, number: int) -> BaseGeometry:
    from shapely.affinity import rotate

    return rotate(shape, 90 * (quarter + number), origin=(FIELD / 2, FIELD / 2))


def _pieces(shape: BaseGeometry) -> list[Polygon]:
    if isinstance(shape, Polygon):
        return [shape]
    return [piece for piece in getattr(shape, "geoms", ()) if isinstance(piece, Polygon | MultiPolygon)]


def _glyph(shape: BaseGeometry) -> object:
    """A shape as a glyph: outer rings clockwise, holes the other way."""
    pen = TTGlyphPen(None)
    for piece in _pieces(shape.simplify(1.6)):
        for ring, clockwise in [(piece.exterior, True), *((hole, False) for hole in piece.interiors)]:
            spots = [(round(x), round(y)) for x, y in ring.coords[:-1]]
            if ring.is_ccw == clockwise:
                spots.reverse()
            pen.moveTo(spots[0])
            for spot in spots[1:]:
                pen.lineTo(spot)
            pen.closePath()
    return pen.glyph()
