"""talus.simulate: frames against what is known, exact restart, errors."""

import time

import numpy as np
import pytest
from falling_dice import GRAVITY, SIZE, falling_dice

import talus
from talus.option_tables import TIME_STEPPING
from talus.options import option_of

WEIGHT = 2500 * SIZE**3 * GRAVITY


def same(first, second) -> bool:
    """Whether two frames are the same to the bit."""
    pairs = [(first.time, second.time), *zip(first.statistics.values(), second.statistics.values())]
    for part in ("bodies", "contacts"):
        pairs += zip(vars(getattr(first, part)).values(), vars(getattr(second, part)).values())
    return first.number == second.number and all(np.array_equal(a, b) for a, b in pairs)


def test_free_fall_is_a_parabola(tmp_path):
    scene = falling_dice(tmp_path / "s.json", height=1, count=1)
    frames = list(talus.simulate(scene, end=0.1, every=0.03))
    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4]
    assert np.allclose([frame.time for frame in frames], (0, 0.03, 0.06, 0.09, 0.1))
    for frame in frames:
        fall = GRAVITY * frame.time**2 / 2
        assert len(frame.bodies) == 2 and len(frame.contacts) == 0
        assert frame.bodies.position[0] == pytest.approx((0.3, 1, 1.05 - fall), abs=1e-12)
        assert frame.bodies.velocity[0] == pytest.approx((0, 0, -GRAVITY * frame.time), abs=1e-12)
        assert frame.bodies.force[0] == pytest.approx((0, 0, -WEIGHT))
        assert frame.statistics["KineticEnergy"] == pytest.approx(WEIGHT * fall, abs=1e-12)
        assert frame.statistics["Momentum"] == pytest.approx((0, 0, -WEIGHT * frame.time), abs=1e-12)
        assert set(frame.statistics) == set(talus.STATISTICS)
    assert frames[1].statistics["Steps"] >= 1 and frames[0].statistics["Steps"] == 0


def test_bodies_that_do_not_touch_begin_at_rest():
    scene = talus.Scene(gravity=(0, 0, 0))
    scene.material("stone", density=2500)
    scene.shape("cube", talus.shapes.Solid(kind="cube", size=0.1))
    for place in np.ndindex(3, 3, 2):  # half a millimetre apart: half a halo
        scene.body("cube", "stone", position=tuple((0.1 / 3**0.5 + 0.0005) * np.array(place)))
    *_, last = talus.simulate(scene, end=0.05, every=0.05)
    assert last.statistics["KineticEnergy"] == last.statistics["ElasticEnergy"] == 0


def test_millions_of_steps_are_told_at_once(tmp_path):
    class Enough(Exception):
        pass

    told = []

    def stop(_fraction):
        if told:
            raise Enough

    run = talus.simulate(falling_dice(tmp_path / "s.json"), end=1, every=0.5, time_step=1e-9)
    with pytest.raises(Enough):
        list(run.frames(stop, told.append))
    assert len(told) == 1
    assert "steps are 1e-09 s long, so that a frame takes 5e+08 of them" in told[0] and "longer time step" in told[0]


def test_progress_follows_the_simulated_time(tmp_path):
    shown = []
    run = talus.simulate(falling_dice(tmp_path / "s.json"), end=0.1, every=0.08)
    for frame in run.frames(shown.append):
        assert shown == sorted(shown)
        assert shown[-1] == pytest.approx(frame.time / 0.1)
    assert run.completed(0) == run.completed(1) == 0 and run.completed(3) == 1
    assert run.completed(1, 0.5) == pytest.approx(0.4) and run.completed(2, 0.5) == pytest.approx(0.9)


def dice_within_each_other():
    scene = talus.Scene(halo=0.005)
    scene.material("wood", density=500)
    scene.shape("die", talus.shapes.Solid(kind="cube", size=0.1))
    for z in (0.0, 0.02):
        scene.body("die", "wood", position=(0, 0, z))
    return scene


