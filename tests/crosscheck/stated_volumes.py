"""Volumes of the meshes of a collection against those that the facts.json beside it states.

    stated_volumes.py FOLDER

As there, polygons are cut into fans (where they are not flat, the volume depends on the cut), and coordinates of STL
files are rounded to single precision, text or not.
"""
import json
import sys
import warnings
from pathlib import Path

import numpy as np
import talus
from talus.io.geometry import coordinates_of
from vtkmodules.util.numpy_support import vtk_to_numpy

SKIPPED = 77
LARGEST_DIFFERENCE = 1e-12


def fans(surface):
    polygons = surface.GetPolys()
    offsets = vtk_to_numpy(polygons.GetOffsetsArray())
    corners = vtk_to_numpy(polygons.GetConnectivityArray())
    cells = (corners[begin:end] for begin, end in zip(offsets, offsets[1:]))
    return np.array([(cell[0], *pair) for cell in cells for pair in zip(cell[1:], cell[2:])])


def points_of(surface, file):
    points = coordinates_of(surface)
    return points.astype(np.float32).astype(float) if file.suffix.lower() == ".stl" else points


def difference(file, stated):
    """Relative; None for what is no body."""
    surface = talus.read_surface(file)
    try:
        body = talus.mass_properties((points_of(surface, file), fans(surface)))
    except talus.TalusError as error:
        print(f"{file.name:<32}{error}")
        return None
    found = abs(body.volume / abs(stated) - 1)
    print(f"{file.name:<32}{body.volume:.15g}, off by {found:.1e}{', ' if body.warning else ''}{body.warning}")
    return found


def main(folder):
    facts = Path(folder).parent / "facts.json"
    if not folder or not facts.is_file():
        print("no facts.json beside the folder of meshes")
        return SKIPPED
    warnings.simplefilter("ignore", talus.SurfaceWarning)
    compared, wrong = [], []
    for name, entry in json.loads(facts.read_text()).items():
        file = Path(folder, Path(name).name)
        if not file.is_file() or not entry.get("volume"):
            continue
        closed = entry["boundary"] == 0 and entry["unbalanced"] == 0
        found = difference(file, entry["volume"])
        if (found is not None) != closed or (found or 0) > LARGEST_DIFFERENCE:
            wrong.append(file.name)
        if found is not None:
            compared.append(found)
    print(f"{len(compared)} volumes, the largest relative difference is {max(compared):.2g}; wrong: {wrong or 'none'}")
    return 1 if wrong else 0


sys.exit(main(sys.argv[1]))
