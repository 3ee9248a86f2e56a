"""The doctor: looks this machine over and names, for each thing missing, the command that mends it."""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.metadata
import io
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import NamedTuple

from zinegen.errors import MachineError, ZinegenError
from zinegen.share import share

OLDEST_PYTHON = (3, 11)

MANAGERS: dict[str, tuple[str, dict[str, str]]] = {
    "apt-get": (
        "sudo apt-get install -y",
        {
            "pango": "libpango-1.0-0 libpangoft2-1.0-0",
            "harfbuzz-subset": "libharfbuzz-subset0",
            "chromium": "chromium",
            "java": "default-jre-headless",
            "libatomic": "libatomic1",
        },
    ),
    "dnf": ("sudo dnf install -y", {"harfbuzz-subset": "harfbuzz", "java": "java-latest-openjdk-headless"}),
    "pacman": (
        "sudo pacman -S --noconfirm --needed",
        {"harfbuzz-subset": "harfbuzz", "java": "jre-openjdk-headless"},
    ),
    "zypper": (
        "sudo zypper install -y",
        {"pango": "libpango-1_0-0", "harfbuzz-subset": "libharfbuzz-subset0", "java": "java-headless"},
    ),
    "apk": ("sudo apk add", {"java": "openjdk17-jre-headless"}),
    "brew": ("brew install", {"harfbuzz-subset": "harfbuzz", "java": "openjdk"}),
}
"""Package manager -> how it installs, and what it calls the things that it names otherwise than we do."""

PROGRAMS: dict[str, tuple[str, ...]] = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "java": ("java",),
    "qpdf": ("qpdf",),
}
"""Program that only the tests need -> the commands it may go by."""

LIBRARIES: dict[str, tuple[str, ...]] = {
    "pango": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0.0.dylib", "libpango-1.0-0.dll"),
    "harfbuzz-subset": ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
    "libatomic": ("libatomic.so.1",),  # of the driver of the tests' browser, on Linux
}
"""Native library -> the file names it may have."""

LOADED = (
    "libgobject-2.0.so.0", "libpango-1.0.so.0", "libharfbuzz.so.0", "libharfbuzz-subset.so.0", "libpangoft2-1.0.so.0",
    "libfontconfig.so.1",
)  # fmt: skip
"""What WeasyPrint loads on Linux."""


class Check(NamedTuple):
    """One thing looked at. What only the tests need is `ok` even when it is missing."""

    name: str
    ok: bool
    found: str
    remedy: str = ""


def remedy(*things: str) -> str:
    """The command that installs such things as "pango" on this machine, or words where we know no command."""
    for manager, (install, names) in MANAGERS.items():
        if shutil.which(manager):
            return f"{install} {' '.join(names.get(thing, thing) for thing in things)}"
    return f"install {' and '.join(things)} with this system's package manager"


def lacking(things: Iterable[str]) -> list[str]:
    """Those of the libraries and programs named that are not on this machine; for the set-up."""
    return [thing for thing in things if not (_library(thing).ok if thing in LIBRARIES else _which(*PROGRAMS[thing]))]


def require_weasyprint() -> None:
    """Load WeasyPrint with its native libraries. Raises MachineError with the command that installs what lacks."""
    try:
        # it prints an essay when a library is missing; ours is one line
        with redirect_stdout(io.StringIO()), _loader_alone():
            from weasyprint.text import ffi
    except OSError as fault:
        named = re.search(r"lib[\w.-]*[\w]|[\w-]+-\d[\w.]*", str(fault))
        raise MachineError(
            f"PDFs need the library Pango, and {named[0] if named else 'a part of it'} cannot be loaded; "
            f"run: {remedy('pango', 'harfbuzz-subset')}{_mac_hint()}"
        ) from None
    except ImportError as fault:
        raise MachineError(
            f"PDFs need WeasyPrint, which cannot be imported ({fault}); run: {_pip('zinegen')}"
        ) from None
    if ffi.harfbuzz_subset is None:
        raise MachineError(
            "PDFs need the library HarfBuzz-subset, which cannot be loaded; "
            f"run: {remedy('harfbuzz-subset')}{_mac_hint()}"
        )


@contextmanager
def _loader_alone() -> Iterator[None]:
    """Have libraries looked for by the system's loader alone, where it finds all of them.

    Else a compiler and a linker are asked for every name that one might have: fifty processes, a sixth of a second.
    """
    found = False
    if sys.platform == "linux":
        with suppress(OSError):
            found = all(map(ctypes.CDLL, LOADED))
    real = ctypes.util.find_library
    if found:
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = real


