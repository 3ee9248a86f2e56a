"""Light Markdown in what is written by hand: a text comes in, runs with *stress* and **weight** go out.

Two marks and no more: what else a text holds is printed as it stands. A backslash before a star prints the star.
"""

from __future__ import annotations

import re

from zinegen.typeset.blocks import Run

_MARKED = re.compile(r"\\\*|\*\*(?=\S)(.+?)(?<=\S)\*\*|\*(?=\S)(.+?)(?<=\S)\*")


def marked(words: str, look: str = "") -> tuple[Run, ...]:
    """A text as runs: *so* in the other slant, **so** in bold; a star that has no fellow stands for itself."""
    if "*" not in words:
        return (Run(words, look),)
    runs: list[Run] = []
    at = 0
    for found in _MARKED.finditer(words):
        runs.append(Run(words[at : found.start()], look))
        strong, stressed = found.groups()
        runs.append(Run(strong, "b") if strong else Run(stressed, "i") if stressed else Run("*", look))
        at = found.end()
    runs.append(Run(words[at:], look))
    return tuple(run for run in runs if run.text)
