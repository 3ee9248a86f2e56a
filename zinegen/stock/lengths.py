"""How long a key grows: a draft comes in; how many words it has and has left, and what it does without, go out.

Words are counted as an editor would: without stat lines, exits and what magic things do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from zinegen.stock.draft import Draft, Group, Thing, World
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
LONG_WORDS = 125
"""A key so long says of everything in one sentence what it can."""
WATERS = ("pool", "well", "fountain")
"""Things that are but water, where no magic is in it."""
ASIDE_WORDS = (66, 40)
"""A key so long does without its first aside, or its second."""
BRIEF_WORDS = 10
"""Of what is to be said in a full key, each word more than so many halves the chance that it is said."""
SHORT_WORDS = 7
"""What is said of water in such a key has so many words at most."""
MIDDLE_WORDS, TIGHT_WORDS = 86, 80
"""Where the middle key of a dungeon is so long, keys longer than the other do without what they can spare."""


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


def body_words(draft: Draft) -> int:
    """The words of a key as it is printed, at most: but for effects, with articles and numbers in its first line."""
    shown = landmarks(draft)
    more = len(shown) + (len(shown) > 1) + sum(group.visible for group in draft.groups)
    return key_words(draft) + more - sum(word_count(hazard.effect) for hazard in draft.hazards)


def brevity(text: str) -> float:
    """How well a text suits a full key: the shorter the better."""
    return float(0.5 ** max(0, word_count(text) - BRIEF_WORDS))


def brevity_in(world: World, draft: Draft) -> Callable[[str], float]:
    """How well texts suit a key before the structure is told: all alike, or where no room is left, the shorter."""
    return brevity if words_left(world, draft) < 0 else lambda _: 1.0


def brief(world: World, draft: Draft, texts: Sequence[str]) -> Sequence[str]:
    """Of some texts those that suit a key before the structure is told: all, or where no room is left, short ones."""
    short = [text for text in texts if word_count(text) <= SHORT_WORDS] if words_left(world, draft) < 0 else ()
    return short or texts


def full(world: World) -> set[str]:
    """The areas whose keys get nothing more that can be spared."""
    return {draft.id for draft in world.drafts.values() if key_words(draft) > FULL_WORDS}


def more_words(world: World, draft: Draft) -> int:
    """How many words more a key may have of what stands there, since few dungeons have such a room."""
    return max(0, UNCOMMON_WORDS - world.structure.due[draft.id]) if uncommon(draft) else 0


def laden(draft: Draft) -> set[str]:
    """The ids of things that hold treasure or other things, bear clues or are trapped: of which more lines tell."""
    ids = [one.where for one in draft.treasure] + [one.carrier for one in draft.clues]
    return {*ids, *(one.on or "" for one in draft.hazards), *(one.inside or "" for one in draft.things)}


def held(draft: Draft) -> set[str]:
    """The ids of things that must stay: laden ones, those that keys hang on and those that the story speaks of."""
    return laden(draft) | {one.id for one in draft.things if one.keeps or one.told}


def landmarks(draft: Draft) -> list[Thing]:
    """What can be seen from the doorway."""
    return [thing for thing in draft.things if thing.level == "landmark" and thing.inside is None]


def fit(world: World, draft: Draft) -> None:
    """Take out what a key that has grown too long can spare; add the asides that one not so long has room for."""
    _trim(world, draft)
    for most, aside in zip(ASIDE_WORDS, draft.asides, strict=False):
        if key_words(draft) <= most:
            draft.notes.append(aside)
    told = draft.notes or draft.clues or key_words(draft) > FULL_WORDS
    if not told and (scent := waft(world, draft)):
        draft.notes.append(scent)


def even(world: World) -> None:
    """Shorten keys where the middle one of the dungeon has grown long: in small ones, that many locks are in."""
    drafts = sorted(world.drafts.values(), key=key_words)
    if drafts and key_words(drafts[len(drafts) // 2]) > MIDDLE_WORDS:
        for draft in drafts:
            _do_without(draft, TIGHT_WORDS)
            if key_words(draft) > TIGHT_WORDS:
                _tell_shortly(draft)


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
    _do_without(draft, MOST_WORDS)
    if key_words(draft) > FULL_WORDS:
        _tell_shortly(draft)


def _do_without(draft: Draft, most: int) -> None:
    """Take from a key of more than `most` words what it can spare, the least missed first."""
    for thing, part in _spare(draft, held(draft)):
        if key_words(draft) <= most:
            return
        if most >= MOST_WORDS or part == "look" or _shared(draft, thing, part):
            setattr(thing, part, "")
    seen = [f"{thing.what} {thing.look}" for thing in landmarks(draft)]
    seen += [group.kind.name for group in draft.groups if group.visible]
    if key_words(draft) > most and len(seen) > 1 and sum(map(word_count, seen)) >= FIRST_LEAST:
        draft.air = ""
    for group in draft.groups:
        if key_words(draft) > most and not group.bound:
            group.wants = ""  # how it reacts is told anyhow


def _tell_shortly(draft: Draft) -> None:
    """Of what stays for the story's sake and of sights the first sentence; of water that is but water the look."""
    around = {thing.inside for thing in draft.things}
    for thing in draft.things:
        if thing.told or (thing.keeps and (thing.result or thing.id.startswith("sight"))):
            thing.find = _first_sentence(thing.find)
        elif thing.id in WATERS and draft.area.water != "magic" and thing.id not in around:
            thing.find = "" if _shared(draft, thing, "find") else thing.find


