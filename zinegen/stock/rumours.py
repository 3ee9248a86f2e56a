"""Town talk: facts of a stocked dungeon come in, rumours true, half true and false go out."""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.dungeon.model import Portal, Rumour
from zinegen.stock.draft import World
from zinegen.stock.grammar import indefinite, sentence, unmarked
from zinegen.stock.lexis import danger_grammar
from zinegen.words import lexicon

Fact = tuple[str, str, dict[str, str]]
"""Kind, what it is about, slots."""
TRUE, HALF, FALSE = 5, 2, 3
CREEPS_FT = 20
"""Who moves no farther in a turn is at home, whatever is said of it."""
HALVES = ("lair", "trap", "key", "goal")
"""What is also told with the wrong place in it."""


def rumours(world: World, portals: tuple[Portal, ...]) -> tuple[Rumour, ...]:
    """Five that are true, two that are but for the place and three that are not, in an order that does not tell."""
    words = lexicon("rumours")
    out = [Rumour(text=world.say(text), about=world.dungeon.goal) for text in world.event["true"]]
    order = world.stream("rumours").shuffled(_facts(world, portals))
    kinds: set[str] = set()
    for kind, about, slots in sorted(order, key=lambda fact: (fact[0] != "missing", fact[0] in kinds)):
        if len(out) >= TRUE:
            break
        if kind not in kinds:
            kinds.add(kind)
            text = world.say(world.bag.text(words[kind], "rumour", kind), **slots)
            out.append(Rumour(text=text, about=about))
    told = {one.about for one in out}
    out += _halves(world, [fact for fact in order if fact[0] in HALVES and fact[1] not in told])
    out += _lies(world)
    out = [replace(one, text=sentence(one.text)) for one in out]
    return tuple(world.stream("rumours", "order").shuffled(out))


def _halves(world: World, facts: list[Fact]) -> list[Rumour]:
    """Facts told of another room of the same level."""
    out: list[Rumour] = []
    kinds: set[str] = set()
    for kind, about, slots in facts:
        area = about if about in world.drafts else about.rsplit("-", 1)[0]
        near = [one for one in world.drafts.values() if one.level == _level(area) and one.id != area]
        near = [one for one in near if not one.area.hidden and not (one.groups or one.hazards)]
        if kind in kinds or not near:
            continue
        kinds.add(kind)
        wrong = world.stream("half", about).choice(near)
        text = world.bag.text(lexicon("rumours")[f"half_{kind}"], "half", kind)
        out.append(Rumour(text=world.say(text, **{**slots, "where": world.the(wrong.name)}), half=True, about=about))
        if len(out) >= HALF:
            break
    return out


def _level(area: str) -> int:
    return int(area.split("-", 1)[0])


def _lies(world: World) -> list[Rumour]:
    """What is not true, each with the place that it is told of."""
    words = lexicon("rumours")
    lairs = [d.id for d in world.drafts.values() if d.groups] or [world.dungeon.entrance]
    about = {
        "false_any": world.dungeon.entrance,
        "false_lair": world.stream("lie").choice(lairs),
        "false_goal": world.dungeon.goal,
    }
    lies = [Rumour(text=world.say(text), true=False, about=world.dungeon.goal) for text in world.event["false"]]
    for kind, place in about.items():
        text = world.say(world.bag.text(words[kind], "rumour", kind))
        lies.append(Rumour(text=text, true=False, about=place))
    return lies[:FALSE]


def _facts(world: World, portals: tuple[Portal, ...]) -> list[Fact]:
    """What can be told: kind, what it is about, slots."""
    out: list[Fact] = [("goal", world.dungeon.goal, {})]
    for draft in world.drafts.values():
        where = {"where": world.the(draft.name)}
        for group in draft.groups:
            if group.captive:
                out.append(("missing", group.id, {**where, "who": group.kind.name}))
            if group.count > 1:
                who = {**where, "who": group.kind.plural, "wants": group.wants}
                if group.kind.words["move_ft"] > CREEPS_FT:  # what is rooted takes nobody's boy
                    out.append(("lair", group.id, who))
                if group.kind.clan == "folk" and group.wants and ";" not in group.wants:
                    out.append(("wants", group.id, who))
        if draft.area.water == "magic":
            out.append(("pool", draft.id, where))
        for hazard in draft.hazards[:1]:
            name = unmarked(hazard.name)
            out.append(("trap", hazard.id, {**where, "what": indefinite(name, danger_grammar().get(name, ""))}))
        if any(f.link for f in draft.area.features):
            out.append(("stairs", draft.id, where))
    for portal in portals:
        ends = [
            world.drafts[end] for end in portal.between if end in world.drafts and not world.drafts[end].area.hidden
        ]
        if portal.secret and ends:
            out.append(("secret", portal.id, {"where": world.the(ends[0].name)}))
    out += [
        ("key", item.in_, {"where": world.the(world.drafts[item.in_].name), "what": item.name})
        for item in world.dungeon.key_items
        if item.in_ in world.drafts and item.name
    ]
    return out
