"""The items of scenes in Python, python/scene_items.py, and the keywords of the builder's methods."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Iterable

from ..scene_tables import Field, Item, SceneTable, items_of
from ..tables import Family, Option, capital
from .python import annotation, class_of
from .text import full_text

_HEAD = '''"""Items of scene files as data. Written by options/generate.py from options/tables/scene: change these instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Iterable, Literal, Sequence, TypedDict

from numpy.typing import ArrayLike

from .scene_values import PathLike, SceneItem

'''

#: Types of the values, of which None is not given
_HINTS = {"number": "float", "integer": "int", "id": "int", "flag": "bool", **dict.fromkeys(("text", "name", "word", "shapeName"), "str"),
          **dict.fromkeys(("vector", "direction", "quaternion"), "Sequence[float]"), "path": "PathLike", "names": "Sequence[str]",
          "ids": "Iterable[int]", **dict.fromkeys(("numbers", "vectors", "points", "triangles"), "ArrayLike")}
_NO_KEYWORDS = ("items", "texts")
#: Items whose fields are keywords of methods of the builder
_BUILT = ("contact", "body", "scene", "rotation", "vibration", "translation", "translationTable", "rotationTable", "removal")


def files(tables: dict[str, SceneTable]) -> dict[str, str]:
    items = [_python_item(item, tables) for item in items_of(tables).values() if item.name != "motion"]
    classes = "\n\n".join(_class(item) for item in items)
    generators = "".join(f'    "{item.name}": {capital(item.name)},\n' for item in items if item.generator)
    hints = "\n\n".join(_typed_dict(family) for family in families(tables).values())
    return {"python/scene_items.py": f"{_HEAD}\n{classes}\n\n#: Generators of shapes\nGENERATORS: dict[str, type[SceneItem]] = {{\n{generators}}}\n\n\n{hints}"}


def families(tables: dict[str, SceneTable]) -> dict[str, Family]:
    """The keywords of methods of the builder, as options of functions."""
    items = {item.name: _python_item(item, tables) for item in items_of(tables).values()}
    keywords = {capital(name): items[name].keywords for name in _BUILT}
    keywords["World"] = keywords.pop("Scene")
    material = [field for field in items["material"].keywords if field.name not in ("name", "contact")]
    keywords["Material"] = material + keywords["Contact"]
    return {name: Family("scene_" + name, "", "", "", "", False, name, (), tuple(map(_option, fields))) for name, fields in keywords.items()}


def _python_item(item: Item, tables: dict[str, SceneTable]) -> Item:
    """An item with its keywords: a motion has those of all motions, a shape's name and place are those of the builder."""
    fields = [field for field in item.fields if field.type not in _NO_KEYWORDS and field.python.isidentifier()]
    if tables["shape"].items and item in tables["shape"].items:
        fields = [field for field in fields if field.name not in ("name", "offset", "comment")]
    if item.name == "scene":
        fields = [field for field in fields if field.only != "file"]
    if item in tables["motion"].items and item.name != "motion":
        common = [field for field in tables["motion"].items[-1].fields if field.except_ != item.name]
        fields = [replace(common[0], type="constant", value=item.name), common[1], *fields, *common[2:]]
    return replace(item, fields=tuple(fields))


def _hint(field: Field) -> str:
    if field.words and field.type == "choice":
        return f"Literal[{', '.join(repr(word.text) for word in field.words)}] | None"
    return ("SceneItem" if field.type == "item" else _HINTS[field.type]) + " | None"


def _text(field: Field) -> str:
    """Help, unit, range and default."""
    return full_text(_option(field))


def _class(item: Item) -> str:
    keywords = item.keywords
    constants = {field.name: field.value for field in item.fields if field.type == "constant" and field.name != "format"}
    rows = "".join(f'    {field.python}: {_hint(field)} = None\n    """{_text(field)}"""\n' for field in keywords)
    kinds = "".join(f'        "{field.python}": "{field.type}",\n' for field in keywords)
    said = f"    _constants: ClassVar[dict[str, Any]] = {constants!r}\n" if constants else ""
    said += f"    defaults: ClassVar[dict[str, Any]] = {_defaults(item)!r}\n" if item.name == "scene" else ""
    name = "World" if item.name == "scene" else capital(item.name)
    return f'''@dataclass(frozen=True)
class {name}(SceneItem):
    """{item.help}"""

{said}    _kinds: ClassVar[dict[str, str]] = {{
{kinds}    }}

{rows}'''


def _defaults(item: Item) -> dict[str, Any]:
    """Values that a new scene has."""
    given = {field.python: field.default for field in item.keywords if field.default is not None and not field.omits_default}
    return {key: value if isinstance(value, bool) else _floats(value) for key, value in given.items()}


def _floats(value: Any) -> Any:
    return [float(part) for part in value] if isinstance(value, list) else float(value)


def _option(field: Field) -> Option:
    """A keyword of a method."""
    type_ = {"id": "integer", "name": "text", "word": "text", "shapeName": "text", "path": "text",
             **dict.fromkeys(("vector", "direction", "quaternion", "numbers", "vectors", "points", "triangles", "ids", "names"), "numbers")}
    unit = f" Unit: {field.unit}." if field.unit else ""
    default = "" if field.default in (None, "", "infinity") or field.required or field.derived else f" Default: {_shown(field.default)}."
    return Option(field.name, type_.get(field.type, field.type), field.help + unit, more=f"{_range(field)}{default}".strip(), words=field.words,
                  python=field.python, interfaces=("python",), property_=capital(field.name))


def _range(field: Field) -> str:
    if field.for_some or not field.limits:
        return ""
    phrases = {"least": "at least", "above": "above", "most": "at most", "below": "below"}
    return "Range: " + " and ".join(f"{phrases[key]} {value:g}" for key, value in field.limits.items()) + "."


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value)
    return " ".join(f"{part:g}" for part in value) if isinstance(value, list) else (value if isinstance(value, str) else f"{value:g}")


def _typed_dict(family: Family) -> str:
    rows = "".join(f'    {option.python}: {annotation(option)}\n    """{option.details}"""\n' for option in _once(family.flat))
    return f'class {class_of(family)}(TypedDict, total=False):\n    """Keywords of :class:`talus.Scene`."""\n\n{rows}'


def _once(options: Iterable[Option]) -> Iterable[Option]:
    return {option.python: option for option in options}.values()
