"""Keys tell the structure: cycles, locks, sights and patrols of a level come in, what its keys say of them goes out.

`settle` and `post_patrols` decide before the rooms are dressed, `due` foresees how much there will be to tell, `tell`
writes when all have their names and places.
"""

from __future__ import annotations

from zinegen.stock.structure.due import due
from zinegen.stock.structure.rounds import post_patrols
from zinegen.stock.structure.settle import settle
from zinegen.stock.structure.strata import level_lines
from zinegen.stock.structure.tell import tell

__all__ = ["due", "level_lines", "post_patrols", "settle", "tell"]
