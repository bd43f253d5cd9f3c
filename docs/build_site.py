#!/usr/bin/python3
"""Builds the documentation as a static web site, with search.

    python3 docs/build_site.py OUT

Needs the packages `mkdocs`, `mkdocs-material` and `doxygen`. The site's pages are the repository's Markdown files at their own
paths, so the links between them are the same in both; files that pages link to are copied. The C++ reference comes from the
headers' comments, those that the tables of options write included; its first page lists the public headers. OUT is replaced.
The search needs a web server: `python3 -m http.server --directory OUT`.
Prints the first error of MkDocs or Doxygen, or one line that says what is not installed, and exits with status 1; warnings are errors.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ("doxygen", "mkdocs")
PACKAGES = ("doxygen", "mkdocs", "mkdocs-material")
NOT_PAGES = {"build", "demo-output", ".git", ".pytest_cache", "node_modules"}


def pages() -> list[Path]:
    """The Markdown files of the repository, relative to its root."""
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*.md"))
    return sorted(path for path in found if not NOT_PAGES.intersection(path.parts))


def linked_files(page: Path) -> set[Path]:
    """Files of the repository that a page shows or links to, apart from pages."""
    text = (ROOT / page).read_text()
    links = re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r'<img src="([^"]+)"', text)
    targets = ((ROOT / page.parent / link).resolve() for link in links if "://" not in link)
    return {path.relative_to(ROOT) for path in targets if path.is_file() and path.suffix != ".md"}


def stage(folder: Path) -> None:
    """Copies pages and what they link to."""
    wanted = set(pages()) | {Path("docs/site/extra.css"), Path("docs/site/tables.js")}
    for page in pages():
        wanted |= linked_files(page)
    for path in wanted:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, folder / path)


def reference_page() -> str:
    """The first page of the C++ reference, for Doxygen: what each public header says of itself, and the example."""
    rows = []
    for header in sorted((ROOT / "core" / "talus").glob("*.h")):
        words = " ".join(re.findall(r"^/// (.*)", header.read_text(), re.MULTILINE))
        rows.append(f"| `<talus/{header.name}>` | {words} |")
    filters = sorted(path.stem for path in (ROOT / "filters").glob("vtkTalus*.h"))
    return f"""/**
@mainpage C++ reference

Include these headers and link `Talus::Core`; everything is in namespace talus. Other headers may change.

| header | for |
|---|---|
{chr(10).join(rows)}

The VTK filters (`<talus/filters/...>`, `Talus::Filters`): {", ".join(filters)}.

A first program:

@include main.cpp
*/
"""


def require_programs() -> None:
    """Ends with a line if one is missing."""
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    if missing:
        sys.exit(f"There is no {' and no '.join(missing)}. Install: {' '.join(PACKAGES)}")


def run(*command: object, text: str | None = None) -> None:
    result = subprocess.run([str(word) for word in command], cwd=ROOT, input=text, capture_output=True, text=True, check=False)
    if result.returncode:
        message = (result.stdout + result.stderr).strip()
        sys.exit(f"{command[0]} failed:\n{message[:2000]}")


def build(out: Path) -> None:
    require_programs()
    settings = ROOT / "docs" / "site"
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "source"
        stage(source)
        written = Path(scratch) / "generated"
        run(sys.executable, "-B", "options/generate.py", written)
        (written / "reference.dox").write_text(reference_page())
        headers = f"{written}/core {written}/filters"
        text = (settings / "Doxyfile").read_text() + f"OUTPUT_DIRECTORY = {source}\nINPUT += {headers} {written}/reference.dox\nSTRIP_FROM_PATH += {headers}\n"
        run("doxygen", "-", text=text)
        config = Path(scratch) / "mkdocs.yml"
        config.write_text((settings / "mkdocs.yml").read_text() + f"docs_dir: {source}\nsite_dir: {out.resolve()}\n")
        run("mkdocs", "build", "--clean", "--config-file", config)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    build(parser.parse_args().out)
