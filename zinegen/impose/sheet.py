"""Sheets of paper as pure data: which page stands where, which way up. Folds are written in these.

All lengths are mm from the top left corner of a side, as that side is seen with its top up. A back is written as it
is seen when the sheet is turned over like the page of a book, about its upright axis; `Side.turned` says that the
flip asked for turns it the other way, so that all of it is printed upside down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from zinegen.errors import ImpositionError
from zinegen.units import PAPERS_MM

Size = tuple[float, float]
"""Width and height in mm."""
Flip = Literal["short", "long"]
Sides = Literal["both", "odd", "even"]

SLACK_MM = 0.35
"""What a page may exceed its place by: A5 is half a millimetre short of half an A4."""
BLANK = 0
"""The number of a page that is not there."""


class Box(NamedTuple):
    """A rectangle on a side."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    def moved(self, dx: float, dy: float = 0.0) -> Box:
        """The same elsewhere."""
        return self._replace(x=self.x + dx, y=self.y + dy)


class Cell(NamedTuple):
    """A page on a side."""

    page: int
    """From 1; BLANK for none."""
    at: Box
    """What its trim fills, after it has been turned."""
    clip: Box
    """Nothing of it is printed outside this; bleed fills what is left between the two."""
    turn: int = 0
    """Degrees clockwise: 0, 90, 180 or 270."""


class Line(NamedTuple):
    """A mark on a side."""

    x0: float
    y0: float
    x1: float
    y1: float
    look: Literal["mark", "fold", "cut"] = "mark"


