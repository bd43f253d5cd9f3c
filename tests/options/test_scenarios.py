"""The options of scenarios are read from their modules as these describe them."""

import tempfile
import unittest
from pathlib import Path

from options.scenarios import scenario_family

COMMON = '''
SHAPES = ("cubes", "spheres")
class GrainOptions:
    grains: int = option(300, "number of grains", least=1)
    shape: str = option("cubes", " ".join(SHAPES))
'''
TWO = "class Options(GrainOptions):\n    grains: int = option(2, 'always two')\n    width: float = option(2.0, 'width of the box')\n"
THREE = TWO + "    moving: bool = option(False, 'walls move')\n"


class Scenarios(unittest.TestCase):
    def test_common_options_come_first_and_others_name_their_scenarios(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"options": COMMON, "a_box": TWO, "hopper": THREE, "tube": TWO.replace("box", "pipe")}.items():
                Path(folder, f"{name}.py").write_text(text)
            found = scenario_family(Path(folder)).keywords
        self.assertEqual([(option.python, option.type, option.help) for option in found], [
            ("grains", "integer", "Number of grains."),
            ("shape", "text", "Cubes spheres."),
            ("width", "number", "A-box, hopper: width of the box; tube: width of the pipe."),
            ("moving", "flag", "Hopper: walls move."),
        ])
        self.assertFalse(any(option.is_given for option in found))

    def test_all_scenarios_have_some(self):
        self.assertIn("gamma", [option.python for option in scenario_family().keywords])


if __name__ == "__main__":
    unittest.main()
