"""Machines and structures of talus.scenarios: their meshes, and runs in which nothing passes through anything."""

import numpy as np
import pytest
from conftest import one_error
from conftest import talus as command

import talus
from talus import scenarios
from talus.scenarios.assemblies import outlines, solids

SQUARE = solids.rectangle((-1, -1), (1, 1))
DISC = solids.circle(0.5, 64)
DISC_AREA = 32 * 0.25 * np.sin(2 * np.pi / 64)


def proven(found):
    assert found.numbers["pairs of bodies that meet, by exact predicates"] == 0
    assert found.numbers["pairs of bodies not proven apart"] == 0
    assert found.numbers["smallest gap, m"] > 0
    return found.numbers


# Meshes


@pytest.mark.parametrize(
    ("mesh", "volume"),
    [
        (solids.extruded(SQUARE, [], 0, 2), 8),
        (solids.extruded(SQUARE, [DISC], 0, 2), 2 * (4 - DISC_AREA)),
        (solids.extruded(SQUARE, [0.5 * DISC + (0.5, 0), 0.5 * DISC - (0.5, 0)], 0, 1), 4 - DISC_AREA / 2),
        (solids.with_posts(SQUARE, [0.5 * DISC + (0.5, 0), 0.5 * DISC - (0.5, 0)], 0, 1, 3), 4 + DISC_AREA),
        (solids.about_axis(lambda angle, height: 0.5 + 0 * angle, np.linspace(0, 3, 4), 64), 3 * DISC_AREA),
        (solids.around_axis(SQUARE, lambda angle, height: 0.5 + 0 * angle, np.linspace(0, 3, 4), 64), 3 * (4 - DISC_AREA)),
    ],
    ids=["prism", "bore", "bores", "posts", "bolt", "nut"],
)
def test_meshes_are_closed_and_have_the_volume_of_the_solid(mesh, volume):
    report = talus.check(mesh)
    assert report.closed and report.oriented and not report.problem
    assert report.volume == pytest.approx(volume, rel=1e-12)


def test_a_level_set_is_closed_and_about_as_large():
    ball = solids.level_set(lambda points: np.linalg.norm(points, axis=-1) - 1, (-1.21,) * 3, (1.2,) * 3, 0.07)
    report = talus.check(ball)
    assert report.closed and not report.problem
    assert report.volume == pytest.approx(4 / 3 * np.pi, rel=0.01)


@pytest.mark.parametrize("teeth", [12, 17, 40, 60])
def test_gears_mesh_without_touching_at_every_phase(teeth):
    """Two gears with backlash share no point, whatever their phase, and touch if they are turned within the gap."""
    module, backlash, pinion = 0.01, 2e-4, 16
    first, second = (solids.extruded(outlines.gear(count, module, backlash), [], 0, 0.01) for count in (pinion, teeth))
    scene = talus.Scene()
    scene.material("m")
    scene.shape("first", first)
    scene.shape("second", second)
    distance = module * (pinion + teeth) / 2
    for i, phase in enumerate(np.linspace(0, 2 * np.pi / pinion, 8)):
        turn = np.pi + np.pi / teeth - phase * pinion / teeth
        scene.body("first", "m", origin=(0, 0, i), orientation=talus.quaternion((0, 0, 1), np.degrees(phase)))
        scene.body("second", "m", origin=(distance, 0, i), orientation=talus.quaternion((0, 0, 1), np.degrees(turn)))
    assert len(talus.contacts(scene.read(), halo=1e-9).pairs) == 0
    assert len(talus.contacts(scene.read(), halo=backlash).pairs) == 8


def test_a_sprocket_lets_pins_leave_as_the_chain_turns():
    """A pin that turns about its neighbour, which is still seated, stays clear of the teeth."""
    teeth, pitch, pin = 12, 0.02, 0.0045
    radius = outlines.sprocket_radius(teeth, pitch)
    wheel = solids.extruded(outlines.sprocket(teeth, pitch, pin + 3e-4), [], 0, 0.01)
    seats = radius * np.column_stack([np.cos(2 * np.pi / teeth * np.arange(2)), np.sin(2 * np.pi / teeth * np.arange(2))])
    chord = seats[1] - seats[0]
    for angle in np.linspace(0, np.pi / 3, 13):
        c, s = np.cos(-angle), np.sin(-angle)
        centre = seats[0] + np.array([[c, -s], [s, c]]) @ chord
        rim = solids.circle(pin, 40, centre)
        points = np.column_stack([rim, np.full(len(rim), 0.005)])
        assert (talus.classify(points, wheel).side == -1).all(), angle


