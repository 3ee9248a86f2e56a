"""Runs zinegen as a user does: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SMALL = ("--levels", "1", "--size", "small")
"""A dungeon that is quick to make."""


def zinegen(*arguments: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `zinegen ARGUMENTS`; what it printed and its status come back, whatever they are."""
    return subprocess.run(
        [sys.executable, "-m", "zinegen", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=os.environ | environment,
        check=False,
        timeout=300,
    )


def answer(*arguments: object, cwd: Path | None = None, **environment: str) -> Any:
    """Run a command that must succeed, with --json; returns what it says."""
    done = zinegen(*arguments, "--json", cwd=cwd, **environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def refusal(done: subprocess.CompletedProcess[str], status: int) -> str:
    """The one line on stderr with which a command refused."""
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    assert done.stderr.startswith("zinegen: ") and done.stderr.endswith("\n"), done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.strip().isprintable(), done.stderr
    return done.stderr.removeprefix("zinegen: ").rstrip("\n")
