"""talus.walls and `talus walls`: closed forms, files, wrong input, exit status."""

import json

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, one_error, talus as command

import talus
from talus.io.geometry import arrays_of
from talus.surfaces import as_polygons

SLAB = CUBE_POINTS * (10, 8, 0.7), CUBE_TRIANGLES


def test_a_slab_is_as_thick_as_it_is_high():
    found = talus.walls(SLAB)
    assert found.thinnest is not None and found.thinnest.length == pytest.approx(0.7, rel=1e-12)
    assert found.narrowest is None and np.isnan(found.gap).all()
    assert found.answer.startswith("Thinnest wall 0.7 at (") and found.answer.endswith("no gap")
    assert (found.thinnest.end - found.thinnest.start)[:2] == pytest.approx((0, 0), abs=1e-12)
    cells = arrays_of(found.surface.GetCellData())
    assert cells["SourceCell"].tolist() == list(range(12)) and np.nanmin(cells["Thickness"]) == pytest.approx(0.7, rel=1e-12)


def test_two_blocks_have_a_gap():
    beside = CUBE_POINTS + (1.25, 0, 0)
    both = np.concatenate([CUBE_POINTS, beside]), np.concatenate([CUBE_TRIANGLES, CUBE_TRIANGLES + len(CUBE_POINTS)])
    found = talus.walls(both)
    assert found.narrowest is not None and found.narrowest.length == pytest.approx(0.25, rel=1e-12)
    assert sorted((found.narrowest.start[0], found.narrowest.end[0])) == pytest.approx([1, 1.25])


def test_an_open_surface_is_one_error():
    with pytest.raises(talus.TalusError, match="is not closed: 4 edges lack"):
        talus.walls((CUBE_POINTS, CUBE_TRIANGLES[2:]))
    with pytest.raises(talus.TalusError, match="cone"):
        talus.walls(SLAB, cone=90)


def test_the_command_exits_by_limits(tmp_path):
    file, out = tmp_path / "slab.stl", tmp_path / "walls.vtp"
    talus.write_surface(as_polygons(SLAB), file)
    done = command("walls", file, "--min-thickness", "0.6", "--out", out)
    assert done.returncode == 0 and "Thinnest wall 0.7" in done.stdout
    assert "LeastThickness" in arrays_of(talus.read_surface(out).GetCellData())
    done = command("walls", file, "--min-thickness", "0.8", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 1 and told["thinnest"]["length"] == pytest.approx(0.7, rel=1e-6)
    assert told["findings"][0].startswith("a wall is thinner than 0.8: 0.7 from (")
    assert "must be at least 0" in one_error(command("walls", file, "--min-gap", "-1"))
