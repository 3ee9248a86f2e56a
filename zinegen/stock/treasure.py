"""What a hoard is worth: rolls on the treasure table come in, coins, gems, jewellery and magic things go out.

100 copper = 10 silver = 2 electrum = 1 gold, 1 platinum = 5 gold; ten coins weigh a pound (tables of document 000;
the rates and the weight are our own).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zinegen.dice import Roller, roll
from zinegen.dungeon.model import Treasure
from zinegen.rolls import Amount, Roll
from zinegen.rolltable import roll_table
from zinegen.stock.draft import World
from zinegen.stock.grammar import clause, figures, number, polish
from zinegen.words import lexicon, pool

COINS_PER_LB = 10
DEAR, MOST_DEAR, SHARE = 0.25, 120, 0.1
"""How often a small thing that lies about is worth something; how much at most, and how much in a rich dungeon: a
share of all its treasure, less than what must be guarded."""


def roll_treasure(roller: Roller, *, level: int, guarded: bool, shift: int = 0) -> list[Roll]:
    """The rolls of a hoard: two at +1 where a monster guards it, else one; all `shift` rows further down."""
    times = 2 if guarded else 1
    return [roll_table("treasure", roller, level=level, guarded=guarded, shift=shift) for _ in range(times)]


def worth(world: World, rolled: Roll, roller: Roller, id_: str) -> list[Treasure]:
    """What one roll gives; empty for "no treasure". Ids are `id_` and a letter; places are not set yet."""
    last = list(rolled.walk())[-1]
    result = last.result
    if coin := result.get("coin"):
        return [coins(coin, _total(last), f"{id_}a")]
    count = result.get("count")
    count = int(count) if count is not None else _total(last)
    item = result.get("item")
    if item == "gem":
        return gems(count, roller, id_)
    if item == "jewellery":
        return [jewel(world, roller, f"{id_}{_letter(n)}") for n in range(count)]
    if item == "magic_item":
        return [magic(world, f"{id_}{_letter(n)}") for n in range(count)]
    return []


def _total(rolled: Roll) -> int:
    return next((one.total for one in rolled.nested if isinstance(one, Amount)), 0)


def _letter(n: int) -> str:
    return chr(ord("a") + n) if n < 26 else f"z{n}"


def coins(coin: str, amount: int, id_: str) -> Treasure:
    """Coins of one metal."""
    words = lexicon("treasure")["coin"][coin]
    return Treasure(
        id=id_, kind="coins", what=f"{figures(amount)} {words['one' if amount == 1 else 'many']}", amount=amount,
        coin=coin,  # type: ignore[arg-type]
        value_gp=round(amount * words["value"], 2), weight_lb=amount / COINS_PER_LB,
    )  # fmt: skip


def gems(count: int, roller: Roller, id_: str) -> list[Treasure]:
    """So many gems, those of one kind together; the kind and the worth of each by a d20."""
    found: dict[tuple[int, int], int] = {}
    rows: list[dict[str, Any]] = lexicon("treasure")["gems"]["rows"]
    for _ in range(count):
        face = roller.die(20)
        row = next(n for n, one in enumerate(rows) if face <= one["to"])
        sort = roller.die(len(rows[row]["what"])) - 1
        found[row, sort] = found.get((row, sort), 0) + 1
    out = []
    for n, ((row, sort), amount) in enumerate(sorted(found.items(), reverse=True)):
        one, many = rows[row]["what"][sort]
        out.append(
            Treasure(
                id=f"{id_}{_letter(n)}",
                kind="gems",
                what=one if amount == 1 else f"{number(amount)} {many}",
                amount=amount,
                value_gp=float(amount * rows[row]["value"]),
            )
        )
    return out


def jewel(world: World, roller: Roller, id_: str) -> Treasure:
    """One piece of jewellery."""
    words = lexicon("treasure")["jewellery"]
    what = world.bag.text(words["what"], "jewel", id_)
    return Treasure(
        id=id_, kind="jewellery", what=world.say(what), value_gp=float(roll(words["worth"], roller)), weight_lb=0.5
    )


def magic(world: World, id_: str) -> Treasure:
    """One magic thing, with its effect and its sign."""
    items = pool("magic")
    item = world.bag.take(items, lambda one: one["id"], world.bag.salt("magic", id_)) or items[0]
    frame = lexicon("stocking")["magic"]["effect"]
    effect = world.say(frame, text=clause(world.say(item["effect"])), how=clause(world.say(item["sign"])))
    return Treasure(id=id_, kind="magic", what=world.say(item["what"]), effect=effect, weight_lb=1.0)


def good(world: World, id_: str) -> Treasure:
    """A small thing of use; now and then one of worth."""
    if world.stream("good", id_).chance(DEAR):
        most = max(MOST_DEAR, SHARE * sum(total(draft.treasure) for draft in world.drafts.values()))
        dear = [one for one in pool("goods") if one["value"] <= most]
        if one := world.bag.take(dear, lambda one: one["id"], world.bag.salt("good", id_), again=False):
            return Treasure(
                id=id_, kind="goods", what=world.say(one["what"]), value_gp=float(one["value"]),
                weight_lb=float(one.get("weight", 1.0)),
            )  # fmt: skip
    goods: list[tuple[str, float]] = lexicon("treasure")["goods"]["what"]
    what, value = world.bag.take(goods, lambda one: one[0], world.bag.salt("good", id_)) or goods[0]
    return Treasure(id=id_, kind="goods", what=polish(what), value_gp=float(value), weight_lb=1.0)


def prize(world: World, id_: str, richest: float) -> Treasure:
    """What the dungeon is about: worth a tenth more than the richest hoard, and no less than its own least."""
    goal = world.event["goal"]
    deepest = max(level.number for level in world.dungeon.levels)
    value = max(goal["value"] * deepest, richest * 1.1)
    return Treasure(
        id=id_, kind=goal["kind"], what=world.say(goal["what"]), value_gp=float(-(-int(value) // 50) * 50),
        weight_lb=float(goal["weight"]), guarded=True,
    )  # fmt: skip


def poured(items: Iterable[Treasure]) -> list[Treasure]:
    """Things that lie together: coins of one metal are one heap, under the id of the first."""
    out: list[Treasure] = []
    for item in items:
        at = next((n for n, one in enumerate(out) if item.coin and one.coin == item.coin), None)
        if at is None or item.coin is None:
            out.append(item)
        else:
            out[at] = coins(item.coin, out[at].amount + item.amount, out[at].id)
    return out


def total(treasure: Iterable[Treasure]) -> float:
    """The worth of all of it in gold."""
    return round(sum(one.value_gp for one in treasure), 2)


def bulk_lb(treasure: Iterable[Treasure]) -> float:
    """The weight of all of it."""
    return sum(one.weight_lb for one in treasure)


def coin_count(treasure: Iterable[Treasure]) -> int:
    """How many coins there are."""
    return sum(one.amount for one in treasure if one.kind == "coins")


def counted(count: int, one: str, many: str) -> str:
    """Containers as a handle: "chest", "three sacks"."""
    return one if count == 1 else f"{number(count)} {many}"
