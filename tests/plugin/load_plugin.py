"""LoadPlugin by file name, as a user without PV_PLUGIN_PATH does."""
import sys

from paraview import simple

assert not hasattr(simple, "InsideOutsideClassifier"), "the plugin is loaded already: this test shows nothing"
simple.LoadPlugin(sys.argv[1], remote=False, ns=globals())

import labelled  # noqa: E402

labelled.check(labelled.labels(labelled.case(InsideOutsideClassifier)))  # noqa: F821
print("ok")
