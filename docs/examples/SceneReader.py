"""Command line: talus scene check data/scenes/shaken_table.json"""

from paraview.simple import *
from talus.display import show_scene

scene = SceneReader(FileName="data/scenes/shaken_table.json")
show_scene(scene, colour_by="BodyId")
