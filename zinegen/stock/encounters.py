"""Who lives here: areas that the dice gave monsters come in, groups with numbers, deeds and wants go out."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from zinegen.dice import Stream
from zinegen.dungeon.model import D6Line, Inhabitant, StatLine, level_of
from zinegen.stock import leveltable
from zinegen.stock.choose import lot, mark
from zinegen.stock.dialect import line
from zinegen.stock.draft import Draft, Group, Kind, World
from zinegen.stock.lexis import kinds
from zinegen.words import lexicon

MOST_KINDS = 6
"""Kinds of creature on one level."""
HOSTILE_SHARE = 3
"""Of so many groups at most one attacks on sight."""
TOP_DANGER = 12
SEEN = 0.35
"""How much less a kind is liked that lives on another level already."""
TOLD = 0.3
"""How much less a creature is liked that was one of the creatures of a zine's last issues."""
STRANGE = 0.3
"""How much less a kind is liked that belongs to other themes."""
SEALED = 0.02
"""How much less a beast is liked in a room that only secret doors lead to: it would have starved."""
THEMED = 3.0
"""How much rather a kind lives on a way whose theme it belongs to."""
FEW = 4
"""In a dungeon of so many levels at most, no pose or want is said twice."""


def populate(world: World) -> None:
    """Put groups into the areas that the dice gave monsters, and a guard to the goal."""
    known: set[str] = set()
    for level in world.dungeon.levels:
        dry = [d for d in world.on(level.number) if "monster" in d.area.contents or d.id == world.dungeon.goal]
        deep = [d for d in world.on(level.number) if d.area.water in ("monster", "monster_treasure", "magic")]
        roster = _roster(world, level.number, len(dry), bool(deep), known)
        known |= {kind.id for kind in roster}
        dry = [draft for draft in dry if not _named(world, draft)]
        _settle(world, level.number, [kind for kind in roster if "aquatic" not in kind.tags], dry)
        for draft in deep:
            if draft.area.water != "magic" or _is_large(draft):
                _add(world, draft, _swimmer(world, draft, roster), share=0.8)
    calm(world)


def _named(world: World, draft: Draft) -> bool:
    """Put the creature into an area that its contents name: a skeleton in a niche. False where they name none."""
    kind = next((kinds()[word] for word in draft.area.contents if word in kinds()), None)
    if kind is not None:
        _add(world, draft, kind, share=0.5)
    return kind is not None


def _is_large(draft: Draft) -> bool:
    return any(f.kind == "lake" for f in draft.area.features)


# ------------------------------------------------------------------------------------------------------ the roster


def fits_level(kind: Kind, danger: int) -> bool:
    """Whether a creature suits a level of such danger."""
    low, high = kind.words["level"]
    return low <= danger <= high or (danger > TOP_DANGER and high >= TOP_DANGER)


def liking(world: World, kind: Kind, level: int) -> float:
    """How much a theme, and what went wrong there, favours a creature."""
    theme = world.themes[level]
    tags = lexicon("themes")[theme]["tags"]
    likes = 1.0 + 3.0 * (theme in kind.tags) + 1.5 * ("dead" in tags and "undead" in kind.tags)
    likes += 1.0 * ("arcane" in tags and bool(kind.tags & {"construct", "demon", "spirit"}))
    likes += 8.0 * (theme == world.themes[0] and kind.id in world.event["who"])
    likes += 1.0 * ("wild" in tags and "wild" in kind.tags) + 1.0 * ("drowned" in tags and "amphibious" in kind.tags)
    lately = world.recipe.zine is not None and any(past.monster == kind.id for past in world.recipe.zine.past)
    return likes * (STRANGE if is_strange(world, kind, level) else 1.0) * (TOLD if lately else 1.0)


def is_strange(world: World, kind: Kind, level: int) -> bool:
    """Whether a creature belongs to other themes than a level's, and has no part in what went wrong there."""
    theme = world.themes[level]
    own = theme in kind.tags or (theme == world.themes[0] and kind.id in world.event["who"])
    return not own and not kind.tags.isdisjoint(lexicon("themes"))


