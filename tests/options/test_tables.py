"""Tables of options are read as options/README.md says, and what is wrong with one is told."""

import json
import tempfile
import unittest
from pathlib import Path

from options.tables import TableError, read_families

SIZE = {"name": "meshSize", "type": "number", "help": "Size.", "default": 1, "above": 0, "below": 2, "unit": "m"}
KIND = {"name": "kind", "type": "choice", "help": "Kind.", "default": "One", "words": [["One", 0], ["TwoThree", 1]]}


def families(**options):
    """The families of tables with these options."""
    with tempfile.TemporaryDirectory() as folder:
        for name, entries in options.items():
            table = {"about": "About.", "struct": name.capitalize(), "filter": {"name": name, "base": "Base"}, "options": entries}
            Path(folder, f"{name}.json").write_text(json.dumps(table))
        return read_families(Path(folder))


class Tables(unittest.TestCase):
    def test_names_follow_from_the_name(self):
        (option,) = families(a=[SIZE])["a"].options
        self.assertEqual((option.property_, option.label, option.python, option.title),
                         ("MeshSize", "Mesh Size", "mesh_size", "mesh size"))

    def test_a_range_is_a_phrase(self):
        def phrase(**limits):
            plain = {key: value for key, value in SIZE.items() if key in ("name", "type", "help", "default")}
            return families(a=[plain | limits])["a"].options[0].range

        self.assertEqual(phrase(above=0, below=2, unit="m"), "above 0 and less than 2 m")
        self.assertEqual(phrase(least=1e-7), "at least 1e-07")
        self.assertEqual(phrase(most=20000000), "at most 20000000")
        self.assertEqual(phrase(), "a finite number")
        self.assertEqual(phrase(type="integer"), "a whole number")
        self.assertEqual(families(a=[KIND])["a"].options[0].range, "one of One, TwoThree")

    def test_like_takes_an_entry_and_changes_parts_of_it(self):
        (option,) = families(a=[KIND], b=[{"like": "a.kind", "default": "TwoThree"}])["b"].options
        self.assertEqual((option.help, option.default, option.home), ("Kind.", "TwoThree", "a"))

    def test_a_nested_family_gives_its_options_to_the_filter(self):
        nested = {"name": "inner", "type": "family", "of": "b", "help": "Inner."}
        family = families(a=[nested, KIND], b=[SIZE])["a"]
        self.assertEqual([option.path for option in family.properties], ["inner.meshSize", "kind"])
        self.assertEqual([option.name for option in family.members], ["inner", "kind"])
        self.assertEqual(families(a=[nested | {"interfaces": ["core"]}], b=[SIZE])["a"].properties, [])

    def test_a_panel_may_show_some_options_first_and_hides_others_last(self):
        entries = [KIND | {"audience": "advanced"}, KIND | {"name": "other"}, SIZE]
        with tempfile.TemporaryDirectory() as folder:
            table = {"about": "A.", "filter": {"name": "A", "first": [SIZE["name"], "kind"]}, "options": entries}
            Path(folder, "a.json").write_text(json.dumps(table))
            family = read_families(Path(folder))["a"]
            self.assertEqual([option.name for option in family.panel], [SIZE["name"], "other", "kind"])
            table["filter"]["first"].append("nothing")
            Path(folder, "a.json").write_text(json.dumps(table))
            with self.assertRaisesRegex(TableError, "'first' names no option 'nothing'"):
                read_families(Path(folder))

    def test_what_is_wrong_is_told(self):
        wrong = {
            "'help' is missing": {"help": ""},
            "'default' is missing": {"default": ...},
            "'list' is no type": {"type": "list"},
            "'size' is no key of a table": {"size": 1},
            "core and panel need a 'default'": {"default": None},
            "'experts' is no audience": {"audience": "experts"},
            "'web' is no interface": {"interfaces": ["web"]},
            "'when' names no option 'kind'": {"when": {"kind": ["One"]}},
            "'sets' names no option 'kind'": {"sets": {"kind": "One"}},
            "'like' names no option x.y": {"like": "x.y"},
        }
        for text, change in wrong.items():
            entry = {key: value for key, value in (SIZE | change).items() if value is not ...}
            with self.subTest(text), self.assertRaisesRegex(TableError, text):
                families(a=[entry])

    def test_words_of_a_choice_are_numbered_and_hold_the_default(self):
        for change in ({"words": [["One", 0], ["TwoThree", 2]]}, {"words": []}, {"default": "Four"}):
            with self.subTest(change), self.assertRaises(TableError):
                families(a=[KIND | change])

    def test_reference_words_are_marked(self):
        words = [["One", 0, "First."], ["TwoThree", 1, "As published.", "reference"]]
        (option,) = families(a=[KIND | {"words": words}])["a"].options
        self.assertEqual([word.text for word in option.reference_words], ["TwoThree"])
        for change, text in (({"default": "TwoThree"}, "the default 'TwoThree' is a reference word"),
                             ({"words": [["One", 0, "", "experts"]]}, "words are for 'everyone' or 'reference'")):
            with self.subTest(text), self.assertRaisesRegex(TableError, text):
                families(a=[KIND | {"words": words} | change])

    def test_conditions_are_words_of_choices_or_values_of_flags(self):
        fine = {"name": "fine", "type": "flag", "help": "Fine.", "default": True}
        kind, flag, _ = families(a=[KIND, fine, SIZE | {"when": {"kind": ["TwoThree"], "fine": [False]}}])["a"].flat
        self.assertEqual((kind.number_of("TwoThree"), flag.number_of(False), flag.number_of(True)), (1, 0, 1))
        for wrong in ({"when": {"kind": ["Four"]}}, {"when": {"fine": ["on"]}}, {"sets": {"fine": 1}}, {"sets": {"kind": True}}):
            with self.subTest(wrong), self.assertRaisesRegex(TableError, "there is no word"):
                families(a=[KIND, fine, SIZE | wrong])

    def test_two_options_of_one_name_are_an_error(self):
        with self.assertRaisesRegex(TableError, "two options have the name 'kind'"):
            families(a=[KIND, KIND])
        with self.assertRaisesRegex(TableError, "two options have the property 'Kind'"):
            families(a=[KIND, SIZE | {"property": "Kind"}])

    def test_no_table_is_broken_json(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.json").write_text("{")
            with self.assertRaisesRegex(TableError, "a.json"):
                read_families(Path(folder))

    def test_the_tables_themselves_speak_in_sentences(self):
        for family in read_families().values():
            for option in family.options:
                with self.subTest(f"{family.name}.{option.name}"):
                    self.assertRegex(option.help, r"^[A-Z0-9].*\.$")
                    self.assertLessEqual(len(option.help), 120)


if __name__ == "__main__":
    unittest.main()
