"""Makes the point cloud data/points/spot_cloud.vtp: random points in the box around data/meshes/spot.obj.

    build/release/bin/talus-env /usr/bin/python3 python/examples/make_cloud.py SURFACE COUNT OUT
"""

import sys

import numpy as np

import talus
from talus.io.geometry import point_cloud


def cloud_around(surface_file: str, count: int, seed: int = 1) -> np.ndarray:
    """Uniform random points in the bounding box enlarged by 5 % on each side, shape (count, 3), float32."""
    bounds = np.array(talus.read_surface(surface_file).GetBounds()).reshape(3, 2)
    margin = 0.05 * (bounds[:, 1] - bounds[:, 0])
    points = np.random.default_rng(seed).uniform(bounds[:, 0] - margin, bounds[:, 1] + margin, (count, 3))
    return points.astype(np.float32)


if __name__ == "__main__":
    surface_file, count, out = sys.argv[1:]
    talus.write(point_cloud(cloud_around(surface_file, int(count))), out)
    print(f"wrote {out}")
