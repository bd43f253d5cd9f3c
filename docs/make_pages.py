#!/usr/bin/python3
"""Writes the pages of filters, methods, options, scenarios and the Python package from what the sources say, so that they cannot drift.

    python3 docs/make_pages.py            write docs/filters, docs/methods, docs/options, docs/python, docs/scenarios, docs/scenes and the
                                          schema of scenes
    python3 docs/make_pages.py --check    say which pages are not what the sources say; exit status 1 if any

docs/pages has a file for each kind of page, which says where it comes from. Needs no build and no package.
"""

import argparse
import sys

from pages.filters import filter_pages
from pages.methods import method_pages
from pages.options import option_pages
from pages.python import python_pages
from pages.scenarios import scenario_pages
from pages.scenes import scene_pages
from pages.text import ROOT


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    pages = filter_pages() | method_pages() | option_pages() | python_pages() | scenario_pages() | scene_pages()
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text() != text]
    folders = {path.parent for path in pages if path.suffix == ".md"}
    strays = [path for folder in sorted(folders) for path in folder.glob("*.md") if path not in pages]
    if check:
        for path in stale + strays:
            print(f"{path.relative_to(ROOT)} is not what the sources say: run docs/make_pages.py")
        return 1 if stale or strays else 0
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(pages[path])
    for path in strays:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
