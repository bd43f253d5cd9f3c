"""Turns drums of grains with more and more friction: how steep does their surface become, beside tan Θ = µ?

    build/release/bin/talus-env /usr/bin/python3 python/examples/repose_angles.py OUT.png
        [--mu 0.1 0.3 0.5 0.8] [--seeds 1] [--shapes polyhedra spheres] [--grains 150] [--turns 0.3]
"""

import argparse
import multiprocessing

import numpy as np

from talus import scenarios
from talus.measure import plots

ANGLES = ("angle of repose, after avalanches, degrees", "greatest stable angle, before avalanches, degrees")


def angles_of(task):
    """Θr and Θm of one drum, degrees."""
    shape, mu, seed, size = task
    numbers = scenarios.run("repose-drum", shape=shape, mu=mu, seed=seed, **size).numbers
    return [numbers[name] for name in ANGLES]


def measured(options, workers):
    """Θr and Θm of all drums; shape (shapes, frictions, seeds, 2)."""
    size = {"grains": options.grains, "diameter": options.diameter, "turns": options.turns}
    seeds = range(1, options.seeds + 1)
    tasks = [(shape, mu, seed, size) for shape in options.shapes for mu in options.mu for seed in seeds]
    found = workers.map(angles_of, tasks, chunksize=1)
    return np.reshape(found, (len(options.shapes), len(options.mu), options.seeds, 2))


def draw(options, angles):
    """Means over seeds, and their standard deviations as bars: Θr full, Θm open."""
    axes = plots.new_axes()
    for shape, of_shape, colour in zip(options.shapes, angles, ("C0", "C1")):
        mean, deviation = of_shape.mean(axis=1), of_shape.std(axis=1)
        for mu, m, d in zip(options.mu, mean, deviation):
            print(f"{shape} µ = {mu:g}: Θr {m[0]:.1f} ± {d[0]:.1f}°, Θm {m[1]:.1f} ± {d[1]:.1f}°")
        for k, name, fill in ((0, "Θr", colour), (1, "Θm", "none")):
            style = {"marker": "o", "capsize": 4, "color": colour, "markerfacecolor": fill}
            axes.errorbar(options.mu, mean[:, k], deviation[:, k], label=f"{name}, {shape}", **style)
    line = np.linspace(0, max(options.mu), 50)
    axes.plot(line, np.degrees(np.arctan(line)), "--", color="gray", label="tan Θ = µ")
    axes.set(xlabel="friction µ", ylabel="angle of the surface, degrees")
    axes.grid(alpha=0.3)
    axes.legend()
    plots.save(axes, options.picture)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("picture")
    parser.add_argument("--mu", type=float, nargs="+", default=[0.1, 0.3, 0.5, 0.8])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--shapes", nargs="+", default=["polyhedra", "spheres"])
    parser.add_argument("--grains", type=int, default=150)
    parser.add_argument("--diameter", type=float, default=12.0)
    parser.add_argument("--turns", type=float, default=0.3)
    options = parser.parse_args()
    with multiprocessing.get_context("spawn").Pool() as workers:
        angles = measured(options, workers)
    draw(options, angles)


if __name__ == "__main__":
    main()
