"""The page of a scenario, from python/talus/scenarios/NAME.py (read, not imported: no build is needed), its state in
data/states/scenarios, the numbers that docs/draw_scenarios.py keeps beside the pictures, and docs/scenarios.json.
"""

import ast
import json
import re
import xml.etree.ElementTree as xml

from .tables import named, read_families, spaced
from .text import DOCS, NOTE, ROOT, wrapped

SOURCES = ROOT / "python" / "talus" / "scenarios"
PICTURES = DOCS / "pictures" / "scenarios"


def scenario_pages():
    told = json.loads((DOCS / "scenarios.json").read_text())
    grains, assemblies = Kind("", "GrainOptions", "granular-scenarios"), Kind("assemblies", "AssemblyOptions", "machines-and-structures")
    kinds = {name: grains if grains.has(name) else assemblies for name in told}
    pages = {DOCS / "scenarios" / f"{name}.md": Page(name, kind, told[name]).text() for name, kind in kinds.items()}
    pages[DOCS / "scenarios" / "README.md"] = INDEX.format(
        note=NOTE,
        grains=grains.index(told),
        assemblies=assemblies.index(told),
        grain_options=option_table(grains.options, {}),
        assembly_options=option_table(assemblies.options, {}),
    )
    return pages


INDEX = """{note}# Scenarios

Each is a command (`talus scenario NAME --out run`), a ParaView state, a scene, and a function call
(`talus.scenarios.run("NAME")`); each gives measured numbers and a plot.

## Granular matter
Results "by the commands above" are from this version. Longer series, given with other commands, were measured before
version 0.2.0 changed tangential and rolling springs; since then flow rates have changed by up to a half, angles of
repose by up to 8°.

| | |
|---|---|
{grains}

## Machines and structures
No body passes through another: the law is [`Barrier`](../methods/Barrier.md), whose force grows without bound as a gap closes, each frame is proven, and exact predicates check it
([no body passes through another](../guide/no-passing.md)). The parts are made of a plastic of 1 000 kg/m³, and are held by axles, tables
and clearances, not by joints. Some of these scenes are known from Ferguson et al. (2021), *Intersection-free rigid body dynamics*, ACM
Transactions on Graphics 40(4); their meshes here are other ones.

| | |
|---|---|
{assemblies}

## Options of granular scenarios
Lengths are in grain diameters and times in √(d/g), so scenarios with different grain sizes are similar. Some scenarios have other
defaults; see their pages.

{grain_options}

## Options of machines and structures
Lengths are in m. Some have other defaults; see their pages.

{assembly_options}

`talus scenario NAME --options` prints the options of one scenario. How scenarios work, and how to add one:
[`python/talus/scenarios`](../../python/talus/scenarios/README.md).
"""


class Kind:
    """Scenarios with the same common options, which lie in one folder."""

    def __init__(self, folder, options, title):
        self.title = title  # in the heading of the table of options
        self.folder = SOURCES / folder
        common = Module(self.folder / "options.py")
        self.options, self.names = common.options(options), common.names

    def path(self, name):
        return self.folder / f"{name.replace('-', '_')}.py"

    def has(self, name):
        return self.path(name).exists()

    def source(self, name):
        return Module(self.path(name), self.names)

    def index(self, told):
        rows = [(name, self.source(name)) for name in told if self.has(name)]
        return "\n".join(f"| [{thumbnail(name)}]({name}.md) | [{name}]({name}.md): {source.names['HELP']} |" for name, source in rows)


def thumbnail(name):
    """HTML, as Markdown knows no sizes."""
    return f'<img src="../pictures/scenarios/{name}.png" width="160" alt="{name}">'


class Module:
    """What the source of a scenario says: its docstring, constants, and options."""

    def __init__(self, path, known=None):
        self.path = path
        self._tree = ast.parse(self.path.read_text())
        self.purpose = ast.get_docstring(self._tree)
        self.names = dict(known or {})
        for statement in self._tree.body:
            target = getattr(statement, "target", None) or getattr(statement, "targets", [None])[0]
            if isinstance(target, ast.Name) and statement.value is not None:
                self._keep(target.id, statement.value)

    def _keep(self, name, value):
        try:
            self.names[name] = ast.literal_eval(value)
        except ValueError:
            pass  # no constant

    def options(self, name):
        """Fields of a dataclass: (name, default, help, least, most)."""
        found = next(item for item in self._tree.body if isinstance(item, ast.ClassDef) and item.name == name)
        fields = [item for item in found.body if isinstance(item, ast.AnnAssign)]
        return [(field.target.id, *self._option(field.value)) for field in fields]

    def _option(self, call):
        limits = {keyword.arg: self._value(keyword.value) for keyword in call.keywords}
        default, text = map(self._value, call.args)
        return default, text, limits.get("least"), limits.get("most")

    def _value(self, node):
        """Of an expression of constants, such as " ".join(SHAPES)."""
        return eval(compile(ast.Expression(node), str(self.path), "eval"), {"__builtins__": {}}, self.names)


