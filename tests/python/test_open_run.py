"""`talus.open_run`: runs as arrays, complete, going on, damaged, and folders that are none."""

import pickle
import shutil

import numpy as np
import pytest
from conftest import SOURCE, started_talus
from falling_dice import falling_dice

import talus
from talus import TalusError
from talus.cli import main
from talus.io.grid_columns import GridColumns

END = 0.05


def simulated(scene, out, *more) -> None:
    words = ["simulate", scene, "--out", out, "--quiet", "--end", END, *more]
    assert main([str(word) for word in words]) == 0


@pytest.fixture(scope="module")
def dice(tmp_path_factory):
    return falling_dice(tmp_path_factory.mktemp("dice") / "dice.json")


@pytest.fixture(scope="module", params=["--surfaces", "--bodies"])
def folder(request, dice, tmp_path_factory):
    """A run with bodies as surfaces or as points."""
    out = tmp_path_factory.mktemp("run") / "run"
    simulated(dice, out, request.param)
    return out


@pytest.fixture
def copied(folder, tmp_path):
    return shutil.copytree(folder, tmp_path / "copy")


@pytest.fixture(scope="module")
def frames(dice):
    """What is to come out."""
    return list(talus.simulate(dice, end=END))


def same(read, told) -> None:
    for name, values in vars(told).items():
        assert np.array_equal(getattr(read, name), values), name


def test_frames_are_those_of_the_simulation(folder, frames):
    run = talus.open_run(folder)
    assert len(run) == len(frames) == 6 and run.times.tolist() == [frame.time for frame in frames]
    for read, told in zip(run, frames, strict=True):
        assert (read.number, read.time) == (told.number, told.time)
        # The corner of a surface minus its turned shape: the centre but for rounding.
        assert np.abs(read.bodies.position - told.bodies.position).max() < 1e-15
        object.__setattr__(read.bodies, "position", told.bodies.position)
        same(read.bodies, told.bodies)
        same(read.contacts, told.contacts)
        assert read.statistics.keys() == told.statistics.keys()
        for name, value in told.statistics.items():
            assert np.array_equal(read.statistics[name], value), name
            assert isinstance(read.statistics[name], type(value)), name
    assert len(frames[-1].contacts)


def test_arrays_over_time(folder, frames):
    run = talus.open_run(str(folder))
    assert run.ids.tolist() == frames[0].bodies.id.tolist()
    assert np.array_equal(run.array("Velocity"), np.stack([frame.bodies.velocity for frame in frames]))
    assert run.array("Position").shape == (6, 4, 3) and run.array("Mass").shape == (6, 4)
    energy = run.statistics["KineticEnergy"]
    assert energy.tolist() == [frame.statistics["KineticEnergy"] for frame in frames]
    assert run.statistics["Momentum"].shape == (6, 3) and run.statistics["Steps"].dtype.kind == "i"
    assert set(run.statistics["StepLimit"]) <= set(talus.STEP_LIMITS)
    assert set(run.statistics) == set(talus.STATISTICS)


def test_frames_by_number_and_time(folder):
    run = talus.open_run(folder)
    assert run.frame(2).number == 2 and run.frame().number == run.frame(np.int64(-1)).number == 5
    assert run.at(0.021).number == 2 and run.at(0.0299, "previous").number == 2 and run.at(0.05).number == 5
    assert run.at(run.times[3], "exact").number == 3 and run.at(99).number == 5
    for wrong in (lambda: run.frame(6), lambda: run.frame(1.5), lambda: run.at("now"), lambda: run.at(0.021, "exact")):
        with pytest.raises(TalusError):
            wrong()


def test_arrays_by_their_names(folder):
    frame = talus.open_run(folder).frame()
    assert {"Position", "Velocity", "Mass", "Material", "Motion", "Scale"} <= set(frame.names)
    for name in frame.names:
        assert len(frame.array(name)) == 4, name
    with pytest.raises(TalusError, match="no array 'Speed'.*There are: .*Velocity"):
        frame.array("Speed")


def test_settings_and_end(folder, dice, tmp_path):
    run = talus.open_run(folder)
    assert run.settings["end"] == END and run.finished
    simulated(dice, tmp_path / "run", "--stop-after", 3)
    stopped = talus.open_run(tmp_path / "run")
    assert len(stopped) == 3 and not stopped.finished and len(list(stopped)[-1].bodies) == 4


