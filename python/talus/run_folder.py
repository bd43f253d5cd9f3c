"""The folder of a simulation. It is consistent after any interruption, and the run can continue from it.

A frame's files are written under temporary names while the next frame is computed. Then the frame is settled: its files
are renamed, its statistics appended, the series updated, and its checkpoint written, which knows the digests of all frames.
Frames that are computed faster than that wait for each other and are settled together, with the checkpoint of the last one,
so that disks take a part of the time only. When the run continues, anything newer than the checkpoint is removed, and a frame that is damaged
or of another run is refused. The folder refers to no files outside it, so it can be moved: its
scene contains the contents of other files.

A run on several ranks (:mod:`talus.ranks`) has a piece of each rank for each frame, and a file that refers to them.
Rank 0 writes all others.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count as count_from, takewhile
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataObject

from .answers import answer_of, put_answer
from .errors import TalusError
from .io import PathLike
from .io.digest import LENGTH, digest_of_file, joined_digest
from .io.json_text import parsed
from .io.output import FREE_DISK, require_replaceable, unwritable, writing
from .io.regular_file import content_of
from .io.series import collection_entry, collection_text
from .io.xml import begin_xml, fitting
from .io.xml_parallel_writer import parallel_text
from .ranks import Ranks
from .scene import body_surfaces
from .scene_data import block
from .simulation import STATISTICS, Frame, Simulation
from .vtkmodules.TalusFilters import vtkTalusArrayFile

FORMAT = "talus-run-2"
_EARLIER_FORMAT = "talus-run-1"  # format of Talus 0.1, with statistics in the file below
_EARLIER_STATISTICS = "figures.csv"

_SETTINGS = "run.json"  # created first, removed last: if it exists, the other files belong to the run
_SCENE = "scene.json"
_CHECKPOINT = "checkpoint.talus"
_STATISTICS = "statistics.csv"
_FRAMES = "frames"
_SERIES = {"bodies": ("run.pvd", ".vtu"), "contacts": ("contacts.pvd", ".vtp")}
_FRAME_FILE = re.compile(r"(?:bodies|contacts)_(\d+)(?:_\d+)?\.p?vt[up]")
_PART = ".part"  # in the names of incomplete files
_LARGEST_KEPT_BYTES = 256 << 20  # bytes of a frame's data that are not kept while the next frame is computed
_SLOW_FRAME_SECONDS = 5.0  # s to compute a frame: so much may be lost by a kill, and nobody waits for the files of the next one
_TIMES_OF_SETTLING = 4.0  # of the time that the last frames took to be settled: until the next ones are


@dataclass(frozen=True)
class _Waiting:
    """A frame that is not settled yet."""

    number: int
    time: float
    row: list[str]  # of the statistics
    background: bool  # its files are written there
    to_disk: bool  # until the disk has them
    files: dict[str, Callable[[], None]] = field(default_factory=dict)  # wait for the file of each kind
    indices: dict[str, str] = field(default_factory=dict)  # of several ranks: what refers to their files


class RunFolder:
    """The files of one run. Created by :func:`opened`."""

    def __init__(self, path: Path, ranks: Ranks = Ranks()) -> None:
        """:param ranks: those that write the run together"""
        self.path = path
        self._ranks = ranks
        self._entries: dict[str, list[str]] = {kind: [] for kind in _SERIES}
        self._digests: list[str] = []  # of the settled frames, on the first rank
        self._waiting: list[_Waiting] = []
        self._simulation: Simulation | None = None  # has the checkpoint of the last one that waits
        self._writers = {kind: vtkTalusArrayFile() for kind in _SERIES}
        self._since = self._settled = time.monotonic()  # the last frame was added; frames were settled
        self._settling = 0.0  # s, for which the latter took

    @property
    def frames(self) -> int:
        """The number of frames that are settled."""
        return len(self._entries["bodies"])

    @property
    def checkpoint(self) -> Path:
        """The checkpoint of the last complete frame, if there is one."""
        return self.path / _CHECKPOINT

    def has_run(self) -> bool:
        """:raises TalusError: foreign files with the names of a run's files"""
        if (self.path / _SETTINGS).exists():
            return True
        for name in self._names():
            if (self.path / name).exists():
                raise TalusError("A file or folder with this name already exists", str(self.path / name), "Choose another folder")
        return False

    def settings(self) -> dict[str, Any]:
        """The options of the run, and its current end time.

        :raises TalusError: a changed file, a run of an earlier version of Talus
        """
        path = self.path / _SETTINGS
        document = self._document()
        if document.get("format") == _EARLIER_FORMAT:
            raise TalusError(
                "The run was written by an earlier version of Talus",
                str(path),
                "Resume it with Talus 0.1, or start again with --overwrite",
            )
        try:
            if document["format"] != FORMAT:
                raise ValueError
            return dict(document["options"])
        except (ValueError, KeyError, TypeError):
            raise TalusError("Not the settings of a run", str(path), "Start again with --overwrite") from None

    def _document(self) -> dict[str, Any]:
        """The content of the settings file; empty if it is damaged."""
        text = content_of(self.path / _SETTINGS)
        try:
            return dict(parsed(text))
        except (ValueError, TypeError):
            return {}

    def put_settings(self, options: Mapping[str, Any]) -> None:
        """Stores the options of the run."""
        document = {"format": FORMAT, "options": dict(options)}
        text = json.dumps(document, indent=1) + "\n"
        self._put(_SETTINGS, lambda part: part.write_text(text, encoding="utf-8"))

    def begin(self, scene: bytes, options: Mapping[str, Any]) -> None:
        """Starts a new run, which replaces the remains of another.

        :param scene: the text of a scene file that refers to no other file, for later use
        """
        self._drop_parts()
        earlier = self.has_run() and self._document().get("format") == _EARLIER_FORMAT
        for name in [*self._names(), *([_EARLIER_STATISTICS] if earlier else [])]:
            path = self.path / name
            if not path.is_dir():
                require_replaceable(path)
            with writing(path):
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        self.put_settings(options)
        self._put(_SCENE, lambda part: part.write_bytes(scene))
        with writing(self.path):
            (self.path / _FRAMES).mkdir()

    def require_scene(self, scene: bytes) -> None:
        """:raises TalusError: the run has another scene"""
        copy = self.path / _SCENE
        if os.path.lexists(copy) and content_of(copy) != scene:
            raise TalusError("The run has another scene", str(copy), "Give that one, or name another folder")

    def put_scene(self, scene: bytes) -> None:
        """Stores the scene of the run again if it is missing."""
        if not (self.path / _SCENE).exists():
            self._put(_SCENE, lambda part: part.write_bytes(scene))

    def has_checkpoint(self) -> bool:
        """:raises TalusError: the checkpoint is missing"""
        if self.checkpoint.exists():
            return True
        if self._frame_file("bodies", 1):
            raise TalusError("The checkpoint is missing", str(self.checkpoint), "Start again with --overwrite")
        return False

    @staticmethod
    def _names() -> list[str]:
        return [_CHECKPOINT, *(series for series, _ in _SERIES.values()), _STATISTICS, _FRAMES, _SCENE]

    def cut_back(self, times: Sequence[float] | np.ndarray, with_contacts: bool, digests: str) -> None:
        """Keeps the first frames, with these times; removes later and incomplete ones.

        :param digests: of these frames, one after the other, as the checkpoint knows them on the first rank
        :raises TalusError: statistics or a frame that is kept are missing, damaged or of another run
        """
        kinds = _kinds(with_contacts)
        files = {kind: self._ranks.shared(lambda: self._kept_files(kind, len(times))) for kind in kinds}
        self._ranks.on_first(lambda: self._require_frames(kinds, len(times), digests))
        self._ranks.on_first(lambda: self._remove_after(len(times)))
        for kind in kinds:
            self._entries[kind] = [collection_entry(time, file) for file, time in zip(files[kind], times)]
            self._ranks.on_first(lambda: self._put_series(kind))

    def _remove_after(self, count: int) -> None:
        kept = self._statistics(count)
        self._put(_STATISTICS, lambda part: part.write_bytes(b"".join(kept)))
        self._drop_parts()
        with writing(self.path / _FRAMES):
            for file in (self.path / _FRAMES).iterdir():
                number = _FRAME_FILE.fullmatch(file.name)
                if number and int(number[1]) >= count:
                    file.unlink()

    def _frame_file(self, kind: str, number: int) -> str:
        """The file of a frame, of one rank or several; empty if there is none."""
        names = (_file(kind, number), _file_of_ranks(kind, number))
        return next((name for name in names if (self.path / name).exists()), "")

    def _kept_files(self, kind: str, count: int) -> list[str]:
        files = [self._frame_file(kind, number) for number in range(count)]
        if "" in files:
            missing = self.path / _file(kind, files.index(""))
            raise TalusError("A frame of the run is missing", str(missing), "Bring it back, or start again with --overwrite")
        return files

    def _drop_parts(self) -> None:
        for pattern in (f"{_PART}*", f"{_CHECKPOINT}{_PART}", f"{_FRAMES}/{_PART}*"):
            for file in self.path.glob(pattern):
                with writing(file):
                    file.unlink()

    def _statistics(self, count: int) -> list[bytes]:
        """The names of the statistics, and their rows of the first frames.

        :raises TalusError: there are fewer rows
        """
        path = self.path / _STATISTICS
        lines = content_of(path).splitlines(keepends=True) if os.path.lexists(path) else []
        kept = lines[: count + 1]
        if len(kept) <= count or not kept[-1].endswith(b"\n"):
            raise TalusError(
                f"The statistics of {count} frames are incomplete", str(path), "Start again with --overwrite"
            )
        return kept

    def _require_frames(self, kinds: Sequence[str], count: int, digests: str) -> None:
        """:raises TalusError: a file or the statistics of a frame are not what was written"""
        rows = self._statistics(count)[1:]
        self._digests = [digests[i : i + LENGTH] for i in range(0, len(digests), LENGTH)]
        if len(self._digests) != count:
            told = f"The checkpoint knows {len(self._digests)} frames, not {count}"
            raise TalusError(told, str(self.checkpoint), "Start again with --overwrite")
        for number, (row, digest) in enumerate(zip(rows, self._digests)):
            if self._digest(kinds, number, row) != digest:
                raise TalusError(
                    "A frame of the run, or its row of the statistics, is not what was written",
                    str(self.path / self._frame_file("bodies", number)),
                    "Bring it back, or start again with --overwrite",
                )

    def _digest(self, kinds: Iterable[str], number: int, row: bytes) -> str:
        """That of the files of a frame and of its row of the statistics."""
        files = [self.path / name for kind in kinds for name in self._files_of(kind, number)]
        return joined_digest([row, *(digest_of_file(file).encode() for file in files)])

    def _files_of(self, kind: str, number: int) -> list[str]:
        """The files of a frame that is there: the one that refers to the pieces of all ranks, and these."""
        whole = self._frame_file(kind, number)
        if whole != _file_of_ranks(kind, number):
            return [whole]
        pieces = takewhile(lambda name: (self.path / name).exists(), (_file(kind, number, rank) for rank in count_from()))
        return [whole, *pieces]

    def shown(self, frame: Frame, *, as_surfaces: bool, with_contacts: bool) -> dict[str, vtkDataObject]:
        """What is written of a frame on this rank, by the name of the series: run.pvd, contacts.pvd.

        :raises TalusError: a shape without a surface
        """
        bodies = self._ranks.agreed(lambda: _shown(frame, as_surfaces))
        data = {"bodies": bodies, "contacts": block(frame.scene, "Contacts")}
        return {_SERIES[kind][0]: fitting(data[kind], Path(_file(kind, 0))) for kind in _kinds(with_contacts)}

    @contextmanager
    def all_settled(self) -> Iterator[None]:
        """Settles the last frames that are added in the block, also if an error of all ranks ends it."""
        try:
            yield
        except (TalusError, KeyboardInterrupt, MemoryError):
            self._settle()
            raise
        self._settle()

    def add(self, frame: Frame, shown: Mapping[str, vtkDataObject], simulation: Simulation) -> None:
        """Begins to write a frame. Those before are settled, unless some were a moment ago; one whose data are large, or
        that took long to compute, is at once.

        :param shown: its data, from :meth:`shown`; their arrays must not change
        :param simulation: whose last frame this is
        :raises TalusError: the disk is full, or the folder is no longer writable
        """
        self._end_files()
        if self._waits_long(self._settled):
            self._settle()
        data = {kind: shown[series] for kind, (series, _) in _SERIES.items() if series in shown}
        at_once = self._ranks.any(
            sum(part.GetActualMemorySize() << 10 for part in data.values()) > _LARGEST_KEPT_BYTES
            or time.monotonic() - self._since > _SLOW_FRAME_SECONDS
        )
        to_disk = not at_once and self._waits_long(self._since)  # and so does the next one
        waiting = _Waiting(frame.number, frame.time, _row(frame), not at_once, to_disk)
        self._waiting.append(waiting)
        self._simulation = simulation
        with self._dropped_if_it_fails():
            for kind, part in data.items():
                self._ranks.agreed(lambda: self._begin(waiting, kind, part))
            simulation.save_ahead(self.checkpoint, write=to_disk)
        if at_once:
            self._settle()
        self._since = time.monotonic()

    def _waits_long(self, since: float) -> bool:
        """Whether frames have waited for so long that settling them takes a small part of the time. Several ranks would have
        to agree: they do not wait.
        """
        return self._ranks.size > 1 or time.monotonic() - since >= _TIMES_OF_SETTLING * self._settling

    def _end_files(self) -> None:
        """Waits for the files of the last frame: their writers write one at a time."""
        with self._dropped_if_it_fails():
            for waiting in self._waiting[-1:]:
                for kind in waiting.files:
                    self._ranks.agreed(lambda: self._end_file(waiting, kind))

    def _end_file(self, waiting: _Waiting, kind: str) -> None:
        with _writing(self.path / self._own_file(kind, waiting.number)):
            waiting.files[kind]()

    def _begin(self, waiting: _Waiting, kind: str, data: vtkDataObject) -> None:
        waiting.files[kind] = begin_xml(
            data, self._part(self._own_file(kind, waiting.number)), self._writers[kind], waiting.background, waiting.to_disk
        )
        if self._ranks.size > 1:
            names = [Path(_file(kind, waiting.number, rank)).name for rank in range(self._ranks.size)]
            waiting.indices[kind] = parallel_text(data, names)

    def _own_file(self, kind: str, number: int) -> str:
        return _file(kind, number, None if self._ranks.size == 1 else self._ranks.rank)

    def _settle(self) -> None:
        """:raises TalusError: the disk is full, or the folder is no longer writable; the frames that wait are then lost"""
        if not self._waiting:
            return
        begin = time.monotonic()
        with self._dropped_if_it_fails():
            for waiting in self._waiting:
                for kind in waiting.files:
                    self._place_data(waiting, kind)
            self._ranks.on_first(self._append_statistics)
            file = _file if self._ranks.size == 1 else _file_of_ranks
            for kind in self._waiting[0].files:
                self._entries[kind] += [collection_entry(one.time, file(kind, one.number)) for one in self._waiting]
                self._ranks.on_first(lambda: self._put_series(kind))
            self._simulation.finish_save("".join(self._digests))
        self._waiting = []
        self._settled = time.monotonic()
        self._settling = self._settled - begin

    @contextmanager
    def _dropped_if_it_fails(self) -> Iterator[None]:
        """Removes what is written of the frames that are not settled."""
        try:
            yield
        except BaseException:
            dropped, self._waiting = self._waiting, []
            for waiting in dropped:
                for kind, finish in waiting.files.items():
                    with suppress(TalusError, MemoryError):
                        finish()  # a file that is being written cannot be removed
                    with suppress(OSError):
                        self._part(self._own_file(kind, waiting.number)).unlink(missing_ok=True)
            self._simulation.drop_save()
            raise

    def _place_data(self, waiting: _Waiting, kind: str) -> None:
        finish = waiting.files[kind]
        own = self._own_file(kind, waiting.number)
        self._ranks.agreed(lambda: self._put(own, lambda _part: finish(), to_disk=not waiting.to_disk))
        if self._ranks.size > 1:
            index, text = _file_of_ranks(kind, waiting.number), waiting.indices[kind]
            self._ranks.on_first(lambda: self._put(index, lambda part: part.write_text(text, encoding="utf-8")))

    def _append_statistics(self) -> None:
        path, rows = self.path / _STATISTICS, [",".join(waiting.row) + "\n" for waiting in self._waiting]
        head = ",".join(_columns()) + "\n" if self._waiting[0].number == 0 else ""
        require_replaceable(path)
        with writing(path), path.open("a", encoding="ascii") as file:
            file.write("".join([head, *rows]))
            file.flush()
            os.fsync(file.fileno())
        self._digests += [
            self._digest(waiting.files, waiting.number, row.encode()) for waiting, row in zip(self._waiting, rows)
        ]

    def _put_series(self, kind: str) -> None:
        text = collection_text(self._entries[kind])
        # Not synchronised to disk each time: after a power failure it is written again.
        self._put(_SERIES[kind][0], lambda part: part.write_text(text, encoding="utf-8"), to_disk=False)

    def _part(self, name: str) -> Path:
        """The temporary name of a file."""
        path = self.path / name
        return path.with_name(f"{_PART}{self._ranks.rank}_{path.name}")

    def _put(self, name: str, write: Callable[[Path], Any], to_disk: bool = True) -> None:
        """Calls `write` with a temporary name, synchronises the file to disk, and renames it."""
        path = self.path / name
        part = self._part(name)
        require_replaceable(path)
        try:
            with _writing(path):
                write(part)
                if to_disk:
                    with part.open("rb") as file:
                        os.fsync(file.fileno())
                os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Errors name the file of the run, and say how the run goes on."""
    try:
        with writing(path):
            yield
    except TalusError as error:
        remedy = f"{error.remedy} and resume" if error.remedy == FREE_DISK else error.remedy
        raise error.at(str(path), remedy) from None


def is_of_run(path: Path, folder: Path) -> bool:
    """Whether a name is that of a file that a run in a folder consists of, or would be."""
    try:
        inner = path.resolve().relative_to(folder.resolve()).parts
    except (OSError, ValueError):  # ValueError: elsewhere, or a zero byte in the name
        return False
    return bool(inner) and inner[0] in (_SETTINGS, *RunFolder._names())


def _shown(frame: Frame, as_surfaces: bool) -> vtkDataObject:
    if not as_surfaces:
        return block(frame.scene, "Bodies")
    surfaces = body_surfaces(frame.scene, as_grid=True)
    put_answer(surfaces, answer_of(frame.scene))
    return surfaces


@contextmanager
def opened(path: PathLike, ranks: Ranks = Ranks()) -> Iterator[RunFolder]:
    """Creates the folder if it does not exist, and locks it against other processes: of several that start at
    once, one succeeds.

    :param ranks: those that write the run together; rank 0 locks
    :raises TalusError: an unwritable folder, another process that is writing the run
    """
    path = Path(path)
    lock = ranks.on_first(lambda: _locked(path))
    if lock is None:
        ranks.agreed(lambda: _require_writable(path))
        yield RunFolder(path, ranks)
        return
    try:
        ranks.agreed(lambda: _require_writable(path))
        yield RunFolder(path, ranks)
    finally:
        with suppress(OSError):  # remove the folder if it is empty, while it is still locked
            path.rmdir()
        os.close(lock)


def _require_writable(path: Path) -> None:
    with writing(path):
        tempfile.TemporaryFile(dir=path).close()


def _locked(path: Path) -> int:
    """A lock on the folder. If another process has removed the folder meanwhile, it is created again."""
    while True:
        try:
            path.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:  # not a folder, or a folder removed meanwhile
            if os.path.lexists(path) and not path.is_dir():
                raise unwritable(path, error) from None
        except OSError as error:
            raise unwritable(path, error) from None
        try:
            folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise unwritable(path, error) from None
        try:
            _lock(folder, path)
            if _is(folder, path):
                return folder
        except TalusError:
            os.close(folder)
            raise
        os.close(folder)


def _is(folder: int, path: Path) -> bool:
    """Whether the opened folder is still the one at this path."""
    try:
        return os.path.samestat(os.fstat(folder), os.stat(path))
    except FileNotFoundError:
        return False


def _lock(folder: int, path: Path) -> None:
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise TalusError("Another process is writing this run", str(path), "Wait for its end, or end it") from None


def _kinds(with_contacts: bool) -> list[str]:
    return ["bodies", "contacts"] if with_contacts else ["bodies"]


def _file(kind: str, number: int, rank: int | None = None) -> str:
    """The file of a frame, or the piece of a rank."""
    piece = "" if rank is None else f"_{rank}"
    return f"{_FRAMES}/{kind}_{number:06d}{piece}{_SERIES[kind][1]}"


def _file_of_ranks(kind: str, number: int) -> str:
    """The file that refers to the pieces of all ranks."""
    return f"{_FRAMES}/{kind}_{number:06d}.p{_SERIES[kind][1][1:]}"


def _columns() -> list[str]:
    names = ["Time [s]"]
    for name, unit in STATISTICS.items():
        parts = [name + axis for axis in "XYZ"] if name.endswith("Momentum") else [name]
        names += [f"{part} [{unit}]" if unit else part for part in parts]
    return names


def _row(frame: Frame) -> list[str]:
    """One value per column; Comparisons share a column, since the number of levels may change."""
    row = [repr(frame.time)]
    for name, value in frame.statistics.items():
        values = [value] if isinstance(value, str) else [repr(number) for number in np.ravel(value).tolist()]
        row += [" ".join(values)] if name == "Comparisons" else values
    return row
