"""Granular Layers, Granular Flow and Force Chains give known answers, say what they write, and tell what is wrong."""
import os
import re
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import talus
from paraview import servermanager, simple
from talus import measure
from talus.io.geometry import add_array, arrays_of, point_cloud
from talus.messages import captured
from vtkmodules.vtkCommonCore import vtkStringArray

XMLS = sorted(Path(sys.argv[1]).glob("*.xml"))
DENSITY, RADIUS = 2000.0, 0.5
FOLDER = tempfile.TemporaryDirectory()
VOLUME = 4 / 3 * np.pi * RADIUS**3


def source(data):
    """A ParaView source of some data."""
    path = Path(FOLDER.name) / f"{len(os.listdir(FOLDER.name))}.vtp"
    talus.write(data, path)
    return simple.XMLPolyDataReader(FileName=[str(path)])


def bodies(positions, velocities, motions=None):
    """Balls of one material, as Time Stepper has them in its block Bodies. Ids run backwards."""
    count, data = len(positions), point_cloud(np.asarray(positions, dtype=float).reshape(-1, 3))
    arrays = {
        "BodyId": np.arange(count)[::-1],
        "Mass": np.full(count, DENSITY * VOLUME),
        "Material": np.zeros(count, np.int32),
        "Motion": np.zeros(count, np.int32) if motions is None else np.asarray(motions, np.int32),
        "Velocity": np.asarray(velocities, dtype=float).reshape(-1, 3),
    }
    for name, values in arrays.items():
        add_array(data.GetPointData(), name, values)
    materials = vtkStringArray()
    materials.SetName("Materials")
    materials.InsertNextValue('{"name": "glass", "density": %r}' % DENSITY)
    data.GetFieldData().AddArray(materials)
    return data


def contacts(pairs, points, forces, normals):
    data = point_cloud(np.asarray(points, dtype=float).reshape(-1, 3))
    for name, values in (("BodyA", [a for a, _ in pairs]), ("BodyB", [b for _, b in pairs])):
        add_array(data.GetPointData(), name, np.asarray(values, dtype=np.int64))
    for name, values in (("Force", forces), ("Normal", normals)):
        add_array(data.GetPointData(), name, np.asarray(values, dtype=float).reshape(-1, 3))
    return data


def result(filter_):
    """What a filter gives now, and its one error."""
    with captured() as messages:
        filter_.UpdatePipeline()
        data = servermanager.Fetch(filter_)
    return data, messages.errors


def good(filter_):
    data, errors = result(filter_)
    assert not errors, errors
    return data


