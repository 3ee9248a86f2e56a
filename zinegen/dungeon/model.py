"""The Dungeon and its parts: frozen records, from `carve` to `publish` and in dungeon.json.

One square is 5 ft. A place is (x, y) in squares, x east, y south, from the north-west corner of a frame that all
levels share; a whole number is a grid crossing, so the middle of square (3, 4) is the place (3.5, 4.5). Levels count
down from 1. A field that is not in squares says its unit. Records hold no words but those in `text`, `name`, `title`
and the like; whatever else reads as a word is an id or one of the literals below.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

SCHEMA = 1
"""The number of the file format; it rises when a reader of an older number would misread a file."""

Place = tuple[float, float]
"""(x, y) in squares."""

Run = tuple[int, int, int]
"""(y, x0, x1): the squares x0..x1-1 of row y."""

Side = Literal["north", "east", "south", "west"]
STEP: dict[str, tuple[int, int]] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
OPPOSITE: dict[str, Side] = {"north": "south", "south": "north", "east": "west", "west": "east"}

AreaKind = Literal["room", "hall", "cave", "passage", "junction", "landing"]
Shape = Literal[
    "rectangle", "circle", "oval", "hexagon", "octagon", "trapezoid", "triangle", "cave",
    "strip", "diagonal", "polygon",
]  # fmt: skip
PortalKind = Literal[
    "open", "arch", "door", "double", "stuck", "barred", "locked", "reinforced", "portcullis", "curtain", "false",
]  # fmt: skip
LinkKind = Literal[
    "stairs", "spiral_stairs", "ladder", "shaft", "trapdoor", "chute", "teleporter", "chasm_sight",
]  # fmt: skip
FeatureKind = Literal[
    "start", "goal", "stairs", "spiral_stairs", "ladder", "shaft", "trapdoor", "chute", "teleporter",
    "column", "gallery", "stream", "river", "chasm", "bridge", "boat", "narrows", "pool", "lake", "well", "fountain",
    "statue", "altar", "throne", "dais", "tomb", "bed", "table", "chest", "brazier", "bones", "rubble", "web", "key",
    "pit", "trap", "niche",
]  # fmt: skip


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every part of a dungeon is: frozen, made by keyword, with no field it does not know."""


class Rolled(Record, frozen=True, kw_only=True):
    """One roll behind an area: which table, which faces, what became of it."""

    table: str
    rolled: tuple[int, ...] = ()
    bend: str = ""
    """How the roll was bent, as an id: "shrunk", "rerolled", "moved"...; empty when taken as it fell."""
    drawn: bool = True
    """False for an event that trimming rubbed out: rolled, not drawn."""


# ------------------------------------------------------------------------------------------------ the floor plan


class Feature(Record, frozen=True, kw_only=True):
    """A thing that stands in an area and has a symbol on the map.

    `at` is its middle. `size` is its width (along its own x) and depth before it is turned by `turn_deg` clockwise.
    Things without a fixed form (pool, lake, stream, river, chasm, gallery) have an `outline` instead, clipped to the
    area. Stairs point towards DOWN at turn_deg 0 = north.
    """

    kind: FeatureKind
    at: Place
    size: tuple[float, float] = (1.0, 1.0)
    turn_deg: float = 0.0
    outline: tuple[Place, ...] = ()
    hidden: bool = False
    """True for what only the game master may see: a covered pit, a hidden trapdoor."""
    link: str | None = None
    """The link whose end this is."""
    id: str = ""
    """Names it within its area where something refers to it."""


class Detail(Record, frozen=True, kw_only=True):
    """A thing in a room that one can point at, with what each depth of looking gives."""

    id: str
    what: str
    """The noun, without article: "bread oven"."""
    level: Literal["landmark", "hidden", "secret"] = "landmark"
    """Seen by anyone; found by asking or touching; found by a search that costs time."""
    look: str = ""
    """Its state at a glance."""
    find: str = ""
    """What a closer look gives."""
    result: str = ""
    """What handling it does."""
    inside: str | None = None
    """The id of the detail or inhabitant that holds it."""


