"""The reference of the Python package, from its sources: public names, signatures, docstrings, and the comments of fields."""

import ast
import copy
import re
import textwrap
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .tables import look_files, read_families
from .text import DOCS, NOTE, ROOT

PACKAGE = ROOT / "python" / "talus"
FOLDER = DOCS / "python"
PARTS = ("measure", "scenarios")  # of the package, with names of their own


@dataclass
class Entry:
    """A public name: a function, a class, a constant, or a member of a class."""

    name: str
    kind: str
    signature: str = ""
    text: str = ""
    members: list["Entry"] = field(default_factory=list)


def python_pages():
    homes = public_homes()
    pages = {FOLDER / f"{page_name(home)}.md": module_page(home, names) for home, names in homes.items()}
    rows = [f"| [`{name}`]({page_name(home)}.md#{anchor(name)}) | {first_sentence(entry.text)} |"
            for home, names in homes.items() for name in names for entry in [entry_of(home, name)]]
    about = "Names of the package `talus`. A [tour](../guide/python.md); the [options](../options/README.md) of functions.\n"
    lines = [NOTE + "# Python reference\n", about, "| name | |", "|---|---|", *rows]
    pages[FOLDER / "README.md"] = "\n".join(lines) + "\n"
    return pages


def undocumented():
    """Public names and members that nothing is said about."""
    entries = [entry_of(home, name) for home, names in public_homes().items() for name in names]
    every = [(entry.name, entry.text) for entry in entries]
    every += [(f"{entry.name}.{member.name}", member.text) for entry in entries for member in entry.members]
    return [name for name, text in every if not text.strip()]


def public_homes():
    """The names of each module whose names the package shows; parts of the package show their own."""
    homes: dict[str, list[str]] = {}
    for line in parsed(PACKAGE / "__init__.pyi").body:
        if isinstance(line, ast.ImportFrom):
            for name in line.names if line.module else []:
                homes.setdefault(line.module, []).append(name.name)
    return homes | {part: names_of_part(part) for part in PARTS}


def names_of_part(part):
    """What `__all__` of a part lists, or its public functions and classes."""
    tree = parsed(path_of(part))
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == "__all__":
            return list(ast.literal_eval(statement.value))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [item.name for item in tree.body if isinstance(item, kinds) and not item.name.startswith("_")]


def path_of(home):
    path = PACKAGE / Path(*home.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def parsed(path):
    return ast.parse(path.read_text())


@cache
def entry_of(home, name):
    """A name of a module, followed to the module that defines it."""
    path = path_of(home)
    for item in parsed(path).body:
        if isinstance(item, ast.ImportFrom) and name in [alias.asname or alias.name for alias in item.names]:
            return entry_of(relative(path, item), name)
        if name in bound_names(item):
            return described(item, name, path.read_text().splitlines())
    raise ValueError(f"{home} has no {name}")


def bound_names(item):
    """The names that a statement gives a meaning to."""
    targets = getattr(item, "targets", [getattr(item, "target", None)])
    each = [part for target in targets for part in getattr(target, "elts", [target])]
    return [getattr(item, "name", ""), *(getattr(target, "id", "") for target in each)]


def relative(path, item):
    folder = path.parent
    for _ in range(item.level - 1):
        folder = folder.parent
    return ".".join([*folder.relative_to(PACKAGE).parts, item.module])


def described(item, name, lines):
    if isinstance(item, ast.ClassDef):
        members = [described(member, member_name(member), lines) for member in item.body if member_name(member)]
        members += fields_set(item, lines)
        return Entry(name, "class", constructor_of(item), docstring(item), members)
    if isinstance(item, ast.FunctionDef):
        if any(getattr(mark, "id", "") == "property" for mark in item.decorator_list):
            return Entry(name, "property", returned(item), docstring(item))
        return Entry(name, "function", arguments_of(item), docstring(item))
    annotation = getattr(item, "annotation", None)
    return Entry(name, "field", f": {ast.unparse(annotation)}" if annotation else "", comment_of(item, lines))


def member_name(item):
    """The name of a public member, or nothing."""
    name = getattr(item, "name", "") or getattr(getattr(item, "target", None), "id", "")
    if isinstance(item, ast.Assign):
        name = getattr(item.targets[0], "id", "")
    return "" if name.startswith("_") else name


def fields_set(item, lines):
    """Fields with a comment that the constructor sets."""
    constructor = next((member for member in item.body if getattr(member, "name", "") == "__init__"), None)
    found = []
    for statement in constructor.body if constructor else []:
        target = getattr(statement, "target", None) or getattr(statement, "targets", [None])[0]
        name = getattr(target, "attr", "_")
        if not name.startswith("_"):
            annotation = getattr(statement, "annotation", None)
            kind = f": {ast.unparse(annotation)}" if annotation else ""
            found.append(Entry(name, "field", kind, comment_of(statement, lines)))
    return found


def comment_of(item, lines):
    """What is said above a field, behind it, or by its option."""
    return comment_above(item, lines) or comment_behind(item, lines) or help_of_option(item)


def comment_behind(item, lines):
    return lines[item.end_lineno - 1][item.end_col_offset :].partition("#:")[2].strip()


def help_of_option(item):
    call = item.value
    is_option = isinstance(call, ast.Call) and getattr(call.func, "id", "") == "option"
    return call.args[1].value if is_option and isinstance(call.args[1], ast.Constant) else ""


def comment_above(item, lines):
    first = item.lineno - 1
    while first > 0 and lines[first - 1].strip().startswith("#:"):
        first -= 1
    return " ".join(line.strip()[2:].strip() for line in lines[first : item.lineno - 1])


def docstring(item):
    return ast.get_docstring(item) or ""


def constructor_of(item):
    constructor = next((member for member in item.body if getattr(member, "name", "") == "__init__"), None)
    return arguments_of(constructor).removesuffix(" -> None") if constructor else ""


def returned(item):
    return f": {ast.unparse(item.returns)}" if item.returns else ""


def arguments_of(item):
    arguments = ast.unparse(ValuesOfLook().visit(copy.deepcopy(item.args)))
    arguments = re.sub(r"^self(, )?", "", arguments)
    return f"({arguments})" + (f" -> {ast.unparse(item.returns)}" if item.returns else "")


class ValuesOfLook(ast.NodeTransformer):
    """A default that options/look.json says becomes its number, which a reader wants to see."""

    def visit_Name(self, node):
        return ast.Constant(look()[node.id]) if node.id in look() else node


@cache
def look():
    """The numbers by name."""
    lines = ast.parse(look_files(read_families())["python/look.py"]).body
    said = [line for line in lines if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant)]
    return {line.targets[0].id: line.value.value for line in said}


