"""A plan -> HTML and CSS: the templates of the layout, fed with flat data that leaves them nothing to decide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

import jinja2
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

from zinegen.errors import LayoutError
from zinegen.typeset.blocks import Box, Para, Part, Picture, Ruled, Run, Table
from zinegen.typeset.layouts import Layout, Product
from zinegen.typeset.mistakes import FAULTS, marked, mistake
from zinegen.typeset.overrides import watch_blocks
from zinegen.typeset.plan import Frame, Page, Plan

_TAGS = {
    "b": ("<b>", "</b>"),
    "i": ("<i>", "</i>"),
    "s": ("<small>", "</small>"),
    "n": ('<span class="n">', "</span>"),
    "p": ('<span class="p">', "</span>"),
    "folio": ('<b class="fo">', "</b>"),
    "init": ('<span class="init">', "</span>"),
}


GIVEN = ("chain", "page", "pages", "frame", "part", "loop")
"""Names that every template knows."""
LONG_WORD = 24
"""The most letters of a word that surely finds room on a line."""
BARE = ("cover", "back", "onepage", "mini", "handout")
"""Kinds of pages without running heads, whose frames count from the corner of the paper."""


@dataclass(frozen=True)
class Drawn:
    """A drawn picture: its true size in mm, its words, where its areas lie, and its PDF form."""

    width_mm: float
    height_mm: float
    title: str
    spots: dict[str, tuple[float, float, float, float]]
    """Area id -> left, top, width, height in mm."""
    form: Any
    """A `draw.pdfops.Form`, or SVG text where the typesetter takes no forms."""


@dataclass
class Sheet:
    """What a document's templates are given besides its pages."""

    layout: Layout
    product: Product
    name: str
    """The product's name: its template is NAME.html, its style sheet NAME.css."""
    levels: tuple[int, ...]
    values: dict[str, Any] = field(default_factory=dict)
    link_words: dict[str, str] = field(default_factory=dict)
    """Anchor -> what a link to it says to who cannot see it."""
    seed: str = ""
    """The dungeon's: what pieces of paper look like hangs on it."""


_RANGE = re.compile(r"\d+–\d+")


def runs_html(runs: tuple[Run, ...], letters: frozenset[str]) -> Markup:
    """Runs as HTML: a link, a look or bare text each.

    Args:   letters: those of the body's own face. What another face lends would make its line higher than the others,
            so it is marked: a style sheet gives it no height.
    A space between two of them goes with the second: WeasyPrint 70 breaks a line too early where a text that just
    fits ends in a space.
    """
    out, space = [], ""
    for run in runs:
        words = space + run.text
        kept = words.rstrip(" ")
        space = words[len(kept) :]
        if not kept:
            continue
        words = str(escape(kept)) if letters.issuperset(kept) else _lent(kept, letters)
        words = _RANGE.sub(r'<span class="nb">\g<0></span>', words) if "–" in words else words
        if run.to:
            folio = ' class="fo"' if run.look == "folio" else ""
            out.append(f'<a{folio} href="zg:{escape(run.to)}">{words}</a>')
        elif run.look in _TAGS:
            before, after = _TAGS[run.look]
            out.append(f"{before}{words}{after}")
        else:
            out.append(words)
    return Markup("".join(out))


def _lent(words: str, letters: frozenset[str]) -> str:
    """A text as HTML, what is not among the letters marked; but where a word may have to be broken anywhere.

    WeasyPrint 70 lets such a word run out of its line if a sign marked by itself is tied to it.
    """
    if max(map(len, words.split())) > LONG_WORD:
        return str(escape(words))
    pieces = ((own, escape("".join(group))) for own, group in groupby(words, letters.__contains__))
    return "".join(str(piece) if own else f'<span class="lent">{piece}</span>' for own, piece in pieces)


class Sandbox(SandboxedEnvironment):
    """Jinja's own, but that it settles once for all things of a kind whether a name of theirs may be read."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._safe: dict[tuple[type, str], bool] = {}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may read a thing's attribute: its kind and the name decide."""
        key = type(obj), attr
        if key not in self._safe:
            self._safe[key] = super().is_safe_attribute(obj, attr, value)
        return self._safe[key]


class Templates(jinja2.FileSystemLoader):
    """Jinja's own, but that a file in another encoding is a mistake in that file."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Any]:
        """The text of a template, its path, and whether it is up to date."""
        try:
            return super().get_source(environment, template)
        except UnicodeDecodeError as fault:
            line = fault.object.count(b"\n", 0, fault.start) + 1
            file = str(Path(self.searchpath[0]) / template)
            said = "it is not in UTF-8: save it as UTF-8"
            raise jinja2.TemplateSyntaxError(said, line, template, file) from None


@cache
def environment(layout: Layout) -> SandboxedEnvironment:
    """The templates of a layout; sandboxed, for a layout may come from anyone."""
    each = {folder.name: Templates(str(folder)) for folder in layout.folders}
    found = Sandbox(
        loader=jinja2.ChoiceLoader([*each.values(), jinja2.PrefixLoader(each, delimiter=":")]),
        autoescape=lambda name: not (name or "").endswith(".css"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    watch_blocks(found, layout.folders[0])
    found.filters["runs"] = partial(runs_html, letters=layout.body_letters)
    found.globals["chain"] = layout.chain
    return found


def render(layout: Layout, name: str, values: dict[str, Any]) -> str:
    """One template with its values. Raises LayoutError that names file, line and mistake."""
    try:
        printed = environment(layout).get_template(name).render(values)
        printed.encode()  # an escape may have made what is no letter
        return printed
    except FAULTS as fault:
        raise LayoutError(mistake(fault, _file_of(layout, name), [*values, *GIVEN])) from None


def _file_of(layout: Layout, name: str) -> Path:
    """Where a template lies, or would: `classic:pages.css` with that ancestor, else with the first that has it."""
    folder, _, file = name.rpartition(":")
    for one in layout.folders:
        if folder in ("", one.name) and (one / file).is_file():
            return one / file
    return layout.folders[0] / file


def own_sheets(layout: Layout, names: Sequence[str], values: dict[str, Any]) -> list[str]:
    """The style sheets of those names along a layout's ancestors, the oldest first, each marked with its file."""
    found = [one for name in names for one in layout.sheets(name)]
    return [marked(_file_of(layout, one), render(layout, one, values)) for one in found]


