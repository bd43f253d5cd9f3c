"""Usage: unique_names.py FOLDER…. Fails if two files below a folder define in one namespace classes of one name, or functions
of one name with the same parameters.

A program links them: whichever destructor or inline function the linker takes then serves both. What unnamed namespaces
hold, of sources, is of their file alone.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

from class_sizes import code_of, end_of

NAMESPACE = re.compile(r"namespace\s*([\w:]*)\s*$")
CLASS = re.compile(r"(?<!enum )\b(?:class|struct)\s+([\w:]+)\s*(?:final\s*)?(?::[^:].*)?$", re.S)

FUNCTION = re.compile(
    r"(?:^|[\s*&>])((?:\w+::)*(?:~?\w+|operator[^\w\s]+))\s*\((.*)\)\s*((?:const|noexcept|override|final|&|->[^{]*|\s)*)(?::[^:].*)?$",
    re.S,
)


def function_in(declaration):
    """The name, the types of the parameters and the qualifiers of the function that a definition begins; None for others."""
    found = FUNCTION.search(declaration)
    if found is None or re.search(r"\bstatic\b", declaration):
        return None
    types = (re.sub(r"\s*=.*", "", " ".join(each.split())) for each in found[2].split(","))
    types = (re.sub(r"(?<=[\s&*>])\w+$", "", each).strip() for each in types)
    template = "template " if "template" in declaration else ""
    return f"{template}{found[1]}({', '.join(types)}){' const' if 'const' in found[3] else ''}"


def names_in(text, around=""):
    """The qualified names of the classes and functions that a text defines, but for those of unnamed namespaces, and within
    classes and functions."""
    place = 0
    while (opening := text.find("{", place)) >= 0:
        end = end_of(text, opening)
        declaration = re.split(r"[;}]", text[place:opening])[-1]
        if space := NAMESPACE.search(declaration):
            if space[1]:
                yield from names_in(text[opening + 1 : end], f"{around}::{space[1]}")
        elif found := CLASS.search(declaration):
            yield f"{around}::{found[1]}"
        elif function := function_in(declaration):
            yield f"{around}::{function}"
        place = end + 1


def expanded(text):
    """With the unnamed namespace that the macros of base/lane_code-inl.h open and close."""
    return text.replace("TALUS_BEGIN_LANE_CODE;", "namespace {").replace("TALUS_END_LANE_CODE\n", "}\n")


def main():
    places = defaultdict(set)
    for folder in sys.argv[1:]:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".cxx"):
                for name in names_in(expanded(code_of(path.read_text()))):
                    places[name].add(str(path))
    faults = [f"{name} is defined in {' and '.join(sorted(files))}" for name, files in places.items() if len(files) > 1]
    print("\n".join(faults) or f"{len(places)} classes and functions of different names")
    return 1 if faults or not places else 0


if __name__ == "__main__":
    sys.exit(main())