def test_bodies_within_each_other_are_moved_apart():
    with pytest.warns(talus.OverlapWarning, match="bodies 0 and 1 by 0.03773502692 m near .* apart, by at most 0.0188") as caught:
        frames = list(talus.simulate(dice_within_each_other(), end=0.003, every=0.001))
    assert len(caught) == 1
    mass = 500 * (0.1 / np.sqrt(3)) ** 3  # the size is the diagonal
    fallen = [1 / 2 * 2 * mass * (9.81 * frame.time) ** 2 for frame in frames]
    assert [frame.statistics["KineticEnergy"] for frame in frames] == pytest.approx(fallen)
    with pytest.raises(talus.TalusError, match="1 pair of bodies overlaps at the start") as told:
        list(talus.simulate(dice_within_each_other(), end=0.003, initial_overlaps="Refuse"))
    assert told.value.body == (0, 1)


def test_equal_drums_in_one_place_are_moved_apart_soon():
    """Many of their faces lie flush at the same translations."""
    scene = talus.Scene(gravity=(0, 0, 0))
    scene.material("steel")
    options = {"thickness": 0.0434083, "height": 2.2397723, "opening": 0.5663826, "segments": 8}
    scene.shape("drum", talus.shapes.Container(kind="drum", **options))
    scene.body("drum", "steel")
    scene.wall("drum", "steel")
    begin = time.process_time()
    with pytest.warns(talus.OverlapWarning):
        next(iter(talus.simulate(scene, end=1e-7, every=1e-7, time_step=1e-7, threads=1)))
    assert time.process_time() - begin < 20


def test_warns_of_bodies_that_stay_deep_within_each_other():
    scene = dice_within_each_other()
    with pytest.warns(talus.OverlapWarning, match="1 pair of bodies lies deeper within each other at the start") as caught:
        list(talus.simulate(scene, end=0.003, every=0.001, initial_overlaps="Keep"))
    assert 1 <= len(caught) <= 2


@pytest.mark.parametrize("frames", [2, 20, 200])
def test_tells_which_bodies_passed_through_each_other(frames):
    scene = talus.Scene(gravity=(0, 0, 0))
    scene.material("steel")
    scene.shape("plate", talus.shapes.Solid(kind="cuboid", extents=(1, 1, 0.02), size=0.05))
    scene.shape("wall", talus.shapes.Solid(kind="cuboid", extents=(1, 1, 0.01), size=0.1))
    scene.body("plate", "steel", id=3, position=(0.001, 0.002, 0.02), velocity=(0, 0, -100))
    scene.wall("wall", "steel", id=5, position=(0, 0, 0))
    with pytest.warns(talus.OverlapWarning, match="At 0.00019.* s bodies 3 and 5 passed through each other") as caught:
        run = list(talus.simulate(scene, end=6e-4, every=6e-4 / frames))
    assert len(caught) == 1
    assert run[-1].bodies.position[0, 2] < 0
    assert sum(frame.statistics["PassedPairs"] for frame in run) == 1


def test_tells_what_limits_its_steps():
    scene = talus.Scene(gravity=(0, 0, 0))
    scene.material("wood", density=500, young=1e6)
    scene.shape("die", talus.shapes.Solid(kind="cube", size=0.1))
    scene.body("die", "wood", id=7, position=(0, 0, 0), velocity=(50, 0, 0))
    statistics = [frame.statistics for frame in talus.simulate(scene, end=0.01, every=0.01)]
    assert statistics[0]["StepLimit"] == "None" and statistics[0]["LimitingBody"] == -1
    assert (statistics[1]["StepLimit"], statistics[1]["LimitingBody"]) == ("Stiffness", 7)
    scene.body("die", "wood", id=9, position=(0, 0.06, 0))
    *_, last = talus.simulate(scene, end=0.01, every=0.01)
    assert (last.statistics["StepLimit"], last.statistics["LimitingBody"]) == ("Motion", 7)
    *_, last = talus.simulate(scene, end=0.01, every=0.01, time_step=1e-6)
    assert (last.statistics["StepLimit"], last.statistics["LimitingBody"]) == ("User", -1)