def test_layers_of_a_lattice():
    """Balls in a cubic lattice fill π/6 of it; a layer that moves as a whole has no temperature."""
    places = np.stack(np.meshgrid(*[np.arange(4.0)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    velocities = np.zeros_like(places)
    velocities[:, 0] = places[:, 2]
    velocities[places[:, 2] == 3] = [(1, 0, 0), (-1, 0, 0)] * 8
    filter_ = simple.GranularLayers(Input=source(bodies(places, velocities)), Layers=4)
    rows = arrays_of(good(filter_).GetRowData())
    assert np.allclose(rows["Height"], range(4)) and list(rows["Grains"]) == [16] * 4
    assert np.allclose(rows["SolidFraction"], np.pi / 6)
    assert np.allclose(rows["Density"], DENSITY * np.pi / 6)
    assert np.allclose(rows["Velocity"], [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 0, 0)])
    assert np.allclose(rows["GranularTemperature"], [0, 0, 0, 1 / 3])
    assert "Coordination" not in rows
    filter_.Direction, filter_.Layers, filter_.Range, filter_.Area = "X", 2, [-0.5, 1.5], 123.456789
    rows = arrays_of(good(filter_).GetRowData())
    assert np.allclose(rows["SolidFraction"], 16 * VOLUME / 123.456789, rtol=1e-5)  # ParaView hands on six digits


def test_flow_of_a_turning_body():
    """The velocity of a rigid rotation, and twice its angular speed as vorticity."""
    places = np.stack(np.meshgrid(np.arange(6.0), [0.0, 1.0], np.arange(5.0), indexing="ij"), axis=-1).reshape(-1, 3)
    velocities = np.cross((0, -0.7, 0), places) + (0, 5, 0)
    filter_ = simple.GranularFlow(Input=source(bodies(places, velocities)), Columns=6, Rows=5)
    image = good(filter_)
    cells = arrays_of(image.GetCellData())
    assert image.GetDimensions() == (7, 1, 6) and np.allclose(image.GetOrigin(), (-0.5, 0.5, -0.5))
    middle = np.array([(x, z) for z in range(5) for x in range(6)])
    assert np.allclose(cells["Velocity"], np.column_stack((-0.7 * middle[:, 1], 0 * middle[:, 0], 0.7 * middle[:, 0])))
    assert np.allclose(cells["Mass"], 2 * DENSITY * VOLUME) and np.allclose(cells["Vorticity"], 1.4)
    filter_.Plane, filter_.Columns, filter_.Rows = "YZ", 2, 3
    filter_.FirstRange, filter_.SecondRange = [-0.5, 1.5], [-0.5, 8.5]
    image = good(filter_)
    assert image.GetDimensions() == (1, 3, 4)
    cells = arrays_of(image.GetCellData())
    assert (
        list(cells["Mass"] > 0) == [True] * 4 + [False] * 2
        and list(cells["vtkGhostType"] > 0) == [False] * 4 + [True] * 2
    )
    assert np.allclose(cells["Velocity"][0], (0, 5, 0.7 * 2.5)) and not cells["Velocity"][4:].any()


def test_chain_of_pressed_grains():
    """Six balls in a row between two plates, pressed with 3 N, and four that no one touches."""
    row = [(float(i), 0, 0) for i in range(6)]
    apart = [(float(i), 9, 0) for i in range(4)]
    plates = [(-9, 0, 0), (9, 0, 0)]
    data = bodies(row + apart + plates, np.zeros((12, 3)), [0] * 10 + [1, 2])  # ids 11 … 6, 5 … 2, 1 and 0
    pairs = [(11 - i, 10 - i) for i in range(5)] + [(1, 11), (6, 0)]
    points = [(i + 0.5, 0, 0) for i in range(5)] + [(-0.5, 0, 0), (5.5, 0, 0)]
    network = contacts(pairs, points, [(3, 4, 0)] * 5 + [(3, 0, 0)] * 2, [(1, 0, 0)] * 7)
    filter_ = simple.ForceChains(Input=[source(data), source(network)])
    lines = good(filter_)
    grains, links, told = (arrays_of(d) for d in (lines.GetPointData(), lines.GetCellData(), lines.GetFieldData()))
    assert lines.GetNumberOfPoints() == 10 and lines.GetNumberOfLines() == 5
    assert list(grains["BodyId"]) == list(range(2, 12))
    assert list(grains["Coordination"]) == [0] * 4 + [2] * 6
    assert np.allclose(links["Force"], 5) and np.allclose(links["NormalForce"], 3) and not links["Strong"].any()
    network_, ids = (
        measure.contact_network(*np.transpose(pairs), points, [(3, 4, 0)] * 5 + [(3, 0, 0)] * 2),
        grains["BodyId"],
    )
    centres = np.array((row + apart)[::-1])
    stress = measure.greatest_stress(measure.grain_moments(network_, ids, centres), VOLUME)[0]
    assert np.allclose(grains["Stress"], stress) and stress[4:].min() > 3 * 0.9 / VOLUME
    assert list(grains["Chain"]) == [-1] * 4 + [0] * 6 and not links["Chain"].any()
    assert told["MeanCoordination"][0] == 1.2 and told["MechanicalCoordination"][0] == 2 and told["Rattlers"][0] == 0.4
    assert np.allclose(told["FabricDirection"], [(1, 0, 0)]) and np.isclose(told["FabricAnisotropy"][0], 7.5)


def test_scene_over_time():
    scene = simple.SceneReader(FileName=str(Path(sys.argv[2]) / "scenarios" / "grains-in-a-box.json"))
    motion = simple.TimeStepper(Input=scene, OutputInterval=0.1, EndTime=0.2, MoveLimit=0.5)
    for made in (
        simple.GranularLayers(Input=motion),
        simple.GranularFlow(Input=motion),
        simple.ForceChains(Input=motion),
    ):
        counts = []
        for time in (0.0, 0.2):
            made.UpdatePipeline(time)
            counts.append(servermanager.Fetch(made))
        assert counts[0].GetFieldData().GetArray("KineticEnergy").GetValue(0) == 0  # the frame's statistics pass
        if made.GetXMLName() == "ForceChains":
            assert counts[0].GetNumberOfLines() == 0 < counts[1].GetNumberOfLines()
        else:
            change = (arrays_of(d.GetAttributes(6 if d.IsA("vtkTable") else 1))["Velocity"] for d in counts)
            assert not np.array_equal(*change, equal_nan=True)


def over_time(name, data, times):
    """A PVD series of some data."""
    files = []
    for number, frame in enumerate(data):
        files.append(f"{name}{number}.vtp")
        talus.write(frame, Path(FOLDER.name) / files[-1])
    rows = "".join(f'<DataSet timestep="{time}" file="{file}"/>' for time, file in zip(times, files))
    path = Path(FOLDER.name) / f"{name}.pvd"
    path.write_text(f'<VTKFile type="Collection"><Collection>{rows}</Collection></VTKFile>')
    return simple.PVDReader(FileName=str(path))


def test_inputs_with_times_of_their_own():
    """Forces that change between grains at rest, and grains that move, whichever comes first."""
    row = [(float(i), 0, 0) for i in range(4)]
    pairs, between, along = [(0, 1), (1, 2), (2, 3)], [(i + 0.5, 0, 0) for i in range(3)], [(1, 0, 0)] * 3
    forces = {0: 1.0, 1: 2.0, 2: 5.0}
    pressed = over_time("contacts", [contacts(pairs, between, [(f, 0, 0)] * 3, along) for f in forces.values()], forces)
    rest = source(bodies(row, np.zeros((4, 3))))
    shifted = bodies([(x + 10, 0, 0) for x, _, _ in row], np.zeros((4, 3)))
    moving = over_time("grains", [bodies(row, np.zeros((4, 3))), shifted], [0, 1.5])
    for grains, steps in ((rest, [0, 1, 2]), (moving, [0, 1, 1.5, 2])):
        for inputs in ([grains, pressed], [pressed, grains]):
            filter_ = simple.ForceChains(Input=inputs)
            filter_.UpdatePipelineInformation()
            algorithm = filter_.GetClientSideObject()
            assert list(algorithm.GetOutputInformation(0).Get(algorithm.GetExecutive().TIME_STEPS())) == steps
            for time in (0, 2, 1, 0):
                filter_.UpdatePipeline(time)
                lines = algorithm.GetOutputDataObject(0)
                assert np.allclose(arrays_of(lines.GetCellData())["Force"], forces[time]), time
                assert lines.GetInformation().Get(lines.DATA_TIME_STEP()) == time
            if grains is moving:
                filter_.UpdatePipeline(2)
                assert algorithm.GetOutputDataObject(0).GetBounds()[:2] == (10, 13)


def test_no_grains():
    nothing = source(bodies(np.empty((0, 3)), np.empty((0, 3))))
    rows = arrays_of(good(simple.GranularLayers(Input=nothing, Layers=3)).GetRowData())
    assert list(rows["SolidFraction"]) == [0, 0, 0]
    cells = arrays_of(good(simple.GranularFlow(Input=nothing)).GetCellData())
    assert not cells["Mass"].any() and cells["vtkGhostType"].all()
    lines = good(simple.ForceChains(Input=[nothing, source(contacts([], [], [], []))]))
    assert (
        lines.GetNumberOfCells() == 0
        and lines.GetPointData().HasArray("Chain")
        and lines.GetCellData().HasArray("Force")
    )


def test_what_is_no_grains_is_one_error():
    for make in (simple.GranularLayers, simple.GranularFlow, simple.ForceChains):
        data, errors = result(make(Input=simple.Sphere()))
        assert len(errors) == 1 and "There are no bodies in the input. Take a scene" in errors[0], errors
        assert data.GetAttributes(1 if data.IsA("vtkDataSet") else 6).GetNumberOfArrays() == 0
        assert data.GetNumberOfElements(0) == data.GetNumberOfElements(1) == data.GetNumberOfElements(6) == 0
    _, errors = result(simple.ForceChains(Input=source(bodies([(0, 0, 0)], [(0, 0, 0)]))))
    assert len(errors) == 1 and "no contacts with forces" in errors[0] and "contacts.pvd" in errors[0]
    one = source(bodies([(0, 0, 0)], [(0, 0, 0)]))
    for wrong in (simple.GranularLayers(Input=one, Range=[1, 0]), simple.GranularFlow(Input=one, FirstRange=[1, 0])):
        _, errors = result(wrong)
        assert len(errors) == 1 and "do not rise" in errors[0], errors
    wrong.FirstRange = [0, 1]
    assert good(wrong).GetNumberOfCells() == 100, "it is an image again"
    _, errors = result(simple.GranularLayers(Input=one, Area=-1))
    assert len(errors) == 1 and "area cannot be -1" in errors[0]
    bare = bodies([(0, 0, 0)], [(0, 0, 0)])
    bare.GetFieldData().Initialize()
    _, errors = result(simple.GranularLayers(Input=source(bare)))
    assert len(errors) == 1 and "no bodies as points" in errors[0]
    for name, values, told in (
        ("Material", [7], "does not number"),
        ("Mass", [[1.0, 2.0]], "has the shape"),
        ("Velocity", [1.0], "has the shape"),
    ):
        foreign = bodies([(0, 0, 0)], [(0, 0, 0)])
        add_array(foreign.GetPointData(), name, np.array(values))
        data, errors = result(simple.ForceChains(Input=source(foreign)))
        assert len(errors) == 1 and told in errors[0], errors
        assert data.GetNumberOfPoints() == 0


def test_descriptions():
    """Every proxy and property is described, and names the arrays that it writes."""
    pressed = bodies([(0, 0, 0), (1, 0, 0)], np.zeros((2, 3)))
    network = contacts([(0, 1)], [(0.5, 0, 0)], [(1, 0, 0)], [(1, 0, 0)])
    for path in XMLS:
        proxy = ElementTree.parse(path).getroot().find("ProxyGroup/SourceProxy")
        name, words = proxy.get("name"), proxy.find("Documentation")
        assert name == path.stem and proxy.find("Hints/ShowInMenu").get("category") == "Talus"
        seen = [
            element for element in proxy if element.tag.endswith("Property") and not element.get("panel_visibility")
        ]
        for text in (element.find("Documentation") for element in seen):
            assert text.get("short_help") and len(text.text) > 5
        group = simple.GroupDatasets(Input=[source(pressed), source(network)])
        made = getattr(simple, name)(Input=group)
        data, written = good(made), set()
        for kind in range(7):
            attributes = data.GetAttributesAsFieldData(kind)
            written |= set(arrays_of(attributes)) if attributes else set()
        assert arrays_of(data.GetFieldData())["Answer"][0].count(" · ") == 1, name
        said = set(re.findall(r"'(\w+)'", words.get("long_help")))
        assert said == written - {"vtkGhostType", "Materials"}, (name, said ^ written)


def main():
    for test in [value for name, value in globals().items() if name.startswith("test_")]:
        test()
        print(test.__name__, "passed")


if __name__ == "__main__":
    import measure_filters  # not this module: ParaView's programmable filters put NumPy's names into __main__

    measure_filters.main()
