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
from operator import itemgetter
from typing import Any

NOTES = re.compile(r"footnote|note\(|::note|@note", re.IGNORECASE)
"""What a document with notes at the foot of its pages speaks of."""
NOTE_RULE = re.compile(r"^::(?:footnote|note)-[^{]*\{[^}]*\}\n", re.MULTILINE)
"""WeasyPrint's own rules for them, which give every element of every document five styles more."""
LISTS = re.compile(r"list-item|::marker", re.IGNORECASE)
"""What a document speaks of in which other elements than `li` have markers."""
LIST_ITEMS = re.compile(r"(?<=display: )list-item")
MARKER = re.compile(r"^::marker\b", re.MULTILINE)
RISES = ("margin_top", "margin_bottom", "padding_top", "padding_bottom")
"""Lengths of which a part is one of the width of what is around, but on pages; of those below it is so everywhere."""
RUNS = ("margin_left", "margin_right", "padding_left", "padding_right", "width", "min_width", "max_width")
HEIGHTS = ("height", "min_height", "max_height")
LENGTHS = (*RUNS, *RISES, *HEIGHTS)
MOST_SETTLED = 20_000
"""Sets of lengths that are kept, in a process that lives on."""
BORDERS = tuple(f"border_{side}_width" for side in ("top", "right", "bottom", "left"))

