"""`zinegen serve`: what is in the folder is shown, nothing else is, and a change is told to the browser."""

from __future__ import annotations

import http.client
import json
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import refusal, zinegen
from sample import sample_dungeon

from zinegen.dungeon.store import encode
from zinegen.errors import MachineError
from zinegen.serve import CHANGES, HOST, Preview, Source, source, within


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    folder = tmp_path / "shown"
    (folder / "site").mkdir(parents=True)
    (folder / "site/index.html").write_text("<!doctype html><title>A</title><p>front</p>")
    (folder / "site/a b.css").write_text("p{}")
    (folder / ".secret").write_text("hidden")
    (tmp_path / "outside.txt").write_text("outside")
    (folder / "leads-out").symlink_to(tmp_path / "outside.txt")
    return folder


@pytest.fixture
def preview(shown: Path) -> Iterator[Preview]:
    one = Preview(Source(shown, (), ()), 0, lambda line: None)
    thread = threading.Thread(target=one.run, daemon=True)
    thread.start()
    yield one
    one.server.shutdown()
    thread.join(5)


def get(preview: Preview, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    line = http.client.HTTPConnection(HOST, preview.server.server_address[1], timeout=30)
    line.putrequest(method, path, skip_host="host" in headers)
    for name, value in headers.items():
        line.putheader(name, value)
    line.endheaders()
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer.status, dict(answer.getheaders()), body


def test_files_are_shown_and_pages_load_themselves_anew(preview: Preview) -> None:
    status, head, body = get(preview, "/site/")
    assert status == 200 and body.startswith(b"<!doctype html><title>A</title>") and CHANGES.encode() in body
    assert head["Cache-Control"] == "no-store" and int(head["Content-Length"]) == len(body)
    assert get(preview, "/site/a%20b.css")[2] == b"p{}"
    assert get(preview, "/site")[0] == 301 and get(preview, "/site")[1]["Location"] == "/site/"
    status, head, body = get(preview, "/site/", "HEAD")
    assert status == 200 and body == b"" and int(head["Content-Length"]) > 0
    assert b'href="site/' in get(preview, "/")[2]
    (preview.shown.folder / "dungeon.json").write_bytes(b"{}")
    assert get(preview, "/")[0] == 302 and get(preview, "/")[1]["Location"] == "/site/"


@pytest.mark.parametrize(
    "path",
    ["/../outside.txt", "/%2e%2e/outside.txt", "/site/..%2f..%2foutside.txt", "/leads-out", "/.secret", "/site/%00",
     "/site\\..\\..\\outside.txt", "//etc/passwd", "/%ff", "/nothing"],
)  # fmt: skip
def test_nothing_outside_is_given_out(preview: Preview, shown: Path, path: str) -> None:
    status, _, body = get(preview, path)
    assert status == 404 and b"outside" not in body and b"hidden" not in body
    assert within(shown, path) is None


def test_only_this_machine_is_answered(preview: Preview) -> None:
    assert preview.server.server_address[0] == "127.0.0.1"
    assert get(preview, "/site/", host="evil.example")[0] == 403
    assert get(preview, "/site/", host="localhost:1")[0] == 200


def test_a_change_is_told(preview: Preview, shown: Path) -> None:
    before = json.loads(get(preview, CHANGES)[2])
    told: list[int] = []
    asker = threading.Thread(target=lambda: told.append(json.loads(get(preview, f"{CHANGES}?{before}")[2])))
    asker.start()
    time.sleep(0.2)
    (shown / "site/index.html").write_text("<!doctype html><title>B</title>")
    asker.join(20)
    assert told == [before + 1]


def test_a_changed_dungeon_is_printed_anew(tmp_path: Path) -> None:
    (tmp_path / "dungeon.json").write_bytes(encode(sample_dungeon()))
    shown = source(tmp_path)._replace(command=("print", str(tmp_path / "dungeon.json"), "--products", "maps"))
    said: list[str] = []
    preview = Preview(shown, 0, said.append)
    thread = threading.Thread(target=preview.run, daemon=True)
    thread.start()
    time.sleep(0.8)
    text = (tmp_path / "dungeon.json").read_bytes()
    (tmp_path / "dungeon.json").write_bytes(text.replace(sample_dungeon().title.encode(), b"Another Title"))
    end = time.monotonic() + 90
    while not said and time.monotonic() < end:
        time.sleep(0.1)
    preview.server.shutdown()
    thread.join(5)
    assert said == ["printed anew"] and b"Another Title" in (tmp_path / "maps/level-1.svg").read_bytes()


def test_a_recipe_is_watched_with_its_layout(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text('seed = "s"\n')
    shown = source(tmp_path / "r.toml")
    assert shown.watched[0] == tmp_path / "r.toml" and {one.name for one in shown.watched[1:]} == {"classic", "base"}
    assert shown.command[:2] == ("build", str(tmp_path / "r.toml")) and shown.folder.parent == tmp_path / "output"


def test_another_recipe_is_another_folder_and_a_drawn_seed_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "r.toml"
    file.write_text("levels = 1\n")
    first = source(file)
    file.write_text("levels = 2\n")
    assert first.again
    second = first.again()
    assert second.folder != first.folder and second.command == first.command
    file.write_text('seed = "mine"\n')
    assert second.again and second.again().command[-1] == "mine"


def test_a_changed_recipe_is_what_is_shown_next(tmp_path: Path) -> None:
    file = tmp_path / "r.toml"
    text = 'seed = "s"\nsystem = "labyrinth"\nlevels = 1\nsize = "small"\nproducts = ["maps"]\n'
    file.write_text(text)
    preview = Preview(source(file), 0, lambda line: None)
    thread = threading.Thread(target=preview.run, daemon=True)
    thread.start()
    time.sleep(0.8)
    file.write_text("title = \n")
    time.sleep(1.5)
    file.write_text(text + 'title = "Another"\n')
    end, title = time.monotonic() + 90, b""
    while b'"Another"' not in title and time.monotonic() < end:
        time.sleep(0.2)
        title = get(preview, "/dungeon.json")[2]
    preview.server.shutdown()
    thread.join(5)
    assert b'"title": "Another"' in title


def test_what_cannot_be_shown_is_one_line(tmp_path: Path, preview: Preview) -> None:
    assert "there is no such folder" in refusal(zinegen("serve", tmp_path / "none"), 2)
    with pytest.raises(MachineError, match="cannot be had"):
        Preview(Source(tmp_path, (), ()), preview.server.server_address[1], lambda line: None)
    assert "--port 70000" in refusal(zinegen("serve", os.fspath(tmp_path), "--port", 70000), 3)
