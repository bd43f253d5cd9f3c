"""The content of a VTK XML file: its elements, and the numbers of its arrays. All counts are checked against the data.

VTK's own readers allocate what the attributes state and use indices unchecked: one changed byte can end the program,
or keep it busy for hours. Here every count is compared with the existing bytes before memory is allocated.
"""

from __future__ import annotations

import binascii
import ctypes
import functools
import lzma
import re
import xml.etree.ElementTree as ElementTree
import zlib
from bisect import bisect_left
from typing import Any, Callable, Mapping, Union
from xml.etree.ElementTree import Element

import numpy as np

from .format_error import FormatError
from .words import floats_in, integers_in
from .unpacking import Repetition, refused_size

_TYPES = {
    "Int8": "i1", "UInt8": "u1", "Int16": "i2", "UInt16": "u2", "Int32": "i4", "UInt32": "u4", "Int64": "i8",
    "UInt64": "u8", "Float32": "f4", "Float64": "f8", "Bit": "u1", "String": "u1",
}  # fmt: skip
_ORDERS = {"LittleEndian": "<", "BigEndian": ">"}
_HEADERS = {"UInt32": 4, "UInt64": 8}
_APPENDED = re.compile(rb"<AppendedData\s+encoding\s*=\s*[\"'](raw|base64)[\"']\s*>\s*_")
#: Numbers or base64 text between two tags
_DATA = re.compile(rb">([\s\w+/=.-]{256,})<")
_MAX_DIGITS = 30
_MAX_COMPONENTS = 2**31 - 1  # VTK stores the number in an int
_LZMA_MEMORY_BYTES = 1 << 28
_LZ4_RATIO = 256  # a compressed byte expands to at most 255 bytes


class Document:
    """One file.

    :raises FormatError: text that is not XML or not of VTK
    """

    def __init__(self, data: bytes) -> None:
        text, self._appended, self._raw = _split(data)
        self._taken: list[tuple[int, int]] = []  # of the appended data, by arrays: ranges in ascending order
        self._repetition = Repetition()
        #: Bytes of the arrays that were read
        self.unpacked = 0
        self.root, self._aside = _parsed(text)
        if self.root.tag != "VTKFile":
            raise FormatError(f"the first element is '{self.root.tag[:40]}', not 'VTKFile'")
        self.type = self.root.get("type", "")
        self._order = choice(self.root, "byte_order", _ORDERS, "LittleEndian")
        self._header = np.dtype(f"{self._order}u{choice(self.root, 'header_type', _HEADERS, 'UInt32')}")
        name = self.root.get("compressor", "")
        self._unpack = _COMPRESSORS[name] if name in _COMPRESSORS else None
        if name and not self._unpack:
            raise FormatError(f"the compressor '{name[:40]}' is not known")

    def main(self) -> Element:
        """The element named by the file's type."""
        main = self.root.find(self.type) if re.fullmatch(r"\w+", self.type) else None
        if main is None:
            raise FormatError(f"it has no element '{self.type[:40]}'")
        return main

    def text(self, element: Element) -> bytes:
        """The text with the data of an element. It may follow child elements that describe the data."""
        parts = [(part or "").encode() for part in (element.text, *(child.tail for child in element))]
        return b"".join(self._aside.get(part.strip(), part) for part in parts)

    def values(self, array: Element, tuples: int | None = None) -> np.ndarray:
        """The content of an array, shape (n,) or (n, k), in native byte order; strings as objects.

        :param tuples: required number of rows; None: NumberOfTuples, or else determined by the data
        :raises FormatError: data that contradict the attributes
        """
        if array.tag not in ("DataArray", "Array"):
            raise FormatError(f"'{array.tag[:40]}' stands where an array should")
        try:
            return self._values(array, tuples)
        except FormatError as error:
            raise FormatError(f"array '{(array.get('Name') or '')[:40]}': {error}") from None

    def _values(self, array: Element, tuples: int | None) -> np.ndarray:
        kind = array.get("type", "")
        dtype = np.dtype(choice(array, "type", _TYPES))
        components = whole(array, "NumberOfComponents", 1)
        if not 0 < components <= _MAX_COMPONENTS:
            raise FormatError(f"NumberOfComponents is {components}")
        if tuples is None and array.get("NumberOfTuples"):
            tuples = whole(array, "NumberOfTuples")
        count = None if tuples is None else tuples * components
        if count == 0:
            return np.empty((0, components) if components > 1 else 0, object if kind == "String" else dtype)
        flat = self._flat(array, kind, dtype, count)
        if kind == "String":
            return _strings(flat, count)
        if count is not None and len(flat) != count:
            raise FormatError(f"it has {len(flat)} numbers, not {count}")
        if len(flat) % components:
            raise FormatError(f"its {len(flat)} numbers are no rows of {components}")
        return flat.reshape(-1, components) if components > 1 else flat

    def _flat(self, array: Element, kind: str, dtype: np.dtype, count: int | None) -> np.ndarray:
        form = array.get("format", "ascii")
        if form == "ascii":
            # The characters of strings are stored as signed numbers.
            return _from_text(self.text(array), np.dtype("i2") if kind == "String" else dtype)
        size = None if count is None or kind == "String" else count * dtype.itemsize
        if kind == "Bit" and count is not None:
            size = (count + 7) // 8
        data = self._bytes(array, form, size)
        if len(data) % dtype.itemsize:
            raise FormatError(f"its {len(data)} bytes are no numbers of {dtype.itemsize} bytes")
        flat = np.frombuffer(data, dtype.newbyteorder(self._order)).astype(dtype, copy=False)
        return np.unpackbits(flat)[:count] if kind == "Bit" else flat

    def _bytes(self, array: Element, form: str, size: int | None) -> bytes:
        if form == "binary":
            part: _Part = _Base64(b"".join(self.text(array).split()))
        elif form == "appended":
            offset = whole(array, "offset")
            part = _Raw(self._appended[offset:]) if self._raw else _Base64(self._appended[offset:])
        else:
            raise FormatError(f"the format '{form[:20]}' is not known")
        data, length = self._unpacked(part, size) if self._unpack else self._plain(part, size)
        self.unpacked += len(data)
        if form == "appended" and (reason := self._shared(offset, offset + length, len(data))):
            raise FormatError(reason)
        return data

    def _shared(self, begin: int, end: int, size: int) -> str:
        """Why an array may not have appended data that others have, too; empty if it may. O(arrays)"""
        place = bisect_left(self._taken, (begin, end))
        near = self._taken[max(place - 1, 0) : place + 1]
        if any(first < end and begin < last for first, last in near):
            return self._repetition.add(size)
        self._taken.insert(place, (begin, end))
        return ""

    def _plain(self, part: _Part, size: int | None) -> tuple[bytes, int]:
        """Uncompressed data: the number of bytes, then the bytes. :return: also the length of their encoded form"""
        header = self._header.itemsize
        told = int(np.frombuffer(part.read(0, header), self._header)[0])
        _require_size(told, size)
        return part.read(0, header + told)[header:], part.length_of(header + told)

    def _unpacked(self, part: _Part, size: int | None) -> tuple[bytes, int]:
        """Compressed data: number of blocks, size of all but the last, of the last, compressed sizes, blocks.

        :return: also the length of their encoded form
        """
        assert self._unpack
        width = self._header.itemsize
        blocks, full, last = (int(n) for n in np.frombuffer(part.read(0, 3 * width), self._header))
        length = (3 + blocks) * width
        packed = [int(n) for n in np.frombuffer(part.read(0, length), self._header)[3:]]
        sizes = [full] * (blocks - 1) + [last or full] if blocks else []
        _require_size(sum(sizes), size)
        if reason := refused_size(sum(sizes), sum(packed)):
            raise FormatError(reason)
        begin = part.length_of(length)
        data = part.read(begin, sum(packed))
        whole_data, place = bytearray(), 0
        for unpacked_size, packed_size in zip(sizes, packed):
            whole_data += _checked(self._unpack, data[place : place + packed_size], unpacked_size)
            place += packed_size
        return bytes(whole_data), begin + part.length_of(sum(packed))


