"""How dense Platonic solids lie after they were poured into a box, and after the box was shaken: rigid, by ContactDynamics.

    build/release/bin/talus-env /usr/bin/python3 python/examples/platonic_packings.py
        [--shapes cubes octahedra] [--grains 500] [--friction 0.5] [--shaken 2] [--seed 1]

Measured at random points far from walls and surface. Published for dice, ± 0.01 (A. Baker, A. Kudrolli, Physical
Review E 82, 061304, 2010): tetrahedra, cubes, octahedra, dodecahedra, icosahedra have 0.51, 0.54, 0.52, 0.51, 0.50 at their
loosest and 0.64, 0.67, 0.64, 0.63, 0.59 at their densest.
"""

import argparse
import math

import numpy as np

import talus
from talus import scenarios
from talus.scene_data import block
from talus.scenarios import FrameData, bed
from talus.scenarios.options import SOLIDS
from talus.scenarios.vibrated_box import amplitude

FREQUENCY = 25.0  #: of the shaking, Hz
POINTS = 40_000
INTERVAL = 0.1  #: between frames, s
SETTLING = 0.7  #: longer than the scenario, s


def shaken_box(shape, options):
    """The scene, the time when the grains have been poured, the scene's end, and notes."""
    setup = scenarios.build(
        "grains-in-a-box", shape=shape, grains=options.grains, aspect=options.aspect, friction=options.friction,
        restitution=0.1, spread=0.0, seed=options.seed, integrator="ContactDynamics",
    )  # fmt: skip
    poured = math.ceil((setup.last + SETTLING) / INTERVAL) * INTERVAL
    walls = setup.notes["walls"]
    if options.shaken > 0:
        bed.move(setup.scene, walls)
        much = amplitude(options.gamma, FREQUENCY)
        setup.scene.vibrate(walls, (0, 0, 1), much, FREQUENCY, begin=poured, end=poured + options.shaken)
    rest = 0.5 if options.shaken > 0 else 0.0
    return setup, poured, poured + options.shaken + rest


def solid_fraction(frame, setup):
    """The share of points in grains, in the box two grains away from walls, below a quarter of the grains above it."""
    run = scenarios.trajectory([FrameData(frame.time, block(frame.scene, "Bodies"), block(frame.scene, "Contacts"))])
    places, margin = run.positions[-1], 2 * np.cbrt(run.volumes[0])
    low, high = np.array(setup.notes["low"]) + margin, np.array(setup.notes["high"]) - margin
    above = places[np.all((places[:, :2] > low[:2]) & (places[:, :2] < high[:2]), axis=1), 2]
    high[2] = np.percentile(above, 75) if above.size else 0.0
    if np.any(high <= low):
        raise SystemExit("Nothing is two grains away from the walls: give more --grains")
    points = low + (high - low) * np.random.default_rng(1).random((POINTS, 3))
    return float(np.mean(talus.classify(points, frame.scene).side >= 0))


def packings(shape, options):
    """Solid fractions when poured, and when shaken."""
    setup, poured, end = shaken_box(shape, options)
    motion = talus.simulate(setup.scene, end=end, every=INTERVAL, integrator="ContactDynamics", threads=options.threads)
    found = [solid_fraction(f, setup) for f in motion.frames() if any(abs(f.time - t) < INTERVAL / 2 for t in (poured, end))]
    return found[0], found[-1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shapes", nargs="+", default=list(SOLIDS), choices=list(SOLIDS))
    parser.add_argument("--grains", type=int, default=500)
    parser.add_argument("--aspect", type=float, default=3.0, help="initial height over the width of the box")
    parser.add_argument("--friction", type=float, default=0.5)
    parser.add_argument("--gamma", type=float, default=3.0, help="greatest acceleration of the shaking over g")
    parser.add_argument("--shaken", type=float, default=2.0, help="duration of the shaking, s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    for shape in options.shapes:
        poured, shaken = packings(shape, options)
        print(f"{shape}: poured {poured:.3f}" + f", shaken {shaken:.3f}" * (options.shaken > 0), flush=True)


if __name__ == "__main__":
    main()
