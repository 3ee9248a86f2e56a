"""Lines to write on that come out of their column, once the text above them was seen: fewer of them, or none."""

from __future__ import annotations

from dataclasses import replace

from zinegen.typeset.blocks import Block, Box, Ruled
from zinegen.typeset.plan import Frame, Plan
from zinegen.units import PT_PER_MM

LEAST_LINES = 2
"""Fewer lines are none."""
SLACK_PT = 0.5
"""What stays free, for rounding."""


def ruled_in(block: Block) -> Ruled | None:
    """The lines to write on in a block, bare or boxed; None in any other."""
    inner = [part for one in block.parts for part in (one.parts if isinstance(one, Box) else (one,))]
    return next((part for part in inner if isinstance(part, Ruled)), None)


def trim_lines(plan: Plan, wrong: set[str], known: dict[tuple[str, int], float]) -> bool:
    """Cut lines to write on down to what true heights leave of their columns.

    Args:    wrong: the ids of all blocks that lie wrong; known: block id and width in points -> true height.
    Returns: whether it could: only where nothing but such lines, each at the end of its column, lies wrong. The plan
             is changed in place then, and its pages are as many as before.
    """
    last = [frame for page in plan.pages for frame in page.frames if frame.placed]
    frames = [frame for frame in last if frame.placed[-1].block.id in wrong and ruled_in(frame.placed[-1].block)]
    if not frames or {frame.placed[-1].block.id for frame in frames} != wrong:
        return False
    for frame in frames:
        _trim(frame, known)
    return True


def _trim(frame: Frame, known: dict[tuple[str, int], float]) -> None:
    """Make the last block of a frame as high as what the others leave; without true heights there is none."""
    *others, last = frame.placed
    ruled, wide = ruled_in(last.block), round(frame.width_pt)
    tall = [known.get((placed.block.id, wide)) for placed in frame.placed]
    frame.placed = others
    if ruled is None or None in tall:
        return
    *above, own = (height or 0.0 for height in tall)
    if own < ruled.lines * ruled.pitch_pt:  # some of it was dropped: how high it is nobody knows
        return
    room = frame.height * PT_PER_MM - sum(above) - sum(placed.gap_pt for placed in (*others, last)) - SLACK_PT
    lines = min(ruled.lines - 1, int((room - own) / ruled.pitch_pt + ruled.lines))
    if lines >= LEAST_LINES:
        frame.placed = [*others, last._replace(block=_with(last.block, ruled._replace(lines=lines)))]


def _with(block: Block, ruled: Ruled) -> Block:
    """A block with other lines to write on."""
    parts = tuple(
        part._replace(parts=tuple(ruled if isinstance(inner, Ruled) else inner for inner in part.parts))
        if isinstance(part, Box)
        else ruled if isinstance(part, Ruled) else part
        for part in block.parts
    )  # fmt: skip
    return replace(block, parts=parts)
