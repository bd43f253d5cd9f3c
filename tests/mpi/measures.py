"""Usage: pvbatch [--sym] measures.py FOLDER. Granular Flow, Granular Layers and Force Chains of a scene whose bodies are on
all ranks: to the bit those of one rank that has them all."""

import pathlib
import sys

from all_ranks import run
from motion_scene import write_scene
from paraview import servermanager, simple
from talus.io.geometry import arrays_of
from talus.messages import captured
from vtkmodules.vtkCommonDataModel import vtkImageData, vtkPolyData, vtkTable
from vtkmodules.vtkIOXML import vtkXMLPImageDataReader
from vtkmodules.vtkParallelCore import vtkMultiProcessController

import talus
from talus import pipeline
from talus.ranks import Ranks
from talus.vtkmodules.TalusFilters import vtkTalusTimeStepper

process = servermanager.vtkProcessModule.GetProcessModule()
ranks, symmetric, first = process.GetNumberOfLocalPartitions(), process.GetSymmetricMPIMode(), process.GetPartitionId() == 0
folder = pathlib.Path(sys.argv[1])
path = folder / "scene.json"
TIMES = (0.04, 0.1)
FLOW = {"Plane": 0, "Columns": 5, "Rows": 4, "Bounds": (0, 0, 0, 0)}
LAYERS = {"Direction": 2, "Layers": 4, "Range": (0, 0), "Area": 0}
COURSE = {"EndTime": 0.1, "OutputInterval": 0.02}


def wait_for_all():
    if symmetric:
        vtkMultiProcessController.GetGlobalController().Barrier()


def alone():
    """The same simulation on one process."""
    stepper = vtkTalusTimeStepper()
    stepper.SetController(None)
    stepper.SetInputDataObject(talus.read_scene(path))
    for name, value in COURSE.items():
        getattr(stepper, f"Set{name}")(value)
    return stepper


def of_one(stepper, time, measured, output, **properties):
    stepper.UpdateTimeStep(time)
    measured(pipeline.sample([stepper.GetOutputDataObject(0)], Ranks()), output, **properties)
    return output


def expect_same(what, here, whole):
    assert here.keys() == whole.keys(), f"{what}: {sorted(here)}, not {sorted(whole)}"
    for name, values in here.items():
        assert values.tobytes() == whole[name].tobytes(), f"{what}: {name}\n{values}\n{whole[name]}"


def flow_of_all(filter_, time):
    """The image, whose parts are on all ranks."""
    file = folder / f"{time}.pvti"
    simple.GetTimeKeeper().Time = time
    simple.SaveData(str(file), proxy=filter_, DataMode="Binary")
    wait_for_all()
    reader = vtkXMLPImageDataReader()
    reader.SetFileName(str(file))
    reader.Update()
    return reader.GetOutput()


def test_flow(motion, one):
    flow = simple.GranularFlow(Input=motion, Columns=5, Rows=4)
    for time in TIMES:
        flow.UpdatePipeline(time)
        image, expected = flow_of_all(flow, time), of_one(one, time, pipeline.granular_flow, vtkImageData(), **FLOW)
        assert image.GetExtent() == expected.GetExtent() and image.GetOrigin() == expected.GetOrigin()
        here, whole = (arrays_of(data.GetCellData()) for data in (image, expected))
        assert (whole["Mass"] > 0).sum() > 5
        del whole["vtkGhostType"]  # the reader has its own
        expect_same(f"flow at {time} s", {name: here[name] for name in whole}, whole)


def test_layers(motion, one):
    layers = simple.GranularLayers(Input=motion, Layers=4)
    for time in TIMES:
        layers.UpdatePipeline(time)
        whole = arrays_of(of_one(one, time, pipeline.granular_layers, vtkTable(), **LAYERS).GetRowData())
        assert whole["Grains"].sum() == 23 and "Coordination" in whole
        table = servermanager.Fetch(layers)
        if first:
            expect_same(f"layers at {time} s", arrays_of(table.GetRowData()), whole)


def test_chains(motion, one):
    chains = simple.ForceChains(Input=motion)
    for time in TIMES:
        chains.UpdatePipeline(time)
        whole = of_one(one, time, pipeline.force_chains, vtkPolyData(), Angle=45)
        assert whole.GetNumberOfLines() > (0 if time < TIMES[-1] else 5), f"{whole.GetNumberOfLines()} lines"
        lines = servermanager.Fetch(chains)
        if first:
            for data in ("GetPointData", "GetCellData", "GetFieldData"):
                here, there = (arrays_of(getattr(found, data)()) for found in (lines, whole))
                # VTK hands on the field data of the input.
                expect_same(f"chains at {time} s", {name: here[name] for name in there}, there)


def test_an_error_is_told_once(motion, one):
    with captured() as messages:
        simple.ForceChains(Input=simple.Sphere()).UpdatePipeline()
    told = [text for text in messages.errors if "no bodies" in text]
    assert len(told) == first, messages.errors


def main():
    if first:
        write_scene(path)
    wait_for_all()
    motion = simple.TimeStepper(Input=simple.SceneReader(FileName=str(path)), **COURSE)
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test(motion, alone())
            wait_for_all()
            if first:
                print(name, "passed", flush=True)
    if first:
        print(f"measures of {ranks} ranks are those of one", flush=True)


run(main)
