#!/bin/sh
# Checks the parts of an assembly in a repository's CI. usage: check_assembly.sh [FOLDER]
#
# FOLDER (default: parts) has a file for each part, and may have fits.csv: a row for each pair that shall touch or
# interfere, for example  pin,plate,interfering. Keep report.html and report.json as artifacts of the job.
# exit status: that of `talus assembly`: 0 as expected, 1 findings, 2 invalid input, 3 failed
folder=${1:-parts}
if [ -f "$folder/fits.csv" ]; then
  set -- --expect "$folder/fits.csv"
else
  set --
fi
talus assembly "$folder"/*.stl "$@" --min-volume "${MIN_VOLUME:-0}" --out report.html report.json
