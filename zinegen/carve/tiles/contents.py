"""What stands in chambers: a labyrinth and one of its dug chambers come in; features and contents are put into it."""

from __future__ import annotations

from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Piece
from zinegen.carve.tables import bent, throw
from zinegen.carve.tiles.board import Place
from zinegen.carve.tiles.labyrinth import Labyrinth
from zinegen.dice import Stream
from zinegen.dungeon.model import Feature, FeatureKind

HOLDS: dict[str, FeatureKind] = {"statue": "statue", "altar": "altar", "well": "well", "fountain": "fountain"}
SIZES = {"statue": (1.2, 1.2), "altar": (1.8, 0.9), "well": (1.8, 1.8), "fountain": (1.8, 1.8)}


def fill(labyrinth: Labyrinth, ground: Ground, place: Place, piece: Piece, stream: Stream) -> None:
    """What a chamber holds by its tile, and by the table of contents of document 000; arrival counts as a chamber."""
    segment = labyrinth.board.laid[place]
    holds = segment.tile.holds if segment.tile is not None else ""
    if holds in HOLDS:
        size = SIZES[holds]
        piece.features.append(Feature(kind=HOLDS[holds], at=piece.middle, size=size))
    elif holds == "pillars":
        piece.features += [Feature(kind="column", at=at, size=(0.7, 0.7)) for at in _pillars(piece)]
    elif holds == "trapdoor" and not any(stair.piece is piece for stair in ground.stairs):
        piece.contents = ("trap",)  # there is no chamber below to fall into
    if place == labyrinth.start and place[0] == 1:
        return
    contents = throw(stream, "chamber_contents", piece.rolls)["contents"]
    if "stairs" in contents:
        bent(piece.rolls, "rerolled")
        contents = []
    found = [{"trick_or_trap": "trap"}.get(word, word) for word in contents]
    piece.contents = tuple(dict.fromkeys([*piece.contents, *found]))


def _pillars(piece: Piece) -> list[tuple[float, float]]:
    """Four pillars round the middle, where there is floor for all of them."""
    mx, my = piece.middle
    dx, dy = max(1.0, piece.form.width / 4), max(1.0, piece.form.height / 4)
    spots = [(mx + a * dx, my + b * dy) for a in (-1, 1) for b in (-1, 1)]
    return spots if all(piece.owns(int(x), int(y)) for x, y in spots) else []
