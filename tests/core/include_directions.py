"""Usage: include_directions.py CORE. Fails if a file of the core includes one of a folder that its own folder may not use.

What a folder may use is the line `May use: ...` of its README.md. A folder's name allows the folders within it, too. The
lines must not make a cycle: no folder may use another that, directly or through others, may use it.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'#\s*include "([^"]+)/[^"/]+"|HWY_TARGET_INCLUDE "([^"]+)/[^"/]+"')
MAY_USE = re.compile(r"^May use: (.*?)\.$", re.M | re.S)


def may_use(readme):
    line = MAY_USE.search(readme.read_text())
    return None if line is None else re.findall(r"`([\w/]+)`", line[1])


def allowed(folder, names):
    return any(folder == name or folder.startswith(name + "/") for name in names)


def uses(core, folder):
    """Folders whose headers the files of a folder include, with one such file each."""
    found = {}
    for file in sorted((core / folder).glob("*.*")):
        if file.suffix not in (".h", ".cpp"):
            continue
        for match in INCLUDE.finditer(file.read_text()):
            used = match[1] or match[2]
            if used != folder:
                found.setdefault(used, file.relative_to(core))
    return found


def on_cycle(folder, edges):
    seen, to_visit = set(), list(edges[folder])
    while to_visit:
        at = to_visit.pop()
        if at not in seen:
            seen.add(at)
            to_visit += edges.get(at, [])
    return folder in seen


def main():
    core = Path(sys.argv[1])
    folders = sorted({str(file.parent.relative_to(core)) for file in core.rglob("*.h")})
    rules = {folder: may_use(core / folder / "README.md") for folder in folders}
    faults = [f"core/{folder}/README.md has no line 'May use: ...'" for folder, names in rules.items() if names is None]
    rules = {folder: names or [] for folder, names in rules.items()}
    for folder, names in rules.items():
        faults += [f"core/{file} includes {used}/, which core/{folder}/README.md does not allow"
                   for used, file in uses(core, folder).items() if not allowed(used, names)]
    edges = {folder: [other for other in folders if other != folder and allowed(other, names)]
             for folder, names in rules.items()}
    faults += [f"core/{folder} may use folders that may use it" for folder in folders if on_cycle(folder, edges)]
    print("\n".join(faults) or f"{len(folders)} folders include downwards only")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
