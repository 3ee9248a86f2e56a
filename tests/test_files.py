"""The dungeon's folder: everything or nothing, nobody else's files touched."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from zinegen.errors import MachineError, RecipeError
from zinegen.files import DUNGEON, MANIFEST, claim, write_all_new, write_folder, write_new, write_whole
from zinegen.work import Made


def made(**files: str) -> list[Made]:
    return [Made(name.replace("_", "/", 1) + ".txt", text.encode()) for name, text in files.items()]


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder but our own list."""
    found = {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*") if file.is_file()}
    found.pop(MANIFEST, None)
    return found


def test_files_appear_and_nothing_else_stays_behind(tmp_path: Path) -> None:
    with claim(tmp_path / "out" / "a") as folder:
        folder.write(made(booklet="b", site_index="i"))
    assert tree(tmp_path) == {
        "out/a/booklet.txt": "b",
        "out/a/site/index.txt": "i",
        f"out/a/{MANIFEST}": (tmp_path / "out" / "a" / MANIFEST).read_text(),
    }


def test_a_failure_inside_leaves_no_trace(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), claim(tmp_path / "out" / "a"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_a_failure_while_writing_changes_nothing(tmp_path: Path) -> None:
    with claim(tmp_path / "a") as folder:
        folder.write(made(booklet="old"))
    (tmp_path / "a" / "onepage.txt").mkdir()
    with pytest.raises(MachineError, match=r"onepage\.txt is a folder"), claim(tmp_path / "a") as folder:
        folder.write(made(booklet="new", onepage="new"))
    assert tree(tmp_path / "a") == {"booklet.txt": "old"}


def test_what_is_no_longer_made_goes_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    with claim(tmp_path) as folder:
        folder.write(made(booklet="b", maps_one="1", maps_two="2", site_index="i"))
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "maps" / "mine.txt").write_text("mine")
    (tmp_path / "maps" / "two.txt").write_text("drawn over by hand")
    with claim(tmp_path) as folder:
        folder.write(made(booklet="b2"), clear=[""])
    assert tree(tmp_path) == {
        "booklet.txt": "b2",
        "notes.txt": "mine",
        "maps/mine.txt": "mine",
        "maps/two.txt": "drawn over by hand",
    }
    assert not (tmp_path / "site").exists()


def test_only_the_files_of_the_products_made_are_cleared(tmp_path: Path) -> None:
    with claim(tmp_path) as folder:
        folder.write(made(booklet="b", maps_one="1", maps_two="2"))
    with claim(tmp_path) as folder:
        folder.write(made(maps_one="1"), clear=["maps/"])
    assert tree(tmp_path) == {"booklet.txt": "b", "maps/one.txt": "1"}


def test_an_edited_dungeon_is_not_overwritten(tmp_path: Path) -> None:
    with claim(tmp_path) as folder:
        folder.write([Made(DUNGEON, b"{}")])
    with claim(tmp_path, keep_edits=True) as folder:
        folder.write([Made(DUNGEON, b"{}")])
    (tmp_path / DUNGEON).write_bytes(b'{"title": "mine"}')
    with (
        pytest.raises(RecipeError, match=r"edited by hand; `zinegen print`.*--force"),
        claim(tmp_path, keep_edits=True),
    ):
        pass
    with claim(tmp_path) as folder:  # a printing, which writes beside it
        folder.write(made(booklet="b"))
    with pytest.raises(RecipeError), claim(tmp_path, keep_edits=True):
        pass
    assert (tmp_path / DUNGEON).read_bytes() == b'{"title": "mine"}'


def test_what_was_filled_in_or_put_there_is_not_written_over(tmp_path: Path) -> None:
    with claim(tmp_path) as folder:
        folder.write(made(booklet="old", sheets="old"), keep=True)
    with claim(tmp_path) as folder:
        folder.write(made(booklet="new"), keep=True)  # it is as we left it
    (tmp_path / "sheets.txt").write_text("filled in")
    (tmp_path / "cards.txt").write_text("mine")
    for name in ("sheets", "cards"):
        with (
            pytest.raises(RecipeError, match=rf"{name}\.txt is not as zinegen wrote it.*--force"),
            claim(tmp_path) as folder,
        ):
            folder.write(made(booklet="newer", **{name: "new"}), keep=True)
    assert tree(tmp_path) == {"booklet.txt": "new", "sheets.txt": "filled in", "cards.txt": "mine"}
    with claim(tmp_path) as folder:
        folder.write(made(cards="mine", sheets="new"))
        folder.write(made(cards="mine"), keep=True)  # the same bytes: nothing is lost
    assert tree(tmp_path) == {"booklet.txt": "new", "sheets.txt": "new", "cards.txt": "mine"}


def test_a_dungeon_that_came_from_elsewhere_counts_as_edited(tmp_path: Path) -> None:
    (tmp_path / DUNGEON).write_text("{}")
    with pytest.raises(RecipeError), claim(tmp_path, keep_edits=True):
        pass


def test_one_folder_has_one_master_at_a_time(tmp_path: Path) -> None:
    with claim(tmp_path / "a") as folder:
        with pytest.raises(MachineError, match="another zinegen is writing here"), claim(tmp_path / "a"):
            pass
        folder.write(made(booklet="b"))
    with claim(tmp_path / "a"):
        pass
    assert tree(tmp_path / "a") == {"booklet.txt": "b"}


def test_what_a_killed_build_left_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / ".zinegen.new" / "files").mkdir(parents=True)
    (tmp_path / ".zinegen.new" / "files" / "half.txt").write_text("ha")
    with claim(tmp_path) as folder:
        folder.write(made(booklet="b"))
    assert tree(tmp_path) == {"booklet.txt": "b"}


