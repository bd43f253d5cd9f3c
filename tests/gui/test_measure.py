"""Each filter that measures grains, applied by the menu to a scene in motion: it shows what it measured at once."""
import sys

import screen
from played import require_failure, require_pass

FILTERS = "pqClientMainWindow/menubar/menuFilters/Alphabetical"
APPLY = "pqClientMainWindow/propertiesDock/propertiesPanel/Accept"
COLOUR = "pqClientMainWindow/variableToolbar/displayColor/Variables"
#: What the results are coloured by; a chart has no colours
COLOURED_BY = {"GranularFlow": "Velocity", "ForceChains": "Force", "GranularLayers": None}


def events(name, colour):
    check = f'<pqcheck object="{COLOUR}" property="currentText" arguments="{colour}"/>'
    return f"""<pqevents>
  <pqevent object="{FILTERS}" command="activate" arguments="{name}"/>
  <pqcheck object="{APPLY}" property="enabled" arguments="true"/>
  <pqevent object="{APPLY}" command="activate" arguments=""/>
  <pqcheck object="{APPLY}" property="enabled" arguments="false"/>
  {check if colour else ""}
</pqevents>
"""


def main(path):
    with screen.virtual_screen() as display:
        for name, colour in COLOURED_BY.items():
            require_pass(display, f"{path}_{name}", events(name, colour), "grains.py")
            print(name, "shows", colour or "a chart")
        require_failure(display, path, events("ForceChains", "Nonsense"), "grains.py")


if __name__ == "__main__":
    main(sys.argv[1])
