"""The chart of a cyclic level: a dug level comes in, its doors, its flow, its locks and keys go out as records."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

import msgspec

from zinegen.carve.cyclic.dig import Dug
from zinegen.carve.cyclic.flow import Bolt, Grown, Lace, Way
from zinegen.carve.cyclic.law import known, plain_enough
from zinegen.carve.cyclic.verify import arc_length
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Piece
from zinegen.carve.tables import throw
from zinegen.dice import Stream
from zinegen.dungeon.model import Arc, Area, Clue, Cycle, Flow, KeyItem, Level, Lock, Place, PortalKind, Sight

Names = dict[int, str]


@dataclass(slots=True, eq=False)
class Chart:
    """What a level's carver knows of how it hangs together."""

    dug: Dug
    ring: bool = False
    """True: one may come to it from below before one comes to it from above."""

    @property
    def goal(self) -> Piece:
        """The room that the level is about."""
        return self.dug.rooms[self.dug.flow.goal]

    def hang_doors(self, ground: Ground, stream: Stream) -> None:
        """Give every door its kind; those that a lock keeps shut and those that must stay plain are known already."""
        self._mind_entries(ground)
        for gate in ground.gates:
            if gate.kind != "door" or gate.secret or gate.toward is not None or gate.locked:
                continue
            word: PortalKind = throw(stream, "door_kind", ground.spare)["door"]
            if word == "locked":  # a lock wants a key, and the keys of this level are dealt out
                word = "stuck"
            if word == "portcullis" and "room" in (gate.a.kind, gate.b.kind) and gate.width == 1:
                word = "stuck"
            gate.kind = "double" if word == "door" and gate.width == 2 and stream.chance(0.5) else word

    def _mind_entries(self, ground: Ground) -> None:
        """Make those secrets plain that could shut in whoever comes by another way than the first."""
        dug = self.dug
        node_of = {piece.number: node for node, piece in dug.rooms.items()}
        pieces = [foot.piece for foot in ground.feet]
        if self.ring:
            pieces += [stair.piece for stair in ground.stairs if stair.down]
        entries = [node_of[room.number] for piece in pieces for room in _rooms_at(piece, node_of)]
        if len(entries) < 2:
            return
        plain_enough(dug.flow, entries)
        for i, way in enumerate(dug.flow.ways):
            if not way.secret and i in dug.gates:
                for gate in dug.gates[i]:
                    gate.secret = False
                if i in dug.passages:
                    dug.passages[i].hidden = False
                if "side" in dug.flow.nodes[way.b].roles:
                    dug.rooms[way.b].hidden = False

    def record(
        self, level: Level, names: Names, portals: dict[int, str], before: int
    ) -> tuple[Level, list[Lock], list[KeyItem]]:
        """The level with its flow, and its locks and keys.

        Args: names: piece number -> area id; portals: id() of a gate -> portal id; before: how many locks the levels
              above have.
        """
        dug = self.dug
        rooms = {node: names[piece.number] for node, piece in dug.rooms.items()}
        locks: list[Lock] = []
        items: list[KeyItem] = []
        bolts: dict[int, str] = {}
        shut: dict[str, str] = {}
        for bolt in dug.flow.bolts:
            lock = f"lock-{before + len(locks) + 1}"
            bolts[bolt.cycle] = lock
            keys = []
            for mark, key in zip("abcdefgh", bolt.keys, strict=False):
                keys.append(lock.replace("lock", "key") + (mark if len(bolt.keys) > 1 else ""))
                items.append(KeyItem(id=keys[-1], in_=rooms[key.node], hidden=key.hidden))
            guards = self._guarded(bolt, rooms, portals)
            locks.append(
                Lock(
                    id=lock, kind=bolt.kind, hardness=bolt.hardness, keys=tuple(keys), guards=guards,
                    area=rooms[dug.flow.cycles[bolt.cycle].goal],
                )
            )  # fmt: skip
            shut[guards] = lock
        level = msgspec.structs.replace(
            level,
            areas=self._with_clues(level, rooms, portals, items),
            portals=tuple(msgspec.structs.replace(p, lock=shut[p.id]) if p.id in shut else p for p in level.portals),
            sights=tuple(
                Sight(from_=rooms[way.a], to=rooms[way.b], line=self._line(i))
                for i, way in enumerate(dug.flow.ways)
                if way.sight
            ),
            flow=self._flow(level.number, rooms, portals, bolts),
        )
        return level, locks, items

    def _line(self, at: int) -> tuple[Place, Place]:
        """Where one looks along."""
        room = self.dug.rooms[self.dug.flow.ways[at].a]
        (ax, ay), (bx, by) = self.dug.lines[at]
        return (ax + room.x, ay + room.y), (bx + room.x, by + room.y)

    def _with_clues(
        self, level: Level, rooms: dict[int, str], portals: dict[int, str], items: list[KeyItem]
    ) -> tuple[Area, ...]:
        """The level's areas with a clue, wordless as yet, to each secret that one may need: before it, and near."""
        dug = self.dug
        open_ = known(dug.flow)
        secrets = [
            (portals[id(gate)], way.a)
            for i, way in enumerate(dug.flow.ways)
            if way.secret and ("side" not in dug.flow.nodes[way.b].roles or "cache" in dug.flow.nodes[way.b].roles)
            for gate in dict.fromkeys(dug.gates[i])
            if gate.secret
        ]
        node_of = {room: node for node, room in rooms.items()}
        secrets += [(item.id, node_of[item.in_]) for item in items if item.hidden]
        clues: dict[str, list[Clue]] = {}
        for about, near in secrets:
            places = [node for node in open_ if node != near and dug.rooms[node].keyed] or [dug.flow.start]
            area = rooms[min(places, key=lambda node: (abs(node - near), node))]
            here = clues.setdefault(area, [])
            here.append(Clue(id=f"{area}-c{len(here) + 1}", about=about, text=""))
        return tuple(
            msgspec.structs.replace(area, clues=tuple(clues[area.id])) if area.id in clues else area
            for area in level.areas
        )

    def _guarded(self, bolt: Bolt, rooms: dict[int, str], portals: dict[int, str]) -> str:
        """What a lock guards: a door, or the prize of a room."""
        if isinstance(bolt.guards, int):
            return rooms[bolt.guards]
        assert bolt.guards is not None, "the way out has its landing by now"
        at = next(i for i, way in enumerate(self.dug.flow.ways) if way is bolt.guards)
        return portals[id(self.dug.gates[at][0])]

    def _flow(self, number: int, rooms: dict[int, str], portals: dict[int, str], bolts: dict[int, str]) -> Flow:
        doors = {i: tuple(portals[id(gate)] for gate in gates) for i, gates in self.dug.gates.items()}
        cycles, arcs = [], []
        for grown in self.dug.flow.cycles:
            id_ = f"{number}-cycle{grown.index + 1}"
            cycles.append(
                Cycle(
                    id=id_,
                    kind=grown.type.id,
                    areas=tuple(rooms[node] for node in ring(grown)),
                    start=rooms[grown.start],
                    goal=rooms[grown.goal],
                    parent=None if grown.parent is None else f"{number}-cycle{grown.parent + 1}",
                    title=grown.type.title,
                    lock=bolts.get(grown.index),
                    barrier=grown.barrier,
                    marks={mark: rooms[node] for mark, node in marks(grown).items()},
                    barrier_at=next((doors[i][1] for i, w in self._ways(grown) if w.barrier), ""),
                    patrol=grown.type.patrol,
                    route=tuple(rooms[node] for node in route(grown)) if grown.type.patrol else (),
                    altered=grown.type.altered,
                )
            )
            arcs += [self._arc(id_, lace, rooms, doors) for lace in grown.laces]
        for i, way in enumerate(self.dug.flow.ways):
            if way.arc is None and "side" not in self.dug.flow.nodes[way.b].roles and way.one_way:
                home = Arc(cycle=cycles[0].id, from_=rooms[way.a], to=rooms[way.b], one_way=True, doors=doors[i])
                arcs.append(home)
        return Flow(cycles=tuple(cycles), arcs=tuple(arcs))

    def _ways(self, grown: Grown) -> list[tuple[int, Way]]:
        """The ways of a cycle's own arcs, with their numbers."""
        return [(i, way) for i, way in enumerate(self.dug.flow.ways) if way.arc in grown.laces]

    def _arc(self, cycle: str, lace: Lace, rooms: dict[int, str], doors: dict[int, tuple[str, ...]]) -> Arc:
        a, b = lace.ends
        own = [doors[i] for i, way in enumerate(self.dug.flow.ways) if way.arc is lace and not way.sight]
        return Arc(
            cycle=cycle,
            from_=rooms[a],
            to=rooms[b],
            areas=tuple(rooms[node] for node in lace.nodes),
            kind=lace.type.length,
            one_way=bool(lace.type.one_way),
            secret=lace.secret,
            danger=lace.type.danger,
            theme=lace.theme,
            length_squares=0 if lace.type.length == "sight" else arc_length(self.dug, lace),
            doors=(own[0][0], own[-1][-1]) if own else (),
        )


