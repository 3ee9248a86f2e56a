"""Furniture on the map: things with a symbol and the free squares of an area come in, features go out.

Nothing stands before a door, on what carve drew, or in the patch that is kept free for the area's number.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from zinegen.dungeon.model import STEP, Area, Feature, Portal
from zinegen.stock.draft import Draft, World

Square = tuple[int, int]

SIZES: dict[str, tuple[float, float]] = {
    "bed": (1.8, 0.9), "table": (1.8, 0.9), "chest": (0.96, 0.66), "altar": (1.8, 0.9), "statue": (1.0, 1.0),
    "throne": (0.9, 0.9), "dais": (2.6, 1.6), "brazier": (0.9, 0.9), "tomb": (1.8, 0.9), "bones": (1.0, 1.0),
    "rubble": (1.0, 1.0), "web": (1.0, 1.0), "pit": (1.0, 1.0), "trap": (1.0, 1.0), "niche": (1.0, 0.6),
    "key": (1.2, 0.6), "fountain": (1.8, 1.8),
}  # fmt: skip
"""Symbol -> width and depth in squares."""
CORNERED = ("web", "bones", "rubble", "chest", "bed", "brazier")
WALLED = ("bed", "table", "altar", "throne", "niche", "tomb", "statue", "dais")
MIDDLE = ("trap", "pit", "fountain")
HIDDEN = ("trap", "pit", "key")
MOST = 4
"""Symbols in one area."""
FREE_PATCH = 9
"""An area of fewer squares gets one symbol at most."""


def furnish(world: World, draft: Draft, portals: Iterable[Portal]) -> None:
    """Add a feature for each thing that has a symbol, as far as there is room."""
    area = draft.area
    squares = {(x, y) for y, x0, x1 in area.squares for x in range(x0, x1)}
    blocked = _doorsteps(area, portals) | _taken(area)
    free = squares - blocked
    patch = _patch(free, squares)
    free -= patch
    most = 1 if len(squares) < FREE_PATCH else MOST
    stream = world.stream("furnish", draft.id)
    for thing in draft.things:
        if not thing.symbol or thing.fixed or len(draft.features) >= most:
            continue
        placed = _place(thing.symbol, free, squares, stream.random())
        if placed is None:
            continue
        feature, used = placed
        free -= used
        hidden = thing.symbol in HIDDEN or thing.level != "landmark" or _inside_hidden(draft, thing.inside)
        draft.features.append(replace(feature, id=thing.id, hidden=hidden))
    _pitfalls(draft, free, patch)


def _pitfalls(draft: Draft, free: set[Square], patch: set[Square]) -> None:
    """The trapdoor before a container, where both have room: one square from it, or two."""
    for hazard in draft.hazards:
        host = next((f for f in draft.features if f.id == hazard.on), None)
        if host is None or not hazard.kind.startswith("trapdoor"):
            continue
        near = 2.0 if hazard.kind == "trapdoor_6ft" else 1.0
        x0, y0 = host.at
        spots = sorted((abs(abs(x + 0.5 - x0) + abs(y + 0.5 - y0) - near), x, y) for x, y in free - patch)
        if spots and spots[0][0] < 1.5:
            _, x, y = spots[0]
            free.discard((x, y))
            draft.features.append(Feature(kind="trap", at=(x + 0.5, y + 0.5), id=hazard.id, hidden=True))


def _inside_hidden(draft: Draft, holder: str | None) -> bool:
    thing = draft.thing(holder or "")
    return thing is not None and thing.level != "landmark"


def _doorsteps(area: Area, portals: Iterable[Portal]) -> set[Square]:
    """The squares before each portal of an area, two deep."""
    out: set[Square] = set()
    for portal in portals:
        if area.id not in portal.between:
            continue
        dx, dy = STEP[portal.side]
        for k in range(portal.width):
            x, y = (portal.at[0] + k, portal.at[1]) if dx == 0 else (portal.at[0], portal.at[1] + k)
            if portal.between[0] == area.id:
                out |= {(x, y), (x - dx, y - dy)}
            else:
                out |= {(x + dx, y + dy), (x + 2 * dx, y + 2 * dy)}
    return out


def _taken(area: Area) -> set[Square]:
    """The squares that features of carve stand on."""
    out: set[Square] = set()
    for feature in area.features:
        xs = [x for x, _ in feature.outline] or [feature.at[0] + s * max(feature.size) / 2 for s in (-1, 1)]
        ys = [y for _, y in feature.outline] or [feature.at[1] + s * max(feature.size) / 2 for s in (-1, 1)]
        out |= {
            (x, y)
            for x in range(int(min(xs) + 0.01), int(max(xs) - 0.01) + 1)
            for y in range(int(min(ys) + 0.01), int(max(ys) - 0.01) + 1)
        }
    return out


def _patch(free: set[Square], squares: set[Square]) -> set[Square]:
    """Two by two squares for the number, as near the middle as can be."""
    mx = sum(x for x, _ in squares) / len(squares) + 0.5
    my = sum(y for _, y in squares) / len(squares) + 0.5
    best: set[Square] = set()
    near = 1e9
    for x, y in sorted(free):
        four = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
        off = (x + 1 - mx) ** 2 + (y + 1 - my) ** 2
        if off < near and four <= free:
            best, near = four, off
    return best


def _place(kind: str, free: set[Square], squares: set[Square], luck: float) -> tuple[Feature, set[Square]] | None:
    """A place for a symbol: along a wall, in a corner or in the open; None where there is none."""
    wide, deep = SIZES[kind]
    spots = []
    for turn in (0, 90, 180, 270) if kind in WALLED else (0,):
        w, d = (wide, deep) if turn in (0, 180) else (deep, wide)
        nx, ny = max(1, round(w + 0.2)), max(1, round(d + 0.2))
        for x, y in sorted(free):
            cells = {(x + i, y + j) for i in range(nx) for j in range(ny)}
            if cells <= free and (score := _score(kind, cells, squares, turn)) >= 0:
                spots.append((score, x, y, nx, ny, turn, cells))
    if not spots:
        return None
    top = max(spot[0] for spot in spots)
    best = [spot for spot in spots if spot[0] == top]
    _, x, y, nx, ny, turn, cells = best[int(luck * len(best))]
    return Feature(kind=kind, at=(x + nx / 2, y + ny / 2), size=(wide, deep), turn_deg=float(turn)), cells  # type: ignore[arg-type]


def _score(kind: str, cells: set[Square], squares: set[Square], turn: int) -> int:
    """How well a symbol stands: beds and chests in corners, altars with their back to a wall, traps in the open."""
    walls = sum((x + dx, y + dy) not in squares for x, y in cells for dx, dy in STEP.values())
    if kind in MIDDLE:
        return 10 - walls
    if kind in WALLED:
        back = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}[turn]
        against = all(
            (x + back[0], y + back[1]) not in squares or (x + back[0], y + back[1]) in cells for x, y in cells
        )
        if not against:
            return 0
        return 3 + (walls if kind in CORNERED else -abs(walls - len(cells)))
    return walls
