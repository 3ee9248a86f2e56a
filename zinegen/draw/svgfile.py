"""Picture -> an SVG file that stands alone: a margin of paper round it, true size, its letters carried along.

Within a page `svg.to_svg` is enough: there the page has the margin and the fonts.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from functools import cache
from io import BytesIO

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from zinegen.draw.faces import FACES
from zinegen.draw.picture import Layer, Path, Picture, box
from zinegen.draw.svg import to_svg
from zinegen.share import share

MARGIN_MM = 5.0
"""Paper round a picture."""


def to_svg_file(picture: Picture, *, id_prefix: str) -> str:
    """The picture as an SVG document to open, print and pass on.

    It prints at its true size, and on a screen narrower than that it shrinks to fit. `id_prefix` begins every id.
    Raises nothing.
    """
    text = to_svg(framed(picture), id_prefix=id_prefix)
    text = text.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
    return text.replace("</desc>", f"</desc><style>{_fonts(picture)}</style>", 1)


def framed(picture: Picture, margin_mm: float = MARGIN_MM) -> Picture:
    """A picture on a larger sheet of its paper, `margin_mm` wider on every side."""
    far = margin_mm / picture.scale
    x, y = picture.origin[0] - far, picture.origin[1] - far
    width, height = picture.width_mm + 2 * margin_mm, picture.height_mm + 2 * margin_mm
    sheet = Path((box(x, y, x + width / picture.scale, y + height / picture.scale),), fill=picture.paper)
    spots = {id_: tuple((a + margin_mm, b + margin_mm) for a, b in ring) for id_, ring in picture.spots.items()}
    return replace(
        picture, width_mm=width, height_mm=height, origin=(x, y), spots=spots,
        layers=(Layer("paper", (sheet,)), *picture.layers),
    )  # fmt: skip


def _fonts(picture: Picture) -> str:
    """The rules that bring the faces used, each cut down to the letters that the picture has of it."""
    letters: dict[str, set[str]] = {}
    named = {}
    for text in (text for layer in picture.layers for text in layer.texts):
        face = FACES[text.face]
        letters.setdefault(face.file, set()).update(text.text)
        named[face.file] = face
    rules = []
    for file, used in sorted(letters.items()):
        face = named[file]
        style = f"font-weight:{face.weight};font-style:{'italic' if face.italic else 'normal'}"
        data = _cut_down(file, "".join(sorted(used)))
        family = face.stack.split(",", 1)[0]
        rules.append(
            f'@font-face{{font-family:"{family}";{style};src:url(data:font/woff2;base64,{data}) format("woff2")}}'
        )
    return "".join(rules)


@cache
def _cut_down(file: str, letters: str) -> str:
    """A font file with some letters only, as woff2 in base64."""
    options = Options()
    options.hinting = options.glyph_names = options.legacy_kern = False
    options.layout_features, options.name_IDs, options.name_languages = [], [], []
    options.drop_tables = [*options.drop_tables, "GDEF", "GPOS", "GSUB"]  # they would be read, and kept all but empty
    options.notdef_outline = True
    font = TTFont(share("fonts") / file, recalcTimestamp=False, lazy=True)
    cutter = Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return b64encode(out.getvalue()).decode()
