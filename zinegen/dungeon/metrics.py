"""Measures of a dungeon: a Dungeon comes in, how it hangs together and how it fills its paper goes out as figures.

They are taken on the room graph of each level: areas as nodes, portals that can be walked as edges, blind ends of
passages cut off and passages between two places drawn together into one edge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from zinegen.dungeon.floorplan import doorway, middle_of
from zinegen.dungeon.model import SURFACE, Area, Dungeon, Level, Portal, level_of
from zinegen.dungeon.proof import walked


def metrics(dungeon: Dungeon) -> dict[str, Any]:
    """The figures of a dungeon and of each of its levels.

    Returns: name -> figure; "levels": a list of such, with these of each level: rooms (keyed areas), passages,
        portals, loops (cyclomatic number), bridges (share of edges whose loss parts the level), dead_ends (keyed
        areas with one way in), routes (of two ways from arrival to way on that share no edge, the longer over the
        shorter; null where there is one only), linearity (share of the keyed areas that the way to win walks
        through), leniency (share of the steps on that way into areas where nothing threatens), density (floor over
        the box round it), aspect (longer side of that box over the shorter),
        corridors (share of passages in the floor).
    """
    way = walked(dungeon)
    levels = [_level(dungeon, level, way) for level in dungeon.levels]
    keyed = sum(one["rooms"] for one in levels)
    safe = [step for level in dungeon.levels for step in _steps(level, way)]
    seen = {area for area in way if area != SURFACE} & _keyed(dungeon)
    return {
        "rooms": keyed,
        "loops": sum(one["loops"] for one in levels),
        "dead_ends": sum(one["dead_ends"] for one in levels),
        "linearity": _share(len(seen), keyed),
        "leniency": _share(sum(safe), len(safe)),
        "links": sum(link.kind != "chasm_sight" for link in dungeon.links),
        "locks": len(dungeon.locks),
        "levels": levels,
    }


def table(found: dict[str, Any]) -> list[str]:
    """What `metrics` found, as lines to read: the dungeon's figures, then a column for each level."""
    lines = [f"{name.replace('_', ' ')}: {value}" for name, value in found.items() if name != "levels"]
    for name in found["levels"][0] if found["levels"] else ():
        cells = ["-" if one[name] is None else str(one[name]) for one in found["levels"]]
        lines.append(f"  {name.replace('_', ' '):<11}" + "".join(f"{cell:>8}" for cell in cells))
    return lines


def _keyed(dungeon: Dungeon) -> set[str]:
    return {area.id for level in dungeon.levels for area in level.areas if area.key is not None}


def _share(part: float, whole: float) -> float:
    return round(part / whole, 3) if whole else 0.0


def _level(dungeon: Dungeon, level: Level, way: list[str]) -> dict[str, Any]:
    keyed = {area.id for area in level.areas if area.key is not None}
    ends = _ends(dungeon, level)
    graph = Graph.of(level, keyed | set(ends))
    floor = {area.id: sum(x1 - x0 for _, x0, x1 in area.squares) for area in level.areas}
    runs = [run for area in level.areas for run in area.squares]
    width = max(x1 for _, _, x1 in runs) - min(x0 for _, x0, _ in runs)
    height = max(y for y, _, _ in runs) + 1 - min(y for y, _, _ in runs)
    total = sum(floor.values())
    passages = sum(floor[area.id] for area in level.areas if area.key is None)
    safe = _steps(level, way)
    return {
        "level": level.number,
        "rooms": len(keyed),
        "passages": len(level.areas) - len(keyed),
        "portals": sum(portal.kind != "false" for portal in level.portals),
        "loops": graph.loops(),
        "bridges": _share(len(graph.bridges()), len(graph.edges)),
        "dead_ends": sum(graph.degree(id_) == 1 for id_ in keyed - set(ends)),
        "routes": graph.routes(ends[0], ends[-1]) if len(ends) > 1 else None,
        "linearity": _share(len(keyed & set(way)), len(keyed)),
        "leniency": _share(sum(safe), len(safe)),
        "density": _share(total, width * height),
        "aspect": round(max(width, height) / min(width, height), 3),
        "corridors": _share(passages, total),
    }


def _steps(level: Level, way: list[str]) -> list[bool]:
    """For each step of the way to win into a keyed area of a level, whether nothing threatens there."""
    calm = {area.id: not _threatens(area) for area in level.areas if area.key is not None}
    return [calm[id_] for id_ in way if id_ in calm]


def _threatens(area: Area) -> bool:
    """Whether there is a monster or a trap in an area; before it is stocked, by what was rolled for it."""
    return bool(area.inhabitants or area.hazards or {"monster", "trap"} & set(area.contents))


def _ends(dungeon: Dungeon, level: Level) -> list[str]:
    """The room by which a level is entered, and the one by which it is left or where its prize is.

    Stairs on a landing count as in the room that it hangs on.
    """
    steps: dict[int, list[str]] = {-1: [], 1: []}
    for link in dungeon.links:
        if link.kind == "chasm_sight":
            continue
        for here, there in ((link.from_.area, link.to.area), (link.to.area, link.from_.area)):
            depth = 0 if there == SURFACE else level_of(there)
            if here != SURFACE and level_of(here) == level.number != depth:
                steps[1 if depth > level.number else -1].append(here)
    up, down = sorted(steps[-1]), sorted(steps[1])
    areas = {area.id for area in level.areas}
    first = [dungeon.entrance] if dungeon.entrance in areas else up[:1]
    last = [dungeon.goal] if dungeon.goal in areas else down[:1]
    return list(dict.fromkeys(_room_at(level, id_) for id_ in (*first, *last)))


