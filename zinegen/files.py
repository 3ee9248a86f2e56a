"""The dungeon's folder: finished files come in, and either all of them stand there whole or nothing has changed.

Everything is written into `.zinegen.new` inside the folder first and renamed into place at the end. A list of what is
ours, with digests, stays behind in `.zinegen.json`: by it the next build knows which files it may remove, and whether
someone has edited dungeon.json since.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

import msgspec
from filelock import FileLock, Timeout

from zinegen.errors import MachineError, RecipeError
from zinegen.work import Made

DUNGEON = "dungeon.json"
MANIFEST = ".zinegen.json"
WORKBENCH = ".zinegen.new"

Digests = dict[str, str]
"""Name of one of our files below the folder -> the SHA-256 of what we wrote."""


class Folder:
    """A folder that we hold the lock of, made by `claim`."""

    def __init__(self, path: Path, *, durable: bool = False) -> None:
        self.path = path
        self.durable = durable
        self.ours = _read_manifest(path / MANIFEST)

    def edited(self) -> bool:
        """Whether the dungeon.json here is not the one we wrote."""
        file = self.path / DUNGEON
        return file.is_file() and self.ours.get(DUNGEON) != _digest(file.read_bytes())

    def write(self, made: Sequence[Made], *, clear: Sequence[str] = (), keep: bool = False) -> None:
        """Put the files in place, all or none.

        Args:   clear: beginnings of names ("" for all); our own files so named that are not made again go, unless
                someone has changed them since. Files that are not ours stay. keep: write over none that is not as we
                left it.
        Raises: MachineError, with nothing changed, when there is no room or no permission; with keep, RecipeError.
        """
        with _in_one_line(self.path):
            self._write(made, clear, keep)

    def _write(self, made: Sequence[Made], clear: Sequence[str], keep: bool) -> None:
        bench = self.path / WORKBENCH / "files"
        digests = {one.name: _digest(one.data) for one in made}
        gone = [name for name in self.ours if name not in digests and any(name.startswith(start) for start in clear)]
        ours = {name: digest for name, digest in self.ours.items() if name not in gone} | digests
        whole = {one.name: one.data for one in made} | {MANIFEST: _manifest(ours)}
        files = {name: data for name, data in whole.items() if not _holds(self.path / name, data)}
        theirs = [name for name in files if keep and name != MANIFEST and self._is_theirs(name)]
        if theirs:
            raise RecipeError(
                f"{self.path / theirs[0]} is not as zinegen wrote it, and would be lost; move it away, "
                "choose another place with --out, or write over it with --force"
            )
        for name, data in files.items():
            (bench / name).parent.mkdir(parents=True, exist_ok=True)
            (bench / name).write_bytes(data)
        if self.durable:
            sync_tree(bench)
        for name in files:
            if (self.path / name).is_dir():
                raise MachineError(f"{self.path / name} is a folder, and a file must go there; move it away")
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
        for name in files:
            (bench / name).replace(self.path / name)
        for name in gone:
            self._remove(name)
        if self.durable and files:
            sync_tree(self.path, deep=False)

    def _is_theirs(self, name: str) -> bool:
        """Whether a file is there that we did not write, or that somebody has filled in or drawn over since."""
        file = self.path / name
        return file.is_file() and _digest(file.read_bytes()) != self.ours.get(name)

    def _remove(self, name: str) -> None:
        """Take away one of our files that nobody has touched, and the folders that it leaves empty."""
        file = self.path / name
        if file.is_symlink() or not file.is_file() or _digest(file.read_bytes()) != self.ours[name]:
            return
        file.unlink()
        with suppress(OSError):
            for folder in list(file.relative_to(self.path).parents)[:-1]:
                (self.path / folder).rmdir()


@contextmanager
def claim(path: Path, *, keep_edits: bool = False, durable: bool = False) -> Iterator[Folder]:
    """Make the folder where it is missing, lock it, and leave nothing behind when the work inside fails.

    Args:   keep_edits: refuse a folder whose dungeon.json was edited by hand. durable: have the disk hold the files
            before they are moved into place, so that none is half there when the power goes.
    Raises: MachineError when the folder cannot be had: it is a file, it may not be written, the disk is full, or
            another zinegen holds it. RecipeError for the edited dungeon.json.
    """
    made: list[Path] = []
    lock = FileLock(path / WORKBENCH / "lock", timeout=0)
    try:
        with _in_one_line(path):
            _make_folders(path, made)
            (path / WORKBENCH).mkdir(exist_ok=True)
            try:
                lock.acquire()
            except Timeout:
                raise MachineError(f"{path}: another zinegen is writing here; wait until it is done") from None
            shutil.rmtree(path / WORKBENCH / "files", ignore_errors=True)  # of a build that was killed
            (path / WORKBENCH / "files").mkdir()
            folder = Folder(path, durable=durable)
            edited = folder.edited()
        if keep_edits and edited:
            raise RecipeError(
                f"{path / DUNGEON} was edited by hand; `zinegen print` prints it as it is, "
                "`zinegen build --force` overwrites it"
            )
        yield folder
    finally:
        _clear_up(path / WORKBENCH, lock, made)


def _clear_up(bench: Path, lock: FileLock, made: list[Path]) -> None:
    """Take away the workbench, unless another zinegen works at it, and the folders made for nothing.

    An end may come at any moment, also between the making of the bench and its lock: so the lock is tried for here.
    """
    with suppress(OSError):
        if bench.is_dir():
            try:
                if not lock.is_locked:
                    lock.acquire()
                shutil.rmtree(bench, ignore_errors=True)
            except Timeout:
                pass  # it is the other's
            except OSError:
                bench.rmdir()  # the disk had no room for a lock
    lock.release()
    for folder in reversed(made):
        with suppress(OSError):  # it goes only when it is empty: when nothing was written after all
            folder.rmdir()


@contextmanager
def _in_one_line(path: Path, remedy: str = "choose another place with --out") -> Iterator[None]:
    """Turn what the system refuses into a MachineError."""
    try:
        yield
    except OSError as fault:
        raise _machine_error(path, fault, remedy) from fault


def _make_folders(path: Path, made: list[Path]) -> None:
    """Make the folder and those above it; notes which were missing, before they are there."""
    for folder in [*reversed(path.parents), path]:
        if not folder.is_dir():
            made.append(folder)
            folder.mkdir()


def _machine_error(path: Path, fault: OSError, remedy: str) -> MachineError:
    """One line for what the system refused."""
    where = fault.filename if isinstance(fault.filename, str) else str(path)
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return MachineError(f"{path}: the disk is full; make room, or {remedy}")
    if fault.errno in (errno.EEXIST, errno.ENOTDIR, errno.EISDIR):
        return MachineError(f"{where} is a file where a folder must go; move it away, or {remedy}")
    if fault.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        why = "the disk is read-only" if fault.errno == errno.EROFS else "you may not write there"
        return MachineError(f"{where}: {why}; {remedy}")
    return MachineError(f"{where}: {fault.strerror or fault}; {remedy}")


def _holds(file: Path, data: bytes) -> bool:
    """Whether a file is there with just these bytes, so that it need not be written again."""
    return file.is_file() and not file.is_symlink() and file.stat().st_size == len(data) and file.read_bytes() == data


def sync_tree(folder: Path, *, deep: bool = True) -> None:
    """Have the disk hold a folder, and all that is in it where `deep`; nothing where the system cannot be asked."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    for path in [*(sorted(folder.rglob("*")) if deep else ()), folder]:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _manifest(ours: Digests) -> bytes:
    return msgspec.json.format(msgspec.json.encode({"ours": dict(sorted(ours.items()))}), indent=1) + b"\n"


