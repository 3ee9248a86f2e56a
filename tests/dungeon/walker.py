"""The fairness law once more, as slowly and plainly as can be: every play is walked, with sets and names.

It shares no code with `zinegen.dungeon.fairness` and is there to disagree with it.
"""

from __future__ import annotations

from zinegen.dungeon.model import Dungeon

State = tuple[str, frozenset[str]]


class Walker:
    """All plays of a dungeon in which some secrets are found."""

    def __init__(self, dungeon: Dungeon, found: set[str]) -> None:
        self.dungeon, self.found = dungeon, found
        self.locks = {lock.guards: [] for lock in dungeon.locks}
        for lock in dungeon.locks:
            self.locks[lock.guards].append(lock)
        self.by_name = {lock.id: lock for lock in dungeon.locks}
        self.steps: list[tuple[str, str, str]] = [("surface", dungeon.entrance, "")]
        for level in dungeon.levels:
            for p in level.portals:
                if p.kind != "false" and (not p.secret or p.id in found):
                    a, b = p.between
                    self.steps += [(a, b, p.id)] if p.one_way != a else []
                    self.steps += [(b, a, p.id)] if p.one_way != b else []
        for link in dungeon.links:
            if link.kind != "chasm_sight" and (not link.secret or link.id in found):
                self.steps.append((link.from_.area, link.to.area, link.id))
                if not link.one_way:
                    self.steps.append((link.to.area, link.from_.area, link.id))
        self.states = self.walk((dungeon.entrance, self.look(dungeon.entrance, frozenset())))

    def opens(self, what: str, keys: frozenset[str]) -> bool:
        for lock in self.locks.get(what, []):
            if not set(lock.keys) <= keys or (not lock.keys and lock.hardness == "hard"):
                return False
        return True

    def look(self, area: str, keys: frozenset[str]) -> frozenset[str]:
        while True:
            more = keys | {
                item.id
                for item in self.dungeon.key_items
                if item.in_ == area and self.opens(area, keys) and (not item.hidden or item.id in self.found)
            }
            if more == keys:
                return keys
            keys = more

    def after(self, state: State) -> set[State]:
        """The states one step further on."""
        here, keys = state
        return {(b, self.look(b, keys)) for a, b, what in self.steps if a == here and self.opens(what, keys)}

    def walk(self, start: State) -> dict[State, set[State]]:
        """Every state that can be come to, and what comes after it."""
        seen: dict[State, set[State]] = {}
        todo = [start]
        while todo:
            state = todo.pop()
            if state not in seen:
                seen[state] = self.after(state)
                todo += seen[state]
        return seen

    def lost(self, good: set[State]) -> bool:
        """Whether from some state none of the good ones can be come to."""
        while True:
            more = good | {state for state, after in self.states.items() if after & good}
            if more == good:
                return good != set(self.states)
            good = more

    def wins(self, state: State) -> bool:
        return state[0] == self.dungeon.goal and self.opens(self.dungeon.goal, state[1])

    def won(self) -> bool:
        return any(self.wins(state) for state in self.states)

    def shut_in(self) -> bool:
        """Whether from some state no way leads home."""
        return self.lost({state for state in self.states if state[0] in ("surface", self.dungeon.entrance)})

    def stranded(self) -> bool:
        """Whether from some state it cannot be won any more."""
        return self.lost({state for state in self.states if self.wins(state)})

    def areas(self) -> set[str]:
        return {state[0] for state in self.states}

    def keys(self) -> set[str]:
        return {key for state in self.states for key in state[1]}


def broken(dungeon: Dungeon) -> set[str]:
    """The laws that a dungeon breaks, by the codes of `judge`."""
    out = set()
    items = {item.id for item in dungeon.key_items}
    named = {key for lock in dungeon.locks for key in lock.keys}
    if not named <= items or not items <= named or any(not k.keys and k.hardness == "hard" for k in dungeon.locks):
        out.add("F4")
    everything = (
        {p.id for level in dungeon.levels for p in level.portals} | {link.id for link in dungeon.links} | items
    )
    searcher, blind = Walker(dungeon, everything), Walker(dungeon, set())
    if not searcher.won():
        out.add("F1")
    if searcher.shut_in() or blind.shut_in():
        out.add("F3")
    if searcher.won() and not searcher.shut_in():
        assert not searcher.stranded()  # keys are never used up, so who can go home can still win
    areas = {area.id for level in dungeon.levels for area in level.areas}
    if not areas <= searcher.areas():
        out.add("unreachable")
    if not {i.id for i in dungeon.key_items if i.in_ in searcher.areas()} <= searcher.keys():
        out.add("F5")
    if searcher.won():
        found: set[str] = set()
        while not (party := Walker(dungeon, found)).won():
            told = {
                c.about for level in dungeon.levels for a in level.areas if a.id in party.areas() for c in a.clues
            }
            told |= {key for lock in dungeon.locks if lock.id in told for key in lock.keys}
            if told <= found:
                out.add("secret")
                break
            found |= told
    return out
