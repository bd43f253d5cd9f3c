"""The filters in a ParaView pipeline: the cells of a grid whose centres lie inside a surface, as a VTU file.

    build/release/bin/talus-env pvpython python/examples/pipeline.py OUT.vtu
"""

import sys
from pathlib import Path

from paraview.simple import InsideOutsideClassifier, OpenDataFile, SaveData, Threshold, Transform, Wavelet

meshes = Path(__file__).resolve().parents[2] / "data" / "meshes"
torus = OpenDataFile(str(meshes / "torus.stl"))

# A block of 32 x 32 x 12 cells around the torus.
grid = Transform(Input=Wavelet(WholeExtent=[-16, 16, -16, 16, -6, 6]))
grid.Transform.Scale = [0.1, 0.1, 0.1]

labelled = InsideOutsideClassifier(Input=grid, Surface=torus, Association="Cells")
inside = Threshold(Input=labelled, Scalars=["CELLS", "Side"], LowerThreshold=1, UpperThreshold=1)
SaveData(sys.argv[1], proxy=inside, DataMode="Binary")

cells = inside.GetDataInformation().GetNumberOfCells()
print(f"{cells} cells inside: volume {cells * 0.1**3:.3f}, the torus has 4.918")
