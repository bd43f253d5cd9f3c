"""Makes VTK's data picklable, and with them all results that contain some: they can leave a worker process, and can be
copied by :mod:`copy`. Importing this module registers the types of VTK's data with :mod:`copyreg`.

An object is pickled with its geometry, cells, arrays, field data, names of blocks and time; not with lookup tables.
"""

from __future__ import annotations

import copyreg
from typing import Any, Callable

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

_CELLS = ("Verts", "Lines", "Polys", "Strips")
_ATTRIBUTES = tuple(map(int, (vtkDataObject.POINT, vtkDataObject.CELL, vtkDataObject.ROW)))


def _made(kind: str, geometry: Any, attributes: dict, fields: list, time: float | None) -> vtkDataObject:
    """The object that :func:`_reduced` describes."""
    data = _KINDS[kind][0]()
    _KINDS[kind][2](data, geometry)
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
    kind = next(name for name, (type_, *_) in _KINDS.items() if isinstance(data, type_))
    info, key = data.GetInformation(), vtkDataObject.DATA_TIME_STEP()
    found = {association: data.GetAttributes(association) for association in _ATTRIBUTES}
    attributes = {key: (_arrays(given), _active(given)) for key, given in found.items() if given is not None}
    time = info.Get(key) if info.Has(key) else None
    return _made, (kind, _KINDS[kind][1](data), attributes, _arrays(data.GetFieldData()), time)


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


# ---- Geometry


def _points(data: Any) -> tuple | None:
    return _array_parts(data.GetPoints().GetData()) if data.GetPoints() else None


def _set_points(data: Any, parts: tuple | None) -> None:
    if parts is not None:
        points = vtkPoints()
        points.SetData(_array(*parts))
        data.SetPoints(points)


def _cells(cells: vtkCellArray | None) -> tuple | None:
    if cells is None or cells.GetNumberOfCells() == 0:
        return None
    return _array_parts(cells.GetOffsetsArray()), _array_parts(cells.GetConnectivityArray())


def _cell_array(parts: tuple) -> vtkCellArray:
    cells = vtkCellArray()
    cells.SetData(*(_array(*part) for part in parts))
    return cells


def _of_polygons(data: vtkPolyData) -> tuple:
    return _points(data), {name: _cells(getattr(data, "Get" + name)()) for name in _CELLS}


def _make_polygons(data: vtkPolyData, parts: tuple) -> None:
    _set_points(data, parts[0])
    for name, cells in parts[1].items():
        if cells is not None:
            getattr(data, "Set" + name)(_cell_array(cells))


def _of_grid(data: vtkUnstructuredGrid) -> tuple:
    if data.GetNumberOfCells() == 0:
        return _points(data), None
    from .io.xml_writer import cell_types  # here, because it loads all readers

    kinds = _array_parts(cell_types(data))
    faces = (data.GetFaceLocations(), data.GetFaces()) if VTK_POLYHEDRON in kinds[2] else ()  # of polyhedra
    return _points(data), (_cells(data.GetCells()), kinds, [_array_parts(part) for part in faces])


def _make_grid(data: vtkUnstructuredGrid, parts: tuple) -> None:
    _set_points(data, parts[0])
    if parts[1] is not None:
        cells, kinds, faces = parts[1]
        data.SetCells(_array(*kinds), _cell_array(cells), *(_array(*part) for part in faces))


def _of_image(data: vtkImageData) -> tuple:
    turn = data.GetDirectionMatrix()
    directions = [turn.GetElement(i, j) for i in range(3) for j in range(3)]
    return data.GetExtent(), data.GetOrigin(), data.GetSpacing(), directions


def _make_image(data: vtkImageData, parts: tuple) -> None:
    data.SetExtent(parts[0])
    data.SetOrigin(parts[1])
    data.SetSpacing(parts[2])
    data.SetDirectionMatrix(parts[3])


def _of_structured(data: vtkStructuredGrid) -> tuple:
    return data.GetExtent(), _points(data)


