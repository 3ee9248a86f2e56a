"""A layout: a folder with layout.toml, templates and style sheets, found, checked and completed from its parent.

The text styles stand in layout.toml and nowhere else: the planner measures with them and the style sheet is written
from them, so the two cannot differ.
"""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from zinegen.draw.styles import STYLES as MAP_STYLES
from zinegen.draw.styles import style_for
from zinegen.errors import LayoutError
from zinegen.share import share
from zinegen.tomlfile import read_toml
from zinegen.typeset.faces import Face, _Entry, metrics, read_faces, shipped_faces
from zinegen.typeset.wrongkeys import wrong_key

CHAIN_MOST = 8
"""How many folders a layout may inherit through."""


STARTER = "starter"
"""The folder that `zinegen new layout` copies."""
LEAST_SIZE = 7.5
"""No text is made smaller than this, in points."""
SIGN_SIZE = 0.86
"""The size of a sign, as a part of its paragraph's."""
LEAST_SIGN = 6.6
"""No sign is made smaller, in points."""
INITIAL_AIR = 0.22
"""By how much of a line an initial is less high than the lines beside it."""


Points = Annotated[float, Meta(ge=0, le=200)]
Margin = Annotated[float, Meta(ge=0, le=60)]
Side = Annotated[float, Meta(ge=0.5, le=50)]
Size = Annotated[float, Meta(ge=0.5, le=3)]
Share = Annotated[float, Meta(ge=0, le=1)]


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text style; lengths in points."""

    family: str = "body"
    """A role of [families]."""
    weight: Annotated[int, Meta(ge=1, le=1000)] = 400
    italic: bool = False
    size: Annotated[float, Meta(ge=4, le=200)] = 8.6
    leading: Annotated[float, Meta(ge=4, le=200)] = 10.7
    before: Points = 0.0
    after: Points = 0.0
    left: Points = 0.0
    right: Points = 0.0
    hang: Points = 0.0
    """How far the first line stands out to the left of the others."""
    rule: Points = 0.0
    """A line under the paragraph, so thick."""
    over: Points = 0.0
    """A line over it, so thick."""
    initial: Annotated[int, Meta(ge=0, le=12)] = 0
    """How many lines high the initial is that stands in the room left of the paragraph; 0 for none."""
    sign: str = ""
    """A sign of the sign face in the hanging column."""
    align: str = "left"
    hyphens: bool = True

    def at(self, scale: float) -> Style:
        """The style at another size, all in proportion."""
        if scale == 1:
            return self
        lengths = ("leading", "before", "after", "left", "right", "hang")
        size = max(self.size * scale, min(self.size, LEAST_SIZE))
        scaled = {n: round(getattr(self, n) * scale, 3) for n in lengths}
        return msgspec.structs.replace(self, **{**scaled, "size": round(size, 3)})


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A frame round paragraphs; lengths in points."""

    border: Points = 0.8
    bar: Points = 0.0
    """How much thicker it is on the left."""
    pad_x: Points = 4.0
    pad_y: Points = 2.0
    before: Points = 2.0
    after: Points = 2.0


class TableStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table: the styles of its cells and the room round them, in points."""

    cell: str = "cell"
    head: str = "cellhead"
    pad_x: Points = 2.0
    pad_y: Points = 1.0
    rule: Points = 0.35
    before: Points = 0.0
    after: Points = 3.0


class Product(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page of a product; lengths in mm."""

    top: Margin
    inner: Margin
    outer: Margin
    bottom: Margin
    columns: Annotated[int, Meta(ge=1, le=6)] = 2
    gutter: Annotated[float, Meta(ge=0, le=30)] = 4.5
    crop_most: Annotated[float, Meta(ge=0.05, le=1)] = 0.46
    """The share of the text's height that local maps may take."""
    crop_least: Share = 0.2
    """The share that they take at least."""
    scales: Annotated[tuple[Side, ...], Meta(min_length=1)] = ()
    """mm a square of local maps, the one liked best first."""
    key_gap: Margin = 2.6
    """Between two keys."""
    map_width: Annotated[float, Meta(ge=20, le=160)] = 112.0
    """Of a one-page map."""
    sizes: Annotated[tuple[Size, ...], Meta(min_length=1)] = (1.0,)
    """Sizes of text to try, as parts of the styles' own."""
    panel: Margin = 4.5
    """Between a map and the panel beside it."""


