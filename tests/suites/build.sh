#!/bin/bash
# build.sh GROUP TARGET [CMAKE OPTION...] installs the packages of GROUP, paraview or vtk, and what each build needs, and
# builds. Called within a root, in the source tree.
set -euo pipefail
bash tests/install_packages.sh build run test step "$1"
cmake --preset ci "${@:3}"
cmake --build --preset ci -j "$(nproc)" --target "$2"