def test_frames_that_are_added_are_there_when_it_is_opened_again(dice, tmp_path):
    simulated(dice, tmp_path / "run", "--bodies", "--stop-after", 2)
    run = talus.open_run(tmp_path / "run")
    simulated(dice, tmp_path / "run", "--resume")
    assert len(run) == len(run.statistics["Steps"]) == 2 and len(run.frame().contacts.gap) >= 0
    assert len(talus.open_run(tmp_path / "run")) == 6


def test_a_frame_whose_contacts_are_not_written_yet_is_left_out(copied):
    series = (copied / "contacts.pvd").read_text().splitlines(keepends=True)
    (copied / "contacts.pvd").write_text("".join(line for line in series if "contacts_000005" not in line))
    run = talus.open_run(copied)
    assert len(run) == 5 == len(run.statistics["Steps"]) and len(run.frame().contacts) >= 0


def test_a_run_without_contacts(dice, tmp_path):
    simulated(dice, tmp_path / "run", "--no-contacts")
    run = talus.open_run(tmp_path / "run")
    assert len(run) == 6 and len(run.frame().bodies) == 4
    with pytest.raises(TalusError, match="The run has no contacts.*Simulate without --no-contacts"):
        run.frame().contacts


def test_bodies_that_are_removed(dice, tmp_path):
    scene = talus.Scene.from_run(str(run_of(dice, tmp_path / "first")), 0)
    scene.remove([1], 0.02)
    scene.write(tmp_path / "scene.json")
    for shown in ("--surfaces", "--bodies"):
        simulated(tmp_path / "scene.json", tmp_path / shown, shown)
        run = talus.open_run(tmp_path / shown)
        heights = run.array("Position")[:, :, 2]
        assert [len(frame.bodies) for frame in run] == [4, 4, 3, 3, 3, 3]
        assert np.isnan(heights[2:, 1]).all() and not np.isnan(heights[:, [0, 2, 3]]).any()
        assert 1 not in run.frame().bodies.id


def run_of(dice, out):
    simulated(dice, out)
    return out


def test_a_scene_without_bodies(tmp_path):
    scene = talus.Scene()
    scene.material("wood")
    scene.shape("die", talus.shapes.Solid(kind="cube", size=0.1))
    scene.body("die", "wood", id=7)
    scene.remove([7], 0.02)
    scene.write(tmp_path / "scene.json")
    for shown in ("--surfaces", "--bodies"):
        simulated(tmp_path / "scene.json", tmp_path / shown, shown)
        last = talus.open_run(tmp_path / shown).frame()
        assert len(last.bodies) == len(last.contacts) == 0
        assert last.bodies.position.shape == last.bodies.velocity.shape == (0, 3)
        assert last.bodies.orientation.shape == (0, 4)


def test_only_what_is_asked_for_is_unpacked(copied):
    """One array of a frame is damaged; the others are read."""
    file = copied / "frames" / "bodies_000002.vtu"
    text = file.read_bytes()
    begin = text.index(b">", text.index(b'Name="Torque"')) + 1
    while text[begin : begin + 1].isspace():
        begin += 1
    file.write_bytes(text[:begin] + b"!!!!" + text[begin + 4 :])
    frame = talus.open_run(copied).frame(2)
    assert frame.array("Velocity").shape == (4, 3)
    with pytest.raises(TalusError, match="Not a whole VTK XML file.*Torque.*bodies_000002.vtu"):
        frame.array("Torque")
    with pytest.raises(TalusError, match="Torque"):
        frame.bodies


def test_pieces_with_different_arrays_are_told(folder, tmp_path):
    """A parallel file that names a file twice, or files that do not fit."""
    whole = (folder / "frames" / "bodies_000000.vtu").read_text()
    (tmp_path / "a.vtu").write_text(whole)
    head = '<VTKFile type="PUnstructuredGrid" version="1.0"><PUnstructuredGrid>'
    for pieces in ('<Piece Source="a.vtu"/><Piece Source="./a.vtu"/>', '<Piece Source="b.vtu"/>', '<Piece/>'):
        (tmp_path / "p.pvtu").write_text(f"{head}{pieces}</PUnstructuredGrid></VTKFile>")
        with pytest.raises(TalusError):
            GridColumns(tmp_path / "p.pvtu")