def examine() -> list[Check]:
    """Look at all that zinegen needs, and at what only its tests need."""
    looks: list[Callable[[], Check]] = [
        _python,
        _packages,
        lambda: _library("pango"),
        lambda: _library("harfbuzz-subset"),
        _weasyprint,
        _fonts,
        _layouts,
        _tables,
        _writing,
        lambda: _program("chromium", "the tests look at the site with it"),
        lambda: _program("java", "the tests check the site's HTML with it"),
    ]
    return [look() for look in looks]


def _python() -> Check:
    wanted = ".".join(map(str, OLDEST_PYTHON))
    ok = sys.version_info >= OLDEST_PYTHON
    return Check("Python", ok, platform.python_version(), "" if ok else f"install Python {wanted} or newer")


def _packages() -> Check:
    """The Python packages that ours asks for."""
    asked = importlib.metadata.requires("zinegen") if _installed("zinegen") else []
    names = [re.split(r"[ <>=!~;\[(]", line)[0] for line in asked or [] if "extra ==" not in line]
    missing = [name for name in names if not _installed(name)]
    if not names:
        return Check("packages", False, "zinegen itself is not installed", _pip("zinegen"))
    if missing:
        return Check("packages", False, f"missing: {', '.join(missing)}", _pip(*missing))
    return Check("packages", True, f"all {len(names)}")


def _installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _pip(*names: str) -> str:
    return f"{sys.executable} -m pip install {' '.join(names)}"


def _library(name: str) -> Check:
    """A native library, by loading it."""
    for file in LIBRARIES[name]:
        try:
            library = ctypes.CDLL(file)
        except OSError:
            continue
        ask = getattr(library, "pango_version_string", None)
        if ask is None:
            return Check(name, True, file)
        ask.restype = ctypes.c_char_p
        return Check(name, True, ask().decode())
    return Check(name, False, "cannot be loaded", remedy(name) + _mac_hint())


def _mac_hint() -> str:
    """Homebrew's libraries lie where Python does not look by itself."""
    folder = Path("/opt/homebrew/lib")
    if sys.platform != "darwin" or not folder.is_dir():
        return ""
    return f' && export DYLD_FALLBACK_LIBRARY_PATH="{folder}:$DYLD_FALLBACK_LIBRARY_PATH"'


def _weasyprint() -> Check:
    try:
        require_weasyprint()
    except MachineError as fault:
        words, _, command = str(fault).partition("; run: ")
        return Check("WeasyPrint", False, words, command)
    return Check("WeasyPrint", True, importlib.metadata.version("weasyprint"))


def _fonts() -> Check:
    files = sorted(share("fonts").glob("*/*.[to]tf"))
    if not files:
        return Check("fonts", False, f"none in {share('fonts')}", _pip("--force-reinstall", "zinegen"))
    return Check("fonts", True, f"{len(files)} faces")


def _layouts() -> Check:
    from zinegen.recipe_keys import layouts

    names = layouts()
    if not names:
        return Check("layouts", False, f"none in {share('layouts')}", _pip("--force-reinstall", "zinegen"))
    return Check("layouts", True, ", ".join(names))


def _tables() -> Check:
    """Every roll table, loaded and checked."""
    from zinegen.rolltable import tables

    try:
        return Check("roll tables", True, f"{len(tables())} without a gap")
    except ZinegenError as fault:
        return Check("roll tables", False, str(fault), _pip("--force-reinstall", "zinegen"))


def _writing() -> Check:
    """Whether `zinegen build` could write here."""
    folder = Path("output") if Path("output").is_dir() else Path()
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as fault:
        found = f"{folder.resolve()}: {fault.strerror}"
        return Check("writing", False, found, "zinegen build --out DIR, with a folder of your own")
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    if free_mb < 50:
        return Check("writing", False, f"{free_mb} MB left in {folder.resolve()}", "make room on the disk")
    return Check("writing", True, f"{folder.resolve()}, {free_mb:,} MB left")


def _program(name: str, use: str) -> Check:
    """A program that only the tests need."""
    path = _which(*PROGRAMS[name])
    return Check(name, True, path) if path else Check(name, True, f"not found; {use}", remedy(name))


def _which(*commands: str) -> str | None:
    return next((path for path in map(shutil.which, commands) if path), None)
