"""Angles of repose of rotating drums, or of grains beside a removed wall, for increasing friction, compared with
tan Θ = µ.

    build/release/bin/talus-env /usr/bin/python3 python/examples/repose_angles.py OUT.png [--scenario repose-wall]
        [--friction 0.1 0.3 0.5 0.8] [--seeds 1] [--shapes polyhedra spheres] [OPTION=VALUE …]
"""

import argparse
import json

import numpy as np

from talus import scenarios
from talus.measure import plots

#: Angles measured by each scenario: Θr, and Θm if there is one
ANGLES = {
    "repose-drum": {
        "Θr": "angle of repose, after avalanches, degrees",
        "Θm": "greatest stable angle, before avalanches, degrees",
    },
    "repose-wall": {"Θr": "angle of repose, degrees"},
}


def measured(options):
    """Angles of all runs, degrees; shape (shapes, frictions, seeds, angles)."""
    seeds = range(1, options.seeds + 1)
    more = {name: json.loads(value) for name, value in (pair.split("=") for pair in options.more)}
    cases = [
        {"shape": shape, "friction": friction, "seed": seed, **more}
        for shape in options.shapes
        for friction in options.friction
        for seed in seeds
    ]
    names = ANGLES[options.scenario].values()
    # Of a case without a heap, of which a warning tells, the angles are NaN.
    found = [[numbers.get(name, np.nan) for name in names] for numbers in scenarios.sweep(options.scenario, cases)]
    return np.reshape(found, (len(options.shapes), len(options.friction), options.seeds, len(names)))


def draw(options, angles):
    """Draws means over seeds, with standard deviations as error bars: Θr with filled symbols, Θm with open ones."""
    axes = plots.new_axes()
    for shape, of_shape, colour in zip(options.shapes, angles, ("C0", "C1")):
        mean, deviation = np.nanmean(of_shape, axis=1), np.nanstd(of_shape, axis=1)
        for k, name in enumerate(ANGLES[options.scenario]):
            for friction, m, d in zip(options.friction, mean[:, k], deviation[:, k]):
                print(f"{shape} µ = {friction:g}: {name} {m:.1f} ± {d:.1f}°")
            style = {"marker": "o", "capsize": 4, "color": colour, "markerfacecolor": "none" if k else colour}
            axes.errorbar(options.friction, mean[:, k], deviation[:, k], label=f"{name}, {shape}", **style)
    line = np.linspace(0, max(options.friction), 50)
    axes.plot(line, np.degrees(np.arctan(line)), "--", color="gray", label="tan Θ = µ")
    axes.set(xlabel="friction µ", ylabel="angle of the surface, degrees")
    axes.grid(alpha=0.3)
    axes.legend()
    plots.save(axes, options.picture)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("picture")
    parser.add_argument("more", nargs="*", metavar="OPTION=VALUE", help="of the scenario, such as grains=110")
    parser.add_argument("--scenario", choices=list(ANGLES), default="repose-drum")
    parser.add_argument("--friction", type=float, nargs="+", default=[0.1, 0.3, 0.5, 0.8])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--shapes", nargs="+", default=["polyhedra", "spheres"])
    options = parser.parse_args()
    draw(options, measured(options))


if __name__ == "__main__":
    main()
