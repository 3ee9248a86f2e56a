"""The front and the back of a booklet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from zinegen.dungeon.model import Dungeon
from zinegen.typeset import matter
from zinegen.typeset.blocks import Block, Para, text
from zinegen.typeset.issue import masthead
from zinegen.typeset.layouts import Layout
from zinegen.typeset.makeup import Makeup
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import Frame, Mark, Page
from zinegen.typeset.writer import w
from zinegen.units import PT_PER_MM
from zinegen.work import PrintOptions

TITLES = ("covertitle", "covertitle2", "covertitle3", "covertitle4")
"""Styles of a cover's title, the largest first."""
TITLE_LINES = 2
TITLE_LINES_MOST = 5
BACK_LINES = 4
MARGIN_MM = 12.0
EDGE_MM = 6.0
"""From the edge of the paper to a frame that runs round the page."""
AIR_MM = 5.0
"""Between such a frame and what stands in it."""
PICTURES = {"engraving": "", "woodcut": "woodcut", "penwork": "medallion", "poster": "poster",
            "photograph": "photograph"}  # fmt: skip
"""Manner of a cover -> the ornament that is its picture; nothing for the engraving alone."""
EVEN_SHARES = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
"""Parts of the width in which a text is tried..."""
EVEN_SLACK = 0.97
"""...and the part of it that is filled, for the typesetter may break a line sooner than was reckoned."""
PANEL_MM = (94.0, 136.0)
"""The most room that the carpet on the back cover takes, of an A5 page."""
PANEL_LEAST_MM = 40.0


def front_cover(pages: Makeup, dungeon: Dungeon, options: PrintOptions, title: str) -> None:
    """The cover: what it is, its name, a picture in the layout's manner, for whom."""
    page = pages.page("cover", anchor="cover")
    pages.marks.append(Mark(1, title, page.number, "cover"))
    manner = pages.layout.ornaments.cover
    margin, y, bottom = MARGIN_MM, 10.0, pages.height - 17.0
    if manner == "penwork":
        within = _page_frame(pages, page, options)
        margin, y, bottom = within, within - 1.0, pages.height - within - 7.0
    wide = pages.width - 2 * margin

    def stand(name: str, y: float, *paras: Para, room: float = 1.0) -> float:
        block = Block(f"cover-{name}", "cover", paras)
        across, aside = even_width(pages, paras[:1], wide)
        tall = pages.high(block, across) + room
        frame = Frame(f"f-1-{name}", margin + aside, y, across, tall)
        page.frames.append(frame)
        pages.put(frame, block)
        return y + tall

    style, words = title_style(pages, title, wide)
    if dungeon.zine:
        mast = pages.fit_lines(dungeon.zine.title, TITLES[-1], wide, 1)
        y = stand("mast", y - 2.0, Para(TITLES[-1], text(mast)))
        y = stand("number", y, Para("covermeta", text(masthead(dungeon.zine))), room=1.5)
    y = stand("meta", y, Para("covermeta", text(matter.facts(dungeon))), room=2.0)
    y = stand("title", y, Para(style, text(words), "h1"), room=0.6)
    if dungeon.premise.subtitle:
        under = pages.fit_lines(dungeon.premise.subtitle, "coversub", wide, 3)
        y = stand("sub", y, Para("coversub", text(under)))
    stand("foot", bottom, Para("coverfoot", text(foot(dungeon, options))))
    if manner != "none":
        frame = Frame("f-1-art", margin, y + 2.5, wide, bottom - y - 6.0)
        page.frames.append(frame)
        wanted = cover_picture(pages.layout, "cover", wide, frame.height, options.ink)
        pages.picture(frame, wanted, w("page", "cover_alt"))


def even_width(pages: Makeup, paras: Sequence[Para], wide: float) -> tuple[float, float]:
    """The width in which texts have as many lines as in `wide`, of about one length: no word stands alone.

    Returns: it, and how far from the left of `wide` it begins, in mm: what is centred stays so.
    """
    ruler = pages.pourer.ruler

    def lines(share: float) -> list[int]:
        return [ruler.lines(para, share * wide * PT_PER_MM) for para in paras]

    if max(lines(1.0)) == 1:
        return wide, 0.0
    words = [(word, para) for para in paras for word in "".join(run.text for run in para.runs).split()]
    least = max(ruler.text_width(word, ruler.style(para.style)) for word, para in words) / PT_PER_MM + 1.0
    shares = [share for share in EVEN_SHARES if share * wide >= least]
    across = wide * next((s for s in shares if lines(EVEN_SLACK * s) == lines(1.0)), 1.0)
    centred = ruler.style(paras[0].style).align == "center"
    return across, (wide - across) / 2 if centred else 0.0