class Page:
    def __init__(self, name, kind, told):
        self.name, self.kind, self.source, self.told = name, kind, kind.source(name), told

    def text(self):
        head = f"{NOTE}# {self.name}\n\n{self.source.purpose}\n\n{wrapped(self.told['what'])}\n"
        return "\n".join([head, self.pictures(), self.numbers(), self.run(), self.options(), self.beside()])

    def pictures(self):
        options = self.told.get("options", "")
        return f"""![{self.told['shows']}](../pictures/scenarios/{self.name}.png)

{self.told['shows']}

![{self.told['figure']}](../pictures/scenarios/{self.name}_measured.png)

{self.told['figure']}

Commands for both; the picture is in `pictures`, named by its frame number, the plot is `run/measured.png`:
```bash
talus scenario {' '.join(filter(None, [self.name, options]))} --out run
talus render run {self.told['render']} --out pictures
```
Or `build/release/bin/talus-env /usr/bin/python3 docs/draw_scenarios.py {self.name}`.
"""

    def numbers(self):
        found = json.loads((PICTURES / f"{self.name}.json").read_text())["numbers"]
        rows = "\n".join(f"| {what} | {value:.4g} |" for what, value in found.items())
        return f"## Results\nOf that run:\n\n| | |\n|---|---|\n{rows}\n"

    def run(self):
        chosen = self.told["try"]
        words = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in chosen.items())
        given = ", ".join(f"{name}={value!r}" for name, value in chosen.items())
        return f"""## Usage
```bash
talus scenario {self.name} {words} --out run
talus render run --movie
```
```python
from talus import scenarios
from talus.measure import plots

found = scenarios.run("{self.name}", {given})
print(found.numbers)
plots.save(found.draw(), "{self.name}.png")
```
**In ParaView**: *File > Load State*, [`data/states/scenarios/{self.name}.pvsm`](../../data/states/scenarios/{self.name}.pvsm), *Search files
under specified directory*, the folder `data`; or in that folder
`../build/release/bin/talus-env paraview --state=states/scenarios/{self.name}.pvsm`. Then press *Play*. It simulates during playback;
computed frames are kept. Or manually: open [`data/scenes/scenarios/{self.name}.json`](../../data/scenes/scenarios/{self.name}.json), then *Filters > Talus >
Time Stepper* with {self.stepper()}, then *Body Surfaces*.
A scene with other options: `talus scenario {self.name} {words} --scene scene.json`.
"""

    def stepper(self):
        """The settings of the state's Time Stepper, in words."""
        state = xml.parse(ROOT / "data" / "states" / "scenarios" / f"{self.name}.pvsm")
        found = state.find(".//Proxy[@type='TimeStepper']")
        values = {item.get("name"): item.find("Element").get("value") for item in found.findall("Property") if item.find("Element") is not None}
        told = [f"Contact Law {words_of('law')[values['ContactLaw']]}"]
        if values.get("Certify") == "1":
            told += [f"Integrator {words_of('integrator')[values['Integrator']]}", "Certify"]
            told += [f"{label} {float(values[name]):.4g}" for name, label in LONG_STEPS if float(values[name])]
        return ", ".join([*told, *(f"{label} {float(values[name]):.4g}" for name, label in STEPPER)])

    def options(self):
        full = self.source.names["FULL"]
        own = self.source.options("Options")
        common = [row for row in self.kind.options if row[0] in full]
        rows = own + [row for row in common if row[0] not in {name for name, *_ in own}]
        table = option_table(rows, full)
        note = "`--full` uses the sizes of the literature and takes minutes to hours." if full else "`--full` has no effect."
        return f"## Options\n{table}\n\n{note} See also the [common options](README.md#options-of-{self.kind.title}).\n"

    def beside(self):
        rows = "\n".join(f"| {row['measured']} | {row['known']} | {row['by']} |" for row in self.told["beside"])
        table = f"| measured | theory or literature | command |\n|---|---|---|\n{rows}\n"
        more = "\n".join(self.told.get("more", []))
        return f"## Comparison with theory and literature\n{table}" + (f"\n{more}\n" if more else "")


STEPPER = [("MoveLimit", "Move Limit"), ("OutputInterval", "Output Interval"), ("EndTime", "End Time")]
LONG_STEPS = [("TimeStep", "Time Step"), ("Tolerance", "Tolerance")]


def words_of(option):
    """Names of the values of an option of the Time Stepper by their numbers."""
    named_ = named(read_families()["time_stepping"].flat, option)
    return {str(word.number): spaced(word.text) for word in named_.words}


def option_table(rows, full):
    """Markdown; a column of what the full size is where it differs."""
    lines = [f"| {' | '.join(option_row(*row, full))} |" for row in rows]
    columns = ["option", "default", *(["`--full`"] if full else []), "values", ""]
    return "\n".join([f"| {' | '.join(columns)} |", "|---" * len(columns) + "|", *lines])


def option_row(name, default, text, least, most, full):
    values = "" if least is None else f"≥ {least:g}" if most is None else f"{least:g}" + f" … {most:g}" * (least < most)
    bigger = [str(full.get(name, ""))] if full else []
    default = ("off", "on")[default] if isinstance(default, bool) else str(default)
    return [f"`--{name.replace('_', '-')}`", default, *bigger, values, re.sub(r"\|", "&#124;", text)]
