"""From a plan to a PDF: pictures drawn, parts set, heights read back, what overflowed planned anew, all joined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from zinegen.dungeon.model import Dungeon
from zinegen.errors import PageOverflowError
from zinegen.share import share
from zinegen.typeset.blocks import block_words
from zinegen.typeset.inspect import Fault, letters_in
from zinegen.typeset.layouts import Layout
from zinegen.typeset.measure import Ruler
from zinegen.typeset.merge import merge
from zinegen.typeset.pages import Drawn, Sheet, document, style_sheet
from zinegen.typeset.pdf import Job, Part, typeset
from zinegen.typeset.pictures import Wanted, draw_picture, scraps_in
from zinegen.typeset.plan import Plan, Seen
from zinegen.typeset.trim import trim_lines

STRETCH_MOST = 1.8
"""More than this no planning mends."""
STRETCH_STEP = 1.06
"""How much more is reckoned where all heights were known, and still something overflowed."""
WHOLE_PT = 120.0
"""What is lower says little of how far off the reckoning is: it may be a line of two."""
LOST_STRETCH = 1.15
"""How much more is reckoned where text was dropped, for nobody knows how high that would have been."""
MOST_TRIES = 5
"""How often a document is planned anew before it is given up."""


class Planner(Protocol):
    """What plans a document."""

    wanted: list[Wanted]

    def plan(self) -> Plan: ...

    def link_words(self, plan: Plan) -> dict[str, str]: ...


class Shopish(Protocol):
    """What shares out work: `work.Shop`."""

    def map(self, function: Callable[[Any], Any], arguments: Any, /) -> list[Any]: ...


def set_document(
    dungeon: Dungeon, layout: Layout, sheet: Callable[[Plan], Sheet], planner: Callable[[Seen], Planner],
    shop: Shopish, *, spreads: bool,
) -> tuple[bytes, Plan]:  # fmt: skip
    """Plan a document, set it, and set again what overflowed until it fits.

    Args:    dungeon: as it was given, for the pictures; planner: makes a planner, told what was seen before.
    Raises:  PageOverflowError, naming page and area, for what cannot be made to fit.
    """
    seen = Seen()
    drawn: dict[Wanted, Drawn] = {}
    done: dict[str, Part] = {}
    faults: list[Fault] = []
    for number in range(MOST_TRIES):
        made, plan, seen = _planned(planner, seen)
        missing = [wanted for wanted in made.wanted if wanted not in drawn]
        drawn.update(zip(missing, shop.map(partial(draw_picture, dungeon), missing), strict=True))
        pictures = {wanted.name: drawn[wanted] for wanted in made.wanted}

        def set_parts(plan: Plan = plan, pictures: dict[str, Drawn] = pictures) -> list[Part]:
            jobs = part_jobs(layout, sheet(plan), plan, pictures)
            fresh = [job for job in jobs if job.html not in done]
            done.update({job.html: part for job, part in zip(fresh, shop.map(typeset, fresh), strict=True)})
            return [done[job.html] for job in jobs]

        parts = set_parts()
        faults, lost = _faults(plan, parts)
        # Planning anew makes the better pages; where it goes on in a circle, lines to write on give way.
        while number and trim_lines(plan, {fault.where for fault in faults}, _heights(parts)):
            parts = set_parts()
            faults, lost = _faults(plan, parts)
        if not faults:
            pages = sum(part.pages for part in parts)
            if pages != len(plan.pages):
                raise PageOverflowError(
                    f"{layout.path}: {pages} pages were set where {len(plan.pages)} were planned; "
                    "a template adds or loses a page"
                )
            return merge(parts, plan, made.link_words(plan), spreads=spreads), plan
        cut_short = {fault.where for fault in lost}
        known = {key: tall for key, tall in _heights(parts).items() if key[0] not in cut_short}
        more = LOST_STRETCH if lost else 1.0
        if known.items() <= seen.heights.items() and seen.stretch > 1 and not lost:
            if seen.stretch >= STRETCH_MOST:
                break
            more = STRETCH_STEP
        stretch = min(STRETCH_MOST, max(seen.stretch * more, _stretch(layout, plan, known)))
        # What a key took on one page it may take again: on another it may name more pages, and be a line higher.
        highest = {key: max(tall, seen.heights.get(key, 0.0)) for key, tall in known.items()}
        seen = Seen({**seen.heights, **highest}, stretch, seen.pages)
    raise PageOverflowError(overflow_words(faults))


def _planned(planner: Callable[[Seen], Planner], seen: Seen) -> tuple[Planner, Plan, Seen]:
    """A plan; made again where its pages have more figures than was thought."""
    made = planner(seen)
    plan = made.plan()
    if (now := replace(seen, pages=len(plan.pages))).figures > seen.figures:
        made = planner(now)
        return made, made.plan(), now
    return made, plan, seen


def _heights(parts: list[Part]) -> dict[tuple[str, int], float]:
    """Block id and width in points -> height in points."""
    return {key: tall for part in parts for key, tall in part.seen.heights.items()}


def _faults(plan: Plan, parts: list[Part]) -> tuple[list[Fault], list[Fault]]:
    """All that lies wrong, and what of it was dropped."""
    lost = _lost(plan, parts)
    return [fault for part in parts for fault in part.seen.faults] + lost, lost


def _lost(plan: Plan, parts: list[Part]) -> list[Fault]:
    """Blocks of which not every letter was set: the typesetter drops what finds no room on the last page."""
    there: dict[str, int] = {}
    for part in parts:
        there |= part.seen.letters
    faults = []
    for page in plan.pages:
        for block in page.blocks():
            words = block_words(block)
            if there.get(block.id, 0) < letters_in(words):
                faults.append(Fault(page.number, "lost", block.id, words[-40:]))
    return faults


def _stretch(layout: Layout, plan: Plan, known: dict[tuple[str, int], float]) -> float:
    """How many times as high as reckoned the worst block came out; what was cut can be reckoned again by that."""
    worst = 1.0
    for part, start in enumerate(plan.parts):
        ruler = Ruler(layout, plan.scales[part], plan.language, len(str(len(plan.pages))))
        end = plan.parts[part + 1] if part + 1 < len(plan.parts) else len(plan.pages) + 1
        for page in plan.pages[start - 1 : end - 1]:
            for frame in page.frames:
                for block in (placed.block for placed in frame.placed):
                    true = known.get((block.id, round(frame.width_pt)), 0.0)
                    if block.kind == "key" and true:
                        reckoned = ruler.block(block, frame.width_pt)
                        worst = max(worst, 1 + (true - reckoned) / max(reckoned, WHOLE_PT))
    return min(worst, STRETCH_MOST) + 0.001


def overflow_words(faults: list[Fault]) -> str:
    """One line about the first thing that lies wrong, and how many more there are."""
    first = faults[0]
    what = {
        "page": "runs off the page",
        "column": f"runs {first.over_pt:.0f} pt out of its column",
        "over": "lies over other text",
        "lost": "finds no room",
    }[first.kind]
    words = first.text.strip()
    shown = words if len(words) <= 40 else words[:39] + "…"
    more = f" (and {len(faults) - 1} more like it)" if len(faults) > 1 else ""
    return (
        f"page {first.page}, {first.where or 'margin'}: {shown!r} {what}{more}; shorten that text, or mend the layout"
    )


def _own_fonts(layout: Layout, form: Any) -> Any:
    """A picture in SVG with the names under which the layout's fonts are known; a form has outlines only."""
    if isinstance(form, str):
        for face in layout.faces:
            form = form.replace(f'"{face.family},', f"\"'{face.css_family}',")
    return form


def part_jobs(layout: Layout, sheet: Sheet, plan: Plan, pictures: dict[str, Drawn]) -> list[Job]:
    """The parts of a plan, each ready to be set by itself."""
    roots = tuple(dict.fromkeys([*(str(folder) for folder in layout.folders), str(share("fonts"))]))
    families = tuple(sorted({face.css_family for face in layout.faces}))
    jobs = []
    ends = [*plan.parts[1:], len(plan.pages) + 1]
    for number, (start, end, scale) in enumerate(zip(plan.parts, ends, plan.scales, strict=True)):
        css = style_sheet(sheet, plan, scale)
        pages = plan.pages[start - 1 : end - 1]
        html = document(sheet, plan, pages, pictures)
        forms = {name: _own_fonts(layout, p.form) for name, p in pictures.items() if f'src="zg:{name}"' in html}
        forms |= scraps_in((html, css), sheet.seed)
        jobs.append(Job(html, css, roots, forms, families, start, number, str(layout.path)))
    return jobs