def _make_structured(data: vtkStructuredGrid, parts: tuple) -> None:
    data.SetExtent(parts[0])
    _set_points(data, parts[1])


def _of_rectilinear(data: vtkRectilinearGrid) -> tuple:
    return data.GetExtent(), [_array_parts(getattr(data, f"Get{axis}Coordinates")()) for axis in "XYZ"]


def _make_rectilinear(data: vtkRectilinearGrid, parts: tuple) -> None:
    data.SetExtent(parts[0])
    for axis, coordinates in zip("XYZ", parts[1]):
        getattr(data, f"Set{axis}Coordinates")(_array(*coordinates))


# ---- Composites: children with their names


def _names(data: Any, count: int) -> list[str | None]:
    name = vtkCompositeDataSet.NAME()
    return [data.GetMetaData(i).Get(name) if data.HasMetaData(i) else None for i in range(count)]


def _set_names(data: Any, names: list[str | None]) -> None:
    for i, name in enumerate(names):
        if name is not None:
            data.GetMetaData(i).Set(vtkCompositeDataSet.NAME(), name)


def _of_blocks(data: vtkMultiBlockDataSet) -> tuple:
    count = data.GetNumberOfBlocks()
    return [data.GetBlock(i) for i in range(count)], _names(data, count)


def _make_blocks(data: vtkMultiBlockDataSet, parts: tuple) -> None:
    data.SetNumberOfBlocks(len(parts[0]))
    for i, child in enumerate(parts[0]):
        data.SetBlock(i, child)
    _set_names(data, parts[1])


def _of_partitions(data: vtkPartitionedDataSet) -> tuple:
    count = data.GetNumberOfPartitions()
    return [data.GetPartitionAsDataObject(i) for i in range(count)], _names(data, count)


def _make_partitions(data: vtkPartitionedDataSet, parts: tuple) -> None:
    data.SetNumberOfPartitions(len(parts[0]))
    for i, child in enumerate(parts[0]):
        data.SetPartition(i, child)
    _set_names(data, parts[1])


def _of_collection(data: vtkPartitionedDataSetCollection) -> tuple:
    count, assembly = data.GetNumberOfPartitionedDataSets(), data.GetDataAssembly()
    tree = assembly.SerializeToXML(vtkIndent()) if assembly else None
    return [data.GetPartitionedDataSet(i) for i in range(count)], _names(data, count), tree


def _make_collection(data: vtkPartitionedDataSetCollection, parts: tuple) -> None:
    data.SetNumberOfPartitionedDataSets(len(parts[0]))
    for i, child in enumerate(parts[0]):
        data.SetPartitionedDataSet(i, child)
    _set_names(data, parts[1])
    if parts[2]:
        assembly = vtkDataAssembly()
        assembly.InitializeFromXML(parts[2])
        data.SetDataAssembly(assembly)


#: By name: the type, what is in its objects besides attributes and field data, and what puts that into a new one
_KINDS: dict[str, tuple[type, Callable[[Any], Any], Callable[[Any, Any], None]]] = {
    "polygons": (vtkPolyData, _of_polygons, _make_polygons),
    "unstructured": (vtkUnstructuredGrid, _of_grid, _make_grid),
    "image": (vtkImageData, _of_image, _make_image),
    "structured": (vtkStructuredGrid, _of_structured, _make_structured),
    "rectilinear": (vtkRectilinearGrid, _of_rectilinear, _make_rectilinear),
    "table": (vtkTable, lambda _: None, lambda _, __: None),
    "blocks": (vtkMultiBlockDataSet, _of_blocks, _make_blocks),
    "partitions": (vtkPartitionedDataSet, _of_partitions, _make_partitions),
    "collection": (vtkPartitionedDataSetCollection, _of_collection, _make_collection),
}

for _type, *_ in _KINDS.values():
    for _made_type in {_type, type(_type())}:  # VTK may make objects of a subclass in Python
        if _made_type not in copyreg.dispatch_table:
            copyreg.pickle(_made_type, _reduced)