class StatLine(Record, frozen=True, kw_only=True):
    """A creature in the old-school dialect."""

    hd: str
    ac: int
    """Ascending: 10 is unarmoured."""
    hp: tuple[int, ...]
    """Hit points of each one."""
    attacks: str
    damage: str
    move_ft: int
    morale: int
    """2..12."""
    xp: int
    """For one."""
    line: str = ""
    """All of it as printed, where the recipe asks for another dialect than the old-school one."""


class D6Line(Record, frozen=True, kw_only=True):
    """A creature in the dialect of document 001."""

    attribute: int
    """What it fights with; 12 is a person's."""
    reaction: int
    """What it rolls initiative on."""
    category: int
    """4 is a person's."""


class TilesLine(Record, frozen=True, kw_only=True):
    """A creature in the dialect of document 004."""

    strength: str
    """"2+2" is two dice and two."""
    agility: int
    unwilling: int
    """How unwilling it is to negotiate."""
    treasure: str
    """Its type of treasure, a letter; "-" for none."""
    experience: int
    """For one."""


class Inhabitant(Record, frozen=True, kw_only=True):
    """A group of one kind of creature."""

    id: str
    creature: str
    """Its id in the bestiary."""
    name: str
    """As printed, in the number that is there: "goblins", "ogre"."""
    count: int
    stats: StatLine
    doing: str = ""
    wants: str = ""
    reaction: Literal["hostile", "wary", "trade", "flee", "ignores"] = "wary"
    special: str = ""
    """What one must know to run it: powers, limits, weaknesses."""
    visible: bool = True
    faction: str | None = None
    wandering: bool = False
    secret: str = ""
    """What it tells nobody, printed behind `special`; of somebody to talk to."""
    captive: str = ""
    """The id of the group that holds it prisoner; empty for whoever is free."""
    d6: D6Line | None = None
    """The same creature in the dialect of document 001."""
    labyrinth: TilesLine | None = None
    """The same creature in the dialect of document 004."""


class Treasure(Record, frozen=True, kw_only=True):
    """One thing or heap of worth."""

    id: str
    kind: Literal["coins", "gems", "jewellery", "magic", "goods"]
    what: str
    """As printed, amount and unit in it: "1,300 silver coins", "garnet ring"."""
    amount: int = 1
    coin: Literal["copper", "silver", "electrum", "gold", "platinum"] | None = None
    value_gp: float = 0.0
    """Of all of it."""
    weight_lb: float = 0.0
    effect: str = ""
    """What a magic thing does."""
    where: str = ""
    """The id of the detail or inhabitant that holds it, in the same area."""
    hazard: str | None = None
    """The id of the hazard that guards it, in the same area."""
    hidden: str = ""
    """How it is hidden, as printed; empty when in plain sight."""
    guarded: bool = False


class Hazard(Record, frozen=True, kw_only=True):
    """A trap or a trick, whole: sign, trigger, effect, remedy."""

    id: str
    kind: str
    """The id of its roll result."""
    name: str
    sign: str
    trigger: str
    effect: str
    remedy: str
    hidden: bool = True
    """Whether a player's map keeps silent on it."""
    on: str | None = None
    """The id of the detail or treasure it sits on."""


class Clue(Record, frozen=True, kw_only=True):
    """What points at something elsewhere."""

    id: str
    about: str
    """The id of the target: a portal, hazard, treasure, lock, link or area."""
    text: str
    carrier: str = ""
    """The id of the detail that shows it."""


class KeyText(Record, frozen=True, kw_only=True):
    """The written key of an area, in the order of play. Every part is plain text without markup."""

    name: str = ""
    first: str = ""
    """What anyone sees from the doorway: one line, with every danger that can be seen."""
    details: tuple[Detail, ...] = ()
    notes: tuple[str, ...] = ()
    """Loose lines for the game master: rules for water, what a pool does, who comes when there is noise."""
    short: str = ""
    """The first line again for a one-page dungeon, at most 14 words; empty: use `first`."""
    aloud: str = ""
    """The first line again, to be read to the players: three whole sentences at most; empty: use `first`."""


