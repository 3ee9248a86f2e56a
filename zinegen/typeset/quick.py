"""The typesetter's busiest steps by shorter ways, to the same bytes.

Profiles of whole builds showed steps of WeasyPrint 70 that go a long way round for what nearly every element is:
values that no rule sets, lengths in pixels, square corners, styles for notes that no layout has; and what is made
anew for every line, link or tag. Each is replaced by one that settles the plain case and leaves every other to
WeasyPrint itself. Where a name is not there, in another release, its step stays as it is: slower, not different.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from functools import cache
from typing import Any

NOTES = re.compile(r"footnote|\bnote\b|\bnote-")
"""What a document with notes at the foot of its pages speaks of."""
NOTE_RULE = re.compile(r"^::(?:footnote|note)-[^{]*\{[^}]*\}\n", re.MULTILINE)
"""WeasyPrint's own rules for them, which give every element of every document five styles more."""
RUNS = ("margin_left", "margin_right", "padding_left", "padding_right", "width", "min_width", "max_width")
"""Lengths of which a part is a part of the width of what is around; those below are too, but on pages."""
RISES = ("margin_top", "margin_bottom", "padding_top", "padding_bottom")
BORDERS = tuple(f"border_{side}_width" for side in ("top", "right", "bottom", "left"))

CORNERS = tuple(f"border_{corner}_radius" for corner in ("top_left", "top_right", "bottom_right", "bottom_left"))
FONT = ("font_style", "font_stretch", "font_weight", "font_size", "font_variant_caps", "font_variation_settings")
"""What the description of a font is made of beside its families."""


@cache
def quicken() -> None:
    """Put the shorter ways in, once a process."""
    for step in (_unset_values, _lengths, _corners, _fonts, _page_numbers, _expressions):
        with suppress(ImportError, AttributeError):
            step()


def without_notes(page: Any, *texts: str) -> None:
    """Have a `weasyprint.HTML` give no element a style for notes, where neither it nor its style sheet has any."""
    if not any(map(NOTES.search, texts)):
        with suppress(ImportError):
            sheet = _plain_sheet()
            page._ua_stylesheets = lambda forms=False: [sheet, *type(page)._ua_stylesheets(page, forms)[1:]]


@cache
def _plain_sheet() -> Any:
    """WeasyPrint's own style sheet without what it says of notes."""
    from weasyprint import CSS
    from weasyprint.html import UA, UA_COUNTER_STYLE

    return CSS(string=NOTE_RULE.sub("", UA), counter_style=UA_COUNTER_STYLE.copy())


def _unset_values() -> None:
    """Values of properties that no rule sets: what is inherited or what they are at first, without further ado."""
    from weasyprint.css import ComputedStyle
    from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS
    from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES

    whole = ComputedStyle.__missing__
    turned = {way(block="ttb", inline=inline) for way in PHYSICAL_FUNCTIONS.values() for inline in ("ltr", "rtl")}
    special = {
        "float",
        "display",
        "position",
        "page",
        *(k for k in INITIAL_VALUES if k.startswith("text_decoration_")),
    }
    handed = INHERITED - special
    first = {k: v for k, v in INITIAL_VALUES.items() if k not in special | INHERITED | INITIAL_NOT_COMPUTED}

    def missing(self: Any, key: str) -> Any:
        if key not in self.cascaded:
            if key in first:
                if key not in PHYSICAL_FUNCTIONS or turned.isdisjoint(self.cascaded):
                    value = self[key] = first[key]
                    return value
            elif key in handed and self.parent_style is not None:
                value = self.parent_style[key]
                if value.__class__ is not tuple and getattr(value, "type", None) != "function":
                    self[key] = value
                    return value
        return whole(self, key)

    ComputedStyle.__missing__ = missing


