#!/bin/bash
# Installs what is missing, builds everything and runs every test. Ends with CTest's summary.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
bash tests/install_packages.sh build run test step paraview
# Whatever folder this is, ccache knows its files again.
export CCACHE_BASEDIR="${CCACHE_BASEDIR:-$PWD}"
cmake --preset ci
cmake --build --preset ci -j "$(nproc)"
ctest --preset ci -j 2