def test_a_list_from_elsewhere_cannot_point_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "victim.txt").write_bytes(b"")
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    names = ["../victim.txt", str(tmp_path / "victim.txt"), "in/../../victim.txt"]
    (tmp_path / "in" / MANIFEST).write_text(json.dumps({"ours": dict.fromkeys(names, nothing)}))
    with claim(tmp_path / "in") as folder:
        folder.write([], clear=[""])
    assert (tmp_path / "victim.txt").exists()


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"ours": 1}', '{"ours": {"a": 1}}'])
def test_a_damaged_list_counts_for_nothing(tmp_path: Path, damaged: str) -> None:
    (tmp_path / MANIFEST).write_text(damaged)
    with claim(tmp_path) as folder:
        assert folder.ours == {}


def test_the_list_has_the_same_bytes_in_any_order(tmp_path: Path) -> None:
    for name, files in (("a", made(x="1", y="2")), ("b", made(y="2", x="1"))):
        with claim(tmp_path / name) as folder:
            folder.write(files)
    assert (tmp_path / "a" / MANIFEST).read_bytes() == (tmp_path / "b" / MANIFEST).read_bytes()


def test_the_folder_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    for path in (tmp_path / "out", tmp_path / "out" / "a" / "b"):
        with pytest.raises(MachineError, match="is a file where a folder must go"), claim(path):
            pass
    assert (tmp_path / "out").read_text() == "a file"


def test_a_new_file_overwrites_nothing_unasked(tmp_path: Path) -> None:
    write_new(tmp_path / "r.toml", "one")
    with pytest.raises(RecipeError, match="is there already"):
        write_new(tmp_path / "r.toml", "two")
    assert (tmp_path / "r.toml").read_text() == "one"
    write_new(tmp_path / "r.toml", "two", force=True)
    assert tree(tmp_path) == {"r.toml": "two"}
    with pytest.raises(MachineError):
        write_new(tmp_path / "no" / "r.toml", "one")


def test_a_device_or_pipe_is_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecipeError, match="is a device or a pipe"):
        write_whole(tmp_path / "pipe", b"data")
    with pytest.raises(RecipeError, match="is a device or a pipe"):
        write_new(tmp_path / "pipe", "text", force=True)
    assert (tmp_path / "pipe").is_fifo()


def test_new_files_come_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One is there already, or the disk is full halfway: the others are not begun, and no folder is left."""
    mine = tmp_path / "mine"
    write_folder(mine, {"b": "mine"})
    with pytest.raises(RecipeError, match="is there already"):
        write_folder(mine, {"a": "one", "b": "two", "c": "three"})
    with pytest.raises(RecipeError, match="is there already"):
        write_all_new({mine / "a": "one", mine / "b": "two"})
    write = Path.write_text

    def full(path: Path, text: str, **how: Any) -> int:
        if text == "two":
            write(path, text[:1], **how)
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, text, **how)

    monkeypatch.setattr(Path, "write_text", full)
    for folder in (mine, tmp_path / "new"):
        with pytest.raises(MachineError, match="the disk is full"):
            write_folder(folder, {"a": "one", "b": "two", "c": "three"}, force=True)
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "b"] and (mine / "b").read_text() == "mine"
