"""Damage to files, as accidents and attackers do it. Everything follows from the random generator that is given."""

from __future__ import annotations

import gzip
import io
import random
import re
import struct
import zipfile
import zlib
from functools import lru_cache
from typing import Callable

_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_ATTRIBUTE = re.compile(rb"(\w+)=\"([^\"]*)\"")
_LINE_ENDS = (b"\n", b"\r", b"\r\n", b"\n\n", b" \\\n", b"\x0b", b"\xe2\x80\xa8")
#: Numbers that programs stumble over
NUMBERS = (
    b"-1", b"0", b"1", b"2", b"3", b"255", b"65536", b"2147483647", b"-2147483648", b"4294967295", b"4294967296",
    b"9223372036854775807", b"9223372036854775808", b"18446744073709551615", b"99999999999", b"1e308", b"1e309", b"-1e308",
    b"5e-324", b"1e39", b"nan", b"-nan", b"inf", b"-inf", b"0x10", b"1_0", b"1e", b"--1", b"", b"9" * 5000, b"0" * 5000,
    b"1." + b"3" * 3000, b"0.1", b"1e-300", b"\xd9\xa3",
)  # fmt: skip
_PACKED = [value.to_bytes(width, "little") for width in (1, 2, 4, 8) for value in (0, 1, 2 ** (8 * width) - 1, 2 ** (8 * width - 1))]
#: Words of the formats
TOKENS = (
    b"solid", b"endsolid", b"facet", b"endfacet", b"vertex", b"outer loop", b"endloop", b"v ", b"f ", b"f / / /", b"/", b"//",
    b"\\\n", b"#", b"vt", b"o", b"ply", b"format", b"ascii 1.0", b"element", b"element vertex 3", b"element face -4", b"property",
    b"property list", b"list uchar int", b"list float float", b"double", b"end_header", b"x", b"<VTKFile", b"</VTKFile>", b"<Piece/>",
    b"<!DOCTYPE a>", b"<!--", b"-->", b"<![CDATA[", b"&amp;", b"&#0;", b"<AppendedData encoding=\"raw\">_", b"</AppendedData>",
    b"ascii", b"binary", b"appended", b"Float32", b"Float64", b"Int8", b"UInt64", b"String", b"Bit", b"PolyData", b"UnstructuredGrid",
    b"ImageData", b"vtkZLibDataCompressor", b"vtkLZ4DataCompressor", b"vtkLZMADataCompressor", b"UInt32", b"BigEndian", b"LittleEndian",
    b"NumberOfComponents=\"-1\"", b"NumberOfTuples=\"99999999999\"", b"offset=\"9\"", b"TimeStep=\"1\"", b"'descr': '<f8'", b"'|O'",
    b"'<c16'", b"(-1, 3)", b"(100000000000, 3)", b"fortran_order", b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"x,y,z", b"\"", b",", b";",
    b"\t", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\\u0000", b"null", b"true", b"[", b"]", b"{", b"}", b"[" * 3000, b"{\"a\":" * 1000, b"1e999",
    b" " * 4000, b"\n" * 4000,
)  # fmt: skip

Mutation = Callable[[random.Random, bytes, list[bytes]], bytes]


def _place(rng: random.Random, data: bytes) -> int:
    """Headers decide most: half of the places are in the first part."""
    return rng.randrange(min(len(data), 600) if rng.random() < 0.5 else len(data))


def _stretch(rng: random.Random, data: bytes) -> tuple[int, int]:
    begin = _place(rng, data)
    return begin, min(len(data), begin + 1 + int(rng.expovariate(1 / rng.choice((2, 20, 200)))))


def flip_bits(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 3, 10))):
        changed[_place(rng, data)] ^= 1 << rng.randrange(8)
    return bytes(changed)


def change_bytes(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3))):
        changed[_place(rng, data)] = rng.choice((0, 255, 10, 32, 45, 48, 57, rng.randrange(256)))
    return bytes(changed)