def style_sheet(sheet: Sheet, plan: Plan, scale: float) -> str:
    """The whole CSS of a part: text styles at its scale, then base's sheets, then the layout's own."""
    layout = sheet.layout
    step = min(17.0, (plan.height_mm - sheet.product.top - 30) / max(1, max(sheet.levels, default=1)))
    values = {
        "page": {"width": plan.width_mm, "height": plan.height_mm}, "product": sheet.product,
        "levels": sheet.levels, "thumb_step": round(step, 2), "scale": scale, "look": layout.look,
    }  # fmt: skip
    own = own_sheets(layout, ("pages.css", f"{sheet.name}.css"), values)
    return "\n".join([layout.css(scale), *own])


def document(sheet: Sheet, plan: Plan, pages: list[Page], drawn: dict[str, Drawn]) -> str:
    """The HTML of some pages of a plan."""
    values = {
        **sheet.values, "language": plan.language, "title": plan.title,
        "pages": [_page(page, sheet, plan, drawn) for page in pages],
    }  # fmt: skip
    return render(sheet.layout, f"{sheet.name}.html", values)


def _page(page: Page, sheet: Sheet, plan: Plan, drawn: dict[str, Drawn]) -> dict[str, Any]:
    product = sheet.product
    bare = page.kind in BARE
    left = 0.0 if bare else product.inner if page.side == "right" else product.outer
    top, foot = (0.0, 0.0) if bare else (product.top, product.bottom)
    rule = page.rule and {
        "left": _mm(page.rule[0] - left),
        "top": _mm(page.rule[1] - top),
        "height": _mm(page.rule[2]),
    }
    return {
        "number": page.number, "kind": page.kind, "side": page.side, "outer": page.outer, "inner": page.inner,
        "folio": "" if bare else str(page.number), "thumb": page.thumb, "rule": rule,
        "rule_y": None if page.rule_y is None else _mm(page.rule_y - top),
        "height": _mm(plan.height_mm - top - foot),
        "named": "bare" if bare else f"lv{page.thumb}" if page.thumb else "text",
        "frames": [_frame(frame, left, top, sheet, drawn) for frame in page.frames],
    }  # fmt: skip


def _frame(frame: Frame, left: float, top: float, sheet: Sheet, drawn: dict[str, Drawn]) -> dict[str, Any]:
    blocks = [
        {"id": placed.block.id, "kind": placed.block.kind, "gap": round(placed.gap_pt, 2), "data": placed.block.data,
         "parts": [_part(part, drawn) for part in placed.block.parts]}
        for placed in frame.placed
    ]  # fmt: skip
    return {"id": frame.id, "left": _mm(frame.x - left), "top": _mm(frame.y - top), "width": _mm(frame.width),
            "height": _mm(frame.height), "blocks": blocks}  # fmt: skip


def _mm(value: float) -> float:
    return round(value, 3)


def _part(part: Part, drawn: dict[str, Drawn]) -> dict[str, Any]:
    match part:
        case Para():
            return {"kind": "para", "style": part.style, "runs": part.runs, "tag": part.tag}
        case Box():
            return {"kind": "box", "style": part.style, "parts": [_part(p, drawn) for p in part.parts]}
        case Table():
            widths = [f"{100 * share:.2f}%" for share in part.columns]
            return {"kind": "table", "style": part.style, "widths": widths, "align": part.align, "head": part.head,
                    "rows": part.rows, "strong_last": part.strong_last}  # fmt: skip
        case Ruled():
            return {"kind": "ruled", "lines": part.lines, "pitch_pt": part.pitch_pt}
        case Picture():
            return _picture(part, drawn[part.name])


def _picture(part: Picture, drawn: Drawn) -> dict[str, Any]:
    """A picture in the middle of the room kept for it, made smaller where it came out larger."""
    shrink = min(1.0, part.width_mm / drawn.width_mm, part.height_mm / drawn.height_mm)
    width, height = drawn.width_mm * shrink, drawn.height_mm * shrink
    left, top = (part.width_mm - width) / 2, (part.height_mm - height) / 2 if part.centred else 0.0
    spots = [
        {"anchor": area, "left": _mm(left + x * shrink), "top": _mm(top + y * shrink), "width": _mm(wide * shrink),
         "height": _mm(high * shrink)}
        for area, (x, y, wide, high) in sorted(drawn.spots.items())
    ]  # fmt: skip
    return {"kind": "picture", "name": part.name, "alt": part.alt or drawn.title, "height_mm": _mm(part.height_mm),
            "left_mm": _mm(left), "top_mm": _mm(top), "true_width_mm": _mm(width), "true_height_mm": _mm(height),
            "spots": spots}  # fmt: skip
