"""The written key: a finished draft comes in, its first line, short line and details go out, in the order of play."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zinegen.dungeon.model import KeyText
from zinegen.stock.choose import lot, mark
from zinegen.stock.deeds import furnish_deeds
from zinegen.stock.draft import Draft, Group, Thing, World
from zinegen.stock.grammar import capital, followed, indefinite, leans, listed, sentence, series, several, word_count
from zinegen.stock.lengths import laden, landmarks
from zinegen.words import lexicon

FIRST_WORDS = 35
SHORT_WORDS = 14
SEEN_WORDS = 22
"""Who is read aloud with longer words loses the pose."""
ALOUD_WORDS = 45
END = re.compile(r"[.!?]”?(?= |$)")
SENTENCES = 3
"""So many are read aloud: as many groups as that share one, and what stands there has another."""
LANDMARKS = 9


def key_text(world: World, draft: Draft) -> KeyText:
    """The key of an area."""
    furnish_deeds(world, draft)
    _order(draft)
    first, aloud = _first(world, draft)
    return KeyText(
        name=draft.name,
        first=first,
        details=tuple(thing.detail() for thing in draft.things if not _bare(draft, thing)),
        notes=tuple(sentence(note) for note in draft.notes),
        short=_short(draft),
        aloud=aloud,
    )


def _bare(draft: Draft, thing: Thing) -> bool:
    """Whether a key has nothing to add to what the first line says of a thing: a stair, a row of columns."""
    return thing.fixed and not _says_more(draft, thing) and (thing.looked or not thing.look)


def _says_more(draft: Draft, thing: Thing) -> bool:
    """Whether more is told of a thing than its look: what is found, what it holds, bears or springs."""
    if thing.find or thing.result:
        return True
    return thing.id in laden(draft)


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


def _who(group: Group, *, pose: bool) -> str:
    """A group as it is seen: "five goblins in a huddle"."""
    who = several(group.count, group.kind.name, group.kind.plural)
    return followed(who, group.pose) if pose else who


def _thing(thing: Thing, *, look: bool) -> str:
    noun = indefinite(thing.what, thing.grammar)
    return followed(noun, thing.look) if look and thing.look else noun


def _first(world: World, draft: Draft) -> tuple[str, str]:
    """The first line, terse and to be read aloud: air, every creature that can be seen, the landmarks in their order.

    In 35 words at most. Looks are left to the details where they do not fit, the last ones first; then the poses,
    then the air, then what is seen through a window.
    """
    seen = [group for group in draft.groups if group.visible]
    shown = landmarks(draft)[:LANDMARKS]
    frame = _opener(world, draft, seen, shown)
    looks = {id(thing) for thing in shown if thing.look and (thing.fixed or _says_more(draft, thing))}
    for air, pose, far in ((draft.air, True, True), (draft.air, False, True), ("", False, True), ("", False, False)):
        said = set(looks)
        kept = [thing for thing in shown if thing.shows and (far or not thing.id.startswith("sight"))]
        order = [id(thing) for thing in shown if id(thing) in looks and thing not in kept]
        while True:
            words = _set(frame, air, seen, shown, said, pose=pose)
            if word_count(words) <= FIRST_WORDS or not order:
                break
            said.discard(order.pop())
        if word_count(words) <= FIRST_WORDS:
            break
    else:
        for thing in kept:  # of what is shown off only that it is there
            thing.look = thing.look.split(",")[0]
        words = _set(frame, air, seen, shown, said, pose=pose)
        while word_count(words) > FIRST_WORDS and (box := _overlooked(draft, shown)):
            box.level = "hidden"
            _order(draft)
            shown = landmarks(draft)[:LANDMARKS]
            words = _set(frame, air, seen, shown, said, pose=pose)
    for thing in shown:
        thing.looked = id(thing) in said
    world.bag.used[_opening(words)] += 1
    return words, _aloud(world, draft, air, seen, [(thing, id(thing) in said) for thing in shown], pose=pose)


def _overlooked(draft: Draft, shown: list[Thing]) -> Thing | None:
    """What is not seen at once where too much stands for a line: rubble, else the last container of treasure."""
    boxes = {item.where for item in draft.treasure}
    plain = [thing for thing in shown if not (thing.shows or thing.told or thing.keeps)]
    bare = [thing for thing in plain if thing.id == "rubble"]
    return next(iter([*bare, *(thing for thing in reversed(plain) if thing.id in boxes and not thing.fixed)]), None)


def _frame(world: World, draft: Draft, kind: str, before: Sequence[str] = (), *, air: str = "?") -> str:
    """A frame of a kind, the least used on its level; none that begins or ends as the sentences before it do.

    air: where it is empty, no frame that asks for it.
    """
    all_: list[str] = [one for one in lexicon("stocking")["frame"][kind] if air or "{air}" not in one]
    frames = [one for one in all_ if not any(_echoes(one, said) for said in before)] or all_
    salt = world.bag.salt("frame", draft.id)
    frame = min(frames, key=lambda one: (world.bag.used[f"{kind} {one} {draft.level}"] // 2, lot(mark(one), salt)))
    world.bag.used[f"{kind} {frame} {draft.level}"] += 1
    return frame


def _echoes(frame: str, said: str) -> bool:
    """Whether a frame begins or ends with the words of its own that a sentence begins or ends with."""
    first, last = frame.split("{")[0].split(), frame.rsplit("}", 1)[-1].split()
    return bool((first and said.split()[:1] == first[:1]) or (last and said.split()[-1:] == last[-1:]))


def _aloud(
    world: World, draft: Draft, air: str, seen: list[Group], shown: list[tuple[Thing, bool]], *, pose: bool
) -> str:
    """The same to be read to the players, in whole sentences: what it is like, who does what, what stands there."""
    text = ""
    for posed in (pose, False) if len(seen) < SENTENCES else ():
        text = _read(world, draft, air, [_seen(world, draft, one, pose=posed) for one in seen], shown)
        if word_count(text) <= ALOUD_WORDS and len(END.findall(text)) <= SENTENCES:
            return text
    who = listed([_who(one, pose=False) for one in seen])
    be = _be(many=len(seen) > 1 or any(one.count > 1 for one in seen))
    here = [_said(_frame(world, draft, "aloud_who"), "", who=who, be=be)] if seen else []
    return _read(world, draft, air, here, shown)


def _be(*, many: bool) -> str:
    return str(lexicon("grammar")["be"]["many" if many else "one"])


def _read(world: World, draft: Draft, air: str, who: list[str], shown: list[tuple[Thing, bool]]) -> str:
    """What is read aloud, put together: the air, a sentence for each group, the things."""
    words = list(who)
    if shown and air and len(who) > 1:
        words.append(_said(lexicon("stocking")["frame"]["aloud_both"], "", air=air, things=_listed(shown)))
    elif shown:
        things = _standing(world, draft, air, shown, who)
        words = [*([air] if air and not things.startswith(air) else []), *who, things]
    elif air:
        words = [air, *who]
    return " ".join(map(sentence, words))


def _listed(shown: list[tuple[Thing, bool]]) -> str:
    return listed([_thing(thing, look=look) for thing, look in shown])


def _seen(world: World, draft: Draft, group: Group, *, pose: bool) -> str:
    """Who is in sight and what they are at; of who has a secret, or does it in secret, only that they are there."""
    words = lexicon("stocking")["frame"]
    be = _be(many=group.count > 1)
    who, said = _who(group, pose=pose), group.doing.split()
    if not said or group.secret or any(one in said for one in lexicon("stocking")["secretly"]["doing"]):
        return _said(_frame(world, draft, "aloud_who"), "who", who=who, be=be)
    if pose and word_count(f"{who} {group.doing}") > SEEN_WORDS:
        who = _who(group, pose=False)
    return _said(words["aloud_doing"], "who", who=who, be=be, doing=group.doing)


def _standing(world: World, draft: Draft, air: str, shown: list[tuple[Thing, bool]], who: list[str]) -> str:
    """What is in sight, in a sentence; with the air in one where the frame says so. who: the sentences before it."""
    many = "many" if len(shown) > 1 or shown[0][0].grammar == "pl" else "one"
    verbs = {_posture(thing, look) for thing, look in shown}
    verb = lexicon("stocking")["posture"][verbs.pop()][many] if len(verbs) == 1 and None not in verbs else ""
    alone = ";" in air  # then it stands in no list, but in a sentence of its own
    frame = _frame(world, draft, "aloud_verb" if verb else "aloud_things", who, air="" if alone else air)
    thing, look = shown[0]
    if verb and len(shown) == 1 and look and not leans(thing.look) and frame.startswith("{things}"):
        return f"{_said(frame, '', things=_thing(thing, look=False), verb=verb)}, {thing.look}"
    be = _be(many=many == "many")
    things = _listed(shown)
    parted = len(shown) == 1 or ";" in things  # else its commas stand between things, and none is closed
    return _said(frame, "things" if parted else "", air=air, things=things, verb=verb, be=be)


def _posture(thing: Thing, look: bool) -> int | None:
    """Which of the postures of the lexicon a thing has: it stands, lies or hangs; None where nobody can say."""
    words = lexicon("stocking")
    said = f"{thing.what} {thing.look}" if look else thing.what
    if any(one in said for one in words["posture_not"]["looks"]):
        return None
    return next((n for n, one in enumerate(words["posture"]) if thing.head in one["heads"]), None)


def _said(frame: str, slot: str, **words: str) -> str:
    """A frame of reading aloud filled; what is set off by a comma is closed by one before the verb."""
    if slot and frame.startswith(f"{{{slot}}} ") and "," in words[slot].rsplit(";", 1)[-1]:
        words[slot] += ","
    for key, text in words.items():
        frame = frame.replace(f"{{{key}}}", text)
    return frame


def _opener(world: World, draft: Draft, seen: list[Group], shown: list[Thing]) -> str:
    """A frame of the first line: one by which the key begins as few others of the dungeon do, and little used."""
    kind = "first" if seen else "first_empty"
    frames: list[str] = lexicon("stocking")["frame"][kind]
    salt, used = world.bag.salt("frame", draft.id), world.bag.used

    def stale(frame: str) -> tuple[int, int, float]:
        opening = _opening(_set(frame, draft.air, seen, shown, set(), pose=False))
        return used[opening], used[f"{kind} {frame} {draft.level}"] // 2, lot(mark(frame), salt)

    frame = min(frames, key=stale)
    used[f"{kind} {frame} {draft.level}"] += 1
    return frame


def _opening(words: str) -> str:
    """What the bag calls a beginning: its first two words."""
    return f"begins {' '.join(words.lower().split()[:2])}"


def _set(frame: str, air: str, seen: list[Group], shown: list[Thing], said: set[int], *, pose: bool) -> str:
    """A frame filled; what it has no filling for falls out with its punctuation."""
    who = "; ".join(_who(group, pose=pose) for group in seen)
    things = series([_thing(thing, look=id(thing) in said) for thing in shown])
    if not (air and things):
        order = sorted((("{air}", air), ("{who}", who), ("{things}", things)), key=lambda slot: frame.find(slot[0]))
        return " ".join(sentence(part) for _, part in order if part)
    text = frame
    for slot, words in (("air", air), ("who", who), ("things", things)):
        text = text.replace(f"{{{slot}}}", words)
    return " ".join(sentence(part) for part in text.split(". "))


def _short(draft: Draft) -> str:
    """The first line for one page: creatures and the foremost landmarks by name, 14 words at most."""
    out = ""
    for part in [_who(g, pose=False) for g in draft.groups if g.visible] + [
        _thing(t, look=False) for t in landmarks(draft)
    ]:
        longer = f"{out}, {part}" if out else part
        if word_count(longer) > SHORT_WORDS:
            break
        out = longer
    return sentence(capital(out or draft.air))
