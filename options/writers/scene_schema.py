"""The schema of scene files, data/scene.schema.json: see docs/make_pages.py."""

from __future__ import annotations

import json
from typing import Any

from ..scene_tables import Field, Item, SceneTable, items_of

Json = dict[str, Any]

_VECTOR = {"$ref": "#/$defs/vector"}
_LIMITS = {"least": "minimum", "above": "exclusiveMinimum", "most": "maximum", "below": "exclusiveMaximum"}
#: What a value must be, by its type
_TYPES: dict[str, Json] = {
    "number": {"type": "number"},
    "integer": {"type": "integer"},
    "id": {"type": "integer"},
    "flag": {"type": "boolean"},
    **dict.fromkeys(("text", "path", "name"), {"type": "string"}),
    "shapeName": {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_.-]*$"},
    **dict.fromkeys(("choice", "word", "constant", "kind"), {}),
    **dict.fromkeys(("vector", "direction"), _VECTOR),
    "quaternion": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
    "names": {"type": "array", "items": {"type": "string"}},
    "texts": {"type": "array", "items": {"type": "string"}},
    "ids": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "uniqueItems": True},
    "numbers": {"type": "array", "items": {"type": "number"}, "minItems": 2},
    "vectors": {"type": "array", "items": _VECTOR, "minItems": 2},
    "points": {"type": "array", "items": _VECTOR},
    "triangles": {"type": "array", "items": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 3, "maxItems": 3}},
}


def text(tables: dict[str, SceneTable]) -> str:
    """The file."""
    return json.dumps(schema(tables), indent=2, ensure_ascii=False) + "\n"


def schema(tables: dict[str, SceneTable]) -> Json:
    items = items_of(tables)
    scene = items.pop("scene")
    motion = items.pop("motion")
    kinds = {item.name: _with_common(item, motion) for item in tables["motion"].items if item is not motion}
    choices = {"shape": [item.name for item in tables["shape"].items], "motion": list(kinds)}
    definitions = {"vector": {"description": "x, y, z", "type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}}
    definitions |= {name: _object(kinds.get(name, item), choices) for name, item in items.items()}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Talus scene"}
    return {**head, **_object(scene, choices), "$defs": definitions}


def _with_common(item: Item, motion: Item) -> Item:
    """A kind of motion with the fields of all."""
    common = [field for field in motion.fields if field.except_ != item.name]
    kind = Field("kind", "constant", common[0].help, value=item.name, required=True)
    return Item(item.name, item.help, (kind, common[1], *item.fields, *common[2:]))


def _object(item: Item, choices: dict[str, list[str]]) -> Json:
    return {
        "description": item.help,
        "type": "object",
        "properties": {field.name: _property(field, choices) for field in item.fields},
        "required": [field.name for field in item.fields if field.required],
        "additionalProperties": False,
    }


def _property(field: Field, choices: dict[str, list[str]]) -> Json:
    unit = f" Unit: {field.unit}." if field.unit else ""
    said = {"description": field.help + unit, **_type(field, choices)}
    if field.default not in (None, "", "infinity") and not field.required and not field.derived:
        said["default"] = field.default
    return said


def _type(field: Field, choices: dict[str, list[str]]) -> Json:
    if field.type == "item":
        return {"$ref": f"#/$defs/{field.of}"}
    if field.type == "items":
        references = [{"$ref": f"#/$defs/{name}"} for name in choices.get(field.of, [field.of])]
        return {"type": "array", "items": references[0] if len(references) == 1 else {"oneOf": references}}
    type_ = dict(_TYPES[field.type])
    if field.words:
        type_["enum"] = [word.text for word in field.words]
    if field.value:
        type_["const"] = field.value
    if field.count:
        type_ |= {"minItems": field.count, "maxItems": field.count}
    if field.name == "name" and field.type == "text":
        type_["minLength"] = 1
    limits = {} if field.for_some else {_LIMITS[key]: value for key, value in field.limits.items()}
    if field.type == "vector" and limits:
        return {"type": "array", "items": {"type": "number"} | limits, "minItems": 3, "maxItems": 3}
    return type_ | ({"items": type_["items"] | limits} if field.type == "numbers" and limits else limits)
