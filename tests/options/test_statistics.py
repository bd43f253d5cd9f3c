"""A row of the statistics of frames comes out in the core and in Python."""

import json
import re
import unittest

from options.writers import statistics


class Statistics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.header, module = statistics.files().values()
        cls.names = {}
        exec(module, cls.names)
        cls.table = json.loads(statistics._TABLE.read_text(encoding="utf-8"))
        cls.rows = [row for group, rows in cls.table.items() if group != "limits" for row in rows]

    def test_each_row_is_a_member_that_is_visited_and_a_column_with_its_unit(self):
        for row in self.rows:
            member = re.search(rf'visit\("{row["name"]}", of\.(\w+)\);', self.header)[1]
            self.assertRegex(self.header, rf"\n  (double|Vec3|std::int64_t|StepLimit) {member}( = .*|{{}});\n")
            self.assertEqual(self.names["STATISTICS"][row["name"]], row.get("unit", ""))
        self.assertEqual(len(self.names["STATISTICS"]), len(self.rows) + 1)  # and Comparisons
        self.assertEqual(self.header.count("  visit("), len(self.rows))

    def test_limits_have_their_numbers(self):
        for number, word in enumerate(self.names["STEP_LIMITS"]):
            self.assertIn(f"  {word} = {number},\n", self.header)
        self.assertEqual(list(self.names["STEP_LIMITS"]), [word["text"] for word in self.table["limits"]["words"]])

    def test_members_begin_with_their_defaults(self):
        self.assertIn("std::int64_t limitingBody = -1;", self.header)
        self.assertIn("std::int64_t nonConverged = 0;", self.header)


if __name__ == "__main__":
    unittest.main()
