"""What adorns inside pages: the initial that opens a level, the ornament on what a section leaves free."""

from __future__ import annotations

from zinegen.dungeon.model import Level
from zinegen.typeset.blocks import Block, Para, text
from zinegen.typeset.covers import accent_of
from zinegen.typeset.makeup import Makeup
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import Frame, Page
from zinegen.typeset.writer import w

INITIAL_MM = 13.0
INITIAL_GAP_MM = 3.0
MEDALLION_MM = (44.0, 74.0)
"""The least and the most that a medallion measures across."""
TAIL_MM = (68.0, 7.5)
AIR_MM = 9.0
"""What stays free over and under an ornament, at least."""


def opening(pages: Makeup, page: Page, level: Level, y: float, ink: str) -> float:
    """The text that opens a level, with an initial where the layout has them; returns the y below it."""
    name, words = f"about-{level.number}", level.text
    if pages.layout.ornaments.opening == "none" or not words[:1].isascii() or not words[:1].isalpha():
        return pages.lay(page, y, Block(name, "text", (Para("body", text(words)),)), 2.0)
    wanted = Wanted(f"initial-{level.number}", "ornament", INITIAL_MM, INITIAL_MM, ink, what="initial")
    pages.picture(pages.frame(page, y, INITIAL_MM, 0.0, INITIAL_MM), wanted, w("page", "ornament_alt"))
    letter = Block(f"{name}-letter", "text", (Para("opener", text(words[0])),))
    tall = pages.high(letter, INITIAL_MM)
    pages.put(pages.frame(page, y + (INITIAL_MM - tall) / 2, tall + 0.5, 0.0, INITIAL_MM), letter)
    left = INITIAL_MM + INITIAL_GAP_MM
    rest = Block(name, "text", (Para("body", text(words[1:])),))
    tall = pages.high(rest, pages.text_width - left) + 1.0
    pages.put(pages.frame(page, y + max(0.0, (INITIAL_MM - tall) / 2), tall, left, pages.text_width - left), rest)
    return y + max(tall, INITIAL_MM) + 2.0


def ending(pages: Makeup, page: Page, ink: str) -> None:
    """An ornament in the middle of what is free at a page's foot: the medallion, a tailpiece, or nothing."""
    top = max((frame.y + frame.height for frame in page.frames), default=pages.product.top)
    free = pages.product.top + pages.text_height - top
    if pages.layout.ornaments.tail == "none":
        return
    across = min(free - 2 * AIR_MM, MEDALLION_MM[1])
    if across >= MEDALLION_MM[0]:
        _stand(pages, page, "medallion", top + (free - across) / 2, across, across, ink)
    elif free >= TAIL_MM[1] + 2 * AIR_MM:
        _stand(pages, page, "tail", top + (free - TAIL_MM[1]) / 2, *TAIL_MM, ink)


def _stand(pages: Makeup, page: Page, what: str, y: float, width: float, height: float, ink: str) -> None:
    frame = Frame(f"f-{page.number}-end", pages.left(page) + (pages.text_width - width) / 2, y, width, height)
    page.frames.append(frame)
    accent = accent_of(pages.layout)
    wanted = Wanted(f"end-{page.number}", "ornament", width, height, ink, what=what, accent=accent)
    pages.picture(frame, wanted, w("page", "ornament_alt"))
