"""Map styles: how a map is drawn, as data. A style is picked by name, by a layout or by the kind of ink asked for.

To add one, add a row to STYLES: pens, how rock and floor are filled, colours. Nothing else knows a style by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from zinegen.draw.faces import FACES, advance, outline
from zinegen.draw.picture import Layer, Path, Text
from zinegen.errors import RecipeError

Ink = Literal["full", "low", "lines"]
INKS: tuple[Ink, ...] = ("full", "low", "lines")
Rock = Literal["clumps", "ticks", "flood", "toner"]
Palette = tuple[tuple[str, str], ...]
"""Pairs: a colour, and what becomes of it."""


@dataclass(frozen=True, slots=True)
class Style:
    """One way to draw a map. Widths and depths in squares, at 1.92 mm to the square."""

    name: str
    ink: Ink = "full"
    """How much of it: decides what chasms, side views and charts are drawn with."""
    wall: float = 0.26
    shake: float = 0.05
    """How far a wall strays, as by hand."""
    lean: float = 1.0
    """What pens other than the wall's are thinned by."""
    rock: Rock = "clumps"
    """Clumps of hatching; slanting ticks at the walls; one colour up to the frame; a rough-edged black band."""
    hatch: float = 0.06
    """Width of a stroke of it."""
    band: float = 1.25
    """How deep it reaches."""
    coarse: float = 1.0
    """How much farther apart its strokes stand."""
    pockets: bool = True
    """Whether gaps between passages are filled too."""
    flood: str = ""
    """The colour of rock that is filled."""
    far_flood: str = ""
    """The same beyond the keyed areas of a crop."""
    grid: float = 0.25
    """Squares from dot to dot of the grid; 0 for whole lines."""
    grid_colour: str = ""
    """Empty: the ink's own."""
    shade: str = "#e2e2e2"
    """What water is filled with; white for nothing."""
    lips: bool = True
    """The broken inner line of caves."""
    halo: str = ""
    """A soft band of this grey under the hatching."""
    shadow: str = ""
    """A shadow of this grey that the walls throw on the floor."""
    specks: bool = False
    """Specks of toner, and drop-outs in what is black."""
    margin: float = 1.9
    """Squares round the floor that the rock takes."""
    lines: Palette = ()
    """What colours of lines and fills become at the end."""
    letters: Palette = ()
    """The same for texts."""
    faces: tuple[tuple[str, str, float], ...] = ()
    """A face of texts, the one that is set in its place, and how much larger."""
    letter_mm: float = 0.0
    """The least size of letters in charts, legends and side views; 0 for what each of them thinks right."""

    def letter(self, mm: float) -> float:
        """A size of letters, at least the style's own."""
        return max(mm, self.letter_mm)

    def across(self, face: str, text: str) -> float:
        """How wide a text comes out, in parts of its size, in the face that is set in the place of its own."""
        other, more = self._set(face)
        return advance(other, text) * FACES[other].spare * more

    def cap(self, face: str) -> float:
        """How high its capitals come out, in the same parts."""
        other, more = self._set(face)
        return more * -float(outline(other, "H")[1][:, 1].min())

    def _set(self, face: str) -> tuple[str, float]:
        return next(((to, by) for name, to, by in self.faces if name == face), (face, 1.0))


_BLUE: Palette = (
    ("#000000", "#1d5c8f"),
    ("#a6a6a6", "#86afd0"),
    ("#e2e2e2", "#d3e6f3"),
    ("#dddddd", "#c9dff0"),
    ("#eeeeee", "#e4f0f8"),
)
_POSTER = tuple((face, "poster", more) for face, more in (
    ("number", 1.2), ("title", 1.25), ("strong", 1.3), ("label", 1.3), ("aside", 1.3)))  # fmt: skip
