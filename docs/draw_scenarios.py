"""Runs the scenarios, draws a frame of each and keeps what it measured, from the top folder:

    build/release/bin/talus-env /usr/bin/python3 docs/draw_scenarios.py [NAME …]
    … docs/draw_scenarios.py --runs FOLDER [NAME …]      keep the runs there; those that are there are not run again

docs/scenarios.json says how to run and to draw each. Into docs/pictures/scenarios come NAME.png, NAME_measured.png and
NAME.json with the numbers. About ten minutes of two cores for all.
"""

import argparse
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--runs", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=DOCS / "pictures" / "scenarios")
    arguments = parser.parse_args()
    told = json.loads((DOCS / "scenarios.json").read_text())
    arguments.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.names or told:
            draw(name, told[name], arguments.runs or pathlib.Path(folder), arguments.out)
            print(arguments.out / f"{name}.png", flush=True)


def draw(name, told, runs, out):
    run, pictures = runs / name, runs / f"{name}_pictures"
    if not (run / "measured.json").exists():
        talus("scenario", name, *shlex.split(told.get("options", "")), "--out", run, "--overwrite")
    talus("render", run, *shlex.split(told["render"]), "--out", pictures)
    shutil.copy(next(pictures.glob("*.png")), out / f"{name}.png")
    shutil.copy(run / "measured.png", out / f"{name}_measured.png")
    shutil.copy(run / "measured.json", out / f"{name}.json")


def talus(*words):
    subprocess.run([sys.executable, "-m", "talus", *map(str, words), "--quiet"], check=True)


if __name__ == "__main__":
    main()
