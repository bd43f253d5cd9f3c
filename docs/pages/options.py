"""The page of options: keywords of the Python package and flags of the command line, from the tables of options."""

from .tables import read_families, spaced
from .text import DOCS, NOTE, one_line

HEAD = f"""{NOTE}# Options in Python and on the command line

Keywords of the functions of `talus`, and flags of `talus COMMAND`. In ParaView and `pvpython` filters have them under the names of
their [pages](../filters/README.md)."""


def option_pages():
    families = [family for family in read_families().values() if (family.filter or family.function) and family.keywords]
    families.sort(key=lambda family: family.filter or family.function)
    return {DOCS / "options" / "README.md": "\n".join([HEAD, *map(section, families)]) + "\n"}


def section(family):
    name = spaced(family.filter or family.function)
    title = f"[{name}](../filters/{family.filter}.md)" if family.filter else f"{name} (`talus {name.lower()}`)"
    rows = "\n".join(map(row, family.keywords))
    return f"\n## {title}\n{family.about}\n\n| keyword, flag | default | values | |\n|---|---|---|---|\n{rows}"


def row(option):
    interfaces = {"python": f"`{option.python}`", "command": f"`--{option.python.replace('_', '-')}`"}
    seen = ", ".join(text for interface, text in interfaces.items() if interface in option.interfaces)
    help_ = one_line(option.help).replace("|", "&#124;")
    return f"| {seen} | {default_of(option)} | {option.range} | {help_}{NOTES[option.audience]} |"


NOTES = {"everyone": "", "advanced": " *Advanced.*", "reference": " *Reference method.*"}


def default_of(option):
    if option.default in (None, "", []) or not option.is_given:
        return ""
    if option.type == "flag":
        return "on" if option.default else "off"
    return " ".join(map(str, option.default)) if isinstance(option.default, (list, tuple)) else str(option.default)