"""All in a narrow poster face, which needs to be larger and still takes less room."""
HALF_FIGURE = 0.35
"""From the middle of a figure to its foot, in parts of its size."""
_SANS = (("number", "strong", 1.0), ("title", "strong", 1.0), ("aside", "label", 1.0))
"""All in the face of large type: nothing slopes, nothing has hairlines."""
_LARGE_MM = 4.1
"""Its small letters stand 2 mm high."""
_BLUE_LETTERS: Palette = (("#000000", "#0d3a5e"), ("#8a8a8a", "#5f93bd"))

STYLES: dict[str, Style] = {
    style.name: style
    for style in (
        Style("ink"),
        Style("ink_grey", halo="#d9d9d9", shadow="#e6e6e6", shade="#dedede"),
        Style("light", ink="low", wall=0.2, lean=0.9, hatch=0.055, band=0.95, coarse=1.45, pockets=False, grid=0.5,
              shade="#ffffff"),
        Style("lines", ink="lines", wall=0.17, shake=0.02, lean=0.9, rock="ticks", hatch=0.055, band=0.62, grid=0.5,
              coarse=1.45, shade="#ffffff", lips=False),
        Style("blueprint", wall=0.12, shake=0.0, rock="flood", flood="#3b87bd", far_flood="#3b87bd", grid=0.0,
              grid_colour="#a3c9e4", lips=True, lines=_BLUE, letters=_BLUE_LETTERS),
        Style("photocopy", wall=0.2, shake=0.11, rock="toner", band=2.2, flood="#000000", far_flood="#b9b9b9",
              shade="#ffffff", specks=True, margin=2.9),
        Style("toner", wall=0.2, shake=0.09, rock="toner", band=0.58, pockets=False, flood="#000000",
              far_flood="#b9b9b9", grid=0.5, shade="#ffffff", specks=True, faces=_POSTER),
    )
}  # fmt: skip
"""Name -> style."""
STYLES |= {
    f"large{end}": replace(STYLES[name], name=f"large{end}", faces=_SANS, letter_mm=_LARGE_MM)
    for end, name in (("", "ink"), ("_low", "light"), ("_lines", "lines"))
}
OF_INK: dict[str, str] = {"full": "ink", "low": "light", "lines": "lines"}
"""What a kind of ink means where a layout names no style of its own."""


def style_for(ink: str, map_style: str = "ink") -> str:
    """The style of a map: the layout's own where all ink may be used, else the one that saves it.

    A style may have twins of its own for that: NAME_low and NAME_lines.
    """
    if ink == "full":
        return map_style
    twin = f"{map_style}_{ink}"
    return twin if twin in STYLES else OF_INK.get(ink, ink)


def style_of(name: str | Style) -> Style:
    """A style by its name, or by a kind of ink; a style is one already. Raises RecipeError for one not there."""
    if isinstance(name, Style):
        return name
    found = STYLES.get(OF_INK.get(name, name))
    if found is None:
        raise RecipeError(f"ink {name!r}: choose one of {', '.join(INKS)}")
    return found


def coloured(layers: Iterable[Layer], style: Style) -> list[Layer]:
    """Layers in a style's own colours and faces."""
    if not style.lines and not style.letters and not style.faces:
        return list(layers)
    lines, letters = dict(style.lines), dict(style.letters)
    faces = {face: (other, more) for face, other, more in style.faces}
    return [
        Layer(layer.name, tuple(_path(p, lines) for p in layer.paths),
              tuple(_text(t, letters, faces) for t in layer.texts))
        for layer in layers
    ]  # fmt: skip


def _path(path: Path, palette: Mapping[str, str]) -> Path:
    fill, stroke = (palette.get(c, c) if c is not None else None for c in (path.fill, path.stroke))
    return replace(path, fill=fill, stroke=stroke)


def _text(text: Text, palette: Mapping[str, str], faces: Mapping[str, tuple[str, float]]) -> Text:
    face, more = faces.get(text.face, (text.face, 1.0))
    sunk = (more - 1) * HALF_FIGURE * text.size if text.face == "number" else 0.0  # it stays in the middle of its box
    return replace(text, y=text.y + sunk, fill=palette.get(text.fill, text.fill), face=face, size=text.size * more)
