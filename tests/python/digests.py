"""Prints what of the processor NumPy uses, then `name digest` of scenes, labels, shapes, contacts and motions.

Not of talus.measure: NumPy and its BLAS, which promise no bits, compute those numbers.
"""

import hashlib
import json
import os

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy

import talus
from talus import scenarios

MESHES = os.path.join(os.environ["TALUS_SOURCE_DIR"], "data", "meshes")


def tell(name, *answers):
    """Arrays by their bits, all else by its text, in which numbers keep all digits."""
    sums = hashlib.sha256()
    for answer in answers:
        sums.update(answer.tobytes() if isinstance(answer, np.ndarray) else repr(answer).encode())
    print(name.replace(" ", "_"), sums.hexdigest())


def points_of(surface):
    return vtk_to_numpy(surface.GetPoints().GetData())


def scenes():
    for name in scenarios.SCENARIOS:
        built = scenarios.build(name, grains=min(scenarios.options_of(name).grains, 60))
        tell(f"scene {name}", json.dumps(built.scene.as_dict(), default=np.ndarray.tolist))


def surfaces():
    cloud = np.random.default_rng(1).uniform(-1, 1, (2000, 3))
    for mesh, reach in (("spot.obj", 1), ("dem_hourglass_open.obj", 20)):
        path = os.path.join(MESHES, mesh)
        labels = talus.classify(reach * cloud, path, distance=True)
        tell(f"labels {mesh}", labels.side)
        tell(f"winding {mesh}", labels.winding_number, labels.distance)
        tell(f"check {mesh}", talus.check(path).consequence)
    mass = talus.mass_properties(os.path.join(MESHES, "castalia.obj"), density=2100.0)
    tell("mass", mass.volume, np.asarray(mass.centroid), np.asarray(mass.inertia))
    for shape in ("ConvexGrain", "BumpedSphere", "PorousBlock", "Torus"):
        tell(f"grain {shape}", points_of(talus.grain(shape, seed=3)))
    tell("foam", points_of(talus.foam(cells=8, triangles=20000)))


def motion():
    scene = scenarios.build("grains-in-a-box", grains=20, shape="polyhedra").scene
    touching = talus.contacts(scene, halo=2e-3)
    tell("contacts", touching.pairs, touching.gap, touching.normal, touching.points)
    for law in ("HaloArea", "HertzMindlin", "LinearSpringDashpot"):
        for frame in talus.simulate(scene, end=0.05, every=0.01, law=law):
            bodies, figures = frame.bodies, frame.figures
        energies = [float(figures[f"{kind}Energy"]) for kind in ("Kinetic", "Potential", "Elastic", "Dissipated")]
        tell(f"motion {law}", bodies.position, bodies.orientation, bodies.velocity, bodies.force, energies)


features = np.core._multiarray_umath.__cpu_features__
print("processor", ",".join(name for name in ("AVX2", "AVX512F", "AVX512_SKX") if features.get(name)) or "none")
scenes()
surfaces()
motion()
