"""Several threads share a Classifier, a ContactScene or a Simulation: their calls take turns."""

import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES

import talus

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
POINTS = np.random.default_rng(3).uniform(-1, 1, (5_000, 3))


def in_threads(work, count=6):
    """What ``work(i)`` returns in each thread; its errors are those of the caller."""
    found, failed = [None] * count, []

    def run(i):
        try:
            found[i] = work(i)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return found


def falling():
    scene = talus.Scene()
    scene.material("stone")
    scene.shape("cube", CUBE)
    for i in range(4):
        scene.body("cube", "stone", position=(2 * i, 0, i))
    return talus.simulate(scene, end=0.05, every=0.01)


def test_a_classifier_first_used_by_several_threads():
    """In a process of its own, which would crash."""
    script = (
        "import threading, numpy as np, talus\n"
        f"c = talus.Classifier({str(MESHES / 'spot.obj')!r}); p = np.random.default_rng(3).uniform(-1, 1, (20000, 3)); found = []\n"
        "def work():\n  for _ in range(3): found.append(int((c.classify(p).side > 0).sum()))\n"
        "t = [threading.Thread(target=work) for _ in range(8)]\n"
        "[x.start() for x in t]; [x.join() for x in t]\n"
        "print(len(found), len(set(found)), found[0] == (talus.classify(p, c._filter.GetSurface()).side > 0).sum())"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert result.stdout.split() == ["24", "1", "True"], result


def test_each_thread_has_its_own_labels():
    classifier = talus.Classifier(MESHES / "spot.obj")
    alone = [talus.classify(POINTS[i::6], MESHES / "spot.obj").side for i in range(6)]
    for labelled in in_threads(lambda i: [classifier.classify(POINTS[i::6]).side for _ in range(4)]):
        assert any(all((side == wanted).all() for side in labelled) for wanted in alone if len(wanted) == len(labelled[0]))


def test_each_thread_has_the_contacts_of_its_poses():
    scene = talus.ContactScene([CUBE, CUBE], halo=0.3)
    poses = [np.array([(0, 0, 0), (0, 0, 1 + 0.1 * i)]) for i in range(6)]
    gaps = in_threads(lambda i: [float(scene.contacts(poses[i]).gap.min(initial=9)) for _ in range(5)])
    for i, found in enumerate(gaps):
        assert found == pytest.approx([0.1 * i if i < 6 else 9] * 5, abs=1e-12)


def test_threads_that_iterate_have_all_frames():
    heights = [frame.bodies.position[:, 2] for frame in falling()]
    simulation = falling()
    for found in in_threads(lambda _: [frame.bodies.position[:, 2] for frame in simulation], 3):
        assert np.array_equal(found, heights)


def test_threads_that_share_an_iterator_have_each_frame_once():
    frames = iter(falling())
    found = in_threads(lambda _: [frame.number for frame in frames], 3)
    assert sorted(number for numbers in found for number in numbers) == list(range(6))


def test_a_call_from_its_own_progress_is_one_error():
    classifier, told = talus.Classifier(CUBE), []

    def progress(_):
        with pytest.raises(talus.TalusError, match="in use by this thread"):
            classifier.classify([(0, 0, 0)])
        told.append(True)

    assert classifier.classify([(0.5, 0.5, 0.5)], progress).side == 1 and told


def test_an_error_frees_the_object():
    classifier = talus.Classifier(CUBE)
    with pytest.raises(talus.TalusError):
        classifier.classify([(0, 0, 0)], lambda _: 1 / 0 if False else (_ for _ in ()).throw(talus.TalusError("No")))
    assert in_threads(lambda _: classifier.classify([(0.5, 0.5, 0.5)]).side.item(), 2) == [1, 1]
