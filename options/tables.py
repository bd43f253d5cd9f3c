"""Reads the tables of options: one JSON file per family, one entry per option. README.md lists the keys."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Iterable, Iterator

LOOK = Path(__file__).parent / "look.json"
TABLES = Path(__file__).parent / "tables"
TYPES = ("number", "integer", "flag", "choice", "vector", "integers", "numbers", "text", "family")
AUDIENCES = ("everyone", "advanced", "reference")
INTERFACES = ("core", "panel", "python", "command")
#: Ranges of options without limits, as phrases
_ANY = {"number": "a finite number", "integer": "a whole number", "vector": "finite numbers", "integers": "whole numbers",
        "numbers": "finite numbers", "flag": "on or off", "text": "a text", "family": ""}
#: Types with a fixed number of values
VECTORS = ("vector", "integers")
_NEEDED = ("name", "type", "help")


class TableError(Exception):
    """An invalid table: names the entry and the fault."""


@dataclass(frozen=True)
class Word:
    """A word of a choice, the number that files store for it, and its meaning."""

    text: str
    number: int
    help: str = ""
    audience: str = "everyone"  #: or "reference": panels list it only with the switch Reference Methods

    @property
    def constant(self) -> str:
        return "_".join(part.upper() for part in parts(self.text))


@dataclass(frozen=True)
class Option:
    """One entry of a table."""

    name: str
    type: str
    help: str
    default: Any = None
    more: str = ""  #: further text of the long help
    unit: str = ""
    audience: str = "everyone"
    interfaces: tuple[str, ...] = INTERFACES
    least: float | None = None
    above: float | None = None
    most: float | None = None
    below: float | None = None
    count: int = 1  #: number of values of a vector; follows from the default if there is one
    words: tuple[Word, ...] = ()
    enum: str = ""  #: C++ type of a choice
    when: dict[str, list] = field(default_factory=dict)  #: shown only if these choices and flags have these values
    sets: dict[str, Any] = field(default_factory=dict)  #: values of other options if it is given in Python or on the command line
    changes_result: bool = True  #: if false, the mark of snapshots omits it
    cpp: str = ""  #: C++ type in the core, if it differs from the usual one
    of: str = ""  #: the nested family of an option of type family
    changes: dict[str, dict] = field(default_factory=dict)  #: replaced keys of entries of the nested family
    property_: str = ""  #: in tables the key 'property'
    label: str = ""
    python: str = ""
    home: str = ""  #: the family whose table lists its words
    path: str = ""  #: path of its member from the struct of the family

    @property
    def title(self) -> str:
        """Its name in messages."""
        return spaced(self.property_).lower()

    @property
    def details(self) -> str:
        """The line of help and the further text."""
        return f"{self.help} {self.more}".strip()

    @property
    def reference_words(self) -> list[Word]:
        """The words kept to reproduce a paper."""
        return [word for word in self.words if word.audience == "reference"]

    @property
    def limits(self) -> dict[str, float]:
        """The limits that are set, by their keys."""
        return {key: getattr(self, key) for key in ("least", "above", "most", "below") if getattr(self, key) is not None}

    @property
    def is_given(self) -> bool:
        """Whether it has a default in Python and on the command line."""
        return self.default is not None and not self.sets

    def number_of(self, value: Any) -> int:
        """The value of the property of a choice or flag for a word, or for true and false.

        :raises TableError: if there is no such word
        """
        if self.type == "flag" and isinstance(value, bool):
            return int(value)
        return self.word(value).number

    def word(self, text: str) -> Word:
        for word in self.words:
            if word.text == text:
                return word
        raise TableError(f"{self.name}: there is no word '{text}'")

    @property
    def range(self) -> str:
        """The allowed values, as a phrase after 'must be'."""
        if self.type == "choice":
            return "one of " + ", ".join(word.text for word in self.words)
        low = f"at least {figure(self.least)}" if self.least is not None else ""
        low = low or (f"above {figure(self.above)}" if self.above is not None else "")
        high = f"at most {figure(self.most)}" if self.most is not None else ""
        high = high or (f"less than {figure(self.below)}" if self.below is not None else "")
        both = " and ".join(part for part in (low, high) if part)
        return f"{both} {self.unit}".strip() if both else _ANY[self.type]


#: What an input may be, by the word of the tables: VTK's types. Words in the plural: by several connections
INPUT_TYPES = {
    "surface": ("vtkPolyData", "vtkCompositeDataSet"), "surfaces": ("vtkPolyData", "vtkCompositeDataSet"),
    "points": ("vtkDataSet", "vtkCompositeDataSet"), "scene": ("vtkPartitionedDataSetCollection",),
    "frame": ("vtkPartitionedDataSetCollection", "vtkPointSet"),
}  # fmt: skip


@dataclass(frozen=True)
class Input:
    """An input after the first one."""

    name: str  #: of its setters, such as Walls: SetWallsConnection, SetWallsData
    takes: str  #: one of INPUT_TYPES
    about: str
    optional: bool = False


@dataclass(frozen=True)
class Ports:
    """What a filter takes and gives."""

    input: str = ""  #: one of INPUT_TYPES
    more: tuple[Input, ...] = ()  #: the other inputs
    request: str = ""  #: "whole": all data on all ranks, at the times of all inputs; "own": what is asked of the output
    outputs: tuple[str, ...] = ()  #: type of each, if there are several; vtkDataObject: that of the input


@dataclass(frozen=True)
class Family:
    """One table."""

    name: str
    about: str
    struct: str
    filter: str  #: proxy name of the filter with these properties; "" if none
    base: str  #: base class of that filter's class of options
    ranks: bool  #: whether several processes execute that filter together
    function: str  #: name for the options in Python if there is no filter
    options: tuple[Option, ...]  #: in the order of the table
    flat: tuple[Option, ...]  #: with nested families replaced by their options
    first: tuple[str, ...] = ()  #: the options that the filter's panel shows before the others
    named_inputs: bool = False  #: whether texts have the names of that filter's inputs
    ports: Ports = Ports()  #: of that filter, as far as its base class declares them

    @property
    def members(self) -> list[Option]:
        """The members of the struct."""
        return [option for option in self.options if "core" in option.interfaces]

    @property
    def properties(self) -> list[Option]:
        """The properties of the filter."""
        return [option for option in self.flat if "panel" in option.interfaces]

    @property
    def panel(self) -> list[Option]:
        """The properties in the order of the panel: what is hidden comes last."""
        places = {name: place for place, name in enumerate(self.first)}
        return sorted(self.properties, key=lambda option: (option.audience != "everyone", places.get(option.name, len(places))))

    @property
    def keywords(self) -> list[Option]:
        """The keywords in Python and on the command line."""
        return [option for option in self.flat if "python" in option.interfaces or "command" in option.interfaces]


def figure(value: float) -> str:
    """A number as in texts: 20000000, not 2e+07."""
    return str(value) if isinstance(value, int) else f"{value:g}"


def parts(name: str) -> list[str]:
    """The words of a name in camel case."""
    return re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)


def capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def snake(name: str) -> str:
    return "_".join(part.lower() for part in parts(name))


def spaced(name: str) -> str:
    return " ".join(parts(name))


def read_families(folder: Path = TABLES) -> dict[str, Family]:
    """All families by name.

    :raises TableError: if a table does not follow README.md
    """
    raw = {}
    for path in sorted(folder.glob("*.json")):
        try:
            raw[path.stem] = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise TableError(f"{path.name}: {error}") from None
    return {name: _family(name, raw) for name in raw}


def _family(name: str, raw: dict) -> Family:
    table = raw[name]
    options = tuple(_option(name, entry, raw) for entry in table["options"])
    flat = tuple(_flattened(options, raw))
    for key, seen_at in (("name", INTERFACES), ("property_", ("panel",)), ("python", ("python", "command"))):
        among = options if key == "name" else flat
        seen = [getattr(option, key) for option in among if set(seen_at) & set(option.interfaces)]
        for twice in sorted({value for value in seen if seen.count(value) > 1}):
            raise TableError(f"{name}: two options have the {key.rstrip('_')} '{twice}'")
    for option in flat if table.get("filter") or table.get("function") else ():
        for key, values in (("when", option.when), ("sets", {other: [value] for other, value in option.sets.items()})):
            for other, wanted in values.items():
                chosen = named(flat, other)
                if chosen is None:
                    raise TableError(f"{name}.{option.name}: '{key}' names no option '{other}'")
                for value in wanted:
                    chosen.number_of(value)
    filter_ = table.get("filter", {})
    for first in filter_.get("first", ()):
        if named(flat, first) is None:
            raise TableError(f"{name}: 'first' names no option '{first}'")
    more = tuple(Input(**each) for each in filter_.get("more", ()))
    ports = Ports(filter_.get("input", ""), more, filter_.get("request", ""), tuple(filter_.get("outputs", ())))
    if not {ports.input, *(each.takes for each in more)} <= {"", *INPUT_TYPES} or ports.request not in ("", "whole", "own"):
        raise TableError(f"{name}: the filter has an unknown 'input' or 'request'")
    return Family(name, table["about"], table.get("struct", ""), filter_.get("name", ""), filter_.get("base", ""),
                  filter_.get("ranks", False), table.get("function", ""), options, flat, tuple(filter_.get("first", ())),
                  filter_.get("namedInputs", False), ports)


def named(options: Iterable[Option], name: str) -> Option | None:
    return next((option for option in options if option.name == name), None)


def look_of(place: dict[str, str], where: str) -> Any:
    """A value of look.json, which drawing has as well.

    :param place: {"look": entry, "key": key}
    :raises TableError: there is none
    """
    try:
        return json.loads(LOOK.read_text(encoding="utf-8"))[place["look"]][place["key"]]
    except KeyError as error:
        raise TableError(f"{where}: look.json has no {error}") from None


def _flattened(options: Iterable[Option], raw: dict) -> Iterator[Option]:
    for option in options:
        if option.type != "family":
            yield option
        elif "panel" in option.interfaces:
            entries = (entry | option.changes.get(entry.get("name"), {}) for entry in raw[option.of]["options"])
            inner = (_option(option.of, entry, raw) for entry in entries)
            yield from (replace(o, path=f"{option.path}.{o.path}") for o in _flattened(inner, raw))


def _option(family: str, entry: dict, raw: dict) -> Option:
    """An entry with the keys of another ('like') and the keys that follow from its name."""
    entry = dict(entry)
    home = family
    while "like" in entry:
        other, _, name = entry.pop("like").partition(".")
        home = other
        found = next((e for e in raw.get(other, {}).get("options", []) if e["name"] == name), None)
        if found is None:
            raise TableError(f"{family}: 'like' names no option {other}.{name}")
        entry = {**found, **entry}
    where = f"{family}.{entry.get('name', '?')}"
    _check(entry, where, raw)
    if isinstance(entry.get("default"), dict):
        entry["default"] = look_of(entry["default"], where)
    name = entry["name"]
    entry["property_"] = entry.pop("property", capital(name))
    entry.setdefault("label", spaced(entry["property_"]))
    entry.setdefault("python", snake(name))
    entry.setdefault("enum", capital(name))
    entry.setdefault("path", name)
    entry["home"] = home
    entry["interfaces"] = tuple(entry.get("interfaces", INTERFACES))
    entry["words"] = tuple(Word(*word) for word in entry.get("words", ()))
    if entry["type"] in VECTORS and entry["default"] is not None:
        entry["count"] = len(entry["default"])
    option = Option(**entry)
    if option.type == "choice":
        if option.word(option.default) in option.reference_words:
            raise TableError(f"{where}: the default '{option.default}' is a reference word")
        if any(word.audience not in ("everyone", "reference") for word in option.words):
            raise TableError(f"{where}: words are for 'everyone' or 'reference'")
        if sorted(word.number for word in option.words) != list(range(len(option.words))):
            raise TableError(f"{where}: the numbers of words are not 0, 1, 2, …")
    return option


def _check(entry: dict, where: str, raw: dict) -> None:
    known = {key.rstrip("_") for key in Option.__dataclass_fields__} - {"home", "path"}
    for key in _NEEDED:
        if not entry.get(key):
            raise TableError(f"{where}: '{key}' is missing")
    for key in entry:
        if key not in known:
            raise TableError(f"{where}: '{key}' is no key of a table")
    if entry["type"] not in TYPES:
        raise TableError(f"{where}: '{entry['type']}' is no type")
    if entry.get("audience", "everyone") not in AUDIENCES:
        raise TableError(f"{where}: '{entry['audience']}' is no audience")
    for interface in entry.get("interfaces", ()):
        if interface not in INTERFACES:
            raise TableError(f"{where}: '{interface}' is no interface")
    if "default" not in entry and entry["type"] != "family":
        raise TableError(f"{where}: 'default' is missing")
    if entry.get("default", 0) is None and {"core", "panel"} & set(entry.get("interfaces", INTERFACES)):
        raise TableError(f"{where}: core and panel need a 'default'")
    if entry["type"] == "choice" and not entry.get("words"):
        raise TableError(f"{where}: a choice needs words")
    if entry["type"] == "family" and entry.get("of") not in raw:
        raise TableError(f"{where}: 'of' names no family")