def test_a_die_at_rest_is_carried_by_its_contacts(tmp_path):
    scene = falling_dice(tmp_path / "s.json", height=0, count=1)
    *_, last = talus.simulate(scene, end=1, every=0.5)
    contacts = last.contacts
    assert len(contacts) >= 3 and last.bodies.contact_count.tolist() == [len(contacts)] * 2
    assert last.statistics["ContactPoints"] == len(contacts) and last.statistics["TouchingPairs"] == 1
    on_die = np.where(contacts.body_b == 0, 1, -1) @ contacts.force
    assert on_die == pytest.approx((0, 0, WEIGHT), rel=1e-3, abs=1e-3 * WEIGHT)
    assert np.abs(last.bodies.force[0]).max() < 1e-3 * WEIGHT
    assert np.abs(contacts.normal[:, 2]) == pytest.approx(1)
    assert (contacts.depth > 0).all()


def with_its_law(options):
    """IncrementalPotential has one law only."""
    return options | ({"law": "Barrier"} if options["integrator"] == "IncrementalPotential" else {})


@pytest.mark.parametrize(
    "options",
    [
        *(with_its_law({"integrator": name}) for name in option_of(TIME_STEPPING, "integrator").words),
        *({"law": name} for name in option_of(TIME_STEPPING, "law").words),
        *({"integrator": "ImplicitEuler", "solver": name, "time_step": 1e-3} for name in option_of(TIME_STEPPING, "solver").words),
        *({"broad_phase": name} for name in option_of(TIME_STEPPING, "broad_phase").words),
    ],
    ids=lambda options: " ".join(str(value) for value in options.values()),
)
def test_restart_is_exact(tmp_path, options):
    scene = falling_dice(tmp_path / "s.json")
    options |= {"end": 0.1, "every": 0.01}
    whole = list(talus.simulate(scene, **options))
    assert any(len(frame.contacts) for frame in whole[:7]) and len(whole[-1].contacts)
    first = talus.simulate(scene, threads=1, **options)
    for frame in first:
        if frame.number == 6:
            first.save(tmp_path / "c.talus")
            break
    resumed = talus.simulate(scene, **options)
    assert resumed.load(tmp_path / "c.talus") == 6
    rest = list(resumed)
    assert [frame.number for frame in rest] == list(range(7, 11))
    assert all(same(frame, whole[frame.number]) for frame in rest)


def test_going_over_the_frames_again_gives_the_same(tmp_path):
    simulation = talus.simulate(falling_dice(tmp_path / "s.json"), end=0.05, every=0.01)
    assert len(simulation) == len(simulation.times) == 6
    kept = [(frame.time, frame.bodies.position.copy()) for frame in simulation]
    again = [(frame.time, frame.bodies.position) for frame in simulation]
    assert all(t == u and np.array_equal(a, b) for (t, a), (u, b) in zip(kept, again))


def test_frames_stay_when_the_next_one_comes(tmp_path):
    frames = list(talus.simulate(falling_dice(tmp_path / "s.json", height=1), end=0.02))
    assert frames[0].bodies.position[0, 2] > frames[1].bodies.position[0, 2] > frames[2].bodies.position[0, 2]


