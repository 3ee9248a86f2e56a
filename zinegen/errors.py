"""Every error a user can cause, each one line that names the thing, the place and the remedy."""

from __future__ import annotations


class ZinegenError(Exception):
    """A fault with a one-line message for the user.

    `exit_code` is the process status: 1 the thing checked is at fault, 2 the command, recipe, table,
    lexicon or template is wrong, 3 something on the machine is missing or broken.
    """

    exit_code = 2


class RecipeError(ZinegenError):
    """A recipe or an option asks for what cannot be."""


class TableError(ZinegenError):
    """A roll table has a gap, an overlap or a dead reference, or a roll gives a face the die lacks."""


class LexiconError(ZinegenError):
    """A word list lacks an entry or a field."""


class DungeonError(ZinegenError):
    """A dungeon.json cannot be read or contradicts itself."""


class LayoutError(ZinegenError):
    """A layout folder is missing or wrong."""


class PlacementError(ZinegenError):
    """A carver found no room for what was asked."""

    exit_code = 1


class UnfairError(ZinegenError):
    """A dungeon breaks the fairness law."""

    exit_code = 1


class PageOverflowError(ZinegenError):
    """Text does not fit its page."""

    exit_code = 1


class ImpositionError(ZinegenError):
    """Pages cannot be laid out on sheets: the PDF is broken or locked, or the fold cannot be had."""


class MachineError(ZinegenError):
    """Something on this machine is missing or broken: a library, a permission, room on the disk."""

    exit_code = 3
