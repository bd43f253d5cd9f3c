"""Usage: unique_names.py FOLDER…. Fails if two files below a folder define classes of one name in one namespace.

A program links them: whichever destructor or inline function the linker takes then serves both. Classes of unnamed
namespaces, of sources, are of their file alone.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

from class_sizes import code_of, end_of

NAMESPACE = re.compile(r"namespace\s*([\w:]*)\s*$")
CLASS = re.compile(r"(?<!enum )\b(?:class|struct)\s+([\w:]+)\s*(?:final\s*)?(?::[^:].*)?$", re.S)


def names_in(text, around=""):
    """The qualified names of the classes that a text defines, but for those of unnamed namespaces and of functions."""
    place = 0
    while (opening := text.find("{", place)) >= 0:
        end = end_of(text, opening)
        declaration = re.split(r"[;}]", text[place:opening])[-1]
        if space := NAMESPACE.search(declaration):
            if space[1]:
                yield from names_in(text[opening + 1 : end], f"{around}::{space[1]}")
        elif found := CLASS.search(declaration):
            yield f"{around}::{found[1]}"
        place = end + 1


def main():
    places = defaultdict(set)
    for folder in sys.argv[1:]:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".cxx"):
                for name in names_in(code_of(path.read_text())):
                    places[name].add(str(path))
    faults = [f"{name} is defined in {' and '.join(sorted(files))}" for name, files in places.items() if len(files) > 1]
    print("\n".join(faults) or f"{len(places)} classes of different names")
    return 1 if faults or not places else 0


if __name__ == "__main__":
    sys.exit(main())
