"""Reads VTK's XML formats: one data set, its parallel pieces, or a composite of files."""

from __future__ import annotations

import base64
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Sequence
from xml.etree.ElementTree import Element

from vtkmodules.vtkCommonDataModel import (
    vtkCompositeDataSet,
    vtkDataAssembly,
    vtkDataObject,
    vtkMultiBlockDataSet,
    vtkMultiPieceDataSet,
    vtkPartitionedDataSet,
    vtkPartitionedDataSetCollection,
)

from ..errors import TalusError
from ..messages import captured
from .format_error import FormatError
from .regular_file import content_of
from .unpacking import Repetition
from .xml_data import PIECES, add_arrays, assembled, read_fields, read_pieces
from .xml_document import Document, whole
from .xml_pieces import Piece

_MAX_DEPTH = 50  # maximum depth of nested composites
_MAXIMUM_BLOCKS = 1 << 20
_BYTES_PER_USE = 4096  # bytes that each use of a file counts in the limit of repeated data, in addition to its own


def read_vtk_xml(path: Path) -> vtkDataObject:
    """Reads a file of any of VTK's XML types, and the files that it refers to, each once.

    :raises TalusError: with the name of the incomplete or damaged file and the reason
    """
    return _Files().read(path, ())


class _Files:
    """The files that one file refers to, directly or through others."""

    def __init__(self) -> None:
        self._data: dict[Path, vtkDataObject] = {}
        self._sizes: dict[Path, int] = {}  # bytes, with all that a file refers to
        self._size = 0  # of all that was read, as often as it is used
        self._repetition = Repetition()

    def read(self, path: Path, within: Sequence[Path]) -> vtkDataObject:
        """:param within: the files that refer to this one, from the outermost"""
        place = path.resolve()
        if place in within or len(within) > _MAX_DEPTH:
            raise TalusError("The file includes itself", str(path), "Write it again")
        if place in self._data:
            return self._again(place)
        before = self._size
        with named_in_errors(path):
            data = _Reader(path, (*within, place), self).read()
        self._size += _BYTES_PER_USE if data.IsA("vtkCompositeDataSet") else _BYTES_PER_USE + (data.GetActualMemorySize() << 10)
        self._data[place], self._sizes[place] = data, self._size - before
        return data

    def _again(self, place: Path) -> vtkDataObject:
        """A copy that shares its arrays with the others. :raises FormatError: so many uses that they would fill the memory"""
        self._size += self._sizes[place]
        if reason := self._repetition.add(self._sizes[place]):
            raise FormatError(reason)
        copy = self._data[place].NewInstance()
        copy.ShallowCopy(self._data[place])
        return copy


class PieceFiles:
    """The pieces of a parallel file (PVTP, PVTU), with one at a time in memory."""

    def __init__(self, path: Path) -> None:
        """:raises TalusError: an incomplete or damaged file, or one of another type"""
        self._path = path
        with named_in_errors(path):
            self._reader = _Reader(path, (path.resolve(),), _Files())
            #: Type of the pieces: PolyData or UnstructuredGrid
            self.kind = self._reader.parallel_kind()
        self._elements = self._reader.piece_elements()

    def __len__(self) -> int:
        return len(self._elements)

    def joined(self, begin: int, end: int) -> vtkDataObject:
        """Some pieces as one data set. :raises TalusError: an incomplete or damaged piece"""
        with named_in_errors(self._path):
            return self._reader.joined_pieces(self._elements[begin:end], self.kind)

    def __getitem__(self, number: int) -> vtkDataObject:
        """:raises TalusError: an incomplete or damaged piece"""
        with named_in_errors(self._path):
            return self._reader.piece(self._elements[number], self.kind)


def pieces_of_file(path: Path, kind: str) -> list[tuple[Document, Element]]:
    """The pieces of a file, or of those that a parallel file refers to: each with the document that has its arrays, of which
    none is unpacked yet.

    :param kind: the type of the pieces
    :raises FormatError: an incomplete or damaged file, or one of another type
    """
    return _Reader(path, (path.resolve(),), _Files()).piece_documents(kind)


@contextmanager
def named_in_errors(path: Path) -> Iterator[None]:
    """:raises TalusError: instead of FormatError, with the name of the file"""
    try:
        yield
    except FormatError as error:
        raise TalusError(f"Not a whole VTK XML file: {error}", str(path), "Copy or write the file again") from None


