"""Modules of the package whose functions take options: each signature names them, each docstring lists them.

A function says ``**options: Unpack[<Taker>Options]``, and its docstring, or that of its class, has a line ``{options}``.
The generated module has a keyword for each option that the function does not name itself. A choice that it names has its
words as type, and ``options`` is a dict of all.
"""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

from ..tables import Family, Option
from .python import annotation, class_of, given_default, taker_of
from .text import full_text

PACKAGE = Path(__file__).parents[2] / "python" / "talus"
_MARK = re.compile(r"\*\*options: Unpack\[(\w+)\],?")
_PLACE = "{options}"
_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


def files(families: dict[str, Family]) -> dict[str, str]:
    written = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if _MARK.search(source):
            written[f"python/{path.relative_to(PACKAGE)}"] = expanded(source, families)
    return written


def expanded(source: str, families: dict[str, Family]) -> str:
    """The text of a module with its options in place.

    :raises ValueError: for options without a table
    """
    lines = source.splitlines()
    named = {class_of(family): family for family in families.values() if taker_of(family)}
    edits = [edit for node, owner in _takers(ast.parse(source)) for edit in _edits(node, owner, lines, named)]
    for first, last, new in sorted(edits, reverse=True):
        lines[first:last] = new
    text = "\n".join(lines) + "\n"
    return re.sub(r"^from typing import .*", _with_literal, text, count=1, flags=re.MULTILINE)


def _with_literal(match: re.Match) -> str:
    names = set(match.group().removeprefix("from typing import ").split(", ")) - {"Unpack"} | {"Literal"}
    return f"from typing import {', '.join(sorted(names))}"


def _takers(module: ast.Module) -> list[tuple[ast.FunctionDef, ast.AST]]:
    """The functions that take options, each with the owner of its docstring: the function, or the class of an __init__."""
    found = []
    for owner in ast.walk(module):
        for node in ast.iter_child_nodes(owner):
            if isinstance(node, _Function) and node.args.kwarg and "Unpack[" in ast.unparse(node.args.kwarg):
                found.append((node, owner if node.name == "__init__" else node))
    return found


def _edits(function: ast.FunctionDef, owner: ast.AST, lines: list[str], named: dict[str, Family]) -> list[tuple[int, int, list[str]]]:
    """The replacements: first line, last line, new lines."""
    at = function.args.kwarg.lineno - 1
    family = named.get(_MARK.search(lines[at]).group(1))
    if family is None:
        raise ValueError(f"{function.name} takes options of no table: {lines[at].strip()}")
    own = {argument.arg: argument for argument in [*function.args.args, *function.args.kwonlyargs]}
    taken = [option for option in family.keywords if "python" in option.interfaces]
    options = [option for option in taken if option.python not in own]
    used = {node.id for part in function.body for node in ast.walk(part) if isinstance(node, ast.Name)}
    for option in options:
        if option.python in used:
            raise ValueError(f"{function.name} uses a name that one of its options has: {option.python}")
    bare = not function.args.kwonlyargs and not function.args.vararg
    edits = [(at, at + 1, _signature(lines[at], options, bare))]
    for option in taken:
        if option.type == "choice" and option.python in own:
            row = own[option.python].lineno - 1
            edits.append((row, row + 1, [lines[row].replace(f"{option.python}: str", f"{option.python}: {annotation(option)}")]))
    edits += [(row, row + 1, _listed(lines[row], options)) for row in _rows_of_docstring(owner) if lines[row].strip() == _PLACE]
    begin = function.body[0] if ast.get_docstring(function) is not None else function.returns
    after, indent = begin.end_lineno, " " * function.body[0].col_offset
    entries = [f'{indent}    "{option.python}": {option.python},' for option in taken]
    return edits + [(after, after, [f"{indent}options: {class_of(family)} = {{", *entries, f"{indent}}}"])]


def _rows_of_docstring(owner: ast.AST) -> range:
    has = isinstance(owner, (ast.ClassDef, *_Function)) and ast.get_docstring(owner) is not None
    return range(owner.body[0].lineno - 1, owner.body[0].end_lineno) if has else range(0)


def _signature(line: str, options: list[Option], bare: bool) -> list[str]:
    before, after = line[: _MARK.search(line).start()], line[_MARK.search(line).end() :]
    indent = " " * (len(line) - len(line.lstrip()) + (4 if before.strip() else 0))
    keywords = [f"{indent}{option.python}: {annotation(option)} = {given_default(option)!r}," for option in options]
    head = ([before.rstrip()] if before.strip() else []) + ([indent + "*,"] if bare else [])
    tail = [indent[4:] + after] if after.strip() else []
    return [*head, *keywords, *tail]


def _listed(line: str, options: list[Option]) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    rows = []
    for option in options:
        text = f":param {option.python}: {full_text(option)}"
        rows += textwrap.wrap(text, 116, initial_indent=indent, subsequent_indent=indent + "    ", break_long_words=False, break_on_hyphens=False)
    return rows
