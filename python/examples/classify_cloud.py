"""Which of 100 000 random points lie inside a rover wheel? Arrays in, arrays out.

    build/release/bin/talus-env /usr/bin/python3 python/examples/classify_cloud.py
"""

from pathlib import Path

import numpy as np

import talus

wheel = Path(__file__).parents[2] / "data" / "meshes" / "nasa_viper_wheel.obj"

report = talus.check(wheel)
print(
    f"{wheel.name}: {report.counts['Triangles']} triangles, volume {report.volume:.6f}. {report.consequence}"
)

low, high = np.array(report.surface.GetBounds()).reshape(3, 2).T
points = np.random.default_rng(1).uniform(low, high, (100_000, 3))
labels = talus.classify(points, wheel)

estimate = labels.inside.mean() * np.prod(high - low)
print(f"{labels.inside.sum()} points inside by {labels.method}: their share of the box makes {estimate:.6f}")
