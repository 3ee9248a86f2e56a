"""Hand-made flows for tests of flowcharts: the twelve cycles of document 003, alone and one within another."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from zinegen.dungeon.model import (
    Arc,
    Area,
    Cycle,
    Dungeon,
    Flow,
    KeyItem,
    KeyText,
    Level,
    Lock,
    Portal,
    Sight,
)

# name -> arcs (from, to, length, what stands between, traits). D: an insertion point, K: with a key, R: a room,
# B: the barrier's room. A point that is neither S nor G stands for itself; "D" behind its name: an insertion point.
TWELVE: dict[str, list[tuple[str, str, str, str, str]]] = {
    "two_alternative_paths": [("S", "G", "long", "RD", ""), ("S", "G", "long", "DR", "")],
    "two_keys": [("S", "G", "long", "RK", ""), ("S", "G", "long", "KR", "")],
    "hidden_shortcut": [("S", "G", "long", "DRD", ""), ("S", "G", "short", "R", "secret")],
    "dangerous_route": [("S", "G", "long", "DDR", ""), ("S", "G", "short", "R", "danger")],
    "foreshadowing_loop": [("S", "G", "long", "DRD", ""), ("S", "G", "sight", "", "")],
    "lock_and_key_cycle": [("S", "G", "short", "R", ""), ("G", "S", "long", "DDk", "last")],
    "blocked_retreat": [("S", "G", "short", "", ""), ("G", "S", "long", "BDD", "first")],
    "monster_patrol": [("S", "G", "short", "D", ""), ("G", "S", "short", "D", "")],
    "altered_return": [("S", "G", "short", "D", "last"), ("G", "S", "short", "D", "last")],
    "false_goal": [("S", "F", "short", "R", ""), ("F", "G", "long", "DD", "secret")],
    "simple_lock_and_key": [("S", "G", "short", "D", ""), ("G", "KD", "short", "", "")],
    "gambit": [("S", "G", "short", "D", ""), ("G", "WD", "short", "", "danger seen")],
}
LOCKED = ("two_keys", "lock_and_key_cycle", "simple_lock_and_key")


@dataclass
class _Maker:
    areas: list[Area] = field(default_factory=list)
    portals: list[Portal] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    cycles: list[Cycle] = field(default_factory=list)
    arcs: list[Arc] = field(default_factory=list)
    locks: list[Lock] = field(default_factory=list)
    keys: list[KeyItem] = field(default_factory=list)

    def room(self, kind: str = "room") -> str:
        n = len(self.areas) + 1
        x, y = 6 * (n % 7), 6 * (n // 7)
        ring = ((x, y), (x + 4, y), (x + 4, y + 4), (x, y + 4))
        squares = tuple((y + dy, x, x + 4) for dy in range(4))
        self.areas.append(
            Area(id=f"1-{n}", key=n, kind="room", shape="rectangle", outline=ring, squares=squares,
                 text=KeyText(name=f"{('Long ' if n % 3 else '')}{kind.title()} of the {('Monks', 'Bells')[n % 2]}"))
        )  # fmt: skip
        return f"1-{n}"

    def join(self, a: str, b: str, **more: Any) -> str:
        at = self.areas[int(a[2:]) - 1].squares[0]
        id_ = f"1-p{len(self.portals) + 1}"
        self.portals.append(Portal(id=id_, kind="door", between=(a, b), at=(at[1], at[0]), side="north", **more))
        return id_

    def cycle(self, kind: str, subs: list[str], parent: str | None, below: list[list[str]]) -> Cycle:
        """Grow a cycle; `subs` are the kinds of the cycles in its insertion points, `below` theirs."""
        id_ = f"1-cycle{len(self.cycles) + 1}"
        place = len(self.cycles)
        self.cycles.append(None)  # type: ignore[arg-type]
        ends: dict[str, Any] = {"S": self.room("start"), "G": self.room("goal")}
        subs, inner = list(subs), list(below)
        held: list[str] = []

        def diamond() -> Any:
            if not subs:
                return self.room()
            return self.cycle(subs.pop(0), inner.pop(0) if inner else [], id_, [])

        lock = Lock(id=f"lock-{len(self.locks) + 1}", guards=ends["G"]) if kind in LOCKED else None
        if lock:
            self.locks.append(lock)
        order: list[list[str]] = []
        for from_, to, length, slots, traits in TWELVE[kind]:
            if to not in ends:
                ends[to] = diamond() if to.endswith("D") else self.room("false goal")
                if to == "KD":
                    held.append(_out(ends[to]))
            items = [ends[from_]]
            for slot in slots:
                items.append(diamond() if slot in "DK" else self.room())
                held += [_out(items[-1])] if slot in "Kk" else []
            items.append(ends[to])
            if length != "sight":
                self._string(items, traits)
            else:
                self.sights.append(Sight(from_=_out(items[0]), to=_in(items[-1])))
            if "seen" in traits:
                self.sights.append(Sight(from_=_out(items[0]), to=_in(items[-1])))
            nodes: list[Any] = [
                n for item in items[1:-1] for n in ((item.start, item.goal) if isinstance(item, Cycle) else (item,))
            ]
            self.arcs.append(Arc(cycle=id_, from_=_out(items[0]), to=_in(items[-1]), areas=tuple(nodes), kind=length,
                                 danger=2 if "danger" in traits else 0))  # fmt: skip
            order.append([_out(items[0]), *nodes, _in(items[-1])])
        ring = list(order[0])
        for more in order[1:]:
            ring += [n for n in (more if more[0] == ring[-1] else more[::-1]) if n not in ring]
        if lock:
            keys = tuple(f"key-{lock.id}-{n}" for n in range(len(held)))
            self.keys += [KeyItem(id=k, in_=area) for k, area in zip(keys, held, strict=True)]
            guards = ends["G"]
            if parent is not None:
                guards = self.join(ends["G"], self.room("vault"))
            self.locks[self.locks.index(lock)] = Lock(id=lock.id, guards=guards, keys=keys)
        made = Cycle(
            id=id_, kind=kind, areas=tuple(ring), start=ends["S"], goal=ends["G"], parent=parent,
            barrier="one_way" if kind == "blocked_retreat" else "", patrol=kind == "monster_patrol",
        )  # fmt: skip
        self.cycles[place] = made
        return made

    def _string(self, items: list[Any], traits: str) -> None:
        last = len(items) - 2
        for i, (before, after) in enumerate(pairwise(items)):
            one_way = ("first" in traits and i == 0) or ("last" in traits and i == last)
            self.join(_out(before), _in(after), secret="secret" in traits and i == 0,
                      one_way=_in(after) if one_way else None)  # fmt: skip


def _in(item: Any) -> str:
    return str(item.start) if isinstance(item, Cycle) else str(item)


def _out(item: Any) -> str:
    return str(item.goal) if isinstance(item, Cycle) else str(item)


def flow_dungeon(
    kind: str, subs: tuple[str, ...] = (), below: tuple[tuple[str, ...], ...] = (), sides: int = 0
) -> Dungeon:
    """A dungeon of one level that is a cycle, with cycles in its insertion points, and some side rooms."""
    maker = _Maker()
    top = maker.cycle(kind, list(subs), None, [list(b) for b in below])
    for n in range(sides):
        maker.join(f"1-{2 + 3 * n}", maker.room("side room"), secret=n == 1)
    level = Level(
        number=1, system="cyclic", size=(60, 60), areas=tuple(maker.areas), portals=tuple(maker.portals),
        sights=tuple(maker.sights), flow=Flow(cycles=tuple(maker.cycles), arcs=tuple(maker.arcs)),
    )  # fmt: skip
    return Dungeon(
        zinegen="0", title="A hand-made ring", seed="hand", entrance=str(top.start), goal=str(top.goal),
        levels=(level,),        locks=tuple(maker.locks), key_items=tuple(maker.keys),
    )  # fmt: skip
