"""Patrols: something strong walks round a cycle; every room on its round says when it comes, from where, to where."""

from __future__ import annotations

from zinegen.dungeon.model import Cycle
from zinegen.stock.choose import lot, mark
from zinegen.stock.draft import Draft, Group, Kind, World
from zinegen.stock.encounters import MOST_KINDS, fits_level, group_size, hit_points, kinds_to_come, liking
from zinegen.stock.grammar import number, suits
from zinegen.stock.lexis import kinds
from zinegen.stock.structure.settle import cycles
from zinegen.words import lexicon

STRONGER = 2
"""A patrol is made for a level so much deeper."""


def post_patrols(world: World) -> None:
    """Give every cycle that has a patrol something to walk it, in one of its rooms."""
    for cycle in cycles(world):
        if not cycle.patrol:
            continue
        route = [world.drafts[area] for area in cycle.route or cycle.areas if area in world.drafts]
        rooms = [one for one in route if one.id != world.dungeon.entrance and one.steps > 0] or route
        if not rooms:
            continue
        home = max(rooms, key=lambda one: (not one.groups, one.id != cycle.goal, one.depth, one.id))
        _post(world, cycle, home, len(route))


def _post(world: World, cycle: Cycle, home: Draft, stops: int) -> None:
    kind = _strong(world, home.level, cycle.id)
    stream = world.stream("patrol", cycle.id)
    count = group_size(kind, world.danger(home.level) + STRONGER, 1.3, stream)
    doing = world.bag.text(lexicon("cycles")["patrol"]["doing"], "patrol", cycle.id)
    wants = [text for raw in kind.words["wants"] if (text := suits(raw, count)) is not None]
    fresh = [text for text in wants if not world.bag.used[text]] or wants
    pose = [text for raw in kind.words["pose"] if (text := suits(raw, count, wet=home.wet)) is not None]
    poses = [text for text in pose if not world.bag.used[f"{kind.id} {text} {home.level}"]]
    reacts = kind.words["reacts"]
    group = Group(
        id=f"{home.id}-m{len(home.groups) + 1}", kind=kind, count=count, hp=hit_points(kind, count, stream),
        pose=world.clause(world.bag.text(poses, "patrolpose", cycle.id)) if poses else "",
        doing=world.clause(doing, count=number(stops)), bound=True,
        wants=world.clause(world.bag.text(fresh, "patrolwants", cycle.id)) if fresh else "",
        reaction=next((one for one in reacts if one != "hostile"), reacts[0]),
    )  # fmt: skip
    home.groups.append(group)
    world.structure.patrols[cycle.id] = group.id


def _strong(world: World, level: int, cycle: str) -> Kind:
    """A kind that goes about and is strong for the level; one of the level's own where it has its six."""
    here = {group.kind.id: group.kind for draft in world.on(level) for group in draft.groups}
    salt = world.bag.salt("patrol", cycle)
    danger = world.danger(level) + STRONGER

    def walks(kind: Kind) -> bool:
        return kind.words["move_ft"] >= 30 and not kind.tags & {"aquatic", "hidden"}

    if len(here) + kinds_to_come(world, level) < MOST_KINDS:
        fit = [kind for kind in kinds().values() if fits_level(kind, danger) and walks(kind) and kind.id not in here]
        strong = sorted(fit, key=lambda kind: -kind.hit_dice)[: max(4, len(fit) // 2)]
        if strong:
            return max(strong, key=lambda kind: lot(mark(kind.id), salt) ** (1 / liking(world, kind, level)))
    own = [kind for kind in here.values() if walks(kind)] or list(here.values())
    return max(own, key=lambda kind: (kind.hit_dice, kind.id))


def tell_patrol(world: World, cycle: Cycle) -> None:
    """In every room of a round: when whoever walks it comes, from where, to where."""
    id_ = world.structure.patrols.get(cycle.id)
    route = [area for area in cycle.route or cycle.areas if area in world.drafts]
    at = next((n for n, area in enumerate(route) if any(g.id == id_ for g in world.drafts[area].groups)), None)
    if id_ is None or at is None:
        return
    route = route[at:] + route[:at]
    group = next(group for group in world.drafts[route[0]].groups if group.id == id_)
    words = lexicon("cycles")["patrol"]
    who = group.kind.name if group.count == 1 else group.kind.plural
    for turn, area in enumerate(route):
        draft = world.drafts[area]
        before, after = route[turn - 1], route[(turn + 1) % len(route)]
        frame = words[_frame(turn, len(route))]
        draft.notes.append(
            world.say(
                frame.format(
                    who=who, turn=str(turn + 1), count=number(len(route)), home=world.ref(route[0], draft.level),
                    p=world.ref(before, draft.level), m=world.ref(after, draft.level),
                )
            )
        )  # fmt: skip


def _frame(turn: int, stops: int) -> str:
    """Which note a room of a round has: those next to the home name it once."""
    if turn == 0:
        return "leaves"
    return "second" if turn == 1 else "last" if turn == stops - 1 else "note"
