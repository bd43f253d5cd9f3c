"""One entry of a table comes out at every interface."""

import ast
import inspect
import json
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from options.generate import main
from options.tables import read_families
from options.writers import core, filters, panel, python, signatures

TABLE = {
    "about": "How things are made.",
    "struct": "ThingOptions",
    "filter": {
        "name": "Thing", "base": "vtkPolyDataAlgorithm", "input": "surfaces",
        "more": [{"name": "Walls", "takes": "scene", "optional": True, "about": "What stands around."}],
    },
    "options": [
        {"name": "kind", "type": "choice", "help": "Kind.", "default": "TwoThree", "words": [["One", 0, "First.", "reference"], ["TwoThree", 1]]},
        {"name": "size", "type": "number", "help": "Size & form.", "default": 0.5, "above": 0, "unit": "m", "when": {"kind": ["One"]}},
        {"name": "count", "type": "integer", "help": "Count.", "default": 3, "least": 1, "most": 9, "changes_result": False},
        {"name": "fine", "type": "flag", "help": "Fine.", "default": True, "audience": "reference", "interfaces": ["core", "panel"]},
        {"name": "centre", "property": "Center", "type": "vector", "help": "Centre.", "default": [0, 0, 1], "interfaces": ["panel", "python"]},
        {"name": "expected", "type": "integer", "help": "Expected.", "default": 0, "interfaces": ["core"]},
        {"name": "cells", "type": "integers", "help": "Cells.", "default": [4, 5], "least": 1, "when": {"fine": [False]}},
        {"name": "box", "type": "vector", "help": "Box.", "default": [0, 1, 0, 1, 0, 1], "sets": {"kind": "One", "fine": False}},
        {"name": "weights", "type": "numbers", "help": "Weights.", "default": [1, 0.5], "least": 0},
        {"name": "array", "type": "text", "help": "Array.", "default": "None"},
    ],
}


