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

NOTES = re.compile(r"footnote|note\(|::note|@note", re.IGNORECASE)
"""What a document with notes at the foot of its pages speaks of."""
NOTE_RULE = re.compile(r"^::(?:footnote|note)-[^{]*\{[^}]*\}\n", re.MULTILINE)
"""WeasyPrint's own rules for them, which give every element of every document five styles more."""
LISTS = re.compile(r"list-item|::marker", re.IGNORECASE)
"""What a document speaks of in which other elements than `li` have markers."""
LIST_ITEMS = re.compile(r"(?<=display: )list-item")
MARKER = re.compile(r"^::marker\b", re.MULTILINE)
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
    for step in (_values, _beside, _lengths, _boxes, _fonts, _bytes, _page_numbers, _expressions):
        with suppress(ImportError, AttributeError):
            step()


def without_notes(page: Any, *texts: str) -> None:
    """Have a `weasyprint.HTML` give no element a style for notes, where neither it nor its style sheet has any.

    Nor one for the marker of a list's item, where it is none.
    """
    if not any(map(NOTES.search, texts)):
        with suppress(ImportError):
            sheet = _plain_sheet(any(map(LISTS.search, texts)))
            page._ua_stylesheets = lambda forms=False: [sheet, *type(page)._ua_stylesheets(page, forms)[1:]]


@cache
def _plain_sheet(lists: bool) -> Any:
    """WeasyPrint's own style sheet without what it says of notes; without `lists`, `li` alone has a marker."""
    from weasyprint import CSS
    from weasyprint.css.counters import CounterStyle
    from weasyprint.html import UA

    rules = NOTE_RULE.sub("", UA)
    if not lists and len(LIST_ITEMS.findall(rules)) == 1:
        rules = MARKER.sub("li::marker", rules)
    return CSS(string=rules, counter_style=CounterStyle())


def _values() -> None:
    """Values of properties: most are not set or set plainly, to what needs no computing beside its own."""
    from weasyprint.css import COMPUTER_FUNCTIONS, ComputedStyle, Pending, check_math
    from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS
    from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES

    whole = ComputedStyle.__missing__
    turned = {way(block="ttb", inline=inline) for way in PHYSICAL_FUNCTIONS.values() for inline in ("ltr", "rtl")}
    decorations = [name for name in INITIAL_VALUES if name.startswith("text_decoration_")]
    special = {"float", "display", "position", "page", *decorations}
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
                if not check_math(value):
                    self[key] = value
                    return value
        elif key not in special and (key not in PHYSICAL_FUNCTIONS or turned.isdisjoint(self.cascaded)):
            value = self.cascaded[key][0]
            named = value.__class__ is str and value in ("inherit", "initial")
            if not (named or key[:2] == "__" or isinstance(value, Pending) or check_math(value)):
                if key in COMPUTER_FUNCTIONS:
                    value = COMPUTER_FUNCTIONS[key](self, key, value)
                self[key] = value
                return value
        return whole(self, key)

    ComputedStyle.__missing__ = missing


def _beside() -> None:
    """Styles of what is put before and after elements: like ones are shared, as those of elements are."""
    from weasyprint.css import StyleFor

    whole = StyleFor.set_computed_styles

    def computed(self: Any, element: Any, parent: Any, **given: Any) -> None:
        kind = given.get("pseudo_type")
        if kind not in ("before", "after"):
            whole(self, element, parent, **given)
            return
        styles, rules = self.get_computed_styles(), self.get_cascaded_styles()[element, kind]
        known = self.__dict__.setdefault("_zinegen_beside", {})
        key = id(styles[parent, None]), kind, *((name, id(value), weight) for name, (value, weight) in rules.items())
        if key not in known:
            whole(self, element, parent, **given)
            known[key] = styles[element, kind]
        styles[element, kind] = known[key]

    StyleFor.set_computed_styles = computed


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


def _boxes() -> None:
    """Boxes: hardly any has round corners, and most are in the flow."""
    from weasyprint.css.properties import INITIAL_VALUES
    from weasyprint.formatting_structure.boxes import Box
    from weasyprint.layout import percent

    rounded, flows, none = Box.rounded_box, Box.is_in_normal_flow, (0, 0)

    def outline(self: Any, top: float, right: float, bottom: float, left: float) -> Any:
        if min(top, right, bottom, left) < 0 or any(getattr(self, name) != none for name in CORNERS):
            return rounded(self, top, right, bottom, left)
        across, down = self.border_width() - left - right, self.border_height() - top - bottom
        return self.border_box_x() + left, self.border_box_y() + top, across, down, none, none, none, none

    def in_flow(self: Any) -> Any:
        style = self.style
        return (style["position"] == "static" and style["float"] == "none") or flows(self)

    Box.rounded_box, Box.is_in_normal_flow = outline, in_flow

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


def _bytes() -> None:
    """What is written into a PDF: bytes, whole numbers, fractions, texts and objects, each by its class."""
    import pydyf

    whole = pydyf._to_bytes

    def written(item: Any) -> Any:
        kind = item.__class__
        if kind is bytes:
            return item
        if kind is str:
            return item.encode("ascii")
        if kind is float:
            return b"%d" % item if item.is_integer() else (b"%f" % item).rstrip(b"0")
        return b"%d" % item if kind is int else whole(item)

    pydyf._to_bytes = written


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
