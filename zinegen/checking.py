"""What `zinegen check` finds: a dungeon.json comes in, its findings or its proof of fairness go out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from zinegen.dungeon.check import Finding, integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.store import decode, read_file


class Report(NamedTuple):
    """The verdict on a dungeon."""

    findings: tuple[Finding, ...]
    proof: tuple[str, ...]
    """The steps by which it is won; empty where something was found."""
    metrics: dict[str, Any] | None

    @property
    def fair(self) -> bool:
        return not self.findings

    def as_json(self) -> dict[str, Any]:
        """The report in the form that scripts read."""
        findings = [{"code": one.code, "where": one.where, "text": one.text} for one in self.findings]
        said: dict[str, Any] = {"fair": self.fair, "findings": findings}
        if self.fair:
            said["proof"] = list(self.proof)
        if self.metrics is not None:
            said["metrics"] = self.metrics
        return said


def check_file(file: Path, *, metrics: bool = False) -> Report:
    """Judge a dungeon.json: first whether it is whole, then whether it is fair.

    Raises: DungeonError when it cannot be read as a dungeon at all.
    """
    dungeon = decode(read_file(file), str(file))
    found = tuple(integrity(dungeon))
    if found:  # what is not whole can be neither judged nor counted
        return Report(found, (), None)
    verdict = judge(dungeon)
    counted = None
    if metrics:
        from zinegen.dungeon.metrics import metrics as count

        counted = count(dungeon)
    return Report(tuple(verdict.findings), tuple(verdict.proof), counted)


def report(found: Report) -> list[str]:
    """A report as lines to read."""
    lines = [f"{one.where}: {one.text} ({one.code})" for one in found.findings] or [*found.proof, "Whole and fair."]
    if found.metrics is not None:
        from zinegen.dungeon.metrics import table

        lines += table(found.metrics)
    return lines