def _rooms_at(piece: Piece, known_: Container[int]) -> list[Piece]:
    """A piece itself where the flow knows it, or those that its passages lead to."""
    seen, edge, out = {piece.number}, [piece], []
    while edge:
        here = edge.pop()
        if here.number in known_:
            out.append(here)
            continue
        for gate in here.gates:
            other = gate.other(here)
            if other.number not in seen:
                seen.add(other.number)
                edge.append(other)
    return out


def marks(grown: Grown) -> dict[str, int]:
    """What else matters to a cycle than its start and goal: mark -> node."""
    out = {name: node for name, node in grown.points.items() if name not in ("start", "goal", "key", "reward")}
    for i, key in enumerate(grown.bolt.keys if grown.bolt else ()):
        out["key" if i == 0 else f"key_{i + 1}"] = key.node
    if grown.prize is not None:
        out["reward"] = grown.prize
    if grown.barrier_node is not None:
        out["barrier"] = grown.barrier_node
    if grown.objective is not None:
        out["objective"] = grown.objective
    return out


def route(grown: Grown) -> list[int]:
    """The nodes that whoever goes round a cycle comes through, in order, those of cycles on its arcs among them."""
    out = [grown.start]
    for lace in grown.laces:
        if lace.type.length != "sight":
            row = [*lace.backbone, lace.ends[1]]
            out += row if lace.ends[0] == out[-1] else [*lace.backbone[::-1], lace.ends[0]]
    return out[:-1] if out[-1] == grown.start else list(dict.fromkeys(out))


def ring(grown: Grown) -> list[int]:
    """The nodes of a cycle in order: from its start along its arcs, each node once."""
    out = [grown.start]
    for lace in grown.laces:
        nodes = [lace.ends[0], *lace.nodes, lace.ends[1]]
        if nodes[0] not in out or (nodes[0] != out[-1] and nodes[-1] == out[-1]):
            nodes.reverse()
        out += [node for node in nodes if node not in out]
    return out
