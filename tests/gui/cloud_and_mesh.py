# Run inside ParaView: a cloud and a mesh, shown; the mesh selected, as if it had been opened last.
import os

from paraview.simple import *

view = GetActiveViewOrCreate("RenderView")
cloud = OpenDataFile(os.path.join(os.environ["TALUS_TEST_DATA"], "points/spot_cloud.vtp"), registrationName="Cloud")
mesh = OpenDataFile(os.path.join(os.environ["TALUS_TEST_DATA"], "meshes/spot.obj"), registrationName="Mesh")
for source in (cloud, mesh):
    Show(source, view)
ResetCamera(view)
SetActiveSource(mesh)
