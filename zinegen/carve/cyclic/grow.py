"""Growing a flow: a tree of cycle types and a stream come in, a Flow goes out, with as many rooms as there may be."""

from __future__ import annotations

from itertools import pairwise

from zinegen.carve.cycles import ArcType, theme_pairs
from zinegen.carve.cyclic.flow import Bolt, Flow, Grown, Key, Lace, Way
from zinegen.carve.cyclic.kinds import Kind
from zinegen.carve.tables import throw
from zinegen.dice import Stream

Item = int | Grown
"""What stands on an arc: a node, or a cycle in a node's place."""


def grow(kind: Kind, stream: Stream, most: int) -> Flow:
    """Grow a flow of `most` rooms at most; the tree of types must allow it (`Kind.least`)."""
    flow = Flow()
    counts = _counts(kind, stream, most)
    _cycle(flow, kind, None, counts, stream)
    top = flow.cycles[0]
    if top.bolt is not None:
        top.bolt.guards = None
    if not flow.loops():
        _service(flow)
    return flow


# ---------------------------------------------------------------------------------------------------------- counts


def _counts(kind: Kind, stream: Stream, most: int) -> dict[tuple[int, int], int]:
    """How many rooms each arc gets: (id of kind, arc) -> count. As rolled; too many are taken off again."""
    kinds = kind.walk()
    counts: dict[tuple[int, int], int] = {}
    for one in kinds:
        for i, arc in enumerate(one.type.arcs):
            counts[id(one), i] = stream.between(*arc.rooms)
        _keep_short(one, counts)
    total = kind.least() + sum(n - k.type.arcs[i].rooms[0] for k in kinds for i, n in _of(k, counts))
    loose = [(id(k), i) for k in kinds for i, n in _of(k, counts) for _ in range(n - k.type.arcs[i].rooms[0])]
    for at in stream.shuffled(loose)[: max(0, total - most)]:
        counts[at] -= 1
    for one in kinds:
        _keep_short(one, counts)
    return counts


