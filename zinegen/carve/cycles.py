"""Cycles as data: the files of `tables/cycles/` and of a user's own folder come in, checked cycle types go out.

A cycle is a start, a goal and arcs between points; on an arc stand rooms, some of them insertion points ("diamonds")
that a whole cycle may take the place of. Rooms are counted between the ends of an arc.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, get_args, get_type_hints

import msgspec

from zinegen.errors import TableError

FOLDER = Path(__file__).parent.parent / "tables" / "cycles"
Slot = Literal["diamond", "key", "barrier", "key_diamond"]
MOST_ROOMS = 9
MOST_DIAMONDS = 4
LARGEST_FILE = 100_000


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a cycle file."""


class ArcType(_Part, frozen=True, kw_only=True, rename={"from_": "from"}):
    """A way of a cycle, walked from one of its points to another."""

    from_: str
    to: str
    length: Literal["short", "long", "sight"]
    rooms: tuple[int, int] = (0, 0)
    """Fewest and most rooms between its ends, those in `at` among them."""
    at: tuple[Slot, ...] = ()
    """What stands on it, in the order in which it is walked; plain rooms stand anywhere between."""
    middle: bool = False
    """Whether what stands on it stands in the middle."""
    one_way: Literal["", "first", "last"] = ""
    """Which of its doors can be passed in its own direction only."""
    secret: Literal["", "always", "maybe"] = ""
    """Whether its first door is secret; "maybe" by the table `false_goal_path_secret`."""
    danger: int = 0
    """0 little, 1 some, 2 much."""
    theme: int | None = None
    """Which of the cycle's two opposed themes it has."""
    seen: bool = False
    """Whether its end is seen from its beginning."""


class PointType(_Part, frozen=True, kw_only=True):
    """A point of a cycle beside its start and goal."""

    diamond: bool = False
    holds: Literal["", "key", "reward"] = ""


class LockType(_Part, frozen=True, kw_only=True):
    """A lock in the goal."""

    keys: int = 1


class SourceLines(_Part, frozen=True, kw_only=True):
    """Where a cycle is from."""

    document: str
    lines: tuple[int, int] = (0, 0)


class CycleType(_Part, frozen=True, kw_only=True):
    """One kind of cycle. Its id is the name of its file."""

    face: int
    """Its face on the die of cycle types."""
    arcs: tuple[ArcType, ...]
    source: SourceLines | None = None
    title: str = ""
    """What a user's own cycle is called in print."""
    opposed: bool = False
    patrol: bool = False
    altered: bool = False
    lock: LockType | None = None
    points: dict[str, PointType] = {}
    id: str = ""

    @property
    def diamonds(self) -> int:
        """How many insertion points it has."""
        on_arcs = sum(slot in ("diamond", "key_diamond") for arc in self.arcs for slot in arc.at)
        return on_arcs + sum(point.diamond for point in self.points.values())

    @property
    def foreshown(self) -> bool:
        """Whether its goal is seen from its start."""
        ends = {"start", "goal"}
        return any({arc.from_, arc.to} == ends and (arc.length == "sight" or arc.seen) for arc in self.arcs)

    @property
    def ring(self) -> bool:
        """Whether one can walk round in it."""
        return sum(arc.length != "sight" for arc in self.arcs) > len(self.points) + 1

    def bounds(self) -> tuple[int, int]:
        """Fewest and most rooms, start and goal among them, without sub-cycles."""
        fixed = 2 + len(self.points)
        return fixed + sum(arc.rooms[0] for arc in self.arcs), fixed + sum(arc.rooms[1] for arc in self.arcs)


@cache
def house_cycles() -> tuple[CycleType, ...]:
    """The twelve, by their faces."""
    return _ordered([load_cycle(path) for path in sorted(FOLDER.glob("[!_]*.toml"))])


def cycle_types(folder: Path | None = None) -> tuple[CycleType, ...]:
    """The twelve and those of a user's folder, by their faces; a user's cycle with a face of the twelve replaces it.

    Raises: TableError naming file and line.
    """
    if folder is None:
        return house_cycles()
    own = [load_cycle(path) for path in sorted(folder.glob("[!_]*.toml"))]
    faces = {one.face for one in own}
    return _ordered([*(one for one in house_cycles() if one.face not in faces), *own])


