#!/bin/bash
# vtk.sh SUITE: builds and tests with the suite's VTK, in a root without ParaView.
set -euo pipefail
source "$(dirname "$(readlink -f "$0")")/root.sh"
name=$1-vtk
root_of "$1" "$name"
source_in "$name"
in_root "$name" bash -c 'cd /talus && bash tests/install_packages.sh build run test vtk &&
  cmake --preset ci -DTALUS_VTK=System -DTALUS_WITH_BENCHMARKS=OFF && cmake --build --preset ci -j "$(nproc)" &&
  exec ctest --preset ci -j 2 -R "$1"' bash "${TALUS_TESTS:-.}"
