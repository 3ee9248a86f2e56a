"""The written key: a finished draft comes in, its first line, short line and details go out, in the order of play."""

from __future__ import annotations

from zinegen.dungeon.model import KeyText
from zinegen.stock.choose import lot, mark
from zinegen.stock.draft import Draft, Group, Thing, World
from zinegen.stock.grammar import capital, followed, indefinite, sentence, series, several, word_count
from zinegen.words import lexicon

FIRST_WORDS = 35
SHORT_WORDS = 14
LANDMARKS = 6


def key_text(world: World, draft: Draft) -> KeyText:
    """The key of an area."""
    _order(draft)
    first = _first(world, draft)
    return KeyText(
        name=draft.name,
        first=first,
        details=tuple(thing.detail() for thing in draft.things if not _bare(draft, thing)),
        notes=tuple(sentence(note) for note in draft.notes),
        short=_short(draft),
    )


def _bare(draft: Draft, thing: Thing) -> bool:
    """Whether a key has nothing to add to what the first line says of a thing: a stair, a row of columns."""
    return thing.fixed and not _says_more(draft, thing) and (thing.looked or not thing.look)


def _says_more(draft: Draft, thing: Thing) -> bool:
    """Whether more is told of a thing than its look: what is found, what it holds, bears or springs."""
    if thing.find or thing.result:
        return True
    holds = {one.where for one in draft.treasure} | {one.carrier for one in draft.clues}
    return thing.id in holds | {one.on for one in draft.hazards} | {one.inside for one in draft.things}


def _order(draft: Draft) -> None:
    """Landmarks first, what is inside a thing right after it, what only a search finds last."""
    rank = {"landmark": 0, "hidden": 1, "secret": 2}
    tops = sorted((t for t in draft.things if t.inside is None), key=lambda t: (rank[t.level], t.fixed))
    out: list[Thing] = []

    def put(thing: Thing) -> None:
        out.append(thing)
        for inner in draft.things:
            if inner.inside == thing.id:
                put(inner)

    for thing in tops:
        put(thing)
    out += [thing for thing in draft.things if thing not in out]
    draft.things = out


def _shown(draft: Draft) -> list[Thing]:
    """What can be seen from the doorway."""
    return [thing for thing in draft.things if thing.level == "landmark" and thing.inside is None]


def _who(group: Group, *, pose: bool) -> str:
    """A group as it is seen: "five goblins in a huddle"."""
    who = several(group.count, group.kind.name, group.kind.plural)
    return followed(who, group.pose) if pose else who


def _thing(thing: Thing, *, look: bool) -> str:
    noun = indefinite(thing.what, thing.grammar)
    return followed(noun, thing.look) if look and thing.look else noun


def _first(world: World, draft: Draft) -> str:
    """The first line: air, every creature that can be seen, the landmarks in their order, in 35 words at most.

    Looks are left to the details where they do not fit, the last ones first; then the air, then the poses.
    """
    seen = [group for group in draft.groups if group.visible]
    shown = _shown(draft)[:LANDMARKS]
    frames: list[str] = lexicon("stocking")["frame"]["first" if seen else "first_empty"]
    salt = world.bag.salt("frame", draft.id)
    frame = min(frames, key=lambda one: (world.bag.used[f"{one} {draft.level}"] // 2, lot(mark(one), salt)))
    world.bag.used[f"{frame} {draft.level}"] += 1
    looks = {id(thing) for thing in shown if thing.look and (thing.fixed or _says_more(draft, thing))}
    for air, pose in ((draft.air, True), (draft.air, False), ("", False)):
        said = set(looks)
        order = [id(thing) for thing in shown if id(thing) in looks]
        while True:
            words = _set(frame, air, seen, shown, said, pose=pose)
            if word_count(words) <= FIRST_WORDS or not said:
                break
            said.discard(order.pop())
        if word_count(words) <= FIRST_WORDS:
            break
    for thing in shown:
        thing.looked = id(thing) in said
    return words


def _set(frame: str, air: str, seen: list[Group], shown: list[Thing], said: set[int], *, pose: bool) -> str:
    """A frame filled; what it has no filling for falls out with its punctuation."""
    who = "; ".join(_who(group, pose=pose) for group in seen)
    things = series([_thing(thing, look=id(thing) in said) for thing in shown])
    if not (air and things):
        parts = [part for part in (air, who, things) if part]
        return " ".join(sentence(part) for part in parts)
    text = frame
    for slot, words in (("air", air), ("who", who), ("things", things)):
        text = text.replace(f"{{{slot}}}", words)
    return " ".join(sentence(part) for part in text.split(". "))


def _short(draft: Draft) -> str:
    """The first line for one page: creatures and the foremost landmarks by name, 14 words at most."""
    out = ""
    for part in [_who(g, pose=False) for g in draft.groups if g.visible] + [
        _thing(t, look=False) for t in _shown(draft)
    ]:
        longer = f"{out}, {part}" if out else part
        if word_count(longer) > SHORT_WORDS:
            break
        out = longer
    return sentence(capital(out or draft.air))
