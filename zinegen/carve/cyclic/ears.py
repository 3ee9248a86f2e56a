"""Ears: a flow comes in, the order in which it can be drawn goes out.

A path from start to goal first, then ear after ear from one drawn node to another, the outer cycles' before the inner
ones', then what hangs on one node only. The shorter arc comes first, so that it is the shorter one on the map.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zinegen.carve.cyclic.flow import Flow, Grown, Lace


@dataclass(frozen=True, slots=True)
class Ear:
    """A row of nodes to draw; its first node stands already, its last too unless it hangs (`open`)."""

    nodes: tuple[int, ...]
    open: bool = False
    late: bool = False
    """True: it leads to where a hanging one has come to."""


def spine(grown: Grown) -> tuple[list[int], list[Lace]]:
    """The nodes of a cycle from its start to its goal by fewest rooms, and the arcs on that way."""
    found: dict[int, tuple[int, list[int], list[Lace]]] = {grown.start: (0, [grown.start], [])}
    queue = [grown.start]
    while queue:
        here = min(queue, key=lambda node: (found[node][0], node))
        queue.remove(here)
        cost, nodes, used = found[here]
        if here == grown.goal:
            return nodes, used
        for lace in grown.laces:
            a, b = lace.ends
            if here not in (a, b) or lace in used:
                continue
            inner = lace.backbone if here == a else lace.backbone[::-1]
            there = b if here == a else a
            far = cost + len(inner) + 1
            if there not in found or far < found[there][0]:
                found[there] = (far, [*nodes, *inner, there], [*used, lace])
                queue.append(there)
    raise AssertionError("the loader saw to it that the goal is reached")


def ears_of(flow: Flow) -> tuple[list[int], list[Ear]]:
    """The first path of a flow, and its ears in order."""
    path, _ = spine(flow.cycles[0])
    order: list[Ear] = []
    hanging: list[Ear] = []
    drawn, todo = set(path), list(flow.cycles)  # a cycle stands before those in it

    def rings() -> None:
        for grown in list(todo):
            if grown.start not in drawn:
                continue
            todo.remove(grown)
            for ear in _of_cycle(flow, grown, spine(grown)[1]):
                (hanging if ear.open or ear.late else order).append(ear)
                if not ear.open and not ear.late:
                    drawn.update(ear.nodes)

    rings()
    while hanging:
        batch, hanging[:] = list(hanging), []
        for ear in batch:
            order.append(ear)
            drawn.update(ear.nodes)
        rings()
    return path, order + [Ear((way.a, way.b)) for way in flow.ways if way.arc is None]


def _of_cycle(flow: Flow, grown: Grown, used: list[Lace]) -> Iterator[Ear]:
    """The ears of a cycle: rows of arcs that are not drawn yet from point to point; what leads nowhere on hangs."""
    done = {grown.start, grown.goal, *(end for lace in used for end in lace.ends)}
    left = [lace for lace in grown.laces if lace not in used]
    while left:
        rows = [row for row in (_row(start, left, done) for start in sorted(done)) if row]
        nodes, laces = min(rows, key=lambda row: (row[0][-1] not in done, len(row[0])))
        inner = next((sub for sub in flow.cycles if sub.parent == grown.index and sub.start == nodes[-1]), None)
        hangs = nodes[-1] not in done
        if (
            inner and hangs and laces[-1].type.seen and not inner.type.foreshown
        ):  # what is seen first, straight ahead; then the way there round it
            yield Ear((nodes[-2], inner.goal), open=True)
            yield Ear((*nodes[:-1], *spine(inner)[0]), late=True)
            done.update(end for lace in laces for end in lace.ends)
            left = [lace for lace in left if lace not in laces]
            continue
        yield Ear((*nodes[:-1], *(spine(inner)[0] if inner and hangs else nodes[-1:])), open=hangs)
        done.update(end for lace in laces for end in lace.ends)
        left = [lace for lace in left if lace not in laces]


def _row(start: int, left: list[Lace], done: set[int]) -> tuple[list[int], list[Lace]] | None:
    """The shortest row of arcs from a drawn point to another drawn one; where there is none, the first that hangs."""
    rows: list[tuple[list[int], list[Lace]]] = [([start], [])]
    hanging = None
    for nodes, laces in rows:
        here = nodes[-1]
        if laces and here in done:
            return nodes, laces
        for lace in left:
            if here not in lace.ends or lace in laces:
                continue
            a, b = lace.ends
            inner = lace.backbone if here == a else lace.backbone[::-1]
            there = b if here == a else a
            if there in nodes:
                continue
            rows.append(([*nodes, *inner, there], [*laces, lace]))
            if hanging is None and there not in done:
                hanging = rows[-1]
    return hanging
