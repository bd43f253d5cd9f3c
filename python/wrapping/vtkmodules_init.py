"""The VTK classes of Talus: ``from talus.vtkmodules.TalusFilters import vtkTalusInsideOutsideClassifier``."""