def _ordered(found: list[CycleType]) -> tuple[CycleType, ...]:
    found.sort(key=lambda one: one.face)
    for before, after in pairwise(found):
        if before.face == after.face:
            raise TableError(f"{after.id}.toml: has face {after.face}, as {before.id} has; take another")
    if [one.face for one in found] != list(range(1, len(found) + 1)):
        missing = next(face for face in range(1, len(found) + 2) if face not in {one.face for one in found})
        last = found[-1]
        raise TableError(f"{last.id}.toml: has face {last.face}, and no cycle has face {missing}; take that")
    ids = [one.id for one in found]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise TableError(f"{id_}.toml: there is a cycle of that name already, with another face; rename the file")
    return tuple(found)


@cache
def theme_pairs() -> tuple[tuple[str, str], ...]:
    """The pairs of opposed themes."""
    read = msgspec.toml.decode((FOLDER / "_themes.toml").read_bytes())
    return tuple((str(a), str(b)) for a, b in read["pairs"])


def load_cycle(path: Path) -> CycleType:
    """Read and check one cycle file. Raises TableError naming file, line and remedy."""
    try:
        data = path.read_bytes()
        text = data.decode()
    except OSError as fault:
        raise TableError(f"{path}: cannot be read ({fault.strerror or fault})") from None
    except UnicodeDecodeError:
        raise TableError(f"{path.name}: is no UTF-8 text; save it as one") from None
    if len(data) > LARGEST_FILE:
        raise TableError(f"{path.name}: is longer than {LARGEST_FILE} bytes; a cycle needs a few hundred")
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", path.stem):
        raise TableError(f"{path.name}: a cycle's file is named in small letters, digits and _, such as my_ring.toml")
    try:
        one = msgspec.toml.decode(data, type=CycleType)
    except msgspec.ValidationError as fault:
        raise TableError(_told(path.name, text, str(fault))) from None
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        why = "nested too deep" if isinstance(fault, RecursionError) else str(fault)
        raise TableError(f"{path.name}: is no TOML: {why}") from None
    one = msgspec.structs.replace(one, id=path.stem)
    _check(one, _Lines(path.name, text))
    return one


