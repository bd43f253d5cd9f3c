"""Reads the rows of a CSV file in chunks."""

from __future__ import annotations

import csv
import io
import re
import sys
from itertools import chain, islice
from pathlib import Path
from typing import Iterable, Iterator

import numpy as np

from ..errors import TalusError
from .plain_text import END_MARK, refuse_wide
from .regular_file import open_regular
from .words import POINT_FOR_COMMA, floats, have_decimal_commas, integers


#: Between values, other than a comma
_SEPARATOR = re.compile(r"[;\s]+")


def numbers(words: list[str]) -> np.ndarray | None:
    """The words as numbers, integers if all are; None if a word is not a number."""
    for convert in (integers, floats):
        try:
            return convert(words)
        except ValueError:
            continue
    return None


class CsvRows:
    """Names and rows of a text: values separated by comma, semicolon or tab, with a line of names first.

    Three columns of numbers need no names: they are x, y and z. Blank lines, and comments (#) before the values, are
    ignored; a comment may be the line of names.
    """

    def __init__(self, lines: Iterable[str], path: Path) -> None:
        """:raises TalusError: no line of names, duplicate names, text that is not UTF-8"""
        self._path = path
        self._count = 0
        self._rows = iter(())  # type: ignore[var-annotated]
        lines = iter(lines)
        try:
            comment, first = _beginning(lines)
        except UnicodeDecodeError:
            raise self._not_text() from None
        if first is None and comment is None:
            raise TalusError("The file has no line of names", str(path), "Begin it with a line such as x,y,z")
        values = _SEPARATOR.split((first or "").strip())
        if len(values) > 1 and have_decimal_commas(values):
            raise TalusError(f"A row has decimal commas: '{' '.join(values)[:40]}'", str(path), POINT_FOR_COMMA)
        #: Separator of the values
        self.delimiter = next((d for d in ",;\t" if d in (first or comment or "")), ",")
        self._rows = filter(None, csv.reader(chain([first] if first else [], lines), delimiter=self.delimiter))
        head = self._head(comment)
        nameless = len(head) == 3 and numbers(head) is not None
        #: Names of the columns
        self.names = ["x", "y", "z"] if nameless else [name.strip() for name in head]
        if nameless:
            self._rows = chain([head], self._rows)
        twice = next((name for i, name in enumerate(self.names) if name and name in self.names[:i]), None)
        if twice is not None and numbers(self.names) is not None:
            told = f"No names tell which of {len(self.names)} columns are x, y and z"
            raise TalusError(told, str(path), "Begin the file with a line of names such as x,y,z,mass")
        if twice is not None:
            raise TalusError(f"Two columns have the name '{twice[:40]}'", str(path), "Name each column differently")

    def _head(self, comment: str | None) -> list[str]:
        """The names: a comment just before values, and as many; else the first row."""
        names = self._split(comment) if comment else []
        rows = self._next(1)
        if rows and not (len(names) == len(rows[0]) and any(numbers([word]) is not None for word in rows[0])):
            return rows[0]
        self._rows = chain(rows, self._rows)
        return names

    def _split(self, line: str) -> list[str]:
        try:
            return next(csv.reader([line], delimiter=self.delimiter), [])
        except csv.Error:  # a comment of any kind
            return []

    def next(self, count: int = sys.maxsize) -> list[list[str]]:
        """The next rows, at most `count`; none at the end.

        :raises TalusError: a row whose length differs from that of the line of names, text that is not UTF-8
        """
        rows = self._next(count)
        if rows and rows[-1] == [END_MARK]:
            rows.pop()
        wrong = next((i for i, row in enumerate(rows) if len(row) != len(self.names)), None)
        if wrong is not None:
            raise TalusError(
                f"Point {self._count + wrong} has {len(rows[wrong])} values, the line of names has {len(self.names)}",
                str(self._path),
                "Give every line the same number of values, and numbers with a decimal point",
            )
        self._count += len(rows)
        return rows

    def _next(self, count: int) -> list[list[str]]:
        try:
            return list(islice(self._rows, count))
        except csv.Error as error:
            raise TalusError(f"Not a CSV file: {error}", str(self._path), "Write one line per point") from None
        except UnicodeDecodeError:
            raise self._not_text() from None

    def _not_text(self) -> TalusError:
        return TalusError("Not a text file", str(self._path), "Save the points as CSV, NPZ or VTP")


def _beginning(lines: Iterator[str]) -> tuple[str | None, str | None]:
    """The last of the comments at the beginning, without its #, and the line that follows; None: there is none."""
    comment = None
    for line in lines:
        if line.lstrip().startswith("#"):
            comment = line.lstrip("# \t").rstrip("\n") or comment
        elif line.strip(" \t\n"):
            return comment, line
    return comment, None


class CsvFile(CsvRows):
    """A CSV file of any size; rows are read when they are requested."""

    def __init__(self, path: Path) -> None:
        """:raises TalusError: no such file, an empty file; as for :class:`CsvRows`"""
        self._bytes, self._size = open_regular(path, "point set file", sys.maxsize)
        if self._size == 0:
            self._bytes.close()
            raise TalusError("The file is empty", str(path), "Export the point set again")
        self._text = io.TextIOWrapper(self._bytes, "utf-8-sig")
        try:
            refuse_wide(self._bytes.peek(16), path)
            super().__init__(self._text, path)
        except TalusError:
            self._text.close()
            raise

    @property
    def fraction(self) -> float:
        """The fraction of the file that has been read."""
        return min(self._bytes.tell() / self._size, 1.0)

    def __enter__(self) -> CsvFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._text.close()
