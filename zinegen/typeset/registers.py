"""The tables of a dungeon: who is where, locks and keys, what wanders, the ledger of treasure, the roster."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.dungeon.model import Area, Level, Lock, Treasure, Wanderer
from zinegen.typeset.blocks import Block, Box, Para, Part, Run, Table, text
from zinegen.typeset.index import Index
from zinegen.typeset.keys import Keys
from zinegen.typeset.writer import (
    area_ref,
    capital,
    creatures,
    gp,
    hits,
    holder,
    joined,
    number,
    sentence,
    stat_runs,
    w,
    w_or,
)

Cell = tuple[Run, ...]
Row = tuple[Cell, ...]


def when_they_come(level: Level, faces: int) -> str:
    """How to roll for what wanders on a level: as its system says, else by the hour."""
    check = level.wander
    if check is None:
        return w("wandering", "check", n=faces)
    how = w("wandering", "half" if check.numbers == "half" else "full")
    dice = check.dice.removeprefix("1")
    return w("wandering", "check_system", dice=dice, on=check.on, how=how, n=faces)


@dataclass(frozen=True)
class Registers:
    """Makes the tables of one dungeon."""

    index: Index
    keys: Keys

    # ------------------------------------------------------------------------------------------- of one level

    def inhabitants(self, level: Level) -> Block:
        """Who is here, where, at what, with what morale."""
        rows: list[Row] = []
        for area in self.index.keyed(level):
            for group in area.inhabitants:
                met = w_or("", "reactions" if group.count > 1 else "reaction", group.reaction)
                rows.append((
                    text(creatures(group), "b"), area_ref(area.id, level.number),
                    text(group.doing or met), text(str(group.stats.morale)),
                ))  # fmt: skip
        head = tuple(w("table", name) for name in ("who", "where", "doing", "morale"))
        table = Table("register", (0.27, 0.16, 0.43, 0.14), "lllr", head, tuple(rows))
        return self._section(f"who-{level.number}", "inhabitants", table if rows else None, "none_who")

    def locks(self, level: Level) -> Block:
        """Each lock of a level: what it shuts, what opens it, how else it yields."""
        rows: list[Row] = []
        for lock in self.index.locks_of(level):
            keys = [self.index.key_items[key] for key in lock.keys if key in self.index.key_items]
            found = [self._key_place(key.name, key.in_, level.number, hidden=key.hidden) for key in keys]
            rows.append((self._lock(lock, level.number), joined(found, "; ") or text("–"), text(self._yields(lock))))
        head = tuple(w("table", name) for name in ("lock", "key"))
        table = Table("register", (0.4, 0.34, 0.26), "lll", (*head, ""), tuple(rows))
        return self._section(f"locks-{level.number}", "locks", table if rows else None, "none_locks")

    def _lock(self, lock: Lock, level: int) -> Cell:
        """A lock with its sign: "▲ Pair of scales in 5", or by what it shuts."""
        if lock.name and self.index.is_keyed(lock.area):
            before, after = w("lock", "stands", name=lock.name, area="\x00").split("\x00")
            name: Cell = (Run(before), *area_ref(lock.area, level), Run(after))
        else:
            name = self.keys.lock_name(lock.guards, level)
        sign = self.index.lock_signs.get(lock.id, "")
        return (Run(f"{sign}\u00a0" if sign else ""), name[0]._replace(text=capital(name[0].text)), *name[1:])

    def _yields(self, lock: Lock) -> str:
        """How else a lock yields than to its keys."""
        if lock.hardness == "hard":
            portal = self.index.portals.get(lock.guards)
            return capital(w("lock", "pick" if portal is not None and "pick" in portal.open_by else "hard"))
        return capital(w("lock", "soft" if lock.kind == "door_and_key" else "risk"))

    def _key_place(self, name: str, area: str, level: int, *, hidden: bool) -> Cell:
        pattern = w("lock", "in_hidden" if hidden else "in_area", name="\x01", area="\x00")
        before, after = pattern.replace("\x01", capital(name)).split("\x00")
        ref = area_ref(area, level) if self.index.is_keyed(area) else text(area)
        return tuple(run for run in (Run(before), *ref, Run(after)) if run.text or run.look == "page")

    def wandering(self, level: Level, *, stats: bool, anchor: str = "") -> Block:
        """What may come: faces, who, doing; with stat lines where it is the full table."""
        found = self._wanderers(level)
        rows: list[Row] = []
        for one in found:
            group = one.inhabitant
            doing = one.doing or group.doing
            if stats:
                want = "want" if group.count > 1 else "wants"
                wants = sentence(w("key", want, what=group.wants)) if group.wants else ""
                told = " ".join(filter(None, (sentence(doing), sentence(group.special), wants)))
                line: Cell = (Run(creatures(group), "b"), Run(f" {stat_runs(group.stats)}. {told}"))
            else:
                line = (Run(creatures(group), "b"), Run(f" {doing.rstrip('.')}" if doing else ""))
            rows.append((text(str(one.face), "b"), line))
        head = (w("table", "roll", n=len(found)), w("table", "who"))
        table = Table("register", (0.09, 0.91), "ll", head, tuple(rows))
        block = self._section(
            anchor or f"wander-{level.number}", "wandering", table if rows else None, "none_wandering"
        )
        if rows and not stats:
            hint = joined([(Run(when_they_come(level, len(found))),)], " ")
            block = Block(block.id, block.kind, (block.parts[0], Para("small", hint), *block.parts[1:]), block.anchor)
        return block

    def _wanderers(self, level: Level) -> list[Wanderer]:
        found = [one for one in self.index.dungeon.wandering if one.level == level.number]
        return sorted(found, key=lambda one: one.face)

    def wandering_box(self, level: Level, *, stats: bool = False) -> Block | None:
        """The table of what wanders as a small box; None where nothing does. stats: lines and powers, too."""
        found = self._wanderers(level)
        if not found:
            return None
        lines: list[Part] = [Para("boxhead", text(w("onepage", "wandering")), "h4")]
        lines.append(Para("small", text(when_they_come(level, len(found)))))
        for one in found:
            group, doing = one.inhabitant, one.doing or one.inhabitant.doing
            tail = f" {doing.rstrip('.')}." if doing else "."
            if stats:
                told = " ".join(filter(None, (sentence(doing), sentence(group.special))))
                tail = f" {stat_runs(group.stats, brief=True)}. {told}"
            lines.append(
                Para("entry", (Run(f"{one.face}", "b"), Run("\u00a0\u00a0"), Run(creatures(group), "b"), Run(tail)))
            )
        return Block(f"wanderbox-{level.number}{'s' if stats else ''}", "filler", (Box("fillerbox", tuple(lines)),))

    def roster(self, level: Level) -> list[Block]:
        """What the game master ticks off: hit points of everyone, treasure taken."""
        rows: list[Row] = []
        for area in self.index.keyed(level):
            for group in area.inhabitants:
                boxes = "   ".join(f"☐\u00a0{hp}" for hp in group.stats.hp)
                rows.append((area_ref(area.id, level.number, page=False), text(creatures(group), "b"), text(boxes)))
        head = (w("table", "area"), w("table", "who"), hits(self.index.dungeon))
        table = Table("register", (0.1, 0.34, 0.56), "lll", head, tuple(rows))
        blocks = [self._section(f"roster-{level.number}", "roster", table if rows else None, "none_who")]
        loot: list[Row] = [
            (area_ref(area.id, level.number, page=False), text(f"☐\u00a0{capital(item.what)}"), text(_amount(item)))
            for area in self.index.keyed(level)
            for item in area.treasure
        ]
        head = (w("table", "area"), w("table", "what"), w("table", "worth"))
        table = Table("register", (0.1, 0.72, 0.18), "llr", head, tuple(loot))
        if loot:
            blocks.append(self._section(f"loot-{level.number}", "treasure_left", table, "none_treasure", "flow"))
        return blocks

    # ------------------------------------------------------------------------------------ of the whole dungeon

    def ledger(self) -> list[Block]:
        """Treasure level by level, with sums that are the sums of what is printed."""
        blocks: list[Block] = []
        sums: list[tuple[Level, float, float]] = []
        for level in self.index.dungeon.levels:
            rows, worth, weight = self._ledger_rows(level)
            sums.append((level, worth, weight))
            if rows:
                rows.append(((), text(w("table", "sum"), "b"), (), text(number(worth), "b")))
                head = tuple(w("table", name) for name in ("area", "what", "place", "worth"))
                table = Table("register", (0.1, 0.42, 0.32, 0.16), "lllr", head, tuple(rows), strong_last=True)
                title = w("title", "level", n=level.number, title=level.title) if level.title else w(
                    "title", "level_bare", n=level.number)  # fmt: skip
                parts = (Para("tablehead", text(title), "h3"), table)
                blocks.append(Block(f"ledger-{level.number}", "flow", parts, f"ledger-{level.number}"))
        if len(sums) > 1 and any(worth for _, worth, _ in sums):
            blocks.append(self._totals(sums))
        return blocks or [self._section("ledger-0", "ledger", None, "none_treasure")]

    def _ledger_rows(self, level: Level) -> tuple[list[Row], float, float]:
        rows: list[Row] = []
        worth = weight = 0.0
        for area in self.index.keyed(level):
            for item in area.treasure:
                rows.append((
                    area_ref(area.id, level.number), text(capital(item.what)), text(_place(area, item)),
                    text(_amount(item)),
                ))  # fmt: skip
                worth += round(item.value_gp, 2)
                weight += round(item.weight_lb, 2)
        return rows, round(worth, 2), weight

    def _totals(self, sums: list[tuple[Level, float, float]]) -> Block:
        rows: list[Row] = []
        running = 0.0
        for level, worth, weight in sums:
            running += worth
            rows.append((
                text(w("money", "total_level", n=level.number), "b"), text(number(worth)), text(number(running)),
                text(number(weight)),
            ))  # fmt: skip
        head = (w("table", "level"), w("table", "worth"), w("money", "carry"), w("table", "weight"))
        table = Table("register", (0.24, 0.2, 0.36, 0.2), "lrrr", head, tuple(rows))
        return Block(
            "ledger-all", "section", (Para("tablehead", text(w("money", "total")), "h3"), table), "ledger-all"
        )

    def worth(self, level: Level) -> str:
        """The worth of a level's treasure as printed."""
        return gp(self._ledger_rows(level)[1])

    def figure(self, level: Level) -> str:
        """The same as a bare figure, for a column that is headed by the coin."""
        return number(self._ledger_rows(level)[1])

    def _section(self, id: str, heading: str, table: Table | None, none: str, kind: str = "section") -> Block:
        """A table under its heading, or a line that says there is nothing."""
        body: Part = table if table is not None else Para("body", text(w("table", none)))
        return Block(id, kind, (Para("tablehead", text(w("heading", heading)), "h3"), body), id)


def _amount(item: Treasure) -> str:
    """A worth in gp, or a dash where it cannot be said in money."""
    return number(item.value_gp) if item.value_gp else "–"


def _place(area: Area, item: Treasure) -> str:
    """Where a treasure lies: what holds it only once, where the hiding place names it."""
    where = holder(area, item.where)
    noun = where.lower().rsplit(" ", 1)[-1].rstrip("s")
    where = "" if noun in item.hidden.lower() else where
    return capital(", ".join(part for part in (where, item.hidden) if part))