def test_progress_covers_all_frames(tmp_path):
    seen = []
    list(talus.simulate(falling_dice(tmp_path / "s.json"), end=0.05).frames(seen.append))
    assert seen == sorted(seen) and 0 <= seen[0] < 0.2 and seen[-1] == pytest.approx(1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"end": -1}, "end"),
        ({"end": float("nan")}, "end"),
        ({"every": 0}, "interval"),
        ({"every": float("nan")}, "interval"),
        ({"time_step": -1e-3}, "step"),
        ({"halo": -1}, "halo"),
        ({"halo": float("nan")}, "halo"),
        ({"move_limit": -1}, "limit"),
        ({"integrator": "Leapfrog"}, "VelocityVerlet"),
        ({"law": "Hooke"}, "HaloArea"),
        ({"solver": "Guess"}, "Newton"),
        ({"tolerance": 0, "integrator": "ImplicitEuler"}, "tolerance"),
        ({"maximum_iterations": 0}, "maximum iterations must be at least 1"),
        ({"damping": 2}, "damping must be above 0 and at most 1"),
        ({"threads": -1}, "threads"),
    ],
)
def test_bad_options_are_one_error(tmp_path, options, words):
    scene = falling_dice(tmp_path / "s.json", count=1)
    with pytest.raises(talus.TalusError) as error:
        list(talus.simulate(scene, **{"end": 0.01} | options))
    assert words.lower() in str(error.value).lower() and "\n" not in str(error.value)


def test_what_is_no_scene(tmp_path):
    with pytest.raises(talus.TalusError, match="no such file|No such file"):
        talus.simulate(tmp_path / "none.json", end=1)
    with pytest.raises(talus.TalusError, match="No such file"):
        talus.simulate(tmp_path / "none.vtpc", end=1)


def test_foreign_checkpoints(tmp_path):
    dice, others = falling_dice(tmp_path / "s.json"), falling_dice(tmp_path / "t.json", height=0.02)
    made = talus.simulate(dice, end=0.03)
    with pytest.raises(talus.TalusError, match="no frame"):
        made.save(tmp_path / "c.talus")
    next(iter(made))
    made.save(tmp_path / "c.talus")
    with pytest.raises(talus.TalusError, match="scene"):
        talus.simulate(others, end=0.03).load(tmp_path / "c.talus")
    with pytest.raises(talus.TalusError, match="option"):
        talus.simulate(dice, end=0.03, law="HertzMindlin").load(tmp_path / "c.talus")
    with pytest.raises(talus.TalusError, match="cut off"):
        (tmp_path / "d.talus").write_bytes((tmp_path / "c.talus").read_bytes()[:-1])
        made.load(tmp_path / "d.talus")
    assert next(iter(made)).number == 0  # nothing has changed


def test_contact_dynamics_carries_a_stack_with_its_weight():
    scene = talus.Scene()
    scene.material("stone", density=2000, restitution=0.4, friction=0.5)
    scene.shape("cube", generator="solid", kind="cube", size=0.1 * 3**0.5)
    scene.shape("floor", generator="solid", kind="cube", size=2 * 3**0.5)
    scene.wall("floor", "stone", id=9, position=(0, 0, -1))
    for n in range(3):
        scene.body("cube", "stone", id=n, position=(0, 0, 0.06 + 0.11 * n))
    options = {"integrator": "ContactDynamics", "law_residual": 1e-6, "restitution_law": "Speeds"}
    *_, last = talus.simulate(scene, end=1, every=0.25, **options)
    assert last.bodies.position[last.bodies.id < 9, 2] == pytest.approx([0.05, 0.15, 0.25], abs=1e-4)
    on_floor = (last.contacts.body_a == 9) | (last.contacts.body_b == 9)
    assert np.abs(last.contacts.force[on_floor, 2]).sum() == pytest.approx(3 * 2 * 9.81, rel=1e-3)
    assert np.abs(last.contacts.gap).max() < 1e-4
    assert 0 <= last.statistics["LawResidual"] <= 1e-6
    assert last.statistics["StepLimit"] == "Size"


def test_contact_dynamics_tells_options_without_meaning_once():
    scene = talus.Scene()
    scene.material("stone")
    scene.shape("cube", generator="solid", kind="cube", size=0.1)
    scene.body("cube", "stone", position=(0, 0, 1))
    with pytest.warns(UserWarning, match="no meaning under the integrator ContactDynamics.*: halo, contact law") as told:
        list(talus.simulate(scene, end=0.04, every=0.01, integrator="ContactDynamics", halo=1e-3, law="HertzMindlin"))
    assert len(told) == 1
