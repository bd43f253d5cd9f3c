#!/bin/bash
# test.sh SUITE: builds and tests with the suite's ParaView.
set -euo pipefail
source "$(dirname "$(readlink -f "$0")")/root.sh"
root_of "$1" "$1"
source_in "$1"
in_root "$1" bash -c 'cd /talus && bash tests/suites/build.sh paraview all && exec ctest --preset ci -j 2 -R "$1"' \
  bash "${TALUS_TESTS:-.}"
