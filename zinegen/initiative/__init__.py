"""Initiative: who acts when in a fight. Rolls come in, an order goes out; a fight's file comes in, its rounds go out.

`rules` is what a roll gives, `order` makes one order of everybody's moves; `fight` says what a fight is, `file` reads
one and `check` looks it over, `turn` and `play` play it, `text` tells it. The rules
roll no dice: results given by hand or by a stream are alike.
"""

from zinegen.initiative.fight import Delay, Early, Fight, Fighter, Note, Round
from zinegen.initiative.file import STARTER, load_fight
from zinegen.initiative.order import Act, detailed_order, round_order, simple_order
from zinegen.initiative.play import play
from zinegen.initiative.rules import (
    FIRST,
    LAST,
    Accumulated,
    Entrant,
    Extras,
    Move,
    NotPossible,
    Surprise,
    accumulate,
    act_early,
    actions_of,
    after_waiting,
    checks_morale,
    early_limit,
    extras,
    higher_actions,
    lower_needs,
    opposed,
    reference_category,
    surprise,
)
from zinegen.initiative.text import describe, to_builtin

__all__ = [
    "FIRST",
    "LAST",
    "STARTER",
    "Accumulated",
    "Act",
    "Delay",
    "Early",
    "Entrant",
    "Extras",
    "Fight",
    "Fighter",
    "Move",
    "NotPossible",
    "Note",
    "Round",
    "Surprise",
    "accumulate",
    "act_early",
    "actions_of",
    "after_waiting",
    "checks_morale",
    "describe",
    "detailed_order",
    "early_limit",
    "extras",
    "higher_actions",
    "load_fight",
    "lower_needs",
    "opposed",
    "play",
    "reference_category",
    "round_order",
    "simple_order",
    "surprise",
    "to_builtin",
]