def _room_at(level: Level, id_: str) -> str:
    """An area, or where it has no key the nearest that has one, counted in portals."""
    keyed = {area.id for area in level.areas if area.key is not None}
    queue = [id_]
    for here in queue:
        if here in keyed:
            return here
        ends = {end for portal in level.portals if here in portal.between for end in portal.between}
        queue += sorted(ends - set(queue))
    return id_


@dataclass(slots=True)
class Graph:
    """A graph with several edges between two nodes allowed, each with a length in squares."""

    edges: list[tuple[str, str, float]] = field(default_factory=list)

    @classmethod
    def of(cls, level: Level, kept: set[str]) -> Graph:
        """The room graph of a level; areas that are not to be kept go where they join at most two edges."""
        middles = {area.id: middle_of(area) for area in level.areas}
        graph = cls()
        for portal in level.portals:
            if portal.kind != "false":
                graph.edges.append((*portal.between, _length(portal, middles)))
        graph._reduce([area for area in level.areas if area.id not in kept])
        return graph

    def _reduce(self, areas: Iterable[Area]) -> None:
        loose = {area.id for area in areas}
        while True:
            count = Counter(end for a, b, _ in self.edges for end in (a, b))
            if any(count[id_] == 1 for id_ in loose):
                self.edges = [edge for edge in self.edges if not any(e in loose and count[e] == 1 for e in edge[:2])]
                continue
            through = next((id_ for id_ in sorted(loose) if count[id_] == 2), None)
            if through is None:
                return
            loose.discard(through)
            joined = [edge for edge in self.edges if through in edge[:2]]
            if len(joined) == 2:  # else it is a ring that hangs on nothing
                one, other = (b if a == through else a for a, b, _ in joined)
                self.edges = [edge for edge in self.edges if through not in edge[:2]]
                self.edges.append((one, other, joined[0][2] + joined[1][2]))

    def degree(self, node: str) -> int:
        return sum((a == node) + (b == node) for a, b, _ in self.edges)

    def nodes(self) -> list[str]:
        return sorted({end for a, b, _ in self.edges for end in (a, b)})

    def loops(self) -> int:
        """The cyclomatic number: how many edges can be lost without parting it."""
        parts = {node: node for node in self.nodes()}

        def root(node: str) -> str:
            while parts[node] != node:
                node = parts[node]
            return node

        spare = 0
        for a, b, _ in self.edges:
            a, b = root(a), root(b)
            spare += a == b
            parts[a] = b
        return spare

    def bridges(self) -> list[int]:
        """The numbers of the edges whose loss would part it."""
        whole = self.loops()
        return [
            i for i in range(len(self.edges)) if Graph(self.edges[:i] + self.edges[i + 1 :]).loops() == whole
        ]  # fmt: skip

    def routes(self, start: str, goal: str) -> float | None:
        """Of the two shortest ways that share no edge, the longer over the shorter; None where there is one only.

        Two times the shortest way, the second free to take back what the first took (Suurballe).
        """
        used: dict[int, bool] = {}
        for _ in range(2):
            found = self._way(start, goal, used)
            if found is None:
                return None
            for edge, forth in found:
                if used.get(edge) == (not forth):
                    del used[edge]
                else:
                    used[edge] = forth
        lengths = []
        for _ in range(2):
            here, length = start, 0.0
            while here != goal:
                edge = min(i for i, forth in used.items() if self.edges[i][:2][not forth] == here)
                here = self.edges[edge][:2][used.pop(edge)]
                length += self.edges[edge][2]
            lengths.append(length)
        return round(max(lengths) / min(lengths), 3) if min(lengths) else None

    def _way(self, start: str, goal: str, used: dict[int, bool]) -> list[tuple[int, bool]] | None:
        """The shortest way: edges, and whether each is taken forth; a used one can only be taken back."""
        best: dict[str, float] = {start: 0.0}
        came: dict[str, tuple[int, bool]] = {}
        changed = True
        while changed:
            changed = False
            for i, (a, b, length) in enumerate(self.edges):
                for forth, (here, there) in ((True, (a, b)), (False, (b, a))):
                    taken = used.get(i)
                    if here not in best or taken is forth:
                        continue
                    cost = best[here] + (length if taken is None else -length)
                    if cost < best.get(there, float("inf")) - 1e-9:
                        best[there], came[there], changed = cost, (i, forth), True
        if goal not in came or start == goal:
            return None
        steps = []
        while goal != start:
            edge, forth = came[goal]
            steps.append((edge, forth))
            goal = self.edges[edge][:2][not forth]
        return steps[::-1]


def _length(portal: Portal, middles: dict[str, tuple[float, float]]) -> float:
    """From the middle of one area through the portal to the middle of the other, in squares."""
    (x0, y0), (x1, y1) = doorway(portal)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return sum(abs(x - middles[id_][0]) + abs(y - middles[id_][1]) for id_ in portal.between)
