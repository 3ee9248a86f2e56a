"""What stands on the story and table pages of a mini-zine, the fullest choice first."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.dungeon.model import Level
from zinegen.typeset import matter
from zinegen.typeset.blocks import Block, Para, Part, Run, Table, text
from zinegen.typeset.faces import escaped
from zinegen.typeset.index import Index
from zinegen.typeset.layouts import Layout
from zinegen.typeset.registers import Registers, Row, when_they_come
from zinegen.typeset.writer import capital, creatures, number, sentence, w
from zinegen.words import word
from zinegen.work import PrintOptions


def m(key: str, **slots: object) -> str:
    """A text of the mini-zine."""
    return word("press", "mini", key, **slots)


@dataclass(frozen=True)
class MiniMatter:
    """Makes the blocks of one dungeon's mini-zines."""

    index: Index
    registers: Registers
    layout: Layout
    options: PrintOptions

    def stories(self, level: Level) -> list[list[Block]]:
        """What may stand on the story page, the fullest first; the last is nothing."""
        hook, about = self.index.dungeon.premise.hook, level.text
        told = [Para("body", text(sentence(words))) for words in (hook, about) if words]
        tries = [told, told[:1], told[1:], []] if level.number == self.index.dungeon.levels[0].number else [
            told, told[1:], told[:1], []]  # fmt: skip
        return [
            [Block(f"mini-intro-{level.number}-{n}", "text", tuple(one))] if one else []
            for n, one in enumerate(tries)
        ]

    def wandering(self, level: Level) -> list[list[Block]]:
        """What may come, with what it is doing and without; the last is nothing."""
        return [self._wandering(level, full=True), self._wandering(level, full=False), []]

    def extras(self, level: Level) -> list[list[Block]]:
        """What else there is to tell, the most needed first, each in several forms, the fullest first."""
        treasure = [block for how in ("items", "areas", "sum") for block in self._treasure(level, how)]
        line = Para("body", (Run(f"{m('treasure')}: ", "b"), Run(self.registers.worth(level))))
        things = [[*treasure, Block(f"mini-worth-{level.number}", "section", (line,))]]
        if self.index.locks_of(level):
            things.append([self._headed(self.registers.locks(level), m("keys"))])
        if level.number == self.index.dungeon.levels[0].number:
            things += [self._fewer(block) for block in matter.rumours(self.index.dungeon, self.index)]
        return things

    def _fewer(self, block: Block) -> list[Block]:
        """A list under its heading, then the same with one line less, and so on to one."""
        return [
            Block(f"mini-{block.id}-{count}", "text", block.parts[:count]) for count in range(len(block.parts), 1, -1)
        ]

    def _headed(self, block: Block, title: str) -> Block:
        """A section of the booklet under a heading of our own."""
        return Block(f"mini-{block.id}", "text", (Para("subhead", text(title), "h3"), *block.parts[1:]))

    def _wandering(self, level: Level, *, full: bool) -> list[Block]:
        found = sorted((o for o in self.index.dungeon.wandering if o.level == level.number), key=lambda o: o.face)
        if not found:
            return []
        rows: list[Row] = []
        for one in found:
            doing = (one.doing or one.inhabitant.doing).rstrip(".") if full else ""
            stats = one.inhabitant.stats
            told = f" {w('stats', 'ac', n=stats.ac)}, {w('stats', 'hd', n=stats.hd)}."
            line = (Run(creatures(one.inhabitant), "b"), Run(f"{told} {sentence(doing)}" if doing else told))
            rows.append((text(str(one.face), "b"), line))
        head = (w("table", "roll", n=len(found)), w("table", "who"))
        title = Para("minihead", text(m("wandering")), "h2")
        hint = Para("small", text(when_they_come(level, len(found))))
        table = Table("register", (0.12, 0.88), "ll", head, tuple(rows))
        return [Block(f"mini-wander-{level.number}-{full}", "section", (title, hint, table))]

    def _treasure(self, level: Level, how: str) -> list[Block]:
        """Treasure thing by thing, area by area, or its worth alone."""
        rows: list[Row] = []
        total = 0.0
        for area in self.index.keyed(level):
            worth = round(sum(item.value_gp for item in area.treasure), 2)
            total += worth
            things = [(capital(item.what), item.value_gp) for item in area.treasure]
            if how == "areas" and things:
                first = max(area.treasure, key=lambda item: item.value_gp)
                more = f", {m('more', n=len(things) - 1)}" if len(things) > 1 else ""
                things = [(capital(first.what) + more, worth)]
            if how != "sum":
                rows += [
                    (text(str(area.key), "b"), text(what), text(number(gp) if gp else "–")) for what, gp in things
                ]
        title: list[Part] = [Para("minihead", text(m("treasure")), "h2")]
        if not rows:
            line = Para("body", text(f"{m('sum')}: {self.registers.worth(level)}")) if total else Para(
                "body", text(w("table", "none_treasure")))  # fmt: skip
            return [Block(f"mini-sum-{level.number}", "section", (*title, line))]
        rows.append(((), text(m("sum"), "b"), text(number(round(total, 2)), "b")))
        table = Table("register", (0.16, 0.63, 0.21), "llr", (m("area"), m("what"), m("gp")), tuple(rows), True)
        return [Block(f"mini-{how}-{level.number}", "section", (*title, table))]

    def made(self) -> str:
        """The licence, the maker, and the seed to make it again by."""
        dungeon = self.index.dungeon
        seed = escaped(dungeon.seed, self.layout.letters)
        return m(
            "made",
            licence=self.options.licence,
            version=dungeon.zinegen,
            seed=seed if len(seed) < 60 else seed[:57] + "…",
        )
