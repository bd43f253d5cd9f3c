#!/bin/bash
# Installs what is missing, builds everything and runs every test. Ends with CTest's summary.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
bash tests/install_packages.sh build run test step paraview
# What one test builds once more, in a folder of its own, ccache has then.
export CCACHE_BASEDIR="${CCACHE_BASEDIR:-$PWD}"
cmake --preset ci
cmake --build --preset ci -j "$(nproc)"
narrow=0
ctest --preset no-avx512-quick -j 2 || narrow=$?
ctest --preset ci -j 2
exit $narrow
