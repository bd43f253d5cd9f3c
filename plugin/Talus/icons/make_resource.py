"""Packs PNG files as a Qt resource ":/Talus/<name>" in a C++ header, so that building needs no Qt tools.

    make_resource.py OUTPUT.h A.png B.png ...

The layout is Qt's resource format 1: a tree of nodes, their names with hashes, and the files' bytes, all
big-endian.
"""
import struct
import sys
from pathlib import Path

FOLDER = "Talus"
DIRECTORY, FILE = 2, 0
ANY_COUNTRY, C_LANGUAGE = 0, 1


def name_hash(name):
    h = 0
    for letter in name:
        h = (h << 4) + ord(letter)
        h ^= (h & 0xF0000000) >> 23
        h &= 0x0FFFFFFF
    return h


def pack(files):
    """Tree, names and data of a root that holds FOLDER, which holds the files."""
    names, data = b"", b""

    def add_name(name):
        nonlocal names
        at = len(names)
        names += struct.pack(">HI", len(name), name_hash(name)) + name.encode("utf-16-be")
        return at

    files = sorted(files, key=lambda file: name_hash(file.name))
    tree = struct.pack(">IHII", 0, DIRECTORY, 1, 1)
    tree += struct.pack(">IHII", add_name(FOLDER), DIRECTORY, len(files), 2)
    for file in files:
        tree += struct.pack(">IHHHI", add_name(file.name), FILE, ANY_COUNTRY, C_LANGUAGE, len(data))
        content = file.read_bytes()
        data += struct.pack(">I", len(content)) + content
    return {"tree": tree, "names": names, "data": data}


def array(name, content):
    rows = [", ".join(map(str, content[i:i + 24])) for i in range(0, len(content), 24)]
    return f"inline constexpr unsigned char {name}[] = {{\n  " + ",\n  ".join(rows) + "};\n"


def main(output, *files):
    parts = "".join(array(name, content) for name, content in pack([Path(f) for f in files]).items())
    Path(output).write_text(f"// Made by make_resource.py.\n#pragma once\n\nnamespace talus::icons {{\n{parts}}}\n")


main(*sys.argv[1:])