def _lengths() -> None:
    """The lengths of a box: what is in pixels is so at once, and most boxes are sized by their contents."""
    from weasyprint.css.properties import Dimension
    from weasyprint.formatting_structure.boxes import PageBox
    from weasyprint.layout import percent

    whole, part_of = percent.resolve_percentages, percent.percentage

    def one(box: Any, style: Any, name: str, of: Any) -> None:
        value = style[name]
        if value == "auto":
            setattr(box, name, 0 if name in ("min_width", "min_height") else "auto")
        elif value.__class__ is Dimension and value.unit != "%":
            setattr(box, name, value.value)
        else:
            setattr(box, name, part_of(value, style, of))

    def resolve(box: Any, containing_block: Any) -> None:
        style, around = box.style, containing_block
        height = style["height"]
        if height != "auto" and height.__class__ is not Dimension:
            whole(box, around)
            return
        across, down = around if around.__class__ is tuple else (around.width, around.height)
        for name in RUNS:
            one(box, style, name, across)
        rise = down if isinstance(box, PageBox) else across
        for name in RISES:
            one(box, style, name, rise)
        if down == "auto":
            box.height = "auto" if height == "auto" or height.unit == "%" else height.value
            one(box, style, "min_height", 0)
            one(box, style, "max_height", float("inf"))
        else:
            for name in ("height", "min_height", "max_height"):
                one(box, style, name, down)
        collapsed = style["border_collapse"] == "collapse"
        for name in BORDERS:
            if not (collapsed and hasattr(box, name)):  # those of collapsed borders are settled already
                setattr(box, name, style[name])
        if style["box_sizing"] != "content-box":
            percent.adjust_box_sizing(box, "width")
            percent.adjust_box_sizing(box, "height")

    _everywhere("resolve_percentages", whole, resolve)


def _everywhere(name: str, old: Any, new: Any) -> None:
    """Put a function in the place of another, in every module that has taken it by its name."""
    for known, module in list(sys.modules.items()):
        if known.startswith("weasyprint.") and getattr(module, name, None) is old:
            setattr(module, name, new)


def _corners() -> None:
    """Corners: hardly any are round."""
    from weasyprint.css.properties import INITIAL_VALUES
    from weasyprint.layout import percent

    whole, square = percent.resolve_radii_percentages, INITIAL_VALUES[CORNERS[0]]

    def resolve(box: Any) -> None:
        style = box.style
        if all(style[name] is square for name in CORNERS):
            for name in CORNERS:
                setattr(box, name, (0, 0))
        else:
            whole(box)

    if square == ((0, "px"), (0, "px")):
        _everywhere("resolve_radii_percentages", whole, resolve)


def _fonts() -> None:
    """Descriptions of fonts: a document has a few dozen, and each of its lines asks for one."""
    from weasyprint.text import fonts, line_break

    whole = fonts.get_font_description

    def description(style: Any) -> Any:
        known = style.font_config.__dict__.setdefault("_zinegen_fonts", {})
        key = (*style["font_family"], *[style[name] for name in FONT])
        if key not in known:
            known[key] = whole(style)
        return known[key]

    if line_break.get_font_description is whole:  # there nobody changes what is given
        line_break.get_font_description = description


def _page_numbers() -> None:
    """The numbers of all pages, which every link asks for."""
    from pydyf import PDF

    whole = PDF.page_references.fget

    def references(pdf: Any) -> Any:
        count = len(pdf.pages["Kids"])
        if pdf.__dict__.get("_zinegen_pages", (None,))[0] != count:
            pdf._zinegen_pages = count, whole(pdf)
        return pdf._zinegen_pages[1]

    PDF.page_references = property(references)


def _expressions() -> None:
    """The expressions that look for the end of a text in HTML: the reader means to keep them, and makes them anew."""
    from tinyhtml5 import inputstream

    class Kept(dict[Any, Any]):
        def __missing__(self, key: tuple[Any, bool]) -> re.Pattern[str]:
            letters, among = key
            inside = "".join(f"\\x{ord(letter):02x}" for letter in sorted(letters))
            self[key] = found = re.compile(f"[{'' if among else '^'}{inside}]+")
            return found

    if isinstance(inputstream.characters_until_regex, dict):
        inputstream.characters_until_regex = Kept()
