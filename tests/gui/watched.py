"""ParaView as a user has it: what its widgets show, clicks at them, keys, and how many of these a task took."""
from __future__ import annotations

import contextlib
import json
import os
import pathlib
import subprocess
import time
from dataclasses import dataclass
from typing import Callable, Iterator

import numpy as np
import screen

#: Seconds until the window must have answered; it handles no events while a filter works.
PATIENCE = 60.0
FIELDS = ("LineEdit", "ComboBox", "CheckBox")


@dataclass(frozen=True)
class Widget:
    """What a widget, or an item of a menu or list, shows: its text, and its box on the screen."""
    kind: str
    name: str
    window: str
    text: str
    tip: str
    box: tuple[int, int, int, int]
    enabled: bool
    on: bool

    @property
    def place(self) -> tuple[int, int]:
        """Where a user clicks: in the middle, but boxes and radio buttons are at the left."""
        left, top, width, height = self.box
        return left + (10 if self.kind in ("QCheckBox", "QRadioButton") else width // 2), top + height // 2


@dataclass
class Window:
    """A running ParaView on a display, with the module of `watch` in it."""
    display: str
    folder: pathlib.Path
    process: subprocess.Popen
    clicks: int = 0

    # What is shown

    def widgets(self) -> list[Widget]:
        """All visible widgets, as soon as the window handles events."""
        told = self.folder / "told.json"
        told.unlink(missing_ok=True)
        (self.folder / "ask").touch()
        wait(lambda: told.exists() or self.process.poll() is not None, lambda: "ParaView handles no events", pause=0.02)
        assert told.exists(), f"ParaView ended: {self.process.returncode}"
        rows = json.loads(told.read_text())
        return [Widget(row["class"], row["name"], row["window"], row["text"].replace("\N{NO-BREAK SPACE}", " "),
                       row["tip"], tuple(row["box"]), row["enabled"], row["on"]) for row in rows]

    def find(self, text: str | None = None, *, kind: str = "", name: str = "", within: str = "") -> Widget:
        """Waits for an enabled widget.

        :param text: its whole text; None: any
        :param kind: how its class ends
        :param name: its object's name
        :param within: the title of its window
        """
        found: list[Widget] = []

        def look() -> bool:
            found[:] = [widget for widget in self.widgets() if widget.enabled and text in (None, widget.text)
                        and widget.kind.endswith(kind) and name in ("", widget.name) and within in ("", widget.window)]
            return bool(found)

        wait(look, lambda: f"there is no {kind or 'widget'} {name} {text!r} {within}: {self._texts()}", pause=0.1)
        return found[-1]

    def _texts(self) -> list[str]:
        return sorted({widget.text for widget in self.widgets() if 0 < len(widget.text) < 60})

    def coloured_by(self) -> str:
        """The array that the toolbar names."""
        return self.find(kind="ComboBox", name="Variables").text

    def beside(self, label: str) -> Widget:
        """The field of the panel with a label."""
        at = self.find(f"<p>{label}</p>", kind="QLabel")
        return next(widget for widget in self.widgets() if widget.kind.endswith(FIELDS) and widget.box[0] > at.box[0]
                    and 0 <= at.place[1] - widget.box[1] <= widget.box[3])

    def answer(self) -> str:
        """The first line of the panel, once it is there."""
        return self.find(kind="QLabel", name="Answer").text

    def wait_for_answer(self, begin: str) -> str:
        """The first line of the panel, once it begins so."""
        wait(lambda: self.answer().startswith(begin), lambda: f"the answer is {self.answer()!r}, not {begin!r}")
        return self.answer()

    def picture(self, name: str) -> np.ndarray:
        """A picture of the screen once it stands still, saved under the name."""
        return screen.snapshot(self.display, self.folder / f"{name}.png")

    # What a user does

    def click(self, text: str | None = None, **which: str) -> None:
        """Clicks at a widget, which is described as in `find`."""
        self.click_at(self.find(text, **which))

    def click_at(self, widget: Widget) -> None:
        self.clicks += 1
        screen.xdotool(self.display, self.folder, "mousemove", "--sync", *map(str, widget.place), "click", "1")

    def press(self, *keys: str) -> None:
        screen.xdotool(self.display, self.folder, "key", "--delay", "60", *keys)

    def type(self, text: str) -> None:
        screen.xdotool(self.display, self.folder, "type", "--delay", "5", text)

    @contextlib.contextmanager
    def holding(self, key: str) -> Iterator[None]:
        screen.xdotool(self.display, self.folder, "keydown", key)
        try:
            yield
        finally:
            screen.xdotool(self.display, self.folder, "keyup", key)

    def choose(self, *path: str) -> None:
        """An action of the menu bar, as "Filters", "Talus", "Voxelize"."""
        first, *others = path
        self.click(first, kind="QMenuBar")
        for text in others:
            self.click(text, kind="Menu")

    def name_file(self, path: pathlib.Path) -> None:
        """Answers a dialog that asks for a file."""
        self.click(kind="QLineEdit", name="EntityName")
        self.type(str(path))
        self.press("Return")

    def open(self, path: pathlib.Path) -> None:
        """Opens a file; Apply shows it."""
        self.choose("File", "Open...")
        self.name_file(path)
        self.find(path.name, kind="QWidget")

    def select(self, first: str, *others: str) -> None:
        """Selects sources in the pipeline."""
        self.click(first, kind="QWidget")
        for other in others:
            with self.holding("ctrl"):
                self.click(other, kind="QWidget")

    def fill(self, label: str, text: str) -> None:
        """Types into a field of the panel."""
        self.click_at(self.beside(label))
        self.press("ctrl+a")
        self.type(text)
        self.press("Tab")

    def filter(self, name: str) -> None:
        self.choose("Filters", "Talus", name)

    def apply(self) -> None:
        """Presses Apply, which is grey until something is new, and grey again afterwards."""
        self.click("Apply", name="Accept")
        wait(lambda: any(widget.name == "Accept" and not widget.enabled for widget in self.widgets()),
             lambda: "Apply is still asked for")

    def reset(self) -> None:
        """An empty pipeline, as at the start."""
        self.click("Reset Session", kind="QToolButton")
        self.click("Yes", kind="QPushButton")


def wait(done: Callable[[], bool], complaint: Callable[[], str], *, pause: float = 0.3) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, complaint()
        time.sleep(pause)


@contextlib.contextmanager
def watched(display: str, path: str) -> Iterator[Window]:
    """ParaView, ready for clicks."""
    folder = screen.fresh_folder(path)
    os.environ["TALUS_WATCH"] = str(folder)
    with screen.paraview(display, folder, f"--script={screen.HERE / 'watch' / 'load.py'}") as process:
        window = Window(display, folder, process)
        window.find("Filters", kind="QMenuBar")
        yield window
