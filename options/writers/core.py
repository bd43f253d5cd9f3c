"""The structs of options of the core: options/<family>_options.h and .cpp."""

from __future__ import annotations

from ..tables import VECTORS, Family, Option, Word

from .text import comment, default_of, default_text, full_text, note, number, quoted


def files(families: dict[str, Family]) -> dict[str, str]:
    written = {}
    for family in families.values():
        if family.struct or _own_choices(family):
            written[f"core/options/{family.name}_options.h"] = _header(family, families)
            written[f"core/options/{family.name}_options.cpp"] = _source(family)
    return written


def _own_choices(family: Family) -> list[Option]:
    """Choices whose enumeration this family declares, since its table lists their words."""
    return [o for o in family.members if o.type == "choice" and o.home == family.name]


def _includes(family: Family) -> str:
    used = {o.of if o.type == "family" else o.home for o in family.members if o.type in ("family", "choice")}
    lines = [f'#include "options/{name}_options.h"\n' for name in sorted(used - {family.name})]
    if "Vec3" in map(_type, family.members):
        lines.insert(0, '#include "base/types.h"\n')
    return "".join(lines) + ("\n" if lines else "")


def _standard_includes(family: Family) -> str:
    types = " ".join(map(_type, family.members))
    names = [name for name in ("array", "vector") if f"std::{name}" in types]
    return "".join(f"#include <{name}>\n" for name in sorted([*names, "cstdint", "string"]))


def _header(family: Family, families: dict[str, Family]) -> str:
    enums = "".join(_enumeration(option) for option in _own_choices(family))
    return f"""#pragma once
{note(family.name)}

{_standard_includes(family)}
{_includes(family)}namespace talus {{

{enums}{_struct(family, families) if family.struct else ""}}}  // namespace talus
"""


def _struct(family: Family, families: dict[str, Family]) -> str:
    members = "".join(_member(option, families) for option in family.members)
    return f"""class ByteWriter;

{comment(family.about)}struct {family.struct} {{
{members}
  bool operator==(const {family.struct}&) const = default;
}};

/// @throws Error that names the first option out of its range.
void requireValid(const {family.struct}& options);

/// Appends every option that results depend on, for the mark of snapshots.
void append(ByteWriter& bytes, const {family.struct}& options);

"""


def _enumeration(option: Option) -> str:
    head = comment(f"{option.help} The numbers are stored in files: append, never renumber.")
    words = "".join(f"{comment(word.help, '  ') if word.help else ''}  {word.text} = {word.number},\n" for word in option.words)
    return f"""{head}enum class {option.enum} : std::int32_t {{
{words}}};

/// The word as it is written in files, in Python and on the command line.
const char* name({option.enum} word);

"""


def _member(option: Option, families: dict[str, Family]) -> str:
    head = comment(full_text(option), "  ")
    if option.type == "family":
        return f"{head}  {families[option.of].struct} {option.name}{{}};\n"
    return f"{head}  {_type(option)} {option.name} = {default_of(option, f'{option.enum}::{option.default}')};\n"


def _type(option: Option) -> str:
    if option.cpp:
        return option.cpp
    if option.type == "vector":
        return "Vec3" if option.count == 3 else f"std::array<double, {option.count}>"
    if option.type == "integers":
        return f"std::array<int, {option.count}>"
    return {"number": "double", "integer": "int", "flag": "bool", "text": "std::string", "choice": option.enum,
            "numbers": "std::vector<double>", "family": ""}[option.type]


def _source(family: Family) -> str:
    names = "".join(_name(option) for option in _own_choices(family))
    return f"""{note(family.name)}
#include "options/{family.name}_options.h"

#include "base/bytes.h"
#include "base/option_check.h"

namespace talus {{

{names}{_functions(family) if family.struct else ""}}}  // namespace talus
"""


def _functions(family: Family) -> str:
    checks = "".join(map(_check_of_member, family.members))
    appended = "".join(_appended(option) for option in family.members if option.changes_result)
    return f"""void requireValid([[maybe_unused]] const {family.struct}& options) {{
{checks}}}

void append([[maybe_unused]] ByteWriter& bytes, [[maybe_unused]] const {family.struct}& options) {{
{appended}}}

"""


def _name(option: Option) -> str:
    cases = "".join(_case(option.enum, word) for word in option.words)
    return f"""const char* name({option.enum} word) {{
  switch (word) {{
{cases}  }}
  return "unknown";
}}

"""


def _case(enum: str, word: Word) -> str:
    return f'    case {enum}::{word.text}:\n      return "{word.text}";\n'


def _appended(option: Option) -> str:
    if option.type == "family":
        return f"  append(bytes, options.{option.name});\n"
    if option.type == "numbers":
        return f"  bytes.array(options.{option.name});\n"
    if option.type == "text":
        return f"  bytes.array(std::vector<char>(options.{option.name}.begin(), options.{option.name}.end()));\n"
    return f"  bytes.value(options.{option.name});\n"


def _check_of_member(option: Option) -> str:
    if option.type == "family":
        return f"  requireValid(options.{option.name});\n"
    return check(option, f"options.{option.name}")


def check(option: Option, value: str) -> str:
    """Statements that throw if a value is out of range."""
    if option.type == "choice":
        return _check_number(option, value, f"x >= 0 && x <= {len(option.words) - 1}")
    if option.type in ("flag", "text") or (option.type in ("integer", "integers") and not option.limits):
        return ""
    if option.type in (*VECTORS, "numbers"):
        return f"  for (const auto item : {value})\n  {_check_number(option, 'item', _condition_of(option))}"
    return _check_number(option, value, _condition_of(option))


def _check_number(option: Option, value: str, condition: str) -> str:
    texts = ",\n                 ".join(map(quoted, (option.title, option.range, default_text(option))))
    argument = "double" if condition == "true" else "double x"
    return (f"  requireOption(static_cast<double>({value}), []({argument}) {{ return {condition}; }},\n"
            f"                {{{texts}}});\n")


def _condition_of(option: Option) -> str:
    limits = [("x >= ", option.least), ("x > ", option.above), ("x <= ", option.most), ("x < ", option.below)]
    return " && ".join(sign + number(limit) for sign, limit in limits if limit is not None) or "true"