CORNERS = tuple(f"border_{corner}_radius" for corner in ("top_left", "top_right", "bottom_right", "bottom_left"))
FONT = ("font_style", "font_stretch", "font_weight", "font_size", "font_variant_caps", "font_variation_settings")
"""What the description of a font is made of beside its families."""
FACE = (
    "font_family", "font_style", "font_stretch", "font_weight", "font_variant_ligatures", "font_variant_position",
    "font_variant_caps", "font_variant_numeric", "font_variant_alternates", "font_variant_east_asian",
    "font_feature_settings", "font_variation_settings", "font_language_override", "lang",
)  # fmt: skip
"""All that tells one face of a font from another."""


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
    """Values of properties: a style begins with those that no rule sets; most of the others need no computing."""
    from weasyprint.css import COMPUTER_FUNCTIONS, AnonymousStyle, ComputedStyle, Pending, check_math
    from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS
    from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES

    whole, styled, anonymous = ComputedStyle.__missing__, ComputedStyle.__init__, AnonymousStyle.__init__
    turned = {way(block="ttb", inline=inline) for way in PHYSICAL_FUNCTIONS.values() for inline in ("ltr", "rtl")}
    shown = ("float", "display", "position")
    passed = {"page", *(f"text_decoration_{name}" for name in ("color", "style", "thickness", "line"))}
    passed &= INITIAL_VALUES.keys()
    special = {*shown, *passed, *(name for name in INITIAL_VALUES if name.startswith("text_decoration_"))}
    handed = sorted((INHERITED - special) | passed)
    first = {k: v for k, v in INITIAL_VALUES.items() if k not in special | INHERITED | INITIAL_NOT_COMPUTED}
    boxed = {k: INITIAL_VALUES[k] for k in shown if k not in INITIAL_NOT_COMPUTED}
    of_parent = itemgetter(*handed)

    def given(parent: Any) -> tuple[dict[str, Any], tuple[Any, ...]]:
        """What a style's children have where no rule says otherwise: nearly always what it was given itself."""
        known: tuple[dict[str, Any], tuple[Any, ...]] | None = parent.__dict__.get("_zinegen_gives")
        if known is None:
            known = parent.__dict__.get("_zinegen_given", (first, ()))
            values = of_parent(parent)
            if values != known[1]:
                own = {key: value for key, value in zip(handed, values, strict=True) if not check_math(value)}
                known = {**first, **own}, values
            parent._zinegen_gives = known
        return known

    def begin(self: Any, parent_style: Any, cascaded: Any, *more: Any) -> None:
        if parent_style is not None:
            self._zinegen_given = given(parent_style)
            self.update(self._zinegen_given[0])
            for key in cascaded:
                self.pop(key, None)
            if not turned.isdisjoint(cascaded):
                for key in PHYSICAL_FUNCTIONS:
                    self.pop(key, None)
        styled(self, parent_style, cascaded, *more)

    def begin_anonymous(self: Any, parent_style: Any) -> None:
        self._zinegen_given = given(parent_style)
        self.update(self._zinegen_given[0])
        self.update(boxed)
        anonymous(self, parent_style)

    def missing(self: Any, key: str) -> Any:
        if key in self.cascaded and key not in special:
            value = self.cascaded[key][0]
            named = value.__class__ is str and value in ("inherit", "initial")
            logical = key in PHYSICAL_FUNCTIONS and not turned.isdisjoint(self.cascaded)
            if not (named or logical or key[:2] == "__" or isinstance(value, Pending) or check_math(value)):
                if key in COMPUTER_FUNCTIONS:
                    value = COMPUTER_FUNCTIONS[key](self, key, value)
                self[key] = value
                return value
        return whole(self, key)

    ComputedStyle.__missing__, ComputedStyle.__init__ = missing, begin
    AnonymousStyle.__init__ = begin_anonymous


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
    """The lengths of a box: few are parts of what is around it, and those of most boxes are settled together."""
    from weasyprint.css.properties import Dimension
    from weasyprint.formatting_structure.boxes import Box, PageBox
    from weasyprint.layout import percent

    whole, part_of = percent.resolve_percentages, percent.percentage
    lengths, borders = itemgetter(*LENGTHS), itemgetter(*BORDERS)
    settled: dict[Any, tuple[dict[str, Any], tuple[str, ...]]] = {}

    def settle(values: tuple[Any, ...]) -> tuple[dict[str, Any], tuple[str, ...]]:
        """What lengths come to whatever is around them, and the names of those that depend on it."""
        known: dict[str, Any] = {}
        for name, value in zip(LENGTHS, values, strict=True):
            if value == "auto":
                known[name] = 0 if name in ("min_width", "min_height") else "auto"
            elif value.__class__ is Dimension and value.unit != "%":
                known[name] = value.value
        if len(settled) > MOST_SETTLED:
            settled.clear()
        settled[values] = known, tuple(name for name in LENGTHS if name not in known)
        return settled[values]

    def resolve(box: Any, containing_block: Any) -> None:
        style, around = box.style, containing_block
        height = style["height"]
        if not isinstance(box, Box) or (height != "auto" and height.__class__ is not Dimension):
            whole(box, around)
            return
        values = lengths(style)
        try:
            known, parts = settled.get(values) or settle(values)
        except TypeError:  # a sum of lengths, which has no hash
            whole(box, around)
            return
        box.__dict__.update(known)
        if parts:
            across, down = around if around.__class__ is tuple else (around.width, around.height)
            for name in parts:
                of = down if name in HEIGHTS or (name in RISES and isinstance(box, PageBox)) else across
                if of == "auto":
                    of = float("inf") if name == "max_height" else 0
                setattr(box, name, part_of(style[name], style, of))
            if down == "auto" and "height" in parts:
                box.height = "auto"
        if style["border_collapse"] != "collapse":
            box.__dict__.update(zip(BORDERS, borders(style), strict=True))
        else:
            for name in BORDERS:
                if not hasattr(box, name):  # those of collapsed borders are settled already
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
    """Fonts: a document has a few dozen, and each of its lines asks for their descriptions and their heights."""
    from weasyprint.text import fonts, line_break

    whole, key_of = fonts.get_font_description, line_break._font_style_cache_key
    faced, sized = itemgetter(*FACE), itemgetter(*FACE, "font_size", "line_height")
    faces: dict[Any, Any] = {}

    def description(style: Any) -> Any:
        known = style.font_config.__dict__.setdefault("_zinegen_fonts", {})
        key = (*style["font_family"], *[style[name] for name in FONT])
        if key not in known:
            known[key] = whole(style)
        return known[key]

    def face(style: Any, include_size: bool = False) -> Any:
        key = sized(style) if include_size else faced(style)
        try:
            return faces.setdefault(key, key)
        except TypeError:  # a list of families, as texts in SVG have it
            return key_of(style, include_size)

    if line_break.get_font_description is whole:  # there nobody changes what is given
        line_break.get_font_description = description
    line_break._font_style_cache_key = face

    measured = line_break.strut

    def strut(style: Any) -> Any:
        known = style.font_config.strut_layouts.get(face(style, True)) if style["font_size"] else None
        return known or measured(style)

    _everywhere("strut", measured, strut)


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
