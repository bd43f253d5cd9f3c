"""A scene of grains that fall onto a floor and a moving plate; one of them is removed later."""

import json

GRAINS = 24


def write_scene(path):
    grains = [
        {
            "shape": "grain",
            "material": "stone",
            "position": [0.055 * (i % 3) - 0.05, 0.052 * (i // 3 % 2), 0.05 + 0.06 * (i // 6)],
            "velocity": [0, 0, -1],
        }
        for i in range(GRAINS)
    ]
    scene = {
        "format": "talus-scene-1",
        "materials": [{"name": "stone", "young": 1e7}],
        "shapes": [
            {"name": "floor", "generator": "solid", "kind": "cuboid", "extents": [1, 1, 0.1]},
            {"name": "grain", "generator": "convexGrain", "vertices": 20, "size": 0.05},
        ],
        "bodies": [
            {"id": 100, "shape": "floor", "material": "stone", "motion": "fixed", "position": [0, 0, -0.05]},
            {"id": 101, "shape": "grain", "material": "stone", "motion": "prescribed", "position": [-0.15, 0, 0.03]},
            *({"id": i, **grain} for i, grain in enumerate(grains)),
        ],
        "motions": [
            {"kind": "translation", "bodies": [101], "velocity": [2, 0, 0]},
            {"kind": "removal", "bodies": [5], "time": 0.025},
        ],
    }
    path.write_text(json.dumps(scene), encoding="utf-8")