class Writers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "thing.json").write_text(json.dumps(TABLE))
            cls.families = read_families(Path(folder))
            xml = Path(folder, "Thing.xml")
            xml.write_text(f"<Proxy>\n{panel.PLACE}</Proxy>\n")
            cls.panel = ElementTree.fromstring(panel.expanded(xml, cls.families))
        cls.header, cls.source = core.files(cls.families).values()
        cls.filter_header, cls.filter_source = filters.files(cls.families).values()
        cls.python = python.files(cls.families)["python/option_tables.py"]

    def test_the_struct_has_members_with_types_and_defaults(self):
        for line in ("Kind kind = Kind::TwoThree;", "double size = 0.5;", "int count = 3;", "bool fine = true;",
                     "int expected = 0;", "std::array<int, 2> cells = {4, 5};", "std::array<double, 6> box = {0, 1, 0, 1, 0, 1};",
                     "std::vector<double> weights = {1, 0.5};", 'std::string array = "None";', "#include <array>", "#include <vector>", "  /// First.\n  One = 0,", "bool operator==(const ThingOptions&) const = default;"):
            self.assertIn(line, self.header)
        self.assertNotIn("centre", self.header)

    def test_inputs_after_the_first_have_setters_and_types(self):
        self.assertIn("   * What stands around. On port 1.\n", self.filter_header)
        self.assertIn("void SetWallsConnection(vtkAlgorithmOutput* output) { this->SetInputConnection(1, output); }", self.filter_header)
        self.assertIn("void SetWallsData(vtkDataObject* data) { this->SetInputDataObject(1, data); }", self.filter_header)
        self.assertIn("this->SetNumberOfInputPorts(2);", self.filter_source)
        walls, surfaces = self.filter_source.split("if (port == 1) {")[1].split("}\n  }\n")[0], self.filter_source.split("INPUT_IS_REPEATABLE")[1]
        self.assertIn("INPUT_IS_OPTIONAL", walls)
        self.assertIn('{"vtkPartitionedDataSetCollection"}', walls)
        self.assertIn('{"vtkPolyData", "vtkCompositeDataSet"}', surfaces)

    def test_the_core_checks_ranges(self):
        for condition in ("x >= 0 && x <= 1", "x > 0;", "x >= 1 && x <= 9"):
            self.assertIn(condition, self.source)
        self.assertIn('"size",\n                 "above 0 m",\n                 "0.5"', self.source)
        for each in ("cells", "box", "weights"):
            self.assertIn(f"for (const auto item : options.{each})\n", self.source)
        self.assertIn("x >= 0;", self.source)
        self.assertNotIn("options.expected)", self.source.split("void append")[0])

    def test_the_mark_holds_what_changes_results(self):
        marked = self.source.split("void append")[1]
        for line in ("bytes.value(options.expected);", "bytes.value(options.cells);", "bytes.array(options.weights);",
                     "bytes.array(std::vector<char>(options.array.begin(), options.array.end()));"):
            self.assertIn(line, marked)
        self.assertNotIn("count", marked)

    def test_the_filter_has_properties_and_hands_them_to_the_core(self):
        for line in ("vtkSetMacro(Kind, int);", "void SetKindToTwoThree() { this->SetKind(TWO_THREE); }", "int Kind = TWO_THREE;",
                     "vtkBooleanMacro(Fine, bool);", "vtkSetVector3Macro(Center, double);", "double Center[3] = {0, 0, 1};",
                     "vtkSetVector2Macro(Cells, int);", "int Cells[2] = {4, 5};", "vtkSetStdStringFromCharMacro(Weights);",
                     'std::string Weights = "1 0.5";', 'std::string Array = "None";'):
            self.assertIn(line, self.filter_header)
        self.assertNotIn("Expected", self.filter_header)
        self.assertIn("options.kind = static_cast<talus::Kind>(this->Kind);", self.filter_source)
        self.assertNotIn("options.centre", self.filter_source)
        for line in ("for (const auto item : this->Center)", "<< this->Center[2]", "options.cells = {this->Cells[0], this->Cells[1]};",
                     'options.weights = numberList(this->Weights, "weights");', "options.array = this->Array;",
                     'for (const auto item : numberList(this->Weights, "weights"))'):
            self.assertIn(line, self.filter_source)

    def test_the_panel_has_domains_help_and_visibility(self):
        found = {element.get("name"): element for element in self.panel}
        self.assertEqual(list(found), ["AnswerLine", "Answer", "Remarks", "Kind", "ReferenceMethods", "Size", "Count", "Center", "Cells",
                                       "Box", "Weights", "Array", "Fine"])
        self.assertEqual([entry.get("text") for entry in found["Kind"].iter("Entry")], ["One", "Two Three"])
        self.assertEqual(found["Kind"].get("default_values"), "1")
        self.assertEqual(found["Size"].find("Documentation").get("short_help"), "Size & form.")
        self.assertEqual(found["Size"].find(".//PropertyWidgetDecorator").get("values"), "0")
        self.assertEqual(found["Count"].find("IntRangeDomain").attrib, {"name": "range", "min": "1", "max": "9"})
        self.assertEqual((found["Fine"].get("panel_visibility"), found["Size"].get("panel_visibility")), ("advanced", None))
        self.assertEqual(found["Center"].get("default_values"), "0 0 1")
        self.assertEqual(found["Cells"].find("IntRangeDomain").get("min"), "1 1")
        decorator = found["Cells"].find(".//PropertyWidgetDecorator")
        self.assertEqual((decorator.get("property"), decorator.get("values")), ("Fine", "0"))
        self.assertEqual([found[name].tag for name in ("Cells", "Box", "Weights", "Array")],
                         ["IntVectorProperty", "DoubleVectorProperty", "StringVectorProperty", "StringVectorProperty"])
        self.assertEqual(found["Weights"].get("default_values"), "1 0.5")

    def test_the_panel_shows_reference_methods_with_a_switch(self):
        found = {element.get("name"): element for element in self.panel}
        shown = found["Kind"].find("TalusShownWordsDomain")
        self.assertEqual((shown.get("name"), shown.get("reference")), ("shown", "0"))
        self.assertEqual(shown.find(".//Property").attrib, {"name": "ReferenceMethods", "function": "Switch"})
        either = found["Fine"].find("Hints/PropertyWidgetDecorator/Expression")
        self.assertEqual(either.get("type"), "or")
        self.assertEqual([(part.get("property"), part.get("values"), part.get("inverse")) for part in either],
                         [("ReferenceMethods", "1", None), ("Fine", "1", "1")])
        self.assertIsNone(found["ReferenceMethods"].get("command"))
        with tempfile.TemporaryDirectory() as folder:
            entries = [entry for entry in TABLE["options"] if entry["name"] in ("count", "centre")]
            Path(folder, "thing.json").write_text(json.dumps(TABLE | {"options": entries}))
            plain = Path(folder, "Thing.xml")
            plain.write_text(f"<Proxy>\n{panel.PLACE}</Proxy>\n")
            self.assertNotIn("ReferenceMethods", panel.expanded(plain, read_families(Path(folder))))

    def test_python_has_types_and_rows(self):
        module = ast.parse(self.python)
        options = next(node for node in module.body if isinstance(node, ast.ClassDef))
        types = {node.target.id: ast.unparse(node.annotation) for node in options.body if isinstance(node, ast.AnnAssign)}
        self.assertEqual(types, {"kind": "Literal['One', 'TwoThree']", "size": "float", "count": "int",
                                 "centre": "tuple[float, float, float]", "cells": "tuple[int, int]",
                                 "box": f"tuple[{', '.join(['float'] * 6)}] | None", "weights": "Sequence[float]", "array": "str"})
        self.assertIn("sets={'Kind': 0, 'Fine': 0}", self.python)
        self.assertIn("words={'One': 0, 'TwoThree': 1}", self.python)

    def test_functions_name_the_options_that_they_take(self):
        source = (
            "from typing import Unpack\n\n\n"
            "def make(\n    where: str,\n    kind: str = 'One',\n    *,\n    size: float,\n    **options: Unpack[ThingOptions],\n) -> dict:\n"
            '    """Makes one.\n\n    {options}\n    """\n    return options\n\n\n'
            "class Maker:\n"
            '    """Makes many.\n\n    {options}\n    """\n\n'
            "    def __init__(self, **options: Unpack[ThingOptions]) -> None:\n        # a comment\n        self.options = options\n"
        )
        written = signatures.expanded(source, self.families)
        module = {}
        exec("from __future__ import annotations\nThingOptions = dict\n" + written, module)
        self.assertEqual(module["make"]("here", size=2.0, count=4),
                         {"kind": "One", "size": 2.0, "count": 4, "centre": (0, 0, 1), "cells": (4, 5), "box": None,
                          "weights": (1, 0.5), "array": "None"})
        # Python 3.13 takes the indentation out of docstrings.
        told = inspect.getdoc(module["make"])
        self.assertIn(":param count: Count. Range: at least 1 and at most 9. Default: 3.\n", told)
        self.assertNotIn(":param size", module["make"].__doc__)
        self.assertEqual(module["Maker"](kind="One").options["kind"], "One")
        self.assertIn(":param kind: Kind.", module["Maker"].__doc__)
        self.assertIn("kind: Literal['One', 'TwoThree'] = 'TwoThree',", written)
        self.assertIn("kind: Literal['One', 'TwoThree'] = 'One',", written)
        self.assertNotIn("Unpack", written)
        with self.assertRaisesRegex(TypeError, "positional argument"):
            module["Maker"]("One")
        with self.assertRaisesRegex(TypeError, "unexpected keyword"):
            module["make"]("here", size=2.0, colour=1)
        with self.assertRaisesRegex(ValueError, "a name that one of its options has: count"):
            signatures.expanded(source.replace("self.options = ", "self.options = count or "), self.families)
        with self.assertRaisesRegex(ValueError, "options of no table"):
            signatures.expanded(source.replace("Thing", "Other"), self.families)

    def test_every_struct_has_equality_a_check_and_a_mark(self):
        families = read_families()
        files = core.files(families)
        for family in families.values():
            if family.struct:
                with self.subTest(family.name):
                    self.assertIn(f"bool operator==(const {family.struct}&) const = default;", files[f"core/options/{family.name}_options.h"])
                    check, marked = files[f"core/options/{family.name}_options.cpp"].split("void requireValid(")[1].split("void append(")
                    for member in family.members:
                        self.assertEqual(f"options.{member.name}" in marked, member.changes_result, member.name)
                        self.assertTrue(f"options.{member.name})" in check or not (member.limits or member.type in ("choice", "family")))

    def test_files_that_have_not_changed_are_not_written(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(main(folder), 0)
            paths = [path for path in Path(folder).rglob("*") if path.is_file()]
            before = {path: path.stat().st_mtime_ns for path in paths}
            stray = Path(folder, "core", "options", "stray.h")
            stray.write_text("")
            self.assertEqual(main(folder), 0)
            self.assertEqual(before, {path: path.stat().st_mtime_ns for path in paths})
            self.assertFalse(stray.exists())


if __name__ == "__main__":
    unittest.main()
