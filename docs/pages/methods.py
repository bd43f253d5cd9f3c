"""The page of a method, from the comment above its class (or what the tables of options say of a word) and docs/methods.json."""

import json
import re
import sys
from pathlib import Path

from .tables import read_families
from .text import DOCS, NOTE, ROOT


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
    what = meaning_of(header, item) if header.endswith(".json") else comment_of(ROOT / header, item or name)
    chosen, measured = family["chosen by"], family["measured in"]
    return f"""{NOTE}# {name}

**{family['family']}.** When: {when}

Chosen by {chosen}.

## Description, cost, source
{what}

Source: [`{header}`](../../{header}). Measured: [{measured}](../../{measured}).
"""


def meaning_of(table, word):
    """What a table of options says of a word."""
    family = read_families()[Path(table).stem]
    return next(found.help for option in family.options for found in option.words if found.text == word)


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
