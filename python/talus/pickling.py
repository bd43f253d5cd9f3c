"""Makes VTK's data picklable, and with them all results that contain some: they can leave a worker process, and can be
copied by :mod:`copy`. Importing this module registers the types of VTK's data with :mod:`copyreg`.

An object is pickled with its geometry, cells, arrays, field data, names of blocks and time; not with lookup tables.
"""

from __future__ import annotations

import copyreg
from dataclasses import dataclass
from typing import Any

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.util.vtkConstants import VTK_BIT
from vtkmodules.vtkCommonCore import vtkAbstractArray, vtkBitArray, vtkIndent, vtkPoints, vtkStringArray
from vtkmodules.vtkCommonDataModel import (
    VTK_POLYHEDRON,
    vtkCellArray,
    vtkCompositeDataSet,
    vtkDataAssembly,
    vtkDataObject,
    vtkDataSetAttributes,
    vtkFieldData,
    vtkImageData,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSet,
    vtkPartitionedDataSetCollection,
    vtkPolyData,
    vtkRectilinearGrid,
    vtkStructuredGrid,
    vtkTable,
    vtkUnstructuredGrid,
)

#: Of polyhedra, since VTK 9.4
_FACES_ARE_CELLS = hasattr(vtkUnstructuredGrid, "SetPolyhedralCells")
_ATTRIBUTES = tuple(map(int, (vtkDataObject.POINT, vtkDataObject.CELL, vtkDataObject.ROW)))


def _made(kind: str, geometry: Any, attributes: dict, fields: list, time: float | None) -> vtkDataObject:
    """The object that :func:`_reduced` describes."""
    data = _KINDS[kind].type()
    _KINDS[kind].fill(data, geometry)
    for association, (arrays, active) in attributes.items():
        into = data.GetAttributes(association)
        _add_arrays(into, arrays)
        for attribute, name in active.items():
            into.SetActiveAttribute(name, attribute)
    _add_arrays(data.GetFieldData(), fields)
    if time is not None:
        data.GetInformation().Set(vtkDataObject.DATA_TIME_STEP(), time)
    return data


def _reduced(data: vtkDataObject) -> tuple:
    kind = next(name for name, each in _KINDS.items() if isinstance(data, each.type))
    info, key = data.GetInformation(), vtkDataObject.DATA_TIME_STEP()
    found = {association: data.GetAttributes(association) for association in _ATTRIBUTES}
    attributes = {key: (_arrays(given), _active(given)) for key, given in found.items() if given is not None}
    time = info.Get(key) if info.Has(key) else None
    return _made, (kind, _KINDS[kind].parts(data), attributes, _arrays(data.GetFieldData()), time)


# ---- Arrays: name, VTK's type (None: texts), values and names of the components


def _arrays(given: vtkFieldData) -> list[tuple]:
    every = (given.GetAbstractArray(i) for i in range(given.GetNumberOfArrays()))
    return [_array_parts(array) for array in every if array.IsA("vtkDataArray") or array.IsA("vtkStringArray")]


def _add_arrays(into: vtkFieldData, arrays: list[tuple]) -> None:
    for parts in arrays:
        into.AddArray(_array(*parts))


def _array_parts(array: vtkAbstractArray) -> tuple[str | None, int | None, Any, list[str | None]]:
    components = [array.GetComponentName(i) for i in range(array.GetNumberOfComponents())]
    if array.IsA("vtkStringArray"):
        return array.GetName(), None, [array.GetValue(i) for i in range(array.GetNumberOfValues())], components
    from .io.geometry import values_of  # here, because it loads all readers

    values = values_of(array).reshape(-1, array.GetNumberOfComponents())
    return array.GetName(), array.GetDataType(), values, components


def _array(name: str | None, kind: int | None, values: Any, components: list[str | None]) -> vtkAbstractArray:
    if kind is None:
        array = vtkStringArray()
        array.SetNumberOfComponents(len(components))
        array.SetNumberOfValues(len(values))
        for i, text in enumerate(values):
            array.SetValue(i, text)
    else:
        array = numpy_to_vtk(np.ascontiguousarray(values), deep=True, array_type=None if kind == VTK_BIT else kind)
        if kind == VTK_BIT:
            bits = vtkBitArray()
            bits.DeepCopy(array)
            array = bits
    if name is not None:
        array.SetName(name)
    for i, component in enumerate(components):
        if component is not None:
            array.SetComponentName(i, component)
    return array


def _active(attributes: vtkFieldData) -> dict[int, str]:
    """The names of the active scalars, vectors and so on."""
    if not isinstance(attributes, vtkDataSetAttributes):
        return {}
    kinds = range(vtkDataSetAttributes.NUM_ATTRIBUTES)
    found = {kind: attributes.GetAbstractAttribute(kind) for kind in kinds}
    return {kind: array.GetName() for kind, array in found.items() if array is not None and array.GetName()}


# ---- Geometry: properties with plain values, arrays, and cells, by the names of their getters and setters


@dataclass(frozen=True)
class _Leaf:
    """A type of data sets."""

    type: type
    plain: tuple[str, ...] = ()
    arrays: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()

    def parts(self, data: Any) -> Any:
        plain = {name: getattr(data, "Get" + name)() for name in self.plain}
        arrays = {name: _array_parts(getattr(data, f"Get{name}")()) for name in self.arrays}
        cells = {name: _cells(getattr(data, "Get" + name)()) for name in self.cells}
        return plain, arrays, cells, _points(data)

    def fill(self, data: Any, parts: Any) -> None:
        plain, arrays, cells, points = parts
        if points is not None:
            places = vtkPoints()
            places.SetData(_array(*points))
            data.SetPoints(places)
        values = plain | {name: _array(*part) for name, part in arrays.items()}
        values |= {name: _cell_array(part) for name, part in cells.items() if part is not None}
        for name, value in values.items():
            getattr(data, "Set" + name)(value)


