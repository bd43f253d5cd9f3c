"""A window of VTK that no screen shows."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

import vtkmodules.vtkRenderingFreeType  # noqa: F401  draws text
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  draws
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkLookupTable
from vtkmodules.vtkIOImage import vtkPNGWriter
from vtkmodules.vtkRenderingCore import (
    vtkLightKit,
    vtkProp,
    vtkRenderer,
    vtkRenderWindow,
    vtkWindowToImageFilter,
)

from ..io.output import staged
from .colours import GROUND, letters_of, title_of
from .legend import Place, add_legend, add_text
from .viewpoint import STRIP, Camera

_PEELS = 4  # layers of transparent surfaces that are sorted from the front and from the back; those between are blended as they come


class Picture:
    """A view of bodies and contacts on white ground, with legends on the right.

    :param size: width and height, pixels
    """

    def __init__(self, size: Sequence[int]) -> None:
        self._size = list(size)
        self._window = vtkRenderWindow()
        self._window.SetOffScreenRendering(True)
        self._window.SetMultiSamples(0)
        self._window.SetAlphaBitPlanes(True)
        self._window.SetNumberOfLayers(2)
        self._window.SetSize(self._size)
        self._renderer, self._legends = vtkRenderer(), vtkRenderer()
        self._renderer.SetBackground(*GROUND)
        self._renderer.SetUseFXAA(True)
        self._renderer.SetUseDepthPeeling(True)
        self._renderer.SetMaximumNumberOfPeels(_PEELS)
        self._renderer.SetOcclusionRatio(0.0)
        self._renderer.AutomaticLightCreationOff()
        vtkLightKit().AddLightsToRenderer(self._renderer)
        self._legends.SetLayer(1)  # sharp: not smoothed as what is behind
        self._legends.InteractiveOff()
        for renderer in (self._renderer, self._legends):
            self._window.AddRenderer(renderer)
        letters = letters_of(size)
        self._told = add_text(self._legends, "", (letters, size[1] - 1.5 * letters), letters)

    @property
    def angle(self) -> float:
        """Of the view from bottom to top, degrees."""
        return self._renderer.GetActiveCamera().GetViewAngle()

    def look(self, camera: Camera) -> None:
        own = self._renderer.GetActiveCamera()
        own.SetPosition(camera.position)
        own.SetFocalPoint(camera.focus)
        own.SetViewUp(camera.up)

    def add(self, shown: vtkProp) -> None:
        self._renderer.AddViewProp(shown)

    def add_legends(self, tables: list[tuple[str, vtkLookupTable]]) -> None:
        """:param tables: of arrays with these names, the lowest first"""
        wide, high = self._size
        length = 0.8 / max(len(tables), 1)
        for number, (name, table) in enumerate(tables):
            bottom = high * (0.1 + (number + 0.15) * length)
            place = Place(int(wide * (1.0 - STRIP)), int(bottom), max(1, int(high * 0.7 * length)))
            add_legend(self._legends, title_of(name), table, place, letters_of(self._size))

    def tell(self, text: str) -> None:
        """Shows a text in the upper left corner, in place of an earlier one."""
        self._told.SetInput(text)

    def save(self, path: Path) -> None:
        """:raises TalusError: an unwritable folder, a full disk"""
        drawn = self.png()  # a broken driver ends the program here, when there is no file yet
        with staged(path) as temporary:
            temporary.write_bytes(drawn)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        self._renderer.ResetCameraClippingRange()
        self._window.Render()
        shot = vtkWindowToImageFilter()
        shot.SetInput(self._window)
        shot.SetInputBufferTypeToRGB()
        shot.ReadFrontBufferOff()
        shot.ShouldRerenderOff()
        writer = vtkPNGWriter()
        writer.WriteToMemoryOn()
        writer.SetInputConnection(shot.GetOutputPort())
        writer.Write()
        return vtk_to_numpy(writer.GetResult()).tobytes()
