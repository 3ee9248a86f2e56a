"""The flow of a level: rooms as nodes, ways between them, cycles with their arcs, locks and keys. No place yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from zinegen.carve.cycles import ArcType, CycleType
from zinegen.dungeon.model import Rolled


@dataclass(slots=True, eq=False)
class Node:
    """A room to be."""

    id: int
    cycle: int
    """The innermost cycle that it belongs to."""
    roles: set[str] = field(default_factory=set)
    """Of "start", "goal", "false_goal", "barrier", "key", "reward", "altered", "objective", "side", "cache",
    "landing"."""
    danger: int = 0
    theme: str = ""
    rolls: list[Rolled] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Way:
    """What joins two nodes."""

    a: int
    b: int
    one_way: bool = False
    """True: from a to b only."""
    secret: bool = False
    sight: bool = False
    """True: b is seen from a, and nobody walks there."""
    danger: int = 0
    lock: Bolt | None = None
    """Its door is on a's side."""
    arc: Lace | None = None
    barrier: str = ""


@dataclass(slots=True, eq=False)
class Lace:
    """An arc as it was grown."""

    type: ArcType
    ends: tuple[int, int]
    nodes: list[int] = field(default_factory=list)
    """Between its ends; of a cycle that stands on it, its start and its goal."""
    backbone: list[int] = field(default_factory=list)
    """Between its ends, every room that one goes through if one takes the first way of each cycle on it."""
    members: set[int] = field(default_factory=set)
    """Every node on it, those of the cycles on it among them, without its ends."""
    theme: str = ""
    secret: bool = False


@dataclass(slots=True, eq=False)
class Grown:
    """A cycle as it was grown."""

    index: int
    type: CycleType
    parent: int | None
    start: int = -1
    goal: int = -1
    points: dict[str, int] = field(default_factory=dict)
    """Point -> the node where one comes to it."""
    laces: list[Lace] = field(default_factory=list)
    bolt: Bolt | None = None
    barrier: str = ""
    barrier_node: int | None = None
    objective: int | None = None
    prize: int | None = None
    """The node of its reward."""
    nodes: range = range(0)
    """Every node of it and of the cycles in it."""


@dataclass(slots=True, eq=False)
class Bolt:
    """A lock with its keys."""

    cycle: int
    kind: str
    hardness: Literal["hard", "soft"]
    keys: list[Key] = field(default_factory=list)
    guards: Way | int | None = None
    """A way, a node whose prize it keeps, or None: the way out of the level."""


@dataclass(slots=True, eq=False)
class Key:
    """A key item."""

    node: int
    hidden: bool


@dataclass(slots=True)
class Flow:
    """A whole level's flow."""

    nodes: list[Node] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    cycles: list[Grown] = field(default_factory=list)
    bolts: list[Bolt] = field(default_factory=list)

    def mark(self) -> tuple[int, int, list[tuple[int, bool]]]:
        """What `back_to` needs to undo what is added to the flow from now on."""
        return len(self.nodes), len(self.ways), [(key.node, key.hidden) for bolt in self.bolts for key in bolt.keys]

    def back_to(self, mark: tuple[int, int, list[tuple[int, bool]]]) -> None:
        """Undo what was added since a mark."""
        nodes, ways, places = mark
        del self.nodes[nodes:], self.ways[ways:]
        keys = [key for bolt in self.bolts for key in bolt.keys]
        for key, (node, hidden) in zip(keys, places, strict=True):
            key.node, key.hidden = node, hidden

    @property
    def start(self) -> int:
        """Where one comes in."""
        return self.cycles[0].start

    @property
    def goal(self) -> int:
        """What the level is about, and where one goes on."""
        return self.cycles[0].goal

    def node(self, cycle: int, *roles: str) -> Node:
        """Add a node."""
        node = Node(len(self.nodes), cycle, set(roles))
        self.nodes.append(node)
        return node

    def loops(self) -> int:
        """How many independent loops can be walked, one-way doors taken as doors."""
        parent = list(range(len(self.nodes)))
        count = 0
        for way in self.ways:
            if way.sight:
                continue
            a, b = way.a, way.b
            while parent[a] != a:
                a = parent[a]
            while parent[b] != b:
                b = parent[b]
            if a == b:
                count += 1
            parent[max(a, b)] = min(a, b)
        return count
