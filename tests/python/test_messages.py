"""Messages of VTK objects become exceptions and warnings, however often an object is used."""

import numpy as np
import pytest
import talus
from talus.messages import captured
from vtkmodules.vtkFiltersSources import vtkSphereSource
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader


def broken_reader():
    reader = vtkXMLPolyDataReader()
    reader.SetFileName("/none/of.vtp")
    return reader


@pytest.mark.parametrize("named", [True, False])
def test_errors_are_caught_once_and_not_printed(named, capfd):
    reader = broken_reader()
    for _ in range(3):
        with captured(*[reader] * named) as messages:
            reader.Modified()
            reader.Update()
        assert [text for text in messages.errors if "of.vtp" in text] == ["Error opening file /none/of.vtp"]
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
        with captured(reader.GetExecutive(), reader) as messages:
            reader.Modified()
            reader.Update()
        assert len(messages.errors) == 1


def test_calls_leave_no_observers_behind():
    """VTK's tags of observers count all that an object ever had; thousands made later calls slower and slower."""
    sphere = vtkSphereSource()
    sphere.Update()
    classifier = talus.Classifier(sphere.GetOutput())
    points = np.zeros((3, 3))
    fewer, more = (tag_after(classifier, points, calls) for calls in (1, 20))
    assert more == fewer + 1, "that of this test"


def tag_after(classifier, points, calls):
    for _ in range(calls):
        classifier.classify(points)
    return classifier._filter.AddObserver("UserEvent", lambda *_: None)
