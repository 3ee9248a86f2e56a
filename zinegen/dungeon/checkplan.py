"""Integrity of the ground plan: a Level comes in, what cannot be drawn goes out.

Outlines are compared with squares with some tolerance, for a round wall cuts through squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor
from operator import itemgetter

from zinegen.dungeon.finding import Finding
from zinegen.dungeon.floorplan import Square, box_of, faces_of, ring_area, squares_of
from zinegen.dungeon.model import Area, Level, Place, Portal, Run

LARGEST = 1000
"""Squares a level may measure each way."""
LEAST, FULL = 0.3, 0.97
"""An area owns no square of which it covers less, and every square of which it covers more."""


def plan_findings(level: Level) -> Iterator[Finding]:
    """What is wrong with frame, areas, portals and closets of a level."""
    width, height = level.size
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        yield Finding(
            "frame", f"level {level.number}", f"measures {width} x {height} squares: 1 to {LARGEST} each way"
        )
        return
    owner: dict[Square, str] = {}
    areas = [*level.areas, *(closet.area for closet in level.reserved)]
    for area in areas:
        yield from _squares(area, level, owner)
        if not all(0 <= y < height and 0 <= x0 < x1 <= width for y, x0, x1 in area.squares):
            continue  # told by now; there may be more squares than can be counted
        yield from _outline(area, level)
        yield from _features(area, level)
    names = {area.id for area in areas}
    walls: dict[tuple[Square, Square], str] = {}
    for portal in (*level.portals, *(closet.portal for closet in level.reserved)):
        yield from _portal(portal, level, names, owner, walls)


# ----------------------------------------------------------------------------------------------------------- areas


def _squares(area: Area, level: Level, owner: dict[Square, str]) -> Iterator[Finding]:
    """An area's squares lie in the frame, are written as runs, and have no other owner."""
    if not area.squares:
        yield Finding("squares", area.id, "owns no squares: give it some, or take it out")
    width, height = level.size
    off: list[list[int]] = []
    taken: dict[str, Square] = {}
    for run in area.squares:
        y, x0, x1 = run
        if not x0 < x1:
            yield Finding("squares", area.id, f"its run {list(run)} is empty: write [y, first x, last x + 1]")
        elif not (0 <= y < height and x0 >= 0 and x1 <= width):
            off.append(list(run))
        else:
            for x in range(x0, x1):
                other = owner.setdefault((x, y), area.id)
                if other != area.id:
                    taken.setdefault(other, (x, y))
    if off:
        yield Finding(
            "frame", area.id, f"its squares {off[0]} lie outside the frame of {width} x {height}: move them"
        )
    for other, square in taken.items():
        yield Finding("overlap", area.id, f"shares square {_at(square)} with {other}: leave it to one of them")


def _outline(area: Area, level: Level) -> Iterator[Finding]:
    """An area's outline is one ring that crosses itself nowhere, in the frame, about its squares."""
    ring = area.outline
    if len(ring) < 3:
        yield Finding("outline", area.id, f"its outline has {len(ring)} points: 3 at least")
        return
    x0, y0, x1, y1 = box_of(ring)
    if x0 < -0.01 or y0 < -0.01 or x1 > level.size[0] + 0.01 or y1 > level.size[1] + 0.01:
        yield Finding("frame", area.id, f"its outline leaves the frame of {level.size[0]} x {level.size[1]}: move it")
        return
    if _is_box(ring):
        if _box_runs(area.squares) != (x0, y0, x1, y1):
            yield from _mismatch(area)
        return
    if crossing := crossing_of(ring):
        yield Finding(
            "outline", area.id, f"its outline crosses itself at about {_at(crossing)}: mend the order of points"
        )
    elif ring_area(ring) < 0:
        yield Finding("outline", area.id, "its outline runs counter-clockwise: turn the list of points round")
    else:
        yield from _mismatch(area)


def _is_box(ring: tuple[Place, ...]) -> bool:
    """Whether a ring is an upright rectangle, clockwise."""
    if len(ring) != 4:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = ring
    if ay == by:
        return bx == cx and cy == dy and dx == ax and (bx - ax) * (cy - by) > 0
    return ax == bx and by == cy and cx == dx and dy == ay and (by - ay) * (cx - bx) < 0


def _box_runs(runs: tuple[Run, ...]) -> tuple[int, int, int, int] | None:
    """The box that runs fill, where they fill one."""
    if not runs:
        return None
    y0, x0, x1 = min(runs)
    rows = {y for y, _, _ in runs}
    whole = len(runs) == len(rows) == max(rows) - y0 + 1 and all((a, b) == (x0, x1) for _, a, b in runs)
    return (x0, y0, x1, max(rows) + 1) if whole else None


def _mismatch(area: Area) -> Iterator[Finding]:
    """Where outline and squares do not go together."""
    squares = set(squares_of(area.squares))
    covered = coverage(area.outline)
    bare = next((s for s in sorted(squares) if covered.get(s, 0.0) < LEAST), None)
    if bare:
        yield Finding("outline", area.id, f"its outline leaves out its square {_at(bare)}: mend one of them")
    full = next((s for s in sorted(covered) if covered[s] > FULL and s not in squares), None)
    if full:
        yield Finding(
            "outline", area.id, f"its outline goes round square {_at(full)}, which it does not own: mend one"
        )
    far = next((s for s in sorted(covered) if covered[s] > 0.05 and not _near(s, squares)), None)
    if far and not full:
        yield Finding("outline", area.id, f"its outline strays from its squares at {_at(far)}: mend one of them")


