"""Wandering monsters: the groups of a dungeon come in, a table for each level goes out.

Those who wander live here: first the groups of the level, then those of the levels next to it. Where there are too
few kinds each group has a row of its own; only where too few groups walk at all, some pass through. A row knows of
which groups it is and how many there are in all, so that those who are met can be struck off.
"""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.dungeon.model import Inhabitant, Wanderer
from zinegen.stock import leveltable
from zinegen.stock.choose import lot, mark
from zinegen.stock.draft import Draft, Group, Kind, World
from zinegen.stock.encounters import dialects, fits_level, group_size, hit_points, liking, spoken
from zinegen.stock.lexis import kinds
from zinegen.words import lexicon

ROWS = 6
SHARE = 0.7
"""Of the hit dice of a group at home."""
PASSES = 2
"""So often those who pass through may be met."""


@dataclass(frozen=True, slots=True)
class _Band:
    """All groups of one kind that one row may bring."""

    kind: Kind
    groups: tuple[Group, ...] = ()

    @property
    def count(self) -> int:
        return sum(group.count for group in self.groups)


def wanderers(world: World, level: int) -> list[Wanderer]:
    """A level's table."""
    salt = world.bag.salt("wandering", level)
    bands = _bands(world.on(level), salt)
    near = sorted({draft.level for draft in world.drafts.values()} - {level}, key=lambda n: (abs(n - level), n))
    for other in near:
        known = {band.kind.id for band in bands}
        bands += [band for band in _bands(world.on(other), salt) if band.kind.id not in known]
    if len(bands) < ROWS:
        known = {band.kind.id for band in bands}
        bands += [
            band
            for n in near
            for band in _bands(world.on(n), salt)
            if band.kind.id in known and _strange(band, bands)
        ]
        bands = _parted(bands)
    bands = bands[:ROWS]
    known = {band.kind.id for band in bands}
    passers = [k for k in kinds().values() if k.id not in known and walks(k) and fits_level(k, world.danger(level))]
    passers.sort(key=lambda kind: -(lot(mark(kind.id), salt) ** (1 / liking(world, kind, level))))
    bands += [_Band(kind) for kind in passers[: ROWS - len(bands)]]
    return [_row(world, level, face, band) for face, band in enumerate(bands, 1)]


def _bands(drafts: list[Draft], salt: int) -> list[_Band]:
    """The kinds of a level that go about, with their groups, in a seeded order."""
    found: dict[str, list[Group]] = {}
    for draft in drafts:
        for group in draft.groups:
            if walks(group.kind) and group.kind.id in kinds():
                found.setdefault(group.kind.id, []).append(group)
    bands = [_Band(groups[0].kind, tuple(groups)) for groups in found.values()]
    return sorted(bands, key=lambda band: lot(mark(band.kind.id), salt))


def _strange(band: _Band, bands: list[_Band]) -> bool:
    """Whether none of the groups of a band stands in a row already."""
    return not {group.id for group in band.groups} & {group.id for one in bands for group in one.groups}


def _parted(bands: list[_Band]) -> list[_Band]:
    """Where there are too few kinds: a row for single groups of those that there are several groups of."""
    while len(bands) < ROWS:
        at, most = max(enumerate(bands), key=lambda one: len(one[1].groups), default=(0, None))
        if most is None or len(most.groups) < 2:
            break
        bands = [
            *bands[:at], _Band(most.kind, most.groups[:1]), _Band(most.kind, most.groups[1:]), *bands[at + 1 :],
        ]  # fmt: skip
    return bands


def walks(kind: Kind) -> bool:
    """Whether a creature goes about: not what is rooted, hidden in one place or bound to water."""
    return kind.words["move_ft"] >= 30 and not kind.tags & {"aquatic", "hidden"}


def _row(world: World, level: int, face: int, band: _Band) -> Wanderer:
    stream, kind = world.stream("wanderer", level, face), band.kind
    count = leveltable.met(world, level, group_size(kind, world.danger(level), SHARE, stream))
    count = min(count, (band.count + 1) // 2) if band.groups else count  # some stay at home
    common = lexicon("activities")[kind.clan]
    own, deeds = kind.apt(kind.words["wants"], count), kind.apt(common["wander"], count)
    wants = [text for text in own if not world.bag.used[text]] or kind.apt(common["wants"], count)
    doing = world.bag.text(deeds, "wander", level, face)
    one = Inhabitant(
        id=f"w-{level}-{face}", creature=kind.id, name=kind.name if count == 1 else kind.plural, count=count,
        stats=spoken(world, level, kind, hit_points(kind, count, stream)), wandering=True,
        **dialects(world, level, kind),
        faction=band.groups[0].faction if band.groups else None,
        wants=world.clause(world.bag.text(wants, "wants", level, face)) if wants else "",
        reaction=stream.choice(kind.words["reacts"]), special=world.clause(kind.words.get("special", "")),
    )  # fmt: skip
    return Wanderer(
        level=level, face=face, inhabitant=one, doing=world.clause(doing),
        of=tuple(group.id for group in band.groups), left=band.count if band.groups else PASSES * count,
    )  # fmt: skip
