"""The structs of scenes with their fields, core/scene/<header>.h, and the generators of shapes, core/scene/shape_generators.cpp."""

from __future__ import annotations

import textwrap

from ..scene_tables import CPP_TYPES, Field, Item, SceneTable, items_of, lowered
from ..tables import capital

from .text import comment, note, number, quoted

_BASE = {"Vec3": "base/types.h", "Index": "base/types.h", "Quaternion": "base/quaternion.h"}


def files(tables: dict[str, SceneTable]) -> dict[str, str]:
    written = {}
    for table in tables.values():
        if any(item.struct for item in table.items):
            written[f"core/scene/{table.header}.h"] = _header(table, tables)
    generators = [item for item in tables["shape"].items if item.generator]
    return written | {"core/scene/shape_generators.cpp": _generators(generators)}


def type_of(field: Field, items: dict[str, Item]) -> str:
    """The C++ type of a member."""
    if field.type == "choice":
        return field.enum
    if field.type == "item":
        return items[field.of].struct
    if field.type == "items":
        of = items.get(field.of)
        return "std::vector<BodyShape>" if of is None else of.arrays or f"std::vector<{of.struct}>"
    if field.type == "names":
        return f"std::array<Index, {field.count}>"
    return "MotionKind" if field.type == "kind" else CPP_TYPES[field.type]


def _header(table: SceneTable, tables: dict[str, SceneTable]) -> str:
    items = items_of(tables)
    enums = "".join(_enumeration(field) for item in table.items for field in item.fields if field.enum)
    structs = "".join(_item(item, table, items) for item in table.items)
    return f"""#pragma once
{note("scene/" + table.name)}

{_includes(table, tables, items)}namespace talus {{

{enums}{structs}}}  // namespace talus
"""


def _includes(table: SceneTable, tables: dict[str, SceneTable], items: dict[str, Item]) -> str:
    members = [field for item in table.items for field in item.members]
    types = " ".join(type_of(field, items) for field in members)
    standard = [name for name in ("array", "string", "variant", "vector") if f"std::{name}" in types or (name == "variant" and table.kinds)]
    if any(field.default == "infinity" for field in members):
        standard.append("limits")
    if "std::int" in types or any(field.enum for field in members):
        standard.append("cstdint")
    if any(item.arrays for item in table.items):
        standard += ["cstddef", "vector"]
    homes = {other.header for other in tables.values() for item in other.items for field in members
             if field.of == item.name and other is not table and field.type in ("item", "items")}
    own = {"scene/item_field.h", *(f"scene/{home}.h" for home in homes), *(path for type_, path in _BASE.items() if type_ in types)}
    own |= {"scene/body_shape.h"} if "BodyShape" in types else set()
    lines = [f"#include <{name}>\n" for name in sorted(set(standard))]
    return "".join([*lines, "\n" if lines else "", *(f'#include "{path}"\n' for path in sorted(own)), "\n"])


def _enumeration(field: Field) -> str:
    head = comment(f"{field.help} The numbers are stored in files: append, never renumber.")
    words = "".join(f"  {capital(word.text)} = {word.number},  ///< {lowered(word.help).rstrip('.')}\n" for word in field.words)
    return f"{head}enum class {field.enum} : std::int32_t {{\n{words}}};\n\n"


def _item(item: Item, table: SceneTable, items: dict[str, Item]) -> str:
    if not item.struct:
        return ""
    kinds = ""
    if any(field.type == "kind" for field in item.fields):
        of = ", ".join(other.struct for other in table.items if other is not item)
        kinds = f"{comment('Any of the motions.')}{_wrapped(f'using {table.kinds} = std::variant<{of}>;', '')}\n"
    members = "".join(_member(field, items) for field in item.members)
    arrays = _arrays(item, items) if item.arrays else ""
    lists = any(field.type == "items" for field in item.members)
    equal = "" if lists else f"\n  bool operator==(const {item.struct}&) const = default;\n"
    return f"""{kinds}{comment(item.help)}struct {item.struct} {{
{members}{equal}}};

{arrays}{_fields(item)}"""


def _member(field: Field, items: dict[str, Item]) -> str:
    unit = f" Unit: {field.unit}." if field.unit else ""
    limits = f" Range: {range_of(field)}." if field.limits else ""
    return f"{comment(field.help + unit + limits, '  ')}  {type_of(field, items)} {field.name}{_initial(field)};\n"


def range_of(field: Field) -> str:
    """The limits as a phrase."""
    words = {"least": "at least", "above": "above", "most": "at most", "below": "below"}
    return " and ".join(f"{words[key]} {value:g}" for key, value in field.limits.items())


def _initial(field: Field) -> str:
    if field.default == "infinity":
        return " = std::numeric_limits<double>::infinity()"
    if field.type == "choice":
        return f" = {field.enum}::{capital(field.default)}"
    if field.type in ("vector", "direction"):
        return "{" + ", ".join(map(number, field.default)) + "}"
    if field.type == "flag":
        return " = true" if field.default else " = false"
    if field.type in ("number", "id"):
        return f" = {number(field.default)}"
    return " = 0" if field.type == "name" else "{}"


