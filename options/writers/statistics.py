"""The statistics of frames: options/listed_statistics.h of the core, and python/statistics_table.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .text import comment

_TABLE = Path(__file__).parents[1] / "statistics.json"
_NOTE = "Written by options/generate.py from options/statistics.json: change that instead."
#: In the field data of frames and in snapshots; as columns of tables
_FIELDS, _COLUMNS = ("energies", "choice", "steps", "pairs"), ("steps", "choice", "energies", "pairs")
_TYPES = {"number": "double", "vector": "Vec3", "count": "std::int64_t", "limit": "StepLimit"}
_INITIAL = {"number": " = 0", "vector": " = Vec3::Zero()", "count": " = 0", "limit": "{}"}


def files() -> dict[str, str]:
    table = json.loads(_TABLE.read_text(encoding="utf-8"))
    return {"core/options/listed_statistics.h": _header(table), "python/statistics_table.py": _module(table)}


def _member(row: dict[str, Any]) -> str:
    name = row["name"]
    return row.get("member", name[0].lower() + name[1:])


def _header(table: dict[str, Any]) -> str:
    limits = table["limits"]
    words = "".join(f"{comment(word['about'], '  ')}  {word['text']} = {number},\n" for number, word in enumerate(limits["words"]))
    rows = [row for group in _FIELDS for row in table[group]]
    members = "".join(_declaration(row) for row in rows)
    visits = "".join(f'  visit("{row["name"]}", of.{_member(row)});\n' for row in rows)
    return f"""// {_NOTE}
#pragma once

#include <cstdint>

#include "base/types.h"

namespace talus {{

{comment(limits["about"])}enum class StepLimit : std::int32_t {{
{words}}};

/// The statistics of a frame that are a number or a vector.
struct ListedStatistics {{
{members}}};

/// Calls visit(name, value) for each of them, in the order of the field data of a frame, where they have these
/// names, and of snapshots.
/// @tparam Statistics ListedStatistics, const or not.
template <class Statistics, class Visitor>
void forEachStatistic(Statistics& of, const Visitor& visit) {{
{visits}}}

}}  // namespace talus
"""


def _declaration(row: dict[str, Any]) -> str:
    initial = f" = {row['default']}" if "default" in row else _INITIAL[row["type"]]
    about = ", ".join(filter(None, (row["about"], row.get("unit", "").replace("m2", "m²"))))
    return f"{comment(about, '  ')}  {_TYPES[row['type']]} {_member(row)}{initial};\n"


def _module(table: dict[str, Any]) -> str:
    limits = ", ".join(f'"{word["text"]}"' for word in table["limits"]["words"])
    rows = "".join(f'    "{row["name"]}": "{row.get("unit", "")}",\n' for group in _COLUMNS for row in table[group])
    return f'''"""The statistics of frames, with their units. {_NOTE}"""

STEP_LIMITS = ({limits})
STATISTICS = {{
{rows}    "Comparisons": "",
}}
'''