def shorten(draft: Draft) -> None:
    """Cut what is left to cut from a key that would be longer than a key may be, the least missed first."""
    if body_words(draft) > LONG_WORDS:
        draft.hazards = [replace(one, sign=_first_sentence(one.sign)) for one in draft.hazards]
    used = draft.groups or draft.hazards or draft.treasure  # else one thing at least has something to be found
    for one, part, left in _cuts(draft):
        if body_words(draft) <= LONG_WORDS:
            return
        if part != "find" or used or _shared(draft, one, part):
            setattr(one, part, left)
    if body_words(draft) > LONG_WORDS:
        draft.hazards = [replace(one, sign=_first_clause(one.sign)) for one in draft.hazards]
        for thing in draft.things:
            thing.find = _first_clause(thing.find) if thing.told else thing.find
            thing.level = "hidden" if thing.id == "rubble" else thing.level  # it is on the map
    if body_words(draft) > LONG_WORDS:
        draft.things = [thing for thing in draft.things if not thing.id.startswith("spoor")]
    for thing, part, left in _last_cuts(draft):
        if body_words(draft) > LONG_WORDS:
            setattr(thing, part, left)


def _last_cuts(draft: Draft) -> Iterator[tuple[Thing, str, str]]:
    """Of what is in sight, where more of it is told: looks, asides, and last that the prize lies there."""
    told, holds = [thing for thing in landmarks(draft) if not thing.id.startswith("sight")], laden(draft)
    looks = [(thing, "look", "") for thing in told if thing.find or thing.result or thing.id in holds]
    yield from (cut for cut in looks if not cut[0].shows)
    yield from ((thing, "find", _first_clause(thing.find)) for thing in told if not thing.id.startswith("barrier"))
    for thing in told:
        if thing.id in WATERS and thing.id in holds and draft.area.water != "magic":
            yield thing, "find", ""
    yield from (cut for cut in looks if cut[0].shows)


def _cuts(draft: Draft) -> Iterator[tuple[Thing | Group, str, str]]:
    """Whose what is cut to what: looks before what is found, and that where handling it says more."""
    shown = landmarks(draft)
    around = {thing.inside for thing in draft.things}
    waters = [one for one in shown if one.id in (*WATERS, "lake") and one.id not in around]
    for thing in shown:
        if thing.told and thing.look and thing.find:
            yield thing, max(("look", "find"), key=lambda part: word_count(getattr(thing, part))), ""
    yield from ((group, "pose", "") for group in draft.groups)
    yield from ((thing, "find", "") for thing in shown if thing.id.startswith("objective") and thing.result)
    yield from ((thing, "look", thing.look.split(",")[0]) for thing in shown if not thing.id.startswith("sight"))
    yield from ((thing, "find", "") for thing in waters if draft.area.water != "magic")
    yield from ((group, "wants", "") for group in draft.groups)
    yield from ((thing, "look", "") for thing in shown if thing.find and not (thing.shows or thing.told))
    for thing in shown:
        if thing.result and thing.keeps:
            yield thing, "find", _first_sentence(thing.find).split("; ")[0]
        elif thing.result and not thing.told:
            yield thing, "find", ""
    yield from ((thing, "find", "") for thing in waters)  # its rule is told in a note


def _shared(draft: Draft, thing: Thing | Group, part: str) -> bool:
    """Whether another thing has such a part too: a key goes on saying what is found, and what handling does."""
    return any(getattr(one, part) for one in draft.things if one is not thing)


def _first_sentence(text: str) -> str:
    """The first sentence of a text, with all that stands in its quotation marks."""
    for end in re.finditer(r"(?<=”) (?=[A-Z])|\. ", text):
        first = text[: end.start()]
        if first.count("“") == first.count("”"):
            return first
    return text


def _first_clause(text: str) -> str:
    """What a text says before it goes on, with all that stands in its quotation marks."""
    parts = (text.split(mark)[0] for mark in ("; ", ": ", ", and "))
    return min((part for part in parts if part.count("“") == part.count("”")), key=len, default=text)


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