class _Reader:
    def __init__(self, path: Path, within: Sequence[Path], files: _Files) -> None:
        self._path = path
        self._within = within
        self._files = files
        self._pieces: set[Path] = set()  # whose files were read
        self._repetition = Repetition()
        self._document = Document(content_of(path))

    def read(self) -> vtkDataObject:
        kind = self._document.type
        if kind in PIECES:
            return assembled(kind, self._document.main(), read_pieces(self._document), read_fields(self._document))
        if kind[:1] == "P" and kind[1:] in PIECES:
            return self.joined_pieces(self.piece_elements(), kind[1:])
        if kind in _COMPOSITES:
            data = getattr(self, _COMPOSITES[kind])(self._document.main())
            add_arrays(data.GetFieldData(), read_fields(self._document))
            return data
        raise FormatError(f"files of the type '{kind[:40]}' are not read")

    def parallel_kind(self) -> str:
        """:raises FormatError: not a parallel file of polygonal data or of an unstructured grid"""
        kind = self._document.type[1:]
        if self._document.type[:1] != "P" or kind not in ("PolyData", "UnstructuredGrid"):
            raise FormatError(f"it holds '{self._document.type[:40]}', not pieces")
        return kind

    def piece_elements(self) -> list[Element]:
        return self._document.main().findall("Piece")

    def piece_documents(self, kind: str) -> list[tuple[Document, Element]]:
        """As :func:`pieces_of_file`."""
        documents = [self._document]
        if self._document.type == f"P{kind}":
            elements = self.piece_elements()
            if len({self._named(element, "Source").resolve() for element in elements}) < len(elements):
                raise FormatError("it names a piece twice")
            documents = [self._piece(element, kind) for element in elements]
        elif self._document.type != kind:
            raise FormatError(f"it holds '{self._document.type[:40]}', not '{kind}'")
        return [(document, piece) for document in documents for piece in document.main().findall("Piece")]

    def piece(self, element: Element, kind: str) -> vtkDataObject:
        """The data set of one piece of a parallel file."""
        document = self._piece(element, kind)
        fields = read_fields(self._document)
        fields = fields if fields.columns else read_fields(document)
        return assembled(kind, document.main(), read_pieces(document), fields)

    def joined_pieces(self, elements: Sequence[Element], kind: str) -> vtkDataObject:
        """One data set of several pieces of a parallel file."""
        pieces: list[Piece] = []
        fields = read_fields(self._document)
        for element in elements:
            document = self._piece(element, kind)
            pieces += read_pieces(document)
            fields = fields if fields.columns else read_fields(document)
            self._require_few_repeated(element, document)
        return assembled(kind, self._document.main(), pieces, fields)

    def _require_few_repeated(self, element: Element, document: Document) -> None:
        """:raises FormatError: pieces of one file that would fill the memory"""
        path = self._named(element, "Source").resolve()
        if path in self._pieces and (reason := self._repetition.add(_BYTES_PER_USE + document.unpacked)):
            raise FormatError(reason)
        self._pieces.add(path)

    def _piece(self, element: Element, kind: str) -> Document:
        path = self._named(element, "Source")
        try:
            document = Document(content_of(path))
            if document.type != kind:
                raise FormatError(f"it holds '{document.type[:40]}', not '{kind}'")
            return document
        except FormatError as error:
            raise FormatError(f"{path.name}: {error}") from None

    def _named(self, element: Element, attribute: str) -> Path:
        name = element.get(attribute)
        if not name or "\0" in name:
            raise FormatError(f"'{element.tag[:40]}' names no file")
        return self._path.parent / name

    def _leaf(self, element: Element) -> vtkDataObject | None:
        if not element.get("file"):
            return None
        return self._files.read(self._named(element, "file"), self._within)

    def _blocks(self, main: Element, depth: int = 0) -> vtkMultiBlockDataSet:
        if depth > _MAX_DEPTH:
            raise FormatError(f"blocks are more than {_MAX_DEPTH} deep")
        blocks = vtkMultiBlockDataSet()
        for element in main:
            if element.tag not in ("DataSet", "Block", "Piece"):
                continue
            index = _index(element)
            if element.tag == "DataSet":
                blocks.SetBlock(index, self._leaf(element))
            elif element.tag == "Block":
                blocks.SetBlock(index, self._blocks(element, depth + 1))
            else:
                blocks.SetBlock(index, self._partitions(element, vtkMultiPieceDataSet()))
            _name(blocks.GetMetaData(index), element)
        return blocks

    def _partitions(self, main: Element, data=None):
        data = vtkPartitionedDataSet() if data is None else data
        for element in main.findall("DataSet"):
            index, leaf = _index(element), self._leaf(element)
            if index >= data.GetNumberOfPartitions():
                data.SetNumberOfPartitions(index + 1)
            if leaf is not None and not (leaf.IsA("vtkDataSet") or leaf.IsA("vtkTable")):
                raise FormatError("a partition is no data set")
            data.SetPartition(index, leaf)
            if element.get("name") is not None:
                _name(data.GetMetaData(index), element)
        return data

    def _collection(self, main: Element) -> vtkPartitionedDataSetCollection:
        collection = vtkPartitionedDataSetCollection()
        sets = main.findall("Partitions")
        for element in sets:
            index = _index(element, 1000 + 100 * len(sets))  # VTK takes long for very many empty ones
            if index >= collection.GetNumberOfPartitionedDataSets():
                collection.SetNumberOfPartitionedDataSets(index + 1)
            collection.SetPartitionedDataSet(index, self._partitions(element))
            _name(collection.GetMetaData(index), element)
        assembly = main.find("DataAssembly")
        if assembly is not None:
            collection.SetDataAssembly(_assembly(self._document.text(assembly)))
        return collection


_COMPOSITES = {
    "vtkMultiBlockDataSet": "_blocks",
    "vtkPartitionedDataSet": "_partitions",
    "vtkPartitionedDataSetCollection": "_collection",
}


def _index(element: Element, limit: int = _MAXIMUM_BLOCKS) -> int:
    index = whole(element, "index")
    if index >= min(limit, _MAXIMUM_BLOCKS):
        raise FormatError(f"there is a block {index}; the limit is {min(limit, _MAXIMUM_BLOCKS)}")
    return index


def _name(information, element: Element) -> None:
    name = element.get("name")
    if name is not None:
        information.Set(vtkCompositeDataSet.NAME(), name)


def _assembly(text: bytes) -> vtkDataAssembly:
    """The assembly of a collection: how its data sets are grouped."""
    assembly = vtkDataAssembly()
    try:
        xml = base64.b64decode(b"".join(text.split()), validate=True).decode()
    except ValueError:
        raise FormatError("its DataAssembly is not base64") from None
    with captured(assembly) as messages:
        read = assembly.InitializeFromXML(xml)
    if not read or messages.errors:
        raise FormatError("its DataAssembly is damaged")
    return assembly