def page_name(home):
    return home.replace(".", "_")


def anchor(name):
    return name.lower()


def first_sentence(text):
    """Up to a full stop behind a word that is no name: "Phys." ends no sentence."""
    paragraph = " ".join(text.split("\n\n")[0].split())
    found = re.match(r".*?\b[a-z²³][\w)/²³-]*[.](?=\s|$)", paragraph)
    return in_a_row(found[0] if found else paragraph)


def module_page(home, names):
    about = ast.get_docstring(parsed(path_of(home))) or ""
    sections = [section(entry_of(home, name)) for name in names]
    title = f"talus.{home}" if home in PARTS else f"talus: {home.split('.')[-1].replace('_', ' ')}"
    return f"{NOTE}# {title}\n\n{body(about)}\n\n" + "\n\n".join(sections) + "\n"


def section(entry):
    words = [f"## {entry.name}", f"```py\n{head(entry)}\n```", body(entry.text)]
    fields = [member for member in entry.members if member.kind in ("field", "property")]
    if fields:
        rows = [f"| `{member.name}` | {code(member.signature[2:])} | {in_a_row(member.text)} |" for member in fields]
        words.append("\n".join(["| field | type | |", "|---|---|---|", *rows]))
    for member in entry.members:
        if member.kind == "function":
            words.append(f"### {entry.name}.{member.name}\n```py\n{member.name}{member.signature}\n```\n{body(member.text)}")
    return "\n\n".join(word for word in words if word.strip())


def head(entry):
    return ("class " if entry.kind == "class" else "") + entry.name + entry.signature


def code(text):
    return f"`{text}`".replace("|", r"\|") if text else ""


def in_a_row(text):
    return rendered(" ".join(text.split())).replace("|", "&#124;")


def body(text):
    """A docstring as Markdown: examples as code, parameters and errors as a list."""
    blocks = [block(part) for part in re.split(r"\n\s*\n", text)]
    return "\n\n".join(blocks)


def block(text):
    if text.lstrip().startswith(">>>"):
        return f"```pycon\n{textwrap.dedent(text)}\n```"
    items = re.sub(r"^:(?:param|ivar) (\w+): ?", r"* `\1`: ", text, flags=re.MULTILINE)
    items = re.sub(r"^:raises (\w+): ?", r"* raises `\1`: ", items, flags=re.MULTILINE)
    items = re.sub(r"^:warns (\w+): ?", r"* warns `\1`: ", items, flags=re.MULTILINE)
    items = re.sub(r"^:returns?: ?", "* returns ", items, flags=re.MULTILINE)
    return rendered(items.replace("{options}", "* its [options](../options/README.md)"))


def rendered(text):
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text)
    return text.replace("``", "`")
