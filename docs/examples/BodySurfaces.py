"""Shows the bodies of a scene as surfaces of their own: what filters and files need that know no instances."""

from paraview.simple import *

scene = SceneReader(FileName="data/scenes/rotating_drum.json")
surfaces = BodySurfaces(Input=scene, OutputType="Unstructured Grid")
shown = Show(surfaces)
shown.SetRepresentationType("Surface With Edges")
ColorBy(shown, ("CELLS", "BodyId"))
