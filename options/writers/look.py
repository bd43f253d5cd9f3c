"""How bodies and categories are drawn, for the filters' drawing, the plugin and the Python package: drawing/body_look.h, plugin/look.h
and python/look.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..tables import Family

_TABLE = Path(__file__).parents[1] / "look.json"
_NOTE = "Written by options/generate.py from options/look.json: change that instead."


def files(families: dict[str, Family]) -> dict[str, str]:
    look = json.loads(_TABLE.read_text(encoding="utf-8"))
    walls = next(option.default for option in families["render"].options if option.name == "wallOpacity")
    return {"drawing/body_look.h": _opacities(look, walls), "plugin/look.h": _header(look), "python/look.py": _module(look, walls)}


def _words(look: dict[str, Any], array: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(value, word, look["colours"][colour]) for value, word, colour in array.get("words", ())]


def _opacities(look: dict[str, Any], walls: float) -> str:
    light, dark = (", ".join(map(str, look["walls"][ground])) for ground in ("on light", "on dark"))
    return f'''// {_NOTE}
#pragma once

#include <array>

namespace talus::look {{

constexpr double wallOpacity = {walls}, opacityOfEdges = {look["edges of walls"]["opacity"]};
constexpr double opacityWithContacts = {look["bodies with contacts"]["opacity"]};
constexpr std::array wallsOnLight{{{light}}}, wallsOnDark{{{dark}}};

}}  // namespace talus::look
'''


def _header(look: dict[str, Any]) -> str:
    rows = "".join(_array(look, array) for array in look["arrays"])
    in_turn = ", ".join(f'"{look["colours"][name]}"' for name in look["in turn"])
    units = ", ".join(f'Unit{{"{one["name"]}", "{one["unit"]}"}}' for one in look["quantities"])
    return f'''// {_NOTE}
#pragma once

#include <vtkType.h>

#include <array>
#include <vector>

#include "categories.h"

namespace talus::plugin::look {{

constexpr std::array coloursInTurn{{{in_turn}}};

struct Unit {{
  const char* name;
  const char* unit;
}};

// Quantities of bodies and frames, which are in SI units; those of surfaces are in the unit of the mesh.
constexpr std::array units{{{units}}};

struct DescribedArray {{
  const char* name;
  const char* title;
  int type;
  const char* companion;
  std::vector<Category> categories;
}};

inline std::vector<DescribedArray> describedArrays() {{
  return {{
{rows}  }};
}}

}}  // namespace talus::plugin::look
'''


def _array(look: dict[str, Any], array: dict[str, Any]) -> str:
    words = ", ".join(f'{{{value}, "{word}", "{colour}"}}' for value, word, colour in _words(look, array))
    beside = f'"{array["beside"]}"' if "beside" in array else "nullptr"
    return f'      {{"{array["name"]}", "{array["title"]}", VTK_{array["type"]}, {beside}, {{{words}}}}},\n'


def _module(look: dict[str, Any], walls: float) -> str:
    words = {array["name"]: {value: (word, colour) for value, word, colour in _words(look, array)} for array in look["arrays"]}
    rows = "".join(f"    {name!r}: {of_array!r},\n" for name, of_array in words.items() if of_array)
    titles = {one["name"]: f"{one['magnitude']}, {one['unit']}" for one in look["quantities"]}
    return f'''"""How bodies are drawn. {_NOTE}"""

WALL_OPACITY = {walls}
OPACITY_WITH_CONTACTS = {look["bodies with contacts"]["opacity"]}
WALL_COLOUR = {tuple(look["walls"]["on light"])}  # on a light ground
COLOURS_IN_TURN = {tuple(look["colours"][name] for name in look["in turn"])}

#: What legends of quantities say
TITLES = {titles!r}

#: For each array a word and a colour, RRGGBB, for its values
WORDS = {{
{rows}}}
'''