def _roster(world: World, level: int, groups: int, water: bool, known: set[str]) -> list[Kind]:
    """The kinds of a level: folk first, then what else likes the place; one that swims where the dice say so."""
    danger = min(world.danger(level), TOP_DANGER + 1)
    fit = [kind for kind in kinds().values() if fits_level(kind, danger)]
    salt = world.bag.salt("roster", level)
    rank = {
        k.id: lot(mark(k.id), salt)
        ** (1 / (liking(world, k, level) * (SEEN if k.id in known and k.id not in world.event["who"] else 1)))
        for k in fit
    }
    fit.sort(key=lambda kind: -rank[kind.id])
    dry = [kind for kind in fit if "aquatic" not in kind.tags]
    size = max(2, min(MOST_KINDS - water - kinds_kept(world, level), 1 + (2 * groups + 2) // 3))
    strange = {kind.id for kind in fit if is_strange(world, kind, level)}
    folk = [kind for kind in dry if kind.clan == "folk" and kind.words["number"] >= 3]
    chosen = sorted(folk, key=lambda kind: kind.id in strange)[: 2 if groups >= 6 else 1]
    if len(strange.intersection(kind.id for kind in chosen)) > 1:
        chosen.pop()  # who comes to be talked to may be a stranger too
    for others in (True, False):  # no more strangers than others, as long as there are others
        for kind in dry:
            crowded = sum(kind.clan == other.clan for other in chosen) >= (3 if kind.clan == "undead" else 2)
            many = others and kind.id in strange and 2 * sum(one.id in strange for one in chosen) >= len(chosen)
            if len(chosen) < size and kind not in chosen and not crowded and not many:
                chosen.append(kind)
    swim = [kind for kind in fit if "aquatic" in kind.tags]
    if water:
        chosen += swim[:1] or _swimmers_any(danger)
    return chosen


def kinds_kept(world: World, level: int) -> int:
    """How many kinds of a level are spoken for: what walks its rounds, what its locks are."""
    floor = next(one for one in world.dungeon.levels if one.number == level)
    named = {word for draft in world.on(level) for word in draft.area.contents if word in kinds()}
    return any(cycle.patrol for cycle in floor.flow.cycles) + len(named) + kinds_to_come(world, level)


def kinds_to_come(world: World, level: int) -> int:
    """How many kinds join a level after those that live and walk there: its locks, and somebody to talk to."""
    locks = [lock for lock in world.dungeon.locks if lock.kind == "monster" and lock.area]
    return sum(level_of(lock.area) == level for lock in locks) + 1


def _swimmers_any(danger: int) -> list[Kind]:
    """The swimmer whose levels lie nearest."""
    swim = [kind for kind in kinds().values() if "aquatic" in kind.tags]
    return sorted(swim, key=lambda kind: (min(abs(danger - end) for end in kind.words["level"]), kind.id))[:1]


def _swimmer(world: World, draft: Draft, roster: list[Kind]) -> Kind:
    swim = [kind for kind in roster if "aquatic" in kind.tags]
    return swim[0] if swim else _swimmers_any(world.danger(draft.level))[0]


# ------------------------------------------------------------------------------------------------------ the settling


def _settle(world: World, level: int, roster: list[Kind], drafts: list[Draft]) -> None:
    """Who lives in which area: folk keep together, beasts in caves, the big where there is room."""
    placed: dict[str, list[Draft]] = {}
    for draft in sorted(drafts, key=lambda d: (d.id != world.dungeon.goal, -d.depth, d.area.key or 0)):
        salt = world.bag.salt("lodging", draft.id)
        best = max(roster, key=lambda kind: (_suits(world, kind, draft, placed) * lot(mark(kind.id), salt), kind.id))
        placed.setdefault(best.id, []).append(draft)
    for kind in roster:
        rooms = placed.get(kind.id, [])
        lairs = [d for d in rooms if d.steps > 1] or rooms
        home = max(lairs, key=lambda d: (d.depth, d.squares, d.id)) if lairs else None
        for draft in rooms:
            _add(
                world,
                draft,
                kind,
                share=1.4 if draft is home else 0.6 if draft.steps <= 1 else 0.9,
                home=draft is home,
            )


def _suits(world: World, kind: Kind, draft: Draft, placed: dict[str, list[Draft]]) -> float:
    here = placed.get(kind.id, ())
    fit = 1.0 + 1.5 * (draft.klass in kind.words["doing"])
    fit *= 2.0 if draft.area.kind == "cave" and kind.tags & {"caves", "wild", "beast", "vermin"} else 1.0
    fit *= STRANGE / 2 if is_strange(world, kind, draft.level) else 1.0
    if "big" in kind.tags:
        fit *= 0.1 if draft.squares < 12 else 1.5
    if kind.clan == "folk" and kind.words["number"] >= 3:
        fit *= 1.0 + 1.2 * any(room.id in draft.rooms for room in here)
        fit /= 1 + max(0, len(here) - 2) * max(1.0, kind.hit_dice - 1)  # the strong do not fill a level
    else:
        fit /= 1 + 3 * len(here)
    if theme := world.structure.themes.get(draft.id):
        likes = lexicon(f"opposed/{theme}").get("likes", ())
        fit *= THEMED if kind.tags.intersection(likes) else 1.0
    if kind.clan in ("beast", "giant") and draft.exits and all(one.secret for one in draft.exits):
        fit *= SEALED
    if draft.id == world.dungeon.goal:
        fit *= kind.hit_dice + 0.5
    elif draft.steps <= 1 and draft.level == 1:
        fit *= 0.2 if kind.hit_dice >= 3 else 1.0
    return fit


def _add(world: World, draft: Draft, kind: Kind, *, share: float, home: bool = False) -> None:
    """Put one group of a kind into an area."""
    stream = world.stream("group", draft.id, kind.id)
    count = leveltable.met(world, draft.level, group_size(kind, world.danger(draft.level), share, stream))
    visible = "hidden" not in kind.tags and ("aquatic" not in kind.tags or stream.chance(0.5))
    draft.groups.append(
        Group(
            id=f"{draft.id}-m{len(draft.groups) + 1}",
            kind=kind,
            count=count,
            hp=hit_points(kind, count, stream),
            pose=_one(world, kind, "pose", count, draft),
            doing=_doing(world, kind, draft, count),
            wants=_one(world, kind, "wants", count, draft),
            reaction=_reaction(kind, draft, stream),
            visible=visible,
            home=home,
        )
    )


def group_size(kind: Kind, danger: int, share: float, stream: Stream) -> int:
    """How many: so many hit dice as the danger allows, at most what the bestiary gives, two at least of a herd."""
    budget = (2.5 + 1.6 * danger) * share * stream.uniform(0.75, 1.25)
    most: int = kind.words["number"]
    least = 2 if most >= 3 else 1
    return max(least, min(most, round(budget / kind.hit_dice)))


def hit_points(kind: Kind, count: int, stream: Stream) -> tuple[int, ...]:
    """Hit points of each one: d8 a hit die, d4 for half of one."""
    text: str = kind.words["hd"]
    if text == "1/2":
        return tuple(stream.die(4) for _ in range(count))
    sign = "-" if "-" in text else "+"
    whole, _, more = text.partition(sign)
    plus = int(sign + more) if more else 0
    return tuple(max(1, sum(stream.die(8) for _ in range(int(whole))) + plus) for _ in range(count))


def experience(kind: Kind) -> int:
    """Experience for one: by its hit dice, more for powers of its own."""
    table = lexicon("stocking")["xp"]
    at = min(int(kind.hit_dice) if kind.hit_dice >= 1 else 0, len(table["hd"]) - 1)
    return int(table["hd"][at] + table["more"][at] * bool(kind.words.get("special")))


def _reaction(kind: Kind, draft: Draft, stream: Stream) -> str:
    reacts: list[str] = kind.words["reacts"]
    if draft.steps == 0 and len(reacts) > 1:
        reacts = [r for r in reacts if r != "hostile"]
    return stream.weighted(reacts, [3, 2, 1][: len(reacts)])


def calm(world: World) -> None:
    """At most one group of a level in three attacks on sight; the rest of the hostile do the next best thing."""
    for level in world.dungeon.levels:
        groups = [group for draft in world.on(level.number) for group in draft.groups]
        angry = [group for group in groups if group.reaction == "hostile"]
        angry.sort(key=lambda group: (not group.bound, -group.kind.hit_dice, group.id))
        for group in angry[max(1, len(groups) // HOSTILE_SHARE) :]:
            others = [r for r in group.kind.words.get("reacts", ()) if r != "hostile"]
            group.reaction = others[0] if others else "ignores"


# -------------------------------------------------------------------------------------------------------- the words


def _one(world: World, kind: Kind, field: str, count: int, draft: Draft) -> str:
    """A pose or a want that no other group of the level has; empty where none is left."""
    texts = kind.apt(kind.words[field], count, wet=draft.wet)
    fresh = [text for text in texts if not world.bag.used[f"{kind.id} {text} {draft.level}"]]
    fresh = [text for text in fresh if not world.bag.used[text]] or (fresh if len(world.dungeon.levels) > FEW else [])
    if not fresh and field == "wants":
        common = kind.apt(lexicon("activities")[kind.clan]["wants"], count)
        fresh = [text for text in common if not world.bag.used[text]] or common
    if not fresh:
        return ""
    text = world.bag.text(fresh, field, draft.id, kind.id)
    world.bag.used[f"{kind.id} {text} {draft.level}"] += 1
    return world.clause(text)


def _doing(world: World, kind: Kind, draft: Draft, count: int) -> str:
    """A deed that nobody else is at: its own or one of its class that fits the room; then any of its class."""
    own, generic = kind.words["doing"], lexicon("activities")[kind.clan]
    klass = "any" if draft.klass == "water" and not draft.wet else draft.klass
    apt = [] if klass == "any" else [*own.get(klass, ()), *generic.get(klass, ())]
    texts = kind.apt((*apt, *own["any"]), count, wet=draft.wet)
    for more in (
        texts,
        kind.apt(generic["any"], count, wet=draft.wet),
        kind.apt(generic["wander"], count, wet=draft.wet),
    ):
        if fresh := [text for text in more if not world.bag.used[text]]:
            return world.clause(world.bag.text(fresh, "doing", draft.id, kind.id))
    return world.clause(world.bag.text(texts, "doing", draft.id, kind.id))


def inhabitant(world: World, group: Group) -> Inhabitant:
    """The finished record of a group."""
    return Inhabitant(
        id=group.id, creature=group.kind.id, name=group.kind.name if group.count == 1 else group.kind.plural,
        count=group.count, stats=spoken(world, level_of(group.id), group.kind, group.hp),
        doing=group.doing, wants=group.wants,
        reaction=group.reaction,  # type: ignore[arg-type]
        special=world.clause(group.kind.words.get("special", "")), visible=group.visible, faction=group.faction,
        secret=group.secret, captive=group.captive, **dialects(world, level_of(group.id), group.kind),
    )  # fmt: skip


def dialects(world: World, level: int, kind: Kind) -> dict[str, Any]:
    """A creature's lines in the dialects of documents 001 and 004, as it is on a level."""
    w = kind.words
    return {
        "d6": D6Line(**w["d6"]) if "d6" in w else None,
        "labyrinth": leveltable.line_on(world, level, w["labyrinth"]) if "labyrinth" in w else None,
    }


def spoken(world: World, level: int, kind: Kind, hp: tuple[int, ...]) -> StatLine:
    """A creature's numbers on a level, with its line in the dialect asked for."""
    stats = leveltable.stats_on(world, level, stat_line(kind, hp))
    d6, tiles = kind.words.get("d6"), kind.words.get("labyrinth")
    if world.recipe.dialect == "d6" and d6:
        return replace(stats, line=line("d6", stats, d6))
    if world.recipe.dialect == "labyrinth" and tiles:
        at = leveltable.tiles_on(world, level, tiles)
        stream = world.stream("strength", level, kind.id, *hp)
        strength = tuple(leveltable.rolled(at["strength"], stream) for _ in hp)
        return replace(stats, hp=strength, line=line("labyrinth", stats, at))
    return stats


def stat_line(kind: Kind, hp: tuple[int, ...]) -> StatLine:
    """A creature's numbers."""
    w = kind.words
    return StatLine(
        hd=w["hd"].replace("1/2", "½"), ac=w["ac"], hp=hp, attacks=w["attacks"], damage=w["damage"],
        move_ft=w["move_ft"], morale=w["morale"], xp=experience(kind),
    )  # fmt: skip
