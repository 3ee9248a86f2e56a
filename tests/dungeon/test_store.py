"""dungeon.json: written the same way always, read back whole, refused in one line."""

from __future__ import annotations

import json
import time
from pathlib import Path

import jsonschema
import msgspec
import pytest
from sample import sample_dungeon

from zinegen.dungeon.model import SCHEMA
from zinegen.dungeon.store import decode, encode, load_dungeon, schema, write_schema
from zinegen.errors import DungeonError

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def data() -> bytes:
    return encode(sample_dungeon())


def test_what_was_written_reads_back_and_is_written_the_same(data: bytes) -> None:
    again = decode(data)
    assert encode(again) == data
    assert again.levels[0].areas[4].features == sample_dungeon().levels[0].areas[4].features
    assert json.loads(data)["goal"] == "2-7"


def test_it_is_made_for_people(data: bytes) -> None:
    text = data.decode()
    assert text.startswith('{\n  "zinegen": "0.1.0",\n  "schema": 1,\n  "title": "The Salt Stair",\n')
    assert text.endswith("}\n")
    assert '          "outline": [[20, 46], [28, 46], [28, 53], [20, 53]],\n' in text
    assert '          "at": [22, 52],\n' in text
    assert max(len(line) for line in text.splitlines() if "[" in line and '"' not in line) <= 132


def test_numbers_are_short() -> None:
    dungeon = sample_dungeon()
    area = msgspec.structs.replace(dungeon.levels[0].areas[0], outline=((1.23456, 2.0), (-0.0, 4.9999), (7, 1e-9)))
    level = msgspec.structs.replace(dungeon.levels[0], areas=(area,))
    text = encode(msgspec.structs.replace(dungeon, levels=(level,))).decode()
    assert '"outline": [[1.235, 2], [0, 5], [7, 0]]' in text


def test_the_names_that_scripts_read_are_there(data: bytes) -> None:
    whole = json.loads(data)
    assert list(whole)[:7] == ["zinegen", "schema", "title", "seed", "date", "licence", "recipe"]
    level = whole["levels"][0]
    assert {"number", "title", "system", "size", "areas", "portals", "sights", "flow"} <= set(level)
    area = "id key kind shape outline squares features text inhabitants hazards treasure clues pinned rolls"
    assert [name for name in level["areas"][0] if name in area.split()] == area.split()
    portal = "id kind between at side secret one_way lock"
    assert [name for name in level["portals"][0] if name in portal.split()] == portal.split()
    assert list(whole["links"][0])[:6] == ["id", "kind", "from", "to", "one_way", "lock"]
    assert list(whole["locks"][0])[:5] == ["id", "kind", "hardness", "keys", "guards"]
    assert list(whole["key_items"][0])[:4] == ["id", "in", "hidden", "name"]
    assert list(level["sights"][0])[:2] == ["from", "to"]
    assert whole["date"] is None


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            '"kind": "cave"',
            '"kind": "cavern"',
            "areas[6] (1-7).kind: Invalid enum value 'cavern'; did you mean 'cave'?",
        ),
        ('"pinned"', '"pined"', "areas[0] (1-1): Object contains unknown field `pined`; did you mean `pinned`?"),
        (
            '"key": 4,',
            '"key": "4",',
            "areas[3] (1-4).key: Expected `int | null`, got `str`; write a whole number there",
        ),
        ('"number": 1,', "", "levels[0]: Object missing required field `number`; put it back"),
        ('"schema": 1', '"schema": 2', "made by a newer zinegen (0.1.0, file format 2; this one reads format 1)"),
        ('"schema": 1', '"schema": 0', "schema: there is no file format 0; write 1 there"),
        ('"schema": 1', '"schema": -1', "schema: there is no file format -1; write 1 there"),
        ('"schema": 1', '"schema": 1,,', "line 3, column 15: object keys must be strings"),
        ('"hp": [', '"hp": ["x", ', "wandering[0] (?).inhabitant.stats.hp[0]: Expected `int`, got `str`"),
    ],
)
def test_a_bad_edit_is_named_with_its_place_and_remedy(data: bytes, old: str, new: str, says: str) -> None:
    with pytest.raises(DungeonError) as fault:
        decode(data.decode().replace(old, new, 1).encode(), "my.json")
    message = str(fault.value)
    assert message.startswith("my.json: ") and "\n" not in message
    assert says.replace(" (?)", "") in message


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"zinegen": "0.1', "is cut short"),
        (b'\xff\xfe{\x00', "is not in UTF-8"),
        (b'{"zinegen": "\xe9"}', "is not in UTF-8"),
        (b'{"recipe":' + b"[" * 100_000, "nested too deeply"),
        (b'{"title": ' + b'{"a":' * 100_000, "nested too deeply"),
        (b'{"schema": 99999999999999999999999}', "newer zinegen (?"),
    ],
)  # fmt: skip
def test_what_is_no_dungeon_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(DungeonError, match=r"^dungeon\.json: ") as fault:
        decode(data)
    assert says in str(fault.value)


def test_every_cut_is_refused(data: bytes) -> None:
    for cut in range(0, len(data) - 2, 997):
        with pytest.raises(DungeonError):
            decode(data[:cut])


def test_a_byte_order_mark_does_no_harm(data: bytes) -> None:
    assert decode(b"\xef\xbb\xbf" + data) == decode(data)


def test_load_names_the_file(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "dungeon.json"
    with pytest.raises(DungeonError, match="there is no such file"):
        load_dungeon(path)
    with pytest.raises(DungeonError, match="is a folder"):
        load_dungeon(tmp_path)
    path.write_bytes(data)
    assert load_dungeon(path).title == "The Salt Stair"


def test_ten_large_levels_are_written_fast() -> None:
    dungeon = sample_dungeon()
    big = msgspec.structs.replace(dungeon, levels=(dungeon.levels[0],) * 20)
    best = 1.0
    for _ in range(3):
        start = time.process_time()
        encode(big)
        best = min(best, time.process_time() - start)
    assert best < 0.2  # 0.06 s on a quiet machine


# --------------------------------------------------------------------------------------------------- the schema


def test_the_published_schema_is_current(tmp_path: Path) -> None:
    """Renew with: python -c "from zinegen.dungeon.store import write_schema as w; w('docs/dungeon.schema.json')"."""
    write_schema(tmp_path / "new.json")
    assert (tmp_path / "new.json").read_text() == (ROOT / "docs/dungeon.schema.json").read_text()


def test_the_schema_takes_a_dungeon_and_no_other(data: bytes) -> None:
    checker = jsonschema.Draft202012Validator(schema())
    checker.check_schema(schema())
    whole = json.loads(data)
    checker.validate(whole)
    whole["levels"][0]["areas"][0]["kind"] = "balcony"
    assert [list(e.absolute_path) for e in checker.iter_errors(whole)] == [["levels", 0, "areas", 0, "kind"]]


def test_the_schema_tells_what_a_field_means() -> None:
    defs = schema()["$defs"]
    assert defs["Area"]["properties"]["outline"]["description"].startswith("Its true outline")
    assert defs["Link"]["properties"]["one_way"]["description"].startswith("true: it can be taken")
    assert defs["KeyItem"]["properties"]["in"]["description"] == "The area it lies in."
    assert SCHEMA == 1
