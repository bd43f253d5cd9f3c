#!/bin/bash
# vtk.sh SUITE: builds and tests with the suite's VTK, in a root without ParaView.
set -euo pipefail
source "$(dirname "$(readlink -f "$0")")/root.sh"
name=$1-vtk
root_of "$1" "$name"
source_in "$name"
in_root "$name" bash -c 'cd /talus && bash tests/suites/build.sh vtk all -DTALUS_VTK=System &&
  exec ctest --preset ci -j 2 -R "$1"' bash "${TALUS_TESTS:-.}"
