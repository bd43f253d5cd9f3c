#!/usr/bin/python3
"""Writes the pages of filters and methods from what the sources say, so that they cannot drift.

    python3 docs/make_pages.py            write docs/filters and docs/methods
    python3 docs/make_pages.py --check    say which pages are not what the sources say; exit status 1 if any

A filter's page comes from plugin/Talus/NAME.xml and docs/examples/NAME.py, a method's from the comment above its class
and from docs/methods.json.
"""

import argparse
import json
import pathlib
import re
import sys
import textwrap
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
NOTE = "<!-- Written by docs/make_pages.py: change the sources instead. -->\n\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    pages = filter_pages() | method_pages()
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text() != text]
    strays = [path for folder in ("filters", "methods") for path in (DOCS / folder).glob("*.md") if path not in pages]
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


# ---- Filters ----


def filter_pages():
    proxies = [Proxy(path) for path in sorted((ROOT / "plugin" / "Talus").rglob("*.xml"))]
    proxies.sort(key=lambda proxy: proxy.name)
    pages = {DOCS / "filters" / f"{proxy.name}.md": proxy.page() for proxy in proxies}
    rows = [f"| [{proxy.label}]({proxy.name}.md) | {proxy.short} |" for proxy in proxies]
    pages[DOCS / "filters" / "README.md"] = "\n".join([FILTER_HEAD, *rows]) + "\n"
    return pages


FILTER_HEAD = f"""{NOTE}# Filters and sources

In ParaView's menu *Talus*, in `pvpython` under the same names, most of them as commands.

| | what it does |
|---|---|"""


class Proxy:
    """What a server-manager XML says about one filter, source or reader."""

    def __init__(self, path):
        group = xml.parse(path).getroot().find("ProxyGroup")
        self.group = group.get("name")
        self.proxy = next(element for element in group if element.get("class"))
        self.name, self.label = self.proxy.get("name"), self.proxy.get("label")
        self.words = self.proxy.find("Documentation")
        self.short = self.words.get("short_help")

    def page(self):
        parts = [f"{NOTE}# {self.label}\n", self.short + "\n", self.picture(), self.purpose(), self.properties()]
        return "\n".join(part for part in parts + [self.example(), self.more()] if part)

    def picture(self):
        if not (DOCS / "pictures" / f"{self.name}.png").exists():
            return ""
        return f"![{self.label}](../pictures/{self.name}.png)\n"

    def purpose(self):
        menu = "Sources" if self.group == "sources" else "Filters"
        reads = self.proxy.find(".//ReaderFactory") is not None
        path = "*File > Open*" if reads else f"*{menu} > Talus > {self.label}*"
        output, usage = wrapped(self.words.get("long_help")), wrapped(f"{path}. {self.words.text or ''}")
        return f"## Purpose and output\n{output}\n\n## In ParaView\n{usage}\n"

    def properties(self):
        rows = [self.row(element) for element in self.proxy if element.tag.endswith("Property")]
        rows = [row for row in rows if row]
        if not rows:
            return ""
        return "## Properties\n| property | default | values | |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"

    def row(self, element):
        words = element.find("Documentation")
        if words is None or element.get("panel_visibility") == "never" or element.tag == "InputProperty":
            return None
        entries = {entry.get("value"): entry.get("text") for entry in element.iter("Entry")}
        if element.find("BooleanDomain") is not None:
            entries = {"1": "on", "0": "off"}
        default = element.get("default_values", "")
        values = ", ".join(entries.values()) or range_of(element)
        text = one_line(words.text or words.get("short_help", "")).replace("|", "&#124;")
        return f"| `{element.get('name')}` | {entries.get(default, default)} | {values} | {text} |"

    def example(self):
        path = DOCS / "examples" / f"{self.name}.py"
        if not path.exists():
            return ""
        code = path.read_text()
        run = f"xvfb-run -a build/release/bin/talus-env pvpython docs/draw_pictures.py {self.name}"
        text = f"## In pvpython\n```python\n{script_of(code)}\n```\nDrawn by `{run}`.\n"
        command = re.search(r'Command line: (.*?)(?:"""|$)', code, re.MULTILINE)
        return text + (f"\n## On the command line\n```bash\n{command.group(1)}\n```\n" if command else "")

    def more(self):
        if self.proxy.get("class") == "vtkPythonProgrammableFilter":
            return "Made by the package [`talus.pipeline`](../../python/talus/pipeline/__init__.py) of `talus.measure`.\n"
        header = f"filters/{self.proxy.get('class')}.h"
        return f"Arrays with their types, errors, cost, threads, MPI and sources: [`{header}`](../../{header}).\n"


def range_of(element):
    """The values that a property may have, from its range domain."""
    domain = next((child for child in element if child.tag.endswith("RangeDomain")), None)
    low, high = (domain.get("min"), domain.get("max")) if domain is not None else (None, None)
    if low and high:
        return f"{low} … {high}"
    return f"≥ {low}" if low else ""


def script_of(code):
    """The example without its docstring."""
    return re.sub(r'^""".*?"""\n+', "", code, count=1, flags=re.DOTALL).strip()


def one_line(text):
    return " ".join(text.split())


def wrapped(text):
    return textwrap.fill(one_line(text), 110, break_long_words=False, break_on_hyphens=False)


# ---- Methods ----


def method_pages():
    families = json.loads((DOCS / "methods.json").read_text())
    pages, index = {}, [NOTE + "# Methods\n"]
    for family in families:
        measured = f"[{family['measured in']}](../../{family['measured in']})"
        index += [f"\n## {family['family']}\n", f"Chosen by {family['chosen by']}. Measured in {measured}.\n"]
        index += ["| method | when |", "|---|---|"]
        for name, source, when in family["methods"]:
            pages[DOCS / "methods" / f"{name}.md"] = method_page(name, source, when, family)
            index.append(f"| [{name}]({name}.md) | {when} |")
    pages[DOCS / "methods" / "README.md"] = "\n".join(index) + "\n"
    return pages


def method_page(name, source, when, family):
    header, _, item = source.partition("#")
    what = comment_of(ROOT / header, item or name)
    chosen, measured = family["chosen by"], family["measured in"]
    return f"""{NOTE}# {name}

**{family['family']}.** When: {when}

Chosen by {chosen}.

## What it does, what it costs, where it comes from
{what}

Header: [`{header}`](../../{header}). Measured: [{measured}](../../{measured}).
"""


def comment_of(path, name):
    """The comment of a class, structure or enumerator, as Markdown."""
    lines = path.read_text().splitlines()
    declared = re.compile(rf"\s*(?:(?:class|struct) {name}\b[^;]*$|{name} = \d+,(?:\s*///< (.*))?$)")
    for number, line in enumerate(lines):
        found = declared.match(line)
        if not found:
            continue
        first = number
        while first > 0 and lines[first - 1].strip().startswith("///"):
            first -= 1
        comment = [text.strip()[3:].removeprefix(" ") for text in lines[first:number]]
        after = [found.group(1)] if found.group(1) else []
        if comment or after:
            return markdown("\n".join(comment + after))
    sys.exit(f"{path.relative_to(ROOT)} says nothing about {name}")


def markdown(comment):
    """Comments are Markdown but for < and Doxygen's @param lines."""
    words = {"param": "Parameter", "return": "Returns", "throws": "Errors:"}
    return re.sub(r"@(param|return|throws)\b", lambda found: words[found[1]], comment).replace("<", "&lt;")


if __name__ == "__main__":
    sys.exit(main())
