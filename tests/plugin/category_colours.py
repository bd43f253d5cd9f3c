"""Arrays of categories get colours and words when they are first asked for; foreign arrays, the user's defaults and states stay."""
import sys
import tempfile
from pathlib import Path

import numpy as np
from paraview import servermanager, simple
from talus.look import MAP_OF, MAPS, TITLES
from talus.paraview_version import three_digits

DATA = Path(sys.argv[1])
SIDES = ["1", "inside", "0", "on the surface", "-1", "outside"]

# What dichromats see of linear RGB: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A physiologically-based model for
# simulation of color vision deficiency (2009), severity 1.
VISIONS = {
    "all": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
BACKGROUNDS = {"grey-blue": (0.32, 0.34, 0.43), "white": (1, 1, 1), "black": (0, 0, 0)}


def lab(linear):
    """CIELAB of linear sRGB."""
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    x, y, z = np.cbrt(np.array(to_xyz) @ np.clip(linear, 0, 1) / [0.95047, 1, 1.08883])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one, other):
    """The least difference of two colours that any of the visions sees."""
    linear = [((np.array(c) + 0.055) / 1.055) ** 2.4 for c in (one, other)]
    return min(np.linalg.norm(lab(np.array(m) @ linear[0]) - lab(np.array(m) @ linear[1])) for m in VISIONS.values())


def colours(name):
    return simple.GetColorTransferFunction(name)


def words(name):
    told = list(colours(name).Annotations)
    return dict(zip(told[::2], told[1::2]))


def foreign_arrays_stay():
    """An array of numbers that only has the name of ours."""
    ball = simple.Sphere()
    named = simple.Calculator(Input=ball, ResultArrayName="Shape", Function="coordsX")
    simple.UpdatePipeline(proxy=named)
    assert colours("Shape").InterpretValuesAsCategories == 0 and not words("Shape"), words("Shape")
    simple.Delete(named)
    simple.Delete(colours("Shape"))


def sides_have_words():
    grid, ball = simple.Wavelet(WholeExtent=[-5, 5, -5, 5, -5, 5]), simple.Sphere(Radius=3)
    labelled = simple.InsideOutsideClassifier(Input=grid, Surface=ball)
    simple.UpdatePipeline(proxy=labelled)
    side = colours("Side")
    assert list(side.Annotations) == SIDES and side.InterpretValuesAsCategories == 1, side.Annotations
    assert len(side.IndexedColors) == 9
    rgb = np.reshape(side.IndexedColors, (3, 3))
    pairs = {"inside/on": (rgb[0], rgb[1]), "inside/outside": (rgb[0], rgb[2]), "on/outside": (rgb[1], rgb[2])}
    for name, ground in BACKGROUNDS.items():
        pairs |= {f"{word}/{name}": (colour, ground) for word, colour in zip(SIDES[1::2], rgb)}
    told = {name: difference(*pair) for name, pair in pairs.items()}
    assert min(told.values()) > 30, told
    return labelled


def answers_are_properties(labelled):
    labelled.SMProxy.UpdatePropertyInformation()
    answer = labelled.Answer
    assert " inside, " in answer and answer.endswith("DiscreteFunction, the surface is closed"), answer
    assert answer == servermanager.Fetch(labelled).GetFieldData().GetAbstractArray("Answer").GetValue(0)
    assert labelled.Remarks == "", labelled.Remarks


def bodies_have_the_names_of_their_data():
    scene = simple.OpenDataFile(str(DATA / "scenes" / "shaken_table.json"))
    surfaces = simple.BodySurfaces(registrationName="A", Input=scene)  # it has the arrays, not the names
    simple.UpdatePipeline(proxy=surfaces)
    assert words("Shape")["0"].isidentifier(), words("Shape")
    assert words("Material")["0"] and not words("Material")["0"].isdigit(), words("Material")
    assert words("Motion") == {"0": "moved by forces", "1": "fixed", "2": "as prescribed"}


def walls_are_in_no_legend():
    """They are glass; bodies that rest have the speed 0, and their legend goes to 1."""
    scene = simple.OpenDataFile(str(DATA / "scenes" / "scenarios" / "grains-in-a-box.json"))
    motion = simple.TimeStepper(registrationName="M", Input=scene)
    simple.ColorBy(simple.Show(motion), ("POINTS", "Velocity"))
    assert list(words("Shape").values()) == ["grain0", "grain1", "grain2", "grain3"], words("Shape")
    points = list(colours("Velocity").RGBPoints)
    assert (points[0], points[-4]) == (0, 1), points