class _Lines:
    """Where the parts of a cycle file stand."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.lines = name, text.splitlines()

    def arc(self, at: int) -> str:
        found = [i for i, line in enumerate(self.lines, 1) if line.strip().startswith("[[arcs]]")]
        return f"{self.name}, line {found[at]} (arc {at + 1})" if at < len(found) else f"{self.name}, arc {at + 1}"

    def of(self, word: str) -> str:
        found = [i for i, line in enumerate(self.lines, 1) if re.match(rf"\s*\[?{re.escape(word)}\b", line)]
        return f"{self.name}, line {found[0]}" if found else self.name


def _told(name: str, text: str, fault: str) -> str:
    """A fault of the reader with the line where it is."""
    what, _, where = fault.partition(" - at `$")
    lines = _Lines(name, text)
    where = where.rstrip("`")
    if what.startswith("Invalid enum value"):
        words = _choices(where.removesuffix("[...]").rpartition(".")[2])
        what = f"{what.removeprefix('Invalid enum value ')} will not do; there is: {', '.join(words)}"
    if match := re.match(r"\.arcs\[(\d+)\](.*)", where):
        return f"{lines.arc(int(match[1]))}: {what}" + (f" (at {match[2].lstrip('.')})" if match[2] else "")
    word = where.lstrip(".").replace("[...]", "")
    return f"{lines.of(word) if word else name}: {what}" + (f" (at {word})" if word else "")


def _choices(field: str) -> list[str]:
    """The words that a field of an arc or a point may have."""
    hints = get_type_hints(ArcType) | get_type_hints(PointType)
    choice = Slot if field == "at" else hints.get(field)
    return [word for word in get_args(choice) if word]


def _check(one: CycleType, lines: _Lines) -> None:
    """What the reader cannot see. Raises TableError."""
    if not 1 <= one.face <= 100:
        raise TableError(f"{lines.of('face')}: face {one.face} cannot be; faces go from 1 to 100")
    if not 1 <= len(one.arcs) <= 8:
        raise TableError(f"{lines.name}: has {len(one.arcs)} arcs; 1 to 8 can be")
    points = {"start", "goal", *one.points}
    if len(points) != len(one.points) + 2:
        raise TableError(f"{lines.of('points.start')}: start and goal are points already; name this one otherwise")
    for at, arc in enumerate(one.arcs):
        _check_arc(arc, points, lines.arc(at))
    if one.diamonds > MOST_DIAMONDS:
        raise TableError(f"{lines.name}: has {one.diamonds} insertion points; {MOST_DIAMONDS} at most")
    if not any(arc.length != "sight" for arc in one.arcs):
        raise TableError(f"{lines.name}: has no arc that can be walked; give it one")
    _check_crowd(one, points, lines)
    _check_way(one, points, lines)
    keys = sum(slot in ("key", "key_diamond") for arc in one.arcs for slot in arc.at)
    keys += sum(point.holds == "key" for point in one.points.values())
    wanted = one.lock.keys if one.lock else 0
    if keys != wanted:
        told = f"its lock has keys = {wanted}, and its arcs and points hold {keys}; let them be as many"
        raise TableError(f"{lines.of('lock')}: {told}")
    if one.opposed != any(arc.theme is not None for arc in one.arcs):
        raise TableError(f"{lines.of('opposed')}: opposed = true goes with arcs of theme 0 and 1; give both or none")
    themes = {arc.theme for arc in one.arcs} - {None}
    if themes and themes != {0, 1}:
        where = next(lines.arc(at) for at, arc in enumerate(one.arcs) if arc.theme is not None)
        raise TableError(f"{where}: a theme without an opposite; give one arc theme = 0 and another theme = 1")


def _check_arc(arc: ArcType, points: set[str], where: str) -> None:
    for end in (arc.from_, arc.to):
        if end not in points:
            known = ", ".join(sorted(points))
            raise TableError(
                f"{where}: leads to {end!r}, which is no point; there are {known}, or add [points.{end}]"
            )
    if arc.from_ == arc.to:
        raise TableError(f"{where}: leads from {arc.from_} to itself; name another point")
    low, high = arc.rooms
    if not 0 <= low <= high <= MOST_ROOMS:
        raise TableError(f"{where}: rooms = [{low}, {high}] cannot be; fewest first, 0 to {MOST_ROOMS}")
    if len(arc.at) > low:
        raise TableError(f"{where}: {len(arc.at)} things stand on it, so it needs {len(arc.at)} rooms at least")
    if arc.length == "sight" and (high or arc.at or arc.one_way or arc.secret or arc.seen):
        raise TableError(f"{where}: nobody walks on an arc of length sight; it has from, to and length alone")
    if not 0 <= arc.danger <= 2:
        raise TableError(f"{where}: danger {arc.danger} cannot be; 0, 1 or 2")
    if "key" in arc.at[:-1]:
        raise TableError(f"{where}: a key room stands last on its arc; move it to the end of `at`")
    if "barrier" in arc.at[1:]:
        raise TableError(f"{where}: a barrier stands first on its arc; move it to the front of `at`")
    if arc.seen and high:
        raise TableError(f"{where}: what is seen from the beginning has no room between; rooms = [0, 0]")


def _check_crowd(one: CycleType, points: set[str], lines: _Lines) -> None:
    """A room has four walls, and one of them may be wanted for the way on or for stairs."""
    for point in sorted(points):
        ends = [at for at, arc in enumerate(one.arcs) if point in (arc.from_, arc.to)]
        most = 3 if one.ring or point != "start" else 2
        if len(ends) > most:
            where = lines.arc(ends[most])
            raise TableError(
                f"{where}: is arc number {most + 1} at {point}, which has room for {most}; take one away"
            )
    for at, arc in enumerate(one.arcs):
        for other in one.arcs[:at]:
            if {arc.from_, arc.to} == {other.from_, other.to} and not (arc.rooms[0] or other.rooms[0]):
                what = f"joins {arc.from_} and {arc.to} without a room between, as an arc before it does"
                raise TableError(f"{lines.arc(at)}: {what}; give one of them rooms")


def _check_way(one: CycleType, points: set[str], lines: _Lines) -> None:
    """Every point is reached from the start, and one comes back from it: or somebody would be shut in."""
    for back in (False, True):
        seen, edge = {"start"}, ["start"]
        while edge:
            here = edge.pop()
            for arc in one.arcs:
                if arc.length == "sight":
                    continue
                ways = [(arc.from_, arc.to)] if arc.one_way else [(arc.from_, arc.to), (arc.to, arc.from_)]
                for a, b in ways:
                    a, b = (b, a) if back else (a, b)
                    if a == here and b not in seen:
                        seen.add(b)
                        edge.append(b)
        lost = sorted(points - seen)
        if lost and not back:
            raise TableError(f"{lines.name}: no arc leads from the start to {lost[0]}; add one")
        if lost:
            raise TableError(f"{lines.name}: no arc leads back from {lost[0]}; add one, or make one two-way")