def _read_manifest(file: Path) -> Digests:
    """What is ours in a folder; nothing where the list is missing or not to be trusted."""
    try:
        ours = msgspec.json.decode(file.read_bytes(), type=dict[str, Digests])["ours"]
    except (OSError, msgspec.DecodeError, KeyError):
        return {}
    return {name: digest for name, digest in ours.items() if _inside(name)}


def _inside(name: str) -> bool:
    """Whether a name read from a list stays below the folder: the list may have come from anywhere."""
    parts = PurePosixPath(name).parts
    return bool(parts) and ".." not in parts and not Path(name).is_absolute() and "\\" not in name and ":" not in name


def starter(name: Path) -> Path:
    """The file that a starter called `name` goes into: .toml is added where missing. Raises RecipeError."""
    if name.name in ("", ".."):
        raise RecipeError(f"{str(name)!r} names no file; name it such as cellar.toml")
    return name if name.suffix == ".toml" else name.with_name(name.name + ".toml")


def write_whole(file: Path, data: bytes) -> None:
    """Write a file, whole or not at all, over one that is there. Raises MachineError."""
    with _in_one_line(file, "name another place with --out"):
        if file.is_dir():
            raise RecipeError(f"{file} is a folder; name a file with --out")
        _not_a_device(file)
        if not file.parent.is_dir():
            raise MachineError(f"{file.parent} is no folder; make it first, or name another place with --out")
        beside = file.with_name(f".{file.name}.new")
        try:
            beside.write_bytes(data)
            beside.replace(file)
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)


