"""The exits of an area as one paragraph: "N swollen door to 6 p. 5; E iron door to 9, locked (key in 4)"."""

from __future__ import annotations

from zinegen.dungeon.model import SURFACE, Lock, level_of
from zinegen.dungeon.ways import Exit, Way
from zinegen.typeset.blocks import Run
from zinegen.typeset.index import Index
from zinegen.typeset.writer import area_ref, joined, w, w_or

PLAIN = ("open", "arch", "curtain")
"""Portals that nobody needs telling of in a short key."""
HINDERING = ("stuck", "barred", "portcullis", "reinforced", "trapdoor", "chute", "shaft")
"""What is told of even where it stands at the far end of a passage."""
MOST_WAYS = 2
"""Destinations that an exit names, at most."""


def exit_line(index: Index, area_id: str, level: int, *, brief: bool = False) -> tuple[Run, ...]:
    """All exits of an area; with `brief` only those that are more than an open way, in few words, without pages."""
    parts = [
        _exit(index, way, level, brief=brief)
        for way in index.exits.get(area_id, ())
        if not brief or not is_plain(way)
    ]
    return joined(parts, "; ")


def is_plain(way: Exit) -> bool:
    """Whether an exit is an open way on this level and no more, all the way to the areas that it names."""
    shut = way.secret or way.one_way or way.lock is not None or way.link is not None
    return way.kind in PLAIN and not shut and not any(_hinders(one) for one in _nearest(way.ways, way.level))


def _hinders(way: Way) -> bool:
    """Whether more than an open way lies behind an exit."""
    return bool(way.links or way.locks or way.secret or way.one_way or way.kind in HINDERING)


def _exit(index: Index, way: Exit, level: int, *, brief: bool) -> tuple[Run, ...]:
    kind = w_or(way.kind, "exit", "kind", "passage" if way.kind == "open" and way.through else way.kind)
    # On which side a bar lies is said by the door's own name, where it is said at all.
    name = way.name if way.name and (not brief or way.kind == "barred") else kind
    state = _states(index, way, name, level, brief=brief)
    if way.secret and w("exit", "secret") not in name.lower():
        above = bool(way.ways) and way.ways[0].to == SURFACE
        name = w("exit", "hidden_above" if above else "secret_name", name=name)
    direction = w_or("", "direction", way.direction)
    lead = (Run(direction, "b"), Run(f" {name}")) if direction else (Run(name, "b"),)
    runs = (*lead, *_target(index, way, level, brief=brief))
    return (*runs, Run(", "), *joined(state, ", ")) if state else runs


def _states(index: Index, way: Exit, name: str, level: int, *, brief: bool) -> list[tuple[Run, ...]]:
    """What must be said of a door besides its name."""
    said: list[tuple[Run, ...]] = []
    if way.lock is not None:
        said.append(_lock(index, way.lock, level, page=not brief, named=w("exit", "locked") in name.lower()))
    portal = index.portals.get(way.portal or "")
    if portal is not None and portal.trapped:
        said.append((Run(w("exit", "trapped")),))
    if way.one_way:
        said.append((Run(w("exit", f"one_way_{way.one_way}")),))
    return said


def _lock(index: Index, lock: Lock, level: int, *, page: bool, named: bool) -> tuple[Run, ...]:
    """ "locked (key in 7)", "kept by the iron sergeant (see 7)", or the state alone where no key lies about."""
    places = [index.key_items[key].in_ for key in lock.keys if key in index.key_items]
    places = [place for place in dict.fromkeys(places) if index.is_keyed(place)]
    if not places:
        return (Run(w("exit", "locked")),) if not named else (Run(w_or("", "lock", lock.hardness)),)
    if lock.name and lock.kind != "door_and_key":
        before, after = w("exit", "kept_by", name=lock.name, area="\x00").split("\x00")
    else:
        before, after = w("exit", "key_in" if named else "locked_key", area="\x00").split("\x00")
    refs = joined([area_ref(place, level, page=page) for place in places], f" {w('key', 'and')} ")
    return (Run(before), *refs, Run(after))


def _target(index: Index, way: Exit, level: int, *, brief: bool) -> tuple[Run, ...]:
    """ " to 6 p. 5", " to 4 or 9", ", stairs down to 2-16 or 2-17", " (dead end)"."""
    if not way.ways:
        if way.kind == "false":
            return ()
        return (Run(f" ({w('exit', 'dead_end')})"),)
    shown = _nearest(way.ways, level)
    either = f" {w('exit', 'or')} "
    if not shown[0].links:
        refs = [_way(index, one, level, secret=way.secret, brief=brief, over=True) for one in shown]
        to = f" {w('exit', 'to')} " if not brief or shown[0].to == SURFACE else " "
        return (Run(to), *joined(refs, ", ", either))
    refs = [
        _way(index, one, level, secret=way.secret, brief=brief, over=not n or one.links[0] != shown[0].links[0])
        for n, one in enumerate(shown)
    ]
    return (Run(", "), *joined(refs, ", ", either))


def _nearest(ways: tuple[Way, ...], level: int) -> list[Way]:
    """The ways that are named, those on foot before those over stairs; the map shows the rest.

    Stairs to another level and what a secret door parts are always named, however many areas lie nearer.
    """
    direct = [way for way in ways if not (way.links and way.to != SURFACE and level_of(way.to) == level)]
    shown = (direct or list(ways))[:MOST_WAYS]
    for way in direct[MOST_WAYS:]:
        if way.secret or (way.links and all(way.links[0] not in one.links for one in shown)):
            shown.append(way)
    return sorted(shown, key=lambda way: bool(way.links))


def _way(index: Index, way: Way, level: int, *, secret: bool, brief: bool, over: bool) -> tuple[Run, ...]:
    """Where one way leads. secret: the exit itself has been called that. over: say which stairs it takes."""
    ref = (Run(w("exit", "surface")),) if way.to == SURFACE else area_ref(way.to, level, page=not brief)
    if way.links and over:
        ref = (Run(f"{_over(index, way, level)} {w('exit', 'to')} "), *ref)
    if way.secret and not secret:
        return (*ref, Run(f" ({w('exit', 'secret')})"))
    if way.locks:
        return (*ref, Run(f" ({w('exit', 'locked')})"))
    if way.one_way:
        return (*ref, Run(f" ({w('exit', f'one_way_{way.one_way}')})"))
    if way.kind in HINDERING and not way.links:
        return (*ref, Run(f" ({w_or(way.kind, 'exit', 'kind', way.kind)})"))
    return ref


def _over(index: Index, way: Way, level: int) -> str:
    """ "stairs down": the first link on a way, and whether the way ends above or below."""
    link = index.links[way.links[0]]
    there = 0 if way.to == SURFACE else level_of(way.to)
    turn = "down" if there > level else "up" if there < level else "level"
    return w("exit", "over", turn, link=w_or(link.kind, "exit", "kind", link.kind))
