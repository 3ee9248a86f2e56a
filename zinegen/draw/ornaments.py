"""Dungeon -> ornaments in pure black: frames, medallions, carpets, posters, tailpieces, initials; each by its name.

What is drawn comes out of the dungeon: the premise's theme gives the motif, its emblem the figure, a level's plan the
labyrinth. `ornament` draws what ORNAMENTS names; a layout asks for them in its `[ornaments]`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from zinegen.dice import Stream
from zinegen.draw import borders, halftone, plans
from zinegen.draw.borders import Manner, mirrored, shifted
from zinegen.draw.cover import emblem_of, engraving
from zinegen.draw.motifs import motif_named, motifs_for
from zinegen.draw.noise import seed_number
from zinegen.draw.pens import BLACK, WHITE, pens_for
from zinegen.draw.picture import Layer, Path, Picture, box, circle
from zinegen.draw.silhouettes import Cut, fitted
from zinegen.dungeon.model import Dungeon
from zinegen.words import lexicon, word

BAND_SHARE = 0.068
"""How broad a frame is, of its width..."""
BAND_MM = (4.5, 11.0)
"""...and the least and most."""
TAIL_LENGTH = 7.5
"""A tailpiece is so many times longer than high, at least."""
INITIAL_BAND = 0.21
"""How broad the frame of an initial is, of its width."""
ROUNDEL_LEAST, ROUNDEL_MOST = 0.12, 0.19
"""The least and the most radius of an emblem on a carpet, of its width."""
SEAL_SHARE = 0.125
"""The radius of the seal on a woodcut, of its width."""


def band_of(width: float) -> float:
    """How broad a frame of that width is, in mm."""
    return min(max(BAND_SHARE * width, BAND_MM[0]), BAND_MM[1])


@dataclass(frozen=True)
class Order:
    """An ornament that is wanted; lengths in mm."""

    dungeon: Dungeon
    width: float
    height: float
    ink: str = "full"
    level: int = 0
    """Whose plan; 0 for the level with most areas."""
    accent: str = BLACK
    """The colour of the one ring that a rubricator would draw."""

    @cached_property
    def motif(self) -> str:
        """The motif of the dungeon's borders."""
        return Stream(self.dungeon.seed, "draw", "border").choice(motifs_for(self.dungeon.premise.theme))

    @cached_property
    def emblem(self) -> str:
        """The premise's emblem, or one by stream where that is unknown."""
        return emblem_of(self.dungeon)

    @cached_property
    def flip(self) -> bool:
        """Whether the motif looks inwards."""
        return Stream(self.dungeon.seed, "draw", "border", "flip").chance(0.5)

    @cached_property
    def hand(self) -> int:
        """What the hand's shaking hangs on."""
        return seed_number(self.dungeon.seed, "border")

    @property
    def band(self) -> float:
        """How broad a frame is."""
        return band_of(self.width)

    def manner(self, full: Manner) -> Manner:
        """A manner, or the finest lines where ink is to be saved."""
        return full if self.ink == "full" else borders.FINE


Drawer = Callable[[Order], tuple[Layer, ...]]


def _frame(order: Order, full: Manner) -> tuple[Layer, ...]:
    return borders.frame(order.motif, order.width, order.height, order.band, manner=order.manner(full),
                         seed=order.hand, flip=order.flip)  # fmt: skip


def woodcut_frame(order: Order) -> tuple[Layer, ...]:
    """A frame cut in wood: white motif on black."""
    return _frame(order, borders.WOODCUT)


def pen_frame(order: Order) -> tuple[Layer, ...]:
    """A frame drawn with the pen."""
    return _frame(order, borders.PENWORK)


def woodcut(order: Order) -> tuple[Layer, ...]:
    """The scene engraved, in a frame cut in wood, and at its foot the plan as a seal."""
    band, x, r = order.band + 0.5, order.width / 2, SEAL_SHARE * order.width
    y = order.height - r - 0.2
    scene = engraving(order.dungeon, order.width - 2 * band, order.height - 2 * band, order.ink)
    manner = order.manner(borders.WOODCUT)
    rim = (Path((circle(x, y, r),), fill=WHITE, stroke=BLACK, width=0.5),)
    lines = (Path((circle(x, y, 0.86 * r),), stroke=BLACK, width=0.5),)
    return (Layer("engraving", shifted((scene,), band, band)), *woodcut_frame(order), Layer("rim", rim),
            *plans.rosette_of(order.dungeon, x, y, 0.86 * r, manner), Layer("rings", lines))  # fmt: skip


def medallion(order: Order) -> tuple[Layer, ...]:
    """The emblem, drawn and hatched, within a ring of the plan mirrored eight ways."""
    x, y, r = order.width / 2, order.height / 2, min(order.width, order.height) / 2 - 0.6
    manner = order.manner(borders.PENWORK)
    core = 0.54 * r
    thick, thin = 4.0 * manner.pen, 1.2 * manner.pen
    rings = (
        Path((circle(x, y, r - thick / 2),), stroke=order.accent, width=thick),
        Path((circle(x, y, 0.945 * r),), stroke=BLACK, width=thin),
        Path((circle(x, y, 1.09 * core),), stroke=BLACK, width=thin, fill=WHITE),
        Path((circle(x, y, core),), stroke=order.accent, width=0.75 * thick, fill=WHITE),
    )
    cut: Cut = "hatched" if order.ink == "full" else "outline"
    figure = fitted(order.emblem, x, y, 1.26 * core, 1.26 * core, cut, max(0.3, 0.009 * r))
    return (
        *plans.rosette_of(order.dungeon, x, y, 0.945 * r, manner, 1.09 * core),
        Layer("rings", rings),
        Layer("emblem", (figure,)),
    )


