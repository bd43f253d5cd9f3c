#!/usr/bin/python3
"""Writes the files generated from the tables of options: see README.md.

    python3 options/generate.py FOLDER     write changed files, and remove files without a table
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from options.scenarios import scenario_family  # noqa: E402
from options.scene_tables import read_scene_tables  # noqa: E402
from options.tables import TableError, read_families  # noqa: E402
from options.writers import core, filters, look, panel, python, scene_core, scene_python, signatures, statistics  # noqa: E402


def written() -> dict[str, str]:
    """All files, by their path in the folder."""
    families = read_families()
    scene = read_scene_tables(families)
    families["scenario"] = scenario_family()
    files = scene_core.files(scene) | scene_python.files(scene)
    files |= statistics.files()
    for writer in (core, filters, panel, python, look):
        files |= writer.files(families)
    return files | signatures.files(families | scene_python.families(scene))


def main(folder: str) -> int:
    try:
        files = written()
    except (TableError, ValueError) as error:
        print(f"options/tables: {error}", file=sys.stderr)
        return 1
    root = Path(folder)
    for name, text in files.items():
        path = root / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:  # otherwise everything that uses it is rebuilt
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in root.rglob("*"):
        if path.is_file() and str(path.relative_to(root)) not in files:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