class Note(NamedTuple):
    """A line of small type on a side, its baseline at (x, y); turn: 0, or 90 to run downwards from there."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "start"
    turn: int = 0
    size: float = 2.3


class Side(NamedTuple):
    """One side of a sheet."""

    cells: tuple[Cell, ...]
    lines: tuple[Line, ...] = ()
    notes: tuple[Note, ...] = ()
    turned: bool = False


class Sheet(NamedTuple):
    """A sheet of paper; back None where one side is printed only."""

    paper: Size
    front: Side
    back: Side | None = None


@dataclass(frozen=True, kw_only=True)
class Job:
    """What a fold is asked for."""

    sizes: tuple[Size, ...]
    """The trim of every page, as seen."""
    paper: str = ""
    """A name of `units.PAPERS_MM`; empty: the one that suits the fold and the pages."""
    flip: Flip = "short"
    caliper: float = 0.1
    """How thick a leaf is: 0.1 mm is common copying paper."""
    signature: int = 0
    """The most sheets in one gathering; 0 for all in one."""
    grid: tuple[int, int] | None = None
    """Columns and rows, for `nup` and `cards`."""
    repeat: bool = False
    """Fill every side with one page."""
    backs: bool = False
    """Every second page is the back of the one before."""
    overlap: float = 12.0
    """Of poster tiles."""
    scale: float | None = None
    """For posters: 1 prints what is an inch as an inch; None as the fold likes it."""
    marks: bool = True

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self.sizes)

    @property
    def page(self) -> Size:
        """The size that most pages have; of the first of them where several are as many."""
        counted = Counter((round(w, 1), round(h, 1)) for w, h in self.sizes)
        most = max(counted.values())
        return next(size for size in self.sizes if counted[round(size[0], 1), round(size[1], 1)] == most)


MOST_PLACES = 50_000


def bounded(job: Job, places: int) -> None:
    """Refuse to fill more places than a press can. Raises ImpositionError.

    Args: places: how many there are on a side.
    """
    if job.repeat and job.count * places > MOST_PLACES:
        raise ImpositionError(
            f"--repeat would fill {job.count * places:,} places; at most {MOST_PLACES:,} can be filled: "
            "take a smaller --grid, or fewer pages"
        )


FoldMaker = Callable[[Job], list[Sheet]]


class Fold(NamedTuple):
    """A way to lay pages on paper; its docstring is its help."""

    name: str
    make: FoldMaker
    help: str
    duplex: bool


FOLDS: dict[str, Fold] = {}


def fold(*, duplex: bool) -> Callable[[FoldMaker], FoldMaker]:
    """Register a fold under the name of its function. duplex: whether it prints both sides of a sheet."""

    def register(function: FoldMaker) -> FoldMaker:
        FOLDS[function.__name__] = Fold(function.__name__, function, function.__doc__ or "", duplex)
        return function

    return register


# ------------------------------------------------------------------------------------------------------- the paper


def paper_size(name: str) -> Size:
    """The size of a paper, upright. Raises ImpositionError."""
    if name not in PAPERS_MM:
        raise ImpositionError(f"--paper {name}: there is no such paper; take one of {', '.join(PAPERS_MM)}")
    return PAPERS_MM[name]


def lying(size: Size) -> Size:
    """The size with its long side across."""
    return max(size), min(size)


def natural_paper(need: Size) -> str:
    """The smallest paper that holds a size, upright or lying; A4 or the nearest to it where none does."""
    fits = [name for name, (w, h) in PAPERS_MM.items() if min(need) <= w + SLACK_MM and max(need) <= h + SLACK_MM]
    return min(fits, key=lambda name: (PAPERS_MM[name][0] * PAPERS_MM[name][1], name)) if fits else "a4"


def scale_into(size: Size, room: Size) -> float:
    """How large a page may be in a place, 1 being its own size; a hair more than the place counts as fitting."""
    if size[0] <= room[0] + SLACK_MM and size[1] <= room[1] + SLACK_MM:
        return max(1.0, min(room[0] / size[0], room[1] / size[1]))
    return min(room[0] / size[0], room[1] / size[1])


def turned_size(size: Size, turn: int) -> Size:
    """Width and height after a turn."""
    return (size[1], size[0]) if turn % 180 else size


def place(size: Size, room: Box, scale: float, *, turn: int = 0, hug: float = 0.5) -> Box:
    """Where a page of a size stands in a room: in the middle of its height; hug 0 left, 0.5 middle, 1 right."""
    wide, high = turned_size(size, turn)
    wide, high = wide * scale, high * scale
    return Box(room.x + (room.width - wide) * hug, room.y + (room.height - high) / 2, wide, high)


def turn_to_fit(size: Size, room: Size, turn: int = 0) -> int:
    """A quarter turn more where a page lies and its place stands (or the other way), and it gains by it."""
    straight, quarter = scale_into(size, room), scale_into(turned_size(size, 90), room)
    return (turn + 270) % 360 if min(quarter, 1.0) > min(straight, 1.0) * 1.1 else turn


def upside_down(paper: Size, flip: Flip) -> bool:
    """Whether a back must be printed upside down: the flip turns the sheet about its level axis."""
    lies = paper[0] > paper[1]
    return flip == ("long" if lies else "short")


# ----------------------------------------------------------------------------------------------- shapes of the paper


def shape(picture: str) -> list[list[tuple[str, int]]]:
    """Read a fold drawn in the shape of the paper: rows of places, each what stands there and how it is turned.

    A place is a number or a word; `v` behind it turns it upside down: "5v 4v" -> [[("5", 180), ("4", 180)]].
    """
    rows = [row.split() for row in picture.strip().splitlines()]
    return [[(name.removesuffix("v"), 180 if name.endswith("v") else 0) for name in row] for row in rows]


def with_blanks(count: int, multiple: int) -> list[int]:
    """The pages 1..count and blanks up to a multiple, before the last page: that one is the back cover."""
    pages = list(range(1, count + 1))
    missing = -count % multiple
    return [*pages[:-1], *[BLANK] * missing, *pages[-1:]] if count > 1 else [*pages, *[BLANK] * missing]


def sides_of(sheets: list[Sheet], sides: Sides) -> list[tuple[Size, Side]]:
    """The sides to print, in order: of both, fronts and backs by turns; else the fronts or the backs alone.

    Raises: ImpositionError for the backs of a fold that has none.
    """
    every = [(sheet.paper, side, number) for sheet in sheets for number, side in enumerate((sheet.front, sheet.back))]
    wanted = {"both": (0, 1), "odd": (0,), "even": (1,)}[sides]
    found = [(paper, side) for paper, side, number in every if side is not None and number in wanted]
    if not found:
        raise ImpositionError(f"--sides {sides}: nothing is printed on the backs; leave it out")
    return found
