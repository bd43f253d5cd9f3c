"""Flow rates of hoppers with a nearly flat bottom and round outlets of several sizes, compared with Beverloo's law.

    build/release/bin/talus-env /usr/bin/python3 python/examples/beverloo.py OUT.png
        [--openings 4.75 5.5 6.5 7.5] [--seeds 2] [--grains 1300] [--shape spheres]
"""

import argparse

import numpy as np

from talus import measure, scenarios
from talus.measure import plots
from talus.scenarios import bed

RATE = "grains a second"
SHADOWS = (1.0, 1.4, 2.0)  # k in (D − k d): reduction of the outlet, in grain diameters


def measured(options):
    """Grains per second for each opening and seed; shape (openings, seeds)."""
    seeds = range(1, options.seeds + 1)
    shared = {"grains": options.grains, "width": options.width, "shape": options.shape, "slope": options.slope}
    cases = [{"opening": o, "seed": seed, "emptied": options.emptied, **shared} for o in options.openings for seed in seeds]
    rates = []
    for case, numbers in zip(cases, scenarios.sweep("hopper", cases)):
        print(f"opening {case['opening']:g} d, seed {case['seed']}: {numbers[RATE]:.1f} grains a second", flush=True)
        rates.append(numbers[RATE])
    return np.reshape(rates, (len(options.openings), options.seeds))


def effective(options):
    """Openings and grain diameter, m, measured between the middles of the halos, where bodies touch."""
    size = scenarios.options_of("hopper").size
    return np.array(options.openings) * size - 2 * bed.HALO * size, size + 2 * bed.HALO * size


def draw(options, rates):
    """Draws means over seeds with deviations and the fit of Beverloo's law; prints the exponent for other k."""
    openings, diameter = effective(options)
    mean = rates.mean(axis=1)
    law = measure.beverloo(openings, mean, diameter)
    free = openings - 1.4 * diameter
    axes = plots.new_axes()
    style = {"marker": "o", "ls": "", "capsize": 4, "label": f"{options.shape}, {options.grains} grains"}
    axes.errorbar(free / diameter, mean, rates.std(axis=1), **style)
    axes.plot(free / diameter, law.factor * free**law.exponent, label=f"exponent {law.exponent:.2f} ± {law.error:.2f}")
    fixed = np.exp(np.mean(np.log(mean / free**2.5)))
    axes.plot(free / diameter, fixed * free**2.5, "--", color="gray", label="exponent 5/2")
    axes.set(xscale="log", yscale="log", xlabel="opening − 1.4 d, in d", ylabel="grains a second")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter("{x:g}")
        axis.set_minor_formatter("{x:g}")
    axes.grid(alpha=0.3, which="both")
    axes.legend()
    plots.save(axes, options.picture)
    for k in SHADOWS:
        law = measure.beverloo(openings, mean, diameter, shadow=k)
        print(f"k = {k:g}: exponent {law.exponent:.2f} ± {law.error:.2f}")
    line = np.polyfit(openings / diameter, mean**0.4, 1)
    print(f"exponent 5/2: k = {-line[1] / line[0]:.2f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("picture")
    parser.add_argument("--openings", type=float, nargs="+", default=[4.75, 5.5, 6.5, 7.5], help="over a grain's diameter")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--grains", type=int, default=1300)
    parser.add_argument("--width", type=float, default=15.0, help="of the hopper, over a grain's diameter")
    parser.add_argument("--slope", type=float, default=15.0, help="of its bottom, degrees")
    parser.add_argument("--emptied", type=float, default=0.4, help="part of the grains that run out, about")
    parser.add_argument("--shape", default="spheres")
    options = parser.parse_args()
    draw(options, measured(options))


if __name__ == "__main__":
    main()