def further_scenes_add_their_names():
    """Two scenes in one window share the colours of an array: they have all values, and the words of both."""
    grains = simple.BodyPlacement(registrationName="B", Input=[simple.Sphere(), simple.Cylinder()], Count=4)
    simple.UpdatePipeline(proxy=grains)
    few = words("Shape")
    scene = simple.OpenDataFile(str(DATA / "scenes" / "shaken_table.json"))
    simple.UpdatePipeline(proxy=scene)
    many = words("Shape")
    assert len(many) > len(few) == 2 and all(few[value] in many[value].split(" / ") for value in few), (few, many)
    assert len(colours("Shape").IndexedColors) == 3 * len(many)
    colours("Shape").Annotations[1] = "mine"
    annotations = list(colours("Shape").Annotations)
    simple.ColorBy(simple.Show(scene), ("POINTS", "Shape"))
    assert list(colours("Shape").Annotations) == annotations
    simple.ResetSession()


def quantities_look_as_in_pictures():
    """Their colours and the titles of their legends; the user's own map for all arrays stays."""
    scene = simple.OpenDataFile(str(DATA / "scenes" / "scenarios" / "grains-in-a-box.json"))
    motion = simple.TimeStepper(Input=scene, EndTime=0.01, OutputInterval=0.01)
    simple.UpdatePipeline(proxy=motion)
    for name, title in (("Velocity", "Velocity (m/s)"), ("BodyId", "Body"), ("Force", "Force (N)")):
        points = np.reshape(colours(name).RGBPoints, (-1, 4))
        wanted = [list(bytes.fromhex(colour)) for colour in MAPS[MAP_OF.get(name, "usual")].split()]
        assert len(points) == 18 and np.allclose(points[:, 1:] * 255, wanted), name
        assert TITLES[name] == title
    view = simple.CreateView("RenderView")
    simple.ColorBy(simple.Show(motion, view), ("POINTS", "Velocity"))
    legend = simple.GetScalarBar(colours("Velocity"), view)
    assert (legend.Title, legend.RangeLabelFormat) == (TITLES["Velocity"], three_digits())
    assert not legend.DrawAnnotations, "ParaView 5.13 writes the values of some dozens of bodies beside the legend"
    simple.ColorBy(simple.Show(motion, view), ("POINTS", "Shape"))
    assert simple.GetScalarBar(colours("Shape"), view).DrawAnnotations, "words of categories are hidden"
    simple.ResetSession()
    own = colours("Own")
    own.RGBPoints = [0, 1, 0, 0, 1, 0, 0, 1]
    servermanager.vtkSMSettings.GetInstance().SetProxySettings(own.SMProxy, None)
    motion = simple.TimeStepper(Input=simple.OpenDataFile(str(DATA / "scenes" / "shaken_table.json")), EndTime=0)
    simple.UpdatePipeline(proxy=motion)
    assert len(colours("Velocity").RGBPoints) == 8
    simple.ResetSession()


def defaults_of_the_user_stay():
    own = colours("Own")
    own.RGBPoints = [0, 1, 0, 0, 1, 0, 0, 1]
    servermanager.vtkSMSettings.GetInstance().SetProxySettings(".array_lookup_tables.Kind", own.SMProxy)
    contacts = simple.ContactFinder(Input=[simple.Sphere(), simple.Sphere(Center=[0.5, 0, 0])])
    simple.UpdatePipeline(proxy=contacts)
    assert words("Relation")["2"] == "interfering"
    assert colours("Kind").InterpretValuesAsCategories == 0 and not words("Kind"), words("Kind")


def states_stay(folder):
    """Colours as an older version had them."""
    colours("Side").InterpretValuesAsCategories = 0
    colours("Side").Annotations = []
    file = str(Path(folder) / "state.pvsm")
    servermanager.SaveState(file)
    simple.ResetSession()
    simple.LoadState(file)
    assert colours("Side").InterpretValuesAsCategories == 0 and not words("Side"), words("Side")


def main():
    foreign_arrays_stay()
    answers_are_properties(sides_have_words())
    bodies_have_the_names_of_their_data()
    simple.ResetSession()
    walls_are_in_no_legend()
    simple.ResetSession()
    further_scenes_add_their_names()
    quantities_look_as_in_pictures()
    defaults_of_the_user_stay()
    with tempfile.TemporaryDirectory() as folder:
        states_stay(folder)
    print("ok")


main()
