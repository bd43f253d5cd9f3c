"""make_man.py FOLDER writes the manual pages of the launchers: talus.1.gz, from the help texts, and talus-env.1.gz."""

import contextlib
import gzip
import io
import os
import re
import sys
from pathlib import Path

from talus import __version__, cli

HEAD = f"""\
.TH TALUS 1 "" "Talus {__version__}"
.SH NAME
talus, talus\\-env \\- polyhedral bodies: inside or outside, contacts, motion
"""
ENVIRONMENT = """\
.SH "talus\\-env"
.B talus\\-env
.I COMMAND...
.PP
runs a command (pvpython, pvbatch, pvserver, paraview, python3) that finds the plugin and the Python package. Alone it
prints the environment: eval "$(talus\\-env)".
"""


def help_of(*command: str) -> str:
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.suppress(SystemExit):
        cli.main([*command, "--help"])
    return text.getvalue()


def section(title: str, text: str) -> str:
    """The text unfilled, line by line; a leading period or quote is escaped, since it would be a troff request."""
    text = re.sub(r"^(?=[.'])", r"\\&", text.replace("\\", "\\e").replace("-", "\\-"), flags=re.MULTILINE)
    return f'.SH "{title}"\n.nf\n{text.rstrip()}\n.fi\n'


def write(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def main(folder: Path) -> None:
    os.environ["COLUMNS"] = "80"
    pages = [section("talus", help_of()), *(section(f"talus {name}", help_of(name)) for name in cli.COMMANDS)]
    write(folder / "talus.1.gz", "".join([HEAD, *pages, ENVIRONMENT]))
    write(folder / "talus-env.1.gz", ".so man1/talus.1\n")


main(Path(sys.argv[1]))
