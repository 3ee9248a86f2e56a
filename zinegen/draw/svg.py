"""Picture -> SVG: the only module that knows drawsvg.

Each layer is a group with a class, each of its paths one element with whole numbers of twentieths of a mm. Nothing is
used that WeasyPrint draws otherwise than browsers do: no CSS, filter, clip, textPath or paint-order.
"""

from __future__ import annotations

from itertools import groupby

import drawsvg as dw
import numpy as np
from numpy.typing import NDArray

from zinegen.draw.faces import FACES
from zinegen.draw.picture import Layer, Path, Picture, Text

Whole = NDArray[np.int64]

PER_MM = 20
"""SVG units to a mm."""


def to_svg(picture: Picture, *, id_prefix: str, per_mm: int = PER_MM) -> str:
    """The picture as an SVG document.

    `id_prefix` begins every id, so that several pictures may stand on one page. `per_mm`: units to a mm, fewer for a
    smaller and coarser drawing. Raises nothing.
    """
    k = picture.scale * per_mm
    width, height = round(picture.width_mm * per_mm), round(picture.height_mm * per_mm)
    named = {"role": "img", "aria_labelledby": f"{id_prefix}-title {id_prefix}-desc"}
    drawing = dw.Drawing(width, height, id_prefix=id_prefix, **named)
    drawing.append(dw.Title(picture.title, id=f"{id_prefix}-title"))
    drawing.append(dw.Raw(f'<desc id="{id_prefix}-desc">{_escaped(picture.desc)}</desc>'))
    for layer in picture.layers:
        drawing.append(_group(layer, k, picture))
    text = str(drawing.as_svg(header=""))
    head = f'width="{width}" height="{height}"'
    text = text.replace(head, f'width="{picture.width_mm:.2f}mm" height="{picture.height_mm:.2f}mm"', 1)
    text = text.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "", 1).replace("<defs>\n</defs>\n", "", 1)
    return text.replace(" />", "/>") + "\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _group(layer: Layer, k: float, picture: Picture) -> dw.Group:
    group = dw.Group(class_=f"ly-{layer.name}")
    for path in layer.paths:
        d = path_data(path, k, picture.origin)
        if d:
            group.append(dw.Path(d=d, **_style(path, k)))
    for rim in (True, False):  # a halo is a stroked text of its own: paint-order fails in WeasyPrint
        texts = [t for t in layer.texts if t.halo or not rim]
        for style, same in groupby(texts, key=lambda t: (t.face, t.size, t.anchor, t.fill, t.halo if rim else 0)):
            group.append(_texts(list(same), style[4] * k, k, picture))
    return group


def _style(path: Path, k: float) -> dict[str, str | int]:
    style: dict[str, str | int] = {"fill": path.fill or "none"}
    if path.evenodd:
        style["fill_rule"] = "evenodd"
    if path.stroke:
        style |= {"stroke": path.stroke, "stroke_width": _short(path.width * k)}
        if path.cap == "round":
            style["stroke_linecap"] = "round"
        if path.join == "round":
            style["stroke_linejoin"] = "round"
        if path.dash:
            style["stroke_dasharray"] = " ".join(_short(d * k) for d in path.dash)
    return style


def _texts(texts: list[Text], halo: float, k: float, picture: Picture) -> dw.Group:
    first, face = texts[0], FACES[texts[0].face]
    style: dict[str, str | int] = {"font_family": face.stack, "font_size": _short(first.size * k)}
    if face.weight != 400:
        style["font_weight"] = face.weight
    if face.italic:
        style["font_style"] = "italic"
    if first.anchor != "start":
        style["text_anchor"] = first.anchor
    style["fill"] = picture.paper if halo else first.fill
    if halo:
        style |= {"stroke": picture.paper, "stroke_width": _short(halo), "stroke_linejoin": "round"}
    group = dw.Group(**style)
    x0, y0 = picture.origin
    for t in texts:
        x, y = _short((t.x - x0) * k), _short((t.y - y0) * k)
        group.append(dw.Raw(f'<text x="{x}" y="{y}">{_escaped(t.text)}</text>'))
    return group


def _short(value: float) -> str:
    """A number with at most one decimal, none where it is whole."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def path_data(path: Path, k: float, origin: tuple[float, float]) -> str:
    """The `d` of a path: relative whole numbers, `m` first in every stretch."""
    parts = [
        _DATA[part.kind](np.rint((part.points - origin) * k).astype(np.int64))
        for part in path.parts
        if len(part.points)
    ]
    return "".join(parts).replace(" -", "-")


def _line(at: Whole, close: str = "") -> str:
    step = np.diff(at, axis=0)
    step = step[step.any(axis=1)]
    if not len(step):
        return "" if close else f"M{at[0][0]} {at[0][1]}h0"
    return f"M{at[0][0]} {at[0][1]}l{' '.join(map(str, step.ravel().tolist()))}{close}"


def _ring(at: Whole) -> str:
    return _line(at, "z")


def _curve(at: Whole, close: str = "") -> str:
    base = np.repeat(at[:-1:3], 3, axis=0)
    return f"M{at[0][0]} {at[0][1]}c{' '.join(map(str, (at[1:] - base).ravel().tolist()))}{close}"


def _loop(at: Whole) -> str:
    return _curve(at, "z")


def _ticks(at: Whole) -> str:
    """Strokes, each begun from the end of the last: a third shorter than absolute places."""
    if not len(at):
        return ""
    start = at[:, 0].copy()
    start[1:] -= at[:-1, 1]
    rows = np.concatenate([start, at[:, 1] - at[:, 0]], axis=1).tolist()
    first = rows[0]
    rest = "".join([f"m{a} {b} {c} {d}" for a, b, c, d in rows[1:]])
    return f"M{first[0]} {first[1]}l{first[2]} {first[3]}{rest}"


_DATA = {"line": _line, "ring": _ring, "curve": _curve, "loop": _loop, "ticks": _ticks}
