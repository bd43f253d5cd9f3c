"""Reads the options of scenarios, which their modules in python/talus/scenarios describe, as a family.

None has a default here, since the default depends on the scenario.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Iterator

from .tables import Family, Option, capital

FOLDER = Path(__file__).parents[1] / "python" / "talus" / "scenarios"
_TYPES = {"int": "integer", "float": "number", "bool": "flag", "str": "text"}


def scenario_family(folder: Path = FOLDER) -> Family:
    """The options of all scenarios: first the common ones."""
    common = dict(_options(folder / "options.py"))
    own: dict[str, tuple[str, dict[str, list[str]]]] = {}
    for path in sorted(folder.rglob("*.py")):
        for name, (type_, text) in _options(path):
            if name not in common:
                own.setdefault(name, (type_, {}))[1].setdefault(text, []).append(path.stem.replace("_", "-"))
    options = [_option(name, type_, text) for name, (type_, text) in common.items()]
    for name, (type_, texts) in own.items():
        options.append(_option(name, type_, "; ".join(f"{', '.join(where)}: {text}" for text, where in texts.items())))
    return Family("scenario", "Options of all scenarios; each has some of them.", "", "", "", False, "Scenario",
                  tuple(options), tuple(options))


def _option(name: str, type_: str, help_: str) -> Option:
    return Option(name, _TYPES[type_], f"{capital(help_)}.", python=name, property_=capital(name), interfaces=("python",))


def _options(path: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    """Name, type and help of each field that is an option."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    known = dict(_constants(module))
    for node in ast.walk(module):
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "option":
            yield node.target.id, (node.annotation.id, _text(node.value.args[1], known))


def _constants(module: ast.Module) -> Iterator[tuple[str, object]]:
    """Named tuples of texts."""
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Tuple):
            if all(isinstance(word, ast.Constant) for word in node.value.elts):
                yield node.targets[0].id, ast.literal_eval(node.value)


def _text(node: ast.expr, known: dict) -> str:
    """A text, or the joined words of a tuple."""
    if isinstance(node, ast.Constant):
        return node.value
    return " ".join(known.get(node.args[0].id, ()))
