"""The calibration sheet: one print shows what a printer does with margins, scale and flip."""

from __future__ import annotations

from zinegen.draw.picture import Layer, Part, Path, Picture, Text, circle, line, ring
from zinegen.errors import ImpositionError
from zinegen.impose.sheet import Size, paper_size
from zinegen.units import MM_PER_INCH
from zinegen.words import word

LADDER_MM = 15
"""How far in the rulers at the edges reach."""
LEFT_MM = 26.0
LEAST_MM = 200.0
"""The narrowest paper that holds the words."""
BLACK = "#000000"
HAIR, FINE, BOLD = 0.1, 0.2, 0.5
Mark = tuple[list[Part], list[Text]]


def calibration(paper: str) -> bytes:
    """The sheet as a PDF of two pages. Raises ImpositionError for an unknown paper."""
    from zinegen.impose.pdf import print_pictures

    size = paper_size(paper)
    if min(size) < LEAST_MM:
        raise ImpositionError(f"--paper {paper}: is too small for this sheet; take a4, letter, a3 or tabloid")
    return print_pictures([_front(size, paper), _back(size)], _say("title"))


def _say(key: str, **slots: object) -> str:
    return word("press", "calibrate", key, **slots)


def _front(size: Size, paper: str) -> Picture:
    middle = size[0] / 2
    fine, texts = _ladders(size)
    y = 30.0
    texts += [Text(middle, y, _say("title"), 8.0, "title"), Text(middle, y + 6, _say("paper", paper=paper), 3.0)]
    bold, told = _arrow(middle, y + 14)
    texts += [*told, Text(middle, y + 40, _say("front"), 3.4, "strong")]
    texts += _lines(y + 52, "margins", 3)
    y = y + 78
    texts += _lines(y, "scale", 3)
    fine += _rule(LEFT_MM + 22, y + 24, 100.0, 0.0)
    fine += _rule(LEFT_MM + 6, y - 2, 0.0, 100.0) if size[1] > 230 else []
    texts += [Text(LEFT_MM + 72, y + 31, _say("ruler"), 3.0, "strong")]
    inch = LEFT_MM + 22
    fine += [
        line(((inch, y + 38), (inch + MM_PER_INCH, y + 38))),
        *_ends(inch, y + 38),
        *_ends(inch + MM_PER_INCH, y + 38),
    ]
    texts.append(Text(inch + MM_PER_INCH / 2, y + 43, _say("inch"), 3.0, "strong"))
    texts += _lines(y + 56, "flip", 2)
    fine += _cross(middle, size[1] - 52)
    return _picture(size, fine, bold, texts)


def _back(size: Size) -> Picture:
    middle = size[0] / 2
    fine, texts = _ladders(size)
    bold, told = _arrow(middle, 44)
    texts += [*told, Text(middle, 70, _say("back"), 3.4, "strong")]
    for n, key in enumerate(("up", "up_1", "up_2", "up_3")):
        texts.append(Text(middle, 84 + 6 * n, _say(key), 3.3, "strong" if n < 2 else "label"))
    for n, key in enumerate(("single", "single_1")):
        texts.append(Text(middle, 114 + 6 * n, _say(key), 2.9))
    texts += _lines(size[1] - 90, "light", 2)
    return _picture(size, [*fine, *_cross(middle, size[1] - 52)], bold, texts)


def _picture(size: Size, fine: list[Part], bold: list[Part], texts: list[Text]) -> Picture:
    paths = (Path(tuple(fine), stroke=BLACK, width=FINE, cap="butt"), Path(tuple(bold), fill=BLACK))
    return Picture(size[0], size[1], 1.0, (0.0, 0.0), (Layer("sheet", paths, tuple(texts)),), _say("title"))


def _lines(y: float, key: str, count: int) -> list[Text]:
    """A heading and the lines under it."""
    lines = [Text(LEFT_MM + 14, y + 6 + 5 * n, _say(f"{key}_{n + 1}"), 3.1, anchor="start") for n in range(count)]
    return [Text(LEFT_MM + 14, y, _say(key), 4.0, "title", "start"), *lines]


def _arrow(x: float, y: float) -> Mark:
    """A thick arrow to the top of the page."""
    head = ((x, y), (x + 9, y + 9), (x + 4, y + 9), (x + 4, y + 20), (x - 4, y + 20), (x - 4, y + 9), (x - 9, y + 9))
    return [ring(head)], [Text(x, y - 2.5, _say("top"), 4.0, "strong")]


def _ladders(size: Size) -> Mark:
    """At the middle of each edge, lines one millimetre apart, each as far from the edge as its number says."""
    wide, high = size
    fine: list[Part] = []
    texts: list[Text] = []
    for mm in range(1, LADDER_MM + 1):
        long = 16.0 if mm % 5 == 0 else 9.0
        # The steps go sideways as they go in, so that every number has room beside its own line.
        along = (mm - 8) * 5.2
        fine.append(line(((wide / 2 + along - 2.2, mm), (wide / 2 + along + 2.2, mm))))
        fine.append(line(((wide / 2 + along - 2.2, high - mm), (wide / 2 + along + 2.2, high - mm))))
        fine.append(line(((mm, high / 2 + along - 2.2), (mm, high / 2 + along + 2.2))))
        fine.append(line(((wide - mm, high / 2 + along - 2.2), (wide - mm, high / 2 + along + 2.2))))
        face = "strong" if long > 10 else "label"
        texts += [
            Text(wide / 2 + along, mm + 3.0, str(mm), 2.4, face),
            Text(wide / 2 + along, high - mm - 1.0, str(mm), 2.4, face),
            Text(mm + 1.0, high / 2 + along + 0.9, str(mm), 2.4, face, "start"),
            Text(wide - mm - 1.0, high / 2 + along + 0.9, str(mm), 2.4, face, "end"),
        ]
    return fine, texts


def _rule(x: float, y: float, across: float, down: float) -> list[Part]:
    """A ruler with a tick for each millimetre, longer ones for five and ten."""
    parts = [line(((x, y), (x + across, y + down)))]
    for mm in range(round(across + down) + 1):
        tick = 4.0 if mm % 10 == 0 else 2.6 if mm % 5 == 0 else 1.5
        at = (x + mm, y) if across else (x, y + mm)
        parts.append(line((at, (at[0], at[1] - tick) if across else (at[0] - tick, at[1]))))
    return parts


def _ends(x: float, y: float) -> list[Part]:
    return [line(((x, y - 3), (x, y + 3)))]


def _cross(x: float, y: float) -> list[Part]:
    """A cross with a grid of millimetres and a circle, in the same place on both sides."""
    parts = [line(((x - 14, y), (x + 14, y))), line(((x, y - 14), (x, y + 14))), circle(x, y, 10.0)]
    for mm in range(-5, 6):
        parts += [line(((x + mm, y - 5), (x + mm, y + 5))), line(((x - 5, y + mm), (x + 5, y + mm)))]
    return parts
