"""Bad input is impossible: the GUI offers a filter only where its domains accept the data."""
from pathlib import Path

from paraview import servermanager, simple

poly = simple.Sphere()
image = simple.Wavelet()
grid = simple.UnstructuredCellTypes()
surfaces = simple.GroupDatasets(Input=[simple.Sphere(), simple.Cone()])
images = simple.GroupDatasets(Input=[simple.Wavelet(), simple.Wavelet()])
mixed = simple.GroupDatasets(Input=[simple.Wavelet(), simple.Sphere()])
rows = simple.Text()
scene = simple.SceneReader(FileName=str(Path(__file__).parents[2] / "data" / "scenes" / "shaken_table.json"))


def accepts(proxy_name, property_name, source):
    source.UpdatePipeline()
    proxy = servermanager.ProxyManager().NewProxy("filters", proxy_name)
    domain = proxy.GetProperty(property_name).GetDomain("input_type")
    return bool(domain.IsInDomain(source.SMProxy, 0))


for source in (poly, image, grid, surfaces, images, mixed):
    assert accepts("InsideOutsideClassifier", "Input", source), source
assert not accepts("InsideOutsideClassifier", "Input", rows), "a table has no points"
for proxy, name in (("InsideOutsideClassifier", "Surface"), ("SurfaceCheck", "Input"), ("RigidBodyProperties", "Input"),
                    ("SurrogateTreeBuilder", "Input"), ("BodyPlacement", "Input"), ("Voxelize", "Input"), ("Boolean", "Input"),
                    ("SurfaceRepair", "Input"), ("AssemblyCheck", "Input"), ("WallThickness", "Input")):
    assert accepts(proxy, name, poly)
    assert accepts(proxy, name, surfaces)
    for source in (image, images, rows):
        assert not accepts(proxy, name, source), (proxy, source)
for proxy in ("BodySurfaces", "TimeStepper"):
    assert accepts(proxy, "Input", scene)
    for source in (poly, image, images, rows):
        assert not accepts(proxy, "Input", source), (proxy, source)
for proxy in ("GranularLayers", "GranularFlow", "ForceChains"):
    assert accepts(proxy, "Input", scene) and accepts(proxy, "Input", grid)  # the frames of a run are such a grid
    for source in (image, rows):
        assert not accepts(proxy, "Input", source), (proxy, source)
print("ok")
