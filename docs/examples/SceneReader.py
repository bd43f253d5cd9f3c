"""Command line: talus scene check data/scenes/shaken_table.json"""

from paraview.simple import *

Show(SceneReader(FileName="data/scenes/shaken_table.json"))
