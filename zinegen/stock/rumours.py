"""Town talk: facts of a stocked dungeon come in, rumours true and false go out."""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.dungeon.model import Portal, Rumour
from zinegen.stock.draft import World
from zinegen.stock.grammar import sentence, unmarked
from zinegen.words import lexicon

TRUE, FALSE = 6, 3


def rumours(world: World, portals: tuple[Portal, ...]) -> tuple[Rumour, ...]:
    """Six that are true and three that are not, in an order that does not tell which."""
    words = lexicon("rumours")
    out = [Rumour(text=world.say(text), about=world.dungeon.goal) for text in world.event["true"]]
    facts = _facts(world, portals)
    order = world.stream("rumours").shuffled(facts)
    kinds: set[str] = set()
    for kind, about, slots in sorted(order, key=lambda fact: fact[0] in kinds):
        if len(out) >= TRUE:
            break
        if kind in kinds:
            continue
        kinds.add(kind)
        out.append(Rumour(text=_say(world, world.bag.text(words[kind], "rumour", kind), slots), about=about))
    lies = [world.say(text) for text in world.event["false"]]
    for kind in ("false_any", "false_lair", "false_goal"):
        lies.append(world.say(world.bag.text(words[kind], "rumour", kind)))
    out += [Rumour(text=text, true=False) for text in lies[:FALSE]]
    out = [replace(one, text=sentence(one.text)) for one in out]
    return tuple(world.stream("rumours", "order").shuffled(out))


def _say(world: World, text: str, slots: dict[str, str]) -> str:
    return world.say(text, **slots)


def _facts(world: World, portals: tuple[Portal, ...]) -> list[tuple[str, str, dict[str, str]]]:
    """What can be told: kind, what it is about, slots."""
    out: list[tuple[str, str, dict[str, str]]] = [("goal", world.dungeon.goal, {})]
    for draft in world.drafts.values():
        where = {"where": world.the(draft.name)}
        for group in draft.groups:
            if group.count > 1:
                who = {**where, "who": group.kind.plural, "wants": group.wants}
                out.append(("lair", group.id, who))
                if group.kind.clan == "folk" and group.wants and ";" not in group.wants:
                    out.append(("wants", group.id, who))
        if draft.area.water == "magic":
            out.append(("pool", draft.id, where))
        out += [("trap", hazard.id, {**where, "what": unmarked(hazard.name)}) for hazard in draft.hazards[:1]]
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
