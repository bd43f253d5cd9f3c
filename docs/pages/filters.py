"""The page of a filter, from plugin/Talus/NAME.xml, the tables of options and docs/examples/NAME.py."""

import re
import xml.etree.ElementTree as xml

from .arrays import output_text
from .tables import expanded, read_families
from .text import DOCS, NOTE, ROOT, one_line, wrapped


def filter_pages():
    families = read_families()
    read = (Proxy(expanded(path, families)) for path in sorted((ROOT / "plugin" / "Talus").rglob("*.xml")))
    proxies = [proxy for proxy in read if proxy.group != "representations"]
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

    def __init__(self, text):
        group = xml.fromstring(text).find("ProxyGroup")
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
        output, usage = output_text(self.words.get("long_help")), wrapped(f"{path}. {self.words.text or ''}")
        return f"## Purpose and output\n{output}\n\n## In ParaView\n{usage}\n"

    def properties(self):
        rows = [self.row(element) for element in self.proxy if element.tag.endswith("Property")]
        rows = [row for row in rows if row]
        if not rows:
            return ""
        return "## Properties\n| property | default | values | |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"

    def row(self, element):
        words = element.find("Documentation")
        hidden = element.get("panel_visibility") == "never" or element.get("information_only")
        if words is None or hidden or element.tag == "InputProperty":
            return None
        entries = {entry.get("value"): entry.get("text") for entry in element.iter("Entry")}
        if element.find("BooleanDomain") is not None:
            entries = {"1": "on", "0": "off"}
        default = element.get("default_values", "")
        text, range_ = divided(one_line(words.get("long_help") or words.text))
        values = ", ".join(entries.values()) or range_ or range_of(element)
        text = text.replace("|", "&#124;")
        return f"| {named(element)} | {entries.get(default, default)} | {values} | {text} |"

    def example(self):
        path = DOCS / "examples" / f"{self.name}.py"
        if not path.exists():
            return ""
        code = path.read_text()
        run = f"xvfb-run -a build/release/bin/talus-env pvpython docs/draw_pictures.py {self.name}"
        text = f"## In pvpython\n```python\n{script_of(code)}\n```\n<!-- Drawn by {run} -->\n"
        command = re.search(r'Command line: (.*?)(?:"""|$)', code, re.MULTILINE)
        return text + (f"\n## On the command line\n```bash\n{command.group(1)}\n```\n" if command else "")

    def more(self):
        if self.proxy.get("class") == "vtkPythonProgrammableFilter":
            return (
                "Made by the package [`talus.pipeline`](../../python/talus/pipeline/__init__.py) of `talus.measure`.\n"
            )
        name = f"{self.proxy.get('class')}.h"
        header = next(path for place in ("filters", "plugin") for path in (ROOT / place).rglob(name)).relative_to(ROOT)
        return f"Arrays with their types, errors, cost, threads, MPI and sources: [`{header}`](../../{header}).\n"


def script_name(element):
    """What pvpython calls a property: its label without what no name can have."""
    return re.sub(r"\W", "", element.get("label") or element.get("name"), flags=re.ASCII)


def named(element):
    """A property as the panel calls it and, where that differs, as scripts do."""
    script, label = script_name(element), element.get("label") or element.get("name")
    return f"`{script}`" if script == label else f"*{label}* `{script}`"


def divided(text):
    """The help of a property without its range, and the range."""
    text, _, range_ = text.partition(" Range: ")
    return text, range_.removesuffix(".")


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