class Area(Record, frozen=True, kw_only=True):
    """A room, hall, cave, passage, junction or landing."""

    id: str
    """Level and number, such as "1-4", for a keyed area; "1-a12" for one without a key."""
    key: int | None
    """Its number on the level; None where it has no key of its own."""
    kind: AreaKind
    shape: Shape
    outline: tuple[Place, ...]
    """Its true outline, one ring, clockwise on paper, the last point not repeated."""
    squares: tuple[Run, ...]
    """The squares it owns, by row; no square has two owners."""
    width_ft: int = 0
    """Of a passage; of a room its rolled width."""
    length_ft: int = 0
    area_sqft: int = 0
    """As rolled."""
    features: tuple[Feature, ...] = ()
    contents: tuple[str, ...] = ()
    """What the contents table gave: "monster", "treasure", "trap", "stairs"."""
    water: str = ""
    """"" or "plain", "monster", "monster_treasure", "magic", by the water table."""
    text: KeyText = KeyText()
    inhabitants: tuple[Inhabitant, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    treasure: tuple[Treasure, ...] = ()
    clues: tuple[Clue, ...] = ()
    hidden: bool = False
    """True where an area can only be entered by what a player's map must not show."""
    pinned: bool = False
    """True: rerolling and restocking leave it as it is."""
    rolls: tuple[Rolled, ...] = ()
    search: Literal["", "nothing", "secret_door", "wandering_monster"] = ""
    """What the one search for secret doors that this passage or hall allows brings; empty where none is asked for."""


class Portal(Record, frozen=True, kw_only=True):
    """What joins two areas: `width` squares of wall on one side of square `at`, which belongs to the first area.

    With side north or south it runs east from `at`, with east or west it runs south; the squares on the other side
    belong to the second area.
    """

    id: str
    kind: PortalKind
    between: tuple[str, str]
    at: tuple[int, int]
    side: Side
    width: int = 1
    secret: bool = False
    one_way: str | None = None
    """The id of the area that it leads to, when it opens from the other side only."""
    lock: str | None = None
    trapped: bool = False
    open_by: tuple[Literal["key", "magic", "pick", "strength", "two_forcing"], ...] = ()
    """What opens it, where a system says so; "two_forcing": two people together."""
    force_modifier: int = 0
    """To the test of strength that forces it."""
    name: str = ""
    """As printed: "iron-bound oak door"."""


class Sight(Record, frozen=True, kw_only=True, rename={"from_": "from"}):
    """Two areas, one seen from the other but not reached."""

    from_: str
    to: str
    line: tuple[Place, ...] = ()
    """Where one looks along, from the wall of the one to the wall of the other, straight; empty where unknown."""


class Cycle(Record, frozen=True, kw_only=True):
    """A loop: grown (its kind is one of the twelve) or found ("loop")."""

    id: str
    kind: str
    areas: tuple[str, ...]
    """In order round the ring."""
    start: str | None = None
    goal: str | None = None
    parent: str | None = None
    title: str = ""
    """What a cycle of the user's own is called in print."""
    lock: str | None = None
    """The lock that its goal holds."""
    marks: dict[str, str] = {}
    """Other areas that matter to it: "false_goal", "key" ("key_2"...), "reward", "barrier", "objective"."""
    barrier: str = ""
    """The id of the kind of barrier that closes behind whoever goes on from the goal; empty where there is none."""
    barrier_at: str = ""
    """The portal where the barrier closes: its near side is the goal's, its far side that of the mark "barrier"."""
    patrol: bool = False
    """Whether something walks round it, by its `route`."""
    route: tuple[str, ...] = ()
    """Of a patrol: every keyed area that it comes through, in order; from the last it goes on to the first."""
    altered: bool = False
    """Whether its start is another place once its goal was reached."""


class Arc(Record, frozen=True, kw_only=True, rename={"from_": "from"}):
    """A way of a cycle from one area to another, with the areas between."""

    cycle: str
    from_: str
    to: str
    areas: tuple[str, ...] = ()
    kind: str = "way"
    """"way", or of a grown cycle "short", "long" or "sight"; "way" is also a way home that the cycle lacked."""
    length_squares: int = 0
    danger: int = 0
    """0 little, 1 some, 2 much."""
    theme: str = ""
    """The id of the theme it has, where a cycle has two opposed ones."""
    one_way: bool = False
    """True: it can be walked from `from` to `to` only."""
    secret: bool = False
    """True: its first door is a secret one."""
    doors: tuple[str, ...] = ()
    """Its first portal and its last, as one walks from `from`; none where nobody walks."""


class Flow(Record, frozen=True, kw_only=True):
    """How a level hangs together, or how levels do."""

    cycles: tuple[Cycle, ...] = ()
    arcs: tuple[Arc, ...] = ()


class Closet(Record, frozen=True, kw_only=True):
    """A place kept free for a secret room: not there unless stocking opens it."""

    area: Area
    portal: Portal


class WanderCheck(Record, frozen=True, kw_only=True):
    """When a level's wandering monsters come, where its system says so; who comes is a row of `Dungeon.wandering`."""

    dice: str
    """Rolled at each of `when`."""
    on: int
    """They come on this face or less."""
    numbers: Literal["full", "half"] = "full"
    """Half of the numbers listed, rounded up."""
    direction: Literal["", "random"] = ""
    """Where they come from."""
    when: tuple[Literal["search", "rest", "turn", "return"], ...] = ()
    """On a search, a rest, any action of a turn, on coming back to a room or junction that one knows."""


class Laid(Record, frozen=True, kw_only=True):
    """One segment of a labyrinth of tiles, where it was laid."""

    at: tuple[int, int]
    """Its place on the board, x east and y south; the same on every level."""
    tile: str = ""
    """The id of its tile; empty for a collapsed segment."""
    turns: int = 0
    """Quarter turns clockwise."""
    edges: str
    """North, east, south, west: c a corridor, p a passage, - a blank wall."""
    area: str | None = None
    """The chamber that it is; None for corridors."""


class Level(Record, frozen=True, kw_only=True):
    """One level."""

    number: int
    title: str = ""
    system: str
    size: tuple[int, int]
    """The frame in squares, width and height."""
    areas: tuple[Area, ...]
    portals: tuple[Portal, ...]
    sights: tuple[Sight, ...] = ()
    flow: Flow = Flow()
    reserved: tuple[Closet, ...] = ()
    text: str = ""
    """What is true of the whole level, said once."""
    rolls: tuple[Rolled, ...] = ()
    """Rolls that belong to no area that was drawn."""
    laid: tuple[Laid, ...] = ()
    """Of a level of tiles: its segments."""
    wander: WanderCheck | None = None


# -------------------------------------------------------------------------------------------- across the levels

SURFACE = "surface"
"""The area id of a link's end that lies outside the dungeon."""


class End(Record, frozen=True, kw_only=True):
    """One end of a link."""

    area: str
    at: Place


class Link(Record, frozen=True, kw_only=True, rename={"from_": "from"}):
    """What joins areas of two levels, or an area and the surface."""

    id: str
    kind: LinkKind
    from_: End
    to: End
    one_way: bool = False
    """True: it can be taken from `from` to `to` only."""
    lock: str | None = None
    secret: bool = False


class Lock(Record, frozen=True, kw_only=True):
    """What keeps a portal, a link or an area's prize shut until its keys are held."""

    id: str
    kind: str = "door_and_key"
    hardness: Literal["hard", "soft"] = "soft"
    keys: tuple[str, ...] = ()
    guards: str
    """The id of the portal, link or area it guards."""
    name: str = ""
    """As printed: "pair of scales", "locked oak door"."""
    area: str = ""
    """The area where it stands, which is where one meets the monster, the trap, the altar; empty: where it guards."""


class KeyItem(Record, frozen=True, kw_only=True, rename={"in_": "in"}):
    """What opens a lock."""

    id: str
    in_: str
    """The area it lies in."""
    hidden: bool = False
    name: str = ""
    where: str = ""
    """The id of the detail or inhabitant that holds it."""
    opens: str = ""
    """What it does and where, as printed: "tips the pair of scales in the Weigh House (9)"."""


class Premise(Record, frozen=True, kw_only=True):
    """What the dungeon is about."""

    theme: str = ""
    """The id of the lexicon's theme."""
    event: str = ""
    """The id of what went wrong, within its theme."""
    subtitle: str = ""
    hook: str = ""
    """Two or three sentences for the game master."""
    emblem: str = ""
    """The id of the thing drawn on the cover."""


class Faction(Record, frozen=True, kw_only=True):
    """Those who hold a part of the dungeon."""

    id: str
    name: str
    wants: str = ""
    home: str | None = None
    toward: str = ""
    """How it stands to the other holders of its level, as printed."""
    greets: str = ""
    """How it meets visitors, as printed."""


class Handout(Record, frozen=True, kw_only=True):
    """A paper or an inscription that the players may read for themselves."""

    id: str
    area: str
    """Where it is."""
    title: str
    text: str
    """As it is read; a new line where one begins."""
    what: str = ""
    """The thing that it is: "folded letter"."""
    on: Literal["paper", "wall"] = "paper"
    where: str = ""
    """The id of the detail that it is."""
    about: str = ""
    """The id of what it speaks of: an area, a portal, a lock, a key, a group..."""


class Rumour(Record, frozen=True, kw_only=True):
    """What is told of the dungeon before anyone has seen it."""

    text: str
    true: bool = True
    half: bool = False
    """True but for one thing, such as the place."""
    about: str = ""


class Wanderer(Record, frozen=True, kw_only=True):
    """One row of a level's table of wandering monsters."""

    level: int
    face: int
    """On the die with as many sides as the level has rows."""
    inhabitant: Inhabitant
    doing: str = ""
    of: tuple[str, ...] = ()
    """The groups that they are of, wherever in the dungeon these live; empty for those who only pass through."""
    left: int = 0
    """How many of them go about in all; those met are struck off, with none left nobody comes. 0: not said."""


class Letter(Record, frozen=True, kw_only=True):
    """A letter to the editor of a zine."""

    text: str
    signed: str
    answer: str = ""


class ZineTable(Record, frozen=True, kw_only=True):
    """A table of a zine; the die has as many sides as it has rows."""

    title: str
    rows: tuple[str, ...] = ()


class Zine(Record, frozen=True, kw_only=True):
    """What makes a dungeon an issue of a zine: all that is printed before the dungeon itself."""

    title: str
    """The zine's own."""
    number: int
    week: str
    """"2026-W48"."""
    editor: str = ""
    season: str = ""
    """The name of the season that the issue belongs to."""
    editorial: tuple[str, ...] = ()
    """Paragraphs."""
    monster: str = ""
    """The id of the creature of the issue."""
    monster_name: str = ""
    monster_text: str = ""
    table: ZineTable | None = None
    letters: tuple[Letter, ...] = ()
    facts: dict[str, str] = {}
    """What letters in later issues may speak of: monster, goal, room."""


class Dungeon(Record, frozen=True, kw_only=True):
    """A whole dungeon: all that `print` needs."""

    zinegen: str
    """The version that made it."""
    schema: int = SCHEMA
    title: str
    seed: str
    date: str | None = None
    licence: str = "CC BY-SA 4.0"
    recipe: dict[str, Any] = {}
    premise: Premise = Premise()
    factions: tuple[Faction, ...] = ()
    rumours: tuple[Rumour, ...] = ()
    wandering: tuple[Wanderer, ...] = ()
    entrance: str
    goal: str
    levels: tuple[Level, ...]
    flow: Flow = Flow()
    """The cycles of levels of a large dungeon. What stands for an area there is a level: "level-3"."""
    links: tuple[Link, ...] = ()
    locks: tuple[Lock, ...] = ()
    key_items: tuple[KeyItem, ...] = ()
    handouts: tuple[Handout, ...] = ()
    """What the players may be given to read."""
    zine: Zine | None = None
    """The zine that it is an issue of; None for a dungeon by itself."""


def level_of(area_id: str) -> int:
    """The level number in an area's id: "2-14" -> 2."""
    return int(area_id.split("-", 1)[0])
