"""Two plain ways to make a level, to hold zinegen's carvers against: what others do, in a few lines each.

Rooms and passages have no doors, locks or secrets. A passage leads from the middle of one room to the middle of the
other with one bend, across whatever lies there.
"""

from __future__ import annotations

from itertools import combinations

from zinegen.carve.tables import throw
from zinegen.dice import Stream
from zinegen.dungeon.model import Area, Dungeon, Level, Portal

FRAME = (46, 60)
ROOMS = (14, 20)
SIDES = (4, 10)
EXTRA = 0.15
"""For each room, how many near pairs that the tree leaves apart are joined as well."""

Box = tuple[int, int, int, int]
"""x, y, width and height in squares."""
Pair = tuple[int, int]


def spanning_tree(seed: str) -> Dungeon:
    """Rooms thrown at random, a shortest tree of passages between them, and a few passages more."""
    stream = Stream(seed, "spanning tree")
    wanted, rooms = stream.between(*ROOMS), list[Box]()
    while len(rooms) < wanted:
        wide, tall = stream.between(*SIDES), stream.between(*SIDES)
        box = stream.below(FRAME[0] - wide), stream.below(FRAME[1] - tall), wide, tall
        if not any(_touch(box, other) for other in rooms):
            rooms.append(box)
    pairs = sorted(combinations(range(wanted), 2), key=lambda pair: (_far(rooms, pair), pair))
    group, joined, spare = list(range(wanted)), list[Pair](), list[Pair]()
    for a, b in pairs:
        if group[a] != group[b]:
            joined.append((a, b))
            group = [group[a] if one == group[b] else one for one in group]
        else:
            spare.append((a, b))
    near = [pair for pair in spare if _far(rooms, pair) <= 1.5 * _far(rooms, joined[-1])]
    joined += stream.shuffled(near)[: round(EXTRA * wanted)]
    return _dungeon(seed, rooms, joined, stream)


def split_space(seed: str) -> Dungeon:
    """The frame halved again and again, a room in each part, and a passage for each cut (binary space partition)."""
    stream = Stream(seed, "split space")
    wanted = stream.between(*ROOMS)
    parts: list[Box] = [(0, 0, *FRAME)]
    cuts: list[tuple[Box, Box]] = []
    while len(parts) < wanted:
        part = max(parts, key=lambda box: (box[2] * box[3], box))
        x, y, wide, tall = part
        if wide > tall:
            at = stream.between(2 * wide // 5, 3 * wide // 5)
            halves: tuple[Box, Box] = (x, y, at, tall), (x + at, y, wide - at, tall)
        else:
            at = stream.between(2 * tall // 5, 3 * tall // 5)
            halves = (x, y, wide, at), (x, y + at, wide, tall - at)
        parts.remove(part)
        parts += halves
        cuts.append(halves)
    rooms = []
    for x, y, wide, tall in parts:
        w, h = (max(3, min(size - 2, stream.between(*SIDES))) for size in (wide, tall))
        rooms.append((x + 1 + stream.below(max(1, wide - w - 1)), y + 1 + stream.below(max(1, tall - h - 1)), w, h))
    joined = []
    for one, other in cuts:
        across = [(a, b) for a in _in(parts, one) for b in _in(parts, other)]
        joined.append(min(across, key=lambda pair: (_far(rooms, pair), pair)))
    return _dungeon(seed, rooms, joined, stream)


BASELINES = {"spanning tree and more": spanning_tree, "split space (BSP)": split_space}


def _touch(a: Box, b: Box) -> bool:
    return all(a[i] <= b[i] + b[i + 2] and b[i] <= a[i] + a[i + 2] for i in (0, 1))


def _in(parts: list[Box], box: Box) -> list[int]:
    x, y, wide, tall = box
    return [i for i, (px, py, w, h) in enumerate(parts) if x <= px <= x + wide - w and y <= py <= y + tall - h]


def _middle(box: Box) -> tuple[int, int]:
    return box[0] + box[2] // 2, box[1] + box[3] // 2


def _far(rooms: list[Box], pair: Pair) -> int:
    (ax, ay), (bx, by) = (_middle(rooms[i]) for i in pair)
    return abs(ax - bx) + abs(ay - by)


def _dungeon(seed: str, rooms: list[Box], joined: list[Pair], stream: Stream) -> Dungeon:
    """A record of one level; its goal is the room with most doors between it and the first."""
    owned = {(x, y) for bx, by, w, h in rooms for x in range(bx, bx + w) for y in range(by, by + h)}
    areas = [
        _area(f"1-{i}", i, [(y, x, x + w) for y in range(top, top + h)], stream)
        for i, (x, top, w, h) in enumerate(rooms, 1)
    ]
    portals = []
    for n, (a, b) in enumerate(joined, 1):
        (ax, ay), (bx, by) = _middle(rooms[a]), _middle(rooms[b])
        line = {(x, ay) for x in range(min(ax, bx), max(ax, bx) + 1)} | {
            (bx, y) for y in range(min(ay, by), max(ay, by))
        }
        free = sorted(line - owned, key=lambda square: square[::-1])
        owned.update(free)
        if free:
            areas.append(_area(f"1-a{n}", None, [(y, x, x + 1) for x, y in free], stream))
        ends = f"1-{a + 1}", f"1-{b + 1}"
        portals.append(Portal(id=f"1-p{n}", kind="open", between=ends, at=(bx, ay), side="north"))
    depth = {0: 0}
    queue = [0]
    for here in queue:
        for pair in joined:
            if here in pair:
                there = pair[1] if here == pair[0] else pair[0]
                if there not in depth:
                    depth[there] = depth[here] + 1
                    queue.append(there)
    goal = max(depth, key=lambda room: (depth[room], -room))
    level = Level(number=1, system="", size=FRAME, areas=tuple(areas), portals=tuple(portals))
    return Dungeon(zinegen="", title=seed, seed=seed, entrance="1-1", goal=f"1-{goal + 1}", levels=(level,))


def _area(id_: str, key: int | None, runs: list[tuple[int, int, int]], stream: Stream) -> Area:
    contents = tuple(throw(stream, "chamber_contents", [])["contents"]) if key is not None else ()
    y0, x0, x1 = runs[0]
    low = runs[-1][0] + 1
    ring = ((float(x0), float(y0)), (float(x1), float(y0)), (float(x1), float(low)), (float(x0), float(low)))
    return Area(
        id=id_, key=key, kind="room" if key is not None else "passage", shape="polygon", outline=ring,
        squares=tuple(runs), contents=tuple({"trick_or_trap": "trap"}.get(word, word) for word in contents),
    )  # fmt: skip
