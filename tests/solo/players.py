"""Players for solo adventures: they turn to paragraphs, tick boxes, pick up keys and remember what they hold."""

from __future__ import annotations

from collections import deque

from zinegen.typeset.solo.records import ENTER, OUT, Paragraph
from zinegen.typeset.solo.story import Story


def ways_on(one: Paragraph, held: frozenset[str]) -> list[str]:
    """The paragraphs that may be turned to with what is held; dice fall as one likes."""
    return [turn.to for turn in one.turns if set(turn.needs) <= held]


def explored(adventure: Story, held: frozenset[str] = frozenset()) -> tuple[set[str], frozenset[str]]:
    """What a patient player comes to, and holds in the end: keys open what they open, and are never used up."""
    pages = adventure.by_id
    while True:
        seen, edge, found = {ENTER}, [ENTER], set(held)
        while edge:
            one = pages[edge.pop()]
            found |= set(one.gives)
            for to in ways_on(one, held):
                if to not in seen:
                    seen.add(to)
                    edge.append(to)
        if found == held:
            return seen, held
        held = frozenset(found)


def shortest(adventure: Story, goal: str) -> list[str]:
    """The shortest play from the first paragraph to another one, paragraph by paragraph, with what is picked up."""
    pages = adventure.by_id
    first = (ENTER, frozenset[str]())
    came: dict[tuple[str, frozenset[str]], tuple[str, frozenset[str]] | None] = {first: None}
    queue = deque([first])
    while queue:
        state = queue.popleft()
        if state[0] == goal:
            path, at = [], state
            while at is not None:
                path.append(at[0])
                at = came[at]  # type: ignore[assignment]
            return path[::-1]
        held = state[1] | set(pages[state[0]].gives)
        for to in ways_on(pages[state[0]], held):
            if (to, held) not in came:
                came[to, held] = state
                queue.append((to, held))
    return []


def home(adventure: Story, at: str, held: frozenset[str]) -> bool:
    """Whether one comes out again from a paragraph."""
    seen, edge = {at}, [at]
    while edge:
        here = edge.pop()
        if here == OUT:
            return True
        for to in ways_on(adventure.by_id[here], held):
            if to not in seen:
                seen.add(to)
                edge.append(to)
    return False
