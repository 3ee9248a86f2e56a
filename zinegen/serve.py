"""A preview: a folder is shown to the browsers of this machine, and shown anew when what it was made from changes.

Only the loopback address is bound, only requests for it are answered, and nothing outside the folder is given out.
"""

from __future__ import annotations

import json
import mimetypes
import subprocess
import sys
import threading
import urllib.parse
from collections.abc import Callable, Iterable
from contextlib import suppress
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from zinegen.errors import MachineError, RecipeError, ZinegenError
from zinegen.files import DUNGEON, WORKBENCH
from zinegen.share import share
from zinegen.words import word

HOST = "127.0.0.1"
NAMES = ("127.0.0.1", "localhost", "[::1]")
"""Host names that a request may ask for: a page elsewhere that points its own name at us is not answered."""
CHANGES = "/.zinegen/changes"
LOOK_S = 0.5
"""How often the files are looked at."""
WAIT_S = 25.0
"""How long a browser's question for changes is kept waiting."""
RELOAD = (
    "<script>(async()=>{{let n={n};for(;;)try{{const r=await fetch('{url}?'+n);"
    "if(await r.json()!==n)return location.reload()}}catch{{await new Promise(d=>setTimeout(d,1000))}}}})()</script>"
)

Tell = Callable[[str], None]


class Source(NamedTuple):
    """What is shown, and from what it is made."""

    folder: Path
    """What browsers may see."""
    watched: tuple[Path, ...]
    """Files and folders; when one changes, `command` is run."""
    command: tuple[str, ...]
    """Arguments of zinegen that make it anew; empty where nothing does."""
    again: Callable[[], Source] | None = None
    """What is to be shown after a change: another recipe makes another folder."""


def source(what: Path) -> Source:
    """What to show for a folder or a recipe.

    Raises: RecipeError when there is nothing to show.
    """
    if what.is_file():
        return _recipe(what)
    if not what.is_dir():
        raise RecipeError(f"{what}: there is no such folder; name a dungeon's folder, a zine's archive, or a recipe")
    if (what / DUNGEON).is_file():
        return _dungeon(what)
    return Source(what, (), ())


def _recipe(file: Path, drawn: str | None = None) -> Source:
    """What a recipe makes. `drawn` is the seed that was drawn before; a recipe that names none keeps it."""
    from zinegen.recipe import load_recipe, slug
    from zinegen.tomlfile import read_toml_file

    named = "seed" in read_toml_file(file, "recipe", "recipe")
    recipe = load_recipe(file, seed=None if named else drawn)
    out = file.parent / "output"
    own = [Path(one) for one in (recipe.cycles, recipe.tiles) if one]
    command = ("build", str(file), "--out", str(out), "--seed", recipe.seed)
    keep = drawn if named else recipe.seed
    return Source(out / slug(recipe), (file, *_layouts(recipe.layout), *own), command, lambda: _recipe(file, keep))


def _dungeon(folder: Path) -> Source:
    try:
        asked = json.loads((folder / DUNGEON).read_bytes())["recipe"]["layout"]
    except (OSError, ValueError, KeyError, TypeError):
        asked = "classic"
    return Source(
        folder, (folder / DUNGEON, *_layouts(str(asked))), ("print", str(folder / DUNGEON)), lambda: _dungeon(folder)
    )


def _layouts(name: str) -> tuple[Path, ...]:
    """The folders of templates that a layout draws on; of one that is broken, its own."""
    from zinegen.typeset.layouts import find_layout

    try:
        return find_layout(name).folders
    except ZinegenError:
        return (Path(name) if Path(name).is_dir() else share("layouts") / name,)


def marks(paths: Iterable[Path]) -> dict[str, tuple[int, int]]:
    """When each file was changed last, and its size; files of a build under way are passed over."""
    found = {}
    for path in paths:
        for file in [path, *path.rglob("*")] if path.is_dir() else [path]:
            if WORKBENCH in file.parts or file.is_dir():
                continue
            try:
                about = file.stat()
            except OSError:
                continue
            found[str(file)] = (about.st_mtime_ns, about.st_size)
    return found


