"""How long a key grows: a draft comes in; how many words it has and has left, and what it does without, go out.

Words are counted as an editor would: without stat lines, exits and what magic things do.
"""

from __future__ import annotations

from zinegen.stock.draft import Draft, Thing, World
from zinegen.stock.functions import uncommon
from zinegen.stock.grammar import word_count
from zinegen.stock.senses import waft

FURNISHED_WORDS = 54
"""A key so long gets nothing more that only stands there."""
LOOSE_WORDS = 70
"""A key so long loses what only stands there."""
UNCOMMON_WORDS = 40
"""So many words more of what stands there a key of a room that few dungeons have may have, but for what is due."""
FIRST_LEAST = 4
"""The fewest words that a key's first line has."""
MOST_WORDS = 92
"""A key so long does without what it can spare."""
FULL_WORDS = 110
"""A key that would grow so long gets no trap and no hiding place that can be spared."""
ASIDE_WORDS = (66, 40)
"""A key so long does without its first aside, or its second."""


def key_words(draft: Draft) -> int:
    """About how many words a key will have, without stat lines, exits and what magic things do."""
    texts = [draft.air, *draft.notes, *(clue.text for clue in draft.clues), *(item.what for item in draft.treasure)]
    for thing in draft.things:
        texts += [thing.what, thing.look, thing.find, thing.result] + [thing.what] * (thing.level == "landmark")
    for group in draft.groups:
        texts += [group.kind.name, group.pose, group.doing, group.wants]
    for hazard in draft.hazards:
        texts += [hazard.sign, hazard.trigger, hazard.effect, hazard.remedy]
    return sum(word_count(text) for text in texts)


def words_left(world: World, draft: Draft, most: int = MOST_WORDS) -> int:
    """How many words of `most` a key has left, before the structure is told: what that will say counts as said."""
    return most - key_words(draft) - world.structure.due[draft.id]


def more_words(world: World, draft: Draft) -> int:
    """How many words more a key may have of what stands there, since few dungeons have such a room."""
    return max(0, UNCOMMON_WORDS - world.structure.due[draft.id]) if uncommon(draft) else 0


def held(draft: Draft) -> set[str]:
    """The ids of things that hold treasure, keys or other things, bear clues or are trapped."""
    ids = [one.where for one in draft.treasure] + [one.carrier for one in draft.clues]
    ids += [one.on or "" for one in draft.hazards] + [one.inside or "" for one in draft.things]
    return {*ids, *(one.id for one in draft.things if one.keeps or one.told)}


def landmarks(draft: Draft) -> list[Thing]:
    """What can be seen from the doorway."""
    return [thing for thing in draft.things if thing.level == "landmark" and thing.inside is None]


def fit(world: World, draft: Draft) -> None:
    """Take out what a key that has grown too long can spare; add the asides that one not so long has room for."""
    _trim(world, draft)
    for most, aside in zip(ASIDE_WORDS, draft.asides, strict=False):
        if key_words(draft) <= most:
            draft.notes.append(aside)
    full = draft.notes or draft.clues or key_words(draft) > FULL_WORDS
    if not full and (scent := waft(world, draft)):
        draft.notes.append(scent)


def _trim(world: World, draft: Draft) -> None:
    """Take out the longest furniture of a key that has grown too long for a page; what others hang on stays."""
    holds = held(draft)
    full = bool(draft.groups or draft.treasure or draft.hazards)  # else one thing at least stays to be handled
    while key_words(draft) > LOOSE_WORDS + more_words(world, draft):
        spare = [t for t in draft.things if t.level == "landmark" and not t.fixed and t.id not in holds]
        shown = landmarks(draft)
        loose = len(shown) if full else sum(not thing.fixed for thing in shown)
        if not spare or min(loose, len(shown)) == 1:
            break
        answering = [t for t in draft.things if t.result]  # the last of these goes last
        draft.things.remove(
            max(spare, key=lambda t: ([t] != answering, word_count(f"{t.look} {t.find} {t.result}") / t.rare))
        )
    for thing, part in _spare(draft, holds):
        if key_words(draft) <= MOST_WORDS:
            return
        setattr(thing, part, "")
    seen = [f"{thing.what} {thing.look}" for thing in landmarks(draft)]
    seen += [group.kind.name for group in draft.groups if group.visible]
    if key_words(draft) > MOST_WORDS and len(seen) > 1 and sum(map(word_count, seen)) >= FIRST_LEAST:
        draft.air = ""
    for group in draft.groups:
        if key_words(draft) > MOST_WORDS and not group.bound:
            group.wants = ""  # how it reacts is told anyhow
    for thing in draft.things:
        if key_words(draft) > FULL_WORDS and (thing.told or (thing.keeps and thing.result)):
            thing.find = _first_sentence(thing.find)


def _first_sentence(text: str) -> str:
    """The first sentence of a text; all of it where that would part what stands in quotation marks."""
    first = text.split(". ")[0]
    return first if first.count("“") == first.count("”") else text


def _spare(draft: Draft, holds: set[str]) -> list[tuple[Thing, str]]:
    """What a long key does without, the least missed first.

    What more there is to a thing that holds or bears something already: what handling it does, where another answers
    to handling; what is found on it; what the prize lies on. Then how columns look, and pots of coin; at last what
    handling does. A key's place, a hiding place and a sight say all they have to say.
    """
    plain = [t for t in draft.things if t.id in holds and not (t.keeps or t.told or t.shows or t.id == "hiding")]
    around = {t.inside for t in draft.things}  # of what lies in a thing no line says where it is but that thing's own
    plain = [t for t in plain if t.level == "landmark" and t.inside is None and t.id not in around]
    done = next((t for t in draft.things if t.result), None)
    found = next((t for t in draft.things if t.find and not t.shows), None)
    prize = [t for t in draft.things if t.id in holds and t.shows and not t.id.startswith("sight")]
    bare = [t for t in draft.things if t.fixed and not (t.find or t.result)]
    told = [t for t in draft.things if t.told and t.find and not t.keeps]
    homes = [t for t in draft.things if t.id.startswith(("keyhome", "objective")) and t.level == "landmark"]
    gate = [t for t in draft.things if t.told and t.keeps and t.result]
    return [
        *((t, "result") for t in plain if t is not done),
        *((t, "find") for t in (*prize, *plain) if t is not found),
        *((t, "look") for t in (*bare, *plain)),
        *((t, "result") for t in (*plain, *told)),
        *((t, "find") for t in gate),
        *((t, "look") for t in homes),
    ]
