"""Where things are, and lines of Markdown."""

import pathlib
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
NOTE = "<!-- Written by docs/make_pages.py: change the sources instead. -->\n\n"


def one_line(text):
    return " ".join(text.split())


def wrapped(text):
    return textwrap.fill(one_line(text), 110, break_long_words=False, break_on_hyphens=False)
