"""Prints what of the processor NumPy uses, then `name digest`, a SHA-256, of scenes, labels, shapes, contacts and motions.

    build/release/bin/talus-env python3 tests/digests.py > digests.txt

Two versions, machines or distributions that answer alike print the same lines. About ten seconds of one core.
Not of talus.measure: NumPy and its BLAS, which promise no bits, compute those numbers.
"""

import hashlib
import json
import warnings
from pathlib import Path

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy

import talus
from talus import scenarios

DATA = Path(__file__).resolve().parent.parent / "data"
MESHES = DATA / "meshes"

CLASSIFICATIONS = (
    ("spot.obj", "Auto"),
    ("spot.obj", "DiscreteFunction"),
    ("spot.obj", "RayCrossing"),
    ("spot.obj", "SolidAngle"),
    ("spot.obj", "FastMultipole"),
    ("castalia.obj", "Antipodal"),
    ("torus.stl", "FastMultipole"),
    ("bob_small.ply", "SolidAngle"),
    ("featuretype.stl", "DiscreteFunction"),
    ("nasa_viper_wheel.obj", "RayCrossing"),
    ("multibody_misoriented.stl", "Auto"),
    ("dem_hourglass_open.obj", "Auto"),
)

#: Scene, its last frame's time in s, integrator, law. Those that come first have bodies of any form.
MOTIONS = (
    ("shaken_table", 0.12, "VelocityVerlet", "HaloArea"),
    ("shaken_table", 0.13, "VelocityVerlet", "LinearSpringDashpot"),
    ("tori", 0.01, "VelocityVerlet", "HaloArea"),
    ("tori", 0.01, "VelocityVerlet", "HertzMindlin"),
    ("tori", 0.004, "ImplicitEuler", "HaloArea"),
    ("tori", 0.006, "MultiscalePicard", "LinearSpringDashpot"),
    ("tori", 0.003, "MultiscalePicard", "HaloSpring"),
    ("rotating_drum", 0.2, "VelocityVerlet", "HertzMindlin"),
    ("rotating_drum", 0.1, "MultiscalePicard", "HaloArea"),
    ("scenarios/collide", 0.05, "Suzuki4", "HaloArea"),
    ("scenarios/collide", 0.05, "RungeKutta4", "LinearSpringDashpot"),
    ("scenarios/collide", 0.05, "Gear", "HertzMindlin"),
    ("scenarios/grains-in-a-box", 0.1, "VelocityVerlet", "HaloArea"),
    ("scenarios/grains-in-a-box", 0.03, "ImplicitEuler", "LinearSpringDashpot"),
    ("scenarios/slope", 0.1, "SymplecticEuler", "HaloSpring"),
)


def tell(name, *answers):
    """Arrays by their bits, all else by its text, in which numbers keep all digits."""
    sums = hashlib.sha256()
    for answer in answers:
        sums.update(answer.tobytes() if isinstance(answer, np.ndarray) else repr(answer).encode())
    print(name.replace(" ", "_"), sums.hexdigest(), flush=True)


def points_of(surface):
    return vtk_to_numpy(surface.GetPoints().GetData())


def scenes():
    for name in scenarios.SCENARIOS:
        few = {"grains": min(scenarios.options_of(name).grains, 60)} if name in scenarios.GRANULAR else {}
        built = scenarios.build(name, **few)
        tell(f"scene {name}", json.dumps(built.scene.as_dict(), default=np.ndarray.tolist))


def points_about(surface):
    """Random ones in a box somewhat wider than the surface's, and some of its own, at which labels are hardest."""
    corners = points_of(surface).astype(np.float64)
    low, high = corners.min(axis=0), corners.max(axis=0)
    cloud = np.random.default_rng(1).uniform(low - 0.1 * (high - low), high + 0.1 * (high - low), (2000, 3))
    some = corners[:100]
    return np.concatenate((cloud, some, 0.5 * (some + np.roll(some, 1, axis=0))))


def labels():
    for mesh, method in CLASSIFICATIONS:
        surface = talus.read_surface(MESHES / mesh)
        found = talus.classify(points_about(surface), surface, method=method, distance=True)
        tell(f"labels {mesh} {method}", found.side)
        tell(f"winding {mesh} {method}", found.winding_number, found.enclosing_body, found.distance)


def surfaces():
    for mesh in ("spot.obj", "dem_hourglass_open.obj"):
        tell(f"check {mesh}", talus.check(MESHES / mesh).consequence)
    mass = talus.mass_properties(MESHES / "castalia.obj", density=2100.0)
    tell("mass", mass.volume, np.asarray(mass.centroid), np.asarray(mass.inertia))
    for shape in ("ConvexGrain", "BumpedSphere", "PorousBlock", "Torus"):
        tell(f"grain {shape}", points_of(talus.grain(shape, seed=3)))
    tell("foam", points_of(talus.foam(cells=8, triangles=20000)))


def tori():
    """Eight of them fall onto a floor and each other."""
    scene = talus.Scene(halo=2e-4)
    scene.material("rubber", density=1100, young=2e5, poisson=0.4, friction=0.6, restitution=0.4)
    scene.shape("torus", talus.shapes.Solid(kind="torus", size=0.02, sides=8, segments=12))
    scene.shape("floor", talus.shapes.Solid(kind="cuboid", size=1.0, extents=[0.1, 0.1, 0.01]))
    scene.wall("floor", "rubber", position=(0, 0, -0.005))
    for i in range(8):
        orientation = talus.quaternion((1, i % 3, 1), 37 * i)
        place = (0.0205 * (i % 2), 0.0205 * (i // 2 % 2), 0.0105 + 0.0205 * (i // 4))
        velocity = (0.5 - i % 2, 0.5 - i // 2 % 2, -0.5)  # towards the middle of the floor
        scene.body("torus", "rubber", position=place, orientation=orientation, velocity=velocity)
    return scene


def contacts(name, *arguments, **options):
    found = talus.contacts(*arguments, **options)
    tell(f"contacts {name}", found.pairs, found.gap, found.normal, found.points, found.area)


def touching():
    grains = scenarios.build("grains-in-a-box", grains=20, shape="polyhedra").scene
    contacts("grains", grains, halo=2e-3)
    for method in ("Certified", "Comparison", "Iterative", "Hybrid"):
        contacts(f"tori {method}", tori(), halo=2e-3, triangle_method=method)
    contacts("shaken table", DATA / "scenes" / "shaken_table.json", halo=2e-2, merge="Paper")
    contacts("overlap", [MESHES / "spot.obj", MESHES / "torus.stl"], halo=1e-2)


def motion(name, end, integrator, law):
    scene = tori() if name == "tori" else DATA / "scenes" / f"{name}.json"
    frames = []
    for frame in talus.simulate(scene, end=end, every=end / 4, integrator=integrator, law=law):
        bodies, statistics = frame.bodies, frame.statistics
        energies = [float(statistics[f"{kind}Energy"]) for kind in ("Kinetic", "Potential", "Elastic", "Dissipated")]
        frames += [bodies.position, bodies.orientation, bodies.velocity, bodies.angular_velocity, bodies.force, energies]
    tell(f"motion {name} {integrator} {law}", *frames)


warnings.simplefilter("ignore")  # of misoriented and open surfaces
umath = np.core._multiarray_umath  # NumPy 2.4 has levels instead of single features
used = [name for name in umath.__cpu_dispatch__ if umath.__cpu_features__.get(name)]
print("processor", ",".join(used) or "none")
scenes()
labels()
surfaces()
touching()
for each in MOTIONS:
    motion(*each)