def _not_a_device(file: Path) -> None:
    """Refuse what is there and no file: putting one in its place would take it away. Raises RecipeError."""
    if file.exists() and not file.is_file():
        raise RecipeError(f"{file} is a device or a pipe, which would be replaced; name a file")


def one_file(file: Path, other: Path) -> bool:
    """Whether two names are those of one file, by whatever links."""
    return file.exists() and other.exists() and file.samefile(other)


def read_whole(file: Path) -> bytes:
    """The bytes of a file that the user names. Raises RecipeError where there is none; MachineError."""
    if file.is_dir():
        raise RecipeError(f"{file} is a folder; name a file")
    if not file.exists():
        raise RecipeError(f"{file} is not there; check the name")
    with _in_one_line(file, "see that you may read it"):
        return file.read_bytes()


def write_folder(folder: Path, texts: dict[str, str], *, force: bool = False) -> list[Path]:
    """Write files into a folder, which is made where it is missing: all or none, as `write_all_new` does."""
    if folder.name in ("", ".."):
        raise RecipeError(f"{str(folder)!r} names no folder; name it such as mine")
    with _in_one_line(folder, "name another place"):
        if folder.exists() and not folder.is_dir():
            raise RecipeError(f"{folder} is a file; choose another name")
        if not folder.absolute().parent.is_dir():
            raise MachineError(f"{folder.absolute().parent} is no folder; make it first, or name another place")
        missing = not folder.exists()
        folder.mkdir(exist_ok=True)
    files = {folder / name: text for name, text in texts.items()}
    try:
        write_all_new(files, force=force)
    except BaseException:
        with suppress(OSError):
            if missing:
                folder.rmdir()
        raise
    return list(files)


def write_new(file: Path, text: str, *, force: bool = False) -> None:
    """Write a file that is not there yet. Raises RecipeError where it is and `force` is off; MachineError."""
    write_all_new({file: text}, force=force)


def write_all_new(texts: dict[Path, str], *, force: bool = False) -> None:
    """Write files that are not there yet, all or none.

    Raises: RecipeError where one of them is and `force` is off; MachineError.
    """
    for file in texts:
        with _in_one_line(file, "name another place"):
            _refuse_new(file, force)
    beside = {file: file.with_name(f".{file.name}.new") for file in texts}
    try:
        for file, text in texts.items():
            with _in_one_line(file, "name another place"):
                beside[file].write_text(text, encoding="utf-8")
        for file in texts:
            with _in_one_line(file, "name another place"):
                beside[file].replace(file)
    finally:
        for one in beside.values():
            with suppress(OSError):
                one.unlink(missing_ok=True)


def _refuse_new(file: Path, force: bool) -> None:
    """Refuse a place where no new file can go."""
    if file.is_dir():
        raise RecipeError(f"{file} is a folder; choose another name")
    _not_a_device(file)
    if file.exists() and not force:
        raise RecipeError(f"{file} is there already; choose another name, or overwrite it with --force")
    if not file.parent.is_dir():
        raise MachineError(f"{file.parent} is no folder; make it first, or name another place")
