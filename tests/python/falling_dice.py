"""A scene for tests of simulations: dice that fall onto a table and against each other."""

from __future__ import annotations

from pathlib import Path

from conftest import CUBE_POINTS, CUBE_TRIANGLES

import talus

SIZE = 0.1
GRAVITY = 9.81


def falling_dice(path: Path, *, height: float = 0.01, count: int = 3) -> Path:
    """Writes the scene: dice of 0.1 m that lie apart, one that hits another; a table whose top is at z = 0."""
    scene = talus.Scene(gravity=(0, 0, -GRAVITY), halo=0.002)
    scene.material("stone", density=2500, young=1e6, poisson=0.25, restitution=0.4, friction=0.4)
    scene.shape("die", (CUBE_POINTS * SIZE, CUBE_TRIANGLES))
    scene.shape("table", (CUBE_POINTS * (2, 2, 0.1), CUBE_TRIANGLES))
    for i in range(count):
        turned = talus.quaternion((1, 2, 0), 10 * i)
        scene.body("die", "stone", position=(0.3 + 0.115 * i, 1, SIZE * (0.5 + 0.2 * i) + height), orientation=turned)
    scene.wall("table", "stone", origin=(0, 0, -0.1))
    scene.write(path)
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its contents."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
