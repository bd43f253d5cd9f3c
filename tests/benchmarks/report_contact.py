"""Makes the pages, the plots and the short JSON about contacts.

Usage: report_contact.py FOLDER|contact.json [--out FOLDER]

FOLDER holds bench_contact.json and, where they were run, closest_features.json and .md, surrogates.md and
crosscheck_contacts.log (see run.sh). The pages are written by hand but for what stands between <!-- begin NAME --> and
<!-- end NAME -->. Prints the table of targets.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import contact_plots
from contact_run import all_targets, load
from contact_tables import all_tables
from report import HERE, fill
from tables import targets_table

PAGES = HERE / "results" / "contact"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("--out", type=Path, default=PAGES)
    options = parser.parse_args()
    run = load(options.source)
    options.out.mkdir(parents=True, exist_ok=True)
    run.save(options.out / "contact.json")
    contact_plots.all_plots(run, options.out)
    page = (PAGES / "README.md").read_text()
    (options.out / "README.md").write_text(fill(page, all_tables(run)))
    for name in ("surrogates.md", "closest_features.md"):  # their programs print the tables
        printed = options.source / name
        if printed.is_file():
            page = (PAGES / name).read_text()
            (options.out / name).write_text(fill(page, {"tables": printed.read_text().strip()}))
    print(targets_table(all_targets(run)))


if __name__ == "__main__":
    main()
