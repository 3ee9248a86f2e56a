"""Dice: streams that never change, notation that reads and writes back, faces given by hand."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zinegen.dice import Faces, Notation, Stream, parse_dice, roll, roll_faces
from zinegen.errors import TableError

NOTATIONS = st.builds(
    Notation,
    count=st.integers(1, 1000),
    sides=st.integers(2, 10000),
    plus=st.integers(-999_999, 999_999),
    times=st.integers(1, 999_999),
)


def by_hand(*faces: str | int) -> Faces:
    return Faces(faces, Stream("by hand"))


# ---------------------------------------------------------------------------------------------------- streams


def test_a_stream_is_the_same_for_ever() -> None:
    """Booklets printed years apart must agree: these faces are never to change."""
    stream = Stream("moth", "level 2", "treasure")
    assert [stream.die(20) for _ in range(8)] == [11, 5, 4, 3, 7, 14, 20, 16]
    assert stream.shuffled("abcdefg") == ["a", "c", "d", "e", "f", "b", "g"]


def test_each_purpose_has_dice_of_its_own() -> None:
    walls, treasure = Stream("moth", "walls"), Stream("moth", "treasure")
    before = [Stream("moth", "walls").die(1000) for _ in range(5)]
    for _ in range(99):
        treasure.die(6)
    assert [walls.die(1000), *before[1:]] == before
    assert [Stream("moth", n).die(10**6) for n in range(50)] != [Stream("moth", 0).die(10**6)] * 50


def test_a_child_takes_no_roll_from_its_parent() -> None:
    parent, alone = Stream("moth"), Stream("moth")
    parent.child("door", 3).die(6)
    assert parent.random() == alone.random()
    assert Stream("moth").child("door").random() == Stream("moth", "door").random()


@settings(deadline=None)
@given(st.integers(1, 10**6), st.text(max_size=20))
def test_faces_stay_on_the_die(sides: int, seed: str) -> None:
    stream = Stream(seed)
    assert all(1 <= stream.die(sides) <= sides for _ in range(20))
    assert all(0 <= stream.below(sides) < sides for _ in range(20))
    assert all(-3 <= stream.between(-3, sides) <= sides for _ in range(20))


@settings(deadline=None)
@given(st.lists(st.sampled_from([0, 0.0, 0.1, 1, 3, 1e-9, 1e9]), min_size=1, max_size=8), st.integers(0, 99))
@example([0, 1, 0], 0)
def test_weighted_never_picks_what_weighs_nothing(weights: list[float], seed: int) -> None:
    stream = Stream(str(seed))
    if sum(weights) > 0:
        picks = [stream.weighted(range(len(weights)), weights) for _ in range(20)]
        assert all(weights[pick] > 0 for pick in picks)


@pytest.mark.parametrize("weights", [[0, 0], [1, -1], [3, -1], [], [float("inf"), 1], [float("nan"), 1]])
def test_weighted_refuses_weights_that_mean_nothing(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="weights must not be negative"):
        Stream("moth").weighted(range(len(weights)), weights)


def test_weighted_keeps_the_odds() -> None:
    stream = Stream("odds")
    picks = [stream.weighted("abc", [1, 0, 3]) for _ in range(4000)]
    assert picks.count("b") == 0
    assert 900 < picks.count("a") < 1100


def test_nothing_to_choose_from_is_an_error() -> None:
    with pytest.raises(IndexError):
        Stream("moth").choice([])


# --------------------------------------------------------------------------------------------------- notation


@settings(deadline=None)
@given(NOTATIONS)
def test_notation_reads_back_what_it_writes(notation: Notation) -> None:
    assert parse_dice(str(notation)) == notation


@pytest.mark.parametrize(
    ("text", "written", "bounds"),
    [
        ("d20", "1d20", (1, 20)),
        (" 3D6 ", "3d6", (3, 18)),
        ("2d10*100", "2d10*100", (200, 2000)),
        ("2d10 × 100", "2d10*100", (200, 2000)),
        ("1d4+4", "1d4+4", (5, 8)),
        ("2d6-1", "2d6-1", (1, 11)),
        ("1d4+1*10", "1d4+1*10", (20, 50)),
        ("D66", "d66", (11, 66)),
        ("±d6", "±d6", (-5, 6)),
        ("7", "7", (7, 7)),
    ],
)
def test_notation(text: str, written: str, bounds: tuple[int, int]) -> None:
    assert str(parse_dice(text)) == written
    assert parse_dice(text).bounds == bounds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d",
        "3d",
        "0d6",
        "1001d6",
        "1d1",
        "1d10001",
        "1d6*0",
        "1d6+",
        "-1d6",
        "1d6.5",
        "two",
        "٣d6",
        "²d6",
        "1d6*100d6",
        "d" + "9" * 5000,
        "9" * 5000,
        "1d6+" + "9" * 5000,
    ],
)
def test_what_is_no_notation_is_named(text: str) -> None:
    with pytest.raises(TableError) as fault:
        parse_dice(text)
    assert len(str(fault.value)) < 160


@settings(deadline=None)
@given(NOTATIONS.filter(lambda n: n.count <= 50), st.text(max_size=5))
def test_totals_come_from_the_faces(notation: Notation, seed: str) -> None:
    faces, total = roll_faces(notation, Stream(seed))
    assert len(faces) == notation.count
    assert total == (sum(faces) + notation.plus) * notation.times
    assert notation.bounds[0] <= total <= notation.bounds[1]


def test_a_plain_number_rolls_nothing() -> None:
    assert roll_faces("12", by_hand()) == ([], 12)
    assert roll("2d10*100", by_hand(10, 3)) == 1300


@pytest.mark.parametrize(
    ("faces", "total"),
    [([1], -1), ([2], 2), ([3], -3), ([4], 4), ([5, 6], -5), ([6, 5], 6), ([6, 6, 1], 12), ([5, 5, 5, 2], -15)],
)
def test_the_die_of_both_signs(faces: list[int], total: int) -> None:
    given_by_hand = by_hand(*faces)
    assert roll_faces("±d6", given_by_hand) == (faces, total)
    assert given_by_hand.left == []


@settings(deadline=None)
@given(st.text(max_size=8))
def test_the_die_of_both_signs_ends_each_run(seed: str) -> None:
    faces, total = roll_faces("±d6", Stream(seed))
    run = len([face for face in faces if face == faces[0]])
    assert len(faces) == (1 if faces[0] < 5 else run + (faces[-1] != faces[0]))
    assert abs(total) == faces[0] * run
    assert (total > 0) == (faces[0] % 2 == 0)


def test_d66_has_its_36_faces_and_no_other() -> None:
    stream = Stream("d66")
    faces = {roll("d66", stream) for _ in range(2000)}
    assert faces == {10 * a + b for a in range(1, 7) for b in range(1, 7)}


# --------------------------------------------------------------------------------------------- faces by hand


@settings(deadline=None)
@given(st.lists(st.integers(1, 20), max_size=10))
def test_given_faces_fall_in_order_and_then_the_stream(faces: list[int]) -> None:
    hand = Faces(faces, Stream("after"))
    assert [hand.die(20) for _ in faces] == faces
    assert hand.die(20) == Stream("after").die(20)
    hand.close("anything")


@pytest.mark.parametrize(
    ("text", "sides", "face"),
    [
        ("0", 10, 10),
        ("10", 10, 10),
        ("0", 100, 100),
        ("00", 100, 100),
        ("100", 100, 100),
        ("07", 20, 7),
        (" 3 ", 6, 3),
    ],
)
def test_how_a_face_may_be_written(text: str, sides: int, face: int) -> None:
    assert by_hand(text).die(sides) == face


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("0", 20),
        ("00", 10),
        ("21", 20),
        ("-1", 20),
        ("", 6),
        ("1.0", 6),
        ("x", 6),
        ("٣", 6),
        ("²", 6),
        ("9" * 5000, 6),
    ],
)
def test_a_face_the_die_lacks_is_named(text: str, sides: int) -> None:
    with pytest.raises(TableError, match=f"a d{sides} has no such face; give 1 to {sides}"):
        by_hand(text).die(sides)


@settings(deadline=None)
@given(st.text(max_size=4))
def test_a_d66_takes_two_digits_of_one_to_six(text: str) -> None:
    digits = text.strip()
    if len(digits) == 2 and set(digits) <= set("123456"):
        assert by_hand(text).d66() == int(digits)
    else:
        with pytest.raises(TableError, match="a d66 has no such face"):
            by_hand(text).d66()


def test_a_d66_without_faces_rolls_two_dice() -> None:
    assert Faces([], Stream("x")).d66() == Stream("x").d66()


def test_faces_left_over_are_named() -> None:
    hand = by_hand(*"123456789")
    hand.die(6)
    with pytest.raises(TableError, match=r"room_size needs fewer faces; left over: 2, 3, 4, 5, 6, 7 \.\.\."):
        hand.close("room_size")
