"""One entry of a table of scenes comes out in C++, in the schema, in Python and in the documentation."""

import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from options.scene_tables import items_of, ordered, read_scene_tables
from options.tables import TABLES, TableError, read_families
from options.writers import scene_core, scene_python, scene_schema

sys.path.insert(0, str(TABLES.parents[1] / "docs"))
from pages.scenes import row  # noqa: E402

WEAR = {"name": "wearRate", "type": "number", "default": 0.25, "least": 0, "most": 2, "unit": "1/Pa", "mean": "geometric",
        "help": "Volume worn off."}  # fmt: skip


def tables(item="contact", *entries):
    """The tables with more entries in an item."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "scene")
        shutil.copytree(TABLES / "scene", folder)
        for path in folder.glob("*.json"):
            table = json.loads(path.read_text(encoding="utf-8"))
            for known in table["items"]:
                known["fields"] += entries if known["name"] == item else ()
            path.write_text(json.dumps(table), encoding="utf-8")
        return read_scene_tables(read_families(), folder)


class NewField(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tables = tables("contact", WEAR)

    def test_is_a_member_with_what_readers_writers_and_checks_need(self):
        header = " ".join(scene_core.files(self.tables)["core/scene/contact.h"].split())
        for text in ("double wearRate = 0.25;", "visitor(wearRate, &ContactParameters::wearRate);",
                     'wearRate{.name = "wearRate", .title = "wear rate", .low = 0, .high = 2, .mean = Mean::Geometric}'):  # fmt: skip
            self.assertIn(text, header)

    def test_is_in_the_schema(self):
        found = scene_schema.schema(self.tables)["$defs"]["contact"]["properties"]["wearRate"]
        wanted = {"type": "number", "minimum": 0, "maximum": 2, "default": 0.25, "description": "Volume worn off. Unit: 1/Pa."}
        self.assertEqual(found, wanted)

    def test_is_a_keyword_of_all_methods_that_take_contacts(self):
        written = scene_python.files(self.tables)["python/scene_items.py"]
        self.assertIn('"wear_rate": "number",', written)
        for name in ("Contact", "Material"):
            keywords = [option.python for option in scene_python.families(self.tables)[name].flat]
            self.assertIn("wear_rate", keywords)
        compile(written, "scene_items.py", "exec")

    def test_is_documented(self):
        (field,) = [field for field in items_of(self.tables)["contact"].fields if field.name == "wearRate"]
        self.assertEqual(row(field), "| `wearRate` | 0.25 | at least 0 and at most 2 1/Pa | Volume worn off. |")


class Tables(unittest.TestCase):
    def test_a_member_stands_where_its_entry_says(self):
        body = items_of(tables())["body"]
        names = [field.name for field in body.members]
        self.assertEqual(names.index("material"), names.index("mass") + 1)
        self.assertNotIn("origin", names)
        self.assertEqual([field.name for field in ordered(body.fields, "keyword_after")], [field.name for field in body.fields])

    def test_every_motion_has_the_keys_of_all_but_those_that_it_cannot_have(self):
        definitions = scene_schema.schema(tables())["$defs"]
        self.assertEqual(set(definitions["translation"]["properties"]), {"kind", "bodies", "velocity", "begin", "end"})
        self.assertEqual(set(definitions["removal"]["properties"]), {"kind", "bodies", "time"})

    def test_generators_have_the_options_of_their_families(self):
        sphere = items_of(tables())["sphere"]
        self.assertEqual([field.name for field in sphere.fields], ["name", "generator", "size", "levels", "offset", "comment"])
        self.assertIn('shape.read("levels", options.levels);', scene_core.files(tables())["core/scene/shape_generators.cpp"])

    def test_what_is_wrong_is_told(self):
        for wrong, told in (({"colour": 1}, "'colour' is no key"), ({"type": "hue"}, "'hue' is no type")):
            with self.assertRaisesRegex(TableError, told):
                tables("contact", {**WEAR, **wrong})
        with self.assertRaisesRegex(TableError, "is missing"):
            tables("contact", {"name": "wearRate"})


if __name__ == "__main__":
    unittest.main()