def poster(order: Order) -> tuple[Layer, ...]:
    """The emblem cut large in black, on a strip of the motif."""
    band = min(0.09 * order.width, 0.14 * order.height)
    room = order.height - band - 5.0
    full = order.ink == "full"
    cut: Cut = "poster" if full else "outline"
    line = 0.9 if full else 0.6
    figure = fitted(order.emblem, order.width / 2, room / 2, order.width, room, cut, line, large=True)
    y = order.height - band
    aside, manner = 0.25 * band, order.manner(borders.BRUSH)
    ground = borders.strip(order.motif, order.width - 2 * aside, band, manner=manner, seed=order.hand)
    return (Layer("emblem", (figure,)), Layer("border", shifted(ground, aside, y)))


def carpet(order: Order) -> tuple[Layer, ...]:
    """The plan mirrored four ways within two rules, cut in wood."""
    return _carpet(order, borders.WOODCUT)


def pen_carpet(order: Order) -> tuple[Layer, ...]:
    """The same drawn with the pen."""
    return _carpet(order, borders.PENWORK)


def _carpet(order: Order, full: Manner) -> tuple[Layer, ...]:
    manner, gap = order.manner(full), 1.6
    wide, high = order.width - 2 * gap, order.height - 2 * gap
    inner, free = plans.carpet(order.dungeon, wide, high, manner)
    rules = (
        Path((box(gap, gap, gap + wide, gap + high),), stroke=BLACK, width=0.45, join="miter"),
        Path((box(0.4, 0.4, order.width - 0.4, order.height - 0.4),), stroke=BLACK, width=0.25, join="miter"),
    )
    moved = tuple(Layer(layer.name, shifted(layer.paths, gap, gap)) for layer in inner)
    heart = _roundel(order, min(0.92 * free, ROUNDEL_MOST * wide)) if free > ROUNDEL_LEAST * wide else ()
    return (*moved, *heart, Layer("rules", rules))


def _roundel(order: Order, r: float) -> tuple[Layer, ...]:
    """The emblem in two rings, in the middle."""
    x, y = order.width / 2, order.height / 2
    cut: Cut = "hatched" if order.ink == "full" else "outline"
    rings = (Path((circle(x, y, r),), fill=WHITE, stroke=BLACK, width=0.25),
             Path((circle(x, y, 0.88 * r),), stroke=order.accent, width=0.06 * r))  # fmt: skip
    return (Layer("roundel", (*rings, fitted(order.emblem, x, y, 1.12 * r, 1.12 * r, cut, max(0.25, 0.014 * r)))),)


def seal(order: Order) -> tuple[Layer, ...]:
    """A level's whole plan in a ring."""
    r = min(order.width, order.height) / 2 - 0.4
    x, y = order.width / 2, order.height / 2
    manner = order.manner(borders.WOODCUT)
    level = next((one for one in order.dungeon.levels if one.number == order.level), order.dungeon.levels[0])
    rings = (
        Path((circle(x, y, r),), stroke=BLACK, width=0.5),
        Path((circle(x, y, 0.9 * r),), stroke=BLACK, width=0.25),
    )
    return (*plans.seal(level, x, y, 0.86 * r, manner), Layer("rings", rings))


def tail(order: Order) -> tuple[Layer, ...]:
    """A tailpiece: the motif's figure between two short strips of it, rules that thin out."""
    high, middle = min(order.height, order.width / TAIL_LENGTH), order.width / 2
    manner = order.manner(borders.PENWORK)
    motif, band = motif_named(order.motif), 0.62 * high
    step = motif.wide * band
    long = max(1, int((0.46 * order.width - 0.6 * high) / step)) * step
    top = (order.height - band) / 2
    right = shifted(borders.strip(order.motif, long, band, manner=manner, seed=order.hand), middle + 0.6 * high, top)
    figure = borders.boss(motif.corner, middle, order.height / 2, 0.94 * high, manner=manner, seed=order.hand)
    return (Layer("border", (*mirrored(right, middle), *right)), Layer("corners", tuple(figure)))


def initial(order: Order) -> tuple[Layer, ...]:
    """The block that an initial stands in: a small frame cut in wood."""
    size = min(order.width, order.height)
    return borders.frame(order.motif, size, size, INITIAL_BAND * size, manner=order.manner(borders.WOODCUT),
                         seed=order.hand, flip=order.flip)  # fmt: skip


def photograph(order: Order) -> tuple[Layer, ...]:
    """The emblem in a setting, as a photograph in coarse dots."""
    return halftone.photograph(order.dungeon, order.width, order.height, order.ink)


ORNAMENTS: dict[str, Drawer] = {
    "woodcut_frame": woodcut_frame, "pen_frame": pen_frame, "woodcut": woodcut, "medallion": medallion,
    "poster": poster, "carpet": carpet, "pen_carpet": pen_carpet, "seal": seal, "tail": tail, "initial": initial,
    "photograph": photograph,
}  # fmt: skip
"""Name -> what draws it."""


def ornament(
    dungeon: Dungeon, what: str, *, width_mm: float, height_mm: float, ink: str = "full", level: int = 0,
    accent: str = BLACK,
) -> Picture:  # fmt: skip
    """An ornament of a dungeon in a room of that size.

    ink "low" and "lines" draw it in thin lines, nothing filled. Raises: KeyError for an unknown name, RecipeError for
    an unknown ink.
    """
    pens_for(ink, 1.94)
    order = Order(dungeon, width_mm, height_mm, ink, level, accent)
    layers = ORNAMENTS[what](order)
    named = str(lexicon("legend")["emblems"][order.emblem])
    return Picture(width_mm, height_mm, 1.0, (0.0, 0.0), layers, word("legend", "cover_title", what=named),
                   word("legend", "cover_desc", what=named))  # fmt: skip