@pytest.mark.parametrize("damage", ["cut", "empty", "gone", "words", "others"])
def test_damaged_frames_are_told(copied, damage):
    file = copied / "frames" / "bodies_000003.vtu"
    text = file.read_bytes()
    file.unlink()
    if damage != "gone":
        others = b'<VTKFile type="PolyData" version="1.0"><PolyData/></VTKFile>'
        file.write_bytes({"cut": text[: len(text) // 2], "empty": b"", "words": b"hello", "others": others}[damage])
    run = talus.open_run(copied)
    assert len(run.frame(2).bodies) == 4
    with pytest.raises(TalusError, match="bodies_000003.vtu") as told:
        run.frame(3).bodies
    assert "\n" not in str(told.value)
    with pytest.raises(TalusError):
        run.array("Velocity")


def test_damaged_contacts_and_statistics_are_told(copied):
    (copied / "frames" / "contacts_000001.vtp").write_bytes(b'<VTKFile type="PolyData" version="1.0"><PolyData/></VTKFile>')
    lines = (copied / "statistics.csv").read_text().splitlines(keepends=True)
    run = talus.open_run(copied)
    with pytest.raises(TalusError, match="contacts_000001.vtp"):
        run.frame(1).contacts
    for damaged, told in (
        (lines[:4], "tell of 3 frames, not of 6"),
        ([*lines[:6], lines[6][:20]], "statistics are damaged"),
        ([lines[0], *["x," * 30 + "\n"] * 6], "statistics are damaged"),
    ):
        (copied / "statistics.csv").write_text("".join(damaged))
        with pytest.raises(TalusError, match=told):
            talus.open_run(copied).statistics
    (copied / "statistics.csv").unlink()
    with pytest.raises(TalusError, match="The run has no statistics"):
        talus.open_run(copied).statistics
    assert len(talus.open_run(copied).frame().bodies) == 4


def test_a_missing_scene_is_told_where_it_is_needed(copied):
    (copied / "scene.json").unlink()
    frame = talus.open_run(copied).frame()
    assert frame.array("Velocity").shape == (4, 3)
    if "Orientation" in GridColumns(copied / "frames" / "bodies_000005.vtu").names("PointData"):
        assert frame.array("Position").shape == (4, 3)
        return
    with pytest.raises(TalusError, match="The run has no scene"):
        frame.array("Position")


def test_folders_that_are_no_runs_are_told(copied, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    for none in (empty, tmp_path / "nowhere", SOURCE, SOURCE / "README.md", copied / "run.pvd"):
        with pytest.raises(TalusError, match="Not a run.*Name a folder that talus simulate wrote"):
            talus.open_run(none)
    shutil.copy(copied / "run.json", empty)
    with pytest.raises(TalusError, match="The run has no frames yet"):
        talus.open_run(empty)
    (copied / "run.pvd").write_text("<VTKFile><Collection/></VTKFile>")
    with pytest.raises(TalusError, match="The run has no frames"):
        talus.open_run(copied)
    (copied / "run.pvd").write_text("<VTKFile>")
    with pytest.raises(TalusError, match="Not a series"):
        talus.open_run(copied)


def test_files_of_others_are_told(tmp_path):
    """A collection of ParaView that has a grid without bodies."""
    talus.write(talus.voxelize(talus.grain("Cube"), count=3, sparse=True).data, tmp_path / "a.vtu")
    (tmp_path / "run.pvd").write_text('<VTKFile><Collection><DataSet timestep="0" file="a.vtu"/></Collection></VTKFile>')
    run = talus.open_run(tmp_path)
    assert len(run) == 1 and not run.finished and run.settings == {}
    with pytest.raises(TalusError, match="The frame has no bodies"):
        run.frame().bodies


def test_runs_and_frames_can_be_pickled(folder):
    run = talus.open_run(folder)
    frame = run.frame()
    before = frame.bodies.velocity
    again, last = pickle.loads(pickle.dumps((run, frame)))
    assert again.times.tolist() == run.times.tolist() and np.array_equal(last.bodies.velocity, before)


def test_a_scenario_is_a_run(tmp_path):
    result = started_talus("scenario", "slope", "--out", tmp_path / "run", "--quiet")
    assert result.returncode == 0, result.stderr
    run = talus.open_run(tmp_path / "run")
    assert run.finished and np.isfinite(run.array("Position")).all() and run.array("Orientation").shape[2] == 4