class Ornaments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is drawn from the dungeon to adorn its pages."""

    cover: Literal["engraving", "woodcut", "penwork", "poster", "photograph", "none"] = "engraving"
    """The manner of the front cover."""
    back: Literal["carpet", "pen_carpet", "none"] = "carpet"
    """The plan on the back cover."""
    opening: Literal["initial", "none"] = "none"
    """How the text that opens a level begins."""
    tail: Literal["tail", "none"] = "tail"
    """What ends a section that leaves a part of its page free."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """layout.toml."""

    title: str = ""
    about: str = ""
    inherits: str = "base"
    families: dict[str, str] = {}
    order: tuple[str, ...] = ()
    map_style: str = ""
    ground_ink: Share | None = None
    signs: Literal["", "drawn", "words"] = ""
    bold: bool | None = None
    without: tuple[str, ...] | None = None
    product: dict[str, dict[str, Any]] = {}
    style: dict[str, dict[str, Any]] = {}
    frame: dict[str, dict[str, Any]] = {}
    table: dict[str, dict[str, Any]] = {}
    look: dict[str, Any] = {}
    ornaments: dict[str, Any] = {}
    face: tuple[_Entry, ...] = ()


class Layout:
    """A layout, whole."""

    def __init__(self, folders: tuple[Path, ...], files: tuple[_File, ...]) -> None:
        """Args: folders and their layout.toml, the layout itself first, its ancestors after it."""
        self.folders, self._files = folders, files
        self.name = folders[0].name
        self.title = files[0].title or self.name
        self.about = files[0].about
        self.families: dict[str, str] = self._joined("families")
        self.look: dict[str, Any] = self._joined("look")
        """Free values for the templates."""
        self.order = next((f.order for f in files if f.order), ())
        """The parts of a key, in the order of printing."""
        self.ground_ink = next((f.ground_ink for f in files if f.ground_ink is not None), 0.0)
        """The share of every page that is black before anything is set on it, by dust, strips and the like."""
        self.map_style = next((f.map_style for f in files if f.map_style), "ink")
        """The style of its maps, charts and side views, where all ink may be used."""
        self.worded = next((f.signs for f in files if f.signs), "drawn") == "words"
        """Whether the lines of a key begin with a word rather than with a sign."""
        self.bold = next((f.bold for f in files if f.bold is not None), True)
        """Whether the words of a key that are looked for stand out in bold."""
        self.without: tuple[str, ...] = next((f.without for f in files if f.without is not None), ())
        """The products that it does not make."""
        self.styles: dict[str, Style] = self._records("style", Style)
        self.frames: dict[str, Frame] = self._records("frame", Frame)
        self.tables: dict[str, TableStyle] = self._records("table", TableStyle)
        self.products: dict[str, Product] = self._records("product", Product)
        self.ornaments = self._ornaments()
        """What it adorns its pages with."""
        self._check()

    def _joined(self, field: str) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for file in reversed(self._files):
            out |= getattr(file, field)
        return out

    def _records(self, field: str, kind: type[Any]) -> dict[str, Any]:
        """The named records of a kind, each completed key by key from the ancestors."""
        raw: dict[str, dict[str, Any]] = {}
        for file in reversed(self._files):
            for name, values in getattr(file, field).items():
                raw[name] = {**raw.get(name, {}), **values}
        out = {}
        for name, values in raw.items():
            try:
                out[name] = msgspec.convert(values, kind)
            except msgspec.ValidationError as fault:
                kin = [f"{field}.{one}" for one in raw]
                raise LayoutError(wrong_key(fault, self.path, kind, f"{field}.{name}", kin)) from None
        return out

    def _ornaments(self) -> Ornaments:
        try:
            return msgspec.convert(self._joined("ornaments"), Ornaments)
        except msgspec.ValidationError as fault:
            raise LayoutError(wrong_key(fault, self.path, Ornaments, "ornaments")) from None

    @property
    def path(self) -> Path:
        """The layout's own layout.toml."""
        return self.folders[0] / "layout.toml"

    def drawn_in(self, ink: str) -> str:
        """What its pictures are drawn in: its own style, unless ink is to be saved."""
        return style_for(ink, self.map_style)

    def _check(self) -> None:
        if self.map_style not in MAP_STYLES:
            raise LayoutError(
                f"{self.path}: map_style = {self.map_style!r} is no style of maps; "
                f"take one of {', '.join(sorted(MAP_STYLES))}"
            )
        for style_name, style in self.styles.items():
            if style.family not in self.families:
                raise LayoutError(
                    f"{self.path}: [style.{style_name}] wants the family {style.family!r}, which [families] does not "
                    f"name; write one of {', '.join(sorted(self.families))}"
                )
            if style.initial and "initial" not in self.families:
                raise LayoutError(
                    f"{self.path}: [style.{style_name}] begins with an initial, for which [families] names no font; "
                    f"write initial = {self.families['body']!r} there"
                )
        for role, family in self.families.items():
            if not any(face.family == family for face in self.all_faces):
                known = sorted({face.family for face in self.all_faces})
                raise LayoutError(
                    f"{self.path}: [families] {role} = {family!r} is no font; take one of {', '.join(known)} "
                    "or add a [[face]]"
                )

    @cached_property
    def all_faces(self) -> tuple[Face, ...]:
        """The faces it may choose from: its own, its ancestors', the shipped ones."""
        own = [read_faces(f.face, folder, folder / "layout.toml")
               for f, folder in zip(self._files, self.folders, strict=True)]  # fmt: skip
        return (*(face for faces in own for face in faces), *shipped_faces())

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The faces of its families, one a family, weight and style."""
        wanted = set(self.families.values())
        taken: dict[tuple[str, int, bool], Face] = {}
        for face in self.all_faces:
            if face.family in wanted:
                taken.setdefault((face.family, face.weight, face.italic), face)
        return tuple(taken.values())

    @cached_property
    def letters(self) -> frozenset[str]:
        """What can be printed: the letters of the family that stands last in every list of families."""
        return frozenset(metrics(self.face("fallback").path).advance)

    @cached_property
    def body_letters(self) -> frozenset[str]:
        """The letters that the body's own face has."""
        return frozenset(metrics(self.face("body").path).advance)

    @cached_property
    def initials(self) -> frozenset[str]:
        """The letters that a key may open with as an initial: those of the role `initial`; none without that role."""
        if "initial" not in self.families:
            return frozenset()
        return frozenset(metrics(self.face("initial").path).advance) - {" "}

    def face(self, role: str, weight: int = 400, italic: bool = False) -> Face:
        """The face of a role that comes nearest to a weight and slant."""
        family = self.families[role]
        kin = [face for face in self.faces if face.family == family]
        return min(kin, key=lambda face: (face.italic != italic, abs(face.weight - weight), face.weight))

    def sheets(self, name: str) -> list[str]:
        """The style sheets of that name along the line of ancestors, the oldest first, as templates to render."""
        return [f"{folder.name}:{name}" for folder in reversed(self.folders) if (folder / name).is_file()]

    def css(self, scale: float = 1.0) -> str:
        """The style sheet of the text styles, frames and tables, from layout.toml."""
        rules = [self._face_rule(face) for face in self.faces]
        rules += [f".{name}{{{self._style_css(style.at(scale))}}}" for name, style in self.styles.items()]
        for name, style in self.styles.items():
            if style.sign:
                scaled = style.at(scale)
                size = max(LEAST_SIGN, scaled.size * SIGN_SIZE)
                rules.append(
                    f'.{name}::before{{content:"{style.sign}";position:absolute;left:{scaled.left - scaled.hang}pt;'
                    f"font:400 {size:.3f}pt/{scaled.leading}pt {self.chain('sign')};"
                    "text-indent:0}"
                )
        for name, style in self.styles.items():
            if style.initial:
                scaled = style.at(scale)
                tall = scaled.leading * style.initial
                font = f"400 {tall - INITIAL_AIR * scaled.leading:.3f}pt/1 {self.chain('initial')}"
                where = f"position:absolute;left:0;top:{scaled.before}pt;text-indent:0"
                rules.append(f".{name}{{min-height:{tall:.3f}pt}}.{name} .init{{{where};font:{font}}}")
        for name, frame in self.frames.items():
            pad = f"{frame.pad_y * scale:.3f}pt {frame.pad_x * scale:.3f}pt"
            bar = f"border-left-width:{frame.border + frame.bar}pt;" if frame.bar else ""
            rules.append(
                f".{name}{{border:{frame.border}pt solid #000;{bar}padding:{pad};"
                f"margin:{frame.before * scale:.3f}pt 0 {frame.after * scale:.3f}pt}}"
            )
        for name, table in self.tables.items():
            rules.append(
                f".{name}{{margin:{table.before * scale:.3f}pt 0 {table.after * scale:.3f}pt}}"
                f".{name} th,.{name} td{{padding:{table.pad_y * scale:.3f}pt {table.pad_x * scale:.3f}pt;"
                f"border-bottom:{table.rule}pt solid #000}}"
            )
        return "\n".join(rules)

    def _face_rule(self, face: Face) -> str:
        return (
            f"@font-face{{font-family:'{face.css_family}';font-weight:{face.weight};font-style:{face.style};"
            f"src:url({face.path.resolve().as_uri()})}}"
        )

    def chain(self, role: str) -> str:
        """The families of a role for CSS: its own, the body's, the fallback."""
        chain = dict.fromkeys([self.families[role], self.families["body"], self.families["fallback"]])
        return ",".join(f"'{self._css_name(family)}'" for family in chain)

    def _css_name(self, family: str) -> str:
        return next(face.css_family for face in self.faces if face.family == family)

    def _style_css(self, style: Style) -> str:
        slant = "italic" if style.italic else "normal"
        rule = (
            f"font:{slant} {style.weight} {style.size}pt/{style.leading}pt {self.chain(style.family)};"
            f"padding:{style.before}pt {style.right}pt {style.after}pt {style.left}pt;text-align:{style.align}"
        )
        rule += f";border-bottom:{style.rule}pt solid #000" if style.rule else ""
        rule += f";border-top:{style.over}pt solid #000" if style.over else ""
        rule += f";text-indent:-{style.hang}pt" if style.hang and not style.sign else ""
        return rule + ("" if style.hyphens else ";hyphens:none")


