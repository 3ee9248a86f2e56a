"""Rendered pages -> true heights, and text that lies where it must not: off its page, out of its column, over text.

WeasyPrint lets all three through without a word. It is given page boxes and reads their public geometry only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

PT_PER_PX = 0.75
SLACK_PX = 0.8
"""What rounding may shift."""
EMPTY_SLACK_PX = 2.0
"""What of a block that holds no text may lie outside its frame: the room after its last paragraph, half a rule."""
OVERLAP_PX = 1.6
"""How far two lines of text may reach into each other, both ways, before it is a fault."""
BODY = 0.9
"""The part of a text's size, about the middle of its line, that must stay inside."""
CORE = 0.62
"""The part of a text's size, about the middle of its line, that ink surely fills."""


class Fault(NamedTuple):
    """Something that lies wrong on a page."""

    page: int
    kind: str
    """What is wrong: "page", "column", "over" or "lost"."""
    where: str
    """The block's id, and the frame's."""
    text: str
    over_pt: float = 0.0


class Inspection(NamedTuple):
    """What rendered pages show."""

    heights: dict[tuple[str, int], float]
    """Block id and width in points -> height in points."""
    faults: list[Fault]
    tops: dict[str, tuple[int, float]]
    """Block id -> page and top in points, counted from the foot of the page."""
    letters: dict[str, int]
    """Block id -> how many letters of it are there: what finds no room at the end of a document is dropped."""


class _Text(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    block: str


def letters_in(words: str) -> int:
    """How many letters a text has, spaces and hyphens not counted."""
    return sum(not (letter.isspace() or letter in "-\u2010\u00ad") for letter in words)


def inspect_pages(pages: list[Any], first: int) -> Inspection:
    """Measure rendered pages. pages: page boxes; first: the number of the first."""
    seen = Inspection({}, [], {}, {})
    begun: dict[str, int] = {}  # frame -> the page it begins on: what is too high for the page goes on in the next
    for number, page in enumerate(pages, first):
        texts: list[_Text] = []
        for box, frame, block, opens in _walk(page, None, ""):
            began = number if frame is None else begun.setdefault(_id(frame), number)
            if opens and hasattr(box, "border_height"):
                key = (block, round(box.width * PT_PER_PX))
                seen.heights[key] = seen.heights.get(key, 0.0) + box.border_height() * PT_PER_PX
                seen.tops.setdefault(block, (number, (page.margin_height() - box.position_y) * PT_PER_PX))
            if frame is not None and (fault := _too_large(box, frame, began, block)) is not None:
                seen.faults.append(fault)
            if not hasattr(box, "text") or not box.text.strip():
                continue
            if block and "::" not in box.element_tag:
                seen.letters[block] = seen.letters.get(block, 0) + letters_in(box.text)
            fault = _outside(box, page, frame, number, block)
            if fault is None and began != number:
                fault = Fault(began, "column", block, box.text, box.height * PT_PER_PX)
            if fault is not None:
                seen.faults.append(fault)
            middle, half = box.content_box_y() + box.height / 2, box.style["font_size"] * CORE / 2
            texts.append(
                _Text(box.position_x, middle - half, box.position_x + box.width, middle + half, box.text, block)
            )
        seen.faults.extend(_overlaps(texts, number))
    return seen


def _id(box: Any) -> str:
    element = getattr(box, "element", None)
    return element.get("id", "") if element is not None and not box.element_tag.count("::") else ""


def _walk(box: Any, frame: Any, block: str) -> Iterator[tuple[Any, Any, str, bool]]:
    """Every box with the frame and the block it is in, and whether it is that block's own.

    What WeasyPrint puts round bare lines in a block bears the block's id too.
    """
    box = getattr(box, "_box", box)  # an absolutely placed box hides behind a placeholder
    name = _id(box)
    opens = name.startswith("b-") and name[2:] != block
    if name.startswith("f-") and hasattr(box, "children"):
        frame = box
    elif opens:
        block = name[2:]
    yield box, frame, block, opens
    for child in getattr(box, "children", ()):
        yield from _walk(child, frame, block)


def _outside(box: Any, page: Any, frame: Any, number: int, block: str) -> Fault | None:
    """A text that leaves its page or its frame. Its own box says little: some faces claim far more than a line."""
    middle, half = box.content_box_y() + box.height / 2, box.style["font_size"] * BODY / 2
    top, bottom, left, right = middle - half, middle + half, box.position_x, box.position_x + box.width
    if (
        min(left, top) < -SLACK_PX
        or right > page.margin_width() + SLACK_PX
        or bottom > page.margin_height() + SLACK_PX
    ):
        return Fault(number, "page", block, box.text)
    if frame is None:
        return None
    x, y = frame.content_box_x(), frame.content_box_y()
    over = max(bottom - y - frame.height, right - x - frame.width, x - left)
    return Fault(number, "column", block, box.text, over * PT_PER_PX) if over > SLACK_PX else None


def _too_large(box: Any, frame: Any, number: int, block: str) -> Fault | None:
    """A block or a table that leaves its frame where it has no text: with a border, a picture, a row to write in."""
    table = box.element_tag == "table" and hasattr(box, "border_width")
    if not (table or (_id(box).startswith("b-") and hasattr(box, "border_height"))):
        return None
    over = box.border_box_y() + box.border_height() - frame.content_box_y() - frame.height
    if table:
        over = max(over, box.border_box_x() + box.border_width() - frame.content_box_x() - frame.width)
    return Fault(number, "column", block, f"<{box.element_tag}>", over * PT_PER_PX) if over > EMPTY_SLACK_PX else None


def _overlaps(texts: list[_Text], number: int) -> list[Fault]:
    """Texts that lie over each other."""
    faults = []
    texts = sorted(texts, key=lambda text: (text.y0, text.x0))
    for index, one in enumerate(texts):
        for other in texts[index + 1 :]:
            if other.y0 >= one.y1 - OVERLAP_PX:
                break
            if min(one.x1, other.x1) - max(one.x0, other.x0) > OVERLAP_PX:
                faults.append(Fault(number, "over", one.block or other.block, f"{one.text} / {other.text}"))
    return faults
