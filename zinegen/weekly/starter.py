"""What `zinegen new weekly` writes: a configuration, a crontab line, and a service with its timer for systemd."""

from __future__ import annotations

import sys
from pathlib import Path

CONFIG = """\
# A zine for `zinegen weekly {file}`: a new issue every week, and an archive of all of them.
# What stands after a # is the default, or an example; every key but title is optional.

title = "The Lantern"
# id = "the-lantern"                 # what tells it from other zines; keep it when you change the title
# about = "A dungeon a week"         # one line below the title
# editor = "your name"               # who signs the editorial, and is the author in the feed
# first = "2026-W48"                 # the week of number 1; else that of the first issue you make
# base_url = "https://example.org/lantern/"    # where the archive will stand
# out = "zine"                       # the archive's folder, counted from this file

# Lists go round, issue by issue:
# systems = ["cyclic", "labyrinth"]  # all there are when left out
# sizes = ["small", "medium"]        # small when left out
# themes = ["crypt", "mine"]         # all there are when left out, in an order of the zine's own
# levels = [1, 2]                    # the fewest and the most

# As in a recipe, for every issue:
# layout = "classic"
# paper = "a4"
# ink = "full"
# products = ["booklet", "print", "onepage", "site"]
# party_level = 1
# licence = "CC BY-SA 4.0"

# What runs through a season; lists go round, season by season. Left out: seasons of our own.
# [season]
# weeks = 13
# names = ["the Drowned Bell"]
# towns = ["Ashwick"]
# places = ["the Anchor and Nail"]
# factions = ["the Dredgers' Company"]
# wants = ["the bell raised before anyone hears it"]
# rumours = ["A bell tolls under the weir.", "It has been answered."]   # one after the other as the season goes on
"""

CRON = """\
# Every Monday at six, the issue of the week; weeks that were missed are made too. Add this to `crontab -e`:
0 6 * * 1 cd "{folder}" && {program} weekly "{file}" --catch-up
"""

SERVICE = """\
# Put this and {name}.timer into ~/.config/systemd/user/, then: systemctl --user enable --now {name}.timer
[Unit]
Description=The issue of the week of {name}

[Service]
Type=oneshot
WorkingDirectory={folder}
ExecStart=/usr/bin/env {program} weekly "{file}" --catch-up
"""

TIMER = """\
[Unit]
Description=Makes {name} every Monday

[Timer]
OnCalendar=Mon 06:00
Persistent=true

[Install]
WantedBy=timers.target
"""


def starters(file: str, name: str, folder: str) -> dict[str, str]:
    """The files of a new zine: name -> text.

    Args: file: the name of the configuration. name: the same without .toml. folder: where it lies, absolute.
    """
    slots = {"file": file, "name": name, "folder": folder, "program": _program()}
    texts = {file: (CONFIG, "%"), f"{name}.cron": (CRON, r"\%")}
    texts |= {f"{name}.service": (SERVICE, "%%"), f"{name}.timer": (TIMER, "%%")}
    return {target: _filled(text, slots, percent) for target, (text, percent) in texts.items()}


def _program() -> str:
    """How this zinegen is called by cron and systemd, which do not know the user's PATH."""
    beside = Path(sys.executable).with_name("zinegen")
    return f'"{beside}"' if beside.exists() else f'"{sys.executable}" -m zinegen'


def _filled(text: str, slots: dict[str, str], percent: str) -> str:
    """A text with its slots filled; `percent` is how its reader wants a % to be written."""
    for slot, value in slots.items():
        text = text.replace("{" + slot + "}", value.replace("%", percent))
    return text