# Runs


@pytest.mark.parametrize("name", scenarios.ASSEMBLIES)
def test_assemblies_begin_apart_and_move(name):
    options = scenarios.options_of(name)
    setup = scenarios.build(name)
    first, second = talus.simulate(setup.scene, end=min(setup.every, 2e-3), every=min(setup.every, 2e-3), **options.motion())
    assert first.statistics["UnprovenPairs"] == first.statistics["MeetingPairs"] == second.statistics["UnprovenPairs"] == 0
    assert first.statistics["ProvenPairs"] > 0
    assert np.isfinite(second.statistics["KineticEnergy"])


@pytest.mark.parametrize(("speed", "thickness", "young"), [(1.0, 1e-3, 1e6), (100.0, 1e-3, 1e7), (1000.0, 1e-4, 1e5)])
def test_a_plate_rebounds_from_a_wall(speed, thickness, young):
    found = proven(scenarios.run("plate-at-wall", speed=speed, thickness=thickness, young=young))
    assert found["plates behind the wall"] == 0
    assert found["speed after over before"] == pytest.approx(0.5, rel=0.02)


def test_a_grain_stays_in_a_drum():
    found = proven(scenarios.run("grain-in-drum", speed=200.0, thickness=1e-4, impacts=20))
    assert found["frames with the grain outside"] == 0
    assert found["speed at the end, m/s"] > 10


def test_a_rod_does_not_cut_through_a_plate():
    found = proven(scenarios.run("rod-at-plate", spin=1000.0, thickness=1e-4))
    assert found["frames with the rod below the plate"] == 0


def test_grains_carry_a_lid():
    found = proven(scenarios.run("lid-on-grains"))
    assert found["grains above the lid or below the floor"] == found["grains outside the box"] == 0
    assert 1 < found["height of the lid at the end over a grain's diameter"] < 2


def test_walls_stop_before_they_crush_a_grain(tmp_path):
    found = proven(scenarios.run("converging-walls", speed=0.2))
    assert 0.4 < found["distance of the walls when they were stopped, over the grain's diameter"] < 1
    assert found["frames with the grain beyond a wall"] == 0
    result = command("scenario", "converging-walls", "--speed", 0.2, "--out", tmp_path / "run")
    assert result.returncode == 0 and "ended as it should: At 0.07" in result.stdout and "bodies 2 and" in result.stdout
    result = command("simulate", tmp_path / "run" / "scene.json", "--out", tmp_path / "other", "--end", 0.1, "--law", "Barrier", "--integrator", "IncrementalPotential", "--quiet")
    assert "brings a wall too near to a body" in one_error(result)


def test_cubes_stand_on_one_another():
    assert proven(scenarios.run("cube-stack", cubes=20))["greatest displacement of a cube, m"] < 1e-4


@pytest.mark.parametrize(("thickness", "stands"), [(0.13, True), (0.09, False)])
def test_an_arch_stands_if_it_is_thick_enough(thickness, stands):
    found = proven(scenarios.run("arch", stones=15, thickness=thickness))
    assert (found["greatest displacement of a stone over the radius"] < 0.02) == stands


@pytest.mark.parametrize(("friction", "fallen"), [(0.8, 0), (0.1, 7)])
def test_cards_stand_by_friction(friction, fallen):
    found = proven(scenarios.run("house-of-cards", storeys=2, friction=friction))
    assert found["cards"] == 7
    assert (found["cards that fell by more than their width"] > 0) == (fallen > 0)


@pytest.mark.parametrize("storeys", [10, 12])
def test_cards_do_not_slip_in_their_first_long_step(storeys):
    """Friction takes its limits from the forces that it changes: the first ones are those of cards that slide."""
    options = scenarios.options_of("house-of-cards", storeys=storeys)
    setup = scenarios.build("house-of-cards", storeys=storeys)
    motion = talus.simulate(setup.scene, end=0.03, every=setup.every, **scenarios.motion_of(options))
    energies = [frame.statistics["PotentialEnergy"] for frame in motion]
    assert len(energies) == 4 and max(energies[0] - np.array(energies)) < 2e-4, energies


def test_a_piston_follows_its_crank():
    found = proven(scenarios.run("piston", revolutions=0.2))
    assert found["greatest deviation from a crank without clearances, m"] < found["sum of all clearances, m"]


def test_an_arch_stands_on_impulses():
    """At the default residual it would fall. Its gaps close first."""
    found = scenarios.run("arch", thickness=0.12, integrator="ContactDynamics").numbers
    assert found["greatest displacement of a stone over the radius"] < 0.02
