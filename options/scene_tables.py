"""Reads the tables of scenes: one JSON file a kind of item, one entry a field. README.md lists the keys."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable

from .tables import TABLES, Family, Option, TableError, Word, figure, snake, spaced

#: Kinds of values, and each as C++
CPP_TYPES = {"number": "double", "integer": "int", "flag": "bool", "text": "std::string", "word": "std::string",
             "vector": "Vec3", "direction": "Vec3", "quaternion": "Quaternion", "id": "std::int64_t", "name": "Index",
             "ids": "std::vector<std::int64_t>", "numbers": "std::vector<double>", "vectors": "std::vector<Vec3>"}
#: Others: of fields that are in files alone, or that the writers treat by themselves
_OTHER_TYPES = ("choice", "item", "items", "kind", "names", "constant", "texts", "path", "points", "triangles", "shapeName")


@dataclass(frozen=True)
class Field:
    """One entry of an item."""

    name: str
    type: str
    help: str
    default: Any = None
    required: bool = False  #: in a file
    unit: str = ""
    title: str = ""  #: its name in messages; of a list that of one value
    least: float | None = None
    above: float | None = None
    most: float | None = None
    below: float | None = None
    count: int = 0  #: of names
    of: str = ""  #: the item that it contains or names
    words: tuple[Word, ...] = ()
    words_of: str = ""  #: the option, family.name, that has the words
    enum: str = ""  #: C++ type of a choice
    value: str = ""  #: of a constant
    mean: str = ""  #: of two materials that are no pair: geometric or harmonic
    array: str = ""  #: its name in VTK's data, if it is an array of its own
    array_may_be_missing: bool = False  #: in data of earlier versions
    only: str = ""  #: "file": the struct has no such member
    derived: bool = False  #: if omitted, its value follows from others
    omits_default: bool = False  #: files that are written omit its default
    except_: str = ""  #: in tables the key 'except': the kind of motion that does not have it
    member_after: str | None = None  #: the member before it in the struct and among arrays, "" is none, if not that of the file
    keyword_after: str | None = None  #: the same among keywords in Python
    for_some: bool = False  #: its limits hold for some kinds only

    @property
    def python(self) -> str:
        return snake(self.name)

    @property
    def limits(self) -> dict[str, float]:
        """The limits that are set, by their keys."""
        return {key: getattr(self, key) for key in ("least", "above", "most", "below") if getattr(self, key) is not None}


@dataclass(frozen=True)
class Item:
    """What is listed in scene files: a material, a body, a motion."""

    name: str
    help: str
    fields: tuple[Field, ...]  #: in the order of files
    struct: str = ""  #: "" if by hand
    arrays: str = ""  #: the struct of arrays of many
    generator: Generator | None = None

    @property
    def members(self) -> list[Field]:
        """The members of the struct, in its order."""
        return ordered((field for field in self.fields if field.only != "file"), "member_after")

    @property
    def keywords(self) -> list[Field]:
        """The keywords in Python."""
        return ordered((field for field in self.fields if field.type not in ("constant", "kind")), "keyword_after")


@dataclass(frozen=True)
class Generator:
    """A generator of shapes with the options of a family."""

    name: str
    family: Family
    make: str  #: the function in C++
    header: str  #: in core/shapes
    kind: Option | None = None  #: an argument before the options
    first: tuple[str, ...] = ("size",)  #: the options that come first in files


@dataclass(frozen=True)
class SceneTable:
    """One table."""

    name: str
    about: str
    header: str  #: in core/scene
    items: tuple[Item, ...]
    kinds: str  #: C++ type of any of the items but the last, which has it as member


def ordered(fields: Iterable[Field], key: str) -> list[Field]:
    """The fields, each that says so after another."""
    given = list(fields)
    order = [field for field in given if getattr(field, key) is None]
    for field in given:
        after = getattr(field, key)
        if after is not None:
            order.insert(1 + [other.name for other in order].index(after) if after else 0, field)
    return order


def read_scene_tables(families: dict[str, Family], folder: Path = TABLES / "scene") -> dict[str, SceneTable]:
    """All tables of scenes by name.

    :param families: those of options, whose words and options they use
    :raises TableError: if a table does not follow README.md
    """
    raw = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    entries = {item["name"]: item["fields"] for table in raw.values() for item in table["items"]}
    return {name: _table(name, table, entries, families) for name, table in raw.items()}


def items_of(tables: dict[str, SceneTable]) -> dict[str, Item]:
    """All items by name."""
    return {item.name: item for table in tables.values() for item in table.items}


def _table(name: str, table: dict, entries: dict[str, list], families: dict[str, Family]) -> SceneTable:
    items = [Item(**{**item, "fields": tuple(_field(item["name"], entry, entries, families) for entry in item["fields"])})
             for item in table["items"]]
    items += [_generated(generator, items[0], families) for generator in table.get("generators", ())]
    return SceneTable(name, table["about"], table.get("header", name), tuple(items), table.get("kinds", ""))


def _field(item: str, entry: dict, entries: dict[str, list], families: dict[str, Family]) -> Field:
    if "like" in entry:
        home, _, name = entry["like"].partition(".")
        return _field(home, next(other for other in entries[home] if other.get("name") == name), entries, families)
    where = f"scene.{item}.{entry.get('name', '?')}"
    given = {key + "_" if key == "except" else key: value for key, value in entry.items()}
    for key in given:
        if key not in Field.__dataclass_fields__:
            raise TableError(f"{where}: '{key}' is no key of a table of scenes")
    if not {"name", "type", "help"} <= given.keys():
        raise TableError(f"{where}: 'name', 'type' or 'help' is missing")
    if given["type"] not in (*CPP_TYPES, *_OTHER_TYPES):
        raise TableError(f"{where}: '{given['type']}' is no type")
    given.setdefault("title", spaced(given["name"]).lower())
    given["words"] = tuple(Word(*word) for word in given.get("words", ()))
    if given.get("words_of"):
        family, _, option = given["words_of"].partition(".")
        given["words"] = next(other.words for other in families[family].options if other.name == option)
    return Field(**given)


def _generated(entry: dict, shape: Item, families: dict[str, Family]) -> Item:
    """The shape that a generator makes: the fields that every shape has, and the options of its family."""
    kind = Option(**{**entry["kind"], "words": tuple(Word(*word) for word in entry["kind"]["words"])}) if "kind" in entry else None
    first = tuple(entry.get("first", ("size",)))
    generator = Generator(entry["name"], families[entry["family"]], entry["make"], entry["header"], kind, first)
    common = {field.name: field for field in shape.fields}
    named = Field("generator", "constant", "The generator.", value=generator.name, required=True)
    fields = [common["name"], named, *generated_fields(generator, families), common["offset"], common["comment"]]
    return Item(generator.name, generator.family.about, tuple(fields), generator=generator)


def generated_fields(generator: Generator, families: dict[str, Family]) -> list[Field]:
    """The options of a generator as fields."""
    options = [option for option in generator.family.members if option.type != "family"]
    placement = next(option for option in generator.family.members if option.name == "placement")
    size = next(option for option in families["shape_placement"].options if option.name == "size")
    help_ = placement.changes.get("size", {}).get("help", placement.help)
    kinds = [generator.kind] if generator.kind else []
    fields = [Field("size", "number", help_, size.default, unit="m", title="size", above=0),
              *(_of_option(option, generator) for option in kinds + options if option.name != "threads")]
    first = [next(field for field in fields if field.name == name) for name in generator.first]
    return first + [field for field in fields if field not in first]


def _of_option(option: Option, generator: Generator) -> Field:
    words = tuple(Word(lowered(word.text), word.number, word.help) for word in option.words)
    default = lowered(option.default) if option.type == "choice" else option.default
    kinds = next(iter(option.when.values()), ())
    some = bool(kinds) and (generator.kind is not None or "kind" in option.when)
    help_ = f"{', '.join(map(spaced, kinds)).capitalize()}: {lowered(option.help)}" if some else option.help
    if some and option.limits:
        help_ = f"{help_} Range: {figure(option.least)} … {figure(option.most)}."
    return Field(option.name, option.type, help_, default, title=option.title or spaced(option.name).lower(), words=words,
                 enum=option.enum, for_some=some, **option.limits)


def lowered(word: str) -> str:
    """A word as scene files have it."""
    return word[:1].lower() + word[1:]