class _Raw:
    """Raw bytes."""

    def __init__(self, data: memoryview) -> None:
        self._data = data

    def read(self, begin: int, count: int) -> bytes:
        """:raises FormatError: there are fewer"""
        data = self._data[begin : begin + count]
        if len(data) != count:
            raise FormatError(f"it ends {count - len(data)} bytes too early")
        return bytes(data)

    @staticmethod
    def length_of(count: int) -> int:
        """Length of the encoded form of ``count`` bytes."""
        return count


class _Base64:
    """Bytes as base64 text."""

    def __init__(self, text: bytes | memoryview) -> None:
        self._text = text

    def read(self, begin: int, count: int) -> bytes:
        """:raises FormatError: there are fewer"""
        try:
            data = binascii.a2b_base64(self._text[begin : begin + self.length_of(count)])[:count]
        except ValueError:
            raise FormatError("it is not base64") from None
        if len(data) != count:
            raise FormatError(f"it ends {count - len(data)} bytes too early")
        return data

    @staticmethod
    def length_of(count: int) -> int:
        """Length of the encoded form of ``count`` bytes."""
        return 4 * ((count + 2) // 3)


_Part = Union[_Raw, _Base64]


def _split(data: bytes) -> tuple[bytes, memoryview, bool]:
    """The XML, the appended data, and whether these are raw: in that case the whole file is not valid XML."""
    begin = data.find(b"<AppendedData")
    if begin < 0:
        return data, memoryview(b""), False
    tag = _APPENDED.match(data, begin)
    end = data.rfind(b"</AppendedData>")
    if tag is None or end < tag.end():
        raise FormatError("it ends within the appended data")
    return data[:begin] + b"</VTKFile>", memoryview(data)[tag.end() : end], tag[1] == b"raw"


def _parsed(text: bytes) -> tuple[Element, dict[bytes, bytes]]:
    """The elements, and the data removed from them by their placeholders: the parser is slow on long texts."""
    if b"<!DOCTYPE" in text:
        raise FormatError("it declares a document type, which no VTK file does")
    aside: dict[bytes, bytes] = {}
    try:
        return ElementTree.fromstring(_without_data(text, aside)), aside
    except (ElementTree.ParseError, ValueError, LookupError) as error:  # the latter: an unknown encoding
        raise FormatError(str(error)) from None


def _without_data(text: bytes, aside: dict[bytes, bytes]) -> bytes:
    if b"<!" in text or text.count(b"<?") > 1:
        return text  # text that looks like data may be in a comment
    mark = b"@"
    while mark in text:
        mark += b"@"

    def put_aside(data: re.Match[bytes]) -> bytes:
        key = b"%s%d" % (mark, len(aside))
        aside[key] = data[1]
        return b">%s<" % key

    return _DATA.sub(put_aside, text)


def _from_text(text: bytes, dtype: np.dtype) -> np.ndarray:
    try:
        if dtype.kind == "f":
            with np.errstate(over="ignore"):
                return floats_in(text).astype(dtype, copy=False)
        if dtype == np.uint64:
            return _unsigned(text.split())
        numbers = integers_in(text)
    except (ValueError, OverflowError):
        raise FormatError("it holds something else than numbers") from None
    limits = np.iinfo(dtype)
    if len(numbers) and not limits.min <= numbers.min() <= numbers.max() <= limits.max:
        raise FormatError(f"it holds numbers that do not fit {dtype}")
    return numbers.astype(dtype, copy=False)


def _unsigned(words: list[bytes]) -> np.ndarray:
    """:raises ValueError: a word that is not an integer from 0 to 2^64 - 1"""
    if not all(word.isdigit() and len(word) <= _MAX_DIGITS for word in words):
        raise ValueError
    return np.array([int(word) for word in words], np.uint64)


def _strings(flat: np.ndarray, count: int | None) -> np.ndarray:
    """Strings that end with a zero."""
    parts = flat.astype(np.uint8).tobytes().split(b"\0")
    if parts.pop() or (count is not None and len(parts) != count):
        raise FormatError(f"it has {len(parts)} strings, not {count}")
    return np.array([part.decode("utf-8", "replace") for part in parts], dtype=object)


def _require_size(told: int, size: int | None) -> None:
    if size is not None and told != size:
        raise FormatError(f"it has {told} bytes, not {size}")


def _checked(unpack: Callable[[bytes, int], bytes], data: bytes, size: int) -> bytes:
    try:
        unpacked = unpack(data, size)
    except (zlib.error, lzma.LZMAError, EOFError):
        raise FormatError("its packed data are damaged") from None
    if len(unpacked) != size:
        raise FormatError("its packed data are damaged")
    return unpacked


def _zlib(data: bytes, size: int) -> bytes:
    return zlib.decompressobj().decompress(data, size + 1)


def _lzma(data: bytes, size: int) -> bytes:
    return lzma.LZMADecompressor(memlimit=_LZMA_MEMORY_BYTES).decompress(data, size + 1)


def _lz4(data: bytes, size: int) -> bytes:
    if size > _LZ4_RATIO * len(data):  # the buffer is allocated before decompression
        return b""
    unpacked = ctypes.create_string_buffer(size)
    count = _lz4_library().LZ4_decompress_safe(data, unpacked, len(data), size)
    return unpacked.raw[: max(count, 0)]


@functools.cache
def _lz4_library() -> ctypes.CDLL:
    """The library that VTK itself uses: Python has no such module, and VTK's class is not wrapped."""
    return ctypes.CDLL("liblz4.so.1")


_COMPRESSORS: Mapping[str, Callable[[bytes, int], bytes]] = {
    "vtkZLibDataCompressor": _zlib,
    "vtkLZMADataCompressor": _lzma,
    "vtkLZ4DataCompressor": _lz4,
}


def choice(element: Element, name: str, known: Mapping[str, Any], default: str | None = None) -> Any:
    """The meaning of an attribute. :raises FormatError: an unknown value"""
    value = element.get(name, default) or ""
    if value not in known:
        raise FormatError(f"{name} is '{value[:40]}'")
    return known[value]


def whole(element: Element, name: str, default: int | None = None) -> int:
    """An attribute that is a count. :raises FormatError: not a count, or missing without a default"""
    text = (element.get(name) or "").strip()
    if not text and default is not None:
        return default
    if not (text.isascii() and text.isdecimal()) or len(text) > _MAX_DIGITS:
        raise FormatError(f"{name} of '{element.tag[:40]}' is '{text[:40]}', not a count")
    return int(text)


def numbers(element: Element, name: str, count: int, default: str | None = None) -> np.ndarray:
    """An attribute of finite numbers. :raises FormatError: a wrong number of them, or anything else"""
    try:
        values = floats_in((element.get(name) or default or "").encode())
    except ValueError:
        values = np.empty(0)
    if len(values) != count or not np.isfinite(values).all():
        raise FormatError(f"{name} of '{element.tag[:40]}' is not {count} numbers")
    return values
