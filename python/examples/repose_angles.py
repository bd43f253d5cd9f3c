"""Turns drums of grains with more and more friction: how steep does their surface become, beside tan Θ = µ?

    build/release/bin/talus-env /usr/bin/python3 python/examples/repose_angles.py OUT.png
        [--mu 0.1 0.3 0.5 0.8] [--seeds 1] [--shapes polyhedra spheres] [--grains 150] [--turns 0.3]
"""

import argparse

import numpy as np

from talus import scenarios
from talus.measure import plots

ANGLE = "mean angle of the surface, degrees"
SWING = ("angle of repose, after avalanches, degrees", "greatest stable angle, before avalanches, degrees")


def measured(options, shape, mu):
    """Mean of the angle over seeds, and the mean of its lowest and its highest swings, degrees."""
    size = {"grains": options.grains, "diameter": options.diameter, "turns": options.turns}
    runs = [scenarios.run("repose-drum", shape=shape, mu=mu, seed=s + 1, **size).numbers for s in range(options.seeds)]
    return [np.mean([run[name] for run in runs]) for name in (ANGLE, *SWING)]


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
    axes = plots.new_axes()
    for shape in options.shapes:
        rows = np.array([measured(options, shape, mu) for mu in options.mu])
        for mu, (mean, low, high) in zip(options.mu, rows):
            print(f"{shape} µ = {mu:g}: {mean:.1f}°, from {low:.1f}° to {high:.1f}°", flush=True)
        reach = [rows[:, 0] - rows[:, 1], rows[:, 2] - rows[:, 0]]
        axes.errorbar(options.mu, rows[:, 0], np.maximum(reach, 0), marker="o", capsize=4, label=shape)
    line = np.linspace(0, max(options.mu), 50)
    axes.plot(line, np.degrees(np.arctan(line)), "--", color="gray", label="tan Θ = µ")
    axes.set(xlabel="friction µ", ylabel="angle of the surface, degrees; bars: Θr to Θm")
    axes.grid(alpha=0.3)
    axes.legend()
    plots.save(axes, options.picture)


main()
