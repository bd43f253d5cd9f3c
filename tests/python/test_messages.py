"""Messages of VTK objects become exceptions and warnings, however often an object is used."""

import threading
import warnings

import numpy as np
import pytest
import talus
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES
from talus import messages
from talus.messages import captured
from vtkmodules.vtkCommonCore import vtkObject
from vtkmodules.vtkFiltersSources import vtkSphereSource
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader


CUBE = (CUBE_POINTS, CUBE_TRIANGLES)


def in_threads(work, arguments):
    threads = [threading.Thread(target=work, args=(argument,)) for argument in arguments]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def broken_reader():
    reader = vtkXMLPolyDataReader()
    reader.SetFileName("/none/of.vtp")
    return reader


@pytest.mark.parametrize("named", [True, False])
def test_errors_are_caught_once_and_not_printed(named, capfd):
    reader = broken_reader()
    for _ in range(3):
        with captured(*[reader] * named) as caught:
            reader.Modified()
            reader.Update()
        assert [text for text in caught.errors if "of.vtp" in text] == ["Error opening file /none/of.vtp"]
    assert capfd.readouterr() == ("", "")


def test_they_are_printed_outside(capfd):
    reader = broken_reader()
    with captured(reader):
        pass
    reader.Update()
    assert "/none/of.vtp" in capfd.readouterr().err


def test_the_innermost_block_catches():
    reader = broken_reader()
    with captured(reader) as outer:
        with captured(reader) as inner:
            reader.Update()
    assert inner.errors and not outer.errors


def test_an_object_that_python_meets_again_has_one_message_for_an_error():
    reader = broken_reader()
    for _ in range(3):
        with captured(reader.GetExecutive(), reader) as caught:
            reader.Modified()
            reader.Update()
        assert len(caught.errors) == 1


def test_calls_leave_no_observers_behind():
    """Thousands of them would make later calls slower and slower."""
    sphere = vtkSphereSource()
    sphere.Update()
    classifier = talus.Classifier(sphere.GetOutput())
    classifier.classify(np.zeros((3, 3)))
    for source in (classifier._filter, messages._window):
        assert not any(map(source.HasObserver, ("ErrorEvent", "WarningEvent", "ProgressEvent")))


def test_messages_of_a_thread_are_its_own():
    """VTK has one window for all objects that no one listens to."""
    seen, ready = {}, threading.Barrier(2)

    def work(name):
        reader = vtkXMLPolyDataReader()
        reader.SetFileName(f"/none/{name}.vtp")
        with captured() as caught:
            ready.wait()
            reader.Update()
            ready.wait()
        seen[name] = caught.errors

    in_threads(work, ("one", "other"))
    for name, errors in seen.items():
        assert [text for text in errors if ".vtp" in text] == [f"Error opening file /none/{name}.vtp"]


def test_an_object_outlives_the_thread_that_used_it_first():
    classifier, found = talus.Classifier(CUBE), []
    for _ in range(3):
        in_threads(lambda point: found.append(classifier.classify([point]).side.item()), [(0.5, 0.5, 0.5)])
    assert found == [1, 1, 1] and classifier.classify([(2, 2, 2)]).side == -1


# ---- VTK's switch ----

OPEN = (CUBE_POINTS, CUBE_TRIANGLES[:-1])
BROKEN = (np.where(CUBE_POINTS == 1, np.nan, CUBE_POINTS), CUBE_TRIANGLES)


def overlapping():
    scene = talus.Scene()
    scene.material("stone")
    scene.shape("cube", CUBE)
    for x in (0, 0.5):
        scene.body("cube", "stone", position=(x, 0, 0))
    return scene


SAID = {
    "classify NaN": lambda: talus.classify([(0.5, 0.5, 0.5)], BROKEN).side,
    "classify open": lambda: talus.classify([(0.5, 0.5, 0.5)], OPEN).side,
    "mass open": lambda: talus.mass_properties(OPEN).volume,
    "boolean open": lambda: talus.boolean([CUBE, OPEN]).volume,
    "voxelize NaN": lambda: talus.voxelize(BROKEN, count=4).volume,
    "contacts NaN": lambda: len(talus.contacts([BROKEN, CUBE], halo=0.1)),
    "check NaN": lambda: talus.check(BROKEN).problem,
    "simulate overlap": lambda: len(list(talus.simulate(overlapping(), end=0.01, every=0.01))),
    "place open": lambda: talus.place([OPEN], count=3).GetClassName(),
    "surrogates of nothing": lambda: talus.surrogates((np.zeros((3, 3)), np.empty((0, 3), int))),
    "read no scene": lambda: talus.read_scene(MESHES / "spot.obj"),
    "save too early": lambda: talus.simulate(overlapping(), end=1).save("none"),
}


def outcome(call):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            result = str(call())
        except Exception as error:
            result = repr(error)
    return result, [str(warning.message) for warning in said]


@pytest.mark.parametrize("case", SAID)
def test_nothing_depends_on_what_vtk_prints(case, capfd):
    wanted = outcome(SAID[case])
    vtkObject.GlobalWarningDisplayOff()
    try:
        assert outcome(SAID[case]) == wanted
        assert not vtkObject.GetGlobalWarningDisplay()
    finally:
        vtkObject.GlobalWarningDisplayOn()
    assert "TalusError" in wanted[0] or wanted[1] or "NaN" in wanted[0]
    assert capfd.readouterr() == ("", "")
