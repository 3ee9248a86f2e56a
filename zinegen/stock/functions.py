"""What each area was built for: kinds, sizes and neighbours come in, a function and a name of its own go out."""

from __future__ import annotations

from zinegen.stock.choose import lot, mark
from zinegen.stock.draft import Draft, World
from zinegen.stock.grammar import fill
from zinegen.stock.lexis import Function, functions
from zinegen.words import lexicon, remembered

OWN, ALONE = 3.0, 14.0
"""How much rather a theme has a room of its own; and how much more one that no other theme has."""
AGAIN = 0.5
"""How much less a theme has a room of its own, or one of water, on another level again; of other rooms a fifth."""
ELSEWHERE = 0.1
"""How much less a room made for the goal is liked elsewhere: a throne room, a strongroom."""
BAD = 0.01
"""A room of the goal that suits its place no better, as beside what it may not lie by, is not taken before all."""
PLAIN = 0.5
"""How often a function goes by its plainest name."""


def assign(world: World) -> None:
    """Give every area a function, a class of use, a name and an air."""
    for level in world.dungeon.levels:
        drafts = world.on(level.number)
        # those that are bound to something choose first, then from the way in downwards
        drafts.sort(
            key=lambda d: (d.id not in (world.dungeon.entrance, world.dungeon.goal), d.steps, d.area.key or 0)
        )
        uses: dict[str, int] = {}
        for draft in drafts:
            function = _best(world, draft, uses)
            uses[function.id] = uses.get(function.id, 0) + 1
            world.bag.used[f"function {function.id}"] += 1
            draft.function, draft.klass = function.id, function.klass
    for draft in world.drafts.values():
        draft.name = _name(world, draft, functions()[draft.function])


@remembered
def _pairs(which: str) -> frozenset[tuple[str, str]]:
    pairs = lexicon("stocking")["rooms"][which]
    return frozenset((a, b) for a, b in pairs) | frozenset((b, a) for a, b in pairs)


def _best(world: World, draft: Draft, uses: dict[str, int]) -> Function:
    salt = world.bag.salt("function", draft.id)
    around = [world.drafts[room].function for room in draft.rooms if room in world.drafts]

    def rank(function: Function) -> float:
        fit = _fit(world, draft, function, uses.get(function.id, 0), around)
        return fit * (0.25 + lot(mark(function.id), salt)) if fit else 0.0

    if draft.id == world.dungeon.goal and not draft.wet:
        rooms = lexicon("themes")[world.themes[draft.level]]["goal_rooms"]
        fit = max((functions()[id_] for id_ in rooms), key=rank)
        if rank(fit) > BAD:
            return fit
    best = max(functions().values(), key=rank)
    if rank(best) > 0:
        return best
    return functions()["grotto" if draft.area.kind == "cave" else "plain"]


def _fit(world: World, draft: Draft, function: Function, uses: int, around: list[str]) -> float:
    """How well a function suits an area; 0 where it does not."""
    theme = world.themes[draft.level]
    own = theme in function.themes
    if not own and "any" not in function.themes:
        return 0.0
    if draft.area.kind not in function.kinds or (function.wet and not draft.wet):
        return 0.0
    first = draft.steps == 0 and draft.level == 1
    if function.entrance != first and (function.entrance or draft.id == world.dungeon.entrance):
        return 0.0
    goal = draft.id == world.dungeon.goal
    fit = OWN + ALONE / len(function.themes) if own and not function.entrance else 1.0  # ways in are few anyhow
    if goal:
        fit *= 12.0 if function.id in lexicon("themes")[theme]["goal_rooms"] else 0.3
    elif function.goal:
        fit *= ELSEWHERE
    if draft.wet:
        fit *= 12.0 if function.wet else 0.4
    low, high = function.size
    if not low <= draft.squares <= high:
        fit *= (0.1 if draft.squares < low else 0.3) if not goal else 0.6
    fit *= (1.1 - abs(function.zone - draft.depth)) ** 2
    again = AGAIN if function.wet or (own and len(function.themes) == 1) else 0.2
    fit *= 0.02 ** min(4, uses) * again ** min(8, world.bag.used[f"function {function.id}"])
    for other in around:
        if other == function.id or (function.id, other) in _pairs("avoid"):
            return fit * 0.001
        if (function.id, other) in _pairs("near"):
            fit *= 1.8
    return fit


def _name(world: World, draft: Draft, function: Function) -> str:
    """A name that no other area of the dungeon has."""
    names = [name for name in function.names if shaped(draft, name)] or list(function.names)
    fresh = [name for name in names if name not in world.known_names]
    if fresh:
        # the plain name first, the rarer ones as it is taken
        plain = len(fresh) == len(names) and lot(mark(draft.id), world.bag.salt("plain", draft.id)) < PLAIN
        name = fresh[0] if plain else world.bag.text(fresh, "roomname", draft.id)
    else:
        name = _qualified(world, draft, names)
    world.known_names.add(name)
    return fill(name, world.slots)


def uncommon(draft: Draft) -> bool:
    """Whether an area is of a sort that few dungeons have: one of water, a cave, a way in, a room of few themes."""
    function = functions().get(draft.function)
    if function is None or function.goal:
        return False
    return draft.wet or draft.area.kind == "cave" or function.entrance or function.seldom


def shaped(draft: Draft, words: str) -> bool:
    """Whether a name or an air fits the shape of an area: a "Colonnade" has columns, a "Grotto" is a cave."""
    shape = lexicon("stocking")["shape"]
    area, text = draft.area, words.lower()
    can = {
        "columns": any(feature.kind == "column" for feature in area.features),
        "cave": area.kind == "cave",
        "round": area.shape in ("circle", "oval", "hexagon", "octagon"),
        "large": draft.squares >= shape["large_squares"],
        "small": draft.squares <= shape["small_squares"],
        "square": area.shape == "rectangle",
    }
    return all(can[need] or not any(word in text for word in shape[need]) for need in can)


def _qualified(world: World, draft: Draft, names: list[str]) -> str:
    patterns = lexicon("stocking")["qualify"]["patterns"]
    both = [fill(pattern, {**world.slots, "name": name}) for pattern in patterns for name in names]
    fresh = [name for name in both if name not in world.known_names and len(set(name.split())) == len(name.split())]
    if fresh:
        return world.bag.text(fresh, "roomname", draft.id)
    return f"{names[0]} {draft.id}"
