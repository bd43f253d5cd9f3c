"""How bodies, contacts and categories are drawn, for the filters' drawing, the plugin and the Python package: drawing/body_look.h,
plugin/look.h, plugin/bodies/BodiesRepresentation.xml and python/look.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..tables import LOOK, Family

_BODIES = Path(__file__).parents[2] / "plugin" / "Talus" / "bodies" / "BodiesRepresentation.xml"
_PLACE = "@WALL_OPACITY@"
_MAPS = ("usual", "forces")
_NOTE = "Written by options/generate.py from options/look.json: change that instead."


def files(families: dict[str, Family]) -> dict[str, str]:
    look = json.loads(LOOK.read_text(encoding="utf-8"))
    display = _BODIES.read_text(encoding="utf-8").replace(_PLACE, str(look["walls"]["opacity"]))
    return {
        "drawing/body_look.h": _opacities(look), "plugin/look.h": _header(look), "plugin/bodies/BodiesRepresentation.xml": display,
        "python/look.py": _module(look),
    }  # fmt: skip


def _title(quantity: dict[str, Any]) -> str:
    return f"{quantity['title']} ({quantity['unit']})" if "unit" in quantity else quantity["title"]


def _words(look: dict[str, Any], array: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(value, word, look["colours"][colour]) for value, word, colour in array.get("words", ())]


def _colours_of(look: dict[str, Any], name: str) -> str:
    return ", ".join(f"0x{colour}" for colour in look["maps"][name].split())


def _opacities(look: dict[str, Any]) -> str:
    light, dark = (", ".join(map(str, look["walls"][ground])) for ground in ("on light", "on dark"))
    ahead = ", ".join(str(float(part)) for part in look["view"]["direction"])
    return f'''// {_NOTE}
#pragma once

#include <array>

namespace talus::look {{

constexpr double wallOpacity = {look["walls"]["opacity"]}, opacityOfEdges = {look["edges of walls"]["opacity"]};
constexpr double opacityWithContacts = {look["bodies with contacts"]["opacity"]};
constexpr float sizeOfContacts = {look["contacts"]["points"]}, widthOfForces = {look["contacts"]["lines"]};  // pixels
inline constexpr std::array viewDirection{{{ahead}}};  // of the camera; z is up
inline constexpr std::array wallsOnLight{{{light}}}, wallsOnDark{{{dark}}};

// Colours RRGGBB at equal distances.
inline constexpr std::array forces{{{_colours_of(look, "forces")}}};

}}  // namespace talus::look
'''


def _header(look: dict[str, Any]) -> str:
    rows = "".join(_array(look, array) for array in look["arrays"])
    in_turn = ", ".join(f'"{look["colours"][name]}"' for name in look["in turn"])
    quantities = ", ".join(
        f'Quantity{{"{one["name"]}", "{_title(one)}", {one.get("map", "usual")}Map}}' for one in look["quantities"]
    )
    maps = "".join(
        f"constexpr std::array {name}Map{{{_colours_of(look, name)}}};\n" for name in _MAPS
    )
    return f'''// {_NOTE}
#pragma once

#include <vtkType.h>

#include <array>
#include <vector>

#include "categories.h"

namespace talus::plugin::look {{

constexpr std::array coloursInTurn{{{in_turn}}};

// Colours RRGGBB at equal distances.
{maps}
struct Quantity {{
  const char* name;
  const char* title;
  std::array<int, usualMap.size()> map;
}};

// Of bodies and frames, which are in SI units; those of surfaces are in the unit of the mesh.
constexpr std::array quantities{{{quantities}}};

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


def _module(look: dict[str, Any]) -> str:
    words = {array["name"]: {value: (word, colour) for value, word, colour in _words(look, array)} for array in look["arrays"]}
    rows = "".join(f"    {name!r}: {of_array!r},\n" for name, of_array in words.items() if of_array)
    titles = {one["name"]: _title(one) for one in look["quantities"]} | {one["name"]: one["title"] for one in look["arrays"]}
    maps = {one["name"]: one["map"] for one in look["quantities"] if "map" in one}
    return f'''"""How bodies are drawn. {_NOTE}"""

WALL_OPACITY = {look["walls"]["opacity"]}
OPACITY_WITH_CONTACTS = {look["bodies with contacts"]["opacity"]}
WIDTH_OF_FORCES = {look["contacts"]["lines"]}  # pixels
WALL_COLOUR = {tuple(look["walls"]["on light"])}  # on a light ground
COLOURS_IN_TURN = {tuple(look["colours"][name] for name in look["in turn"])}

#: What legends say
TITLES = {titles!r}

#: Maps of quantities: colours RRGGBB at equal distances
MAPS = {{{", ".join(f"{name!r}: {look['maps'][name]!r}" for name in _MAPS)}}}
#: The arrays that have another than the usual one
MAP_OF = {maps!r}

#: For each array a word and a colour, RRGGBB, for its values
WORDS = {{
{rows}}}
'''
