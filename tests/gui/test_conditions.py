"""Properties appear in a panel only where the choices and flags that they belong to have the values that the tables say."""
import sys

import screen
from test_reference import check, set_
from test_workflow import play


def shown(*names, hidden=()):
    return [check(name, "visible", "true") for name in names] + [check(name, "visible", "false") for name in hidden]


def events(first="Count"):
    return "\n  ".join([
        "<pqevents>",
        *shown(first, "AutomaticRegion", "TypicalSize", hidden=("Region", "Cells", "Jitter", "SizeList", "OrientationArray")),
        set_("AutomaticRegion/CheckBox", "set_boolean", "false"),
        *shown("Region"),
        set_("Arrangement/ComboBox", "set_string", "Grid"),
        *shown("Region", "Cells", "Jitter", hidden=("Count",)),
        set_("Arrangement/ComboBox", "set_string", "At Points"),
        *shown("OrientationArray", hidden=("Region", "AutomaticRegion", "Cells")),
        set_("SizeLaw/ComboBox", "set_string", "List"),
        *shown("SizeList", hidden=("TypicalSize",)),
    ]) + "\n</pqevents>\n"


def main(path):
    with screen.virtual_screen() as display:
        status, log = play(display, screen.fresh_folder(path), events(), "placement.py")
        assert status == 0 and "critical" not in log and "ERR|" not in log, f"status {status}\n" + log[:3000]
        status, _ = play(display, screen.fresh_folder(path + "_wrong"), events("Region"), "placement.py")
        assert status != 0, "a check that must fail passed: this test shows nothing"
    print("properties appear under their conditions")


if __name__ == "__main__":
    main(sys.argv[1])
