"""Makes the page, the plots and the short JSON in a folder from what bench_enclosure wrote.

Usage: report.py RAW.json|SHORT.json [--crosscheck LOG] [--out FOLDER]

The page (README.md) is written by hand but for what stands between <!-- begin NAME --> and <!-- end NAME -->. Prints
the table of targets.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import measurements
import plots
import tables
from targets import all_targets

HERE = Path(__file__).parent


def fill(page: str, parts: dict[str, str]) -> str:
    """Replaces what stands between the marks of each part."""
    for name, text in parts.items():
        begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
        page = re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n{text}\n{end}", page, flags=re.DOTALL)
    return page


def crosscheck_total(log: Path) -> dict[str, int]:
    """The total that crosscheck_meshes prints."""
    found = re.search(r"total: (\d+) meshes, (\d+) of them closed, \d+ convex, (\d+) points, (\d+) differences",
                      log.read_text())
    if not found:
        raise SystemExit(f"{log} holds no total of crosscheck_meshes")
    return dict(zip(("meshes", "closed", "points", "differences"), map(int, found.groups())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", type=Path)
    parser.add_argument("--crosscheck", type=Path, help="what crosscheck_meshes printed")
    parser.add_argument("--out", type=Path, default=HERE / "results")
    options = parser.parse_args()
    raw = "benchmarks" in json.loads(options.json.read_text())
    run = measurements.load_google(options.json) if raw else measurements.load(options.json)
    if options.crosscheck:
        run.context["crosscheck"] = crosscheck_total(options.crosscheck)
    options.out.mkdir(parents=True, exist_ok=True)
    run.save(options.out / "enclosure.json")
    plots.all_plots(run, options.out)
    page = (HERE / "results" / "README.md").read_text()
    (options.out / "README.md").write_text(fill(page, tables.all_tables(run)))
    print(tables.targets_table(all_targets(run)))


if __name__ == "__main__":
    main()
