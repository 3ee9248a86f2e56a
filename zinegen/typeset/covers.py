"""The front and the back of a booklet."""

from __future__ import annotations

from zinegen.dungeon.model import Dungeon
from zinegen.typeset import matter
from zinegen.typeset.blocks import Block, Para, text
from zinegen.typeset.issue import masthead
from zinegen.typeset.makeup import Makeup
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import Frame, Mark
from zinegen.typeset.writer import w
from zinegen.units import PT_PER_MM
from zinegen.work import PrintOptions

TITLES = ("covertitle", "covertitle2", "covertitle3", "covertitle4")
"""Styles of a cover's title, the largest first."""
TITLE_LINES = 2
TITLE_LINES_MOST = 5
MARGIN_MM = 12.0


def front_cover(pages: Makeup, dungeon: Dungeon, options: PrintOptions, title: str) -> None:
    """The cover: what it is, its name, a picture, for whom."""
    page = pages.page("cover", anchor="cover")
    pages.marks.append(Mark(1, title, page.number, "cover"))
    wide = pages.width - 2 * MARGIN_MM

    def stand(name: str, y: float, *paras: Para, room: float = 1.0) -> float:
        block = Block(f"cover-{name}", "cover", paras)
        tall = pages.high(block, wide) + room
        frame = Frame(f"f-1-{name}", MARGIN_MM, y, wide, tall)
        page.frames.append(frame)
        pages.put(frame, block)
        return y + tall

    style, words = title_style(pages, title, wide)
    y = 10.0
    if dungeon.zine:
        mast = pages.fit_lines(dungeon.zine.title, TITLES[-1], wide, 1)
        y = stand("mast", y - 2.0, Para(TITLES[-1], text(mast)))
        y = stand("number", y, Para("covermeta", text(masthead(dungeon.zine))), room=1.5)
    y = stand("meta", y, Para("covermeta", text(matter.facts(dungeon))), room=2.0)
    y = stand("title", y, Para(style, text(words), "h1"), room=0.6)
    if dungeon.premise.subtitle:
        under = pages.fit_lines(dungeon.premise.subtitle, "coversub", wide, 3)
        y = stand("sub", y, Para("coversub", text(under)))
    bottom = pages.height - 17.0
    stand("foot", bottom, Para("coverfoot", text(foot(dungeon, options))))
    frame = Frame("f-1-art", MARGIN_MM, y + 2.5, wide, bottom - y - 6.0)
    page.frames.append(frame)
    pages.picture(frame, Wanted("cover", "cover", wide, frame.height, options.ink), w("page", "cover_alt"))


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
    """The back: its name again, what it promises."""
    page = pages.page("back", anchor="back")
    wide = pages.width - 48.0
    frame = Frame("f-back", 24.0, pages.height * 0.3, wide, pages.height * 0.55)
    page.frames.append(frame)
    lines = [Para("backtitle", text(pages.fit_lines(title, "backtitle", wide, 4)))]
    if dungeon.premise.subtitle:
        lines.append(Para("coversub", text(pages.fit_lines(dungeon.premise.subtitle, "coversub", wide, 4))))
    lines.append(Para("coverfoot", text(matter.facts(dungeon))))
    lines.append(Para("coverfoot", text(foot(dungeon, options))))
    pages.put(frame, Block("back-text", "cover", tuple(lines)))
