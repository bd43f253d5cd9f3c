"""The plugin found by PV_PLUGIN_PATH has its filters in paraview.simple, and they work."""
from paraview import simple

import labelled

classifier = labelled.case(simple.InsideOutsideClassifier)
labelled.check(labelled.labels(classifier))

check = simple.SurfaceCheck(Input=simple.Sphere())
check.UpdatePipeline()
assert check.CellData["Defect"].GetRange() == (0, 0)
assert check.FieldData["Closed"].GetRange() == (1, 1)
assert simple.OutputPort(check, 1).GetDataInformation().GetNumberOfCells() == 0
print("ok")