def cover_picture(layout: Layout, name: str, width: float, height: float, ink: str) -> Wanted:
    """The picture of a cover in the manner of its layout."""
    what = PICTURES.get(layout.ornaments.cover, "")
    kind: Literal["ornament", "cover"] = "ornament" if what else "cover"
    return Wanted(name, kind, width, height, ink, what=what, accent=accent_of(layout))


def accent_of(layout: Layout) -> str:
    """The colour in which a layout's rubricator writes, as #rrggbb; black where there is none."""
    colour = str(layout.look.get("rubric", "#000000"))
    return "#" + "".join(2 * digit for digit in colour[1:]) if len(colour) == 4 else colour


def _page_frame(pages: Makeup, page: Page, options: PrintOptions) -> float:
    """A frame round a page; returns how far from the edge of the paper what stands in it begins."""
    from zinegen.draw.ornaments import band_of

    wide, high = pages.width - 2 * EDGE_MM, pages.height - 2 * EDGE_MM
    frame = Frame(f"f-{page.number}-frame", EDGE_MM, EDGE_MM, wide, high)
    page.frames.append(frame)
    wanted = Wanted(f"frame-{page.number}", "ornament", wide, high, options.ink, what="pen_frame")
    pages.picture(frame, wanted, w("page", "ornament_alt"))
    return EDGE_MM + band_of(wide) + AIR_MM


def foot(dungeon: Dungeon, options: PrintOptions) -> str:
    """For whom, under which licence."""
    return " · ".join(part for part in (matter.party(dungeon), options.licence) if part)


def title_style(pages: Makeup, title: str, wide: float) -> tuple[str, str]:
    """The largest style in which a title stands in two lines, no word broken; the longest titles are cut."""
    ruler = pages.pourer.ruler
    for style in TITLES:
        size = ruler.style(style)
        longest = max((ruler.text_width(word, size) for word in title.split()), default=0.0)
        lines = ruler.lines(Para(style, text(title)), wide * PT_PER_MM)
        if longest <= wide * PT_PER_MM and lines <= TITLE_LINES:
            return style, title
    return TITLES[-1], pages.fit_lines(title, TITLES[-1], wide, TITLE_LINES_MOST)


def back_cover(pages: Makeup, dungeon: Dungeon, options: PrintOptions, title: str) -> None:
    """The back: the plan as an ornament, its name again, what it promises."""
    page = pages.page("back", anchor="back")
    wide = pages.width - 48.0
    fits = pages.pourer.ruler.lines(Para("backtitle", text(title)), wide * PT_PER_MM) <= BACK_LINES
    style, most = ("backtitle", BACK_LINES) if fits else (TITLES[-1], TITLE_LINES_MOST)
    lines = [Para(style, text(pages.fit_lines(title, style, wide, most)))]
    if dungeon.premise.subtitle:
        lines.append(Para("coversub", text(pages.fit_lines(dungeon.premise.subtitle, "coversub", wide, 4))))
    lines.append(Para("coverfoot", text(matter.facts(dungeon))))
    lines.append(Para("coverfoot", text(foot(dungeon, options))))
    block = Block("back-text", "cover", tuple(lines))
    across, aside = even_width(pages, lines, wide)
    tall = pages.high(block, across) + 2.0
    what, y = pages.layout.ornaments.back, pages.height * 0.3
    high = min(PANEL_MM[1], pages.height - 2 * 18.0 - tall - 8.0)
    if what != "none" and high >= PANEL_LEAST_MM:
        broad = min(PANEL_MM[0], high / 1.25)
        top = (pages.height - high - 8.0 - tall) / 2
        panel = Frame("f-back-art", (pages.width - broad) / 2, top, broad, high)
        page.frames.append(panel)
        wanted = Wanted("carpet", "ornament", broad, high, options.ink, what=what)
        pages.picture(panel, wanted, w("page", "ornament_alt"))
        y = top + high + 8.0
    frame = Frame("f-back", 24.0 + aside, y, across, min(pages.height * 0.55, pages.height - y - 6.0))
    page.frames.append(frame)
    pages.put(frame, block)
