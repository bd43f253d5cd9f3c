"""Tables in memory are read by the names of their columns, as files are."""

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES

import talus
from talus import measure

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
POINTS = np.random.default_rng(5).uniform(-1, 2, (200, 3)) * (1, 0.5, 2)
X, Y, Z = POINTS.T
SIDES = talus.classify(POINTS, CUBE).side


class Frame:
    """What a frame of pandas or Polars has."""

    def __init__(self, **columns):
        self._columns = columns
        self.columns = list(columns)
        self.shape = (len(next(iter(columns.values()))), len(columns))

    def __getitem__(self, name):
        return self._columns[name]

    def __array__(self, dtype=None, copy=None):
        return np.column_stack(list(self._columns.values()))


class Arrow:
    """What a table of Arrow has."""

    def __init__(self, **columns):
        self._columns, self.column_names = columns, list(columns)

    def __getitem__(self, name):
        return self._columns[name]


def structured(**columns):
    table = np.empty(len(X), [(name, float) for name in columns])
    for name, values in columns.items():
        table[name] = values
    return table


TABLES = {
    "frame": Frame(z=Z, x=X, y=Y),
    "frame with more": Frame(T=20 * X, z=Z, x=X, y=Y, label=["a"] * len(X)),
    "capitals and units": Frame(**{"Z [mm]": Z, "X [mm]": X, "Y [mm]": Y}),
    "of ParaView": Frame(**{"Points:2": Z, "Points:0": X, "Points:1": Y}),
    "Arrow": Arrow(z=Z, y=Y, x=X),
    "dictionary": {"z": Z.tolist(), "x": X, "y": Y},
    "structured array": structured(z=Z, x=X, y=Y),
    "record array": structured(y=Y, z=Z, x=X).view(np.recarray),
}


@pytest.mark.parametrize("name", TABLES)
def test_points_are_read_by_name(name):
    assert (talus.classify(TABLES[name], CUBE).side == SIDES).all()


def test_frames_of_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(POINTS, columns=list("xyz"))
    for table in (frame, frame[["z", "x", "y"]], frame.assign(T=20.0), pandas.DataFrame(POINTS)):
        assert (talus.classify(table, CUBE).side == SIDES).all()
    with pytest.raises(talus.TalusError, match="two columns of one name"):
        talus.classify(pandas.concat([frame, frame[["x"]]], axis=1), CUBE)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (Frame(a=X, b=Y, c=Z), "columns 'a', 'b', 'c', but no x, y and z"),
        (Frame(x=X, y=Y), "columns 'x', 'y'"),
        ({"x": X, "y": Y, "z": Z[:-1]}, "different lengths"),
        ({"x": 1.0, "y": 2.0, "z": 3.0}, "different lengths"),
        (Frame(**{"x [m]": X, "y [mm]": Y, "z [m]": Z}), "different units"),
        ({"x": ["a"], "y": ["b"], "z": ["c"]}, "type <U1"),
        ({}, "none"),
    ],
)
def test_other_tables_are_refused_by_their_names(table, told):
    with pytest.raises(talus.TalusError, match=told):
        talus.classify(table, CUBE)


def test_other_doors():
    corners = Frame(**dict(zip("zyx", CUBE_POINTS.T[::-1])))
    assert talus.mass_properties((corners, CUBE_TRIANGLES)).volume == 1
    scene = talus.ContactScene([CUBE, CUBE])
    scene.set_poses(positions={"z": [0, 3], "x": [0, 1], "y": [0, 2]}, orientations={"x": [0, 0], "y": [0, 0], "z": [0, 0], "w": [1, 1]})
    assert scene.positions[1].tolist() == [1, 2, 3] and scene.orientations[1].tolist() == [1, 0, 0, 0]
    placed = talus.place(CUBE, points={"z": [0, 9], "x": [5, 5], "y": [0, 0]}, velocities={"vz": [1, 1], "vy": [0, 0], "vx": [2, 2]})
    bodies = placed.GetPartition(0, 0)
    assert bodies.GetPointData().GetArray("Velocity").GetTuple3(1) == (2, 0, 1)
    assert np.allclose(bodies.GetPoint(1), (5, 0, 9))
    normals = {"nz": [1.0], "nx": [0.0], "ny": [0.0]}
    assert (measure.fabric_tensor(normals) == measure.fabric_tensor([[0, 0, 1.0]])).all()