class Preview:
    """A server for one source, and the eye that it keeps on it."""

    def __init__(self, shown: Source, port: int, tell: Tell) -> None:
        """Bind the port. Raises MachineError when it is taken."""
        self.shown, self._tell = shown, tell
        self._number = 0
        self._changed = threading.Condition()
        self._over = threading.Event()
        try:
            self.server = _Server((HOST, port), _Handler)
        except (OSError, OverflowError) as fault:
            why = getattr(fault, "strerror", None) or fault
            raise MachineError(f"--port {port}: cannot be had ({why}); choose another, or 0 for any") from None
        self.server.preview = self

    @property
    def address(self) -> str:
        """Where it is to be seen."""
        return f"http://{HOST}:{self.server.server_address[1]}/"

    def run(self) -> None:
        """Serve until the server is shut down."""
        eye = threading.Thread(target=self._watch, daemon=True)
        eye.start()
        try:
            self.server.serve_forever(poll_interval=0.2)
        finally:
            self._over.set()
            self.server.server_close()

    def number(self, known: int | None = None) -> int:
        """How often what is shown has changed; where `known` is that number, wait a while for another."""
        with self._changed:
            if known is not None:
                self._changed.wait_for(lambda: self._number != known or self._over.is_set(), WAIT_S)
            return self._number

    def _watch(self) -> None:
        made_from, made = marks(self.shown.watched), marks([self.shown.folder])
        while not self._over.wait(LOOK_S):
            now = marks(self.shown.watched)
            if now != made_from and self.shown.command:
                self._look_again()
                made_from = marks(self.shown.watched)
                self._make()
            seen = marks([self.shown.folder])
            if seen != made:
                made = seen
                with self._changed:
                    self._number += 1
                    self._changed.notify_all()

    def _look_again(self) -> None:
        """Read anew what is to be shown; of a recipe that is wrong for now, the old is shown on."""
        with suppress(ZinegenError):  # making it will say what is wrong
            self.shown = self.shown.again() if self.shown.again else self.shown

    def _make(self) -> None:
        """Make what is shown anew, in a process of its own; what is wrong is said, and the old is shown on."""
        done = subprocess.run(
            [sys.executable, "-m", "zinegen", *self.shown.command, "--quiet"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        self._tell(done.stderr.strip() or word("serve", "made"))


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    preview: Preview


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version = "zinegen"
    sys_version = ""
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of each request."""

    def do_HEAD(self) -> None:
        """Answer as to GET, without the body."""
        self.do_GET()

    def do_GET(self) -> None:
        """Give out a file of the folder, the list of one without an index, or the number of changes."""
        host = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
        if host not in NAMES:
            return self._plain(HTTPStatus.FORBIDDEN)
        path, _, query = self.path.partition("?")
        preview = self.server.preview
        if path == CHANGES:
            known = int(query) if query.isdecimal() and len(query) < 10 else None
            return self._give(str(preview.number(known)).encode(), "application/json")
        file = within(preview.shown.folder, path)
        if file is None:
            return self._plain(HTTPStatus.NOT_FOUND)
        if file.is_dir():
            if not path.endswith("/"):
                return self._sent(HTTPStatus.MOVED_PERMANENTLY, f"/{path.strip('/')}/")
            if (file / DUNGEON).is_file() and (file / "site/index.html").is_file():
                return self._sent(HTTPStatus.FOUND, f"{path}site/")  # its files are linked there
            index = file / "index.html"
            data = index.read_bytes() if index.is_file() else listing(file, preview.shown.folder)
            return self._give(data, "text/html; charset=utf-8")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return self._give(file.read_bytes(), f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)

    def _give(self, data: bytes, kind: str) -> None:
        if kind.startswith("text/html"):
            data += RELOAD.format(n=self.server.preview.number(), url=CHANGES).encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _sent(self, status: HTTPStatus, to: str) -> None:
        self.send_response(status)
        self.send_header("Location", to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _plain(self, status: HTTPStatus) -> None:
        data = f"{status.value} {status.phrase}\n".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def within(folder: Path, path: str) -> Path | None:
    """The file that a request's path names; None when it is not there, hidden, or not inside the folder."""
    try:
        parts = urllib.parse.unquote(path, errors="strict").split("/")
    except UnicodeDecodeError:
        return None
    if any(part.startswith(".") or "\0" in part or "\\" in part or ":" in part for part in parts):
        return None
    root = folder.resolve()
    file = root.joinpath(*[part for part in parts if part])
    try:
        real = file.resolve(strict=True)
    except (OSError, RuntimeError):
        return None
    return real if real.is_relative_to(root) and (real.is_file() or real.is_dir()) else None


def listing(folder: Path, root: Path) -> bytes:
    """A page that leads to what is in a folder: the sites in it first, then its files."""
    names = sorted(one.name for one in folder.iterdir() if not one.name.startswith("."))
    rows = []
    for name in names:
        inner = folder / name
        site = f"{name}/site/" if (inner / "site/index.html").is_file() else ""
        href = site or (f"{name}/" if inner.is_dir() else name)
        rows.append(f'<li><a href="{escape(urllib.parse.quote(href))}">{escape(name)}</a></li>')
    title = escape(folder.name if folder.resolve() != root.resolve() else word("serve", "title"))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f"<h1>{title}</h1><ul>{''.join(rows)}</ul></html>\n"
    ).encode()


def serve(what: Path, port: int, tell: Tell) -> None:
    """Show a folder or what a recipe makes, until Ctrl-C.

    Raises: RecipeError when there is nothing to show; MachineError when the port cannot be had.
    """
    shown = source(what)
    preview = Preview(shown, port, tell)
    if shown.command and shown.command[0] == "build":
        preview._make()
    start = "site/" if (shown.folder / "site/index.html").is_file() else ""
    tell(word("serve", "at", address=preview.address + start))
    preview.run()