def find_layout(name: str) -> Layout:
    """A layout by its name, or by the path of a user's own folder.

    Raises: LayoutError, naming the file and the remedy.
    """
    folder = share("layouts") / name
    if "/" in name or "\\" in name or not folder.is_dir():
        folder = Path(name).expanduser()
    if not (folder / "layout.toml").is_file():
        known = ", ".join(layout_names())
        raise LayoutError(f"{name!r} is no layout: write one of {known}, or the path of a folder with a layout.toml")
    return _load(folder.resolve())


def layout_names() -> tuple[str, ...]:
    """The shipped layouts."""
    found = (path.parent.name for path in share("layouts").glob("*/layout.toml"))
    return tuple(sorted(name for name in found if name != STARTER))


@cache
def _load(folder: Path) -> Layout:
    folders: list[Path] = []
    files: list[_File] = []
    while True:
        path = folder / "layout.toml"
        try:
            file = msgspec.convert(read_toml(path.read_bytes()), _File)
        except msgspec.ValidationError as fault:
            raise LayoutError(wrong_key(fault, path, _File)) from None
        except ValueError as fault:
            raise LayoutError(f"{path}: {fault}") from None
        folders.append(folder)
        files.append(file)
        if folder == share("layouts") / "base":
            break
        if file.inherits not in layout_names():
            raise LayoutError(
                f"{path}: inherits {file.inherits!r}, which is no layout; write one of {', '.join(layout_names())}"
            )
        folder = share("layouts") / file.inherits
        if folder in folders or len(folders) > CHAIN_MOST:
            raise LayoutError(
                f'{path}: inherits {file.inherits!r}, which inherits it in turn; write inherits = "base"'
            )
    return Layout(tuple(folders), tuple(files))
