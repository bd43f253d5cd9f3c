"""Reference methods appear in a panel once its switch is on; until then only where one of them is the value."""
import sys

import screen
from played import check, require_failure, require_pass, set_

ADVANCED = "pqClientMainWindow/propertiesDock/propertiesPanel/SearchBox/AdvancedButton"
MAIN_LAWS, ALL_LAWS = 4, 5
MAIN_INTEGRATORS, ALL_INTEGRATORS = 6, 10


def listed(laws, integrators):
    return [check("ContactLaw/ComboBox", "count", laws), check("Integrator/ComboBox", "count", integrators)]


def switch(on):
    return set_("ReferenceMethods/CheckBox", "set_boolean", str(on).lower())


def events(laws_at_first=MAIN_LAWS):
    return "\n  ".join([
        "<pqevents>",
        *listed(laws_at_first, MAIN_INTEGRATORS),
        check("ReferenceMethods/CheckBox", "visible", "false"),
        f'<pqevent object="{ADVANCED}" command="set_boolean" arguments="true"/>',
        check("ReferenceMethods/CheckBox", "visible", "true"),
        set_("Integrator/ComboBox", "set_string", "Multiscale Picard"),
        check("Refinement/ComboBox", "visible", "false"),
        switch(True),
        *listed(ALL_LAWS, ALL_INTEGRATORS),
        check("Refinement/ComboBox", "visible", "true"),
        set_("Refinement/ComboBox", "set_string", "Active Sets"),
        set_("ContactLaw/ComboBox", "set_string", "Halo Spring"),
        # What is chosen stays and stays visible.
        switch(False),
        *listed(ALL_LAWS, MAIN_INTEGRATORS),
        check("ContactLaw/ComboBox", "currentText", "Halo Spring"),
        check("Refinement/ComboBox", "visible", "true"),
        # And goes with another choice.
        set_("ContactLaw/ComboBox", "set_string", "Halo Area"),
        set_("Refinement/ComboBox", "set_string", "Pair Lists"),
        *listed(MAIN_LAWS, MAIN_INTEGRATORS),
        check("Refinement/ComboBox", "visible", "false"),
    ]) + "\n</pqevents>\n"


def main(path):
    with screen.virtual_screen() as display:
        require_pass(display, path, events(), "grains.py")
        require_failure(display, path, events(ALL_LAWS), "grains.py")
    print("reference methods appear with their switch")


if __name__ == "__main__":
    main(sys.argv[1])
