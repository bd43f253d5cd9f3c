"""The page of scene files and their schema, from the tables of scenes."""

from .tables import items_of, read_families, read_scene_tables, scene_schema
from .text import DOCS, NOTE, ROOT, one_line

HEAD = f"""{NOTE}# Scene files

JSON of the format `talus-scene-1`. [`data/scene.schema.json`](../../data/scene.schema.json) describes the same for editors and
validators. SI units. In Python the [builder](../guide/python.md#a-scene) has methods with these keys as keywords, in
`snake_case`, and `talus.shapes` a class for each generator."""

TITLES = {"scene": "Scene", "material": "Material", "contact": "Contact of two materials", "pair": "Pair of materials", "body": "Body, wall",
          "motion": "Motion: keys of all kinds", "fileShape": "Shape from a file", "listedShape": "Shape, listed"}


def scene_pages():
    tables = read_scene_tables(read_families())
    order = ("scene", "material", "contact", "pair", "body", "fileShape", "listedShape")
    items = items_of(tables)
    generators = [item for item in items.values() if item.generator]
    motions = [items["motion"], *(item for item in tables["motion"].items if item.name != "motion")]
    sections = [section(item) for item in [*(items[name] for name in order), *generators, *motions]]
    return {
        DOCS / "scenes" / "README.md": "\n".join([HEAD, *sections]) + "\n",
        ROOT / "data" / "scene.schema.json": scene_schema.text(tables),
    }


def section(item):
    rows = "\n".join(row(field) for field in item.fields)
    return f"\n## {title(item)}\n{item.help}\n\n| key | default | values | |\n|---|---|---|---|\n{rows}"


def title(item):
    if item.generator:
        return f"Shape by the generator `{item.name}`"
    return TITLES.get(item.name, f"Motion of the kind `{item.name}`")


def row(field):
    needed = "*needed*" if field.required else default_of(field)
    return f"| `{field.name}` | {needed} | {values_of(field)} | {one_line(field.help).replace('|', '&#124;')} |"


def default_of(field):
    if field.default in (None, "", "infinity") or field.derived:
        return ""
    if isinstance(field.default, bool):
        return str(field.default).lower()
    return " ".join(f"{part:g}" for part in field.default) if isinstance(field.default, list) else f"{field.default:g}" if not isinstance(field.default, str) else field.default


KINDS = {"flag": "true or false", "vector": "x y z", "direction": "x y z", "quaternion": "w x y z", "id": "a whole number", "text": "a text",
         "name": "a name", "names": "names", "ids": "ids", "numbers": "numbers", "vectors": "vectors", "item": "an object", "items": "a list",
         "texts": "texts", "path": "a file", "points": "vectors", "triangles": "triples", "shapeName": "a name", "kind": "a word"}


def values_of(field):
    if field.value:
        return f"`{field.value}`"
    if field.words:
        return ", ".join(f"`{word.text}`" for word in field.words)
    phrases = {"least": "at least", "above": "above", "most": "at most", "below": "below"}
    limits = " and ".join(f"{phrases[key]} {value:g}" for key, value in field.limits.items()) if not field.for_some else ""
    kind = KINDS.get(field.type, "a whole number" if field.type == "integer" else "a number")
    text = limits if limits and field.type in ("number", "integer") else kind
    return f"{text} {field.unit}".strip() if field.unit else text
