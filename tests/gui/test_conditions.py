"""Properties appear in a panel only where the choices and flags that they belong to have the values that the tables say."""
import sys

import screen
from played import check, require_failure, require_pass, set_


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
        require_pass(display, path, events(), "placement.py")
        require_failure(display, path, events("Region"), "placement.py")
    print("properties appear under their conditions")


if __name__ == "__main__":
    main(sys.argv[1])