def _near(square: Square, squares: set[Square]) -> bool:
    x, y = square
    return any((x + dx, y + dy) in squares for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def coverage(ring: Sequence[Place]) -> dict[Square, float]:
    """How much of each square lies in a ring, measured along eight lines a square: 0 to 1."""
    lines = 8
    _, y0, _, y1 = box_of(ring)
    out: dict[Square, float] = {}
    for step in range(floor(y0) * lines, floor(y1 + 1) * lines):
        y = (step + 0.5) / lines
        row = step // lines
        cuts = []
        ax, ay = ring[-1]
        for bx, by in ring:
            if (ay > y) != (by > y):
                cuts.append(ax + (y - ay) * (bx - ax) / (by - ay))
            ax, ay = bx, by
        cuts.sort()
        for a, b in zip(cuts[::2], cuts[1::2], strict=True):
            for x in range(floor(a), floor(b) + 1):
                part = min(b, x + 1) - max(a, x)
                if part > 0:
                    out[x, row] = out.get((x, row), 0.0) + part / lines
    return out


def crossing_of(ring: Sequence[Place]) -> Place | None:
    """A place where two edges of a ring cross or touch that are not neighbours."""
    count = len(ring)
    edges = []
    for i, a in enumerate(ring):
        b = ring[(i + 1) % count]
        if a == b:
            continue
        edges.append((min(a[0], b[0]), max(a[0], b[0]), i, a, b))
    edges.sort(key=itemgetter(0, 2))
    for n, (_, right, i, a, b) in enumerate(edges):
        for left, _, j, c, d in edges[n + 1 :]:
            if left > right:
                break
            if (i - j) % count in (1, count - 1):
                if _folded(a, b, c, d):
                    return b if b in (c, d) else a
            elif _cross(a, b, c, d):
                return c
    return None


def _turn(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Place, b: Place, c: Place, d: Place) -> bool:
    """Whether two pieces of line have more than nearly nothing in common."""
    if min(a[1], b[1]) > max(c[1], d[1]) or min(c[1], d[1]) > max(a[1], b[1]):
        return False
    tiny = 1e-6
    p, q, r, s = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if max(abs(p), abs(q), abs(r), abs(s)) < tiny:  # on one line, and their boxes meet
        return min(max(a[0], b[0]), max(c[0], d[0])) - max(min(a[0], b[0]), min(c[0], d[0])) > -tiny
    return (p < -tiny < tiny < q or q < -tiny < tiny < p) and (r < -tiny < tiny < s or s < -tiny < tiny < r)


def _folded(a: Place, b: Place, c: Place, d: Place) -> bool:
    """Whether two neighbouring edges run back over one another."""
    before, here, after = (a, b, d) if b == c else (c, a, b)
    dot = (here[0] - before[0]) * (after[0] - here[0]) + (here[1] - before[1]) * (after[1] - here[1])
    return abs(_turn(before, here, after)) < 1e-9 and dot < 0


def _features(area: Area, level: Level) -> Iterator[Finding]:
    """Features stand in their area and are of a sane size."""
    squares = set(squares_of(area.squares))
    width, height = level.size
    for feature in area.features:
        x, y = feature.at
        if squares and not _near((floor(x), floor(y)), squares):
            yield Finding(
                "feature", area.id, f"its {feature.kind} at {_at(feature.at)} does not stand in it: move it"
            )
        if not 0 < min(feature.size) <= max(feature.size) <= LARGEST:
            yield Finding(
                "feature", area.id,
                f"its {feature.kind} measures {list(feature.size)}: more than nothing, and {LARGEST} at most",
            )  # fmt: skip
        if not -360 <= feature.turn_deg <= 360:
            yield Finding(
                "feature", area.id, f"its {feature.kind} is turned by {feature.turn_deg}: -360 to 360 degrees"
            )
        if any(not (-2 <= x <= width + 2 and -2 <= y <= height + 2) for x, y in feature.outline):
            yield Finding("frame", area.id, f"the outline of its {feature.kind} leaves the frame: move it")
        if 0 < len(feature.outline) < 3:
            yield Finding("feature", area.id, f"the outline of its {feature.kind} has too few points: 3 at least")


# --------------------------------------------------------------------------------------------------------- portals


def _portal(
    portal: Portal, level: Level, names: set[str], owner: dict[Square, str], walls: dict[tuple[Square, Square], str]
) -> Iterator[Finding]:
    """A portal stands on the wall between its two areas, alone."""
    a, b = portal.between
    missing = [id_ for id_ in portal.between if id_ not in names]
    for id_ in missing:
        yield Finding(
            "portal", portal.id, f"leads to {id_}, which is no area of level {level.number}: name one that is"
        )
    if not 1 <= portal.width <= LARGEST:
        yield Finding("portal", portal.id, f"is {portal.width} squares wide: 1 to {LARGEST}")
        return
    if portal.one_way is not None and portal.one_way not in portal.between:
        yield Finding("portal", portal.id, f"leads one way to {portal.one_way}: that may be {a} or {b}, or null")
    if missing:
        return
    blind = portal.kind == "false"
    if a == b and not blind:
        yield Finding("portal", portal.id, f"leads from {a} to itself: name another area")
        return
    for here, there in faces_of(portal):
        left, right = owner.get(here), owner.get(there)
        if left != a or (right == a if blind else right != b):
            found = f"{left or 'rock'} and {right or 'rock'}"
            yield Finding(
                "portal", portal.id, f"stands at {_at(here)} between {found}, not between {a} and {b}: move it"
            )
            break
        pair = (min(here, there), max(here, there))
        if pair in walls:
            yield Finding("portal", portal.id, f"stands at {_at(here)}, where {walls[pair]} stands: move one of them")
            break
        walls[pair] = portal.id


def _at(place: Place | Square) -> str:
    return f"[{place[0]:g}, {place[1]:g}]"
