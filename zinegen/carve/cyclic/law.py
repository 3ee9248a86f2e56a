"""The fairness law on a flow: a Flow comes in, those of its secrets that could shut somebody in are taken off it.

The same law judges the finished dungeon (`dungeon.fairness`); here it works before anything has a place.
"""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.carve.cyclic.flow import Bolt, Flow
from zinegen.dungeon.maze import Edge, Find, Maze, rooms_of
from zinegen.dungeon.plays import outcome


def fair(flow: Flow, entries: Sequence[int] = ()) -> bool:
    """Whether a flow obeys F1, F2, F3 and F5 for whoever finds every secret, and shuts in nobody who finds none.

    Args: entries: nodes where one may come in as well; whoever does must be able to leave there again.
    """
    return _fair(maze_of_flow(flow, flow.start)) and all(
        _shuts_nobody_in(maze_of_flow(flow, entry)) for entry in dict.fromkeys(entries) if entry != flow.start
    )


def plain_enough(flow: Flow, entries: Sequence[int] = ()) -> bool:
    """Take off one secret after the other until the flow is fair. False where that does not help."""
    if fair(flow, entries):
        return True
    for bolt in flow.bolts:
        for key in bolt.keys:
            if key.hidden:
                key.hidden = False
                if fair(flow, entries):
                    return True
    for way in flow.ways:
        if way.secret:
            way.secret = False
            if way.arc is not None:
                way.arc.secret = False
            if fair(flow, entries):
                return True
    return False


def let_through(flow: Flow) -> bool:
    """Make plain what keeps whoever finds no secret from coming from the start to the goal, or back.

    Returns: False where that does not help.
    """
    for bolt in flow.bolts:
        for key in bolt.keys:
            key.hidden = False
    ends = [(flow.start, flow.goal), (flow.goal, flow.start)]
    for way in flow.ways:
        if way.secret and not all(_comes(flow, a, b) for a, b in ends):
            way.secret = False
            if way.arc is not None:
                way.arc.secret = False
    return plain_enough(flow) and all(_comes(flow, a, b) for a, b in ends)


def _comes(flow: Flow, here: int, there: int) -> bool:
    """Whether one comes from one node to another without finding a secret."""
    rooms = rooms_of(maze_of_flow(flow, here), found=frozenset())
    end = outcome(rooms)
    return end is not None and bool(end.reached >> rooms.room_of[there + 1] & 1)


def open_from(flow: Flow, entry: int) -> bool:
    """Whether whoever comes in at another node than the start comes everywhere, the start among it, and back."""
    top = flow.cycles[0].bolt
    kept = None if top is None else top.guards
    if top is not None and kept is None:  # the prize is locked, not the way out
        top.guards = flow.goal
    found = _fair(maze_of_flow(flow, entry))
    if top is not None:
        top.guards = kept
    return found


def known(flow: Flow) -> list[int]:
    """The nodes that one comes to from the start without a secret and without a key, both ways, in that order."""
    out = [flow.start]
    for here in out:
        for way in flow.ways:
            if here in (way.a, way.b) and not (way.sight or way.secret or way.one_way or way.lock):
                there = way.b if here == way.a else way.a
                if there not in out:
                    out.append(there)
    return out


def maze_of_flow(flow: Flow, start: int) -> Maze:
    """A flow as the graph that the law works on; node 0 is the surface, node n + 1 the flow's node n."""
    bit = {id(key): 1 << i for i, key in enumerate(key for bolt in flow.bolts for key in bolt.keys)}

    def need(bolt: Bolt | None) -> int:
        return sum(bit[id(key)] for key in bolt.keys) if bolt else 0

    kept: dict[int, int] = {}
    out = 0
    for bolt in flow.bolts:
        if isinstance(bolt.guards, int):
            kept[bolt.guards] = kept.get(bolt.guards, 0) | need(bolt)
        elif bolt.guards is None:
            out |= need(bolt)
    names = ["surface", *(str(node.id) for node in flow.nodes)]
    maze = Maze(names, start + 1, flow.goal + 1, out)
    maze.edges.append(Edge(0, start + 1, 0, True, False, "in"))
    for i, way in enumerate(flow.ways):
        if not way.sight:
            maze.edges.append(Edge(way.a + 1, way.b + 1, need(way.lock), way.one_way, way.secret, f"way {i}"))
    for bolt in flow.bolts:
        for key in bolt.keys:
            first = kept.get(key.node, 0)
            maze.finds.append(Find(bit[id(key)], key.node + 1, first, key.hidden, f"key {bit[id(key)]}"))
    maze.keys = [f"key {b}" for b in bit.values()]
    return maze


def _shuts_nobody_in(maze: Maze) -> bool:
    """Whether whoever comes in can leave where he came in, with every secret or none."""
    ends = (outcome(rooms_of(maze)), outcome(rooms_of(maze, found=frozenset())))
    return all(end is not None and not end.traps for end in ends)


def _fair(maze: Maze) -> bool:
    rooms = rooms_of(maze)
    end = outcome(rooms)
    if end is None or not end.won or end.traps:
        return False
    everywhere = all(end.reached >> room & 1 for room in rooms.room_of[1:])
    if not everywhere or any(not end.keys & find.bit for find in maze.finds):
        return False
    if not any(edge.secret for edge in maze.edges) and not any(find.hidden for find in maze.finds):
        return True
    blind = outcome(rooms_of(maze, found=frozenset()))
    return blind is not None and not blind.traps