def _fields(item: Item) -> str:
    members = [field for field in item.fields if field.only != "file" and field.type != "items"]
    descriptions = "".join(map(_description, members))
    visits = "".join(f"    visitor({field.name}, &{item.struct}::{field.name});\n" for field in members)
    arrays = "".join(f"    visitor({field.name}, &{item.struct}::{field.name}, &{item.arrays}::{field.name});\n" for field in item.members)
    visit_arrays = f"""  template <class Visitor>
  static void visitArrays(const Visitor& visitor) {{
{arrays}  }}
""" if item.arrays else ""
    return f"""/// See item_field.h.
template <>
struct ItemFields<{item.struct}> {{
  static constexpr const char* itemName = {quoted(item.name)};
{descriptions}  template <class Visitor>
  static void visit(const Visitor& visitor) {{
{visits}  }}
{visit_arrays}}};

"""


def _description(field: Field) -> str:
    """The ItemField of a member, and the words of a choice."""
    said = {".name": quoted(field.name), ".title": quoted(field.title)}
    if field.array:
        said[".array"] = quoted(field.array)
    if field.array_may_be_missing:
        said[".arrayMayBeMissing"] = "true"
    if field.type in ("name", "names"):
        said[".of"] = quoted(field.of)
    if field.except_:
        said[".except"] = quoted(field.except_)
    said |= {key: "true" for key, holds in ((".isRequired", field.required), (".omitsDefault", field.omits_default),
                                              (".isDirection", field.type == "direction")) if holds}
    low = field.above if field.least is None else field.least
    said |= {key: number(value) for key, value in ((".low", low), (".high", field.most)) if value is not None}
    said |= {".lowIncluded": "false"} if field.above is not None else {}
    said |= {".mayBeInfinite": "true"} if field.default == "infinity" else {}
    said |= {".mean": f"Mean::{field.mean.capitalize()}"} if field.mean else {}
    words = ""
    if field.words:
        listed = ", ".join(quoted(word.text) for word in field.words)
        words = _wrapped(f"static constexpr const char* {field.name}Words[] = {{{listed}}};")
        said[".words"] = f"{field.name}Words"
    text = ", ".join(f"{key} = {value}" for key, value in said.items())
    return words + _wrapped(f"static constexpr ItemField {field.name}{{{text}}};")


def _wrapped(text: str, indent: str = "  ") -> str:
    return "\n".join(textwrap.wrap(text, 108, initial_indent=indent, subsequent_indent=indent + "    ", break_long_words=False)) + "\n"


def _arrays(item: Item, items: dict[str, Item]) -> str:
    arrays = "".join(f"  std::vector<{type_of(field, items)}> {field.name};\n" for field in item.members)
    visits = "".join(f"  visit(bodies.{field.name});\n" for field in item.members)
    return f"""{comment("Many as a structure of arrays, all of one length. Plain data: see requireValid() in scene.h.")}struct {item.arrays} {{
{arrays}
  std::size_t size() const {{ return id.size(); }}
  void resize(std::size_t count);
  void add(const {item.struct}& {item.name});
  /// The {item.name} in row i, as a copy.
  {item.struct} operator[](std::size_t i) const;
  void set(std::size_t i, const {item.struct}& {item.name});

  bool operator==(const {item.arrays}&) const = default;
}};

/// Calls visit(array) for each array of bodies, constant or not.
template <class Some{item.arrays}, class Visitor>
void forEachArray(Some{item.arrays}& bodies, const Visitor& visit) {{
{visits}}}

"""


def _generators(items: list[Item]) -> str:
    headers = "".join(f'#include "shapes/{header}.h"\n' for header in sorted(item.generator.header for item in items))
    functions = "".join(map(_generator, items))
    rows = "".join(f"      {{{quoted(item.name)}, {item.name}Of}},\n" for item in sorted(items, key=lambda item: item.name))
    return f"""{note("scene/shape")}
#include "scene/shape_generators.h"

{headers}
namespace talus {{

namespace {{

{functions}}}  // namespace

const std::map<std::string, ShapeReader>& shapeReaders() {{
  static const std::map<std::string, ShapeReader> all{{
{rows}  }};
  return all;
}}

}}  // namespace talus
"""


def _generator(item: Item) -> str:
    generator = item.generator
    options = [field for field in item.fields if field.name not in ("name", "generator", "offset", "comment")]
    kind = generator.kind
    first = f"  {kind.enum} kind = {kind.enum}::{kind.default};\n" if kind else ""
    lines = "".join(_read(field, "kind" if kind and field.name == "kind" else f"options.{_place(field)}") for field in options)
    captured, given = ("kind, options", "kind, options") if kind else ("options", "options")
    return f"""ShapeRecipe {item.name}Of(JsonObject& shape) {{
{first}  {generator.family.struct} options;
{lines}  return [{captured}](Context& context) {{ return {generator.make}({given}, context); }};
}}

"""


def _place(field: Field) -> str:
    return "placement.size" if field.name == "size" else field.name


def _read(field: Field, to: str) -> str:
    words = ", {" + ", ".join(quoted(word.text) for word in field.words) + "}" if field.words else ""
    return _wrapped(f"shape.read({quoted(field.name)}, {to}{words});")