def truncate(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    return data[: rng.choice((_place(rng, data), max(0, len(data) - 1 - rng.randrange(40))))]


def duplicate(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    begin, end = _stretch(rng, data)
    place = rng.choice((end, _place(rng, data)))
    return data[:place] + data[begin:end] * rng.choice((1, 1, 2, 30)) + data[place:]


def remove(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    begin, end = _stretch(rng, data)
    return data[:begin] + data[end:]


def swap(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    (a, b), (c, d) = sorted((_stretch(rng, data), _stretch(rng, data)))
    return data if c < b else data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def change_number(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    found = list(_NUMBER.finditer(data[: 1 << 16]))
    if not found:
        return change_packed(rng, data, _others)
    for _ in range(rng.choice((1, 1, 2))):
        spot = rng.choice(found)
        data = data[: spot.start()] + rng.choice(NUMBERS) + data[spot.end() :]
        found = [other for other in found if other.end() <= spot.start()] or found[:1]
    return data


def change_packed(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    value = rng.choice(_PACKED)
    value = value[::-1] if rng.random() < 0.3 else value
    place = _place(rng, data)
    return data[:place] + value + data[place + len(value) :]


def change_attribute(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    found = list(_ATTRIBUTE.finditer(data[: 1 << 16]))
    if not found:
        return insert_token(rng, data, _others)
    spot, other = rng.choice(found), rng.choice(found)
    value = rng.choice((rng.choice(NUMBERS), rng.choice(TOKENS), other[2], b""))
    if rng.random() < 0.2:
        return data[: spot.start()] + data[spot.end() :]
    return data[: spot.start(2)] + value + data[spot.end(2) :]


def change_lines(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    end = rng.choice(_LINE_ENDS)
    if rng.random() < 0.4:
        return data.replace(b"\n", end)
    lines = data.split(b"\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return end.join(lines[:first]) + b"\n" + b"\n".join(lines[first:])


_SEPARATORS = ((b".", b","), (b",", b";"), (b",", b"\t"), (b" ", b"\t"), (b" ", b","), (b";", b","), (b"\t", b" "), (b"\n", b" "), (b" ", b"\n"))


def change_separators(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    """Decimal commas, and other marks between values: everywhere, or in a part."""
    old, new = rng.choice(_SEPARATORS)
    begin, end = (0, len(data)) if rng.random() < 0.5 else _stretch(rng, data)
    return data[:begin] + data[begin:end].replace(old, new) + data[end:]


def change_encoding(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    """Marks of byte order before the text, with its encoding or without; the mark of its end."""
    name = rng.choice(("utf-8-sig", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "mark", "end"))
    if name == "mark":
        return rng.choice((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff", b"\xef\xbb\xbf\xef\xbb\xbf")) + data
    if name == "end":
        return data + rng.choice((b"\x1a", b"\0", b"\x1a\n", b"\n\n"))
    return data.decode("latin-1").encode(name)


def insert_token(rng: random.Random, data: bytes, _others: list[bytes]) -> bytes:
    place = _place(rng, data)
    skipped = rng.choice((0, 0, 1, 8))
    return data[:place] + rng.choice(TOKENS) + data[place + skipped :]


def splice(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    other = rng.choice(others) or b" "
    begin, end = _stretch(rng, other)
    place = _place(rng, data)
    if rng.random() < 0.3:
        return data[:place] + other[begin:]
    return data[:place] + other[begin:end] + data[place + rng.choice((0, end - begin)) :]


MUTATIONS: tuple[Mutation, ...] = (
    flip_bits, change_bytes, truncate, duplicate, remove, swap, change_number, change_number, change_packed, change_attribute,
    change_attribute, change_lines, change_separators, change_encoding, insert_token, splice,
)  # fmt: skip


def mutated(rng: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """One or a few mutations. :param others: files to take parts of"""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        if data:
            data = rng.choice(MUTATIONS)(rng, data, others)
    return data


@lru_cache
def _deflated_zeros(mebibytes: int) -> bytes:
    """As one block, repeated."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return block * mebibytes + packer.flush()


def _claims(rng: random.Random, size: int, unpacked: int) -> int:
    return rng.choice((size, 0, 1, unpacked, 2**32 - 2))


def gzip_bomb(rng: random.Random, mebibytes: int = 300) -> bytes:
    """A gzip file of zeros, whose checksum is wrong."""
    size = _claims(rng, 100, mebibytes << 20) & 0xFFFFFFFF
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + _deflated_zeros(mebibytes) + struct.pack("<II", 0, size)


def zip_bomb(rng: random.Random, parts: dict[str, bytes], victim: str, mebibytes: int = 300) -> bytes:
    """A ZIP archive of which one part unpacks to zeros and claims any size."""
    zeros, packed = _deflated_zeros(mebibytes), io.BytesIO()
    claimed = struct.pack("<I", _claims(rng, len(parts[victim]), mebibytes << 20))
    with zipfile.ZipFile(packed, "w") as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), zeros if name == victim else part)
        local = archive.getinfo(victim).header_offset
    data = bytearray(packed.getvalue())
    central = data.index(b"PK\x01\x02", local + len(zeros))
    while bytes(data[central + 46 : central + 46 + len(victim)]) != victim.encode():
        central = data.index(b"PK\x01\x02", central + 4)
    for method, size in ((local + 8, local + 22), (central + 10, central + 24)):
        data[method : method + 2] = struct.pack("<H", zipfile.ZIP_DEFLATED)
        data[size : size + 4] = claimed
    return bytes(data)


def mutated_within(rng: random.Random, data: bytes, others: list[bytes], bombs: float = 0.02) -> bytes:
    """One part of a ZIP archive, or what gzip packed, mutated and packed again with sound checksums: damage to the packed
    bytes goes no further than those. Other data are mutated as they are.

    :param bombs: how often what is packed is replaced by what unpacks to far more, and claims another size
    """
    try:
        if data.startswith(b"\x1f\x8b"):
            return gzip_bomb(rng) if rng.random() < bombs else gzip.compress(mutated(rng, gzip.decompress(data), others), mtime=0)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, OSError, EOFError, zlib.error):
        return mutated(rng, data, others)
    victim = rng.choice(sorted(parts))
    if rng.random() < bombs:
        return zip_bomb(rng, parts, victim)
    parts[victim] = mutated(rng, parts[victim], [*parts.values(), *others])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part)  # without the time of day: cases repeat
    return packed.getvalue()