def _of(kind: Kind, counts: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    return [(i, counts[id(kind), i]) for i in range(len(kind.type.arcs))]


def _keep_short(kind: Kind, counts: dict[tuple[int, int], int]) -> None:
    """A short arc has fewer rooms than a long one between the same points."""
    arcs = kind.type.arcs
    for i, arc in enumerate(arcs):
        for j, other in enumerate(arcs):
            if arc.length == "short" and other.length == "long" and {arc.from_, arc.to} == {other.from_, other.to}:
                counts[id(kind), i] = max(arc.rooms[0], min(counts[id(kind), i], counts[id(kind), j] - 1))


# ---------------------------------------------------------------------------------------------------------- cycles


def _cycle(flow: Flow, kind: Kind, parent: int | None, counts: dict[tuple[int, int], int], stream: Stream) -> Grown:
    """Grow one cycle with those in it; returns it."""
    grown = Grown(len(flow.cycles), kind.type, parent)
    flow.cycles.append(grown)
    start, goal = flow.node(grown.index, "start"), flow.node(grown.index, "goal")
    grown.start, grown.goal = start.id, goal.id
    start.rolls += kind.rolls
    subs = iter(kind.subs)

    def diamond() -> Item:
        sub = next(subs, None)
        return flow.node(grown.index).id if sub is None else _cycle(flow, sub, grown.index, counts, stream)

    if kind.type.lock is not None:
        rolled = throw(stream, "lock_type", goal.rolls)
        grown.bolt = Bolt(grown.index, rolled["lock"], rolled["hardness"])
        flow.bolts.append(grown.bolt)
    points = _points(flow, grown, diamond)
    themes = stream.shuffled(stream.choice(theme_pairs())) if kind.type.opposed else ["", ""]
    for i, arc in enumerate(kind.type.arcs):
        lace = Lace(arc, (_out(points[arc.from_]), _in(points[arc.to])))
        if arc.theme is not None:
            lace.theme = themes[arc.theme]
        grown.laces.append(lace)
        items = _items(flow, grown, lace, _slots(arc, counts[id(kind), i], stream), diamond, stream)
        _string(flow, grown, lace, [points[arc.from_], *items, points[arc.to]], stream)
    for name, point in grown.type.points.items():
        if point.holds:
            _hold(flow, grown, points[name], point.holds, stream)
        if point.holds or point.diamond:
            _guard_prize(points[name])
    _roles(flow, grown, stream)
    grown.nodes = range(start.id, len(flow.nodes))
    return grown


def _in(item: Item) -> int:
    return item.start if isinstance(item, Grown) else item


def _out(item: Item) -> int:
    return item.goal if isinstance(item, Grown) else item


def _points(flow: Flow, grown: Grown, diamond) -> dict[str, Item]:  # type: ignore[no-untyped-def]
    points: dict[str, Item] = {"start": grown.start, "goal": grown.goal}
    for name, point in grown.type.points.items():
        points[name] = diamond() if point.diamond else flow.node(grown.index, name).id
    grown.points = {name: _in(item) for name, item in points.items()}
    return points


def _slots(arc: ArcType, count: int, stream: Stream) -> list[str]:
    """What stands on an arc, in order: what must, and plain rooms between."""
    slots: list[str] = list(arc.at)
    plain = count - len(slots)
    if arc.middle and len(slots) == 1:
        before = plain // 2 + (plain % 2 and stream.below(2))
        return ["room"] * before + slots + ["room"] * (plain - before)
    for _ in range(plain):
        first = 1 if slots[:1] == ["barrier"] else 0
        last = len(slots) - (1 if slots[-1:] == ["key"] else 0)
        slots.insert(stream.between(first, last), "room")
    return slots


def _items(flow: Flow, grown: Grown, lace: Lace, slots: list[str], diamond, stream: Stream) -> list[Item]:  # type: ignore[no-untyped-def]
    items: list[Item] = []
    for slot in slots:
        item = diamond() if "diamond" in slot else flow.node(grown.index).id
        if slot == "barrier":
            node = flow.nodes[_in(item)]
            node.roles.add("barrier")
            grown.barrier_node = node.id
            grown.barrier = throw(stream, "barrier_type", node.rolls)["barrier"]
        if slot in ("key", "key_diamond"):
            _hold(flow, grown, item, "key", stream)
        items.append(item)
    return items


def _hold(flow: Flow, grown: Grown, item: Item, what: str, stream: Stream) -> None:
    """Put a key or reward into a room, or into the goal of the cycle that stands in its place."""
    node = flow.nodes[_out(item)]
    node.roles.add(what)
    if what == "reward":
        grown.prize = node.id
    if what == "key":
        assert grown.bolt is not None
        hidden = bool(throw(stream, "key_hidden", node.rolls)["hidden"])
        grown.bolt.keys.append(Key(node.id, hidden))


def _guard_prize(item: Item) -> None:
    """A lock in a cycle that nothing leads on from guards the prize in its goal."""
    if isinstance(item, Grown) and item.bolt is not None:
        item.bolt.guards = item.goal


def _string(flow: Flow, grown: Grown, lace: Lace, items: list[Item], stream: Stream) -> None:
    """Join what stands on an arc, one after the other."""
    arc = lace.type
    if arc.secret == "always":
        lace.secret = True
    elif arc.secret == "maybe":
        lace.secret = bool(throw(stream, "false_goal_path_secret", flow.nodes[_out(items[0])].rolls)["secret"])
    last = len(items) - 2
    for i, (before, after) in enumerate(pairwise(items)):
        way = Way(_out(before), _in(after), danger=arc.danger, arc=lace, sight=arc.length == "sight")
        way.one_way = (arc.one_way == "first" and i == 0) or (arc.one_way == "last" and i == last)
        way.secret = lace.secret and i == 0
        if grown.barrier and way.one_way and "barrier" in flow.nodes[way.b].roles:
            way.barrier = grown.barrier
        if isinstance(before, Grown) and i and before.bolt is not None:
            way.lock, before.bolt.guards = before.bolt, way
        flow.ways.append(way)
    if arc.seen:
        flow.ways.append(Way(_out(items[0]), _seen(items[-1]), sight=True, arc=lace))
    for item in items[1:-1]:
        lace.nodes += [item.start, item.goal] if isinstance(item, Grown) else [item]
        lace.backbone += backbone(item) if isinstance(item, Grown) else [item]
        lace.members.update(item.nodes if isinstance(item, Grown) else [item])
    for node in lace.backbone:
        one = flow.nodes[node]
        one.danger = max(one.danger, arc.danger)
        one.theme = one.theme or lace.theme


def _seen(item: Item) -> int:
    """What is seen of what stands at the end of an arc: the goal of a cycle, or its start if that shows its goal."""
    return _in(item) if isinstance(item, Grown) and item.type.foreshown else _out(item)


def backbone(grown: Grown) -> list[int]:
    """The rooms of a cycle from its start to its goal by the way with fewest rooms."""
    from zinegen.carve.cyclic.ears import spine  # it reads what is grown here

    return spine(grown)[0]


def _roles(flow: Flow, grown: Grown, stream: Stream) -> None:
    kind = grown.type
    if kind.altered:
        flow.nodes[grown.start].roles.add("altered")
    if kind.patrol:
        grown.prize = grown.goal
    if grown.barrier and stream.chance(0.5):  # A003-10: an objective farther in, or the goal itself is of use
        inner = [node for lace in grown.laces if lace.type.one_way == "first" for node in lace.nodes]
        grown.objective = inner[-1] if inner else None
        if grown.objective is not None:
            flow.nodes[grown.objective].roles.add("objective")


def _service(flow: Flow) -> None:
    """A level without a loop gets one: a way back to its start that opens from its far end only."""
    top = flow.cycles[0]
    ends = [node for name, node in top.points.items() if name not in ("start", "false_goal", "goal")]
    far = ends[0] if ends else top.goal
    for grown in flow.cycles:
        if grown.parent == 0 and grown.start == far:
            far = grown.goal
    flow.ways.append(Way(far, top.start, one_way=True))
