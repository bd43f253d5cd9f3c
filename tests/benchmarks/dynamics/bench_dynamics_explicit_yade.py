"""YADE's polyhedra in the settled bed of bench_dynamics_explicit: milliseconds a step, contacts, overlap.

Usage: yade -n -x -j1 -f1 bench_dynamics_explicit_yade.py SCENE.json OUT.json [STEPS]

SCENE.json is what bench_dynamics_explicit --scene wrote. Adds its measurement to OUT.json, the run of
bench_dynamics_explicit. For Debian's yade (2023.02a), which no other part of Talus needs.
"""

import json
import sys
import time
from pathlib import Path

from yade import (Aabb, Bo1_Polyhedra_Aabb, ForceResetter, FrictMat, Ig2_Polyhedra_Polyhedra_PolyhedraGeom,  # noqa: F401
                  InsertionSortCollider, InteractionLoop, Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys,
                  Law2_PolyhedraGeom_PolyhedraPhys_Volumetric, NewtonIntegrator, O, PolyhedraMat, Quaternion, Vector3)
from yade import polyhedra_utils


#: Our grains rest on their halos, 1 % of their diameter thick: YADE's are grown by as much, so that they touch.
GROWTH = 1.036


def load(path):
    """Fills YADE's scene; returns how many grains there are."""
    data = json.loads(Path(path).read_text())
    # Young's modulus in N/m³ here: the same as kappa of HaloArea for two grains, E*/(2R*)
    material = PolyhedraMat(density=2500, young=1.2e9, poisson=0.3, frictionAngle=0.4636)
    grains = 0
    for body in data["bodies"]:
        growth = 1 if body["fixed"] else GROWTH
        shape = [growth * Vector3(*corner) for corner in data["shapes"][body["shape"]]]
        polyhedron = polyhedra_utils.polyhedra(material, v=shape, fixed=body["fixed"])
        w, x, y, z = body["orientation"]
        turn = Quaternion(w, x, y, z)
        # YADE turns shapes to their principal axes and moves them to their centroid, which is the origin here.
        polyhedron.state.pos = Vector3(*body["position"]) + turn * polyhedron.state.pos
        polyhedron.state.ori = turn * polyhedron.state.ori
        polyhedron.mask = 3 if body["fixed"] else 1  # walls overlap each other: bit 2 keeps them apart
        O.bodies.append(polyhedron)
        grains += not body["fixed"]
    return grains


def measure(grains, steps):
    O.engines = [ForceResetter(),
                 InsertionSortCollider([Bo1_Polyhedra_Aabb()], avoidSelfInteractionMask=2),
                 InteractionLoop([Ig2_Polyhedra_Polyhedra_PolyhedraGeom()],
                                 [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()],
                                 [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()]),
                 NewtonIntegrator(damping=0.2, gravity=(0, 0, -9.81))]
    O.dt = 1e-6
    O.run(2, True)
    best, spent = float("inf"), 0.0
    for _ in range(steps):
        start = time.process_time()
        O.step()
        taken = 1e3 * (time.process_time() - start)
        spent += taken
        best = min(best, taken)
    touching = [i for i in O.interactions if i.isReal]
    depth = max((i.geom.equivalentPenetrationDepth for i in touching), default=0)
    speed = max(O.bodies[i].state.vel.norm() for i in range(grains))
    return {"suite": "peers", "contender": "YADE polyhedra", "bodies": grains, "threads": 1, "step": spent / steps,
            "best": best, "dt": O.dt, "pairs": len(O.interactions), "touching": len(touching), "points": len(touching),
            "overlap": depth, "speed": speed, "sinking": 0, "same_bits": True}


def main(scene, out, steps=10):
    result = measure(load(scene), int(steps))
    print(json.dumps(result))
    run = json.loads(Path(out).read_text())
    run["measurements"] = [m for m in run["measurements"] if m["contender"] != result["contender"]] + [result]
    Path(out).write_text(json.dumps(run))


main(*sys.argv[1:])