class _Image(_Leaf):
    def parts(self, data: vtkImageData) -> Any:
        turn = data.GetDirectionMatrix()
        return super().parts(data), [turn.GetElement(i, j) for i in range(3) for j in range(3)]

    def fill(self, data: vtkImageData, parts: Any) -> None:
        super().fill(data, parts[0])
        data.SetDirectionMatrix(parts[1])


class _Grid(_Leaf):
    def parts(self, data: vtkUnstructuredGrid) -> Any:
        whole = super().parts(data)
        if data.GetNumberOfCells() == 0:
            return whole, None
        from .io.xml_writer import cell_types  # here, because it loads all readers

        kinds = _array_parts(cell_types(data))
        return whole, (_cells(data.GetCells()), kinds, _faces(data) if VTK_POLYHEDRON in kinds[2] else [])

    def fill(self, data: vtkUnstructuredGrid, parts: Any) -> None:
        super().fill(data, parts[0])
        if parts[1] is not None:
            cells, kinds, faces = parts[1]
            set_cells = data.SetPolyhedralCells if faces and _FACES_ARE_CELLS else data.SetCells
            set_cells(_array(*kinds), _cell_array(cells), *map(_made_faces, faces))


def _faces(data: vtkUnstructuredGrid) -> list:
    if _FACES_ARE_CELLS:
        return [_cells(data.GetPolyhedronFaceLocations()), _cells(data.GetPolyhedronFaces())]
    return [_array_parts(data.GetFaceLocations()), _array_parts(data.GetFaces())]


def _made_faces(part: tuple | None) -> Any:
    if not _FACES_ARE_CELLS:
        return _array(*part)
    return vtkCellArray() if part is None else _cell_array(part)


def _points(data: Any) -> tuple | None:
    return _array_parts(data.GetPoints().GetData()) if hasattr(data, "SetPoints") and data.GetPoints() else None


def _cells(cells: vtkCellArray | None) -> tuple | None:
    if cells is None or cells.GetNumberOfCells() == 0:
        return None
    return _array_parts(cells.GetOffsetsArray()), _array_parts(cells.GetConnectivityArray())


def _cell_array(parts: tuple) -> vtkCellArray:
    cells = vtkCellArray()
    cells.SetData(*(_array(*part) for part in parts))
    return cells


# ---- Composites: children with their names


@dataclass(frozen=True)
class _Composite:
    """A type of composites, and the words in its methods."""

    type: type
    child: str
    getter: str = ""

    def parts(self, data: Any) -> Any:
        count = getattr(data, f"GetNumberOf{self.child}s")()
        children = [getattr(data, self.getter or f"Get{self.child}")(i) for i in range(count)]
        name = vtkCompositeDataSet.NAME()
        return children, [data.GetMetaData(i).Get(name) if data.HasMetaData(i) else None for i in range(count)]

    def fill(self, data: Any, parts: Any) -> None:
        children, names = parts
        getattr(data, f"SetNumberOf{self.child}s")(len(children))
        for i, (child, name) in enumerate(zip(children, names)):
            getattr(data, f"Set{self.child}")(i, child)
            if name is not None:
                data.GetMetaData(i).Set(vtkCompositeDataSet.NAME(), name)


class _Collection(_Composite):
    def parts(self, data: vtkPartitionedDataSetCollection) -> Any:
        assembly = data.GetDataAssembly()
        return super().parts(data), assembly.SerializeToXML(vtkIndent()) if assembly else None

    def fill(self, data: vtkPartitionedDataSetCollection, parts: Any) -> None:
        super().fill(data, parts[0])
        if parts[1]:
            assembly = vtkDataAssembly()
            assembly.InitializeFromXML(parts[1])
            data.SetDataAssembly(assembly)


#: What is in the objects of each type besides attributes and field data, and puts that into a new one
_KINDS: dict[str, _Leaf | _Composite] = {
    "polygons": _Leaf(vtkPolyData, cells=("Verts", "Lines", "Polys", "Strips")),
    "unstructured": _Grid(vtkUnstructuredGrid),
    "image": _Image(vtkImageData, ("Extent", "Origin", "Spacing")),
    "structured": _Leaf(vtkStructuredGrid, ("Extent",)),
    "rectilinear": _Leaf(vtkRectilinearGrid, ("Extent",), ("XCoordinates", "YCoordinates", "ZCoordinates")),
    "table": _Leaf(vtkTable),
    "blocks": _Composite(vtkMultiBlockDataSet, "Block"),
    "partitions": _Composite(vtkPartitionedDataSet, "Partition", "GetPartitionAsDataObject"),
    "collection": _Collection(vtkPartitionedDataSetCollection, "PartitionedDataSet"),
}


def _is_ours(kind: type) -> bool:
    """Whether nobody pickles a type, or VTK does since 9.6, which loses whole numbers beyond 32 bits, the time, and the order
    of arrays.
    """
    registered = copyreg.dispatch_table.get(kind)
    return registered is None or registered.__module__.startswith("vtkmodules.")


for _kind in _KINDS.values():
    for _made_type in {_kind.type, type(_kind.type())}:  # VTK may make objects of a subclass in Python
        if _is_ours(_made_type):
            copyreg.pickle(_made_type, _reduced)
