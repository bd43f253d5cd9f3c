"""Clogging probability of hoppers with round outlets of a few diameters, from repeated runs with different grains.

    build/release/bin/talus-env /usr/bin/python3 python/examples/clogging.py OUT.png
        [--openings 1.5 2 2.5 3 4] [--seeds 10] [--grains 80] [--shape polyhedra]
"""

import argparse

import numpy as np

from talus import scenarios
from talus.measure import plots


def measured(options):
    """Whether each hopper clogged; shape (openings, seeds)."""
    seeds = range(1, options.seeds + 1)
    shared = {"grains": options.grains, "width": options.width, "shape": options.shape}
    cases = [{"opening": opening, "seed": seed, **shared} for opening in options.openings for seed in seeds]
    clogged = [numbers["clogged"] for numbers in scenarios.sweep("hopper", cases)]
    return np.reshape(clogged, (len(options.openings), options.seeds)) > 0


def interval(often, runs):
    """Bounds of the 68 % confidence interval of the probability (E. B. Wilson, 1927, z = 1)."""
    middle = (often + 0.5) / (runs + 1)
    half = np.sqrt(often * (runs - often) / runs + 0.25) / (runs + 1)
    return middle - half, middle + half


def draw(options, clogged):
    often, runs = clogged.sum(axis=1), clogged.shape[1]
    probability = often / runs
    low, high = interval(often, runs)
    for opening, p, a, b in zip(options.openings, probability, low, high):
        print(f"opening {opening:g} d: clogs in {p:.0%} of {runs} (68 % interval: {a:.2f} … {b:.2f})")
    axes = plots.new_axes()
    bars = np.maximum([probability - low, high - probability], 0)
    axes.errorbar(options.openings, probability, bars, marker="o", capsize=4)
    axes.set(xlabel="opening, in grain diameters", ylabel="probability that it clogs", ylim=(-0.05, 1.05))
    axes.set_title(f"{options.grains} {options.shape}, {runs} times each", fontsize=10)
    axes.grid(alpha=0.3)
    plots.save(axes, options.picture)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("picture")
    parser.add_argument("--openings", type=float, nargs="+", default=[1.5, 2, 2.5, 3, 4], help="over a grain's diameter")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--grains", type=int, default=80)
    parser.add_argument("--width", type=float, default=7.0, help="of the hopper, over a grain's diameter")
    parser.add_argument("--shape", default="polyhedra")
    options = parser.parse_args()
    draw(options, measured(options))


if __name__ == "__main__":
    main()
